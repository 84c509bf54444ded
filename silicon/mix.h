/* SPDX-License-Identifier: Apache-2.0 */
/* mix - a permutation of the 32-bit words that leaves 0 in place, the finalizer of MurmurHash3: words that differ
 * become words that differ in about half of their bits. */
#ifndef SILICON_MIX_H
#define SILICON_MIX_H

#include <stdint.h>

static inline uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x85ebca6b;
    x ^= x >> 13;
    x *= 0xc2b2ae35;
    x ^= x >> 16;
    return x;
}

#endif
