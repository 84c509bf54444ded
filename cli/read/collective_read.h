/* SPDX-License-Identifier: Apache-2.0 */
/* collective_read - a vote, match or redux from what was read: an instruction, or a call. What it needs and what is not given is
 * an example: a predicate is lane < 4, a value lane % 4. */
#ifndef COLLECTIVE_READ_H
#define COLLECTIVE_READ_H

#include "shuffle.h"

/* The one instruction of a program. e->text, call, guard, members and in.active are set before. */
void collective_of_insn(const struct sass_program *program, const struct sass_warp *warp, struct explain *e);

/* A call; e->call is set before.
 *   returns   whether its options are understood; if not, why says what was expected
 */
bool collective_of_call(const struct call *call, const struct shuffle_options *options, struct explain *e,
                        char why[READ_WHY_MAX]);

/* Say what the operand of a call is taken as, and how another is given. False, if none can be given, such as for a float
 * of a reduction of whole numbers: why says what was expected. */
bool collective_example(struct explain *e, const struct call *call, const char *example, char why[READ_WHY_MAX]);

#endif
