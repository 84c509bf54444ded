/* SPDX-License-Identifier: Apache-2.0 */
/* shuffles - the six kernels by which the warp shuffle is taught, and the sum is in reduce.cu: a value a thread, or an
 * array of four, in segments of 16. */
#include "cuda.h"

#define WIDTH 16

KERNEL broadcast(const int *in, int *out, int lane)
{
    out[thread_x()] = __shfl_sync(members(), in[thread_x()], lane, WIDTH);
}

KERNEL up(const int *in, int *out, unsigned delta)
{
    out[thread_x()] = __shfl_up_sync(members(), in[thread_x()], delta, WIDTH);
}

KERNEL down(const int *in, int *out, unsigned delta)
{
    out[thread_x()] = __shfl_down_sync(members(), in[thread_x()], delta, WIDTH);
}

KERNEL wrap(const int *in, int *out, int offset)
{
    out[thread_x()] = __shfl_sync(members(), in[thread_x()], (int)thread_x() + offset, WIDTH);
}

KERNEL exchange(const int *in, int *out, int mask)
{
    out[thread_x()] = __shfl_xor_sync(members(), in[thread_x()], mask, WIDTH);
}

KERNEL exchange_array(const int *in, int *out, int mask)
{
    int value[4];

    for (int i = 0; i < 4; i++)
        value[i] = in[4 * thread_x() + i];
    for (int i = 0; i < 4; i++)
        value[i] = __shfl_xor_sync(members(), value[i], mask, WIDTH);
    for (int i = 0; i < 4; i++)
        out[4 * thread_x() + i] = value[i];
}

/* The even thread gives its element first, the odd one its element second. The array has an index that is not known
 * when it is compiled: it lies in local memory. */
KERNEL swap(const int *in, int *out, int mask, int first, int second)
{
    int value[4];
    const bool even = thread_x() % 2 == 0;

    for (int i = 0; i < 4; i++)
        value[i] = in[4 * thread_x() + i];
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
        out[4 * thread_x() + i] = value[i];
}
