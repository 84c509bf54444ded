/* SPDX-License-Identifier: Apache-2.0 */
/* text - a text that is put together, and a set of lanes in words. */
#ifndef LIB_TEXT_H
#define LIB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* at[0 .. size-1], of which used are written. What does not fit is cut off. */
struct text {
    char *at;
    size_t used, size;
};
void text_append(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Append "the first 3 lanes of each segment of 8", "lanes 0, 2 and 5 to 7"; of no lane "no lane". Returns whether that is
 * a singular. */
bool text_lanes(struct text *text, uint64_t set, unsigned lanes);

#endif
