/* SPDX-License-Identifier: Apache-2.0 */
/* block - what a barrier that reduces, a BlockShuffle, a derivative or movmatrix gives each thread, by the model. docs/rules.md
 * 15 to 18 */
#ifndef ANSWER_BLOCK_H
#define ANSWER_BLOCK_H

#include "describe.h"
#include "lib/word.h"
#include "cli/read/operation.h"

/* All but the results is set: compute them. */
void block_run(struct block *b);

/* How many results there are, a line each: the threads, lanes or items; and what one is called. */
unsigned block_results(const struct block *b);
const char *block_unit(const struct block *b);

/* Does the thread of a result execute it? And does it write a result that is defined? */
bool block_executes(const struct block *b, unsigned n);
bool block_writes(const struct block *b, unsigned n);

/* "BARRIER", "COUNT": for JSON. */
const char *block_kind_name(const struct block *b);
const char *block_op_name(const struct block *b);

/* What it does whatever the threads hold, and what becomes of these: line[BLOCK_LINE_MAX]. */
enum { BLOCK_LINE_MAX = 360 };
void block_rule(const struct block *b, char line[]);
void block_line(const struct block *b, char line[]);

/* Why results are not defined, or NULL: all are. */
const char *block_undefined(const struct block *b);

/* The text of an operand and of a result: "-" where it is not written, "?" where it is not defined. */
const char *block_operand(const struct block *b, unsigned n, char text[WORD_TEXT_MAX]);
bool block_is_float(const struct block *b); /* a result */
const char *block_rd(const struct block *b, unsigned n, char text[WORD_TEXT_MAX]);

/* The stages, ended by NULL; and what each does for a result. */
extern const char *const block_stages[];
void block_steps(const struct block *b, unsigned n, char step[STEPS_MAX][STEP_MAX]);

#endif
