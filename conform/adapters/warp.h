/* SPDX-License-Identifier: Apache-2.0 */
/* warp.h - a warp of a GPU behind the function of conform/peer.h: operands and results as its kernels have them. C11 and
 * C++; LANES is the number of lanes.
 */
#ifndef CONFORM_WARP_H
#define CONFORM_WARP_H

#include "../peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LANES
#define LANES 32
#endif

/* got: 1 where the lane wrote rd, 3 where it wrote a predicate of 1, too */
struct warp_in {
    uint64_t mode, active, ra[LANES];
    uint32_t sb[LANES], sc[LANES];
};
struct warp_out {
    uint64_t rd[LANES];
    uint8_t got[LANES];
};

/* An environment error ends the process. */
static inline void warp_need(int holds, const char *what, const char *why)
{
    if (holds)
        return;
    fprintf(stderr, "peer: %s: %s\n", what, why);
    exit(3);
}

static inline void warp_put(struct warp_in *in, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                            const uint64_t *ra)
{
    in->mode = mode;
    in->active = active;
    memcpy(in->sb, sb, sizeof in->sb);
    memcpy(in->sc, sc, sizeof in->sc);
    memcpy(in->ra, ra, sizeof in->ra);
}

static inline void warp_take(const struct warp_out *out, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    *pu = *we = 0;
    memcpy(rd, out->rd, sizeof out->rd);
    for (unsigned k = 0; k < LANES; k++) {
        *we |= (uint64_t)(out->got[k] & 1) << k;
        *pu |= (uint64_t)(out->got[k] >> 1 & 1) << k;
    }
}

#endif
