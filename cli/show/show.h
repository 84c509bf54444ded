/* SPDX-License-Identifier: Apache-2.0 */
/* show - what was read and answered, as text, as JSON and as a picture: one of each for all families. */
#ifndef SHOW_H
#define SHOW_H

#include "cli/answer/answer.h"
#include "lib/json.h"

#include <stdio.h>

/* The text. lane: the one whose stages are printed in place of the table; SHOW_ALL is the table. */
#define SHOW_ALL (~0u)
void show_text(const struct answer *a, unsigned lane, FILE *file);

/* One lane in one line, for openshfl ask; shown: what was asked. */
void show_line(const struct answer *a, const char *shown, unsigned lane, FILE *file);

/* docs/use/explain.md has its shape. */
void show_json(const struct answer *a, FILE *file);
void show_json_members(struct json *json, const struct answer *a); /* of an object that is open */

/* Its first members, for other lists: kind, operation, instruction, asked, summary, note and source. */
void show_json_head(struct json *json, const struct said *s, const char *summary, const char *note);

/* The picture; the lanes are known, and at most 64. */
void show_svg(const struct answer *a, FILE *file);

/* The same shuffle in each API. */
void equivalents_text(const struct answer *a, const char *gpu, FILE *file);
void equivalents_json(const struct answer *a, const char *gpu, FILE *file);

/* ---- The calls of a program: a thread's, all of them, or as JSON. docs/use/programs.md */

struct program;

/* Every call and what its lanes do, a line each, and the notes. */
void program_print(const struct program *p, FILE *file);
void program_json(const struct program *p, FILE *file);

/* Run a text for a command, and print what a thread gets; reason is why it is a program. */
void program_ask(const char *command, const char *name, const char *text, const struct read_options *given,
                 unsigned thread, const char *reason);

/* ---- The report on a file */

struct report_options {
    bool json;
    struct read_options given;
};

/* Print every shuffle of a file; - is standard input. Ends the program if there is nothing to be read. */
void report_file(const char *path, const struct report_options *options);

/* The sentence of an instruction that decode_text or decode_collective has as text; and what it is, in a. */
void report_sentence(const char *text, struct answer *a, char line[EXPLAIN_LINE_MAX]);

#endif
