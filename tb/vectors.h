/* SPDX-License-Identifier: Apache-2.0 */
/* vectors - warps and the model's results as text, for a simulator that no C is linked to. */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdio.h>

#include "suite.h"

/* One line per warp, or per beat of shfl_banked: a hexadecimal number for Verilog's $readmemh, whose fields are, from the highest
 * bit, in the order and with the widths of tb/replay.v: tag, mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm,
 * active, ra, sb, sc, then the answers we, pu, src_active, rd. Lane 0 is lowest in each vector. In front of them a
 * beat has the lanes whose rd counts, in_last and in_beat, of 6 bits.
 * An error of f ends it. */
void vectors_write(FILE *f, const struct suite_source *source, const struct suite *suite, uint64_t first, uint64_t end);

#endif
