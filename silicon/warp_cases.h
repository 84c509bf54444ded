/* SPDX-License-Identifier: Apache-2.0 */
/* What is built on SHFL, tried on silicon: cub::BlockShuffle and the programs of programs/; then groups by rank, barriers
 * of blocks of which threads have exited, and movmatrix. All of it is computed, nothing is random, so that a recording
 * keeps the answers only.
 */
#ifndef WARP_CASES_H
#define WARP_CASES_H

#include "cli/answer/engine.h"
#include "silicon/record.h"

#include <stdbool.h>
#include <stddef.h>

enum warp_kind {
    WARP_OFFSET,
    WARP_ROTATE,
    WARP_BLOCK_UP,
    WARP_BLOCK_DOWN,
    WARP_PROGRAM,
    WARP_GROUPS, /* the second list begins: */
    WARP_COALESCED = WARP_GROUPS,
    WARP_LABELED,
    WARP_TILES,
    WARP_EXITS,
    WARP_PART,
    WARP_MOVMATRIX,
    WARP_KINDS
};

/* Of WARP_COALESCED, WARP_LABELED and WARP_TILES a case is this many warps, and of each lane the GPU writes this many
 * words; in: the lanes that execute and the distance of each warp, then the value of each lane. */
#define GROUP_WARPS 32
#define GROUP_WORDS 16
#define GROUP_HEAD 2

#define BLOCK_THREADS_MAX 1024
#define WARP_CASE_WORDS (1024 * 7 * 3 + 1024 * 3) /* of in or out, at most */
#define WARP_OLD(i) (0xd01d0000u + (uint32_t)(i)) /* what element i of out holds before */

/* The blocks for which cub::BlockShuffle is compiled, of one to three dimensions, full warps and not. */
/* clang-format off */
#define WARP_SHAPES(X) \
    X(1, 1, 1) X(2, 1, 1) X(31, 1, 1) X(32, 1, 1) X(33, 1, 1) X(40, 1, 1) X(5, 4, 2) X(64, 1, 1) X(1, 1, 64) \
    X(7, 5, 3) X(100, 1, 1) X(3, 5, 17) X(16, 8, 2) X(513, 1, 1) X(10, 10, 10) X(1023, 1, 1) X(32, 32, 1)
/* clang-format on */

/* One case. What a, b, c mean depends on the kind. */
struct warp_case {
    enum warp_kind kind;
    unsigned threads; /* of the block */
    int a;            /* the items of a thread; a program; the lanes of a tile; which pair of warps */
    int b;            /* of a block shuffle the distance */
    int c;            /* of Up and Down: is suffix asked for */
    unsigned shape;   /* of a block shuffle: number in WARP_SHAPES */
    unsigned words;   /* of a block shuffle: words of an item */
    uint32_t warps;   /* of a barrier: those that arrive, as a mask */
    size_t in_words, out_words;
    uint32_t in[WARP_CASE_WORDS];
};

extern const struct record_suite warp_suites[WARP_KINDS];

/* Case i of a kind, 0 .. cases-1. */
void warp_case_make(enum warp_kind kind, uint32_t i, struct warp_case *c);

/* What the model answers, an engine where a program shuffles: c->out_words, which begin as WARP_OLD.
 *
 *   programs  the folder of the programs
 *   returns   false if a program cannot be read there
 */
bool warp_case_answer(const struct warp_case *c, const struct engine *engine, enum shfl_block_rule rule,
                      const char *programs, uint32_t out[]);

/* What the suites of the two lists ask, for a recording: an answer is a checksum of this many cases, case by case from 0, of
 * the words that the GPU's memory held afterwards. Suite 0 of the second list is WARP_GROUPS. */
#define WARP_CHUNK 16
extern const struct record_plan warp_plan, warp_group_plan;

/* Compare an engine's answers to a suite of a list with its recording; with plant one of them is wrong.
 *   returns   how many checksums differ; UINT32_MAX if a program cannot be read
 */
uint32_t warp_compare(const struct record *record, const struct record_plan *plan, unsigned suite,
                      const struct engine *engine, const char *programs, bool plant);

#endif
