/* SPDX-License-Identifier: Apache-2.0 */
/* kernels - see kernels.h */
#include "kernels.h"

static unsigned warps(unsigned threads) { return (threads + WARP_LANES - 1) / WARP_LANES; }

/* Element item of every thread's array of items, for the lanes of one warp. */
static struct lanes load(const uint32_t in[], unsigned warp, uint32_t active, unsigned items, unsigned item)
{
    struct lanes v = lanes_all(0);

    for (unsigned k = 0; k < WARP_LANES; k++)
        if (active >> k & 1)
            v.lane[k] = in[(WARP_LANES * warp + k) * items + item];
    return v;
}

static void store(uint32_t out[], unsigned warp, uint32_t active, unsigned items, unsigned item, struct lanes v)
{
    for (unsigned k = 0; k < WARP_LANES; k++)
        if (active >> k & 1)
            out[(WARP_LANES * warp + k) * items + item] = v.lane[k];
}

/* One shuffle of every thread's value; wrap adds the thread's number to the argument. */
static void shuffle_block(const struct engine *e, enum shfl_mode mode, unsigned threads, int width, const uint32_t in[],
                          uint32_t out[], uint32_t argument, bool wrap)
{
    for (unsigned w = 0; w < warps(threads); w++) {
        uint32_t active = lanes_of_warp(threads, w);
        struct lanes value = load(in, w, active, 1, 0);
        struct lanes a = wrap ? lanes_number(WARP_LANES * w + argument) : lanes_all(argument);

        store(out, w, active, 1, 0, warp_shuffle(e, mode, active, value, a, width));
    }
}

void kernel_broadcast(const struct engine *e, unsigned threads, int width, const uint32_t in[], uint32_t out[],
                      int src_lane)
{
    shuffle_block(e, SHFL_IDX, threads, width, in, out, (uint32_t)src_lane, false);
}

void kernel_up(const struct engine *e, unsigned threads, int width, const uint32_t in[], uint32_t out[], unsigned delta)
{
    shuffle_block(e, SHFL_UP, threads, width, in, out, delta, false);
}

void kernel_down(const struct engine *e, unsigned threads, int width, const uint32_t in[], uint32_t out[],
                 unsigned delta)
{
    shuffle_block(e, SHFL_DOWN, threads, width, in, out, delta, false);
}

void kernel_wrap(const struct engine *e, unsigned threads, int width, const uint32_t in[], uint32_t out[], int offset)
{
    shuffle_block(e, SHFL_IDX, threads, width, in, out, (uint32_t)offset, true);
}

void kernel_xor(const struct engine *e, unsigned threads, int width, const uint32_t in[], uint32_t out[], int mask)
{
    shuffle_block(e, SHFL_BFLY, threads, width, in, out, (uint32_t)mask, false);
}

void kernel_xor_array(const struct engine *e, unsigned threads, int width, const uint32_t in[], uint32_t out[],
                      int mask)
{
    for (unsigned w = 0; w < warps(threads); w++) {
        uint32_t active = lanes_of_warp(threads, w);

        for (unsigned i = 0; i < KERNEL_ITEMS; i++) {
            struct lanes value = load(in, w, active, KERNEL_ITEMS, i);

            value = shfl_xor_sync(e, active, value, lanes_all((uint32_t)mask), width);
            store(out, w, active, KERNEL_ITEMS, i, value);
        }
    }
}

/* In even lanes, exchange what a and b hold. */
static void exchange_in_even(struct lanes *a, struct lanes *b)
{
    for (unsigned k = 0; k < WARP_LANES; k += 2) {
        uint32_t held = a->lane[k];

        a->lane[k] = b->lane[k];
        b->lane[k] = held;
    }
}

void kernel_swap(const struct engine *e, unsigned threads, int width, const uint32_t in[], uint32_t out[], int mask,
                 unsigned first, unsigned second)
{
    for (unsigned w = 0; w < warps(threads); w++) {
        uint32_t active = lanes_of_warp(threads, w);
        struct lanes value[KERNEL_ITEMS];

        for (unsigned i = 0; i < KERNEL_ITEMS; i++)
            value[i] = load(in, w, active, KERNEL_ITEMS, i);
        /* registers have no index, so both sides bring what they give into the same one, and back */
        exchange_in_even(&value[first], &value[second]);
        value[second] = shfl_xor_sync(e, active, value[second], lanes_all((uint32_t)mask), width);
        exchange_in_even(&value[first], &value[second]);
        for (unsigned i = 0; i < KERNEL_ITEMS; i++)
            store(out, w, active, KERNEL_ITEMS, i, value[i]);
    }
}

struct lanes warp_reduce(const struct engine *e, struct lanes value)
{
    for (uint32_t mask = WARP_LANES / 2; mask > 0; mask /= 2)
        value = lanes_add(value, shfl_xor_sync(e, UINT32_MAX, value, lanes_all(mask), WARP_LANES));
    return value;
}

uint32_t block_reduce(const struct engine *e, unsigned threads, const uint32_t in[], unsigned n)
{
    struct lanes sums = lanes_all(0); /* the block's shared memory: a word per warp */

    for (unsigned w = 0; w < threads / WARP_LANES; w++) {
        struct lanes value = lanes_all(0);

        for (unsigned k = 0; k < WARP_LANES && WARP_LANES * w + k < n; k++)
            value.lane[k] = in[WARP_LANES * w + k];
        sums.lane[w] = warp_reduce(e, value).lane[0];
    }
    return warp_reduce(e, sums).lane[0];
}

uint32_t grid_reduce(const struct engine *e, unsigned threads, const uint32_t in[], uint32_t n, uint32_t out[])
{
    do {
        uint32_t blocks = (n + threads - 1) / threads;

        for (uint32_t b = 0; b < blocks; b++) { /* block b reads ahead of out[b], so out may be in */
            uint32_t left = n - b * threads;

            out[b] = block_reduce(e, threads, &in[(size_t)b * threads], left < threads ? left : threads);
        }
        in = out;
        n = blocks;
    } while (n > 1);
    return out[0];
}
