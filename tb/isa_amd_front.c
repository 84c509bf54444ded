/* SPDX-License-Identifier: Apache-2.0 */
/* isa_amd_front - see isa.h: the front end of AMD's lane crossing with its write-back, tb/amd/shfl_amd_bench.v, at every
 * control value, for every generation that has this wave size. */
#include "isa.h"

static uint64_t hash(uint64_t stream, uint64_t n) { return suite_hash(1, stream, n); }

/* ---- the instructions of a suite: number n of a generation */

/* One with these FI and BC, the low bits of flags, which lanes by the number n execute. */
static struct shfl_amd_in made(const struct rtl_build *build, enum shfl_amd_op op, uint64_t control, uint64_t flags,
                               uint64_t n)
{
    const uint64_t exec = isa_amd_some_lanes(build->unit.lanes, n);

    return (struct shfl_amd_in){ .op = op, .control = control, .fi = flags & 1, .bc = flags >> 1 & 1, .exec = exec };
}

static void dpp16(const struct rtl_build *build, uint64_t n, struct shfl_amd_in *in)
{
    *in = made(build, SHFL_AMD_DPP16, n >> 10, n, n >> 2);
    in->row_mask = n >> 2 & 15;
    in->bank_mask = n >> 6 & 15;
}

/* Every selector of every lane, among others at random: count << bits << 6 of them. */
static void selectors(const struct rtl_build *build, uint64_t n, enum shfl_amd_op op, unsigned count, unsigned bits,
                      struct shfl_amd_in *in)
{
    const unsigned place = (unsigned)(n >> 6) % count * bits;
    const uint64_t selector = (n >> 6) / count, field = (1u << bits) - 1;
    const uint64_t others = hash(3, n) & (count * bits < 64 ? (UINT64_C(1) << count * bits) - 1 : ~UINT64_C(0));

    *in = made(build, op, (others & ~(field << place)) | selector << place, n, n >> 2);
}

static void dpp8(const struct rtl_build *build, uint64_t n, struct shfl_amd_in *in)
{
    selectors(build, n, SHFL_AMD_DPP8, 8, 3, in);
}

static void permlane16(const struct rtl_build *build, uint64_t n, struct shfl_amd_in *in)
{
    selectors(build, n / 2, n % 2 ? SHFL_AMD_PERMLANEX16 : SHFL_AMD_PERMLANE16, 16, 4, in);
}

static void swizzle(const struct rtl_build *build, uint64_t n, struct shfl_amd_in *in)
{
    *in = made(build, SHFL_AMD_SWIZZLE, n, hash(14, n), n);
}

/* Every lane's address names each lane, with any offset; the bits that are ignored are random. Then all lanes read lane
 * n/16, of addresses and offsets with that sum. */
static void bpermute(const struct rtl_build *build, uint64_t number, struct shfl_amd_in *in)
{
    const enum shfl_amd_op op = number % 2 ? SHFL_AMD_BPERMUTE_FI : SHFL_AMD_BPERMUTE;
    const unsigned n = (unsigned)(number / 2), sum = n - 65536, offset = (uint32_t)hash(5, sum) & 0xffff;
    const bool any = n < 65536;

    *in = made(build, op, any ? n : offset, any ? hash(14, n) : 0, any ? n : sum);
    for (unsigned k = 0; k < build->unit.lanes; k++)
        in->addr[k] = any ? (uint32_t)hash(4, (uint64_t)n << 6 | k)
                          : 4 * (sum >> 4) + (sum & 3) - offset + ((uint32_t)hash(6, sum << 6 | k) & 0xffffff00);
}

/* Every selector of every lane; the others, and the bits above them, are random. */
static void var(const struct rtl_build *build, uint64_t n, struct shfl_amd_in *in)
{
    const unsigned k = (unsigned)(n >> 10);

    *in = made(build, n >> 6 & 1 ? SHFL_AMD_PERMLANEX16_VAR : SHFL_AMD_PERMLANE16_VAR, 0, n, n >> 2);
    for (unsigned other = 0; other < build->unit.lanes; other++)
        in->addr[other] = (uint32_t)hash(10, n << 6 | other);
    in->addr[k] = (in->addr[k] & ~15u) | (unsigned)(n >> 7 & 7) << 1 | (n >> 5 & 1);
}

/* Every group with every S1 up to twice the wave, with each bit above that, and with sizes that are none. */
static void groups(const struct rtl_build *build, uint64_t number, struct shfl_amd_in *in)
{
    const unsigned lanes = build->unit.lanes, sizes = 2 * lanes + 32;
    const unsigned n = (unsigned)(number % (4 * lanes)), g = (unsigned)(number / (4 * lanes)) % sizes;
    const uint64_t size = g < 2 * lanes ? g : 8 | UINT64_C(1) << (g - 2 * lanes);
    const uint32_t s1 = (n & 127) | (n < 2 * lanes ? 0 : UINT32_C(1) << n % 32);

    *in = made(build, (enum shfl_amd_op)(SHFL_AMD_PERMLANE_BCAST + number / (4 * lanes) / sizes), size << 32 | s1,
               hash(11, n), size + n);
}

/* Every lane, with bits of the lane select that are ignored. */
static void lanes(const struct rtl_build *build, uint64_t number, struct shfl_amd_in *in)
{
    static const enum shfl_amd_op op[] = { SHFL_AMD_READLANE, SHFL_AMD_WRITELANE, SHFL_AMD_READFIRSTLANE,
                                           SHFL_AMD_PERMLANE64 };
    const uint64_t n = number / 4;
    const bool selects = number % 4 < 2;

    *in = made(build, op[number % 4], selects ? n % 64 | ((uint32_t)hash(7, n) & 0xffffffc0) : 0, n >> 6, n >> 8);
    if (!selects)
        in->exec = shfl_all_lanes(build->unit.lanes) & (n >> 6 == 0 ? 0 : (hash(8, n) | 1) << n % 64);
}

/* Every operation and none, with every bit of control. The destination of a permute is the scatter's, which whole units
 * show: here it has a bit that is refused. */
static void words(const struct rtl_build *build, uint64_t n, struct shfl_amd_in *in)
{
    const uint64_t control = (n >> 6 & 1 ? 0 : hash(9, n) & 0xff) | (n >> 7 & 1 ? 0 : UINT64_C(1) << n % 64);

    *in = made(build, (enum shfl_amd_op)(n >> 10), control, n >> 8, n >> 6);
    in->row_mask = in->bank_mask = 15;
    if (in->op == SHFL_AMD_PERMUTE && control >> 16 == 0)
        in->control |= UINT64_C(1) << (16 + n % 48);
}

/* ---- a warp: an instruction of one of the generations */

static unsigned generations(const struct rtl_build *build, uint8_t gen[SHFL_AMD_RTL_GENS])
{
    const struct shfl_amd_in in = { .op = SHFL_AMD_READFIRSTLANE };
    unsigned count = 0;

    for (unsigned g = 0; g < SHFL_AMD_RTL_GENS; g++) {
        const struct shfl_amd_unit unit = { build->unit.lanes, (enum shfl_amd_gen)g };

        if (shfl_amd_check(&unit, &in) != SHFL_AMD_NO_UNIT)
            gen[count++] = (uint8_t)g;
    }
    return count;
}

static void show(const struct suite_source *source, uint64_t n, uint64_t count,
                 void (*make)(const struct rtl_build *, uint64_t, struct shfl_amd_in *), struct warp *warp)
{
    struct isa_front *const front = &warp->front;
    const unsigned lanes = source->build->unit.lanes;
    uint8_t gen[SHFL_AMD_RTL_GENS], src_lane[SHFL_LANES_MAX];
    const unsigned gens = generations(source->build, gen);
    const uint64_t point = suite_spread(source, n, count * gens);

    make(source->build, point / gens, &front->in);
    front->gen = gen[point % gens];
    front->src_active = 0;

    const struct shfl_amd_unit unit = { lanes, (enum shfl_amd_gen)front->gen };
    if (front->in.op >= SHFL_AMD_RTL_OPS || shfl_amd_check(&unit, &front->in) != SHFL_AMD_LEGAL)
        return;
    shfl_amd_source(&unit, &front->in, src_lane);
    for (unsigned k = 0; k < lanes; k++)
        front->src_active |= (front->in.exec >> src_lane[k] & 1) << k;
}

/* X(number, name, how many instructions of a generation) of each suite. */
#define ALL_SUITES(X)                                                           \
    X(DPP16, dpp16, 512 << 10)                                                  \
    X(DPP8, dpp8, 8 << 3 << 6)                                                  \
    X(SWIZZLE, swizzle, 1 << 16)                                                \
    X(BPERMUTE, bpermute, 2 * ((1 << 16) + (build->unit.lanes << 4)))           \
    X(PERMLANE16, permlane16, 2 * (16 << 4 << 6))                               \
    X(VAR, var, build->unit.lanes << 10)                                        \
    X(GROUPS, groups, 4 * (2 * build->unit.lanes + 32) * 4 * build->unit.lanes) \
    X(LANES, lanes, 4 * (64 << 6))                                              \
    X(WORDS, words, 32 << 10)

#define SUITE(number, name, count)                                                            \
    static uint64_t name##_total(const struct rtl_build *build)                               \
    {                                                                                         \
        uint8_t gen[SHFL_AMD_RTL_GENS];                                                       \
                                                                                              \
        return (uint64_t)(count) * generations(build, gen);                                   \
    }                                                                                         \
    static void name##_warp(const struct suite_source *source, uint64_t n, struct warp *warp) \
    {                                                                                         \
        const struct rtl_build *const build = source->build;                                  \
                                                                                              \
        show(source, n, (uint64_t)(count), name, warp);                                       \
        (void)build;                                                                          \
    }
ALL_SUITES(SUITE)

/* ---- what is expected: of each lane src_lane for rd, valid for pu, and for src_active whether what it writes is data */

static void expect(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    const struct shfl_amd_unit unit = { build->unit.lanes, (enum shfl_amd_gen)warp->front.gen };
    const struct shfl_amd_in *in = &warp->front.in;
    uint8_t src_lane[SHFL_LANES_MAX];

    *want = ISA_WANT;
    want->counts = ISA_PU | ISA_SRC_ACTIVE;
    want->reserved = in->op >= SHFL_AMD_RTL_OPS || shfl_amd_check(&unit, in) != SHFL_AMD_LEGAL;
    if (want->reserved)
        return;
    want->known = shfl_all_lanes(unit.lanes);
    want->pu = shfl_amd_source(&unit, in, src_lane);
    for (unsigned k = 0; k < unit.lanes; k++) {
        const bool active = warp->front.src_active >> k & 1;
        const enum shfl_amd_write what = shfl_amd_what(in, k, want->pu >> k & 1, active);

        want->rd[k] = src_lane[k];
        want->we |= (uint64_t)(what != SHFL_AMD_KEEP) << k;
        want->src_active |= (uint64_t)(what == SHFL_AMD_DATA) << k;
    }
}

static const struct rtl_field in_fields[] = { ISA_AMD_FIELDS, RTL_FIELD("gen", RTL_VALUE, isa_front, gen),
                                              RTL_FIELD("src_active", RTL_MASK, isa_front, src_active), RTL_END };
#define OUT(port, name) RTL_FIELD(port, RTL_VALUE, rtl_out, name)
#define SRC_LANE RTL_ARRAY("src_lane", RTL_LANES, rtl_out, rd)
static const struct rtl_field out_fields[] = {
    OUT("out_tag", tag), OUT("reserved", reserved), SRC_LANE, OUT("valid", pu),
    OUT("we", we),       OUT("data", src_active),   RTL_END
};

#define OF(number, name, count) [SUITE_##number] = { name##_warp, name##_total },
const struct isa isa_amd_front = {
    .in = in_fields,
    .out = out_fields,
    .slower = 8,
    .suite = { ALL_SUITES(OF) },
    .expect = expect,
    .op_name = shfl_amd_op_name,
    .ops = SHFL_AMD_RTL_OPS,
};
