/* SPDX-License-Identifier: Apache-2.0 */
/* beats - see beats.h */
#include "beats.h"

uint64_t beats_lanes(const struct rtl_build *build, unsigned number)
{
    return shfl_all_lanes(build->ways) << number * build->ways % SHFL_LANES_MAX;
}

void beats_warp(const struct suite_source *source, const struct suite *suite, uint64_t n, struct warp *warp,
                struct beats *beats)
{
    const struct rtl_build *build = source->build;
    const bool parts = build->banked || build->gathers;

    isa_warp(source, suite, n, warp);
    *beats = (struct beats){ .count = 1 };
    if (!parts)
        return;

    const struct isa *isa = warp->isa;
    const unsigned all = isa->beats ? isa->beats(build, warp) : build->unit.lanes / build->ways;
    const uint64_t chance = suite_hash(source->seed, 8, n), absent = suite_hash(source->seed, 9, n);
    uint64_t *active = isa->active ? isa->active(warp) : NULL;

    beats->differ = suite->cuts && chance & 1 && isa->beat;
    beats->count = 0;
    for (unsigned b = 0; b < all; b++) {
        const uint64_t lanes = active ? beats_lanes(build, b) : 0;

        /* left out: in one of two warps any beat, with its lanes; if none of its lanes is active, more often */
        if (suite->cuts && active && (beats->count > 0 || b + 1 < all) && absent >> b & 1
            && (chance & 2 || !(*active & lanes))) {
            *active &= ~lanes;
            warp->there &= ~lanes;
        } else {
            beats->number[beats->count++] = (uint8_t)b;
        }
    }
    for (unsigned left = suite->cuts && chance & 4 ? beats->count : 0; left > 1; left--) { /* shuffled */
        const unsigned other = (unsigned)(suite_hash(chance, 10, left) % left);
        const uint8_t number = beats->number[left - 1];

        beats->number[left - 1] = beats->number[other];
        beats->number[other] = number;
    }
}

void beats_warp_of(const struct suite_source *source, const struct suite *suite, uint64_t n, const struct beat *beat,
                   struct warp *warp)
{
    struct beats beats;

    beats_warp(source, suite, n, warp, &beats);
    if (beats.differ)
        warp->isa->beat(source, n, beat->number, beat->last, warp);
}
