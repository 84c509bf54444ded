/* SPDX-License-Identifier: Apache-2.0 */
/* cub_block_shuffle - cub::BlockShuffle itself, in a block of THREADS, X, X,Y or X,Y,Z, as the kernels of
 * cli/programs/cuda/block.cu that do the same by shuffles and shared memory. */
#include <cub/block/block_shuffle.cuh>
using shuffle = cub::BlockShuffle<int, THREADS>;
__device__ unsigned thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
extern "C" __global__ void offset(const int *in, int *out, int distance)
{
    __shared__ shuffle::TempStorage storage;
    int got = out[thread()];
    shuffle(storage).Offset(in[thread()], got, distance);
    out[thread()] = got;
}
extern "C" __global__ void rotate(const int *in, int *out, unsigned distance)
{
    __shared__ shuffle::TempStorage storage;
    int got = out[thread()];
    shuffle(storage).Rotate(in[thread()], got, distance);
    out[thread()] = got;
}
extern "C" __global__ void items_up(const int *in, int *out, int *suffix)
{
    __shared__ shuffle::TempStorage storage;
    int input[3], prev[3], all;
    for (int i = 0; i < 3; i++) {
        input[i] = in[thread() * 3 + i];
        prev[i] = out[thread() * 3 + i];
    }
    shuffle(storage).Up(input, prev, all);
    for (int i = 0; i < 3; i++)
        out[thread() * 3 + i] = prev[i];
    suffix[thread()] = all;
}
extern "C" __global__ void items_down(const int *in, int *out, int *prefix)
{
    __shared__ shuffle::TempStorage storage;
    int input[3], prev[3], all;
    for (int i = 0; i < 3; i++) {
        input[i] = in[thread() * 3 + i];
        prev[i] = out[thread() * 3 + i];
    }
    shuffle(storage).Down(input, prev, all);
    for (int i = 0; i < 3; i++)
        out[thread() * 3 + i] = prev[i];
    prefix[thread()] = all;
}
