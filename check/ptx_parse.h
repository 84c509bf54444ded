/* SPDX-License-Identifier: Apache-2.0 */
/* parse - what the files share that read PTX: the place in the text, and what names stand for. */
#ifndef PTX_PARSE_H
#define PTX_PARSE_H

#include "ptx_module.h"
#include "lib/text.h"

#include <ctype.h>
#include <string.h>

/* A name, or another word, as it stands in the text. */
struct name {
    const char *at;
    uint32_t length;
};

static inline struct name ptx_word(const char *text) { return (struct name){ text, (uint32_t)strlen(text) }; }

/* What a name stands for. Later ones hide earlier ones. */
struct symbol {
    struct name name;
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
static inline bool ptx_is_word(struct name n, const char *word) { return text_is(n.at, n.length, word); }

/* ---- ptx_words.c: words, numbers, names, operands */

/* The next character that is neither blank nor comment. */
const char *ptx_skip(struct parse *p);
_Noreturn void ptx_expected(struct parse *p, const char *what);

/* Is this next? Then go behind it. ptx_expect refuses what is not. */
bool ptx_pass(struct parse *p, const char *what);
void ptx_expect(struct parse *p, const char *what);

/* The name that is next. */
struct name ptx_name(struct parse *p);
bool ptx_type_read(struct name word, struct ptx_type *type);
struct ptx_type ptx_take_type(struct parse *p);
uint64_t ptx_literal(struct parse *p, struct ptx_type type);
/* What it stands for, or NULL; and its number in a range, where that is asked for. */
struct symbol *ptx_lookup(struct parse *p, struct name name, uint32_t *number);
struct symbol *ptx_define(struct parse *p, struct name name, unsigned is, uint32_t at, uint32_t count);
uint32_t ptx_carry_register(struct parse *p);
uint32_t ptx_function_named(struct parse *p, struct name name);
struct ptx_operand ptx_operand(struct parse *p, struct ptx_type type);
struct ptx_operand ptx_memory_operand(struct parse *p);
struct ptx_operand ptx_label_operand(struct parse *p);

/* ---- ptx_declare.c: registers, variables, parameters */

void ptx_variables(struct parse *p, unsigned is);
void ptx_registers(struct parse *p);
void ptx_parameters(struct parse *p, struct ptx_function *f);

/* ---- ptx_insn.c: one instruction, up to its ; */

void ptx_instruction(struct parse *p);

#endif
