/* SPDX-License-Identifier: Apache-2.0 */
/* beats - how a warp comes: in one piece, or as beats, of ways lanes each.
 *
 * To shfl a warp is one beat. To shfl_banked all beats of a warp come in the order of their numbers, with the warp's
 * mode and immediates; in suites that cut, a beat may be left out, they come in any order, and half of the warps have
 * beats with a mode and immediates of their own. Like a warp, this is a function of the seed, the build and n alone.
 */
#ifndef BEATS_H
#define BEATS_H

#include "suite.h"

struct beats {
    unsigned count; /* 1 or more */
    bool differ;    /* each has a mode and immediates of its own */
    uint64_t there; /* the lanes of those that come */
    uint8_t number[SHFL_LANES_MAX];
};

/* Warp n of a suite, and its beats. The lanes of a beat that does not come are inactive. */
void beats_warp(const struct suite_source *source, const struct suite *suite, uint64_t n, struct shfl_in *in,
                struct beats *beats);

/* What the lanes of a beat are given: in becomes the warp with the mode and the immediates of this beat. */
void beats_operands(const struct suite_source *source, uint64_t n, unsigned number, struct shfl_in *in);

/* The lanes of a beat. */
uint64_t beats_lanes(const struct rtl_build *build, unsigned number);

/* The lanes whose rd is to be compared: with policy RAW a lane that reads one of a beat that does not come gets an
 * unknown word. */
uint64_t beats_known(const struct rtl_build *build, uint64_t there, const struct shfl_out *want);

#endif
