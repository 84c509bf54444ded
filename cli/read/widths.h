/* SPDX-License-Identifier: Apache-2.0 */
/* widths - how many shuffles of 32 bits the value of a call takes, by the types that the text declares. */
#ifndef READ_WIDTHS_H
#define READ_WIDTHS_H

#include "calls.h"

/* A remark if it is not one, or if the type has no width here; else empty. Rules: CUDA's headers have __shfl of whole numbers, float,
 * double, half and bfloat16; cooperative groups take ceil(bytes / 4) words, of at most 32 bytes; CUB takes the largest of 4, 2 and 1 bytes that divides the size and
 * the alignment. Source: nvcc of CUDA 13.0, the SHFL of each in its PTX.
 *
 *   text, at  the text, and where the call begins in it
 *   value     the argument
 *   names     what is declared in front of the call
 *   unit      what moves one word: "SHFL"
 */
void widths_note(const char *text, const char *at, const char *value, const struct call_row *row,
                 const struct names *names, const char *unit, char remark[CALL_NOTE_MAX]);

#endif
