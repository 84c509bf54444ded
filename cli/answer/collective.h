/* SPDX-License-Identifier: Apache-2.0 */
/* collective - what a vote, match or redux does to a warp; or a function of a ballot. The rules are those of docs/rules.md 8 to
 * 11, computed by the model. */
#ifndef COLLECTIVE_H
#define COLLECTIVE_H

#include "describe.h"
#include "cli/read/operation.h"

/* All but the results is set: compute them. */
void collective_run(struct explain *e);

/* Why nothing that it writes is defined, or NULL: it is. */
const char *collective_open(const struct explain *e, char why[READ_WHY_MAX]);

/* What it does whatever the lanes hold: "P2 is 1 if P0 is true in all lanes that execute it". line[EXPLAIN_LINE_MAX] */
void collective_rule(const struct collective *c, const char *guard, unsigned lanes, char line[]);

/* What becomes of this warp, in one sentence: "every lane gets 0x0000000f: the predicate is true in the first 4 lanes".
 * line[EXPLAIN_LINE_MAX] */
void collective_line(const struct explain *e, char line[]);

/* "VOTE", "ALL": for JSON. */
const char *collective_kind_name(const struct collective *c);
const char *collective_op_name(const struct collective *c);

/* Its document. */
enum { COLLECTIVE_SOURCE_MAX = 80 };
const char *collective_source(const struct explain *e, char text[COLLECTIVE_SOURCE_MAX]);

/* The stages, ended by NULL; and what each does in a lane. */
extern const char *const collective_stages[];
void collective_steps(const struct explain *e, unsigned lane, char step[STEPS_MAX][STEP_MAX]);

/* The text of an operand's value in a lane, of Rd and of Pu: "-" where it is not written, "?" where it is not defined. */
enum { COLLECTIVE_TEXT_MAX = 24 };
const char *collective_operand(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX]);
const char *collective_rd(const struct explain *e, unsigned lane, char text[COLLECTIVE_TEXT_MAX]);
const char *collective_pu(const struct explain *e, unsigned lane);

#endif
