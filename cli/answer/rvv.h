/* SPDX-License-Identifier: Apache-2.0 */
/* rvv - what each element of a permutation of RISC-V's gets, by the model. docs/rvv.md */
#ifndef ANSWER_RVV_H
#define ANSWER_RVV_H

#include "describe.h"
#include "cli/read/rvv.h"

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

/* "vslideup" */
const char *rvv_op_name(enum shfl_rvv_op op);

/* The stages, ended by NULL; and what each does for an element. */
extern const char *const rvv_stages[];
void rvv_steps(const struct rvv *r, unsigned element, char step[STEPS_MAX][STEP_MAX]);

#endif
