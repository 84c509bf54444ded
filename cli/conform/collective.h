/* SPDX-License-Identifier: Apache-2.0
 * collective - the levels ballot, match, reduce and rvv-gather of openshfl conform. docs/reference/conformance-formats.md */
#ifndef CONFORM_COLLECTIVE_H
#define CONFORM_COLLECTIVE_H

#include "model/shfl.h"

extern const char *const conform_collective_name[]; /* ended by NULL */

/* Judge a peer at a level, from its results in a file, or by the function of a shared object if library is not NULL; print the report.
 *
 *   seconds   how long one warp may take
 *   returns   whether it agrees
 */
bool conform_collective(const char *level, const char *path, const char *library, unsigned lanes, unsigned seconds);

/* Write the operands of a level to standard output, or its right results. */
void conform_collective_write(const char *level, unsigned lanes, bool results);

#endif
