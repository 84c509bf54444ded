/* SPDX-License-Identifier: Apache-2.0 */
/* beats - how a warp is sent: in one piece, or as beats of ways lanes each, or as slices of its values.
 *
 * A unit for whole warps gets one beat. To the others all beats or slices of a warp are sent in the order of their
 * numbers, with the warp's mode and immediates. In suites that cut, the order is any, a beat may be left out where the
 * instruction set allows it, and half of the warps of SHFL have beats with their own mode and immediates. Like a warp, this
 * is a function of the seed, the build and n alone.
 */
#ifndef BEATS_H
#define BEATS_H

#include "isa.h"

struct beats {
    unsigned count; /* 1 or more */
    bool differ;    /* each has its own mode and immediates */
    uint8_t number[SHFL_LANES_MAX];
};

/* Warp n of a suite, and its beats. The lanes of a beat that is left out are inactive. */
void beats_warp(const struct suite_source *source, const struct suite *suite, uint64_t n, struct warp *warp,
                struct beats *beats);

/* The same, as this beat has it. */
void beats_warp_of(const struct suite_source *source, const struct suite *suite, uint64_t n, const struct beat *beat,
                   struct warp *warp);

/* The lanes of a beat. */
uint64_t beats_lanes(const struct rtl_build *build, unsigned number);

#endif
