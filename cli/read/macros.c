/* SPDX-License-Identifier: Apache-2.0 */
/* macros - see macros.h */
#include "macros.h"
#include "names.h"
#include "shuffle.h"

#include <stdlib.h>
#include <string.h>

enum { USE_MAX = 2000 };

/* The name behind "#define" at the beginning of a line, or NULL; *end is behind the directive's last line. */
static const char *definition(const char *line, const char *word, const char **end)
{
    const char *at = line + strspn(line, " \t");

    if (*at != '#')
        return NULL;
    if ((at = text_pass_word(at + 1, word)) == NULL)
        return NULL;
    at += strspn(at, " \t");
    *end = text_line_end(at);
    return at;
}

/* Where a word goes on at `at`, behind what is no code: a comment or a string; or at. */
static const char *pass(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");

        return end ? end + 2 : at + strlen(at);
    }
    if (at[0] == '"') {
        const char *c = at + 1;

        while (*c != '\0' && *c != '"' && *c != '\n')
            c += c[0] == '\\' && c[1] != '\0' ? 2 : 1;
        return *c == '"' ? c + 1 : c;
    }
    return at;
}

static bool has_shuffle(const char *text)
{
    const char *end;

    return shuffle_find(text, &end) != NULL || shuffle_is_amd(text);
}

/* Has the body a call, or one of the macros that have one? */
static bool has_call(const struct names *names, const char *body)
{
    if (has_shuffle(body))
        return true;
    for (const char *at = body; *at != '\0';) {
        const size_t word = text_name(at);

        if (word > 0 && names_macro(names, at, word) != NULL)
            return true;
        at += word ? word : 1;
    }
    return false;
}

/* Take the macro, if it has a call. *twice: it has another text already, so that a condition decides which one it is. */
static bool take(struct names *names, const char *at, const char *end, bool *twice)
{
    const struct macro *m = names_macro(names, at, text_name(at));
    char before[MACRO_BODY_MAX] = "";
    const bool had = m != NULL;

    if (had)
        memcpy(before, m->body, sizeof before);
    names_define(names, at, end);
    m = names_macro(names, at, text_name(at));
    *twice = had && m != NULL && strcmp(before, m->body) != 0;
    if (m == NULL)
        return false;
    if (m->parameters <= MACRO_PARAMETERS && has_call(names, m->body))
        return true;
    names_undefine(names, at);
    return false;
}

struct copy {
    char *at;
    size_t used, size;
};

static bool put(struct copy *copy, const char *from, size_t length)
{
    if (copy->used + length + 1 > copy->size) {
        const size_t size = 2 * (copy->used + length + 1);
        char *more = realloc(copy->at, size);

        if (more == NULL)
            return false;
        copy->at = more;
        copy->size = size;
    }
    memcpy(copy->at + copy->used, from, length);
    copy->used += length;
    copy->at[copy->used] = '\0';
    return true;
}

static bool put_lines(struct copy *copy, const char *from, const char *to)
{
    for (; from < to; from++)
        if (*from == '\n' && !put(copy, "\n", 1))
            return false;
    return true;
}

/* The use of a macro at `at`: where it ends; NULL: it is none that can be followed. */
static const char *use(const struct names *names, const char *at, size_t word, char out[USE_MAX])
{
    const struct macro *m = names_macro(names, at, word);
    const char *end = m ? macro_use_end(m, at + word) : NULL;

    return end != NULL && names_expand(names, at, end, out, USE_MAX) ? end : NULL;
}

static bool replace(struct names *names, const char *text, struct copy *copy)
{
    char out[USE_MAX];
    bool begins = true, twice; /* begins: a line does */

    for (const char *at = text, *end; *at != '\0'; at = end) {
        const char *name;

        if (begins && (name = definition(at, "define", &end)) != NULL) {
            const bool taken = take(names, name, end, &twice);

            if (twice || !(taken ? put_lines(copy, at, end) : put(copy, at, (size_t)(end - at))))
                return false;
            continue;
        }
        if (begins && (name = definition(at, "undef", &end)) != NULL)
            names_undefine(names, name);
        begins = *at == '\n';
        end = pass(at);
        if (end == at) {
            const size_t word = text_name(at);
            const char *behind = word > 0 && names->macros > 0 ? use(names, at, word, out) : NULL;

            if (behind != NULL) {
                if (!put(copy, out, strlen(out)) || !put_lines(copy, at, behind))
                    return false;
                end = behind;
                continue;
            }
            end = at + (word ? word : strspn(at, " \t") ? strspn(at, " \t") : 1);
        }
        if (!put(copy, at, (size_t)(end - at)))
            return false;
    }
    return true;
}

char *macros_of_calls(const char *text)
{
    struct copy copy = { NULL, 0, 0 };
    struct names *names;

    if (strstr(text, "define") == NULL || strchr(text, '#') == NULL || (names = calloc(1, sizeof *names)) == NULL)
        return NULL;
    /* without another call the definition is what is asked about */
    if (!put(&copy, "", 0) || !replace(names, text, &copy) || names->macros == 0 || !has_shuffle(copy.at)) {
        free(copy.at);
        copy.at = NULL;
    }
    free(names);
    return copy.at;
}
