/* ranks - where the warps inside a unit should be, clock by clock, and what follows for the handshake: the
 * rule of docs/spec.md 5.3, which the RTL is held against.
 *
 * A warp goes from place to place, one a clock, and leaves from the last. Where a warp takes several passes it
 * makes them in the last place, before it can leave. All warps step on together, on every clock on which the
 * last place is free or its warp leaves; on the others nobody does. A place that is free travels with them.
 */
#ifndef RANKS_H
#define RANKS_H

#include "rtl.h"

#define RANKS_MAX 8 /* places */

struct ranks {
    unsigned places;            /* how many there are */
    unsigned work;              /* clocks that a warp is at work in the last one */
    unsigned to_go;             /* as many of them the warp there has before it */
    void *warp[RANKS_MAX + 1];  /* [1] .. [places]: who is in the place, NULL if it is free */
};

/* Clocks from the edge that takes a warp to the one on which it can leave, if nobody stalls. */
unsigned ranks_latency(const struct rtl_build *build);

/* Clocks from one warp to the next, if nobody stalls. */
unsigned ranks_interval(const struct rtl_build *build);

/* All places free, as after a reset. */
void ranks_init(struct ranks *ranks, const struct rtl_build *build);

/* The warp on the output, NULL if out_valid is to be 0. */
void *ranks_out(const struct ranks *ranks);

/* Do the warps step on at the next edge? This is what in_ready is to be. */
bool ranks_step(const struct ranks *ranks, const struct rtl_pins *pins);

/* A rising edge.
 *
 *   pins      what rst, in_valid and out_ready were at it; the others do not count
 *   coming    the warp on the input
 */
void ranks_edge(struct ranks *ranks, const struct rtl_pins *pins, void *coming);

/* Are all places free? */
bool ranks_empty(const struct ranks *ranks);

#endif
