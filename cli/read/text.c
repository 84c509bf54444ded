/* SPDX-License-Identifier: Apache-2.0 */
/* text - see text.h */
#include "text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- Plain text */

/* The ASCII character for a code point; 0: none, it is left out. */
static char plain(uint32_t code)
{
    static const struct {
        uint16_t first, last;
        char plain;
    } ranges[] = { { 0xa0, 0xa0, ' ' },     { 0xad, 0xad, 0 },        { 0x2000, 0x200a, ' ' }, { 0x200b, 0x200d, 0 },
                   { 0x2010, 0x2013, '-' }, { 0x2018, 0x2019, '\'' }, { 0x201c, 0x201d, '"' }, { 0x2028, 0x2029, '\n' },
                   { 0x202f, 0x202f, ' ' }, { 0x205f, 0x205f, ' ' },  { 0x2060, 0x2060, 0 },   { 0x2212, 0x2212, '-' },
                   { 0x3000, 0x3000, ' ' }, { 0xfeff, 0xfeff, 0 } };

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return ranges[i].plain;
    return code < 0x80 ? (char)code : '?';
}

/* A character of UTF-8, or a byte that is none; *at moves behind it. */
static uint32_t take_utf8(const unsigned char text[], size_t size, size_t *at)
{
    const unsigned char first = text[(*at)++];
    const unsigned more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    uint32_t code = more ? first & (0x3fu >> more) : first;

    if (first < 0x80 || more == 0 || *at + more > size)
        return first < 0x80 ? first : '?';
    for (unsigned i = 0; i < more; i++)
        if ((text[*at + i] & 0xc0) != 0x80)
            return '?';
    for (unsigned i = 0; i < more; i++)
        code = code << 6 | (text[(*at)++] & 0x3f);
    return code;
}

/* 0: it is no UTF-16; else which byte of a unit is the low one, plus 1 */
static unsigned utf16(const unsigned char text[], size_t size)
{
    size_t zeros[2] = { 0, 0 };
    const size_t look = size < 256 ? size & ~(size_t)1 : 256;

    if (size >= 2 && ((text[0] == 0xff && text[1] == 0xfe) || (text[0] == 0xfe && text[1] == 0xff)))
        return text[0] == 0xff ? 1 : 2;
    for (size_t i = 0; i < look; i++)
        zeros[i & 1] += text[i] == 0;
    if (look >= 4 && zeros[1] * 10 >= look * 4 && zeros[0] * 10 < look)
        return 1;
    return look >= 4 && zeros[0] * 10 >= look * 4 && zeros[1] * 10 < look ? 2 : 0;
}

size_t text_plain(char text[], size_t size)
{
    unsigned char *bytes = (unsigned char *)text;
    const unsigned wide = utf16(bytes, size);
    size_t used = 0;

    for (size_t at = 0; at + (wide != 0) < size;) {
        uint32_t code;

        if (wide) {
            code = (uint32_t)(bytes[at + wide - 1] | bytes[at + 2 - wide] << 8);
            at += 2;
        } else {
            code = take_utf8(bytes, size, &at);
        }
        char c = plain(code);
        if (c == '\0' && code != 0)
            continue;
        if (c == '\r') {
            const size_t next = wide ? at + wide - 1 : at;

            if (next < size && bytes[next] == '\n')
                continue;
            c = '\n';
        }
        text[used++] = c;
    }
    return used;
}

/* ---- A cursor */

const char *text_skip(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\f\v");
        if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");

            at = end ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

bool text_is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

size_t text_name(const char *at) { return text_name_with(at, ""); }

size_t text_name_with(const char *at, const char *also)
{
    size_t length = 0;

    while (text_is_name(at[length]) || (at[length] != '\0' && strchr(also, at[length]) != NULL))
        length++;
    return length;
}

const char *text_name_begin(const char *from, const char *end)
{
    while (end > from && text_is_name(end[-1]))
        end--;
    return end;
}

const char *text_trim(const char *from, const char *end)
{
    while (end > from && isspace((unsigned char)end[-1]))
        end--;
    return end;
}

const char *text_guard(const char *from, const char *at)
{
    const char *begin = at, *guard;

    while (begin > from && (begin[-1] == ' ' || begin[-1] == '\t'))
        begin--;
    for (guard = begin; guard > from && (text_is_name(guard[-1]) || guard[-1] == '%' || guard[-1] == '!');)
        guard--;
    return guard > from && guard[-1] == '@' ? guard - 1 : at;
}

const char *text_past_listing(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r{}");
        const size_t length = strcspn(at, " \t\n;"), digits = strspn(at, "0123456789abcdefABCDEFx");
        const bool is_last = at[length + strspn(at + length, " \t")] == '\0';

        if (length == 0
            || (at[length - 1] != ':' && !(at[0] == '<' && at[length - 1] == '>')
                && (digits != length || length == 3 || length == 1 || is_last)))
            return at;
        at += length;
    }
}

size_t text_begins(const char *at, const char *words)
{
    for (const char *w = NULL; (w = text_word(words, w, *at)) != NULL;)
        if (strncmp(at, w, strcspn(w, " ")) == 0)
            return strcspn(w, " ");
    return 0;
}

bool text_take(const char **at, const char *sign)
{
    const size_t length = strlen(sign);
    const bool is_it = strncmp(*at = text_skip(*at), sign, length) == 0;

    *at += is_it ? length : 0;
    return is_it;
}

unsigned text_line_of(const char *text, const char *at)
{
    unsigned line = 1;

    for (const char *c = text; c < at; c++)
        line += *c == '\n';
    return line;
}

const char *text_line_end(const char *at)
{
    while (*at != '\0' && *at != '\n') {
        const char *end = at + 1 + strspn(at + 1, " \t\r");

        at = *at == '\\' && *end == '\n' ? end + 1 : at + 1;
    }
    return at;
}

const char *text_pass_word(const char *at, const char *word)
{
    const size_t length = strlen(word);

    at = text_skip(at);
    return strncmp(at, word, length) == 0 && !text_is_name(at[length]) ? at + length : NULL;
}

const char *text_bracket(const char *at)
{
    unsigned depth = 0;

    for (; *at != '\0'; at++) {
        if (*at == '"'
            || (*at == '\'' && !(depth && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1])))) {
            const char quote = *at;

            for (at++; *at != '\0' && *at != quote; at++)
                at += *at == '\\' && at[1] != '\0';
            if (*at == '\0')
                return NULL;
        }
        depth += *at == '(' || *at == '[' || *at == '{';
        if ((*at == ')' || *at == ']' || *at == '}') && --depth == 0)
            return at + 1;
    }
    return NULL;
}

const char *text_pass(const char *at)
{
    if (*at == '"')
        return strchr(at + 1, '"') ? strchr(at + 1, '"') + 1 : NULL;
    return strchr("([{", *at) != NULL ? text_bracket(at) : at + 1;
}

const char *text_to(const char *at, const char *end, const char *stops)
{
    while (at != end && strchr(stops, *at) == NULL) {
        const char *behind = text_pass(at);

        at = behind != NULL && (end == NULL || behind <= end) ? behind : at + 1;
    }
    return at;
}

enum text_within text_within(const char *text, const char *at)
{
    for (const char *c = text; c < at; c++) {
        const bool is_string = *c == '"', is_comment = c[0] == '/' && (c[1] == '/' || c[1] == '*');
        const char *end = is_string       ? c + 1 + strcspn(c + 1, "\"\n")
                        : !is_comment     ? c
                        : c[1] == '/'     ? c + strcspn(c, "\n")
                        : strstr(c, "*/") ? strstr(c, "*/")
                                          : c + strlen(c);

        if (end > at || (is_comment && *end == '\0'))
            return is_comment ? TEXT_COMMENT : *end == '"' ? TEXT_STRING : TEXT_PLAIN;
        c = end;
    }
    return TEXT_PLAIN;
}

void text_one_line(char text[])
{
    for (char *line = strchr(text, '\n'); line != NULL; line = strchr(line, '\n')) {
        const char *next = line + 1 + strspn(line + 1, " \t");

        *line = ' ';
        memmove(line + 1, next, strlen(next) + 1);
    }
}

int text_split(const char *at, const char *end, text_part part[], int most)
{
    int count = 0;

    while (at < end) {
        const char *from = at, *to;

        at = text_to(at, end, ",");
        to = text_trim(from, at);
        while (from < to && isspace((unsigned char)*from))
            from++;
        if (count == most || to - from >= TEXT_PART_MAX)
            return -1;
        snprintf(part[count++], TEXT_PART_MAX, "%.*s", (int)(to - from), from);
        at += at < end;
    }
    return count;
}

const char *text_given(const char *const list[], unsigned count, const char *name)
{
    const size_t length = strlen(name);

    while (count-- > 0)
        if (strncmp(list[count], name, length) == 0 && list[count][length] == '=')
            return list[count] + length + 1;
    return NULL;
}

void text_remark(char note[], size_t size, const char *format, ...)
{
    struct text text = { note, strlen(note), size };
    char remark[READ_WHY_MAX];

    text_arguments(remark, sizeof remark, format);
    if (remark[0] != '\0')
        text_append(&text, "%s%s", text.used ? "; " : "", remark);
}

bool text_why(char why[READ_WHY_MAX], const char *format, ...)
{
    text_arguments(why, READ_WHY_MAX, format);
    return false;
}

bool text_refuse(char why[READ_WHY_MAX], const char *at, const char *format, ...)
{
    const size_t length = strcspn(at, "\n");
    struct text text = { why, 0, READ_WHY_MAX };

    text_append(&text, *at == '\0' ? "at its end: " : "'%.*s': ", (int)(length < 60 ? length : 60), at);
    text_arguments(why + text.used, READ_WHY_MAX - text.used, format);
    return false;
}

bool read_is_program(const char why[READ_WHY_MAX])
{
    const size_t length = strlen(why), end = sizeof READ_PROGRAM - 1;

    return length >= end && strcmp(why + length - end, READ_PROGRAM) == 0;
}
