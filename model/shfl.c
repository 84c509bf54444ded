/* SPDX-License-Identifier: Apache-2.0 */
/* shfl - see shfl.h; docs/rules.md 3 */
#include "shfl.h"

static bool legal(const struct shfl_unit *unit, const struct shfl_in *in)
{
    unsigned lanes = unit->lanes;

    return lanes >= 2 && lanes <= SHFL_LANES_MAX && (lanes & (lanes - 1)) == 0 && (unsigned)unit->policy < SHFL_POLICIES
        && (unsigned)in->mode < SHFL_MODES && (!in->sb_is_imm || in->sb_imm < lanes)
        && (!in->sc_is_imm || in->sc_imm < lanes << 8);
}

int shfl_warp(const struct shfl_unit *unit, const struct shfl_in *in, struct shfl_out *out)
{
    if (!legal(unit, in))
        return -1;

    shfl_decode(unit, in, out->index, out->clamp, out->segmask);
    shfl_lane_index(unit, in->mode, out->index, out->segmask, out->j);
    shfl_range_check(unit, in->mode, out->clamp, out->segmask, out->j, out->in_range, out->src_lane);
    out->src_active = shfl_crossbar(unit, in->active, in->ra, out->src_lane, out->src_data);
    shfl_writeback(unit, in->active, out->src_active, out->in_range, out->src_data, out->rd, &out->pu, &out->we);
    return 0;
}
