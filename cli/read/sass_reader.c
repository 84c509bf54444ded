/* SPDX-License-Identifier: Apache-2.0
 * reader - see reader.h */
#include "sass_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int reader_peek(const struct reader *r, size_t ahead)
{
    return r->at + ahead < r->length ? (unsigned char)r->text[r->at + ahead] : -1;
}

bool is_digit(int c) { return c >= '0' && c <= '9'; }

bool is_word(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' || c == '.'; }

static void newline(struct reader *r)
{
    r->line++;
    r->line_start = r->at + 1;
}

static struct token here(const struct reader *r)
{
    return (struct token){ .text = &r->text[r->at], .line = r->line, .column = (unsigned)(r->at - r->line_start) + 1 };
}

bool reader_error(struct reader *r, const struct token *token, const char *format, ...)
{
    struct sass_error *e = r->error;
    va_list arguments;
    size_t used = 0;

    e->line = token->line;
    e->column = token->column;
    e->text[used++] = '\'';
    for (size_t i = 0; i < token->length && i < 40; i++) {
        unsigned char c = (unsigned char)token->text[i];

        used += (size_t)snprintf(e->text + used, sizeof e->text - used, c >= ' ' && c <= '~' ? "%c" : "\\x%02x", c);
        if (i == 39 && token->length > 40)
            used += (size_t)snprintf(e->text + used, sizeof e->text - used, "...");
    }
    used += (size_t)snprintf(e->text + used, sizeof e->text - used, "': ");
    va_start(arguments, format);
    vsnprintf(e->text + used, sizeof e->text - used, format, arguments);
    va_end(arguments);
    return false;
}

bool reader_skip(struct reader *r, bool lines)
{
    for (;;) {
        int c = reader_peek(r, 0);

        if (c == ' ' || c == '\t' || c == '\r' || (lines && c == '\n')) {
            if (c == '\n')
                newline(r);
            r->at++;
        } else if (c == '/' && reader_peek(r, 1) == '/') {
            while (reader_peek(r, 0) != -1 && reader_peek(r, 0) != '\n')
                r->at++;
        } else if (c == '/' && reader_peek(r, 1) == '*') {
            struct token start = here(r);

            start.length = 2;
            for (r->at += 2; !(reader_peek(r, 0) == '*' && reader_peek(r, 1) == '/'); r->at++) {
                if (reader_peek(r, 0) == -1)
                    return reader_error(r, &start, "this comment has no end, expected */");
                if (reader_peek(r, 0) == '\n')
                    newline(r);
            }
            r->at += 2;
        } else {
            return true;
        }
    }
}

struct token reader_look(const struct reader *r)
{
    struct token token = here(r);
    int c = reader_peek(r, 0);
    size_t n = 0;

    if (c == -1 || c == '\n') {
        token.text = "end of line";
        token.length = 11;
        return token;
    }
    int next = reader_peek(r, 1);
    if ((c == '+' || c == '-') && (is_digit(next) || next == '.' || next == 'I' || next == 'Q')) /* +INF, -QNAN */
        n = 1;
    if (is_word(reader_peek(r, n))) {
        bool number = is_digit(reader_peek(r, n)) || reader_peek(r, n) == '.';
        bool hex = reader_peek(r, n) == '0' && (reader_peek(r, n + 1) == 'x' || reader_peek(r, n + 1) == 'X');

        while (is_word(reader_peek(r, n))
               || (number && !hex && n > 0 && (reader_peek(r, n) == '+' || reader_peek(r, n) == '-')
                   && (reader_peek(r, n - 1) == 'e' || reader_peek(r, n - 1) == 'E')))
            n++;
    } else {
        n = 1;
    }
    token.length = n;
    return token;
}

bool reader_pass(struct reader *r, const struct token *token)
{
    r->at += token->length;
    return reader_skip(r, false);
}

bool token_is(const struct token *token, const char *text)
{
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

bool reader_at_end(const struct reader *r)
{
    int c = reader_peek(r, 0);

    return c == -1 || c == '\n' || c == ';';
}
