/* SPDX-License-Identifier: Apache-2.0 */
/* flow - where the lanes of a branch meet again: its immediate post-dominator, by Cooper, Harvey and Kennedy's
 * "A Simple, Fast Dominance Algorithm", from the end backwards. A node is an instruction; the last one is the end. */
#include "cli/read/ptx_module.h"

struct graph {
    const struct ptx_function *f;
    uint32_t *order, *number, *join, count;
};

/* Where an instruction can go on: one or two; the first is the branch's target. */
static unsigned next_of(const struct ptx_function *f, uint32_t n, uint32_t next[2])
{
    const struct ptx_insn *i = &f->insn[n];
    const bool leaves = i->row->what == PTX_RET || i->row->what == PTX_EXIT || i->row->what == PTX_TRAP;

    next[0] = leaves ? f->insns : i->row->what == PTX_BRANCH ? i->s[0].reg : n + 1;
    next[1] = n + 1;
    return i->guarded && (leaves || i->row->what == PTX_BRANCH) ? 2 : 1;
}

/* From the end backwards, in postorder: number[n] is n's place, counted from 1. */
static void walk(struct ptx_module *m, struct graph *g)
{
    const uint32_t n = g->f->insns;
    uint32_t *first = ptx_new(m, n + 2, sizeof *first), *edge = ptx_new(m, 2 * (size_t)n + 1, sizeof *edge);
    uint32_t *stack = ptx_new(m, n + 1, sizeof *stack), *left = ptx_new(m, n + 1, sizeof *left), depth = 0, next[2];
    bool *seen = ptx_new(m, n + 1, sizeof *seen);

    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t k = 0; k < n; k++)
            for (unsigned e = next_of(g->f, k, next); e-- > 0;)
                if (pass == 0)
                    first[next[e] + 1]++;
                else
                    edge[first[next[e]] + left[next[e]]++] = k;
        for (uint32_t k = 0; k <= n && pass == 0; k++)
            first[k + 1] += first[k];
    }
    stack[depth++] = n;
    seen[n] = true;
    while (depth > 0) {
        const uint32_t at = stack[depth - 1];

        if (left[at] == 0) {
            g->order[g->count] = at;
            g->number[at] = ++g->count;
            depth--;
        } else {
            const uint32_t from = edge[first[at] + --left[at]];

            if (!seen[from]) {
                seen[from] = true;
                stack[depth++] = from;
            }
        }
    }
}

void ptx_joins(struct ptx_module *m, struct ptx_function *f)
{
    const uint32_t n = f->insns;
    struct graph g = { .f = f };
    bool changed = true;

    g.order = ptx_new(m, n + 1, sizeof *g.order);
    g.number = ptx_new(m, n + 1, sizeof *g.number);
    g.join = ptx_new(m, n + 1, sizeof *g.join); /* by place; 0: not known yet */
    walk(m, &g);
    g.join[g.number[n] - 1] = g.number[n];
    while (changed) {
        changed = false;
        for (uint32_t place = g.count - 1; place > 0; place--) {
            uint32_t next[2], meet = 0;

            for (unsigned e = next_of(f, g.order[place - 1], next); e-- > 0;) {
                uint32_t a = g.number[next[e]];

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
