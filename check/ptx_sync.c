/* SPDX-License-Identifier: Apache-2.0 */
/* sync - shuffles and their kin: all members of the mask at once, by the golden model. */
#include "ptx_warp.h"

/* What each lane brings, in its own instruction. */
struct gathered {
    struct fragment *g[PTX_WARP];
    const struct ptx_insn *insn[PTX_WARP];
    uint32_t members;
    uint64_t a[SHFL_LANES_MAX];
    uint16_t open[PTX_WARP], b_open[PTX_WARP], c_open[PTX_WARP];
    uint64_t d[PTX_WARP], q[PTX_WARP]; /* and what it gets, whose registers may be those of several calls */
    uint16_t d_open[PTX_WARP], q_open[PTX_WARP];
};

static void put_sync(struct gathered *y, unsigned lane, uint64_t d, bool q, uint16_t open, uint16_t q_open)
{
    const struct ptx_insn *i = y->insn[lane];

    ptx_put(y->g[lane]->frame, lane, &i->d, ptx_of_form(i, i->form[0]), d, open);
    ptx_put(y->g[lane]->frame, lane, &i->q, (struct ptx_type){ 'p', 1 }, q, q_open);
    y->d[lane] = d;
    y->d_open[lane] = open;
    y->q[lane] = q;
    y->q_open[lane] = q_open;
}

static void watch_sync(struct run *r, struct warp *w, uint32_t active, const struct gathered *y, struct ptx_event e)
{
    const unsigned first = ptx_lowest(active);

    for (unsigned k = 0; k < PTX_WARP; k++)
        e.ra_open |= (uint64_t)(y->open[k] != 0) << k;
    e.d = y->d;
    e.open = y->d_open;
    e.q = y->q;
    e.q_open = y->q_open;
    e.members = y->members;
    e.a_open = y->open;
    e.b_open = y->b_open;
    e.c_open = y->c_open;
    ptx_watch(r, w, y->g[first]->frame, y->insn[first], active, e);
}

static void shuffle(struct run *r, struct warp *w, uint32_t active, struct gathered *y)
{
    static const struct shfl_unit unit = { .lanes = PTX_WARP, .policy = SHFL_ZERO };
    const struct ptx_insn *i = y->insn[ptx_lowest(active)];
    struct shfl_in in = { .mode = ptx_has(i, PTX_idx)  ? SHFL_IDX
                                : ptx_has(i, PTX_up)   ? SHFL_UP
                                : ptx_has(i, PTX_down) ? SHFL_DOWN
                                                       : SHFL_BFLY,
                          .active = active };
    struct shfl_out out = { .pu = 0 };
    struct ptx_event e = { .in = &in, .out = &out };
    uint16_t unknown[PTX_WARP] = { 0 };

    PTX_LANES(k, active) {
        in.ra[k] = y->a[k];
        in.sb[k] = (uint32_t)ptx_get(r, y->g[k]->frame, k, &y->insn[k]->s[1], &y->b_open[k]);
        in.sc[k] = (uint32_t)ptx_get(r, y->g[k]->frame, k, &y->insn[k]->s[2], &y->c_open[k]);
        unknown[k] = y->b_open[k] ? y->b_open[k] : y->c_open[k];
        if (unknown[k] && r->l->decide == NULL)
            ptx_stop_open(r, k, y->insn[k], "which lane it reads", unknown[k]);
        const uint32_t segments = in.sc[k] >> 8 & 31;
        if (!y->c_open[k] && (in.sc[k] & ~UINT32_C(0x1f1f) || ((32 - segments) & (31 - segments))))
            ptx_tell(r, PTX_WIDTH, y->insn[k], NULL, "%s: the width is no power of two from 1 to 32: %d",
                     ptx_insn_name(r, y->insn[k]), 32 - ((int32_t)in.sc[k] >> 8));
    }
    shfl_warp(&unit, &in, &out);
    PTX_LANES(k, out.we) {
        const unsigned from = out.src_lane[k];
        const uint16_t open = unknown[k]              ? unknown[k]
                            : out.src_active >> k & 1 ? y->open[from]
                                                      : ptx_cause(r, (struct ptx_cause){ .line = y->insn[k]->line,
                                                                                         .lane = from,
                                                                                         .place = y->insn[k]->place });

        put_sync(y, k, out.rd[k], out.pu >> k & 1, open, unknown[k]);
    }
    watch_sync(r, w, active, y, e);
}

static void collective(struct run *r, struct warp *w, uint32_t active, struct gathered *y)
{
    const struct ptx_insn *i = y->insn[ptx_lowest(active)];
    const bool is_vote = ptx_is_row(i, "vote") || ptx_is_row(i, "elect"), is_match = ptx_is_row(i, "match");
    struct ptx_collective c = { .a = y->a, .has_rd = true };
    uint16_t open = 0;

    PTX_LANES(k, active)
        if (y->open[k])
            open = ptx_partly(r, y->open[k], UINT64_MAX, 64);
    if (is_vote) {
        const enum shfl_vote_op op = ptx_is_row(i, "elect") ? SHFL_VOTE_ELECT
                                   : ptx_has(i, PTX_all)    ? SHFL_VOTE_ALL
                                   : ptx_has(i, PTX_uni)    ? SHFL_VOTE_EQ
                                                            : SHFL_VOTE_ANY;
        struct shfl_vote_out out;
        uint64_t p = 0;

        for (unsigned k = 0; k < PTX_WARP; k++)
            p |= (y->a[k] & 1) << k;
        shfl_vote(PTX_WARP, op, active, p, &out);
        c.operation = shfl_vote_name[op];
        c.has_pu = !ptx_has(i, PTX_ballot);
        c.has_rd = !c.has_pu || ptx_is_row(i, "elect");
        c.pu = out.pu;
        for (unsigned k = 0; k < PTX_WARP; k++)
            c.rd[k] = out.rd;
    } else if (is_match) {
        struct shfl_match_out out;

        c.has_pu = ptx_has(i, PTX_all);
        const enum shfl_match_op op = c.has_pu ? SHFL_MATCH_ALL : SHFL_MATCH_ANY;
        shfl_match(PTX_WARP, op, i->type[0].bits, active, y->a, &out);
        c.operation = shfl_match_name[op];
        c.pu = out.pu;
        memcpy(c.rd, out.rd, sizeof c.rd);
    } else if (ptx_is_row(i, "redux")) {
        const enum shfl_redux_op op = ptx_has(i, PTX_and) ? SHFL_REDUX_AND
                                    : ptx_has(i, PTX_or)  ? SHFL_REDUX_OR
                                    : ptx_has(i, PTX_xor) ? SHFL_REDUX_XOR
                                    : ptx_has(i, PTX_add) ? SHFL_REDUX_SUM
                                    : ptx_has(i, PTX_min) ? SHFL_REDUX_MIN
                                                          : SHFL_REDUX_MAX;
        struct shfl_redux_out out;

        if (i->type[0].letter == 'f')
            shfl_redux_float(PTX_WARP, op == SHFL_REDUX_MAX, ptx_has(i, PTX_abs), ptx_has(i, PTX_NaN), active, y->a,
                             &out);
        else
            shfl_redux(PTX_WARP, op, i->type[0].letter == 's', 32, active, y->a, &out);
        c.operation = shfl_redux_name[op];
        for (unsigned k = 0; k < PTX_WARP; k++)
            c.rd[k] = out.rd;
    } else { /* movmatrix: docs/rules.md 18; of bar.warp.sync there is no result */
        uint32_t ra[PTX_WARP], rd[PTX_WARP];

        c.operation = i->row->what == PTX_BARRIER ? "WARP" : "TRANSPOSE";
        for (unsigned k = 0; k < PTX_WARP; k++)
            ra[k] = (uint32_t)y->a[k];
        PTX_LANES(k, ~active)
            open = ptx_cause(r, (struct ptx_cause){ .line = i->line, .lane = k, .place = i->place });
        shfl_movmatrix(ra, rd);
        for (unsigned k = 0; k < PTX_WARP; k++)
            c.rd[k] = rd[k];
    }
    PTX_LANES(k, active)
        put_sync(y, k, c.has_rd ? c.rd[k] : c.pu >> k & 1, c.pu >> k & 1, open, is_vote || is_match ? open : 0);
    watch_sync(r, w, active, y, (struct ptx_event){ .c = &c });
}

/* Calls of the source: those who launched it say what they give. */
static void called(struct run *r, struct warp *w, uint32_t active, struct gathered *y, uint16_t unknown)
{
    static struct ptx_called c;

    c = (struct ptx_called){ .row = (uint32_t)y->insn[ptx_lowest(active)]->s[0].imm,
                             .lanes = active,
                             .members = y->members,
                             .members_unknown = unknown,
                             .block = w->block,
                             .warp = w->number };
    memcpy(c.a, w->staged, sizeof c.a);
    memcpy(c.open, w->staged_open, sizeof c.open);
    c.undefined = ptx_cause(
        r, (struct ptx_cause){ .what = PTX_UNDEFINED_CALL, .line = (uint32_t)c.a[PTX_AT][ptx_lowest(active)] });
    r->l->called(r->l->caller, &c);
    PTX_LANES(k, active) {
        const struct ptx_insn *i = y->insn[k];

        if (c.unread[k])
            c.rd_open[k] = ptx_cause(r,
                                     (struct ptx_cause){ .line = i->line, .lane = c.unread[k] - 1, .place = i->place });
        ptx_put(y->g[k]->frame, k, &i->d, (struct ptx_type){ 'b', 64 }, c.rd[k], c.rd_open[k]);
    }
}

/* Are these the same instruction, apart from registers and guard? */
static bool alike(const struct ptx_insn *a, const struct ptx_insn *b)
{
    return a->row == b->row && (!ptx_is_row(a, "openshfl_call") || a->s[0].imm == b->s[0].imm)
        && memcmp(a->modifiers, b->modifiers, sizeof a->modifiers) == 0 && a->type[0].letter == b->type[0].letter
        && a->type[0].bits == b->type[0].bits;
}

/* Issue what waits with this mask, if all members that have not exited have come. */
bool ptx_try_issue(struct run *r, struct warp *w, uint32_t members)
{
    static struct gathered y;
    uint32_t there = 0;
    const struct ptx_insn *first = NULL;

    for (unsigned k = 0; k < w->fragments; k++)
        if (w->fragment[k]->state == WAITS && w->fragment[k]->members == members)
            there |= w->fragment[k]->lanes;
    if (there == 0 || there != (members & w->live))
        return false;
    memset(&y, 0, sizeof y);
    y.members = members;
    for (unsigned k = 0; k < w->fragments; k++) {
        struct fragment *g = w->fragment[k];

        if (g->state != WAITS || g->members != members)
            continue;
        const struct ptx_insn *i = ptx_insn_at(g);
        first = first ? first : i;
        w->missed |= g->apart & ~w->live;
        if (!alike(first, i)) {
            r->l->insn = i;
            ptx_stop(ptx_fault(r, PTX_MASK_AT_TWO_CALLS), i->line,
                     "%s: undefined: lane %u waits here and lane %u at another instruction, %s in %s, with "
                     "the same mask 0x%08x (docs/rules.md R7.10)",
                     ptx_insn_name(r, i), ptx_lowest(g->lanes), ptx_lowest(there & ~g->lanes), ptx_insn_name(r, first),
                     ptx_line_text(r->l, ptx_insn_line(r, w, first, there & ~g->lanes)), members);
        }
        PTX_LANES(lane, g->lanes) {
            y.g[lane] = g;
            y.insn[lane] = i;
            y.a[lane] = 1; /* of elect, which has no operand */
            if (i->row->what == PTX_SYNC && !ptx_is_row(i, "elect") && !ptx_is_row(i, "openshfl_call"))
                y.a[lane] = ptx_get_bits(r, g->frame, lane, &i->s[0], &y.open[lane]);
        }
    }
    const uint32_t exited = members & ~w->live & ptx_began(r, w), missed = exited & w->missed;
    char lanes[120];
    if (missed)
        ptx_tell(r, PTX_MISSING_LANE, first, NULL,
                 "%s: the mask 0x%08x names %s, which left at a branch and never came: they have exited",
                 ptx_insn_name(r, first), members, ptx_lanes_text(missed, lanes));
    else if (exited)
        ptx_tell(r, PTX_EXITED_LANE, first, NULL, "%s: the mask 0x%08x names %s, and they have exited",
                 ptx_insn_name(r, first), members, ptx_lanes_text(exited, lanes));
    if (first->row->what == PTX_BARRIER)
        ptx_race_warp(r, w, there);
    if (ptx_is_row(first, "openshfl_call"))
        called(r, w, there, &y, 0);
    else if (ptx_is_row(first, "shfl"))
        shuffle(r, w, there, &y);
    else
        collective(r, w, there, &y);
    PTX_LANES(lane, there)
        if (y.g[lane]->state == WAITS)
            ptx_arrive(r, w, y.g[lane], y.g[lane]->pc + 1);
    return true;
}

/* Some lanes' masks are undefined: so is all that the lanes here get, and they do not wait. */
static void unknown_members(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i, uint16_t cause)
{
    struct gathered y = { .members = 0 };

    PTX_LANES(lane, g->lanes) {
        y.g[lane] = g;
        y.insn[lane] = i;
        put_sync(&y, lane, 0, false, cause, cause);
    }
    if (ptx_is_row(i, "openshfl_call"))
        called(r, w, g->lanes, &y, cause);
    ptx_arrive(r, w, g, g->pc + 1);
}

/* Come to an instruction of a member mask: each mask waits by itself. */
void ptx_begin_sync(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    const bool is_whole = ptx_is_row(i, "movmatrix"); /* of all lanes, without a mask */
    const bool is_called = ptx_is_row(i, "openshfl_call");
    const bool has_mask = !is_whole && (is_called || ptx_has(i, PTX_sync) || i->row->what == PTX_BARRIER);
    const uint32_t apart = ptx_apart(g);
    uint32_t mask[PTX_WARP], left = g->lanes, tried[PTX_WARP];
    uint16_t open = 0, cause = 0;
    unsigned count = 0;

    PTX_LANES(lane, g->lanes) {
        mask[lane] = is_whole ? UINT32_MAX
                   : has_mask ? (uint32_t)ptx_get(r, g->frame, lane, &i->s[i->sources - 1], &open)
                              : g->lanes;
        cause = cause ? cause : open;
        if (open && r->l->decide == NULL)
            ptx_stop_open(r, lane, i, "its member mask", open);
        if (!open && !(mask[lane] >> lane & 1))
            ptx_stop(ptx_fault(r, PTX_CALLER_NOT_IN_MASK), i->line,
                     "%s: undefined: lane %u of warp %u executes this, and its member mask 0x%08x does not "
                     "name it (docs/rules.md R7.10)",
                     ptx_insn_name(r, i), lane, w->number, mask[lane]);
    }
    if (cause) {
        unknown_members(r, w, g, i, cause);
        return;
    }
    while (left) {
        const uint32_t one = mask[ptx_lowest(left)];
        struct fragment *part = ptx_part(r, w, g, mask, &left, g->pc + 1);

        if (one & left)
            ptx_tell(r, PTX_MASKS_DIFFER, i, NULL, "%s: the mask 0x%08x of lane %u names lane %u, whose mask is 0x%08x",
                     ptx_insn_name(r, i), one, ptx_lowest(part->lanes), ptx_lowest(one & left),
                     mask[ptx_lowest(one & left)]);
        part->state = WAITS;
        part->members = one;
        part->apart = one & apart;
        tried[count++] = one;
    }
    for (unsigned k = 0; k < count; k++)
        ptx_try_issue(r, w, tried[k]);
}
