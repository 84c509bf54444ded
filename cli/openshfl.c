/* SPDX-License-Identifier: Apache-2.0
 * openshfl - run warp programs, explain and decode SHFL. docs/use/programs.md */
#include "command.h"
#include "conform/conform.h"

#include <string.h>

static const char usage[] =
    "Usage: openshfl COMMAND [argument ...]\n"
    "The warp shuffle of NVIDIA GPUs (SHFL): run programs with it, and see what it does.\n"
    "With --gpu, explain and decode read AMD's lane crossing instead.\n"
    "\n"
    "  run FILE       run a kernel of CUDA source or PTX, or SASS text; show what every lane ends up with\n"
    "  check FILE     a kernel's faults: lanes, masks, barriers, races; for CI\n"
    "  explain SHFL   one instruction: its rule, and source, range and result lane by lane\n"
    "  decode FILE    every shuffle of a file: a cubin, a code object, PTX, a listing or a program; or of a word\n"
    "  ask QUERY      the result of one SHFL in one lane, in a line; or of each in a listing\n"
    "  conform FILE   check another shuffle: where it differs, and why\n"
    "\n"
    "openshfl COMMAND --help prints the options, openshfl --version the version.\n"
    "Exit status: 0 done, 1 check or conform found something, 2 wrong usage or wrong input, 3 environment\n"
    "error, such as a full disk.\n";

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int argc, char **argv);
    } commands[] = { { "run", run },       { "check", check }, { "explain", explain },
                     { "decode", decode }, { "ask", ask },     { "conform", conform } };
    const char *command = argc > 1 ? argv[1] : "";

    output_start("openshfl");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(command, commands[i].name) == 0) {
            commands[i].run(argc - 1, argv + 1);
            return AGREED;
        }
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0 || strcmp(command, "help") == 0)
        fputs(usage, stdout);
    else if (strcmp(command, "--version") == 0)
        puts("openshfl " VERSION);
    else if (argc > 1)
        misuse("%s: no such command; expected one of run, check, explain, decode, ask and conform", command);
    else
        fputs(usage, stderr);
    return argc > 1 ? AGREED : MISUSED;
}
