/* SPDX-License-Identifier: Apache-2.0 */
/* The GPU, asked what is built on SHFL. Errors of CUDA end the program, see device.h.
 */
#ifndef WARP_DEVICE_H
#define WARP_DEVICE_H

#include "warp_cases.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Run one case and wait for its answer. device_open comes first.
 *
 *   out       [c->out_words]: the GPU's memory began as WARP_OLD
 */
void warp_device_run(const struct warp_case *c, uint32_t out[]);

#ifdef __cplusplus
}
#endif
#endif
