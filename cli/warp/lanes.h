/* SPDX-License-Identifier: Apache-2.0 */
/* lanes - the value that a variable has in each lane of a warp, to compute with it as a kernel does. */
#ifndef LANES_H
#define LANES_H

#include "cli/answer/engine.h"

struct lanes {
    uint32_t lane[WARP_LANES];
};

struct lanes64 {
    uint64_t lane[WARP_LANES];
};

/* The same value in every lane: a constant, or an argument of the kernel. */
static inline struct lanes lanes_all(uint32_t value)
{
    struct lanes v;

    for (unsigned k = 0; k < WARP_LANES; k++)
        v.lane[k] = value;
    return v;
}

/* Every lane's own number, plus an offset: threadIdx.x + offset of a warp's threads. */
static inline struct lanes lanes_number(uint32_t offset)
{
    struct lanes v;

    for (unsigned k = 0; k < WARP_LANES; k++)
        v.lane[k] = k + offset;
    return v;
}

static inline struct lanes lanes_add(struct lanes a, struct lanes b)
{
    for (unsigned k = 0; k < WARP_LANES; k++)
        a.lane[k] += b.lane[k];
    return a;
}

/* Of a block of threads: the mask of lanes that warp number warp has. The last one may have fewer than 32. */
static inline uint32_t lanes_of_warp(unsigned threads, unsigned warp)
{
    unsigned left = threads - WARP_LANES * warp;

    return left >= WARP_LANES ? UINT32_MAX : (UINT32_C(1) << left) - 1;
}

#endif
