/* SPDX-License-Identifier: Apache-2.0 */
/* Vote, match and redux, tried on silicon: what is asked, warp by warp, what the model answers, and how a recording is
 * held against model or RTL. All of it is computed, nothing is random. silicon/README.md describes every suite.
 */
#ifndef COLLECTIVE_CASES_H
#define COLLECTIVE_CASES_H

#include "ask.h"
#include "model/shfl.h"
#include "silicon/record.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define COLLECTIVE_LANES ASK_LANES

extern const struct op_row {
    const char *ptx;
    bool rd, pu;
    enum { COLLECTIVE_VOTE, COLLECTIVE_MATCH, COLLECTIVE_REDUX, COLLECTIVE_SHFL } kind;
    uint8_t op, w;
    bool is_signed;
} op_row[];

/* What the lanes of active hold then: of op, rd or pu or both. */
struct collective_answer {
    uint32_t rd[COLLECTIVE_LANES];
    uint32_t pu; /* bit k: lane k */
};

enum { COLLECTIVE_SUITES = 12, COLLECTIVE_OPS = OP_IDX /* all but shfl.sync */ };
extern const struct record_suite collective_suites[COLLECTIVE_SUITES];

/* The lanes that execute together with lane k, which executes: those that name the same members. R11.1 */
uint32_t collective_group(const struct ask *c, unsigned k);

/* What a unit of 32 lanes is asked: an operation of shfl_vote, shfl_match or shfl_redux, of values of w bits. */
struct collective_ask {
    const struct op_row *op;
    uint64_t active, p;
    const uint64_t *ra;
};

/* What a unit answers; rd of lanes that do not execute, and what the operation does not have, count for nothing. */
typedef void collective_unit(const struct collective_ask *ask, struct collective_answer *answer);

/* What the lanes of a warp get from a unit, which is asked group by group. */
void collective_warp(const struct ask *c, collective_unit *unit, struct collective_answer *answer);

/* The same of the model. With plant, rd and pu of the lowest lane that executes are wrong. */
void collective_model(const struct ask *c, bool plant, struct collective_answer *answer);

/* --- The recording ------------------------------------------------------------------------------------ */

/* A question of a recording is this many warps in a row; its answer is a checksum of what their lanes held. */
#define COLLECTIVE_CHUNK 1024

extern const struct record_plan collective_plan;

/* The checksum of a chunk, warp by warp, from 0: over rd and then pu of each lane that executes. */
uint32_t collective_sum(uint32_t sum, const struct ask *c, const struct collective_answer *answer);

/* The answers of a unit to a suite, held against a recording. Begin with zeros. */
struct collective_tally {
    uint32_t warps, rd, pu; /* compared so far; rd and pu: points */
    uint32_t chunks, differ;
    uint32_t first; /* that differs */
    uint32_t sum;   /* of the chunk so far */
};

/* Take the answer to the warp of number tally->warps. */
void collective_hold(const struct record *record, unsigned suite, const struct ask *c,
                     const struct collective_answer *answer, struct collective_tally *tally);

#ifdef __cplusplus
}
#endif
#endif
