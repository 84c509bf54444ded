/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of AMD's lane crossing: rows that a reader can check by hand, and in other words what the RTL has not,
 * whose every control word the suites compare with the model and formal/ with the rules. DPP16 and ds_swizzle are compared
 * with the tables of docs/amd.md in test_amd.py; sections are those of that page. */
#include "lib/check.h"
#include "model/shfl_amd.h"

#include <stddef.h>

static const char *const gen_name[SHFL_AMD_GENS] = { "gfx8",  "gfx9",    "gfx90a", "gfx10",  "gfx11",
                                                     "gfx12", "gfx1250", "gfx6",   "gfx940", "gfx950" };
/* in the order of their age */
static const unsigned age_of[SHFL_AMD_GENS] = { 80, 90, 91, 100, 110, 120, 125, 60, 94, 95 };

/* The units that there are, one after the other; false at the end. */
static bool next_unit(struct shfl_amd_unit *unit)
{
    if (unit->lanes == 0) {
        *unit = (struct shfl_amd_unit){ 64, SHFL_AMD_GFX8 };
    } else if (unit->lanes == 64 && age_of[unit->gen] >= 100) {
        unit->lanes = 32;
    } else {
        unit->gen = (enum shfl_amd_gen)(unit->gen + 1);
        unit->lanes = unit->gen == SHFL_AMD_GFX1250 ? 32 : 64;
    }
    return (unsigned)unit->gen < SHFL_AMD_GENS;
}

/* ---- rows by hand */

/* A3.3.1, A6.1, A6.4, A6.5, A6.6, A6.9, A6.10 */
static void test_by_hand(void)
{
    static const struct {
        const char *why;
        enum shfl_amd_op op;
        uint64_t control;
        unsigned lane;
        int src_lane;
    } row[] = {
        { "permlane16: number 3 takes the fourth selector", SHFL_AMD_PERMLANE16, 0xa000, 19, 26 },
        { "permlanex16: in the other row", SHFL_AMD_PERMLANEX16, 0xa000, 19, 10 },
        { "permlane64", SHFL_AMD_PERMLANE64, 0, 5, 37 },
        { "readlane: 65 is 1 modulo 64", SHFL_AMD_READLANE, 65, 9, 1 },
        { "dpp8: number 1 takes the second selector, of its eight", SHFL_AMD_DPP8, 001234567, 9, 14 },
        { "permlane_bcast: 11 is number 3 of the group of 8", SHFL_AMD_PERMLANE_BCAST, UINT64_C(8) << 32 | 11, 21, 19 },
        { "permlane_up by 3", SHFL_AMD_PERMLANE_UP, UINT64_C(8) << 32 | 3, 12, 9 },
        { "permlane_up by 3 would leave the group", SHFL_AMD_PERMLANE_UP, UINT64_C(8) << 32 | 3, 9, 9 },
        { "permlane_down by 3", SHFL_AMD_PERMLANE_DOWN, UINT64_C(8) << 32 | 3, 12, 15 },
        { "permlane_down as far as it goes", SHFL_AMD_PERMLANE_DOWN, UINT64_C(8) << 32 | UINT32_MAX, 3, 3 },
        { "permlane_xor: lane 4, of the group below", SHFL_AMD_PERMLANE_XOR, UINT64_C(8) << 32 | 12, 8, 4 },
        { "permlane_xor: lane 8 is of a group above", SHFL_AMD_PERMLANE_XOR, UINT64_C(8) << 32 | 12, 4, 4 },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const bool grouped = row[i].control >> 32 == 8;
        const struct shfl_amd_unit unit = { grouped ? 32 : 64, grouped ? SHFL_AMD_GFX1250 : SHFL_AMD_GFX11 };
        const int got = shfl_amd_named(&unit, row[i].op, row[i].control, row[i].lane);

        check(got == row[i].src_lane, row[i].why, "reads %d, expected %d", got, row[i].src_lane);
    }
}

static uint64_t random_state = 1;

static uint64_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* Lane by lane: who sends to me, from the highest lane down. A5.3.1, A5.3.2, A5.3.3 */
static void test_permute(void)
{
    for (struct shfl_amd_unit unit = { 0 }; next_unit(&unit);) {
        if (unit.gen == SHFL_AMD_GFX6) /* has none */
            continue;
        const bool halves = unit.lanes == 64 && (unit.gen == SHFL_AMD_GFX10 || unit.gen == SHFL_AMD_GFX11);
        unsigned wrong = 0, zeros = 0, collisions = 0;
        char name[64];

        for (unsigned n = 0; n < 6000; n++) {
            struct shfl_amd_in in = { .op = SHFL_AMD_PERMUTE, .control = n % 4 ? 0 : random_word() >> 48 };
            struct shfl_amd_out out;

            in.exec = n % 3 == 0 ? ~UINT64_C(0) : n % 3 == 1 ? random_word() : random_word() & random_word();
            for (unsigned k = 0; k < unit.lanes; k++) {
                in.src[k] = 1000 + k;
                in.old[k] = 2000 + k;
                in.addr[k] = n % 5 == 0 ? 4 * (k ^ (n & 63)) : n % 5 == 1 ? (k + n) * 4 : (uint32_t)random_word();
            }
            shfl_amd_warp(&unit, &in, &out);
            for (unsigned t = 0; t < unit.lanes; t++) {
                uint64_t want = 2000 + t;
                unsigned senders = 0;

                if (in.exec >> t & 1)
                    want = 0;
                for (unsigned k = unit.lanes; k-- > 0;) {
                    const uint32_t to = (in.addr[k] + (uint32_t)in.control) / 4;

                    if ((in.exec >> k & 1) && (halves ? to % 32 == t % 32 && k / 32 == t / 32 : to % unit.lanes == t)
                        && senders++ == 0 && (in.exec >> t & 1))
                        want = 1000 + k;
                }
                wrong += out.rd[t] != want || (out.we >> t & 1) != (in.exec >> t & 1);
                zeros += want == 0;
                collisions += senders > 1;
            }
        }
        snprintf(name, sizeof name, "permute: %s, %u lanes", gen_name[unit.gen], unit.lanes);
        check(wrong == 0 && zeros > 1000 && collisions > 1000, name, "%u wrong, of %u zeros and %u collisions", wrong,
              zeros, collisions);
    }
}

/* ---- the whole unit */

/* A1.2, A5.1.1, A5.1.3, A5.2.1, A6.2, A6.3, A6.6, A6.8, A7.1.1, A7.1.2, A7.2.1, A7.2.2 */
static void test_warp(void)
{
    const struct shfl_amd_unit wave64 = { 64, SHFL_AMD_GFX9 }, wave32 = { 32, SHFL_AMD_GFX11 };
    struct shfl_amd_in in = { .op = SHFL_AMD_DPP16, .control = 0x111, .row_mask = 0xa, .bank_mask = 0xd };
    struct shfl_amd_out out;
    unsigned wrong = 0;

    in.exec = ~UINT64_C(0) ^ UINT64_C(1) << 18;
    for (unsigned k = 0; k < 64; k++) {
        in.src[k] = UINT64_C(0x1234567800000000) + k;
        in.old[k] = 500 + k;
    }
    shfl_amd_warp(&wave64, &in, &out);
    for (unsigned k = 0; k < 64; k++) {
        const bool writes = k / 16 % 2 == 1 && k % 16 / 4 != 1 && k % 16 != 0 && k != 18 && k != 19;

        wrong += out.rd[k] != (writes ? in.src[k - 1] : in.old[k]) || (out.we >> k & 1) != writes;
    }
    check(wrong == 0, "row_shr:1 with masks: lane 18 does not execute, so 19 keeps what it had", "%u wrong", wrong);

    in.op = SHFL_AMD_WRITELANE;
    in.control = 64 + 18;
    shfl_amd_warp(&wave64, &in, &out);
    check(out.we == UINT64_C(1) << 18 && out.rd[18] == in.src[18] && out.rd[19] == 519,
          "writelane writes a lane that does not execute, and no other", "we 0x%llx", (unsigned long long)out.we);
    in.op = SHFL_AMD_READFIRSTLANE;
    in.control = 0;
    in.exec = UINT64_C(0x500) << 32;
    shfl_amd_warp(&wave64, &in, &out);
    check(out.we == ~UINT64_C(0) && out.rd[0] == in.src[40] && out.rd[63] == in.src[40],
          "readfirstlane: the lowest lane that executes", "rd %llx", (unsigned long long)out.rd[0]);
    in.exec = 0;
    shfl_amd_warp(&wave64, &in, &out);
    check(out.rd[7] == in.src[0], "readfirstlane: lane 0 if none executes", "rd %llx", (unsigned long long)out.rd[7]);
    in.exec = UINT64_C(0xffffffff00000000);
    shfl_amd_warp(&wave32, &in, &out);
    check(out.rd[7] == in.src[0] && out.we == 0xffffffff, "readfirstlane: a wave of 32 has no lanes above", "rd %llx",
          (unsigned long long)out.rd[7]);
    in.op = SHFL_AMD_PERMLANE64;
    in.exec = ~UINT64_C(0);
    shfl_amd_warp(&wave32, &in, &out);
    check(out.we == 0 && out.rd[3] == 503, "permlane64 does nothing in a wave of 32", "we 0x%llx",
          (unsigned long long)out.we);
    in.op = SHFL_AMD_BPERMUTE;
    for (unsigned k = 0; k < 64; k++)
        in.addr[k] = UINT32_C(0xfffffffc) + 4 * k; /* lane k-1, and so lane 63 in lane 0 */
    in.exec = ~UINT64_C(0) ^ 1;
    shfl_amd_warp(&wave64, &in, &out);
    check(out.rd[0] == 500 && out.rd[1] == 0 && out.rd[2] == in.src[1] && out.we == in.exec,
          "bpermute: 0 from lane 0, which does not execute", "rd %llx", (unsigned long long)out.rd[1]);

    const struct shfl_amd_unit newer = { 64, SHFL_AMD_GFX12 };
    in.op = SHFL_AMD_PERMLANEX16_VAR;
    for (unsigned k = 0; k < 64; k++)
        in.addr[k] = 16 * k + 3; /* bits from 4 on do not count */
    shfl_amd_warp(&newer, &in, &out);
    check(out.rd[5] == in.src[19] && out.rd[16] == in.src[3] && out.rd[63] == in.src[35],
          "permlanex16_var: number 3 of the other row", "rd %llx", (unsigned long long)out.rd[5]);
}

/* ---- 6: what newer generations have */

/* A6.7: rows, and halves, as blocks: of each pair, the second of the destination and the first of the source change
 * places; each register only in the lanes that execute */
static void test_swaps(void)
{
    for (struct shfl_amd_unit unit = { 0 }; next_unit(&unit);)
        for (unsigned wide = 0; wide < 2; wide++) {
            const unsigned size = wide ? 32 : 16;
            struct shfl_amd_in in = { .op = wide ? SHFL_AMD_PERMLANE32_SWAP : SHFL_AMD_PERMLANE16_SWAP };
            unsigned wrong = 0;
            char name[64];

            if (unit.gen != SHFL_AMD_GFX950 && (unit.gen != SHFL_AMD_GFX1250 || wide))
                continue;
            for (unsigned n = 0; n < 600; n++) {
                struct shfl_amd_out out;
                uint64_t dst[64], src[64];

                in.exec = n % 3 == 0 ? ~UINT64_C(0) : n % 3 == 1 ? random_word() : random_word() & random_word();
                in.fi = n & 1;
                in.bc = n >> 1 & 1;
                for (unsigned k = 0; k < 64; k++) {
                    dst[k] = in.old[k] = 1000 + k;
                    src[k] = in.src[k] = 2000 + k;
                }
                for (unsigned pair = 0; pair < unit.lanes; pair += 2 * size) /* second of dst, first of src */
                    for (unsigned k = 0; k < size; k++) {
                        if (in.exec >> (pair + size + k) & 1)
                            dst[pair + size + k] = 2000 + pair + k;
                        if (in.exec >> (pair + k) & 1)
                            src[pair + k] = 1000 + pair + size + k;
                    }
                wrong += shfl_amd_warp(&unit, &in, &out) != SHFL_AMD_LEGAL;
                for (unsigned k = 0; k < unit.lanes; k++)
                    wrong += out.rd[k] != dst[k] || out.rd2[k] != src[k] || (out.we >> k & 1) != (dst[k] >= 2000)
                          || (out.we2 >> k & 1) != (src[k] < 2000);
            }
            snprintf(name, sizeof name, "swap of %u lanes: %s", size, gen_name[unit.gen]);
            check(wrong == 0, name, "%u are answered otherwise than by the rule", wrong);
        }
}

/* A5.2.3 */
static void test_bpermute_fi(void)
{
    const struct shfl_amd_unit unit = { 64, SHFL_AMD_GFX12 };
    struct shfl_amd_in in = { .op = SHFL_AMD_BPERMUTE_FI, .control = 8, .exec = 0xff };
    struct shfl_amd_out out;
    unsigned wrong = 0;

    for (unsigned k = 0; k < 64; k++) {
        in.src[k] = 100 + k;
        in.old[k] = 500 + k;
        in.addr[k] = 4 * (40 + k);
    }
    shfl_amd_warp(&unit, &in, &out);
    for (unsigned k = 0; k < 64; k++)
        wrong += out.rd[k] != (k < 8 ? 142 + k : 500 + k);
    check(wrong == 0, "bpermute_fi reads lanes 42 to 49 of 64, which do not execute", "%u wrong", wrong);
}

/* A6.11 */
static void test_idx_gen(void)
{
    const struct shfl_amd_unit unit = { 32, SHFL_AMD_GFX1250 };
    struct shfl_amd_in in = { .op = SHFL_AMD_IDX_GEN, .control = 8, .exec = 0xfff0 };
    struct shfl_amd_out out;
    for (unsigned k = 0; k < 32; k++) {
        in.src[k] = 11; /* 3 of 8 */
        in.old[k] = 7;
    }
    shfl_amd_warp(&unit, &in, &out);
    check(out.rd[3] == 7 && out.rd[4] == 12 && out.rd[15] == 44 && out.rd[16] == 7 && out.we == 0xfff0,
          "permlane_idx_gen: number 3 of each eight, in bytes", "rd[4] %u, rd[15] %u", (unsigned)out.rd[4],
          (unsigned)out.rd[15]);
}

/* A2.1, A2.2, A2.3, A2.5 */
static void test_refused(void)
{
    static const struct {
        const char *why;
        struct shfl_amd_unit unit;
        struct shfl_amd_in in;
        enum shfl_amd_error error;
    } row[] = {
#define ROW(why, lanes, gen, error, operation, ...) \
    { why, { lanes, SHFL_AMD_##gen }, { .op = SHFL_AMD_##operation, __VA_ARGS__ }, SHFL_AMD_##error }
        ROW("refused: 16 lanes", 16, GFX12, NO_UNIT, READLANE, .control = 0),
        ROW("refused: gfx9 with 32 lanes", 32, GFX90A, NO_UNIT, READLANE, .control = 0),
        { "refused: a generation too many", { 64, (enum shfl_amd_gen)10 }, { .op = SHFL_AMD_DPP8 }, SHFL_AMD_NO_UNIT },
        { "refused: an operation too many", { 64, SHFL_AMD_GFX9 }, { .op = (enum shfl_amd_op)21 }, SHFL_AMD_NO_OP },
        ROW("refused: gfx1250 with 64 lanes", 64, GFX1250, NO_UNIT, READLANE, .control = 0),
        ROW("legal: swizzle on gfx6", 64, GFX6, LEGAL, SWIZZLE, .control = 0),
        ROW("refused: a group of 24", 32, GFX1250, RESERVED, PERMLANE_UP, .control = UINT64_C(24) << 32),
        ROW("refused: a group of 64", 32, GFX1250, RESERVED, IDX_GEN, .control = 64),
        ROW("legal: a group of 32, and any distance", 32, GFX1250, LEGAL, PERMLANE_DOWN,
            .control = (UINT64_C(32) << 32) + UINT32_MAX),
        ROW("refused: FI on gfx9", 64, GFX9, NO_OP, DPP16, .fi = true),
        ROW("refused: row_mask 0x10", 64, GFX9, WIDE, DPP16, .row_mask = 16),
        ROW("refused: bank_mask 0x10", 64, GFX9, WIDE, DPP16, .bank_mask = 16),
#undef ROW
    };
    struct shfl_amd_out out, before;

    memset(&out, 0x5a, sizeof out);
    before = out;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const enum shfl_amd_error error = shfl_amd_warp(&row[i].unit, &row[i].in, &out);

        check(error == row[i].error && (error == SHFL_AMD_LEGAL || memcmp(&out, &before, sizeof out) == 0), row[i].why,
              "answered %d, expected %d, or out was touched", error, row[i].error);
        memcpy(&out, &before, sizeof out);
    }
}

/* ---- 9: what is open */

static void test_open(void)
{
    static const struct {
        const char *why;
        struct shfl_amd_unit unit;
        enum shfl_amd_op op;
        uint64_t control, exec;
        uint32_t addr, step; /* of lane 0, and from each lane to the next */
        enum shfl_amd_question question;
        uint64_t lanes;
    } row[] = {
#define ROW(why, lanes, gen, op, control, exec, addr, step, question, where) \
    { why, { lanes, SHFL_AMD_##gen }, SHFL_AMD_##op, control, exec, addr, step, SHFL_AMD_##question, where }
        ROW("open: row_bcast:15, first row", 64, GFX9, DPP16, 0x142, ~UINT64_C(0), 0, 0, BCAST_EDGE, 0xffff),
        ROW("open: row_bcast:31, first two rows, but not in lanes that do not execute", 64, GFX90A, DPP16, 0x143,
            ~UINT64_C(0xff), 0, 0, BCAST_EDGE, 0xffffff00),
        ROW("settled: row_mirror", 64, GFX9, DPP16, 0x140, ~UINT64_C(0), 0, 0, SETTLED, 0),
        ROW("open: bpermute on gfx10, upper half", 64, GFX10, BPERMUTE, 0, ~UINT64_C(0), 0, 4, HALF,
            UINT64_C(0xffffffff00000000)),
        ROW("settled: bpermute on gfx12", 64, GFX12, BPERMUTE, 0, ~UINT64_C(0), 0, 4, SETTLED, 0),
        ROW("settled: bpermute in a wave of 32", 32, GFX10, BPERMUTE, 0, ~UINT64_C(0), 0, 4, SETTLED, 0),
        ROW("open: bpermute past lane 63, by the offset", 64, GFX9, BPERMUTE, 8, ~UINT64_C(0), 0, 4, WRAP,
            UINT64_C(3) << 62),
        ROW("open: permute past lane 63 lands in lane 0", 64, GFX9, PERMUTE, 4, ~UINT64_C(0), 0, 4, WRAP, 1),
        ROW("open: permute, all to lane 5", 64, GFX9, PERMUTE, 0, ~UINT64_C(0), 20, 0, COLLISION, 1 << 5),
        ROW("settled: permute, all to lane 5, where one executes", 64, GFX9, PERMUTE, 0, 1 << 5, 20, 0, SETTLED, 0),
        ROW("open: permute on gfx11, upper half, and the lane below that it might mean", 64, GFX11, PERMUTE, 0,
            UINT64_C(0x300000003), 0, 4, HALF, UINT64_C(0x300000003)),
        ROW("open: gfx8 with rotate's bits", 64, GFX8, SWIZZLE, 0xc000, 0xf, 0, 0, OLD_MODE, 0xf),
        ROW("settled: rotate on gfx9", 64, GFX9, SWIZZLE, 0xc7ff, 0xf, 0, 0, SETTLED, 0),
        ROW("open: quad_perm with bit 8", 64, GFX9, SWIZZLE, 0x8100, 0xf, 0, 0, SILENT, 0xf),
        ROW("open: rotate with bit 11", 64, GFX9, SWIZZLE, 0xc800, 0xf, 0, 0, SILENT, 0xf),
        ROW("open: FFT with bit 5", 64, GFX9, SWIZZLE, 0xe020, 0xf, 0, 0, SILENT, 0xf),
        ROW("settled: the bits of lanes", 64, GFX8, SWIZZLE, 0x7fff, 0xf, 0, 0, SETTLED, 0),
        ROW("open: row_share:0 from lane 0 with BC 0, and the lane does not execute", 64, GFX10, DPP16, 0x150, 0xfffe,
            0, 0, INACTIVE, 0xfffe),
        ROW("settled: the same on gfx11", 64, GFX11, DPP16, 0x150, 0xfffe, 0, 0, SETTLED, 0),
        ROW("open: permlane16_var from lane 4, which does not execute", 32, GFX12, PERMLANE16_VAR, 0, 0xffef, 4, 0,
            PERMLANE, 0xffef),
        ROW("open: a swap on gfx950, in lanes that do not execute", 64, GFX950, PERMLANE32_SWAP, 0, ~UINT64_C(0xff00),
            0, 0, SWAP_EXEC, 0xff00),
        ROW("settled: a swap on gfx1250", 32, GFX1250, PERMLANE16_SWAP, 0, 0xff, 0, 0, SETTLED, 0),
        ROW("open: bpermute_fi past lane 31", 32, GFX12, BPERMUTE_FI, 0, 1, 128, 0, WRAP, 1),
        ROW("open: permlane16 from lane 0, which does not execute", 32, GFX12, PERMLANE16, 0, 0xfffe, 0, 0, PERMLANE,
            0xfffe),
#undef ROW
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_amd_in in = {
            .op = row[i].op, .control = row[i].control, .exec = row[i].exec, .row_mask = 15, .bank_mask = 15
        };
        uint8_t question[64];
        unsigned wrong = 0;

        for (unsigned k = 0; k < 64; k++)
            in.addr[k] = row[i].addr + k * row[i].step;
        shfl_amd_open(&row[i].unit, &in, question);
        for (unsigned k = 0; k < row[i].unit.lanes; k++)
            wrong += question[k] != (row[i].lanes >> k & 1 ? row[i].question : SHFL_AMD_SETTLED);
        check(wrong == 0, row[i].why, "%u lanes are answered otherwise", wrong);
    }
}

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(by_hand), CHECK_TEST(permute),     CHECK_TEST(warp),
        CHECK_TEST(swaps),   CHECK_TEST(bpermute_fi), CHECK_TEST(idx_gen),
        CHECK_TEST(refused), CHECK_TEST(open),        { 0 },
    };

    return check_main(argv + (argc > 0), tests);
}
