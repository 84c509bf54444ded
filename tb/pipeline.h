/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline - where the warps inside a unit should be, clock by clock, and what follows for the handshake: the
 * rule of docs/rules.md 5.3, which the RTL is held against.
 *
 * A warp goes from place to place, one a clock, and leaves from the last. A place is a stage register or, with
 * several passes, the last one is where a warp makes all of them. All warps step on together, on every clock on
 * which the last place is empty or its warp leaves; on the other clocks none does. Empty places step on like the
 * others. With DEPTH 0 there is no place: the warp on the input is the one on the output.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "rtl.h"

#define PIPELINE_MAX 8 /* places */

struct pipeline {
    unsigned places;              /* how many there are */
    unsigned work;                /* clocks that a warp needs in the last one before it can leave */
    unsigned to_go;               /* how many of them are left for the warp there */
    void *warp[PIPELINE_MAX + 1]; /* [1] .. [places]: the warp in the place, NULL if it is empty */
};

/* Clocks from the edge that takes a warp to the one on which it can leave, if nothing stalls. */
unsigned pipeline_latency(const struct rtl_build *build);

/* Clocks from one warp to the next, if nothing stalls. */
unsigned pipeline_interval(const struct rtl_build *build);

/* All places empty, as after a reset. */
void pipeline_init(struct pipeline *pipeline, const struct rtl_build *build);

/* The functions below take
 *
 *   pins      what rst, in_valid and out_ready are; the others do not count
 *   coming    the warp on the input; it counts with in_valid
 */

/* The warp on the output, NULL if out_valid is to be 0. */
void *pipeline_out(const struct pipeline *pipeline, const struct rtl_pins *pins, void *coming);

/* What in_ready is to be. */
bool pipeline_ready(const struct pipeline *pipeline, const struct rtl_pins *pins);

/* A rising edge. */
void pipeline_edge(struct pipeline *pipeline, const struct rtl_pins *pins, void *coming);

/* Are all places empty? */
bool pipeline_empty(const struct pipeline *pipeline);

#endif
