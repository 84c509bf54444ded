/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_text - the text of a permutation of RISC-V's, before the values of registers are known; and what the lines in front of it
 * leave in vtype, vl, vstart and the scalar registers. */
#ifndef RVV_TEXT_H
#define RVV_TEXT_H

#include "rvv.h"

enum { RVV_OPERANDS_MAX = 8, RVV_SCALARS_MAX = 32, RVV_INDICES_MAX = 160 };

/* What the lines in front of it leave in a scalar register, or in a name of C. */
struct rvv_scalar {
    char name[40], by[48]; /* by: the line that is not followed, or empty */
    uint64_t word;
};

/* What is read from the text, before values are known. */
struct rvv_reading {
    const struct read_options *o;
    struct rvv *r;
    char *why;
    bool has_vtype, has_op, is_call, has_vl;
    char kind;        /* of the third operand: v, x, i, f, m */
    text_part mask;   /* the name of the mask, or empty */
    int vd, vs1, vs2; /* numbers of registers; -1: it has names */
    text_part destination, source, third;
    unsigned vl; /* if has_vl */
    unsigned scalars;
    struct rvv_scalar scalar[RVV_SCALARS_MAX];
    /* what the lines in front leave in a vector register, as an expression of the element's number, or empty */
    char indices[32][RVV_INDICES_MAX];
};

/* Read the text up to the permutation at `at`, or up to the first. r->in.vlen is set. */
bool rvv_text(struct rvv_reading *g, const char *text, const char *at);

/* "e8, m1, ta, ma", in any order; where is what has them, for a message. */
bool rvv_vtype(struct rvv_reading *g, const char *where, text_part operand[], int count);
const char *rvv_lmul_name(int lmul);

/* What an option has for a name; NULL: nothing. */
const char *rvv_given(const struct read_options *o, const char *name);

/* A scalar: a number, a register or a name. Its value is in the text, in an option or in itself.
 *
 *   is_known  set to whether there is one
 *   returns   false, and g->why: a line that is not followed has set it, or what is given is no value
 */
bool rvv_scalar(struct rvv_reading *g, const char *name, bool *is_known, uint64_t *word);

#endif
