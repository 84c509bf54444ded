/* SPDX-License-Identifier: Apache-2.0
 * command - the commands of openshfl, and the options that set up a warp. */
#ifndef COMMAND_H
#define COMMAND_H

#include "cli/lib/options.h"
#include "cli/sass/sass.h"

/* The commands; conform is in conform.h. */
void run(int argc, char **argv);
void explain(int argc, char **argv);
void decode(int argc, char **argv);
void ask(int argc, char **argv);

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

#endif
