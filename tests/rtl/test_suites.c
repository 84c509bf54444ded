/* SPDX-License-Identifier: Apache-2.0 */
/* Do the suites show the unit what they say they do? */
#include "tb/isa.h"
#include "lib/check.h"

#include <stdlib.h>
#include <string.h>

static struct suite_source source;

static const struct suite *suite(const char *name)
{
    const struct suite *s = suites;

    while (strcmp(s->name, name) != 0)
        s++;
    return s;
}

/* Warp n of a suite of SHFL. */
static void shfl(const char *name, const struct suite_source *from, uint64_t n, struct shfl_in *in)
{
    struct warp warp;

    isa_warp(from, suite(name), n, &warp);
    *in = warp.shfl;
}

static unsigned bits_of(unsigned lanes) { return (unsigned)__builtin_ctz(lanes); }

/* Every point once in each lane: uniform the same in all lanes of a warp, per-lane in no two of them the same. */
static void points(const char *name, const struct rtl_build *build)
{
    const bool alike = strcmp(name, "uniform") == 0;
    const unsigned lanes = build->unit.lanes, bits = bits_of(lanes);
    const uint64_t total = suite_total(suite(name), build);
    uint64_t *seen = calloc(total, sizeof *seen); /* lanes that have been on a point */
    uint64_t *last = calloc(total, sizeof *last); /* 1 + the warp that was last on it */
    uint64_t twice = 0, together = 0;
    unsigned forms = 0;
    char why[80];

    for (uint64_t n = 0; n < total; n++) {
        struct shfl_in in;
        struct shfl_out out;

        shfl(name, &source, n, &in);
        shfl_warp(&build->unit, &in, &out);
        for (unsigned k = 0; k < lanes; k++) {
            uint64_t point = (((uint64_t)in.mode << bits | out.index[k]) << bits | out.clamp[k]) << bits
                           | out.segmask[k];
            twice += seen[point] >> k & 1;
            seen[point] |= UINT64_C(1) << k;
            together += last[point] == n + 1;
            last[point] = n + 1;
        }
        forms |= 1u << (in.sb_is_imm * 2 + in.sc_is_imm);
    }
    free(seen);
    free(last);
    snprintf(why, sizeof why, "%s: %s visits %llu points in each lane", build->name, name, (unsigned long long)total);
    check(total == (uint64_t)SHFL_MODES << 3 * bits && twice == 0 && together == (alike ? (lanes - 1) * total : 0)
              && (!alike || forms == 15 || lanes == 2),
          why, "%llu twice, %llu times by two lanes of a warp, forms 0x%x", (unsigned long long)twice,
          (unsigned long long)together, forms);
}

static void uniform(const struct rtl_build *build) { points("uniform", build); }
static void per_lane(const struct rtl_build *build) { points("per-lane", build); }

/* routing: one bit of one lane is alone, and all lanes, bits and polarities meet all destinations */
static void routing(const struct rtl_build *build)
{
    const unsigned lanes = build->unit.lanes, w = build->w;
    const uint64_t total = suite_total(suite("routing"), build), all = ~UINT64_C(0) >> (64 - w);
    unsigned char *seen = calloc((size_t)lanes * lanes * w * 2, 1);
    unsigned not_alone = 0, missing = 0;
    char name[80];

    for (uint64_t n = 0; n < total; n++) {
        struct shfl_in in;
        struct shfl_out out;
        unsigned ones = 0, from = 0, bit = 0;

        shfl("routing", &source, n, &in);
        shfl_warp(&build->unit, &in, &out);
        for (unsigned k = 0; k < lanes; k++)
            ones += (unsigned)__builtin_popcountll(in.ra[k]);
        const bool clear = ones != 1;
        not_alone += clear && ones != lanes * w - 1;
        for (unsigned k = 0; k < lanes; k++) {
            uint64_t odd = clear ? ~in.ra[k] & all : in.ra[k];
            if (odd) {
                from = k;
                bit = (unsigned)__builtin_ctzll(odd);
            }
        }
        for (unsigned k = 0; k < lanes; k++)
            if (out.src_lane[k] == from)
                seen[((size_t)(from * lanes + k) * w + bit) * 2 + clear] = 1;
    }
    for (size_t i = 0; i < (size_t)lanes * lanes * w * 2; i++)
        missing += !seen[i];
    free(seen);
    snprintf(name, sizeof name, "%s: routing takes each bit from each lane to each lane", build->name);
    check(not_alone == 0 && missing == 0, name, "%u warps with more than one bit, %u routes missing", not_alone,
          missing);
}

/* mixed: every bit of every operand is seen 0 and 1, used or ignored */
static void mixed(const struct rtl_build *build)
{
    const unsigned lanes = build->unit.lanes;
    const uint64_t word = ~UINT64_C(0) >> (64 - build->w);
    uint64_t ra[2][64] = { { 0 } }, active[2] = { 0 };
    uint32_t sb[2][64] = { { 0 } }, sc[2][64] = { { 0 } }, sb_imm[2] = { 0 }, sc_imm[2] = { 0 };
    unsigned forms = 0, missing = 0, full = 0, empty = 0, single = 0, inactive_source = 0;
    char name[80];

    for (uint64_t n = 0; n < 4096; n++) {
        struct shfl_in in;
        struct shfl_out out;

        shfl("mixed", &source, n, &in);
        missing += shfl_warp(&build->unit, &in, &out) != 0;
        for (unsigned k = 0; k < lanes; k++) {
            ra[0][k] |= ~in.ra[k], ra[1][k] |= in.ra[k];
            sb[0][k] |= ~in.sb[k], sb[1][k] |= in.sb[k];
            sc[0][k] |= ~in.sc[k], sc[1][k] |= in.sc[k];
        }
        active[0] |= ~in.active, active[1] |= in.active;
        sb_imm[0] |= ~in.sb_imm, sb_imm[1] |= in.sb_imm;
        sc_imm[0] |= ~in.sc_imm, sc_imm[1] |= in.sc_imm;
        forms |= 1u << (in.mode * 4 + in.sb_is_imm * 2 + in.sc_is_imm);
        full += in.active == shfl_all_lanes(lanes);
        empty += in.active == 0;
        single += __builtin_popcountll(in.active) == 1;
        inactive_source += (in.active & ~out.src_active) != 0;
        missing += (in.active & ~shfl_all_lanes(lanes)) != 0;
    }
    for (unsigned v = 0; v < 2; v++) {
        for (unsigned k = 0; k < lanes; k++)
            missing += (ra[v][k] & word) != word || sb[v][k] != UINT32_MAX || sc[v][k] != UINT32_MAX;
        missing += (active[v] & shfl_all_lanes(lanes)) != shfl_all_lanes(lanes)
                || (sb_imm[v] & (lanes - 1)) != lanes - 1 || (sc_imm[v] & (lanes * 256 - 1)) != lanes * 256 - 1;
    }
    snprintf(name, sizeof name, "%s: mixed shows all bits both ways, all forms and many masks", build->name);
    check(missing == 0 && forms == (1u << 4 * SHFL_MODES) - 1 && full > 100 && empty > 100 && single > 100
              && inactive_source > 100,
          name, "%u missing, forms 0x%x, masks: %u full %u empty %u single, %u read an inactive lane", missing, forms,
          full, empty, single, inactive_source);
}

/* beats: each comes and is left out, alone and with others, first and last; no lane of one that is left out is active */
static void test_beats(void)
{
    static const struct rtl_build build = {
        .name = "beats", .unit = { 8, SHFL_ZERO }, .w = 8, .ways = 2, .banked = true
    };
    unsigned there[4] = { 0 }, first[4] = { 0 }, last[4] = { 0 }, counts[5] = { 0 }, differ = 0, missing = 0, wrong = 0;

    suite_source_init(&source, &build, 1);
    for (uint64_t n = 0; n < 4096; n++) {
        struct beats beats;
        struct warp warp;
        uint64_t came = 0;

        beats_warp(&source, suite("mixed"), n, &warp, &beats);
        for (unsigned b = 0; b < beats.count; b++) {
            wrong += (came & beats_lanes(&build, beats.number[b])) != 0;
            came |= beats_lanes(&build, beats.number[b]);
            there[beats.number[b]]++;
        }
        wrong += beats.count == 0 || came != warp.there || (warp.shfl.active & ~came) != 0;
        first[beats.number[0]]++;
        last[beats.number[beats.count - 1]]++;
        counts[beats.count]++;
        differ += beats.differ;
        beats_warp(&source, suite("uniform"), n, &warp, &beats);
        wrong += beats.count != 4 || beats.number[0] != 0 || beats.number[3] != 3 || beats.differ;
    }
    for (unsigned b = 0; b < 4; b++)
        missing += there[b] < 1000 || there[b] > 3900 || first[b] < 100 || last[b] < 100 || counts[b + 1] < 100;
    check(missing == 0 && wrong == 0 && differ > 1500 && differ < 2500, "beats are left out, in any order",
          "%u wrong, %u missing, %u with operands of their own", wrong, missing, differ);
}

/* AMD's operations: each, legal and refused, ds_permute with many senders to a lane */
static void test_amd(void)
{
    static const struct rtl_build both[] = {
        { .unit = { 64, SHFL_ZERO }, .w = 8, .ways = 64, .isa = RTL_AMD, .gen = SHFL_AMD_GFX12 },
        { .unit = { 32, SHFL_ZERO }, .w = 8, .ways = 32, .isa = RTL_AMD, .gen = SHFL_AMD_GFX1250 },
    };
    unsigned amd = 0, legal[SHFL_AMD_RTL_OPS] = { 0 }, refused = 0, meet = 0, missing = 0;

    for (uint64_t n = 0; n < 16384; n++) {
        const struct rtl_build *build = &both[n / 8192];
        const struct shfl_amd_unit unit = { build->unit.lanes, build->gen };
        struct warp warp;
        struct beats beats;

        if (n % 8192 == 0)
            suite_source_init(&source, build, 1);
        beats_warp(&source, suite("mixed"), n % 8192, &warp, &beats);
        if (warp.isa != &isa_amd)
            continue;
        amd++;
        if (shfl_amd_check(&unit, &warp.amd) != SHFL_AMD_LEGAL)
            refused++;
        else
            legal[warp.amd.op]++;
        meet += warp.amd.op == SHFL_AMD_PERMUTE && (warp.amd.addr[0] | warp.amd.addr[31]) < 16;
    }
    for (unsigned op = 0; op < SHFL_AMD_RTL_OPS; op++)
        missing += legal[op] < 100;
    check(missing == 0 && refused > 10 && meet > 100 && amd == 16384, "mixed shows AMD's operations",
          "%u of them missing; of %u %u refused, %u meet", missing, amd, refused, meet);
}

#define RVV_UNIT(bytes)                                                                                    \
    .isa = RTL_RVV, .unit = { bytes, SHFL_ZERO }, .w = 8, .ways = bytes, .regs = 1, .most = 8, .elen = 64, \
    .compress = true, .gather = true

/* RISC-V: what the passes of an instruction give, or its beats, is what the instruction gives. */
static void test_passes(void)
{
    static const struct rtl_build units[] = {
        { RVV_UNIT(8), .name = "8 bytes" },
        { RVV_UNIT(16), .ones = true, .name = "16 bytes" },
        { RVV_UNIT(64), .ones = true, .name = "64 bytes" },
    };

    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        const struct rtl_build *build = &units[u];
        const unsigned lanes = build->unit.lanes;
        unsigned legal[SHFL_RVV_OPS] = { 0 }, wrong = 0, missing = 0, passes = 0;
        char name[80];

        suite_source_init(&source, build, 1);
        for (uint64_t n = 0; n < 4000; n++) {
            static uint8_t got[64 * 8], want[64 * 8];
            struct isa_rvv instruction;

            isa_rvv_make(&source, n, &instruction);
            if (instruction.reserved)
                continue;
            legal[instruction.in.op]++;
            for (unsigned i = 0; i < sizeof got; i++)
                got[i] = want[i] = (uint8_t)suite_hash(n, 1, i);
            shfl_rvv_execute(&instruction.in, build->ones, want);
            const unsigned registers = shfl_rvv_registers(&instruction.in);
            for (unsigned pass = 0; pass < registers * registers; pass++) { /* in another order each time */
                const unsigned at = (pass * 37 + (unsigned)n) % (registers * registers);
                const unsigned d = at % registers, s = at / registers;
                struct isa_pass to = { .we = 0 };

                isa_rvv_expect(build, &instruction.in, d, s, &to);
                for (unsigned k = 0; k < lanes; k++)
                    if (to.we >> k & 1)
                        got[lanes * d + k] = to.rd[k];
                passes++;
            }
            wrong += memcmp(got, want, sizeof got) != 0;
        }
        for (unsigned op = 0; op < SHFL_RVV_OPS; op++)
            missing += legal[op] < 100;
        snprintf(name, sizeof name, "%s: the passes leave the group that the instruction leaves", build->name);
        check(wrong == 0 && missing == 0 && passes > 8000, name, "%u wrong, %u operations missing, %u passes", wrong,
              missing, passes);
    }
}

static const struct rtl_build builds[] = {
    { .name = "2 lanes", .unit = { 2, SHFL_ZERO }, .w = 8 },
    { .name = "8 lanes", .unit = { 8, SHFL_ZERO }, .w = 1 },
    { .name = "32 lanes", .unit = { 32, SHFL_ZERO }, .w = 32 },
    { .name = "64 lanes", .unit = { 64, SHFL_ZERO }, .w = 64 },
};

static void each(void (*check_build)(const struct rtl_build *))
{
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        suite_source_init(&source, &builds[i], 1);
        check_build(&builds[i]);
    }
}

/* What the twin of SHFL's model expects is what the model does: on every operand point in every lane, by register and by
 * immediate, with any active mask, policy, network and beats that are sent. With 64 lanes every seventh
 * point is by immediate. */
static void test_twin(void)
{
    static const char *const names[] = { "per-lane", "uniform" };

    for (unsigned lanes = 2; lanes <= SHFL_LANES_MAX; lanes *= 2) {
        struct rtl_build build = { .name = "twin", .unit = { lanes, SHFL_ZERO }, .w = 64 };
        unsigned wrong = 0, seen[SHFL_POLICIES][2] = { { 0 } };
        uint64_t compared = 0;
        char name[80];

        suite_source_init(&source, &build, 1);
        for (unsigned i = 0; i < 2; i++)
            for (uint64_t n = 0; n < suite_total(suite(names[i]), &build); n += i == 1 && lanes > 32 ? 7 : 1)
                for (unsigned form = 0; form < (i == 0 || lanes > 32 ? 1 : 4); form++) {
                    const uint64_t chance = suite_hash(7, form, n);
                    const unsigned network = 2u << (chance >> 8) % 8;
                    struct warp warp;
                    struct want want, got;

                    isa_warp(&source, suite(names[i]), n, &warp);
                    warp.there = isa_amd_some_lanes(lanes, chance >> 32);
                    if (i == 1 && lanes <= 32) {
                        const struct shfl_in in = warp.shfl;

                        warp.shfl.sb_is_imm = form & 1, warp.shfl.sc_is_imm = form >> 1;
                        if (warp.shfl.sb_is_imm && !in.sb_is_imm)
                            warp.shfl.sb_imm = in.sb[0] & (lanes - 1);
                        if (warp.shfl.sc_is_imm && !in.sc_is_imm)
                            warp.shfl.sc_imm = in.sc[0] & (lanes * 256 - 1);
                        for (unsigned k = 0; k < lanes; k++) {
                            warp.shfl.sb[k] = in.sb_is_imm ? in.sb_imm | in.sb[k] << 6 : in.sb[k];
                            warp.shfl.sc[k] = in.sc_is_imm ? in.sc_imm | in.sc[k] << 14 : in.sc[k];
                        }
                    }
                    warp.shfl.active = isa_amd_some_lanes(lanes, chance) | (chance >> 6 & 1) << chance % 64;
                    build.unit.policy = (enum shfl_policy)(chance % SHFL_POLICIES);
                    build.network = network < lanes && (chance >> 16 & 15) == 0 ? network : 0;
                    memset(&got, 0xa5, sizeof got);
                    isa_shfl.expect(&build, &warp, &want);
                    isa_shfl.twin(&build, &warp, &got);
                    wrong += !isa_same(&build, &got, &want);
                    seen[build.unit.policy][want.src_active != shfl_all_lanes(lanes)]++;
                    compared++;
                }
        snprintf(name, sizeof name, "%u lanes: the twin expects what the model does", lanes);
        for (unsigned policy = 0; policy < SHFL_POLICIES; policy++)
            check_need(seen[policy][0] > 0 && seen[policy][1] > 0, name, "policy %u with a kind of mask alone", policy);
        check(wrong == 0, name, "%u of %llu warps differ", wrong, (unsigned long long)compared);
    }
}

static void test_uniform(void) { each(uniform); }
static void test_per_lane(void) { each(per_lane); }
static void test_routing(void) { each(routing); }
static void test_mixed(void) { each(mixed); }

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(uniform), CHECK_TEST(per_lane), CHECK_TEST(routing),
        CHECK_TEST(mixed),   CHECK_TEST(beats),    CHECK_TEST(amd),
        CHECK_TEST(passes),  CHECK_TEST(twin),     { 0 },
    };

    return check_main(argv + (argc > 0), tests);
}
