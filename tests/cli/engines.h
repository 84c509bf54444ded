/* SPDX-License-Identifier: Apache-2.0
 * engines - both engines, for tests that ask each the same; and noise. */
#ifndef ENGINES_H
#define ENGINES_H

#include "cli/answer/engine.h"
#include "lib/check.h"

enum { ENGINES = 2 };

/* Open the model and the RTL; without the RTL nothing is to be tested, and the check fails. */
static inline bool engines_open(struct engine engine[ENGINES])
{
    char why[240];

    engine[0] = engine_model();
    return check(engine_rtl(&engine[1], why), "programs/the RTL can be loaded", "%s", why);
}

static inline void engines_close(struct engine engine[ENGINES])
{
    engine_close(&engine[0]);
    engine_close(&engine[1]);
}

/* splitmix64 */
static inline uint32_t noise(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x ^ x >> 31) >> 32);
}

#endif
