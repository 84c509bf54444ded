/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_amd - see shfl_amd.h; docs/amd.md 3 to 7 */
#include "shfl_amd.h"

/* A row is 16 lanes; k is the lane's number in it. Section 3. */
static int dpp16(int dpp_ctrl, int lane)
{
    const int k = lane & 15, row = lane - k, m = dpp_ctrl & 15;

    switch (dpp_ctrl) {
    case 0x130: return lane < 63 ? lane + 1 : SHFL_AMD_NONE; /* wave_shl:1 */
    case 0x134: return (lane + 1) & 63;                      /* wave_rol:1 */
    case 0x138: return lane > 0 ? lane - 1 : SHFL_AMD_NONE;  /* wave_shr:1 */
    case 0x13c: return (lane - 1) & 63;                      /* wave_ror:1 */
    case 0x140: return lane ^ 15;                            /* row_mirror */
    case 0x141: return lane ^ 7;                             /* row_half_mirror */
    case 0x142: return lane > 15 ? row - 1 : lane;           /* row_bcast:15 */
    case 0x143: return lane > 31 ? 31 : lane;                /* row_bcast:31 */
    }
    switch (dpp_ctrl >> 4) {
    case 0x10: return k + m < 16 ? lane + m : SHFL_AMD_NONE; /* row_shl */
    case 0x11: return k >= m ? lane - m : SHFL_AMD_NONE;     /* row_shr */
    case 0x12: return row + ((k - m) & 15);                  /* row_ror */
    case 0x15: return row + m;                               /* row_newbcast, row_share */
    case 0x16: return lane ^ m;                              /* row_xmask */
    default: return (lane & ~3) + (dpp_ctrl >> 2 * (lane & 3) & 3);
    }
}

/* Within 32 lanes, also where the wave has 64; i is the lane's number in them. Section 4. */
static int swizzle(bool gfx8, int offset, int lane)
{
    const int half = lane & 32, i = lane & 31, mask = offset & 31;

    if (offset < 0x8000) /* the bits of lane i: and, or, xor */
        return half + (((i & mask) | (offset >> 5 & 31)) ^ (offset >> 10 & 31));
    if (offset < 0xc000 || gfx8) /* quad_perm */
        return half + (i & ~3) + (offset >> 2 * (i & 3) & 3);
    if (offset < 0xe000) { /* rotate */
        const int by = offset >> 5 & 31;

        return half + ((i & mask) | ((offset & 0x400 ? i - by : i + by) & ~mask & 31));
    } else { /* FFT */
        int reversed = 0, ones = 0;

        for (int b = 0; b < 5; b++) {
            reversed |= (i >> b & 1) << (4 - b);
            ones += mask >> b & 1;
        }
        return half + ((i & mask) | reversed >> ones);
    }
}

/* Of a group of so many lanes: the lane with a number, or so far below, above, or its number xor that. A lane that would
 * leave the group reads itself; xor may leave it downwards. Distances count in all their 32 bits. Section 6. */
static unsigned in_group(enum shfl_amd_op op, uint32_t by, uint32_t group, unsigned lane)
{
    const unsigned j = lane & (group - 1), first = lane - j;

    switch (op) {
    case SHFL_AMD_PERMLANE_BCAST: return first + (by & (group - 1));
    case SHFL_AMD_PERMLANE_UP: return j >= by ? lane - by : lane;
    case SHFL_AMD_PERMLANE_DOWN: return (uint64_t)j + by < group ? lane + by : lane;
    default: return (lane ^ by) < first + group ? lane ^ by : lane;
    }
}

uint32_t shfl_amd_idx_gen(uint32_t number, uint32_t group, unsigned lane)
{
    return ((number & (group - 1)) + (lane & ~(group - 1))) << 2;
}

int shfl_amd_named(const struct shfl_amd_unit *unit, enum shfl_amd_op op, uint64_t control, unsigned lane)
{
    const unsigned row = lane & 48;
    const int of_row = (int)(control >> 4 * (lane & 15) & 15);

    switch (op) {
    case SHFL_AMD_DPP16: return dpp16((int)control, (int)lane);
    case SHFL_AMD_DPP8: return (int)((lane & 56) + (control >> 3 * (lane & 7) & 7));
    case SHFL_AMD_SWIZZLE: return swizzle(shfl_amd_kind(unit->gen) == SHFL_AMD_GFX8, (int)control, (int)lane);
    case SHFL_AMD_PERMLANE16: return (int)row + of_row;
    case SHFL_AMD_PERMLANEX16: return (int)(row ^ 16) + of_row;
    case SHFL_AMD_PERMLANE64: return unit->lanes == 64 ? (int)(lane ^ 32) : SHFL_AMD_NONE;
    case SHFL_AMD_PERMLANE16_SWAP: return lane & 16 ? (int)(lane ^ 16) : SHFL_AMD_NONE;
    case SHFL_AMD_PERMLANE32_SWAP: return lane & 32 ? (int)(lane ^ 32) : SHFL_AMD_NONE;
    case SHFL_AMD_PERMLANE_BCAST:
    case SHFL_AMD_PERMLANE_UP:
    case SHFL_AMD_PERMLANE_DOWN:
    case SHFL_AMD_PERMLANE_XOR: return (int)in_group(op, (uint32_t)control, (uint32_t)(control >> 32), lane);
    default: return (int)(control & (unit->lanes - 1)); /* READLANE */
    }
}

unsigned shfl_amd_addressed(const struct shfl_amd_unit *unit, uint32_t address, unsigned lane)
{
    const unsigned n = address >> 2;
    const bool halves = unit->gen == SHFL_AMD_GFX10 || unit->gen == SHFL_AMD_GFX11;

    return halves ? (lane & 32) | (n & 31) : n & (unit->lanes - 1);
}

uint64_t shfl_amd_scatter(const struct shfl_amd_unit *unit, uint64_t exec, uint16_t offset,
                          const uint32_t addr[restrict], uint8_t src_lane[restrict])
{
    uint64_t valid = 0;

    for (unsigned k = 0; k < unit->lanes; k++)
        src_lane[k] = (uint8_t)k;
    for (unsigned k = 0; k < unit->lanes; k++)
        if (exec >> k & 1) {
            const unsigned to = shfl_amd_addressed(unit, addr[k] + offset, k);

            src_lane[to] = (uint8_t)k; /* a higher lane replaces a lower one */
            valid |= UINT64_C(1) << to;
        }
    return valid;
}

static unsigned first_lane(uint64_t exec, unsigned lanes)
{
    for (unsigned k = 0; k < lanes; k++)
        if (exec >> k & 1)
            return k;
    return 0;
}

uint64_t shfl_amd_source(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, uint8_t src_lane[restrict])
{
    const unsigned first = first_lane(in->exec, unit->lanes);
    const unsigned selected = (unsigned)in->control & (unit->lanes - 1);
    uint64_t valid = 0;

    if (in->op == SHFL_AMD_PERMUTE)
        return shfl_amd_scatter(unit, in->exec, (uint16_t)in->control, in->addr, src_lane);
    for (unsigned k = 0; k < unit->lanes; k++) {
        int j;

        switch (in->op) {
        case SHFL_AMD_BPERMUTE:
        case SHFL_AMD_BPERMUTE_FI: j = (int)shfl_amd_addressed(unit, in->addr[k] + (uint32_t)in->control, k); break;
        case SHFL_AMD_READFIRSTLANE: j = (int)first; break;
        case SHFL_AMD_WRITELANE: j = k == selected ? (int)k : SHFL_AMD_NONE; break;
        case SHFL_AMD_PERMLANE16_VAR: j = (int)((k & 48) + (in->addr[k] & 15)); break;
        case SHFL_AMD_PERMLANEX16_VAR: j = (int)(((k & 48) ^ 16) + (in->addr[k] & 15)); break;
        case SHFL_AMD_IDX_GEN: j = (int)k; break;
        default: j = shfl_amd_named(unit, in->op, in->control, k);
        }
        src_lane[k] = (uint8_t)(j == SHFL_AMD_NONE ? (int)k : j);
        valid |= (uint64_t)(j != SHFL_AMD_NONE) << k;
    }
    return valid;
}

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
