#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Level quick of the conformance kit as text: `quick.py build/openshfl > quick.txt`; `make docs` does it."""

import subprocess
import sys

HEAD = """\
# Level quick of the conformance kit: the smallest set of warps that exposes each fault of docs/reference/faults.md
# which uniform operands in a full warp show.
#
# A line is a warp of 32 lanes, all active, with the same operands in each lane:
#
#     mode sb sc pu src_lane[0] src_lane[1] .. src_lane[31]
#
# mode      IDX, UP, DOWN or BFLY
# sb, sc    hexadecimal, operands: b and c of PTX's shfl.sync, Sb and Sc of SASS's SHFL
# pu        hexadecimal, expected: bit k is the predicate of lane k, 1 if the lane that it names is in range
# src_lane  decimal, expected: the lane that lane k reads; for any data, rd[k] = ra[src_lane[k]]
#
# Written by cli/conform/quick.py
"""


def output(*words):
    return subprocess.run([sys.argv[1], "conform", *words], check=True, stdout=subprocess.PIPE).stdout


def main():
    warps = output("--vectors", "quick").decode().splitlines()
    signature = output("--expect", "quick")
    print(HEAD, end="")
    for number, warp in enumerate(warps):
        mode, _, sb, *rest = warp.split()
        points = signature[32 * number : 32 * number + 32]
        pu = sum((point >> 6) << k for k, point in enumerate(points))
        print(("IDX", "UP", "DOWN", "BFLY")[int(mode)], sb, rest[31], f"{pu:08x}", *(point & 63 for point in points))


if __name__ == "__main__":
    main()
