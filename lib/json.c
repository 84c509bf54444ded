/* SPDX-License-Identifier: Apache-2.0
 * json - see json.h */
#include "json.h"
#include "lib/text.h"

static void quoted(FILE *file, const char *text)
{
    putc('"', file);
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ')
            fprintf(file, "\\u%04x", *text);
        else
            fprintf(file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putc('"', file);
}

/* What stands before a value. */
static void begin(struct json *json, const char *key)
{
    const bool tall = json->depth > 0 && json->level[json->depth - 1].tall;

    if (json->any)
        fputs(tall ? "," : ", ", json->file);
    if (tall)
        fprintf(json->file, "\n%*s", 2 * (int)json->depth, "");
    if (key != NULL) {
        quoted(json->file, key);
        fputs(": ", json->file);
    }
    json->any = true;
}

static void open(struct json *json, const char *key, char bracket, bool tall)
{
    begin(json, key);
    putc(bracket, json->file);
    json->level[json->depth].end = bracket == '{' ? '}' : ']';
    json->level[json->depth++].tall = tall;
    json->any = false;
}

void json_open(struct json *json, const char *key, char bracket) { open(json, key, bracket, false); }

void json_open_tall(struct json *json, const char *key, char bracket) { open(json, key, bracket, true); }

void json_close(struct json *json)
{
    json->depth--;
    if (json->any && json->level[json->depth].tall)
        fprintf(json->file, "\n%*s", 2 * (int)json->depth, "");
    putc(json->level[json->depth].end, json->file);
    json->any = true;
    if (json->depth == 0) {
        putc('\n', json->file);
        json->any = false;
    }
}

void json_value(struct json *json, const char *key, const char *format, ...)
{
    va_list arguments;

    begin(json, key);
    va_start(arguments, format);
    vfprintf(json->file, format, arguments);
    va_end(arguments);
}

void json_text(struct json *json, const char *key, const char *text)
{
    if (text == NULL || text[0] == '\0') {
        json_null(json, key);
        return;
    }
    begin(json, key);
    quoted(json->file, text);
}

void json_format(struct json *json, const char *key, const char *format, ...)
{
    char text[4096];

    text_arguments(text, sizeof text, format);
    json_text(json, key, text);
}
