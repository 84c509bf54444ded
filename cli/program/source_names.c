/* SPDX-License-Identifier: Apache-2.0 */
/* source_names - see source.h: names that nobody declares, by their use and by what clang says. */
#include "source.h"
#include "check/ptx_module.h"

#include <stdlib.h>
#include <string.h>

/* Is a name used so that a token behind it is this? */
static bool used(const struct program_source *s, const char *name, char kind)
{
    for (unsigned i = 0; i < s->tokens; i++)
        if (source_same(s, i, name, strlen(name)) && s->token[i + 1].kind == kind)
            return true;
    return false;
}

/* Is it a mask, the first argument of a call that has one? */
static bool is_mask(const struct program_source *s, const char *name)
{
    const struct call_row *row;

    for (unsigned i = 2; i < s->tokens; i++)
        if (source_same(s, i, name, strlen(name)) && s->token[i - 1].kind == '('
            && call_at(s->text, s->token[i - 2].at, &row) && row->arguments[0] == 'm')
            return true;
    return false;
}

/* Is __activemask() what stands here, or all that this name is ever given? */
static bool is_activemask(const struct program_source *s, unsigned i, bool is_name)
{
    bool found = false;

    if (source_is(s, i, "__activemask") || !is_name || s->token[i].kind != 'n')
        return source_is(s, i, "__activemask");
    for (unsigned k = 0; k + 2 < s->tokens; k++)
        if (source_same(s, k, s->token[i].at, s->token[i].length) && s->token[k + 1].kind == '='
            && s->token[k + 2].kind != '=') {
            if (!is_activemask(s, k + 2, false))
                return false;
            found = true;
        }
    return found;
}

unsigned program_source_activemask(const struct program_source *s, unsigned line)
{
    const struct call_row *row;

    for (const struct piece *p = s->piece; p < s->piece + s->pieces; p++)
        for (unsigned i = p->from; i + 2 < p->to && p->is_reached; i++)
            if (s->token[i].line > line && s->token[i + 1].kind == '(' && call_at(s->text, s->token[i].at, &row)
                && row->arguments[0] == 'm' && is_activemask(s, i + 2, true))
                return s->token[i].line;
    return 0;
}

/* How many brackets are behind it at most. */
static unsigned subscripts(const struct program_source *s, const char *name)
{
    unsigned most = 0;

    for (unsigned i = 0; i < s->tokens; i++)
        if (source_same(s, i, name, strlen(name))) {
            unsigned n = 0;

            for (unsigned k = i + 1; k < s->tokens && s->token[k].kind == '['; k = source_closing(s, k, s->tokens) + 1)
                n++;
            most = n > most ? n : most;
        }
    return most;
}

void source_pointer(unsigned number, const char *type, unsigned depth, char text[300])
{
    char stars[] = "****";

    stars[depth < 4 ? depth : 4] = '\0';
    snprintf(text, 300, "(%s%s)0x%llxull", type, stars,
             (unsigned long long)PTX_UNKNOWN_AT + ((unsigned long long)number << 32) + 0x80000000);
}

static bool declare(struct program_source *s, const char *name, bool is_type, char why[READ_WHY_MAX])
{
    static const char methods[] =
        "shfl shfl_up shfl_down shfl_xor ballot any all match_any match_all thread_rank num_threads sync";
    static const char item[] = "get_sub_group get_local_id get_local_linear_id get_global_id get_global_linear_id "
                               "get_group get_local_range";
    const struct expr_scope scope = { .lanes = 32, .width = 32 };
    const char *let = source_let(s, name, strlen(name));
    static struct expr expr;
    char value[300], reason[READ_WHY_MAX];

    for (unsigned i = 0; i < s->unknowns; i++)
        if (strcmp(s->unknown[i].name, name) == 0)
            return true;
    if (s->unknowns == NAMES_MOST || strlen(name) >= NAME_TEXT_MAX)
        return text_why(why, "too many names that are declared nowhere, such as %.40s", name);
    struct unknown *u = &s->unknown[s->unknowns];
    *u = (struct unknown){ .type = "int" };
    snprintf(u->name, sizeof u->name, "%s", name);
    if (is_type) {
        snprintf(u->code, sizeof u->code,
                 used(s, name, '<') ? "template <class...> using %s = int;" : "typedef int %s;", name);
        source_remark(s, "the type %s is declared nowhere, and taken as int", name);
    } else if (let != NULL) {
        source_let_text(let, value);
        u->kind = s->has_functions ? OUTSIDE : LOCAL;
        snprintf(u->code, sizeof u->code, s->has_functions ? "#define %s (%s)" : "int %s = %s;", name, value);
    } else if (used(s, name, ':') && strstr(s->text, name) != NULL
               && strncmp(strstr(s->text, name) + strlen(name), "::", 2) == 0) {
        snprintf(u->code, sizeof u->code, "namespace %s {}", name);
    } else if (is_mask(s, name)) {
        snprintf(u->code, sizeof u->code, "#define %s 0xffffffffu", name);
        source_remark(s, "the mask %s is not known, and taken to name all lanes", name);
    } else if (expr_read(name, &scope, &expr, reason) && expr.spelled[0]) {
        snprintf(u->code, sizeof u->code, expr.by_lane ? "#define %s ((int)lane_())" : "#define %s 32", name);
        source_remark(s, "%s is declared nowhere, and taken as %s", name,
                      expr.by_lane ? "the lane's number" : "the number of lanes");
    } else if (used(s, name, '(')) {
        for (unsigned i = 0; i < s->tokens; i++)
            if (source_same(s, i, name, strlen(name))
                && (call_family(s->text, s->token[i].at) || strstr(name, "shfl") || strstr(name, "shuffle")
                    || strstr(name, "ballot")))
                return text_why(why, "line %u: %s is not known, and may cross lanes", s->token[i].line, name);
        snprintf(value, sizeof value, "%s()", name);
        snprintf(u->code, sizeof u->code, "template <class... A> FN_ int %s(A &&...a) { return function_<%u>(a...); }",
                 name, source_number(s, value));
    } else if (used(s, name, '.')) {
        struct text code = { u->code, 0, sizeof u->code };
        bool is_tile = false, is_item = false;

        text_append(&code, "struct %s_t_ {", name);
        for (unsigned i = 0; i + 2 < s->tokens; i++)
            if (source_same(s, i, name, strlen(name)) && s->token[i + 1].kind == '.') {
                char member[NAME_TEXT_MAX], whole[2 * NAME_TEXT_MAX];

                is_tile = is_tile || source_is_any(s, i + 2, methods);
                snprintf(member, sizeof member, "%.*s", (int)s->token[i + 2].length, s->token[i + 2].at);
                snprintf(whole, sizeof whole, "%s.%s", name, member);
                const bool is_call = s->token[i + 3].kind == '(';
                is_item = is_item || source_is_any(s, i + 2, item);
                if (strstr(u->code, member) == NULL)
                    text_append(&code,
                                is_call ? " IN_ int %s() const { return unknown_<int, %u>(); }"
                                        : " int %s = unknown_<int, %u>();",
                                member, source_number(s, whole));
            }
        if (is_tile) {
            snprintf(u->code, sizeof u->code, "#define %s (cooperative_groups::thread_block_tile<32>())", name);
            source_remark(s, "%s is taken as a tile of 32 lanes", name);
        } else if (is_item) {
            snprintf(u->code, sizeof u->code, "#define %s (sycl::nd_item<1>())", name);
        } else {
            text_append(&code, " }; %s_t_ %s;", name, name);
            u->kind = LOCAL;
        }
    } else if (used(s, name, '[')) {
        char element[NAME_TEXT_MAX + 2];

        snprintf(element, sizeof element, "%s[]", name);
        u->kind = POINTER;
        u->depth = subscripts(s, name);
        u->number = source_number(s, element);
    } else if (!s->has_functions) {
        u->kind = VALUE;
        u->number = source_number(s, name);
    } else {
        snprintf(u->code, sizeof u->code, "#define %s (unknown_<int, %u>())", name, source_number(s, name));
    }
    s->unknowns++;
    return true;
}

/* 'NAME' behind these words. */
static bool quoted(const char *message, const char *words, char name[NAME_TEXT_MAX])
{
    const char *at = strstr(message, words);

    if (at == NULL)
        return false;
    at += strlen(words);
    const size_t length = strcspn(at, "'\n");
    if (length >= NAME_TEXT_MAX)
        return false;
    snprintf(name, NAME_TEXT_MAX, "%.*s", (int)length, at);
    return true;
}

/* A value of this line gets the type that is wanted there. */
static bool retype(struct program_source *s, unsigned line, const char *type)
{
    for (unsigned k = 0; k < s->unknowns; k++) {
        struct unknown *u = &s->unknown[k];

        if (u->kind < VALUE || u->is_retyped)
            continue;
        for (unsigned i = 0; i < s->tokens; i++)
            if (s->token[i].line == line && source_same(s, i, u->name, strlen(u->name))) {
                snprintf(u->type, sizeof u->type, "%s", type);
                return u->is_retyped = true;
            }
    }
    return false;
}

/* What using namespace X; names in this line, and nothing declares. */
static bool declare_space(struct program_source *s, unsigned line)
{
    for (unsigned i = 0; i < s->tokens; i++)
        if (s->token[i].line == line && source_is(s, i, "namespace") && s->unknowns < NAMES_MOST) {
            struct unknown *u = &s->unknown[s->unknowns++];

            *u = (struct unknown){ .type = "int" };
            snprintf(u->code, sizeof u->code, "namespace %.200s", s->token[i + 1].at);
            strcpy(u->code + strcspn(u->code, ";\n"), " {}");
            return true;
        }
    return false;
}

bool program_source_learn(struct program_source *s, char *messages, char why[READ_WHY_MAX])
{
    bool again = false;
    const char *first = NULL;
    char name[NAME_TEXT_MAX], where[PAGE_PATH_MAX];
    unsigned place = 0; /* of the first */

    for (char *line = strtok(messages, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        const unsigned before = s->unknowns, row = strncmp(line, "text:", 5) == 0 ? (unsigned)atoi(line + 5) : 0;

        if (strstr(line, "error: ") == NULL)
            continue;
        const bool is_type = quoted(line, "no template named '", name) || quoted(line, "unknown type name '", name);
        if (is_type || quoted(line, "use of undeclared identifier '", name)) {
            if (!declare(s, name, is_type, why)) {
                if (first != NULL) /* which may be the reason */
                    break;
                return false;
            }
            again = again || s->unknowns > before;
        } else if (strstr(line, "no viable conversion from ") && quoted(line, " to '", name)) {
            again = retype(s, row, name) || again;
        } else if (strstr(line, "expected namespace name")) {
            again = declare_space(s, row) || again;
        }
        place = first == NULL ? row : place;
        first = first == NULL ? strstr(line, "error: ") + 7 : first;
    }
    if (again)
        return true;
    if (!s->of_int) /* what a template is made of */
        return s->of_int = true;
    if (first == NULL)
        return text_why(why, "clang gives no reason");
    unsigned line = place;
    const char *file = program_source_place(s, &line);
    snprintf(where, sizeof where, "%.60s%sline %u", file ? file : "", file ? ", " : "", line);
    for (unsigned i = 0; i < s->tokens; i++)
        for (unsigned k = 0; k < s->unknowns && s->token[i].line == place; k++) {
            const char *unknown = s->unknown[k].name;

            if (strncmp(s->unknown[k].code, "#define", 7) != 0 || !source_same(s, i, unknown, strlen(unknown)))
                continue;
            if (strstr(first, "able-length array"))
                return text_why(why, "%s: the size %s is not known: give it with --let %s=VALUE", where, unknown,
                                unknown);
            source_remark(s, "%s is declared nowhere", unknown);
        }
    if (s->guessed[0])
        source_remark(s, "%s of a template is taken as int: --let %s=TYPE gives it", s->guessed, s->guessed);
    return place ? text_why(why, "%s: clang: %.200s%s%s", where, first, s->note[0] ? "; " : "", s->note)
                 : text_why(why, "clang: %.300s", first);
}
