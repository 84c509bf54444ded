/* SPDX-License-Identifier: Apache-2.0 */
/* flow - where the lanes of a branch meet again: its immediate post-dominator, by Cooper, Harvey and Kennedy's
 * "A Simple, Fast Dominance Algorithm", from the end backwards. A node is an instruction; the last one is the end. */
#include "ptx_parse.h"

struct graph {
    const struct ptx_function *f;
    const struct ptx_operand *target; /* of a brx, from its call on */
    uint32_t *order, *number, *join, count;
};

#define NO_WAY UINT32_MAX

/* The ways that an instruction has to go on, by number; behind them, if it is guarded, the one to the next. */
static uint32_t way(const struct graph *g, uint32_t n, uint32_t number)
{
    const struct ptx_insn *i = &g->f->insn[n];
    const uint32_t ways = i->row->what == PTX_BRANCH_INDEX ? i->calls : 1;

    if (number >= ways)
        return number == ways && i->guard.kind == PTX_REG ? n + 1 : NO_WAY;
    switch (i->row->what) {
    case PTX_RET:
    case PTX_EXIT:
    case PTX_TRAP: return g->f->insns;
    case PTX_BRANCH: return i->s[0].reg;
    case PTX_BRANCH_INDEX: return g->target[i->call + number].reg;
    default: return n + 1;
    }
}

/* A way to an instruction, and the next one to the same; 0: none. */
struct edge {
    uint32_t from, next;
};

/* From the end backwards, in postorder: number[n] is n's place, counted from 1. */
static void walk(struct ptx_module *m, struct graph *g)
{
    const uint32_t n = g->f->insns;
    uint32_t *first = ptx_new(m, n + 1, sizeof *first), edges = 1;
    uint32_t *stack = ptx_new(m, n + 1, sizeof *stack), depth = 0;
    bool *seen = ptx_new(m, n + 1, sizeof *seen);
    struct edge *edge = ptx_new(m, 1, sizeof *edge);

    for (uint32_t k = 0; k < n; k++)
        for (uint32_t e = 0, to; (to = way(g, k, e)) != NO_WAY; e++) {
            PUSH(m, edge, edges, (struct edge){ k, first[to] });
            first[to] = edges - 1;
        }
    stack[depth++] = n;
    seen[n] = true;
    while (depth > 0) {
        const uint32_t at = stack[depth - 1], from = edge[first[at]].from;

        if (first[at] == 0) {
            g->order[g->count] = at;
            g->number[at] = ++g->count;
            depth--;
        } else if (!seen[from]) {
            seen[from] = true;
            stack[depth++] = from;
        } else {
            first[at] = edge[first[at]].next;
        }
    }
}

void ptx_joins(struct ptx_module *m, struct ptx_function *f)
{
    const uint32_t n = f->insns;
    struct graph g = { .f = f, .target = m->operand };
    bool changed = true;

    g.order = ptx_new(m, n + 1, sizeof *g.order);
    g.number = ptx_new(m, n + 1, sizeof *g.number);
    g.join = ptx_new(m, n + 1, sizeof *g.join); /* by place; 0: not known yet */
    walk(m, &g);
    g.join[g.number[n] - 1] = g.number[n];
    while (changed) {
        changed = false;
        for (uint32_t place = g.count - 1; place > 0; place--) {
            uint32_t meet = 0;

            for (uint32_t e = 0, to; (to = way(&g, g.order[place - 1], e)) != NO_WAY; e++) {
                uint32_t a = g.number[to];

                if (a == 0 || g.join[a - 1] == 0)
                    continue;
                for (uint32_t b = meet ? meet : a; meet = a, a != b; meet = a)
                    if (a < b)
                        a = g.join[a - 1];
                    else
                        b = g.join[b - 1];
            }
            changed = changed || g.join[place - 1] != meet;
            g.join[place - 1] = meet;
        }
    }
    for (uint32_t k = 0; k < n; k++)
        f->insn[k].join = g.number[k] && g.join[g.number[k] - 1] ? g.order[g.join[g.number[k] - 1] - 1] : n;
}
