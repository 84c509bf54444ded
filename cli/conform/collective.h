/* SPDX-License-Identifier: Apache-2.0
 * collective - the levels of openshfl conform that are more than a shuffle: votes, groups, barriers, blocks, and RISC-V's permutations.
 * docs/reference/conformance-formats.md */
#ifndef CONFORM_COLLECTIVE_H
#define CONFORM_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>

/* Of the peer: the lanes of a warp, and the bits of a vector register. */
struct shape {
    unsigned lanes, vlen;
};

/* Whether this is the name of such a level; and all names: "ballot, match and reduce". */
bool conform_collective_is(const char *level);
void conform_collective_names(char text[], size_t size);

/* Judge a peer at a level, from its results in a file, or by the function of a shared object if library is not NULL; print the report.
 *
 *   seconds   how long one warp may take
 *   returns   whether it agrees
 */
bool conform_collective(const char *level, const char *path, const char *library, const struct shape *shape,
                        unsigned seconds);

/* Write the operands of a level to standard output, or its right results. */
void conform_collective_write(const char *level, const struct shape *shape, bool results);

/* Write the known faults, a line each: level, name, argument, points that differ, and the description, whose # is the argument. */
void conform_collective_faults(const struct shape *shape);

#endif
