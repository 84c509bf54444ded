/* SPDX-License-Identifier: Apache-2.0 */
/* order - what puts the values of a warp in another order: bitonic sort, a transpose, compaction. */
#include "cuda.h"

extern "C" __global__ void sort(const int *in, int *out)
{
    const unsigned lane = threadIdx.x % 32;
    int value = in[threadIdx.x];

    for (unsigned size = 2; size <= 32; size *= 2)
        for (unsigned d = size / 2; d > 0; d /= 2) {
            const int other = __shfl_xor_sync(ALL, value, (int)d);
            const bool up = (lane & size) == 0 || size == 32, low = (lane & d) == 0;

            if ((value > other) == (up == low))
                value = other;
        }
    out[threadIdx.x] = value;
}

/* Four lanes hold a square of 4 by 4, a row each; afterwards a column each. */
extern "C" __global__ void transpose(const int *in, int *out)
{
    const unsigned lane = threadIdx.x % 4;
    int row[4];

    for (unsigned i = 0; i < 4; i++)
        row[i] = in[4 * threadIdx.x + i];
    for (unsigned step = 1; step < 4; step++) {
        /* the lane at distance step wants what this one has at its place */
        const unsigned other = lane ^ step;
        const int give = other == 0 ? row[0] : other == 1 ? row[1] : other == 2 ? row[2] : row[3];
        const int got = __shfl_xor_sync(ALL, give, (int)step);

        for (unsigned i = 0; i < 4; i++)
            row[i] = i == other ? got : row[i];
    }
    for (unsigned i = 0; i < 4; i++)
        out[4 * threadIdx.x + i] = row[i];
}

/* Those above a limit, without gaps, in their order; warps one behind the other. */
extern "C" __global__ void compact(const int *in, int *out, int *count, int limit)
{
    __shared__ int sums[32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, m = members();
    const int value = in[threadIdx.x];
    const unsigned keep = __ballot_sync(m, value > limit);
    int before = 0;

    if (lane == 0)
        sums[warp] = __popc(keep);
    __syncthreads();
    for (unsigned w = 0; w < warp; w++)
        before += sums[w];
    if (value > limit)
        out[before + __popc(keep & ((1u << lane) - 1))] = value;
    if (threadIdx.x == blockDim.x - 1)
        *count = before + __popc(keep);
}
