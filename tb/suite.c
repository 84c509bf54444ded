/* SPDX-License-Identifier: Apache-2.0 */
/* suite - see suite.h */
#include "suite.h"

#include <string.h>

static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint64_t suite_hash(uint64_t seed, uint64_t stream, uint64_t n)
{
    return mix(mix(mix(seed + UINT64_C(0x9e3779b97f4a7c15)) + stream) + n);
}

void suite_source_init(struct suite_source *source, const struct rtl_build *build, uint64_t seed)
{
    source->build = build;
    source->seed = seed;
    for (unsigned i = 0; i < SUITE_POOL + SHFL_LANES_MAX; i++)
        source->pool[i] = suite_hash(seed, 0, i);
}

static unsigned field_bits(const struct rtl_build *build) { return (unsigned)__builtin_ctz(build->unit.lanes); }

/* ---- garbage: every bit of a warp random, two draws from the pool per lane */

static uint64_t fill(const struct suite_source *source, unsigned stream, uint64_t n, struct shfl_in *in)
{
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t keep = ~UINT64_C(0) >> (64 - source->build->w);
    const uint64_t key = suite_hash(source->seed, stream, n);
    const uint64_t *data = source->pool + key % SUITE_POOL;
    const uint64_t *regs = source->pool + (key >> 12) % SUITE_POOL;

    for (unsigned k = 0; k < lanes; k++) {
        in->ra[k] = (data[k] ^ key) & keep;
        in->sb[k] = (uint32_t)regs[k] ^ (uint32_t)key;
        in->sc[k] = (uint32_t)(regs[k] >> 32) ^ (uint32_t)(key >> 32);
    }
    uint64_t more = mix(key);
    in->mode = (enum shfl_mode)(more % SHFL_MODES);
    in->sb_is_imm = more >> 2 & 1;
    in->sc_is_imm = more >> 3 & 1;
    in->sb_imm = (uint32_t)(more >> 4) & (lanes - 1);
    in->sc_imm = (uint32_t)(more >> 16) & (lanes * 256 - 1);
    in->active = shfl_all_lanes(lanes);
    return mix(more);
}

/* ---- one lane's fields put into its registers, among the garbage of the ignored bits */

static void put_fields(struct shfl_in *in, unsigned lanes, unsigned k, uint32_t index, uint32_t clamp, uint32_t segmask)
{
    const uint32_t field = lanes - 1;

    in->sb[k] = (in->sb[k] & ~field) | index;
    in->sc[k] = (in->sc[k] & ~(field | field << 8)) | clamp | segmask << 8;
}

/* ---- uniform and per-lane: every mode x segmask x clamp x index */

static uint64_t all_points(const struct rtl_build *build) { return (uint64_t)SHFL_MODES << 3 * field_bits(build); }

/* Warp n of an enumeration, in an order that spreads a part of it over the whole: total is no multiple
 * of the step, a prime, so that every point occurs once. */
static uint64_t spread(const struct suite_source *source, uint64_t n, uint64_t total)
{
    return (n * UINT64_C(1000003) + source->seed % total) % total;
}

static void uniform_warp(const struct suite_source *source, uint64_t n, struct shfl_in *in)
{
    const unsigned lanes = source->build->unit.lanes, bits = field_bits(source->build);
    const uint64_t point = spread(source, n, all_points(source->build));
    const uint32_t fields = (uint32_t)(point / SHFL_MODES);
    const uint32_t index = fields & (lanes - 1);
    const uint32_t clamp = fields >> bits & (lanes - 1);
    const uint32_t segmask = fields >> 2 * bits;

    fill(source, 1, n, in);
    in->mode = (enum shfl_mode)(point % SHFL_MODES);
    if (in->sb_is_imm)
        in->sb_imm = index;
    if (in->sc_is_imm)
        in->sc_imm = (in->sc_imm & (0xff & ~(lanes - 1))) | clamp | segmask << 8;
    for (unsigned k = 0; k < lanes; k++)
        put_fields(in, lanes, k, in->sb_is_imm ? in->sb[k] & (lanes - 1) : index,
                   in->sc_is_imm ? in->sc[k] & (lanes - 1) : clamp,
                   in->sc_is_imm ? in->sc[k] >> 8 & (lanes - 1) : segmask);
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

static void per_lane_warp(const struct suite_source *source, uint64_t n, struct shfl_in *in)
{
    const unsigned lanes = source->build->unit.lanes, bits = field_bits(source->build);
    const uint64_t start = spread(source, n, all_points(source->build));
    const uint32_t points = UINT32_C(1) << 3 * bits;

    fill(source, 2, n, in);
    in->mode = (enum shfl_mode)(start % SHFL_MODES);
    in->sb_is_imm = in->sc_is_imm = false;
    for (unsigned k = 0; k < lanes; k++) {
        uint32_t point = scramble(((uint32_t)(start / SHFL_MODES) + k) & (points - 1), 3 * bits);
        put_fields(in, lanes, k, point & (lanes - 1), point >> bits & (lanes - 1), point >> 2 * bits);
    }
}

/* ---- mixed: everything at random, the active mask too */

static uint64_t endless(const struct rtl_build *build)
{
    (void)build;
    return SUITE_ENDLESS;
}

static void mixed_warp(const struct suite_source *source, uint64_t n, struct shfl_in *in)
{
    const unsigned lanes = source->build->unit.lanes;
    uint64_t more = fill(source, 3, n, in);
    uint64_t mask = mix(more);

    switch (more & 7) {
    case 0: mask = 0; break;
    case 1: mask = UINT64_C(1) << mask % lanes; break;
    case 2: mask = ~(UINT64_C(1) << mask % lanes); break;
    case 3: mask &= mix(mask); break;
    case 4: mask |= mix(mask); break;
    case 5: mask = ~UINT64_C(0); break;
    default: break;
    }
    in->active = mask & shfl_all_lanes(lanes);
}

/* ---- routing: every source to every destination, one bit of one lane alone set, or alone clear */

static uint64_t all_routes(const struct rtl_build *build)
{
    return UINT64_C(2) * build->unit.lanes * build->unit.lanes * build->w;
}

static void routing_warp(const struct suite_source *source, uint64_t n, struct shfl_in *in)
{
    const unsigned lanes = source->build->unit.lanes, w = source->build->w;
    const uint64_t keep = ~UINT64_C(0) >> (64 - w);
    uint64_t route = spread(source, n, all_routes(source->build));
    const bool clear = route & 1;
    const unsigned from = (unsigned)(route / 2 % lanes);
    const unsigned turn = (unsigned)(route / 2 / lanes % lanes); /* lane k reads lane k + turn */
    const unsigned bit = (unsigned)(route / 2 / lanes / lanes);

    fill(source, 4, n, in);
    in->mode = SHFL_IDX;
    in->sb_is_imm = in->sc_is_imm = false;
    for (unsigned k = 0; k < lanes; k++) {
        in->ra[k] = ((uint64_t)(k == from) << bit ^ -(uint64_t)clear) & keep;
        put_fields(in, lanes, k, (k + turn) % lanes, lanes - 1, 0);
    }
}

const struct suite suites[] = {
    /* R3.1.2, R3.1.3, R3.2.1, R3.3.1, R3.3.2, R3.3.3 */
    { "uniform", "every mode x segmask x clamp x index, the same in all lanes", false, false, all_points, 1 << 17,
      uniform_warp, NULL },
    /* R2.1.2, R3.1.1 */
    { "per-lane", "every lane visits every operand point, no two lanes on the same one", false, false, all_points,
      1 << 17, per_lane_warp, NULL },
    /* R2.1.1, R2.1.3, R2.2.2, R3.5.1, R3.5.2, R3.5.3, R4.2, R4.3, R4.5, R6.2.2, R6.2.4, R6.2.5, R6.2.6, A12.1,
     * A12.2.1, A12.2.2, A12.4.3, A12.4.4, A12.4.5 */
    { "mixed", "random operands, operand forms, ignored bits and active masks", false, true, endless, 1 << 16,
      mixed_warp, isa_amd_mixed },
    /* R3.4.1, R3.4.2 */
    { "routing", "every source to every destination, each data bit alone set and alone clear", false, false, all_routes,
      1 << 16, routing_warp, NULL },
    /* R5.3.1, R5.3.2, R5.3.9, R5.3.10, R5.4.1, R5.4.3, R5.4.4, R6.2.7, R6.3.1, R6.3.7, R6.3.8, R6.4.1, R6.4.2, A12.3.1,
     * A12.3.2, A12.3.4, A12.3.5, A12.4.1 */
    { "pipeline", "random bubbles, stalls and resets around the mixed warps", true, true, endless, 1 << 14, mixed_warp,
      isa_amd_mixed },
    { NULL, NULL, false, false, NULL, 0, NULL, NULL },
};

uint64_t suite_total(const struct suite *suite, const struct rtl_build *build)
{
    return build->sets == RTL_AMD && !suite->amd ? 0 : suite->total(build);
}

bool suite_is_amd(const struct suite_source *source, const struct suite *suite)
{
    return suite->amd && source->build->sets == RTL_AMD;
}
