/* SPDX-License-Identifier: Apache-2.0 */
/* vote - see vote.h */
#include "vote.h"

struct shfl_barrier_out barrier_of(unsigned threads, const int predicate[])
{
    uint64_t active[BLOCK_THREADS_MAX / WARP_LANES], p[BLOCK_THREADS_MAX / WARP_LANES] = { 0 };
    const unsigned warps = (threads + WARP_LANES - 1) / WARP_LANES;
    struct shfl_barrier_out out;

    for (unsigned w = 0; w < warps; w++)
        active[w] = lanes_of_warp(threads, w);
    for (unsigned t = 0; t < threads; t++)
        p[t / WARP_LANES] |= (uint64_t)(predicate[t] != 0) << t % WARP_LANES;
    shfl_barrier_block(WARP_LANES, warps, active, p, &out);
    return out;
}
