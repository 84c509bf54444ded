/* SPDX-License-Identifier: Apache-2.0 */
/* block_shuffle - cub::BlockShuffle over an engine: the threads of a whole block pass items to each other.
 *
 * What stays within a warp goes through SHFL, what crosses from one warp to another through shared memory.
 *
 * Threads are numbered row by row, x fastest. Item i of thread t, word w, is element
 * (t * items + i) * words + w of an array; with one item and one word that is element t. An output may be
 * the input's array.
 *
 *   source    CUB, "cub::BlockShuffle"; cub/block/block_shuffle.cuh of CUDA 13.0
 */
#ifndef BLOCK_SHUFFLE_H
#define BLOCK_SHUFFLE_H

#include "cli/answer/engine.h"
#include "vote.h"

/* Which threads' outputs stay untouched: CUB's documentation states one thing in three places, and CUB
 * does another. docs/use/programs.md */
enum block_rule {
    BLOCK_AS_BUILT,     /* what CUB does */
    BLOCK_AS_DOCUMENTED /* as its pages have it */
};

struct block {
    const struct engine *engine;
    unsigned x, y, z; /* 1 .. 1024 threads together */
    unsigned words;   /* 32-bit words of an item, 1 or more */
    enum block_rule rule;
};

/* The number of threads; 0 if there are none or more than 1024. */
unsigned block_threads(const struct block *block);

/* The number of the thread at a place within the block. */
unsigned block_thread(const struct block *block, unsigned x, unsigned y, unsigned z);

/* Thread i gets the input of thread i + distance, which may be negative. Untouched: outputs of threads for
 * which that is no thread (documented: also of the one whose source is the last thread). */
void block_offset(const struct block *block, const uint32_t input[], uint32_t output[], int distance);

/* Thread i gets the input of thread (i + distance) mod threads. Untouched: none (documented: the last
 * thread's).
 *
 *   distance   0 < distance < threads
 *   returns    false, with nothing done, for another distance
 */
bool block_rotate(const struct block *block, const uint32_t input[], uint32_t output[], unsigned distance);

/* All items move to the next place: prev[0] of thread i is the last input of thread i - 1. Untouched:
 * prev[0] of thread 0.
 *
 *   items    items of each thread, 1 or more
 *   suffix   NULL, or [words]: the last item of the last thread
 */
void block_up(const struct block *block, unsigned items, const uint32_t input[], uint32_t prev[], uint32_t suffix[]);

/* All items move to the place before: the last prev of thread i is input[0] of thread i + 1. Untouched: the
 * last prev of the last thread (documented: its prev[0]; its last prev has no source either).
 *
 *   prefix   NULL, or [words]: the first item of thread 0
 */
void block_down(const struct block *block, unsigned items, const uint32_t input[], uint32_t prev[], uint32_t prefix[]);

#endif
