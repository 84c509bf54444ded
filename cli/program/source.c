/* SPDX-License-Identifier: Apache-2.0 */
/* source - a pasted text as a source file for clang: what it declares stands outside, its statements in a kernel, and names that
 * nobody declares are declared by their use. Columns and lines stay those of the text. */
#include "source.h"
#include "cli/read/ptx.h"
#include "lib/output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names of what is not known */

unsigned source_number(struct program_source *s, const char *name)
{
    for (unsigned i = 0; i < s->names; i++)
        if (strcmp(s->name[i], name) == 0)
            return i;
    if (s->names == NAMES_MOST)
        return 0;
    s->name[s->names] = text_copy(name, strlen(name));
    return s->names++;
}

void source_remark(struct program_source *s, const char *format, ...)
{
    char text[200];

    text_arguments(text, sizeof text, format);
    if (strstr(s->note, text) == NULL)
        text_note(s->note, sizeof s->note, text);
}

/* ---- Characters */

static void blank(char *from, const char *to)
{
    for (; from < to; from++)
        *from = *from == '\n' ? '\n' : ' ';
}

/* The parameter in front of c is this value: of the thread's numbers. */
static void take_semantic(struct program_source *s, const char *c, const char *value)
{
    const char *stop = text_trim(s->text, c), *name = text_name_begin(s->text, stop);

    if (s->semantics == sizeof s->semantic / sizeof *s->semantic)
        return;
    snprintf(s->semantic[s->semantics].name, NAME_TEXT_MAX, "%.*s", (int)(stop - name), name);
    s->semantic[s->semantics++].value = value;
}

/* The lanes of a sub-group, if an attribute says them. */
static void sub_group_size(struct program_source *s, const char *from, const char *to)
{
    const char *at = strstr(from, "reqd_sub_group_size(");

    if (at != NULL && at < to)
        s->lanes = (unsigned)atoi(at + 20);
}

/* Does a declaration of memory begin here, as shaders have it? In front of its name; buffer[i] = 1 is none. */
static bool is_buffer(const char *at)
{
    const size_t length = text_name(at);
    const char behind = *text_skip(at + length);

    if (text_among(at, length,
                   "RWStructuredBuffer StructuredBuffer RWBuffer Buffer RWByteAddressBuffer ByteAddressBuffer cbuffer "
                   "buffer uniform varying")
        && (behind == '<' || text_is_name(behind)))
        return true;
    return text_pass_word(at, "layout") && *text_skip(at + 6) == '(';
}

/* The body of a lambda that is given to parallel_for is the program; its parameter is a name that nobody declares. */
static void take_lambda(struct program_source *s)
{
    for (char *c = s->text; (c = strchr(c, '[')) != NULL; c++) {
        const char *open = text_bracket(c) ? text_skip(text_bracket(c)) : c,
                   *close = *open == '(' ? text_bracket(open) : NULL, *body, *end, *item;

        if (close == NULL || (item = strstr(open, "item")) == NULL || item > close)
            continue;
        body = text_skip(close);
        if (*body != '{' || (end = text_bracket(body)) == NULL)
            continue;
        blank(s->text, body + 1);
        blank(s->text + (end - 1 - s->text), s->text + strlen(s->text));
        return;
    }
}

/* Comments, #include, #pragma, attributes and what shaders say of their layout become blanks. */
static void clean(struct program_source *s)
{
    const bool is_shader = strstr(s->text, "__global__") == NULL;
    bool begins = true; /* a line */

    for (char *c = s->text; *c; c++) {
        if (*c == '"' || *c == '\'') {
            const char quote = *c;

            if (quote == '\'' && c > s->text && isalnum((unsigned char)c[-1]))
                continue; /* 1'000 */
            for (c++; *c && *c != quote && *c != '\n'; c++)
                c += *c == '\\' && c[1];
            c -= *c == '\0' || *c == '\n';
        } else if (c[0] == '/' && (c[1] == '/' || c[1] == '*')) {
            const char *end = c[1] == '/' ? c + strcspn(c, "\n") : strstr(c + 2, "*/");

            end = end == NULL ? c + strlen(c) : c[1] == '/' ? end : end + 2;
            blank(c, end);
        } else if (*c == '#' && begins) {
            const char *word = text_skip(c + 1);

            if (text_among(word, text_name(word), "include pragma version extension import"))
                blank(c, text_line_end(c));
        } else if (c[0] == '[' && c[1] == '[') {
            char *end = strstr(c, "]]");
            static const struct {
                const char *word, *value;
            } known[] = { { "thread_index_in_simdgroup", "lane_()" },
                          { "thread_position_in_threadgroup", "threadIdx.x" },
                          { "thread_position_in_grid", "threadIdx.x" },
                          { "thread_index_in_threadgroup", "threadIdx.x" },
                          { "threads_per_simdgroup", "32" } };

            if (end == NULL)
                continue;
            sub_group_size(s, c, end);
            for (size_t i = 0; i < sizeof known / sizeof *known; i++)
                if (strncmp(text_skip(c + 2), known[i].word, strlen(known[i].word)) == 0) {
                    take_semantic(s, c, known[i].value);
                    s->is_metal = true;
                }
            blank(c, end + 2);
        } else if (*c == ':' && strncmp(text_skip(c + 1), "SV_", 3) == 0) {
            const char *word = text_skip(c + 1);

            take_semantic(s, c,
                          strncmp(word, "SV_GroupIndex", 13) == 0 ? "threadIdx.x"
                          : strncmp(word, "SV_GroupID", 10) == 0  ? "{}"
                                                                  : "{ threadIdx.x, 0, 0 }");
            blank(c, word + text_name(word));
        } else if (*c == '[' && begins && is_shader) { /* [unroll], [numthreads(32, 1, 1)] */
            const char *end = text_bracket(c);

            if (end != NULL && isalpha((unsigned char)c[1]))
                blank(c, end);
        } else if (text_pass_word(c, "__shared__")) {
            const size_t at = (size_t)(text_skip(c + 10) - s->text);

            if (text_pass_word(s->text + at, "alignas"))
                memcpy(s->text + at, "ALIGNAS", 7);
        } else if (strncmp(c, "__attribute__", 13) == 0) {
            const char *open = text_skip(c + 13), *end = *open == '(' ? text_bracket(open) : NULL;

            if (end != NULL) {
                sub_group_size(s, c, end);
                blank(c, end);
            }
        } else if (begins && is_shader && is_buffer(c)) { /* what is in it is not known */
            const char *end = c + strcspn(c, ";{");

            if (*end == '{' && text_bracket(end) != NULL)
                end = text_bracket(end) + strcspn(text_bracket(end), ";");
            blank(c, end + (*end == ';'));
        }
        begins = *c == '\n' || *c == '{' || *c == ';' || (begins && isspace((unsigned char)*c));
    }
}

static void tokens(struct program_source *s)
{
    unsigned line = 1, room = 0;

    for (const char *c = s->text;; c++) { /* behind the last one is an empty one */
        struct token t = { c, *c != '\0', line, *c, false };

        line += *c == '\n';
        if (isspace((unsigned char)*c) || (*c == '\\' && c[1 + strspn(c + 1, " \t\r")] == '\n'))
            continue;
        if (isdigit((unsigned char)*c)) {
            while (text_is_name(c[t.length]) || c[t.length] == '.'
                   || (c[t.length] == '\'' && isalnum((unsigned char)c[t.length + 1])))
                t.length++;
            t.kind = '0';
        } else if (text_is_name(*c)) {
            t.length = (unsigned)text_name(c);
            t.kind = 'n';
        } else if (*c == '"' || *c == '\'') {
            while (c[t.length] && c[t.length] != *c && c[t.length] != '\n')
                t.length += c[t.length] == '\\' && c[t.length + 1] ? 2 : 1;
            t.length += c[t.length] == *c;
            t.kind = '"';
        }
        if (s->tokens + 2 > room) {
            room = room ? 2 * room : 1024;
            s->token = more_memory(s->token, room * sizeof *s->token);
        }
        s->token[s->tokens] = t;
        if (*c == '\0')
            return;
        s->tokens++;
        c += t.length - 1;
    }
}

bool source_is(const struct program_source *s, unsigned i, const char *word)
{
    return i < s->tokens && s->token[i].length == strlen(word) && memcmp(s->token[i].at, word, strlen(word)) == 0;
}

bool source_is_any(const struct program_source *s, unsigned i, const char *words)
{
    return i < s->tokens && text_among(s->token[i].at, s->token[i].length, words);
}

bool source_same(const struct program_source *s, unsigned i, const char *name, size_t length)
{
    return s->token[i].kind == 'n' && s->token[i].length == length && memcmp(s->token[i].at, name, length) == 0;
}

unsigned source_closing(const struct program_source *s, unsigned i, unsigned end)
{
    unsigned depth = 0;

    for (; i < end; i++) {
        depth += strchr("([{", s->token[i].kind) != NULL;
        if (strchr(")]}", s->token[i].kind) != NULL && --depth == 0)
            return i;
    }
    return end;
}

unsigned source_template_end(const struct program_source *s, unsigned i, unsigned end)
{
    unsigned depth = 0;

    for (; i < end; i++) {
        if (s->token[i].kind == '(')
            i = source_closing(s, i, end);
        depth += s->token[i].kind == '<';
        if (s->token[i].kind == '>' && --depth == 0)
            return i + 1;
    }
    return end;
}

unsigned source_part_end(const struct program_source *s, unsigned i, unsigned to, bool is_type)
{
    while (i < to && s->token[i].kind != ',')
        i = strchr("([{", s->token[i].kind)    ? source_closing(s, i, to) + 1
          : is_type && s->token[i].kind == '<' ? source_template_end(s, i, to)
                                               : i + 1;
    return i < to ? i : to;
}

/* ---- Pieces */

static const char kernels[] = "__global__ __kernel kernel", types[] = "struct class union enum typedef";

/* Is a token the word of a kernel, or a macro of the text that has it? */
static bool makes_kernel(const struct program_source *s, unsigned i)
{
    bool found = source_is_any(s, i, kernels);

    for (unsigned k = 0; k < s->pieces && !found && s->token[i].kind == 'n'; k++) {
        const struct piece *p = &s->piece[k];

        if (p->is_directive && source_is(s, p->from + 1, "define")
            && source_same(s, p->from + 2, s->token[i].at, s->token[i].length))
            for (unsigned t = p->from + 3; t < p->to; t++)
                found = found || source_is_any(s, t, kernels);
    }
    return found;
}

static void function_of(struct program_source *s, struct piece *p)
{
    unsigned i = p->from, open = p->to, close = p->to;

    if (source_is(s, i, "template"))
        i = p->template_end = source_template_end(s, i + 1, p->to);
    if (source_is_any(s, i, "if for while switch do else return namespace") || source_is_any(s, i, types)
        || s->token[i].kind != 'n')
        return;
    for (; i < p->to && s->token[i].kind != '{'; i++) {
        if (s->token[i].kind == '=' || s->token[i].kind == '#')
            return;
        if (s->token[i].kind == '(') {
            open = i;
            i = close = source_closing(s, i, p->to);
        }
    }
    unsigned name = open - 1, depth = s->token[name].kind == '>';
    while (depth > 0 && name > p->from) /* of a specialization, sum<int>(..) */
        depth += s->token[--name].kind == '>' ? 1u : s->token[name].kind == '<' ? ~0u : 0u;
    name -= name < open - 1 && name > p->from;
    if (i >= p->to || close >= p->to || (open <= p->from + 1 && !makes_kernel(s, p->from))
        || s->token[name].kind != 'n')
        return;
    for (unsigned k = close + 1; k < i; k++) /* const, noexcept, -> T */
        if (s->token[k].kind != 'n' && strchr("->:&*<>", s->token[k].kind) == NULL)
            return;
    p->is_function = p->is_declaration = true;
    p->name = name;
    p->open = open;
    p->close = close;
    for (unsigned k = p->from; k < open; k++)
        p->is_kernel = p->is_kernel || makes_kernel(s, k);
    for (unsigned k = i; k < p->to && p->launch == 0; k++)
        p->launch = strncmp(s->token[k].at, "<<<", 3) == 0 ? s->token[k].line : 0;
}

static bool declares(const struct program_source *s, const struct piece *p)
{
    unsigned brace = p->from;

    if (source_is_any(s, p->from,
                      "template namespace using constexpr __constant__ extern typedef enum class static_assert")
        || (source_is(s, p->from, "static") && source_is_any(s, p->from + 1, "const constexpr")))
        return true;
    if (source_is(s, p->from, "const") && s->token[p->from + 1].kind == 'n' && p->from + 4 < p->to
        && s->token[p->from + 3].kind == '=' && isupper((unsigned char)*s->token[p->from + 2].at)
        && s->token[p->from + 4].kind == '0')
        return true;
    if (!source_is_any(s, p->from, "struct union"))
        return false;
    while (brace < p->to && s->token[brace].kind != '{' && s->token[brace].kind != '=')
        brace++;
    return brace < p->to && s->token[brace].kind == '{';
}

unsigned source_space(const struct program_source *s, unsigned i)
{
    unsigned k = i + 1;

    if (source_is(s, i, "extern") && s->token[k].kind == '"')
        return s->token[k + 1].kind == '{' ? k + 1 : i;
    if (!source_is(s, i, "namespace"))
        return i;
    while (s->token[k].kind == 'n' || s->token[k].kind == ':')
        k++;
    return s->token[k].kind == '{' ? k : i;
}

static bool pieces(struct program_source *s, char why[READ_WHY_MAX])
{
    unsigned depth = 0, spaces = 0, behind = 0, brace, opened[32] = { 0 }, open = 0;
    bool has_initial = false;

    for (unsigned i = 0, from = 0; i < s->tokens; i++) {
        const char kind = s->token[i].kind;
        bool ends = false, is_directive = false, is_space = false;

        if (kind == '#' && source_is_any(s, i + 1, "if ifdef ifndef") && open < 31)
            opened[++open] = depth;
        else if (kind == '#' && source_is_any(s, i + 1, "else elif")) /* each branch opens the same brackets */
            depth = open ? opened[open] : depth;
        else if (kind == '#' && source_is(s, i + 1, "endif"))
            open -= open > 0;

        if (kind == '#' && i == from && depth == 0) {
            const char *end = text_line_end(s->token[i].at);

            while (i + 1 < s->tokens && s->token[i + 1].at < end)
                i++;
            ends = is_directive = true;
        }
        if (!is_directive && strchr("([{", kind) != NULL)
            depth++;
        if (kind == '}' && depth == 0 && spaces > 0) { /* what is in front of it may be macros without a ; */
            ends = true;
            is_space = i == from;
            i -= i > from;
        } else if (!is_directive && strchr(")]}", kind) != NULL && depth-- == 0)
            return text_why(why, "line %u: '%c' closes nothing", s->token[i].line, kind);
        if (i == from) /* the defaults of a template are no initial value */
            behind = source_is(s, i, "template") ? source_template_end(s, i + 1, s->tokens) : i;
        has_initial = (has_initial || (kind == '=' && depth == 0 && i >= behind)) && !ends;
        if (i == from && depth == 0 && (brace = source_space(s, i)) > i) { /* what is in a namespace is looked at */
            i = brace;
            ends = is_space = true;
        }
        if (!ends && depth == 0 && (kind == ';' || kind == '}')) {
            unsigned head = from;

            if (source_is(s, head, "template"))
                head = source_template_end(s, head + 1, i);
            ends = kind == ';' || (!has_initial && !(source_is_any(s, head, types)));
            if (kind == '}' && source_is_any(s, head, types)) {                    /* struct T f() {..} is a function */
                for (unsigned k = head + 2; k < i && s->token[k].kind != '{'; k++) /* not struct __align__(8) {..} */
                    ends = ends || (s->token[k].kind == '(' && !source_is_any(s, k - 2, types));
            }
        }
        if (!ends && i + 1 < s->tokens)
            continue;
        if (s->pieces == PIECES_MOST)
            return text_why(why, "line %u: more than %d statements", s->token[i].line, PIECES_MOST);
        struct piece *p = &s->piece[s->pieces++];
        *p = (struct piece){ .from = from, .to = i + 1, .is_directive = is_directive };
        if (is_space) {
            p->is_declaration = true;
            spaces += kind == '}' ? ~0u : 1u;
        } else if (is_directive) {
            p->is_declaration = source_is_any(s, from + 1, "define undef");
            p->is_conditional = !p->is_declaration;
        } else {
            const unsigned head = source_is(s, from, "template") ? source_template_end(s, from + 1, p->to) : from;

            function_of(s, p);
            for (unsigned k = from; k < p->to && head == from && !p->is_function && s->options->is_launch; k++)
                if (makes_kernel(s, k)) { /* declared alone: clang would take the kernel itself for another one */
                    s->pieces--;
                    break;
                }
            p->is_declaration = p->is_declaration || declares(s, p);
            p->is_class = !p->is_function && p->is_declaration && source_is_any(s, head, "struct class");
            if (p->is_class)
                p->name = head + 1;
        }
        from = i + 1;
        has_initial = false;
    }
    return depth == 0
        || text_why(why, "line %u: a bracket is not closed", s->tokens ? s->token[s->tokens - 1].line : 1);
}

/* ---- Which functions are executed */

static bool crosses(const struct program_source *s, unsigned from, unsigned to)
{
    const struct call_row *row;
    const char *end;

    for (unsigned i = from; i < to; i++) {
        const struct token *t = &s->token[i];
        const char *instruction = t->kind == '"' ? ptx_find(t->at, &end) : NULL; /* of an asm statement */

        if ((instruction != NULL && instruction < t->at + t->length)
            || ((t->kind == 'n' || t->kind == '.') && call_at(s->text, t->at, &row) != NULL
                && row->op != CALL_SHFL_IDX + CALL_MOVMATRIX))
            return true;
    }
    return false;
}

static bool mentions(const struct program_source *s, const struct piece *in, const struct piece *function)
{
    const struct token *name = &s->token[function->name];

    for (unsigned i = in->is_function ? in->close : in->from; i < in->to; i++)
        if (source_same(s, i, name->at, name->length))
            return true;
    return false;
}

/* All names in an enum may be; not of one in a class. */
bool source_declares(const struct program_source *s, const struct piece *p, unsigned token)
{
    bool all = false;
    unsigned depth = 0;

    if (p->is_directive)
        return source_same(s, p->from + 2, s->token[token].at, s->token[token].length);
    for (unsigned i = p->from; i < p->to && !source_is_any(s, token, types); i++) {
        const char next = i + 1 < p->to ? s->token[i + 1].kind : ';';

        all = all || (depth == 0 && source_is(s, i, "enum"));
        depth += strchr("([{", s->token[i].kind) != NULL;
        depth -= depth > 0 && strchr(")]}", s->token[i].kind) != NULL;
        const bool is_pointed = next == ')' && i > p->from + 1 && s->token[i - 1].kind == '*'
                             && s->token[i - 2].kind == '(';
        const bool is_special = next == '<' && i > p->from && source_is_any(s, i - 1, types); /* struct S<int> */
        const bool is_space = next == ':' && s->token[i + 2].kind == ':';                     /* std:: */
        if ((all || is_pointed || is_special || (depth == 0 && strchr("=;,[({:", next))) && !is_space
            && source_same(s, i, s->token[token].at, s->token[token].length))
            return true;
    }
    return false;
}

/* Is a piece that is no function written whatever the rest needs? */
static bool is_always(const struct program_source *s, const struct piece *p)
{
    bool found = p->is_conditional || source_space(s, p->from) == p->to - 1 || p->to - p->from == 1
              || (source_is(s, p->from, "using") && source_is(s, p->from + 1, "namespace"));

    for (unsigned i = p->from; i < p->to && !p->is_class; i++)
        found = found || source_is_any(s, i, "operator static_assert");
    return found;
}

/* What the host gives a template's kernel, name<..><<<, has to be declared, too. */
static void reach_arguments(struct program_source *s, const struct piece *kernel)
{
    for (unsigned i = 0; i + 1 < s->tokens; i++) {
        const struct token *name = &s->token[kernel->name];
        const bool is_it = s->token[i + 1].kind == '<' && source_same(s, i, name->at, name->length);
        const unsigned end = is_it ? source_template_end(s, i + 1, s->tokens) : i;

        for (unsigned t = i + 2; t < end; t++)
            for (struct piece *p = s->piece; p < s->piece + s->pieces; p++)
                p->is_reached |= s->token[t].kind == 'n' && !p->is_function && source_declares(s, p, t);
    }
}

/* Does --let name this class? */
static bool is_let(const struct program_source *s, const struct piece *p)
{
    for (unsigned k = 0; k < s->options->read.lets && p->is_class; k++)
        for (const char *at = strchr(s->options->read.let[k], '='); at && *at; at += text_name(at) ? text_name(at) : 1)
            if (source_same(s, p->name, at, text_name(at)))
                return true;
    return false;
}

/* What is not executed need not compile: of a launch what the kernels name, and what that names; else all but functions. */
static void reach(struct program_source *s)
{
    const bool is_launch = s->options->is_launch;

    for (unsigned i = 0; i < s->pieces; i++) {
        struct piece *p = &s->piece[i];

        p->is_reached |= p->is_root || is_let(s, p) || (!p->is_function && (!is_launch || is_always(s, p)));
        if (p->is_root && p->template_end)
            reach_arguments(s, p);
    }
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < s->pieces; i++)
            for (unsigned k = 0; k < s->pieces && s->piece[i].is_reached; k++) {
                struct piece *p = &s->piece[k];
                bool found = !p->is_reached && p->is_function && !(is_launch && p->launch)
                          && mentions(s, &s->piece[i], p);

                for (unsigned t = s->piece[i].from; t < s->piece[i].to && !p->is_reached && !p->is_function; t++)
                    found = found || (s->token[t].kind == 'n' && source_declares(s, p, t));
                again = again || found;
                p->is_reached = p->is_reached || found;
            }
    }
}

static bool is_chosen(const struct program_source *s, const struct piece *p)
{
    const char *kernel = s->options->kernel;

    return kernel && source_same(s, p->name, kernel, strlen(kernel));
}

static bool call_graph(struct program_source *s, char why[READ_WHY_MAX])
{
    bool has_kernel = false, any = false, is_named = false;

    for (unsigned i = 0; i < s->pieces; i++) {
        struct piece *p = &s->piece[i];

        p->crosses = !p->is_directive && crosses(s, p->is_function ? p->close : p->from, p->to);
        any = any || p->crosses || (p->is_directive && crosses(s, p->from, p->to));
        s->has_functions = s->has_functions || p->is_function;
        has_kernel = has_kernel || p->is_kernel;
        is_named = is_named || (p->is_kernel && is_chosen(s, p));
    }
    if (!any && !s->options->is_launch)
        return text_why(why, "no call that crosses lanes");
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < s->pieces; i++)
            for (unsigned k = 0; k < s->pieces && !s->piece[i].crosses; k++)
                if (k != i && (s->piece[k].is_function || s->piece[k].is_class) && s->piece[k].crosses
                    && mentions(s, &s->piece[i], &s->piece[k]))
                    again = s->piece[i].crosses = true;
    }
    for (unsigned i = 0; i < s->pieces; i++)
        s->has_body = s->has_body || (!s->piece[i].is_declaration && !s->piece[i].is_directive && s->piece[i].crosses);
    for (unsigned i = 0; i < s->pieces && !s->has_body; i++) { /* a macro of the text may have the call */
        const struct piece *p = &s->piece[i];

        for (unsigned k = 0; k < s->pieces && p->is_directive && p->is_declaration && crosses(s, p->from, p->to); k++)
            for (unsigned t = s->piece[k].from; t < s->piece[k].to && !s->piece[k].is_directive; t++)
                if (source_same(s, t, s->token[p->from + 2].at, s->token[p->from + 2].length)) {
                    s->piece[k].crosses = true;
                    s->has_body = s->has_body || !s->piece[k].is_declaration;
                }
    }
    s->has_body = s->has_body && !(s->options->is_launch && has_kernel);
    s->kernels = s->has_body;
    for (unsigned i = 0; i < s->pieces; i++) {
        struct piece *p = &s->piece[i];
        bool is_called = false;

        if (s->options->is_launch) {
            p->is_root = p->is_kernel && (!is_named || is_chosen(s, p));
            if (p->is_root && p->launch)
                return text_why(why, "line %u: a kernel that launches a kernel is not run here", p->launch);
            s->kernels += p->is_root;
            continue;
        }
        if (!p->is_function || !p->crosses)
            continue;
        for (unsigned k = 0; k < s->pieces; k++)
            is_called = is_called
                     || (k != i && mentions(s, &s->piece[k], p) && (s->piece[k].is_function || s->has_body)
                         && s->piece[k].crosses);
        p->is_root = p->is_kernel || (!is_called && !has_kernel);
        s->kernels += p->is_root;
    }
    if (s->kernels == 0)
        return text_why(why, s->options->is_launch
                                 ? "no kernel, __global__ or __kernel, in it"
                                 : "no statement and no kernel of it executes a call that crosses lanes");
    reach(s);
    if (!s->has_body) /* a file: its variables are outside */
        for (unsigned i = 0; i < s->pieces; i++)
            s->piece[i].is_declaration = s->piece[i].is_declaration || !s->piece[i].is_directive;
    return true;
}

/* ---- --let */

void source_let_text(const char *let, char text[300])
{
    struct text to = { text, 0, 300 };
    unsigned count = 1;
    const bool is_list = *text_skip(let) == '[';

    text[0] = '\0';
    if (is_list)
        text_append(&to, "((const int[]){");
    for (const char *c = text_skip(let) + is_list; *c; c++) {
        const size_t length = text_name(c);

        if (is_list && *c == ']')
            break;
        count += *c == ',';
        if (length > 0 && text_is(c, length, "lane"))
            text_append(&to, "((int)lane_())");
        else
            text_append(&to, "%.*s", length ? (int)length : 1, c);
        c += length ? length - 1 : 0;
    }
    if (is_list)
        text_append(&to, "})[lane_() %% %u]", count);
}

const char *source_let(const struct program_source *s, const char *name, size_t length)
{
    for (unsigned i = s->options->read.lets; i-- > 0;)
        if (strncmp(s->options->read.let[i], name, length) == 0 && s->options->read.let[i][length] == '=')
            return s->options->read.let[i] + length + 1;
    return NULL;
}

/* What a variable that --let names is declared with: the first "NAME =" of the text becomes "NAME = (VALUE)". */
static void take_lets(struct program_source *s)
{
    for (unsigned l = 0; l < s->options->read.lets; l++) {
        const char *let = s->options->read.let[l], *equals = strchr(let, '=');
        const size_t length = equals ? (size_t)(equals - let) : 0;
        char value[300];

        for (const char *c = s->text; length && *c; c++) {
            const char *behind = c + length, *end;
            unsigned depth = 0;

            if (strncmp(c, let, length) != 0 || text_is_name(*behind)
                || (c > s->text && (text_is_name(c[-1]) || c[-1] == '.')))
                continue;
            behind = text_skip(behind);
            const char *before = text_trim(s->text, c), *head = c;
            while (head > s->text && strchr(";{}>", head[-1]) == NULL)
                head--;
            if (strncmp(text_skip(head), "template", 8) == 0) /* its arguments are given by their names */
                continue;
            if (*behind != '=' || behind[1] == '=' || before == s->text
                || !(text_is_name(before[-1]) || strchr("*&>", before[-1])))
                continue;
            for (end = ++behind; *end && !(depth == 0 && strchr(",;)", *end)); end++)
                depth += strchr("([{", *end) ? 1u : strchr(")]}", *end) ? ~0u : 0u;
            source_let_text(equals + 1, value);
            char *more = more_memory(NULL, strlen(s->text) + strlen(value) + 8);
            sprintf(more, "%.*s (%s)%s", (int)(behind - s->text), s->text, value, end);
            s->text = more;
            break;
        }
    }
}

/* ---- */

struct program_source *program_source_new(const char *text, const struct program_options *options,
                                          char why[READ_WHY_MAX])
{
    struct program_source *s = more_memory(NULL, sizeof *s);

    memset(s, 0, sizeof *s);
    s->text = text_copy(text, strlen(text));
    if (text_begins(text, "\xef\xbb\xbf")) /* U+FEFF */
        memcpy(s->text, "   ", 3);
    s->options = options;
    if (options->path != NULL)
        source_include(s, options->path, text, 0);
    source_number(s, "a function whose value is not computed here");
    clean(s);
    if (s->lanes != 0 && s->lanes != 32) {
        text_why(why, "its sub-groups have %u lanes, and a program is run with warps of 32", s->lanes);
        return NULL;
    }
    take_lambda(s);
    take_lets(s);
    tokens(s);
    return pieces(s, why) && call_graph(s, why) ? s : NULL;
}

const char *program_source_note(const struct program_source *s) { return s->note; }

void program_source_call(const struct program_source *s, unsigned line, unsigned column, const char *name,
                         char text[EXPLAIN_CALL_MAX])
{
    const char *at = s->text;
    struct text to = { text, 0, EXPLAIN_CALL_MAX };

    text[0] = '\0';
    for (unsigned n = 1; n < line && *at; at++)
        n += *at == '\n';
    const char *end = at + strcspn(at, "\n"), *from = at + (column ? column - 1 : 0), *open;
    const char *found = from < end ? strstr(from, name) : NULL;
    found = found != NULL && found < end ? found : NULL;
    if (from < end && (found == NULL || found > end) && *name == '.')
        found = strstr(at, name);
    for (const char *c = at; found == NULL && c < from && c < end;
         c += text_name(c) ? text_name(c) : 1) { /* a macro has it */
        const char *bracket = text_skip(c + text_name(c));

        if (text_name(c) > 0 && *bracket == '(' && text_bracket(bracket) > from && !text_pass_word(c, "for")
            && !text_pass_word(c, "if") && !text_pass_word(c, "while"))
            found = c;
    }
    if (found == NULL || (open = strchr(found, '(')) == NULL || (end = text_bracket(open)) == NULL) {
        snprintf(text, EXPLAIN_CALL_MAX, "%.60s(..)", name + (*name == '.'));
        return;
    }
    if (*name == '.')
        while (found > at && (text_is_name(found[-1]) || found[-1] == ':'))
            found--;
    for (; found < end; found++)
        if (!isspace((unsigned char)*found) || (to.used > 0 && text[to.used - 1] != ' '))
            text_append(&to, "%c", isspace((unsigned char)*found) ? ' ' : *found);
}
