/* SPDX-License-Identifier: Apache-2.0
 * mixed - the pseudorandom operands of the levels. */
#ifndef MIXED_H
#define MIXED_H

#include <stdint.h>

/* 64 pseudorandom bits of a number: splitmix64. */
static inline uint64_t mixed(uint64_t number)
{
    number += UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

#endif
