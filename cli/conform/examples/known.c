/* SPDX-License-Identifier: Apache-2.0
 * known - the known faults of the levels that are more than a shuffle, a line each: level, name, argument, points that differ, and
 * the description, whose # is the argument. Its argument is VLEN, 1024 if there is none. */
#include "cli/conform/collective.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    const struct shape shape = { 32, argc > 1 ? (unsigned)atoi(argv[1]) : 1024 };

    conform_collective_faults(&shape);
    return 0;
}
