/* SPDX-License-Identifier: Apache-2.0
 * command - what the commands of openshfl share: their options and files. */
#ifndef COMMAND_H
#define COMMAND_H

#include "tb/output.h"
#include "cli/sass/sass.h"

enum { INITS_MAX = 64 };

/* The commands. What is wrong ends the program, and so what is taken by then stays where it is. */
void run(int argc, char **argv);
void explain(int argc, char **argv);
void decode(int argc, char **argv);
void ask(int argc, char **argv);
void conform(int argc, char **argv);

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

/* The options that set up a warp: --init and --active. */
struct cli_warp {
    const char *init[INITS_MAX], *active;
    unsigned inits;
};

extern const char init_help[], active_help[];
#define WARP_OPTIONS(w) \
    { "init", "NAME=VALUE", init_help, (w)->init, &(w)->inits }, { "active", "MASK", active_help, &(w)->active, NULL }

/* Apply them, all lanes if there is no --active. */
void take_warp(const char *command, const struct cli_warp *options, const struct sass_program *program,
               struct sass_warp *warp);

/* A whole number, 0 to most; value stays if text is NULL. */
void take_number(const char *command, const char *option, const char *text, unsigned most, unsigned *value);

/* One of the words of a list that ends with NULL, or -1. */
int choice(const char *text, const char *const list[]);

/* A whole file in memory, as file_read has it. */
char *take_file(const char *path, size_t limit, size_t *size);

#endif
