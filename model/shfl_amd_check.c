/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_amd_check - see shfl_amd.h; docs/amd.md 2 */
#include "shfl_amd.h"

#include <stddef.h>

#define ONE(gen) (1u << SHFL_AMD_##gen)

/* Sets of generations. */
enum {
    GFX12_ON = ONE(GFX12) | ONE(GFX1250),
    GFX11_ON = ONE(GFX11) | GFX12_ON,
    GFX10_ON = ONE(GFX10) | GFX11_ON,
    GFX90A_TO_950 = ONE(GFX90A) | ONE(GFX940) | ONE(GFX950),
    GFX8_TO_950 = ONE(GFX8) | ONE(GFX9) | GFX90A_TO_950,
    GFX8_ON = GFX8_TO_950 | GFX10_ON,
    ALL = ONE(GFX6) | GFX8_ON
};

/* The width of control, and the generations that have the operation. */
static const struct {
    uint8_t bits;
    uint16_t gens;
} ops[SHFL_AMD_OPS] = {
    [SHFL_AMD_DPP16] = { 9, GFX8_ON },
    [SHFL_AMD_DPP8] = { 24, GFX10_ON },
    [SHFL_AMD_SWIZZLE] = { 16, ALL },
    [SHFL_AMD_BPERMUTE] = { 16, GFX8_ON },
    [SHFL_AMD_PERMUTE] = { 16, GFX8_ON },
    [SHFL_AMD_READLANE] = { 32, ALL },
    [SHFL_AMD_WRITELANE] = { 32, ALL },
    [SHFL_AMD_READFIRSTLANE] = { 0, ALL },
    [SHFL_AMD_PERMLANE16] = { 64, GFX10_ON },
    [SHFL_AMD_PERMLANEX16] = { 64, GFX10_ON },
    [SHFL_AMD_PERMLANE64] = { 0, ONE(GFX11) | ONE(GFX12) },
    [SHFL_AMD_BPERMUTE_FI] = { 16, GFX12_ON },
    [SHFL_AMD_PERMLANE16_VAR] = { 0, GFX12_ON },
    [SHFL_AMD_PERMLANEX16_VAR] = { 0, GFX12_ON },
    [SHFL_AMD_PERMLANE16_SWAP] = { 0, ONE(GFX950) | ONE(GFX1250) },
    [SHFL_AMD_PERMLANE32_SWAP] = { 0, ONE(GFX950) },
    [SHFL_AMD_PERMLANE_BCAST] = { 64, ONE(GFX1250) },
    [SHFL_AMD_PERMLANE_UP] = { 64, ONE(GFX1250) },
    [SHFL_AMD_PERMLANE_DOWN] = { 64, ONE(GFX1250) },
    [SHFL_AMD_PERMLANE_XOR] = { 64, ONE(GFX1250) },
    [SHFL_AMD_IDX_GEN] = { 32, ONE(GFX1250) },
};

/* The values of dpp_ctrl, and the generations that have them. All others are reserved. */
static const struct {
    uint16_t first, last, gens;
} dpp_ctrls[] = {
    { 0x000, 0x0ff, GFX8_ON },                  /* quad_perm */
    { 0x101, 0x10f, GFX8_ON },                  /* row_shl */
    { 0x111, 0x11f, GFX8_ON },                  /* row_shr */
    { 0x121, 0x12f, GFX8_ON },                  /* row_ror */
    { 0x130, 0x130, GFX8_TO_950 },              /* wave_shl:1 */
    { 0x134, 0x134, GFX8_TO_950 },              /* wave_rol:1 */
    { 0x138, 0x138, GFX8_TO_950 },              /* wave_shr:1 */
    { 0x13c, 0x13c, GFX8_TO_950 },              /* wave_ror:1 */
    { 0x140, 0x141, GFX8_ON },                  /* row_mirror, row_half_mirror */
    { 0x142, 0x143, GFX8_TO_950 },              /* row_bcast:15, row_bcast:31 */
    { 0x150, 0x15f, GFX90A_TO_950 | GFX10_ON }, /* row_newbcast, later called row_share */
    { 0x160, 0x16f, GFX10_ON },                 /* row_xmask */
};

static bool has_dpp_ctrl(unsigned gen, uint64_t dpp_ctrl)
{
    for (size_t i = 0; i < sizeof dpp_ctrls / sizeof *dpp_ctrls; i++)
        if (dpp_ctrl >= dpp_ctrls[i].first && dpp_ctrl <= dpp_ctrls[i].last)
            return dpp_ctrls[i].gens >> gen & 1;
    return false;
}

static bool has_wave(const struct shfl_amd_unit *unit)
{
    return (unit->lanes == 64 && unit->gen != SHFL_AMD_GFX1250)
        || (unit->lanes == 32 && shfl_amd_kind(unit->gen) >= SHFL_AMD_GFX10);
}

/* A group is a power of two of lanes. */
static bool has_group(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in)
{
    const bool alone = in->op == SHFL_AMD_IDX_GEN;
    const bool grouped = alone || (in->op >= SHFL_AMD_PERMLANE_BCAST && in->op <= SHFL_AMD_PERMLANE_XOR);
    const uint32_t group = (uint32_t)(alone ? in->control : in->control >> 32);

    return !grouped || (group > 0 && group <= unit->lanes && (group & (group - 1)) == 0);
}

enum shfl_amd_error shfl_amd_check(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in)
{
    const bool dpp16 = in->op == SHFL_AMD_DPP16;
    const unsigned gen = (unsigned)unit->gen;

    if (gen >= SHFL_AMD_GENS || !has_wave(unit))
        return SHFL_AMD_NO_UNIT;
    if ((unsigned)in->op >= SHFL_AMD_OPS || !(ops[in->op].gens >> gen & 1)
        || (dpp16 && in->fi && shfl_amd_kind(unit->gen) < SHFL_AMD_GFX10))
        return SHFL_AMD_NO_OP;
    if ((ops[in->op].bits < 64 && in->control >> ops[in->op].bits != 0)
        || (dpp16 && (in->row_mask > 15 || in->bank_mask > 15)))
        return SHFL_AMD_WIDE;
    return (dpp16 && !has_dpp_ctrl(gen, in->control)) || !has_group(unit, in) ? SHFL_AMD_RESERVED : SHFL_AMD_LEGAL;
}
