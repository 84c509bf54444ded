/* SPDX-License-Identifier: Apache-2.0 */
/* before - what may stand in front of a call: constants, tiles of threads, and the head of a for. All else is a program. */
#ifndef READ_BEFORE_H
#define READ_BEFORE_H

#include "calls.h"

struct before {
    struct names names;
    char note[200]; /* the first trip of a loop, or empty */
};

/* Read what stands in front of `call` in the text; of a loop around the call, the first trip.
 *
 *   returns   false: it is a program, and why names the line and the statement
 */
bool before_read(const char *text, const char *call, enum before_style style, const struct expr_scope *scope,
                 struct before *before, char why[READ_WHY_MAX]);

/* The group of threads that an expression makes, such as coalesced_threads(). False: none that is known. */
bool before_group(const char *text, const struct expr_scope *scope, struct name *group);

#endif
