/* SPDX-License-Identifier: Apache-2.0 */
/* block - what a whole block does: a histogram, barriers that count, and moving items from thread to thread. */
#include "cuda.h"

/* Lanes with the same value add once, by the lowest of them. */
extern "C" __global__ void histogram(const unsigned *in, unsigned *out)
{
    __shared__ unsigned bins[32];
    const unsigned lane = threadIdx.x % 32, value = in[threadIdx.x] % 32;

    if (threadIdx.x < 32)
        bins[threadIdx.x] = 0;
    __syncthreads();
    const unsigned same = __match_any_sync(members(), value);
    if (lane == (unsigned)__ffs((int)same) - 1)
        atomicAdd(&bins[value], (unsigned)__popc(same));
    __syncthreads();
    if (threadIdx.x < 32)
        out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void count(const int *in, int *out, int gone)
{
    if ((int)threadIdx.x < gone)
        return;
    const int p = in[threadIdx.x] & 1;
    const int sum = __syncthreads_count(p), all = __syncthreads_and(p), any = __syncthreads_or(p);

    out[3 * threadIdx.x] = sum;
    out[3 * threadIdx.x + 1] = all != 0;
    out[3 * threadIdx.x + 2] = any != 0;
}

/* Thread i gets the item of thread i + distance. There may be none: then its output keeps what it holds. */
extern "C" __global__ void offset(const int *in, int *out, int distance)
{
    __shared__ int item[1024];
    const int from = (int)threadIdx.x + distance;

    item[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (from >= 0 && from < (int)blockDim.x)
        out[threadIdx.x] = item[from];
}

extern "C" __global__ void rotate(const int *in, int *out, unsigned distance)
{
    __shared__ int item[1024];

    item[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = item[(threadIdx.x + distance) % blockDim.x];
}

/* Within a warp by shuffles, from warp to warp through shared memory; three items a thread. */
extern "C" __global__ void items_up(const int *in, int *out, int *suffix)
{
    __shared__ int last[33];
    const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    int item[3];

    for (int i = 0; i < 3; i++)
        item[i] = in[3 * t + i];
    int before = __shfl_up_sync(members(), item[2], 1);
    if (lane == 31 || t == blockDim.x - 1)
        last[warp + 1] = item[2];
    __syncthreads();
    if (lane == 0)
        before = last[warp];
    if (t > 0)
        out[3 * t] = before;
    out[3 * t + 1] = item[0];
    out[3 * t + 2] = item[1];
    suffix[t] = last[(blockDim.x + 31) / 32];
}

extern "C" __global__ void items_down(const int *in, int *out, int *prefix)
{
    __shared__ int first[33];
    const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    int item[3];

    for (int i = 0; i < 3; i++)
        item[i] = in[3 * t + i];
    int behind = __shfl_down_sync(members(), item[0], 1);
    if (lane == 0)
        first[warp] = item[0];
    __syncthreads();
    if (lane == 31)
        behind = first[warp + 1];
    out[3 * t] = item[1];
    out[3 * t + 1] = item[2];
    if (t < blockDim.x - 1)
        out[3 * t + 2] = behind;
    prefix[t] = first[0];
}
