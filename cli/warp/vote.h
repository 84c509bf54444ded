/* SPDX-License-Identifier: Apache-2.0 */
/* vote - the model's vote of 32 lanes, and the barriers of a block that aggregate a predicate.
 *
 *   active, mask   the lanes that execute
 *   p              bit k: lane k's predicate; bits of lanes that do not execute are ignored
 *   source         CUDA C++ Programming Guide, "Warp Vote Functions" and "Synchronization Functions"
 */
#ifndef VOTE_H
#define VOTE_H

#include "lanes.h"

static inline struct shfl_vote_out vote_of(enum shfl_vote_op op, uint32_t active, uint32_t p)
{
    struct shfl_vote_out out;

    shfl_vote(WARP_LANES, op, active, p, &out);
    return out;
}

/* One bit per executing lane whose predicate is true; the others are 0. */
static inline uint32_t vote_ballot(uint32_t active, uint32_t p)
{
    return (uint32_t)vote_of(SHFL_VOTE_ANY, active, p).rd;
}

/* True also where no lane executes. */
static inline bool vote_all(uint32_t active, uint32_t p) { return vote_of(SHFL_VOTE_ALL, active, p).pu != 0; }

static inline bool vote_any(uint32_t active, uint32_t p) { return vote_of(SHFL_VOTE_ANY, active, p).pu != 0; }

/* All executing lanes have the same predicate, whichever it is. */
static inline bool vote_uniform(uint32_t active, uint32_t p) { return vote_of(SHFL_VOTE_EQ, active, p).pu != 0; }

#define BLOCK_THREADS_MAX 1024

/* __syncthreads_count, _and and _or: every thread of the block brings a predicate, true if not 0, and gets
 * the number of threads where it is true, and whether it is true in all, or in any.
 *
 *   threads    1 .. BLOCK_THREADS_MAX
 *   predicate  [threads]
 */
struct shfl_barrier_out barrier_of(unsigned threads, const int predicate[]);

#endif
