/* SPDX-License-Identifier: Apache-2.0 */
/* constants - see ptx_constants.h */
#include "ptx_constants.h"
#include "ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_part(char c) { return text_is_name(c) || c == '%'; }

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct ptx_register *)left)->name, ((const struct ptx_register *)right)->name);
}

/* The register of that name, or NULL. The list is in order. */
static struct ptx_register *find(struct ptx_constants *constants, const char *name, size_t length)
{
    struct ptx_register key;

    if (length >= sizeof key.name)
        return NULL;
    memcpy(key.name, name, length);
    key.name[length] = '\0';
    return bsearch(&key, constants->list, constants->count, sizeof key, by_name);
}

/* The line of a directive: does a function begin with it? */
static bool begins_function(const char *at, const char *end)
{
    for (; at < end && *at != '\n'; at++)
        if (strncmp(at, ".entry", 6) == 0 || strncmp(at, ".func", 5) == 0)
            return true;
    return false;
}

/* The number of "mov.b32 %r1, 5": what follows the comma, up to the end; false if it is none. */
static bool take_number(const char *at, const char *end, char value[PTX_NAME_MAX])
{
    char *behind;

    at += strspn(at, " \t");
    if (!isdigit((unsigned char)*at) && *at != '-')
        return false;
    strtoll(at, &behind, 0);
    if (behind == at || behind != end || end - at >= PTX_NAME_MAX)
        return false;
    memcpy(value, at, (size_t)(end - at));
    value[end - at] = '\0';
    return true;
}

/* An instruction, in the first pass: a mov of a number. */
static void take_move(struct ptx_constants *constants, const char *at, const char *end)
{
    struct ptx_register found = { .writes = 0 };
    const char *name, *comma = memchr(at, ',', (size_t)(end - at));

    if (strncmp(at, "mov.", 4) != 0 || comma == NULL || !take_number(comma + 1, end, found.value))
        return;
    at += strcspn(at, " \t\n;");
    name = at += strspn(at, " \t\n");
    while (is_part(*at))
        at++;
    if (at == name || (size_t)(at - name) >= sizeof found.name)
        return;
    if (constants->count == PTX_REGISTERS_MAX) {
        constants->is_full = true; /* then nothing is known of any */
        return;
    }
    memcpy(found.name, name, (size_t)(at - name));
    constants->list[constants->count++] = found;
}

/* An instruction, in the second pass: all registers up to the first comma outside of brackets are taken for written. */
static void take_writes(struct ptx_constants *constants, const char *at, const char *end)
{
    int depth = 0;

    for (at += strcspn(at, " \t\n;"); at < end && (depth > 0 || *at != ','); at++) {
        depth += (*at == '{' || *at == '(' || *at == '[') - (*at == '}' || *at == ')' || *at == ']');
        if (!is_part(*at))
            continue;
        const char *name = at;

        while (at + 1 < end && is_part(at[1]))
            at++;
        struct ptx_register *written = find(constants, name, (size_t)(at + 1 - name));
        if (written != NULL)
            written->writes++;
    }
}

static void pass(struct ptx_constants *constants, const char *text,
                 void (*take)(struct ptx_constants *, const char *, const char *))
{
    for (const char *at = text, *end; *at != '\0'; at = *end ? end + 1 : end) {
        end = at + strcspn(at, ";");
        for (bool more = true; more && at < end;) { /* what is no instruction: blanks, comments, directives, labels */
            const size_t word = strcspn(at, " \t\n;");

            if (strchr(" \t\n{}", *at) != NULL) {
                at++;
            } else if (*at == '.' || (at[0] == '/' && at[1] == '/')) {
                if (*at == '.' && begins_function(at, end))
                    return;
                at += strcspn(at, "\n");
                end = at > end ? at + strcspn(at, ";") : end; /* a semicolon in a comment */
            } else if (word > 0 && at[word - 1] == ':') {
                at += word;
            } else {
                more = false;
            }
        }
        if (at < end && *at == '@') { /* behind a guard a mov is no better than anything else that writes */
            at += strcspn(at, " \t;");
            at += strspn(at, " \t");
            at += strncmp(at, "mov.", 4) == 0;
        }
        if (at < end)
            take(constants, at, end);
    }
}

void ptx_constants(struct ptx_constants *constants, const char *text)
{
    constants->count = 0;
    constants->is_full = false;
    pass(constants, text, take_move);
    qsort(constants->list, constants->count, sizeof *constants->list, by_name);
    pass(constants, text, take_writes);
}

/* What a register holds, or NULL. */
static const char *value_of(struct ptx_constants *constants, const char *name, size_t length)
{
    const struct ptx_register *found = constants->is_full ? NULL : find(constants, name, length);

    return found != NULL && found->writes == 1 ? found->value : NULL;
}

bool ptx_with_constants(struct ptx_constants *constants, const char *line, char into[PTX_LINE_MAX],
                        char note[PTX_NOTE_MAX])
{
    const char *end, *more, *at = ptx_find(line, &end);
    size_t used = 0;
    bool any = false;

    note[0] = '\0';
    if (at == NULL || strlen(line) >= PTX_LINE_MAX / 2 || ptx_find(end, &more) != NULL)
        return false;
    if (*at == '@') /* behind the guard */
        at += strcspn(at, " \t");
    at += strspn(at, " \t");
    const unsigned first = strncmp(at, "elect", 5) == 0 ? 1 : 2; /* the operand before is a register of each lane */
    at += strcspn(at, " \t");
    used = (size_t)snprintf(into, PTX_LINE_MAX, "%.*s", (int)(at - line), line);
    for (unsigned operand = 0; *at != '\0';) {
        size_t length = 0;

        while (is_part(at[length]))
            length++;
        const char *value = operand >= first && length > 0 ? value_of(constants, at, length) : NULL;
        if (value != NULL) {
            const size_t noted = strlen(note);

            used += (size_t)snprintf(into + used, PTX_LINE_MAX - used, "%s", value);
            snprintf(note + noted, PTX_NOTE_MAX - noted, "%s%.*s is %s", any ? ", " : "", (int)length, at, value);
            any = true;
        } else {
            used += (size_t)snprintf(into + used, PTX_LINE_MAX - used, "%.*s", (int)(length ? length : 1), at);
        }
        operand += *at == ',';
        at += length ? length : 1;
        if (used >= PTX_LINE_MAX - 1)
            return false;
    }
    return any;
}
