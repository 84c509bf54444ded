/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_amd_open - see shfl_amd.h; docs/amd.md 9 */
#include "shfl_amd.h"

static bool in_halves(const struct shfl_amd_unit *unit)
{
    return unit->lanes == 64 && (unit->gen == SHFL_AMD_GFX10 || unit->gen == SHFL_AMD_GFX11);
}

static enum shfl_amd_question of_swizzle(bool gfx8, unsigned offset)
{
    const unsigned silent = offset < 0xc000 ? 0x3f00 : offset < 0xe000 ? 0x1800 : 0x1fe0;

    if (offset < 0x8000)
        return SHFL_AMD_SETTLED;
    if (offset >= 0xc000 && gfx8)
        return SHFL_AMD_OLD_MODE;
    return offset & silent ? SHFL_AMD_SILENT : SHFL_AMD_SETTLED;
}

static enum shfl_amd_question of_permute(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, unsigned lane)
{
    unsigned senders = 0;
    bool wraps = false, half = in_halves(unit) && lane >= 32;

    for (unsigned k = 0; k < unit->lanes; k++)
        if (in->exec >> k & 1) {
            const uint32_t address = in->addr[k] + (uint32_t)in->control;

            if (shfl_amd_addressed(unit, address, k) == lane) {
                senders++;
                wraps = wraps || address >> 2 >= unit->lanes;
            } /* the guide, taken literally: the upper half sends to the lower one */
            half = half || (in_halves(unit) && k >= 32 && (address >> 2 & 31) == lane);
        }
    return half ? SHFL_AMD_HALF : senders > 1 ? SHFL_AMD_COLLISION : wraps ? SHFL_AMD_WRAP : SHFL_AMD_SETTLED;
}

static enum shfl_amd_question of_bpermute(const struct shfl_amd_unit *unit, uint32_t address, unsigned lane)
{
    if (in_halves(unit) && lane >= 32)
        return SHFL_AMD_HALF;
    return address >> 2 >= unit->lanes ? SHFL_AMD_WRAP : SHFL_AMD_SETTLED;
}

/* Does it read a lane that does not execute, without FI? */
static bool reads_inactive(const struct shfl_amd_in *in, unsigned from) { return !in->fi && !(in->exec >> from & 1); }

static enum shfl_amd_question of_dpp16(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, unsigned lane)
{
    const int from = shfl_amd_named(unit, in->op, in->control, lane);

    if ((in->control == 0x142 && lane < 16) || (in->control == 0x143 && lane < 32))
        return SHFL_AMD_BCAST_EDGE;
    return shfl_amd_kind(unit->gen) <= SHFL_AMD_GFX10 && !in->bc && from != SHFL_AMD_NONE
                && reads_inactive(in, (unsigned)from)
             ? SHFL_AMD_INACTIVE
             : SHFL_AMD_SETTLED;
}

static enum shfl_amd_question of_lane(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, unsigned lane)
{
    switch (in->op) {
    case SHFL_AMD_DPP16: return of_dpp16(unit, in, lane);
    case SHFL_AMD_SWIZZLE: return of_swizzle(shfl_amd_kind(unit->gen) == SHFL_AMD_GFX8, (unsigned)in->control);
    case SHFL_AMD_BPERMUTE:
    case SHFL_AMD_BPERMUTE_FI: return of_bpermute(unit, in->addr[lane] + (uint32_t)in->control, lane);
    case SHFL_AMD_PERMUTE: return of_permute(unit, in, lane);
    case SHFL_AMD_PERMLANE16:
    case SHFL_AMD_PERMLANEX16:
        return reads_inactive(in, (unsigned)shfl_amd_named(unit, in->op, in->control, lane)) ? SHFL_AMD_PERMLANE
                                                                                             : SHFL_AMD_SETTLED;
    case SHFL_AMD_PERMLANE16_VAR:
    case SHFL_AMD_PERMLANEX16_VAR:
        return reads_inactive(in, ((lane & 48) ^ (in->op == SHFL_AMD_PERMLANEX16_VAR ? 16 : 0)) + (in->addr[lane] & 15))
                 ? SHFL_AMD_PERMLANE
                 : SHFL_AMD_SETTLED;
    default: return SHFL_AMD_SETTLED;
    }
}

void shfl_amd_open(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, uint8_t question[restrict])
{
    for (unsigned k = 0; k < unit->lanes; k++) {
        const bool writes = shfl_amd_what(in, k, true, true) != SHFL_AMD_KEEP;
        const bool swaps = in->op == SHFL_AMD_PERMLANE16_SWAP || in->op == SHFL_AMD_PERMLANE32_SWAP;

        question[k] = (uint8_t)(swaps && unit->gen == SHFL_AMD_GFX950 && !writes ? SHFL_AMD_SWAP_EXEC
                                : writes                                         ? of_lane(unit, in, k)
                                                                                 : SHFL_AMD_SETTLED);
    }
}
