/* SPDX-License-Identifier: Apache-2.0 */
/* names - see expr.h */
#include "expr.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const struct name *names_find(const struct names *names, const char *text, size_t length)
{
    for (unsigned i = names->count; i-- > 0;)
        if (text_is(text, length, names->name[i].text))
            return &names->name[i];
    return NULL;
}

struct name *names_add(struct names *names, const char *text, size_t length)
{
    if (names->count == NAMES_MAX || length >= NAME_TEXT_MAX)
        return NULL;
    struct name *name = &names->name[names->count++];
    *name = (struct name){ .kind = NAME_VALUE };
    memcpy(name->text, text, length);
    return name;
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

enum word_kind { WHOLE, SIGN, LONG, QUALIFIER, CONST, OTHER, KINDS };

static const struct {
    const char *word;
    enum word_kind kind;
    unsigned char bits;
    bool is_unsigned;
} words[] = {
    { "int", WHOLE, 32, false },      { "short", WHOLE, 16, false },     { "char", WHOLE, 8, false },
    { "bool", WHOLE, 1, true },       { "Bool", WHOLE, 1, true },        { "i1", WHOLE, 1, true },
    { "uint", WHOLE, 32, true },      { "ushort", WHOLE, 16, true },     { "uchar", WHOLE, 8, true },
    { "ulong", WHOLE, 64, true },     { "size_t", WHOLE, 64, true },     { "ptrdiff_t", WHOLE, 64, false },
    { "uintptr_t", WHOLE, 64, true }, { "lanemask_t", WHOLE, 64, true }, { "unsigned", SIGN, 32, true },
    { "signed", SIGN, 32, false },    { "long", LONG, 64, false },       { "const", CONST, 0, false },
    { "constexpr", CONST, 0, false },
};
static const char qualifiers[] =
    "static inline volatile register noundef highp mediump lowp uniform constinit private __private thread";
static const char others[] = "auto float double half void"; /* they hold no whole number */

/* The bits of int16_t, uint8, u32 or Int64; 0: it is no such type. */
static unsigned char sized(const char *at, size_t length, bool *is_unsigned)
{
    static const char *const names[] = { "uint", "UInt", "u", "int", "Int", "i" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t name = strlen(names[i]);
        char *end;

        if (strncmp(at, names[i], name) != 0 || !isdigit((unsigned char)at[name]))
            continue;
        const unsigned long bits = strtoul(at + name, &end, 10);
        end += name > 1 && strncmp(end, "_t", 2) == 0 ? 2 : 0;
        *is_unsigned = i < 3;
        return end == at + length && bits >= 8 && bits <= 64 && (bits & (bits - 1)) == 0 ? (unsigned char)bits : 0;
    }
    return 0;
}

/* What a word of a type is; KINDS: it is none. */
static enum word_kind kind_of(const char *at, size_t length, struct expr_type *type)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(at, length, words[i].word)) {
            *type = (struct expr_type){ words[i].bits, words[i].is_unsigned };
            return words[i].kind;
        }
    type->bits = sized(at, length, &type->is_unsigned);
    if (type->bits != 0)
        return WHOLE;
    return text_among(at, length, qualifiers) ? QUALIFIER : text_among(at, length, others) ? OTHER : KINDS;
}

const char *names_type(const char *at, struct expr_type *type, unsigned *marks)
{
    static const char *const spaces[] = { "::", "std::", "cuda::std::", "cuda::", "sycl::", "metal::" };
    const char *behind = NULL;
    unsigned seen = 0; /* 1 << kind */
    bool is_unsigned = false, is_auto = false;

    *type = (struct expr_type){ .bits = 0 };
    *marks = 0;
    for (;;) {
        const char *from = at = text_skip(at);
        struct expr_type own = { .bits = 0 };

        for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++)
            if (strncmp(at, spaces[s], strlen(spaces[s])) == 0)
                from = at + strlen(spaces[s]);
        const size_t length = text_name(from);
        const enum word_kind kind = kind_of(from, length, &own);
        if (kind == KINDS)
            break;
        const bool is_int = own.bits == 32 && kind == WHOLE, is_double = text_is(from, length, "double");
        /* behind a type, such a word is the name of a variable: "int half" */
        if (((seen & (1 << WHOLE | 1 << OTHER)) && kind != SIGN && kind != LONG && kind != CONST
             && !(is_int && type->bits == 16))
            || ((seen & (1 << SIGN | 1 << LONG)) && (kind == OTHER || kind == QUALIFIER) && !is_double))
            break;
        if (kind == WHOLE && !(seen & 1 << WHOLE)) {
            type->bits = own.bits;
            is_unsigned = seen & 1 << SIGN ? is_unsigned : own.is_unsigned;
        } else if (kind == SIGN) {
            is_unsigned = own.is_unsigned;
        } else if (kind == CONST) {
            *marks |= TYPE_CONST;
        }
        is_auto = is_auto || text_is(from, length, "auto");
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
