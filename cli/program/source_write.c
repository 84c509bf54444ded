/* SPDX-License-Identifier: Apache-2.0 */
/* source_write - see source.h: the file that clang compiles. */
#include "source.h"
#include "prelude.h"

#include <string.h>

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

/* A type of the text's by the last typedef X type; using type = X; or #define type X */
static void take_typedef(const struct program_source *s, char type[200])
{
    struct text text = { type, 0, 200 };
    unsigned from = 0, to = 0;

    for (unsigned i = 1; i + 1 < s->tokens; i++) {
        unsigned k = i;

        if (!source_same(s, i, type, strlen(type)))
            continue;
        if (source_is(s, i - 1, "using") && s->token[i + 1].kind == '=')
            for (from = to = i + 2; s->token[to].kind == 'n';)
                to++;
        if (source_is(s, i - 1, "define") && s->token[i + 1].line == s->token[i].line)
            for (from = to = i + 1; s->token[to].kind == 'n' && s->token[to].line == s->token[i].line;)
                to++;
        while (k > 0 && s->token[k - 1].kind == 'n' && !source_is(s, k, "typedef"))
            k--;
        if (source_is(s, k, "typedef") && s->token[i + 1].kind == ';') {
            from = k + 1;
            to = i;
        }
    }
    for (unsigned i = from; i < to; i++)
        text_append(&text, "%s%.*s", text.used ? " " : "", (int)s->token[i].length, s->token[i].at);
}

struct program_parameter source_parameter(const struct program_source *s, unsigned from, unsigned to)
{
    static const char left_out[] = "device constant threadgroup thread __global __local global local __restrict__ "
                                   "restrict volatile in inout out __constant const";
    struct program_parameter p = { .is_pointer = false };
    struct text type = { p.type, 0, sizeof p.type };
    unsigned last = to;

    for (unsigned i = from; i < to; i++)
        if (s->token[i].kind == '=' || s->token[i].kind == '[') {
            p.is_pointer = s->token[i].kind == '[';
            to = i;
        } else if (s->token[i].kind == '<') {
            i = source_template_end(s, i, to) - 1;
        } else if (s->token[i].kind == 'n') {
            last = i;
        }
    for (unsigned i = from; i < to; i++) {
        if (i == last && i > from) {
            snprintf(p.name, sizeof p.name, "%.*s", (int)s->token[i].length, s->token[i].at);
            continue;
        }
        p.is_pointer |= s->token[i].kind == '*';
        if (!source_is_any(s, i, left_out) && strchr("&*", s->token[i].kind) == NULL)
            text_append(&type, "%s%.*s", type.used ? " " : "", (int)s->token[i].length, s->token[i].at);
    }
    take_typedef(s, p.type);
    return p;
}

/* template void name<..>(..); which write_instances() writes */
static bool is_instantiation(const struct program_source *s, const struct piece *p)
{
    return source_is(s, p->from, "template") && s->token[p->from + 1].kind != '<';
}

/* Is it T of a function behind template <class T>? */
static bool is_type_parameter(const struct program_source *s, unsigned token)
{
    for (const struct piece *p = s->piece; p < s->piece + s->pieces; p++)
        for (unsigned i = p->from + 1; p->from < token && token < p->to && i < p->template_end; i++)
            if (source_is_any(s, i - 1, "class typename")
                && source_same(s, i, s->token[token].at, s->token[token].length))
                return true;
    return false;
}

/* The arguments of name<..><<<..>>> as they can stand outside of the host's function: constants of that by their values. */
static bool launched(const struct program_source *s, unsigned from, unsigned to, char arguments[300])
{
    static const char types[] =
        "float double int unsigned long short char bool true false const uint half __half __half2 __nv_bfloat16 int8_t "
        "uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t size_t float2 float4 double2 int2 int4 uint2 uint4";
    struct text text = { arguments, 0, 300 };

    for (unsigned i = from; i < to; i++) {
        const struct token *name = &s->token[i];
        bool is_known = name->kind != 'n' || source_is_any(s, i, types);

        for (unsigned k = 0; k < s->pieces && !is_known; k++)
            is_known = s->piece[k].is_declaration && !s->piece[k].is_function && source_declares(s, &s->piece[k], i);
        if (is_known)
            text_append(&text, "%.*s", (int)name->length, name->at);
        else if (is_type_parameter(s, i)) /* of the host's function, which is a template, too */
            text_append(&text, s->of_int ? "int" : "float");
        else if (!source_constant(s, i, i + 1, 0, &text))
            return false;
        text_append(&text, "%s", i + 1 < to && name->at + name->length < name[1].at ? " " : "");
    }
    return true;
}

/* The arguments, <..>, of the launch or instantiation of a template's kernel at token *at or behind it; *at is behind them then. */
static bool find_launch(const struct program_source *s, const struct piece *p, unsigned *at, char arguments[300])
{
    const struct token *name = &s->token[p->name];

    for (unsigned i = *at; i + 1 < s->tokens; i++) {
        if (!source_same(s, i, name->at, name->length) || s->token[i + 1].kind != '<')
            continue;
        const unsigned end = source_template_end(s, i + 1, s->tokens);
        const bool is_launch = end + 2 < s->tokens && s->token[end].kind == '<' && s->token[end + 1].kind == '<';
        const bool is_explicit = i > 0 && source_is(s, i - 1, "void"); /* template void name<..>(..); */

        *at = end;
        if ((is_launch || is_explicit) && launched(s, i + 1, end, arguments))
            return true;
    }
    return false;
}

/* What a template's parameters are: given, as find_launch has them, or else by --let, or by default; false: it has to be said. */
static bool template_arguments(struct program_source *s, const struct piece *p, const char *given, FILE *file,
                               char arguments[300], char why[READ_WHY_MAX])
{
    struct text text = { arguments, 0, 300 };

    arguments[0] = '\0';
    if (p->template_end == 0)
        return true;
    given += *given == '<';
    text_append(&text, "<");
    for (unsigned from = p->from + 2, i; from < p->template_end; from = i + 1) {
        i = source_part_end(s, from, p->template_end - 1, true);
        const bool is_type = source_is_any(s, from, "typename class");
        unsigned equals = from;
        char value[300];
        size_t length = 0;

        for (int depth = 0; given[length] && (depth > 0 || strchr(",>", given[length]) == NULL); length++)
            depth += (strchr("(<", given[length]) != NULL) - (strchr(")>", given[length]) != NULL);
        while (equals < i && s->token[equals].kind != '=')
            equals++;
        const struct token *name = &s->token[equals - 1];
        const char *let = source_let(s, name->at, name->length);
        if (let != NULL)
            source_let_text(let, value);
        else if (length > 0)
            snprintf(value, sizeof value, "%.*s", (int)length, given);
        else if (equals < i)
            snprintf(value, sizeof value, "%.*s", (int)(s->token[i].at - s->token[equals + 1].at),
                     s->token[equals + 1].at);
        else if (is_type) {
            snprintf(value, sizeof value, "%s", s->of_int ? "int" : "float");
            snprintf(s->guessed, sizeof s->guessed, "%.*s", (int)name->length, name->at);
        } else
            return text_why(why, "the template's parameter %.*s is not known: give it with --let %.*s=VALUE",
                            (int)name->length, name->at, (int)name->length, name->at);
        if (!text_is(name->at, name->length, value)) /* for those behind it */
            fprintf(file, is_type ? "using %.*s = %s; " : "constexpr auto %.*s = %s; ", (int)name->length, name->at,
                    value);
        text_append(&text, "%s%s", text.used > 1 ? ", " : "", value);
        given += length + (given[length] == ',');
    }
    text_append(&text, ">");
    return true;
}

/* A template's kernels, as the host launches or instantiates them or, where it does neither, as --let says. */
static void write_instances(struct program_source *s, const struct piece *p, FILE *file)
{
    const struct token *name = &s->token[p->name];
    char launch[300] = "", arguments[300], why[READ_WHY_MAX];
    unsigned count = 0, at = 0;

    for (bool found = find_launch(s, p, &at, launch); found || count == 0; found = find_launch(s, p, &at, launch)) {
        fprintf(file, "\nnamespace %.*s_%u_ { ", (int)name->length, name->at, count++);
        if (template_arguments(s, p, found ? launch : "", file, arguments, why))
            fprintf(file, "static const auto kernel_ = &%.*s%s; }", (int)name->length, name->at, arguments);
        else
            fprintf(file, "\n#error %s\n}\n", why);
    }
}

/* A call of a function whose arguments are those of --let, or not known. */
static void write_root(struct program_source *s, const struct piece *p, FILE *file)
{
    char arguments[300], launch[300], value[300], why[READ_WHY_MAX];
    const struct expr_scope scope = { .lanes = 32, .width = 32 };
    static struct expr expr;
    unsigned count = 0, at = 0;

    if (!template_arguments(s, p, find_launch(s, p, &at, launch) ? launch : "", file, arguments, why)) {
        fprintf(file, "\n#error %s\n", why);
        return;
    }
    for (unsigned from = p->open + 1, end; from < p->close; from = end + 1) {
        end = source_part_end(s, from, p->close, true);
        const struct program_parameter own = source_parameter(s, from, end);
        const char *type = own.type, *name = own.name;
        if (strcmp(type, "void") == 0 && name[0] == '\0')
            break;
        const char *let = source_let(s, name, strlen(name)), *semantic = NULL;
        for (unsigned k = 0; k < s->semantics; k++)
            if (strcmp(s->semantic[k].name, name) == 0)
                semantic = s->semantic[k].value;
        if (let != NULL) {
            source_let_text(let, value);
            fprintf(file, own.is_pointer ? "__shared__ %s a%u_[1024]; a%u_[threadIdx.x] = " : "%s a%u_ = ", type, count,
                    count);
            fprintf(file, "(%s)(%s); ", type, value);
        } else if (semantic != NULL) {
            fprintf(file, "%s a%u_ = %s; ", type, count, semantic);
        } else if (own.is_pointer) {
            char element[NAME_TEXT_MAX + 2];

            snprintf(element, sizeof element, "%s[]", name);
            source_pointer(source_number(s, element), strncmp(type, "void", 4) == 0 ? "char" : type, 1, value);
            fprintf(file, "%s *a%u_ = %s; ", type, count, value);
        } else if (strstr(type, "thread_block") || strstr(type, "nd_item") || strstr(type, "sub_group")) {
            fprintf(file, "%s a%u_{}; ", type, count);
        } else if (strstr(type, "coalesced_group")) {
            fprintf(file, "%s a%u_(activemask_()); ", type, count);
        } else if (expr_read(name, &scope, &expr, why) && expr.spelled[0]) {
            fprintf(file, "%s a%u_ = (%s)%s; ", type, count, type, expr.by_lane ? "lane_()" : "32");
            source_remark(s, "%s is taken as %s", name, expr.by_lane ? "the lane's number" : "the number of lanes");
        } else {
            fprintf(file, "%s a%u_ = unknown_<%s, %u>(); ", type, count, type,
                    source_number(s, name[0] ? name : "an argument"));
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
    char value[300];

    source_pointer(u->number, u->type, u->depth, value);
    if (u->kind < VALUE && is_outside == (u->kind == OUTSIDE))
        fprintf(file, "%s\n", u->code);
    else if (u->kind == POINTER && is_outside == has_functions)
        fprintf(file, "%sauto %s = %s;\n", has_functions ? "static __attribute__((device)) " : "", u->name, value);
    else if (u->kind == VALUE && !is_outside)
        fprintf(file, "%s %s = unknown_<%s, %u>();\n", u->type, u->name, u->type, u->number);
}

/* What is in a namespace can be called without it: all are opened once more, with using in front. */
static void write_spaces(const struct program_source *s, FILE *file)
{
    for (const struct piece *p = s->piece; p < s->piece + s->pieces; p++) {
        const struct token *from = &s->token[p->from];
        const int length = (int)(s->token[p->to - 1].at - from->at);

        if (length == 0 && from->kind == '}')
            fputs("}\n", file);
        else if (length > 0 && source_space(s, p->from) == p->to - 1) {
            if (source_is(s, p->from, "namespace") && p->to - p->from > 2)
                fprintf(file, "\nusing %.*s;", length, from->at);
            fprintf(file, "\n%.*s{", length, from->at);
        }
    }
}

/* The declarations in lines from .. to - 1. */
static void write_declarations(const struct program_source *s, unsigned from, unsigned to, FILE *file)
{
    for (unsigned i = 0; i < s->pieces; i++) {
        const struct piece *p = &s->piece[i];
        const unsigned line = s->token[p->from].line;

        if (((p->is_declaration && p->is_reached) || p->is_conditional) && line >= from && line < to
            && !(s->options->is_launch && is_instantiation(s, p)))
            write_piece(s, p, file);
    }
}

void program_source_write(struct program_source *s, FILE *file)
{
    const char *active = s->options->read.active ? s->options->read.active : "0xffffffff";
    unsigned kernel = 0;

    prelude_write(file, s->options->is_launch);
    fprintf(file,
            "#pragma clang force_cuda_host_device begin\n#define __global__%s\n#define __kernel __global__\n#define "
            "main main_\n",
            s->options->is_launch ? " __attribute__((global))" : "");
    if (s->options->is_launch)
        fputs("#undef __launch_bounds__\n#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))\n",
              file);
    if (s->is_metal)
        fputs(
            "#define kernel\n#define device\n#define constant const\n#define threadgroup __shared__\n#define thread\n",
            file);
    for (unsigned i = 0; i < s->unknowns; i++)
        write_unknown(&s->unknown[i], s->has_functions, true, file);
    unsigned line = 1;
    for (unsigned n = 0; n < s->pages; n++) { /* each page where it is included */
        write_declarations(s, line, s->page[n].at, file);
        write_declarations(s, s->page[n].line, n + 1 < s->pages ? s->page[n + 1].line : ~0u, file);
        line = s->page[n].at;
    }
    write_declarations(s, line, s->pages ? s->page[0].line : ~0u, file);
    write_spaces(s, file);
    for (unsigned i = 0; i < s->pieces && s->options->is_launch; i++)
        if (s->piece[i].is_root && s->piece[i].template_end > s->piece[i].from + 3) /* not template <> */
            write_instances(s, &s->piece[i], file);
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

/* T of a template's kernel is what its name in PTX says, IfLi256E.. behind the name: float, 256. */
static void take_instance(const struct program_source *s, const struct piece *p, const char *instance, char type[200])
{
    static const struct {
        char letter;
        const char *name;
    } letters[] = { { 'f', "float" },          { 'd', "double" },        { 'i', "int" },
                    { 'j', "unsigned" },       { 'l', "long" },          { 'm', "unsigned long" },
                    { 'x', "long long" },      { 'y', "unsigned long" }, { 's', "short" },
                    { 't', "unsigned short" }, { 'c', "char" },          { 'h', "unsigned char" },
                    { 'a', "signed char" },    { 'b', "bool" } };

    if (p->template_end == 0 || *instance++ != 'I')
        return;
    for (unsigned from = p->from + 2, to; from < p->template_end && *instance; from = to + 1) {
        unsigned equals = from;

        to = source_part_end(s, from, p->template_end - 1, true);
        while (equals < to && s->token[equals].kind != '=')
            equals++;
        for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
            if (*instance == letters[k].letter && source_same(s, equals - 1, type, strlen(type))) {
                snprintf(type, 200, "%s", letters[k].name);
                return;
            }
        instance = *instance == 'L' && strchr(instance, 'E') ? strchr(instance, 'E') + 1 : instance + 1;
    }
}

bool program_source_parameter(const struct program_source *s, const char *kernel, size_t length, unsigned number,
                              struct program_parameter *into)
{
    for (unsigned i = 0; i < s->pieces; i++) {
        const struct piece *p = &s->piece[i];
        unsigned from = p->open + 1;

        if (!p->is_root || !source_same(s, p->name, kernel, length))
            continue;
        for (unsigned k = 0; k < number && from <= p->close; k++)
            from = source_part_end(s, from, p->close, true) + 1;
        if (from > p->close)
            continue;
        *into = source_parameter(s, from, source_part_end(s, from, p->close, true));
        take_instance(s, p, kernel + length, into->type);
        return into->name[0] != '\0';
    }
    return false;
}
