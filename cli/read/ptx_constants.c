/* SPDX-License-Identifier: Apache-2.0 */
/* ptx_constants - see ptx_constants.h */
#include "ptx_constants.h"
#include "lib/text.h"
#include "ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_part(char c) { return text_is_name(c) || c == '%'; }

static size_t name_length(const char *at)
{
    size_t length = 0;

    while (is_part(at[length]))
        length++;
    return length;
}

/* Behind blanks, braces and labels: an instruction, a directive or a comment. */
static const char *pass_label(const char *at)
{
    for (;;) {
        const size_t word = strcspn(at, " \t\n;");

        if (*at != '\0' && strchr(" \t\r{}", *at) != NULL)
            at++;
        else if (word > 0 && at[word - 1] == ':')
            at += word;
        else
            return at;
    }
}

const char *ptx_function_end(const char *function)
{
    for (const char *line = function; *line != '\0'; line += strcspn(line, "\n"), line += *line != '\0') {
        const char *at = line + strspn(line, " \t");

        for (const char *c = at; *at == '.' && *c != '\0' && *c != '\n'; c++)
            if (strncmp(c, ".entry", 6) == 0 || strncmp(c, ".func", 5) == 0)
                return line;
    }
    return function + strlen(function);
}

/* Is it written by this instruction? All registers up to the first comma outside of brackets are taken for written. */
static bool writes(const char *at, const char *name, size_t length)
{
    int depth = 0;
    size_t used;

    for (at += strcspn(at, " \t\n;"); *at != '\0' && *at != ';' && *at != '\n' && (depth > 0 || *at != ',');
         at += used ? used : 1) {
        depth += (*at == '{' || *at == '(' || *at == '[') - (*at == '}' || *at == ')' || *at == ']');
        used = name_length(at);
        if (used == length && memcmp(at, name, length) == 0)
            return true;
    }
    return false;
}

/* The number that a register holds, as it is written; its length in *digits. NULL: it is not known. */
static const char *value_of(const char *from, const char *to, const char *name, size_t length, size_t *digits)
{
    char own[32];
    const char *value = NULL;

    snprintf(own, sizeof own, "%.*s", (int)length, name);
    for (const char *found = from; (found = strstr(found, own)) != NULL && found < to; found += length) {
        const char *at = found, *end;

        while (at > from && strchr(";\n", at[-1]) == NULL)
            at--;
        at = pass_label(at);
        if (is_part(found[length]) || *at == '.'
            || !writes(at + (*at == '@' ? strcspn(at, " \t;") + 1 : 0), own, length))
            continue;
        const char *comma = found + length + strspn(found + length, " \t");
        if (value != NULL || strncmp(at, "mov.", 4) != 0 || *comma != ',')
            return NULL;
        value = comma + 1 + strspn(comma + 1, " \t");
        strtoll(value, (char **)&end, 0);
        *digits = (size_t)(end - value);
        if (end == value || *end != ';' || (!isdigit((unsigned char)*value) && *value != '-'))
            return NULL;
    }
    return value;
}

bool ptx_with_constants(const char *from, const char *to, const char *line, char into[PTX_LINE_MAX],
                        char note[PTX_NOTE_MAX])
{
    const char *end, *more, *at = ptx_find(line, &end);
    struct text made = { into, 0, PTX_LINE_MAX }, said = { note, 0, PTX_NOTE_MAX };

    note[0] = '\0';
    if (at == NULL || strlen(line) >= PTX_LINE_MAX / 2 || ptx_find(end, &more) != NULL)
        return false;
    if (*at == '@') /* behind the guard */
        at += strcspn(at, " \t");
    at += strspn(at, " \t");
    const unsigned first = strncmp(at, "elect", 5) == 0 ? 1 : 2; /* the operand before is a register of each lane */
    at += strcspn(at, " \t");
    text_append(&made, "%.*s", (int)(at - line), line);
    for (unsigned operand = 0; *at != '\0';) {
        const size_t length = name_length(at);
        size_t digits = 0;
        const char *value = operand >= first && *at == '%' ? value_of(from, to, at, length, &digits) : NULL;

        if (value != NULL)
            text_append(&said, "%s%.*s is %.*s", said.used ? ", " : "", (int)length, at, (int)digits, value);
        text_append(&made, "%.*s", (int)(value ? digits : length ? length : 1), value ? value : at);
        operand += *at == ',';
        at += length ? length : 1;
    }
    return said.used > 0;
}
