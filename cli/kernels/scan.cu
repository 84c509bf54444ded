/* SPDX-License-Identifier: Apache-2.0 */
/* scan - of each warp: the sums up to a lane, with it and without it, and in segments that begin where a flag is. */
#include "cuda.h"

extern "C" __global__ void inclusive(const int *in, int *out)
{
    const unsigned lane = threadIdx.x % 32;
    int sum = in[threadIdx.x];

    for (unsigned d = 1; d < 32; d *= 2) {
        const int below = __shfl_up_sync(members(), sum, d);

        if (lane >= d)
            sum += below;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void exclusive(const int *in, int *out)
{
    const unsigned lane = threadIdx.x % 32;
    int sum = in[threadIdx.x];

    for (unsigned d = 1; d < 32; d *= 2) {
        const int below = __shfl_up_sync(members(), sum, d);

        sum += lane >= d ? below : 0;
    }
    sum = __shfl_up_sync(members(), sum, 1);
    out[threadIdx.x] = lane == 0 ? 0 : sum;
}

extern "C" __global__ void segmented(const int *in, const int *begins, int *out)
{
    const unsigned lane = threadIdx.x % 32, m = members();
    const unsigned heads = __ballot_sync(m, begins[threadIdx.x] != 0) | 1;
    const unsigned mine = heads & (ALL >> (31 - lane));
    const unsigned first = 31 - (unsigned)__clz((int)mine);
    int sum = in[threadIdx.x];

    for (unsigned d = 1; d < 32; d *= 2) {
        const int below = __shfl_up_sync(m, sum, d);

        if (lane >= first + d)
            sum += below;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void inclusive_f32(const float *in, float *out)
{
    const unsigned lane = threadIdx.x % 32;
    float sum = in[threadIdx.x];

    for (unsigned d = 1; d < 32; d *= 2) {
        const float below = __shfl_up_sync(members(), sum, d);

        if (lane >= d)
            sum = sum * 0.75f + below;
    }
    out[threadIdx.x] = sum;
}
