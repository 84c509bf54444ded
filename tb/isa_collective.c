/* SPDX-License-Identifier: Apache-2.0 */
/* isa_collective - see isa.h: vote and elect, alone and next to shuffles, match, redux and barriers */
#include "isa.h"

#include <stdlib.h>
#include <string.h>

/* ---- warps */

/* A mask of lanes: all, none, one, few, many or any. */
static uint64_t some_lanes(unsigned lanes, uint64_t r)
{
    const uint64_t all = shfl_all_lanes(lanes), any = suite_hash(r, 1, 0);

    switch (r % 8) {
    case 0:
    case 1: return all;
    case 2: return r >> 8 & 7 ? UINT64_C(1) << any % lanes : 0;
    case 3: return all & ~(UINT64_C(1) << any % lanes);
    case 4: return all & any & suite_hash(r, 2, 0) & suite_hash(r, 3, 0);
    case 5: return all & (any | suite_hash(r, 2, 0) | suite_hash(r, 3, 0));
    default: return all & any;
    }
}

/* The operation, but no ELECT in a unit that has none; r is what is left of the random bits. */
static uint64_t begin(const struct suite_source *source, uint64_t n, unsigned ops, struct isa_collective *in)
{
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t r = suite_hash(source->seed, 21, n);

    memset(in, 0, sizeof *in);
    in->warp.active = some_lanes(lanes, r >> 32);
    in->p = some_lanes(lanes, suite_hash(source->seed, 22, n));
    in->op = (uint8_t)((r & 0xff) % ops);
    in->is_signed = r >> 8 & 1;
    return r;
}

static void no_elect(const struct rtl_build *build, struct isa_collective *in)
{
    if (!build->elect && in->op == SHFL_VOTE_ELECT)
        in->op = SHFL_VOTE_EQ;
    in->shown_op = in->op;
}

static void vote(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    begin(source, n, SHFL_VOTES, &warp->collective);
    no_elect(source->build, &warp->collective);
}

/* Every operation, p and active, where they are few. */
static uint64_t all_operands(const struct rtl_build *build)
{
    return build->unit.lanes <= 8 ? (uint64_t)SHFL_VOTES << 2 * build->unit.lanes : 0;
}

static void operands(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t point = suite_spread(source, n, all_operands(source->build)) / SHFL_VOTES;
    struct isa_collective *const in = &warp->collective;

    memset(in, 0, sizeof *in);
    in->op = (uint8_t)(suite_spread(source, n, all_operands(source->build)) % SHFL_VOTES);
    in->p = point & shfl_all_lanes(lanes);
    in->warp.active = point >> lanes;
    no_elect(source->build, in);
}

/* Of half of the warps a shuffle. */
static void and_vote(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    struct isa_collective *const in = &warp->collective;
    const uint64_t r = begin(source, n, SHFL_VOTES, in), p = in->p, op = in->op;

    isa_shfl_mixed(source, n, warp);
    in->p = p;
    in->op = (uint8_t)op;
    in->is_vote = r >> 9 & 1;
    no_elect(source->build, in);
}

/* Values of which few are different, half of them in one bit. */
static void match(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    const struct rtl_build *build = source->build;
    const uint64_t keep = ~UINT64_C(0) >> (64 - build->w), any = suite_hash(source->seed, 23, n);
    const uint64_t base = any % 4 == 0 ? 0 : any % 4 == 1 ? keep : any;
    struct isa_collective *const in = &warp->collective;
    const uint64_t r = begin(source, n, SHFL_MATCHES, in);
    const unsigned distinct = 1 + (unsigned)(r >> 12) % 8;

    in->shown_op = in->op;
    if (!build->all)
        in->op = SHFL_MATCH_ANY;
    for (unsigned k = 0; k < build->unit.lanes; k++) {
        const unsigned which = (unsigned)suite_hash(source->seed, 24 + k, n) % distinct;

        in->warp.ra[k] = keep
                       & (r >> 16 & 1 ? base ^ (which ? UINT64_C(1) << (any >> 8 * which) % build->w : 0)
                                      : suite_hash(any, which, 0));
    }
}

static void redux(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    const unsigned w = source->build->w;
    const uint64_t keep = ~UINT64_C(0) >> (64 - w), sign = UINT64_C(1) << (w - 1);
    struct isa_collective *const in = &warp->collective;
    const uint64_t r = begin(source, n, SHFL_REDUXES, in);

    in->shown_op = in->op;
    for (unsigned k = 0; k < source->build->unit.lanes; k++) {
        const uint64_t lane = suite_hash(source->seed, 24 + k, n), corner[] = { 0, 1, keep, sign, sign - 1, sign | 1 };

        in->warp.ra[k] = keep & ((r >> 20 & 3) == 0 ? corner[lane % 6] : lane);
    }
}

static uint64_t *active(struct warp *warp) { return &warp->shfl.active; }

/* R12.2.2: of a vote the last beat's operation counts. */
static void beat(const struct suite_source *source, uint64_t n, unsigned number, bool last, struct warp *warp)
{
    warp->collective.shown_op = (uint8_t)(last ? warp->collective.op
                                               : suite_hash(source->seed, 11 + number, n) % SHFL_VOTES);
}

static unsigned slices(const struct rtl_build *build, const struct warp *warp)
{
    (void)warp;
    return build->gathers ? build->w / build->slice : 1;
}

/* ---- what is expected */

static void expect_vote(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    const struct isa_collective *in = &warp->collective;
    struct shfl_vote_out out;

    *want = ISA_WANT;
    shfl_vote(build->unit.lanes, (enum shfl_vote_op)in->op, in->warp.active, in->p, &out);
    want->rd[0] = out.rd;
    want->known = 1;
    want->pu = out.pu;
    want->we = out.we;
    want->counts = ISA_PU;
}

/* A vote: rd of W bits in each lane. R12.4.1 */
static void expect_and_vote(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    struct shfl_out out;

    if (!warp->collective.is_vote) {
        shfl_warp(&build->unit, &warp->shfl, &out);
        isa_shfl_want(build, &out, warp->there, want);
        return;
    }
    expect_vote(build, warp, want);
    want->known = shfl_all_lanes(build->unit.lanes);
    for (unsigned k = build->unit.lanes; k-- > 0;)
        want->rd[k] = want->rd[0] & ~UINT64_C(0) >> (64 - build->w);
}

/* R12.3.2 */
static void expect_match(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    const struct isa_collective *in = &warp->collective;
    const unsigned lanes = build->unit.lanes;
    struct shfl_match_out out;

    *want = ISA_WANT;
    shfl_match(lanes, (enum shfl_match_op)in->op, build->w, in->warp.active, in->warp.ra, &out);
    memcpy(want->rd, out.rd, lanes * sizeof *out.rd);
    want->known = shfl_all_lanes(lanes);
    want->pu = build->all ? out.pu : 0;
    want->we = out.we;
    want->counts = ISA_PU;
    want->gaps = in->op == SHFL_MATCH_ALL ? 2 : in->warp.active != shfl_all_lanes(lanes);
}

static void expect_redux(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    const struct isa_collective *in = &warp->collective;
    struct shfl_redux_out out;

    *want = ISA_WANT;
    shfl_redux(build->unit.lanes, (enum shfl_redux_op)in->op, in->is_signed, build->w, in->warp.active, in->warp.ra,
               &out);
    want->rd[0] = out.rd;
    want->known = 1;
    want->we = out.we;
}

/* ---- barriers: warps of several blocks arrive and exit */

#define EPOCH 64 /* warps behind which all barriers are complete */

/* What the warps of an epoch do: the blocks of the slots, and how many warps must come to complete those begun. */
struct blocks {
    unsigned live[SHFL_LANES_MAX], arrived[SHFL_LANES_MAX]; /* of each slot; live 0: no block yet */
    unsigned missing;
};

/* Some slot at whose barrier a warp has arrived, from this one on; or this one. */
static unsigned begun(const struct blocks *b, unsigned slots, unsigned slot)
{
    for (unsigned i = 0; i < slots; i++)
        if (b->arrived[(slot + i) % slots] > 0)
            return (slot + i) % slots;
    return slot;
}

/* The next warp, where as many are left with it. full: all warps of a block arrive. */
static void arrive(const struct rtl_build *build, struct blocks *b, uint64_t r, unsigned left, bool full,
                   struct isa_collective *in)
{
    static const uint8_t most[4] = { 2, 5, 12, SHFL_LANES_MAX };
    const unsigned few = most[r >> 8 & 3] < build->warps ? most[r >> 8 & 3] : build->warps;
    unsigned slot = (unsigned)(r >> 16) % build->slots;

    if (b->missing >= left)
        slot = begun(b, build->slots, slot);

    unsigned *const live = &b->live[slot], *const arrived = &b->arrived[slot];

    if (*live == 0)
        *live = full ? build->warps : 1 + (unsigned)(r >> 24 & 0xff) % few;
    if (*arrived == 0 && b->missing + *live > left) /* no time for this one */
        *live = 1;
    in->is_exit = !full && *live > *arrived && (r >> 32 & 7) == 0;
    if (in->is_exit) {
        b->missing -= *arrived > 0;
        --*live;
        in->warp.active = 0;
    } else {
        b->missing = b->missing - (*arrived > 0) + (*arrived == 0 ? *live - 1 : 0);
        ++*arrived;
    }
    in->slot = (uint8_t)slot;
    in->warps = (uint8_t)*live;
    if (*arrived == *live)
        *arrived = 0;
}

static void barrier(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    const struct rtl_build *build = source->build;
    struct isa_collective *const in = &warp->collective;
    struct shfl_barrier at[SHFL_LANES_MAX] = { { 0 } };
    struct shfl_barrier_out out;
    struct blocks blocks = { .missing = 0 };
    const bool full = suite_hash(source->seed, 26, n / EPOCH) % 4 == 0; /* all threads are there, and for it */

    for (uint64_t i = n - n % EPOCH; i <= n; i++) {
        const uint64_t r = begin(source, i, 1, in);

        if (full)
            in->warp.active = shfl_all_lanes(build->unit.lanes);
        if (full || r >> 40 & 1) /* all alike */
            in->p = full || r >> 41 & 1 ? ~UINT64_C(0) : 0;
        arrive(build, &blocks, suite_hash(source->seed, 25, i), EPOCH - (unsigned)(i % EPOCH), full, in);
        in->before = at[in->slot];
        shfl_barrier_arrive(build->unit.lanes, &at[in->slot], in->warps, in->is_exit, in->warp.active, in->p, &out);
    }
}

/* R19.2.2: no beat above the highest active lane, in half of the warps */
static unsigned barrier_beats(const struct rtl_build *build, const struct warp *warp)
{
    const struct isa_collective *in = &warp->collective;
    unsigned beats = build->unit.lanes / build->ways;

    while (beats > 1 && in->p & 1 && in->warp.active >> (beats - 1) * build->ways == 0)
        beats--;
    return beats;
}

static void expect_barrier(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    const struct isa_collective *in = &warp->collective;
    struct shfl_barrier at = in->before;
    struct shfl_barrier_out out;

    *want = ISA_WANT;
    if (shfl_barrier_arrive(build->unit.lanes, &at, in->warps, in->is_exit, in->warp.active, in->p, &out) != 0)
        abort(); /* arrive makes none that is refused */
    want->rd[0] = out.count;
    want->known = 1;
    want->we = out.done;
    want->pu = out.all;
    want->src_active = out.any;
    want->counts = ISA_PU | ISA_SRC_ACTIVE;
}

/* ---- the ports */

#define OWN(port, member) RTL_FIELD(port, RTL_VALUE, isa_collective, member)
#define OF_WARP(name) RTL_FIELD(#name, RTL_VALUE, isa_collective, warp.name)
#define ARRAY(name, form) RTL_ARRAY(#name, form, isa_collective, warp.name)
#define MASKS RTL_FIELD("active", RTL_MASK, isa_collective, warp.active), RTL_FIELD("p", RTL_MASK, isa_collective, p)

static const struct rtl_field fields[] = {
    RTL_OF_BEAT,   OWN("op", shown_op),  OWN("vote_op", op),   OWN("is_vote", is_vote), OWN("is_signed", is_signed),
    OF_WARP(mode), OF_WARP(sb_is_imm),   OF_WARP(sc_is_imm),   OF_WARP(sb_imm),         OF_WARP(sc_imm),
    MASKS,         ARRAY(ra, RTL_LANES), ARRAY(sb, RTL_LANES), ARRAY(sc, RTL_LANES),    RTL_END
};
static const struct rtl_field barrier_fields[] = {
    RTL_OF_BEAT, OWN("slot", slot), OWN("warps", warps), OWN("is_exit", is_exit), MASKS, RTL_END
};
static const struct rtl_field barrier_out[] = {
    RTL_ARRAY("count", RTL_VALUE, rtl_out, rd),    RTL_FIELD("done", RTL_VALUE, rtl_out, we),
    RTL_FIELD("all", RTL_VALUE, rtl_out, pu),      RTL_FIELD("any", RTL_VALUE, rtl_out, src_active),
    RTL_FIELD("out_tag", RTL_VALUE, rtl_out, tag), RTL_END
};
static const struct rtl_field slice_fields[] = { RTL_OF_BEAT, OWN("op", shown_op), MASKS, ARRAY(ra, RTL_SLICE),
                                                 RTL_END };

#define SUITES_OF(mixed) [SUITE_MIXED] = { .make = mixed }, [SUITE_PIPELINE] = { .make = mixed }
const struct isa isa_vote = {
    .in = fields,
    .out = rtl_out_fields,
    .slower = 2,
    .suite = { SUITES_OF(vote), [SUITE_OPERANDS] = { operands, all_operands } },
    .active = active,
    .beat = beat,
    .expect = expect_vote,
    .op_name = shfl_vote_name,
    .ops = SHFL_VOTES,
};
const struct isa isa_and_vote = {
    .in = fields,
    .out = rtl_out_fields,
    .slower = 2,
    .suite = { SUITES_OF(and_vote) },
    .active = active,
    .expect = expect_and_vote,
};
const struct isa isa_match = {
    .in = slice_fields,
    .out = rtl_out_fields,
    .slower = 4,
    .suite = { SUITES_OF(match) },
    .beats = slices,
    .expect = expect_match,
    .op_name = shfl_match_name,
    .ops = SHFL_MATCHES,
};
const struct isa isa_redux = {
    .in = fields,
    .out = rtl_out_fields,
    .slower = 4,
    .suite = { SUITES_OF(redux) },
    .active = active,
    .expect = expect_redux,
    .op_name = shfl_redux_name,
    .ops = SHFL_REDUXES,
};
const struct isa isa_barrier = {
    .in = barrier_fields,
    .out = barrier_out,
    .slower = 4,
    .epoch = EPOCH,
    .suite = { SUITES_OF(barrier) },
    .beats = barrier_beats,
    .expect = expect_barrier,
};
