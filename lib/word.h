/* SPDX-License-Identifier: Apache-2.0
 * word - a register's 32 bits as text: the one way in which they are read, and in which run, explain and the picture
 * print them. */
#ifndef WORD_H
#define WORD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define WORD_TEXT_MAX 24

enum word_format { WORD_AUTO, WORD_INT, WORD_HEX, WORD_FLOAT };

/* The text of a word.
 *
 *   is_float  for WORD_AUTO: what the word holds. A float prints with the fewest digits that give it back; other
 *             words print as signed numbers of at most nine characters, or else in hexadecimal, with 0x
 *   returns   text
 */
const char *word_text(uint32_t word, bool is_float, enum word_format format, char text[WORD_TEXT_MAX]);

/* Read the whole number that text begins with, -2^31 to 2^32-1, or the float: 1, -2.5, 1e-3, +INF, -QNAN. They return
 * where it ends, or NULL if there is none or it is out of range. */
const char *word_scan(const char *text, uint32_t *word);
const char *word_scan_float(const char *text, uint32_t *word);

/* The bits of a float, and back. */
uint32_t word_of_float(float value);
float word_as_float(uint32_t word);

#endif
