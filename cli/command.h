/* SPDX-License-Identifier: Apache-2.0
 * command - the commands of openshfl, and the options that set up a warp. */
#ifndef COMMAND_H
#define COMMAND_H

#include "lib/options.h"
#include "lib/word.h"
#include "cli/program/program.h"
#include "cli/read/shuffle.h"

/* The commands; conform is in conform.h. What one holds at its end is not freed: the process ends, too. */
void run(int argc, char **argv);
void check(int argc, char **argv);
void explain(int argc, char **argv);
void decode(int argc, char **argv);
void ask(int argc, char **argv);

/* A kernel's launch, as run and check have it; show, format and json are of run. */
struct launch_options {
    struct program_options file; /* and the warp of one that is not launched */
    const char *grid, *shared, *steps, *memory, *schedule, *show, *format, *json, *contract, *arg[INITS_MAX];
    unsigned args;
    struct program_source *source; /* from which the PTX was made, or NULL */
    bool has_defaults;             /* for arguments that are not given */
    unsigned guess;                /* below LAUNCH_GUESSES: other ones for what nobody gave */
};

#define LAUNCH_OPTIONS(of, o)                                                                                   \
    { "kernel", "NAME", of "the kernel, if there are several, by its name in PTX or in C++", &(o)->file.kernel, \
      NULL },                                                                                                   \
        { "block", "X[,Y,Z]", of "the threads of a block (default 32)", &(o)->file.read.block, NULL },          \
        { "grid", "X[,Y,Z]", of "the blocks, run one after another (default 1)", &(o)->grid, NULL },            \
        { "arg", "N=VALUE", launch_arg_help, (o)->arg, &(o)->args },                                            \
        { "include", "FOLDER", of "a folder with headers of a source; also several times", (o)->file.include,   \
          &(o)->file.includes },                                                                                \
        { "shared", "N", of "bytes of dynamic shared memory (default 0)", &(o)->shared, NULL },                 \
        { "schedule", "N", of "another order of the threads, for each N (default 0)", &(o)->schedule, NULL },   \
        { "steps", "N", of "stop after N instructions of a warp (default 100000000)", &(o)->steps, NULL },      \
        { "contract", "C",                                                                                      \
          of "on, a product and a sum are one fma, as ptxas makes them (default, but of nvcc -G), or off",      \
          &(o)->contract, NULL },                                                                               \
    {                                                                                                           \
        "memory", "N", of "stop above N MiB of memory (default 256)", &(o)->memory, NULL                        \
    }
extern const char launch_arg_help[];

/* Prepare the launch of l->m's kernel; misuse where an option does not fit. */
void launch_read(const char *command, const char *path, const char *text, const struct launch_options *o,
                 struct ptx_module *m);
void launch_prepare(const struct launch_options *o, const struct ptx_function *kernel, struct ptx_module *m,
                    struct ptx_launch *l);
const char *launch_defaults(void); /* "n = 32, in: .." of the last one that was prepared, or empty */
/* Does another guess change that launch? */
enum { LAUNCH_NUMBERS = 1, LAUNCH_DATA, LAUNCH_BLOCKS, LAUNCH_GUESSES = LAUNCH_BLOCKS + 4 };
bool launch_guessed(unsigned guess);
const struct ptx_function *launch_kernel(const struct ptx_module *m, const char *name);
void launch_free(struct ptx_launch *l);

/* The format of its values: auto, int, hex or float. */
enum word_format take_format(const char *format);
void run_ptx(const char *path, const char *text, const struct launch_options *options);

/* Is a file PTX, by its name or its text? */
bool run_is_ptx(const char *path, const char *text);

/* The options of a warp, and of what explain and ask answer: o is a struct read_options; init and let, which it points to, have
 * room for INITS_MAX. */
extern const char init_help[], active_help[], let_help[];
#define WARP_OPTIONS(o, init) \
    { "init", "NAME=VALUE", init_help, init, &(o)->inits }, { "active", "MASK", active_help, &(o)->active, NULL }
#define LET_OPTION(o, let) { "let", "NAME=VALUE", let_help, let, &(o)->lets }

extern const char lanes_help[], network_help[], gpu_help[], address_help[], block_help[], vtype_help[], vl_help[],
    vstart_help[], vlen_help[];
#define ANSWER_OPTIONS(o, init, let)                                                                             \
    { "lanes", "N", lanes_help, &(o)->lanes, NULL }, { "network", "N", network_help, &(o)->network, NULL },      \
        { "gpu", "NAME", gpu_help, &(o)->gpu, NULL }, { "address", "VALUE", address_help, &(o)->address, NULL }, \
        { "vtype", "VTYPE", vtype_help, &(o)->vtype, NULL }, { "vl", "N", vl_help, &(o)->vl, NULL },             \
        { "vstart", "N", vstart_help, &(o)->vstart, NULL }, { "vlen", "N", vlen_help, &(o)->vlen, NULL },        \
        WARP_OPTIONS(o, init), LET_OPTION(o, let),                                                               \
    {                                                                                                            \
        "block", "N", block_help, &(o)->block, NULL                                                              \
    }

/* The mode of a name, such as up, or CUDA's xor; false if there is none. */
bool mode_of(const char *name, enum shfl_mode *mode);

#endif
