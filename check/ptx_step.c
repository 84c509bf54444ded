/* SPDX-License-Identifier: Apache-2.0 */
/* step - one instruction of a fragment: branches, calls and exits here, others where their kind is. */
#include "ptx_warp.h"

#include <stdio.h>

static void leave(struct run *r, struct warp *w, struct fragment *g)
{
    w->live &= ~g->lanes;
    for (struct meeting *m = g->meeting; m; m = m->up)
        m->lanes &= ~g->lanes;
    ptx_drop_fragment(r, w, g);
    for (unsigned k = 0; k < w->fragments;) /* after each from the first one on again */
        k = w->fragment[k]->state == MEETS && ptx_settle(r, w, w->fragment[k]->meeting) ? 0 : k + 1;
    for (unsigned k = 0; k < w->fragments;)
        k = w->fragment[k]->state == WAITS && ptx_try_issue(r, w, w->fragment[k]->members) ? 0 : k + 1;
    ptx_try_barriers(r, w);
}

struct frame *ptx_new_frame(struct run *r, struct warp *w, const struct ptx_function *f, struct frame *up,
                            unsigned line)
{
    struct frame *n = ptx_take(r, 1, sizeof *n);

    *n = (struct frame){ .f = f, .up = up, .refs = 1, .depth = up ? up->depth + 1 : 0 };
    if (n->depth > DEPTH_MAX)
        ptx_stop(r, line, "calls nested more than %d deep", DEPTH_MAX);
    n->local_at = up ? (up->local_at + up->f->local_size + 15) / 16 * 16 : 0;
    if (n->local_at + f->local_size > r->local_max)
        ptx_stop(r, line, "%s: more than %u bytes of local memory in a thread", f->name, r->local_max);
    if (f->local_size > 0 && w->local == NULL) {
        w->local = ptx_take(r, (size_t)PTX_WARP * r->local_max, 1);
        w->local_open = ptx_take(r, (size_t)PTX_WARP * r->local_max, sizeof *w->local_open);
    }
    n->value = ptx_take(r, (size_t)f->regs * PTX_WARP, sizeof *n->value);
    n->open = ptx_take(r, (size_t)f->regs * PTX_WARP, sizeof *n->open);
    n->param = ptx_take(r, (size_t)f->param_size * PTX_WARP, 1);
    n->param_open = ptx_take(r, (size_t)f->param_size * PTX_WARP, sizeof *n->param_open);
    uint32_t *first = &r->unwritten[f - r->m->function];
    if (*first == 0 && f->regs > 0) {
        *first = r->l->causes + 1;
        for (uint32_t k = 0; k < f->regs && r->l->causes < CAUSES_MAX; k++)
            r->l->cause[++r->l->causes] = (struct ptx_cause){
                .what = PTX_UNWRITTEN_REGISTER, .line = f->line, .reg = k, .f = f
            };
    }
    for (uint32_t k = 0; k < f->regs; k++)
        for (unsigned lane = 0; lane < PTX_WARP; lane++)
            n->open[(size_t)k * PTX_WARP + lane] = (uint16_t)(*first + k > CAUSES_MAX ? 1 : *first + k);
    return n;
}

static void copy_parameter(const struct frame *from, uint64_t at, struct frame *to, uint64_t to_at, uint32_t size,
                           uint32_t lanes)
{
    PTX_LANES(lane, lanes) {
        const size_t a = (size_t)lane * from->f->param_size + at, b = (size_t)lane * to->f->param_size + to_at;

        memcpy(to->param + b, from->param + a, size);
        memcpy(to->param_open + b, from->param_open + a, size * sizeof *to->param_open);
    }
}

static void call(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i, uint32_t function)
{
    const struct ptx_function *f = &r->m->function[function];
    struct frame *from = g->frame;
    const unsigned passed = i->calls - i->returned, taken = f->params - f->returned;

    if (!f->is_defined && ptx_system_call(r, g, i, f)) {
        ptx_arrive(r, w, g, g->pc + 1);
        return;
    }
    if (!f->is_defined)
        ptx_stop(r, i->line, "call of %s, whose body is not in this file: link it, or take it out", f->name);
    if (passed != taken)
        ptx_stop(r, i->line, "call of %s with %u arguments, not %u", f->name, passed, taken);
    struct frame *to = ptx_new_frame(r, w, f, from, i->line);
    const uint16_t unwritten = ptx_cause(r, (struct ptx_cause){ .what = PTX_UNWRITTEN_MEMORY, .line = i->line });
    for (size_t k = 0; k < (size_t)f->param_size * PTX_WARP; k++)
        to->param_open[k] = unwritten;
    for (unsigned k = 0; k < passed; k++) {
        const uint64_t at = r->m->operand[i->call + i->returned + k].imm;
        const struct ptx_param *p = &f->param[f->returned + k];

        if (at + p->size > from->f->param_size)
            ptx_stop(r, i->line, "call of %s: an argument that is smaller than the parameter", f->name);
        copy_parameter(from, at, to, p->at, p->size, UINT32_MAX);
    }
    to->back = g->pc;
    g->frame = to; /* which holds its caller's frame */
    ptx_arrive(r, w, g, 0);
}

/* The end of a function that was called. */
static void come_back(struct run *r, struct warp *w, struct fragment *g)
{
    struct frame *from = g->frame, *to = from->up;
    const struct ptx_insn *i = &to->f->insn[from->back];
    const uint32_t pc = from->back + 1;

    if (i->returned > from->f->returned)
        ptx_stop(r, i->line, "call of %s, which returns nothing", from->f->name);
    for (unsigned k = 0; k < i->returned; k++) {
        const uint64_t at = r->m->operand[i->call + k].imm;
        const struct ptx_param *p = &from->f->param[k];

        if (at + p->size > to->f->param_size)
            ptx_stop(r, i->line, "call of %s: a variable that is smaller than what it returns", from->f->name);
        copy_parameter(from, p->at, to, at, p->size, g->lanes);
    }
    to->refs++;
    ptx_drop_frame(r, from);
    g->frame = to;
    ptx_arrive(r, w, g, pc);
}

/* The lanes whose guard is true. */
static uint32_t guarded(struct run *r, const struct fragment *g, const struct ptx_insn *i)
{
    uint32_t lanes = 0, open_lanes = 0;
    uint16_t open, cause = 0;

    PTX_LANES(lane, g->lanes) {
        const bool p = ptx_get(r, g->frame, lane, &i->guard, &open);

        cause = cause ? cause : open;
        open_lanes |= (uint32_t)(open != 0) << lane;
        lanes |= (uint32_t)(p && !open) << lane;
    }
    return lanes | ptx_decide(r, i, "its guard", g->lanes, open_lanes, cause);
}

/* The target that a lane names: of brx an instruction, of a call a function. Of an undefined index it gives the cause. */
static uint32_t target_of(struct run *r, const struct fragment *g, unsigned lane, const struct ptx_insn *i,
                          uint16_t *open)
{
    const unsigned thread = PTX_WARP * r->now->number + lane;
    const bool is_call = i->row->what == PTX_CALL;
    const uint64_t v = ptx_get(r, g->frame, lane, &i->s[0], open);

    if (*open && is_call)
        ptx_stop_open(r, lane, i, "the function that it calls", *open);
    if (*open)
        return 0;
    if (is_call) {
        const uint64_t number = (v - PTX_FUNCTION_AT) / PTX_FUNCTION_SIZE;

        if (v < PTX_FUNCTION_AT || v % PTX_FUNCTION_SIZE != 0 || number >= r->m->functions)
            ptx_stop(r, i->line, "call: thread %u: 0x%llx is the address of no function", thread,
                     (unsigned long long)v);
        return (uint32_t)number;
    }
    if ((uint32_t)v >= i->calls)
        ptx_stop(r, i->line, "brx: thread %u: index %u, and the list has %u targets", thread, (uint32_t)v, i->calls);
    return r->m->operand[i->call + (uint32_t)v].reg;
}

/* brx.idx, and a call through a register: each lane goes to the target that it names. */
static void part_ways(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    const bool is_call = i->row->what == PTX_CALL;
    uint32_t target[PTX_WARP], left = g->lanes, open_lanes = 0;
    uint16_t open, cause = 0;

    PTX_LANES(lane, left) {
        target[lane] = target_of(r, g, lane, i, &open);
        cause = cause ? cause : open;
        open_lanes |= (uint32_t)(open != 0) << lane;
    }
    for (uint32_t k = 0; open_lanes; k++) {
        uint32_t here = ptx_decide(r, i, "its index", g->lanes, open_lanes, cause);

        here = k + 1 < i->calls ? here : open_lanes;
        open_lanes &= ~here;
        PTX_LANES(lane, here)
            target[lane] = r->m->operand[i->call + k].reg;
    }
    while (left) {
        const uint32_t to = target[ptx_lowest(left)];
        struct fragment *part = ptx_part(r, w, g, target, &left, is_call ? g->pc + 1 : i->join);

        if (is_call)
            call(r, w, part, i, to);
        else
            ptx_arrive(r, w, part, to);
    }
}

/* One instruction of a fragment. The list of fragments may be another afterwards. */
void ptx_step(struct run *r, struct warp *w, struct fragment *g)
{
    struct frame *f = g->frame;
    const uint32_t all = g->lanes;
    uint32_t lanes = all;

    if (g->pc >= f->f->insns) { /* behind the last instruction */
        if (f->up)
            come_back(r, w, g);
        else
            leave(r, w, g);
        return;
    }
    const struct ptx_insn *i = r->l->insn = ptx_insn_at(g);
    if (++r->l->steps > r->l->steps_max) {
        char what[80];

        snprintf(what, sizeof what, "more than %llu steps: --steps sets the limit",
                 (unsigned long long)r->l->steps_max);
        ptx_stop_waiting(r, i, what, false);
    }
    if (r->l->stop)
        ptx_stop(r, i->line, "%s", r->l->stop);
    w->steps++;
    if (i->guard.kind == PTX_REG)
        lanes = guarded(r, g, i);
    const bool branches = i->row->what == PTX_BRANCH || i->row->what == PTX_BRANCH_INDEX;
    const bool transfers = i->row->what >= PTX_BRANCH && i->row->what <= PTX_SYNC;

    if (lanes == 0) {
        ptx_arrive(r, w, g, g->pc + 1);
        return;
    }
    if (transfers && lanes != all) {
        /* those that do not take it go on; where both meet again: behind it, or where the branch's ways join */
        const bool ends = i->row->what == PTX_EXIT || (i->row->what == PTX_RET && f->up == NULL);

        if (!ends)
            ptx_meet_at(r, g, branches || i->row->what == PTX_RET ? i->join : g->pc + 1);
        struct fragment *rest = ptx_split(w, g, all & ~lanes);
        ptx_arrive(r, w, rest, rest->pc + 1);
    }
    const uint32_t whole = g->lanes;
    g->lanes = lanes;
    switch ((enum ptx_what)i->row->what) {
    case PTX_BRANCH:
    case PTX_BRANCH_INDEX:
        if (i->row->what == PTX_BRANCH)
            ptx_arrive(r, w, g, i->s[0].reg);
        else
            part_ways(r, w, g, i);
        ptx_watch(r, w, f, i, lanes, (struct ptx_event){ .members = 0 });
        return;
    case PTX_CALL:
        if (i->sources)
            part_ways(r, w, g, i);
        else
            call(r, w, g, i, i->d.reg);
        return;
    case PTX_RET:
        if (f->up)
            ptx_arrive(r, w, g, f->f->insns);
        else
            leave(r, w, g);
        return;
    case PTX_EXIT: leave(r, w, g); return;
    case PTX_TRAP:
        ptx_stop(ptx_fault(r, PTX_TRAPPED), i->line, "trap: thread %u stops the kernel",
                 PTX_WARP * w->number + ptx_lowest(lanes));
    case PTX_SYNC: ptx_begin_sync(r, w, g, i); return;
    case PTX_BARRIER:
        if (ptx_has(i, PTX_warp))
            ptx_begin_sync(r, w, g, i);
        else
            ptx_begin_barrier(r, w, g, i);
        return;
    case PTX_COMPUTE: ptx_compute(r, g, i); break;
    case PTX_MOVE: ptx_move(r, g, i); break;
    case PTX_LOAD:
    case PTX_STORE: ptx_load_store(r, g, i); break;
    case PTX_ADDRESS: ptx_convert_address(r, g, i); break;
    case PTX_DISCARD: ptx_discard(r, g, i); break;
    case PTX_COPY: ptx_copy_async(r, g, i); break;
    case PTX_MBARRIER: ptx_mbarrier(r, g, i); break;
    case PTX_ATOMIC: ptx_atomic(r, g, i); break;
    case PTX_ACTIVE: {
        struct shfl_vote_out out;

        shfl_vote(PTX_WARP, SHFL_VOTE_ANY, lanes, UINT32_MAX, &out);
        PTX_LANES(lane, (uint32_t)out.we)
            ptx_put(f, lane, &i->d, (struct ptx_type){ 'b', 32 }, out.rd, 0);
        break;
    }
    case PTX_STAGE: {
        const unsigned slot = i->s[0].imm % PTX_ARGUMENTS;

        PTX_LANES(lane, lanes)
            w->staged[slot][lane] = ptx_get(r, f, lane, &i->s[1], &w->staged_open[slot][lane]);
        break;
    }
    case PTX_UNKNOWN: {
        const uint16_t open = ptx_cause(r,
                                        (struct ptx_cause){ .what = PTX_UNKNOWN_NAME, .reg = (uint32_t)i->s[0].imm });

        PTX_LANES(lane, lanes)
            ptx_put(f, lane, &i->d, (struct ptx_type){ 'b', 64 }, 0, open);
        break;
    }
    case PTX_NOTHING: /* each instruction is done before the next */
        if (ptx_is_row(i, "membar") || (ptx_is_row(i, "fence") && !ptx_has(i, PTX_proxy)))
            ptx_race_fence(r, lanes);
        break;
    }
    g->lanes = whole;
    ptx_watch(r, w, f, i, lanes, (struct ptx_event){ .members = 0 });
    ptx_arrive(r, w, g, g->pc + 1);
}
