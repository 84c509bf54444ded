# SPDX-License-Identifier: Apache-2.0
"""What the programs of cli/kernels are asked: kernel, block, grid, and an argument per parameter. An argument is
a whole number, a scalar of 32 bits, or a list: a buffer's 32-bit words. All of it is computed from a seed."""

import functools
import json
import lzma
import random
import struct
import zlib
from pathlib import Path

OLD = 0xD01D0000  # what an output's word k holds before: OLD + k


@functools.cache
def word(seed, k, bits):
    return random.Random(f"{seed} {k}").getrandbits(bits)


def words(seed, count, bits=32):
    return [word(seed, k, bits) for k in range(count)]


def floats(seed, count):
    """Sums of these round."""
    return [
        struct.unpack("<I", struct.pack("<f", random.Random(f"{seed} {k}").uniform(-1000, 1000)))[0]
        for k in range(count)
    ]


def old(count):
    return [OLD + k for k in range(count)]


def kept(values, chunk=64):
    """What a record holds of a buffer: the CRC-32 of the CRC-32s of each CHUNK of its values, of 8 bytes each."""
    chunks = [values[k : k + chunk] for k in range(0, len(values), chunk)]
    return crc(map(crc, chunks))


def crc(numbers):
    return zlib.crc32(b"".join(number.to_bytes(8, "little") for number in numbers))


@functools.cache
def record():
    """What an H100 gave, and the programs in PTX that it ran, by names such as block.nvcc.sm_75."""
    return json.loads(lzma.decompress(Path(__file__).with_name("h100-programs.json.xz").read_bytes()))


def cases():
    """(program, kernel, block, grid, arguments), in an order that stays."""
    every = []

    def add(program, kernel, block, *arguments, grid=1):
        every.append((program, kernel, block, grid, list(arguments)))

    for kernel in ("broadcast", "up", "down", "wrap", "exchange"):
        for block in (16, 32, 48, 1024):
            for argument in (0, 1, 2, 7, 15, 16, 31, 33, -2 & 0xFFFFFFFF):
                add("shuffles", kernel, block, words(kernel, block), old(block), argument)
    for block in (16, 32, 64, 1024):
        for mask in (1, 2, 8, 15, 17):
            add("shuffles", "exchange_array", block, words("array", 4 * block), old(4 * block), mask)
    for first, second in ((0, 3), (1, 2), (3, 3), (2, 0)):
        for mask in (1, 3, 9):
            add("shuffles", "swap", 64, words("swap", 256), old(256), mask, first, second)
    for block in (32, 64, 1024):
        add("reduce", "warp_reduce", block, words("reduce", block), old(block))
        add("reduce", "warp_reduce_f32", block, floats("reduce", block), old(block))
    for block, n, grid in ((32, 32, 1), (64, 50, 1), (256, 1000, 4), (1024, 3000, 3), (128, 1, 1)):
        add("reduce", "block_reduce", block, words("block", block * grid), old(grid), n, grid=grid)
    for block in (1, 20, 32, 100, 1024):
        add("scan", "inclusive", block, words("scan", block), old(block))
        add("scan", "exclusive", block, words("scan", block), old(block))
        add("scan", "inclusive_f32", block, floats("scan", block), old(block))
        for seed in ("few", "many"):
            flags = [w >> 8 & (7 if seed == "few" else 1) == 0 for w in words(seed, block)]
            add("scan", "segmented", block, words("scan", block), [int(f) for f in flags], old(block))
    for block in (32, 64, 1024):
        for seed in range(4):
            add("order", "sort", block, words(f"sort {seed}", block, bits=32 if seed else 3), old(block))
        add("order", "transpose", block, words("transpose", 4 * block), old(4 * block))
    for block in (1, 32, 45, 320, 1024):
        for limit in (-(2**31) & 0xFFFFFFFF, 0, 2**30, 2**31 - 1):
            add("order", "compact", block, words("compact", block), old(block), old(1), limit)
    for block in (32, 100, 1024):
        add("block", "histogram", block, words("histogram", block), old(32))
        add("block", "histogram", block, words("histogram", block, bits=1), old(32))
    for block in (1, 31, 64, 100, 1000, 1024):
        for gone in (0, block // 8, block // 2, block * 7 // 8):
            for seed in ("random", 0, 1):
                predicates = words("count", block) if seed == "random" else [seed] * block
                add("block", "count", block, predicates, old(3 * block), gone)
        for distance in (0, 1, 3, 31, 32, 33, 500):
            add("block", "offset", block, words("offset", block), old(block), distance)
            add("block", "offset", block, words("offset", block), old(block), -distance & 0xFFFFFFFF)
            add("block", "rotate", block, words("offset", block), old(block), distance)
        add("block", "items_up", block, words("up", 3 * block), old(3 * block), old(block))
        add("block", "items_down", block, words("down", 3 * block), old(3 * block), old(block))
    for kernel in ("sites", "odd_and_even", "groups", "rounds", "leaders", "exited"):
        for block in (32, 96):
            add("diverged", kernel, block, words(kernel, block), old(block))
    for block in (32, 64):
        add("diverged", "calls", block, words("calls", block), old(2 * block))
        add("diverged", "calls", block, words("calls", block, bits=5), old(2 * block))
        add("newer", "redux", block, words("redux", block), old(6 * block))
        add("newer", "elect", block, old(2 * block))
    return every
