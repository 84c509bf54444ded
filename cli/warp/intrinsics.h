/* SPDX-License-Identifier: Apache-2.0 */
/* intrinsics - CUDA's warp shuffle functions over an engine. docs/rules.md 7
 *
 * They read like CUDA's, with a warp's worth of values where a thread has one. Lanes in mask call the
 * function together and get its result; the value of the others stays. A lane that reads a lane outside
 * mask gets something undefined, as in CUDA.
 *
 *   src_lane, delta, lane_mask   may differ from lane to lane; the low five bits count
 *   width     1, 2, 4, 8, 16 or 32; any other value is outside CUDA's contract, and computed by its formula
 *   source    CUDA C++ Programming Guide, "Warp Shuffle Functions"
 */
#ifndef INTRINSICS_H
#define INTRINSICS_H

#include "lanes.h"

/* The four in one: mode chooses among them, argument is src_lane, delta or lane_mask. */
struct lanes warp_shuffle(const struct engine *engine, enum shfl_mode mode, uint32_t mask, struct lanes value,
                          struct lanes argument, int width);

/* The same of 64-bit values: two shuffles with the same operands, low word first. */
struct lanes64 warp_shuffle64(const struct engine *engine, enum shfl_mode mode, uint32_t mask, struct lanes64 value,
                              struct lanes argument, int width);

static inline struct lanes shfl_sync(const struct engine *e, uint32_t mask, struct lanes value, struct lanes src_lane,
                                     int width)
{
    return warp_shuffle(e, SHFL_IDX, mask, value, src_lane, width);
}

static inline struct lanes shfl_up_sync(const struct engine *e, uint32_t mask, struct lanes value, struct lanes delta,
                                        int width)
{
    return warp_shuffle(e, SHFL_UP, mask, value, delta, width);
}

static inline struct lanes shfl_down_sync(const struct engine *e, uint32_t mask, struct lanes value, struct lanes delta,
                                          int width)
{
    return warp_shuffle(e, SHFL_DOWN, mask, value, delta, width);
}

static inline struct lanes shfl_xor_sync(const struct engine *e, uint32_t mask, struct lanes value,
                                         struct lanes lane_mask, int width)
{
    return warp_shuffle(e, SHFL_BFLY, mask, value, lane_mask, width);
}

#endif
