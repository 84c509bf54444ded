/* SPDX-License-Identifier: Apache-2.0 */
/* reduce - the sum of a warp, of a block and of a grid, and one that forgets that the last warp may be partial. */
#include "cuda.h"

__device__ static __forceinline__ int warp_sum(int sum)
{
    sum += __shfl_xor_sync(ALL, sum, 16);
    sum += __shfl_xor_sync(ALL, sum, 8);
    sum += __shfl_xor_sync(ALL, sum, 4);
    sum += __shfl_xor_sync(ALL, sum, 2);
    sum += __shfl_xor_sync(ALL, sum, 1);
    return sum;
}

extern "C" __global__ void warp_reduce(const int *in, int *out) { out[threadIdx.x] = warp_sum(in[threadIdx.x]); }

extern "C" __global__ void warp_reduce_f32(const float *in, float *out)
{
    float sum = in[threadIdx.x];

    for (int mask = 16; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(ALL, sum, mask);
    out[threadIdx.x] = sum;
}

extern "C" __global__ void block_reduce(const int *in, int *out, unsigned n)
{
    __shared__ int sums[32];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = warp_sum(i < n ? in[i] : 0);

    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < blockDim.x / 32 ? sums[lane] : 0);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}

/* In a warp of n threads, lanes read lanes that are not there. */
extern "C" __global__ void partial_reduce(const int *in, int *out)
{
    int sum = in[threadIdx.x];

    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL, sum, d);
    if (threadIdx.x == 0)
        out[0] = sum;
}
