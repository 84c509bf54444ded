/* SPDX-License-Identifier: Apache-2.0 */
/* intrinsics - see intrinsics.h */
#include "intrinsics.h"

struct lanes warp_shuffle(const struct engine *engine, enum shfl_mode mode, uint32_t mask, struct lanes value,
                          struct lanes argument, int width)
{
    struct shfl_in in = { .mode = mode, .active = mask };
    struct engine_answer answer;

    for (unsigned k = 0; k < WARP_LANES; k++) {
        in.ra[k] = value.lane[k];
        in.sb[k] = argument.lane[k];
        in.sc[k] = warp_sc(mode, width);
    }
    answer = engine_shuffle(engine, &in);
    for (unsigned k = 0; k < WARP_LANES; k++)
        if (mask >> k & 1)
            value.lane[k] = answer.rd[k];
    return value;
}

struct lanes64 warp_shuffle64(const struct engine *engine, enum shfl_mode mode, uint32_t mask, struct lanes64 value,
                              struct lanes argument, int width)
{
    struct lanes low, high;

    for (unsigned k = 0; k < WARP_LANES; k++) {
        low.lane[k] = (uint32_t)value.lane[k];
        high.lane[k] = (uint32_t)(value.lane[k] >> 32);
    }
    low = warp_shuffle(engine, mode, mask, low, argument, width);
    high = warp_shuffle(engine, mode, mask, high, argument, width);
    for (unsigned k = 0; k < WARP_LANES; k++)
        value.lane[k] = (uint64_t)high.lane[k] << 32 | low.lane[k];
    return value;
}
