/* SPDX-License-Identifier: Apache-2.0 */
/* replay - a recording of the suites in points.h, warp by warp, and how it is held against the model and the RTL. */
#ifndef SILICON_REPLAY_H
#define SILICON_REPLAY_H

#include "points.h"
#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The answer of one lane is one byte: what Rd held, and Pu. */
enum {
    ANSWER_HELD = 0x3f,  /* 0 .. 31: the data word of that lane; or one of the next three */
    ANSWER_ZERO = 32,    /* 0 */
    ANSWER_OTHER = 33,   /* some other word */
    ANSWER_NOTHING = 34, /* the lane does not execute: Rd and Pu kept what they had */
    ANSWER_PU = 0x40     /* Pu; 0 in suites without Pu */
};

/* One warp: what was asked and what the GPU answered. Bit k of a mask is lane k. */
struct replay_warp {
    const struct record_suite *suite;
    uint32_t number;           /* 0 .. suite->cases - 1 */
    struct shfl_in in;         /* for shfl_warp with 32 lanes, or for the RTL */
    uint32_t rd[VECTOR_LANES]; /* of the lanes in rd_defined */
    uint32_t rd_defined;       /* the lane executes, and so does the lane it reads */
    uint32_t pu;               /* of the lanes in pu_defined */
    uint32_t pu_defined;       /* the lane executes, and the suite has Pu */
};

/* What the suites ask. */
extern const struct record_plan replay_plan;

/* record_open, and a check of every answer: a lane that executes and reads a lane that executes must hold the word
 * of some lane. */
struct record *replay_open(const char *path, char err[RECORD_ERROR_MAX]);

/* A warp of a suite. */
void replay_get(const struct record *record, const struct record_suite *suite, uint32_t number,
                struct replay_warp *warp);

/* What the GPU answered at a point, from the answers of suite "uniform", which has them all. */
uint8_t replay_point(const uint8_t uniform[], enum shfl_mode mode, unsigned segmask, unsigned clamp, unsigned index,
                     unsigned lane);

/* The lanes whose Rd is defined. Which lane is read is the GPU's own answer in suite "uniform": neither the model nor
 * the RTL has a say in what they are held against. */
uint32_t replay_defined(const uint8_t uniform[], const struct shfl_in *in);

/* What was compared in a suite. */
struct replay_tally {
    uint32_t warps, rd, pu;
    uint32_t differ; /* points */
};

/* Hold an answer of the model or the RTL against silicon's.
 *
 *   returns   the lanes where Rd, Pu, or that Rd is defined, is not silicon's
 */
uint32_t replay_compare(const struct replay_warp *silicon, const uint64_t rd[], uint64_t pu, uint64_t src_active,
                        struct replay_tally *tally);

/* Were all warps compared, and as many Rd and Pu as the suite's inputs define? */
bool replay_complete(const struct record_suite *suite, const struct replay_tally *tally);

/* The model's answer, for a unit of 32 lanes. With plant it is wrong: Rd in the lowest lane that executes and Pu in
 * the highest. */
void replay_model(const struct shfl_in *in, bool plant, struct shfl_out *model);

/* Tell on stderr what lane k of a warp was asked and what silicon and the model answered. */
void replay_tell(const struct replay_warp *silicon, unsigned k, const struct shfl_out *model);

#ifdef __cplusplus
}
#endif
#endif
