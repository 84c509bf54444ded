/* SPDX-License-Identifier: Apache-2.0 */
/* beats - see beats.h */
#include "beats.h"

uint64_t beats_lanes(const struct rtl_build *build, unsigned number)
{
    return shfl_all_lanes(build->ways) << number * build->ways % SHFL_LANES_MAX;
}

void beats_warp(const struct suite_source *source, const struct suite *suite, uint64_t n, struct shfl_in *in,
                struct beats *beats)
{
    const struct rtl_build *build = source->build;
    const unsigned all = build->unit.lanes / build->ways;
    const uint64_t chance = suite_hash(source->seed, 8, n), absent = suite_hash(source->seed, 9, n);
    const bool cut = suite->cuts && build->banked;

    suite->warp(source, n, in);
    *beats = (struct beats){ .differ = cut && chance & 1, .there = shfl_all_lanes(build->unit.lanes) };
    for (unsigned b = 0; b < all; b++) {
        const uint64_t lanes = beats_lanes(build, b);

        /* left out: in one of two warps any beat, with its lanes; if none of its lanes is active, more often */
        if (cut && (beats->count > 0 || b + 1 < all) && absent >> b & 1 && (chance & 2 || !(in->active & lanes))) {
            in->active &= ~lanes;
            beats->there &= ~lanes;
        } else {
            beats->number[beats->count++] = (uint8_t)b;
        }
    }
    for (unsigned left = cut && chance & 4 ? beats->count : 0; left > 1; left--) { /* shuffled */
        const unsigned other = (unsigned)(suite_hash(chance, 10, left) % left);
        const uint8_t number = beats->number[left - 1];

        beats->number[left - 1] = beats->number[other];
        beats->number[other] = number;
    }
}

void beats_operands(const struct suite_source *source, uint64_t n, unsigned number, struct shfl_in *in)
{
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t chance = suite_hash(source->seed, 11 + number, n);

    in->mode = (enum shfl_mode)(chance % SHFL_MODES);
    in->sb_is_imm = chance >> 2 & 1;
    in->sc_is_imm = chance >> 3 & 1;
    in->sb_imm = (uint32_t)(chance >> 4) & (lanes - 1);
    in->sc_imm = (uint32_t)(chance >> 16) & (lanes * 256 - 1);
}

uint64_t beats_known(const struct rtl_build *build, uint64_t there, const struct shfl_out *want)
{
    uint64_t known = shfl_all_lanes(build->unit.lanes);

    for (unsigned k = 0; k < build->unit.lanes && build->unit.policy == SHFL_RAW; k++)
        if (!(there >> want->src_lane[k] & 1))
            known &= ~(UINT64_C(1) << k);
    return known;
}
