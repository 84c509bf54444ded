/* SPDX-License-Identifier: Apache-2.0
 * votes - the levels ballot, match and reduce of openshfl conform, by docs/rules.md 8 to 10. */
#include "kinds.h"

#include <inttypes.h>

/* ---- The warps */

static void draw(uint64_t kind, size_t n, struct warp *w)
{
    static const uint32_t ends[] = { 0, 1, INT32_MAX, UINT32_C(0x80000000), UINT32_MAX, 2 };
    const uint64_t all = shfl_all_lanes(w->lanes), a = mixed(kind << 32 | n), b = mixed(a), c = mixed(b);
    const uint64_t one = UINT64_C(1) << c % w->lanes, other = UINT64_C(1) << (c >> 32) % w->lanes;
    const unsigned who = n % 4, what = (unsigned)(n / 4 % 4);

    w->active = (who == 0 ? all : who == 1 ? a & all : who == 2 ? (a & b & all) : 0) | one;
    w->p = (what == 0 ? all : what == 1 ? 0 : what == 2 ? all & ~one : b & all) ^ (what < 2 && c >> 63 ? other : 0);
    for (unsigned k = 0; k < w->lanes; k++) {
        const uint64_t own = mixed(c + k);

        w->ra[k] = (uint32_t)(what == 0 ? a : what == 1 ? mixed(a + own % 3) : what == 2 ? own : ends[own % 6]);
    }
}

static void draw_ballot(const struct kind *kind, unsigned vlen, size_t n, struct warp *w)
{
    (void)kind;
    (void)vlen;
    draw(0, n, w);
}

static void draw_match(const struct kind *kind, unsigned vlen, size_t n, struct warp *w)
{
    (void)kind;
    (void)vlen;
    draw(1, n, w);
}

static void draw_reduce(const struct kind *kind, unsigned vlen, size_t n, struct warp *w)
{
    (void)kind;
    (void)vlen;
    draw(2, n, w);
}

/* ---- The right results */

static void right_ballot(const struct warp *w, struct result *r)
{
    const enum shfl_vote_op op = w->of.op == PEER_BALLOT ? SHFL_VOTE_ANY : (enum shfl_vote_op)w->of.op;
    struct shfl_vote_out out;

    shfl_vote(w->lanes, op, w->active, w->p, &out);
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = out.rd;
    flags_of(r, w->lanes, out.pu, w->active);
}

static void right_match(const struct warp *w, struct result *r)
{
    struct shfl_match_out out;

    shfl_match(w->lanes, (enum shfl_match_op)w->of.op, 32, w->active, w->ra, &out);
    memcpy(r->rd, out.rd, w->lanes * sizeof *r->rd);
    flags_of(r, w->lanes, out.pu, w->active);
}

static void right_reduce(const struct warp *w, struct result *r)
{
    struct shfl_redux_out out;

    shfl_redux(w->lanes, (enum shfl_redux_op)w->of.op, w->of.is_signed, 32, w->active, w->ra, &out);
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = out.rd;
    flags_of(r, w->lanes, 0, w->active);
}

/* ---- Known faults. The right results are those of a changed warp. */

#define FAULT(name, right, ...)                                                            \
    static void name(struct warp *w, struct result *r, unsigned n)                         \
    {                                                                                      \
        const uint64_t active = w->active;                                                 \
                                                                                           \
        (void)n;                                                                           \
        __VA_ARGS__;                                                                       \
        right(w, r);                                                                       \
        for (unsigned k = 0; k < w->lanes; k++)                                            \
            r->flags[k] = (uint8_t)((r->flags[k] & PU) | (active >> k & 1 ? WRITTEN : 0)); \
    }

static void others_0(struct warp *w)
{
    w->p &= w->active;
    for (unsigned k = 0; k < w->lanes; k++)
        w->ra[k] = w->active >> k & 1 ? w->ra[k] : 0;
    w->active = shfl_all_lanes(w->lanes);
}

FAULT(ballot_of_all, right_ballot, w->active = shfl_all_lanes(w->lanes))
FAULT(match_of_all, right_match, w->active = shfl_all_lanes(w->lanes))
FAULT(reduce_of_all, right_reduce, w->active = shfl_all_lanes(w->lanes))
FAULT(ballot_of_zeros, right_ballot, others_0(w))
FAULT(match_of_zeros, right_match, others_0(w))
FAULT(reduce_of_zeros, right_reduce, others_0(w))
FAULT(mask_of_any, right_match, w->of.op = SHFL_MATCH_ANY)
FAULT(other_sign, right_reduce, w->of.is_signed = !w->of.is_signed)

static void elect(const struct warp *w, struct result *r, unsigned lane)
{
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = lane;
    flags_of(r, w->lanes, UINT64_C(1) << lane, w->active);
}

static void elect_highest(struct warp *w, struct result *r, unsigned n)
{
    unsigned lane = w->lanes - 1;

    (void)n;
    while (!(w->active >> lane & 1))
        lane--;
    elect(w, r, lane);
}

static void elect_lane_0(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    elect(w, r, 0);
}

static void uni_is_all(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    flags_of(r, w->lanes, (w->active & ~w->p) == 0 ? UINT64_MAX : 0, w->active);
}

static void without_own(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] &= ~(UINT64_C(1) << k);
}

/* Masks with a bit for each lane that executes, in their order: bits of ranks. */
static void packed(struct warp *w, struct result *r, unsigned n)
{
    (void)n;
    for (unsigned k = 0; k < w->lanes; k++) {
        uint64_t mask = 0;

        for (unsigned other = 0; other < w->lanes; other++)
            mask |= (r->rd[k] & w->active) >> other & 1 ? UINT64_C(1) << shfl_group_rank(w->active, other) : 0;
        r->rd[k] = mask;
    }
}

/* And, or and xor of whether a value is not 0: a shipped header of HIP, amd_warp_sync_functions.h. */
static void logical(struct warp *w, struct result *r, unsigned n)
{
    unsigned executing = 0, ones = 0;

    (void)n;
    for (unsigned k = 0; k < w->lanes; k++)
        if (w->active >> k & 1) {
            executing++;
            ones += w->ra[k] != 0;
        }
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = w->of.op == SHFL_REDUX_AND ? ones == executing : w->of.op == SHFL_REDUX_OR ? ones > 0 : ones % 2;
}

static void saturates(struct warp *w, struct result *r, unsigned n)
{
    uint64_t sum = 0;

    (void)n;
    for (unsigned k = 0; k < w->lanes; k++)
        sum += w->active >> k & 1 ? w->ra[k] : 0;
    for (unsigned k = 0; k < w->lanes; k++)
        r->rd[k] = sum < UINT32_MAX ? sum : UINT32_MAX;
}

#define ALL_COUNT "lanes that do not execute count"
#define PACKED "the bits of a mask are ranks among the lanes that execute, not lanes"
#define AS_ZERO "lanes that do not execute count with 0"

static const struct fault of_ballot[] = {
    { "all_count", ALL_COUNT, ballot_of_all, ALL_OPERATIONS, 0 },
    { "others_are_zero", AS_ZERO, ballot_of_zeros, ALL_OPERATIONS, 0 },
    { "elect_highest", "the highest lane is elected", elect_highest, 1 << PEER_ELECT, 0 },
    { "elect_lane_0", "lane 0 is elected, whether it executes or not", elect_lane_0, 1 << PEER_ELECT, 0 },
    { "packed", PACKED, packed, 1 << PEER_BALLOT, 0 },
    { "uni_is_all", "uni is 0 where all predicates are 0", uni_is_all, 1 << PEER_UNI, 0 },
    { .name = NULL }
};
static const struct fault of_match[] = {
    { "all_count", ALL_COUNT, match_of_all, ALL_OPERATIONS, 0 },
    { "others_are_zero", AS_ZERO, match_of_zeros, ALL_OPERATIONS, 0 },
    { "packed", PACKED, packed, ALL_OPERATIONS, 0 },
    { "without_own", "a lane's own bit is not in its mask", without_own, 1 << SHFL_MATCH_ANY, 0 },
    { "mask_of_any", "where the values differ, match.all gives the mask of match.any", mask_of_any, 1 << SHFL_MATCH_ALL,
      0 },
    { .name = NULL }
};
static const struct fault of_reduce[] = {
    { "all_count", ALL_COUNT, reduce_of_all, ALL_OPERATIONS, 0 },
    { "others_are_zero", AS_ZERO, reduce_of_zeros, ALL_OPERATIONS, 0 },
    { "other_sign", "signed values are compared as unsigned ones, or the other way round", other_sign, 0xf0, 0 },
    { "logical", "and, or and xor are logical: 0 or 1", logical, 0x07, 0 },
    { "saturates", "a sum does not wrap around", saturates, 0x08, 0 },
    { .name = NULL }
};

/* ---- A peer's function, and texts */

/* The masks of a call as flags. */
static int taken(int refused, const struct warp *w, struct result *r, uint64_t pu, uint64_t we)
{
    flags_of(r, w->lanes, pu, we);
    return refused;
}

static int call_ballot(void *function, const struct warp *w, struct result *r)
{
    openshfl_vote_peer_fn *peer;
    uint64_t pu = 0, we = 0;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(w->lanes, w->of.op, w->active, w->p, r->rd, &pu, &we);
    return taken(refused, w, r, pu, we);
}

static int call_match(void *function, const struct warp *w, struct result *r)
{
    openshfl_match_peer_fn *peer;
    uint64_t pu = 0, we = 0;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(w->lanes, w->of.op, w->active, w->ra, r->rd, &pu, &we);
    return taken(refused, w, r, pu, we);
}

static int call_reduce(void *function, const struct warp *w, struct result *r)
{
    openshfl_redux_peer_fn *peer;
    uint64_t we = 0;

    memcpy(&peer, &function, sizeof peer);
    const int refused = peer(w->lanes, w->of.op, w->of.is_signed, w->active, w->ra, r->rd, &we);
    return taken(refused, w, r, 0, we);
}

static void write_ballot(const struct warp *w)
{
    printf("%x %x %" PRIx64 " %" PRIx64 "\n", w->of.op, w->of.is_signed, w->active, w->p);
}

static void write_ra(const struct warp *w)
{
    printf("%x %x %" PRIx64, w->of.op, w->of.is_signed, w->active);
    write_values(w->ra, w->lanes);
    putchar('\n');
}

static void say_p(const struct warp *w, unsigned point)
{
    printf("active 0x%" PRIx64 ", p 0x%" PRIx64 ", lane %u", w->active, w->p, point);
}

static void say_ra(const struct warp *w, unsigned point)
{
    printf("active 0x%" PRIx64 ", ra of lane %u 0x%" PRIx64 ", lane %u", w->active, point, w->ra[point], point);
}

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

const struct kind kind_ballot = { "ballot",
                                  "votes, the ballot and elect",
                                  "openshfl_vote_peer",
                                  256,
                                  false,
                                  ballots,
                                  of_ballot,
                                  draw_ballot,
                                  right_ballot,
                                  call_ballot,
                                  write_ballot,
                                  say_p };
const struct kind kind_match = { "match",
                                 "which lanes have the same value",
                                 "openshfl_match_peer",
                                 256,
                                 false,
                                 matches,
                                 of_match,
                                 draw_match,
                                 right_match,
                                 call_match,
                                 write_ra,
                                 say_ra };
const struct kind kind_reduce = { "reduce",
                                  "and, or, xor, sum, minimum and maximum",
                                  "openshfl_redux_peer",
                                  256,
                                  false,
                                  reductions,
                                  of_reduce,
                                  draw_reduce,
                                  right_reduce,
                                  call_reduce,
                                  write_ra,
                                  say_ra };
