/* SPDX-License-Identifier: Apache-2.0
 * lanes - the levels ballot, match, reduce, tile and coalesced of openshfl conform, by docs/rules.md 8 to 10 and 14. */
#include "level.h"

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

/* ---- what the known faults do, of votes, masks and matches */

static uint64_t halves(const struct call *c, uint64_t mask)
{
    return low(mask >> c->lanes / 2 | mask << c->lanes / 2, c->lanes);
}

static void swap_values(struct call *c)
{
    const struct call from = *c;

    c->p[0] = halves(c, from.p[0]);
    EACH_POINT(c->ra[k] = from.ra[k ^ c->lanes / 2])
}

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

/* Equal as floats: -0 is 0, and a NaN is none. */
static bool float_equal(uint64_t a, uint64_t b)
{
    const uint32_t magnitude = (uint32_t)a & INT32_MAX;

    return (a == b || ((a | b) & INT32_MAX) == 0) && magnitude <= UINT32_C(0x7f800000);
}

static void float_match(const struct call *c, struct result *r)
{
    const bool is_match = c->level == &level_match;
    const bool all = is_match ? c->op == SHFL_MATCH_ALL : c->op == PEER_GROUP_MATCH_ALL;
    uint64_t group[SHFL_LANES_MAX], equal[SHFL_LANES_MAX] = { 0 };

    if (is_match)
        EACH_POINT(group[k] = c->active >> k & 1 ? c->active : 0)
    else
        groups_of(c, group);
    for (unsigned k = 0; k < c->lanes; k++) {
        for (unsigned other = 0, rank = 0; other < c->lanes; other++)
            if (group[k] >> other & 1) {
                const unsigned bit = is_match ? other : rank++;

                equal[k] |= (uint64_t)float_equal(c->ra[k], c->ra[other]) << bit;
            }
        const bool same = (unsigned)__builtin_popcountll(equal[k]) == (unsigned)__builtin_popcountll(group[k]);
        r->rd[k] = all && !same ? 0 : equal[k];
        if (all)
            r->flags[k] = (uint16_t)((r->flags[k] & ~PU) | (same ? PU : 0));
    }
}

static void mask_of_any(struct call *c, struct result *r)
{
    static struct result any;

    c->op = c->level == &level_match ? SHFL_MATCH_ANY : PEER_GROUP_MATCH_ANY;
    right_result(c, &any);
    memcpy(r->rd, any.rd, c->lanes * sizeof *r->rd);
}

/* ---- of reductions */

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
static void starts_at(const struct call *c, struct result *r, uint32_t value)
{
    const enum shfl_redux_op op = c->level == &level_reduce ? (enum shfl_redux_op)c->op : SHFL_REDUX_SUM;
    struct shfl_redux_out out;

    for (unsigned k = 0; k < c->lanes; k++) {
        const uint64_t two[2] = { r->rd[k], value };

        shfl_redux(2, op, c->is_signed, 32, 3, two, &out);
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

/* ---- of groups */

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

/* ---- the table of faults: the levels share it, and each has the bits of its operations from FIRST_ on */

enum { FIRST_BALLOT = 0, FIRST_MATCH = 5, FIRST_REDUCE = 7, FIRST_TILE = 15, FIRST_COALESCED = 29, END = 43 };
#define BIT(first, operation) (UINT64_C(1) << (first) << (operation))
#define BITS(first, end) (UINT64_MAX << (first) & ~(UINT64_MAX << (end)))
#define VOTES BITS(FIRST_BALLOT, FIRST_MATCH)
#define UNI BIT(FIRST_BALLOT, PEER_UNI)
#define ELECT BIT(FIRST_BALLOT, PEER_ELECT)
#define BALLOT BIT(FIRST_BALLOT, PEER_BALLOT)
#define MATCHES BITS(FIRST_MATCH, FIRST_REDUCE)
#define MATCH_ALL BIT(FIRST_MATCH, SHFL_MATCH_ALL)
#define MATCH_ANY BIT(FIRST_MATCH, SHFL_MATCH_ANY)
#define REDUCTIONS BITS(FIRST_REDUCE, FIRST_TILE)
#define BITWISE BITS(FIRST_REDUCE, FIRST_REDUCE + SHFL_REDUX_SUM)
#define SUM BIT(FIRST_REDUCE, SHFL_REDUX_SUM)
#define EXTREMES BITS(FIRST_REDUCE + SHFL_REDUX_MIN, FIRST_TILE)
#define TILES BITS(FIRST_TILE, FIRST_COALESCED)
#define COALESCED BITS(FIRST_COALESCED, END)
#define TILE(name) BIT(FIRST_TILE, PEER_GROUP_##name)
#define COAL(name) BIT(FIRST_COALESCED, PEER_GROUP_##name)
#define GROUP(name) (BIT(FIRST_TILE, PEER_GROUP_##name) | BIT(FIRST_COALESCED, PEER_GROUP_##name))
#define MASKS (BALLOT | MATCHES | GROUP(BALLOT) | GROUP(MATCH_ANY) | GROUP(MATCH_ALL))
#define SUMS (GROUP(REDUCE) | GROUP(INCLUSIVE) | GROUP(EXCLUSIVE))
#define OF_VALUES (GROUP(MATCH_ANY) | GROUP(MATCH_ALL) | SUMS)

#define FAULTS_OF_LANES
#include "faults.def"

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
static const struct operation of_groups[] = { { "shfl", PEER_GROUP_SHFL, 0, 1, 0 },
                                              { "shfl_up", PEER_GROUP_SHFL_UP, 0, 1, 0 },
                                              { "shfl_down", PEER_GROUP_SHFL_DOWN, 0, 1, 0 },
                                              { "shfl_xor", PEER_GROUP_SHFL_XOR, 0, 1, 0 },
                                              { "rank", PEER_GROUP_RANK, 0, 1, 0 },
                                              { "size", PEER_GROUP_SIZE, 0, 1, 0 },
                                              { "ballot", PEER_GROUP_BALLOT, 0, 1, 0 },
                                              { "any", PEER_GROUP_ANY, 0, 0, 1 },
                                              { "all", PEER_GROUP_ALL, 0, 0, 1 },
                                              { "match_any", PEER_GROUP_MATCH_ANY, 0, 1, 0 },
                                              { "match_all", PEER_GROUP_MATCH_ALL, 0, 1, 1 },
                                              { "reduce", PEER_GROUP_REDUCE, 0, 1, 0 },
                                              { "inclusive_scan", PEER_GROUP_INCLUSIVE, 0, 1, 0 },
                                              { "exclusive_scan", PEER_GROUP_EXCLUSIVE, 0, 1, 0 },
                                              { .name = NULL } };

static const struct operand of_p[] = { SHAPE("is_signed", is_signed),
                                       OPERAND(MASK, "active", active, 1, 2),
                                       OPERAND_WITH(MASK, "p", p, 1, 2, .readers = ~(1u << PEER_ELECT)),
                                       { .name = NULL } };
static const struct operand of_ra[] = { SHAPE("is_signed", is_signed),
                                        OPERAND(MASK, "active", active, 1, 2),
                                        OPERAND(LIST, "ra", ra, 32, 4),
                                        { .name = NULL } };
#define GROUP_BIT(name) (1u << PEER_GROUP_##name)
#define OF_GROUP(active_bits, active_bases, label_bits, label_bases)                             \
    {                                                                                            \
        SHAPE("tile", tile), OPERAND(MASK, "active", active, active_bits, active_bases),         \
            OPERAND(LIST, "label", label, label_bits, label_bases),                              \
            OPERAND_WITH(LIST, "index", index, 5, 0, .readers = 0x0f),                           \
            OPERAND_WITH(LIST, "ra", ra, 32, 4, .readers = ~(GROUP_BIT(RANK) | GROUP_BIT(SIZE)), \
                         .predicates = GROUP_BIT(BALLOT) | GROUP_BIT(ANY) | GROUP_BIT(ALL)),     \
        {                                                                                        \
            .name = NULL                                                                         \
        }                                                                                        \
    }
static const struct operand operands_of_tile[] = OF_GROUP(0, 0, 0, 0);
static const struct operand operands_of_coalesced[] = OF_GROUP(1, 2, 32, 1);

const struct level level_ballot = { LEVEL("ballot", openshfl_vote_peer, p, FIRST_BALLOT, ballots, of_p, vote,
                                          ask_ballot, "votes, the ballot and elect") };
const struct level level_match = { LEVEL("match", openshfl_match_peer, ra, FIRST_MATCH, matches, of_ra, vote, ask_match,
                                         "which lanes have the same value") };
const struct level level_reduce = { LEVEL("reduce", openshfl_redux_peer, ra, FIRST_REDUCE, reductions, of_ra, vote,
                                          ask_reduce, "and, or, xor, sum, minimum and maximum") };
const struct level level_tile = { LEVEL("tile", openshfl_group_peer, ra, FIRST_TILE, of_groups, operands_of_tile, group,
                                        ask_group, "tiles of cooperative groups") };
const struct level level_coalesced = { LEVEL("coalesced", openshfl_group_peer, ra, FIRST_COALESCED, of_groups,
                                             operands_of_coalesced, group, ask_group,
                                             "coalesced, labelled and binary groups"),
                                       .lacks = 1 << PEER_GROUP_SHFL_XOR, .right = right_coalesced };
