/* SPDX-License-Identifier: Apache-2.0 */
/* intrinsic - a call of CUDA's shuffle functions, as text, into the instruction that it becomes.
 */
#ifndef INTRINSIC_H
#define INTRINSIC_H

#include <stdbool.h>
#include <stdint.h>

struct intrinsic {
    char sass[96];  /* SHFL.UP PT, Rd, Ra, 0x1, 0x1800; or with Rb instead of a number */
    char init[96];  /* "Rb=lane+1": what Rb holds; empty where there is none */
    char note[160]; /* what is unusual about it, or empty */
    bool has_mask;  /* the mask is a number */
    uint32_t mask;
};

/* Understand "__shfl_up_sync(m, v, 1, 8)" and its kin; also the older ones without _sync and mask.
 *
 *   The mask and the value may be any expression. The third argument is a number, or lane with +N, -N, *N
 *   or ^N. The width is a number, 32 if left out.
 *   returns   whether it was understood; if not, why is a line that tells what would be right
 */
bool intrinsic_parse(const char *text, struct intrinsic *intrinsic, char why[240]);

#endif
