/* SPDX-License-Identifier: Apache-2.0
 * explain - what one SHFL does, in words, lane by lane, as JSON and as a picture. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "decode.h"
#include "sass.h"
#include "word.h"
#include "cli/collective/collective.h"

#include <stdio.h>

#define EXPLAIN_LINE_MAX 360
#define EXPLAIN_CALL_MAX 360

/* One SHFL, vote, match or redux and the warp that it meets. */
struct explain {
    char text[160];              /* the instruction */
    char note[400];              /* what is unusual about it, or empty */
    char call[EXPLAIN_CALL_MAX]; /* the call or the line of PTX that it stands for, or empty */
    unsigned lanes;              /* 2, 4, 8, 16, 32 or 64 */
    unsigned network;            /* words of a multiplexer of its first rank, or 0: none was asked about */
    enum shfl_policy policy;
    bool has_policy; /* it was given: what is not defined shows as this unit has it */
    enum shfl_mode mode;
    char guard[4];                             /* "P1", "!P1", or empty */
    char sb[SASS_NAME_MAX], sc[SASS_NAME_MAX]; /* the register's name, empty for an immediate */
    struct shfl_in in;
    struct shfl_out out;        /* the model's, stage by stage */
    bool is_float;              /* Ra */
    bool has_values;            /* all operands are known, and so are the lanes */
    bool has_members;           /* members is known */
    uint64_t members;           /* the lanes that the mask of CUDA or PTX names */
    const struct call_row *row; /* of a call that is not SHFL; NULL: it is SHFL, or an instruction */
    uint64_t undefined;         /* the lanes whose result that leaves undefined by its operand */
    uint64_t other;             /* the lanes that read the other argument of the call */
    struct collective c;        /* c.kind: it is no SHFL, but a vote, match or redux; of in it has active and ra */
};

/* The rule, a line each. docs/rules.md 3 */
extern const char explain_rule_min[], explain_rule_max[], *const explain_rule_j[SHFL_MODES];
const char *explain_rule_range(enum shfl_mode mode);

/* What each stage does in one lane, with its numbers. e has_values. */
enum { EXPLAIN_STAGES = 5, EXPLAIN_STEP_MAX = 120 };
extern const char *const explain_stages[EXPLAIN_STAGES];
void explain_steps(const struct explain *e, unsigned lane, char step[EXPLAIN_STAGES][EXPLAIN_STEP_MAX]);

/* The bits of a lane's number; a mask in them. */
unsigned explain_bits(const struct explain *e);
const char *explain_binary(const struct explain *e, unsigned mask, char text[8]);

/* The ends of a lane's range. docs/rules.md 3.1 */
unsigned explain_min_lane(const struct explain *e, unsigned lane);
unsigned explain_max_lane(const struct explain *e, unsigned lane);

/* Does e->sb or e->sc name a register whose value matters? */
bool explain_is_register(const char *name);

/* Set e->guard; number SASS_PT, not negated, is none. */
void explain_guard(struct explain *e, unsigned number, bool negated);

/* One sentence: "every lane reads the lane 1 below it; lane 0 keeps its own value". Of a call, it is made from the lanes;
 * of an instruction, from lanes, mode, guard, sb, sc and the immediates of in. */
void explain_line(const struct explain *e, char line[EXPLAIN_LINE_MAX]);

/* What a lane's Rd shows: "-" if the lane does not execute, "?" if what it reads is not defined, behind the word that a unit
 * with this policy has if e has_policy. */
const char *explain_rd(const struct explain *e, unsigned lane, char text[WORD_TEXT_MAX]);

/* Why what a lane writes is not defined. */
enum explain_open {
    EXPLAIN_DEFINED, /* it is; or the lane does not execute */
    EXPLAIN_UNREAD,  /* the lane that it reads does not execute */
    EXPLAIN_BEYOND,  /* the call's own rule, by the operand */
    EXPLAIN_OUTSIDE, /* it executes, and is no member of its mask */
    EXPLAIN_STRANGE, /* the lane that it reads is no member */
};
enum explain_open explain_open(const struct explain *e, unsigned lane);

/* Is what a lane writes defined? */
bool explain_defined(const struct explain *e, unsigned lane);

/* lane: the one whose stages are printed in place of the table; EXPLAIN_ALL is the table. */
#define EXPLAIN_ALL 64
void explain_text(const struct explain *e, unsigned lane, FILE *file);
void explain_json(const struct explain *e, FILE *file);
void explain_svg(const struct explain *e, FILE *file); /* e has_values */

#endif
