/* SPDX-License-Identifier: Apache-2.0 */
/* run - see ptx_run.h: blocks and their warps, turn by turn; and how a run stops. */
#include "ptx_warp.h"
#include "lib/output.h"
#include "lib/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLICE = 512, SPINS = 5000, PATIENCE = 1000000, SPINS_FOR_EVER = 50000 };

/* ---- stopping, memory */

unsigned ptx_source_line(const struct ptx_module *m, const struct ptx_insn *i)
{
    const struct ptx_place *place = &m->place[i->place];

    return ptx_source_is(m, place->file) ? place->line : ptx_source_is(m, place->at_file) ? place->at_line : 0;
}

const char *ptx_insn_name(const struct run *r, const struct ptx_insn *i)
{
    return ptx_is_row(i, "openshfl_call") && r->l->call_name ? r->l->call_name((uint32_t)i->s[0].imm) : i->row->name;
}

unsigned ptx_insn_line(const struct run *r, const struct warp *w, const struct ptx_insn *i, uint32_t lanes)
{
    if (r->l->source == NULL)
        return i->line;
    return w && ptx_is_row(i, "openshfl_call") ? (unsigned)w->staged[PTX_AT][ptx_lowest(lanes)]
                                               : ptx_source_line(r->m, i);
}

struct ptx_at ptx_at(const struct ptx_launch *l, uint32_t number, unsigned line)
{
    const struct ptx_place *p = &l->m->place[number];
    const bool is_source = l->source != NULL, inlined = p->at_line && !(is_source && ptx_source_is(l->m, p->file));
    const uint32_t file = inlined ? p->at_file : p->file;
    const bool is_known = number && (!is_source || ptx_source_is(l->m, file));

    for (uint32_t k = 0; !is_known && is_source && k < l->kernel->insns; k++) /* somewhere in the kernel */
        if (ptx_source_line(l->m, &l->kernel->insn[k]))
            return (struct ptx_at){ l->m->file, ptx_source_line(l->m, &l->kernel->insn[k]), 0 };
    if (!is_known)
        return (struct ptx_at){ l->m->file, is_source ? 1 : line, 0 };
    return (struct ptx_at){ is_source ? l->m->file : ptx_source_name(l->m, file), inlined ? p->at_line : p->line,
                            inlined ? p->at_column : p->column };
}

void ptx_tell(struct run *r, enum ptx_fault fault, const struct ptx_insn *i, const struct ptx_insn *other,
              const char *format, ...)
{
    char text[PTX_WHY_MAX];

    if (r->l->found == NULL)
        return;
    text_arguments(text, sizeof text, format);
    r->l->found(r->l->watcher,
                &(struct ptx_finding){ fault, ptx_at(r->l, i->place, i->line),
                                       other ? ptx_at(r->l, other->place, other->line) : (struct ptx_at){ NULL, 0, 0 },
                                       text });
}

void ptx_stop(struct run *r, unsigned line, const char *format, ...)
{
    const struct ptx_insn *last = r->l->insn;
    const bool has_fragment = r->now && r->now->fragments > 0;
    const unsigned in_source = r->l->source && last
                                 ? ptx_insn_line(r, r->now, last, has_fragment ? r->now->fragment[0]->lanes : 1)
                                 : 0;
    const int at = r->l->source == NULL ? snprintf(r->why, PTX_WHY_MAX, "%.150s:%u: ", r->m->file, line)
                 : in_source            ? snprintf(r->why, PTX_WHY_MAX, "%s: ", ptx_line_text(r->l, in_source))
                                        : 0;

    text_arguments(r->why + at, (size_t)(PTX_WHY_MAX - at), format);
    if (r->l->fault && last)
        ptx_tell(r, r->l->fault, last, NULL, "%s", r->why + at);
    if (r->l->stopped)
        r->l->stopped(r->l->watcher, r->why);
    PTX_LEAVE(r->stopped, r->why);
}

void *ptx_take(struct run *r, size_t count, size_t size)
{
    r->memory += count * size;
    if (r->memory > r->l->memory_max)
        ptx_stop(r, 0, "more than %llu bytes of memory: --memory sets the limit", (unsigned long long)r->l->memory_max);
    return ptx_block_new(&r->blocks, count * size);
}

void ptx_give(struct run *r, void *memory) { r->memory -= memory ? ptx_block_free(memory) : 0; }

/* "lanes 0..15, 20" */
const char *ptx_lanes_text(uint32_t lanes, char text[120])
{
    struct text all = { text, 0, 120 };
    const char *between = " ";

    text_append(&all, "lane%s", lanes & (lanes - 1) ? "s" : "");
    for (unsigned k = 0; k < PTX_WARP && all.used < 100; k++) {
        unsigned end = k;

        if (!(lanes >> k & 1))
            continue;
        while (end + 1 < PTX_WARP && lanes >> (end + 1) & 1)
            end++;
        text_append(&all, end > k ? "%s%u..%u" : "%s%u", between, k, end);
        between = ", ";
        k = end;
    }
    return text;
}

/* ---- undefined values */

uint16_t ptx_cause(struct run *r, struct ptx_cause c)
{
    const uint32_t places = sizeof r->by_hash / sizeof *r->by_hash;
    struct ptx_launch *l = r->l;
    uint32_t at = (uint32_t)((c.line * UINT64_C(31) + c.lane + c.bits * 7) * 0x9e3779b1 + c.reg * UINT64_C(0x85ebca6b))
                % places;

    for (; r->by_hash[at]; at = (at + 1) % places) {
        const struct ptx_cause *k = &l->cause[r->by_hash[at]];

        if (k->what == c.what && k->line == c.line && k->lane == c.lane && k->reg == c.reg && k->f == c.f
            && k->variable == c.variable && k->whole == c.whole && k->bits == c.bits)
            return r->by_hash[at];
    }
    if (l->causes == CAUSES_MAX)
        return c.whole ? c.whole : 1; /* which is the memory that is not written */
    l->cause[++l->causes] = c;
    return r->by_hash[at] = (uint16_t)l->causes;
}

uint16_t ptx_partly(struct run *r, uint16_t open, uint64_t bits, unsigned width)
{
    bits &= ptx_bits(width);
    if (open == 0 || bits == 0)
        return 0;
    struct ptx_cause c = r->l->cause[open];
    const uint16_t whole = c.whole ? c.whole : open;
    if (bits == ptx_bits(width))
        return whole;
    c.whole = whole;
    c.bits = bits;
    return ptx_cause(r, c);
}

void ptx_register_name(const struct ptx_module *m, const struct ptx_function *f, uint32_t reg, char text[PTX_NAME_MAX])
{
    const struct ptx_register *g = &f->reg[reg];
    const int length = (int)(g->length < 100 ? g->length : 100);

    if (length == 0)
        snprintf(text, PTX_NAME_MAX, "the carry, CC.CF");
    else if (g->number >= 0)
        snprintf(text, PTX_NAME_MAX, "%.*s%d", length, m->text + g->name, (int)g->number);
    else
        snprintf(text, PTX_NAME_MAX, "%.*s", length, m->text + g->name);
}

unsigned ptx_cause_line(const struct ptx_launch *l, const struct ptx_cause *c)
{
    return l->source || l->found ? ptx_at(l, c->place, c->line).line : c->line;
}

const char *ptx_line_text(const struct ptx_launch *l, unsigned line)
{
    static char text[4][PTX_NAME_MAX];
    static unsigned turn;
    const char *file = l->line_file ? l->line_file(l->caller, &line) : NULL;

    snprintf(text[++turn % 4], PTX_NAME_MAX, "line %u%s%.120s", line, file ? " of " : "", file ? file : "");
    return text[turn % 4];
}

void ptx_cause_text(const struct ptx_launch *l, uint16_t number, char text[PTX_NAME_MAX])
{
    const struct ptx_cause *c = &l->cause[number];

    if (c->what == PTX_UNREAD)
        snprintf(text, PTX_NAME_MAX, "rests on a read of lane %u, which does not execute (%s)", c->lane,
                 ptx_line_text(l, ptx_cause_line(l, c)));
    else if (c->what == PTX_UNWRITTEN_REGISTER && c->f) {
        char name[PTX_NAME_MAX];

        ptx_register_name(l->m, c->f, c->reg, name);
        snprintf(text, PTX_NAME_MAX, "rests on %.140s, which is not written before", name);
    } else if (c->what == PTX_UNWRITTEN_VARIABLE) {
        const struct ptx_variable *v = c->variable;
        const char *how = v->is_unknown ? "which is not known" : "which is not written";

        if (v->size == c->element)
            snprintf(text, PTX_NAME_MAX, "rests on %.140s, %s", v->name, how);
        else
            snprintf(text, PTX_NAME_MAX, "rests on %.140s[%u], %s", v->name, c->reg / c->element, how);
    } else if (c->what == PTX_UNKNOWN_NAME)
        snprintf(text, PTX_NAME_MAX,
                 strpbrk(l->unknown[c->reg], "([. ") ? "rests on %.70s, which is not known"
                                                     : "rests on %.70s, which is not known: --let %.70s=VALUE",
                 l->unknown[c->reg], l->unknown[c->reg]);
    else if (c->what == PTX_COPYING)
        snprintf(text, PTX_NAME_MAX, "rests on bytes that cp.async in %s copies, and nothing has waited for them",
                 ptx_line_text(l, ptx_cause_line(l, c)));
    else if (c->what == PTX_UNDEFINED_CALL)
        snprintf(text, PTX_NAME_MAX, "rests on what the call in %s leaves undefined", ptx_line_text(l, c->line));
    else
        snprintf(text, PTX_NAME_MAX, "rests on memory that is not written before");
}

enum ptx_fault ptx_cause_fault(const struct ptx_cause *c)
{
    return c->what == PTX_UNREAD                                        ? PTX_INACTIVE_LANE
         : c->what == PTX_UNKNOWN_NAME || c->what == PTX_UNDEFINED_CALL ? PTX_NO_FAULT
                                                                        : PTX_UNINITIALIZED;
}

_Noreturn void ptx_stop_open(struct run *r, unsigned lane, const struct ptx_insn *i, const char *what, uint16_t open)
{
    char text[PTX_NAME_MAX];

    ptx_cause_text(r->l, open, text);
    ptx_stop(ptx_fault(r, ptx_cause_fault(&r->l->cause[open])), i->line, "%s: thread %u: %s %s", ptx_insn_name(r, i),
             PTX_WARP * r->now->number + lane, what, text);
}

uint32_t ptx_decide(struct run *r, const struct ptx_insn *i, const char *what, uint32_t lanes, uint32_t open_lanes,
                    uint16_t cause)
{
    if (open_lanes == 0)
        return 0;
    if (r->l->decide == NULL)
        ptx_stop_open(r, ptx_lowest(open_lanes), i, what, cause);
    return r->l->decide(r->l->watcher, i, lanes, open_lanes, cause) & open_lanes;
}

void ptx_watch(struct run *r, struct warp *w, const struct frame *f, const struct ptx_insn *i, uint32_t lanes,
               struct ptx_event e)
{
    if (r->l->watch == NULL)
        return;
    e.f = f->f;
    e.insn = i;
    e.block = w->block;
    e.warp = w->number;
    e.lanes = lanes;
    e.value = f->value;
    e.value_open = f->open;
    if (i->d.kind == PTX_REG) {
        e.type = f->f->reg[i->d.reg].type;
        e.d = e.d ? e.d : f->value + (size_t)i->d.reg * PTX_WARP;
        e.open = e.open ? e.open : f->open + (size_t)i->d.reg * PTX_WARP;
    } else {
        e.d = NULL;
    }
    if (i->q.kind == PTX_REG) {
        e.q = e.q ? e.q : f->value + (size_t)i->q.reg * PTX_WARP;
        e.q_open = e.q_open ? e.q_open : f->open + (size_t)i->q.reg * PTX_WARP;
    } else {
        e.q = NULL;
    }
    r->l->watch(r->l->watcher, &e);
}

/* ---- blocks */

/* A number below most: of a schedule, or the last. */
static unsigned draw(struct run *r, unsigned most)
{
    if (r->l->schedule == 0)
        return most - 1;
    r->random = r->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(r->random >> 33) % most;
}

/* Of a schedule: lanes that came together may do the accesses up to the next branch or meeting one part after the other. */
static void part(struct run *r, struct warp *w, struct fragment *g)
{
    const struct ptx_function *f = g->frame->f;
    uint32_t pc = g->pc, lanes = 0;

    if (r->l->schedule == 0 || pc >= f->insns || f->insn[pc].row->what < PTX_LOAD || f->insn[pc].row->what > PTX_ATOMIC
        || draw(r, 4) != 0)
        return;
    for (unsigned k = 0; k < PTX_WARP; k++)
        lanes |= draw(r, 2) << k;
    lanes &= g->lanes;
    if (lanes == 0 || lanes == g->lanes)
        return;
    while (pc < f->insns && f->insn[pc].row->what <= PTX_MBARRIER)
        pc++;
    ptx_meet_at(r, g, pc);
    ptx_split(w, g, lanes);
}

/* Run a warp for a while. Returns whether it could do anything. */
static bool run_warp(struct run *r, struct warp *w)
{
    bool ran = false, could = false;

    r->now = w;
    for (unsigned n = 0, most = draw(r, SLICE); n <= most; n++) {
        unsigned at = 0;

        while (at < w->fragments && w->fragment[at]->state != RUNS)
            at++;
        if (at == w->fragments)
            break;
        part(r, w, w->fragment[at]);
        ptx_step(r, w, w->fragment[at]);
        ran = true;
    }
    if (w->fragments > 1) { /* the next one's turn */
        struct fragment *const first = w->fragment[0];

        memmove(w->fragment, w->fragment + 1, (w->fragments - 1) * sizeof first);
        w->fragment[w->fragments - 1] = first;
    }
    bool waits_for_others = false, impatient = false;
    for (unsigned k = 0; k < w->fragments; k++) {
        const struct fragment *g = w->fragment[k];

        could = could || g->state == RUNS;
        waits_for_others = waits_for_others || g->state == AT_BARRIER;
        impatient = impatient || (g->state == RUNS && g->spins > r->spins)
                 || (g->state == MEETS && w->steps - g->waits > r->waits);
    }
    if ((!could && !waits_for_others && w->fragments > 0) || impatient)
        ran = ptx_release(r, w) || ran;
    return ran;
}

/* Do all that could go on read the same again and again? */
static bool spins_for_ever(const struct run *r)
{
    bool any = false;

    for (unsigned n = 0; n < r->warps; n++)
        for (unsigned k = 0; k < r->warp[n].fragments; k++)
            if (r->warp[n].fragment[k]->state == RUNS) {
                any = true;
                if (r->warp[n].fragment[k]->spins < SPINS_FOR_EVER)
                    return false;
            }
    return any;
}

void ptx_stop_waiting(struct run *r, const struct ptx_insn *i, const char *what, bool is_fault)
{
    char text[420], lanes[120], missing[120];
    struct text all = { text, 0, sizeof text };
    enum ptx_fault fault = PTX_ENDLESS;

    text[0] = '\0';
    for (unsigned n = 0; n < r->warps; n++)
        for (unsigned k = 0; k < r->warp[n].fragments; k++) {
            struct fragment *g = r->warp[n].fragment[k];
            const struct ptx_insn *here = ptx_insn_at(g);
            const bool waits = g->state == AT_BARRIER || here->row->what == PTX_BARRIER; /* or spins at the cluster's */
            const uint32_t absent = g->members & r->warp[n].live & ~g->lanes;

            if (all.used > sizeof text - 240 || g->pc >= g->frame->f->insns)
                continue;
            i = i ? i : here;
            if (is_fault && g->state == AT_BARRIER)
                ptx_judge_barrier(r, &r->warp[n], g, true);
            if (g->state == WAITS && fault != PTX_MISSING_LANE) {
                fault = PTX_MISSING_LANE;
                i = here;
            } else if (waits && fault == PTX_ENDLESS) {
                fault = PTX_MISSING_THREAD;
                i = here;
            }
            if (r->gang > 1)
                text_append(&all, "%sblock %u, ", all.used ? "; " : "", r->warp[n].block);
            text_append(&all, "%swarp %u: %s %s%s at %s in %s", all.used && r->gang == 1 ? "; " : "", r->warp[n].number,
                        ptx_lanes_text(g->lanes, lanes), g->state == RUNS && !waits ? "run" : "wait",
                        g->lanes & (g->lanes - 1) ? "" : "s", ptx_insn_name(r, here),
                        ptx_line_text(r->l, ptx_insn_line(r, &r->warp[n], here, g->lanes)));
            if (g->state == RUNS && g->spins > 1 && !waits)
                text_append(&all, ", where %s in %s has read the same at 0x%llx %llu times", g->read->row->name,
                            ptx_line_text(r->l, ptx_insn_line(r, NULL, g->read, g->lanes)),
                            (unsigned long long)g->read_at, (unsigned long long)g->spins);
            if (g->state == WAITS)
                text_append(&all, " for %s, mask 0x%08x", ptx_lanes_text(absent, missing), g->members);
        }
    r->l->insn = i;
    ptx_stop(is_fault ? ptx_fault(r, fault) : r, i ? i->line : 0, "%s: %s", what, text);
}

unsigned ptx_block(const struct run *r, unsigned gang, unsigned place)
{
    const unsigned *c = r->l->cluster, *g = r->l->grid;

    if (c[0] == 0)
        return gang * r->gang + place;
    const unsigned x = gang % (g[0] / c[0]) * c[0] + place % c[0];
    const unsigned y = gang / (g[0] / c[0]) % (g[1] / c[1]) * c[1] + place / c[0] % c[1];
    return (gang / (g[0] / c[0] * (g[1] / c[1])) * c[2] + place / c[0] / c[1]) * g[1] * g[0] + y * g[0] + x;
}

/* How many blocks run together: those of a cluster, all of a grid that has a barrier, or one. */
static void take_gang(struct run *r)
{
    const struct ptx_function *f = r->l->kernel;
    const unsigned *c = r->l->cluster, *g = r->l->grid;

    r->gang = c[0] ? c[0] * c[1] * c[2] : f->has_grid ? g[0] * g[1] * g[2] : 1;
    r->own = (r->threads + PTX_WARP - 1) / PTX_WARP;
    if (c[0] && f->has_grid)
        ptx_stop(r, f->line, "%s: clusters and a barrier of the grid in one kernel are not run here", f->name);
    for (unsigned k = 0; c[0] && k < 3; k++)
        if (c[k] - 1 >= GANG_WARPS || g[k] % c[k] != 0)
            ptx_stop(r, f->line, "%s: a grid of %u,%u,%u blocks in clusters of %u,%u,%u: expected a multiple", f->name,
                     g[0], g[1], g[2], c[0], c[1], c[2]);
    if (r->gang > GANG_WARPS / r->own)
        ptx_stop(r, f->line, "%s: %u blocks of %u warps are to run together: at most %d warps can here", f->name,
                 r->gang, r->own, GANG_WARPS);
    r->warps = r->gang * r->own;
    r->local_max = LOCAL_MAX;
    for (uint32_t k = 0; k < r->m->functions; k++)
        r->local_max += r->m->function[k].local_size;
    r->warp = ptx_take(r, r->warps, sizeof *r->warp);
    r->expects = ptx_take(r, r->gang * BARRIERS, sizeof *r->expects);
    r->arrived = ptx_take(r, r->gang * BARRIERS, sizeof *r->arrived);
}

static void run_block(struct run *r)
{
    struct ptx_launch *l = r->l;
    const struct ptx_function *f = l->kernel;

    r->unnamed = ptx_cause(r, (struct ptx_cause){ .what = PTX_UNWRITTEN_MEMORY, .line = f->line });
    for (size_t k = 0; k < ptx_shared_of(r, r->gang); k++)
        r->shared_open[k] = k % ptx_shared_of(r, 1) < r->shared_size ? r->unnamed : 0;
    memset(r->expects, 0, r->gang * BARRIERS * sizeof *r->expects);
    memset(r->arrived, 0, r->gang * BARRIERS * sizeof *r->arrived);
    ptx_race_block(r);
    ptx_async_block(r);
    for (unsigned n = 0; n < r->warps; n++) {
        struct warp *w = &r->warp[n];
        struct frame *frame;

        w->place = n;
        w->number = n % r->own;
        w->block = ptx_block(r, r->block, n / r->own);
        w->came = 0;
        w->live = ptx_began(r, w);
        w->missed = 0;
        w->fragments = 0;
        w->steps = 0;
        frame = ptx_new_frame(r, w, f, NULL, f->line);
        if (w->local_open)
            for (size_t k = 0; k < (size_t)PTX_WARP * r->local_max; k++)
                w->local_open[k] = r->unnamed;
        for (unsigned lane = 0; lane < PTX_WARP; lane++)
            for (unsigned k = 0; k < f->params; k++)
                memcpy(frame->param + (size_t)lane * f->param_size + f->param[k].at, l->params + f->param[k].at,
                       f->param[k].size);
        w->fragment[w->fragments++] = w->slot;
        w->slot[0] = (struct fragment){ .frame = frame, .lanes = w->live };
    }
    for (;;) {
        bool ran = false, left = false;

        for (unsigned n = 0, first = draw(r, r->warps) + 1; n < r->warps; n++)
            ran = run_warp(r, &r->warp[(first + n) % r->warps]) || ran;
        for (unsigned n = 0; n < r->warps; n++)
            left = left || r->warp[n].fragments > 0;
        if (!left)
            return;
        for (unsigned n = 0; n < r->warps && !ran; n++)
            ran = ptx_release(r, &r->warp[n]);
        if (!ran || spins_for_ever(r))
            ptx_stop_waiting(r, NULL, "no thread can go on", true);
    }
}

bool ptx_launch(struct ptx_launch *l, char why[PTX_WHY_MAX])
{
    struct run *r = more_memory(NULL, sizeof *r);
    volatile bool done = false;

    *r = (struct run){ .l = l,
                       .m = l->m,
                       .why = why,
                       .threads = l->block[0] * l->block[1] * l->block[2],
                       .spins = SPINS,
                       .waits = PATIENCE,
                       .random = l->schedule * UINT64_C(0x9e3779b97f4a7c15) };
    l->cause = more_memory(NULL, (CAUSES_MAX + 1) * sizeof *l->cause);
    l->cause[0] = (struct ptx_cause){ .line = 0 }; /* of what is defined */
    l->causes = 0;
    l->steps = 0;
    if (!setjmp(r->stopped)) {
        r->shared_size = (l->m->shared_size + 15) / 16 * 16 * (l->dynamic_shared > 0) + l->dynamic_shared
                       + l->m->shared_size * (l->dynamic_shared == 0);
        take_gang(r);
        r->shared = ptx_take(r, ptx_shared_of(r, r->gang), 1);
        r->shared_open = ptx_take(r, ptx_shared_of(r, r->gang), sizeof *r->shared_open);
        r->unwritten = ptx_take(r, l->m->functions, sizeof *r->unwritten);
        r->global_open = ptx_take(r, l->m->global_size, sizeof *r->global_open);
        r->unnamed = ptx_cause(r, (struct ptx_cause){ .what = PTX_UNWRITTEN_MEMORY, .line = l->kernel->line });
        for (uint32_t k = 0; k < l->m->variables; k++)
            for (uint32_t n = 0; n < l->m->variable[k].size && l->m->variable[k].is_unknown; n++)
                if (!l->m->variable[k].is_shared)
                    r->global_open[l->m->variable[k].at + n] = r->unnamed;
        for (r->block = 0; r->block < l->grid[0] * l->grid[1] * l->grid[2] / r->gang; r->block++)
            run_block(r);
        done = true;
    }
    ptx_race_end(r);
    ptx_blocks_free(&r->blocks);
    free(r);
    return done;
}
