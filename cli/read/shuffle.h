/* SPDX-License-Identifier: Apache-2.0 */
/* shuffle - one shuffle, vote, match or redux as a program has it: SASS, PTX, or a call of any language. AMD's own
 * instructions are in wave.h. */
#ifndef READ_SHUFFLE_H
#define READ_SHUFFLE_H

#include "operation.h"

/* Where a shuffle begins in a text, which may be a statement, a line of a listing or a whole file; NULL if there is none.
 *
 *   end       behind it, as far as that is known
 */
const char *shuffle_find(const char *text, const char **end);

/* Read the first shuffle in a text, or the call at options->at; explain_run computes its lanes.
 *
 *   e         e->lanes, policy and has_policy are set before; all else is set
 *   returns   whether there is one that is understood; if not, why says what was expected
 */
bool shuffle_read(const char *text, const struct read_options *options, struct explain *e, char why[READ_WHY_MAX]);

/* The meaning of a call that is read: who executes it, its operand, mask, width, groups and, if it is known, its value lane by
 * lane are set, whoever has read it. Not of a block's (call_is_block).
 *
 *   e         as of shuffle_read
 */
bool shuffle_of_call(const struct call *call, const struct read_options *options, struct explain *e,
                     char why[READ_WHY_MAX]);

/* A remark on calls and instructions behind this place, unless they are read, too. Else how many there are; and a remark on so many:
 * "2 more behind it in the text: this is the first". */
void shuffle_others(const char *behind, const struct read_options *options, struct explain *e);
unsigned shuffle_count(const char *text);
void shuffle_more(unsigned others, char note[], size_t size);

/* What the expressions of a text may use, of the options. */
struct expr_scope shuffle_scope(const struct read_options *options, unsigned lanes);

/* Are all names of --init among these, ended by NULL? Empty ones are left out. */
bool shuffle_only(const struct read_options *options, const char *const names[], char why[READ_WHY_MAX]);

/* The lanes that execute, of --active; and with what they hold, of --init Ra=..., of a shuffle that has no registers. */
bool shuffle_mask(const struct read_options *options, unsigned lanes, uint64_t *active, char why[READ_WHY_MAX]);
bool shuffle_data(const struct read_options *options, struct explain *e, char why[READ_WHY_MAX]);

/* All of e->in is set: name its registers and its text. */
void shuffle_name(struct explain *e, const char *predicate);

/* Set e->guard; number SASS_PT, not negated, is none. */
void shuffle_guard(struct explain *e, unsigned number, bool negated);

/* Add a remark. */
#define shuffle_note(e, ...) text_remark((e)->note, sizeof(e)->note, __VA_ARGS__)

/* Is it AMD's, by how it looks? */
bool shuffle_is_amd(const char *text);

/* ---- A vote, match or redux: collective_read.c. What it needs and what is not given is an example: a predicate is lane < 4, a value
 * lane % 4 */

enum { SHUFFLE_EXAMPLE = 4 }; /* the lanes below it have the predicate 1; values are modulo it */
extern const char shuffle_example[];

/* The one instruction of a program. e->text, call, guard, members and in.active are set before. */
void collective_of_insn(const struct sass_program *program, const struct sass_warp *warp, struct explain *e);

/* A call; e->call is set before. */
bool collective_of_call(const struct call *call, const struct read_options *options, struct explain *e,
                        char why[READ_WHY_MAX]);

/* Say what the operand of a call is taken as, and how another is given. False, if none can be given, such as for a float
 * of a reduction of whole numbers: why says what was expected. */
bool collective_example(struct explain *e, const struct call *call, const char *example, char why[READ_WHY_MAX]);

/* ---- A barrier that reduces, a BlockShuffle, a derivative or movmatrix: block_read.c. A value that is not given is the number of
 * the thread. */

/* Read the call that begins here, by what stands in front of it in the text, for each warp of the block. */
bool block_read_at(const char *text, const char *at, const struct call_row *row, const struct read_options *options,
                   struct explain *e, char why[READ_WHY_MAX]);

/* Does an instruction begin here, its guard included: BAR.RED, MOVM? And read it: text[length]. */
bool block_is_insn(const char *text);
bool block_of_insn(const char *text, size_t length, const struct read_options *options, struct explain *e,
                   char why[READ_WHY_MAX]);

#endif
