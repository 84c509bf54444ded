/* SPDX-License-Identifier: Apache-2.0 */
/* parse - what the files share that read PTX: the place in the text, and what names stand for. */
#ifndef PTX_PARSE_H
#define PTX_PARSE_H

#include "ptx_module.h"

#include <ctype.h>
#include <string.h>

/* What a name stands for. Later ones hide earlier ones. */
struct symbol {
    const char *name; /* in the text */
    uint32_t length;
    enum { IS_REG, IS_RANGE, IS_SHARED, IS_GLOBAL, IS_LOCAL, IS_PARAM, IS_LABEL, IS_TARGETS } is;
    uint32_t at, count; /* of a range of registers the first and how many; of targets, too */
    bool defined;       /* a label */
};

struct parse {
    struct ptx_module *m;
    const char *at;
    unsigned line;
    struct symbol *symbol;
    uint32_t symbols;
    struct ptx_function *f;
    uint32_t place; /* of the last .loc */
};

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

#define PUSH(m, array, count, ...)        \
    do {                                  \
        GROW(m, array, count);            \
        (array)[(count)++] = __VA_ARGS__; \
    } while (0)

static inline bool ptx_is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%'; }
static inline bool ptx_is_word(const char *from, uint32_t length, const char *word)
{
    return strlen(word) == length && memcmp(from, word, length) == 0;
}

/* ---- ptx_words.c: words, numbers, names, operands */

/* The next character that is neither blank nor comment. */
const char *ptx_skip(struct parse *p);
_Noreturn void ptx_expected(struct parse *p, const char *what);

/* Is this next? Then go behind it. ptx_expect refuses what is not. */
bool ptx_pass(struct parse *p, const char *what);
void ptx_expect(struct parse *p, const char *what);

/* The length of the name that is next. */
uint32_t ptx_name(struct parse *p, const char **from);
bool ptx_type_read(const char *word, uint32_t length, struct ptx_type *type);
struct ptx_type ptx_take_type(struct parse *p);
uint64_t ptx_literal(struct parse *p, struct ptx_type type);
struct symbol *ptx_lookup(struct parse *p, const char *word, uint32_t length, uint32_t *number);
struct symbol *ptx_define(struct parse *p, const char *word, uint32_t length, unsigned is, uint32_t at, uint32_t count);
uint32_t ptx_carry_register(struct parse *p);
uint32_t ptx_function_named(struct parse *p, const char *word, uint32_t length);
struct ptx_operand ptx_operand(struct parse *p, struct ptx_type type);
struct ptx_operand ptx_memory_operand(struct parse *p);
void ptx_label_operand(struct parse *p, struct ptx_operand *o);

/* ---- ptx_declare.c: registers, variables, parameters */

void ptx_variables(struct parse *p, unsigned is);
void ptx_registers(struct parse *p);
void ptx_parameters(struct parse *p, struct ptx_function *f);

/* ---- ptx_insn.c: one instruction, up to its ; */

void ptx_instruction(struct parse *p);

#endif
