/* SPDX-License-Identifier: Apache-2.0 */
/* expr - an operand as a program has it, "(lane + 1) % 32" or "1 << 4", evaluated in every lane. */
#ifndef READ_EXPR_H
#define READ_EXPR_H

#include "names.h"

/* What the names in an expression stand for. */
struct expr_scope {
    unsigned lanes;         /* warpSize and its like */
    unsigned first;         /* the number of the first of them; lists begin with lane 0 */
    unsigned block;         /* threads of the block, if that is known: then first is a thread, and lanes are a warp */
    unsigned extent[3];     /* of the block, in x, y, z; 0: not known */
    unsigned width;         /* of a tile: tile.size(); lane modulo width is tile.thread_rank() */
    const char *const *let; /* "NAME=EXPRESSION" */
    unsigned lets;
    const struct names *names; /* what the text has declared, or NULL */
    uint64_t absent;           /* the lanes that --active leaves out */
    bool has_active;           /* it is given */
    bool is_python;            /* a division rounds down */
    bool is_wide;              /* a number has 64 bits, as in a register of RISC-V's */
    bool is_julia;             /* ^ is a power, which is not followed */
};

struct expr {
    uint64_t word[SHFL_LANES_MAX]; /* in each lane; of a negative number in two's complement */
    bool by_lane;                  /* it speaks of the lane, or is a list */
    bool is_unsigned, is_wide;     /* its type in C; wide: 64 bits */
    bool has_type; /* all names in it have a type; then type is set, though the value may not be known */
    struct expr_type type;
    char spelled
        [NAME_TEXT_MAX]; /* a name that is declared nowhere, taken for the lane's number or the warp's size; or empty */
};

/* Evaluate an expression.
 *
 *   The operators of C on integers with their types, casts, parentheses, true and false; functions such as min, abs, __ffs,
 *   __popc; numbers as in C and WGSL; a type before an operand, as in LLVM's IR. [N,N,...] is lane by lane, over and
 *   over. Names of the lane, such as threadIdx.x; of the lanes of a warp, such as warpSize; of constants as SPIR-V and MLIR
 *   print them, %uint_3, %c16_i32; those of scope->let, which come first, and of scope->names.
 *
 *   returns   whether all of the text is one, and its value is known; if not, why says what was expected
 */
bool expr_read(const char *text, const struct expr_scope *scope, struct expr *expr, char why[READ_WHY_MAX]);

/* Make Python's // one of C's divisions, in place. */
void expr_python(char text[]);

/* The expression of a name that --let gives; NULL if there is none. */
const char *expr_given(const struct expr_scope *scope, const char *name);

/* Is "NAME=EXPRESSION" one? If not, why says what was expected. */
bool expr_let(const char *let, const struct expr_scope *scope, char why[READ_WHY_MAX]);

#endif
