/* SPDX-License-Identifier: Apache-2.0 */
/* run - plays warps of a suite through one unit, clock by clock, and checks every output against the
 * golden model and every handshake pin against the rules of docs/rules.md 5 and 6, and docs/reference/amd-unit.md 12.
 */
#ifndef RUN_H
#define RUN_H

#include "isa.h"
#include "pipeline.h"

/* Warps are run in blocks of this many, each from reset, so that any block can be run alone. */
#define RUN_BLOCK 1024

/* Clock cycles that are still traced behind a difference. */
#define RUN_TRACE_TAIL 4

struct run {
    const struct rtl_build *build;
    const struct suite *suite;
    const struct suite_source *source; /* of the same build */

    /* of a probed build: if path is not NULL, trace the block from clock cycle trace_from on; the caller ends it */
    const char *trace_path;
    uint64_t trace_from;
};

/* The first difference. */
struct run_failure {
    uint64_t warp;             /* data: the warp on the output; handshake: the warp offered to the input */
    struct beat beat;          /* data: and which of its beats */
    uint64_t cycle;            /* clock cycles since the block began */
    bool handshake;            /* in_ready or out_valid is wrong; otherwise the data */
    struct pipeline pipeline;  /* handshake: where the warps should be; the warps themselves are gone */
    struct rtl_pins got, want; /* handshake */
    struct rtl_out out;        /* data */
};

/* Run warps first .. end-1, which lie in one block.
 *
 *   cycles    the clock cycles of the run are added to it
 *   returns   whether everything agreed; if not, *failure is the first difference
 */
bool run_block(const struct run *run, struct rtl *rtl, uint64_t first, uint64_t end, uint64_t *cycles,
               struct run_failure *failure);

/* What is expected of warp n: what the model says; of an instruction set with a
 * twin, what that says, which the model judges on the first block and one warp of every 64 behind it. If the two differ
 * the program ends. */
void run_expect(const struct run *run, uint64_t n, const struct warp *warp, struct want *want);

/* Does the output agree with what is expected of the whole warp, of which it is this beat? */
bool run_agree(const struct rtl_build *build, const struct rtl_out *got, const struct want *want,
               const struct beat *beat);

/* The tag that a beat of warp n carries. */
static inline uint32_t run_tag(uint64_t n, unsigned beat) { return (uint32_t)((n * 40503 + beat * 257) & 0xffff); }

#endif
