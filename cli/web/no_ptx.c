/* SPDX-License-Identifier: Apache-2.0
 * no_ptx - what the page of shuffles has not: kernels of PTX, which programs.html runs. */
#include "cli/command.h"

void run_ptx(const char *path, const char *text, const struct launch_options *options)
{
    (void)text;
    (void)options;
    misuse("run: %s: a kernel in PTX is run by the page programs.html, and by the command openshfl", path);
}
