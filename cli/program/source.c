/* SPDX-License-Identifier: Apache-2.0 */
/* source - a pasted text as a source file for clang: what it declares stands outside, its statements in a kernel, and names that
 * nobody declares are declared by their use. Columns and lines stay those of the text. */
#include "program.h"
#include "prelude.h"
#include "lib/output.h"
#include "cli/read/calls.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 96, PIECES_MOST = 2000, LINE_MOST = 4096 };

struct token {
    const char *at;
    unsigned length, line;
    char kind; /* n: a name, 0: a number, ": a string, or the character itself */
};

/* What stands between semicolons and blocks, outside of all brackets. */
struct piece {
    unsigned from, to; /* tokens */
    bool is_directive, is_conditional, is_declaration, is_function, is_kernel, is_class, crosses, is_reached, is_root;
    unsigned name, open, close,
        template_end; /* of a function: its name, its parameters' brackets; behind template <..> */
};

/* A name that the text does not declare. */
struct unknown {
    char name[NAME_TEXT_MAX];
    enum { OUTSIDE, LOCAL, VALUE, POINTER } kind; /* the first two by their code; the others stand where they can */
    char code[300];
    char type[NAME_TEXT_MAX];
    unsigned number, depth; /* of what is not known; of a pointer its stars */
    bool is_retyped;
};

struct program_source {
    char *text;
    struct token *token;
    unsigned tokens, pieces, unknowns, kernels, names, turn;
    struct piece piece[PIECES_MOST];
    struct unknown unknown[NAMES_MOST];
    const char *name[NAMES_MOST]; /* by number, in what is not known */
    char *owned[NAMES_MOST];
    struct {
        char name[NAME_TEXT_MAX];
        const char *value;
    } semantic[8]; /* what an attribute says of a parameter */
    unsigned semantics;
    const struct program_options *options;
    bool has_body, has_functions, is_metal, of_int;
    unsigned lanes; /* of a sub-group, if an attribute says so */
    char note[PROGRAM_NOTE_MAX];
};

/* ---- Names of what is not known */

static unsigned number_of(struct program_source *s, const char *name)
{
    for (unsigned i = 0; i < s->names; i++)
        if (strcmp(s->name[i], name) == 0)
            return i;
    if (s->names == NAMES_MOST)
        return 0;
    s->owned[s->names] = malloc(strlen(name) + 1);
    if (s->owned[s->names] == NULL)
        trouble("out of memory");
    s->name[s->names] = strcpy(s->owned[s->names], name);
    return s->names++;
}

static void remark(struct program_source *s, const char *format, ...)
{
    char text[200];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (strstr(s->note, text) == NULL)
        text_note(s->note, sizeof s->note, text);
}

/* ---- Characters */

static void blank(char *from, const char *to)
{
    for (; from < to; from++)
        *from = *from == '\n' ? '\n' : ' ';
}

/* The lanes of a sub-group, if an attribute says them. */
static void sub_group_size(struct program_source *s, const char *from, const char *to)
{
    const char *at = strstr(from, "reqd_sub_group_size(");

    if (at != NULL && at < to)
        s->lanes = (unsigned)atoi(at + 20);
}

/* Does a declaration of memory begin here, as shaders have it? */
static bool is_buffer(const char *at)
{
    static const char *const words[] = {
        "RWStructuredBuffer", "StructuredBuffer", "RWBuffer", "Buffer",  "RWByteAddressBuffer",
        "ByteAddressBuffer",  "cbuffer",          "buffer",   "uniform", "varying"
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_pass_word(at, words[i]) != NULL)
            return true;
    return false;
}

/* The body of a lambda that is given to parallel_for is the program; its parameter tells the thread. */
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
        const char *stop = text_trim(open, close - 1), *name = text_name_begin(open, stop);
        struct unknown *u = &s->unknown[s->unknowns++];
        u->kind = LOCAL;
        snprintf(u->name, sizeof u->name, "%.*s", (int)(stop - name), name);
        snprintf(u->code, sizeof u->code, "sycl::nd_item<1> %.*s;", (int)(stop - name), name);
        blank(s->text, body + 1);
        blank(s->text + (end - 1 - s->text), s->text + strlen(s->text));
        return;
    }
}

/* Comments, #include, #pragma, attributes and what shaders say of their layout become blanks. */
static void clean(struct program_source *s)
{
    static const char *const dropped[] = { "include", "pragma", "version", "extension", "import" };
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

            for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
                if (text_pass_word(word, dropped[i]) != NULL)
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
            s->is_metal = s->is_metal || strstr(s->text, "sycl") == NULL;
            for (size_t i = 0; i < sizeof known / sizeof *known; i++)
                if (strncmp(text_skip(c + 2), known[i].word, strlen(known[i].word)) == 0 && s->semantics < 8) {
                    const char *stop = text_trim(s->text, c), *name = text_name_begin(s->text, stop);

                    snprintf(s->semantic[s->semantics].name, NAME_TEXT_MAX, "%.*s", (int)(stop - name), name);
                    s->semantic[s->semantics++].value = known[i].value;
                }
            blank(c, end + 2);
        } else if (*c == ':' && strncmp(text_skip(c + 1), "SV_", 3) == 0) {
            const char *stop = text_trim(s->text, c), *name = text_name_begin(s->text, stop), *word = text_skip(c + 1);

            if (s->semantics < 8) {
                snprintf(s->semantic[s->semantics].name, NAME_TEXT_MAX, "%.*s", (int)(stop - name), name);
                s->semantic[s->semantics++].value = strncmp(word, "SV_GroupIndex", 13) == 0 ? "threadIdx.x"
                                                  : strncmp(word, "SV_GroupID", 10) == 0    ? "{}"
                                                                                            : "{ threadIdx.x, 0, 0 }";
            }
            blank(c, word + text_name(word));
        } else if (*c == '[' && begins) { /* [unroll], [numthreads(32, 1, 1)] */
            const char *end = text_bracket(c);

            if (end != NULL && isalpha((unsigned char)c[1]))
                blank(c, end);
        } else if (strncmp(c, "__attribute__", 13) == 0) {
            const char *open = text_skip(c + 13), *end = *open == '(' ? text_bracket(open) : NULL;

            if (end != NULL) {
                sub_group_size(s, c, end);
                blank(c, end);
            }
        } else if (begins && (text_pass_word(c, "layout") || is_buffer(c))) { /* what is in it is not known */
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

    for (const char *c = s->text; *c; c++) {
        struct token t = { c, 1, line, *c };

        line += *c == '\n';
        if (isspace((unsigned char)*c) || (*c == '\\' && c[1] == '\n'))
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
            s->token = realloc(s->token, room * sizeof *s->token);
            if (s->token == NULL)
                trouble("out of memory");
        }
        s->token[s->tokens++] = t;
        c += t.length - 1;
    }
    if (s->token == NULL && (s->token = malloc(sizeof *s->token)) == NULL)
        trouble("out of memory");
    s->token[s->tokens] = (struct token){ s->text + strlen(s->text), 0, line, '\0' };
}

static bool is(const struct program_source *s, unsigned i, const char *word)
{
    return i < s->tokens && s->token[i].length == strlen(word) && memcmp(s->token[i].at, word, strlen(word)) == 0;
}

static bool is_any(const struct program_source *s, unsigned i, const char *const words[])
{
    for (; *words; words++)
        if (is(s, i, *words))
            return true;
    return false;
}

static bool same(const struct program_source *s, unsigned i, const char *name, size_t length)
{
    return s->token[i].kind == 'n' && s->token[i].length == length && memcmp(s->token[i].at, name, length) == 0;
}

/* The bracket that closes the one at i; the end if there is none. */
static unsigned closing(const struct program_source *s, unsigned i, unsigned end)
{
    unsigned depth = 0;

    for (; i < end; i++) {
        depth += strchr("([{", s->token[i].kind) != NULL;
        if (strchr(")]}", s->token[i].kind) != NULL && --depth == 0)
            return i;
    }
    return end;
}

/* Behind template <..>, whose < is at i. */
static unsigned template_end(const struct program_source *s, unsigned i, unsigned end)
{
    unsigned depth = 0;

    for (; i < end; i++) {
        if (s->token[i].kind == '(')
            i = closing(s, i, end);
        depth += s->token[i].kind == '<';
        if (s->token[i].kind == '>' && --depth == 0)
            return i + 1;
    }
    return end;
}

/* ---- Pieces */

static const char *const controls[] = { "if", "for", "while", "switch", "do", "else", "return", NULL };
static const char *const kernels[] = { "__global__", "__kernel", "kernel", NULL };
static const char *const types[] = { "struct", "class", "union", "enum", "typedef", NULL };

static void function_of(struct program_source *s, struct piece *p)
{
    unsigned i = p->from, open = p->to, close = p->to;

    if (is(s, i, "template"))
        i = p->template_end = template_end(s, i + 1, p->to);
    if (is_any(s, i, controls) || is_any(s, i, types) || s->token[i].kind != 'n' || is(s, i, "namespace"))
        return;
    for (; i < p->to && s->token[i].kind != '{'; i++) {
        if (s->token[i].kind == '=' || s->token[i].kind == '#')
            return;
        if (s->token[i].kind == '(') {
            open = i;
            i = close = closing(s, i, p->to);
        }
    }
    if (i >= p->to || close >= p->to || open <= p->from + 1 || s->token[open - 1].kind != 'n')
        return;
    for (unsigned k = close + 1; k < i; k++) /* const, noexcept, -> T */
        if (s->token[k].kind != 'n' && strchr("->:&*<>", s->token[k].kind) == NULL)
            return;
    p->is_function = p->is_declaration = true;
    p->name = open - 1;
    p->open = open;
    p->close = close;
    for (unsigned k = p->from; k < open; k++)
        p->is_kernel = p->is_kernel || is_any(s, k, kernels);
}

static bool declares(const struct program_source *s, const struct piece *p)
{
    static const char *const words[] = { "template",     "namespace",     "using",   "constexpr",
                                         "__constant__", "extern",        "typedef", "enum",
                                         "class",        "static_assert", NULL };
    unsigned brace = p->from;

    if (is_any(s, p->from, words)
        || (is(s, p->from, "static") && (is(s, p->from + 1, "const") || is(s, p->from + 1, "constexpr"))))
        return true;
    if (is(s, p->from, "const") && s->token[p->from + 1].kind == 'n' && p->from + 4 < p->to
        && s->token[p->from + 3].kind == '=' && isupper((unsigned char)*s->token[p->from + 2].at)
        && s->token[p->from + 4].kind == '0')
        return true;
    if (!is(s, p->from, "struct") && !is(s, p->from, "union"))
        return false;
    while (brace < p->to && s->token[brace].kind != '{' && s->token[brace].kind != '=')
        brace++;
    return brace < p->to && s->token[brace].kind == '{';
}

/* The brace of namespace X { or extern "C" {; the token itself: it is none. */
static unsigned space_open(const struct program_source *s, unsigned i)
{
    unsigned k = i + 1;

    if (is(s, i, "extern") && s->token[k].kind == '"')
        return s->token[k + 1].kind == '{' ? k + 1 : i;
    if (!is(s, i, "namespace"))
        return i;
    while (s->token[k].kind == 'n' || s->token[k].kind == ':')
        k++;
    return s->token[k].kind == '{' ? k : i;
}

static bool pieces(struct program_source *s, char why[READ_WHY_MAX])
{
    unsigned depth = 0, spaces = 0, behind = 0, brace;
    bool has_initial = false;

    for (unsigned i = 0, from = 0; i < s->tokens; i++) {
        const char kind = s->token[i].kind;
        bool ends = false, is_directive = false, is_space = false;

        if (kind == '#' && i == from && depth == 0) {
            const char *end = text_line_end(s->token[i].at);

            while (i + 1 < s->tokens && s->token[i + 1].at < end)
                i++;
            ends = is_directive = true;
        }
        if (!is_directive && strchr("([{", kind) != NULL)
            depth++;
        if (kind == '}' && depth == 0 && spaces > 0 && i == from)
            ends = is_space = true;
        else if (!is_directive && strchr(")]}", kind) != NULL && depth-- == 0)
            return text_why(why, "line %u: '%c' closes nothing", s->token[i].line, kind);
        if (i == from) /* the defaults of a template are no initial value */
            behind = is(s, i, "template") ? template_end(s, i + 1, s->tokens) : i;
        has_initial = (has_initial || (kind == '=' && depth == 0 && i >= behind)) && !ends;
        if (i == from && depth == 0 && (brace = space_open(s, i)) > i) { /* what is in a namespace is looked at */
            i = brace;
            ends = is_space = true;
        }
        if (!ends && depth == 0 && (kind == ';' || kind == '}')) {
            unsigned head = from;

            if (is(s, head, "template"))
                head = template_end(s, head + 1, i);
            ends = kind == ';' || (!has_initial && !(is_any(s, head, types)));
            if (kind == '}' && is_any(s, head, types)) { /* struct T f() {..} is a function */
                for (unsigned k = head; k < i && s->token[k].kind != '{'; k++)
                    ends = ends || s->token[k].kind == '(';
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
            p->is_declaration = is(s, from + 1, "define") || is(s, from + 1, "undef");
            p->is_conditional = !p->is_declaration;
        } else {
            const unsigned head = is(s, from, "template") ? template_end(s, from + 1, p->to) : from;

            function_of(s, p);
            p->is_declaration = p->is_declaration || declares(s, p);
            p->is_class = !p->is_function && p->is_declaration && (is(s, head, "struct") || is(s, head, "class"));
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

    for (unsigned i = from; i < to; i++)
        if ((s->token[i].kind == 'n' || s->token[i].kind == '.') && call_at(s->text, s->token[i].at, &row) != NULL
            && row->op != CALL_SHFL_IDX + CALL_MOVMATRIX)
            return true;
    return false;
}

static bool mentions(const struct program_source *s, const struct piece *in, const struct piece *function)
{
    const struct token *name = &s->token[function->name];

    for (unsigned i = in->is_function ? in->close : in->from; i < in->to; i++)
        if (same(s, i, name->at, name->length))
            return true;
    return false;
}

static bool call_graph(struct program_source *s, char why[READ_WHY_MAX])
{
    bool has_kernel = false, any = false;

    for (unsigned i = 0; i < s->pieces; i++) {
        struct piece *p = &s->piece[i];

        p->crosses = !p->is_directive && crosses(s, p->is_function ? p->close : p->from, p->to);
        any = any || p->crosses || (p->is_directive && crosses(s, p->from, p->to));
        s->has_functions = s->has_functions || p->is_function;
        has_kernel = has_kernel || p->is_kernel;
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
                if (same(s, t, s->token[p->from + 2].at, s->token[p->from + 2].length)) {
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
            p->is_root = p->is_kernel;
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
    /* what is not executed need not compile */
    for (unsigned i = 0; i < s->pieces; i++)
        s->piece[i].is_reached = !s->piece[i].is_function || s->piece[i].is_root;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < s->pieces; i++)
            for (unsigned k = 0; k < s->pieces && s->piece[i].is_reached; k++)
                if (!s->piece[k].is_reached && mentions(s, &s->piece[i], &s->piece[k]))
                    again = s->piece[k].is_reached = true;
    }
    if (!s->has_body) /* a file: its variables are outside */
        for (unsigned i = 0; i < s->pieces; i++)
            s->piece[i].is_declaration = s->piece[i].is_declaration || !s->piece[i].is_directive;
    return true;
}

/* ---- --let */

/* An expression of --let in C++. */
static void let_text(const char *let, char text[300])
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

static const char *let_of(const struct program_source *s, const char *name, size_t length)
{
    for (unsigned i = s->options->lets; i-- > 0;)
        if (strncmp(s->options->let[i], name, length) == 0 && s->options->let[i][length] == '=')
            return s->options->let[i] + length + 1;
    return NULL;
}

/* What a variable that --let names is declared with: the first "NAME =" of the text becomes "NAME = (VALUE)". */
static void take_lets(struct program_source *s)
{
    for (unsigned l = 0; l < s->options->lets; l++) {
        const char *let = s->options->let[l], *equals = strchr(let, '=');
        const size_t length = equals ? (size_t)(equals - let) : 0;
        char value[300];

        for (const char *c = s->text; length && *c; c++) {
            const char *behind = c + length, *end;
            unsigned depth = 0;

            if (strncmp(c, let, length) != 0 || text_is_name(*behind)
                || (c > s->text && (text_is_name(c[-1]) || c[-1] == '.')))
                continue;
            behind = text_skip(behind);
            const char *before = text_trim(s->text, c);
            if (*behind != '=' || behind[1] == '=' || before == s->text
                || !(text_is_name(before[-1]) || strchr("*&>", before[-1])))
                continue;
            for (end = ++behind; *end && !(depth == 0 && strchr(",;)", *end)); end++)
                depth += strchr("([{", *end) ? 1u : strchr(")]}", *end) ? ~0u : 0u;
            let_text(equals + 1, value);
            char *more = malloc(strlen(s->text) + strlen(value) + 8);
            if (more == NULL)
                trouble("out of memory");
            sprintf(more, "%.*s (%s)%s", (int)(behind - s->text), s->text, value, end);
            free(s->text);
            s->text = more;
            break;
        }
    }
}

/* ---- Names that nobody declares */

/* Is a name used so that a token in front of or behind it is this? */
static bool used(const struct program_source *s, const char *name, bool before, const char *kinds)
{
    for (unsigned i = 0; i < s->tokens; i++)
        if (same(s, i, name, strlen(name))) {
            const char kind = before ? (i ? s->token[i - 1].kind : '\0') : s->token[i + 1].kind;

            if (kind && strchr(kinds, kind) != NULL)
                return true;
        }
    return false;
}

static bool is_assigned(const struct program_source *s, const char *name)
{
    for (unsigned i = 0; i < s->tokens; i++) {
        const char *behind;

        if (!same(s, i, name, strlen(name)))
            continue;
        behind = s->token[i + 1].at;
        if ((behind[0] == '=' && behind[1] != '=') || (strchr("+-*/|&^%", behind[0]) && behind[0] && behind[1] == '=')
            || strncmp(behind, "++", 2) == 0 || strncmp(behind, "--", 2) == 0 || strncmp(behind, "<<=", 3) == 0
            || strncmp(behind, ">>=", 3) == 0)
            return true;
        if (i > 0
            && (s->token[i - 1].kind == '&'
                || (i > 1 && (s->token[i - 1].kind == '+' || s->token[i - 1].kind == '-')
                    && s->token[i - 2].kind == s->token[i - 1].kind)))
            return true;
    }
    return false;
}

/* Is it a mask, the first argument of a call that has one? */
static bool is_mask(const struct program_source *s, const char *name)
{
    const struct call_row *row;

    for (unsigned i = 2; i < s->tokens; i++)
        if (same(s, i, name, strlen(name)) && s->token[i - 1].kind == '(' && call_at(s->text, s->token[i - 2].at, &row)
            && row->arguments[0] == 'm')
            return true;
    return false;
}

/* How many brackets are behind it at most. */
static unsigned subscripts(const struct program_source *s, const char *name)
{
    unsigned most = 0;

    for (unsigned i = 0; i < s->tokens; i++)
        if (same(s, i, name, strlen(name))) {
            unsigned n = 0;

            for (unsigned k = i + 1; k < s->tokens && s->token[k].kind == '['; k = closing(s, k, s->tokens) + 1)
                n++;
            most = n > most ? n : most;
        }
    return most;
}

/* A pointer to memory of which nothing is known. */
static void pointer_text(unsigned number, const char *type, unsigned depth, char text[300])
{
    char stars[] = "****";

    stars[depth < 4 ? depth : 4] = '\0';
    snprintf(text, 300, "(%s%s)0x%llxull", type, stars,
             (unsigned long long)PTX_UNKNOWN_AT + ((unsigned long long)number << 32) + 0x80000000);
}

static bool declare(struct program_source *s, const char *name, bool is_type, char why[READ_WHY_MAX])
{
    static const char *const methods[] = { "shfl",        "shfl_up", "shfl_down", "shfl_xor",  "ballot",
                                           "any",         "all",     "match_any", "match_all", "thread_rank",
                                           "num_threads", "sync",    NULL };
    const struct expr_scope scope = { .lanes = 32, .width = 32 };
    const char *let = let_of(s, name, strlen(name));
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
                 used(s, name, false, "<") ? "template <class...> using %s = int;" : "typedef int %s;", name);
        remark(s, "the type %s is declared nowhere, and taken as int", name);
    } else if (let != NULL) {
        let_text(let, value);
        u->kind = s->has_functions ? OUTSIDE : LOCAL;
        snprintf(u->code, sizeof u->code, s->has_functions ? "#define %s (%s)" : "int %s = %s;", name, value);
    } else if (used(s, name, false, ":") && strstr(s->text, name) != NULL && used(s, name, false, ":")
               && strncmp(strstr(s->text, name) + strlen(name), "::", 2) == 0) {
        snprintf(u->code, sizeof u->code, "namespace %s {}", name);
    } else if (is_mask(s, name)) {
        snprintf(u->code, sizeof u->code, "#define %s 0xffffffffu", name);
        remark(s, "the mask %s is not known, and taken to name all lanes", name);
    } else if (expr_read(name, &scope, &expr, reason) && expr.spelled[0]) {
        snprintf(u->code, sizeof u->code, expr.by_lane ? "#define %s ((int)lane_())" : "#define %s 32", name);
        remark(s, "%s is declared nowhere, and taken as %s", name,
               expr.by_lane ? "the lane's number" : "the number of lanes");
    } else if (used(s, name, false, "(")) {
        for (unsigned i = 0; i < s->tokens; i++)
            if (same(s, i, name, strlen(name))
                && (call_family(s->text, s->token[i].at) || strstr(name, "shfl") || strstr(name, "shuffle")
                    || strstr(name, "ballot")))
                return text_why(why, "line %u: %s is not known, and may cross lanes", s->token[i].line, name);
        snprintf(value, sizeof value, "%s()", name);
        snprintf(u->code, sizeof u->code, "template <class... A> IN int %s(A &&...a) { return function_<%u>(a...); }",
                 name, number_of(s, value));
    } else if (used(s, name, false, ".")) {
        struct text code = { u->code, 0, sizeof u->code };
        bool is_tile = false, is_lane = false;

        text_append(&code, "struct %s_t_ {", name);
        for (unsigned i = 0; i + 2 < s->tokens; i++)
            if (same(s, i, name, strlen(name)) && s->token[i + 1].kind == '.') {
                char member[NAME_TEXT_MAX], whole[2 * NAME_TEXT_MAX], text[40];

                is_tile = is_tile || is_any(s, i + 2, methods);
                snprintf(member, sizeof member, "%.*s", (int)s->token[i + 2].length, s->token[i + 2].at);
                snprintf(whole, sizeof whole, "%s.%s", name, member);
                const bool is_call = s->token[i + 3].kind == '(';
                is_lane = is_lane || strcmp(member, "get_sub_group") == 0;
                snprintf(text, sizeof text, " %.30s;", member);
                if (strstr(u->code, text) == NULL && strstr(u->code, member) == NULL)
                    text_append(&code,
                                is_call ? " IN_ int %s() const { return unknown_<int, %u>(); }"
                                        : " int %s = unknown_<int, %u>();",
                                member, number_of(s, whole));
            }
        if (is_tile) {
            snprintf(u->code, sizeof u->code,
                     "static const __attribute__((device)) cooperative_groups::thread_block_tile<32> %s = {};", name);
            remark(s, "%s is taken as a tile of 32 lanes", name);
        } else if (is_lane) {
            snprintf(u->code, sizeof u->code, "static const __attribute__((device)) sycl::nd_item<1> %s = {};", name);
        } else {
            text_append(&code, " };");
            u->kind = LOCAL;
        }
        if (u->kind == LOCAL)
            text_append(&code, " %s_t_ %s;", name, name);
    } else if (used(s, name, false, "[")) {
        char element[NAME_TEXT_MAX + 2];

        snprintf(element, sizeof element, "%s[]", name);
        u->kind = POINTER;
        u->depth = subscripts(s, name);
        u->number = number_of(s, element);
    } else if (!s->has_functions) {
        u->kind = VALUE;
        u->number = number_of(s, name);
    } else if (is_assigned(s, name)) {
        return text_why(why, "%s is assigned, and declared nowhere", name);
    } else {
        snprintf(u->code, sizeof u->code, "#define %s (unknown_<int, %u>())", name, number_of(s, name));
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
            if (s->token[i].line == line && same(s, i, u->name, strlen(u->name))) {
                snprintf(u->type, sizeof u->type, "%s", type);
                return u->is_retyped = true;
            }
    }
    return false;
}

bool program_source_learn(struct program_source *s, char *messages, char why[READ_WHY_MAX])
{
    bool again = false;
    const char *first = NULL;
    char name[NAME_TEXT_MAX];

    for (char *line = strtok(messages, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        const unsigned before = s->unknowns;
        unsigned row = 0;

        if (strstr(line, "error: ") == NULL)
            continue;
        if (strncmp(line, "text:", 5) == 0)
            row = (unsigned)atoi(line + 5);
        if (quoted(line, "use of undeclared identifier '", name) || quoted(line, "no template named '", name)) {
            const bool is_template = strstr(line, "no template") != NULL;

            if (!declare(s, name, is_template, why))
                return false;
            again = again || s->unknowns > before;
        } else if (quoted(line, "unknown type name '", name)) {
            if (!declare(s, name, true, why))
                return false;
            again = again || s->unknowns > before;
        } else if (strstr(line, "no viable conversion from ") && quoted(line, " to '", name)) {
            again = retype(s, row, name) || again;
        }
        if (first == NULL)
            first = line;
    }
    if (again)
        return true;
    if (!s->of_int && s->turn == 0) { /* what a template is made of */
        s->turn = 1;
        return s->of_int = true;
    }
    if (first == NULL)
        return text_why(why, "clang gives no reason");
    const char *at = strncmp(first, "text:", 5) == 0 ? first + 5 : NULL;
    const char *message = strstr(first, "error: ") + 7;
    return at ? text_why(why, "line %d: clang: %.300s", atoi(at), message) : text_why(why, "clang: %.300s", message);
}

/* ---- The file */

static void write_piece(const struct program_source *s, const struct piece *p, FILE *file)
{
    const char *from = s->token[p->from].at, *end = s->token[p->to - 1].at + s->token[p->to - 1].length, *begin = from;

    if (p->is_directive) {
        fprintf(file, "\n%.*s\n", (int)(text_line_end(from) - from), from);
        return;
    }
    while (begin > s->text && begin[-1] != '\n')
        begin--;
    fprintf(file, "\n#line %u \"text\"\n%*s%.*s%s", s->token[p->from].line, (int)(from - begin), "", (int)(end - from),
            from, strchr(";{}", s->token[p->to - 1].kind) ? "" : ";");
}

/* The words of a parameter without what does not matter here. */
static void parameter(const struct program_source *s, unsigned from, unsigned to, char type[200],
                      char name[NAME_TEXT_MAX], bool *is_pointer)
{
    static const char *const left_out[] = { "device", "constant", "threadgroup",  "thread",   "__global", "__local",
                                            "global", "local",    "__restrict__", "restrict", "volatile", "in",
                                            "inout",  "out",      "__constant",   NULL };
    struct text text = { type, 0, 200 };
    unsigned last = to;

    type[0] = name[0] = '\0';
    *is_pointer = false;
    for (unsigned i = from; i < to; i++)
        if (s->token[i].kind == '=') {
            to = i;
            break;
        } else if (s->token[i].kind == '<') {
            i = template_end(s, i, to) - 1;
        }
    for (unsigned i = from; i < to; i++)
        if (s->token[i].kind == '[') {
            *is_pointer = true;
            to = i;
        }
    for (unsigned i = from; i < to; i++)
        last = s->token[i].kind == 'n' ? i : last;
    for (unsigned i = from; i < to; i++) {
        if (i == last && i > from) {
            snprintf(name, NAME_TEXT_MAX, "%.*s", (int)s->token[i].length, s->token[i].at);
            continue;
        }
        if (is_any(s, i, left_out) || s->token[i].kind == '&')
            continue;
        *is_pointer = *is_pointer || s->token[i].kind == '*';
        if (s->token[i].kind == '*' || is(s, i, "const"))
            continue;
        text_append(&text, "%s%.*s", text.used ? " " : "", (int)s->token[i].length, s->token[i].at);
    }
}

/* What a template's parameter is given; false: it has to be said. */
static bool template_arguments(struct program_source *s, const struct piece *p, FILE *file, char arguments[300],
                               char why[READ_WHY_MAX])
{
    struct text text = { arguments, 0, 300 };
    unsigned from = p->from + 2;

    arguments[0] = '\0';
    if (p->template_end == 0)
        return true;
    text_append(&text, "<");
    for (unsigned i = from; i < p->template_end; i++) {
        if (s->token[i].kind != ',' && i + 1 < p->template_end)
            continue;
        const bool is_type = is(s, from, "typename") || is(s, from, "class");
        unsigned equals = from;
        char value[300];

        while (equals < i && s->token[equals].kind != '=')
            equals++;
        const struct token *name = &s->token[equals - 1];
        const char *let = let_of(s, name->at, name->length);
        if (let != NULL)
            let_text(let, value);
        else if (equals < i)
            snprintf(value, sizeof value, "%.*s", (int)(s->token[i].at - s->token[equals + 1].at),
                     s->token[equals + 1].at);
        else if (is_type)
            snprintf(value, sizeof value, "%s", s->of_int ? "int" : "float");
        else
            return text_why(why, "the template's parameter %.*s is not known: give it with --let %.*s=VALUE",
                            (int)name->length, name->at, (int)name->length, name->at);
        fprintf(file, is_type ? "using %.*s = %s; " : "constexpr auto %.*s = %s; ", (int)name->length, name->at, value);
        text_append(&text, "%s%s", text.used > 1 ? ", " : "", value);
        from = i + 1;
    }
    text_append(&text, ">");
    return true;
}

/* A call of a function whose arguments are those of --let, or not known. */
static void write_root(struct program_source *s, const struct piece *p, FILE *file)
{
    char arguments[300], type[200], name[NAME_TEXT_MAX], value[300], why[READ_WHY_MAX];
    const struct expr_scope scope = { .lanes = 32, .width = 32 };
    static struct expr expr;
    unsigned from = p->open + 1, count = 0, depth = 0;

    if (!template_arguments(s, p, file, arguments, why)) {
        fprintf(file, "\n#error %s\n", why);
        return;
    }
    for (unsigned i = from; i <= p->close; i++) {
        const char kind = s->token[i].kind;
        bool is_pointer;

        depth += strchr("([{<", kind) != NULL;
        if (i < p->close && (depth > 0 || kind != ',')) {
            depth -= strchr(")]}>", kind) != NULL;
            continue;
        }
        if (i == from)
            break; /* () */
        parameter(s, from, i, type, name, &is_pointer);
        from = i + 1;
        if (strcmp(type, "void") == 0 && name[0] == '\0')
            break;
        const char *let = let_of(s, name, strlen(name)), *semantic = NULL;
        for (unsigned k = 0; k < s->semantics; k++)
            if (strcmp(s->semantic[k].name, name) == 0)
                semantic = s->semantic[k].value;
        if (let != NULL && !is_pointer) {
            let_text(let, value);
            fprintf(file, "%s a%u_ = (%s)(%s); ", type, count, type, value);
        } else if (let != NULL) {
            let_text(let, value);
            fprintf(file, "__shared__ %s a%u_[1024]; a%u_[threadIdx.x] = (%s)(%s); ", type, count, count, type, value);
        } else if (semantic != NULL) {
            fprintf(file, "%s a%u_ = %s; ", type, count, semantic);
        } else if (is_pointer) {
            char element[NAME_TEXT_MAX + 2];

            snprintf(element, sizeof element, "%s[]", name);
            pointer_text(number_of(s, element), strncmp(type, "void", 4) == 0 ? "char" : type, 1, value);
            fprintf(file, "%s *a%u_ = %s; ", type, count, value);
        } else if (strstr(type, "thread_block") || strstr(type, "nd_item") || strstr(type, "sub_group")) {
            fprintf(file, "%s a%u_{}; ", type, count);
        } else if (strstr(type, "coalesced_group")) {
            fprintf(file, "%s a%u_(activemask_()); ", type, count);
        } else if (expr_read(name, &scope, &expr, why) && expr.spelled[0]) {
            fprintf(file, "%s a%u_ = (%s)%s; ", type, count, type, expr.by_lane ? "lane_()" : "32");
            remark(s, "%s is taken as %s", name, expr.by_lane ? "the lane's number" : "the number of lanes");
        } else if (name[0] == '\0') {
            fprintf(file, "%s a%u_ = unknown_<%s, %u>(); ", type, count, type, number_of(s, "an argument"));
        } else {
            fprintf(file, "%s a%u_ = unknown_<%s, %u>(); ", type, count, type, number_of(s, name));
        }
        count++;
    }
    fprintf(file, "%.*s%s(", (int)s->token[p->name].length, s->token[p->name].at, arguments);
    for (unsigned k = 0; k < count; k++)
        fprintf(file, "%sa%u_", k ? ", " : "", k);
    fputs(");", file);
}

static void write_unknown(const struct unknown *u, bool has_functions, bool is_outside, FILE *file)
{
    char value[300], stars[] = "****";

    stars[u->depth < 4 ? u->depth : 4] = '\0';
    pointer_text(u->number, u->type, u->depth, value);
    if (u->kind < VALUE && is_outside == (u->kind == OUTSIDE))
        fprintf(file, "%s\n", u->code);
    else if (u->kind == POINTER && is_outside == has_functions)
        fprintf(file, "%s %s %s%s = %s;\n", has_functions ? "static __attribute__((device))" : "", u->type, stars,
                u->name, value);
    else if (u->kind == VALUE && !is_outside)
        fprintf(file, "%s %s = unknown_<%s, %u>();\n", u->type, u->name, u->type, u->number);
}

/* What is in a namespace can be called without it. */
static void write_spaces(const struct program_source *s, FILE *file)
{
    char path[300] = "";

    for (unsigned i = 0; i < s->pieces; i++) {
        const struct piece *p = &s->piece[i];
        const size_t length = strlen(path);

        if (p->to - p->from == 1 && s->token[p->from].kind == '}') {
            char *last = strrchr(path, ' ');

            *(last ? last : path) = '\0';
        } else if (space_open(s, p->from) == p->to - 1 && p->to - p->from > 1) {
            const bool is_named = is(s, p->from, "namespace") && p->to - p->from > 2;
            const struct token *from = &s->token[p->from + 1], *to = &s->token[p->to - 1];

            snprintf(path + length, sizeof path - length, " %.*s",
                     is_named ? (int)(text_trim(from->at, to->at) - from->at) : 0, from->at);
            if (is_named) {
                fputs("\nusing namespace ", file);
                for (const char *c = path; *c; c++)
                    fputs(*c == ' ' && c > path && text_is_name(c[1]) ? "::"
                          : *c == ' '                                 ? ""
                                                                      : (char[2]){ *c, 0 },
                          file);
                fputs(";\n", file);
            }
        }
    }
}

void program_source_write(const struct program_source *given, FILE *file)
{
    struct program_source *s = (struct program_source *)given; /* names are numbered as they are written */
    const char *active = s->options->active ? s->options->active : "0xffffffff";
    unsigned kernel = 0;

    prelude_write(file, s->options->is_launch);
    fprintf(file,
            "#pragma clang force_cuda_host_device begin\n#define __global__%s\n#define __kernel __global__\n#define "
            "main main_\n",
            s->options->is_launch ? " __attribute__((global))" : "");
    if (s->is_metal)
        fputs(
            "#define kernel\n#define device\n#define constant const\n#define threadgroup __shared__\n#define thread\n",
            file);
    for (unsigned i = 0; i < s->unknowns; i++)
        write_unknown(&s->unknown[i], s->has_functions, true, file);
    for (unsigned i = 0; i < s->pieces; i++)
        if ((s->piece[i].is_declaration && s->piece[i].is_reached) || s->piece[i].is_conditional)
            write_piece(s, &s->piece[i], file);
    write_spaces(s, file);
    if (s->has_body) {
        fprintf(file, "\nextern \"C\" __attribute__((global)) void K_%u() {\n", kernel++);
        for (unsigned i = 0; i < s->unknowns; i++)
            write_unknown(&s->unknown[i], s->has_functions, false, file);
        fprintf(file, "if (%s >> lane_() & 1) [&]() {", active);
        for (unsigned i = 0; i < s->pieces; i++)
            if (!s->piece[i].is_declaration || s->piece[i].is_conditional)
                write_piece(s, &s->piece[i], file);
        fputs("\n}(); }\n", file);
    }
    for (unsigned i = 0; i < s->pieces && !s->options->is_launch; i++)
        if (s->piece[i].is_root) {
            fprintf(file, "\nextern \"C\" __attribute__((global)) void K_%u() { if (%s >> lane_() & 1) { ", kernel++,
                    active);
            write_root(s, &s->piece[i], file);
            fputs(" } }\n", file);
        }
    fputs("\n#pragma clang force_cuda_host_device end\n", file);
}

const char *program_source_parameter(const struct program_source *s, const char *kernel, size_t length, unsigned number)
{
    static char name[NAME_TEXT_MAX];
    char type[200];
    bool is_pointer;

    for (unsigned i = 0; i < s->pieces; i++) {
        const struct piece *p = &s->piece[i];
        unsigned from = p->open + 1, depth = 0, count = 0;

        if (!p->is_root || !same(s, p->name, kernel, length))
            continue;
        for (unsigned k = from; k <= p->close; k++) {
            const char kind = s->token[k].kind;

            depth += strchr("([{<", kind) != NULL;
            if (k < p->close && (depth > 0 || kind != ',')) {
                depth -= strchr(")]}>", kind) != NULL;
                continue;
            }
            if (count++ == number) {
                parameter(s, from, k, type, name, &is_pointer);
                return name[0] ? name : NULL;
            }
            from = k + 1;
        }
    }
    return NULL;
}

/* ---- */

struct program_source *program_source_new(const char *text, const struct program_options *options,
                                          char why[READ_WHY_MAX])
{
    struct program_source *s = calloc(1, sizeof *s);

    if (s == NULL || (s->text = malloc(strlen(text) + 2)) == NULL)
        trouble("out of memory");
    strcpy(s->text, text);
    s->options = options;
    number_of(s, "a function whose value is not computed here");
    clean(s);
    if (s->lanes != 0 && s->lanes != 32) {
        text_why(why, "its sub-groups have %u lanes, and a program is run with warps of 32", s->lanes);
        program_source_free(s);
        return NULL;
    }
    take_lambda(s);
    take_lets(s);
    tokens(s);
    if (!pieces(s, why) || !call_graph(s, why)) {
        program_source_free(s);
        return NULL;
    }
    return s;
}

void program_source_free(struct program_source *s)
{
    for (unsigned i = 0; i < s->names; i++)
        free(s->owned[i]);
    free(s->token);
    free(s->text);
    free(s);
}

unsigned program_source_kernels(const struct program_source *s) { return s->kernels; }
const char *const *program_source_unknown(const struct program_source *s) { return s->name; }
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
