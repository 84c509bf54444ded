/* SPDX-License-Identifier: Apache-2.0 */
/* parse - see module.h: a file of PTX, statement by statement. What it does not know, it refuses. */
#include "ptx_module.h"
#include "cli/lib/number.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a name stands for. Later ones hide earlier ones. */
struct symbol {
    const char *name; /* in the text */
    uint32_t length;
    enum { IS_REG, IS_RANGE, IS_SHARED, IS_GLOBAL, IS_LOCAL, IS_PARAM, IS_LABEL } is;
    uint32_t at, count; /* of a range of registers the first and how many */
    bool defined;       /* a label */
};

struct parse {
    struct ptx_module *m;
    const char *at;
    unsigned line;
    struct symbol *symbol;
    uint32_t symbols;
    struct ptx_function *f;
    uint32_t label_line;
};

struct block {
    struct block *next;
    uint64_t align;
};

void ptx_refuse(struct ptx_module *m, unsigned line, const char *format, ...)
{
    va_list arguments;
    int at = snprintf(m->why, PTX_WHY_MAX, "%.150s:%u: ", m->file, line);

    va_start(arguments, format);
    vsnprintf(m->why + at, (size_t)(PTX_WHY_MAX - at), format, arguments);
    va_end(arguments);
    PTX_LEAVE(*m->refused, m->why);
}

void *ptx_new(struct ptx_module *m, size_t count, size_t size)
{
    struct block *b = size && count > (SIZE_MAX / 2) / size ? NULL : calloc(1, sizeof *b + count * size);

    if (b == NULL)
        ptx_refuse(m, 0, "out of memory");
    b->next = m->blocks;
    m->blocks = b;
    return b + 1;
}

void ptx_free(struct ptx_module *m)
{
    for (struct block *b = m->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    m->blocks = NULL;
}

/* Room for one element more of an array that grows by doubling. */
#define GROW(m, array, count)                                                            \
    do {                                                                                 \
        if (((count) & ((count) - 1)) == 0) {                                            \
            void *more = ptx_new(m, (count) ? 2 * (size_t)(count) : 1, sizeof *(array)); \
            if (count)                                                                   \
                memcpy(more, array, (count) * sizeof *(array));                          \
            (array) = more;                                                              \
        }                                                                                \
    } while (0)

/* ---- words */

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%'; }

static const char *skip(struct parse *p)
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
    const char *at = skip(p);
    int length = 0;

    while (at[length] && (is_name(at[length]) || at[length] == '.') && length < 38)
        length++;
    if (*at == '\0')
        return strcpy(text, "the end of the file");
    snprintf(text, 44, "'%.*s'", length ? length : 1, at);
    return text;
}

_Noreturn static void expected(struct parse *p, const char *what)
{
    char text[44];

    found(p, text);
    ptx_refuse(p->m, p->line, "expected %s, not %s", what, text);
}

static bool pass(struct parse *p, const char *what)
{
    const size_t length = strlen(what);

    if (strncmp(skip(p), what, length) != 0 || (is_name(what[length - 1]) && is_name(p->at[length])))
        return false;
    p->at += length;
    return true;
}

static void take(struct parse *p, const char *what)
{
    char text[24];

    if (!pass(p, what)) {
        snprintf(text, sizeof text, "'%s'", what);
        expected(p, text);
    }
}

static uint32_t name(struct parse *p, const char **from)
{
    *from = skip(p);
    if (!is_name(**from) || isdigit((unsigned char)**from))
        expected(p, "a name");
    while (is_name(*p->at))
        p->at++;
    return (uint32_t)(p->at - *from);
}

static bool is_word(const char *from, uint32_t length, const char *word)
{
    return strlen(word) == length && memcmp(from, word, length) == 0;
}

static bool type_read(const char *word, uint32_t length, struct ptx_type *type)
{
    uint64_t bits;
    char digits[4];

    if (is_word(word, length, "pred"))
        return *type = (struct ptx_type){ 'p', 1 }, true;
    if (length < 2 || length > 3 || strchr("busf", *word) == NULL)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)length - 1, word + 1);
    if (!number_read(digits, 8, 64, &bits) || (bits & (bits - 1)) != 0 || (*word == 'f' && bits == 8))
        return false;
    return *type = (struct ptx_type){ *word, (uint8_t)bits }, true;
}

static struct ptx_type take_type(struct parse *p)
{
    struct ptx_type type;
    const char *word;

    take(p, ".");
    const uint32_t length = name(p, &word);
    if (!type_read(word, length, &type))
        ptx_refuse(p->m, p->line, "expected a type, such as .b32, not '.%.*s'", (int)length, word);
    return type;
}

/* A number, or bits of a float, cut to the type. */
static uint64_t literal(struct parse *p, struct ptx_type type)
{
    const char *at = skip(p);
    const bool negative = *at == '-', inverted = *at == '~';
    uint64_t value = 0;
    char *end;

    if (negative || inverted)
        at++;
    if (at[0] == '0' && strchr("fFdD", at[1]) && isxdigit((unsigned char)at[2])) {
        const unsigned digits = at[1] == 'f' || at[1] == 'F' ? 8 : 16;
        unsigned k = 0;

        for (at += 2; k < digits && isxdigit((unsigned char)*at); k++)
            value = value * 16
                  + (uint64_t)(isdigit((unsigned char)*at) ? *at++ - '0' : tolower((unsigned char)*at++) - 'a' + 10);
        if (k != digits)
            expected(p, digits == 8 ? "0f and eight digits" : "0d and sixteen digits");
        if (digits == 16 && type.letter == 'f' && type.bits == 32) {
            double d;
            float f;
            uint32_t word;

            memcpy(&d, &value, 8);
            f = (float)d;
            memcpy(&word, &f, 4);
            value = word;
        }
        if (negative)
            value ^= UINT64_C(1) << (type.bits - 1);
        p->at = at;
        return value;
    }
    const size_t whole = strspn(at, "0123456789");
    if (whole && strchr(".eE", at[whole]) && at[whole] && type.letter == 'f') {
        const double d = strtod(at, &end);
        const float f = (float)d;
        uint32_t word;

        memcpy(&word, &f, 4);
        memcpy(&value, &d, 8);
        value = type.bits == 32 ? word : value;
        if (negative)
            value ^= UINT64_C(1) << (type.bits - 1);
        p->at = end;
        return value;
    }
    if (pass(p, "WARP_SZ"))
        return 32;
    if (!isdigit((unsigned char)*at))
        expected(p, "a register or a number");
    const unsigned base = at[0] == '0' && strchr("xX", at[1]) && at[1] ? 16
                        : at[0] == '0' && strchr("bB", at[1]) && at[1] ? 2
                        : at[0] == '0'                                 ? 8
                                                                       : 10;
    at += base == 16 || base == 2 ? 2 : 0;
    const char *from = at;
    for (unsigned digit; isxdigit((unsigned char)*at); at++) {
        digit = (unsigned)(isdigit((unsigned char)*at) ? *at - '0' : tolower((unsigned char)*at) - 'a' + 10);
        if (digit >= base || value > (UINT64_MAX - digit) / base)
            break;
        value = value * base + digit;
    }
    if (at == from || isdigit((unsigned char)*at) || (is_name(*at) && *at != 'U'))
        expected(p, "a number of at most 64 bits");
    at += *at == 'U';
    p->at = at;
    value = negative ? 0 - value : inverted ? ~value : value;
    return value & ptx_bits(type.bits);
}

/* ---- names */

static struct symbol *lookup(struct parse *p, const char *word, uint32_t length, uint32_t *number)
{
    uint32_t stem = length;

    while (stem > 0 && isdigit((unsigned char)word[stem - 1]))
        stem--;
    for (uint32_t s = p->symbols; s-- > 0;) {
        struct symbol *y = &p->symbol[s];
        uint64_t value;
        char digits[12];

        if (y->is != IS_RANGE && y->length == length && memcmp(y->name, word, length) == 0)
            return *number = 0, y;
        if (y->is != IS_RANGE || y->length > length || y->length < stem || memcmp(y->name, word, y->length) != 0
            || length - y->length > 10)
            continue;
        snprintf(digits, sizeof digits, "%.*s", (int)(length - y->length), word + y->length);
        if (number_read(digits, 0, y->count - 1, &value))
            return *number = (uint32_t)value, y;
    }
    return NULL;
}

static struct symbol *define(struct parse *p, const char *word, uint32_t length, unsigned is, uint32_t at,
                             uint32_t count)
{
    GROW(p->m, p->symbol, p->symbols);
    p->symbol[p->symbols] = (struct symbol){ word, length, is, at, count, false };
    return &p->symbol[p->symbols++];
}

static const struct {
    const char *name;
    unsigned special, parts;
} specials[] = { { "%tid", PTX_TID, 3 },
                 { "%ntid", PTX_NTID, 3 },
                 { "%ctaid", PTX_CTAID, 3 },
                 { "%nctaid", PTX_NCTAID, 3 },
                 { "%laneid", PTX_LANEID, 1 },
                 { "%warpid", PTX_WARPID, 1 },
                 { "%nwarpid", PTX_NWARPID, 1 },
                 { "%lanemask_eq", PTX_MASK_EQ, 1 },
                 { "%lanemask_le", PTX_MASK_LE, 1 },
                 { "%lanemask_lt", PTX_MASK_LT, 1 },
                 { "%lanemask_ge", PTX_MASK_GE, 1 },
                 { "%lanemask_gt", PTX_MASK_GT, 1 } };

static bool special(struct parse *p, const char *word, uint32_t length, struct ptx_operand *o)
{
    for (size_t s = 0; s < sizeof specials / sizeof *specials; s++) {
        if (!is_word(word, length, specials[s].name))
            continue;
        *o = (struct ptx_operand){ .kind = PTX_SPECIAL, .reg = specials[s].special };
        if (specials[s].parts == 3) {
            if (p->at[0] != '.' || p->at[1] < 'x' || p->at[1] > 'z' || is_name(p->at[2]))
                expected(p, ".x, .y or .z");
            o->reg += (uint32_t)(p->at[1] - 'x');
            p->at += 2;
        }
        return true;
    }
    return false;
}

/* A function's number; it is declared here if it was not before. */
static uint32_t function(struct parse *p, const char *word, uint32_t length)
{
    struct ptx_module *m = p->m;

    for (uint32_t k = 0; k < m->functions; k++)
        if (is_word(word, length, m->function[k].name))
            return k;
    if (length >= PTX_NAME_MAX)
        ptx_refuse(m, p->line, "a name of %u characters: expected fewer than %d", length, PTX_NAME_MAX);
    GROW(m, m->function, m->functions);
    struct ptx_function *f = &m->function[m->functions];
    memset(f, 0, sizeof *f);
    memcpy(f->name, word, length);
    f->line = p->line;
    return m->functions++;
}

static struct ptx_operand name_operand(struct parse *p, const char *word, uint32_t length)
{
    struct ptx_operand o = { .kind = PTX_IMM, .is_address = true };
    uint32_t number;

    if (special(p, word, length, &o))
        return o;
    const struct symbol *y = lookup(p, word, length, &number);
    if (y == NULL)
        ptx_refuse(p->m, p->line, "'%.*s' is not declared, and no special register that is known here", (int)length,
                   word);
    switch (y->is) {
    case IS_REG:
    case IS_RANGE: return (struct ptx_operand){ .kind = PTX_REG, .reg = y->at + number };
    case IS_LABEL: return (struct ptx_operand){ .kind = PTX_LABEL, .reg = (uint32_t)(y - p->symbol) };
    case IS_GLOBAL: o.imm = PTX_GLOBAL_AT + y->at; break;
    default: o.imm = y->at; o.is_local = y->is == IS_LOCAL;
    }
    return o;
}

static bool offset(struct parse *p, struct ptx_operand *o)
{
    const bool minus = *skip(p) == '-';

    if (!minus && !pass(p, "+"))
        return false;
    o->imm += literal(p, (struct ptx_type){ 'b', 64 });
    return true;
}

/* A register, a number, a variable's address, {a, b}, !p, _. */
static struct ptx_operand operand(struct parse *p, struct ptx_type type)
{
    struct ptx_operand o = { .kind = PTX_VECTOR };
    const char *word;

    if (pass(p, "{")) {
        struct ptx_operand part[4];
        const unsigned first_line = p->line;

        do {
            if (o.imm == 4)
                ptx_refuse(p->m, first_line, "a vector of more than four");
            part[o.imm++] = operand(p, type);
        } while (pass(p, ","));
        take(p, "}");
        o.reg = p->m->operands;
        for (unsigned k = 0; k < o.imm; k++) {
            if (part[k].kind == PTX_VECTOR)
                ptx_refuse(p->m, first_line, "a vector in a vector");
            GROW(p->m, p->m->operand, p->m->operands);
            p->m->operand[p->m->operands++] = part[k];
        }
        return o;
    }
    if (pass(p, "!")) {
        o = operand(p, type);
        o.negated = true;
        return o;
    }
    if (*skip(p) == '_' && !is_name(p->at[1])) {
        p->at++;
        return (struct ptx_operand){ .kind = PTX_SINK };
    }
    if (is_name(*p->at) && !isdigit((unsigned char)*p->at) && strncmp(p->at, "WARP_SZ", 7) != 0) {
        const uint32_t length = name(p, &word);

        o = name_operand(p, word, length);
        if (o.kind == PTX_IMM)
            offset(p, &o);
        return o;
    }
    return (struct ptx_operand){ .kind = PTX_IMM, .imm = literal(p, type) };
}

/* [base + offset] */
static struct ptx_operand memory(struct parse *p)
{
    const struct ptx_type address = { 'b', 64 };

    take(p, "[");
    struct ptx_operand o = operand(p, address);
    if (o.kind != PTX_REG && o.kind != PTX_IMM)
        expected(p, "a register or a variable in [ ]");
    offset(p, &o);
    take(p, "]");
    return o;
}

/* ---- declarations */

static unsigned align(struct parse *p, unsigned least)
{
    uint64_t by;

    if (!pass(p, ".align"))
        return least;
    by = literal(p, (struct ptx_type){ 'u', 32 });
    if (by == 0 || by > 1024 || (by & (by - 1)) != 0)
        ptx_refuse(p->m, p->line, ".align %u: expected a power of two, at most 1024", (unsigned)by);
    return (unsigned)by;
}

/* name[8][4]: the bytes behind a type and a name; 0 if they are left out, as in name[]. */
static uint64_t extent(struct parse *p, struct ptx_type type)
{
    uint64_t size = type.letter == 'p' ? 1 : type.bits / 8;

    while (pass(p, "[")) {
        if (pass(p, "]"))
            return 0;
        size *= literal(p, (struct ptx_type){ 'u', 32 });
        take(p, "]");
        if (size > 1 << 20)
            ptx_refuse(p->m, p->line, "a variable of more than 1 MiB");
    }
    return size;
}

static uint32_t place(struct parse *p, uint32_t *total, uint64_t size, unsigned by)
{
    const uint32_t at = (*total + by - 1) / by * by;

    if (at + size > 1 << 20)
        ptx_refuse(p->m, p->line, "more than 1 MiB of variables in one space");
    *total = at + (uint32_t)size;
    return at;
}

static void initial_values(struct parse *p, struct ptx_type type, uint32_t at, uint64_t size)
{
    const bool braces = pass(p, "{");

    do {
        if (braces && *skip(p) == '}')
            break;
        const uint64_t value = literal(p, type);
        if (size < type.bits / 8u)
            ptx_refuse(p->m, p->line, "more values than the variable has room for");
        for (unsigned k = 0; k < type.bits / 8u; k++)
            p->m->global[at++] = (uint8_t)(value >> 8 * k);
        size -= type.bits / 8u;
    } while (braces && pass(p, ","));
    if (braces)
        take(p, "}");
}

/* .shared .align 4 .b8 name[128]; at is behind the space. */
static void variables(struct parse *p, unsigned is)
{
    struct ptx_module *m = p->m;
    const char *word;
    unsigned by = align(p, 1);

    while (pass(p, ".attribute") || pass(p, ".v2") || pass(p, ".v4"))
        expected(p, "a variable without .attribute or vectors, which are not executed here");
    const struct ptx_type type = take_type(p);
    const unsigned own = type.bits / 8u;
    by = by > own ? by : own;
    do {
        const uint32_t length = name(p, &word);
        const uint64_t size = extent(p, type);
        uint32_t at;

        if (is == IS_SHARED) {
            at = place(p, &m->shared_size, size, size ? by : 16);
        } else if (is == IS_LOCAL || is == IS_PARAM) {
            at = place(p, is == IS_LOCAL ? &p->f->local_size : &p->f->param_size, size, by);
        } else {
            at = place(p, &m->global_size, size, by);
            if (pass(p, "="))
                initial_values(p, type, at, size);
        }
        define(p, word, length, is, at, 0);
    } while (pass(p, ","));
    take(p, ";");
}

static void add_register(struct parse *p, struct ptx_type type, const char *word, uint32_t length, int32_t number)
{
    struct ptx_function *f = p->f;

    if (f->regs >= 200000)
        ptx_refuse(p->m, p->line, "more than 200,000 registers");
    GROW(p->m, f->reg, f->regs);
    f->reg[f->regs++] = (struct ptx_register){ type, (uint32_t)(word - p->m->text), length, number };
}

static void registers(struct parse *p)
{
    const struct ptx_type type = take_type(p);
    const char *word;

    do {
        const uint32_t length = name(p, &word), first = p->f->regs;

        if (pass(p, "<")) {
            const uint64_t count = literal(p, (struct ptx_type){ 'u', 32 });

            take(p, ">");
            for (uint64_t k = 0; k < count; k++)
                add_register(p, type, word, length, (int32_t)k);
            if (count)
                define(p, word, length, IS_RANGE, first, (uint32_t)count);
        } else {
            add_register(p, type, word, length, -1);
            define(p, word, length, IS_REG, first, 0);
        }
    } while (pass(p, ","));
    take(p, ";");
}

/* ( .param .u64 name, ... ) */
static void parameters(struct parse *p, struct ptx_function *f)
{
    const char *word;

    take(p, "(");
    while (!pass(p, ")")) {
        if (!pass(p, ".param"))
            expected(p, ".param; parameters in registers are not executed here");
        unsigned by = align(p, 1);
        const struct ptx_type type = take_type(p);
        while (pass(p, ".ptr") || pass(p, ".global") || pass(p, ".shared") || pass(p, ".local") || pass(p, ".const"))
            ;
        by = align(p, by);
        const uint32_t length = name(p, &word);
        const uint64_t size = extent(p, type);
        by = by > type.bits / 8u ? by : type.bits / 8u;
        if (length >= PTX_NAME_MAX || size == 0)
            expected(p, "a shorter name, and an array with its size");
        const uint32_t at = place(p, &f->param_size, size, by > 8 ? 8 : by);
        GROW(p->m, f->param, f->params);
        struct ptx_param *param = &f->param[f->params++];
        *param = (struct ptx_param){ .type = type, .at = at, .size = (uint32_t)size };
        memcpy(param->name, word, length);
        define(p, word, length, IS_PARAM, at, 0);
        if (*skip(p) != ')')
            take(p, ",");
    }
}

/* ---- instructions */

static void label_operand(struct parse *p, struct ptx_operand *o)
{
    const char *word;
    uint32_t number;
    const uint32_t length = name(p, &word);
    struct symbol *y = lookup(p, word, length, &number);

    if (y == NULL || y->is != IS_LABEL) {
        y = define(p, word, length, IS_LABEL, p->line, 0);
    }
    *o = (struct ptx_operand){ .kind = PTX_LABEL, .reg = (uint32_t)(y - p->symbol) };
}

/* (ret), name, (a, b) */
static void call(struct parse *p, struct ptx_insn *i)
{
    struct ptx_module *m = p->m;
    const char *word;

    i->call = m->operands;
    for (unsigned list = 0; list < 2; list++) {
        if (pass(p, "("))
            while (!pass(p, ")")) {
                const uint32_t length = name(p, &word);
                uint32_t number;
                const struct symbol *y = lookup(p, word, length, &number);

                if (y == NULL || y->is != IS_PARAM)
                    ptx_refuse(m, p->line, "call: '%.*s' is no .param variable, the one kind that is passed here",
                               (int)length, word);
                GROW(m, m->operand, m->operands);
                m->operand[m->operands++] = (struct ptx_operand){ .kind = PTX_IMM, .negated = list == 0, .imm = y->at };
                if (*skip(p) != ')')
                    take(p, ",");
            }
        if (list == 1)
            break;
        if (m->operands > i->call)
            take(p, ",");
        const uint32_t length = name(p, &word);
        if (*word == '%')
            ptx_refuse(m, p->line, "call of a function in a register: a call by its name is needed here");
        i->d = (struct ptx_operand){ .kind = PTX_FUNC, .reg = function(p, word, length) };
        if (!pass(p, ","))
            break;
    }
    i->calls = m->operands - i->call;
}

static void modifiers(struct parse *p, struct ptx_insn *i)
{
    const char *base = p->at, *word;
    const uint32_t length = name(p, &base);

    i->row = ptx_row(base, length);
    if (i->row == NULL)
        ptx_refuse(p->m, p->line, "%.*s: this instruction is not executed here: it needs a row in cli/read/ptx_table.c",
                   (int)length, base);
    while (*p->at == '.') {
        struct ptx_type type;
        unsigned m = 0;

        p->at++;
        const uint32_t size = (word = p->at, (uint32_t)strspn(p->at, "abcdefghijklmnopqrstuvwxyzNL_0123456789"));
        p->at += size;
        if (strncmp(p->at, "::", 2) == 0) /* .shared::cta */
            p->at += strncmp(p->at, "::cta", 5) == 0 ? 5 : 0;
        while (m < PTX_MODIFIER_COUNT && !is_word(word, size, ptx_modifier_names[m]))
            m++;
        const bool is_type = type_read(word, size, &type);
        const char *list = is_type ? i->row->types : i->row->modifiers;
        bool known = false;
        for (const char *at = list; *at && !known; at += strspn(at, " ")) {
            const uint32_t one = (uint32_t)strcspn(at, " ");

            known = one == size && memcmp(at, word, size) == 0;
            at += one;
        }
        if (!known || (is_type && i->types == 3))
            ptx_refuse(p->m, p->line, "%s.%.*s: not executed here; known behind %s: %s%s%s", i->row->name, (int)size,
                       word, i->row->name, i->row->modifiers, *i->row->modifiers && *i->row->types ? "; " : "",
                       i->row->types);
        if (is_type)
            i->type[i->types++] = type;
        else
            i->modifiers[m / 64] |= UINT64_C(1) << m % 64;
    }
}

static bool one_of(const struct ptx_insn *i, const enum ptx_modifier list[], unsigned count)
{
    unsigned n = 0;

    for (unsigned k = 0; k < count; k++)
        n += ptx_has(i, list[k]);
    return n == 1;
}

static bool is_f32(struct ptx_type type) { return type.letter == 'f' && type.bits == 32; }

/* What a row cannot say: which modifiers and types have to be there. */
static void check(struct parse *p, const struct ptx_insn *i)
{
    const char *n = i->row->name, *need = NULL;
    const bool is_float = i->type[0].letter == 'f';
    const bool typed = *i->row->types && strcmp(n, "bar") != 0 && strcmp(n, "barrier") != 0;
    const bool two = strcmp(n, "cvt") == 0 || strcmp(n, "slct") == 0;
#define ONE_OF(...)                                       \
    one_of(i, (const enum ptx_modifier[]){ __VA_ARGS__ }, \
           sizeof((const enum ptx_modifier[]){ __VA_ARGS__ }) / sizeof(enum ptx_modifier))
#define IS(word) (strcmp(n, word) == 0)
    const bool rounds = ptx_has(i, PTX_rz) || ptx_has(i, PTX_rm) || ptx_has(i, PTX_rp);

    if (i->types != (two ? 2 : typed ? 1 : i->types > 1 ? 0 : i->types))
        need = two ? "two types" : "one type";
    else if ((IS("mul") || IS("mad")) && !is_float && !ONE_OF(PTX_hi, PTX_lo, PTX_wide))
        need = ".hi, .lo or .wide";
    else if ((IS("mad") || IS("fma")) && is_float && !ONE_OF(PTX_rn, PTX_rz, PTX_rm, PTX_rp))
        need = ".rn, .rz, .rm or .rp";
    else if ((IS("div") || IS("rcp") || IS("sqrt")) && is_float && !ptx_has(i, PTX_rn))
        need = ".rn: the bits of approximations are not defined by PTX";
    else if (is_float && i->type[0].bits == 64 && rounds && !IS("cvt"))
        need = ".rn: f64 is rounded to nearest here";
    else if (IS("setp")
             && !ONE_OF(PTX_eq, PTX_ne, PTX_lt, PTX_le, PTX_gt, PTX_ge, PTX_lo, PTX_ls, PTX_hi, PTX_hs, PTX_equ,
                        PTX_neu, PTX_ltu, PTX_leu, PTX_gtu, PTX_geu, PTX_num, PTX_nan))
        need = "one comparison";
    else if (IS("shf") && !(ONE_OF(PTX_l, PTX_r) && ONE_OF(PTX_clamp, PTX_wrap)))
        need = ".l or .r, and .clamp or .wrap";
    else if (IS("shfl") && !ONE_OF(PTX_up, PTX_down, PTX_bfly, PTX_idx))
        need = ".up, .down, .bfly or .idx";
    else if (IS("vote") && !ONE_OF(PTX_all, PTX_any, PTX_uni, PTX_ballot))
        need = ".all, .any, .uni or .ballot";
    else if (IS("match") && !ONE_OF(PTX_any, PTX_all))
        need = ".any or .all";
    else if (IS("redux") && !ONE_OF(PTX_add, PTX_min, PTX_max, PTX_and, PTX_or, PTX_xor))
        need = "one operation";
    else if ((IS("elect") || IS("match") || IS("redux")) && !ptx_has(i, PTX_sync))
        need = ".sync";
    else if ((IS("bar") || IS("barrier")) && !ONE_OF(PTX_sync, PTX_arrive, PTX_red))
        need = ".sync, .arrive or .red";
    else if ((IS("bar") || IS("barrier")) && ptx_has(i, PTX_red) && !ONE_OF(PTX_popc, PTX_and, PTX_or))
        need = ".popc, .and or .or";
    else if ((IS("atom") || IS("red"))
             && !ONE_OF(PTX_add, PTX_min, PTX_max, PTX_and, PTX_or, PTX_xor, PTX_exch, PTX_cas, PTX_inc, PTX_dec))
        need = "one operation";
    else if ((IS("atom") || IS("red")) && is_float && !ptx_has(i, PTX_add))
        need = "an integer type, or .add";
    else if (IS("cvt") && is_float && i->type[1].letter == 'f' && i->type[0].bits < i->type[1].bits
             && (i->type[0].bits == 16 ? !ptx_has(i, PTX_rn) : !ONE_OF(PTX_rn, PTX_rz, PTX_rm, PTX_rp)))
        need = "a rounding, of f16 .rn";
    else if (IS("cvt") && is_float && i->type[1].letter != 'f'
             && (i->type[0].bits == 32 ? !ONE_OF(PTX_rn, PTX_rz, PTX_rm, PTX_rp) : !ptx_has(i, PTX_rn)))
        need = "a rounding, of f16 and f64 .rn";
    else if (IS("cvt") && !is_float && i->type[1].letter == 'f' && !ONE_OF(PTX_rni, PTX_rzi, PTX_rmi, PTX_rpi))
        need = ".rni, .rzi, .rmi or .rpi";
    else if (IS("cvt") && (i->type[0].letter == 'b' || i->type[1].letter == 'b'))
        need = "types with a meaning, not .b";
    else if (ptx_has(i, PTX_sat) && !is_float && !IS("cvt") && !(i->type[0].letter == 's' && i->type[0].bits == 32))
        need = ".s32 for .sat";
    else if (ptx_has(i, PTX_ftz) && !is_f32(i->type[0]) && !(i->types > 1 && is_f32(i->type[1])))
        need = ".f32 for .ftz";
    if (need)
        ptx_refuse(p->m, p->line, "%s: %s is needed here", n, need);
}

static struct ptx_type of_form(const struct ptx_insn *i, char form)
{
    const struct ptx_type first = i->types ? i->type[0] : (struct ptx_type){ 'b', 32 };

    switch (form) {
    case 'z': return i->type[i->types ? i->types - 1 : 0];
    case 'w': return (struct ptx_type){ 'u', 32 };
    case 'W': return (struct ptx_type){ first.letter, (uint8_t)(2 * first.bits) };
    case 'p': return (struct ptx_type){ 'p', 1 };
    case 'x': return (struct ptx_type){ 'b', 32 };
    default: return first;
    }
}

/* Is the operand what its place takes? Registers have the size of the type, apart from those of ld, st and cvt. */
static void check_operand(struct parse *p, const struct ptx_insn *i, const struct ptx_operand *o, struct ptx_type type)
{
    const bool loose = i->row->what == PTX_LOAD || i->row->what == PTX_STORE || strcmp(i->row->name, "cvt") == 0;

    if (o->kind == PTX_VECTOR) {
        for (uint64_t k = 0; k < o->imm; k++) {
            const struct ptx_operand part = p->m->operand[o->reg + k];

            if (part.kind != PTX_REG && part.kind != PTX_IMM && part.kind != PTX_SINK)
                ptx_refuse(p->m, p->line, "%s: a vector of registers and numbers is needed", i->row->name);
            if (i->row->what != PTX_MOVE)
                check_operand(p, i, &part, type);
        }
        return;
    }
    if (o->kind != PTX_REG)
        return;
    const struct ptx_type reg = p->f->reg[o->reg].type;
    if ((reg.letter == 'p') != (type.letter == 'p') || reg.bits < type.bits || (!loose && reg.bits != type.bits))
        ptx_refuse(p->m, p->line, "%s: a register of type .%c%u where one of %u bits%s is needed", i->row->name,
                   reg.letter, reg.bits, type.bits, type.letter == 'p' ? ", .pred," : "");
}

static void operands(struct parse *p, struct ptx_insn *i)
{
    const bool wide = ptx_has(i, PTX_wide), is_setp = strcmp(i->row->name, "setp") == 0;
    const bool is_bar = i->row->what == PTX_BARRIER, bar_red = is_bar && ptx_has(i, PTX_red);
    const bool bar_warp = is_bar && ptx_has(i, PTX_warp);
    const char *form = bar_red || !is_bar ? i->row->form : bar_warp ? "-x" : "-xx";
    bool first = true;
    const unsigned least_sources = is_bar                            ? 1
                                 : is_setp                           ? 2
                                 : strcmp(i->row->name, "atom") == 0 ? (ptx_has(i, PTX_cas) ? 3 : 2)
                                                                     : (unsigned)strlen(form) - (*form != '\0');

    if (i->row->what == PTX_ATOMIC && *form != '-' && !ptx_has(i, PTX_cas))
        form = "dma";
    if (strcmp(i->row->name, "shfl") == 0 && !ptx_has(i, PTX_sync))
        form = "daxx";
    if (i->row->what == PTX_SYNC && !ptx_has(i, PTX_sync) && strcmp(i->row->name, "vote") == 0)
        form = "dp";
    for (const char *at = form; *at; at++) {
        struct ptx_operand *o = at == form ? &i->d : &i->s[i->sources];
        struct ptx_type type = of_form(i, *at);

        if (*at == '-')
            continue;
        if (at > form && i->sources >= least_sources && *skip(p) == ';')
            break;
        if (wide && (at == form || (at == form + 3)))
            type = of_form(i, 'W');
        if (bar_red && at == form && ptx_has(i, PTX_popc))
            type = of_form(i, 'w');
        else if (bar_red && at == form)
            type = of_form(i, 'p');
        if (!first)
            take(p, ",");
        first = false;
        if (*at == 'm')
            *o = memory(p);
        else if (i->row->what == PTX_BRANCH)
            label_operand(p, o);
        else
            *o = operand(p, type);
        if (at == form && pass(p, "|")) {
            i->q = operand(p, of_form(i, 'p'));
            if ((i->q.kind != PTX_REG && i->q.kind != PTX_SINK) || (!is_setp && i->row->what != PTX_SYNC))
                ptx_refuse(p->m, p->line, "%s: a second destination is not known here", i->row->name);
            check_operand(p, i, &i->q, of_form(i, 'p'));
        }
        if (at == form && *at != '-' && o->kind != PTX_REG && o->kind != PTX_SINK && o->kind != PTX_VECTOR)
            ptx_refuse(p->m, p->line, "%s: its destination has to be a register", i->row->name);
        if (o->kind == PTX_LABEL && i->row->what != PTX_BRANCH)
            ptx_refuse(p->m, p->line, "%s: a label where a value is needed", i->row->name);
        const bool vector = ptx_has(i, PTX_v2) || ptx_has(i, PTX_v4);
        if (o->kind == PTX_VECTOR && !(i->row->what == PTX_MOVE || (vector && o->imm == (ptx_has(i, PTX_v2) ? 2 : 4))))
            ptx_refuse(p->m, p->line, "%s: a vector of %u is not what is needed here", i->row->name, (unsigned)o->imm);
        if (vector && *at == (i->row->what == PTX_LOAD ? 'd' : 'a') && o->kind != PTX_VECTOR)
            ptx_refuse(p->m, p->line, "%s: a vector is needed, {a, b}", i->row->name);
        if (*at != 'm' && *at != 'x' && o->kind != PTX_LABEL)
            check_operand(p, i, o, type);
        if (*at == 'x' && o->kind == PTX_REG) {
            const struct ptx_type reg = p->f->reg[o->reg].type;
            const bool predicate = bar_red && p->at && (at[1] == '\0' || *skip(p) == ';');

            if (predicate ? reg.letter != 'p' : reg.letter == 'p' || reg.bits != 32)
                ptx_refuse(p->m, p->line, "%s: a register of type .%c%u where %s is needed", i->row->name, reg.letter,
                           reg.bits, predicate ? ".pred" : "one of 32 bits");
        }
        if (at != form)
            i->sources++;
    }
    if (bar_red && i->sources < 2)
        ptx_refuse(p->m, p->line, "%s.red: a predicate is needed", i->row->name);
}

static void instruction(struct parse *p)
{
    struct ptx_function *f = p->f;
    struct ptx_insn *i;

    if (f->insns >= 1 << 20)
        ptx_refuse(p->m, p->line, "a function of more than 1,048,576 instructions");
    GROW(p->m, f->insn, f->insns);
    i = &f->insn[f->insns];
    *i = (struct ptx_insn){ .line = p->line, .text = (uint32_t)(p->at - p->m->text), .join = UINT32_MAX };
    if (pass(p, "@")) {
        i->guarded = true;
        i->guard_not = pass(p, "!");
        const struct ptx_operand guard = operand(p, (struct ptx_type){ 'p', 1 });

        if (guard.kind != PTX_REG || f->reg[guard.reg].type.letter != 'p')
            ptx_refuse(p->m, p->line, "the guard has to be a register of type .pred");
        i->guard = guard.reg;
        skip(p);
    }
    modifiers(p, i);
    check(p, i);
    if (i->row->what == PTX_CALL)
        call(p, i);
    else
        operands(p, i);
    take(p, ";");
    const size_t length = (size_t)(p->at - p->m->text) - i->text;
    i->length = (uint32_t)length;
    f->insns++;
}

/* A body in { }, and those within it. */
static void body(struct parse *p, unsigned depth)
{
    const uint32_t outside = p->symbols;

    if (depth > 200)
        ptx_refuse(p->m, p->line, "{ } nested more than 200 deep");
    while (!pass(p, "}")) {
        const char *at = skip(p);

        if (pass(p, "{")) {
            body(p, depth + 1);
        } else if (pass(p, ".reg")) {
            registers(p);
        } else if (pass(p, ".shared")) {
            variables(p, IS_SHARED);
        } else if (pass(p, ".local")) {
            variables(p, IS_LOCAL);
        } else if (pass(p, ".param")) {
            variables(p, IS_PARAM);
        } else if (pass(p, ".loc") || pass(p, ".pragma") || pass(p, ".file")) {
            p->at += strcspn(p->at, "\n");
        } else if (*at == '.') {
            expected(p, "an instruction, .reg, .shared, .local or .param");
        } else {
            size_t length = 0;

            while (is_name(at[length]))
                length++;
            const char *behind = at + length;
            while (*behind == ' ' || *behind == '\t')
                behind++;
            if (length && *behind == ':') {
                struct ptx_operand o;

                label_operand(p, &o);
                take(p, ":");
                struct symbol *y = &p->symbol[o.reg];
                if (y->defined)
                    ptx_refuse(p->m, p->line, "the label '%.*s' stands here a second time", (int)y->length, y->name);
                y->defined = true;
                y->at = p->f->insns;
            } else {
                instruction(p);
            }
        }
    }
    /* names end with their { }; labels belong to the function */
    for (uint32_t s = outside; s < p->symbols && depth > 0; s++)
        if (p->symbol[s].is != IS_LABEL)
            p->symbol[s].length = UINT32_MAX;
}

static void labels(struct parse *p)
{
    for (uint32_t k = 0; k < p->f->insns; k++) {
        struct ptx_insn *i = &p->f->insn[k];

        if (i->row->what != PTX_BRANCH)
            continue;
        const struct symbol *y = &p->symbol[i->s[0].reg];
        if (!y->defined)
            ptx_refuse(p->m, i->line, "bra: there is no label '%.*s' in this function", (int)y->length, y->name);
        i->s[0].reg = y->at;
    }
}

static void function_of(struct parse *p, bool is_kernel)
{
    struct ptx_module *m = p->m;
    struct ptx_function head = { .is_kernel = is_kernel };
    const uint32_t outside = p->symbols;
    const char *word;

    if (!is_kernel && *skip(p) == '(') {
        parameters(p, &head);
        head.returned = head.params;
    }
    const uint32_t length = name(p, &word);
    const uint32_t number = function(p, word, length);
    if (*skip(p) == '(')
        parameters(p, &head);
    while (*skip(p) == '.') { /* .maxntid 128, 1, 1 and its kin are the launch's */
        p->at++;
        name(p, &word);
        while (isdigit((unsigned char)*skip(p)) || *p->at == ',')
            p->at++;
    }
    memcpy(head.name, m->function[number].name, sizeof head.name);
    head.line = p->line;
    if (m->function[number].is_defined && !pass(p, ";"))
        ptx_refuse(m, p->line, "%s is defined a second time", head.name);
    if (!m->function[number].is_defined && !pass(p, ";")) {
        take(p, "{");
        head.is_defined = true;
        p->f = &head;
        body(p, 0);
        labels(p);
        m->function[number] = head;
        ptx_joins(m, &m->function[number]);
        p->f = NULL;
    }
    p->symbols = outside;
}

static void statement(struct parse *p)
{
    const char *at = skip(p);

    while (pass(p, ".visible") || pass(p, ".weak") || pass(p, ".extern") || pass(p, ".common"))
        at = skip(p);
    if (pass(p, ".version") || pass(p, ".target") || pass(p, ".address_size") || pass(p, ".file") || pass(p, ".loc")) {
        p->at += strcspn(p->at, "\n");
    } else if (pass(p, ".section")) {
        p->at += strcspn(p->at, "{");
        while (*p->at && *p->at != '}')
            p->line += *p->at++ == '\n';
        take(p, "}");
    } else if (pass(p, ".entry")) {
        function_of(p, true);
    } else if (pass(p, ".func")) {
        while (pass(p, ".noreturn"))
            ;
        function_of(p, false);
    } else if (pass(p, ".shared")) {
        variables(p, IS_SHARED);
    } else if (pass(p, ".global") || pass(p, ".const")) {
        variables(p, IS_GLOBAL);
    } else {
        (void)at;
        expected(p, ".version, .target, .address_size, .entry, .func, .global, .const or .shared");
    }
}

bool ptx_read(struct ptx_module *m, const char *file, const char *text, char why[PTX_WHY_MAX])
{
    jmp_buf refused;
    struct parse p = { .m = m, .at = text, .line = 1 };

    *m = (struct ptx_module){ .text = text, .file = file, .refused = &refused, .why = why };
    if (setjmp(refused))
        return false;
    m->global = ptx_new(m, 1 << 20, 1);
    if (strstr(text, ".version") == NULL)
        ptx_refuse(m, 1, "no .version: not a file of PTX");
    while (*skip(&p) != '\0')
        statement(&p);
    if (m->functions == 0)
        ptx_refuse(m, p.line, "no function in this file");
    m->refused = NULL;
    return true;
}
