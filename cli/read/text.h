/* SPDX-License-Identifier: Apache-2.0 */
/* text - a text as editors, terminals and web pages leave it, made plain; and a cursor in it. */
#ifndef READ_TEXT_H
#define READ_TEXT_H

#include "lib/text.h"

#include <stdbool.h>
#include <stddef.h>

enum { READ_WHY_MAX = 400 }; /* bytes of a message, with its end */

/* The end of a message that refuses a text which has to be compiled; and is it one? */
#define READ_PROGRAM "this is a program"
bool read_is_program(const char why[READ_WHY_MAX]);

/* Make a text plain, in place: UTF-16 (with a byte order mark, or with a zero in every other byte) and UTF-8 become ASCII, a
 * byte order mark and spaces of no width are left out, other spaces become blanks, typographic quotes and minus signs plain
 * ones, CR LF and CR a line feed, and all else a question mark. The text gets no longer.
 *
 *   returns   its size in bytes
 */
size_t text_plain(char text[], size_t size);

/* Behind blanks, line ends and the comments of C. */
const char *text_skip(const char *at);

/* Does a name go on with this character? Letters, digits, _ and $. */
bool text_is_name(char c);

/* The length of the name that begins here, and of one that has these characters, too; 0: none does. */
size_t text_name(const char *at);
size_t text_name_with(const char *at, const char *also);

/* Where the name begins that ends here, and the end without the blanks in front of it; neither is before from. */
const char *text_name_begin(const char *from, const char *end);
const char *text_trim(const char *from, const char *end);

/* Where the guard begins in front of an instruction, "@P1 " or "@!%p1 ", or the instruction itself. */
const char *text_guard(const char *from, const char *at);

/* Behind what a listing has in front of an instruction in its line: braces, labels, <names>, addresses and machine words. */
const char *text_past_listing(const char *at);

/* The length of the first of these words, between blanks, that it begins with; 0: with none. */
size_t text_begins(const char *at, const char *words);

/* If this word comes next, behind blanks, and the name ends with it: behind it; else NULL. */
const char *text_pass_word(const char *at, const char *word);

/* Move *at behind blanks, and behind this sign or name if it begins there. Returns whether it does. */
bool text_take(const char **at, const char *sign);

/* The number of the line that a place of a text is in, from 1. */
unsigned text_line_of(const char *text, const char *at);

/* The end of a line, and of those that it goes on in behind a backslash. */
const char *text_line_end(const char *at);

/* The end of a bracket whose opening one is at `at`, behind the closing one, passing over strings; NULL if there is none. */
const char *text_bracket(const char *at);

/* Behind the bracket or the string that begins here, or the character; NULL: it has no end. And the first of these characters that is
 * in none of them, or end, which may be NULL, or the text's. */
const char *text_pass(const char *at);
const char *text_to(const char *at, const char *end, const char *stops);

/* Is this place of a text in a comment, or in a string, which does not go on in the next line? */
enum text_within { TEXT_PLAIN, TEXT_STRING, TEXT_COMMENT };
enum text_within text_within(const char *text, const char *at);

/* Make a line of several, which are shown as one. */
void text_one_line(char text[]);

/* Split at the commas outside of brackets; blanks around a part are left out. Returns how many there are, or -1: more than
 * `most`, or one is too long. */
enum { TEXT_PART_MAX = 300 };
typedef char text_part[TEXT_PART_MAX];
int text_split(const char *at, const char *end, text_part part[], int most);

/* The value of the last "NAME=VALUE" of a list; NULL: there is none. */
const char *text_given(const char *const list[], unsigned count, const char *name);

/* Append a remark to others in note[size], with a semicolon between them; an empty one is none. */
void text_remark(char note[], size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define text_note(note, size, remark) text_remark(note, size, "%s", remark)

/* Is it 1, 2, 4, 8 ..? */
static inline bool is_power(uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

/* A message as it is. Returns false. */
bool text_why(char why[READ_WHY_MAX], const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The message with the beginning of the text that it is about: "'the text ...': expected ...". Returns false. */
bool text_refuse(char why[READ_WHY_MAX], const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
