/* SPDX-License-Identifier: Apache-2.0 */
/* reduce - the sum of a warp, of a block and of a grid, and one that forgets that the last warp may be partial. */
#include "cuda.h"

INLINE int warp_sum(int sum)
{
    sum += __shfl_xor_sync(ALL, sum, 16);
    sum += __shfl_xor_sync(ALL, sum, 8);
    sum += __shfl_xor_sync(ALL, sum, 4);
    sum += __shfl_xor_sync(ALL, sum, 2);
    sum += __shfl_xor_sync(ALL, sum, 1);
    return sum;
}

KERNEL warp_reduce(const int *in, int *out) { out[thread_x()] = warp_sum(in[thread_x()]); }

KERNEL warp_reduce_f32(const float *in, float *out)
{
    float sum = in[thread_x()];

    for (int mask = 16; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(ALL, sum, mask);
    out[thread_x()] = sum;
}

KERNEL block_reduce(const int *in, int *out, unsigned n)
{
    __shared__ int sums[32];
    const unsigned i = block_x() * block_threads() + thread_x(), lane = thread_x() % 32, warp = thread_x() / 32;
    int sum = warp_sum(i < n ? in[i] : 0);

    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < block_threads() / 32 ? sums[lane] : 0);
        if (lane == 0)
            out[block_x()] = sum;
    }
}

/* In a warp of n threads, lanes read lanes that are not there. */
KERNEL partial_reduce(const int *in, int *out)
{
    int sum = in[thread_x()];

    for (unsigned d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL, sum, d);
    if (thread_x() == 0)
        out[0] = sum;
}
