/* SPDX-License-Identifier: Apache-2.0 */
/* trips - how often a warp goes through a network of ranks: docs/rules.md 5.6. */
#ifndef TRIPS_H
#define TRIPS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/shfl.h"

/* Is there such a network: words of a multiplexer, a power of two, 2 .. lanes/2? */
bool trips_network_is_legal(uint64_t network, unsigned lanes);

/* The trips of a warp.
 *
 *   lanes     2 .. 64
 *   network   words of a multiplexer, a power of two, 2 .. lanes/2; 0: crossbar, which takes one trip
 *   selects   SELECTS: each multiplexer has its own select
 *   named     [lanes], the lane that each lane names; without selects the bits of the last rank do not count
 *   reads     bit k: lane k reads the lane that it names, not itself
 */
unsigned trips(unsigned lanes, unsigned network, bool selects, const uint8_t named[], uint64_t reads);

/* The trips of a warp of SHFL, by the model's j and in_range. */
unsigned trips_of_shfl(unsigned lanes, unsigned network, bool selects, const struct shfl_out *out);

#endif
