/* SPDX-License-Identifier: Apache-2.0
 * absent - what the command has and a page has not: other programs, libraries and folders. */
#include "command.h"
#include "engine.h"

void conform(int argc, char **argv)
{
    (void)argc;
    misuse("%s: not in the page, see the command openshfl", argv[0]);
}

bool engine_rtl(struct engine *engine, char why[240])
{
    (void)engine;
    snprintf(why, 240, "the RTL is not in the page, see the command openshfl");
    return false;
}
