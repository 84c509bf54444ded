/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline - where the warps inside a unit should be, clock by clock, and what follows for the handshake: the
 * rule of docs/rules.md 5.3, which the RTL is held against.
 *
 * A warp goes from stage register to stage register, one a clock, and leaves from the last. All warps step on
 * together, on every clock on which the last register is empty or its warp leaves; on the other clocks none does.
 * Empty registers step on like the others. With DEPTH 0 there is no register: the warp on the input is the one on
 * the output.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "rtl.h"

#define PIPELINE_MAX 15 /* stage registers at most; DEPTH is less */

struct pipeline {
    unsigned depth;               /* how many there are */
    void *warp[PIPELINE_MAX + 1]; /* [1] .. [depth]: the warp in the stage register, NULL if it is empty */
};

/* All stage registers empty, as after a reset. */
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

/* Are all stage registers empty? */
bool pipeline_empty(const struct pipeline *pipeline);

#endif
