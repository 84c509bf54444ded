# SPDX-License-Identifier: Apache-2.0
"""The golden model: what it refuses, then vote, match, redux, groups and what follows on rows that a reader can check
by hand; its stages are formal/model_rules.c's. Sections are those of docs/rules.md.

Behind it the stimulus of the suites, and the clocks that the harness expects of a unit: programs in C, which print each
failure.
"""

import pytest
from conftest import built, c_tests, run
from golden import ALL, array, call, cases, structure

from model import defs

Unit = structure("lanes:uint policy:uint")
In = structure("mode:uint sb_is_imm:bool sc_is_imm:bool sb_imm:uint32 sc_imm:uint32 active:uint64 ra:uint64*64 "
               "sb:uint32*64 sc:uint32*64")  # fmt: skip
Out = structure("index:uint8*64 clamp:uint8*64 segmask:uint8*64 j:int8*64 in_range:uint8*64 src_lane:uint8*64 "
                "src_data:uint64*64 src_active:uint64 rd:uint64*64 pu:uint64 we:uint64")  # fmt: skip
Vote = structure("rd:uint64 pu:uint64 we:uint64")
Match = structure("rd:uint64*64 pu:uint64 we:uint64")
Redux = structure("rd:uint64 we:uint64")
Shuffled = structure("rd:uint64*64 src_lane:uint8*64 defined:uint64")
Voted = structure("rd:uint64*64 any:uint64 all:uint64")
Barrier = structure("warps:uint threads:uint count:uint")
Arrived = structure("count:uint done:bool all:bool any:bool")

IDX, UP, DOWN, BFLY = map(defs.MODES.index, ("IDX", "UP", "DOWN", "BFLY"))
VOTE_ALL, VOTE_ANY, VOTE_EQ, ELECT = range(len(defs.VOTE.names))
MATCH_ALL, MATCH_ANY = map(defs.MATCH.names.index, ("ALL", "ANY"))
AND, OR, XOR, SUM, MIN, MAX = map(defs.REDUX.names.index, "AND OR XOR SUM MIN MAX".split())
REDUCE, INCLUSIVE, EXCLUSIVE = range(3)  # enum shfl_group_scan
OFFSET, ROTATE, BLOCK_UP, BLOCK_DOWN = range(4)  # enum shfl_block_op
BUILT, DOCUMENTED = range(2)  # enum shfl_block_rule
HORIZONTAL, VERTICAL, DIAGONAL, BROADCAST = range(4)  # enum shfl_quad_op, BROADCAST of number 0
GPU = Unit(32, defs.POLICIES.index("ZERO"))


@cases("lanes policy given", {
    "refused: 1 lane": (1, 0, {}),
    "refused: 128 lanes": (128, 0, {}),
    "refused: policy 3": (32, 3, {}),
    "refused: a mode that does not exist": (32, 0, {"mode": 4}),
    "refused: an Sb immediate of 6 bits": (32, 0, {"sb_is_imm": True, "sb_imm": 32}),
    "refused: an Sc immediate of 14 bits": (32, 0, {"sc_is_imm": True, "sc_imm": 0x2000}),
})  # fmt: skip
def test_illegal(lanes, policy, given):
    """R1.1, R2.1.4, R5.1.1: nothing is touched."""
    out = Out(pu=0x5A)
    before = bytes(out)
    assert call("shfl_warp", Unit(lanes, policy), In(**given), out) == -1 and bytes(out) == before


def test_immediates_that_are_not_used():
    assert call("shfl_warp", GPU, In(sb_imm=99, sc_imm=0xFFFFFFFF), Out()) == 0


@cases("lanes op active p rd pu", {
    "all, and the lane against it does not execute": (8, VOTE_ALL, 0x0F, 0x8F, 0x0F, 0xFF),
    "eq, all against it": (8, VOTE_EQ, 0x3C, 0xC3, 0x00, 0xFF),
    "eq, lane 5 is for it": (8, VOTE_EQ, 0x3C, 0x20, 0x20, 0x00),
    "elect: the lowest": (8, ELECT, 0xA8, 0xF0, 3, 0x08),
    "elect, lane 63": (64, ELECT, 1 << 63, 0, 63, 1 << 63),
    "nobody executes: elect": (8, ELECT, 0, 0xFF, 0, 0),
    "lanes that do not exist": (4, VOTE_ANY, 0xF2, 0xFF, 0x02, 0x0F),
})  # fmt: skip
def test_vote(lanes, op, active, p, rd, pu):
    """R8.1 to R8.6"""
    out = Vote()
    assert call("shfl_vote", lanes, op, active, p, out) == 0
    assert (out.rd, out.pu, out.we) == (rd, pu, active & (1 << lanes) - 1)


@cases("op w active rd pu", {
    "any": (MATCH_ANY, 64, 0xFF, [0xA5, 0x12, 0xA5, 0x08, 0x12, 0xA5, 0x40, 0xA5], 0),
    "any, bits above W do not count": (MATCH_ANY, 8, 0xFF, [0xAD, 0x12, 0xAD, 0xAD, 0x12, 0xAD, 0x40, 0xAD], 0),
    "all, equal where they execute": (MATCH_ALL, 64, 0xA1, [0xA1, 0, 0, 0, 0, 0xA1, 0, 0xA1], 0xFF),
    "all, equal in W bits": (MATCH_ALL, 8, 0xA9, [0xA9, 0, 0, 0xA9, 0, 0xA9, 0, 0xA9], 0xFF),
})  # fmt: skip
def test_match(op, w, active, rd, pu):
    """R9.1 to R9.6"""
    out = Match()
    ra = [7, 9, 7, 0x107, 9, 7, 8, 7]  # lane 3 has 7 in its low 8 bits
    assert call("shfl_match", 8, op, w, active, ra, out) == 0
    assert (out.rd[:8], out.pu, out.we) == (rd, pu, active)


INTEGERS = [0x1F3, 0x05, 0x7E, 0x80]  # of 8 bits: -13, 5, 126, -128
# 1, -2, 0, -0, a NaN, infinite, -infinite, the smallest denormal
NUMBERS = [0x3F800000, 0xC0000000, 0, 0x80000000, 0xFFC00001, 0x7F800000, 0xFF800000, 1]
FACTORS = [0x107, 0x03, 0xFE, 0x10, 2, 0, 1, 1]  # of 8 bits: 7, 3, -2, 16


@cases("function lanes how ra active rd", {  # how: operation, signed, W; largest, absolute, with NaN; W
    "sum modulo 256: -13 + 5 + 126 - 128": ("redux", 4, (SUM, False, 8), INTEGERS, 0xF, 0xF6),
    "or of lanes 0 and 1": ("redux", 4, (OR, False, 8), INTEGERS, 0x3, 0xF7),
    "min": ("redux", 4, (MIN, False, 8), INTEGERS, 0xF, 0x05),
    "min, signed": ("redux", 4, (MIN, True, 8), INTEGERS, 0xF, 0x80),
    "max of -13 and -128": ("redux", 4, (MAX, True, 8), INTEGERS, 0x9, 0xF3),
    "nobody: min": ("redux", 4, (MIN, False, 64), INTEGERS, 0, ALL),
    "the largest of 1, -2, 0": ("redux_float", 8, (True, False, False), NUMBERS, 0x07, 0x3F800000),
    "the smallest of them": ("redux_float", 8, (False, False, False), NUMBERS, 0x07, 0xC0000000),
    "the largest absolute value": ("redux_float", 8, (True, True, False), NUMBERS, 0x07, 0x40000000),
    "-0 is below 0": ("redux_float", 8, (False, False, False), NUMBERS, 0x0C, 0x80000000),
    "0 is above -0": ("redux_float", 8, (True, False, False), NUMBERS, 0x0C, 0),
    "a NaN does not count": ("redux_float", 8, (False, False, False), NUMBERS, 0x13, 0xC0000000),
    "a NaN is the result": ("redux_float", 8, (False, False, True), NUMBERS, 0x13, 0x7FFFFFFF),
    "nothing but NaN": ("redux_float", 8, (True, True, False), NUMBERS, 0x10, 0x7FFFFFFF),
    "nobody": ("redux_float", 8, (True, False, False), NUMBERS, 0, 0x7FFFFFFF),
    "infinite ones": ("redux_float", 8, (True, False, False), NUMBERS, 0xE3, 0x7F800000),
    "a denormal": ("redux_float", 8, (False, True, False), NUMBERS, 0x81, 1),
    "7 times 3": ("product", 4, (8,), FACTORS, 0x3, 21),
    "263 times 16, modulo 65536": ("product", 4, (16,), FACTORS, 0x9, 0x1070),
    "nobody multiplies": ("product", 4, (32,), FACTORS, 0, 1),
    "a lane that does not execute": ("product", 4, (64,), FACTORS, 0x12, 3),
    "a factor of 0": ("product", 8, (32,), FACTORS, 0x22, 0),
})  # fmt: skip
def test_redux(function, lanes, how, ra, active, rd):
    """R10.1, R10.2, R10.3, R10.4, R10.5, R10.6"""
    out = Redux()
    assert call(f"shfl_{function}", lanes, *how, active, ra, out) == 0
    assert (out.rd, out.we) == (rd, active & (1 << lanes) - 1)


# ---- 14: groups by rank. Lanes 1, 4, 5 and 7 of 8, the ranks 0 to 3; of labels 0 and 1, {1, 5} and {4, 7}

MEMBERS, LANES = 0xB2, (1, 4, 5, 7)
ONE_LABEL, TWO_LABELS, IN_TILES = [0] * 8, [9, 0, 9, 9, 1, 0, 9, 1], [0, 0, 0, 0, 1, 1, 1, 1]


def groups(label, members=MEMBERS):
    found = array("uint64", [0] * 64)
    assert call("shfl_group_partition", len(label), members, label, found) == 0
    return list(found)


@cases("members label group rank_of_7 size_of_7", {
    "two labels": (MEMBERS, TWO_LABELS, [0, 0x22, 0, 0, 0x90, 0x22, 0, 0x90], 1, 2),
    "tiles of four lanes, all execute": (0xFF, IN_TILES, [15] * 4 + [240] * 4, 3, 4),
    "lane 7 alone": (0x80, ONE_LABEL, [0] * 7 + [0x80], 0, 1),
})  # fmt: skip
def test_partition(members, label, group, rank_of_7, size_of_7):
    """R14.1.1, R14.1.2, R14.1.3, R14.1.4"""
    found = groups(label, members)
    assert found[:8] == group and call("shfl_group_rank", group[7], 7) == rank_of_7
    assert call("shfl_group_size", group[7]) == size_of_7
    assert [call("shfl_group_lane", group[7], rank) for rank in (rank_of_7, size_of_7)] == [7, -1]


@cases("label mode index rd defined", {
    "rank 0 is lane 1": (ONE_LABEL, IDX, 0, [101, 101, 101, 101], MEMBERS),
    "no member has rank 4": (ONE_LABEL, IDX, 4, [101, 104, 105, 107], 0),
    "up by 1: the rank before, of lane 1 the own value": (ONE_LABEL, UP, 1, [101, 101, 104, 105], MEMBERS),
    "down by 2": (ONE_LABEL, DOWN, 2, [105, 107, 105, 107], MEMBERS),
    "down by 2^32 - 1: none is so far": (ONE_LABEL, DOWN, 2**32 - 1, [101, 104, 105, 107], MEMBERS),
    "rank 1 of two groups": (TWO_LABELS, IDX, 1, [105, 107, 105, 107], MEMBERS),
    "down by 1 in two groups": (TWO_LABELS, DOWN, 1, [105, 107, 105, 107], MEMBERS),
})  # fmt: skip
def test_group_shuffle(label, mode, index, rd, defined):
    """R14.2.1, R14.2.2"""
    out, ra = Shuffled(), list(range(100, 108))
    assert call("shfl_group_shuffle", 8, mode, groups(label), array("uint32", [index] * 8), ra, out) == 0
    assert [out.rd[k] for k in LANES] == [ra[out.src_lane[k]] for k in LANES] == rd and out.defined == defined


@pytest.mark.parametrize("n", [1, 2, 4, 8, 16, 32], ids=lambda n: f"tiles of {n}")
def test_tile(n):
    """R14.2.3: of tiles, SHFL with their width is the shuffle by rank, whose rank is taken modulo the width."""
    for mode, index in ((mode, index) for mode in (IDX, UP, DOWN) for index in range(32)):
        given, by_rank, by_width = In(mode=mode, active=2**32 - 1), Shuffled(), Out()
        for k in range(32):  # R7.1
            given.ra[k], given.sb[k], given.sc[k] = 1000 + k, index, 32 - n << 8 | (0 if mode == UP else 0x1F)
        rank = array("uint32", [index % n if mode == IDX else index] * 32)
        tiles = groups([k // n for k in range(32)], 2**32 - 1)
        call("shfl_group_shuffle", 32, mode, tiles, rank, given.ra, by_rank)
        call("shfl_warp", GPU, given, by_width)
        assert by_rank.defined == 2**32 - 1 and by_rank.rd[:32] == by_width.rd[:32], (mode, index)


@cases("label p ballot_4 ballot_5 any all", {
    "lanes 4 and 7 are for it, ranks 1 and 3": (ONE_LABEL, 0x90, 0xA, 0xA, MEMBERS, 0),
    "lane 0, which is no member, does not count": (ONE_LABEL, 0x01, 0, 0, 0, 0),
    "lanes 4, 5 and 7, of two groups": (TWO_LABELS, 0xB0, 3, 2, MEMBERS, 0x90),
})  # fmt: skip
def test_group_vote(label, p, ballot_4, ballot_5, any, all):
    """R14.2.4, R14.2.5"""
    out = Voted()
    assert call("shfl_group_vote", 8, groups(label), p, out) == 0
    assert (out.rd[0], out.rd[4], out.rd[5], out.any, out.all) == (0, ballot_4, ballot_5, any, all)


@cases("op w label rd pu", {
    "match_any: ranks 0 and 2": (MATCH_ANY, 64, ONE_LABEL, [0, 5, 0, 0, 2, 5, 0, 8], None),
    "match_all: not equal": (MATCH_ALL, 8, ONE_LABEL, [0] * 8, 0),
    "match_all: equal in each of two groups": (MATCH_ALL, 8, TWO_LABELS, [0, 3, 0, 0, 3, 3, 0, 3], MEMBERS),
})  # fmt: skip
def test_group_match(op, w, label, rd, pu):
    """R14.2.6, R14.2.7"""
    out, ra = Match(), [7, 7, 7, 7, 8, 7, 8, 0x108]  # lane 7 has 8 in its low 8 bits
    assert call("shfl_group_match", 8, op, w, groups(label), ra, out) == 0
    assert (out.rd[:8], out.we) == (rd, MEMBERS) and pu in (None, out.pu)


@pytest.mark.parametrize("mode", [IDX, UP, DOWN], ids="bits of lanes of a group that do not exist, {}".format)
def test_group_of_lanes_that_do_not_exist(mode):
    """As of a group of all 8, with values behind them that would be read."""
    ra, index, found = [k // 3 for k in range(64)], array("uint32", range(0, 192, 3)), []
    for group in ([0xFF] * 64, [ALL] * 64):
        shuffled, match = Shuffled(), Match()
        assert call("shfl_group_shuffle", 8, mode, group, index, ra, shuffled) == 0
        assert call("shfl_group_match", 8, MATCH_ANY, 64, group, ra, match) == 0
        found.append((shuffled.defined, shuffled.src_lane[:8], match.rd[:8]))
    assert found[0] == found[1]


@cases("label scan op rd", {
    "sum": (ONE_LABEL, REDUCE, SUM, [58, 58, 58, 58]),
    "sums of two groups": (TWO_LABELS, REDUCE, SUM, [30, 28, 30, 28]),
    "inclusive sums": (ONE_LABEL, INCLUSIVE, SUM, [10, 8, 28, 58]),
    "exclusive: 0 at rank 0 of each": (TWO_LABELS, EXCLUSIVE, MIN, [0, 0, 10, 0xFE]),
})  # fmt: skip
def test_group_reduce(label, scan, op, rd):
    """R14.2.8, R14.2.9"""
    out, ra = array("uint64", [ALL] * 8), [1, 10, 2, 4, 0xFE, 20, 8, 30]  # lane 4: -2 of 8 bits
    assert call("shfl_group_reduce", 8, scan, op, True, 8, groups(label), ra, out) == 0
    assert [out[k] for k in LANES] == rd and out[0] == 0


# ---- 15: barriers that reduce

WARPS = {  # which of two barriers of warps of 4 lanes; warps, is_exit, active, p; done, count, all, any
    "the first of three": (0, 3, False, 0xF, 0xF, False, 4, True, True),
    "another block: a single warp, one thread exited, nobody for it": (1, 1, False, 0x7, 0x8, True, 0, False, False),
    "the second; two threads have exited": (0, 3, False, 0x3, 0xD, False, 5, False, True),
    "the third: done": (0, 3, False, 0xF, 0x0, True, 5, False, True),
    "the next barrier begins at 0": (0, 2, False, 0x0, 0xF, False, 0, True, False),
    "the other warp exits: only one is waited for, which is there": (0, 1, True, 0x0, 0xF, True, 0, True, False),
    "the last warp exits: no barrier": (0, 0, True, 0x0, 0x0, True, 0, True, False),
    "a warp whose threads have all exited counts nothing": (1, 2, False, 0x0, 0x0, False, 0, True, False),
    "all of the others": (1, 2, False, 0xF, 0x1F, True, 4, True, True),
}


@pytest.mark.parametrize("last", WARPS)
def test_barrier(last):
    """R15.1, R15.2, R15.3, R15.4, R19.2.4, R19.2.5, R19.2.7, R19.2.8, R19.2.9: one warp after the other."""
    barriers, out = (Barrier(), Barrier()), Arrived()
    for why, (at, warps, is_exit, active, p, *expected) in WARPS.items():
        assert call("shfl_barrier_arrive", 4, barriers[at], warps, is_exit, active, p, out) == 0
        if why == last:
            assert [out.done, out.count, out.all, out.any] == expected
            return


def test_block_of_warps():
    out = Arrived()
    assert call("shfl_barrier_block", 4, 3, [0xF, 0x3, 0xF], [0xF, 0xD, 0], out) == 0
    assert (out.done, out.count, out.all, out.any) == (True, 5, False, True)


# ---- 16 to 18


@cases("op rule threads items distance source", {
    "offset by two": (OFFSET, BUILT, 5, 1, 2, [2, 3, 4, -1, -1]),
    "offset far": (OFFSET, BUILT, 5, 1, -(2**31), [-1] * 5),
    "offset as documented": (OFFSET, DOCUMENTED, 5, 1, 2, [2, 3, -1, -1, -1]),
    "rotate": (ROTATE, BUILT, 5, 1, 2, [2, 3, 4, 0, 1]),
    "rotate as documented": (ROTATE, DOCUMENTED, 5, 1, 2, [2, 3, 4, 0, -1]),
    "up": (BLOCK_UP, BUILT, 3, 2, 0, [-1, 0, 1, 2, 3, 4]),
    "down": (BLOCK_DOWN, BUILT, 3, 2, 0, [1, 2, 3, 4, 5, -1]),
    "down as documented": (BLOCK_DOWN, DOCUMENTED, 3, 2, 0, [1, 2, 3, 4, -1, -1]),
})  # fmt: skip
def test_block(op, rule, threads, items, distance, source):
    """R16.1, R16.2, R16.3, R16.4: three threads of two items, five of one; -1: the output stays as it is."""
    found = array("int32", [99] * (threads * items))
    assert call("shfl_block_shuffle", op, rule, threads, items, distance, found) == 0 and list(found) == source


@cases("op active rd defined", {
    "horizontal": (HORIZONTAL, 0xFF, [1, 0, 3, 2, 5, 4, 7, 6], 0xFF),
    "vertical, lane 6 does not execute": (VERTICAL, 0xBF, [2, 3, 0, 1, 6, 7, 4, 5], 0xAF),
    "diagonal": (DIAGONAL, 0xFF, [3, 2, 1, 0, 7, 6, 5, 4], 0xFF),
    "broadcast of number 2": (BROADCAST + 2, 0xFF, [2, 2, 2, 2, 6, 6, 6, 6], 0xFF),
    "broadcast of number 3, lane 3 does not execute": (BROADCAST + 3, 0xF7, [3, 3, 3, 3, 7, 7, 7, 7], 0xF0),
})  # fmt: skip
def test_quad(op, active, rd, defined):
    """R17.1, R17.2"""
    got, those = array("uint64", [0] * 8), array("uint64", [0])
    assert call("shfl_quad", 8, op, active, list(range(8)), got, those) == 0
    assert (list(got), those[0]) == (rd, defined)


RISING, FALLING = [1, 3, 10, 7, 0, -5, 0.5, 2], [-1, -3, -10, -7, 0, 5, -0.5, -2]


@cases("function how active values rd defined", {
    "fine in x": ("derivative", (False, False), 0xFF, RISING, [2, 2, -3, -3, -5, -5, 1.5, 1.5], 0xFF),
    "fine in y": ("derivative", (True, False), 0xFF, RISING, [9, 4, 9, 4, 0.5, 7, 0.5, 7], 0xFF),
    "coarse in x: that of lanes 0 and 4": ("derivative", (False, True), 0xFF, RISING, [2] * 4 + [-5] * 4, 0xFF),
    "coarse in y": ("derivative", (True, True), 0xFF, RISING, [9] * 4 + [0.5] * 4, 0xFF),
    "lane 1 does not execute": ("derivative", (False, False), 0xFD, RISING, [2, 2, -3, -3, -5, -5, 1.5, 1.5], 0xFC),
    "fwidth, lane 1 does not execute: lane 2 reads 0 and 3": (
        "fwidth", (False,), 0xFD, RISING, [11, 6, 12, 7, 5.5, 12, 2, 8.5], 0xF4),
    "fwidth, coarse, of falling values": ("fwidth", (True,), 0xF7, FALLING, [11] * 4 + [5.5] * 4, 0xF7),
})  # fmt: skip
def test_quad_derivative(function, how, active, values, rd, defined):
    """R17.3, R17.4, R17.5"""
    got, those = array("float", [0] * 8), array("uint64", [0])
    assert call(f"shfl_quad_{function}", 8, *how, active, array("float", values), got, those) == 0
    assert (list(got), those[0]) == (rd, defined)


def test_movmatrix():
    """R18.1, R18.2: element (i, j) is 16 i + j, so (j, i) has its two digits exchanged; all 64 elements."""
    pairs = [(lane // 4, lane % 4 * 2) for lane in range(32)]  # row, and the first of two columns
    ra, rd = array("uint32", [16 * i + j | 16 * i + j + 1 << 16 for i, j in pairs]), array("uint32", [0] * 32)
    call("shfl_movmatrix", ra, rd)
    assert list(rd) == [16 * j + i | 16 * (j + 1) + i << 16 for i, j in pairs]


ZEROS, GROUP, FLOATS, LIST = [0] * 64, [1] + [0] * 63, array("float", [0] * 64), array("uint64", [0] * 64)
INDEX, SOURCE, WORD = array("uint32", [0] * 64), array("int32", [0] * 64), array("uint64", [0])
REFUSED = [
    *(("shfl_vote", *args, 0, 0, Vote()) for args in ((12, VOTE_ALL), (8, 4))),
    *(("shfl_match", *args, 0, ZEROS, Match()) for args in ((128, MATCH_ANY, 8), (8, MATCH_ANY, 0), (8, MATCH_ANY, 65),
                                                            (8, 2, 8))),
    *(("shfl_redux", lanes, op, False, w, 0, ZEROS, Redux())
      for lanes, op, w in ((1, SUM, 8), (8, 6, 8), (8, SUM, 65))),
    *(("shfl_product", *args, 0, ZEROS, Redux()) for args in ((3, 8), (8, 0), (8, 65))),
    ("shfl_group_partition", 12, 1, ZEROS, LIST),
    *(("shfl_group_shuffle", *args, GROUP, INDEX, ZEROS, Shuffled()) for args in ((8, BFLY), (1, IDX))),
    ("shfl_group_vote", 128, GROUP, 0, Voted()),
    *(("shfl_group_match", *args, GROUP, ZEROS, Match()) for args in ((8, MATCH_ANY, 65), (8, 2, 8))),
    *(("shfl_group_reduce", 8, scan, SUM, False, w, GROUP, ZEROS, LIST) for scan, w in ((3, 8), (REDUCE, 0))),
    *(("shfl_barrier_arrive", lanes, Barrier(2), *args, Arrived())
      for lanes, *args in ((8, 2, False, 1, 1), (8, 3, True, 1, 1), (3, 3, False, 1, 1), (8, 1, True, 0, 0))),
    ("shfl_barrier_block", 8, 0, ZEROS, ZEROS, Arrived()),
    *(("shfl_block_shuffle", *args, SOURCE) for args in (
        (ROTATE, BUILT, 5, 1, 0), (ROTATE, BUILT, 5, 1, 5), (OFFSET, BUILT, 5, 2, 1), (BLOCK_UP, BUILT, 0, 1, 0),
        (BLOCK_UP, BUILT, 1025, 1, 0), (BLOCK_UP, BUILT, 1, 0, 0), (4, BUILT, 5, 1, 1), (BLOCK_UP, 2, 5, 1, 1))),
    *(("shfl_quad", lanes, op, 1, ZEROS, LIST, WORD) for lanes, op in ((2, VERTICAL), (8, 7))),
    ("shfl_quad_derivative", 6, False, False, 1, FLOATS, FLOATS, WORD),
    ("shfl_quad_fwidth", 6, False, 1, FLOATS, FLOATS, WORD),
]  # fmt: skip


@pytest.mark.parametrize("words", REFUSED, ids=lambda words: words[0])
def test_illegal_arguments(words):
    """All of them are refused, and what is handed over by address stays."""
    before = [bytes(word) for word in words if not isinstance(word, (str, int, list))]
    assert call(*words) == -1
    assert [bytes(word) for word in words if not isinstance(word, (str, int, list))] == before


# ---- the harness


LONG = "uniform", "per_lane", "twin"


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG))
                                  for name in c_tests("tests/rtl/test_suites.c")])  # fmt: skip
def test_suites(name):
    run([built("tests/rtl/test_suites"), name])


@pytest.mark.parametrize("name", c_tests("tests/rtl/test_pipeline.c"))
def test_pipeline(name):
    run([built("tests/rtl/test_pipeline"), name])


@pytest.mark.parametrize("program", ["rtl/test_suites", "rtl/test_pipeline"])
def test_unknown_name(program):
    assert "no test 'frobnicate'" in run([built(f"tests/{program}"), "frobnicate"], status=2).stderr
