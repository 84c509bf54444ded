/* SPDX-License-Identifier: Apache-2.0
 * groups - the levels tile, coalesced, barrier and block-shuffle of openshfl conform, by docs/rules.md 14 to 16. */
#include "kinds.h"

enum { DRAWN = 256, BARRIER_LANES = 32 };

/* ---- groups: the calls */

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
    if (c->kind == &kind_tile) { /* whole ones */
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

/* ---- groups: the right results */

static void shuffle_of_tile(const struct call *c, struct result *r)
{
    const struct shfl_unit unit = { c->lanes, SHFL_RAW };
    struct shfl_in in = { .mode = (enum shfl_mode)c->op, .active = c->active };
    struct shfl_out out;

    for (unsigned k = 0; k < c->lanes; k++) {
        in.ra[k] = c->ra[k];
        in.sb[k] = (uint32_t)c->index[k];
        in.sc[k] = (uint32_t)(c->lanes - c->tile) << 8 | (in.mode == SHFL_UP ? 0 : c->lanes - 1);
    }
    shfl_warp(&unit, &in, &out);
    memcpy(r->rd, out.rd, c->lanes * sizeof *r->rd);
}

static void right_group(const struct call *c, struct result *r)
{
    const unsigned op = (unsigned)c->op;
    uint64_t group[SHFL_LANES_MAX], p = 0, pu = 0, open = 0;
    uint32_t index[SHFL_LANES_MAX];
    union {
        struct shfl_group_out shuffle;
        struct shfl_group_vote_out vote;
        struct shfl_match_out match;
    } out;

    groups_of(c, group);
    EACH_POINT(p |= (c->ra[k] & 1) << k; index[k] = (uint32_t)c->index[k])
    if (op <= PEER_GROUP_SHFL_XOR && c->tile) {
        shuffle_of_tile(c, r);
    } else if (op <= PEER_GROUP_SHFL_XOR) {
        shfl_group_shuffle(c->lanes, (enum shfl_mode)op, group, index, c->ra, &out.shuffle);
        memcpy(r->rd, out.shuffle.rd, c->lanes * sizeof *r->rd);
        open = ~out.shuffle.defined;
    } else if (op == PEER_GROUP_RANK || op == PEER_GROUP_SIZE) {
        EACH_POINT(r->rd[k] = op == PEER_GROUP_RANK ? shfl_group_rank(group[k], k) : shfl_group_size(group[k]))
    } else if (op <= PEER_GROUP_ALL) {
        shfl_group_vote(c->lanes, group, p, &out.vote);
        memcpy(r->rd, out.vote.rd, c->lanes * sizeof *r->rd);
        pu = op == PEER_GROUP_ANY ? out.vote.any : out.vote.all;
    } else if (op <= PEER_GROUP_MATCH_ALL) {
        shfl_group_match(c->lanes, op == PEER_GROUP_MATCH_ANY ? SHFL_MATCH_ANY : SHFL_MATCH_ALL, 32, group, c->ra,
                         &out.match);
        memcpy(r->rd, out.match.rd, c->lanes * sizeof *r->rd);
        pu = out.match.pu;
    } else
        shfl_group_reduce(c->lanes, (enum shfl_group_scan)(op - PEER_GROUP_REDUCE), SHFL_REDUX_SUM, false, 32, group,
                          c->ra, r->rd);
    flags_of(r, c->lanes, pu, c->active);
    EACH_POINT(r->flags[k] |= open >> k & c->active >> k & 1 ? ANY : 0)
}

/* ---- groups: known faults */

FAULT(one_group, memset(c->label, 0, sizeof c->label))
FAULT(all_members, c->active = shfl_all_lanes(c->lanes))
FAULT(whole_warp, c->tile = c->lanes; memset(c->label, 0, sizeof c->label))
FAULT(other_scan, c->op ^= PEER_GROUP_INCLUSIVE ^ PEER_GROUP_EXCLUSIVE)
RESULT(rank_is_lane, EACH_POINT(r->rd[k] = k))

static void mask_of_any(struct call *c, struct result *r, unsigned n)
{
    static struct result any;

    (void)n;
    c->op = PEER_GROUP_MATCH_ANY;
    kind_right(c, &any);
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

/* Operations by their places: coalesced has no SHFL_XOR, and its operations follow each other all the same. */
#define TILE(name) (1u << PEER_GROUP_##name)
#define COAL(name) (1u << (PEER_GROUP_##name - (PEER_GROUP_##name > PEER_GROUP_SHFL_XOR)))
#define OF_GROUPS(AT)                                                                                          \
    KNOWN("masks_of_lanes", masks_of_lanes, AT(BALLOT) | AT(MATCH_ANY) | AT(MATCH_ALL), 0,                     \
          "bits of a mask are lanes of the warp, not ranks"),                                                  \
        KNOWN("rank_is_lane", rank_is_lane, AT(RANK), 0, "the rank is the lane"),                              \
        KNOWN("outside_zero", outside_zero, AT(SHFL_UP) | AT(SHFL_DOWN), 0, "a lane without a source gets 0"), \
        KNOWN("wraps", wraps, AT(SHFL_UP) | AT(SHFL_DOWN), 0, "the source wraps around in the group"),         \
        KNOWN("mask_of_any", mask_of_any, AT(MATCH_ALL), 0,                                                    \
              "where the values differ, match_all gives the mask of match_any"),                               \
        KNOWN("other_scan", other_scan, AT(INCLUSIVE) | AT(EXCLUSIVE), 0,                                      \
              "the inclusive scan is exclusive, or the other way round")

static const struct fault of_tile[] = {
    OF_GROUPS(TILE),
    KNOWN("whole_warp", whole_warp, ALL_OPERATIONS, 0, "the tile is not read: it is the warp"),
    KNOWN("by_lane", by_lane, TILE(SHFL), 0, "a rank is taken for a lane of the warp"),
    KNOWN("not_modulo", outside_own, TILE(SHFL), 0, "shfl of a rank outside the tile gives the own value"),
    { .name = NULL }
};
static const struct fault of_coalesced[] = {
    OF_GROUPS(COAL),
    KNOWN("masks_from_lowest", masks_from_lowest, COAL(BALLOT) | COAL(MATCH_ANY) | COAL(MATCH_ALL), 0,
          "bits of a mask are lanes from the group's lowest one on, not ranks"),
    KNOWN("by_lane", by_lane, COAL(SHFL) | COAL(SHFL_UP) | COAL(SHFL_DOWN), 0,
          "ranks and distances are those of lanes"),
    KNOWN("one_group", one_group, ALL_OPERATIONS, 0, "labels are not read: all lanes that execute are one group"),
    KNOWN("all_members", all_members, ALL_OPERATIONS, 0, "lanes that do not execute are members, too"),
    { .name = NULL }
};

static int ask_group(void *function, const struct call *c, struct result *r)
{
    openshfl_group_peer_fn *peer;
    uint64_t pu = 0, we = 0;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(c->lanes, (unsigned)c->op, (unsigned)c->tile, c->active, c->label, c->index, c->ra, r->rd,
                             &pu, &we);
    flags_of(r, c->lanes, pu, we);
    return refused;
}

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
#define VALUES                               \
    { .name = "ra",                          \
      .form = LIST,                          \
      .at = offsetof(struct call, ra),       \
      .bits = 32,                            \
      .bases = 4,                            \
      .readers = ~(TILE(RANK) | TILE(SIZE)), \
      .predicates = TILE(BALLOT) | TILE(ANY) | TILE(ALL) }
#define INDEX { .name = "index", .form = LIST, .at = offsetof(struct call, index), .bits = 5, .readers = 0x0f }
static const struct operand operands_of_tile[] = {
    SHAPE("tile", tile), OPERAND(MASK, "active", active, 0, 0), OPERAND(LIST, "label", label, 0, 0), INDEX, VALUES,
    { .name = NULL }
};
static const struct operand operands_of_coalesced[] = {
    SHAPE("tile", tile), OPERAND(MASK, "active", active, 1, 2), OPERAND(LIST, "label", label, 32, 1), INDEX, VALUES,
    { .name = NULL }
};

#define GROUP(about_, operations_, operands_, faults_) \
    { .about = about_,                                 \
      .function = "openshfl_group_peer",               \
      .drawn = DRAWN,                                  \
      .value = offsetof(struct call, ra),              \
      .operations = operations_,                       \
      .operands = operands_,                           \
      .faults = faults_,                               \
      .draw = draw_group,                              \
      .plain = plain_group,                            \
      .right = right_group,                            \
      .ask = ask_group }
const struct kind kind_tile = GROUP("tiles of cooperative groups", tiles, operands_of_tile, of_tile);
const struct kind kind_coalesced = GROUP("coalesced, labelled and binary groups", coalesceds, operands_of_coalesced,
                                         of_coalesced);

/* ---- barriers */

static unsigned warps_of(const struct call *c) { return (unsigned)(c->threads + BARRIER_LANES - 1) / BARRIER_LANES; }
static bool arrives(const struct call *c, unsigned thread) { return c->warps >> thread / BARRIER_LANES & 1; }
static uint32_t lanes_at(const uint64_t mask[], unsigned warp) { return (uint32_t)(mask[warp / 2] >> warp % 2 * 32); }

/* A block of so many threads, all of which are there; of parts, whole warps. */
static void block_of(struct call *c, unsigned threads)
{
    c->threads = threads;
    if (c->op >= PEER_BARRIER_PART)
        c->threads = warps_of(c) * BARRIER_LANES;
    c->points = c->bits = (unsigned)c->threads;
    c->warps = UINT32_MAX >> (32 - warps_of(c));
    memset(c->exited, 0, sizeof c->exited);
    memset(c->p, 0, sizeof c->p);
}

static void draw_barrier(unsigned row, struct call *c)
{
    static const unsigned sizes[] = { 1, 31, 32, 33, 64, 100, 1000, 1024 };
    const bool part = c->op >= PEER_BARRIER_PART;
    const uint64_t d = mixed(c->op << 40 | UINT64_C(7) << 32 | row);
    const unsigned eighths[] = { 0, row == 1 ? 0 : 1, 4, 7 }, how = row == 0 ? 2 : (unsigned)(d >> 40) % 5;

    block_of(c, row < 2 ? POINTS_MAX : row / 4 % 4 == 0 ? 1 + (unsigned)(d % POINTS_MAX) : sizes[row / 16 % 8]);
    if (part && row > 1)
        c->warps &= (uint32_t)(d >> 32) | 1u << (d >> 16) % warps_of(c);
    for (unsigned k = 0; k < c->threads; k++) {
        const uint64_t own = mixed(d + k);
        const bool exits = own % 8 < eighths[row % 4] && !(part && k % BARRIER_LANES == d % BARRIER_LANES);
        const bool one = k == (d >> 20) % c->threads;

        c->exited[k / 64] |= (uint64_t)exits << k % 64;
        c->p[k / 64] |= (uint64_t)(row == 1   ? 0
                                   : how == 0 ? !one
                                   : how == 1 ? one
                                   : how == 2 ? 1
                                              : own >> 40 & 1)
                     << k % 64;
    }
}

/* The last thread, or one of the last warp, is the one that differs; it decides what `and` of ones and `or` of zeros are. */
static unsigned plain_barrier(unsigned base, unsigned element, struct call *c)
{
    block_of(c, element + 1);
    return c->op % PEER_BARRIER_PART == PEER_BARRIER_AND ? 3 : c->op % PEER_BARRIER_PART == PEER_BARRIER_OR ? 2 : base;
}

/* The threads of each warp that take part: the arguments of the model. */
static void right_barrier(const struct call *c, struct result *r)
{
    const unsigned op = (unsigned)c->op % PEER_BARRIER_PART;
    uint64_t active[BARRIER_LANES], p[BARRIER_LANES];
    struct shfl_barrier_out out = { .count = 0 };
    unsigned arrived = 0;

    for (unsigned i = 0; i < warps_of(c); i++)
        if (c->warps >> i & 1) {
            const unsigned left = (unsigned)c->threads - i * BARRIER_LANES;
            const uint32_t all = left < BARRIER_LANES ? (1u << left) - 1 : UINT32_MAX;

            active[arrived] = all & ~lanes_at(c->exited, i);
            p[arrived++] = lanes_at(c->p, i);
        }
    shfl_barrier_block(BARRIER_LANES, arrived, active, p, &out);
    for (unsigned k = 0; k < c->threads; k++) {
        r->rd[k] = op == PEER_BARRIER_COUNT ? out.count : op == PEER_BARRIER_AND ? out.all : out.any;
        r->flags[k] = arrives(c, k) && !bit_of(c->exited, k) ? WRITTEN : 0;
    }
}

/* The results of a changed block, for the threads of this one. */
static void of_block(struct call *c, struct result *r, unsigned threads)
{
    static struct result changed;

    right_barrier(c, &changed);
    memcpy(r->rd, changed.rd, threads * sizeof *r->rd);
}

static void all_stay(struct call *c, bool as_zero)
{
    for (unsigned i = 0; i < MASK_WORDS; i++) {
        c->p[i] &= as_zero ? ~c->exited[i] : UINT64_MAX;
        c->exited[i] = 0;
    }
}

static void own_warp(struct call *c, struct result *r, unsigned n)
{
    static struct result changed;
    const uint64_t warps = c->warps;

    (void)n;
    for (unsigned i = 0; i < warps_of(c); i++)
        if (warps >> i & 1) {
            c->warps = UINT64_C(1) << i;
            right_barrier(c, &changed);
            for (unsigned k = i * BARRIER_LANES; k < c->threads && k < (i + 1) * BARRIER_LANES; k++)
                r->rd[k] = changed.rd[k];
        }
}

static unsigned warps_with_p(const struct call *c)
{
    unsigned count = 0;

    for (unsigned i = 0; i < warps_of(c); i++)
        count += c->warps >> i & 1 && (lanes_at(c->p, i) & ~lanes_at(c->exited, i)) != 0;
    return count;
}

#define OTHER_BLOCK(name, ...)                                     \
    static void name(struct call *c, struct result *r, unsigned n) \
    {                                                              \
        const unsigned threads = (unsigned)c->threads;             \
                                                                   \
        (void)n;                                                   \
        __VA_ARGS__;                                               \
        of_block(c, r, threads);                                   \
    }
#define ROUNDED c->threads = warps_of(c) * BARRIER_LANES
OTHER_BLOCK(counts_exited, all_stay(c, false))
OTHER_BLOCK(exited_are_zero, all_stay(c, true))
OTHER_BLOCK(missing_are_zero, ROUNDED)
OTHER_BLOCK(rounded_block, ROUNDED; all_stay(c, true))
OTHER_BLOCK(counts_absent, c->warps = UINT32_MAX >> (32 - warps_of(c)))
RESULT(counts_warps, EACH_POINT(r->rd[k] = warps_with_p(c)))
RESULT(count_narrow, EACH_POINT(r->rd[k] &= (1u << n) - 1))
RESULT(count_is_any, EACH_POINT(r->rd[k] = r->rd[k] > 0))
RESULT(exited_write, EACH_POINT(r->flags[k] |= arrives(c, k) ? WRITTEN : 0))

enum { COUNTS = 0x09, ANDS = 0x12, PARTS = 0x38 };
static const struct fault of_barrier[] = {
    KNOWN("counts_exited", counts_exited, ALL_OPERATIONS, 0, "threads that have exited count"),
    KNOWN("exited_are_zero", exited_are_zero, ANDS, 0, "threads that have exited count with 0"),
    KNOWN("missing_are_zero", missing_are_zero, ANDS, 0,
          "lanes of the last warp that are no threads of the block count with 0"),
    KNOWN("rounded_block", rounded_block, ANDS, 0,
          "the block is rounded up to warps: all their lanes, exited threads too, have to have the predicate"),
    KNOWN("own_warp", own_warp, ALL_OPERATIONS, 0, "the threads of the own warp count alone"),
    KNOWN("counts_absent", counts_absent, PARTS, 0, "warps that do not arrive count"),
    KNOWN("counts_warps", counts_warps, COUNTS, 0,
          "warps in which a thread has the predicate are counted, not threads"),
    KNOWN("count_is_any", count_is_any, COUNTS, 0, "the count is 0 or 1"),
    KNOWN("count_narrow", count_narrow, COUNTS, 10, "the count is cut to # bits"),
    KNOWN("exited_write", exited_write, ALL_OPERATIONS, 0, "threads that have exited get a result"),
    { .name = NULL }
};

static int ask_barrier(void *function, const struct call *c, struct result *r)
{
    uint64_t we[MASK_WORDS] = { 0 };
    openshfl_barrier_peer_fn *peer;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer((unsigned)c->threads, (unsigned)c->op, (unsigned)c->warps, c->exited, c->p, r->rd, we);
    EACH_POINT(r->flags[k] = bit_of(we, k) ? WRITTEN : 0)
    return refused;
}

static const struct operation barriers[] = { { "count", PEER_BARRIER_COUNT, 0, 1, 0 },
                                             { "and", PEER_BARRIER_AND, 0, 1, 0 },
                                             { "or", PEER_BARRIER_OR, 0, 1, 0 },
                                             { "part.count", PEER_BARRIER_PART + PEER_BARRIER_COUNT, 0, 1, 0 },
                                             { "part.and", PEER_BARRIER_PART + PEER_BARRIER_AND, 0, 1, 0 },
                                             { "part.or", PEER_BARRIER_PART + PEER_BARRIER_OR, 0, 1, 0 },
                                             { .name = NULL } };
static const struct operand operands_of_barrier[] = {
    SHAPE("threads", threads),
    { .name = "warps", .form = NUMBER, .at = offsetof(struct call, warps), .bits = 32, .readers = PARTS },
    OPERAND(MASK, "exited", exited, 1, 1),
    OPERAND(MASK, "p", p, 1, 1),
    { .name = NULL }
};
const struct kind kind_barrier = { .about = "barriers that count, and and or",
                                   .function = "openshfl_barrier_peer",
                                   .drawn = DRAWN,
                                   .elements = POINTS_MAX,
                                   .value = offsetof(struct call, p),
                                   .operations = barriers,
                                   .operands = operands_of_barrier,
                                   .faults = of_barrier,
                                   .draw = draw_barrier,
                                   .plain = plain_barrier,
                                   .right = right_barrier,
                                   .ask = ask_barrier };

/* ---- BlockShuffle: the items of a block are one sequence, and a last value for the suffix or the prefix */

static void draw_block(unsigned row, struct call *c)
{
    static const unsigned sizes[] = { 2, 31, 32, 33, 64, 100, 128, 255 };
    const uint64_t d = mixed(c->op << 40 | UINT64_C(9) << 32 | row);

    c->threads = row % 2 ? 2 + d % 254 : sizes[row / 2 % 8];
    c->items = c->op >= PEER_BLOCK_UP ? 1 + (d >> 20) % 4 : 1;
    c->points = (unsigned)(c->threads * c->items) + 1;
    if (c->op == PEER_BLOCK_ROTATE)
        c->distance = 1 + (d >> 32) % (c->threads - 1);
    else if (c->op == PEER_BLOCK_OFFSET)
        c->distance = (d >> 32) % (row % 4 < 2 ? 5 : 2 * c->threads + 3) - (row % 4 < 2 ? 2 : c->threads + 1);
    for (unsigned k = 0; k < c->points; k++) {
        c->ra[k] = (uint32_t)mixed(d + k);
        c->old[k] = (uint32_t)mixed(d + k + 5000);
    }
}

static int last_of(const struct call *c) { return (int)c->points - 1; }

static int step_of(const struct call *c)
{
    return c->op == PEER_BLOCK_UP ? -1 : c->op == PEER_BLOCK_DOWN ? 1 : (int)(int64_t)c->distance;
}

/* Which item an output is, -1: it stays; the last one is the suffix or the prefix. */
static int source_of(const struct call *c, int k)
{
    const int last = last_of(c), from = k + step_of(c);

    if (k == last)
        return c->op == PEER_BLOCK_UP ? last - 1 : c->op == PEER_BLOCK_DOWN ? 0 : -1;
    return c->op == PEER_BLOCK_ROTATE ? from % last : from >= 0 && from < last ? from : -1;
}

static void right_block(const struct call *c, struct result *r)
{
    for (unsigned k = 0; k < c->points; k++) {
        const int source = source_of(c, (int)k);

        r->rd[k] = source < 0 ? c->old[k] : c->ra[source];
        r->flags[k] = WRITTEN;
    }
}

/* CUB's documents: the last thread of Offset and Rotate is left out, and prev[0] of the last thread of Down. */
static bool left_by_documents(const struct call *c, int k)
{
    const int last = last_of(c);

    return (c->op == PEER_BLOCK_OFFSET && k + (int)(int64_t)c->distance == last - 1)
        || (c->op == PEER_BLOCK_ROTATE && k == last - 1) || (c->op == PEER_BLOCK_DOWN && k == last - (int)c->items);
}

/* At outputs for which IF holds, but the last one, the value becomes VALUE. */
#define AT(name, if_, value) \
    RESULT(name, const int last = last_of(c); for (int k = 0; k < last; k++) if (if_) r->rd[k] = (value))

static int thread_of(const struct call *c, int k) { return k / (int)c->items; }

AT(documented, left_by_documents(c, k), c->old[k])
AT(outside_0, source_of(c, k) < 0, 0)
AT(outside_input, source_of(c, k) < 0, c->ra[k])
AT(block_wraps, source_of(c, k) < 0, c->ra[((k + step_of(c)) % last + last) % last])
AT(in_warp, source_of(c, k) >= 0 && thread_of(c, source_of(c, k)) / BARRIER_LANES != thread_of(c, k) / BARRIER_LANES,
   c->old[k])
AT(each_thread, source_of(c, k) >= 0 && thread_of(c, source_of(c, k)) != thread_of(c, k), c->old[k])
RESULT(ends_left_out, r->rd[last_of(c)] = c->old[last_of(c)])
FAULT(other_direction, if (c->op >= PEER_BLOCK_UP) c->op ^= PEER_BLOCK_UP ^ PEER_BLOCK_DOWN;
      else c->distance = (c->op == PEER_BLOCK_ROTATE ? c->threads : 0) - c->distance)

static const struct fault of_block_shuffle[] = {
    KNOWN(
        "documented", documented, 0x0b, 0,
        "as CUB's documents have it, not its code: the last thread of Offset and Rotate, and prev[0] of that of Down, "
        "stay"),
    KNOWN("outside_0", outside_0, 0x0d, 0, "an output without a source becomes 0"),
    KNOWN("outside_input", outside_input, 0x0d, 0, "an output without a source gets the own input"),
    KNOWN("wraps", block_wraps, 0x0d, 0, "the source wraps around in the block"),
    KNOWN("in_warp", in_warp, ALL_OPERATIONS, 0, "items do not go from warp to warp"),
    KNOWN("each_thread", each_thread, 0x0c, 0, "items do not go from thread to thread"),
    KNOWN("ends_left_out", ends_left_out, 0x0c, 0, "block_suffix and block_prefix are not written"),
    KNOWN("other_direction", other_direction, ALL_OPERATIONS, 0, "items go the other way"),
    { .name = NULL }
};

static int ask_block(void *function, const struct call *c, struct result *r)
{
    openshfl_block_peer_fn *peer;

    memcpy(&peer, &function, sizeof peer);
    memcpy(r->rd, c->old, c->points * sizeof *r->rd);
    memset(r->flags, WRITTEN, c->points);
    return peer((unsigned)c->threads, (unsigned)c->items, (unsigned)c->op, (int)(int64_t)c->distance, c->ra, r->rd);
}

static const struct operation blocks[] = { { "Offset", PEER_BLOCK_OFFSET, 0, 1, 0 },
                                           { "Rotate", PEER_BLOCK_ROTATE, 0, 1, 0 },
                                           { "Up", PEER_BLOCK_UP, 0, 1, 0 },
                                           { "Down", PEER_BLOCK_DOWN, 0, 1, 0 },
                                           { .name = NULL } };
static const struct operand operands_of_block[] = {
    SHAPE("threads", threads),
    SHAPE("items", items),
    { .name = "distance", .form = DECIMAL, .at = offsetof(struct call, distance), .bits = 9, .readers = 3 },
    { .name = "input", .form = LIST, .at = offsetof(struct call, ra), .bits = 32, .less = 1 },
    { .name = "output", .form = LIST, .at = offsetof(struct call, old), .bits = 32, .readers = 1 },
    { .name = NULL }
};
const struct kind kind_block_shuffle = { .about = "cub::BlockShuffle",
                                         .function = "openshfl_block_peer",
                                         .drawn = DRAWN,
                                         .elements = POINTS_MAX,
                                         .values = true,
                                         .operations = blocks,
                                         .operands = operands_of_block,
                                         .faults = of_block_shuffle,
                                         .draw = draw_block,
                                         .right = right_block,
                                         .ask = ask_block };
