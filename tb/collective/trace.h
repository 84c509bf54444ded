/* SPDX-License-Identifier: Apache-2.0 */
/* trace - the ports of a unit as a VCD file, a clock cycle after the other. */
#ifndef TRACE_H
#define TRACE_H

#include "unit.h"

#include <stdio.h>

/* The header, for a unit. */
void trace_begin(FILE *f, const struct unit *unit);

/* A clock cycle: the pins, the warp and the part of it on the input, its tag, and the output. */
void trace_cycle(FILE *f, const struct unit *unit, uint64_t cycle, const struct pins *pins, const struct in *in,
                 unsigned part, uint32_t tag, const struct out *out);

#endif
