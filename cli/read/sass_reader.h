/* SPDX-License-Identifier: Apache-2.0
 * reader - the text of a program: where the parser is, the token there, and its errors. */
#ifndef READER_H
#define READER_H

#include "sass.h"

struct reader {
    const char *text;
    size_t length, at;
    unsigned line;
    size_t line_start;
    struct sass_program *program;
    struct sass_error *error;
};

struct token {
    const char *text;
    size_t length;
    unsigned line, column;
};

/* The character that is ahead of the place, or -1 at the end. */
int reader_peek(const struct reader *r, size_t ahead);

/* The token here: a name, a number with its sign, or one character; "end of line" at the end. */
struct token reader_look(const struct reader *r);

/* Past blanks and comments, and past ends of lines if lines is set. False in an endless comment. */
bool reader_skip(struct reader *r, bool lines);

/* Past a token, and the blanks and comments behind it. */
bool reader_pass(struct reader *r, const struct token *token);

/* The end of the text, of the line, or a semicolon. */
bool reader_at_end(const struct reader *r);

/* Report an error, with its place and token, in printable characters. Returns false. */
bool reader_error(struct reader *r, const struct token *token, const char *format, ...);

bool token_is(const struct token *token, const char *text);
bool is_digit(int c);
bool is_word(int c); /* letters, digits, _ and . */

/* The words of a kind, such as the modes; the last has no name. */
struct word {
    const char *name;
    uint8_t value;
};

/* The value of the word that text[length] is; false if it is none of them. */
bool word_value(const struct word words[], const char *text, size_t length, uint8_t *value);

/* A mnemonic: "ISETP", and the letters of the modifiers and of the operands that it takes. */
struct mnemonic {
    const char *name;
    enum sass_op op;
    const char *modifiers, *operands;
};

/* The mnemonic that a token begins with, before its first dot, or NULL. */
const struct mnemonic *find_mnemonic(const struct token *token);

/* Report that it is unknown, and which are known. Returns false. */
bool unknown_mnemonic(struct reader *r, const struct token *token);

/* Read the modifiers, which are joined to the mnemonic by dots, within its token. */
bool take_modifiers(struct reader *r, const struct token *token, const struct mnemonic *m, struct sass_insn *insn);

/* Read all operands, with commas between them; the place is behind the mnemonic. */
bool take_operands(struct reader *r, const struct mnemonic *m, struct sass_insn *insn);

/* Read a predicate that is a source: P1, !P1. */
bool take_predicate(struct reader *r, struct sass_predicate *p);

#endif
