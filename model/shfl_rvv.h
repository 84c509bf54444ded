/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_rvv - golden model of the permutations of the RISC-V vector extension: vrgather, vslide, vslide1 and vcompress.
 *
 * Registers and groups of registers are arrays of bytes: byte 0 has bits 7 to 0 of element 0. Nothing is allocated,
 * nothing is kept between calls. The rules are in docs/rvv.md; the numbers below name its sections.
 */
#ifndef SHFL_RVV_H
#define SHFL_RVV_H

#include <stdbool.h>
#include <stdint.h>

#include "shfl_defs.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SHFL_RVV_VLEN_MAX 1024
#define SHFL_RVV_BYTES_MAX (SHFL_RVV_VLEN_MAX / 8 * 8) /* of a group of eight registers */

/* Why an instruction is refused, section 4. */
enum shfl_rvv_error {
    SHFL_RVV_LEGAL = 0,
    SHFL_RVV_NO_UNIT = -1,  /* vlen is no power of two from 64 to 1024, or elen none of 0, 32 and 64 */
    SHFL_RVV_NO_OP = -2,    /* no such operation */
    SHFL_RVV_VTYPE = -3,    /* no such SEW or LMUL, or SEW is more than ELEN or ELEN * LMUL */
    SHFL_RVV_EMUL = -4,     /* vrgatherei16: the indices would take more than eight registers */
    SHFL_RVV_VL = -5,       /* vl is more than VLMAX */
    SHFL_RVV_VSTART = -6,   /* vstart is VLMAX or more; of vcompress, it is not 0 */
    SHFL_RVV_MASKED = -7,   /* vcompress with a mask */
    SHFL_RVV_ALIGN = -8,    /* a register number is no multiple of the registers of its group, or more than 31 */
    SHFL_RVV_OVERLAP = -9,  /* the destination overlaps a source that it must not */
    SHFL_RVV_OVER_V0 = -10, /* a masked instruction's destination has v0 */
    SHFL_RVV_TWO_EEW = -11  /* a register is read with two element widths */
};

/* What becomes of a byte of the destination. */
enum shfl_rvv_what {
    SHFL_RVV_KEEP,     /* it keeps its old value */
    SHFL_RVV_AGNOSTIC, /* likewise, or all its bits are 1 */
    SHFL_RVV_ZERO,     /* 0 */
    SHFL_RVV_SCALAR,   /* a byte of x */
    SHFL_RVV_BYTE      /* a byte of vs2 */
};

/* An instruction, and what it reads. */
struct shfl_rvv_in {
    enum shfl_rvv_op op;
    unsigned vlen;      /* bits of a register: a power of two, 64 to 1024 */
    unsigned sew;       /* 0 to 3: elements of 8, 16, 32 or 64 bits */
    int lmul;           /* -3 to 3: LMUL is 2 to the power of it */
    unsigned vl;        /* 0 to VLMAX */
    unsigned vstart;    /* 0 to VLMAX-1 */
    bool vm;            /* the instruction's bit: 1, no mask */
    bool vta, vma;      /* tail and mask agnostic */
    uint64_t x;         /* index, offset or value; an immediate extended with zeros */
    const uint8_t *v0;  /* [vlen/8], read if vm is 0 */
    const uint8_t *vs1; /* the indices, or the mask of COMPRESS, [vlen/8]; not read by the others */
    const uint8_t *vs2; /* the source group */
    unsigned elen;      /* bits of the core's largest element: 32, or 64, which 0 means, too */
};

/* VLMAX. Section 1.
 *
 *   in        vlen, sew and lmul are legal
 */
static inline unsigned shfl_rvv_vlmax(const struct shfl_rvv_in *in)
{
    const unsigned of_register = in->vlen >> (3 + in->sew);

    return in->lmul < 0 ? of_register >> -in->lmul : of_register << in->lmul;
}

/* The registers of a group: LMUL, 1 at least. Section 1. */
static inline unsigned shfl_rvv_registers(const struct shfl_rvv_in *in) { return in->lmul < 0 ? 1 : 1u << in->lmul; }

/* Is this an instruction of a core with registers of vlen bits? The registers' contents are not read. Section 4.1.
 *
 *   returns   SHFL_RVV_LEGAL, or why not
 */
enum shfl_rvv_error shfl_rvv_check(const struct shfl_rvv_in *in);

/* And with these register numbers? Section 4.2.
 *
 *   in        legal, see shfl_rvv_check
 *   vs1       ignored where the instruction has none
 *   returns   SHFL_RVV_LEGAL, or why not
 */
enum shfl_rvv_error shfl_rvv_check_registers(const struct shfl_rvv_in *in, unsigned vd, unsigned vs1, unsigned vs2);

/* What becomes of one byte. Section 3.
 *
 *   in        legal; vs2 is not read
 *   byte      of the destination group, 0 .. shfl_rvv_registers(in) * vlen/8 - 1
 *   source    the byte of the source group (BYTE) or of x (SCALAR); else untouched
 */
enum shfl_rvv_what shfl_rvv_source(const struct shfl_rvv_in *in, unsigned byte, unsigned *source);

/* The whole instruction. Section 3.
 *
 *   in        legal
 *   ones      what AGNOSTIC means: the bits become 1; or they stay
 *   vd        [shfl_rvv_registers(in) * vlen/8], the old value in, the new one out; vs2 of SLIDEDOWN and SLIDE1DOWN may
 *             be the same array, no other array may overlap it
 */
void shfl_rvv_execute(const struct shfl_rvv_in *in, bool ones, uint8_t *vd);

#ifdef __cplusplus
}
#endif
#endif
