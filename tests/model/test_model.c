/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model, stage by stage, on rows that a reader can check by hand; then the rules at
 * all points at once. Sections are those of docs/rules.md. */
#include "cli/lib/check.h"
#include "model/shfl.h"

#include <inttypes.h>
#include <string.h>

static const struct shfl_unit gpu = { 32, SHFL_ZERO };

/* ---- 2: operands */

/* R2.1.1, R2.1.3, R2.2.1, R2.2.2 */
static void test_decode(void)
{
    static const struct {
        const char *why;
        unsigned lanes;
        bool sb_is_imm, sc_is_imm;
        uint32_t sb_imm, sc_imm, sb, sc;
        unsigned index, clamp, segmask;
    } row[] = {
        { "registers, nothing else set", 32, 0, 0, 0, 0, 0x07, 0x180f, 7, 15, 24 },
        { "every ignored bit of the registers set", 32, 0, 0, 0, 0, 0xffffffe7, 0xfffff8ef, 7, 15, 24 },
        { "immediates, the registers hold other things", 32, 1, 1, 3, 0x1c03, 0x1f, 0x1f1f, 3, 3, 28 },
        { "Sb immediate, Sc register", 32, 1, 0, 16, 0x1fff, 0x0, 0x001f, 16, 31, 0 },
        { "Sb register, Sc immediate with its three ignored bits set", 32, 0, 1, 31, 0x00e0, 9, 0x1f1f, 9, 0, 0 },
        { "8 lanes: fields of three bits", 8, 0, 0, 0, 0, 0xffffffff, 0xfffffaff, 7, 7, 2 },
        { "64 lanes: fields of six bits", 64, 0, 0, 0, 0, 0x60, 0x3f20, 32, 32, 63 },
        { "2 lanes: fields of one bit", 2, 0, 0, 0, 0, 0xfe, 0x01ff, 0, 1, 1 },
        { "64 lanes, immediates", 64, 1, 1, 63, 0x2a15, 0, 0, 63, 21, 42 },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_unit unit = { row[i].lanes, SHFL_ZERO };
        struct shfl_in in = { .sb_is_imm = row[i].sb_is_imm,
                              .sc_is_imm = row[i].sc_is_imm,
                              .sb_imm = row[i].sb_imm,
                              .sc_imm = row[i].sc_imm };
        uint8_t index[64], clamp[64], segmask[64];
        const unsigned k = row[i].lanes - 1; /* a lane other than the first */

        in.sb[k] = row[i].sb;
        in.sc[k] = row[i].sc;
        shfl_decode(&unit, &in, index, clamp, segmask);
        check(index[k] == row[i].index && clamp[k] == row[i].clamp && segmask[k] == row[i].segmask, row[i].why,
              "index %u clamp %u segmask %u, expected %u %u %u", index[k], clamp[k], segmask[k], row[i].index,
              row[i].clamp, row[i].segmask);
    }
}

/* ---- 3.2: lane index */

/* R3.2.1 */
static void test_lane_index(void)
{
    static const struct {
        const char *why;
        enum shfl_mode mode;
        unsigned lane, index, segmask;
        int j;
    } row[] = {
        { "IDX: lane 5 of the warp, for any reader", SHFL_IDX, 21, 5, 0x00, 5 },
        { "IDX, width 8: lane 21 lives in 16..23, index 2 is lane 18", SHFL_IDX, 21, 2, 0x18, 18 },
        { "IDX, width 8: index 10 is 2 modulo the width", SHFL_IDX, 21, 10, 0x18, 18 },
        { "IDX, all bits pinned: every lane names itself", SHFL_IDX, 21, 31, 0x1f, 21 },
        { "IDX, mask 01010: bits 1 and 3 from lane 10, the rest from index 5", SHFL_IDX, 10, 5, 0x0a, 15 },
        { "UP: 3 looks 5 down, below the warp", SHFL_UP, 3, 5, 0x00, -2 },
        { "UP: lane 0 by 31, the least j", SHFL_UP, 0, 31, 0x1f, -31 },
        { "UP: 21 by 4; the segment mask has no effect", SHFL_UP, 21, 4, 0x18, 17 },
        { "DOWN: 30 looks 4 up, past the warp", SHFL_DOWN, 30, 4, 0x00, 34 },
        { "DOWN: lane 31 by 31, the greatest j", SHFL_DOWN, 31, 31, 0x00, 62 },
        { "BFLY: 5 xor 3", SHFL_BFLY, 5, 3, 0x00, 6 },
        { "BFLY: the segment mask has no effect", SHFL_BFLY, 21, 16, 0x18, 5 },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        uint8_t index[32] = { 0 }, segmask[32] = { 0 };
        int8_t j[32];

        index[row[i].lane] = (uint8_t)row[i].index;
        segmask[row[i].lane] = (uint8_t)row[i].segmask;
        shfl_lane_index(&gpu, row[i].mode, index, segmask, j);
        check(j[row[i].lane] == row[i].j, row[i].why, "j %d, expected %d", j[row[i].lane], row[i].j);
    }
}

/* ---- 3.1 and 3.3: bounds and range check */

/* R3.1.2, R3.1.3, R3.3.1, R3.3.2, R3.3.3 */
static void test_range_check(void)
{
    static const struct {
        const char *why;
        enum shfl_mode mode;
        unsigned lane, clamp, segmask;
        int j;
        unsigned in_range, src_lane;
    } row[] = {
        { "IDX up to the clamp", SHFL_IDX, 7, 20, 0x00, 20, 1, 20 },
        { "IDX past the clamp: own lane", SHFL_IDX, 7, 20, 0x00, 21, 0, 7 },
        { "UP to lane 0", SHFL_UP, 5, 0, 0x00, 0, 1, 0 },
        { "UP below lane 0: own lane", SHFL_UP, 5, 0, 0x00, -1, 0, 5 },
        { "UP far below: -31 is less than 0, not greater", SHFL_UP, 0, 0, 0x00, -31, 0, 0 },
        { "UP with a clamp: the limit is max_lane 3", SHFL_UP, 9, 3, 0x00, 3, 1, 3 },
        { "UP with a clamp: 2 is below max_lane, though not below min_lane", SHFL_UP, 9, 3, 0x00, 2, 0, 9 },
        { "UP, width 8: lane 16 is the segment's first", SHFL_UP, 18, 0, 0x18, 16, 1, 16 },
        { "UP, width 8: lane 15 is another segment", SHFL_UP, 18, 0, 0x18, 15, 0, 18 },
        { "DOWN to the last lane", SHFL_DOWN, 30, 31, 0x00, 31, 1, 31 },
        { "DOWN past the warp", SHFL_DOWN, 30, 31, 0x00, 32, 0, 30 },
        { "DOWN, width 8: lane 23 is the segment's last", SHFL_DOWN, 18, 31, 0x18, 23, 1, 23 },
        { "DOWN, width 8: lane 24 is another segment", SHFL_DOWN, 18, 31, 0x18, 24, 0, 18 },
        { "BFLY into a segment below: allowed, only the upper end is checked", SHFL_BFLY, 18, 31, 0x18, 2, 1, 2 },
        { "BFLY into a segment above", SHFL_BFLY, 2, 31, 0x18, 18, 0, 2 },
        { "clamp bits that the mask pins have no effect", SHFL_IDX, 1, 0x18, 0x18, 1, 0, 1 },
        { "mask 01010, clamp 31: max_lane is 15 + 16", SHFL_DOWN, 10, 31, 0x0a, 31, 1, 31 },
        { "mask 01010, clamp 4: max_lane is 8 + 2 + 4", SHFL_DOWN, 10, 4, 0x0a, 15, 0, 10 },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        uint8_t clamp[32] = { 0 }, segmask[32] = { 0 }, in_range[32], src_lane[32];
        int8_t j[32] = { 0 };
        const unsigned k = row[i].lane;

        clamp[k] = (uint8_t)row[i].clamp;
        segmask[k] = (uint8_t)row[i].segmask;
        j[k] = (int8_t)row[i].j;
        shfl_range_check(&gpu, row[i].mode, clamp, segmask, j, in_range, src_lane);
        check(in_range[k] == row[i].in_range && src_lane[k] == row[i].src_lane, row[i].why,
              "in_range %u src_lane %u, expected %u %u", in_range[k], src_lane[k], row[i].in_range, row[i].src_lane);
    }
}

/* ---- 3.4, 3.5 and 4: crossbar, write-back, inactive lanes */

/* R3.4.1, R3.4.2, R4.3 */
static void test_crossbar(void)
{
    struct shfl_unit unit = { 4, SHFL_ZERO }, own = { 4, SHFL_OWN };
    const uint64_t ra[4] = { 10, 11, 12, ~UINT64_C(0) };
    const uint8_t src_lane[4] = { 3, 3, 0, 1 };
    uint64_t src_data[4], src_active = shfl_crossbar(&unit, 0x9, ra, src_lane, src_data);

    check(src_data[0] == ra[3] && src_data[1] == ra[3] && src_data[2] == 10 && src_data[3] == 11,
          "crossbar: a broadcast and a permutation, all 64 bits", "wrong value");
    check(src_active == 0x7, "crossbar: lanes 0 and 3 execute, lane 3 reads lane 1 which does not",
          "src_active 0x%llx, expected 0x7", (unsigned long long)src_active);
    src_active = shfl_crossbar(&own, 0x9, ra, src_lane, src_data);
    check(src_active == 0x7 && src_data[0] == ra[3] && src_data[1] == ra[3] && src_data[2] == 10
              && src_data[3] == ra[3],
          "crossbar, OWN: lane 3 reads lane 1, which is inactive, and so reads itself", "wrong value");
}

/* R3.5.1, R3.5.2, R3.5.3, R4.2, R4.5 */
static void test_writeback(void)
{
    static const struct {
        const char *why;
        enum shfl_policy policy;
        uint64_t rd;
    } row[] = {
        { "ZERO: 0 from an inactive lane", SHFL_ZERO, 0 },
        { "OWN: the value that was read", SHFL_OWN, 31 },
        { "RAW: the value that was read", SHFL_RAW, 31 },
    };
    const uint8_t in_range[2] = { 1, 1 };
    const uint64_t src_data[2] = { 30, 31 };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_unit unit = { 2, row[i].policy };
        uint64_t rd[2], pu, we;

        shfl_writeback(&unit, 0x2, 0x1, in_range, src_data, rd, &pu, &we);
        check(rd[0] == 30 && rd[1] == row[i].rd && pu == 3 && we == 2, row[i].why, "rd %llu %llu pu %llu we %llu",
              (unsigned long long)rd[0], (unsigned long long)rd[1], (unsigned long long)pu, (unsigned long long)we);
    }
}

/* ---- all points at once */

static struct shfl_in point(unsigned mode, unsigned index, unsigned clamp, unsigned segmask)
{
    struct shfl_in in = { .mode = (enum shfl_mode)mode,
                          .sb_is_imm = true,
                          .sc_is_imm = true,
                          .sb_imm = index,
                          .sc_imm = clamp | segmask << 8,
                          .active = 0xffffffff };

    for (unsigned k = 0; k < 32; k++)
        in.ra[k] = 100 + k;
    return in;
}

/* R3.1.1, R3.2.1, R3.3.1, R3.3.3, R3.5.1 */
static void test_all_points(void)
{
    unsigned outside = 0, wrong_word = 0, min_lane_rule = 0, min_lane_rule_clamp_0 = 0;

    for (unsigned n = 0; n < SHFL_MODES << 15; n++) {
        struct shfl_in in = point(n >> 15, n & 31, n >> 5 & 31, n >> 10 & 31);
        struct shfl_out out;

        shfl_warp(&gpu, &in, &out);
        for (unsigned k = 0; k < 32; k++) {
            outside += out.src_lane[k] > 31 || out.j[k] < -31 || out.j[k] > 62;
            wrong_word += out.rd[k] != 100u + out.src_lane[k];
            wrong_word += !(out.pu >> k & 1) && out.src_lane[k] != k;
            if (in.mode == SHFL_UP) {
                bool other = out.j[k] >= (int)(k & out.segmask[k]);
                if (other != (out.pu >> k & 1)) {
                    min_lane_rule++;
                    min_lane_rule_clamp_0 += (out.clamp[k] & ~out.segmask[k]) == 0;
                }
            }
        }
    }
    check(outside == 0, "all points: j and src_lane within their ranges", "%u are not", outside);
    check(wrong_word == 0, "all points: rd is ra of src_lane, and the own value out of range", "%u are not",
          wrong_word);
    check(min_lane_rule == 162368 && min_lane_rule_clamp_0 == 0,
          "UP against min_lane would be wrong at 162,368 points, all with a clamp bit in the segment",
          "%u, of these %u without", min_lane_rule, min_lane_rule_clamp_0);
}

/* R4.2, R4.4: the same under each policy are pu, we, src_active, and rd where the lane that was read executes. */
static void test_policies(void)
{
    unsigned differ = 0, defined = 0, open = 0, zero = 0, own = 0, raw = 0, other = 0;
    uint64_t random = 1;

    for (unsigned lanes = 2; lanes <= 64; lanes *= 2)
        for (unsigned n = 0; n < 4096; n++) {
            struct shfl_in in = { .mode = (enum shfl_mode)(n % SHFL_MODES) };
            struct shfl_out out[3];

            for (unsigned k = 0; k < lanes; k++) {
                random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
                in.ra[k] = random | 1;
                in.sb[k] = (uint32_t)(random >> 33);
                in.sc[k] = (uint32_t)(random >> 27);
            }
            in.active = random * 77777;
            for (unsigned p = 0; p < 3; p++)
                shfl_warp(&(struct shfl_unit){ lanes, (enum shfl_policy)p }, &in, &out[p]);
            for (unsigned p = 1; p < 3; p++)
                differ += out[p].pu != out[0].pu || out[p].we != out[0].we || out[p].src_active != out[0].src_active;
            for (unsigned k = 0; k < lanes; k++) {
                other += (out[0].src_active >> k & 1) != (in.active >> out[0].src_lane[k] & 1);
                if (out[0].src_active >> k & 1) {
                    defined++;
                    differ += out[0].rd[k] != out[1].rd[k] || out[0].rd[k] != out[2].rd[k];
                } else {
                    open++;
                    zero += out[SHFL_ZERO].rd[k] == 0;
                    own += out[SHFL_OWN].rd[k] == in.ra[k];
                    raw += out[SHFL_RAW].rd[k] == in.ra[out[0].src_lane[k]];
                }
            }
        }
    check(other == 0, "a source is active where its bit of the mask is 1", "%u are not", other);
    check(differ == 0 && defined > 100000, "nothing that is defined depends on the policy",
          "%u differences in %u lanes", differ, defined);
    check(zero == open && own == open && raw == open && open > 100000,
          "each policy gives its value where the source is inactive", "%u: ZERO %u OWN %u RAW %u", open, zero, own,
          raw);
}

/* R1.1, R2.1.4, R5.1.1 */
static void test_illegal(void)
{
    static const struct {
        const char *why;
        struct shfl_unit unit;
        struct shfl_in in;
    } row[] = {
        { "refused: 0 lanes", { 0, SHFL_ZERO }, { .mode = SHFL_IDX } },
        { "refused: 1 lane", { 1, SHFL_ZERO }, { .mode = SHFL_IDX } },
        { "refused: 24 lanes", { 24, SHFL_ZERO }, { .mode = SHFL_IDX } },
        { "refused: 128 lanes", { 128, SHFL_ZERO }, { .mode = SHFL_IDX } },
        { "refused: policy 3", { 32, (enum shfl_policy)3 }, { .mode = SHFL_IDX } },
        { "refused: a mode that does not exist", { 32, SHFL_ZERO }, { .mode = (enum shfl_mode)SHFL_MODES } },
        { "refused: an Sb immediate of 6 bits", { 32, SHFL_ZERO }, { .sb_is_imm = true, .sb_imm = 32 } },
        { "refused: an Sc immediate of 14 bits", { 32, SHFL_ZERO }, { .sc_is_imm = true, .sc_imm = 0x2000 } },
    };
    struct shfl_out out, before;

    memset(&out, 0x5a, sizeof out);
    before = out;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        check(shfl_warp(&row[i].unit, &row[i].in, &out) == -1 && memcmp(&out, &before, sizeof out) == 0, row[i].why,
              "accepted, or out was touched");
    check(shfl_warp(&gpu, &(struct shfl_in){ .sb_imm = 99, .sc_imm = 0xffffffff }, &out) == 0,
          "accepted: immediates out of range that are not used", "refused");
}

/* ---- 8: vote */

/* R8.1 to R8.6 */
static void test_vote(void)
{
    static const struct {
        const char *why;
        unsigned lanes;
        enum shfl_vote_op op;
        uint64_t active, p, rd, pu;
    } row[] = {
        { "all, and the lane against it does not execute", 8, SHFL_VOTE_ALL, 0x0f, 0x8f, 0x0f, 0xff },
        { "all, lane 2 is against it", 8, SHFL_VOTE_ALL, 0xff, 0xfb, 0xfb, 0x00 },
        { "any, only lane 7 is for it", 8, SHFL_VOTE_ANY, 0xf0, 0x80, 0x80, 0xff },
        { "any, the lane for it does not execute", 8, SHFL_VOTE_ANY, 0xf0, 0x0f, 0x00, 0x00 },
        { "eq, all against it", 8, SHFL_VOTE_EQ, 0x3c, 0xc3, 0x00, 0xff },
        { "eq, all for it", 8, SHFL_VOTE_EQ, 0x3c, 0x3c, 0x3c, 0xff },
        { "eq, lane 5 is for it", 8, SHFL_VOTE_EQ, 0x3c, 0x20, 0x20, 0x00 },
        { "elect: the lowest", 8, SHFL_VOTE_ELECT, 0xa8, 0xf0, 3, 0x08 },
        { "elect, lane 0", 2, SHFL_VOTE_ELECT, 3, 0, 0, 1 },
        { "elect, lane 63", 64, SHFL_VOTE_ELECT, UINT64_C(1) << 63, 0, 63, UINT64_C(1) << 63 },
        { "nobody executes: all", 8, SHFL_VOTE_ALL, 0, 0xff, 0, 0xff },
        { "nobody executes: any", 8, SHFL_VOTE_ANY, 0, 0xff, 0, 0 },
        { "nobody executes: eq", 8, SHFL_VOTE_EQ, 0, 0xff, 0, 0xff },
        { "nobody executes: elect", 8, SHFL_VOTE_ELECT, 0, 0xff, 0, 0 },
        { "lanes that do not exist", 4, SHFL_VOTE_ANY, 0xf2, 0xff, 0x02, 0x0f },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_vote_out out;
        const int failed = shfl_vote(row[i].lanes, row[i].op, row[i].active, row[i].p, &out);

        check(!failed && out.rd == row[i].rd && out.pu == row[i].pu
                  && out.we == (row[i].active & shfl_all_lanes(row[i].lanes)),
              row[i].why, "rd %" PRIx64 " pu %" PRIx64 " we %" PRIx64, out.rd, out.pu, out.we);
    }
}

/* ---- 9: match */

/* R9.1 to R9.6 */
static void test_match(void)
{
    static const uint64_t ra[8] = { 7, 9, 7, 0x107, 9, 7, 8, 7 }; /* lane 3 has 7 in its low 8 bits */
    static const struct {
        const char *why;
        enum shfl_match_op op;
        unsigned w;
        uint64_t active, rd[8], pu;
    } row[] = {
        { "any", SHFL_MATCH_ANY, 64, 0xff, { 0xa5, 0x12, 0xa5, 0x08, 0x12, 0xa5, 0x40, 0xa5 }, 0 },
        { "any, bits above W do not count",
          SHFL_MATCH_ANY,
          8,
          0xff,
          { 0xad, 0x12, 0xad, 0xad, 0x12, 0xad, 0x40, 0xad },
          0 },
        { "any, lanes 0 and 4 do not execute", SHFL_MATCH_ANY, 64, 0xee, { 0, 2, 0xa4, 8, 0, 0xa4, 0x40, 0xa4 }, 0 },
        { "all, equal where they execute", SHFL_MATCH_ALL, 64, 0xa1, { [0] = 0xa1, [5] = 0xa1, [7] = 0xa1 }, 0xff },
        { "all, not equal", SHFL_MATCH_ALL, 64, 0xa9, { 0 }, 0 },
        { "all, equal in W bits", SHFL_MATCH_ALL, 8, 0xa9, { [0] = 0xa9, [3] = 0xa9, [5] = 0xa9, [7] = 0xa9 }, 0xff },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_match_out out;
        const int failed = shfl_match(8, row[i].op, row[i].w, row[i].active, ra, &out);

        check(!failed && memcmp(out.rd, row[i].rd, sizeof row[i].rd) == 0 && out.pu == row[i].pu
                  && out.we == row[i].active,
              row[i].why, "rd[0] %" PRIx64 " pu %" PRIx64 " we %" PRIx64, out.rd[0], out.pu, out.we);
    }
}

/* ---- 10: redux */

/* R10.1 to R10.4 */
static void test_redux(void)
{
    static const uint64_t ra[4] = { 0x1f3, 0x05, 0x7e, 0x80 }; /* of 8 bits: -13, 5, 126, -128 */
    static const struct {
        const char *why;
        enum shfl_redux_op op;
        bool is_signed;
        unsigned w;
        uint64_t active, rd;
    } row[] = {
        { "sum modulo 256: -13 + 5 + 126 - 128", SHFL_REDUX_SUM, false, 8, 0xf, 0xf6 },
        { "sum of 16 bits", SHFL_REDUX_SUM, true, 16, 0xf, 0x2f6 },
        { "and", SHFL_REDUX_AND, false, 8, 0x7, 0x00 },
        { "and of lanes 0 and 2", SHFL_REDUX_AND, false, 8, 0x5, 0x72 },
        { "or of lanes 0 and 1", SHFL_REDUX_OR, false, 8, 0x3, 0xf7 },
        { "xor", SHFL_REDUX_XOR, false, 8, 0xf, 0x08 },
        { "min", SHFL_REDUX_MIN, false, 8, 0xf, 0x05 },
        { "min, signed", SHFL_REDUX_MIN, true, 8, 0xf, 0x80 },
        { "max", SHFL_REDUX_MAX, false, 8, 0xf, 0xf3 },
        { "max, signed", SHFL_REDUX_MAX, true, 8, 0xf, 0x7e },
        { "max of -13 and -128", SHFL_REDUX_MAX, true, 8, 0x9, 0xf3 },
        { "nobody: and", SHFL_REDUX_AND, false, 8, 0, 0xff },
        { "nobody: sum", SHFL_REDUX_SUM, false, 8, 0, 0 },
        { "nobody: min", SHFL_REDUX_MIN, false, 64, 0, ~UINT64_C(0) },
        { "nobody: min, signed", SHFL_REDUX_MIN, true, 8, 0, 0x7f },
        { "nobody: max, signed", SHFL_REDUX_MAX, true, 8, 0, 0x80 },
        { "signed does not matter to and", SHFL_REDUX_AND, true, 8, 0, 0xff },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_redux_out out;
        const int failed = shfl_redux(4, row[i].op, row[i].is_signed, row[i].w, row[i].active, ra, &out);

        check(!failed && out.rd == row[i].rd && out.we == row[i].active, row[i].why, "rd %" PRIx64 " we %" PRIx64,
              out.rd, out.we);
    }
}

/* illegal arguments are refused */
static void test_collective_refuses(void)
{
    static const uint64_t ra[64];
    struct shfl_vote_out vote;
    struct shfl_match_out match;
    struct shfl_redux_out redux;

    check(shfl_vote(12, SHFL_VOTE_ALL, 0, 0, &vote) && shfl_vote(8, (enum shfl_vote_op)4, 0, 0, &vote), "vote",
          "taken");
    check(shfl_match(128, SHFL_MATCH_ANY, 8, 0, ra, &match) && shfl_match(8, SHFL_MATCH_ANY, 0, 0, ra, &match)
              && shfl_match(8, SHFL_MATCH_ANY, 65, 0, ra, &match)
              && shfl_match(8, (enum shfl_match_op)2, 8, 0, ra, &match),
          "match", "taken");
    check(shfl_redux(1, SHFL_REDUX_SUM, false, 8, 0, ra, &redux)
              && shfl_redux(8, (enum shfl_redux_op)6, false, 8, 0, ra, &redux)
              && shfl_redux(8, SHFL_REDUX_SUM, false, 65, 0, ra, &redux),
          "redux", "taken");
}

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(decode),
        CHECK_TEST(lane_index),
        CHECK_TEST(range_check),
        CHECK_TEST(crossbar),
        CHECK_TEST(writeback),
        CHECK_TEST(all_points),
        CHECK_TEST(policies),
        CHECK_TEST(illegal),
        CHECK_TEST(vote),
        CHECK_TEST(match),
        CHECK_TEST(redux),
        CHECK_TEST(collective_refuses),
        { 0 },
    };

    return check_main(argv + (argc > 0), tests);
}
