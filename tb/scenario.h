/* SPDX-License-Identifier: Apache-2.0 */
/* scenario - a sequence of warps, read from a text file, played through one probed unit clock by clock
 * and checked like any other warp: every output against the golden model, every handshake pin against the
 * rules of docs/rules.md 5. waves/scenario.txt is such a file, and explains the form.
 */
#ifndef SCENARIO_H
#define SCENARIO_H

#include <stdio.h>

#include "run.h"

#define SCENARIO_WARPS_MAX 64
#define SCENARIO_CAPTION_MAX 16 /* characters: what fits between two markers */
#define SCENARIO_TRIPS_MAX 32   /* with 64 lanes and multiplexers of 2 words */

struct scenario_warp;

/* The input of one clock: of shfl_banked a beat, otherwise the whole warp. The rest is set by scenario_play. */
struct scenario_beat {
    const struct scenario_warp *warp;
    struct beat expect;
    /* by trip through a network: first clock cycle on the input [0], in pipeline register [1], [2] ...; the memories of
     * shfl_banked count as one. The last register has the warp from its last trip on. */
    uint64_t since[SCENARIO_TRIPS_MAX][PIPELINE_FRONT_MAX + PIPELINE_MAX + 2];
    uint64_t left; /* clock cycle on which it is transferred at the output */
};

struct scenario_warp {
    char caption[SCENARIO_CAPTION_MAX + 1]; /* "" if it has none */
    struct shfl_in in;
    unsigned bubble; /* clock cycles without a warp before this one is offered */
    unsigned stall;  /* clock cycles that its first beat has to wait on the output */
    unsigned beats;  /* how many are sent, and which, in this order */
    uint8_t number[SHFL_LANES_MAX];

    struct shfl_out stages; /* the model's results, set by scenario_play */
    struct want want;
    struct scenario_beat beat[SHFL_LANES_MAX];
};

struct scenario {
    const char *path;
    const struct rtl_build *build;
    unsigned lane;   /* the one to look at */
    unsigned warps;  /* their tags are 1, 2, ..., which all beats of a warp carry */
    uint64_t cycles; /* set by scenario_play */
    struct scenario_warp warp[SCENARIO_WARPS_MAX];
};

/* Read a scenario; misuse, with path, line and the expected form, if the file is wrong. */
void scenario_read(struct scenario *scenario, const char *path);

/* Play a scenario. An environment error ends the program.
 *
 *   trace     trace it here, or NULL
 *   returns   whether everything agreed; if not, the first difference is printed
 */
bool scenario_play(struct scenario *scenario, const char *trace);

/* Print what there is to see in the trace of a scenario that agreed: for every warp, of shfl_banked for every beat, the
 * caption of the warp at its first beat, its trips, since when each was in every pipeline register, and the model's result
 * at every stage. tests/rtl/test_waves.py and waves/layout.py read this. */
void scenario_notes(FILE *f, const struct scenario *scenario);

#endif
