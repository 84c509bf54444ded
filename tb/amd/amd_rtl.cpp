/* SPDX-License-Identifier: Apache-2.0 */
// amd_rtl - see amd_rtl.h. Compiled once per build, with these macros from the Makefile:
//   NAME               the name of the build, and of what is defined here
//   VTOP, VTOP_H       Verilator's class and its header
//   FRONT, ANY, BANKED FRONT 1: top is shfl_amd_bench; ANY 1: shfl_any; BANKED 1: shfl_amd_banked; all 0: shfl_amd
//   LANES; of the units GEN, W, DEPTH and SKID, too; of shfl_amd_banked WAYS, MEMORY and PERMUTE
#include <cstring>

#include VTOP_H
#include "amd_rtl.h"

namespace {

// Verilator's ports, 8 to 64 bits or arrays of 32, are the low bytes of those words (little-endian)
template <class Port> void put(Port &port, const void *word) { std::memcpy(&port, word, sizeof port); }
template <class Port> void get(const Port &port, void *word) { std::memcpy(word, &port, sizeof port); }

VTOP *top()
{
    static VTOP *const unit = new VTOP;
    return unit;
}

#ifndef WAYS
#define WAYS LANES // that come on one clock
#define MEMORY 0
#define PERMUTE 1
#endif
#ifndef NETWORK
#define NETWORK 0
#endif

void controls(VTOP *t, const shfl_amd_in *in, unsigned beat)
{
    const uint64_t exec = in->exec >> beat * WAYS % 64 & ~UINT64_C(0) >> (64 - WAYS);

    t->op = (uint8_t)in->op;
    t->control = in->control;
    t->fi = in->fi;
    t->bc = in->bc;
    t->row_mask = in->row_mask;
    t->bank_mask = in->bank_mask;
    put(t->active, &exec);
#if ANY
    put(t->sb, in->addr + beat * WAYS);
#else
    put(t->addr, in->addr + beat * WAYS);
#endif
}

#if FRONT
void answer(const shfl_amd_in *in, shfl_amd_gen gen, uint64_t src_active, amd_answer *out)
{
    VTOP *t = top();

    controls(t, in, 0);
    t->gen = (uint8_t)gen;
    put(t->src_active, &src_active);
    t->eval();
    out->valid = out->data = out->we = 0;
    get(t->src_lane, out->src_lane);
    get(t->valid, &out->valid);
    get(t->data, &out->data);
    get(t->we, &out->we);
    out->reserved = t->reserved;
}
#else
constexpr unsigned words = (WAYS * W + 31) / 32;

void drive(const shfl_amd_in *in, const shfl_in *shfl, unsigned beat, uint32_t tag)
{
    uint32_t word[words] = {};
    VTOP *t = top();

    for (unsigned b = 0; b < WAYS * W; b++) // W bits of each lane, side by side
        word[b / 32] |= (uint32_t)((shfl ? shfl->ra : in->src)[beat * WAYS + b / W] >> b % W & 1) << b % 32;
    controls(t, in, beat);
#if BANKED
    t->in_beat = (uint8_t)beat;
#endif
#if ANY
    t->amd = !shfl;
    if (shfl) {
        t->mode = (uint8_t)shfl->mode;
        t->sb_is_imm = shfl->sb_is_imm;
        t->sc_is_imm = shfl->sc_is_imm;
        t->sb_imm = (uint8_t)shfl->sb_imm;
        t->sc_imm = (uint16_t)shfl->sc_imm;
        put(t->active, &shfl->active);
        put(t->sb, shfl->sb);
        put(t->sc, shfl->sc);
    }
#endif
    put(t->ra, word);
    t->in_tag = (uint16_t)tag;
}

void settle(rtl_pins *pins)
{
    VTOP *t = top();

    t->rst = pins->rst;
    t->in_valid = pins->in_valid;
#if BANKED
    t->in_last = pins->in_last;
#endif
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

void out(amd_out *out)
{
    uint32_t word[words] = {};
    const VTOP *t = top();

    get(t->rd, word);
    for (unsigned k = 0; k < WAYS; k++)
        out->rd[k] = 0;
    for (unsigned b = 0; b < WAYS * W; b++)
        out->rd[b / W] |= (uint64_t)(word[b / 32] >> b % 32 & 1) << b % W;
    out->pu = out->we = out->src_active = 0;
#if ANY
    get(t->pu, &out->pu);
#endif
    get(t->we, &out->we);
    get(t->src_active, &out->src_active);
    out->tag = t->out_tag;
    out->reserved = t->reserved;
#if BANKED
    out->beat = t->out_beat;
    out->last = t->out_last;
#endif
}
#endif

#define QUOTED(name) #name
#define TEXT(name) QUOTED(name)

} // namespace

extern "C" {
#if FRONT
extern const amd_front NAME;
const amd_front NAME = { LANES, answer };
#else
extern const amd_unit NAME;
const amd_unit NAME = { TEXT(NAME), { LANES, (shfl_amd_gen)(GEN) },
                        W,          DEPTH,
                        SKID,       ANY,
                        WAYS,       BANKED,
                        MEMORY,     PERMUTE,
                        NETWORK,    drive,
                        settle,     edge,
                        out };
#endif
}
