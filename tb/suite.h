/* SPDX-License-Identifier: Apache-2.0 */
/* suite - the test suites: which warps the unit is shown.
 *
 * Warp n of a suite is a function of the seed, the build and n alone, so that any warp can be made again
 * without those before it. Warps are numbered 0 .. total-1. tb/isa_*.c make them.
 */
#ifndef SUITE_H
#define SUITE_H

#include "lib/rtl.h"

#define SUITE_POOL 4096
#define SUITE_ENDLESS (UINT64_C(1) << 62)

enum suite_number {
    SUITE_UNIFORM,
    SUITE_PER_LANE,
    SUITE_MIXED,
    SUITE_ROUTING,
    SUITE_PIPELINE,
    SUITE_OPERANDS,
    SUITE_SELECTIONS,
    SUITE_DPP16,
    SUITE_DPP8,
    SUITE_SWIZZLE,
    SUITE_BPERMUTE,
    SUITE_PERMLANE16,
    SUITE_VAR,
    SUITE_GROUPS,
    SUITE_LANES,
    SUITE_WORDS,
    SUITES
};

struct suite_source {
    const struct rtl_build *build;
    uint64_t seed;
    uint64_t pool[SUITE_POOL + SHFL_LANES_MAX]; /* random values, from the seed */
};

struct suite {
    const char *name;
    const char *what; /* one line, for people */
    bool stalls;      /* bubbles, back-pressure and resets at random; otherwise a warp every clock */
    bool cuts;        /* beats left out, in any order, with their own operands: tb/isa.h */
    uint64_t usual;   /* the warps of a usual run; of a unit whose model is slow, a part */
};

extern const struct suite suites[SUITES + 1]; /* ended by name == NULL */

/* The warps in a suite: SUITE_ENDLESS if it is random, 0 if it has none for this unit. */
uint64_t suite_total(const struct suite *suite, const struct rtl_build *build);

void suite_source_init(struct suite_source *source, const struct rtl_build *build, uint64_t seed);

/* A well-mixed 64-bit function of a number. Source: the finalizer of splitmix64 (Steele, Lea, Flood, "Fast
 * splittable pseudorandom number generators", 2014). */
static inline uint64_t suite_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* A function of three: the same, applied in turn. Inline, so that what a loop does not change is computed once. */
static inline uint64_t suite_hash(uint64_t seed, uint64_t stream, uint64_t n)
{
    return suite_mix(suite_mix(suite_mix(seed + UINT64_C(0x9e3779b97f4a7c15)) + stream) + n);
}

/* Number n of an enumeration, in an order that spreads a part of it over the whole. */
uint64_t suite_spread(const struct suite_source *source, uint64_t n, uint64_t total);

#endif
