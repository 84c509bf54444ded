/* SPDX-License-Identifier: Apache-2.0 */
/* isa_shfl - see isa.h: SHFL */
#include "isa.h"

#include <string.h>

#include "lib/trips.h"

static unsigned field_bits(const struct rtl_build *build) { return (unsigned)__builtin_ctz(build->unit.lanes); }

/* ---- garbage: every bit of a warp random, two draws from the pool per lane */

enum {
    TOGETHER = 32
}; /* lanes that are made at a time, without a look at how many there are: so compilers use vectors */

static uint64_t garbage(const struct suite_source *source, unsigned stream, uint64_t n, struct shfl_in *restrict in)
{
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t keep = ~UINT64_C(0) >> (64 - source->build->w);
    const uint64_t key = suite_hash(source->seed, stream, n);
    const uint64_t *restrict data = source->pool + key % SUITE_POOL;
    const uint64_t *restrict regs = source->pool + (key >> 12) % SUITE_POOL;

    for (size_t first = 0; first < lanes; first += TOGETHER)
        for (size_t k = first; k < first + TOGETHER; k++) {
            in->ra[k] = (data[k] ^ key) & keep;
            in->sb[k] = (uint32_t)regs[k] ^ (uint32_t)key;
            in->sc[k] = (uint32_t)(regs[k] >> 32) ^ (uint32_t)(key >> 32);
        }
    uint64_t more = suite_mix(key);
    in->mode = (enum shfl_mode)(more % SHFL_MODES);
    in->sb_is_imm = more >> 2 & 1;
    in->sc_is_imm = more >> 3 & 1;
    in->sb_imm = (uint32_t)(more >> 4) & (lanes - 1);
    in->sc_imm = (uint32_t)(more >> 16) & (lanes * 256 - 1);
    in->active = shfl_all_lanes(lanes);
    return suite_mix(more);
}

/* ---- a lane's fields put into its registers, among the garbage of the ignored bits */

/* field: the bits of a field, or 0 to leave the register as it is. */
static void put_sb(struct shfl_in *in, uint32_t field, size_t k, uint32_t index)
{
    in->sb[k] = (in->sb[k] & ~field) | (index & field);
}

static void put_sc(struct shfl_in *in, uint32_t field, size_t k, uint32_t clamp, uint32_t segmask)
{
    in->sc[k] = (in->sc[k] & ~(field | field << 8)) | (clamp & field) | (segmask & field) << 8;
}

/* ---- uniform and per-lane: every mode x segmask x clamp x index */

static uint64_t all_points(const struct rtl_build *build) { return (uint64_t)SHFL_MODES << 3 * field_bits(build); }

static void uniform(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    struct shfl_in *const in = &warp->shfl;
    const unsigned lanes = source->build->unit.lanes, bits = field_bits(source->build);
    const uint64_t point = suite_spread(source, n, all_points(source->build));
    const uint32_t fields = (uint32_t)(point / SHFL_MODES);
    const uint32_t index = fields & (lanes - 1);
    const uint32_t clamp = fields >> bits & (lanes - 1);
    const uint32_t segmask = fields >> 2 * bits;

    garbage(source, 1, n, in);
    in->mode = (enum shfl_mode)(point % SHFL_MODES);
    const uint32_t b = in->sb_is_imm ? 0 : lanes - 1, c = in->sc_is_imm ? 0 : lanes - 1;
    const uint32_t sc_imm = (in->sc_imm & (0xff & ~(lanes - 1))) | clamp | segmask << 8;

    in->sb_imm = in->sb_is_imm ? index : in->sb_imm;
    in->sc_imm = in->sc_is_imm ? sc_imm : in->sc_imm;
    for (size_t first = 0; first < lanes; first += TOGETHER)
        for (size_t k = first; k < first + TOGETHER; k++) {
            put_sb(in, b, k, index);
            put_sc(in, c, k, clamp, segmask);
        }
}

/* A one-to-one scramble of the points of one mode, so that neighbouring lanes differ in all fields. */
static uint32_t scramble(uint32_t x, unsigned bits)
{
    const uint32_t keep = (UINT32_C(1) << bits) - 1;

    x = x * UINT32_C(0x2c1b3c6d) & keep;
    x ^= x >> (bits + 1) / 2;
    x = x * UINT32_C(0x297a2d39) & keep;
    return x ^ x >> (bits + 1) / 2;
}

static void per_lane(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    struct shfl_in *const in = &warp->shfl;
    const unsigned lanes = source->build->unit.lanes, bits = field_bits(source->build);
    const uint64_t start = suite_spread(source, n, all_points(source->build));
    const uint32_t points = UINT32_C(1) << 3 * bits;

    garbage(source, 2, n, in);
    in->mode = (enum shfl_mode)(start % SHFL_MODES);
    in->sb_is_imm = in->sc_is_imm = false;
    for (size_t first = 0; first < lanes; first += TOGETHER)
        for (size_t k = first; k < first + TOGETHER; k++) {
            uint32_t point = scramble(((uint32_t)(start / SHFL_MODES) + (uint32_t)k) & (points - 1), 3 * bits);

            put_sb(in, lanes - 1, k, point);
            put_sc(in, lanes - 1, k, point >> bits, point >> 2 * bits);
        }
}

/* ---- mixed: everything at random, the active mask too */

void isa_shfl_mixed(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    struct shfl_in *const in = &warp->shfl;
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t more = garbage(source, 3, n, in), any = suite_mix(more), other = suite_mix(any);
    const uint64_t one = UINT64_C(1) << any % lanes;
    const uint64_t mask[8] = { 0, one, ~one, any & other, any | other, ~UINT64_C(0), any, any };

    in->active = mask[more & 7] & shfl_all_lanes(lanes);
}

/* ---- routing: every source to every destination, one bit of one lane alone set, or alone clear */

static uint64_t all_routes(const struct rtl_build *build)
{
    return UINT64_C(2) * build->unit.lanes * build->unit.lanes * build->w;
}

static void routing(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    struct shfl_in *const in = &warp->shfl;
    const unsigned lanes = source->build->unit.lanes, bits = field_bits(source->build);
    const uint64_t keep = ~UINT64_C(0) >> (64 - source->build->w);
    const uint64_t route = suite_spread(source, n, all_routes(source->build));
    const uint64_t others = route & 1 ? keep : 0; /* of the word of each other lane, all bits are clear or set */
    const unsigned from = (unsigned)(route >> 1) & (lanes - 1);
    const unsigned turn = (unsigned)(route >> (1 + bits)) & (lanes - 1); /* lane k reads lane k + turn */

    garbage(source, 4, n, in);
    in->mode = SHFL_IDX;
    in->sb_is_imm = in->sc_is_imm = false;
    for (size_t first = 0; first < lanes; first += TOGETHER)
        for (size_t k = first; k < first + TOGETHER; k++) {
            in->ra[k] = others;
            put_sb(in, lanes - 1, k, (uint32_t)k + turn);
            put_sc(in, lanes - 1, k, lanes - 1, 0);
        }
    in->ra[from] ^= UINT64_C(1) << (route >> (1 + 2 * bits));
}

/* ---- what is expected */

static uint64_t *active(struct warp *warp) { return &warp->shfl.active; }

static void beat(const struct suite_source *source, uint64_t n, unsigned number, bool last, struct warp *warp)
{
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t chance = suite_hash(source->seed, 11 + number, n);
    struct shfl_in *in = &warp->shfl;

    (void)last;
    in->mode = (enum shfl_mode)(chance % SHFL_MODES);
    in->sb_is_imm = chance >> 2 & 1;
    in->sc_is_imm = chance >> 3 & 1;
    in->sb_imm = (uint32_t)(chance >> 4) & (lanes - 1);
    in->sc_imm = (uint32_t)(chance >> 16) & (lanes * 256 - 1);
}

/* With policy RAW a lane that reads one of a beat that is left out gets an unknown value. */
void isa_shfl_want(const struct rtl_build *build, const struct shfl_out *out, uint64_t there, struct want *want)
{
    const unsigned lanes = build->unit.lanes;

    memcpy(want->rd, out->rd, lanes * sizeof *out->rd);
    want->known = shfl_all_lanes(lanes);
    for (unsigned k = 0; k < lanes && build->unit.policy == SHFL_RAW; k++)
        if (!(there >> out->src_lane[k] & 1))
            want->known &= ~(UINT64_C(1) << k);
    want->pu = out->pu;
    want->counts = ISA_PU | ISA_SRC_ACTIVE;
    want->we = out->we;
    want->src_active = out->src_active;
    want->reserved = false;
    want->trips = want->trips_most = build->network ? trips_of_shfl(lanes, build->network, build->selects, out) : 1;
    want->waits = want->gaps = 0;
}

static void expect(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    struct shfl_out out;

    shfl_warp(&build->unit, &warp->shfl, &out);
    isa_shfl_want(build, &out, warp->there, want);
}

const struct isa isa_shfl = {
    .in = rtl_shfl_in,
    .out = rtl_out_fields,
    .slower = 1,
    .suite = { [SUITE_UNIFORM] = { uniform, all_points },
               [SUITE_PER_LANE] = { per_lane, all_points },
               [SUITE_MIXED] = { .make = isa_shfl_mixed },
               [SUITE_ROUTING] = { routing, all_routes },
               [SUITE_PIPELINE] = { .make = isa_shfl_mixed } },
    .active = active,
    .beat = beat,
    .expect = expect,
    .twin = isa_shfl_twin,
    .op_name = shfl_mode_name,
    .ops = SHFL_MODES,
};
