/* SPDX-License-Identifier: Apache-2.0 */
/* number - whole numbers in text: decimal, or hexadecimal behind 0x. A 0 in front of decimal digits has no
 * meaning; blanks and signs are no part of a number.
 */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Read the number that text begins with. Returns where it ends, or NULL if there is none or it takes more than
 * 64 bits. */
const char *number_scan(const char *text, uint64_t *value);

/* Read a text that is a number from least to most, and nothing else. Returns false if it is not. */
bool number_read(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* Read X, X,Y or X,Y,Z, each 1 or more and together at most `most`; what is not given is 1.
 *   returns   whether it is one
 */
bool number_extent(const char *text, unsigned most, unsigned extent[3]);

#endif
