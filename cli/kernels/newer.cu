/* SPDX-License-Identifier: Apache-2.0 */
/* newer - what GPUs have from sm_80 on (redux) and from sm_90 on (elect). */
#include "cuda.h"

extern "C" __global__ void redux(const int *in, int *out)
{
    const int v = in[threadIdx.x];
    int *to = out + 6 * threadIdx.x;

    to[0] = __reduce_add_sync(ALL, v);
    to[1] = __reduce_min_sync(ALL, v);
    to[2] = (int)__reduce_max_sync(ALL, (unsigned)v);
    to[3] = (int)__reduce_and_sync(ALL, (unsigned)v | 0x10101);
    to[4] = (int)__reduce_or_sync(ALL, (unsigned)v & 0xff00ff);
    to[5] = (int)__reduce_xor_sync(ALL, (unsigned)v);
}

/* Which lane is elected in each half of the warp, and where it thinks so. */
extern "C" __global__ void elect(int *out)
{
    const unsigned m = threadIdx.x % 32 < 16 ? 0x0000fff0u : 0xfff00000u;
    int lane = -1, is = 0;

    if (m >> threadIdx.x % 32 & 1)
        asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.b32 %1, 1, 0, p; }" : "=r"(lane), "=r"(is) : "r"(m));
    out[2 * threadIdx.x] = lane;
    out[2 * threadIdx.x + 1] = is;
}
