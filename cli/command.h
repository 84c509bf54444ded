/* SPDX-License-Identifier: Apache-2.0
 * command - what the commands of openshfl share: their options, messages and files. */
#ifndef COMMAND_H
#define COMMAND_H

#include "sass.h"

#include <stdio.h>

/* Exit statuses; GO_ON is none of them. */
enum { GO_ON = -1, DONE = 0, MISUSED = 2, TROUBLE = 3 };
enum { INITS_MAX = 64 };

int run(int argc, char **argv);
int explain(int argc, char **argv);
int decode(int argc, char **argv);

/* One line on stderr. They return MISUSED and TROUBLE. */
int misuse(const char *format, ...);
int trouble(const char *format, ...);

/* All that was printed has to arrive: DONE, or TROUBLE. */
int finish(void);

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
 *   returns   GO_ON, with the arguments that are no options in argv[*first .. argc-1]; or the exit status
 */
int take_options(int argc, char **argv, const struct cli_option options[], const char *usage, const char *note,
                 int *first);

/* The options that set up a warp: --init and --active. */
struct cli_warp {
    const char *init[INITS_MAX], *active;
    unsigned inits;
};

extern const char init_help[], active_help[];
#define WARP_OPTIONS(w) \
    { "init", "NAME=VALUE", init_help, (w)->init, &(w)->inits }, { "active", "MASK", active_help, &(w)->active, NULL }

/* Apply them, all lanes if there is no --active. Returns DONE or MISUSED. */
int take_warp(const char *command, const struct cli_warp *options, const struct sass_program *program,
              struct sass_warp *warp);

/* A whole number, 0 to most; value stays if text is NULL. Returns DONE or MISUSED. */
int take_number(const char *command, const char *option, const char *text, unsigned most, unsigned *value);

/* One of the words of a list that ends with NULL, or -1. */
int choice(const char *text, const char *const list[]);

/* A whole file in memory, ended by a 0 that size does not count; - is standard input. NULL with a message
 * printed, and *status set. */
char *read_file(const char *path, size_t limit, size_t *size, int *status);

/* Write a file: whole or not at all where it is a regular one; straight into it where it is a device or a link.
 * Returns DONE, MISUSED if it cannot be opened, or TROUBLE. */
int write_file(const char *option, const char *path, void (*print)(const void *what, FILE *file), const void *what);

#endif
