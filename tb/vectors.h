/* SPDX-License-Identifier: Apache-2.0 */
/* vectors - warps and the model's results as text, for a simulator that no C is linked to. */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdio.h>

#include "suite.h"

/* One line per warp, or per beat or slice: a hexadecimal number for Verilog's $readmemh, whose fields are, from the
 * lowest bit on: the inputs, the outputs, which bits of these count, which may be X, each as vectors_ports has the
 * ports in order; then whether a result leaves with it, whether it is the last of its warp, whether it depends on none
 * before, and the line's number, 16 bits.
 * An error of f ends it. */
void vectors_write(FILE *f, const struct suite_source *source, const struct suite *suite, uint64_t first, uint64_t end);

/* What tb/replay.py has to know of a unit, a line each: `in` or `out`, name and bits of each port in the order of a line of
 * vectors; in_last, if it has that; epoch, and how many warps in a row depend on each other, if some do; no_register, if its results leave on the clock on which the operands enter;
 * senses, if in_ready depends on operands. */
void vectors_ports(FILE *f, const struct rtl_build *build);

#endif
