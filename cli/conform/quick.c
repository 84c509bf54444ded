/* SPDX-License-Identifier: Apache-2.0
 * quick - the warps of level quick: together they show each fault that uniform operands in a full warp do, in each mode. */
#include "conform.h"

/* clang-format off */
const struct quick quick_set[] = {
    { SHFL_IDX, 0xde4, 0xffffffe2 },
    { SHFL_IDX, 0x810, 0x38 },
    { SHFL_UP, 0x2e7, 0xffffffe0 },
    { SHFL_UP, 0x5e1, 0x32 },
    { SHFL_UP, 0x2e3, 0x24 },
    { SHFL_DOWN, 0x2e6, 0xffffffe0 },
    { SHFL_DOWN, 0x2f2, 0x30 },
    { SHFL_BFLY, 0x2e6, 0xffffffe0 },
    { SHFL_BFLY, 0x3f1, 0x31 },
    { SHFL_BFLY, 0x2f2, 0x30 },
};
const size_t quick_count = sizeof quick_set / sizeof quick_set[0];
