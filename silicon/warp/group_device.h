/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the second list of warp_cases.h, for warp_device.cu.
 */
#ifndef GROUP_DEVICE_H
#define GROUP_DEVICE_H

#include "warp_cases.h"

/* Launch the kernel of a case; in and out are memory of the GPU. */
void group_launch(const struct warp_case *c, const uint32_t *in, uint32_t *out);

#endif
