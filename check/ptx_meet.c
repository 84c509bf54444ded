/* SPDX-License-Identifier: Apache-2.0 */
/* meet - fragments of a warp: how they part, meet and become one. */
#include "ptx_warp.h"

#include <stdio.h>

enum { SPINS_AGAIN = 100, WAITS_AGAIN = 10000 };

void ptx_drop_frame(struct run *r, struct frame *f)
{
    while (f && --f->refs == 0) {
        struct frame *up = f->up;

        ptx_give(r, f->value);
        ptx_give(r, f->open);
        ptx_give(r, f->param);
        ptx_give(r, f->param_open);
        ptx_give(r, f);
        f = up;
    }
}

void ptx_drop_meeting(struct run *r, struct meeting *m)
{
    while (m && --m->refs == 0) {
        struct meeting *up = m->up;

        ptx_drop_frame(r, m->frame);
        ptx_give(r, m);
        m = up;
    }
}

void ptx_drop_fragment(struct run *r, struct warp *w, struct fragment *g)
{
    unsigned at = 0;

    ptx_drop_frame(r, g->frame);
    ptx_drop_meeting(r, g->meeting);
    g->lanes = 0;
    while (w->fragment[at] != g)
        at++;
    memmove(&w->fragment[at], &w->fragment[at + 1], (--w->fragments - at) * sizeof g);
}

/* A part of a fragment becomes one by itself, behind it in the list. */
struct fragment *ptx_split(struct warp *w, struct fragment *g, uint32_t lanes)
{
    struct fragment *part = w->slot;

    while (part->lanes)
        part++;
    w->fragment[w->fragments++] = part;
    *part = *g;
    part->lanes = lanes;
    g->lanes &= ~lanes;
    part->frame->refs++;
    if (part->meeting)
        part->meeting->refs++;
    return part;
}

/* Has the kernel nothing more to do from this instruction on than to end? */
static bool ends(const struct frame *f, uint32_t pc)
{
    for (unsigned n = 0; n < 100; n++) {
        const struct ptx_insn *i = pc < f->f->insns ? &f->f->insn[pc] : NULL;

        if (i != NULL && (i->guard.kind == PTX_REG || (i->row->what != PTX_BRANCH && i->row->what != PTX_RET)))
            return i->guard.kind == PTX_NONE && i->row->what == PTX_EXIT;
        if (i != NULL && i->row->what == PTX_BRANCH) {
            pc = i->s[0].reg;
            continue;
        }
        if (f->up == NULL)
            return true;
        pc = f->back;
        f = f->up;
    }
    return false;
}

/* The fragment's lanes, which are about to part, meet at pc. */
void ptx_meet_at(struct run *r, struct fragment *g, uint32_t pc)
{
    struct meeting *m;

    if (ends(g->frame, pc))
        return; /* at the end of the kernel nobody waits */
    if (g->meeting && g->meeting->pc == pc && g->meeting->frame == g->frame)
        return;
    m = ptx_take(r, 1, sizeof *m);
    *m = (struct meeting){ g->meeting, g->frame, 1, pc, g->lanes };
    g->frame->refs++;
    g->meeting = m;
}

struct fragment *ptx_part(struct run *r, struct warp *w, struct fragment *g, const uint32_t value[PTX_WARP],
                          uint32_t *left, uint32_t join)
{
    uint32_t same = 0;

    PTX_LANES(lane, *left)
        same |= (uint32_t)(value[lane] == value[ptx_lowest(*left)]) << lane;
    *left &= ~same;
    if (*left == 0)
        return g;
    ptx_meet_at(r, g, join);
    return ptx_split(w, g, same);
}

uint32_t ptx_apart(const struct fragment *g)
{
    uint32_t lanes = 0;

    for (const struct meeting *m = g->meeting; m; m = m->up)
        lanes |= m->lanes;
    return lanes & ~g->lanes;
}

/* From a meeting, which its caller has to drop, to the one around it. */
static void go_out(struct run *r, struct warp *w, struct fragment *g)
{
    g->meeting = g->meeting->up;
    if (g->meeting)
        g->meeting->refs++;
    ptx_arrive(r, w, g, g->pc);
}

/* Are all lanes of a meeting there? Then they are one fragment, and may be at the meeting around it, too. */
bool ptx_settle(struct run *r, struct warp *w, struct meeting *m)
{
    struct fragment *first = NULL;
    uint32_t there = 0;

    for (unsigned k = w->fragments; k-- > 0;)
        if (w->fragment[k]->state == MEETS && w->fragment[k]->meeting == m) {
            first = w->fragment[k];
            there |= first->lanes;
        }
    if (there == 0 || there != m->lanes)
        return false;
    for (unsigned k = w->fragments; k-- > 0;) {
        struct fragment *g = w->fragment[k];

        if (g != first && g->state == MEETS && g->meeting == m)
            ptx_drop_fragment(r, w, g);
    }
    first->lanes = there;
    go_out(r, w, first);
    ptx_drop_meeting(r, m);
    return true;
}

/* The fragment has come to another instruction. It may be a meeting, and then g may be gone. */
void ptx_arrive(struct run *r, struct warp *w, struct fragment *g, uint32_t pc)
{
    g->waits = g->state == MEETS ? g->waits : w->steps;
    g->pc = pc;
    g->state = RUNS;
    if (g->meeting && g->meeting->pc == pc && g->meeting->frame == g->frame) {
        g->state = MEETS;
        ptx_settle(r, w, g->meeting);
    }
}

void ptx_has_read(struct fragment *g, const struct ptx_insn *i, uint64_t at, uint64_t hash)
{
    if (at >> 32 == PTX_LOCAL_AT >> 32)
        return;
    g->spins = g->read == i && g->read_hash == hash ? g->spins + 1 : 0;
    g->read = i;
    g->read_at = at;
    g->read_hash = hash;
}

/* The others cannot come, as it seems: the lanes that wait at a meeting go on without them. The next ones do so sooner. */
bool ptx_release(struct run *r, struct warp *w)
{
    for (unsigned k = w->fragments; k-- > 0;) {
        struct fragment *g = w->fragment[k];
        struct meeting *m = g->meeting;
        char lanes[120], text[300];

        if (g->state != MEETS)
            continue;
        const uint32_t line = g->pc < g->frame->f->insns ? g->frame->f->insn[g->pc].line : g->frame->f->line;
        if (line != r->released && r->l->note) {
            snprintf(text, sizeof text,
                     "line %u: %s of warp %u go%s on without the lanes that left with them at a branch", line,
                     ptx_lanes_text(g->lanes, lanes), w->number, g->lanes & (g->lanes - 1) ? "" : "es");
            r->l->note(r->l->watcher, text);
        }
        r->released = line;
        r->spins = SPINS_AGAIN;
        r->waits = WAITS_AGAIN;
        for (unsigned n = 0; n < w->fragments; n++) {
            w->fragment[n]->waits = w->steps;
            w->fragment[n]->spins = 0;
        }
        m->lanes &= ~g->lanes;
        go_out(r, w, g);
        ptx_settle(r, w, m);
        ptx_drop_meeting(r, m);
        return true;
    }
    return false;
}
