/* SPDX-License-Identifier: Apache-2.0
 * votes - the levels ballot, match and reduce of openshfl conform, by docs/rules.md 8 to 10. */
#include "kinds.h"

enum { DRAWN = 256 };

static void draw(unsigned row, struct call *c)
{
    static const uint32_t ends[] = { 0, 1, INT32_MAX, UINT32_C(0x80000000), UINT32_MAX, 2 };
    const uint64_t all = c->active, a = mixed((uint64_t)c->op << 32 | row), b = mixed(a), d = mixed(b);
    const uint64_t one = UINT64_C(1) << d % c->lanes, other = UINT64_C(1) << (d >> 32) % c->lanes;
    const unsigned who = row % 4, what = row / 4 % 4;

    c->active = (who == 0 ? all : who == 1 ? a & all : who == 2 ? a & b & all : 0) | one;
    c->p[0] = (what == 0 ? all : what == 1 ? 0 : what == 2 ? all & ~one : b & all) ^ (what < 2 && d >> 63 ? other : 0);
    for (unsigned k = 0; k < c->lanes; k++) {
        const uint64_t own = mixed(d + k);

        c->ra[k] = (uint32_t)(what == 0 ? a : what == 1 ? mixed(a + own % 3) : what == 2 ? own : ends[own % 6]);
    }
}

static unsigned plain(unsigned base, unsigned element, struct call *c)
{
    c->active = shfl_all_lanes(c->lanes);
    if (c->kind == &kind_ballot && c->op == PEER_ELECT) /* so that it is the first one */
        c->active &= UINT64_MAX << element;
    return base;
}

/* ---- the right results */

static void right_ballot(const struct call *c, struct result *r)
{
    const enum shfl_vote_op op = c->op == PEER_BALLOT ? SHFL_VOTE_ANY : (enum shfl_vote_op)c->op;
    struct shfl_vote_out out;

    shfl_vote(c->lanes, op, c->active, c->p[0], &out);
    EACH_POINT(r->rd[k] = out.rd)
    flags_of(r, c->lanes, out.pu, c->active);
}

static void right_match(const struct call *c, struct result *r)
{
    struct shfl_match_out out;

    shfl_match(c->lanes, (enum shfl_match_op)c->op, 32, c->active, c->ra, &out);
    memcpy(r->rd, out.rd, c->lanes * sizeof *r->rd);
    flags_of(r, c->lanes, out.pu, c->active);
}

static void right_reduce(const struct call *c, struct result *r)
{
    struct shfl_redux_out out;

    shfl_redux(c->lanes, (enum shfl_redux_op)c->op, c->is_signed, 32, c->active, c->ra, &out);
    EACH_POINT(r->rd[k] = out.rd)
    flags_of(r, c->lanes, 0, c->active);
}

/* ---- known faults */

static void elect(const struct call *c, struct result *r, unsigned lane)
{
    EACH_POINT(r->rd[k] = lane)
    flags_of(r, c->lanes, UINT64_C(1) << lane, c->active);
}

static unsigned highest(uint64_t active)
{
    unsigned lane = SHFL_LANES_MAX - 1;

    while (!(active >> lane & 1))
        lane--;
    return lane;
}

/* Bits of ranks: of the lanes that execute, in their order. */
static uint64_t ranks_of(const struct call *c, uint64_t lanes)
{
    uint64_t mask = 0;

    for (unsigned k = 0; k < c->lanes; k++)
        mask |= (lanes & c->active) >> k & 1 ? UINT64_C(1) << shfl_group_rank(c->active, k) : 0;
    return mask;
}

static uint64_t halves(const struct call *c, uint64_t mask)
{
    return (mask >> c->lanes / 2 | mask << c->lanes / 2) & shfl_all_lanes(c->lanes);
}

/* And, or and xor of whether a value is not 0: a shipped header of HIP, amd_warp_sync_functions.h. */
static uint64_t logical_of(const struct call *c)
{
    unsigned executing = 0, ones = 0;

    EACH_POINT(executing += c->active >> k & 1; ones += c->active >> k & 1 && c->ra[k] != 0)
    return c->op == SHFL_REDUX_AND ? ones == executing : c->op == SHFL_REDUX_OR ? ones > 0 : ones % 2;
}

static uint64_t saturated(const struct call *c)
{
    uint64_t sum = 0;

    EACH_POINT(sum += c->active >> k & 1 ? c->ra[k] : 0)
    return sum < UINT32_MAX ? sum : UINT32_MAX;
}

/* The reduction of the result and one more value. */
static void starts_at(const struct call *c, struct result *r, uint64_t value)
{
    const uint64_t two[2] = { r->rd[0], value };
    struct shfl_redux_out out;

    shfl_redux(2, (enum shfl_redux_op)c->op, c->is_signed, 32, 3, two, &out);
    EACH_POINT(r->rd[k] = out.rd)
}

FAULT(all_count, c->active = shfl_all_lanes(c->lanes))
FAULT(others_are_zero, c->p[0] &= c->active;
      EACH_POINT(c->ra[k] = c->active >> k & 1 ? c->ra[k] : 0) c->active = shfl_all_lanes(c->lanes))
FAULT(mask_of_any, c->op = SHFL_MATCH_ANY)
FAULT(other_sign, c->is_signed = !c->is_signed)
RESULT(elect_highest, elect(c, r, highest(c->active)))
RESULT(elect_lane_0, elect(c, r, 0))
RESULT(uni_is_all, flags_of(r, c->lanes, (c->active & ~c->p[0]) == 0 ? UINT64_MAX : 0, c->active))
RESULT(without_own, EACH_POINT(r->rd[k] &= ~(UINT64_C(1) << k)))
RESULT(packed, EACH_POINT(r->rd[k] = ranks_of(c, r->rd[k])))
RESULT(low_word, EACH_POINT(r->rd[k] = (uint32_t)r->rd[k]))
RESULT(sign_extended, EACH_POINT(r->rd[k] = low((uint64_t)(int64_t)(int32_t)r->rd[k], c->lanes)))
RESULT(halves_swapped, EACH_POINT(r->rd[k] = halves(c, r->rd[k])))
RESULT(logical, EACH_POINT(r->rd[k] = logical_of(c)))
RESULT(saturates, EACH_POINT(r->rd[k] = saturated(c)))
RESULT(starts_at_0, starts_at(c, r, 0))
RESULT(starts_at_ones, starts_at(c, r, UINT32_MAX))

#define COUNT                                                                            \
    KNOWN("all_count", all_count, ALL_OPERATIONS, 0, "lanes that do not execute count"), \
        KNOWN("others_are_zero", others_are_zero, ALL_OPERATIONS, 0, "lanes that do not execute count with 0")
#define MASKS(operations)                                                                                             \
    KNOWN("packed", packed, operations, 0, "the bits of a mask are ranks among the lanes that execute, not lanes"),   \
        KNOWN("low_word", low_word, operations, 0, "a mask of 64 lanes has its lower 32 bits alone"),                 \
        KNOWN("sign_extended", sign_extended, operations, 0, "a mask of 64 lanes is its lower 32 bits, with a sign"), \
        KNOWN("halves_swapped", halves_swapped, operations, 0, "the halves of a mask are swapped")

static const struct fault of_ballot[] = {
    COUNT,
    MASKS(1 << PEER_BALLOT),
    KNOWN("elect_highest", elect_highest, 1 << PEER_ELECT, 0, "the highest lane is elected"),
    KNOWN("elect_lane_0", elect_lane_0, 1 << PEER_ELECT, 0, "lane 0 is elected, whether it executes or not"),
    KNOWN("uni_is_all", uni_is_all, 1 << PEER_UNI, 0, "uni is 0 where all predicates are 0"),
    { .name = NULL }
};
static const struct fault of_match[] = { COUNT,
                                         MASKS(ALL_OPERATIONS),
                                         KNOWN("without_own", without_own, 1 << SHFL_MATCH_ANY, 0,
                                               "a lane's own bit is not in its mask"),
                                         KNOWN("mask_of_any", mask_of_any, 1 << SHFL_MATCH_ALL, 0,
                                               "where the values differ, match.all gives the mask of match.any"),
                                         { .name = NULL } };
static const struct fault of_reduce[] = {
    COUNT,
    KNOWN("other_sign", other_sign, 0xf0, 0, "signed values are compared as unsigned ones, or the other way round"),
    KNOWN("logical", logical, 0x07, 0, "and, or and xor are logical: 0 or 1"),
    KNOWN("saturates", saturates, 0x08, 0, "a sum does not wrap around"),
    KNOWN("starts_at_0", starts_at_0, 0xd1, 0, "the reduction starts at 0: and, min.u32, min and max.s32"),
    KNOWN("starts_at_ones", starts_at_ones, 0xe2, 0, "the reduction starts at all ones: or, max.u32, min and max.s32"),
    { .name = NULL }
};

/* ---- a peer's functions */

static int ask_ballot(void *function, const struct call *c, struct result *r)
{
    openshfl_vote_peer_fn *peer;
    uint64_t pu = 0, we = 0;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(c->lanes, (unsigned)c->op, c->active, c->p[0], r->rd, &pu, &we);
    flags_of(r, c->lanes, pu, we);
    return refused;
}

static int ask_match(void *function, const struct call *c, struct result *r)
{
    openshfl_match_peer_fn *peer;
    uint64_t pu = 0, we = 0;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(c->lanes, (unsigned)c->op, c->active, c->ra, r->rd, &pu, &we);
    flags_of(r, c->lanes, pu, we);
    return refused;
}

static int ask_reduce(void *function, const struct call *c, struct result *r)
{
    openshfl_redux_peer_fn *peer;
    uint64_t we = 0;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(c->lanes, (unsigned)c->op, (int)c->is_signed, c->active, c->ra, r->rd, &we);
    flags_of(r, c->lanes, 0, we);
    return refused;
}

/* ---- the tables */

static const struct operation ballots[] = { { "all", PEER_ALL, 0, 0, 1 },       { "any", PEER_ANY, 0, 0, 1 },
                                            { "uni", PEER_UNI, 0, 0, 1 },       { "elect", PEER_ELECT, 0, 1, 1 },
                                            { "ballot", PEER_BALLOT, 0, 1, 0 }, { .name = NULL } };
static const struct operation matches[] = { { "match.all", SHFL_MATCH_ALL, 0, 1, 1 },
                                            { "match.any", SHFL_MATCH_ANY, 0, 1, 0 },
                                            { .name = NULL } };
static const struct operation reductions[] = { { "and", SHFL_REDUX_AND, 0, 1, 0 },
                                               { "or", SHFL_REDUX_OR, 0, 1, 0 },
                                               { "xor", SHFL_REDUX_XOR, 0, 1, 0 },
                                               { "add", SHFL_REDUX_SUM, 0, 1, 0 },
                                               { "min.u32", SHFL_REDUX_MIN, 0, 1, 0 },
                                               { "max.u32", SHFL_REDUX_MAX, 0, 1, 0 },
                                               { "min.s32", SHFL_REDUX_MIN, 1, 1, 0 },
                                               { "max.s32", SHFL_REDUX_MAX, 1, 1, 0 },
                                               { .name = NULL } };
static const struct operand of_p[] = { SHAPE("is_signed", is_signed),
                                       OPERAND(MASK, "active", active, 1, 2),
                                       { .name = "p",
                                         .form = MASK,
                                         .at = offsetof(struct call, p),
                                         .bits = 1,
                                         .bases = 2,
                                         .readers = ~(1u << PEER_ELECT) },
                                       { .name = NULL } };
static const struct operand of_ra[] = { SHAPE("is_signed", is_signed),
                                        OPERAND(MASK, "active", active, 1, 2),
                                        OPERAND(LIST, "ra", ra, 32, 4),
                                        { .name = NULL } };

#define VOTES(about_, function_, value_, operations_, operands_, faults_, right_, ask_) \
    { .about = about_,                                                                  \
      .function = function_,                                                            \
      .drawn = DRAWN,                                                                   \
      .value = offsetof(struct call, value_),                                           \
      .operations = operations_,                                                        \
      .operands = operands_,                                                            \
      .faults = faults_,                                                                \
      .draw = draw,                                                                     \
      .plain = plain,                                                                   \
      .right = right_,                                                                  \
      .ask = ask_ }
const struct kind kind_ballot = VOTES("votes, the ballot and elect", "openshfl_vote_peer", p, ballots, of_p, of_ballot,
                                      right_ballot, ask_ballot);
const struct kind kind_match = VOTES("which lanes have the same value", "openshfl_match_peer", ra, matches, of_ra,
                                     of_match, right_match, ask_match);
const struct kind kind_reduce = VOTES("and, or, xor, sum, minimum and maximum", "openshfl_redux_peer", ra, reductions,
                                      of_ra, of_reduce, right_reduce, ask_reduce);
