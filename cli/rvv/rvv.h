/* SPDX-License-Identifier: Apache-2.0 */
/* rvv - a permutation of RISC-V's vector extension as assembler or C has it, and what each element gets. The rules are those of
 * docs/rvv.md, computed by the model. */
#ifndef RVV_H
#define RVV_H

#include "cli/read/text.h"
#include "model/shfl_rvv.h"

#include <stdio.h>

enum {
    RVV_MASK_MAX = SHFL_RVV_VLEN_MAX / 8,
    RVV_BYTES_MAX = SHFL_RVV_BYTES_MAX,
    RVV_TEXT_MAX = 240,
    RVV_LINE_MAX = 400,
    RVV_VTYPE_MAX = 24,
    RVV_NAME_MAX = 64,
    RVV_NUMBER_MAX = 24
};

/* What the text does not say, as the options have it; NULL: not given. */
struct rvv_options {
    const char *vlen, *vtype, *vl, *vstart;
    const char *const *init; /* "NAME=VALUE": a vector, a mask or a scalar */
    unsigned inits;
    const char *const *let; /* likewise; and names in a value */
    unsigned lets;
};

/* An instruction and the registers that it reads. */
struct rvv {
    struct shfl_rvv_in in;
    char text[RVV_TEXT_MAX], vtype[RVV_VTYPE_MAX];  /* "e8, m1, ta, ma" */
    char line[RVV_LINE_MAX], note[READ_WHY_MAX];    /* what it does, in a sentence; remarks, or empty */
    char source[RVV_NAME_MAX], third[RVV_NAME_MAX]; /* names of the source group, and of indices, mask or scalar */
    char destination[RVV_NAME_MAX];
    unsigned elements; /* VLMAX */
    uint8_t v0[RVV_MASK_MAX], vs1[RVV_BYTES_MAX], vs2[RVV_BYTES_MAX];
};

/* Is the text a permutation of RISC-V's, whether or not it is right? */
bool rvv_is(const char *text);

/* Read a text: one instruction, or one call of the C intrinsics; in front of it a vsetvli, vsetivli or __riscv_vsetvl if there
 * is one. Returns false, and why, if it is not understood or something that it depends on is missing. */
bool rvv_read(const char *text, const struct rvv_options *options, struct rvv *r, char why[READ_WHY_MAX]);

/* Where an element is. */
enum rvv_part { RVV_BODY, RVV_PRESTART, RVV_TAIL, RVV_MASKED };
enum rvv_part rvv_part(const struct rvv *r, unsigned element);
extern const char *const rvv_part_name[];

/* What an element gets: as shfl_rvv_source, but in elements; from is set for BYTE only. */
enum shfl_rvv_what rvv_what(const struct rvv *r, unsigned element, unsigned *from);

/* An element of the source group; and what a written element holds then. */
uint64_t rvv_source(const struct rvv *r, unsigned element);
uint64_t rvv_result(const struct rvv *r, unsigned element);

/* A value as text. Returns text. */
const char *rvv_number(uint64_t value, char text[RVV_NUMBER_MAX]);

/* As text, one element's stages or (element >= elements) the table; as JSON; as a picture, of at most 64 elements. */
void rvv_explain(const struct rvv *r, unsigned element, FILE *file);
void rvv_json(const struct rvv *r, FILE *file);
void rvv_svg(const struct rvv *r, FILE *file);

/* One element in one line, for openshfl ask. */
void rvv_answer(const struct rvv *r, unsigned element, FILE *file);

#endif
