/* SPDX-License-Identifier: Apache-2.0 */
/* expr - an operand as a program has it, "(lane + 1) % 32" or "1 << 4", evaluated in every lane. */
#ifndef READ_EXPR_H
#define READ_EXPR_H

#include "text.h"

#include "model/shfl.h"

/* What the names in an expression stand for. */
struct expr_scope {
    unsigned lanes;         /* warpSize and its like */
    unsigned first;         /* the number of the first of them; lists begin with lane 0 */
    unsigned width;         /* of a tile: tile.size(); lane modulo width is tile.thread_rank() */
    const char *const *let; /* "NAME=EXPRESSION" */
    unsigned lets;
};

struct expr {
    uint64_t word[SHFL_LANES_MAX]; /* in each lane; of a negative number in two's complement */
    bool by_lane;                  /* it speaks of the lane, or is a list */
    bool is_unsigned, is_wide;     /* its type in C; wide: 64 bits */
};

/* Evaluate an expression.
 *
 *   The operators of C on integers, casts, parentheses, true and false; numbers as in C, Rust and WGSL; types before an
 *   operand, as in LLVM's IR, are passed over. [N,N,...] is lane by lane, over and over. Names of the lane, such as lane,
 *   laneId, threadIdx.x; of the lanes of a warp, such as warpSize; of constants as SPIR-V and MLIR print them, %uint_3,
 *   %c16_i32; and those of scope->let.
 *
 *   returns   whether all of the text is one; if not, why says what was expected
 */
bool expr_read(const char *text, const struct expr_scope *scope, struct expr *expr, char why[READ_WHY_MAX]);

/* Is "NAME=EXPRESSION" one? If not, why says what was expected. */
bool expr_let(const char *let, const struct expr_scope *scope, char why[READ_WHY_MAX]);

#endif
