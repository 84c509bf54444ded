/* SPDX-License-Identifier: Apache-2.0 */
/* words - see ptx_parse.h. */
#include "ptx_parse.h"
#include "ptx_meaning.h"
#include "lib/number.h"
#include "lib/word.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- words */

const char *ptx_skip(struct parse *p)
{
    for (;;) {
        if (*p->at == '\n')
            p->line++;
        if (isspace((unsigned char)*p->at)) {
            p->at++;
        } else if (strncmp(p->at, "//", 2) == 0) {
            p->at += strcspn(p->at, "\n");
        } else if (strncmp(p->at, "/*", 2) == 0) {
            const unsigned from = p->line;

            for (p->at += 2; strncmp(p->at, "*/", 2) != 0; p->at++) {
                p->line += *p->at == '\n';
                if (*p->at == '\0')
                    ptx_refuse(p->m, from, "this comment has no end");
            }
            p->at += 2;
        } else {
            return p->at;
        }
    }
}

/* The next word, for a message. */
static const char *found(struct parse *p, char text[44])
{
    const char *at = ptx_skip(p);
    int length = 0;

    while (at[length] && (ptx_is_name(at[length]) || at[length] == '.') && length < 38)
        length++;
    if (*at == '\0')
        return strcpy(text, "the end of the file");
    snprintf(text, 44, "'%.*s'", length ? length : 1, at);
    return text;
}

_Noreturn void ptx_expected(struct parse *p, const char *what)
{
    char text[44];

    found(p, text);
    ptx_refuse(p->m, p->line, "expected %s, not %s", what, text);
}

bool ptx_pass(struct parse *p, const char *what)
{
    const size_t length = strlen(what);

    if (strncmp(ptx_skip(p), what, length) != 0 || (ptx_is_name(what[length - 1]) && ptx_is_name(p->at[length])))
        return false;
    p->at += length;
    return true;
}

void ptx_expect(struct parse *p, const char *what)
{
    char text[24];

    if (!ptx_pass(p, what)) {
        snprintf(text, sizeof text, "'%s'", what);
        ptx_expected(p, text);
    }
}

struct name ptx_name(struct parse *p)
{
    const char *from = ptx_skip(p);

    if (!ptx_is_name(*from) || isdigit((unsigned char)*from))
        ptx_expected(p, "a name");
    while (ptx_is_name(*p->at))
        p->at++;
    return (struct name){ from, (uint32_t)(p->at - from) };
}

bool ptx_type_read(struct name word, struct ptx_type *type)
{
    uint64_t bits;
    char digits[4];

    if (ptx_is_word(word, "pred"))
        return *type = (struct ptx_type){ 'p', 1 }, true;
    if (ptx_is_word(word, "f16x2") || ptx_is_word(word, "bf16x2"))
        return *type = (struct ptx_type){ *word.at == 'f' ? 'h' : 'g', 32 }, true;
    if (ptx_is_word(word, "u16x2") || ptx_is_word(word, "s16x2"))
        return *type = (struct ptx_type){ *word.at == 'u' ? 'U' : 'S', 32 }, true;
    if (ptx_is_word(word, "bf16"))
        return *type = (struct ptx_type){ 'e', 16 }, true;
    if (word.length < 2 || word.length > 3 || strchr("busf", *word.at) == NULL)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)word.length - 1, word.at + 1);
    if (!number_read(digits, 8, 64, &bits) || (bits & (bits - 1)) != 0 || (*word.at == 'f' && bits == 8))
        return false;
    return *type = (struct ptx_type){ *word.at, (uint8_t)bits }, true;
}

struct ptx_type ptx_take_type(struct parse *p)
{
    struct ptx_type type;

    ptx_expect(p, ".");
    const struct name word = ptx_name(p);
    if (!ptx_type_read(word, &type))
        ptx_refuse(p->m, p->line, "expected a type, such as .b32, not '.%.*s'", (int)word.length, word.at);
    return type;
}

/* A number, or bits of a float, cut to the type. */
uint64_t ptx_literal(struct parse *p, struct ptx_type type)
{
    const char *at = ptx_skip(p);
    const bool negative = *at == '-', inverted = *at == '~';
    uint64_t value = 0;

    at += negative || inverted;
    const size_t whole = strspn(at, "0123456789");
    const bool is_bits = at[0] == '0' && at[1] && strchr("fFdD", at[1]) && isxdigit((unsigned char)at[2]);
    const bool is_decimal = whole && at[whole] && strchr(".eE", at[whole]) && type.letter == 'f' && type.bits > 16;
    if (is_bits) {
        const unsigned digits = at[1] == 'f' || at[1] == 'F' ? 8 : 16;
        char word[17];

        if (strspn(at + 2, "0123456789abcdefABCDEF") < digits)
            ptx_expected(p, digits == 8 ? "0f and eight digits" : "0d and sixteen digits");
        snprintf(word, sizeof word, "%.*s", (int)digits, at + 2);
        value = strtoull(word, NULL, 16);
        at += 2 + digits;
        if (digits == 16 && type.letter == 'f' && type.bits == 32)
            value = word_of_float((float)ptx_f64(value));
    } else if (is_decimal) {
        const double d = strtod(at, (char **)&at);

        value = type.bits == 32 ? word_of_float((float)d) : ptx_of_f64(d);
    }
    if (is_bits || is_decimal) {
        p->at = at;
        return negative ? value ^ UINT64_C(1) << (type.bits - 1) : value;
    }
    if (ptx_pass(p, "WARP_SZ"))
        return 32;
    if (!isdigit((unsigned char)*at))
        ptx_expected(p, "a register or a number");
    const bool is_binary = at[0] == '0' && at[1] && strchr("bB", at[1]) && isdigit((unsigned char)at[2]);
    errno = 0;
    value = strtoull(is_binary ? at + 2 : at, (char **)&at, is_binary ? 2 : 0);
    if (errno || (ptx_is_name(*at) && *at != 'U'))
        ptx_expected(p, "a number of at most 64 bits");
    p->at = at + (*at == 'U');
    value = negative ? 0 - value : inverted ? ~value : value;
    return value & ptx_bits(type.bits);
}

/* ---- names: what they stand for, and what one is in C++, without namespaces, classes and arguments */

struct symbol *ptx_lookup(struct parse *p, struct name name, uint32_t *number)
{
    for (uint32_t s = p->symbols; s-- > 0;) {
        struct symbol *y = &p->symbol[s];
        const uint32_t rest = name.length - y->name.length; /* of a range: the number's */
        uint64_t value = 0;
        char digits[12];

        if (rest > (y->is == IS_RANGE ? 10 : 0) || memcmp(y->name.at, name.at, y->name.length) != 0)
            continue;
        if (y->is == IS_RANGE) {
            snprintf(digits, sizeof digits, "%.*s", (int)rest, name.at + y->name.length);
            if (strspn(digits, "0123456789") < rest || !number_read(digits, 0, y->count - 1, &value))
                continue;
        }
        if (number)
            *number = (uint32_t)value;
        return y;
    }
    return NULL;
}

struct symbol *ptx_define(struct parse *p, struct name name, unsigned is, uint32_t at, uint32_t count)
{
    PUSH(p->m, p->symbol, p->symbols, (struct symbol){ name, is, at, count, false });
    return &p->symbol[p->symbols - 1];
}

bool ptx_is_named(const struct ptx_function *f, const char *name)
{
    size_t length = strlen(f->name);
    const char *base = ptx_base_name(f->name, &length);

    return strcmp(f->name, name) == 0 || text_is(base, length, name);
}

/* The numbers in front of names: _ZN2ns8warp_sumIfEEvPKT_ has 2ns and 8warp_sum, and what stands in I E are arguments. */
const char *ptx_base_name(const char *name, size_t *length)
{
    const char *at = name, *end = name + *length, *base = name;
    size_t size = *length;
    bool is_nested = false; /* else the first name alone: a struct's can follow, of an argument */

    if (*length < 4 || strncmp(name, "_Z", 2) != 0)
        return name;
    at += 2;
    while (at < end && *at == 'Z') { /* within a function: what stands behind its E */
        const char *e = end;

        do
            e--;
        while (e > at && !(*e == 'E' && e + 1 < end && isdigit((unsigned char)e[1])));
        at = e + 1;
    }
    for (; at < end && strchr("NLKrVZE", *at) != NULL; at++)
        is_nested = is_nested || *at == 'N';
    if (at < end && strncmp(at, "St", 2) == 0)
        at += 2;
    for (bool more = true; more && at < end && isdigit((unsigned char)*at); more = is_nested) {
        size_t n = 0;

        while (at < end && isdigit((unsigned char)*at) && n < *length)
            n = 10 * n + (size_t)(*at++ - '0');
        if (n == 0 || n > (size_t)(end - at))
            return name;
        base = at;
        size = n;
        at += n;
    }
    *length = size;
    return base;
}

static bool special(struct parse *p, struct name name, struct ptx_operand *o)
{
    bool has_parts;
    const int number = ptx_special(name.at, name.length, &has_parts);

    if (number < 0)
        return false;
    *o = (struct ptx_operand){ .kind = PTX_SPECIAL, .reg = 3 * (uint32_t)number };
    if (has_parts) {
        if (p->at[0] != '.' || p->at[1] < 'x' || p->at[1] > 'z' || ptx_is_name(p->at[2]))
            ptx_expected(p, ".x, .y or .z");
        o->reg += (uint32_t)(p->at[1] - 'x');
        p->at += 2;
    }
    if (p->f && strncmp(name.at, "%envreg", 7) == 0)
        p->f->has_grid = true;
    return true;
}

/* A function's number; it is declared here if it was not before. */
uint32_t ptx_function_named(struct parse *p, struct name name)
{
    struct ptx_module *m = p->m;

    for (uint32_t k = 0; k < m->functions; k++)
        if (ptx_is_word(name, m->function[k].name))
            return k;
    PUSH(m, m->function, m->functions,
         (struct ptx_function){ .name = ptx_copy(m, name.at, name.length), .line = p->line });
    return m->functions - 1;
}

static struct ptx_operand name_operand(struct parse *p)
{
    const struct name name = ptx_name(p);
    struct ptx_operand o = { .kind = PTX_IMM };
    uint32_t number;

    if (special(p, name, &o))
        return o;
    const struct symbol *y = ptx_lookup(p, name, &number);
    for (uint32_t k = 0; y == NULL && k < p->m->functions; k++)
        if (ptx_is_word(name, p->m->function[k].name)) {
            o.imm = PTX_FUNCTION_AT + (uint64_t)k * PTX_FUNCTION_SIZE;
            p->m->function[k].is_reached = true;
            return o;
        }
    if (y == NULL)
        ptx_refuse(p->m, p->line, "'%.*s' is not declared, and no special register that is known here",
                   (int)name.length, name.at);
    switch (y->is) {
    case IS_REG:
    case IS_RANGE: return (struct ptx_operand){ .kind = PTX_REG, .reg = y->at + number };
    case IS_TARGETS: ptx_expected(p, "a value, not a list of targets");
    case IS_LABEL: return (struct ptx_operand){ .kind = PTX_LABEL, .reg = (uint32_t)(y - p->symbol) };
    case IS_GLOBAL: o.imm = PTX_GLOBAL_AT + y->at; break;
    default: o.imm = y->at; o.is_local = y->is == IS_LOCAL;
    }
    return o;
}

static void offset(struct parse *p, struct ptx_operand *o)
{
    if (*ptx_skip(p) == '-' || ptx_pass(p, "+"))
        o->imm += ptx_literal(p, (struct ptx_type){ 'b', 64 });
}

/* A register, a number, a variable's address, {a, b}, !p, _. */
struct ptx_operand ptx_operand(struct parse *p, struct ptx_type type)
{
    struct ptx_operand o = { .kind = PTX_VECTOR };

    if (ptx_pass(p, "{")) {
        struct ptx_operand part[8];
        const unsigned first_line = p->line;

        do {
            if (o.imm == 8)
                ptx_refuse(p->m, first_line, "a vector of more than eight");
            part[o.imm++] = ptx_operand(p, type);
        } while (ptx_pass(p, ","));
        ptx_expect(p, "}");
        if (o.imm == 1)
            return part[0];
        o.reg = p->m->operands;
        for (unsigned k = 0; k < o.imm; k++) {
            if (part[k].kind == PTX_VECTOR)
                ptx_refuse(p->m, first_line, "a vector in a vector");
            PUSH(p->m, p->m->operand, p->m->operands, part[k]);
        }
        return o;
    }
    if (ptx_pass(p, "!")) {
        o = ptx_operand(p, type);
        o.negated = true;
        return o;
    }
    if (*ptx_skip(p) == '_' && !ptx_is_name(p->at[1])) {
        p->at++;
        return (struct ptx_operand){ .kind = PTX_SINK };
    }
    if (ptx_is_name(*p->at) && !isdigit((unsigned char)*p->at) && strncmp(p->at, "WARP_SZ", 7) != 0) {
        o = name_operand(p);
        if (o.kind == PTX_IMM)
            offset(p, &o);
        return o;
    }
    return (struct ptx_operand){ .kind = PTX_IMM, .imm = ptx_literal(p, type) };
}

/* [base + offset] */
struct ptx_operand ptx_memory_operand(struct parse *p)
{
    const struct ptx_type address = { 'b', 64 };

    ptx_expect(p, "[");
    struct ptx_operand o = ptx_operand(p, address);
    if ((o.kind != PTX_REG && o.kind != PTX_IMM) || o.negated)
        ptx_expected(p, "a register or a variable in [ ]");
    offset(p, &o);
    ptx_expect(p, "]");
    return o;
}

struct ptx_operand ptx_label_operand(struct parse *p)
{
    const struct name name = ptx_name(p);
    struct symbol *y = ptx_lookup(p, name, NULL);

    if (y == NULL || y->is != IS_LABEL)
        y = ptx_define(p, name, IS_LABEL, p->line, 0);
    return (struct ptx_operand){ .kind = PTX_LABEL, .reg = (uint32_t)(y - p->symbol) };
}
