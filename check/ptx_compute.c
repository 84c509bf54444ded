/* SPDX-License-Identifier: Apache-2.0 */
/* compute - what operands hold, and instructions that compute, by the meaning of their row. */
#include "ptx_warp.h"

#include "ptx_meaning.h"
#include "lib/text.h"

/* Part k of a number that counts along x, y and z. */
static uint32_t along(const unsigned extent[3], unsigned number, unsigned k)
{
    return number / (k > 0 ? extent[0] : 1) / (k > 1 ? extent[1] : 1) % extent[k];
}

/* A special register: its name, whether it has parts, .x, .y and .z, and what part k of it is in a lane. The
 * last two say where the grid's barrier is. */
#define SPECIALS(X)                                                       \
    X(tid, true, along(l->block, PTX_WARP * r->now->number + lane, k))    \
    X(ntid, true, l->block[k])                                            \
    X(ctaid, true, along(l->grid, r->now->block, k))                      \
    X(nctaid, true, l->grid[k])                                           \
    X(cluster_ctaid, true, along(l->grid, r->now->block, k) % cluster)    \
    X(cluster_nctaid, true, cluster)                                      \
    X(cluster_ctarank, false, l->cluster[0] ? r->now->place / r->own : 0) \
    X(cluster_nctarank, false, l->cluster[0] ? r->gang : 1)               \
    X(laneid, false, lane)                                                \
    X(warpid, false, r->now->number)                                      \
    X(nwarpid, false, r->own)                                             \
    X(lanemask_eq, false, bit)                                            \
    X(lanemask_le, false, bit | (bit - 1))                                \
    X(lanemask_lt, false, bit - 1)                                        \
    X(lanemask_ge, false, ~(bit - 1))                                     \
    X(lanemask_gt, false, ~(bit | (bit - 1)))                             \
    X(clock, false, (uint32_t)l->steps)                                   \
    X(clock_hi, false, (uint32_t)(l->steps >> 32))                        \
    X(clock64, false, (uint32_t)l->steps)                                 \
    X(globaltimer, false, (uint32_t)l->steps)                             \
    X(globaltimer_lo, false, (uint32_t)l->steps)                          \
    X(globaltimer_hi, false, (uint32_t)(l->steps >> 32))                  \
    X(envreg1, false, is_gang ? (uint32_t)(PTX_GRID_AT >> 32) : 0)        \
    X(envreg2, false, is_gang ? (uint32_t)PTX_GRID_AT : 0)

int ptx_special(const char *name, size_t length, bool *has_parts)
{
    static const struct {
        const char *name;
        bool has_parts;
    } specials[] = {
#define ROW(name, has_parts, value) { "%" #name, has_parts },
        SPECIALS(ROW)
#undef ROW
    };

    for (size_t s = 0; s < sizeof specials / sizeof *specials; s++)
        if (text_is(name, length, specials[s].name)) {
            *has_parts = specials[s].has_parts;
            return (int)s;
        }
    return -1;
}

uint32_t ptx_special_value(const struct run *r, unsigned lane, uint32_t which)
{
#define NUMBER(name, has_parts, value) IS_##name,
    enum { SPECIALS(NUMBER) };
#undef NUMBER
    const struct ptx_launch *l = r->l;
    const uint32_t bit = UINT32_C(1) << lane;
    const bool is_gang = r->gang == l->grid[0] * l->grid[1] * l->grid[2];
    const unsigned k = which % 3, cluster = l->cluster[k] ? l->cluster[k] : 1;

    switch (which / 3) {
#define VALUE(name, has_parts, value) \
    case IS_##name: return value;
        SPECIALS(VALUE)
#undef VALUE
    }
    return 0;
}

/* Instructions, each bit of whose result is a bit of one source or a few, where the sources in controls are defined. */
static bool is_bitwise(const struct ptx_insn *i, const uint64_t u[PTX_SOURCES])
{
    static const struct {
        const char *name;
        unsigned controls;
    } rows[] = { { "and", 0 }, { "or", 0 },  { "xor", 0 }, { "not", 0 },  { "lop3", 0 }, { "selp", 0 }, { "brev", 0 },
                 { "shl", 2 }, { "shr", 2 }, { "shf", 4 }, { "prmt", 4 }, { "bfe", 6 },  { "bfi", 12 }, { "cvt", 0 } };
    unsigned n = 0, undefined = 0;

    for (unsigned k = 0; k < i->sources; k++)
        undefined |= (unsigned)(u[k] != 0) << k;
    while (n < sizeof rows / sizeof *rows && !ptx_is_row(i, rows[n].name))
        n++;
    return n < sizeof rows / sizeof *rows && !(undefined & rows[n].controls)
        && !(ptx_is_row(i, "cvt") && (ptx_is_float(i->type[0]) || ptx_is_float(i->type[1]) || ptx_has(i, PTX_sat)));
}

/* The bits of the result that depend on the bits u of the sources, and the first source that decides. */
static uint64_t open_bits(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES], const uint64_t u[PTX_SOURCES],
                          unsigned *which)
{
    uint64_t bits = 0, none = 0;

    for (unsigned set = 0; set < 1U << i->sources; set++) {
        uint64_t y[PTX_SOURCES] = { 0 };

        for (unsigned k = 0; k < i->sources; k++)
            y[k] = (x[k] & ~u[k]) | (set >> k & 1 ? u[k] : 0);
        const uint64_t v = i->row->meaning(i, y);
        none = set == 0 ? v : none;
        if (v != none && bits == 0)
            *which = ptx_lowest(set);
        bits |= v ^ none;
    }
    return bits;
}

/* Bits of a value of a type, in a register that may be wider. */
static uint64_t extended(struct ptx_type type, uint64_t bits)
{
    bits &= ptx_bits(type.bits);
    return type.letter == 's' && bits >> (type.bits - 1) ? bits | ~ptx_bits(type.bits) : bits;
}

/* A NaN stays as it is. */
static uint64_t minus(struct ptx_type t, uint64_t v)
{
    const struct ptx_type half = { t.letter == 'g' ? 'e' : 'f', 16 };

    if (ptx_is_packed(t))
        return minus(half, v >> 16) << 16 | minus(half, v & 0xffff);
    return isnan(ptx_value(t, v)) ? v : v ^ UINT64_C(1) << (t.bits - 1);
}

void ptx_put_bits(struct run *r, const struct frame *f, unsigned lane, const struct ptx_operand *o,
                  struct ptx_type type, uint64_t v, uint16_t open, uint64_t bits)
{
    if (open && o->kind == PTX_REG)
        open = ptx_partly(r, open, extended(type, bits), f->f->reg[o->reg].type.bits);
    ptx_put(f, lane, o, type, v, open);
}

void ptx_compute(struct run *r, struct fragment *g, const struct ptx_insn *i)
{
    struct frame *f = g->frame;
    const struct ptx_type type = ptx_of_form(i, i->form[0]);
    ptx_meaning *const meaning = ptx_meaning_of(i);
    uint64_t mask[PTX_SOURCES];

    for (unsigned k = 0; k < i->sources; k++)
        mask[k] = ptx_bits(ptx_of_form(i, i->form[k + 1]).bits);
    PTX_LANES(lane, g->lanes) {
        uint64_t x[PTX_SOURCES] = { 0 };
        uint64_t u[PTX_SOURCES] = { 0 }, bits = UINT64_MAX;
        uint16_t open[PTX_SOURCES] = { 0 };
        unsigned which = PTX_SOURCES;

        for (unsigned k = 0; k < i->sources; k++) {
            x[k] = ptx_get_bits(r, f, lane, &i->s[k], &open[k]) & mask[k];
            u[k] = ptx_open_bits(r, open[k]) & mask[k];
            if (i->signs >> k & 1)
                x[k] = minus(i->type[0], x[k]);
            which = u[k] && which == PTX_SOURCES ? k : which;
        }
        const uint64_t v = meaning(i, x);
        const uint16_t any = which < PTX_SOURCES ? ptx_partly(r, open[which], UINT64_MAX, 64) : 0;

        if (any && is_bitwise(i, u))
            bits = open_bits(i, x, u, &which);
        if (i->q.kind == PTX_REG)
            ptx_put(f, lane, &i->q, (struct ptx_type){ 'p', 1 }, ptx_second(i, x), any);
        ptx_put_bits(r, f, lane, &i->d, type, v, any ? open[which] : 0, bits);
    }
}

/* mov, also of vectors: {a, b} is a in the low bits. */
void ptx_move(struct run *r, struct fragment *g, const struct ptx_insn *i)
{
    const unsigned from = ptx_elements(&i->s[0]), to = ptx_elements(&i->d), bits = i->type[0].bits / from;
    const struct ptx_type part = { 'b', (uint8_t)(i->type[0].bits / to) };

    PTX_LANES(lane, g->lanes) {
        uint16_t open = 0, other;
        uint64_t v = 0, undefined = 0;

        for (unsigned k = 0; k < from; k++) {
            v |= (ptx_get_bits(r, g->frame, lane, ptx_element(r, &i->s[0], k), &other) & ptx_bits(bits)) << bits * k;
            undefined |= (ptx_open_bits(r, other) & ptx_bits(bits)) << bits * k;
            open = open ? open : other;
        }
        for (unsigned k = 0; k < to; k++)
            ptx_put_bits(r, g->frame, lane, ptx_element(r, &i->d, k), part, v >> part.bits * k, open,
                         undefined >> part.bits * k);
    }
}
