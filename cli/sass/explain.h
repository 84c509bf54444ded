/* SPDX-License-Identifier: Apache-2.0
 * explain - what one SHFL does, in words, lane by lane, as JSON and as a picture. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "decode.h"
#include "sass.h"
#include "word.h"

#include <stdio.h>

#define EXPLAIN_LINE_MAX 360

/* One SHFL and the warp that it meets. */
struct explain {
    char text[160]; /* the instruction */
    char note[160]; /* one more thing to say, or empty */
    unsigned lanes; /* 2, 4, 8, 16 or 32 */
    enum shfl_mode mode;
    char guard[4];                             /* "P1", "!P1", or empty */
    char sb[SASS_NAME_MAX], sc[SASS_NAME_MAX]; /* the register's name, empty for an immediate */
    struct shfl_in in;
    struct shfl_out out; /* the model's, stage by stage */
    bool is_float;       /* Ra */
    bool has_values;     /* all operands are known, and so are the lanes */
};

/* The ends of a lane's range. docs/rules.md 3.1 */
unsigned explain_min_lane(const struct explain *e, unsigned lane);
unsigned explain_max_lane(const struct explain *e, unsigned lane);

/* Set e->guard; number SASS_PT, not negated, is none. */
void explain_guard(struct explain *e, unsigned number, bool negated);

/* One sentence: "every lane reads the lane 1 below it; lane 0 keeps its own word". Of e it reads lanes, mode, guard,
 * sb, sc and the immediates of in. */
void explain_line(const struct explain *e, char line[EXPLAIN_LINE_MAX]);

/* What a lane's Rd shows: "-" if the lane does not execute, "?" if what it reads is not defined. */
const char *explain_rd(const struct explain *e, unsigned lane, char text[WORD_TEXT_MAX]);

void explain_text(const struct explain *e, FILE *file);
void explain_json(const struct explain *e, FILE *file);
void explain_svg(const struct explain *e, FILE *file); /* e has_values */

#endif
