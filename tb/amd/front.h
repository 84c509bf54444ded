/* SPDX-License-Identifier: Apache-2.0 */
/* front - shfl_amd_bench, Verilated, behind a C interface: combinational, every generation. */
#ifndef FRONT_H
#define FRONT_H

#include "model/shfl_amd.h"

#ifdef __cplusplus
extern "C" {
#endif

struct amd_answer {
    uint8_t src_lane[SHFL_LANES_MAX];
    uint64_t valid, data, we;
    bool reserved;
};

struct amd_front {
    unsigned lanes;
    void (*answer)(const struct shfl_amd_in *, enum shfl_amd_gen, uint64_t src_active, struct amd_answer *);
};

#ifdef __cplusplus
}
#endif
#endif
