/* SPDX-License-Identifier: Apache-2.0 */
/* intrinsic - a call of the shuffle functions of CUDA or HIP, as text; and of CUDA, or of PTX, the instruction that it
 * becomes. */
#ifndef INTRINSIC_H
#define INTRINSIC_H

#include "model/shfl.h"

#define INTRINSIC_ARGUMENT_MAX 272 /* a list of 64 lanes fits */

struct intrinsic_call {
    enum shfl_mode mode;
    char argument[INTRINSIC_ARGUMENT_MAX]; /* srcLane, delta or laneMask: lane+N or a list; of a number the text */
    bool is_number;
    uint32_t number;
    uint32_t width;         /* any number */
    bool is_sync, has_mask; /* has_mask: the mask is a number */
    uint64_t mask;
};

/* The arguments of a call, from behind its opening parenthesis on, cut at the commas that are in no brackets, without
 * blanks. False if they do not fit. */
bool intrinsic_cut(const char *at, char argument[4][INTRINSIC_ARGUMENT_MAX], unsigned *count);

/* A C number of 32 bits: decimal or hexadecimal, with a sign or none, perhaps with a suffix. */
bool intrinsic_number(const char *text, uint32_t *word);

/* "__shfl_up" of SHFL_UP; NULL of a mode that has none */
const char *intrinsic_name(enum shfl_mode mode);

/* Is it what differs from lane to lane: lane, lane+N, [N,N,...]? */
bool intrinsic_by_lane(const char *text);

/* Understand "__shfl_up_sync(m, v, 1, 8)" and its kin; also those without _sync and mask.
 *
 *   The mask and the value may be any expression. The third argument is a number, or lane with +N, -N, *N or ^N,
 *   or [N,N,...]. The width is a number.
 *   lanes     32 or 64, of the mask; and the width if it is left out
 *   returns   whether it is one; if not, why is a line with what would be right
 */
bool intrinsic_call_parse(const char *text, unsigned lanes, struct intrinsic_call *call, char why[240]);

struct intrinsic {
    char sass[96];                         /* SHFL.UP PT, Rd, Ra, 0x1, 0x1800; or with Rb instead of a number */
    char init[INTRINSIC_ARGUMENT_MAX + 3]; /* "Rb=lane+1": what Rb holds; empty where there is none */
    char note[160];                        /* what is unusual about it, or empty */
    bool has_mask;                         /* the mask is a number */
    uint32_t mask;
};

/* The same of CUDA's, as an instruction. */
bool intrinsic_parse(const char *text, struct intrinsic *intrinsic, char why[240]);

/* "shfl.sync.up.b32 %r1|%p1, %r2, 1, 0x1800, 0xffffffff;" and its kin, also shfl without .sync, and behind a guard. In the
 * instruction d, p, a, b, c are Rd, P0, Ra, Rb, Rc, and the guard's predicate is P1. */
bool ptx_parse(const char *text, struct intrinsic *intrinsic, char why[240]);

#endif
