# SPDX-License-Identifier: Apache-2.0
"""The golden model of AMD's lane crossing, and the statements of docs/amd.md about it.

tests/test_amd.c checks each stage and whole waves against the rules. Here are values that tests of other projects
expect on AMD's GPUs, programs, and the page's tables and counts. No AMD GPU was measured.
"""

import ctypes
import functools
import itertools
import random
import re
import shutil

import pytest
from conftest import ROOT, built, c_tests, run

GENS = "gfx8 gfx9 gfx90a gfx10 gfx11 gfx12".split()
OPS = ("dpp16 dpp8 swizzle bpermute permute readlane readfirstlane writelane permlane16 permlanex16 permlane64").split()
UNITS = [(gen, lanes) for gen in range(6) for lanes in (64, 32) if lanes == 64 or gen >= 3]
ALL = (1 << 64) - 1
WIDTHS = [1, 2, 4, 8, 16, 32, 64]


@pytest.mark.parametrize("name", c_tests("tests/test_amd.c"))
def test_model(name):
    run([built("tests/test_amd"), name])


# ---- the model, called


class Unit(ctypes.Structure):
    _fields_ = [("lanes", ctypes.c_uint), ("gen", ctypes.c_uint)]


class In(ctypes.Structure):
    _fields_ = [
        ("op", ctypes.c_uint),
        ("control", ctypes.c_uint64),
        ("fi", ctypes.c_bool),
        ("bc", ctypes.c_bool),
        ("row_mask", ctypes.c_uint8),
        ("bank_mask", ctypes.c_uint8),
        ("exec", ctypes.c_uint64),
        ("src", ctypes.c_uint64 * 64),
        ("old", ctypes.c_uint64 * 64),
        ("addr", ctypes.c_uint32 * 64),
    ]


class Out(ctypes.Structure):
    _fields_ = [
        ("src_lane", ctypes.c_uint8 * 64),
        ("valid", ctypes.c_uint64),
        ("src_data", ctypes.c_uint64 * 64),
        ("src_active", ctypes.c_uint64),
        ("rd", ctypes.c_uint64 * 64),
        ("we", ctypes.c_uint64),
    ]


class ShflIn(ctypes.Structure):
    _fields_ = [
        ("mode", ctypes.c_uint),
        ("sb_is_imm", ctypes.c_bool),
        ("sc_is_imm", ctypes.c_bool),
        ("sb_imm", ctypes.c_uint32),
        ("sc_imm", ctypes.c_uint32),
        ("active", ctypes.c_uint64),
        ("ra", ctypes.c_uint64 * 64),
        ("sb", ctypes.c_uint32 * 64),
        ("sc", ctypes.c_uint32 * 64),
    ]


class ShflOut(ctypes.Structure):
    _fields_ = [
        ("bytes", ctypes.c_uint8 * 64 * 6),
        ("src_data", ctypes.c_uint64 * 64),
        ("src_active", ctypes.c_uint64),
        ("rd", ctypes.c_uint64 * 64),
        ("pu", ctypes.c_uint64),
        ("we", ctypes.c_uint64),
    ]


@functools.cache
def model():
    return ctypes.CDLL(str(built("tests/model.so")))


def wave(gen, lanes, op, control, src, old=(), addr=(), exec_mask=ALL, fi=False, bc=False, row=15, bank=15):
    """What the model leaves in the lanes, and which of them it writes."""
    given = In(OPS.index(op), control, fi, bc, row, bank, exec_mask)
    given.src[: len(src)] = src
    given.old[: len(old)] = old
    given.addr[: len(addr)] = [word & 0xFFFFFFFF for word in addr]
    out = Out()
    assert model().shfl_amd_warp(ctypes.byref(Unit(lanes, gen)), ctypes.byref(given), ctypes.byref(out)) == 0
    return list(out.rd[:lanes]), out.we


# ---- lists of lanes


def cut(lanes, size):
    return [lanes[first : first + size] for first in range(0, len(lanes), size)]


def join(parts):
    return [lane for part in parts for lane in part]


def legal(gen):
    """The controls of DPP16 that the model has."""
    unit = ctypes.byref(Unit(64, gen))
    given = [In(OPS.index("dpp16"), control, False, False, 15, 15, ALL) for control in range(512)]
    return [control for control in range(512) if model().shfl_amd_check(unit, ctypes.byref(given[control])) == 0]


# ---- expected by tests that other projects run on AMD's GPUs; that they passed there is not known here


def group_tests():
    """ROCm/rocWMMA, test/unit/cross_lane_ops_test: dpp_ctrl, gen, and what the lane expects; None: nothing comes."""

    def broadcast(size, element):
        return lambda lane: lane // size * size + element

    def reverse(size):
        return lambda lane: lane // size * size + size - 1 - lane % size

    def rotate(size, by):
        return lambda lane: lane // size * size + (lane + by) % size

    def shift(size, by):
        return lambda lane: lane + by if 0 <= lane % size + by < size else None

    quad = {
        tuple(perm): sum(lane << 2 * k for k, lane in enumerate(perm)) for perm in itertools.product(range(4), repeat=4)
    }
    return {
        "bcast2-0": (quad[0, 0, 2, 2], 1, broadcast(2, 0)),
        "bcast2-1": (quad[1, 1, 3, 3], 1, broadcast(2, 1)),
        "bcast4-3": (quad[3, 3, 3, 3], 1, broadcast(4, 3)),
        "bcast16-2": (0x152, 2, broadcast(16, 2)),
        "bcast16-11": (0x15B, 2, broadcast(16, 11)),
        "reverse2": (quad[1, 0, 3, 2], 1, reverse(2)),
        "reverse4": (quad[3, 2, 1, 0], 1, reverse(4)),
        "reverse8": (0x141, 1, reverse(8)),
        "reverse16": (0x140, 1, reverse(16)),
        "rotate-l4": (quad[1, 2, 3, 0], 1, rotate(4, 1)),
        "rotate-r4": (quad[3, 0, 1, 2], 1, rotate(4, -1)),
        "rotate-r16": (0x125, 1, rotate(16, -5)),
        "rotate-wave-l1": (0x134, 1, rotate(64, 1)),
        "rotate-wave-r1": (0x13C, 1, rotate(64, -1)),
        "shift-l16": (0x107, 1, shift(16, 7)),
        "shift-r16": (0x117, 1, shift(16, -7)),
        "shift-wave-l1": (0x130, 1, shift(64, 1)),
        "shift-wave-r1": (0x138, 1, shift(64, -1)),
        "wfall-bcast16": (0x142, 1, lambda lane: lane if lane < 16 else lane // 16 * 16 - 1),
        "wfall-bcast32": (0x143, 1, lambda lane: lane if lane < 32 else 31),
    }


@pytest.mark.parametrize("name", group_tests())
def test_rocwmma_dpp(name):
    """Each lane holds its number, the destination held 100."""
    word, gen, expect = group_tests()[name]
    masks = [(15, 15), (15, 5), (15, 10), (5, 15), (10, 15), (1, 8), (12, 3), (0, 15), (15, 0)]
    for (row, bank), bc in itertools.product(masks, (False, True)):
        rd, _ = wave(gen, 64, "dpp16", word, range(64), [100] * 64, row=row, bank=bank, bc=bc)
        for lane in range(64):
            got = expect(lane) if row >> lane // 16 & 1 and bank >> lane % 16 // 4 & 1 else 100
            assert rd[lane] == (got if got is not None else 0 if bc else 100)


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_rocwmma_swizzle(size):
    """Groups of lanes broadcast, turned round and rotated: what the encodings do to a group."""
    keep = 32 - size
    for by in range(size):
        turned = list(range(size))
        for word, group in {
            keep | by << 5: [by] * size,
            31 | (size - 1) << 10: turned[::-1],
            0xC000 | by << 5 | keep: turned[by:] + turned[:by],
            0xC400 | by << 5 | keep: turned[size - by :] + turned[: size - by],
        }.items():
            rd, _ = wave(1, 64, "swizzle", word, range(64))
            assert rd == [first + number for first in range(0, 64, size) for number in group]


PRIM_MASKS = [ALL, 0x0123456789ABCDEF, 0xAAAAAAAAAAAAAAAA]


def hip_index(call, lane, operand, width):
    """HIP's amd_warp_functions.h: the index for ds_bpermute, in 32 bits."""
    first = lane & -width
    if call == "idx":
        return (operand & width - 1) + first
    if call == "up":
        return lane if lane - operand < first else lane - operand
    if call == "down":
        return lane if (lane & width - 1) + operand >= width else lane + operand
    return lane if lane ^ operand >= (lane + width & -width) else lane ^ operand


def hip(call, lanes, operand, width, exec_mask=ALL, gen=None):
    """What lane numbers, plus 1000, become by __shfl, __shfl_up, __shfl_down or __shfl_xor."""
    addr = [4 * hip_index(call, lane, operand, width) for lane in range(lanes)]
    gen = gen if gen is not None else 1 if lanes == 64 else 3
    return wave(gen, lanes, "bpermute", 0, range(1000, 1000 + lanes), [9] * lanes, addr, exec_mask)[0]


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("exec_mask", PRIM_MASKS, ids=hex)
def test_rocprim_shuffles(lanes, exec_mask):
    """ROCm/rocPRIM, test/rocprim/test_intrinsics.cpp: inside the group, else the own value; 0 from inactive lanes."""
    active = [exec_mask >> lane & 1 for lane in range(lanes)]
    for width in WIDTHS[1 : WIDTHS.index(lanes) + 1]:
        for operand in range(1, width):
            for call, step in ("up", -operand), ("down", operand):
                rd = hip(call, lanes, operand, width, exec_mask)
                for lane in range(lanes):
                    read = lane + step if 0 <= lane % width + step < width else lane
                    assert rd[lane] == ((1000 + read) * active[read] if active[lane] else 9)
            rd = hip("idx", lanes, operand, width, exec_mask)
            for lane in range(lanes):
                read = lane // width * width + operand
                assert rd[lane] == ((1000 + read) * active[read] if active[lane] else 9)


@pytest.mark.parametrize("gen, lanes", UNITS, ids=[f"{GENS[gen]}-{lanes}" for gen, lanes in UNITS])
def test_rocprim_permute(gen, lanes):
    """Its WarpPermute: a permutation of each group, by ds_permute."""
    chance = random.Random(1)
    for width in [w for w in WIDTHS if w <= (32 if gen in (3, 4) else lanes)]:
        to = join(chance.sample(group, width) for group in cut(list(range(lanes)), width))
        rd, _ = wave(gen, lanes, "permute", 0, range(lanes), [9] * lanes, [4 * lane for lane in to])
        assert [rd[lane] for lane in to] == list(range(lanes))


@pytest.mark.parametrize("lanes", [32, 64])
def test_hip_tests_xor(lanes):
    """ROCm/hip-tests, catch/unit/warp/warp_shfl_xor.cc: a group above gives the own value, a group below its own."""
    for width, mask in itertools.product(WIDTHS[1 : WIDTHS.index(lanes) + 1], range(lanes)):
        want = [lane if (lane ^ mask) // width > lane // width else lane ^ mask for lane in range(lanes)]
        assert hip("xor", lanes, mask, width) == [1000 + lane for lane in want]


@pytest.mark.parametrize("gen, lanes", [unit for unit in UNITS if unit[0] > 0], ids=lambda value: str(value))
def test_llvm_scan(gen, lanes):
    """LLVM, AMDGPUAtomicOptimizer.cpp, buildScan and buildShiftRight: sums of the lanes up to and before each."""
    chance = random.Random(3)
    value = [chance.randrange(10**6) for _ in range(lanes)]
    sums = list(itertools.accumulate(value))

    def dpp(src, word, row=15, old=0):
        return wave(gen, lanes, "dpp16", word, src, [old] * lanes if isinstance(old, int) else old, row=row)[0]

    def add(left, right):
        return [x + y for x, y in zip(left, right)]

    v = value
    for step in (1, 2, 4, 8):
        v = add(v, dpp(v, 0x110 | step))
    if gen < 3:
        v = add(v, dpp(v, 0x142, row=0xA))
        v = add(v, dpp(v, 0x143, row=0xC))
        before = dpp(v, 0x138)
    else:
        crossed, _ = wave(gen, lanes, "permlanex16", ALL, v)
        v = add(v, dpp(crossed, 0xE4, row=0xA))
        if lanes == 64:
            v = add(v, dpp(wave(gen, 64, "readlane", 31, v)[0], 0xE4, row=0xC))
        before = dpp(v, 0x111)
        for lane in range(16, lanes, 16):
            scalar, _ = wave(gen, lanes, "readlane", lane - 1, v)
            before, _ = wave(gen, lanes, "writelane", lane, scalar, before)
    assert v == sums
    assert before == [0, *sums[:-1]]


@pytest.mark.parametrize("gen, lanes", [unit for unit in UNITS if unit[0] >= 4], ids=lambda value: str(value))
def test_llvm_reduction(gen, lanes):
    """buildReduction: row_xmask, permlanex16 and, in waves of 64, permlane64."""
    value = list(range(5, 5 + lanes))
    for step in (1, 2, 4, 8):
        value = [x + y for x, y in zip(value, wave(gen, lanes, "dpp16", 0x160 | step, value)[0])]
    value = [x + y for x, y in zip(value, wave(gen, lanes, "permlanex16", 0, value)[0])]
    if lanes == 64:
        value = [x + y for x, y in zip(value, wave(gen, 64, "permlane64", 0, value)[0])]
    assert value == [sum(range(5, 5 + lanes))] * lanes


@pytest.mark.parametrize("gen, cpu", [(0, "gfx803"), (1, "gfx900"), (2, "gfx90a"), (3, "gfx1030")])
def test_llvm_disassembles(gen, cpu):
    """LLVM disassembles the controls of DPP16 that the model has, and reports the others."""
    tool = next(filter(None, map(shutil.which, ("llvm-mc", "llvm-mc-14"))), None)
    if not tool:
        pytest.skip("no llvm-mc here")
    words = [0x7E0202FA | (0xFF000002 | word << 8) << 32 for word in range(512)]  # v_mov_b32_dpp v1, v2
    text = "\n".join(",".join(f"0x{byte:02x}" for byte in word.to_bytes(8, "little")) for word in words)
    printed = run([tool, "-triple=amdgcn", f"-mcpu={cpu}", "--disassemble"], input=text).stdout
    lines = re.findall(r"^\s*v_mov_b32_dpp (.*)", printed, re.M)
    assert [control for control, line in enumerate(lines) if "/*" not in line] == legal(gen)
    assert len(lines) == 512


# ---- docs/amd.md: HIP and CUDA, and the seed's shuffles


def cuda(call, lanes, operand, width):
    """CUDA's shuffle of the lane numbers plus 1000, by SHFL."""
    given = ShflIn(["idx", "up", "down", "xor"].index(call), False, True, 0)
    given.sc_imm = (lanes - width) << 8 | (0 if call == "up" else lanes - 1)
    given.active = ALL
    given.ra[:] = range(1000, 1064)
    given.sb[:] = [operand] * 64
    out = ShflOut()
    assert model().shfl_warp(ctypes.byref(Unit(lanes, 0)), ctypes.byref(given), ctypes.byref(out)) == 0
    return list(out.rd[:lanes])


def differences(call, lanes, operands):
    widths = [width for width in WIDTHS if width <= lanes]
    pairs = [
        pair
        for width, operand in itertools.product(widths, range(operands))
        for pair in zip(hip(call, lanes, operand, width), cuda(call, lanes, operand, width))
    ]
    return len(pairs), sum(mine != other for mine, other in pairs)


PAGE = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("docs/amd.md", "docs/use/amd-hip.md"))


def rows(heading):
    """The rows of the first table below a heading, without its head."""
    text = re.split(r"^#", PAGE.partition(f"\n{heading}\n")[2], maxsplit=1, flags=re.M)[0]
    table = re.search(r"(^\|.*\n)+", text, re.M)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


@pytest.mark.parametrize("row", rows("### 10.2 Where they differ"), ids=" ".join)
def test_hip_and_cuda(row):
    """A10.1.1"""
    call, lanes, operands, points, differ = row[0].strip("`"), *(int(cell.replace(",", "")) for cell in row[1:])
    name = {"__shfl": "idx", "__shfl_up": "up", "__shfl_down": "down", "__shfl_xor": "xor"}[call]
    assert differences(name, lanes, operands) == (points, differ)


def seed_shift(gen, call, by, group):
    """shfl_up_b32 and shfl_down_b32 of the snippet, on lane numbers; None where the destination was never set."""
    up, never = call == "up", 999

    def moved(word):
        return wave(gen, 64, "dpp16", word, range(64), [never] * 64, bc=group <= 4)[0]

    if group <= 4:
        near = by if by < 3 else 0
        selectors = [0, 0, 2 - near, 3 - by] if up else [by, 1 + near, 3, 3]
        return moved(sum(lane << 2 * k for k, lane in enumerate(selectors)))
    if group <= 16:
        return moved((0x110 if up else 0x100) | by)
    if by == 1:
        return moved(0x138 if up else 0x130)
    if group == 32:
        return wave(gen, 64, "swizzle", (0xC400 if up else 0xC000) | by << 5, range(64))[0]
    addr = [4 * (lane - by if up else lane + by) for lane in range(64)]
    return wave(gen, 64, "bpermute", 0, range(64), addr=addr)[0]


@pytest.mark.parametrize("call", ["up", "down"])
def test_seed_shifts(call):
    inside = right = edge = other = 0
    for group in WIDTHS[1:]:
        for by in range(1, group):
            rd = seed_shift(1, call, by, group)
            for lane in range(64):
                read = lane - by if call == "up" else lane + by
                if read // group == lane // group:
                    inside += 1
                    right += rd[lane] == read
                else:
                    edge += 1
                    other += rd[lane] != lane
    assert (inside, right, edge) == (3840, 3840, 3840)
    assert f"{other:,} of the {edge:,}" in PAGE


def test_seed_xor():
    for mask in range(64):
        if 0 < mask < 4:
            word = sum((k ^ mask) << 2 * k for k in range(4))
            rd, _ = wave(1, 64, "dpp16", word, range(64), bc=True)
        elif mask in (7, 8, 15):
            rd, _ = wave(1, 64, "dpp16", {7: 0x141, 8: 0x128, 15: 0x140}[mask], range(64), bc=True)
        elif mask < 32:
            rd, _ = wave(1, 64, "swizzle", mask << 10 | 31, range(64))
        else:
            rd, _ = wave(1, 64, "bpermute", 0, range(64), addr=[4 * (lane ^ mask) for lane in range(64)])
        assert rd == [lane ^ mask for lane in range(64)]


@pytest.mark.parametrize("gen", [1, 2], ids=["gfx9", "gfx90a"])
def test_seed_broadcast(gen):
    for group in WIDTHS[1:]:
        for lane_id in range(group):
            if group <= 4:
                far = lane_id + 4 - group
                word = lane_id | lane_id << 2 | far << 4 | far << 6
                rd, _ = wave(gen, 64, "dpp16", word, range(64), bc=True)
            elif group == 16 and gen == 2:
                rd, _ = wave(gen, 64, "dpp16", 0x150 + lane_id, range(64), bc=True)
            elif group <= 32:
                rd, _ = wave(gen, 64, "swizzle", lane_id << 5 | 32 - group, range(64))
            else:
                rd, _ = wave(gen, 64, "readlane", lane_id, range(64))
            assert rd == [lane // group * group + lane_id for lane in range(64)]


# ---- docs/amd.md: its tables


def test_generations_of_the_page():
    """The controls of DPP16 that each generation has, by the page's table."""
    head = PAGE.partition("\n### 3.2 ")[2].partition("\n#")[0]
    for gen, name in enumerate(GENS):
        words = set()
        for word, _, since in re.findall(r"^\| `([0-9a-f .,]+)` \| ([^|]*) \| ([^|]*) \|", head, re.M):
            known = [GENS.index(one) for one in re.findall(r"gfx\d+a?", since)]
            if known[0] <= gen <= known[-1]:
                for part in word.split(","):
                    first, _, last = part.strip().partition(" .. ")
                    words |= set(range(int(first, 16), int(last or first, 16) + 1))
        assert sorted(words) == legal(gen), name


@pytest.mark.parametrize("row", rows("### 7.1 By operation"), ids=lambda row: row[0])
def test_what_is_written(row):
    """The page's table, by the model."""
    ops = [OPS.index(name) for name in re.findall(r"\w+", row[0])]
    for op, fi, bc, active in itertools.product(ops, (False, True), (False, True), (False, True)):
        given = In(op, 0, fi, bc, 15, 15, ALL if active else ALL ^ 2)
        for cell, valid, src_active in (row[1], 1, 1), (row[2], 1, 0), (row[3], 0, 0):
            if not active and row[4] == "keeps":
                want = "keep"
            else:
                want = "data" if cell.startswith("FI ?") and fi else cell.removeprefix("FI ? data : ")
                want = re.sub(r"BC \? 0 : keep", "0" if bc else "keep", want)
            if cell != "-":
                got = model().shfl_amd_what(ctypes.byref(given), 1, valid, src_active)
                assert ("keep", "0", "data")[got] == want, (row, fi, bc, active)


def test_counts_of_the_page():
    """Sections 4, 9.2 and 10.2."""
    lanes = list(range(64))
    literal = 0
    for turn, by, mask in itertools.product((1, -1), range(32), range(32)):
        rd, _ = wave(1, 64, "swizzle", 0xC000 | (turn < 0) << 10 | by << 5 | mask, lanes)
        literal += sum((k & mask | (k + turn * by) & ~mask | k & 32) != rd[k] for k in lanes)
    assert f"{literal:,} of 131,072 points" in PAGE
    whole = [m for m in range(32) if sorted(wave(1, 64, "swizzle", 0xE000 | m, lanes)[0]) == lanes]
    *others, last = [f"{m:x}" for m in whole]
    assert f"for m = {', '.join(others)} and {last} (hexadecimal)" in " ".join(PAGE.split())
    lower = sum(
        wave(4, 64, "bpermute", 0, lanes, addr=[4 * n] * 64)[0][k] != n % 32 for n, k in itertools.product(lanes, lanes)
    )
    assert f"{lower:,} of 4,096 pairs" in PAGE
    points = sum(int(row[3].replace(",", "")) for row in rows("### 10.2 Where they differ") if row[1:3] == ["32", "32"])
    assert f"no difference at the {points:,} points" in " ".join(PAGE.split())
