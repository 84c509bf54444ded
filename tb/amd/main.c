/* SPDX-License-Identifier: Apache-2.0 */
/* AMD's lane crossing: RTL against golden model. The front end and the write-back, combinational, at every control value,
 * for every generation and wave size; and whole units, with bubbles, stalls and resets. tests/test_amd_rtl.py runs each
 * test by its name. */
#include "cli/lib/check.h"
#include "tb/pipeline.h"
#include "amd_rtl.h"
#include "tb/suite.h"
#include "cli/lib/trips.h"

#include <inttypes.h>

static const char *const op_name[SHFL_AMD_OPS] = { "dpp16",      "dpp8",        "swizzle",       "bpermute",
                                                   "permute",    "readlane",    "readfirstlane", "writelane",
                                                   "permlane16", "permlanex16", "permlane64" };
static const char *const gen_name[SHFL_AMD_GENS] = { "gfx8", "gfx9", "gfx90a", "gfx10", "gfx11", "gfx12" };

static const char *name_of(enum shfl_amd_op op) { return op < SHFL_AMD_OPS ? op_name[op] : "no operation"; }

static uint64_t hash(uint64_t stream, uint64_t n) { return suite_hash(1, stream, n); }

static uint64_t all_lanes(unsigned lanes) { return ~UINT64_C(0) >> (64 - lanes); }

/* ---- the front end */

/* The expected result of one instruction, and its src_active. */
static void expect(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, struct amd_answer *want,
                   uint64_t *src_active)
{
    *want = (struct amd_answer){ .reserved = shfl_amd_check(unit, in) != SHFL_AMD_LEGAL };
    *src_active = 0;
    if (want->reserved)
        return;
    want->valid = shfl_amd_source(unit, in, want->src_lane);
    for (unsigned k = 0; k < unit->lanes; k++) {
        const bool active = in->exec >> want->src_lane[k] & 1;
        const enum shfl_amd_write what = shfl_amd_what(in, k, want->valid >> k & 1, active);

        *src_active |= (uint64_t)active << k;
        want->we |= (uint64_t)(what != SHFL_AMD_KEEP) << k;
        want->data |= (uint64_t)(what == SHFL_AMD_DATA) << k;
    }
}

struct tally {
    unsigned long points, wrong;
    char first[400];
};

/* Shows one instruction to a front end. exec is of its lanes. */
static void show(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen,
                 const struct shfl_amd_in *in)
{
    const struct shfl_amd_unit unit = { front->lanes, gen };
    struct amd_answer want, got;
    uint64_t src_active;
    unsigned k = 0;

    expect(&unit, in, &want, &src_active);
    front->answer(in, gen, src_active, &got);
    tally->points++;
    if (got.reserved == want.reserved && got.we == want.we
        && (want.reserved
            || (got.valid == want.valid && (got.data & want.we) == want.data
                && memcmp(got.src_lane, want.src_lane, front->lanes) == 0)))
        return;
    if (tally->wrong++ > 0)
        return;
    while (k < front->lanes - 1 && got.src_lane[k] == want.src_lane[k] && !((got.valid ^ want.valid) >> k & 1)
           && !((got.we ^ want.we) >> k & 1) && !((got.data ^ want.data) & want.we) >> k)
        k++;
    snprintf(tally->first, sizeof tally->first,
             "%s, %u lanes, %s control 0x%" PRIx64 " fi %d bc %d row_mask 0x%x bank_mask 0x%x exec 0x%" PRIx64
             " addr 0x%" PRIx32 ": reserved is %d, expected %d; lane %u: src_lane is %u, expected %u; valid %d, %d; "
             "we %d, %d; data %d, %d",
             gen_name[gen], front->lanes, name_of(in->op), in->control, in->fi, in->bc, in->row_mask, in->bank_mask,
             in->exec, in->addr[k], got.reserved, want.reserved, k, got.src_lane[k], want.src_lane[k],
             (int)(got.valid >> k & 1), (int)(want.valid >> k & 1), (int)(got.we >> k & 1), (int)(want.we >> k & 1),
             (int)(got.data >> k & 1), (int)(want.data >> k & 1));
}

/* All lanes, or all but a few, or half of them, or a few. */
static uint64_t some_lanes(unsigned lanes, uint64_t n)
{
    const uint64_t random = hash(1, n), more = hash(2, n);

    return all_lanes(lanes)
         & (n % 4 == 0   ? ~UINT64_C(0)
            : n % 4 == 1 ? random | more
            : n % 4 == 2 ? random
                         : random & more);
}

/* Calls each for every existing front end and generation, and reports. */
static void everywhere(const char *name, void (*each)(struct tally *, const struct amd_front *, enum shfl_amd_gen))
{
    struct tally tally = { 0 };

    for (const struct amd_front *const *front = amd_fronts; *front; front++)
        for (int gen = (*front)->lanes == 32 ? SHFL_AMD_GFX10 : SHFL_AMD_GFX8; gen < SHFL_AMD_GENS; gen++)
            each(&tally, *front, (enum shfl_amd_gen)gen);
    if (check(tally.wrong == 0 && tally.points > 0, name, "%lu of %lu instructions differ, first %s", tally.wrong,
              tally.points, tally.first))
        printf("     %lu instructions\n", tally.points);
}

static void dpp16(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned n = 0; n < 512 << 10; n++) {
        const struct shfl_amd_in in = { .op = SHFL_AMD_DPP16,
                                        .control = n >> 10,
                                        .fi = n & 1,
                                        .bc = n >> 1 & 1,
                                        .row_mask = n >> 2 & 15,
                                        .bank_mask = n >> 6 & 15,
                                        .exec = some_lanes(front->lanes, n >> 2) };
        show(tally, front, gen, &in);
    }
}

/* A3.2.1, A7.1.1, A7.2.1, A7.2.2 */
static void test_dpp16(void) { everywhere("dpp16: every dpp_ctrl, mask, BC and FI", dpp16); }

/* Every selector of every lane, among others at random. */
static void selectors(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen, enum shfl_amd_op op,
                      unsigned count, unsigned bits)
{
    for (unsigned n = 0; n < count << bits << 6; n++) {
        const unsigned place = (n >> 6) % count * bits;
        const uint64_t selector = (n >> 6) / count, field = (1u << bits) - 1;
        const uint64_t others = hash(3, n) & (count * bits < 64 ? (UINT64_C(1) << count * bits) - 1 : ~UINT64_C(0));
        const struct shfl_amd_in in = { .op = op,
                                        .control = (others & ~(field << place)) | selector << place,
                                        .fi = n & 1,
                                        .bc = n >> 1 & 1,
                                        .exec = some_lanes(front->lanes, n >> 2) };

        show(tally, front, gen, &in);
    }
}

static void dpp8(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    selectors(tally, front, gen, SHFL_AMD_DPP8, 8, 3);
}

static void permlane16(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    selectors(tally, front, gen, SHFL_AMD_PERMLANE16, 16, 4);
    selectors(tally, front, gen, SHFL_AMD_PERMLANEX16, 16, 4);
}

/* A3.3.1 */
static void test_dpp8(void) { everywhere("dpp8: every selector of every lane", dpp8); }

/* A6.4, A6.5 */
static void test_permlane16(void) { everywhere("permlane16, permlanex16: every selector of every lane", permlane16); }

static void swizzle(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned n = 0; n < 65536; n++) {
        const struct shfl_amd_in in = { .op = SHFL_AMD_SWIZZLE,
                                        .control = n,
                                        .fi = hash(14, n) & 1,
                                        .bc = hash(14, n) >> 1 & 1,
                                        .exec = some_lanes(front->lanes, n) };

        show(tally, front, gen, &in);
    }
}

/* A4.3, A4.4 */
static void test_swizzle(void) { everywhere("swizzle: every offset", swizzle); }

/* Every lane's address names each lane, with any offset; the bits that are ignored are random. */
static void bpermute(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned n = 0; n < 65536; n++) {
        struct shfl_amd_in in = { .op = SHFL_AMD_BPERMUTE,
                                  .control = n,
                                  .fi = hash(14, n) & 1,
                                  .bc = hash(14, n) >> 1 & 1,
                                  .exec = some_lanes(front->lanes, n) };

        for (unsigned k = 0; k < front->lanes; k++) /* each pair of lanes meets, as n goes through its values */
            in.addr[k] = (uint32_t)hash(4, (uint64_t)n << 6 | k);
        show(tally, front, gen, &in);
    }
    for (unsigned n = 0; n < front->lanes << 4;
         n++) { /* all lanes read lane n/16, of addresses and offsets with that sum */
        const uint32_t offset = (uint32_t)hash(5, n) & 0xffff;
        struct shfl_amd_in in = { .op = SHFL_AMD_BPERMUTE, .control = offset, .exec = some_lanes(front->lanes, n) };

        for (unsigned k = 0; k < front->lanes; k++)
            in.addr[k] = 4 * (n >> 4) + (n & 3) - offset + ((uint32_t)hash(6, n << 6 | k) & 0xffffff00);
        show(tally, front, gen, &in);
    }
}

/* A5.1.1, A5.1.2, A5.1.3, A5.2.1 */
static void test_bpermute(void)
{
    everywhere("bpermute: every offset, addresses with bits that are ignored", bpermute);
}

/* Every lane, with bits of the lane select that are ignored. */
static void lanes(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned n = 0; n < 64 << 6; n++) {
        struct shfl_amd_in in = { .op = SHFL_AMD_READLANE,
                                  .control = n % 64 | ((uint32_t)hash(7, n) & 0xffffffc0),
                                  .fi = n >> 6 & 1,
                                  .bc = n >> 7 & 1,
                                  .exec = some_lanes(front->lanes, n >> 8) };

        show(tally, front, gen, &in);
        in.op = SHFL_AMD_WRITELANE;
        show(tally, front, gen, &in);
        in.op = SHFL_AMD_READFIRSTLANE;
        in.control = 0;
        in.exec = all_lanes(front->lanes) & (n >> 6 == 0 ? 0 : (hash(8, n) | 1) << n % 64);
        show(tally, front, gen, &in);
        in.op = SHFL_AMD_PERMLANE64;
        show(tally, front, gen, &in);
    }
}

/* A6.1, A6.2, A6.3, A6.6, A12.2.4 */
static void test_lanes(void) { everywhere("readlane, writelane, readfirstlane, permlane64: every lane", lanes); }

/* Every operation and none, with every bit of control, and with each mask. */
static void words(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned n = 0; n < 16 << 10; n++) {
        const uint64_t control = (n >> 6 & 1 ? 0 : hash(9, n) & 0xff) | (n >> 7 & 1 ? 0 : UINT64_C(1) << n % 64);
        const struct shfl_amd_in in = { .op = (enum shfl_amd_op)(n >> 10),
                                        .control = control,
                                        .fi = n >> 8 & 1,
                                        .bc = n >> 9 & 1,
                                        .row_mask = 15,
                                        .bank_mask = 15,
                                        .exec = some_lanes(front->lanes, n >> 6) };

        /* the destination of a permute is the scatter's: the units show it */
        if (in.op != SHFL_AMD_PERMUTE || control >> 16 != 0)
            show(tally, front, gen, &in);
    }
}

/* A2.1, A3.2.2, A12.2.3 */
static void test_words(void) { everywhere("what is refused: every operation, each bit of its control", words); }

/* ---- units */

#define WARPS 3000
#define RESET_CYCLES 2

struct flight { /* a wave inside the unit */
    struct shfl_amd_in in;
    struct shfl_amd_out want;
    bool shfl; /* an instruction of SHFL instead */
    struct shfl_in shfl_in;
    struct shfl_out shfl_want;
    bool reserved;
    uint32_t tag;
};

/* Instruction n of a unit: an operation at random, mostly legal. */
static void instruction(const struct amd_unit *build, uint64_t n, struct shfl_amd_in *in)
{
    static const uint8_t bits[SHFL_AMD_OPS] = { 9, 24, 16, 16, 16, 32, 0, 32, 64, 64, 0 };
    const uint64_t key = hash(10, n), keep = all_lanes(build->w);

    for (uint64_t i = 0; i < 64; i++) {
        const uint64_t random = hash(key, i);
        const unsigned op = (unsigned)(random % SHFL_AMD_OPS);

        *in = (struct shfl_amd_in){ .op = (enum shfl_amd_op)op,
                                    .control = bits[op] == 0 ? 0 : hash(key, i + 64) >> (64 - bits[op]),
                                    .fi = random >> 8 & 1,
                                    .bc = random >> 9 & 1,
                                    .row_mask = random >> 10 & 1 ? 15 : random >> 12 & 15,
                                    .bank_mask = random >> 11 & 1 ? 15 : random >> 16 & 15 };
        if (op == SHFL_AMD_DPP16 && (random >> 24 & 3) == 0) /* row_bcast */
            in->control = 0x142 | (random >> 26 & 1);
        if (shfl_amd_check(&build->unit, in) == SHFL_AMD_LEGAL || (random >> 20 & 15) == 0)
            break;
    }
    in->exec = some_lanes(build->unit.lanes, key);
    for (unsigned k = 0; k < build->unit.lanes; k++) {
        in->src[k] = hash(key, 200 + k) & keep;
        in->addr[k] = (uint32_t)hash(key, 300 + k);
    }
}

/* The same, of SHFL. */
static void shuffle(const struct amd_unit *build, uint64_t n, struct shfl_in *in)
{
    const unsigned lanes = build->unit.lanes;
    const uint64_t key = hash(14, n), keep = all_lanes(build->w);

    *in = (struct shfl_in){ .mode = (enum shfl_mode)(key % SHFL_MODES),
                            .sb_is_imm = key >> 8 & 1,
                            .sc_is_imm = key >> 9 & 1,
                            .sb_imm = (uint32_t)(key >> 16) & (lanes - 1),
                            .sc_imm = (uint32_t)(key >> 32) & (lanes * 256 - 1),
                            .active = some_lanes(lanes, key) };
    for (unsigned k = 0; k < lanes; k++) {
        in->ra[k] = hash(key, 200 + k) & keep;
        in->sb[k] = (uint32_t)hash(key, 300 + k);
        in->sc[k] = (uint32_t)hash(key, 400 + k);
    }
}

/* Is something withheld on this clock cycle? In phases: never, now and then, often. */
static bool withheld(uint64_t pattern, uint64_t chance)
{
    static const uint8_t of_256[4] = { 0, 16, 96, 224 };

    return (chance & 0xff) < of_256[pattern & 3];
}

static bool as_wanted(const struct amd_unit *build, const struct amd_out *got, const struct flight *flight)
{
    const uint64_t *rd = flight->shfl ? flight->shfl_want.rd : flight->want.rd;

    if (got->tag != flight->tag || got->reserved != flight->reserved)
        return false;
    if (flight->reserved)
        return got->we == 0;
    if (flight->shfl ? got->pu != flight->shfl_want.pu || got->we != flight->shfl_want.we
                           || got->src_active != flight->shfl_want.src_active
                     : got->we != flight->want.we || got->src_active != flight->want.src_active
                           || (build->any && got->pu != flight->want.valid))
        return false;
    for (unsigned k = 0; k < build->unit.lanes; k++)
        if (got->we >> k & 1 && got->rd[k] != rd[k])
            return false;
    return true;
}

/* The trips of an instruction through the unit's network. A lane that reads itself in a row broadcast, or no lane, goes by.
 * The first lane of its low bits counts all the same: as if it named what the others do, and lane 0 in a ds_permute. */
static unsigned amd_trips(const struct amd_unit *build, const struct flight *flight)
{
    const unsigned lanes = build->unit.lanes, network = build->network;
    const bool broadcast = flight->in.op == SHFL_AMD_DPP16
                        && (flight->in.control == 0x142 || flight->in.control == 0x143);
    uint64_t reads = flight->want.valid;
    uint8_t named[SHFL_LANES_MAX] = { 0 };

    if (flight->shfl)
        return trips_of_shfl(lanes, network, &flight->shfl_want);
    if (network == 0 || flight->reserved || broadcast)
        return 1;
    for (unsigned k = lanes; k-- > 0;)
        if (reads >> k & 1)
            named[k] = flight->want.src_lane[k];
        else if (flight->in.op != SHFL_AMD_PERMUTE && k + network < lanes)
            named[k] = named[k + network];
    return trips(lanes, network, named, reads);
}

/* Shows a unit WARPS instructions, and holds every clock against tb/pipeline.h: but a ds_permute is on the input for as
 * many clocks as there are lanes before it may be transferred. */
static void stream(const struct amd_unit *build)
{
    static struct flight flight[PIPELINE_MAX + 1]; /* a ring; coming is on the input */
    const struct rtl_build like = {
        .unit = { build->unit.lanes, SHFL_ZERO }, .depth = build->depth, .skid = build->skid, .network = build->network
    };
    struct flight *coming = flight;
    struct pipeline pipeline;
    unsigned clocks = 0; /* that a ds_permute has been on the input */
    uint64_t n = 0, cycle = 0, wrong_at = 0;
    const char *wrong = NULL;
    bool fresh = true;

    pipeline_init(&pipeline, &like);
    while (!wrong && (n < WARPS || !pipeline_empty(&pipeline))) {
        const uint64_t pattern = hash(11, cycle / 16), chance = hash(12, cycle);
        const bool permute = !fresh && !coming->shfl && coming->in.op == SHFL_AMD_PERMUTE;
        struct rtl_pins pins = { .rst = cycle < RESET_CYCLES || chance >> 40 == 0,
                                 .out_ready = !withheld(pattern, chance) };

        if ((chance >> 24 & 0x7ff) == 0)
            pins.rst = true;
        /* what is offered may go away again; a ds_permute stays, mostly, or it would never be taken */
        pins.in_valid = n < WARPS && !(permute ? (chance >> 8 & 0xff) == 0 : withheld(pattern >> 8, chance >> 8));
        if (fresh || !pins.in_valid) {
            instruction(build, pins.in_valid ? n : ~cycle, &coming->in);
            coming->reserved = shfl_amd_warp(&build->unit, &coming->in, &coming->want) != SHFL_AMD_LEGAL;
            coming->shfl = build->any && hash(15, n) & 1;
            if (coming->shfl) {
                shuffle(build, n, &coming->shfl_in);
                shfl_warp(&like.unit, &coming->shfl_in, &coming->shfl_want);
                coming->reserved = false;
            }
            coming->tag = (uint32_t)hash(13, n) & 0xffff;
            build->drive(&coming->in, coming->shfl ? &coming->shfl_in : NULL, 0, coming->tag);
            fresh = !pins.in_valid;
        }
        build->settle(&pins);
        pipeline.coming_trips = amd_trips(build, coming);

        const bool scatters = pins.in_valid && !coming->shfl && coming->in.op == SHFL_AMD_PERMUTE && !coming->reserved;
        const bool waits = scatters && clocks < build->unit.lanes;
        struct rtl_pins inner = pins; /* behind the scatter */
        inner.in_valid = pins.in_valid && !waits;
        const struct flight *leaving = pipeline_out(&pipeline, &inner, coming);
        const bool ready = pipeline_ready(&pipeline, &inner) && !waits;

        /* in_ready is undefined without an offer, since the operands on the input may be a ds_permute's */
        if (cycle > 0 && ((pins.in_valid && pins.in_ready != ready) || pins.out_valid != (leaving != NULL)))
            wrong = pins.out_valid != (leaving != NULL) ? "out_valid" : "in_ready";
        if (!wrong && leaving) {
            struct amd_out out;

            build->out(&out);
            if (!as_wanted(build, &out, leaving))
                wrong = leaving->shfl ? "shfl" : name_of(leaving->in.op);
        }
        wrong_at = cycle++;
        build->edge();
        pipeline_edge(&pipeline, &inner, coming);
        clocks = scatters && !pins.rst && !(pins.in_valid && ready) ? clocks + (clocks < build->unit.lanes) : 0;
        if (pins.in_valid && ready && !pins.rst) {
            n++;
            fresh = true;
            coming = coming + 1 == flight + PIPELINE_MAX + 1 ? flight : coming + 1;
        }
    }
    if (check(!wrong, build->name, "in clock cycle %" PRIu64 ", behind %" PRIu64 " waves: %s", wrong_at, n,
              wrong ? wrong : ""))
        printf("     %d waves, %" PRIu64 " clocks\n", WARPS, cycle);
}

/* A12.1, A12.2, A12.3.1, A12.3.2, A12.3.4, A12.3.5 */
static void test_units(void)
{
    for (const struct amd_unit *const *build = amd_units; *build; build++)
        if (!(*build)->banked)
            stream(*build);
}

/* ---- units in beats */

#define BEATS_INSIDE (PIPELINE_MEMORY + 2 * PIPELINE_MAX) /* at most, and the one that is coming */

struct wave {
    struct shfl_amd_in in;
    struct shfl_amd_out want;
    bool reserved;
    uint64_t there, known; /* the lanes of beats that are sent; those whose rd is known */
    unsigned count, next;  /* beats that are sent, and which of them is on the input */
    uint8_t number[SHFL_LANES_MAX];
};

struct beat {
    const struct wave *wave;
    unsigned number;
    bool last;
    uint32_t tag;
};

/* Wave n, and its beats: some left out, in any order. */
static void beats_of(const struct amd_unit *build, uint64_t n, struct wave *wave)
{
    const uint64_t key = hash(16, n);
    const unsigned all = build->unit.lanes / build->ways;

    instruction(build, n, &wave->in);
    wave->there = 0;
    wave->count = wave->next = 0;
    for (unsigned b = 0; b < all; b++) {
        if (key & 1 && hash(key, b) & 1 && (b + 1 < all || wave->count > 0))
            continue;
        wave->number[wave->count++] = (uint8_t)b;
        wave->there |= all_lanes(build->ways) << b * build->ways;
    }
    for (unsigned left = key & 2 ? wave->count : 1; left > 1; left--) { /* shuffled */
        const unsigned other = (unsigned)(hash(key, 100 + left) % left);
        const uint8_t number = wave->number[left - 1];

        wave->number[left - 1] = wave->number[other];
        wave->number[other] = number;
    }
    wave->in.exec &= wave->there;
    if (wave->in.op == SHFL_AMD_PERMUTE && key & 4) /* many lanes send to one */
        for (unsigned k = 0; k < build->unit.lanes; k++)
            wave->in.addr[k] &= 0xc;
    wave->reserved = shfl_amd_warp(&build->unit, &wave->in, &wave->want) != SHFL_AMD_LEGAL
                  || (wave->in.op == SHFL_AMD_PERMUTE && !build->permute);
    wave->known = 0;
    if (!wave->reserved)
        for (unsigned k = 0; k < build->unit.lanes; k++) {
            const enum shfl_amd_write what = shfl_amd_what(&wave->in, k, wave->want.valid >> k & 1,
                                                           wave->want.src_active >> k & 1);
            const bool comes = wave->there >> wave->want.src_lane[k] & 1;

            wave->known |= (uint64_t)(what != SHFL_AMD_DATA || comes) << k;
        }
}

static bool beat_as_wanted(const struct amd_unit *build, const struct amd_out *got, const struct beat *beat)
{
    const struct wave *wave = beat->wave;
    const unsigned first = beat->number * build->ways;

    if (got->tag != beat->tag || got->reserved != wave->reserved || got->beat != beat->number
        || got->last != beat->last)
        return false;
    if (wave->reserved)
        return got->we == 0;
    if (got->we != (wave->want.we >> first & all_lanes(build->ways))
        || got->src_active != (wave->want.src_active >> first & all_lanes(build->ways)))
        return false;
    for (unsigned w = 0; w < build->ways; w++)
        if (got->we >> w & wave->known >> (first + w) & 1 && got->rd[w] != wave->want.rd[first + w])
            return false;
    return true;
}

/* Like stream, but each clock is that of tb/pipeline.h, ds_permute's, too. */
static void stream_beats(const struct amd_unit *build)
{
    static struct wave wave[BEATS_INSIDE];
    static struct beat beat[BEATS_INSIDE];
    const struct rtl_build like = { .unit = { build->unit.lanes, SHFL_ZERO },
                                    .depth = build->depth,
                                    .skid = build->skid,
                                    .ways = build->ways,
                                    .banked = true,
                                    .block = build->block };
    struct pipeline pipeline;
    uint64_t n = 0, beats = 0, cycle = 0, wrong_at = 0;
    const char *wrong = NULL;
    bool fresh = true;

    pipeline_init(&pipeline, &like);
    while (!wrong && (n < WARPS || !pipeline_empty(&pipeline))) {
        struct wave *in = &wave[n % BEATS_INSIDE];
        struct beat *coming = &beat[beats % BEATS_INSIDE];
        const uint64_t pattern = hash(17, cycle / 16), chance = hash(18, cycle);
        struct rtl_pins pins = { .rst = cycle < RESET_CYCLES || (chance >> 24 & 0x7ff) == 0,
                                 .in_valid = n < WARPS && !withheld(pattern >> 8, chance >> 8),
                                 .out_ready = !withheld(pattern, chance) };

        if (fresh)
            beats_of(build, n, in);
        fresh = false;
        *coming = (struct beat){ .wave = in,
                                 .number = in->number[in->next],
                                 .last = in->next + 1 == in->count,
                                 .tag = (uint32_t)hash(19, beats) & 0xffff };
        pins.in_last = coming->last;
        if (pins.in_valid) {
            build->drive(&in->in, NULL, coming->number, coming->tag);
        } else { /* anything may be on the input */
            static struct shfl_amd_in other;

            instruction(build, ~cycle, &other);
            build->drive(&other, NULL, 0, 0);
        }
        build->settle(&pins);

        const struct beat *leaving = pipeline_out(&pipeline, &pins, coming);

        if (cycle > 0 && pins.in_ready != pipeline_ready(&pipeline, &pins))
            wrong = "in_ready";
        else if (cycle > 0 && pins.out_valid != (leaving != NULL))
            wrong = "out_valid";
        else if (leaving) {
            struct amd_out out;

            build->out(&out);
            if (!beat_as_wanted(build, &out, leaving))
                wrong = name_of(leaving->wave->in.op);
        }
        wrong_at = cycle++;
        build->edge();
        pipeline_edge(&pipeline, &pins, coming);
        if (pins.rst) { /* the beats of an incomplete wave are dropped */
            fresh = in->next > 0;
            n += fresh;
        } else if (pins.in_valid && pins.in_ready) {
            beats++;
            fresh = ++in->next == in->count;
            n += fresh;
        }
    }
    if (check(!wrong, build->name, "in clock cycle %" PRIu64 ", behind %" PRIu64 " waves: %s", wrong_at, n,
              wrong ? wrong : ""))
        printf("     %d waves, %" PRIu64 " beats, %" PRIu64 " clocks\n", WARPS, beats, cycle);
}

/* A12.2.1, A12.2.2, A12.4.1, A12.4.3, A12.4.4, A12.4.5 */
static void test_beats(void)
{
    for (const struct amd_unit *const *build = amd_units; *build; build++)
        if ((*build)->banked)
            stream_beats(*build);
}

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(dpp16), CHECK_TEST(dpp8),  CHECK_TEST(swizzle), CHECK_TEST(bpermute), CHECK_TEST(permlane16),
        CHECK_TEST(lanes), CHECK_TEST(words), CHECK_TEST(units),   CHECK_TEST(beats),    { 0 },
    };

    return check_main(argv + (argc > 0), tests);
}
