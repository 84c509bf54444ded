/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline - where the warps inside a unit should be, clock by clock, and what follows for the handshake: the
 * rules of docs/rules.md 5.3, 6.3 and 12.3, which the RTL is checked against.
 *
 * In shfl a warp goes from pipeline register to pipeline register, one a clock, and leaves from the last. The registers
 * form parts: those up to range check, that behind select, those of the crossbar, and the write-back's. The registers of
 * a part step on together, on every clock on which the last of them is empty or its warp goes on. With DEPTH 0 there is no
 * register: the warp on the input is the one on the output. A skid buffer, with SKID 1, keeps the warp that is on the
 * output and not accepted; until that one leaves, the others find the output not ready.
 *
 * With a network a warp stays behind select until it has made all its trips. Each goes on by itself, and the last register
 * has the warp once the last one is there.
 *
 * ds_permute stays on the input for some clocks before it can be transferred.
 *
 * In shfl_banked it is beats that do so, and memories are in between. Registers in front of the memories, which step
 * on together, too, lead to them. Once a warp has arrived there, the next one is written, and the beats of the first go
 * on to the registers behind the memories: with LUT memory the next one is written from the clock on on which the
 * first begins to be read; with block RAM a warp waits in between for some clocks more.
 *
 * A unit that gathers the beats or slices of a warp has a warp in its registers from the last of them on. In match gaps
 * follow that one: clocks on which the registers are loaded and no slice enters. Where whole words come, one warp is cut
 * into slices in front of that.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "lib/rtl.h"

#define PIPELINE_MAX 15                      /* pipeline registers at most; DEPTH is less */
#define PIPELINE_FRONT_MAX 3                 /* in front of the memories */
#define PIPELINE_MEMORY (4 * SHFL_LANES_MAX) /* beats in the memories, at most */

struct pipeline_slot {
    void *beat;       /* NULL: none */
    bool first, last; /* of its warp */
};

struct pipeline {
    bool banked, block;
    unsigned depth;               /* pipeline registers; of shfl_banked, those behind the memories */
    bool skid;                    /* there is a skid buffer */
    bool elastic;                 /* bubbles close between parts */
    uint32_t ends;                /* bits 1 .. depth: the register is the last of a part */
    void *warp[PIPELINE_MAX + 1]; /* [1] .. [depth]: what is in the pipeline register, NULL if it is empty */
    void *kept;                   /* the same, in the skid buffer */

    /* of this clock, set by pipeline_ready */
    bool ready;
    bool trips_now, last; /* there is a warp that makes trips through a network; this one is its last */
    uint32_t load;        /* bits 1 .. depth: the register is loaded; bit depth + 1: the result is taken */

    /* of shfl and AMD's units for whole warps */
    bool network;
    unsigned coming_trips;            /* set by the caller: those of the warp on the input; it counts with in_valid */
    unsigned place;                   /* the register from which a warp makes its trips; 0: the input */
    unsigned made;                    /* trips, of the warp there */
    unsigned trips[PIPELINE_MAX + 1]; /* [1] .. [place]: of the warp in the register */
    unsigned trip[PIPELINE_MAX + 1];  /* behind it: which trip of the warp this is, 0 the first, */
    bool whole[PIPELINE_MAX + 1];     /* and whether it is the last */
    bool senses;                      /* in_ready depends on what is on the input, of every warp */
    unsigned coming_waits;            /* set by the caller: clocks before the warp on the input can be transferred */
    unsigned waited;                  /* of these */

    /* of a unit that gathers */
    bool gathers;
    unsigned slices;      /* of a warp that comes in words; 0: there are none */
    unsigned coming_gaps; /* set by the caller: of the warp on the input */
    unsigned gaps;        /* still to come, */
    void *gapped;         /* of this warp, which enters the registers with the last of them */
    void *word;           /* the warp that is cut into slices, */
    unsigned left;        /* slices behind the one that is next, */
    unsigned word_gaps;   /* and its gaps */

    /* of shfl_banked */
    unsigned front;                                  /* registers in front of the memories */
    struct pipeline_slot in[PIPELINE_FRONT_MAX + 1]; /* [1] .. [front] */
    struct pipeline_slot memory[PIPELINE_MEMORY];    /* a ring */
    unsigned begin, held;                            /* of the ring: where it begins, how many are in it */
    unsigned readable;                               /* warps in the ring that can be read, to their last beat */
    bool arrived, waits;               /* a complete warp that keeps the next out; with block RAM a second */
    bool some;                         /* with block RAM: a clock ago there was one that could be read */
    bool next_is_first, read_is_first; /* the beat to be written; that in warp[1] */
};

/* All pipeline registers empty, as after a reset. */
void pipeline_init(struct pipeline *pipeline, const struct rtl_build *build);

/* The functions below take
 *
 *   pins      what rst, in_valid, in_last and out_ready are; the others do not count
 *   coming    the warp or beat on the input; it counts with in_valid
 */

/* The warp or beat on the output, NULL if out_valid is to be 0. */
void *pipeline_out(const struct pipeline *pipeline, const struct rtl_pins *pins, void *coming);

/* What in_ready is to be. */
bool pipeline_ready(struct pipeline *pipeline, const struct rtl_pins *pins);

/* Is it defined? It may depend on operands, which are undefined without in_valid. */
bool pipeline_ready_is_defined(const struct pipeline *pipeline, const struct rtl_pins *pins);

/* A rising edge; pipeline_ready has been called, with the same pins. */
void pipeline_edge(struct pipeline *pipeline, const struct rtl_pins *pins, void *coming);

/* Is nothing inside? */
bool pipeline_empty(const struct pipeline *pipeline);

#endif
