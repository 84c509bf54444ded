/* SPDX-License-Identifier: Apache-2.0 */
/* barrier - barriers of a block: who waits, who is waited for, and what they reduce. */
#include "ptx_warp.h"

static unsigned threads_left(const struct run *r, unsigned first)
{
    unsigned count = 0;

    for (unsigned k = first; k < first + r->own; k++)
        count += ptx_count(r->warp[k].live);
    return count;
}

void ptx_judge_barrier(struct run *r, const struct warp *w, struct fragment *g, bool is_end)
{
    const struct ptx_insn *i = ptx_insn_at(g);
    const bool others = ptx_apart(g) || (w->live & ~g->lanes);
    char lanes[120];

    if (g->is_judged || g->lanes == ptx_began(r, w) || !(ptx_is_row(i, "bar") || ptx_has(i, PTX_aligned))
        || (!is_end && !ptx_apart(g)))
        return;
    g->is_judged = true;
    ptx_tell(r, others ? PTX_DIVERGENT_BARRIER : PTX_EXITED_THREAD, i, NULL,
             "%s of warp %u of block %u come to the barrier without %s", ptx_lanes_text(g->lanes, lanes), w->number,
             w->block, others ? "the others of their warp" : "those that have exited");
}

static void complete(struct run *r, unsigned barrier)
{
    unsigned count = 0;
    bool all = true, any = false;
    uint32_t met[GANG_WARPS] = { 0 };
    uint16_t open = 0;

    for (unsigned n = 0; n < r->warps; n++)
        for (unsigned k = 0; k < r->warp[n].fragments; k++) {
            const struct fragment *g = r->warp[n].fragment[k];
            struct shfl_vote_out out;

            if (g->state != AT_BARRIER || g->barrier != barrier)
                continue;
            met[n] |= g->lanes;
            shfl_vote(PTX_WARP, SHFL_VOTE_ALL, g->lanes, g->votes, &out);
            open = open ? open : g->open;
            all = all && (out.pu >> ptx_lowest(g->lanes) & 1);
            any = any || out.rd != 0;
            count += ptx_count((uint32_t)out.rd);
        }
    ptx_race_barrier(r, barrier, met);
    r->expects[barrier] = r->arrived[barrier] = 0;
    for (unsigned n = 0; n < r->warps; n++)
        for (unsigned k = 0; k < r->warp[n].fragments;) {
            struct warp *w = &r->warp[n];
            struct fragment *g = w->fragment[k];

            if (g->state != AT_BARRIER || g->barrier != barrier) {
                k++;
                continue;
            }
            ptx_judge_barrier(r, w, g, true);
            const struct ptx_insn *i = ptx_insn_at(g);
            uint64_t a[PTX_WARP];
            struct ptx_collective c = { .operation = !ptx_has(i, PTX_red) ? "SYNC"
                                                   : ptx_has(i, PTX_popc) ? "POPC"
                                                   : ptx_has(i, PTX_and)  ? "AND"
                                                                          : "OR",
                                        .a = a,
                                        .barrier = barrier % BARRIERS,
                                        .has_rd = ptx_has(i, PTX_popc) };
            c.has_pu = ptx_has(i, PTX_red) && !c.has_rd;
            c.pu = (ptx_has(i, PTX_and) ? all : any) ? UINT32_MAX : 0;
            for (unsigned lane = 0; lane < PTX_WARP; lane++) {
                a[lane] = g->votes >> lane & 1;
                c.rd[lane] = count;
            }
            if (ptx_has(i, PTX_red))
                PTX_LANES(lane, g->lanes)
                    ptx_put(g->frame, lane, &i->d, (struct ptx_type){ 'u', 32 }, c.has_rd ? count : c.pu & 1, open);
            ptx_watch(r, w, g->frame, i, g->lanes, (struct ptx_event){ .c = &c });
            ptx_arrive(r, w, g, g->pc + 1);
            k = 0;
        }
}

void ptx_try_barriers(struct run *r, const struct warp *w)
{
    const unsigned block = w->place / r->own, first = block * r->own;

    for (unsigned b = block * BARRIERS; b < (block + 1) * BARRIERS; b++) {
        unsigned threads = r->arrived[b], lanes = 0;

        for (unsigned n = first; n < first + r->own; n++)
            for (unsigned k = 0; k < r->warp[n].fragments; k++) {
                const struct fragment *g = r->warp[n].fragment[k];

                if (g->state != AT_BARRIER || g->barrier != b)
                    continue;
                lanes += ptx_count(g->lanes);
                threads += g->is_whole ? PTX_WARP : ptx_count(g->lanes);
            }
        if ((lanes > 0 || threads > 0) && (r->expects[b] ? threads >= r->expects[b] : lanes == threads_left(r, first)))
            complete(r, b);
    }
}

/* Its phase is over when all threads that have not exited came. */
static void try_cluster(struct run *r)
{
    bool all = true;

    for (unsigned n = 0; n < r->warps; n++)
        all = all && (r->warp[n].live & ~r->warp[n].came) == 0;
    if (!all)
        return;
    for (unsigned n = 0; n < r->warps; n++)
        r->warp[n].came = 0;
    r->phase++;
    ptx_race_forget(r, r->gang * BARRIERS + (r->phase & 1));
}

/* barrier.cluster.arrive and .wait, which is tried again and again */
static void cluster_barrier(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    if (ptx_has(i, PTX_arrive)) {
        ptx_race_arrive(r, w, g->lanes, r->gang * BARRIERS + (r->phase & 1));
        w->came |= g->lanes;
    }
    try_cluster(r);
    if (ptx_has(i, PTX_wait) && (g->lanes & w->came)) {
        ptx_has_read(g, i, 0, r->phase + 1);
        return;
    }
    if (ptx_has(i, PTX_wait))
        ptx_race_learn(r, w, g->lanes, r->gang * BARRIERS + (~r->phase & 1));
    ptx_arrive(r, w, g, g->pc + 1);
}

/* bar.sync a{, b}; bar.red.op d, a{, b}, {!}c */
void ptx_begin_barrier(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    const bool reduces = ptx_has(i, PTX_red);
    const unsigned numbers = i->sources - reduces;
    uint16_t open = 0;

    if (ptx_has(i, PTX_cluster)) {
        cluster_barrier(r, w, g, i);
        return;
    }
    const unsigned lane = ptx_lowest(g->lanes);
    PTX_LANES(other, g->lanes)
        for (unsigned k = 0; k < numbers; k++) {
            const uint64_t v = ptx_get(r, g->frame, lane, &i->s[k], &open);

            if (open)
                ptx_stop_open(r, lane, i, "its operand", open);
            if (v != ptx_get(r, g->frame, other, &i->s[k], &open))
                ptx_stop(ptx_fault(r, PTX_BARRIER_OPERAND), i->line,
                         "%s: lanes %u and %u of warp %u have different operands", i->row->name, lane, other,
                         w->number);
        }
    g->is_judged = false;
    ptx_judge_barrier(r, w, g, ptx_has(i, PTX_arrive));
    uint64_t barrier = ptx_get(r, g->frame, lane, &i->s[0], &open);
    const uint64_t expects = numbers > 1 ? ptx_get(r, g->frame, lane, &i->s[1], &open) : 0;
    if (barrier >= BARRIERS || (numbers > 1 && (expects % PTX_WARP != 0 || expects == 0 || expects > 1024)))
        ptx_stop(ptx_fault(r, PTX_BARRIER_OPERAND), i->line,
                 "%s: barrier %llu of %llu threads: expected 0 to 15, and a multiple of 32", i->row->name,
                 (unsigned long long)barrier, (unsigned long long)expects);
    barrier += w->place / r->own * BARRIERS;
    g->votes = g->open = 0;
    PTX_LANES(k, reduces ? g->lanes : 0) {
        g->votes |= (uint32_t)(ptx_get(r, g->frame, k, &i->s[i->sources - 1], &open) & 1) << k;
        g->open = g->open ? g->open : open;
    }
    if (expects && r->expects[barrier] && r->expects[barrier] != expects)
        ptx_stop(ptx_fault(r, PTX_BARRIER_OPERAND), i->line,
                 "%s: barrier %llu is waited at with %u threads and with %llu", i->row->name,
                 (unsigned long long)barrier % BARRIERS, r->expects[barrier], (unsigned long long)expects);
    r->expects[barrier] = (unsigned)expects;
    if (ptx_has(i, PTX_arrive)) {
        ptx_race_arrive(r, w, g->lanes, (unsigned)barrier);
        r->arrived[barrier] += g->lanes == w->live ? PTX_WARP : ptx_count(g->lanes);
        const struct ptx_collective c = { .operation = "ARRIVE", .barrier = (unsigned)barrier % BARRIERS };

        ptx_watch(r, w, g->frame, i, g->lanes, (struct ptx_event){ .c = &c });
        ptx_arrive(r, w, g, g->pc + 1);
        ptx_try_barriers(r, w);
        return;
    }
    g->barrier = (unsigned)barrier;
    g->state = AT_BARRIER;
    g->is_whole = g->lanes == w->live;
    ptx_try_barriers(r, w);
}
