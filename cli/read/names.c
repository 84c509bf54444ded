/* SPDX-License-Identifier: Apache-2.0 */
/* names - see names.h */
#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- Variables */

struct name *names_find(const struct names *names, const char *text, size_t length)
{
    const struct name *found = NULL;

    for (unsigned i = 0; i < names->count; i++)
        if (text_is(text, length, names->name[i].text) && (found == NULL || names->name[i].depth >= found->depth))
            found = &names->name[i];
    return (struct name *)found;
}

struct name *names_add(struct names *names, const char *text, size_t length, unsigned depth)
{
    if (names->count == NAMES_MAX || length >= NAME_TEXT_MAX) {
        names->is_full = true;
        return NULL;
    }
    struct name *name = &names->name[names->count++];
    *name = (struct name){ .kind = NAME_VALUE, .depth = depth };
    memcpy(name->text, text, length);
    return name;
}

void names_leave(struct names *names, unsigned depth)
{
    unsigned kept = 0;

    names->cells = 0;
    for (unsigned i = 0; i < names->count; i++)
        if (names->name[i].depth <= depth) {
            const struct name *name = &names->name[i];

            if (name->cells > 0 && name->cell + name->cells > names->cells)
                names->cells = name->cell + name->cells;
            if (kept != i)
                names->name[kept] = *name;
            kept++;
        }
    names->count = kept;
    names->depth = depth;
}

void name_forget(struct name *name, uint64_t lanes, const char *why)
{
    name->known &= ~lanes;
    name->by_lane = true;
    snprintf(name->why, sizeof name->why, "%s", why);
}

void name_declare(struct name *name, const char *from, const char *to, unsigned arrays)
{
    size_t used = 0;

    name->indirect = arrays;
    for (from = text_skip(from); from < to && used < sizeof name->type_name - 1; from++) {
        name->indirect += *from == '*';
        if (*from != '*' && *from != '&')
            name->type_name[used++] = *from == '\n' ? ' ' : *from;
    }
    name->type_name[used] = '\0';
    if (from < to)
        name->type_name[0] = '\0';
}

void name_remark(struct names *names, struct name *name, const char *spelled, const char *held)
{
    if (spelled[0] != '\0') {
        name->is_spelled = true;
        snprintf(names->spelled, sizeof names->spelled, "%s", spelled);
    }
    if (held[0] != '\0') {
        name->is_held = true;
        snprintf(names->held, sizeof names->held, "%s", held);
    }
}

/* ---- Types */

uint64_t name_fit(uint64_t word, struct expr_type type)
{
    const unsigned rest = 64u - type.bits;

    if (type.bits == 1)
        return word != 0;
    if (type.bits == 0 || type.bits >= 64)
        return word;
    if (type.is_unsigned || !(word >> (type.bits - 1) & 1))
        return word << rest >> rest;
    return word | UINT64_MAX << type.bits;
}

enum word_kind { WHOLE, SIGN, LONG, QUALIFIER, CONST, OTHER };

static const struct {
    const char *word;
    enum word_kind kind;
    unsigned char bits;
    bool is_unsigned;
} words[] = {
    { "int", WHOLE, 32, false },
    { "short", WHOLE, 16, false },
    { "char", WHOLE, 8, false },
    { "bool", WHOLE, 1, true },
    { "Bool", WHOLE, 1, true },
    { "uint", WHOLE, 32, true },
    { "ushort", WHOLE, 16, true },
    { "uchar", WHOLE, 8, true },
    { "ulong", WHOLE, 64, true },
    { "size_t", WHOLE, 64, true },
    { "ptrdiff_t", WHOLE, 64, false },
    { "uintptr_t", WHOLE, 64, true },
    { "uint8_t", WHOLE, 8, true },
    { "uint16_t", WHOLE, 16, true },
    { "uint32_t", WHOLE, 32, true },
    { "uint64_t", WHOLE, 64, true },
    { "int8_t", WHOLE, 8, false },
    { "int16_t", WHOLE, 16, false },
    { "int32_t", WHOLE, 32, false },
    { "int64_t", WHOLE, 64, false },
    { "uint16", WHOLE, 16, true },
    { "uint32", WHOLE, 32, true },
    { "uint64", WHOLE, 64, true },
    { "int8", WHOLE, 8, false },
    { "int16", WHOLE, 16, false },
    { "int32", WHOLE, 32, false },
    { "int64", WHOLE, 64, false },
    { "uint8", WHOLE, 8, true },
    { "u8", WHOLE, 8, true },
    { "u16", WHOLE, 16, true },
    { "u32", WHOLE, 32, true },
    { "u64", WHOLE, 64, true },
    { "i1", WHOLE, 1, true },
    { "i8", WHOLE, 8, false },
    { "i16", WHOLE, 16, false },
    { "i32", WHOLE, 32, false },
    { "i64", WHOLE, 64, false },
    { "UInt8", WHOLE, 8, true },
    { "UInt16", WHOLE, 16, true },
    { "UInt32", WHOLE, 32, true },
    { "UInt64", WHOLE, 64, true },
    { "Int8", WHOLE, 8, false },
    { "Int16", WHOLE, 16, false },
    { "Int32", WHOLE, 32, false },
    { "Int64", WHOLE, 64, false },
    { "lanemask_t", WHOLE, 64, true },
    { "uvec4", WHOLE, TYPE_VECTOR, true },
    { "uint4", WHOLE, TYPE_VECTOR, true },
    { "vec4u", WHOLE, TYPE_VECTOR, true },
    { "vec4<u32>", WHOLE, TYPE_VECTOR, true },
    { "unsigned", SIGN, 32, true },
    { "signed", SIGN, 32, false },
    { "long", LONG, 64, false },
    { "const", CONST, 0, false },
    { "constexpr", CONST, 0, false },
    { "static", QUALIFIER, 0, false },
    { "inline", QUALIFIER, 0, false },
    { "volatile", QUALIFIER, 0, false },
    { "register", QUALIFIER, 0, false },
    { "noundef", QUALIFIER, 0, false },
    { "highp", QUALIFIER, 0, false },
    { "mediump", QUALIFIER, 0, false },
    { "lowp", QUALIFIER, 0, false },
    { "uniform", QUALIFIER, 0, false },
    { "constinit", QUALIFIER, 0, false },
    { "private", QUALIFIER, 0, false },
    { "__private", QUALIFIER, 0, false },
    { "thread", QUALIFIER, 0, false },
    { "auto", OTHER, 0, false },
    { "float", OTHER, 0, false },
    { "double", OTHER, 0, false },
    { "half", OTHER, 0, false },
    { "void", OTHER, 0, false },
};

const char *names_type(const char *at, struct expr_type *type, unsigned *marks)
{
    static const char *const spaces[] = { "::", "std::", "cuda::std::", "cuda::", "sycl::", "metal::" };
    const char *behind = NULL;
    unsigned seen = 0; /* 1 << kind */
    bool is_unsigned = false, is_auto = false;

    *type = (struct expr_type){ .bits = 0 };
    *marks = 0;
    for (;;) {
        size_t length = 0, i = 0;
        const char *from = at = text_skip(at);

        for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++)
            if (strncmp(at, spaces[s], strlen(spaces[s])) == 0)
                from = at + strlen(spaces[s]);
        length = text_name(from);
        if (text_is(from, length, "vec4") && strncmp(from, "vec4<u32>", 9) == 0)
            length = 9;
        while (i < sizeof words / sizeof *words && !text_is(from, length, words[i].word))
            i++;
        if (i == sizeof words / sizeof *words)
            break;
        const enum word_kind kind = words[i].kind;
        const bool is_int = words[i].bits == 32 && kind == WHOLE, is_double = strcmp(words[i].word, "double") == 0;
        /* behind a type, such a word is the name of a variable: "int half" */
        if (((seen & (1 << WHOLE | 1 << OTHER)) && kind != SIGN && kind != LONG && kind != CONST
             && !(is_int && type->bits == 16))
            || ((seen & (1 << SIGN | 1 << LONG)) && (kind == OTHER || kind == QUALIFIER) && !is_double))
            break;
        if (kind == WHOLE && !(seen & 1 << WHOLE)) {
            type->bits = words[i].bits;
            is_unsigned = seen & 1 << SIGN ? is_unsigned : words[i].is_unsigned;
        } else if (kind == SIGN) {
            is_unsigned = words[i].is_unsigned;
        } else if (kind == CONST) {
            *marks |= TYPE_CONST;
        }
        is_auto = is_auto || strcmp(words[i].word, "auto") == 0;
        seen |= 1u << kind;
        behind = at = from + length;
    }
    if ((seen & ~(1u << QUALIFIER)) == 0)
        return NULL;
    if (is_auto || seen == 1 << CONST || seen == (1 << CONST | 1 << QUALIFIER))
        *marks |= TYPE_AUTO;
    type->bits = seen & 1 << OTHER ? 0
               : seen & 1 << LONG  ? 64
               : seen & 1 << WHOLE ? type->bits
               : seen & 1 << SIGN  ? 32
                                   : 0;
    type->is_unsigned = is_unsigned;
    return behind;
}

/* ---- Macros */

const struct macro *names_macro(const struct names *names, const char *at, size_t length)
{
    for (unsigned i = names->macros; i-- > 0;)
        if (text_is(at, length, names->macro[i].name))
            return &names->macro[i];
    return NULL;
}

const char *macro_use_end(const struct macro *macro, const char *name_end)
{
    const char *open = text_skip(name_end);

    return macro->parameters < 0 ? name_end : *open == '(' ? text_bracket(open) : NULL;
}

void names_undefine(struct names *names, const char *at)
{
    at += strspn(at, " \t");
    const size_t length = text_name(at);
    const struct macro *macro = names_macro(names, at, length);
    if (macro != NULL)
        names->macro[macro - names->macro] = names->macro[--names->macros];
}

void names_define(struct names *names, const char *at, const char *end)
{
    size_t length = 0;
    struct macro macro = { .parameters = -1 };

    at += strspn(at, " \t");
    length = text_name(at);
    if (length == 0 || length >= NAME_TEXT_MAX)
        return;
    names_undefine(names, at);
    if (names->macros == MACROS_MAX) {
        names->is_full = true;
        return;
    }
    memcpy(macro.name, at, length);
    at += length;
    if (*at == '(') {
        macro.parameters = 0;
        for (at++; at < end && *at != ')'; at += *at == ',') {
            at += strspn(at, " \t");
            length = strcspn(at, " \t,)");
            if (macro.parameters == MACRO_PARAMETERS || length >= NAME_TEXT_MAX || strchr(at, ')') == NULL) {
                macro.parameters = MACRO_PARAMETERS + 1; /* it is not followed */
                break;
            }
            const size_t dots = length >= 3 && memcmp(at + length - 3, "...", 3) == 0 ? 3 : 0;

            macro.is_variadic = dots > 0;
            if (length > 0 && length == dots)
                strcpy(macro.parameter[macro.parameters++], "__VA_ARGS__");
            else if (length > 0)
                memcpy(macro.parameter[macro.parameters++], at, length - dots);
            at += length;
            at += strspn(at, " \t");
        }
        at = memchr(at, ')', (size_t)(end - at)) ? (const char *)memchr(at, ')', (size_t)(end - at)) + 1 : end;
    }
    at += strspn(at, " \t");
    end = text_trim(at, end);
    length = 0;
    for (; at < end; at++) /* lines that go on are one */
        if (length == MACRO_BODY_MAX - 1)
            macro.parameters = MACRO_PARAMETERS + 1;
        else if (!(at[0] == '\\' && at[1] == '\n') && !(*at == ' ' && length > 0 && macro.body[length - 1] == ' '))
            macro.body[length++] = *at == '\n' ? ' ' : *at;
    names->macro[names->macros++] = macro;
}

struct expansion {
    const struct names *names;
    const struct macro *busy[8];
    unsigned depth;
    char *out;
    size_t used, size;
};

static bool expand(struct expansion *x, const char *from, const char *to);

static bool put(struct expansion *x, const char *from, size_t length)
{
    if (x->used + length + 1 > x->size)
        return false;
    memcpy(x->out + x->used, from, length);
    x->used += length;
    x->out[x->used] = '\0';
    return true;
}

/* The arguments in brackets at `at`, each replaced for its parameter in the body. */
static bool put_call(struct expansion *x, const struct macro *m, const char **at)
{
    const char *behind = text_bracket(*at), *argument[MACRO_PARAMETERS];
    size_t length[MACRO_PARAMETERS];
    char body[600], given[MACRO_PARAMETERS][200];
    struct text text = { body, 0, sizeof body };
    int count = 0;

    if (behind == NULL || m->parameters > MACRO_PARAMETERS)
        return false;
    const char *begin = *at + 1;
    for (const char *c = begin; c < behind; c++) {
        if (c == behind - 1 || (*c == ',' && !(m->is_variadic && count + 1 == m->parameters))) {
            if (count == MACRO_PARAMETERS)
                return false;
            argument[count] = begin;
            length[count++] = (size_t)(c - begin);
            begin = c + 1;
        } else if (strchr("([{\"", *c) != NULL) {
            const char *end = *c == '"' ? strchr(c + 1, '"') : text_bracket(c);

            if (end == NULL || end > behind)
                return false;
            c = *c == '"' ? end : end - 1;
        }
    }
    if (m->is_variadic && count + 1 == m->parameters) { /* there is none left */
        argument[count] = behind - 1;
        length[count++] = 0;
    }
    if (count != m->parameters && !(m->parameters == 0 && count == 1 && strspn(argument[0], " \t") == length[0]))
        return false;
    for (int i = 0; i < m->parameters; i++) { /* they are expanded before they are put in place */
        struct expansion y = *x;

        y.out = given[i];
        y.used = 0;
        y.size = sizeof given[i];
        given[i][0] = '\0';
        const char *from = argument[i] + strspn(argument[i], " \t");

        if (!expand(&y, from, text_trim(from, argument[i] + length[i])))
            return false;
    }
    body[0] = '\0';
    for (const char *c = m->body; *c != '\0';) {
        size_t word = 0;
        int i = 0;

        if (m->is_variadic && *c == ',' && strncmp(text_skip(c + 1), "##", 2) == 0) { /* , ##__VA_ARGS__ */
            c = text_skip(text_skip(c + 1) + 2);
            if (!text_is(c, text_name(c), m->parameter[m->parameters - 1]))
                return false;
            text_append(&text, "%s", given[m->parameters - 1][0] != '\0' ? ", " : "");
        }
        if (*c == '#' || *c == '\\' || strncmp(c, "__VA_OPT__", 10) == 0)
            return false;
        word = text_name(c);
        while (i < m->parameters
               && (strlen(m->parameter[i]) != word || word == 0 || memcmp(m->parameter[i], c, word) != 0))
            i++;
        if (i < m->parameters)
            text_append(&text, "%s", given[i]);
        else
            text_append(&text, "%.*s", (int)(word ? word : 1), c);
        c += word ? word : 1;
    }
    if (text.used >= text.size)
        return false;
    *at = behind;
    x->busy[x->depth++] = m;
    const bool ok = expand(x, body, body + text.used);
    x->depth--;
    return ok;
}

static bool expand(struct expansion *x, const char *from, const char *to)
{
    for (const char *at = from; at < to;) {
        size_t length = 0;
        const char *behind;

        if (*at == '"') {
            behind = strchr(at + 1, '"');
            length = behind && behind < to ? (size_t)(behind + 1 - at) : (size_t)(to - at);
        } else if (isdigit((unsigned char)*at)) {
            while (at + length < to && (text_is_name(at[length]) || at[length] == '.'))
                length++;
        } else if (text_is_name(*at)) {
            while (at + length < to && text_is_name(at[length]))
                length++;
            const struct macro *m = names_macro(x->names, at, length);
            bool busy = false;

            for (unsigned i = 0; i < x->depth; i++)
                busy = busy || x->busy[i] == m;
            const char *open = text_skip(at + length);
            if (m != NULL && !busy && (m->parameters < 0 || (open < to && *open == '('))) {
                if (x->depth == 8 || m->parameters > MACRO_PARAMETERS)
                    return false;
                at += length;
                if (m->parameters >= 0) {
                    at = open;
                    if (!put_call(x, m, &at))
                        return false;
                    continue;
                }
                x->busy[x->depth++] = m;
                if (!expand(x, m->body, m->body + strlen(m->body)))
                    return false;
                x->depth--;
                continue;
            }
        } else {
            length = 1;
        }
        if (!put(x, at, length))
            return false;
        at += length;
    }
    return true;
}

bool names_expand(const struct names *names, const char *from, const char *to, char out[], size_t size)
{
    struct expansion x = { .names = names, .out = out, .size = size };

    out[0] = '\0';
    if (names == NULL || names->macros == 0)
        return put(&x, from, (size_t)(to - from));
    return expand(&x, from, to);
}
