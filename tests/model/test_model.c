/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model: what it refuses, then vote, match, redux, groups and what follows on rows that a
 * reader can check by hand. Its stages are formal/model_rules.c's. Sections are those of docs/rules.md. */
#include "lib/check.h"
#include "model/shfl.h"

#include <inttypes.h>
#include <string.h>

static const struct shfl_unit gpu = { 32, SHFL_ZERO };

/* R1.1, R2.1.4, R5.1.1 */
static void test_illegal(void)
{
    static const struct {
        const char *why;
        struct shfl_unit unit;
        struct shfl_in in;
    } row[] = {
        { "refused: 1 lane", { 1, SHFL_ZERO }, { .mode = SHFL_IDX } },
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
        { "eq, all against it", 8, SHFL_VOTE_EQ, 0x3c, 0xc3, 0x00, 0xff },
        { "eq, lane 5 is for it", 8, SHFL_VOTE_EQ, 0x3c, 0x20, 0x20, 0x00 },
        { "elect: the lowest", 8, SHFL_VOTE_ELECT, 0xa8, 0xf0, 3, 0x08 },
        { "elect, lane 63", 64, SHFL_VOTE_ELECT, UINT64_C(1) << 63, 0, 63, UINT64_C(1) << 63 },
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
        { "all, equal where they execute", SHFL_MATCH_ALL, 64, 0xa1, { [0] = 0xa1, [5] = 0xa1, [7] = 0xa1 }, 0xff },
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
        { "or of lanes 0 and 1", SHFL_REDUX_OR, false, 8, 0x3, 0xf7 },
        { "min", SHFL_REDUX_MIN, false, 8, 0xf, 0x05 },
        { "min, signed", SHFL_REDUX_MIN, true, 8, 0xf, 0x80 },
        { "max of -13 and -128", SHFL_REDUX_MAX, true, 8, 0x9, 0xf3 },
        { "nobody: min", SHFL_REDUX_MIN, false, 64, 0, ~UINT64_C(0) },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_redux_out out;
        const int failed = shfl_redux(4, row[i].op, row[i].is_signed, row[i].w, row[i].active, ra, &out);

        check(!failed && out.rd == row[i].rd && out.we == row[i].active, row[i].why, "rd %" PRIx64 " we %" PRIx64,
              out.rd, out.we);
    }
}

/* R10.6 */
static void test_redux_float(void)
{
    /* 1, -2, 0, -0, a NaN, infinite, -infinite, the smallest denormal */
    static const uint64_t ra[8] = { 0x3f800000, 0xc0000000, 0, 0x80000000, 0xffc00001, 0x7f800000, 0xff800000, 1 };
    static const struct {
        const char *why;
        bool is_max, is_abs, keeps_nan;
        uint64_t active, rd;
    } row[] = {
        { "the largest of 1, -2, 0", true, false, false, 0x07, 0x3f800000 },
        { "the smallest of them", false, false, false, 0x07, 0xc0000000 },
        { "the largest absolute value", true, true, false, 0x07, 0x40000000 },
        { "-0 is below 0", false, false, false, 0x0c, 0x80000000 },
        { "0 is above -0", true, false, false, 0x0c, 0 },
        { "a NaN does not count", false, false, false, 0x13, 0xc0000000 },
        { "a NaN is the result", false, false, true, 0x13, 0x7fffffff },
        { "nothing but NaN", true, true, false, 0x10, 0x7fffffff },
        { "nobody", true, false, false, 0, 0x7fffffff },
        { "infinite ones", true, false, false, 0xe3, 0x7f800000 },
        { "a denormal", false, true, false, 0x81, 1 },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_redux_out out;
        const int failed = shfl_redux_float(8, row[i].is_max, row[i].is_abs, row[i].keeps_nan, row[i].active, ra, &out);

        check(!failed && out.rd == row[i].rd && out.we == row[i].active, row[i].why, "rd %" PRIx64 " we %" PRIx64,
              out.rd, out.we);
    }
}

/* R10.5 */
static void test_product(void)
{
    static const uint64_t ra[4] = { 0x107, 0x03, 0xfe, 0x10 }; /* of 8 bits: 7, 3, -2, 16 */
    static const struct {
        const char *why;
        unsigned w;
        uint64_t active, rd;
    } row[] = {
        { "7 times 3", 8, 0x3, 21 },
        { "263 times 16, modulo 65536", 16, 0x9, 0x1070 },
        { "nobody", 32, 0, 1 },
        { "a lane that does not execute", 64, 0x12, 3 },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_redux_out out;
        const int failed = shfl_product(4, row[i].w, row[i].active, ra, &out);

        check(!failed && out.rd == row[i].rd && out.we == (row[i].active & 0xf), row[i].why,
              "rd %" PRIx64 " we %" PRIx64, out.rd, out.we);
    }
    struct shfl_redux_out zero;
    check(!shfl_product(2, 32, 3, (const uint64_t[2]){ 2, 0 }, &zero) && zero.rd == 0, "a factor of 0", "rd %" PRIx64,
          zero.rd);
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
    check(shfl_product(3, 8, 0, ra, &redux) && shfl_product(8, 0, 0, ra, &redux) && shfl_product(8, 65, 0, ra, &redux),
          "product", "taken");
}

/* ---- 14: groups by rank */

/* Lanes 1, 4, 5 and 7 of 8, the ranks 0 to 3; of labels 0 and 1, {1, 5} and {4, 7}. */
static const uint64_t one_label[8], two_labels[8] = { 9, 0, 9, 9, 1, 0, 9, 1 };

/* R14.1.1, R14.1.2, R14.1.3, R14.1.4 */
static void test_partition(void)
{
    static const uint64_t in_tiles[8] = { 0, 0, 0, 0, 1, 1, 1, 1 };
    static const struct {
        const char *why;
        uint64_t members;
        const uint64_t *label;
        uint64_t group[8];
        unsigned rank_of_7, size_of_7;
    } row[] = {
        { "two labels", 0xb2, two_labels, { 0, 0x22, 0, 0, 0x90, 0x22, 0, 0x90 }, 1, 2 },
        { "tiles of four lanes, all execute", 0xff, in_tiles, { 15, 15, 15, 15, 240, 240, 240, 240 }, 3, 4 },
        { "lane 7 alone", 0x80, one_label, { [7] = 0x80 }, 0, 1 },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        uint64_t group[64];
        const int failed = shfl_group_partition(8, row[i].members, row[i].label, group);

        check(!failed && memcmp(group, row[i].group, sizeof row[i].group) == 0
                  && shfl_group_rank(group[7], 7) == row[i].rank_of_7 && shfl_group_size(group[7]) == row[i].size_of_7
                  && shfl_group_lane(group[7], row[i].rank_of_7) == 7
                  && shfl_group_lane(group[7], row[i].size_of_7) == -1,
              row[i].why, "group of lane 7 %" PRIx64 ", its rank %u", group[7], shfl_group_rank(group[7], 7));
    }
}

/* R14.2.1, R14.2.2 */
static void test_group_shuffle(void)
{
    static const uint64_t ra[8] = { 100, 101, 102, 103, 104, 105, 106, 107 };
    static const struct {
        const char *why;
        const uint64_t *label;
        enum shfl_mode mode;
        uint32_t index;
        uint64_t rd[4]; /* of lanes 1, 4, 5, 7 */
        uint64_t defined;
    } row[] = {
        { "rank 0 is lane 1", one_label, SHFL_IDX, 0, { 101, 101, 101, 101 }, 0xb2 },
        { "no member has rank 4", one_label, SHFL_IDX, 4, { 101, 104, 105, 107 }, 0 },
        { "up by 1: the rank before, of lane 1 the own value", one_label, SHFL_UP, 1, { 101, 101, 104, 105 }, 0xb2 },
        { "down by 2", one_label, SHFL_DOWN, 2, { 105, 107, 105, 107 }, 0xb2 },
        { "down by 2^32 - 1: none is so far", one_label, SHFL_DOWN, UINT32_MAX, { 101, 104, 105, 107 }, 0xb2 },
        { "rank 1 of two groups", two_labels, SHFL_IDX, 1, { 105, 107, 105, 107 }, 0xb2 },
        { "down by 1 in two groups", two_labels, SHFL_DOWN, 1, { 105, 107, 105, 107 }, 0xb2 },
    };
    static const unsigned lane[4] = { 1, 4, 5, 7 };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_group_out out;
        uint64_t group[64];
        uint32_t index[8];
        unsigned wrong = 0;

        shfl_group_partition(8, 0xb2, row[i].label, group);
        for (unsigned k = 0; k < 8; k++)
            index[k] = row[i].index;
        const int failed = shfl_group_shuffle(8, row[i].mode, group, index, ra, &out);
        for (unsigned n = 0; n < 4; n++)
            wrong += out.rd[lane[n]] != row[i].rd[n] || out.rd[lane[n]] != ra[out.src_lane[lane[n]]];
        check(!failed && wrong == 0 && out.defined == row[i].defined, row[i].why, "rd of lane 4 %u, defined %" PRIx64,
              (unsigned)out.rd[4], out.defined);
    }
}

/* R14.2.3: of tiles, SHFL with their width is the shuffle by rank, whose rank is taken modulo the width */
static void test_tile(void)
{
    for (unsigned n = 1; n <= 32; n *= 2) {
        unsigned wrong = 0;
        char why[32];

        for (unsigned point = 0; point < 3 * 32; point++) {
            const uint32_t index = point % 32;
            struct shfl_in in = { .mode = (enum shfl_mode)(point / 32), .active = UINT32_MAX };
            struct shfl_group_out by_rank;
            struct shfl_out by_width;
            uint64_t label[32], group[32];
            uint32_t rank[32];

            for (unsigned k = 0; k < 32; k++) {
                label[k] = k / n;
                rank[k] = in.mode == SHFL_IDX ? index % n : index;
                in.ra[k] = 1000 + k;
                in.sb[k] = index;
                in.sc[k] = (32 - n) << 8 | (in.mode == SHFL_UP ? 0 : 0x1f); /* R7.1 */
            }
            shfl_group_partition(32, UINT32_MAX, label, group);
            shfl_group_shuffle(32, in.mode, group, rank, in.ra, &by_rank);
            shfl_warp(&gpu, &in, &by_width);
            wrong += by_rank.defined != UINT32_MAX;
            for (unsigned k = 0; k < 32; k++)
                wrong += by_rank.rd[k] != by_width.rd[k];
        }
        snprintf(why, sizeof why, "tiles of %u", n);
        check(wrong == 0, why, "%u lanes differ from SHFL with this width", wrong);
    }
}

/* R14.2.4, R14.2.5, R14.2.6, R14.2.7 */
static void test_group_vote_and_match(void)
{
    static const struct {
        const char *why;
        const uint64_t *label;
        uint64_t p, ballot_4, ballot_5, any, all;
    } row[] = {
        { "lanes 4 and 7 are for it, ranks 1 and 3", one_label, 0x90, 0xa, 0xa, 0xb2, 0 },
        { "lane 0, which is no member, does not count", one_label, 0x01, 0, 0, 0, 0 },
        { "lanes 4, 5 and 7, of two groups", two_labels, 0xb0, 3, 2, 0xb2, 0x90 },
    };
    static const uint64_t ra[8] = { 7, 7, 7, 7, 8, 7, 8, 0x108 }; /* lane 7 has 8 in its low 8 bits */
    struct shfl_match_out match;
    uint64_t group[64];

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct shfl_group_vote_out out;

        shfl_group_partition(8, 0xb2, row[i].label, group);
        check(!shfl_group_vote(8, group, row[i].p, &out) && out.rd[4] == row[i].ballot_4 && out.rd[5] == row[i].ballot_5
                  && out.rd[0] == 0 && out.any == row[i].any && out.all == row[i].all,
              row[i].why, "ballot %" PRIx64 " any %" PRIx64 " all %" PRIx64, out.rd[4], out.any, out.all);
    }
    shfl_group_partition(8, 0xb2, one_label, group);
    check(!shfl_group_match(8, SHFL_MATCH_ANY, 64, group, ra, &match) && match.rd[1] == 5 && match.rd[4] == 2
              && match.rd[7] == 8 && match.rd[0] == 0 && match.we == 0xb2,
          "match_any: ranks 0 and 2", "rd[1] %" PRIx64, match.rd[1]);
    check(!shfl_group_match(8, SHFL_MATCH_ALL, 8, group, ra, &match) && match.rd[4] == 0 && match.pu == 0,
          "match_all: not equal", "rd[4] %" PRIx64, match.rd[4]);
    shfl_group_partition(8, 0xb2, two_labels, group);
    check(!shfl_group_match(8, SHFL_MATCH_ALL, 8, group, ra, &match) && match.rd[4] == 3 && match.rd[5] == 3
              && match.pu == 0xb2,
          "match_all: equal in each of two groups", "rd[4] %" PRIx64 " pu %" PRIx64, match.rd[4], match.pu);
}

/* as of a group of all 8, with values behind them that would be read */
static void test_group_of_lanes_that_do_not_exist(void)
{
    uint64_t group[2][64] = { { 0 } }, ra[64];
    uint32_t index[64];
    struct shfl_group_out shuffle[2];
    struct shfl_match_out match[2];
    unsigned wrong = 0;

    for (unsigned k = 0; k < 64; k++) {
        group[0][k] = 0xff;
        group[1][k] = ~UINT64_C(0);
        index[k] = 3 * k;
        ra[k] = k / 3;
    }
    for (unsigned mode = SHFL_IDX; mode <= SHFL_DOWN; mode++) {
        for (unsigned n = 0; n < 2; n++)
            wrong += shfl_group_shuffle(8, (enum shfl_mode)mode, group[n], index, ra, &shuffle[n]) != 0
                  || shfl_group_match(8, SHFL_MATCH_ANY, 64, group[n], ra, &match[n]) != 0;
        wrong += shuffle[0].defined != shuffle[1].defined;
        for (unsigned k = 0; k < 8; k++)
            wrong += shuffle[0].src_lane[k] != shuffle[1].src_lane[k] || match[0].rd[k] != match[1].rd[k];
    }
    check(wrong == 0, "bits of lanes of a group that do not exist", "%u differ", wrong);
}

/* R14.2.8, R14.2.9 */
static void test_group_reduce(void)
{
    static const uint64_t ra[8] = { 1, 10, 2, 4, 0xfe, 20, 8, 30 }; /* lane 4: -2 of 8 bits */
    static const struct {
        const char *why;
        const uint64_t *label;
        enum shfl_group_scan scan;
        enum shfl_redux_op op;
        uint64_t rd[4]; /* of lanes 1, 4, 5, 7 */
    } row[] = {
        { "sum", one_label, SHFL_GROUP_REDUCE, SHFL_REDUX_SUM, { 58, 58, 58, 58 } },
        { "sums of two groups", two_labels, SHFL_GROUP_REDUCE, SHFL_REDUX_SUM, { 30, 28, 30, 28 } },
        { "inclusive sums", one_label, SHFL_GROUP_INCLUSIVE, SHFL_REDUX_SUM, { 10, 8, 28, 58 } },
        { "exclusive: 0 at rank 0 of each", two_labels, SHFL_GROUP_EXCLUSIVE, SHFL_REDUX_MIN, { 0, 0, 10, 0xfe } },
    };
    static const unsigned lane[4] = { 1, 4, 5, 7 };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        uint64_t group[64], rd[8];
        unsigned wrong = 0;

        shfl_group_partition(8, 0xb2, row[i].label, group);
        const int failed = shfl_group_reduce(8, row[i].scan, row[i].op, true, 8, group, ra, rd);
        for (unsigned n = 0; n < 4; n++)
            wrong += rd[lane[n]] != row[i].rd[n];
        check(!failed && wrong == 0 && rd[0] == 0, row[i].why, "%u %u %u %u", (unsigned)rd[1], (unsigned)rd[4],
              (unsigned)rd[5], (unsigned)rd[7]);
    }
}

/* ---- 15: barriers that reduce */

/* R15.1, R15.2, R15.3, R15.4, R19.2.4, R19.2.5, R19.2.7, R19.2.8, R19.2.9: two barriers of warps of 4 lanes */
static void test_barrier(void)
{
    static const struct {
        const char *why;
        unsigned at, warps;
        bool is_exit;
        uint64_t active, p;
        bool done;
        unsigned count;
        bool all, any;
    } row[] = {
        { "the first of three", 0, 3, false, 0xf, 0xf, false, 4, true, true },
        { "another block: a single warp, one thread exited, nobody for it", 1, 1, false, 0x7, 0x8, true, 0, false,
          false },
        { "the second; two threads have exited", 0, 3, false, 0x3, 0xd, false, 5, false, true },
        { "the third: done", 0, 3, false, 0xf, 0x0, true, 5, false, true },
        { "the next barrier begins at 0", 0, 2, false, 0x0, 0xf, false, 0, true, false },
        { "the other warp exits: only one is waited for, which is there", 0, 1, true, 0x0, 0xf, true, 0, true, false },
        { "the last warp exits: no barrier", 0, 0, true, 0x0, 0x0, true, 0, true, false },
        { "a warp whose threads have all exited counts nothing", 1, 2, false, 0x0, 0x0, false, 0, true, false },
        { "all of the others", 1, 2, false, 0xf, 0x1f, true, 4, true, true },
    };
    struct shfl_barrier barrier[2] = { { 0 }, { 0 } };
    struct shfl_barrier_out out;
    static const uint64_t active[3] = { 0xf, 0x3, 0xf }, p[3] = { 0xf, 0xd, 0 };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const int failed = shfl_barrier_arrive(4, &barrier[row[i].at], row[i].warps, row[i].is_exit, row[i].active,
                                               row[i].p, &out);

        check(!failed && out.done == row[i].done && out.count == row[i].count && out.all == row[i].all
                  && out.any == row[i].any,
              row[i].why, "done %d count %u all %d any %d", out.done, out.count, out.all, out.any);
    }
    check(!shfl_barrier_block(4, 3, active, p, &out) && out.done && out.count == 5 && !out.all && out.any,
          "a block of three warps", "count %u", out.count);
}

/* ---- 16: BlockShuffle */

/* R16.1, R16.2, R16.3, R16.4: three threads of two items, five of one; -1: the output stays as it is */
static void test_block(void)
{
    static const struct {
        const char *why;
        enum shfl_block_op op;
        enum shfl_block_rule rule;
        unsigned threads, items;
        int distance;
        int32_t from[6];
    } row[] = {
        { "offset by two", SHFL_BLOCK_OFFSET, SHFL_BLOCK_AS_BUILT, 5, 1, 2, { 2, 3, 4, -1, -1 } },
        { "offset far", SHFL_BLOCK_OFFSET, SHFL_BLOCK_AS_BUILT, 5, 1, INT32_MIN, { -1, -1, -1, -1, -1 } },
        { "offset as documented", SHFL_BLOCK_OFFSET, SHFL_BLOCK_AS_DOCUMENTED, 5, 1, 2, { 2, 3, -1, -1, -1 } },
        { "rotate", SHFL_BLOCK_ROTATE, SHFL_BLOCK_AS_BUILT, 5, 1, 2, { 2, 3, 4, 0, 1 } },
        { "rotate as documented", SHFL_BLOCK_ROTATE, SHFL_BLOCK_AS_DOCUMENTED, 5, 1, 2, { 2, 3, 4, 0, -1 } },
        { "up", SHFL_BLOCK_UP, SHFL_BLOCK_AS_BUILT, 3, 2, 0, { -1, 0, 1, 2, 3, 4 } },
        { "down", SHFL_BLOCK_DOWN, SHFL_BLOCK_AS_BUILT, 3, 2, 0, { 1, 2, 3, 4, 5, -1 } },
        { "down as documented", SHFL_BLOCK_DOWN, SHFL_BLOCK_AS_DOCUMENTED, 3, 2, 0, { 1, 2, 3, 4, -1, -1 } },
    };
    int32_t from[6];

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const int failed = shfl_block_shuffle(row[i].op, row[i].rule, row[i].threads, row[i].items, row[i].distance,
                                              from);

        check(!failed && memcmp(from, row[i].from, row[i].threads * row[i].items * sizeof *from) == 0, row[i].why,
              "item 0 from %d, 4 from %d", (int)from[0], (int)from[4]);
    }
    check(shfl_block_shuffle(SHFL_BLOCK_ROTATE, SHFL_BLOCK_AS_BUILT, 5, 1, 0, from)
              && shfl_block_shuffle(SHFL_BLOCK_ROTATE, SHFL_BLOCK_AS_BUILT, 5, 1, 5, from)
              && shfl_block_shuffle(SHFL_BLOCK_OFFSET, SHFL_BLOCK_AS_BUILT, 5, 2, 1, from)
              && shfl_block_shuffle(SHFL_BLOCK_UP, SHFL_BLOCK_AS_BUILT, 0, 1, 0, from)
              && shfl_block_shuffle(SHFL_BLOCK_UP, SHFL_BLOCK_AS_BUILT, 1025, 1, 0, from)
              && shfl_block_shuffle(SHFL_BLOCK_UP, SHFL_BLOCK_AS_BUILT, 1, 0, 0, from)
              && shfl_block_shuffle(SHFL_BLOCK_OPS, SHFL_BLOCK_AS_BUILT, 5, 1, 1, from)
              && shfl_block_shuffle(SHFL_BLOCK_UP, (enum shfl_block_rule)2, 5, 1, 1, from),
          "BlockShuffle: illegal arguments", "accepted");
}

/* ---- 17: quads */

/* R17.1, R17.2, R17.3, R17.4, R17.5 */
static void test_quad(void)
{
    static const uint64_t ra[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    static const float v[8] = { 1, 3, 10, 7, 0, -5, 0.5F, 2 };
    static const struct {
        const char *why;
        enum shfl_quad_op op;
        uint64_t active, rd[8], defined;
    } row[] = {
        { "horizontal", SHFL_QUAD_HORIZONTAL, 0xff, { 1, 0, 3, 2, 5, 4, 7, 6 }, 0xff },
        { "vertical, lane 6 does not execute", SHFL_QUAD_VERTICAL, 0xbf, { 2, 3, 0, 1, 6, 7, 4, 5 }, 0xaf },
        { "diagonal", SHFL_QUAD_DIAGONAL, 0xff, { 3, 2, 1, 0, 7, 6, 5, 4 }, 0xff },
        { "broadcast of number 2", SHFL_QUAD_BROADCAST_2, 0xff, { 2, 2, 2, 2, 6, 6, 6, 6 }, 0xff },
        { "broadcast of number 3, lane 3 does not execute",
          SHFL_QUAD_BROADCAST_3,
          0xf7,
          { 3, 3, 3, 3, 7, 7, 7, 7 },
          0xf0 },
    };
    static const struct {
        const char *why;
        bool in_y, coarse;
        uint64_t active;
        float rd[8];
        uint64_t defined;
    } slope[] = {
        { "fine in x", false, false, 0xff, { 2, 2, -3, -3, -5, -5, 1.5F, 1.5F }, 0xff },
        { "fine in y", true, false, 0xff, { 9, 4, 9, 4, 0.5F, 7, 0.5F, 7 }, 0xff },
        { "coarse in x: that of lanes 0 and 4", false, true, 0xff, { 2, 2, 2, 2, -5, -5, -5, -5 }, 0xff },
        { "coarse in y", true, true, 0xff, { 9, 9, 9, 9, 0.5F, 0.5F, 0.5F, 0.5F }, 0xff },
        { "lane 1 does not execute", false, false, 0xfd, { 2, 2, -3, -3, -5, -5, 1.5F, 1.5F }, 0xfc },
    };
    uint64_t rd[8], defined;
    float d[8];
    static const float minus[8] = { -1, -3, -10, -7, 0, 5, -0.5F, -2 };
    static const float width[8] = { 11, 6, 12, 7, 5.5F, 12, 2, 8.5F },
                       of_lanes_0_and_4[8] = { [0] = 11, 11, 11, 11, 5.5F, 5.5F, 5.5F, 5.5F };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        check(!shfl_quad(8, row[i].op, row[i].active, ra, rd, &defined) && memcmp(rd, row[i].rd, sizeof rd) == 0
                  && defined == row[i].defined,
              row[i].why, "lane 0 gets %u, defined %" PRIx64, (unsigned)rd[0], defined);
    for (size_t i = 0; i < sizeof slope / sizeof *slope; i++)
        check(!shfl_quad_derivative(8, slope[i].in_y, slope[i].coarse, slope[i].active, v, d, &defined)
                  && memcmp(d, slope[i].rd, sizeof d) == 0 && defined == slope[i].defined,
              slope[i].why, "lane 0 %g, lane 3 %g, defined %" PRIx64, (double)d[0], (double)d[3], defined);
    check(!shfl_quad_fwidth(8, false, 0xfd, v, d, &defined) && memcmp(d, width, sizeof d) == 0 && defined == 0xf4,
          "fwidth, lane 1 does not execute: lane 2 reads 0 and 3", "lane 0 %g, defined %" PRIx64, (double)d[0],
          defined);
    check(!shfl_quad_fwidth(8, true, 0xf7, minus, d, &defined) && memcmp(d, of_lanes_0_and_4, sizeof d) == 0
              && defined == 0xf7,
          "fwidth, coarse, of falling values", "lane 3 %g, defined %" PRIx64, (double)d[3], defined);
}

/* ---- 18: movmatrix */

/* R18.1, R18.2: element (i, j) is 16 i + j, so (j, i) has its two digits exchanged */
static void test_movmatrix(void)
{
    uint32_t ra[32], rd[32];
    unsigned wrong = 0;

    for (uint32_t k = 0; k < 32; k++)
        ra[k] = 16 * (k / 4) + 2 * (k % 4) + ((16 * (k / 4) + 2 * (k % 4) + 1) << 16);
    shfl_movmatrix(ra, rd);
    for (uint32_t k = 0; k < 32; k++) {
        const uint32_t low = rd[k] & 0xffff, high = rd[k] >> 16;

        wrong += low / 16 != 2 * (k % 4) || low % 16 != k / 4 || high / 16 != 2 * (k % 4) + 1 || high % 16 != k / 4;
    }
    check(wrong == 0 && rd[0] == 0x00100000 && rd[31] == 0x00770067, "all 64 elements", "%u lanes differ, lane 31 %x",
          wrong, (unsigned)rd[31]);
}

/* illegal arguments of all of them are refused */
static void test_group_refuses(void)
{
    static const uint64_t ra[64], group[64] = { 1 };
    static const uint32_t index[64];
    static const float v[64];
    struct shfl_barrier barrier = { .warps = 2 };
    struct shfl_group_vote_out vote;
    struct shfl_group_out shuffle;
    struct shfl_barrier_out out;
    struct shfl_match_out match;
    uint64_t rd[64], defined;
    float d[64];

    check(shfl_group_partition(12, 1, ra, rd) && shfl_group_shuffle(8, SHFL_BFLY, group, index, ra, &shuffle)
              && shfl_group_shuffle(1, SHFL_IDX, group, index, ra, &shuffle) && shfl_group_vote(128, group, 0, &vote)
              && shfl_group_match(8, SHFL_MATCH_ANY, 65, group, ra, &match)
              && shfl_group_match(8, (enum shfl_match_op)2, 8, group, ra, &match)
              && shfl_group_reduce(8, (enum shfl_group_scan)3, SHFL_REDUX_SUM, false, 8, group, ra, rd)
              && shfl_group_reduce(8, SHFL_GROUP_REDUCE, SHFL_REDUX_SUM, false, 0, group, ra, rd),
          "group", "taken");
    check(shfl_barrier_arrive(8, &barrier, 2, false, 1, 1, &out)
              && shfl_barrier_arrive(8, &barrier, 3, true, 1, 1, &out)
              && shfl_barrier_arrive(3, &barrier, 3, false, 1, 1, &out)
              && shfl_barrier_arrive(8, &barrier, 1, true, 0, 0, &out) && barrier.warps == 2 && barrier.threads == 0
              && shfl_barrier_block(8, 0, ra, ra, &out),
          "barrier", "taken");
    check(shfl_quad(2, SHFL_QUAD_VERTICAL, 1, ra, rd, &defined) && shfl_quad(8, SHFL_QUAD_OPS, 1, ra, rd, &defined)
              && shfl_quad_derivative(6, false, false, 1, v, d, &defined)
              && shfl_quad_fwidth(6, false, 1, v, d, &defined),
          "quad", "taken");
}

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(illegal),
        CHECK_TEST(vote),
        CHECK_TEST(match),
        CHECK_TEST(redux),
        CHECK_TEST(redux_float),
        CHECK_TEST(product),
        CHECK_TEST(collective_refuses),
        CHECK_TEST(partition),
        CHECK_TEST(group_shuffle),
        CHECK_TEST(tile),
        CHECK_TEST(group_vote_and_match),
        CHECK_TEST(group_of_lanes_that_do_not_exist),
        CHECK_TEST(group_reduce),
        CHECK_TEST(barrier),
        CHECK_TEST(block),
        CHECK_TEST(quad),
        CHECK_TEST(movmatrix),
        CHECK_TEST(group_refuses),
        { 0 },
    };

    return check_main(argv + (argc > 0), tests);
}
