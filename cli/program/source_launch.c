/* SPDX-License-Identifier: Apache-2.0 */
/* source_launch - how the host's part of a source launches a kernel: <<<grid, block, shared>>> of constants. */
#include "source.h"

#include <string.h>

enum { DEPTH = 8, EXPRESSION_MAX = 300 };

static bool is_kind(const struct program_source *s, unsigned i, char kind)
{
    return i < s->tokens && s->token[i].kind == kind;
}

bool source_constant(const struct program_source *s, unsigned from, unsigned to, unsigned depth, struct text *text)
{
    for (unsigned i = from; i < to; i++) {
        const struct token *t = &s->token[i];
        bool is_known = t->kind != 'n';

        if (is_known)
            text_append(text, "%.*s", (int)t->length, t->at);
        if (i + 3 < to && source_is(s, i, "sizeof") && is_kind(s, i + 3, ')')) {
            is_known = source_is_any(s, i + 2, "float int unsigned uint32_t int32_t double");
            text_append(text, source_is(s, i + 2, "double") ? "8" : "4");
            i += 3;
        }
        for (unsigned n = 1; n + 1 < s->tokens && !is_known && depth < DEPTH; n++) {
            const unsigned k = n <= i ? i + 1 - n : n; /* the nearest in front of it, or the first one behind */
            const size_t used = text->used;
            unsigned end = k + 2;

            if (!source_same(s, k, t->at, t->length))
                continue;
            const bool is_macro = k > 0 && source_is(s, k - 1, "define");
            if (!is_macro && (s->token[k + 1].kind != '=' || is_kind(s, k + 2, '=')))
                continue;
            while (end < s->tokens
                   && (is_macro ? s->token[end].line == s->token[k].line : !strchr(";,", s->token[end].kind)))
                end++;
            text_append(text, "(");
            is_known = !s->token[k].is_no_constant && source_constant(s, k + (is_macro ? 1 : 2), end, depth + 1, text);
            text->used = is_known ? text->used : used; /* another line may have it */
            text_append(text, is_known ? ")" : "");
            s->token[k].is_no_constant = !is_known;
            if (!is_known && !is_macro && k > 0 && s->token[k - 1].kind == 'n' && !source_is(s, k - 1, "else"))
                return false; /* it is declared here, as something that is not known */
        }
        if (!is_known)
            return false;
    }
    return from < to;
}

static bool number(const struct program_source *s, unsigned from, unsigned to, unsigned *value)
{
    const struct expr_scope scope = { .lanes = 1, .width = 1 };
    static struct expr expr;
    char expression[EXPRESSION_MAX], why[READ_WHY_MAX];
    struct text text = { expression, 0, sizeof expression };

    if (!source_constant(s, from, to, 0, &text) || !expr_read(expression, &scope, &expr, why)
        || expr.word[0] > UINT32_MAX)
        return false;
    *value = (unsigned)expr.word[0];
    return true;
}

/* Where the dim3 of the name at `use` gets its value: in the last declaration before, else the first one; 0: nowhere. */
static unsigned declared_extent(const struct program_source *s, unsigned use)
{
    unsigned begin = 0;

    for (unsigned k = 1, is_dim3 = 0, level = 0; k + 1 < s->tokens && (begin == 0 || k < use); k++) {
        level += strchr("([{", s->token[k - 1].kind) != NULL;
        level -= level > 0 && strchr(")]}", s->token[k - 1].kind) != NULL;
        is_dim3 = is_dim3 && !is_kind(s, k - 1, ';');
        if (source_is(s, k - 1, "dim3")) {
            is_dim3 = s->token[k].kind == 'n';
            level = 0;
        }
        if (is_dim3 && level == 0 && source_same(s, k, s->token[use].at, s->token[use].length))
            begin = k + 1 + is_kind(s, k + 1, '=');
    }
    return begin;
}

/* A number, dim3(x, y, z), or a name that was declared as dim3. */
static bool extent(const struct program_source *s, unsigned from, unsigned to, unsigned depth, unsigned of[3])
{
    of[0] = of[1] = of[2] = 1;
    if (from + 1 < to && source_is(s, from, "dim3"))
        from++;
    else if (from + 1 == to && s->token[from].kind == 'n' && depth < DEPTH) {
        const unsigned begin = declared_extent(s, from);
        unsigned end = begin;

        while (end < s->tokens && strchr(";,", s->token[end].kind) == NULL)
            end = strchr("([{", s->token[end].kind) ? source_closing(s, end, s->tokens) + 1 : end + 1;
        if (begin > 0)
            return extent(s, begin, end, depth + 1, of);
    }
    if (from < to && strchr("({", s->token[from].kind) && source_closing(s, from, to) + 1 == to) {
        from++;
        to--;
    }
    for (unsigned n = 0; n < 3 && from < to; n++) {
        const unsigned end = source_part_end(s, from, to, false);

        if (!number(s, from, end, &of[n]))
            return false;
        from = end + 1;
    }
    return true;
}

/* Do the numbers among template arguments stand in a name of PTX, as Li256E? */
static bool is_instance(const struct program_source *s, unsigned from, unsigned to, const char *mangled)
{
    for (unsigned end; from < to; from = end + 1) {
        char written[16];
        unsigned value;

        end = source_part_end(s, from, to, false);
        snprintf(written, sizeof written, "%uE", number(s, from, end, &value) ? value : 0);
        if (strcmp(written, "0E") != 0 && strstr(mangled, written) == NULL)
            return false;
    }
    return true;
}

bool program_source_names(const struct program_source *s, const char *kernel, size_t length, const char *what)
{
    for (unsigned i = 0; i < s->pieces; i++) {
        const struct piece *p = &s->piece[i];
        const bool counts = p->is_function && p->is_reached && (!p->is_root || source_same(s, p->name, kernel, length));
        const char *at = counts ? strstr(s->token[p->from].at, what) : NULL;

        if (at && at < s->token[p->to - 1].at)
            return true;
    }
    return false;
}

bool program_source_launch(const struct program_source *s, const char *kernel, size_t length, unsigned block[3],
                           unsigned *shared)
{
    for (unsigned i = 0; i + 4 < s->tokens; i++) {
        unsigned at = i + 1, to;

        if (!source_same(s, i, kernel, length))
            continue;
        if (s->token[at].kind == '<' && !(s->token[at + 1].kind == '<' && s->token[at + 2].kind == '<'))
            at = source_template_end(s, at, s->tokens);
        if (at > i + 1 && !is_instance(s, i + 2, at - 1, kernel + length))
            continue;
        if (!is_kind(s, at, '<') || !is_kind(s, at + 1, '<') || !is_kind(s, at + 2, '<'))
            continue;
        for (to = at + 3; to + 2 < s->tokens && s->token[to].kind != ';'; to++)
            if (s->token[to].kind == '>' && s->token[to + 1].kind == '>' && s->token[to + 2].kind == '>')
                break;
        const unsigned grid = source_part_end(s, at + 3, to, false);
        if (s->token[to].kind != '>' || grid >= to
            || !extent(s, grid + 1, source_part_end(s, grid + 1, to, false), 0, block))
            continue;
        const unsigned bytes = source_part_end(s, grid + 1, to, false) + 1;
        *shared = 0;
        if (bytes < to)
            number(s, bytes, source_part_end(s, bytes, to, false), shared);
        return true;
    }
    return false;
}

void program_source_cluster(const struct program_source *s, const char *kernel, size_t length, unsigned cluster[3])
{
    for (const struct piece *p = s->piece; p < s->piece + s->pieces; p++)
        for (unsigned i = p->from; i < p->open && source_same(s, p->name, kernel, length); i++)
            if (source_is(s, i, "__cluster_dims__"))
                extent(s, i + 2, source_closing(s, i + 1, p->open), 0, cluster);
}

bool program_source_member(const struct program_source *s, const char *type, unsigned wanted,
                           struct program_parameter *p)
{
    const char *stop = type + strlen(type), *word = text_name_begin(type, text_trim(type, stop));
    unsigned begin = 2, end = 0, count = 0, to;

    for (;; begin++) { /* struct word {..}, typedef struct {..} word */
        if (begin + 1 >= s->tokens)
            return false;
        end = is_kind(s, begin, '{') ? source_closing(s, begin, s->tokens) : 0;
        if (end > 0 && end + 1 < s->tokens
            && (source_is_any(s, begin - 1, "struct class") || source_is_any(s, begin - 2, "struct class"))
            && (source_same(s, begin - 1, word, text_name(word)) || source_same(s, end + 1, word, text_name(word))))
            break;
    }
    for (unsigned from = begin + 1; from < end; from = to + 1) {
        bool is_method = false;

        for (to = from; to < end && s->token[to].kind != ';' && !(is_method && s->token[to].kind == '}'); to++)
            if (strchr("({", s->token[to].kind)) {
                is_method = true;
                to = source_closing(s, to, end) - (s->token[to].kind == '{');
            }
        from += is_kind(s, from + 1, ':') ? 2 : 0; /* public: */
        for (unsigned part = from, last; part < to && !is_method; part = last + 1) {
            unsigned bracket = part, elements = 1;

            last = source_part_end(s, part, to, false);
            while (bracket < last && s->token[bracket].kind != '[')
                bracket++;
            if (bracket < last && !number(s, bracket + 1, source_closing(s, bracket, last), &elements))
                return false;
            if (part == from)
                *p = source_parameter(s, part, bracket);
            else
                p->is_pointer = is_kind(s, part, '*');
            count += elements;
            if (wanted < count)
                return true;
        }
    }
    return false;
}
