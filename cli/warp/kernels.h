/* SPDX-License-Identifier: Apache-2.0 */
/* kernels - the teaching kernels of the warp shuffle, over an engine: every warp of a block, lane by lane.
 *
 *   threads   1 .. 1024: the block; where it is no multiple of 32 its last warp has fewer lanes
 *   width     1, 2, 4, 8, 16 or 32: the lanes of a segment
 *   in, out   [threads], or [threads][KERNEL_ITEMS] where each thread holds an array; thread t has element
 *             t; may be the same array
 *
 * A thread that reads a thread which is not there gets an undefined value; keep threads a multiple of width.
 */
#ifndef KERNELS_H
#define KERNELS_H

#include "intrinsics.h"
#include "vote.h"

#define KERNEL_ITEMS 4

/* Every thread gets the value of lane src_lane of its segment. */
void kernel_broadcast(const struct engine *, unsigned threads, int width, const uint32_t in[], uint32_t out[],
                      int src_lane);

/* Every thread gets the value of the thread delta below it (above it); at the segment's end, its own. */
void kernel_up(const struct engine *, unsigned threads, int width, const uint32_t in[], uint32_t out[], unsigned delta);
void kernel_down(const struct engine *, unsigned threads, int width, const uint32_t in[], uint32_t out[],
                 unsigned delta);

/* The segment rotates: every thread gets the value of the thread offset above it, modulo the width. */
void kernel_wrap(const struct engine *, unsigned threads, int width, const uint32_t in[], uint32_t out[], int offset);

/* Every thread exchanges its value with the thread whose number differs in the bits of mask. */
void kernel_xor(const struct engine *, unsigned threads, int width, const uint32_t in[], uint32_t out[], int mask);

/* The same with each element of the threads' arrays. */
void kernel_xor_array(const struct engine *, unsigned threads, int width, const uint32_t in[], uint32_t out[],
                      int mask);

/* Threads that differ in the bits of mask exchange one element each: the even thread gives its element
 * first, the odd one its element second.
 *
 *   first, second   0 .. KERNEL_ITEMS-1
 */
void kernel_swap(const struct engine *, unsigned threads, int width, const uint32_t in[], uint32_t out[], int mask,
                 unsigned first, unsigned second);

/* The sum of all 32 lanes, in every lane, modulo 2^32: a butterfly of five steps. All lanes execute. */
struct lanes warp_reduce(const struct engine *, struct lanes value);

/* The sum of n elements by one block: each warp reduces, one warp reduces the warps' sums.
 *
 *   threads   a multiple of 32
 *   n         threads at most; threads from n on add 0
 */
uint32_t block_reduce(const struct engine *, unsigned threads, const uint32_t in[], unsigned n);

/* The sum of n elements by a grid: every block leaves its sum in out, and the grid is launched again on
 * those until one is left.
 *
 *   n         1 or more
 *   out       [(n + threads - 1) / threads], the blocks' sums; out[0] is the result
 */
uint32_t grid_reduce(const struct engine *, unsigned threads, const uint32_t in[], uint32_t n, uint32_t out[]);

#endif
