/* SPDX-License-Identifier: Apache-2.0 */
/* The front end of AMD's lane crossing with its write-back: RTL against golden model, combinational, at every control
 * value, for every generation and wave size. Whole units: tb/suite.c. tests/test_amd_rtl.py runs each test by its name. */
#include "front.h"

#include <inttypes.h>

#include "cli/lib/check.h"
#include "tb/isa.h"

static const char *name_of(enum shfl_amd_op op)
{
    return op < SHFL_AMD_RTL_OPS ? shfl_amd_op_name[op] : "no operation";
}

static uint64_t hash(uint64_t stream, uint64_t n) { return suite_hash(1, stream, n); }

/* Those of them that are in this program. */
extern const struct amd_front rtl_front_l64_bare __attribute__((weak)), rtl_front_l32_bare __attribute__((weak));
static const struct amd_front *const fronts[] = { &rtl_front_l64_bare, &rtl_front_l32_bare };

/* ---- the front end */

/* The expected result of one instruction, and its src_active. */
static void expect(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, struct amd_answer *want,
                   uint64_t *src_active)
{
    *want = (struct amd_answer){ .reserved = in->op >= SHFL_AMD_RTL_OPS || shfl_amd_check(unit, in) != SHFL_AMD_LEGAL };
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
             shfl_amd_gen_name[gen], front->lanes, name_of(in->op), in->control, in->fi, in->bc, in->row_mask,
             in->bank_mask, in->exec, in->addr[k], got.reserved, want.reserved, k, got.src_lane[k], want.src_lane[k],
             (int)(got.valid >> k & 1), (int)(want.valid >> k & 1), (int)(got.we >> k & 1), (int)(want.we >> k & 1),
             (int)(got.data >> k & 1), (int)(want.data >> k & 1));
}

/* Calls each for every existing front end and generation, and reports. */
static void everywhere(const char *name, void (*each)(struct tally *, const struct amd_front *, enum shfl_amd_gen))
{
    struct tally tally = { 0 };
    unsigned shown = 0;

    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++)
        for (unsigned gen = 0; fronts[i] && gen < SHFL_AMD_RTL_GENS; gen++) {
            const struct shfl_amd_unit unit = { fronts[i]->lanes, (enum shfl_amd_gen)gen };

            if (shfl_amd_check(&unit, &(struct shfl_amd_in){ 0 }) == SHFL_AMD_NO_UNIT)
                continue;
            each(&tally, fronts[i], unit.gen);
            shown |= 1u << gen;
        }
    if (check(tally.wrong == 0 && tally.points > 0, name, "%lu of %lu instructions differ, first %s", tally.wrong,
              tally.points, tally.first)) {
        printf("     %lu instructions of", tally.points);
        for (unsigned gen = 0; gen < SHFL_AMD_RTL_GENS; gen++)
            printf("%s%s", shown >> gen & 1 ? " " : "", shown >> gen & 1 ? shfl_amd_gen_name[gen] : "");
        printf("\n");
    }
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
                                        .exec = isa_amd_some_lanes(front->lanes, n >> 2) };
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
                                        .exec = isa_amd_some_lanes(front->lanes, n >> 2) };

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
                                        .exec = isa_amd_some_lanes(front->lanes, n) };

        show(tally, front, gen, &in);
    }
}

/* A4.3, A4.4 */
static void test_swizzle(void) { everywhere("swizzle: every offset", swizzle); }

/* Every lane's address names each lane, with any offset; the bits that are ignored are random. */
static void addresses(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen, enum shfl_amd_op op)
{
    for (unsigned n = 0; n < 65536; n++) {
        struct shfl_amd_in in = { .op = op,
                                  .control = n,
                                  .fi = hash(14, n) & 1,
                                  .bc = hash(14, n) >> 1 & 1,
                                  .exec = isa_amd_some_lanes(front->lanes, n) };

        for (unsigned k = 0; k < front->lanes; k++) /* each pair of lanes meets, as n goes through its values */
            in.addr[k] = (uint32_t)hash(4, (uint64_t)n << 6 | k);
        show(tally, front, gen, &in);
    }
    for (unsigned n = 0; n < front->lanes << 4;
         n++) { /* all lanes read lane n/16, of addresses and offsets with that sum */
        const uint32_t offset = (uint32_t)hash(5, n) & 0xffff;
        struct shfl_amd_in in = { .op = op, .control = offset, .exec = isa_amd_some_lanes(front->lanes, n) };

        for (unsigned k = 0; k < front->lanes; k++)
            in.addr[k] = 4 * (n >> 4) + (n & 3) - offset + ((uint32_t)hash(6, n << 6 | k) & 0xffffff00);
        show(tally, front, gen, &in);
    }
}

static void bpermute(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    addresses(tally, front, gen, SHFL_AMD_BPERMUTE);
    addresses(tally, front, gen, SHFL_AMD_BPERMUTE_FI);
}

/* A5.1.1, A5.1.2, A5.1.3, A5.2.1, A5.2.3 */
static void test_bpermute(void)
{
    everywhere("bpermute, bpermute_fi: every offset, addresses with bits that are ignored", bpermute);
}

/* Every selector of every lane; the others, and the bits above them, are random. */
static void var(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned n = 0; n < front->lanes << 10; n++) {
        const unsigned k = n >> 10;
        struct shfl_amd_in in = { .op = n >> 6 & 1 ? SHFL_AMD_PERMLANEX16_VAR : SHFL_AMD_PERMLANE16_VAR,
                                  .fi = n & 1,
                                  .bc = n >> 1 & 1,
                                  .exec = isa_amd_some_lanes(front->lanes, n >> 2) };

        for (unsigned other = 0; other < front->lanes; other++)
            in.addr[other] = (uint32_t)hash(10, (uint64_t)n << 6 | other);
        in.addr[k] = (in.addr[k] & ~15u) | (n >> 7 & 7) << 1 | (n >> 5 & 1);
        show(tally, front, gen, &in);
    }
}

/* A6.8 */
static void test_var(void) { everywhere("permlane16_var, permlanex16_var: every selector of every lane", var); }

/* Every group with every S1 up to twice the wave, with each bit above that, and with sizes that are none. */
static void groups(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned op = SHFL_AMD_PERMLANE_BCAST; op <= SHFL_AMD_PERMLANE_XOR; op++)
        for (unsigned g = 0; g < 2 * front->lanes + 32; g++)
            for (unsigned n = 0; n < 4 * front->lanes; n++) {
                const uint64_t size = g < 2 * front->lanes ? g : 8 | UINT64_C(1) << (g - 2 * front->lanes);
                const uint32_t s1 = (n & 127) | (n < 2 * front->lanes ? 0 : UINT32_C(1) << n % 32);
                const struct shfl_amd_in in = { .op = (enum shfl_amd_op)op,
                                                .control = size << 32 | s1,
                                                .fi = hash(11, n) & 1,
                                                .bc = hash(11, n) >> 1 & 1,
                                                .exec = isa_amd_some_lanes(front->lanes, size + n) };

                show(tally, front, gen, &in);
            }
}

/* A2.5, A6.9, A6.10 */
static void test_groups(void) { everywhere("permlane_bcast, up, down, xor: every group, and every S1 in it", groups); }

/* Every lane, with bits of the lane select that are ignored. */
static void lanes(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned n = 0; n < 64 << 6; n++) {
        struct shfl_amd_in in = { .op = SHFL_AMD_READLANE,
                                  .control = n % 64 | ((uint32_t)hash(7, n) & 0xffffffc0),
                                  .fi = n >> 6 & 1,
                                  .bc = n >> 7 & 1,
                                  .exec = isa_amd_some_lanes(front->lanes, n >> 8) };

        show(tally, front, gen, &in);
        in.op = SHFL_AMD_WRITELANE;
        show(tally, front, gen, &in);
        in.op = SHFL_AMD_READFIRSTLANE;
        in.control = 0;
        in.exec = shfl_all_lanes(front->lanes) & (n >> 6 == 0 ? 0 : (hash(8, n) | 1) << n % 64);
        show(tally, front, gen, &in);
        in.op = SHFL_AMD_PERMLANE64;
        show(tally, front, gen, &in);
    }
}

/* A6.1, A6.2, A6.3, A6.6, A12.2.4 */
static void test_lanes(void) { everywhere("readlane, writelane, readfirstlane, permlane64: every lane", lanes); }

/* Every operation and none, with every bit of control. */
static void words(struct tally *tally, const struct amd_front *front, enum shfl_amd_gen gen)
{
    for (unsigned n = 0; n < 32 << 10; n++) {
        const uint64_t control = (n >> 6 & 1 ? 0 : hash(9, n) & 0xff) | (n >> 7 & 1 ? 0 : UINT64_C(1) << n % 64);
        const struct shfl_amd_in in = { .op = (enum shfl_amd_op)(n >> 10),
                                        .control = control,
                                        .fi = n >> 8 & 1,
                                        .bc = n >> 9 & 1,
                                        .row_mask = 15,
                                        .bank_mask = 15,
                                        .exec = isa_amd_some_lanes(front->lanes, n >> 6) };

        /* the destination of a permute is the scatter's: whole units show it */
        if (in.op != SHFL_AMD_PERMUTE || control >> 16 != 0)
            show(tally, front, gen, &in);
    }
}

/* A2.1, A3.2.2, A12.2.3 */
static void test_words(void) { everywhere("what is refused: every operation, each bit of its control", words); }

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(dpp16), CHECK_TEST(dpp8),   CHECK_TEST(swizzle), CHECK_TEST(bpermute), CHECK_TEST(permlane16),
        CHECK_TEST(var),   CHECK_TEST(groups), CHECK_TEST(lanes),   CHECK_TEST(words),    { 0 },
    };

    return check_main(argv + (argc > 0), tests);
}
