#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ask NVIDIA's disassembler what words of VOTE, ELECT, MATCH, REDUX, CREDUX, BAR.RED, B2R.RESULT, MOVM and FSWZADD say.

Usage: record_votes.py NVDISASM     of CUDA 13

Writes votes.txt next to this file, for test_decode. Exit status: 0 written, 1 a word that is no instruction,
2 wrong usage.
"""

import os
import random
import sys

from record_words import disassemble, thin, version

SMS = (75, 80, 90, 100, 120)
REGISTERS = (0, 1, 7, 62, 63, 64, 128, 254, 255)


def words(sm, rng):
    """Every operation with every field at random, those of registers also at their ends."""

    def register():
        return rng.choice((*REGISTERS, rng.randrange(256)))

    def word(opcode, high, rd, ra=0):
        guard = rng.choice((7, 7, rng.randrange(16)))
        return opcode | guard << 12 | rd << 16 | ra << 24, high

    uniform_max = 255 if sm >= 100 else 63
    for opcode in (0x806, 0x886):
        for op in range(3):
            for _ in range(8):
                rd = register() if opcode == 0x806 else min(register(), uniform_max)
                yield word(opcode, op << 8 | rng.randrange(8) << 17 | rng.randrange(16) << 23, rd)
    for kind in (0, 1 << 9, 1 << 15, 1 << 15 | 1 << 9):
        for _ in range(8):
            yield word(0x3A1, kind | rng.randrange(8) << 17, register(), register())
    if sm >= 80:
        for op in range(6):
            for signed in (0, 1 << 9):
                for _ in range(4):
                    yield word(0x3C4, op << 14 | signed, min(register(), uniform_max), register())
    if sm >= 90:
        for _ in range(12):
            yield word(0x82F, 7 << 23 | rng.randrange(8) << 17, min(register(), uniform_max))
    if sm == 100:
        for op in (0, 1 << 15):
            for signed in (0, 1 << 9):
                for _ in range(6):
                    yield word(0x2CC, op | signed, min(register(), uniform_max), register())


RESTS = 0xFEC << 40  # of the scheduler: BAR is none without


def barriers(rng):
    """BAR.RED in its four forms, its result, and movmatrix, every field at random."""

    def guard():
        return rng.choice((7, 7, rng.randrange(16))) << 12

    for opcode in (0xB1D, 0x31D, 0x91D, 0x51D):
        for op in range(3):
            for _ in range(6):
                low = opcode | guard()
                if opcode in (0xB1D, 0x91D):
                    low |= rng.randrange(16) << 54
                if opcode in (0xB1D, 0x51D):
                    low |= rng.choice((0, 32, 64, 1024, rng.randrange(4096))) << 42
                if opcode != 0xB1D:
                    low |= rng.choice(REGISTERS) << 32
                yield low, RESTS | 2 << 13 | op << 10 | rng.randrange(2) << 16 | rng.randrange(16) << 23
    for _ in range(16):
        low = 0x822 | guard() | rng.choice(REGISTERS) << 16 | rng.choice(REGISTERS) << 24 | rng.randrange(256) << 32
        yield low, rng.choice(REGISTERS) | rng.choice((0, rng.randrange(16))) << 13
    for _ in range(16):
        predicate = rng.choice((7, rng.randrange(8)))
        yield 0x31C | guard() | (rng.choice(REGISTERS) if predicate == 7 else 255) << 16, 2 << 13 | predicate << 17
        yield 0x23A | guard() | rng.choice(REGISTERS) << 16 | rng.choice(REGISTERS) << 24, 0


# what is no form that is known: op 3 of VOTE, 6 and 7 of REDUX, floats, other operands of ELECT
OTHERS = ((0x7806, 0x380 << 16 | 3 << 8), (0x73C4, 6 << 14), (0x73C4, 7 << 14), (0x72CC, 1 << 15 | 1 << 10),
          (0x72CC, 1 << 13), (0x72CC, 1 << 14), (0x782F, 6 << 23), (0x782F, 15 << 23), (0x782F, 7 << 23 | 1 << 21),
          (0x7348, 0),
          # BAR.SYNC, BAR.ARV, BAR.SCAN and an operation that is none; B2R.BAR and B2R.WARP; M832 and M864 of MOVM
          *((0x7B1D, RESTS | kind << 13) for kind in (0, 1, 3)), (0x7B1D, RESTS | 2 << 13 | 3 << 10),
          (0x731C, 0), (0x731C, 4 << 13), (0x723A, 1 << 14), (0x723A, 2 << 14))  # fmt: skip


def main():
    if len(sys.argv) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    rng = random.Random(8)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "votes.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# The architecture, a word, low half first, and what nvdisasm ({version(sys.argv[1])}) says.\n")
        file.write("# A dash: no form that is known. Made by record_votes.py.\n")
        for sm in SMS:
            pairs = list(dict.fromkeys([*words(sm, rng), *barriers(random.Random(sm))]))
            found = disassemble(sys.argv[1], f"SM{sm}", [half for pair in pairs for half in pair])
            if found is None:
                sys.exit(f"record_votes.py: sm_{sm}: a word is no instruction")
            rows = [(low & 0xFFF, low | high << 64, found[16 * i]) for i, (low, high) in enumerate(pairs)]
            for _, word, text in thin(rows, 1):
                file.write(f"{sm} {word & (1 << 64) - 1:#018x} {word >> 64:#018x} {text}\n")
        for low, high in OTHERS:
            file.write(f"100 {low:#018x} {high:#018x} -\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
