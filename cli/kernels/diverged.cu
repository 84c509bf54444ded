/* SPDX-License-Identifier: Apache-2.0 */
/* diverged - shuffles in branches: members meet wherever they call, groups go one after the other. */
#include "cuda.h"

/* The halves call at two places, and exchange with each other. */
extern "C" __global__ void sites(const int *in, int *out)
{
    int value = in[threadIdx.x];

    if (threadIdx.x % 32 < 16)
        value = __shfl_xor_sync(ALL, value, 16) * 3;
    else
        value = __shfl_xor_sync(ALL, value + 256, 16) * 5;
    out[threadIdx.x] = value;
}

extern "C" __global__ void odd_and_even(const int *in, int *out)
{
    int value = in[threadIdx.x];

    if (threadIdx.x & 1)
        value = __shfl_xor_sync(ALL, value, 1) + 1000;
    else
        value = __shfl_xor_sync(ALL, value ^ 255, 1) - 1000;
    out[threadIdx.x] = value;
}

/* A mask of its own in each branch. */
extern "C" __global__ void groups(const int *in, int *out)
{
    const unsigned lane = threadIdx.x % 32;
    int value = in[threadIdx.x];

    if (lane < 8)
        value += __shfl_sync(0x000000ffu, value, 3);
    else if (lane < 20)
        value += __shfl_down_sync(0x000fff00u, value, 1, 4);
    else
        value += __shfl_sync(0xfff00000u, value, 31);
    out[threadIdx.x] = value;
}

/* A loop that lanes leave one after the other; each round has the mask of those that are left. */
extern "C" __global__ void rounds(const int *in, int *out)
{
    const unsigned lane = threadIdx.x % 32;
    const int n = in[threadIdx.x] & 7;
    int sum = 0;

    for (int i = 0;; i++) {
        const unsigned left = __ballot_sync(ALL, i < n);

        if (left == 0)
            break;
        if (left >> lane & 1)
            sum += __shfl_sync(left, (int)lane * (i + 1), __ffs((int)left) - 1) + 1;
        __syncwarp(ALL);
    }
    out[threadIdx.x] = sum;
}

/* Lanes with the same value elect one and take its lane, by a mask of their own. */
extern "C" __global__ void leaders(const unsigned *in, int *out)
{
    const unsigned same = __match_any_sync(ALL, in[threadIdx.x] % 5);
    const int leader = __ffs((int)same) - 1;

    __syncwarp(ALL);
    out[threadIdx.x] = __shfl_sync(same, (int)threadIdx.x * 7, leader);
}

/* Half of the warp exits; the others shuffle among themselves, with a mask of all. */
extern "C" __global__ void exited(const int *in, int *out)
{
    if (threadIdx.x & 2)
        return;
    out[threadIdx.x] = __shfl_xor_sync(ALL, in[threadIdx.x], 5);
}

__device__ __noinline__ int power(int base, int n)
{
    int result = 1;

    for (; n > 0; n--)
        result *= base;
    return result;
}

/* A function with a loop, called in two branches; 64 bits, a division, a switch. */
extern "C" __global__ void calls(const int *in, long long *out)
{
    const int v = in[threadIdx.x];
    long long result;

    switch (v & 3) {
    case 0: result = power(v, 3); break;
    case 1: result = (long long)power(3, v & 15) * v; break;
    case 2: result = v / ((int)threadIdx.x + 1) - v % 7; break;
    default: result = (unsigned)v / (threadIdx.x + 1) + ((long long)v << 33); break;
    }
    out[threadIdx.x] = result + __shfl_sync(ALL, v, 2);
}
