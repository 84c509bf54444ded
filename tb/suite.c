/* SPDX-License-Identifier: Apache-2.0 */
/* suite - see suite.h; and the beats of isa.h */
#include "isa.h"

void suite_source_init(struct suite_source *source, const struct rtl_build *build, uint64_t seed)
{
    source->build = build;
    source->seed = seed;
    for (unsigned i = 0; i < SUITE_POOL + SHFL_LANES_MAX; i++)
        source->pool[i] = suite_hash(seed, 0, i);
}

/* total is no multiple of the step, a prime, so that every number occurs once */
uint64_t suite_spread(const struct suite_source *source, uint64_t n, uint64_t total)
{
    const uint64_t step = 1000003, low = total - 1;

    if ((total & low) == 0) /* no division */
        return (n * step + source->seed) & low;
    return (n * step + source->seed % total) % total;
}

const struct suite suites[SUITES + 1] = {
    /* R3.1.2, R3.1.3, R3.2.1, R3.3.1, R3.3.2, R3.3.3 */
    [SUITE_UNIFORM] = { "uniform", "every mode x segmask x clamp x index, the same in all lanes", false, false,
                        1 << 17 },
    /* R2.1.2, R3.1.1 */
    [SUITE_PER_LANE] = { "per-lane", "every lane visits every operand point, no two lanes on the same one", false,
                         false, 1 << 17 },
    /* R2.1.1, R2.1.3, R2.2.2, R3.5.1, R3.5.2, R3.5.3, R4.2, R4.3, R4.5, R6.2.2, R6.2.4, R6.2.5, R6.2.6, A12.1,
     * A12.2.1, A12.2.2, A12.4.3, A12.4.4, A12.4.5, R12.1.1, R12.1.3, R12.2.1, R12.4.1, V5.1.2, V5.1.3, V5.2.1,
     * V5.2.2, V5.2.3, V5.2.4, V5.2.5, V5.2.6, V5.2.7, V5.2.8, V5.2.10, V5.4.2, V5.4.3, V5.4.5, V5.4.6, V5.5.1,
     * V5.5.2, R19.1.3, R19.2.1, R19.2.2, R19.2.5, R19.2.7, R19.2.8, R19.2.9 */
    [SUITE_MIXED] = { "mixed", "random operands, operand forms, ignored bits and active masks", false, true, 1 << 16 },
    /* R3.4.1, R3.4.2 */
    [SUITE_ROUTING] = { "routing", "every source to every destination, each data bit alone set and alone clear", false,
                        false, 1 << 16 },
    /* R5.3.1, R5.3.2, R5.3.9, R5.3.10, R5.4.1, R5.4.3, R5.4.4, R6.2.7, R6.3.1, R6.3.7, R6.3.8, R6.4.1, R6.4.2, A12.3.1,
     * A12.3.2, A12.3.4, A12.3.5, A12.4.1, R12.2.2, R12.2.3, R12.2.4, R12.3.1, R12.3.2, R12.3.3, R12.3.4, R12.4.2,
     * V5.3.1, V5.3.2, R19.2.6, R19.3.1, R19.3.2, R19.3.3 */
    [SUITE_PIPELINE] = { "pipeline", "random bubbles, stalls and resets around the mixed warps", true, true, 1 << 14 },
    [SUITE_OPERANDS] = { "operands", "a vote: every operation, every predicate and active mask", false, true, 1 << 19 },
    [SUITE_SELECTIONS] = { "selections", "COMPRESS: every selection of a register of bytes", false, false, 1 << 15 },
    /* A3.2.1, A7.1.1, A7.2.1, A7.2.2 */
    [SUITE_DPP16] = { "dpp16", "every dpp_ctrl, mask, BC and FI", false, false, 1 << 17 },
    /* A3.3.1 */
    [SUITE_DPP8] = { "dpp8", "every selector of every lane", false, false, 1 << 15 },
    /* A4.3, A4.4 */
    [SUITE_SWIZZLE] = { "swizzle", "every offset", false, false, 1 << 15 },
    /* A5.1.1, A5.1.2, A5.1.3, A5.2.1, A5.2.3 */
    [SUITE_BPERMUTE] = { "bpermute", "bpermute, bpermute_fi: every offset, addresses with bits that are ignored", false,
                         false, 1 << 15 },
    /* A6.4, A6.5 */
    [SUITE_PERMLANE16] = { "permlane16", "permlane16, permlanex16: every selector of every lane", false, false,
                           1 << 15 },
    /* A6.8 */
    [SUITE_VAR] = { "var", "permlane16_var, permlanex16_var: every selector of every lane", false, false, 1 << 15 },
    /* A2.5, A6.9, A6.10 */
    [SUITE_GROUPS] = { "groups", "permlane_bcast, up, down, xor: every group, and every S1 in it", false, false,
                       1 << 15 },
    /* A6.1, A6.2, A6.3, A6.6, A12.2.4 */
    [SUITE_LANES] = { "lanes", "readlane, writelane, readfirstlane, permlane64: every lane", false, false, 1 << 15 },
    /* A2.1, A3.2.2, A12.2.3 */
    [SUITE_WORDS] = { "words", "what is refused: every operation, each bit of its control", false, false, 1 << 15 },
};

uint64_t suite_total(const struct suite *suite, const struct rtl_build *build)
{
    const struct isa_suite *of = &isa_of(build)->suite[suite - suites];

    return !of->make ? 0 : of->total ? of->total(build) : SUITE_ENDLESS;
}

/* ---- beats */

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
