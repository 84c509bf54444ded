/* SPDX-License-Identifier: Apache-2.0
 * group - the levels tile, coalesced, barrier and block-shuffle of openshfl conform, by docs/rules.md 14 to 16. */
#include "kinds.h"

#include <inttypes.h>

enum { WARPS = 256, BARRIER_LANES = 32 };

#define FAULT(name, ...)                                           \
    static void name(struct warp *w, struct result *r, unsigned n) \
    {                                                              \
        (void)n;                                                   \
        __VA_ARGS__;                                               \
    }

/* ---- Groups: the warps */

/* The group of each lane, 0 of one in none; the rank of a lane in it, and its size. */
static void groups_of(const struct warp *w, uint64_t group[])
{
    shfl_group_partition(w->lanes, w->active, w->label, group);
}

static void draw_group(const struct kind *kind, unsigned vlen, size_t n, struct warp *w)
{
    const unsigned row = (unsigned)(n % WARPS), op = w->of.op;
    const uint64_t all = shfl_all_lanes(w->lanes), a = mixed((uint64_t)op << 40 | row), b = mixed(a), c = mixed(b);
    const uint64_t values[] = { a, b, c };
    unsigned bits = 0;

    (void)vlen;
    while (w->lanes >> bits > 1)
        bits++;
    w->active = (row % 4 == 0   ? all
                 : row % 4 == 1 ? a & all
                 : row % 4 == 2 ? a & b & all
                                : (a | b) & all)
              | UINT64_C(1) << c % w->lanes;
    if (kind == &kind_tile) {
        const uint64_t chosen = w->active;

        w->tile = 1u << row / 4 % (bits + 1);
        w->active = 0;
        for (unsigned k = 0; k < w->lanes; k++)
            w->active |= (chosen >> k / w->tile * w->tile & 1) << k;
        w->active = w->active ? w->active : all;
    }
    for (unsigned k = 0; k < w->lanes; k++) {
        const uint64_t own = mixed(c + k);

        w->label[k] = w->tile ? k / w->tile : row / 4 % 4 == 0 ? 7 : own >> 8 & (row / 4 % 4 == 1 ? 1 : 3);
        w->ra[k] = (uint32_t)(row / 16 % 4 == 0 ? a : row / 16 % 4 == 1 ? values[own % 3] : own >> 20);
    }
    uint64_t group[SHFL_LANES_MAX];

    groups_of(w, group);
    for (unsigned k = 0; k < w->lanes; k++) {
        const uint64_t own = mixed(a + k);
        const unsigned size = group[k] ? shfl_group_size(group[k]) : 1;

        w->index[k] = op == PEER_GROUP_SHFL_XOR || own % 4 ? (own >> 8) % size
                    : own >> 60 < 8                        ? (own >> 8) % (size + 2)
                                                           : (own >> 8) % w->lanes;
        w->index[k] %= w->tile ? w->lanes : 2 * w->lanes;
    }
}

/* ---- Groups: the right results */

static void shuffle_of_tile(const struct warp *w, struct result *r)
{
    const struct shfl_unit unit = { w->lanes, SHFL_RAW };
    struct shfl_in in = { .mode = (enum shfl_mode)w->of.op, .active = w->active };
    struct shfl_out out;

    for (unsigned k = 0; k < w->lanes; k++) {
        in.ra[k] = w->ra[k];
        in.sb[k] = (uint32_t)w->index[k];
        in.sc[k] = (w->lanes - w->tile) << 8 | (in.mode == SHFL_UP ? 0 : w->lanes - 1);
    }
    shfl_warp(&unit, &in, &out);
    memcpy(r->rd, out.rd, w->lanes * sizeof *r->rd);
}

static void right_group(const struct warp *w, struct result *r)
{
    const unsigned op = w->of.op;
    uint64_t group[SHFL_LANES_MAX], p = 0, pu = 0, open = 0;
    uint32_t index[SHFL_LANES_MAX];

    groups_of(w, group);
    for (unsigned k = 0; k < w->lanes; k++) {
        p |= (w->ra[k] & 1) << k;
        index[k] = (uint32_t)w->index[k];
    }
    if (op <= PEER_GROUP_SHFL_XOR && w->tile) {
        shuffle_of_tile(w, r);
    } else if (op <= PEER_GROUP_SHFL_XOR) {
        struct shfl_group_out out;

        shfl_group_shuffle(w->lanes, (enum shfl_mode)op, group, index, w->ra, &out);
        memcpy(r->rd, out.rd, w->lanes * sizeof *r->rd);
        open = ~out.defined;
    } else if (op == PEER_GROUP_RANK || op == PEER_GROUP_SIZE) {
        for (unsigned k = 0; k < w->lanes; k++)
            r->rd[k] = op == PEER_GROUP_RANK ? shfl_group_rank(group[k], k) : shfl_group_size(group[k]);
    } else if (op <= PEER_GROUP_ALL) {
        struct shfl_group_vote_out out;

        shfl_group_vote(w->lanes, group, p, &out);
        memcpy(r->rd, out.rd, w->lanes * sizeof *r->rd);
        pu = op == PEER_GROUP_ANY ? out.any : out.all;
    } else if (op <= PEER_GROUP_MATCH_ALL) {
        struct shfl_match_out out;

        shfl_group_match(w->lanes, op == PEER_GROUP_MATCH_ANY ? SHFL_MATCH_ANY : SHFL_MATCH_ALL, 32, group, w->ra,
                         &out);
        memcpy(r->rd, out.rd, w->lanes * sizeof *r->rd);
        pu = out.pu;
    } else
        shfl_group_reduce(w->lanes, (enum shfl_group_scan)(op - PEER_GROUP_REDUCE), SHFL_REDUX_SUM, false, 32, group,
                          w->ra, r->rd);
    flags_of(r, w->lanes, pu, w->active);
    for (unsigned k = 0; k < w->lanes; k++)
        r->flags[k] |= open >> k & w->active >> k & 1 ? ANY : 0;
}

/* ---- Groups: known faults */

/* The lanes that execute are those of before. */
static void right_of(const struct warp *changed, uint64_t active, struct result *r)
{
    right_group(changed, r);
    for (unsigned k = 0; k < changed->lanes; k++)
        r->flags[k] = (uint8_t)((r->flags[k] & ~WRITTEN) | (active >> k & 1 ? WRITTEN : 0));
}

FAULT(one_group, memset(w->label, 0, sizeof w->label); right_group(w, r))
FAULT(all_members, const uint64_t active = w->active; w->active = shfl_all_lanes(w->lanes); right_of(w, active, r))
FAULT(whole_warp, w->tile = w->lanes; memset(w->label, 0, sizeof w->label); right_group(w, r))
FAULT(other_scan, w->of.op ^= PEER_GROUP_INCLUSIVE ^ PEER_GROUP_EXCLUSIVE; right_group(w, r))
FAULT(mask_of_any, const uint64_t active = w->active; uint64_t pu = 0;
      for (unsigned k = 0; k < w->lanes; k++) pu |= (uint64_t)(r->flags[k] & PU) / PU << k;
      w->of.op = PEER_GROUP_MATCH_ANY; right_group(w, r); flags_of(r, w->lanes, pu, active))
FAULT(rank_is_lane, for (unsigned k = 0; k < w->lanes; k++) r->rd[k] = k)

/* Masks of ranks, with the bits at the lanes; n: from the group's lowest lane on. */
static void masks_of(struct warp *w, struct result *r, bool from_lowest)
{
    uint64_t group[SHFL_LANES_MAX];

    groups_of(w, group);
    for (unsigned k = 0; k < w->lanes; k++) {
        uint64_t mask = 0;

        for (unsigned rank = 0; rank < shfl_group_size(group[k]); rank++)
            mask |= (r->rd[k] >> rank & 1) << shfl_group_lane(group[k], rank);
        r->rd[k] = from_lowest && group[k] ? mask >> shfl_group_lane(group[k], 0) : mask;
    }
}

FAULT(masks_of_lanes, masks_of(w, r, false))
FAULT(masks_from_lowest, masks_of(w, r, true))

/* What each lane of a shuffle gets that has no rank for it: 0, the own value, a value by lanes, or one that wraps. */
enum { OUT_ZERO, OUT_OWN, BY_LANE, WRAPS };

static void shuffled(struct warp *w, struct result *r, unsigned how)
{
    uint64_t group[SHFL_LANES_MAX];

    groups_of(w, group);
    for (unsigned k = 0; k < w->lanes; k++) {
        const int64_t d = (int64_t)w->index[k], size = shfl_group_size(group[k]), rank = shfl_group_rank(group[k], k);
        const int64_t sign = w->of.op == PEER_GROUP_SHFL_UP ? -d : d,
                      from = w->of.op == PEER_GROUP_SHFL ? d : rank + sign;
        const bool outside = from < 0 || from >= size;

        if (size == 0)
            continue;
        if (how == BY_LANE) {
            const int64_t lane = w->of.op == PEER_GROUP_SHFL ? d : k + sign;

            r->rd[k] = w->ra[lane >= 0 && lane < w->lanes && group[k] >> lane & 1 ? lane : k];
        } else if (outside && how == WRAPS)
            r->rd[k] = w->ra[shfl_group_lane(group[k], (uint64_t)(from % size + size) % (uint64_t)size)];
        else if (outside)
            r->rd[k] = how == OUT_OWN ? w->ra[k] : 0;
    }
}

FAULT(outside_zero, shuffled(w, r, OUT_ZERO))
FAULT(outside_own, shuffled(w, r, OUT_OWN))
FAULT(by_lane, shuffled(w, r, BY_LANE))
FAULT(wraps, shuffled(w, r, WRAPS))

/* Operations by their numbers; coalesced has no SHFL_XOR, and its operations follow each other all the same. */
#define OP(name) (1u << PEER_GROUP_##name)
#define OPC(name) (1u << (PEER_GROUP_##name - (PEER_GROUP_##name > PEER_GROUP_SHFL_XOR)))

static const struct fault of_tile[] = {
    { "masks_of_lanes", "bits of a mask are lanes of the warp, not ranks in the tile", masks_of_lanes,
      OP(BALLOT) | OP(MATCH_ANY) | OP(MATCH_ALL), 0 },
    { "rank_is_lane", "the rank is the lane", rank_is_lane, OP(RANK), 0 },
    { "whole_warp", "the tile is not read: it is the warp", whole_warp, ALL_OPERATIONS, 0 },
    { "by_lane", "a rank is taken for a lane of the warp", by_lane, OP(SHFL), 0 },
    { "not_modulo", "shfl of a rank outside the tile gives the own value", outside_own, OP(SHFL), 0 },
    { "outside_zero", "a lane without a source gets 0", outside_zero, OP(SHFL_UP) | OP(SHFL_DOWN), 0 },
    { "wraps", "the source wraps around in the tile", wraps, OP(SHFL_UP) | OP(SHFL_DOWN), 0 },
    { "mask_of_any", "where the values differ, match_all gives the mask of match_any", mask_of_any, OP(MATCH_ALL), 0 },
    { "other_scan", "the inclusive scan is exclusive, or the other way round", other_scan,
      OP(INCLUSIVE) | OP(EXCLUSIVE), 0 },
    { .name = NULL }
};
static const struct fault of_coalesced[] = {
    { "masks_of_lanes", "bits of a mask are lanes of the warp, not ranks", masks_of_lanes,
      OPC(BALLOT) | OPC(MATCH_ANY) | OPC(MATCH_ALL), 0 },
    { "masks_from_lowest", "bits of a mask are lanes from the group's lowest one on, not ranks", masks_from_lowest,
      OPC(BALLOT) | OPC(MATCH_ANY) | OPC(MATCH_ALL), 0 },
    { "rank_is_lane", "the rank is the lane", rank_is_lane, OPC(RANK), 0 },
    { "by_lane", "ranks and distances are those of lanes", by_lane, OPC(SHFL) | OPC(SHFL_UP) | OPC(SHFL_DOWN), 0 },
    { "one_group", "labels are not read: all lanes that execute are one group", one_group, ALL_OPERATIONS, 0 },
    { "all_members", "lanes that do not execute are members, too", all_members, ALL_OPERATIONS, 0 },
    { "outside_zero", "a lane without a source gets 0", outside_zero, OPC(SHFL_UP) | OPC(SHFL_DOWN), 0 },
    { "wraps", "the source wraps around in the group", wraps, OPC(SHFL_UP) | OPC(SHFL_DOWN), 0 },
    { "mask_of_any", "where the values differ, match_all gives the mask of match_any", mask_of_any, OPC(MATCH_ALL), 0 },
    { "other_scan", "the inclusive scan is exclusive, or the other way round", other_scan,
      OPC(INCLUSIVE) | OPC(EXCLUSIVE), 0 },
    { .name = NULL }
};

/* ---- Groups: a peer's function, and texts */

static int call_group(void *function, const struct warp *w, struct result *r)
{
    openshfl_group_peer_fn *peer;
    uint64_t pu = 0, we = 0;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(w->lanes, w->of.op, w->tile, w->active, w->label, w->index, w->ra, r->rd, &pu, &we);
    flags_of(r, w->lanes, pu, we);
    return refused;
}

static void write_group(const struct warp *w)
{
    printf("%x %x %" PRIx64, w->of.op, w->tile, w->active);
    write_values(w->label, w->lanes);
    write_values(w->index, w->lanes);
    write_values(w->ra, w->lanes);
    putchar('\n');
}

static void say_group(const struct warp *w, unsigned k)
{
    uint64_t group[SHFL_LANES_MAX];

    groups_of(w, group);
    printf("group 0x%" PRIx64 ", index %u, ra 0x%" PRIx64 ", lane %u", group[k], (unsigned)w->index[k], w->ra[k], k);
}

#define SHUFFLES                                                                      \
    { "shfl", PEER_GROUP_SHFL, 0, 1, 0 }, { "shfl_up", PEER_GROUP_SHFL_UP, 0, 1, 0 }, \
        { "shfl_down", PEER_GROUP_SHFL_DOWN, 0, 1, 0 }
#define OTHERS                                                                                                    \
    { "rank", PEER_GROUP_RANK, 0, 1, 0 }, { "size", PEER_GROUP_SIZE, 0, 1, 0 },                                   \
        { "ballot", PEER_GROUP_BALLOT, 0, 1, 0 }, { "any", PEER_GROUP_ANY, 0, 0, 1 },                             \
        { "all", PEER_GROUP_ALL, 0, 0, 1 }, { "match_any", PEER_GROUP_MATCH_ANY, 0, 1, 0 },                       \
        { "match_all", PEER_GROUP_MATCH_ALL, 0, 1, 1 }, { "reduce", PEER_GROUP_REDUCE, 0, 1, 0 },                 \
        { "inclusive_scan", PEER_GROUP_INCLUSIVE, 0, 1, 0 }, { "exclusive_scan", PEER_GROUP_EXCLUSIVE, 0, 1, 0 }, \
    {                                                                                                             \
        .name = NULL                                                                                              \
    }

static const struct operation of_tiles[] = { SHUFFLES, { "shfl_xor", PEER_GROUP_SHFL_XOR, 0, 1, 0 }, OTHERS };
static const struct operation of_groups[] = { SHUFFLES, OTHERS };

#define GROUP(level, about, operations, faults)                                       \
    { level,  about,      "openshfl_group_peer", WARPS,      false,       operations, \
      faults, draw_group, right_group,           call_group, write_group, say_group }

const struct kind kind_tile = GROUP("tile", "tiles of cooperative groups", of_tiles, of_tile);
const struct kind kind_coalesced = GROUP("coalesced", "coalesced, labelled and binary groups", of_groups, of_coalesced);

/* ---- Barriers */

static unsigned warps_of(const struct warp *w) { return (w->threads + BARRIER_LANES - 1) / BARRIER_LANES; }
static bool arrives(const struct warp *w, unsigned thread) { return w->warps >> thread / BARRIER_LANES & 1; }
static uint32_t lanes_at(const uint64_t mask[], unsigned warp) { return (uint32_t)(mask[warp / 2] >> warp % 2 * 32); }

static void draw_barrier(const struct kind *kind, unsigned vlen, size_t n, struct warp *w)
{
    static const unsigned sizes[] = { 1, 31, 32, 33, 64, 100, 1000, 1024 };
    const unsigned row = (unsigned)(n % WARPS);
    const bool part = w->of.op >= PEER_BARRIER_PART;
    const uint64_t c = mixed((uint64_t)w->of.op << 40 | UINT64_C(7) << 32 | row);

    (void)kind;
    (void)vlen;
    w->threads = row / 4 % 4 == 0 ? 1 + (unsigned)(c % POINTS_MAX) : sizes[row / 16 % 8];
    if (part) /* a number of threads is a multiple of 32 */
        w->threads = (w->threads + BARRIER_LANES - 1) / BARRIER_LANES * BARRIER_LANES;
    w->points = w->threads;
    w->warps = part ? (uint32_t)(c >> 32) | 1u << (c >> 16) % warps_of(w) : UINT32_MAX;
    w->warps &= UINT32_MAX >> (32 - warps_of(w));
    for (unsigned k = 0; k < w->threads; k++) {
        const uint64_t own = mixed(c + k);
        const unsigned eighths = row % 4 == 0 ? 0 : row % 4 == 1 ? 1 : row % 4 == 2 ? 4 : 7;
        const bool exits = own % 8 < eighths && !(part && k % BARRIER_LANES == c % BARRIER_LANES);
        const unsigned how = (unsigned)(c >> 40) % 5;
        const bool one = k == (c >> 20) % w->threads;

        w->exited[k / 64] |= (uint64_t)exits << k % 64;
        w->predicate[k / 64] |= (uint64_t)(how == 0 ? !one : how == 1 ? one : how == 2 ? 1 : own >> 40 & 1) << k % 64;
    }
}

/* The threads of each warp that take part: the arguments of the model. */
static void right_barrier(const struct warp *w, struct result *r)
{
    const unsigned op = w->of.op % PEER_BARRIER_PART;
    uint64_t active[BARRIER_LANES], p[BARRIER_LANES];
    struct shfl_barrier_out out = { .count = 0 };
    unsigned arrived = 0;

    for (unsigned i = 0; i < warps_of(w); i++)
        if (w->warps >> i & 1) {
            const unsigned left = w->threads - i * BARRIER_LANES;
            const uint32_t all = left < BARRIER_LANES ? (1u << left) - 1 : UINT32_MAX;

            active[arrived] = all & ~lanes_at(w->exited, i);
            p[arrived++] = lanes_at(w->predicate, i);
        }
    shfl_barrier_block(BARRIER_LANES, arrived, active, p, &out);
    for (unsigned k = 0; k < w->threads; k++) {
        r->rd[k] = op == PEER_BARRIER_COUNT ? out.count : op == PEER_BARRIER_AND ? out.all : out.any;
        r->flags[k] = arrives(w, k) && !bit_of(w->exited, k) ? WRITTEN : 0;
    }
}

/* The results of a changed block, for the threads of this one. */
static void of_others(struct warp *w, struct result *r, bool exited, bool warps)
{
    static struct result changed;

    if (exited)
        memset(w->exited, 0, sizeof w->exited);
    if (warps)
        w->warps = UINT32_MAX >> (32 - warps_of(w));
    right_barrier(w, &changed);
    memcpy(r->rd, changed.rd, w->threads * sizeof *r->rd);
}

static void exited_are_zero(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    for (unsigned i = 0; i < MASK_WORDS; i++)
        w->predicate[i] &= ~w->exited[i];
    of_others(w, r, true, false);
}

static void missing_are_zero(struct warp *w, struct result *r, unsigned n)
{
    static struct result changed;
    const unsigned threads = w->threads;

    (void)n;
    w->threads = warps_of(w) * BARRIER_LANES;
    right_barrier(w, &changed);
    memcpy(r->rd, changed.rd, threads * sizeof *r->rd);
    w->threads = threads;
}

static void own_warp(struct warp *w, struct result *r, unsigned n)
{
    static struct result changed;
    const unsigned warps = w->warps;

    (void)n;
    for (unsigned i = 0; i < warps_of(w); i++)
        if (warps >> i & 1) {
            w->warps = 1u << i;
            right_barrier(w, &changed);
            for (unsigned k = i * BARRIER_LANES; k < w->threads && k < (i + 1) * BARRIER_LANES; k++)
                r->rd[k] = changed.rd[k];
        }
    w->warps = warps;
}

static void counts_warps(struct warp *w, struct result *r, unsigned n)
{
    unsigned count = 0;

    (void)n;
    for (unsigned i = 0; i < warps_of(w); i++)
        count += w->warps >> i & 1 && (lanes_at(w->predicate, i) & ~lanes_at(w->exited, i)) != 0;
    for (unsigned k = 0; k < w->threads; k++)
        r->rd[k] = count;
}

FAULT(counts_exited, of_others(w, r, true, false))
FAULT(counts_absent, of_others(w, r, false, true))
FAULT(count_narrow, for (unsigned k = 0; k < w->threads; k++) r->rd[k] &= (1u << n) - 1)
FAULT(count_is_any, for (unsigned k = 0; k < w->threads; k++) r->rd[k] = r->rd[k] > 0)
FAULT(exited_write, for (unsigned k = 0; k < w->threads; k++) r->flags[k] |= arrives(w, k) ? WRITTEN : 0)

enum { COUNTS = 0x09, ANDS = 0x12, PARTS = 0x38 };
static const struct fault of_barrier[] = {
    { "counts_exited", "threads that have exited count", counts_exited, ALL_OPERATIONS, 0 },
    { "exited_are_zero", "threads that have exited count with 0", exited_are_zero, ANDS, 0 },
    { "missing_are_zero", "lanes of the last warp that are no threads of the block count with 0", missing_are_zero,
      ANDS, 0 },
    { "own_warp", "the threads of the own warp count alone", own_warp, ALL_OPERATIONS, 0 },
    { "counts_absent", "warps that do not arrive count", counts_absent, PARTS, 0 },
    { "counts_warps", "warps in which a thread has the predicate are counted, not threads", counts_warps, COUNTS, 0 },
    { "count_is_any", "the count is 0 or 1", count_is_any, COUNTS, 0 },
    { "count_narrow", "the count is cut to # bits", count_narrow, COUNTS, 10 },
    { "exited_write", "threads that have exited get a result", exited_write, ALL_OPERATIONS, 0 },
    { .name = NULL }
};

static int call_barrier(void *function, const struct warp *w, struct result *r)
{
    uint64_t we[MASK_WORDS] = { 0 };
    openshfl_barrier_peer_fn *peer;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(w->threads, w->of.op, w->warps, w->exited, w->predicate, r->rd, we);
    for (unsigned k = 0; k < w->threads; k++)
        r->flags[k] = bit_of(we, k) ? WRITTEN : 0;
    return refused;
}

static void write_barrier(const struct warp *w)
{
    printf("%x %x %x", w->of.op, w->threads, w->warps);
    write_mask(w->exited, w->threads);
    write_mask(w->predicate, w->threads);
    putchar('\n');
}

static void say_barrier(const struct warp *w, unsigned k)
{
    unsigned exited = 0;

    for (unsigned i = 0; i < w->threads; i++)
        exited += bit_of(w->exited, i);
    printf("%u threads, %u of them exited, warps 0x%x, thread %u", w->threads, exited, w->warps, k);
}

static const struct operation barriers[] = { { "count", PEER_BARRIER_COUNT, 0, 1, 0 },
                                             { "and", PEER_BARRIER_AND, 0, 1, 0 },
                                             { "or", PEER_BARRIER_OR, 0, 1, 0 },
                                             { "part.count", PEER_BARRIER_PART + PEER_BARRIER_COUNT, 0, 1, 0 },
                                             { "part.and", PEER_BARRIER_PART + PEER_BARRIER_AND, 0, 1, 0 },
                                             { "part.or", PEER_BARRIER_PART + PEER_BARRIER_OR, 0, 1, 0 },
                                             { .name = NULL } };

const struct kind kind_barrier = { "barrier",
                                   "barriers that count, and and or",
                                   "openshfl_barrier_peer",
                                   WARPS,
                                   false,
                                   barriers,
                                   of_barrier,
                                   draw_barrier,
                                   right_barrier,
                                   call_barrier,
                                   write_barrier,
                                   say_barrier };

/* ---- BlockShuffle: the items of a block are one sequence, and a last value for the suffix or the prefix */

static void draw_block(const struct kind *kind, unsigned vlen, size_t n, struct warp *w)
{
    static const unsigned sizes[] = { 2, 31, 32, 33, 64, 100, 128, 255 };
    const unsigned row = (unsigned)(n % WARPS);
    const uint64_t c = mixed((uint64_t)w->of.op << 40 | UINT64_C(9) << 32 | row);

    (void)kind;
    (void)vlen;
    w->threads = row % 2 ? 2 + (unsigned)(c % 254) : sizes[row / 2 % 8];
    w->items = w->of.op >= PEER_BLOCK_UP ? 1 + (unsigned)(c >> 20) % 4 : 1;
    w->points = w->threads * w->items + 1;
    if (w->of.op == PEER_BLOCK_ROTATE)
        w->distance = 1 + (int)((c >> 32) % (w->threads - 1));
    else if (w->of.op == PEER_BLOCK_OFFSET)
        w->distance = (int)((c >> 32) % (row % 4 < 2 ? 5 : 2 * w->threads + 3))
                    - (int)(row % 4 < 2 ? 2 : w->threads + 1);
    for (unsigned k = 0; k < w->points; k++) {
        w->ra[k] = (uint32_t)mixed(c + k);
        w->old[k] = (uint32_t)mixed(c + k + 5000);
    }
}

/* Which item an output is, -1: it stays; the last one is the suffix or the prefix. */
static int source_of(const struct warp *w, int k)
{
    const int last = (int)w->points - 1;

    switch (w->of.op) {
    case PEER_BLOCK_OFFSET: return k < last && k + w->distance >= 0 && k + w->distance < last ? k + w->distance : -1;
    case PEER_BLOCK_ROTATE: return k < last ? (k + w->distance) % last : -1;
    case PEER_BLOCK_UP: return k - 1; /* of the last value, too: the last item is the suffix */
    default: return k == last ? 0 : k + 1 < last ? k + 1 : -1;
    }
}

static void right_block(const struct warp *w, struct result *r)
{
    for (unsigned k = 0; k < w->points; k++) {
        const int source = source_of(w, (int)k);

        r->rd[k] = source < 0 ? w->old[k] : w->ra[source];
        r->flags[k] = WRITTEN;
    }
}

/* CUB's documents: the last thread of Offset and Rotate is left out, and prev[0] of the last thread of Down. */
static void documented(struct warp *w, struct result *r, unsigned n)
{
    const int last = (int)w->points - 1;

    (void)n;
    for (int k = 0; k < last; k++)
        if ((w->of.op == PEER_BLOCK_OFFSET && k + w->distance == last - 1)
            || (w->of.op == PEER_BLOCK_ROTATE && k == last - 1)
            || (w->of.op == PEER_BLOCK_DOWN && k == last - (int)w->items))
            r->rd[k] = w->old[k];
}

/* At outputs for which IF holds, the value becomes VALUE. */
#define AT(name, if_, value)                                       \
    static void name(struct warp *w, struct result *r, unsigned n) \
    {                                                              \
        const int last = (int)w->points - 1;                       \
                                                                   \
        (void)n;                                                   \
        for (int k = 0; k <= last; k++)                            \
            if (if_)                                               \
                r->rd[k] = (value);                                \
    }

static int warp_of_item(const struct warp *w, int k) { return k / (int)w->items / BARRIER_LANES; }

AT(outside_0, k < last && source_of(w, k) < 0, 0)
AT(outside_input, k < last && source_of(w, k) < 0, w->ra[k])
AT(block_wraps, k < last && source_of(w, k) < 0,
   w->ra[((k
           + (w->of.op == PEER_BLOCK_OFFSET ? w->distance
              : w->of.op == PEER_BLOCK_UP   ? -1
                                            : 1))
              % last
          + last)
         % last])
AT(in_warp, k < last && source_of(w, k) >= 0 && warp_of_item(w, source_of(w, k)) != warp_of_item(w, k), w->old[k])
AT(ends_left_out, k == last, w->old[k])
AT(each_thread, k < last && source_of(w, k) >= 0 && source_of(w, k) / (int)w->items != k / (int)w->items, w->old[k])
FAULT(other_direction, if (w->of.op >= PEER_BLOCK_UP) w->of.op ^= PEER_BLOCK_UP ^ PEER_BLOCK_DOWN;
      else w->distance = w->of.op == PEER_BLOCK_ROTATE ? (int)w->threads - w->distance : -w->distance;
      right_block(w, r))

static const struct fault of_block[] = {
    { "documented",
      "as CUB's documents have it, not its code: the last thread of Offset and Rotate, and prev[0] of that of Down, "
      "stay",
      documented, 0x0b, 0 },
    { "outside_0", "an output without a source becomes 0", outside_0, 0x0d, 0 },
    { "outside_input", "an output without a source gets the own input", outside_input, 0x0d, 0 },
    { "wraps", "the source wraps around in the block", block_wraps, 0x0d, 0 },
    { "in_warp", "items do not go from warp to warp", in_warp, ALL_OPERATIONS, 0 },
    { "each_thread", "items do not go from thread to thread", each_thread, 0x0c, 0 },
    { "ends_left_out", "block_suffix and block_prefix are not written", ends_left_out, 0x0c, 0 },
    { "other_direction", "items go the other way", other_direction, ALL_OPERATIONS, 0 },
    { .name = NULL }
};

static int call_block(void *function, const struct warp *w, struct result *r)
{
    openshfl_block_peer_fn *peer;

    memcpy(&peer, &function, sizeof peer);
    memcpy(r->rd, w->old, w->points * sizeof *r->rd);
    memset(r->flags, WRITTEN, w->points);
    return peer(w->threads, w->items, w->of.op, w->distance, w->ra, r->rd);
}

static void write_block(const struct warp *w)
{
    printf("%x %x %x %d", w->of.op, w->threads, w->items, w->distance);
    write_values(w->ra, w->points - 1);
    write_values(w->old, w->points);
    putchar('\n');
}

static void say_block(const struct warp *w, unsigned k)
{
    printf("%u threads, %u items, distance %d, output %u", w->threads, w->items, w->distance, k);
}

static const struct operation blocks[] = { { "Offset", PEER_BLOCK_OFFSET, 0, 1, 0 },
                                           { "Rotate", PEER_BLOCK_ROTATE, 0, 1, 0 },
                                           { "Up", PEER_BLOCK_UP, 0, 1, 0 },
                                           { "Down", PEER_BLOCK_DOWN, 0, 1, 0 },
                                           { .name = NULL } };

const struct kind kind_block_shuffle = {
    "block-shuffle", "cub::BlockShuffle", "openshfl_block_peer", WARPS,      true,        blocks,
    of_block,        draw_block,          right_block,           call_block, write_block, say_block
};
