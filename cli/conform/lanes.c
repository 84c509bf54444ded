/* SPDX-License-Identifier: Apache-2.0
 * lanes - the levels ballot, match, reduce, tile and coalesced of openshfl conform, by docs/rules.md 8 to 10 and 14. */
#include "level.h"

enum { DRAWN = 256 };

/* ---- the calls */

static void draw_vote(unsigned row, struct call *c)
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

static unsigned plain_vote(unsigned base, unsigned element, struct call *c)
{
    c->active = shfl_all_lanes(c->lanes);
    if (c->level == &level_ballot && c->op == PEER_ELECT) /* so that it is the first one */
        c->active &= UINT64_MAX << element;
    return base;
}

static void groups_of(const struct call *c, uint64_t group[])
{
    shfl_group_partition(c->lanes, c->active, c->label, group);
}

static void draw_group(unsigned row, struct call *c)
{
    const uint64_t all = c->active, a = mixed(c->op << 40 | row), b = mixed(a), d = mixed(b);
    const uint64_t values[] = { a, b, d };
    uint64_t group[SHFL_LANES_MAX], chosen;

    chosen = (row % 4 == 0   ? all
              : row % 4 == 1 ? a & all
              : row % 4 == 2 ? a & b & all
                             : (a | b) & all)
           | UINT64_C(1) << d % c->lanes;
    c->active = chosen;
    if (c->level == &level_tile) { /* whole ones */
        c->tile = UINT64_C(1) << row / 4 % (unsigned)(__builtin_ctz(c->lanes) + 1);
        c->active = 0;
        EACH_POINT(c->active |= (chosen >> k / c->tile * c->tile & 1) << k)
        c->active = c->active ? c->active : all;
    }
    for (unsigned k = 0; k < c->lanes; k++) {
        const uint64_t own = mixed(d + k);

        c->label[k] = c->tile ? k / c->tile : row / 4 % 4 == 0 ? 7 : own >> 8 & (row / 4 % 4 == 1 ? 1 : 3);
        c->ra[k] = (uint32_t)(row / 16 % 4 == 0 ? a : row / 16 % 4 == 1 ? values[own % 3] : own >> 20);
    }
    groups_of(c, group);
    for (unsigned k = 0; k < c->lanes; k++) {
        const uint64_t own = mixed(a + k);
        const unsigned size = group[k] ? shfl_group_size(group[k]) : 1;

        c->index[k] = c->op == PEER_GROUP_SHFL_XOR || own % 4 ? (own >> 8) % size
                    : own >> 60 < 8                           ? (own >> 8) % (size + 2)
                                                              : (own >> 8) % c->lanes;
        c->index[k] %= c->tile ? c->lanes : 2 * c->lanes;
    }
}

static unsigned plain_group(unsigned base, unsigned element, struct call *c)
{
    const bool moves = c->op <= PEER_GROUP_SHFL_XOR || c->op > PEER_GROUP_REDUCE; /* which values that differ show */

    c->active = shfl_all_lanes(c->lanes);
    c->tile = c->tile ? c->lanes : 0;
    for (unsigned k = 0; k < c->lanes; k++) {
        const uint64_t own = mixed((uint64_t)base << 32 | element << 8 | k);

        c->label[k] = c->tile ? 0 : 7;
        c->index[k] = own % c->lanes;
        c->ra[k] = (uint32_t)(own >> 32);
    }
    return moves ? AS_IS : base;
}

/* ---- a peer's functions: of the one under test, or of the golden model */

/* Call the function of a level, whose results are a mask of the predicates and one of the lanes that write. */
#define ASK(name, type, ...)                                                            \
    static int name(any_function *function, const struct call *c, struct result *r)     \
    {                                                                                   \
        uint64_t pu = 0, we = 0;                                                        \
                                                                                        \
        const int refused = ((type *)function)(c->lanes, (unsigned)c->op, __VA_ARGS__); \
        flags_of(r, c->lanes, pu, we);                                                  \
        return refused;                                                                 \
    }
ASK(ask_ballot, openshfl_vote_peer_fn, c->active, c->p[0], r->rd, &pu, &we)
ASK(ask_match, openshfl_match_peer_fn, c->active, c->ra, r->rd, &pu, &we)
ASK(ask_reduce, openshfl_redux_peer_fn, (int)c->is_signed, c->active, c->ra, r->rd, &we)
ASK(ask_group, openshfl_group_peer_fn, (unsigned)c->tile, c->active, c->label, c->index, c->ra, r->rd, &pu, &we)

/* A shfl from a rank that the group has not is undefined. */
static void right_coalesced(const struct call *c, struct result *r)
{
    uint64_t group[SHFL_LANES_MAX];

    ask_group(c->level->golden, c, r);
    groups_of(c, group);
    if (c->op == PEER_GROUP_SHFL)
        EACH_POINT(r->flags[k] |= c->active >> k & 1 && c->index[k] >= shfl_group_size(group[k]) ? ANY : 0)
}

/* ---- known faults: what is not read */

FAULT(all_count, c->active = shfl_all_lanes(c->lanes))
FAULT(others_are_zero, c->p[0] &= c->active;
      EACH_POINT(c->ra[k] = c->active >> k & 1 ? c->ra[k] : 0) c->active = shfl_all_lanes(c->lanes))
FAULT(lane_unread, c->active &= ~(UINT64_C(1) << n))
FAULT(lane_is_0, c->p[0] &= ~(UINT64_C(1) << n); c->ra[n < c->lanes ? n : 0] &= n < c->lanes ? 0 : UINT64_MAX)
FAULT(lane_is_1, c->p[0] |= UINT64_C(1) << n)
FAULT(bit_unread, EACH_POINT(c->ra[k] &= ~(UINT64_C(1) << n)))
FAULT(low_unread, EACH_POINT(c->ra[k] &= UINT64_MAX << n))
FAULT(high_unread, EACH_POINT(c->ra[k] = low(c->ra[k], n)))
FAULT(halves_of_values, const struct call from = *c; const unsigned half = c->lanes / 2;
      c->p[0] = low(from.p[0] >> half | from.p[0] << half, c->lanes); EACH_POINT(c->ra[k] = from.ra[k ^ half]))
RESULT(halves_of_results, const struct result from = *r; const unsigned half = c->lanes / 2;
       EACH_POINT(r->rd[k] = from.rd[k ^ half];
                  r->flags[k] = (uint16_t)((r->flags[k] & ~PU) | (from.flags[k ^ half] & PU))))

/* ---- known faults: of votes, masks and matches */

static void elect(const struct call *c, struct result *r, unsigned lane)
{
    EACH_POINT(r->rd[k] = lane)
    flags_of(r, c->lanes, UINT64_C(1) << lane, c->active);
}

/* Bits of ranks: of the lanes that execute, in their order. */
static uint64_t ranks_of(const struct call *c, uint64_t lanes)
{
    uint64_t mask = 0;

    EACH_POINT(mask |= (lanes & c->active) >> k & 1 ? UINT64_C(1) << shfl_group_rank(c->active, k) : 0)
    return mask;
}

static uint64_t halves(const struct call *c, uint64_t mask)
{
    return low(mask >> c->lanes / 2 | mask << c->lanes / 2, c->lanes);
}

/* Equal as floats: -0 is 0, and a NaN is none. */
static bool float_equal(uint64_t a, uint64_t b)
{
    const uint32_t magnitude = (uint32_t)a & INT32_MAX;

    return (a == b || ((a | b) & INT32_MAX) == 0) && magnitude <= UINT32_C(0x7f800000);
}

static void float_match(const struct call *c, struct result *r, bool all)
{
    uint64_t group[SHFL_LANES_MAX], equal[SHFL_LANES_MAX] = { 0 };

    if (c->level == &level_match)
        EACH_POINT(group[k] = c->active >> k & 1 ? c->active : 0)
    else
        shfl_group_partition(c->lanes, c->active, c->label, group);
    for (unsigned k = 0; k < c->lanes; k++) {
        for (unsigned other = 0, rank = 0; other < c->lanes; other++)
            if (group[k] >> other & 1) {
                const unsigned bit = c->level == &level_match ? other : rank++;

                equal[k] |= (uint64_t)float_equal(c->ra[k], c->ra[other]) << bit;
            }
        const bool same = (unsigned)__builtin_popcountll(equal[k]) == (unsigned)__builtin_popcountll(group[k]);
        r->rd[k] = all && !same ? 0 : equal[k];
        if (all)
            r->flags[k] = (uint16_t)((r->flags[k] & ~PU) | (same ? PU : 0));
    }
}

FAULT(mask_of_any, c->op = SHFL_MATCH_ANY)
RESULT(elect_highest, elect(c, r, 63 - (unsigned)__builtin_clzll(c->active)))
RESULT(elect_lane_0, elect(c, r, 0))
RESULT(uni_is_all, flags_of(r, c->lanes, (c->active & ~c->p[0]) == 0 ? UINT64_MAX : 0, c->active))
RESULT(without_own, EACH_POINT(r->rd[k] &= ~(UINT64_C(1) << k)))
RESULT(packed, EACH_POINT(r->rd[k] = ranks_of(c, r->rd[k])))
RESULT(low_word, EACH_POINT(r->rd[k] = (uint32_t)r->rd[k]))
RESULT(high_word, EACH_POINT(r->rd[k] = r->rd[k] >> 32 << 32))
RESULT(sign_extended, EACH_POINT(r->rd[k] = low((uint64_t)(int64_t)(int32_t)r->rd[k], c->lanes)))
RESULT(halves_swapped, EACH_POINT(r->rd[k] = halves(c, r->rd[k])))
RESULT(as_float, float_match(c, r, c->level == &level_match ? c->op == SHFL_MATCH_ALL : c->op == PEER_GROUP_MATCH_ALL))

/* ---- known faults: of reductions */

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
enum { AT_0, AT_1, AT_ONES, AT_MOST, AT_LEAST };
static void starts_at(struct call *c, struct result *r, unsigned n)
{
    static const uint32_t values[] = { 0, 1, UINT32_MAX, INT32_MAX, UINT32_C(0x80000000) };
    const bool group = c->level != &level_reduce;
    struct shfl_redux_out out;

    for (unsigned k = 0; k < c->lanes; k++) {
        const uint64_t two[2] = { r->rd[k], values[n] };

        shfl_redux(2, group ? SHFL_REDUX_SUM : (enum shfl_redux_op)c->op, c->is_signed, 32, 3, two, &out);
        r->rd[k] = out.rd;
    }
}

/* The minimum or maximum of keys, of which the first lane wins. */
static uint64_t decided(const struct call *c, unsigned cut, bool as_float)
{
    const bool is_max = c->op == SHFL_REDUX_MAX;
    uint64_t best = 0;
    int64_t of_best = 0;
    bool any = false;

    for (unsigned k = 0; k < c->lanes; k++) {
        const int64_t sign = (int32_t)(uint32_t)c->ra[k], magnitude = sign & INT32_MAX;
        const int64_t key = as_float ? (sign < 0 ? -magnitude : magnitude) : c->is_signed ? sign : (int64_t)c->ra[k];

        if (c->active >> k & 1 && (!any || (is_max ? key >> cut > of_best : key >> cut < of_best))) {
            best = c->ra[k];
            of_best = key >> cut;
            any = true;
        }
    }
    return best;
}

FAULT(other_sign, c->is_signed = !c->is_signed)
RESULT(logical, EACH_POINT(r->rd[k] = logical_of(c)))
RESULT(saturates, EACH_POINT(r->rd[k] = saturated(c)))
RESULT(decided_by_top, const uint64_t best = decided(c, 32 - n, false); EACH_POINT(r->rd[k] = best))
RESULT(decided_as_float, const uint64_t best = decided(c, 0, true); EACH_POINT(r->rd[k] = best))

/* ---- known faults: of groups */

FAULT(one_group, memset(c->label, 0, sizeof c->label))
FAULT(whole_warp, c->tile = c->lanes; memset(c->label, 0, sizeof c->label))
FAULT(other_scan, c->op ^= PEER_GROUP_INCLUSIVE ^ PEER_GROUP_EXCLUSIVE)
RESULT(rank_is_lane, EACH_POINT(r->rd[k] = k))

static void group_mask_of_any(struct call *c, struct result *r, unsigned n)
{
    static struct result any;

    (void)n;
    c->op = PEER_GROUP_MATCH_ANY;
    right_result(c, &any);
    memcpy(r->rd, any.rd, c->lanes * sizeof *r->rd);
}

/* Masks of ranks, with the bits at the lanes; or from the group's lowest lane on. */
static void masks_of(struct call *c, struct result *r, bool from_lowest)
{
    uint64_t group[SHFL_LANES_MAX];

    groups_of(c, group);
    for (unsigned k = 0; k < c->lanes; k++) {
        uint64_t mask = 0;

        for (unsigned rank = 0; rank < shfl_group_size(group[k]); rank++)
            mask |= (r->rd[k] >> rank & 1) << shfl_group_lane(group[k], rank);
        r->rd[k] = from_lowest && group[k] ? mask >> shfl_group_lane(group[k], 0) : mask;
    }
}

/* What each lane of a shuffle gets that has no rank for it: 0, the own value, a value by lanes, or one that wraps. */
enum { OUT_ZERO, OUT_OWN, BY_LANE, WRAPS };

static void shuffled(struct call *c, struct result *r, unsigned how)
{
    uint64_t group[SHFL_LANES_MAX];

    groups_of(c, group);
    for (unsigned k = 0; k < c->lanes; k++) {
        const int64_t d = (int64_t)c->index[k], size = shfl_group_size(group[k]), rank = shfl_group_rank(group[k], k);
        const int64_t sign = c->op == PEER_GROUP_SHFL_UP ? -d : d, from = c->op == PEER_GROUP_SHFL ? d : rank + sign;
        const int64_t lane = c->op == PEER_GROUP_SHFL ? d : k + sign;
        const bool outside = from < 0 || from >= size;

        if (size == 0)
            continue;
        if (how == BY_LANE)
            r->rd[k] = c->ra[lane >= 0 && lane < c->lanes && group[k] >> lane & 1 ? lane : k];
        else if (outside && how == WRAPS)
            r->rd[k] = c->ra[shfl_group_lane(group[k], (uint64_t)(from % size + size) % (uint64_t)size)];
        else if (outside)
            r->rd[k] = how == OUT_OWN ? c->ra[k] : 0;
    }
}

RESULT(masks_of_lanes, masks_of(c, r, false))
RESULT(masks_from_lowest, masks_of(c, r, true))
RESULT(outside_zero, shuffled(c, r, OUT_ZERO))
RESULT(outside_own, shuffled(c, r, OUT_OWN))
RESULT(by_lane, shuffled(c, r, BY_LANE))
RESULT(wraps, shuffled(c, r, WRAPS))

/* ---- the tables of faults */

/* Operations by their places: coalesced has no SHFL_XOR, and its operations follow each other all the same. */
#define TILE(name) (1u << PEER_GROUP_##name)
#define COAL(name) (1u << (PEER_GROUP_##name - (PEER_GROUP_##name > PEER_GROUP_SHFL_XOR)))

#define LANE_UNREAD KNOWN_EACH(lane_unread, ALL_OPERATIONS, 0, 63, "lane # does not count")
#define LANE_IS_0(operations) KNOWN_EACH(lane_is_0, operations, 0, 63, "the value of lane # counts as 0")
#define HALVES                                                                            \
    KNOWN(halves_of_values, ALL_OPERATIONS,                                               \
          "the halves of the warp are swapped: the operands are those of the other one"), \
        KNOWN(halves_of_results, ALL_OPERATIONS,                                          \
              "the halves of the warp are swapped: a lane gets the result of the other one")
#define ALL_COUNT KNOWN(all_count, ALL_OPERATIONS, "lanes that do not execute count")
#define OTHERS_ARE_ZERO KNOWN(others_are_zero, ALL_OPERATIONS, "lanes that do not execute count with 0")
#define OF_VALUES(operations)                                                                     \
    KNOWN_EACH(bit_unread, operations, 0, 31, "bit # of the values is not read"),                 \
        KNOWN_EACH(low_unread, operations, 1, 31, "the lower # bits of the values are not read"), \
        KNOWN_EACH(high_unread, operations, 1, 31, "the values are cut to their lower # bits")
#define OF_MASKS(operations)                                                                      \
    KNOWN(low_word, operations, "a mask of 64 lanes has its lower 32 bits alone"),                \
        KNOWN(high_word, operations, "a mask of 64 lanes has its upper 32 bits alone"),           \
        KNOWN(sign_extended, operations, "a mask of 64 lanes is its lower 32 bits, with a sign"), \
        KNOWN(halves_swapped, operations, "the halves of a mask are swapped")
#define AS_FLOAT(operations) \
    KNOWN(as_float, operations, "values are compared as floats: -0 is 0, and a NaN is not itself")
#define STARTS_AT(name, value, operations, says) KNOWN_AS(name, starts_at, operations, value, value, says)
#define OF_GROUPS(AT)                                                                                                 \
    LANE_UNREAD, LANE_IS_0(ALL_OPERATIONS), HALVES,                                                                   \
        OF_VALUES(AT(MATCH_ANY) | AT(MATCH_ALL) | AT(REDUCE) | AT(INCLUSIVE) | AT(EXCLUSIVE)),                        \
        OF_MASKS(AT(BALLOT) | AT(MATCH_ANY) | AT(MATCH_ALL)), AS_FLOAT(AT(MATCH_ANY) | AT(MATCH_ALL)),                \
        STARTS_AT("starts_at_1", AT_1, AT(REDUCE) | AT(INCLUSIVE) | AT(EXCLUSIVE), "a sum starts at 1"),              \
        STARTS_AT("starts_at_ones", AT_ONES, AT(REDUCE) | AT(INCLUSIVE) | AT(EXCLUSIVE), "a sum starts at all ones"), \
        KNOWN(masks_of_lanes, AT(BALLOT) | AT(MATCH_ANY) | AT(MATCH_ALL),                                             \
              "bits of a mask are lanes of the warp, not ranks"),                                                     \
        KNOWN(rank_is_lane, AT(RANK), "the rank is the lane"),                                                        \
        KNOWN(outside_zero, AT(SHFL_UP) | AT(SHFL_DOWN), "a lane without a source gets 0"),                           \
        KNOWN(wraps, AT(SHFL_UP) | AT(SHFL_DOWN), "the source wraps around in the group"),                            \
        KNOWN_AS("mask_of_any", group_mask_of_any, AT(MATCH_ALL), 0, 0,                                               \
                 "where the values differ, match_all gives the mask of match_any"),                                   \
        KNOWN(other_scan, AT(INCLUSIVE) | AT(EXCLUSIVE), "the inclusive scan is exclusive, or the other way round")

static const struct fault of_ballot[] = {
    ALL_COUNT,
    LANE_UNREAD,
    LANE_IS_0(ALL_OPERATIONS),
    KNOWN_EACH(lane_is_1, ALL_OPERATIONS, 0, 63, "the value of lane # counts as 1"),
    HALVES,
    OTHERS_ARE_ZERO,
    OF_MASKS(1 << PEER_BALLOT),
    KNOWN(packed, 1 << PEER_BALLOT, "the bits of a mask are ranks among the lanes that execute, not lanes"),
    KNOWN(elect_highest, 1 << PEER_ELECT, "the highest lane is elected"),
    KNOWN(elect_lane_0, 1 << PEER_ELECT, "lane 0 is elected, whether it executes or not"),
    KNOWN(uni_is_all, 1 << PEER_UNI, "uni is 0 where all predicates are 0"),
    { .name = NULL }
};
static const struct fault of_match[] = {
    ALL_COUNT,
    LANE_UNREAD,
    LANE_IS_0(ALL_OPERATIONS),
    HALVES,
    OTHERS_ARE_ZERO,
    OF_VALUES(ALL_OPERATIONS),
    OF_MASKS(ALL_OPERATIONS),
    AS_FLOAT(ALL_OPERATIONS),
    KNOWN(packed, ALL_OPERATIONS, "the bits of a mask are ranks among the lanes that execute, not lanes"),
    KNOWN(without_own, 1 << SHFL_MATCH_ANY, "a lane's own bit is not in its mask"),
    KNOWN(mask_of_any, 1 << SHFL_MATCH_ALL, "where the values differ, match.all gives the mask of match.any"),
    { .name = NULL }
};
enum { BITWISE = 0x07, SUM = 0x08, EXTREMES = 0xf0 };
static const struct fault of_reduce[] = {
    ALL_COUNT,
    LANE_UNREAD,
    LANE_IS_0(ALL_OPERATIONS),
    OTHERS_ARE_ZERO,
    OF_VALUES(ALL_OPERATIONS),
    KNOWN(other_sign, EXTREMES, "signed values are compared as unsigned ones, or the other way round"),
    KNOWN_EACH(decided_by_top, EXTREMES, 1, 31, "the upper # bits decide, of equals the first lane"),
    KNOWN(decided_as_float, EXTREMES, "values are compared as floats"),
    KNOWN(logical, BITWISE, "and, or and xor are logical: 0 or 1"),
    KNOWN(saturates, SUM, "a sum does not wrap around"),
    STARTS_AT("starts_at_0", AT_0, ALL_OPERATIONS, "the reduction starts at 0"),
    STARTS_AT("starts_at_1", AT_1, ALL_OPERATIONS, "the reduction starts at 1"),
    STARTS_AT("starts_at_ones", AT_ONES, ALL_OPERATIONS, "the reduction starts at all ones"),
    STARTS_AT("starts_at_most", AT_MOST, ALL_OPERATIONS, "the reduction starts at the largest signed value"),
    STARTS_AT("starts_at_least", AT_LEAST, ALL_OPERATIONS, "the reduction starts at the smallest signed value"),
    { .name = NULL }
};
static const struct fault of_tile[] = { OF_GROUPS(TILE),
                                        KNOWN(whole_warp, ALL_OPERATIONS, "the tile is not read: it is the warp"),
                                        KNOWN(by_lane, TILE(SHFL), "a rank is taken for a lane of the warp"),
                                        KNOWN_AS("not_modulo", outside_own, TILE(SHFL), 0, 0,
                                                 "shfl of a rank outside the tile gives the own value"),
                                        { .name = NULL } };
static const struct fault of_coalesced[] = {
    OF_GROUPS(COAL),
    ALL_COUNT,
    KNOWN(masks_from_lowest, COAL(BALLOT) | COAL(MATCH_ANY) | COAL(MATCH_ALL),
          "bits of a mask are lanes from the group's lowest one on, not ranks"),
    KNOWN(by_lane, COAL(SHFL) | COAL(SHFL_UP) | COAL(SHFL_DOWN), "ranks and distances are those of lanes"),
    KNOWN(one_group, ALL_OPERATIONS, "labels are not read: all lanes that execute are one group"),
    { .name = NULL }
};

/* ---- the tables of operations, operands and levels */

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
#define SHUFFLES_OF_GROUPS                                                            \
    { "shfl", PEER_GROUP_SHFL, 0, 1, 0 }, { "shfl_up", PEER_GROUP_SHFL_UP, 0, 1, 0 }, \
        { "shfl_down", PEER_GROUP_SHFL_DOWN, 0, 1, 0 }
#define OTHERS_OF_GROUPS                                                                                          \
    { "rank", PEER_GROUP_RANK, 0, 1, 0 }, { "size", PEER_GROUP_SIZE, 0, 1, 0 },                                   \
        { "ballot", PEER_GROUP_BALLOT, 0, 1, 0 }, { "any", PEER_GROUP_ANY, 0, 0, 1 },                             \
        { "all", PEER_GROUP_ALL, 0, 0, 1 }, { "match_any", PEER_GROUP_MATCH_ANY, 0, 1, 0 },                       \
        { "match_all", PEER_GROUP_MATCH_ALL, 0, 1, 1 }, { "reduce", PEER_GROUP_REDUCE, 0, 1, 0 },                 \
        { "inclusive_scan", PEER_GROUP_INCLUSIVE, 0, 1, 0 }, { "exclusive_scan", PEER_GROUP_EXCLUSIVE, 0, 1, 0 }, \
    {                                                                                                             \
        .name = NULL                                                                                              \
    }
static const struct operation tiles[] = { SHUFFLES_OF_GROUPS,
                                          { "shfl_xor", PEER_GROUP_SHFL_XOR, 0, 1, 0 },
                                          OTHERS_OF_GROUPS };
static const struct operation coalesceds[] = { SHUFFLES_OF_GROUPS, OTHERS_OF_GROUPS };

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
#define OF_GROUP(active_bits, active_bases, label_bits, label_bases)                                           \
    {                                                                                                          \
        SHAPE("tile", tile), OPERAND(MASK, "active", active, active_bits, active_bases),                       \
            OPERAND(LIST, "label", label, label_bits, label_bases),                                            \
            { .name = "index", .form = LIST, .at = offsetof(struct call, index), .bits = 5, .readers = 0x0f }, \
            { .name = "ra",                                                                                    \
              .form = LIST,                                                                                    \
              .at = offsetof(struct call, ra),                                                                 \
              .bits = 32,                                                                                      \
              .bases = 4,                                                                                      \
              .readers = ~(TILE(RANK) | TILE(SIZE)),                                                           \
              .predicates = TILE(BALLOT) | TILE(ANY) | TILE(ALL) },                                            \
        {                                                                                                      \
            .name = NULL                                                                                       \
        }                                                                                                      \
    }
static const struct operand operands_of_tile[] = OF_GROUP(0, 0, 0, 0);
static const struct operand operands_of_coalesced[] = OF_GROUP(1, 2, 32, 1);

#define LEVEL(name_, function_, value_, operations_, operands_, faults_, call_, ask_, right_, about_) \
    { .name = name_,                                                                                  \
      .about = about_,                                                                                \
      .function = #function_,                                                                         \
      .golden = (any_function *)function_,                                                            \
      .drawn = DRAWN,                                                                                 \
      .value = offsetof(struct call, value_),                                                         \
      .operations = operations_,                                                                      \
      .operands = operands_,                                                                          \
      .faults = faults_,                                                                              \
      .draw = draw_##call_,                                                                           \
      .plain = plain_##call_,                                                                         \
      .right = right_,                                                                                \
      .ask = ask_ }
const struct level level_ballot = LEVEL("ballot", openshfl_vote_peer, p, ballots, of_p, of_ballot, vote, ask_ballot,
                                        NULL, "votes, the ballot and elect");
const struct level level_match = LEVEL("match", openshfl_match_peer, ra, matches, of_ra, of_match, vote, ask_match,
                                       NULL, "which lanes have the same value");
const struct level level_reduce = LEVEL("reduce", openshfl_redux_peer, ra, reductions, of_ra, of_reduce, vote,
                                        ask_reduce, NULL, "and, or, xor, sum, minimum and maximum");
const struct level level_tile = LEVEL("tile", openshfl_group_peer, ra, tiles, operands_of_tile, of_tile, group,
                                      ask_group, NULL, "tiles of cooperative groups");
const struct level level_coalesced = LEVEL("coalesced", openshfl_group_peer, ra, coalesceds, operands_of_coalesced,
                                           of_coalesced, group, ask_group, right_coalesced,
                                           "coalesced, labelled and binary groups");
