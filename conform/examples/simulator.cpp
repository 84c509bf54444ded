// SPDX-License-Identifier: Apache-2.0
// A template: the function openshfl_peer around a simulator that executes an instruction one lane after the other.
//
//     c++ -std=c++17 -shared -fPIC -I. -o mine.so simulator.cpp && openshfl conform --so mine.so
//
// The lines between the marks stand for your simulator: replace them by its file, with stubs of what it needs. Those here
// are right; with -DIN_PLACE the destination is the source register, as in d = shfl d.
#include "conform/peer.h"

// ---- your simulator: its registers, and what it does for one lane

struct thread {
    uint32_t a, b, c, d;
    bool p;
};
static thread warp[64];

static void execute_shfl(unsigned mode, unsigned lanes, unsigned lane)
{
    thread &self = warp[lane];
    const int all = (int)lanes - 1, k = (int)lane, b = (int)self.b & all, clamp = (int)self.c & all;
    const int mask = (int)(self.c >> 8) & all, first = k & mask, last = first | (clamp & ~mask);
    const int j = mode == 0 ? first | (b & ~mask) : mode == 1 ? k - b : mode == 2 ? k + b : k ^ b;

    self.p = mode == 1 ? j >= last : j <= last;
    self.d = warp[self.p ? j & all : k].a;
#ifdef IN_PLACE
    self.a = self.d;
#endif
}

// ---- the peer: fill the registers, execute the lanes that are active, read the results

int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                  const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    *pu = 0;
    *we = active;
    for (unsigned k = 0; k < lanes; k++)
        warp[k] = { (uint32_t)ra[k], sb[k], sc[k], 0, false };
    for (unsigned k = 0; k < lanes; k++)
        if (active >> k & 1)
            execute_shfl(mode, lanes, k);
    for (unsigned k = 0; k < lanes; k++) {
        rd[k] = warp[k].d;
        *pu |= (uint64_t)(active >> k & 1 && warp[k].p) << k;
    }
    return 0;
}
