/* SPDX-License-Identifier: Apache-2.0 */
/* shuffles - the six kernels by which the warp shuffle is taught, and the sum is in reduce.cu: a value a thread, or an
 * array of four, in segments of 16. */
#include "cuda.h"

#define WIDTH 16

extern "C" __global__ void broadcast(const int *in, int *out, int lane)
{
    out[threadIdx.x] = __shfl_sync(members(), in[threadIdx.x], lane, WIDTH);
}

extern "C" __global__ void up(const int *in, int *out, unsigned delta)
{
    out[threadIdx.x] = __shfl_up_sync(members(), in[threadIdx.x], delta, WIDTH);
}

extern "C" __global__ void down(const int *in, int *out, unsigned delta)
{
    out[threadIdx.x] = __shfl_down_sync(members(), in[threadIdx.x], delta, WIDTH);
}

extern "C" __global__ void wrap(const int *in, int *out, int offset)
{
    out[threadIdx.x] = __shfl_sync(members(), in[threadIdx.x], (int)threadIdx.x + offset, WIDTH);
}

extern "C" __global__ void exchange(const int *in, int *out, int mask)
{
    out[threadIdx.x] = __shfl_xor_sync(members(), in[threadIdx.x], mask, WIDTH);
}

extern "C" __global__ void exchange_array(const int *in, int *out, int mask)
{
    int value[4];

    for (int i = 0; i < 4; i++)
        value[i] = in[4 * threadIdx.x + i];
    for (int i = 0; i < 4; i++)
        value[i] = __shfl_xor_sync(members(), value[i], mask, WIDTH);
    for (int i = 0; i < 4; i++)
        out[4 * threadIdx.x + i] = value[i];
}

/* The even thread gives its element first, the odd one its element second. The array has an index that is not known
 * when it is compiled: it lies in local memory. */
extern "C" __global__ void swap(const int *in, int *out, int mask, int first, int second)
{
    int value[4];
    const bool even = threadIdx.x % 2 == 0;

    for (int i = 0; i < 4; i++)
        value[i] = in[4 * threadIdx.x + i];
    if (even) {
        const int held = value[first];

        value[first] = value[second];
        value[second] = held;
    }
    value[second] = __shfl_xor_sync(members(), value[second], mask, WIDTH);
    if (even) {
        const int held = value[first];

        value[first] = value[second];
        value[second] = held;
    }
    for (int i = 0; i < 4; i++)
        out[4 * threadIdx.x + i] = value[i];
}
