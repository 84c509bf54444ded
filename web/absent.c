/* SPDX-License-Identifier: Apache-2.0
 * absent - what the command has and the page has not: files, libraries and other programs, and what it has no room for. */
#include "cli/command.h"
#include "conform/conform.h"
#include "cli/answer/engine.h"

static void absent(int argc, char **argv)
{
    (void)argc;
    misuse("%s: not in this page, but in the command openshfl", argv[0]);
}

void ask(int argc, char **argv) { absent(argc, argv); }
void check(int argc, char **argv) { absent(argc, argv); }
void conform(int argc, char **argv) { absent(argc, argv); }
void decode(int argc, char **argv) { absent(argc, argv); }

bool engine_rtl(struct engine *engine, char why[240])
{
    (void)engine;
    snprintf(why, 240, "the RTL is not in this page");
    return false;
}
