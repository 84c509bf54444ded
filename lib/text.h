/* SPDX-License-Identifier: Apache-2.0 */
/* text - a text that is put together, and a set of lanes in words. */
#ifndef LIB_TEXT_H
#define LIB_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* at[0 .. size-1], of which used are written. What does not fit is cut off. */
struct text {
    char *at;
    size_t used, size;
};
void text_append(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Print what a function gets behind its parameter format. */
#define text_arguments(at, size, format)         \
    do {                                         \
        va_list arguments_;                      \
                                                 \
        va_start(arguments_, format);            \
        vsnprintf(at, size, format, arguments_); \
        va_end(arguments_);                      \
    } while (0)

/* Is at[length] this word? */
bool text_is(const char *at, size_t length, const char *word);

/* Of words between blanks the next one that begins with this letter, behind another one; NULL: none does. */
const char *text_word(const char *words, const char *behind, char first);

/* Is at[length] one of these words, between blanks? */
bool text_among(const char *at, size_t length, const char *words);

/* Append "the first 3 lanes of each segment of 8", "lanes 0, 2 and 5 to 7"; of no lane "no lane". Returns whether that is
 * a singular. */
bool text_lanes(struct text *text, uint64_t set, unsigned lanes);

#endif
