/* SPDX-License-Identifier: Apache-2.0
 * options - the options of a command, read by getopt_long from a table, and what their values have in common. What is
 * wrong ends the program with a message, and so memory is not freed first. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "output.h"

enum { INITS_MAX = 64 };

/* An option of a command. */
struct cli_option {
    const char *name, *argument, *help; /* without an argument it is a flag; help may have several lines */
    const char **value;                 /* set to the argument; a flag's is set to its name */
    unsigned *count;                    /* may be given INITS_MAX times: value[0 .. *count-1]. Else NULL: once */
};

/* Read a command's options, which end with a row without a name.
 *
 *   usage     the lines of its --help before the options; the options' own lines are made from the table
 *   note      the lines behind them, or ""
 *   returns   where in argv the arguments that are no options are: argv[returned .. argc-1]
 */
int take_options(int argc, char **argv, const struct cli_option options[], const char *usage, const char *note);

/* A whole number, 0 to most; value stays if text is NULL. */
void take_number(const char *command, const char *option, const char *text, unsigned most, unsigned *value);

/* The position of a name in a list that ends with NULL, or -1. */
int choice(const char *text, const char *const list[]);

/* A whole file in memory, as file_read has it. */
char *take_file(const char *path, size_t limit, size_t *size);

/* An argument that is a text: of a file's name, or - for standard input, what is in it. */
const char *take_text(const char *argument);

#endif
