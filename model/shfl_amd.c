/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_amd - see shfl_amd.h; docs/amd.md */
#include "shfl_amd.h"

/* The other register of a swap: a lane of the lower row or half, which has its partner above, gets what the destination
 * held there. Section 6. */
static void other_register(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, struct shfl_amd_out *out)
{
    const unsigned by = in->op == SHFL_AMD_PERMLANE16_SWAP ? 16 : in->op == SHFL_AMD_PERMLANE32_SWAP ? 32 : 0;

    out->we2 = 0;
    for (unsigned k = 0; k < unit->lanes; k++) {
        const bool writes = by != 0 && (k & by) == 0 && (in->exec >> k & 1);

        out->rd2[k] = writes ? in->old[k + by] : in->src[k];
        out->we2 |= (uint64_t)writes << k;
    }
}

enum shfl_amd_error shfl_amd_warp(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in,
                                  struct shfl_amd_out *out)
{
    const enum shfl_amd_error error = shfl_amd_check(unit, in);

    if (error != SHFL_AMD_LEGAL)
        return error;

    out->valid = shfl_amd_source(unit, in, out->src_lane);
    out->src_active = shfl_crossbar(&(struct shfl_unit){ unit->lanes, SHFL_RAW }, in->exec, in->src, out->src_lane,
                                    out->src_data);
    for (unsigned k = 0; in->op == SHFL_AMD_IDX_GEN && k < unit->lanes; k++)
        out->src_data[k] = shfl_amd_idx_gen((uint32_t)in->src[k], (uint32_t)in->control, k);
    out->we = shfl_amd_writeback(unit, in, out->valid, out->src_active, out->src_data, out->rd);
    other_register(unit, in, out);
    return SHFL_AMD_LEGAL;
}
