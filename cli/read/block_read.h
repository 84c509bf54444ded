/* SPDX-License-Identifier: Apache-2.0 */
/* block_read - a barrier that reduces, a BlockShuffle, a derivative or movmatrix from what was read: a call, or an instruction.
 * What it needs and what is not given is an example: a predicate is lane < 4, a value the number of the thread. */
#ifndef BLOCK_READ_H
#define BLOCK_READ_H

#include "shuffle.h"

/* Read the call that begins here, by what stands in front of it in the text, for each warp of the block.
 *   returns   whether it is understood; if not, why says what was expected
 */
bool block_read_at(const char *text, const char *at, const struct call_row *row, const struct shuffle_options *options,
                   struct explain *e, char why[READ_WHY_MAX]);

/* Does an instruction begin here, its guard included: BAR.RED, MOVM? And read it: text[length]. */
bool block_is_insn(const char *text);
bool block_of_insn(const char *text, size_t length, const struct shuffle_options *options, struct explain *e,
                   char why[READ_WHY_MAX]);

#endif
