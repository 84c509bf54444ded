/* SPDX-License-Identifier: Apache-2.0 */
/* names - see names.h */
#include "names.h"

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
