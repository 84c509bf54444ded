/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_amd - see shfl_amd.h; docs/amd.md */
#include "shfl_amd.h"

enum shfl_amd_error shfl_amd_warp(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in,
                                  struct shfl_amd_out *out)
{
    const enum shfl_amd_error error = shfl_amd_check(unit, in);

    if (error != SHFL_AMD_LEGAL)
        return error;

    out->valid = shfl_amd_source(unit, in, out->src_lane);
    out->src_active = shfl_crossbar(&(struct shfl_unit){ unit->lanes, SHFL_RAW }, in->exec, in->src, out->src_lane,
                                    out->src_data);
    out->we = shfl_amd_writeback(unit, in, out->valid, out->src_active, out->src_data, out->rd);
    return SHFL_AMD_LEGAL;
}
