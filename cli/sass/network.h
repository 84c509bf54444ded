/* SPDX-License-Identifier: Apache-2.0
 * network - how many trips a shuffle takes through a network of two ranks, in a unit that has one in place of the
 * crossbar. docs/rules.md 5.6 */
#ifndef NETWORK_H
#define NETWORK_H

#include <stdbool.h>
#include <stdint.h>

/* The trips of one warp.
 *
 *   lanes     2, 4, 8, 16, 32 or 64
 *   network   words of a multiplexer of rank 1: a power of two, 2 .. lanes/2
 *   j, in_range   [lanes], as the model has them
 *   returns   1 .. lanes/network
 */
unsigned network_trips(unsigned lanes, unsigned network, const int8_t j[], const uint8_t in_range[]);

/* Say so: "this shuffle takes 2 trips on a network of 8:1, then 4:1". */
enum { NETWORK_TEXT_MAX = 80 };
const char *network_text(unsigned lanes, unsigned network, unsigned trips, char text[NETWORK_TEXT_MAX]);

#endif
