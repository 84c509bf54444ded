/* SPDX-License-Identifier: Apache-2.0
 * command - the commands of openshfl, and the options that set up a warp. */
#ifndef COMMAND_H
#define COMMAND_H

#include "lib/options.h"
#include "cli/read/shuffle.h"

/* The commands; conform is in conform.h. */
void run(int argc, char **argv);

/* run of a kernel in PTX. */
struct run_ptx_options {
    const char *kernel, *block, *grid, *shared, *steps, *memory, *show, *format, *json, *arg[INITS_MAX];
    unsigned args;
};
void run_ptx(const char *path, const char *text, const struct run_ptx_options *options);

void explain(int argc, char **argv);
void decode(int argc, char **argv);
void ask(int argc, char **argv);

/* The options that set up a warp: --init, --active and --let. */
struct cli_warp {
    const char *init[INITS_MAX], *let[INITS_MAX], *active;
    unsigned inits, lets;
};

extern const char init_help[], active_help[], let_help[];
#define WARP_OPTIONS(w) \
    { "init", "NAME=VALUE", init_help, (w)->init, &(w)->inits }, { "active", "MASK", active_help, &(w)->active, NULL }

/* The options that set up a permutation of RISC-V's vectors. */
extern const char vtype_help[], vl_help[], vstart_help[], vlen_help[];
#define RVV_OPTIONS(r)                                                                           \
    { "vtype", "VTYPE", vtype_help, &(r)->vtype, NULL }, { "vl", "N", vl_help, &(r)->vl, NULL }, \
        { "vstart", "N", vstart_help, &(r)->vstart, NULL },                                      \
    {                                                                                            \
        "vlen", "N", vlen_help, &(r)->vlen, NULL                                                 \
    }
#define LET_OPTION(w) { "let", "NAME=VALUE", let_help, (w)->let, &(w)->lets }

extern const char block_help[];
#define BLOCK_OPTION(o) { "block", "N", block_help, &(o)->block, NULL }

/* What the reader of shuffles has to know of them. */
struct shuffle_options warp_given(const struct cli_warp *options);

/* Apply them, all lanes if there is no --active. */
void take_warp(const char *command, const struct cli_warp *options, const struct sass_program *program,
               struct sass_warp *warp);

#endif
