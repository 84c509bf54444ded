/* SPDX-License-Identifier: Apache-2.0
 * json - see json.h */
#include "json.h"
#include "lib/text.h"

#include <inttypes.h>

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

void json_null(struct json *json, const char *key)
{
    begin(json, key);
    fputs("null", json->file);
}

void json_number_if(struct json *json, const char *key, bool is_known, uint64_t number)
{
    if (is_known)
        json_number(json, key, number);
    else
        json_null(json, key);
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

void json_number(struct json *json, const char *key, uint64_t number)
{
    begin(json, key);
    fprintf(json->file, "%" PRIu64, number);
}

void json_signed(struct json *json, const char *key, int64_t number)
{
    begin(json, key);
    fprintf(json->file, "%" PRId64, number);
}

void json_bool(struct json *json, const char *key, bool value)
{
    begin(json, key);
    fputs(value ? "true" : "false", json->file);
}

void json_mask(struct json *json, const char *key, uint64_t mask) { json_format(json, key, "0x%" PRIx64, mask); }

void json_format(struct json *json, const char *key, const char *format, ...)
{
    char text[4096];

    text_arguments(text, sizeof text, format);
    json_text(json, key, text);
}
