/* SPDX-License-Identifier: Apache-2.0 */
/* source - what the files share that make a source file of a pasted text: its tokens, its pieces, and names that nobody declares. */
#ifndef SOURCE_H
#define SOURCE_H

#include "program.h"
#include "cli/read/calls.h"

enum { NAMES_MOST = 96, PIECES_MOST = 2000, PAGES_MOST = 16, PAGE_PATH_MAX = 300 };

struct token {
    const char *at;
    unsigned length, line;
    char kind;           /* n: a name, 0: a number, ": a string, or the character itself */
    bool is_no_constant; /* what a name is given here */
};

/* What stands between semicolons and blocks, outside of all brackets. */
struct piece {
    unsigned from, to; /* tokens */
    bool is_directive, is_conditional, is_declaration, is_function, is_kernel, is_class, crosses, is_reached, is_root;
    /* of a function: its name, its parameters' brackets, behind template <..>, the line of a launch in it or 0 */
    unsigned name, open, close, template_end, launch;
};

/* A name that the text does not declare. */
struct unknown {
    char name[NAME_TEXT_MAX];
    enum { OUTSIDE, LOCAL, VALUE, POINTER } kind; /* the first two by their code; the others stand where they can */
    char code[300];
    char type[NAME_TEXT_MAX];
    unsigned number, depth; /* of what is not known; of a pointer its stars */
    bool is_retyped;
};

struct program_source {
    char *text;
    struct page {
        char path[PAGE_PATH_MAX];
        unsigned line, at; /* of the text, where it begins, and where the source includes it */
    } page[PAGES_MOST];    /* files that it includes, in the order of the text */
    unsigned pages;
    struct token *token;
    unsigned tokens, pieces, unknowns, kernels, names;
    struct piece piece[PIECES_MOST];
    struct unknown unknown[NAMES_MOST];
    const char *name[NAMES_MOST]; /* by number, in what is not known */
    struct {
        char name[NAME_TEXT_MAX];
        const char *value;
    } semantic[8]; /* what an attribute says of a parameter */
    unsigned semantics;
    const struct program_options *options;
    bool has_body, has_functions, is_metal, of_int;
    unsigned lanes;                                      /* of a sub-group, if an attribute says so */
    char note[PROGRAM_NOTE_MAX], guessed[NAME_TEXT_MAX]; /* guessed: a template's type, which nobody gave */
};

/* The number of a name in what is not known; and a remark on what was taken for granted. */
unsigned source_number(struct program_source *s, const char *name);
void source_remark(struct program_source *s, const char *format, ...);

/* Append the files that `text`, of the file at `path`, includes with quotes; at: the line of the source, or 0: this is it. */
void source_include(struct program_source *s, const char *path, const char *text, unsigned at);

/* Is a token this word, one of these between blanks, this name? */
bool source_is(const struct program_source *s, unsigned i, const char *word);
bool source_is_any(const struct program_source *s, unsigned i, const char *words);
bool source_same(const struct program_source *s, unsigned i, const char *name, size_t length);

/* The bracket that closes the one at i; behind template <..>; the brace of namespace X { or extern "C" {, or i itself. */
unsigned source_closing(const struct program_source *s, unsigned i, unsigned end);
unsigned source_template_end(const struct program_source *s, unsigned i, unsigned end);
unsigned source_space(const struct program_source *s, unsigned i);

/* The end of the part that begins at i, of several with commas between them: a comma, or `to`. is_type: < opens a template. */
unsigned source_part_end(const struct program_source *s, unsigned i, unsigned to, bool is_type);

/* Does a piece that is no function declare what this token names? */
bool source_declares(const struct program_source *s, const struct piece *p, unsigned token);

/* The parameter between two tokens. */
struct program_parameter source_parameter(const struct program_source *s, unsigned from, unsigned to);

/* Append tokens as an expression: a name by its constant, NAME = ..; or #define NAME ..; false: it has none. depth: 0 */
bool source_constant(const struct program_source *s, unsigned from, unsigned to, unsigned depth, struct text *text);

/* What --let gives a name, or NULL; its expression in C++; and a pointer to memory of which nothing is known. */
const char *source_let(const struct program_source *s, const char *name, size_t length);
void source_let_text(const char *let, char text[300]);
void source_pointer(unsigned number, const char *type, unsigned depth, char text[300]);

#endif
