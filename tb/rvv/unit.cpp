/* SPDX-License-Identifier: Apache-2.0 */
// unit - see unit.h. Compiled once per unit, with BUILD, NAME, VTOP, VTOP_H and the parameters of the RTL;
// with BANKED, of a group in beats.
#include <cstring>

#include VTOP_H
#include "tb/rvv/unit.h"

#ifndef REGS
#define REGS 1
#endif
#ifdef BANKED
#ifndef WAYS
#define WAYS 4
#endif
#else
#define WAYS 0
#endif
#ifndef DEPTH
#define DEPTH 1
#endif
#ifndef NETWORK
#define NETWORK 0
#endif
#ifndef AGNOSTIC
#define AGNOSTIC 0
#endif
#ifndef SKID
#define SKID 0
#endif
#ifndef ELASTIC
#define ELASTIC 0
#endif

namespace {

constexpr unsigned vls = WAYS > 0 ? 2 * LANES *REGS : 16 * LANES; // values of vl

VTOP *top()
{
    static VTOP *const t = new VTOP;
    return t;
}

// Verilator's ports, 8 to 64 bits or arrays of 32, are the low bytes of those words (little-endian)
template <class Port> void put(Port &port, const void *word) { std::memcpy(&port, word, sizeof port); }
template <class Port> void get(const Port &port, void *word) { std::memcpy(word, &port, sizeof port); }

void drive(const pass *in)
{
    VTOP *const t = top();

    t->in_tag = (uint16_t)in->tag;
    t->op = (uint8_t)in->op;
    t->sew = (uint8_t)in->sew;
    t->lmul = (uint8_t)in->lmul;
    t->vl = (uint16_t)(in->vl % vls);
    t->vstart = (uint16_t)(in->vstart % (vls / 2));
    t->vm = (uint8_t)in->vm;
    t->vta = (uint8_t)in->vta;
    t->vma = (uint8_t)in->vma;
    t->x = in->x;
    put(t->mask, &in->mask);
#ifdef BANKED
    t->in_beat = (uint8_t)in->beat;
    t->in_last = in->last;
    put(t->index, in->wide);
#else
    t->dst_reg = (uint8_t)in->dst_reg;
    t->src_reg = (uint8_t)in->src_reg;
    put(t->index, in->index);
#endif
    put(t->ra, in->ra);
}

void settle(pins *pins)
{
    VTOP *const t = top();

    t->rst = pins->rst;
    t->in_valid = pins->in_valid;
    t->out_ready = pins->out_ready;
    t->clk = 0;
    t->eval();
    pins->in_ready = t->in_ready;
    pins->out_valid = t->out_valid;
}

void edge()
{
    top()->clk = 1;
    top()->eval();
}

void out(result *out)
{
    const VTOP *const t = top();

    *out = {};
    out->reserved = t->reserved;
#ifdef BANKED
    out->beat = t->out_beat;
    out->last = t->out_last;
#endif
    out->tag = t->out_tag;
    get(t->we, &out->we);
    get(t->rd, out->rd);
}

} // namespace

extern "C" {
extern const struct unit BUILD;
const struct unit BUILD = { NAME,      LANES,        REGS,  WAYS,   DEPTH, NETWORK, AGNOSTIC != 0,
                            SKID != 0, ELASTIC != 0, drive, settle, edge,  out };
}
