# SPDX-License-Identifier: Apache-2.0
"""The golden model of AMD's lane crossing, and the statements of docs/amd.md about it: rows that a reader can check by
hand, and in other words what the RTL has not, whose every control word the suites compare with the model and formal/
with the rules. Then values that tests of other projects expect on AMD's GPUs, and the page's tables and counts. No AMD
GPU was measured.
"""

import itertools
import json
import random
import re

import pytest
from conftest import ROOT, built, run, section
from golden import ALL, array, call, cases, structure

GENS = "gfx8 gfx9 gfx90a gfx10 gfx11 gfx12 gfx1250 gfx6 gfx940 gfx950".split()
OPS = "dpp16 dpp8 swizzle bpermute permute readlane readfirstlane writelane permlane16 permlanex16 permlane64".split()
OPS += "bpermute_fi permlane16_var permlanex16_var permlane_bcast permlane_up permlane_down permlane_xor".split()
OPS += "permlane16_swap permlane32_swap idx_gen".split()
LEGAL, NO_UNIT, NO_SUCH_OP, RESERVED, TOO_WIDE = range(0, -5, -1)  # enum shfl_amd_error
QUESTIONS = "settled edge half collision wrap old_mode silent permlane inactive swap".split()  # enum shfl_amd_question
WIDTHS = [1, 2, 4, 8, 16, 32, 64]
LANES = list(range(64))
UNITS = [(name, lanes) for name in GENS for lanes in (32, 64)
         if (name[:4] == "gfx1" or lanes == 64) and (name, lanes) != ("gfx1250", 64)]  # fmt: skip

Unit = structure("lanes:uint gen:uint")
In = structure("op:uint control:uint64 fi:bool bc:bool row_mask:uint8 bank_mask:uint8 exec:uint64 src:uint64*64 "
               "old:uint64*64 addr:uint32*64")  # fmt: skip
Out = structure("src_lane:uint8*64 valid:uint64 src_data:uint64*64 src_active:uint64 rd:uint64*64 we:uint64 "
                "rd2:uint64*64 we2:uint64")  # fmt: skip


def operands(op, control, src=(), old=(), addr=(), exec_mask=ALL, fi=False, bc=False, row=15, bank=15):
    """A wave on its way in."""
    made = In(OPS.index(op), control, fi, bc, row, bank, exec_mask)
    made.src[: len(src)] = src
    made.old[: len(old)] = old
    made.addr[: len(addr)] = [word & 0xFFFFFFFF for word in addr]
    return made


def wave(gen, lanes, *words, **options):
    """What the model leaves in the lanes, and which of them it writes."""
    out = Out()
    assert call("shfl_amd_warp", Unit(lanes, gen), operands(*words, **options), out) == LEGAL
    return list(out.rd[:lanes]), out.we


def legal(gen):
    """The controls of DPP16 that the model has."""
    unit = Unit(32 if GENS[gen] == "gfx1250" else 64, gen)
    return [word for word in range(512) if call("shfl_amd_check", unit, operands("dpp16", word)) == LEGAL]


# ---- rows by hand

EIGHT = 8 << 32  # a group of 8


@cases("op control lane src_lane", {
    "permlane16: number 3 takes the fourth selector": ("permlane16", 0xA000, 19, 26),
    "permlanex16: in the other row": ("permlanex16", 0xA000, 19, 10),
    "permlane64": ("permlane64", 0, 5, 37),
    "readlane: 65 is 1 modulo 64": ("readlane", 65, 9, 1),
    "dpp8: number 1 takes the second selector, of its eight": ("dpp8", 0o1234567, 9, 14),
    "permlane_bcast: 11 is number 3 of the group of 8": ("permlane_bcast", EIGHT | 11, 21, 19),
    "permlane_up by 3": ("permlane_up", EIGHT | 3, 12, 9),
    "permlane_up by 3 would leave the group": ("permlane_up", EIGHT | 3, 9, 9),
    "permlane_down by 3": ("permlane_down", EIGHT | 3, 12, 15),
    "permlane_down as far as it goes": ("permlane_down", EIGHT | 2**32 - 1, 3, 3),
    "permlane_xor: lane 4, of the group below": ("permlane_xor", EIGHT | 12, 8, 4),
    "permlane_xor: lane 8 is of a group above": ("permlane_xor", EIGHT | 12, 4, 4),
})  # fmt: skip
def test_by_hand(op, control, lane, src_lane):
    """A3.3.1, A6.1, A6.4, A6.5, A6.6, A6.9, A6.10"""
    unit = Unit(32, GENS.index("gfx1250")) if control & EIGHT else Unit(64, GENS.index("gfx11"))
    assert call("shfl_amd_named", unit, OPS.index(op), control, lane) == src_lane


SRC, OLD = [0x1234567800000000 + k for k in LANES], [500 + k for k in LANES]
MOVED = [k for k in LANES if k // 16 % 2 and k % 16 // 4 != 1 and k % 16 and k not in (18, 19)]
BEFORE, THIRD = [4 * k - 4 for k in LANES], [16 * k + 3 for k in LANES]  # addresses


@cases("gen lanes op control addr exec_mask we rd", {
    "row_shr:1 with masks: lane 18 does not execute, so 19 keeps what it had": (
        "gfx9", 64, "dpp16", 0x111, (), ALL ^ 1 << 18, sum(1 << k for k in MOVED),
        {k: SRC[k - 1] if k in MOVED else OLD[k] for k in LANES}),
    "writelane writes a lane that does not execute, and no other": (
        "gfx9", 64, "writelane", 64 + 18, (), ALL ^ 1 << 18, 1 << 18, {18: SRC[18], 19: OLD[19]}),
    "readfirstlane: the lowest lane that executes": (
        "gfx9", 64, "readfirstlane", 0, (), 0x500 << 32, ALL, {0: SRC[40], 63: SRC[40]}),
    "readfirstlane: lane 0 if none executes": ("gfx9", 64, "readfirstlane", 0, (), 0, ALL, {7: SRC[0]}),
    "readfirstlane: a wave of 32 has no lanes above": (
        "gfx11", 32, "readfirstlane", 0, (), ALL << 32 & ALL, 2**32 - 1, {7: SRC[0]}),
    "permlane64 does nothing in a wave of 32": ("gfx11", 32, "permlane64", 0, (), ALL, 0, {3: OLD[3]}),
    "bpermute: 0 from lane 0, which does not execute": (
        "gfx9", 64, "bpermute", 0, BEFORE, ALL ^ 1, ALL ^ 1, {0: OLD[0], 1: 0, 2: SRC[1]}),
    "bpermute_fi reads lanes 42 to 49 of 64, which do not execute": (
        "gfx12", 64, "bpermute_fi", 8, [4 * (40 + k) for k in LANES], 0xFF, 0xFF,
        {k: SRC[42 + k] if k < 8 else OLD[k] for k in LANES}),
    "permlanex16_var: number 3 of the other row; bits from 4 on do not count": (
        "gfx12", 64, "permlanex16_var", 0, THIRD, ALL, ALL, {5: SRC[19], 16: SRC[3], 63: SRC[35]}),
})  # fmt: skip
def test_wave(gen, lanes, op, control, addr, exec_mask, we, rd):
    """A1.2, A5.1.1, A5.1.3, A5.2.1, A5.2.3, A6.2, A6.3, A6.6, A6.8, A7.1.1, A7.1.2, A7.2.1, A7.2.2"""
    got, wrote = wave(GENS.index(gen), lanes, op, control, SRC, OLD, addr, exec_mask, row=0xA, bank=0xD)
    assert wrote == we and {k: got[k] for k in rd} == rd


def test_idx_gen():
    """A6.11: number 3 of each eight, in bytes."""
    rd, we = wave(GENS.index("gfx1250"), 32, "idx_gen", 8, [11] * 32, [7] * 32, exec_mask=0xFFF0)
    assert (rd[3], rd[4], rd[15], rd[16], we) == (7, 12, 44, 7, 0xFFF0)


def some(chance, n):
    """Lanes that execute."""
    return ALL if n % 3 == 0 else chance.getrandbits(64) & (chance.getrandbits(64) if n % 3 == 2 else ALL)


@pytest.mark.parametrize(("gen", "lanes"), [unit for unit in UNITS if unit[0] != "gfx6"],
                         ids=lambda word: f"permute: {word}")  # fmt: skip
def test_permute(gen, lanes):
    """A5.3.1, A5.3.2, A5.3.3: lane by lane who is sent to; the highest sender comes last."""
    chance, zeros, collisions = random.Random(1), 0, 0
    for n in range(600):
        addr = [chance.getrandbits(32) for _ in range(lanes)]
        if n % 5 < 2:
            addr = [4 * (k + n if n % 5 else k ^ n & 63) for k in range(lanes)]
        executes, control = some(chance, n), 0 if n % 4 else chance.getrandbits(16)
        active = [executes >> k & 1 for k in range(lanes)]
        want, senders = [0 if active[k] else OLD[k] for k in range(lanes)], [0] * lanes
        for k in filter(active.__getitem__, range(lanes)):
            to = (addr[k] + control & 0xFFFFFFFF) // 4
            to = k & 32 | to % 32 if lanes == 64 and gen in ("gfx10", "gfx11") else to % lanes
            senders[to] += 1
            want[to] = SRC[k] if active[to] else OLD[to]
        rd, we = wave(GENS.index(gen), lanes, "permute", control, SRC, OLD, addr, executes)
        assert rd == want and we == executes & (1 << lanes) - 1
        zeros, collisions = zeros + want.count(0), collisions + sum(count > 1 for count in senders)
    assert zeros > 100 and collisions > 100


@cases("gen lanes size", {
    "swap of 16 lanes: gfx950": ("gfx950", 64, 16),
    "swap of 32 lanes: gfx950": ("gfx950", 64, 32),
    "swap of 16 lanes: gfx1250": ("gfx1250", 32, 16),
})  # fmt: skip
def test_swaps(gen, lanes, size):
    """A6.7: rows, and halves, as blocks: of each pair, the second of the destination and the first of the source change
    places; each register only in the lanes that execute."""
    chance = random.Random(1)
    for n in range(600):
        executes, out, dst, src = some(chance, n), Out(), OLD[:lanes], SRC[:lanes]
        for first, k in itertools.product(range(0, lanes, 2 * size), range(size)):
            if executes >> first + size + k & 1:
                dst[first + size + k] = SRC[first + k]
            if executes >> first + k & 1:
                src[first + k] = OLD[first + size + k]
        given = operands(f"permlane{size}_swap", 0, SRC, OLD, exec_mask=executes, fi=bool(n & 1), bc=bool(n & 2))
        assert call("shfl_amd_warp", Unit(lanes, GENS.index(gen)), given, out) == LEGAL
        assert out.rd[:lanes] == dst and out.we == sum(1 << k for k in range(lanes) if dst[k] != OLD[k])
        assert out.rd2[:lanes] == src and out.we2 == sum(1 << k for k in range(lanes) if src[k] != SRC[k])


@cases("lanes gen error op options", {
    "refused: 16 lanes": (16, 5, NO_UNIT, 5, {}),
    "refused: gfx9 with 32 lanes": (32, 2, NO_UNIT, 5, {}),
    "refused: a generation too many": (64, len(GENS), NO_UNIT, 1, {}),
    "refused: an operation too many": (64, 1, NO_SUCH_OP, len(OPS), {}),
    "refused: gfx1250 with 64 lanes": (64, 6, NO_UNIT, 5, {}),
    "legal: swizzle on gfx6": (64, 7, LEGAL, 2, {}),
    "refused: a group of 24": (32, 6, RESERVED, 15, {"control": 24 << 32}),
    "refused: a group of 64": (32, 6, RESERVED, 20, {"control": 64}),
    "legal: a group of 32, and any distance": (32, 6, LEGAL, 16, {"control": (32 << 32) + 2**32 - 1}),
    "refused: FI on gfx9": (64, 1, NO_SUCH_OP, 0, {"fi": True}),
    "refused: row_mask 0x10": (64, 1, TOO_WIDE, 0, {"row_mask": 16}),
    "refused: bank_mask 0x10": (64, 1, TOO_WIDE, 0, {"bank_mask": 16}),
})  # fmt: skip
def test_refused(lanes, gen, error, op, options):
    """A2.1, A2.2, A2.3, A2.5: nothing is touched."""
    out = Out(valid=0x5A)
    before = bytes(out)
    assert call("shfl_amd_warp", Unit(lanes, gen), In(op=op, **options), out) == error
    assert error == LEGAL or bytes(out) == before


@cases("lanes gen op control executes addr step question where", {  # addr of lane 0, step from lane to lane
    "open: row_bcast:15, first row": (64, "gfx9", "dpp16", 0x142, ALL, 0, 0, "edge", 0xFFFF),
    "open: row_bcast:31, first two rows, but not in lanes that do not execute": (
        64, "gfx90a", "dpp16", 0x143, ALL ^ 0xFF, 0, 0, "edge", 0xFFFFFF00),
    "settled: row_mirror": (64, "gfx9", "dpp16", 0x140, ALL, 0, 0, "settled", 0),
    "open: bpermute on gfx10, upper half": (64, "gfx10", "bpermute", 0, ALL, 0, 4, "half", ALL << 32),
    "settled: bpermute on gfx12": (64, "gfx12", "bpermute", 0, ALL, 0, 4, "settled", 0),
    "settled: bpermute in a wave of 32": (32, "gfx10", "bpermute", 0, ALL, 0, 4, "settled", 0),
    "open: bpermute past lane 63, by the offset": (64, "gfx9", "bpermute", 8, ALL, 0, 4, "wrap", 3 << 62),
    "open: permute past lane 63 lands in lane 0": (64, "gfx9", "permute", 4, ALL, 0, 4, "wrap", 1),
    "open: permute, all to lane 5": (64, "gfx9", "permute", 0, ALL, 20, 0, "collision", 1 << 5),
    "settled: permute, all to lane 5, where one executes": (64, "gfx9", "permute", 0, 1 << 5, 20, 0, "settled", 0),
    "open: permute on gfx11, upper half, and the lane below that it might mean": (
        64, "gfx11", "permute", 0, 0x300000003, 0, 4, "half", 0x300000003),
    "open: gfx8 with rotate's bits": (64, "gfx8", "swizzle", 0xC000, 0xF, 0, 0, "old_mode", 0xF),
    "settled: rotate on gfx9": (64, "gfx9", "swizzle", 0xC7FF, 0xF, 0, 0, "settled", 0),
    "open: quad_perm with bit 8": (64, "gfx9", "swizzle", 0x8100, 0xF, 0, 0, "silent", 0xF),
    "open: rotate with bit 11": (64, "gfx9", "swizzle", 0xC800, 0xF, 0, 0, "silent", 0xF),
    "open: FFT with bit 5": (64, "gfx9", "swizzle", 0xE020, 0xF, 0, 0, "silent", 0xF),
    "settled: the bits of lanes": (64, "gfx8", "swizzle", 0x7FFF, 0xF, 0, 0, "settled", 0),
    "open: row_share:0 from lane 0 with BC 0, and the lane does not execute": (
        64, "gfx10", "dpp16", 0x150, 0xFFFE, 0, 0, "inactive", 0xFFFE),
    "settled: the same on gfx11": (64, "gfx11", "dpp16", 0x150, 0xFFFE, 0, 0, "settled", 0),
    "open: permlane16_var from lane 4, which does not execute": (
        32, "gfx12", "permlane16_var", 0, 0xFFEF, 4, 0, "permlane", 0xFFEF),
    "open: a swap on gfx950, in lanes that do not execute": (
        64, "gfx950", "permlane32_swap", 0, ALL ^ 0xFF00, 0, 0, "swap", 0xFF00),
    "settled: a swap on gfx1250": (32, "gfx1250", "permlane16_swap", 0, 0xFF, 0, 0, "settled", 0),
    "open: bpermute_fi past lane 31": (32, "gfx12", "bpermute_fi", 0, 1, 128, 0, "wrap", 1),
    "open: permlane16 from lane 0, which does not execute": (
        32, "gfx12", "permlane16", 0, 0xFFFE, 0, 0, "permlane", 0xFFFE),
})  # fmt: skip
def test_open(lanes, gen, op, control, executes, addr, step, question, where):
    given = operands(op, control, addr=[addr + step * k for k in LANES], exec_mask=executes)
    found = array("uint8", [0] * 64)
    call("shfl_amd_open", Unit(lanes, GENS.index(gen)), given, found)
    assert [QUESTIONS[n] for n in found[:lanes]] == [question if where >> k & 1 else "settled" for k in range(lanes)]


# ---- expected by tests that other projects run on AMD's GPUs; that they passed there is not known here


def quad(*lanes):
    """The control of quad_perm."""
    return sum(lane << 2 * k for k, lane in enumerate(lanes))


# ROCm/rocWMMA, test/unit/cross_lane_ops_test: dpp_ctrl, gen, the size of a group, and the element of its group that
# element k reads; an element outside of the group: none
GROUPS = {
    "bcast2-0": (quad(0, 0, 2, 2), 1, 2, lambda k: 0),
    "bcast16-11": (0x15B, 2, 16, lambda k: 11),
    "reverse8": (0x141, 1, 8, lambda k: 7 - k),
    "reverse16": (0x140, 1, 16, lambda k: 15 - k),
    "rotate-l4": (quad(1, 2, 3, 0), 1, 4, lambda k: (k + 1) % 4),
    "rotate-wave-l1": (0x134, 1, 64, lambda k: (k + 1) % 64),
    "rotate-wave-r1": (0x13C, 1, 64, lambda k: (k - 1) % 64),
    "shift-r16": (0x117, 1, 16, lambda k: k - 7),
    "shift-wave-l1": (0x130, 1, 64, lambda k: k + 1),
    "shift-wave-r1": (0x138, 1, 64, lambda k: k - 1),
    "wfall-bcast16": (0x142, 1, 64, lambda k: k if k < 16 else k // 16 * 16 - 1),
    "wfall-bcast32": (0x143, 1, 64, lambda k: k if k < 32 else 31),
}


@pytest.mark.parametrize("name", GROUPS)
def test_rocwmma_dpp(name):
    """Each lane holds its number, the destination held 100."""
    word, gen, size, element = GROUPS[name]
    masks = [(15, 15), (15, 5), (10, 15), (1, 8), (12, 3), (0, 15), (15, 0)]
    for (row, bank), bc in itertools.product(masks, (False, True)):
        rd, _ = wave(gen, 64, "dpp16", word, LANES, [100] * 64, row=row, bank=bank, bc=bc)
        for lane in LANES:
            read, writes = element(lane % size), row >> lane // 16 & 1 and bank >> lane % 16 // 4 & 1
            none = 0 if bc and writes else 100
            assert rd[lane] == (lane // size * size + read if 0 <= read < size and writes else none)


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


def hip(call, lanes, operand, width, exec_mask=ALL):
    """What lane numbers, plus 1000, become by __shfl, __shfl_up, __shfl_down or __shfl_xor."""
    addr = [4 * hip_index(call, lane, operand, width) for lane in range(lanes)]
    given = range(1000, 1000 + lanes), [9] * lanes, addr, exec_mask
    return wave(1 if lanes == 64 else 3, lanes, "bpermute", 0, *given)[0]


@pytest.mark.parametrize("call", ["idx", "up", "down", "xor"])
@pytest.mark.parametrize("exec_mask", [ALL, 0x0123456789ABCDEF, 0xAAAAAAAAAAAAAAAA], ids=hex)
@pytest.mark.parametrize("lanes", [32, 64])
def test_hip_shuffles(lanes, exec_mask, call):
    """ROCm/rocPRIM, test/rocprim/test_intrinsics.cpp: inside the group, else the own value; 0 from inactive lanes.

    ROCm/hip-tests, catch/unit/warp/warp_shfl_xor.cc: a group above gives the own value, a group below its own.
    """
    active = [exec_mask >> lane & 1 for lane in range(lanes)]
    for width in WIDTHS[1 : WIDTHS.index(lanes) + 1]:
        for operand in range(lanes if call == "xor" else width):
            rd = hip(call, lanes, operand, width, exec_mask)
            for lane in range(lanes):
                first = lane // width * width
                to = {"idx": first + operand, "up": lane - operand, "down": lane + operand, "xor": lane ^ operand}[call]
                read = to if to < first + width and (to >= first or call == "xor") else lane
                assert rd[lane] == ((1000 + read) * active[read] if active[lane] else 9)


@pytest.mark.parametrize("gen, lanes", [(4, 32), (4, 64), (5, 32), (5, 64)])
def test_llvm_reduction(gen, lanes):
    """LLVM, AMDGPUAtomicOptimizer.cpp, buildReduction: row_xmask, permlanex16 and, in waves of 64, permlane64."""
    value, steps = list(range(5, 5 + lanes)), [("dpp16", 0x161), ("dpp16", 0x162), ("dpp16", 0x164), ("dpp16", 0x168)]
    for op, control in [*steps, ("permlanex16", 0), ("permlane64", 0)][: 5 if lanes == 32 else 6]:
        value = [x + y for x, y in zip(value, wave(gen, lanes, op, control, value)[0])]
    assert value == [sum(range(5, 5 + lanes))] * lanes


# ---- docs/amd.md: HIP and CUDA

PAGE = "".join((ROOT / page).read_text(encoding="utf-8") for page in ("docs/amd.md", "docs/use/amd-hip.md"))


def rows(heading):
    """The rows of the table below a heading, without its head."""
    return section("docs/use/amd-hip.md" if heading.startswith("### 10") else "docs/amd.md", heading)[1:]


def cuda(call, lane, operand, width, lanes=32):
    """The lane that CUDA's function reads in a warp of LANES: docs/rules.md 7 and 3."""
    operand &= lanes - 1
    low = lane & lanes - width
    high = low | (0 if call == "up" else width - 1)
    j = {"idx": low | operand & width - 1, "up": lane - operand, "down": lane + operand}.get(call, lane ^ operand)
    return j if (j >= high if call == "up" else j <= high) else lane


CALLS = "__shfl", "__shfl_up", "__shfl_down", "__shfl_xor"


def hip_of_page(call):
    """The lane that AMD's function reads by the page's table, as a function of the own lane, operand, width, lanes."""
    head, cell = next(row for row in rows("### 10.1 The shuffles") if row[0].startswith(f"`{call}("))
    index, _, condition = cell.partition("; if ")
    condition = re.sub(r"(.*) is below (.*), self", r"\1 < \2", condition)
    condition = re.sub(r"(.*) is (.*) or more, self", r"\1 >= \2", condition)
    names = f"self, {head[-6]}, W, lanes"
    return eval(f"lambda {names}: self if ({condition or False}) else that % lanes".replace("that", f"({index})"))


@pytest.mark.parametrize("column", range(4), ids=CALLS)
@pytest.mark.parametrize("row", rows("### 10.2 Where they differ"), ids=" ".join)
def test_hip_and_cuda(row, column):
    """A10.1.1"""
    name = CALLS[column]
    lanes, operands, points, *differ = (int(cell.replace(",", "")) for cell in row)
    call, found, of_page = {"__shfl": "idx"}.get(name, name.removeprefix("__shfl_")), [], hip_of_page(name)
    for width, operand in itertools.product(WIDTHS[: WIDTHS.index(lanes) + 1], range(operands)):
        want = [1000 + cuda(call, lane, operand, width, lanes) for lane in range(lanes)]
        read = hip(call, lanes, operand, width)
        assert read == [1000 + of_page(lane, operand, width, lanes) for lane in range(lanes)]
        found += [mine != other for mine, other in zip(read, want)]
    assert (len(found), sum(found)) == (points, differ[column])


# ---- docs/amd.md: its tables


@pytest.mark.parametrize("row", rows("## 2 Operations"), ids=lambda row: row[0])
def test_operations_of_the_page(row):
    """A2.1: the generations that have an operation, and the bits of its control."""
    names = (re.sub(r"^(ds|v)_|_b32$", "", name.lower()) for name in row[0].split(", "))
    ops = [OPS.index(next(n for n in (name, f"permlane_{name}", name[9:]) if n in OPS)) for name in names]
    said = re.findall(r"gfx\w+", row[3])
    by_age = "gfx6 gfx8 gfx9 gfx90a gfx940 gfx950 gfx10 gfx11 gfx12 gfx1250".split()
    has = set(said) if "only" in row[3] else set(by_age[by_age.index(said[0]) :]) - set(said[1:])
    for op, (gen, name) in itertools.product(ops, enumerate(GENS)):
        unit = Unit(32 if name == "gfx1250" else 64, gen)

        def error(control, unit=unit, op=op):
            return call("shfl_amd_check", unit, In(op, control, False, False, 15, 15, ALL))

        assert (error(0) != NO_SUCH_OP) == (name in has), (OPS[op], name)
        if name in has:
            assert [bit for bit in range(64) if error(1 << bit) != TOO_WIDE] == list(range(int(row[2]))), OPS[op]


# the lane that is read, by the page's words: of lane and word
READ = {
    "of the quad, number `dpp_ctrl`[2q+1 : 2q], q = lane[1:0]": lambda k, w: k & ~3 | w >> 2 * (k & 3) & 3,
    "lane + m": lambda k, w: k + (w & 15),
    "lane - m": lambda k, w: k - (w & 15),
    "of the row, (k - m) modulo 16": lambda k, w: k & ~15 | (k - (w & 15)) % 16,
    "lane + 1": lambda k, w: k + 1,
    "(lane + 1) modulo 64": lambda k, w: (k + 1) % 64,
    "lane - 1": lambda k, w: k - 1,
    "(lane - 1) modulo 64": lambda k, w: (k - 1) % 64,
    "lane ^ 15": lambda k, w: k ^ 15,
    "lane ^ 7": lambda k, w: k ^ 7,
    "the last lane of the row before; in the first row the own, **open: 9.1**": lambda k, w:
        (k & ~15) - 1 if k > 15 else k,
    "lane 31; in lanes 0 to 31 the own, **open: 9.1**": lambda k, w: 31 if k > 31 else k,
    "of the row, m": lambda k, w: k & ~15 | w & 15,
    "lane ^ m": lambda k, w: k ^ w & 15,
    "((i & and) | or) ^ xor; and = `offset`[4:0], or = `offset`[9:5], xor = `offset`[14:10]":
        lambda k, w: k & 32 | ((k & w | w >> 5) ^ w >> 10) & 31,
    "of the quad, number `offset`[2q+1 : 2q], q = i[1:0]": lambda k, w: k & ~3 | w >> 2 * (k & 3) & 3,
    "(i & m) | ((i + r) & ~m), m = `offset`[4:0], r = `offset`[9:5], or 32 less that if `offset`[10]":
        lambda k, w: k & 32 | k & w & 31 | (k + (-1 if w >> 10 & 1 else 1) * (w >> 5 & 31)) & ~w & 31,
    "(i & m) | (i with its five bits reversed >> ones of m), m = `offset`[4:0]":
        lambda k, w: k & 32 | k & w & 31 | int(f"{k & 31:05b}"[::-1], 2) >> (w & 31).bit_count(),
}  # fmt: skip
NONE = {"": lambda k, m: False, "k + m > 15": lambda k, m: k % 16 + m > 15, "k < m": lambda k, m: k % 16 < m,
        "lane = 63": lambda k, m: k == 63, "lane = 0": lambda k, m: k == 0}  # fmt: skip


@pytest.mark.parametrize("row", [*rows("### 3.2 DPP16"), *rows("## 4 ds_swizzle")], ids=lambda row: row[1])
def test_lanes_of_the_page(row):
    """A1.1, A3.2.1, of the newest generation that has it with 64 lanes; A4.2, A4.3, A4.4, A4.6, of gfx9, a part of the
    words; A4.5, of gfx6 and gfx8."""
    first, _, last = row[0].strip("`").partition(" .. ")
    swizzle = len(row) == 3
    gens = [GENS.index("gfx9" if swizzle else re.findall(r"gfx\d+a?", row[2])[-1])]
    old = [GENS.index(name) for name in ("gfx6", "gfx8") if swizzle]
    quad_perm = next(rule for words, rule in READ.items() if words.startswith("of the quad, number `offset`"))
    for word in range(int(first, 16), int(last or first, 16) + 1, 37 if swizzle else 1):
        for gen, lane in itertools.product(gens + old, LANES):
            none = not swizzle and NONE[row[4]](lane, word & 15)
            rule = quad_perm if gen in old and word >= 0xC000 else READ[row[2 if swizzle else 3]]
            named = call("shfl_amd_named", Unit(64, gen), 2 * swizzle, word, lane)
            assert named == (-1 if none else rule(lane, word)), (GENS[gen], hex(word), lane)
    if swizzle or row[1] == "quad_perm":
        return
    name = re.findall(r"\w+(?::\w+)?", row[1])[-1]
    word = int(first, 16) | 5 if ":m" in name else int(first, 16)
    gpu, text = GENS[gens[0]].replace("gfx12", "gfx1200"), f"v_mov_b32_dpp v1, v0 {name.replace(':m', f':{word & 15}')}"
    words = "explain", "--gpu", gpu, text, "--lanes", "64", "--json"
    said = json.loads(run([built("openshfl"), *words]).stdout)["lanes"]
    want = [None if NONE[row[4]](lane, word & 15) else READ[row[3]](lane, word) for lane in LANES]
    assert [lane["src_lane"] for lane in said] == want


def test_generations_of_the_page():
    """A3.2.2: the controls of DPP16 that each generation has, by the page's table."""
    head = PAGE.partition("\n### 3.2 ")[2].partition("\n#")[0]
    stands_for = {"gfx940": "gfx90a", "gfx950": "gfx90a", "gfx1250": "gfx12"}
    for gen, name in enumerate(GENS):
        words, shown = set(), GENS.index(stands_for.get(name, name))
        for word, _, since in re.findall(r"^\| `([0-9a-f .,]+)` \| ([^|]*) \| ([^|]*) \|", head, re.M):
            known = [GENS.index(one) for one in re.findall(r"gfx\d+a?", since)]
            if known[0] <= shown <= known[-1]:
                for part in word.split(","):
                    first, _, last = part.strip().partition(" .. ")
                    words |= set(range(int(first, 16), int(last or first, 16) + 1))
        assert sorted(words) == legal(gen), name


@pytest.mark.parametrize("row", rows("### 7.1 By operation"), ids=lambda row: row[0])
def test_what_is_written(row):
    """The page's table, by the model."""
    ops = [OPS.index(name) for name in re.findall(r"\w+", row[0])]
    for op, fi, bc, active in itertools.product(ops, *[(False, True)] * 3):
        given = In(op, 0, fi, bc, 15, 15, ALL if active else ALL ^ 2)
        for cell, valid, src_active in (row[1], 1, 1), (row[2], 1, 0), (row[3], 0, 0):
            if not active and row[4] == "keeps":
                want = "keep"
            else:
                want = "data" if cell.startswith("FI ?") and fi else cell.removeprefix("FI ? data : ")
                want = re.sub(r"BC \? 0 : keep", "0" if bc else "keep", want)
            if cell != "-":
                got = call("shfl_amd_what", given, 1, valid, src_active)
                assert ("keep", "0", "data")[got] == want, (row, fi, bc, active)


def test_counts_of_the_page():
    """Sections 4 and 9.2."""
    literal, page = 0, " ".join(PAGE.split())
    for turn, by, mask in itertools.product((1, -1), range(32), range(32)):
        rd, _ = wave(1, 64, "swizzle", 0xC000 | (turn < 0) << 10 | by << 5 | mask, LANES)
        literal += sum((k & mask | (k + turn * by) & ~mask | k & 32) != rd[k] for k in LANES)
    assert f"{literal:,} of 131,072 points" in page
    whole = [m for m in range(32) if sorted(wave(1, 64, "swizzle", 0xE000 | m, LANES)[0]) == LANES]
    *others, last = [f"{m:x}" for m in whole]
    assert f"for m = {', '.join(others)} and {last} (hexadecimal)" in page
    lower = [wave(4, 64, "bpermute", 0, LANES, addr=[4 * n] * 64)[0][k] != n % 32 for n in LANES for k in LANES]
    assert f"{sum(lower):,} of 4,096 pairs" in page
