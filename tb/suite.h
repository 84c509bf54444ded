/* SPDX-License-Identifier: Apache-2.0 */
/* suite - the test suites: which warps the unit is shown.
 *
 * Warp n of a suite is a function of the seed, the build and n alone, so that any warp can be made again
 * without those before it. Warps are numbered 0 .. total-1.
 */
#ifndef SUITE_H
#define SUITE_H

#include "cli/lib/rtl.h"

#define SUITE_POOL 4096
#define SUITE_ENDLESS (UINT64_C(1) << 62)

struct suite_source {
    const struct rtl_build *build;
    uint64_t seed;
    uint64_t pool[SUITE_POOL + SHFL_LANES_MAX]; /* random values, from the seed */
};

struct suite {
    const char *name;
    const char *what; /* one line, for people */
    bool stalls;      /* bubbles, back-pressure and resets at random; otherwise a warp every clock */
    bool cuts;        /* beats left out, in any order, with their own operands: tb/beats.h */
    /* warps in the suite; SUITE_ENDLESS if it is random */
    uint64_t (*total)(const struct rtl_build *);
    uint64_t usual; /* the warps of a usual run, at most */
    void (*shfl)(const struct suite_source *, uint64_t n, struct shfl_in *in);
    void (*amd)(const struct suite_source *, uint64_t n, struct shfl_amd_in *in); /* NULL: SHFL only */
};

extern const struct suite suites[]; /* ended by name == NULL */

/* The warps in a suite: 0 if it has none for this unit. */
uint64_t suite_total(const struct suite *suite, const struct rtl_build *build);

/* Are its warps of AMD's operations? */
bool suite_is_amd(const struct suite_source *source, const struct suite *suite);

/* Any of AMD's operations, mostly legal, with random operands and EXEC. */
void isa_amd_mixed(const struct suite_source *source, uint64_t n, struct shfl_amd_in *in);

void suite_source_init(struct suite_source *source, const struct rtl_build *build, uint64_t seed);

/* A well-mixed 64-bit function of three numbers. Source: the finalizer of splitmix64 (Steele, Lea,
 * Flood, "Fast splittable pseudorandom number generators", 2014), applied in turn. */
uint64_t suite_hash(uint64_t seed, uint64_t stream, uint64_t n);

#endif
