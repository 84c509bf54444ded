/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_cases - instructions of docs/rvv.md 2 that an emulator executes: what is asked, case by case, and how its answers
 * are recorded. All of it is computed from the number of the case.
 *
 * tests/rvv/rvv_emulated.c asks the emulator; a recording holds its answers, in the format of silicon/README.md.
 */
#ifndef RVV_CASES_H
#define RVV_CASES_H

#include "model/shfl_rvv.h"
#include "silicon/record.h"

/* A suite for each VLEN. */
#define RVV_SUITES 4
#define RVV_VLEN(suite) (128u << (suite))
#define RVV_CASES 8192 /* of a suite */

/* How x comes to the instruction. */
enum rvv_form { RVV_VV, RVV_X, RVV_I, RVV_F };

struct rvv_case {
    struct shfl_rvv_in in; /* its pointers are into regs; in.lmul may also be -4, the vlmul that is reserved */
    enum rvv_form form;
    unsigned vd, vs1, vs2;                      /* the registers' numbers, which may be illegal */
    uint8_t regs[32 * (SHFL_RVV_VLEN_MAX / 8)]; /* register r begins at byte r * vlen/8 */
};

/* Make a case.
 *
 *   number    0 .. RVV_CASES-1
 */
void rvv_case_make(unsigned vlen, uint32_t number, struct rvv_case *c);

/* Legal, or why not: the first of the model's two checks that refuses. */
enum shfl_rvv_error rvv_case_check(const struct rvv_case *c);

/* The instruction's word. The scalar is in x5, or of vfslide1 in f5. */
uint32_t rvv_case_word(const struct rvv_case *c);

/* Its vtype. */
static inline uint32_t rvv_case_vtype(const struct rvv_case *c)
{
    return (uint32_t)c->in.vma << 7 | (uint32_t)c->in.vta << 6 | c->in.sew << 3 | ((uint32_t)c->in.lmul & 7);
}

/* --- The recording ------------------------------------------------------------------------------------ */

/* The answer to a case, of 16 bits: the checksum of all 32 registers after it, in which each byte of vd that is agnostic
 * is ff; or one of these. */
#define RVV_ILLEGAL 0  /* an illegal instruction */
#define RVV_RESERVED 1 /* the encoding is reserved, and the emulator executes it all the same */
#define RVV_LEAST 16   /* checksums are this at least */

extern const struct record_plan rvv_plan;

/* The checksum.
 *
 *   c         legal
 *   regs      32 * vlen/8 bytes, after the instruction; changed: agnostic bytes become ff
 */
uint32_t rvv_case_sum(const struct rvv_case *c, uint8_t *regs);

/* What the model answers. RVV_RESERVED: the emulator may refuse it or not. */
uint32_t rvv_case_model(const struct rvv_case *c);

/* Is an answer the model's? */
static inline bool rvv_agrees(uint32_t model, uint32_t answer)
{
    return answer == model || (model == RVV_RESERVED && answer == RVV_ILLEGAL);
}

#endif
