/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_amd_check - see shfl_amd.h; docs/amd.md 2 */
#include "shfl_amd.h"

#include <stddef.h>

/* The width of control, and the first generation that has the operation. */
static const struct {
    uint8_t bits;
    enum shfl_amd_gen since;
} ops[SHFL_AMD_OPS] = {
    [SHFL_AMD_DPP16] = { 9, SHFL_AMD_GFX8 },        [SHFL_AMD_DPP8] = { 24, SHFL_AMD_GFX10 },
    [SHFL_AMD_SWIZZLE] = { 16, SHFL_AMD_GFX8 },     [SHFL_AMD_BPERMUTE] = { 16, SHFL_AMD_GFX8 },
    [SHFL_AMD_PERMUTE] = { 16, SHFL_AMD_GFX8 },     [SHFL_AMD_READLANE] = { 32, SHFL_AMD_GFX8 },
    [SHFL_AMD_WRITELANE] = { 32, SHFL_AMD_GFX8 },   [SHFL_AMD_READFIRSTLANE] = { 0, SHFL_AMD_GFX8 },
    [SHFL_AMD_PERMLANE16] = { 64, SHFL_AMD_GFX10 }, [SHFL_AMD_PERMLANEX16] = { 64, SHFL_AMD_GFX10 },
    [SHFL_AMD_PERMLANE64] = { 0, SHFL_AMD_GFX11 },
};

/* The values of dpp_ctrl, and the generations that have them. All others are reserved. */
static const struct {
    uint16_t first, last;
    enum shfl_amd_gen since, until;
} dpp_ctrls[] = {
    { 0x000, 0x0ff, SHFL_AMD_GFX8, SHFL_AMD_GFX12 },   /* quad_perm */
    { 0x101, 0x10f, SHFL_AMD_GFX8, SHFL_AMD_GFX12 },   /* row_shl */
    { 0x111, 0x11f, SHFL_AMD_GFX8, SHFL_AMD_GFX12 },   /* row_shr */
    { 0x121, 0x12f, SHFL_AMD_GFX8, SHFL_AMD_GFX12 },   /* row_ror */
    { 0x130, 0x130, SHFL_AMD_GFX8, SHFL_AMD_GFX90A },  /* wave_shl:1 */
    { 0x134, 0x134, SHFL_AMD_GFX8, SHFL_AMD_GFX90A },  /* wave_rol:1 */
    { 0x138, 0x138, SHFL_AMD_GFX8, SHFL_AMD_GFX90A },  /* wave_shr:1 */
    { 0x13c, 0x13c, SHFL_AMD_GFX8, SHFL_AMD_GFX90A },  /* wave_ror:1 */
    { 0x140, 0x141, SHFL_AMD_GFX8, SHFL_AMD_GFX12 },   /* row_mirror, row_half_mirror */
    { 0x142, 0x143, SHFL_AMD_GFX8, SHFL_AMD_GFX90A },  /* row_bcast:15, row_bcast:31 */
    { 0x150, 0x15f, SHFL_AMD_GFX90A, SHFL_AMD_GFX12 }, /* row_newbcast, later called row_share */
    { 0x160, 0x16f, SHFL_AMD_GFX10, SHFL_AMD_GFX12 },  /* row_xmask */
};

static bool has_dpp_ctrl(enum shfl_amd_gen gen, uint64_t dpp_ctrl)
{
    for (size_t i = 0; i < sizeof dpp_ctrls / sizeof *dpp_ctrls; i++)
        if (dpp_ctrl >= dpp_ctrls[i].first && dpp_ctrl <= dpp_ctrls[i].last)
            return gen >= dpp_ctrls[i].since && gen <= dpp_ctrls[i].until;
    return false;
}

enum shfl_amd_error shfl_amd_check(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in)
{
    const bool dpp16 = in->op == SHFL_AMD_DPP16;

    if ((unsigned)unit->gen >= SHFL_AMD_GENS
        || (unit->lanes != 64 && (unit->lanes != 32 || unit->gen < SHFL_AMD_GFX10)))
        return SHFL_AMD_NO_UNIT;
    if ((unsigned)in->op >= SHFL_AMD_OPS || unit->gen < ops[in->op].since
        || (dpp16 && in->fi && unit->gen < SHFL_AMD_GFX10))
        return SHFL_AMD_NO_OP;
    if ((ops[in->op].bits < 64 && in->control >> ops[in->op].bits != 0)
        || (dpp16 && (in->row_mask > 15 || in->bank_mask > 15)))
        return SHFL_AMD_WIDE;
    return dpp16 && !has_dpp_ctrl(unit->gen, in->control) ? SHFL_AMD_RESERVED : SHFL_AMD_LEGAL;
}
