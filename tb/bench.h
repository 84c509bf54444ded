/* SPDX-License-Identifier: Apache-2.0 */
/* bench - how fast the harness is, and where its time goes. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>

#include "lib/rtl.h"

/* Print warps per second of the whole check, suite by suite, and nanoseconds per warp of its parts, each
 * the median of several turns taken in alternation. Returns whether RTL and model agreed. */
bool bench(FILE *f, const struct rtl_build *build, uint64_t seed);

#endif
