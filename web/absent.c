/* SPDX-License-Identifier: Apache-2.0
 * absent - what the command has and the page has not: files, libraries and other programs, and what it has no room for.
 * A text with statements, which needs a compiler, is named as what it is. */
#include "cli/command.h"
#include "cli/answer/engine.h"
#include "cli/program/program.h"
#include "conform/conform.h"
#include "lib/output.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void absent(int argc, char **argv) { misuse("%s: not in this page, but in the command openshfl", argv[0]); }

void ask(int argc, char **argv) { absent(argc, argv); }
void check(int argc, char **argv) { absent(argc, argv); }
void conform(int argc, char **argv) { absent(argc, argv); }
void decode(int argc, char **argv) { absent(argc, argv); }

bool engine_rtl(struct engine *engine, char why[240])
{
    snprintf(why, 240, "the RTL is not in this page");
    return false;
}

/* ---- programs: no compiler, and so none has a source */

void program_take(const char *command, const char *name, const char *text, const struct read_options *given,
                  const char *reason, struct program *p)
{
    misuse("%s: %s: openshfl explain, where clang is installed, runs it and answers each call", command, reason);
}

bool program_run(const char *name, const char *text, const struct program_options *options, struct program *p,
                 char why[READ_WHY_MAX])
{
    return text_why(why, "this is CUDA source: openshfl run, where clang is installed, compiles it");
}

char *program_ptx(const char *text, const struct program_options *options, struct program_source **source,
                  char why[READ_WHY_MAX])
{
    program_run("", text, options, NULL, why);
    return NULL;
}

bool program_has_calls(const char *text) { return text == NULL; }
bool program_can(void) { return false; }
bool program_is(const char *text) { return strstr(text, "__global__") != NULL; }
void program_prepare(const struct program_source *s, struct ptx_launch *l) {}
bool program_source_parameter(const struct program_source *s, const char *kernel, size_t length, unsigned number,
                              struct program_parameter *p)
{
    return false;
}
bool program_source_member(const struct program_source *s, const char *type, unsigned number,
                           struct program_parameter *p)
{
    return false;
}
bool program_source_names(const struct program_source *s, const char *kernel, size_t length, const char *what)
{
    return false;
}
bool program_source_launch(const struct program_source *s, const char *kernel, size_t length, unsigned block[3],
                           unsigned *shared)
{
    return false;
}
