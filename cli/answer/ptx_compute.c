/* SPDX-License-Identifier: Apache-2.0 */
/* compute - what operands hold, and instructions that compute, by the meaning of their row. */
#include "ptx_warp.h"

uint32_t ptx_special_value(const struct run *r, const struct warp *w, unsigned lane, uint32_t which)
{
    const struct ptx_launch *l = r->l;
    const unsigned t = PTX_WARP * w->number + lane;
    const unsigned x = l->block[0], y = l->block[1];
    const unsigned gx = l->grid[0], gy = l->grid[1], b = r->block;
    const uint32_t bit = UINT32_C(1) << lane;

    switch (which) {
    case PTX_TID: return t % x;
    case PTX_TID + 1: return t / x % y;
    case PTX_TID + 2: return t / x / y;
    case PTX_NTID:
    case PTX_NTID + 1:
    case PTX_NTID + 2: return l->block[which - PTX_NTID];
    case PTX_CTAID: return b % gx;
    case PTX_CTAID + 1: return b / gx % gy;
    case PTX_CTAID + 2: return b / gx / gy;
    case PTX_NCTAID:
    case PTX_NCTAID + 1:
    case PTX_NCTAID + 2: return l->grid[which - PTX_NCTAID];
    case PTX_LANEID: return lane;
    case PTX_WARPID: return w->number;
    case PTX_NWARPID: return r->warps;
    case PTX_MASK_EQ: return bit;
    case PTX_MASK_LE: return bit | (bit - 1);
    case PTX_MASK_LT: return bit - 1;
    case PTX_MASK_GE: return ~(bit - 1);
    case PTX_RESERVED:
    case PTX_RESERVED + 3: return PTX_RESERVED_AT;
    case PTX_RESERVED + 1:
    case PTX_RESERVED + 2: return PTX_RESERVED_AT + PTX_RESERVED_SIZE;
    case PTX_RESERVED + 4: return PTX_RESERVED_AT + PTX_RESERVED_SIZE / 2;
    default: return ~(bit | (bit - 1));
    }
}

static unsigned form_bits(const struct ptx_insn *i, unsigned source)
{
    const char form = i->row->form[source + 1];

    if (source == 2 && ptx_has(i, PTX_wide))
        return 2u * i->type[0].bits;
    return form == 'w'                ? 32
         : form == 'l'                ? 64
         : form == 'p' || form == 'c' ? 1
         : form == 'z'                ? i->type[i->types - 1].bits
                                      : i->type[0].bits;
}

static struct ptx_type result_type(const struct ptx_insn *i)
{
    const char form = i->row->form[0];

    if (form == 'w')
        return (struct ptx_type){ 'u', 32 };
    if (form == 'p')
        return (struct ptx_type){ 'p', 1 };
    if (ptx_has(i, PTX_wide))
        return (struct ptx_type){ i->type[0].letter, (uint8_t)(2 * i->type[0].bits) };
    return i->type[0];
}

void ptx_compute(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    struct frame *f = g->frame;
    const struct ptx_type type = result_type(i);
    const bool and = ptx_is_row(i, "and"), or = ptx_is_row(i, "or"), selp = ptx_is_row(i, "selp");
    uint64_t mask[PTX_SOURCES];

    for (unsigned k = 0; k < i->sources; k++)
        mask[k] = ptx_bits(form_bits(i, k));
    for (unsigned lane = 0; lane < PTX_WARP; lane++) {
        uint64_t x[PTX_SOURCES] = { 0 };
        uint16_t open[PTX_SOURCES] = { 0 }, undefined = 0;

        if (!(g->lanes >> lane & 1))
            continue;
        for (unsigned k = 0; k < i->sources; k++) {
            x[k] = ptx_get(r, w, f, lane, &i->s[k], &open[k]) & mask[k];
            undefined = undefined ? undefined : open[k];
        }
        if (undefined && and&&((!open[0] && x[0] == 0) || (!open[1] && x[1] == 0)))
            undefined = 0, x[0] = 0, x[1] = 0;
        if (undefined && or &&((!open[0] && x[0] == mask[0]) || (!open[1] && x[1] == mask[0])))
            undefined = 0, x[0] = mask[0], x[1] = mask[0];
        if (undefined && selp && !open[2])
            undefined = open[x[2] ? 0 : 1];
        const uint64_t v = i->row->meaning(i, x);

        if (i->q.kind == PTX_REG)
            ptx_put(f, lane, &i->q, (struct ptx_type){ 'p', 1 }, ptx_second(i, x), undefined);
        ptx_put(f, lane, &i->d, type, v, undefined);
    }
}

/* mov, also of vectors: {a, b} is a in the low bits. */
void ptx_move(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    for (unsigned lane = 0; lane < PTX_WARP; lane++) {
        const struct ptx_operand *from = &i->s[0], *to = &i->d;
        uint16_t open = 0, other;
        uint64_t v = 0;

        if (!(g->lanes >> lane & 1))
            continue;
        if (from->kind == PTX_VECTOR) {
            const unsigned bits = i->type[0].bits / (unsigned)from->imm;

            for (unsigned k = 0; k < from->imm; k++) {
                v |= (ptx_get(r, w, g->frame, lane, &r->m->operand[from->reg + k], &other) & ptx_bits(bits))
                  << bits * k;
                open = open ? open : other;
            }
        } else {
            v = ptx_get(r, w, g->frame, lane, from, &open);
        }
        if (to->kind == PTX_VECTOR) {
            const unsigned bits = i->type[0].bits / (unsigned)to->imm;

            for (unsigned k = 0; k < to->imm; k++)
                ptx_put(g->frame, lane, &r->m->operand[to->reg + k], (struct ptx_type){ 'b', (uint8_t)bits },
                        v >> bits * k, open);
        } else {
            ptx_put(g->frame, lane, to, i->type[0], v, open);
        }
    }
}
