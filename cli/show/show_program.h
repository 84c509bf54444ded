/* SPDX-License-Identifier: Apache-2.0 */
/* show_program - the calls of a program: a thread's, all of them, or as JSON. docs/use/programs.md */
#ifndef SHOW_PROGRAM_H
#define SHOW_PROGRAM_H

#include "cli/program/program.h"

/* Every call and what its lanes do, a line each, and the notes. */
void program_print(const struct program *p, FILE *file);
void program_json(const struct program *p, FILE *file);

/* Run a text for a command, and print what a thread gets; reason is why it is a program. */
void program_ask(const char *command, const char *name, const char *text, const struct read_options *given,
                 unsigned thread, const char *reason);

#endif
