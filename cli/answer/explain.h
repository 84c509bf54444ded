/* SPDX-License-Identifier: Apache-2.0
 * explain - what one SHFL does, by the model: its lanes, a sentence, and the steps of each lane. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "collective.h"
#include "lib/word.h"

#define EXPLAIN_LINE_MAX 1000 /* three lists of 64 lanes, and what is said of them */

/* Run the model on what was read: e->in is set, or e->c.
 *   returns   whether it is legal; if not, why says what was expected
 */
bool explain_run(struct explain *e, char why[READ_WHY_MAX]);

/* The same, and whether what each lane gets that executes it is defined; if not, why says in which it is not. */
bool explain_value(struct explain *e, char why[READ_WHY_MAX]);

/* The rule, a line each. docs/rules.md 3 */
extern const char explain_rule_min[], explain_rule_max[], *const explain_rule_j[SHFL_MODES];
const char *explain_rule_range(enum shfl_mode mode);

/* The stages, ended by NULL; and what each does in one lane, with its numbers. e has_values. */
extern const char *const explain_stages[];
void explain_steps(const struct explain *e, unsigned lane, char step[STEPS_MAX][STEP_MAX]);

/* The bits of a lane's number; a mask in them. */
unsigned explain_bits(const struct explain *e);
const char *explain_binary(const struct explain *e, unsigned mask, char text[8]);

/* The ends of a lane's range. docs/rules.md 3.1 */
unsigned explain_min_lane(const struct explain *e, unsigned lane);
unsigned explain_max_lane(const struct explain *e, unsigned lane);

/* Does e->sb or e->sc name a register whose value matters? */
bool explain_is_register(const char *name);

/* One sentence: "every lane reads the lane 1 below it; lane 0 keeps its own value". Of a call, it is made from the lanes;
 * of an instruction, from lanes, mode, guard, sb, sc and the immediates of in. */
void explain_line(const struct explain *e, char line[EXPLAIN_LINE_MAX]);

/* What a lane's Ra shows: "?" if it is not defined. */
const char *explain_ra(const struct explain *e, unsigned lane, char text[WORD_TEXT_MAX]);

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
    EXPLAIN_BLANK,   /* what the lane that it reads holds is not */
};
enum explain_open explain_open(const struct explain *e, unsigned lane);

/* Is what a lane writes defined? */
bool explain_defined(const struct explain *e, unsigned lane);

#endif
