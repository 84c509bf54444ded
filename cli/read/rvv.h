/* SPDX-License-Identifier: Apache-2.0 */
/* rvv - a permutation of RISC-V's vector extension as assembler or C has it. docs/rvv.md */
#ifndef RVV_H
#define RVV_H

#include "expr.h"
#include "model/shfl_rvv.h"

enum {
    RVV_MASK_MAX = SHFL_RVV_VLEN_MAX / 8,
    RVV_BYTES_MAX = SHFL_RVV_BYTES_MAX,
    RVV_TEXT_MAX = 240,
    RVV_VTYPE_MAX = 24,
    RVV_NUMBER_MAX = 24
};

/* An instruction and the registers that it reads. */
struct rvv {
    struct shfl_rvv_in in;
    char text[RVV_TEXT_MAX], vtype[RVV_VTYPE_MAX]; /* "e8, m1, ta, ma" */
    char note[READ_WHY_MAX];                       /* remarks, or empty */
    text_part destination, source, third;          /* names of the groups, and of indices, mask or scalar */
    unsigned elements;                             /* VLMAX */
    bool is_lacking;                               /* it is understood, but for what something holds */
    uint8_t v0[RVV_MASK_MAX], vs1[RVV_BYTES_MAX], vs2[RVV_BYTES_MAX];
};

/* Is the text a permutation of RISC-V's, whether or not it is right? And where its name begins, or NULL; with
 * __riscv_; and does one begin here? */
const char *rvv_find(const char *text);
const char *rvv_begin(const char *text, const char *at);
bool rvv_is(const char *text);
bool rvv_at(const char *at);

/* An operation as texts have it. */
struct rvv_form {
    const char *name; /* of the instruction; a call's has _ for the dot */
    enum shfl_rvv_op op;
    char kind;
    unsigned char funct6, funct3;
};

/* The first whose name, up to the dot of a call's, is at[length]; NULL: none is. */
const struct rvv_form *rvv_form(const char *at, size_t length, bool is_call);

/* Is there a machine word, alone or behind .word? And as assembler: a permutation, vsetvli or vsetivli; false if it is
 * another. */
bool rvv_word_at(const char *at, uint32_t *word);
bool rvv_word(uint32_t word, char text[RVV_TEXT_MAX]);

/* Read a text: one instruction, or one call of the C intrinsics. The lines in front of it are followed: what
 * vsetvli, vsetivli, __riscv_vsetvl, li and csrw vstart leave; those behind it count nothing.
 *
 *   options   at is where it begins, as rvv_begin has it; NULL: there is one
 *   returns   false, and why, if it is not understood or something that it depends on is missing
 */
bool rvv_read(const char *text, const struct read_options *options, struct rvv *r, char why[READ_WHY_MAX]);

#endif
