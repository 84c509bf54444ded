/* SPDX-License-Identifier: Apache-2.0 */
/* intrinsic - a call of the shuffle functions of CUDA or HIP, as text; and of CUDA, the instruction that it becomes.
 */
#ifndef INTRINSIC_H
#define INTRINSIC_H

#include "shfl.h"

#define INTRINSIC_ARGUMENT_MAX 64

struct intrinsic_call {
    enum shfl_mode mode;
    char argument[INTRINSIC_ARGUMENT_MAX]; /* srcLane, delta or laneMask: lane+N and its kin; of a number the text */
    bool is_number;
    uint32_t number;
    uint32_t width; /* any number */
    bool has_mask;  /* the mask is a number */
    uint64_t mask;
};

/* Understand "__shfl_up_sync(m, v, 1, 8)" and its kin; also those without _sync and mask.
 *
 *   The mask and the value may be any expression. The third argument is a number, or lane with +N, -N, *N or ^N. The
 *   width is a number.
 *   lanes     32 or 64, of the mask; and the width if it is left out
 *   returns   whether it was understood; if not, why is a line that tells what would be right
 */
bool intrinsic_call_parse(const char *text, unsigned lanes, struct intrinsic_call *call, char why[240]);

struct intrinsic {
    char sass[96];  /* SHFL.UP PT, Rd, Ra, 0x1, 0x1800; or with Rb instead of a number */
    char init[96];  /* "Rb=lane+1": what Rb holds; empty where there is none */
    char note[160]; /* what is unusual about it, or empty */
    bool has_mask;  /* the mask is a number */
    uint32_t mask;
};

/* The same of CUDA's, as an instruction. */
bool intrinsic_parse(const char *text, struct intrinsic *intrinsic, char why[240]);

#endif
