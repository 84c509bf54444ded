/* SPDX-License-Identifier: Apache-2.0 */
/* prelude - the declarations that a pasted text is compiled behind: types and functions of the languages that look like C, and
 * every call of calls.c as a function that hands its arguments to the engine. */
#ifndef PRELUDE_H
#define PRELUDE_H

#include "cli/read/calls.h"

#include <stdio.h>

enum { PRELUDE_WORDS = 16 }; /* words of a row at most */

/* Where what a call says of itself is staged, behind its arguments; as in prelude.hpp. */
enum {
    PRELUDE_LINE = 8,
    PRELUDE_COLUMN,
    PRELUDE_GROUP, /* the lanes of the group */
    PRELUDE_WIDTH, /* of its segments; 0: they count by rank */
    PRELUDE_WORD,  /* which word of the value this is; of a barrier its result */
    PRELUDE_TYPE,  /* bits of the value, 256: unsigned, 512: a float, 1024: bool */
};
#define PRELUDE_NONE (UINT64_C(1) << 62) /* an argument that is left out */

extern const char prelude_text[]; /* prelude.hpp */

/* is_launch: CUDA's own calls are instructions of PTX. */
void prelude_write(FILE *file, bool is_launch);

/* Is it a row of them, written like a call of C++? */
bool prelude_has(const struct call_row *row);

/* The call of a number in the instruction. */
bool prelude_call(uint32_t number, const struct call_row **row, const struct call_word **word);

#endif
