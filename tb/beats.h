/* SPDX-License-Identifier: Apache-2.0 */
/* beats - how a warp is sent: in one piece, or as beats, of ways lanes each.
 *
 * To shfl a warp is one beat. To shfl_banked all beats of a warp are sent in the order of their numbers, with the
 * warp's mode and immediates; in suites that cut, a beat may be left out, the order is any, and half of the warps have
 * beats with their own mode and immediates. Like a warp, this is a function of the seed, the build and n alone.
 */
#ifndef BEATS_H
#define BEATS_H

#include "suite.h"

struct beats {
    unsigned count; /* 1 or more */
    bool differ;    /* each has its own mode and immediates */
    uint64_t there; /* the lanes of those that are sent */
    uint8_t number[SHFL_LANES_MAX];
};

/* Warp n of a suite, and its beats. The lanes of a beat that is left out are inactive. */
void beats_warp(const struct suite_source *source, const struct suite *suite, uint64_t n, struct shfl_in *in,
                struct beats *beats);

/* What the lanes of a beat are given: in becomes the warp with the mode and the immediates of this beat. */
void beats_operands(const struct suite_source *source, uint64_t n, unsigned number, struct shfl_in *in);

/* The lanes of a beat. */
uint64_t beats_lanes(const struct rtl_build *build, unsigned number);

/* The lanes whose rd is to be compared: with policy RAW a lane that reads one of a beat that is left out gets an
 * unknown value. */
uint64_t beats_known(const struct rtl_build *build, uint64_t there, const struct shfl_out *want);

#endif
