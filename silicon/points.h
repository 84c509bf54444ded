/* SPDX-License-Identifier: Apache-2.0 */
/* points - the warps that are tried on silicon, suite by suite. All of it is computed, nothing is random: the same
 * warp of the same suite is the same on every machine, so that a recording needs to keep the answers
 * only. silicon/README.md describes every suite.
 */
#ifndef SILICON_POINTS_H
#define SILICON_POINTS_H

#include "model/shfl.h"
#include "ask.h"
#include "record.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VECTOR_LANES 32

/* One warp of a suite. */
struct vector {
    struct shfl_in in; /* what a shuffle unit is given; ra holds 32-bit words */
    int32_t width;     /* intrinsics: the argument that in.sc stands for */
    uint32_t members;  /* the member mask */
    bool constant;     /* this and the next two: as in struct ask */
    uint8_t sites;
    uint32_t site[2];
    uint32_t slot[VECTOR_LANES]; /* lane k's answer is number slot[k] in the recorded suite */
};

enum { SILICON_UNIFORM /* has every point */, SILICON_SUITES = 16 };

extern const struct record_suite silicon_suites[SILICON_SUITES];

/* The branch of a lane in suite "sites". */
static inline unsigned silicon_site(const struct vector *v, unsigned lane)
{
    return (v->site[0] >> lane & 1) | (v->site[1] >> lane & 1) << 1;
}

/* The suite of that name, or NULL. */
const struct record_suite *silicon_suite_find(const char *name);

/* Sc as the intrinsics of CUDA make it from width: clamp 0 for UP, 31 for the others.
 *   source    CUDA C++ Programming Guide, "Warp Shuffle Functions"; CUDA 13.0, sm_30_intrinsics.hpp
 */
uint32_t intrinsic_sc(enum shfl_mode mode, int32_t width);

/* Points of a suite, and of all suites. */
uint32_t silicon_suite_points(const struct record_suite *suite);
uint32_t silicon_points(void);

#ifdef __cplusplus
}
#endif
#endif
