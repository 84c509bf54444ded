/* SPDX-License-Identifier: Apache-2.0 */
/* no_program - the explorer has no compiler: a text with statements is named as what it is. */
#include "cli/program/program.h"
#include "lib/output.h"

#include <string.h>

void program_take(const char *command, const char *name, const char *text, const struct read_options *given,
                  const char *reason, struct program *p)
{
    (void)name, (void)text, (void)given, (void)p;
    misuse("%s: %s: openshfl explain, where clang is installed, runs it and answers each call", command, reason);
}

bool program_run(const char *name, const char *text, const struct program_options *options, struct program *p,
                 char why[READ_WHY_MAX])
{
    (void)name, (void)text, (void)options, (void)p;
    return text_why(why, "this is CUDA source: openshfl run, where clang is installed, compiles it");
}

char *program_ptx(const char *text, const struct program_options *options, struct program_source **source,
                  char why[READ_WHY_MAX])
{
    (void)source;
    program_run("", text, options, NULL, why);
    return NULL;
}

bool program_has_calls(const char *text) { return text == NULL; }
bool program_can(void) { return false; }
bool program_is(const char *text) { return strstr(text, "__global__") != NULL; }
void program_prepare(const struct program_source *s, struct ptx_launch *l) { (void)s, (void)l; }
bool program_source_parameter(const struct program_source *s, const char *kernel, size_t length, unsigned number,
                              struct program_parameter *p)
{
    (void)s, (void)kernel, (void)length, (void)number, (void)p;
    return false;
}
bool program_source_member(const struct program_source *s, const char *type, unsigned number,
                           struct program_parameter *p)
{
    (void)s, (void)type, (void)number, (void)p;
    return false;
}
bool program_source_names(const struct program_source *s, const char *kernel, size_t length, const char *what)
{
    (void)s, (void)kernel, (void)length, (void)what;
    return false;
}

bool program_source_launch(const struct program_source *s, const char *kernel, size_t length, unsigned block[3],
                           unsigned *shared)
{
    (void)s, (void)kernel, (void)length, (void)block, (void)shared;
    return false;
}
