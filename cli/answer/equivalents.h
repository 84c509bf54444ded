/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents - the same shuffle in each API: a table says how each writes a form, and the answer to that text whether each lane
 * has the same value. */
#ifndef EQUIVALENTS_H
#define EQUIVALENTS_H

#include "answer.h"

/* Where a lane's value comes from: a lane's number, or one of these. */
enum equiv_source {
    EQUIV_UNDEFINED = -1,
    EQUIV_ZERO = -2,
    EQUIV_KEPT = -3 /* what the destination held */,
    EQUIV_OTHER = -4 /* of another register */
};

struct equiv_query {
    unsigned lanes;
    uint64_t active;               /* the lanes that execute; no others count */
    int8_t source[SHFL_LANES_MAX]; /* of a lane with EQUIV_UNDEFINED, any result will do */
    bool has_pu;                   /* it has a predicate, which SASS and PTX have to match, too */
    uint64_t pu;
    const struct shfl_in *own; /* the instruction, if its operands are the same for all lanes; else NULL */
    const char *gpu;           /* of AMD's, as LLVM names it; NULL: gfx90a and gfx1100 */
};

void equiv_of_shfl(const struct explain *e, struct equiv_query *q);     /* e has_values */
void equiv_of_wave(const struct amd_wave *wave, struct equiv_query *q); /* behind amd_run */

enum { EQUIV_TEXT_MAX = 320, EQUIV_ARGUMENTS = 9 };

struct equiv {
    const char *api, *gpu, *source; /* gpu: NULL if it is none of AMD's; source: of the API's rule */
    unsigned lanes;                 /* of its warp; the query's lanes are repeated until it is full */
    bool says, by_lane;             /* by_lane: with an operand that differs from lane to lane */
    const char *reason;             /* why it has none, or none that is the same for all lanes */
    char argument[EQUIV_ARGUMENTS]
                 [EQUIV_TEXT_MAX]; /* of `openshfl explain`: the call or the instruction, and options */
    unsigned arguments;
    bool is_tried, is_read; /* a text was tried; and one was understood */
    struct equiv_query q;   /* in its lanes */
};

/* All APIs, in their order; found is called with context for each. */
void equiv_all(const struct equiv_query *q, void (*found)(void *context, const struct equiv *), void *context);

#endif
