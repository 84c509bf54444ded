/* SPDX-License-Identifier: Apache-2.0 */
/* diverged - shuffles in branches: members meet wherever they call, groups go one after the other. */
#include "cuda.h"

/* The halves call at two places, and exchange with each other. */
KERNEL sites(const int *in, int *out)
{
    int value = in[thread_x()];

    if (thread_x() % 32 < 16)
        value = __shfl_xor_sync(ALL, value, 16) * 3;
    else
        value = __shfl_xor_sync(ALL, value + 256, 16) * 5;
    out[thread_x()] = value;
}

KERNEL odd_and_even(const int *in, int *out)
{
    int value = in[thread_x()];

    if (thread_x() & 1)
        value = __shfl_xor_sync(ALL, value, 1) + 1000;
    else
        value = __shfl_xor_sync(ALL, value ^ 255, 1) - 1000;
    out[thread_x()] = value;
}

/* A mask of its own in each branch. */
KERNEL groups(const int *in, int *out)
{
    const unsigned lane = thread_x() % 32;
    int value = in[thread_x()];

    if (lane < 8)
        value += __shfl_sync(0x000000ffu, value, 3);
    else if (lane < 20)
        value += __shfl_down_sync(0x000fff00u, value, 1, 4);
    else
        value += __shfl_sync(0xfff00000u, value, 31);
    out[thread_x()] = value;
}

/* A loop that lanes leave one after the other; each round has the mask of those that are left. */
KERNEL rounds(const int *in, int *out)
{
    const unsigned lane = thread_x() % 32;
    const int n = in[thread_x()] & 7;
    int sum = 0;

    for (int i = 0;; i++) {
        const unsigned left = __ballot_sync(ALL, i < n);

        if (left == 0)
            break;
        if (left >> lane & 1)
            sum += __shfl_sync(left, (int)lane * (i + 1), __ffs((int)left) - 1) + 1;
        __syncwarp(ALL);
    }
    out[thread_x()] = sum;
}

/* Lanes with the same value elect one and take its lane, by a mask of their own. */
KERNEL leaders(const unsigned *in, int *out)
{
    const unsigned same = __match_any_sync(ALL, in[thread_x()] % 5);
    const int leader = __ffs((int)same) - 1;

    __syncwarp(ALL);
    out[thread_x()] = __shfl_sync(same, (int)thread_x() * 7, leader);
}

/* Half of the warp exits; the others shuffle among themselves, with a mask of all. */
KERNEL exited(const int *in, int *out)
{
    if (thread_x() & 2)
        return;
    out[thread_x()] = __shfl_xor_sync(ALL, in[thread_x()], 5);
}

NOINLINE int power(int base, int n)
{
    int result = 1;

    for (; n > 0; n--)
        result *= base;
    return result;
}

/* A function with a loop, called in two branches; 64 bits, a division, a switch. */
KERNEL calls(const int *in, long long *out)
{
    const int v = in[thread_x()];
    long long result;

    switch (v & 3) {
    case 0: result = power(v, 3); break;
    case 1: result = (long long)power(3, v & 15) * v; break;
    case 2: result = v / ((int)thread_x() + 1) - v % 7; break;
    default: result = (unsigned)v / (thread_x() + 1) + ((long long)v << 33); break;
    }
    out[thread_x()] = result + __shfl_sync(ALL, v, 2);
}
