/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_amd_writeback - see shfl_amd.h; docs/amd.md 7 */
#include "shfl_amd.h"

/* Is the wave's EXEC ignored? */
static bool ignores_exec(enum shfl_amd_op op)
{
    return op == SHFL_AMD_READLANE || op == SHFL_AMD_READFIRSTLANE || op == SHFL_AMD_WRITELANE;
}

static bool reads_inactive(const struct shfl_amd_in *in)
{
    switch (in->op) {
    case SHFL_AMD_DPP16:
    case SHFL_AMD_DPP8:
    case SHFL_AMD_PERMLANE16:
    case SHFL_AMD_PERMLANEX16:
    case SHFL_AMD_PERMLANE16_VAR:
    case SHFL_AMD_PERMLANEX16_VAR: return in->fi;
    case SHFL_AMD_SWIZZLE:
    case SHFL_AMD_BPERMUTE:
    case SHFL_AMD_PERMUTE: return false;
    default: return true;
    }
}

/* What is written where there is nothing to read. */
static enum shfl_amd_write nothing(const struct shfl_amd_in *in)
{
    switch (in->op) {
    case SHFL_AMD_DPP16:
    case SHFL_AMD_PERMLANE16:
    case SHFL_AMD_PERMLANEX16:
    case SHFL_AMD_PERMLANE16_VAR:
    case SHFL_AMD_PERMLANEX16_VAR: return in->bc ? SHFL_AMD_ZERO : SHFL_AMD_KEEP;
    case SHFL_AMD_WRITELANE:
    case SHFL_AMD_PERMLANE64:
    case SHFL_AMD_PERMLANE16_SWAP:
    case SHFL_AMD_PERMLANE32_SWAP: return SHFL_AMD_KEEP;
    default: return SHFL_AMD_ZERO;
    }
}

/* A bank is 4 lanes of a row. */
static bool masked(const struct shfl_amd_in *in, unsigned lane)
{
    const unsigned row = lane >> 4, bank = lane >> 2 & 3;

    return in->op == SHFL_AMD_DPP16 && !(in->row_mask >> row & in->bank_mask >> bank & 1);
}

enum shfl_amd_write shfl_amd_what(const struct shfl_amd_in *in, unsigned lane, bool valid, bool src_active)
{
    if (masked(in, lane) || (!(in->exec >> lane & 1) && !ignores_exec(in->op)))
        return SHFL_AMD_KEEP;
    return valid && (src_active || reads_inactive(in)) ? SHFL_AMD_DATA : nothing(in);
}

uint64_t shfl_amd_writeback(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, uint64_t valid,
                            uint64_t src_active, const uint64_t src_data[restrict], uint64_t rd[restrict])
{
    uint64_t we = 0;

    for (unsigned k = 0; k < unit->lanes; k++) {
        const enum shfl_amd_write what = shfl_amd_what(in, k, valid >> k & 1, src_active >> k & 1);

        rd[k] = what == SHFL_AMD_DATA ? src_data[k] : what == SHFL_AMD_ZERO ? 0 : in->old[k];
        we |= (uint64_t)(what != SHFL_AMD_KEEP) << k;
    }
    return we;
}
