/* SPDX-License-Identifier: Apache-2.0 */
/* vote - see vote.h. A barrier is a vote in each warp, and the warps' results combined. */
#include "vote.h"

static unsigned warps(unsigned threads) { return (threads + WARP_LANES - 1) / WARP_LANES; }

/* The predicates of one warp, as its lanes hold them. */
static uint32_t of_warp(unsigned threads, unsigned warp, const int predicate[])
{
    uint32_t active = lanes_of_warp(threads, warp), p = 0;

    for (unsigned k = 0; k < WARP_LANES; k++)
        if (active >> k & 1)
            p |= (uint32_t)(predicate[WARP_LANES * warp + k] != 0) << k;
    return p;
}

unsigned barrier_count(unsigned threads, const int predicate[])
{
    unsigned count = 0;

    for (unsigned w = 0; w < warps(threads); w++)
        for (uint32_t p = vote_ballot(lanes_of_warp(threads, w), of_warp(threads, w, predicate)); p; p &= p - 1)
            count++;
    return count;
}

bool barrier_and(unsigned threads, const int predicate[])
{
    bool all = true;

    for (unsigned w = 0; w < warps(threads); w++)
        all = all && vote_all(lanes_of_warp(threads, w), of_warp(threads, w, predicate));
    return all;
}

bool barrier_or(unsigned threads, const int predicate[])
{
    bool any = false;

    for (unsigned w = 0; w < warps(threads); w++)
        any = any || vote_any(lanes_of_warp(threads, w), of_warp(threads, w, predicate));
    return any;
}
