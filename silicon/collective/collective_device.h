/* SPDX-License-Identifier: Apache-2.0 */
/* The GPU, asked for votes, matches and reduxes. Errors of CUDA end the program, see device.h.
 */
#ifndef COLLECTIVE_DEVICE_H
#define COLLECTIVE_DEVICE_H

#include "collective_cases.h"
#include "silicon/gpu/device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Issue c[0] .. c[n-1] and wait for the answers. device_open comes first.
 *
 *   n         1 .. DEVICE_BATCH
 *   returns   [n * 32]: lane k of warp i is element 32 * i + k, DEVICE_OLD_RD and DEVICE_OLD_PU where it was not
 *             written. Valid until the next call.
 */
const struct device_lane *collective_device_run(enum collective_issue issue, const struct collective c[], size_t n);

/* Measure the GPU's own speed, as device_bench does. */
unsigned collective_device_bench(struct device_figure figures[BENCH_MAX]);

#ifdef __cplusplus
}
#endif
#endif
