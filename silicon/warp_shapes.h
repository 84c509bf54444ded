/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks for which cub::BlockShuffle is compiled: one to three dimensions, full warps and not. */
#ifndef WARP_SHAPES_H
#define WARP_SHAPES_H

/* clang-format off */
#define WARP_SHAPES(X) \
    X(1, 1, 1) X(2, 1, 1) X(31, 1, 1) X(32, 1, 1) X(33, 1, 1) X(40, 1, 1) X(5, 4, 2) X(64, 1, 1) X(1, 1, 64) \
    X(7, 5, 3) X(100, 1, 1) X(3, 5, 17) X(16, 8, 2) X(513, 1, 1) X(10, 10, 10) X(1023, 1, 1) X(32, 32, 1)

/* Words of an item, and items of a thread for Up and Down. */
#define WARP_WORDS(X, ...) X(1, __VA_ARGS__) X(3, __VA_ARGS__)
#define WARP_ITEMS(X, ...) X(1, __VA_ARGS__) X(2, __VA_ARGS__) X(4, __VA_ARGS__) X(7, __VA_ARGS__)
/* clang-format on */

#endif
