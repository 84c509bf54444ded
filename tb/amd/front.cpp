/* SPDX-License-Identifier: Apache-2.0 */
// front - see front.h. Compiled once per number of lanes, like tb/rtl.cpp, with BUILD, VTOP, VTOP_H and LANES.
#include <cstring>

#include VTOP_H
#include "tb/amd/front.h"

namespace {

// Verilator's ports, 8 to 64 bits or arrays of 32, are the low bytes of those words (little-endian)
template <class Port> void put(Port &port, const void *word) { std::memcpy(&port, word, sizeof port); }
template <class Port> void get(const Port &port, void *word) { std::memcpy(word, &port, sizeof port); }

void answer(const shfl_amd_in *in, shfl_amd_gen gen, uint64_t src_active, amd_answer *out)
{
    static VTOP *const t = new VTOP;

    t->gen = (uint8_t)gen;
    t->op = (uint8_t)in->op;
    t->control = in->control;
    t->fi = in->fi;
    t->bc = in->bc;
    t->row_mask = in->row_mask;
    t->bank_mask = in->bank_mask;
    put(t->active, &in->exec);
    put(t->addr, in->addr);
    put(t->src_active, &src_active);
    t->eval();
    out->valid = out->data = out->we = 0;
    get(t->src_lane, out->src_lane);
    get(t->valid, &out->valid);
    get(t->data, &out->data);
    get(t->we, &out->we);
    out->reserved = t->reserved;
}

} // namespace

extern "C" {
extern const struct amd_front BUILD;
const struct amd_front BUILD = { LANES, answer };
}
