/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_barrier - see shfl.h; docs/rules.md 15 and 19.2 */
#include "shfl.h"

int shfl_barrier_arrive(unsigned lanes, struct shfl_barrier *barrier, unsigned warps, bool is_exit, uint64_t active,
                        uint64_t p, struct shfl_barrier_out *out)
{
    const unsigned arrived = barrier->warps + !is_exit;

    if (lanes < 2 || lanes > SHFL_LANES_MAX || (lanes & (lanes - 1)) != 0 || arrived > warps)
        return -1;
    active &= shfl_all_lanes(lanes);
    if (is_exit && active != 0)
        return -1;
    barrier->warps = arrived;
    for (unsigned k = 0; k < lanes; k++) {
        barrier->threads += active >> k & 1;
        barrier->count += active >> k & p >> k & 1;
    }
    out->done = arrived == warps;
    out->count = barrier->count;
    out->all = barrier->count == barrier->threads;
    out->any = barrier->count > 0;
    if (out->done)
        *barrier = (struct shfl_barrier){ 0 };
    return 0;
}

int shfl_barrier_block(unsigned lanes, unsigned warps, const uint64_t active[restrict], const uint64_t p[restrict],
                       struct shfl_barrier_out *out)
{
    struct shfl_barrier barrier = { 0 };

    if (warps == 0)
        return -1;
    for (unsigned w = 0; w < warps; w++)
        if (shfl_barrier_arrive(lanes, &barrier, warps, false, active[w], p[w], out) != 0)
            return -1;
    return 0;
}
