/* SPDX-License-Identifier: Apache-2.0 */
// unit - see unit.h. Compiled once per unit, with BUILD, NAME, VTOP, VTOP_H, KIND, and the parameters of the RTL.
#include <cstring>

#include VTOP_H
#include "tb/collective/unit.h"

#ifndef WAYS
#define WAYS LANES
#endif
#ifndef W
#define W 64
#endif
#ifndef B
#define B W
#endif
#ifndef DEPTH
#define DEPTH 1
#endif
#ifndef ELECT
#define ELECT 1
#endif
#ifndef ALL
#define ALL 1
#endif

namespace {

constexpr kind the_kind = KIND;
constexpr bool in_beats = the_kind == VOTE || the_kind == REDUX, in_slices = the_kind == MATCH;
constexpr unsigned parts = in_beats ? LANES / WAYS : in_slices ? W / B : 1;

#if defined(SKID) || defined(NETWORK)
constexpr bool exact = false;
#else
constexpr bool exact = in_beats || the_kind == AND_VOTE;
#endif

VTOP *top()
{
    static VTOP *const t = new VTOP;
    return t;
}

// Verilator's ports, 8 to 64 bits or arrays of 32, are the low bytes of those words (little-endian)
template <class Port> void put(Port &port, const void *word) { std::memcpy(&port, word, sizeof port); }
template <class Port> void get(const Port &port, void *word) { std::memcpy(word, &port, sizeof port); }

constexpr uint64_t low(unsigned bits) { return bits < 64 ? (UINT64_C(1) << bits) - 1 : ~UINT64_C(0); }

// COUNT values of SIZE bits, side by side, the first lowest
struct packed {
    uint64_t word[SHFL_LANES_MAX + 1] = {};

    void set(unsigned at, unsigned size, uint64_t value)
    {
        value &= low(size);
        word[at / 64] |= value << at % 64;
        if (at % 64 + size > 64)
            word[at / 64 + 1] |= value >> (64 - at % 64);
    }
    uint64_t get(unsigned at, unsigned size) const
    {
        uint64_t value = word[at / 64] >> at % 64;
        if (at % 64 + size > 64)
            value |= word[at / 64 + 1] << (64 - at % 64);
        return value & low(size);
    }
};

void drive(const in *in, unsigned part, uint32_t tag)
{
    VTOP *const t = top();
    const unsigned first = in_beats ? part * WAYS : 0, ways = in_beats ? WAYS : LANES;
    const unsigned bits = in_slices ? B : W, shift = in_slices ? part * B : 0;
    const uint64_t active = in->warp.active >> first & low(ways);
    packed ra;

    for (unsigned k = 0; k < ways; k++)
        ra.set(k * bits, bits, in->warp.ra[first + k] >> shift);
    t->in_tag = (uint16_t)tag;
    put(t->active, &active);
#ifdef IN_BEATS
    t->in_beat = (uint8_t)part;
#endif
#ifdef HAS_P
    const uint64_t p = in->p >> first & low(ways);
    put(t->p, &p);
#endif
#ifdef HAS_RA
    put(t->ra, ra.word);
#endif
#ifdef IS_AND_VOTE
    packed sb, sc;
    for (unsigned k = 0; k < LANES; k++) {
        sb.set(32 * k, 32, in->warp.sb[k]);
        sc.set(32 * k, 32, in->warp.sc[k]);
    }
    t->is_vote = in->is_vote;
    t->vote_op = (uint8_t)in->op;
    t->mode = (uint8_t)in->warp.mode;
    t->sb_is_imm = in->warp.sb_is_imm;
    t->sc_is_imm = in->warp.sc_is_imm;
    t->sb_imm = (uint8_t)in->warp.sb_imm;
    t->sc_imm = (uint16_t)in->warp.sc_imm;
    put(t->sb, sb.word);
    put(t->sc, sc.word);
#else
    t->op = (uint8_t)in->op;
#endif
#ifdef IS_REDUX
    t->is_signed = in->is_signed;
#endif
}

void settle(pins *pins)
{
    VTOP *const t = top();

    t->rst = pins->rst;
    t->in_valid = pins->in_valid;
#ifdef HAS_LAST
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

void out_(out *out)
{
    const VTOP *const t = top();
    packed rd;

    *out = {};
    out->tag = t->out_tag;
    get(t->we, &out->we);
    get(t->rd, rd.word);
#ifdef HAS_PU
    get(t->pu, &out->pu);
#endif
#ifdef IS_AND_VOTE
    get(t->src_active, &out->src_active);
#endif
    const unsigned bits = the_kind == VOTE || the_kind == MATCH || the_kind == MATCH_WORDS ? LANES : W;
    for (unsigned k = 0; k < (in_beats ? 1 : LANES); k++)
        out->rd[k] = rd.get(k * bits, bits);
}

} // namespace

extern "C" {
extern const struct unit BUILD;
const struct unit BUILD = { NAME,       the_kind, LANES, WAYS,  W,      B,    DEPTH, parts,
                            ELECT != 0, ALL != 0, exact, drive, settle, edge, out_ };
}
