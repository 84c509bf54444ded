/* SPDX-License-Identifier: Apache-2.0 */
/* ptx_constants - the registers of PTX that hold a number: the only thing that writes them is one mov. nvcc puts the operands of
 * shuffles into such registers. */
#ifndef PTX_CONSTANTS_H
#define PTX_CONSTANTS_H

#include <stdbool.h>

enum { PTX_LINE_MAX = 1024, PTX_NOTE_MAX = 160 };

/* The end of a function whose text begins behind its head: the head of the next one, or the text's. */
const char *ptx_function_end(const char *function);

/* A line with a shuffle, with numbers for these registers.
 *
 *   from, to  its function
 *   note      "%r4 is 1, %r3 is 0"
 *   returns   whether it has any
 */
bool ptx_with_constants(const char *from, const char *to, const char *line, char into[PTX_LINE_MAX],
                        char note[PTX_NOTE_MAX]);

#endif
