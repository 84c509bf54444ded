/* SPDX-License-Identifier: Apache-2.0 */
/* block_shuffle - see block_shuffle.h */
#include "block_shuffle.h"

#define NONE (-1)

unsigned block_threads(const struct block *block)
{
    uint64_t plane = (uint64_t)block->x * block->y;

    if (plane > BLOCK_THREADS_MAX || plane * block->z > BLOCK_THREADS_MAX)
        return 0;
    return (unsigned)plane * block->z;
}

unsigned block_thread(const struct block *block, unsigned x, unsigned y, unsigned z)
{
    return x + block->x * (y + block->y * z);
}

/* Every thread t with a source gets give[source[t]], the others keep what they have: got[t * stride].
 *
 *   mode, argument   the shuffle that brings a source from within the warp: argument is Sb, but for IDX
 *                    every lane names its source
 */
static void fetch(const struct block *block, enum shfl_mode mode, unsigned argument, const uint32_t give[],
                  const int source[], uint32_t got[], size_t stride)
{
    unsigned threads = block_threads(block);

    for (unsigned first = 0; first < threads; first += WARP_LANES) {
        struct shfl_in in = { .mode = mode, .active = lanes_of_warp(threads, first / WARP_LANES) };
        struct engine_answer answer;

        for (unsigned k = 0; k < WARP_LANES && first + k < threads; k++) {
            in.ra[k] = give[first + k];
            in.sb[k] = mode == SHFL_IDX ? (uint32_t)source[first + k] % WARP_LANES : argument;
            in.sc[k] = mode == SHFL_UP ? 0 : 0x1f;
        }
        answer = engine_shuffle(block->engine, &in);
        for (unsigned k = 0; k < WARP_LANES && first + k < threads; k++) {
            unsigned t = first + k;

            if (source[t] == NONE)
                continue;
            if ((unsigned)source[t] / WARP_LANES == t / WARP_LANES)
                got[t * stride] = answer.rd[k];
            else
                got[t * stride] = give[source[t]]; /* through shared memory */
        }
    }
}

/* One item per thread: fetch of all its words. */
static void fetch_items(const struct block *block, enum shfl_mode mode, unsigned argument, const int source[],
                        const uint32_t input[], uint32_t output[])
{
    uint32_t give[BLOCK_THREADS_MAX];
    unsigned threads = block_threads(block);

    for (unsigned w = 0; w < block->words; w++) {
        for (unsigned t = 0; t < threads; t++)
            give[t] = input[(size_t)t * block->words + w];
        fetch(block, mode, argument, give, source, &output[w], block->words);
    }
}

void block_offset(const struct block *block, const uint32_t input[], uint32_t output[], int distance)
{
    int source[BLOCK_THREADS_MAX];
    int threads = (int)block_threads(block);
    int end = block->rule == BLOCK_AS_DOCUMENTED ? threads - 1 : threads;
    unsigned far = distance < 0 ? 0u - (unsigned)distance : (unsigned)distance;
    /* beyond 31 no source is in the reader's warp, and whatever the shuffle brings is not used */
    enum shfl_mode mode = distance < 0 ? SHFL_UP : SHFL_DOWN;

    for (int t = 0; t < threads; t++) {
        int64_t j = (int64_t)t + distance;

        source[t] = j >= 0 && j < end ? (int)j : NONE;
    }
    fetch_items(block, mode, far, source, input, output);
}

bool block_rotate(const struct block *block, const uint32_t input[], uint32_t output[], unsigned distance)
{
    int source[BLOCK_THREADS_MAX];
    unsigned threads = block_threads(block);

    if (distance == 0 || distance >= threads)
        return false;
    for (unsigned t = 0; t < threads; t++)
        source[t] = (int)((t + distance) % threads);
    if (block->rule == BLOCK_AS_DOCUMENTED)
        source[threads - 1] = NONE;
    fetch_items(block, SHFL_IDX, 0, source, input, output);
    return true;
}

/* One item of one thread, to all: its warp broadcasts it, and lane 0 puts it into shared memory. */
static void broadcast(const struct block *block, unsigned items, const uint32_t input[], unsigned thread, unsigned item,
                      uint32_t to[])
{
    unsigned threads = block_threads(block), first = thread / WARP_LANES * WARP_LANES;

    for (unsigned w = 0; w < block->words; w++) {
        struct shfl_in in = { .mode = SHFL_IDX,
                              .sb_is_imm = true,
                              .sb_imm = thread % WARP_LANES,
                              .sc_is_imm = true,
                              .sc_imm = 0x1f,
                              .active = lanes_of_warp(threads, thread / WARP_LANES) };

        for (unsigned k = 0; k < WARP_LANES && first + k < threads; k++)
            in.ra[k] = input[((size_t)(first + k) * items + item) * block->words + w];
        to[w] = engine_shuffle(block->engine, &in).rd[0];
    }
}

void block_up(const struct block *block, unsigned items, const uint32_t input[], uint32_t prev[], uint32_t suffix[])
{
    unsigned threads = block_threads(block);
    size_t words = block->words, thread = items * words;
    uint32_t last[BLOCK_THREADS_MAX];
    int source[BLOCK_THREADS_MAX];

    if (suffix != NULL)
        broadcast(block, items, input, threads - 1, items - 1, suffix);
    for (unsigned t = 0; t < threads; t++)
        source[t] = (int)t - 1; /* NONE for thread 0 */
    for (size_t w = 0; w < words; w++) {
        for (unsigned t = 0; t < threads; t++) {
            const uint32_t *from = &input[t * thread + w];
            uint32_t *to = &prev[t * thread + w];

            last[t] = from[(items - 1) * words];
            for (unsigned i = items - 1; i > 0; i--) /* backwards, as prev may be input */
                to[i * words] = from[(i - 1) * words];
        }
        fetch(block, SHFL_UP, 1, last, source, &prev[w], thread);
    }
}

void block_down(const struct block *block, unsigned items, const uint32_t input[], uint32_t prev[], uint32_t prefix[])
{
    unsigned threads = block_threads(block);
    size_t words = block->words, thread = items * words;
    uint32_t first[BLOCK_THREADS_MAX];
    int source[BLOCK_THREADS_MAX];

    if (prefix != NULL)
        broadcast(block, items, input, 0, 0, prefix);
    for (unsigned t = 0; t < threads; t++)
        source[t] = t + 1 < threads ? (int)t + 1 : NONE;
    for (size_t w = 0; w < words; w++) {
        for (unsigned t = 0; t < threads; t++) {
            const uint32_t *from = &input[t * thread + w];
            uint32_t *to = &prev[t * thread + w];
            bool kept = block->rule == BLOCK_AS_DOCUMENTED && t == threads - 1; /* its prev[0] */

            first[t] = from[0];
            for (unsigned i = kept; i + 1 < items; i++)
                to[i * words] = from[(i + 1) * words];
        }
        fetch(block, SHFL_DOWN, 1, first, source, &prev[w + (items - 1) * words], thread);
    }
}
