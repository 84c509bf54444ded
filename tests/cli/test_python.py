# SPDX-License-Identifier: Apache-2.0
"""The Python package, cli/python: its arguments, CUDA's, AMD's and RISC-V's names. The model has its own tests."""

import doctest
import functools
import importlib
import json
import re
import subprocess
import sys
import types

import numpy as np
import pytest
import shape
from conftest import BUILD, ROOT, built, run
from test_amd import cuda
from test_conform_kinds import OPERATIONS
from test_conform_kinds import group as by_rank

slow = pytest.mark.slow  # but for a few, which use the package if it is there
LANES, WAVE = np.arange(32), np.arange(64)


@pytest.fixture(scope="module")
def amd(model):
    return importlib.import_module("openshfl.amd")


@pytest.fixture(scope="module")
def rvv(model):
    return importlib.import_module("openshfl.rvv")


@pytest.fixture(scope="module")
def groups(model):
    return importlib.import_module("openshfl.groups")


@pytest.fixture
def kernels(model, monkeypatch):
    monkeypatch.setenv("OPENSHFL", str(built("openshfl")))
    return importlib.import_module("openshfl.kernels")


def test_package(model, amd, rvv, groups, package):
    """The examples of the documentation, the version and the type hints."""
    assert doctest.testmod(model) == (0, 7) and doctest.testmod(amd) == (0, 3)
    assert doctest.testmod(rvv) == (0, 3) and doctest.testmod(groups) == (0, 7)
    assert f'\nversion = "{model.__version__}"\n' in (ROOT / "pyproject.toml").read_text()
    assert (package / "openshfl/py.typed").exists()


# ---- explain


TEXTS = [
    ("SHFL.UP P1, R2, R1, R5, 0", {"init": {"R5": "lane+1"}}, ["--init", "R5=lane+1"]),
    ("quadSwapX(v)", {"lanes": 64, "active": 0xFF}, ["--lanes", "64", "--active", "0xff"]),
    ("REDUX.SUM UR4, R2", {"init": {"R2": "lane"}, "active": 0xFF}, ["--init", "R2=lane", "--active", "0xff"]),
    ("ds_bpermute_b32 v1, v2, v0", {"gpu": "gfx90a", "address": "lane*4"}, ["--gpu", "gfx90a", "--address", "lane*4"]),
]
TEXTS += [
    ("__syncthreads_count(p)", {"block": 256, "let": {"p": "lane<40"}}, ["--block", "256", "--let", "p=lane<40"]),
    ("dFdx(v)", {"init": {"Ra": "float:[0.5,1]"}}, ["--init", "Ra=float:[0.5,1]"]),
]
TEXTS_REFUSED = [
    ("hello", {}, "expected a shuffle"),
    ("__shfl(v, i)", {}, "i is not known"),
    ("quadSwapX(v)", {"lanes": 3}, "2, 4, 8"),
    ("v_nop", {"gpu": "sm_90"}, "gfx90a"),
    ("quadSwapX(v)", {"active": 1 << 40}, "mask"),
    ("quadSwapX(v)", {"let": {str(i): i for i in range(65)}}, "at most 64"),
]


def test_explain(model, openshfl):
    """The same as the command, and its messages."""
    for text, options, words in TEXTS:
        assert model.explain(text, **options) == json.loads(run([openshfl, "explain", *words, "--json", text]).stdout)
    for text, options, message in TEXTS_REFUSED:
        with pytest.raises(ValueError, match=message):
            model.explain(text, **options)


@slow
def test_each_spelling(model, openshfl):
    """A text of each row of the table: what the command has, or its message."""
    for text in shape.spellings(run([openshfl, "explain", "--languages"]).stdout):
        done = run([openshfl, "explain", "--json", text], status=None)
        if done.returncode == 0:
            assert model.explain(text) == json.loads(done.stdout), text
        else:
            with pytest.raises(ValueError, match=re.escape(done.stderr.removeprefix("openshfl: explain: ").strip())):
                model.explain(text)


# ---- shuffle


@slow
def test_every_warp(model, openshfl):
    """Level ptx of the conformance kit."""
    mode, segmask, clamp, index = np.ix_(range(4), *[range(32)] * 3)
    ra = np.broadcast_to(LANES, (4, 32, 32, 32, 32))
    result = model.shuffle(mode, index[..., None], (segmask << 8 | clamp)[..., None], ra)
    expected = subprocess.run([BUILD / "openshfl", "conform", "--expect", "ptx"], check=True, stdout=subprocess.PIPE)
    assert (result.src_lane + 64 * result.pu).astype(np.uint8).tobytes() == expected.stdout
    assert (result.rd == result.src_lane).all() and result.we.all()


@pytest.mark.parametrize("policy", ["ZERO", "OWN", "RAW"])
@pytest.mark.parametrize("mode", ["IDX", "UP", "DOWN", "BFLY"])
def test_operands_of_all_warps(model, mode, policy):
    """One warp is asked for them; with its operands written out, each warp is."""
    ra = np.random.default_rng(1).standard_normal((3, 5, 16)).astype(np.float32)
    for sb, sc, active in ((3, 15, True), (LANES[:16] % 7, 0x0C03, 0x5BF7), (9, 7, LANES[:16] % 3 > 0)):
        once = model.shuffle(mode, sb, sc, ra, active, policy)
        each = model.shuffle(mode, np.broadcast_to(sb, ra.shape), sc, ra, active, policy)
        for name in once._fields:
            np.testing.assert_array_equal(getattr(once, name), getattr(each, name))
            assert getattr(once, name).dtype == getattr(each, name).dtype


@slow
@pytest.mark.parametrize("dtype", ["u1", "i2", "f2", "i4", "f4", "u8", "f8", "?"])
def test_dtype(model, dtype):
    """Values keep their bits: lane k reads lane 31 - k."""
    ra = np.arange(100, 132).astype(dtype)
    assert model.shuffle("bfly", 31, 31, ra).rd.tobytes() == ra[::-1].tobytes()
    assert model.shuffle("idx", -31, 31, ra).rd.dtype == dtype


def test_policies(model):
    for policy, word in (("zero", 0), (model.OWN, 11), (2, 13)):
        result = model.shuffle(model.DOWN, 2, 3, [10, 11, 12, 13], [True, True, True, False], policy)
        assert list(result.rd[:3]) == [12, word, 12]
        assert list(result.pu) == [True, True, False, False] and list(result.we) == [True, True, True, False]
        assert list(result.src_active) == [True, False, True, False]


@slow
def test_integer_mask(model):
    """Bit k is lane k, in each warp."""
    for lanes, mask in ((32, 0xFFFF), (64, 1 << 63 | 5), (4, np.uint8(5)), (2, 0)):
        members = [bool(int(mask) >> k & 1) for k in range(lanes)]
        for given in (mask, members):
            result = model.shuffle("idx", 0, lanes - 1, np.ones((3, lanes)), given)
            assert (result.we == members).all() and (result.rd == members[0]).all()


# ---- CUDA's names


@slow
@pytest.mark.parametrize("call", ["idx", "up", "down", "xor"])
def test_cuda(model, call):
    """Every width, argument and lane."""
    function = getattr(model, "shfl_sync" if call == "idx" else f"shfl_{call}_sync")
    for lanes in (32, 64):
        for width in (1 << n for n in range(lanes.bit_length())):
            for argument in range(lanes):
                expected = [100 + cuda(call, lane, argument, width, lanes) for lane in range(lanes)]
                assert list(function(np.arange(100, 100 + lanes), argument, width)) == expected, (width, argument)
        assert list(function(range(lanes), 3)) == [cuda(call, lane, 3, lanes, lanes) for lane in range(lanes)]


@slow
def test_cuda_members(model):
    """A lane outside of the mask keeps its value, and gives 0. Each lane may have its own operand."""
    x = LANES + 100
    for mask in (0x0000FFFE, (LANES > 0) & (LANES < 16)):
        assert list(model.shfl_up_sync(x, 1, mask=mask)) == [100, 0, *range(101, 115), *range(116, 132)]
    read = model.shfl_sync(np.array([LANES, 2 * LANES], np.float32), 31 - LANES, width=8)
    assert read.dtype == np.float32 and list(read[1, :9]) == [14, 12, 10, 8, 6, 4, 2, 0, 30]


# ---- vote, match and redux


@slow
def test_votes(model):
    """Every mask of four lanes with every predicate, in one array: by Python's all and any."""
    masks, words = np.divmod(np.arange(256), 16)
    members, p = [(word[:, None] >> np.arange(4) & 1).astype(bool) for word in (masks, words)]
    ballot, every, some = (f(p, members) for f in (model.ballot_sync, model.all_sync, model.any_sync))
    assert ballot.dtype == np.uint32 and every.dtype == bool
    for n in range(256):
        voted = [bool(p[n, k]) for k in range(4) if members[n, k]]
        for k in range(4):
            expected = (masks[n] & words[n], all(voted), any(voted)) if members[n, k] else (0, False, False)
            assert (ballot[n, k], every[n, k], some[n, k]) == expected, (n, k)
    assert model.ballot_sync(np.arange(64) % 3, 1 << 63 | 7).tolist() == [6, 6, 6] + [0] * 60 + [6]
    assert model.ballot_sync(WAVE > 62)[0] == 1 << 63


@slow
@pytest.mark.parametrize("dtype", ["u1", "i2", "i4", "u8", "f4"])
def test_match(model, dtype):
    """Values are compared bit by bit."""
    x = np.array([3, 5, 3, 3, 5, 7, 3, 5]).astype(dtype)
    mask = 0b01111111
    same = [[j for j in range(7) if x[j] == x[k]] for k in range(7)]
    assert model.match_any_sync(x, mask).tolist() == [sum(1 << j for j in lanes) for lanes in same] + [0]
    rd, p = model.match_all_sync(np.stack([x, x * 0]), mask)
    assert rd.tolist() == [[0] * 8, [mask] * 7 + [0]] and p.tolist() == [[False] * 8, [True] * 7 + [False]]
    assert model.match_any_sync([0.0, -0.0]).tolist() == [1, 2]


@slow
@pytest.mark.parametrize("dtype", ["u1", "i1", "i4", "u4", "i8"])
def test_reduce(model, dtype):
    """By numpy's functions, also where a sum overflows."""
    x = np.random.default_rng(5).integers(-(2**62), 2**62, (3, 32)).astype(dtype)
    members = LANES % 3 != 1
    for name, function in (("add", np.add), ("min", np.minimum), ("max", np.maximum), ("and", np.bitwise_and),
                           ("or", np.bitwise_or), ("xor", np.bitwise_xor)):  # fmt: skip
        got = getattr(model, f"reduce_{name}_sync")(x, members)
        expected = function.reduce(x[:, members], axis=-1, dtype=x.dtype)
        assert got.dtype == x.dtype and (got == np.where(members, expected[:, None], x)).all(), name


# ---- groups by rank, barriers, quads


@slow
def test_groups(groups):
    """By the rules of test_conform_kinds: each operation in groups of three labels; few or most lanes execute."""
    random = np.random.default_rng(7)
    for few in (2, 4, 7):
        x, label, mask = random.integers(0, 9, 32), random.integers(0, 3, 32), random.integers(0, 8, 32) < few
        index = int(random.integers(0, 5))
        got = {
            "size": groups.size(mask, label),
            "rank": groups.thread_rank(mask, label),
            "shfl": groups.shfl(x, index, mask, label),
            "shfl_up": groups.shfl_up(x, index, mask, label),
            "shfl_down": groups.shfl_down(x, index, mask, label),
            "ballot": groups.ballot(x & 1, mask, label),
            "any": groups.any_(x & 1, mask, label),
            "all": groups.all_(x & 1, mask, label),
            "match_any": groups.match_any(x, mask, label),
            "match_all": groups.match_all(x // 5, mask, label)[0],
            "reduce": groups.reduce(x, "add", mask, label),
            "inclusive_scan": groups.inclusive_scan(x, "add", mask, label),
            "exclusive_scan": groups.exclusive_scan(x, "add", mask, label),
        }
        members = np.flatnonzero(mask).tolist()
        s = types.SimpleNamespace(lanes=32, tile=0, count=members, writes=members, label=label, index=[index] * 32)
        for name, values in got.items():
            s.op, s.v = OPERATIONS["tile"].index(name), (x // 5 if name == "match_all" else x).tolist()
            for k, one in enumerate(by_rank(s)):
                rd, p = one or (None, None)
                want = rd if rd is not None else p if p is not None else x[k]  # a rank that there is not
                assert one is None or values[k] == want, (name, k)
        y, same = x - 5, label == label[31]
        assert groups.reduce(y, "max", True, label)[31] == max(y[same])
        assert groups.exclusive_scan(y, "min", True, label)[31] == min(y[:31][same[:31]], default=0)
        assert ((got["match_all"] != 0) == groups.match_all(x // 5, mask, label)[1])[mask].all()
        assert (got["shfl"][~mask] == x[~mask]).all() and not got["ballot"][~mask].any()


@slow
def test_barriers(groups):
    """By Python's sum, all and any, of the threads that have not exited."""
    random = np.random.default_rng(8)
    for threads in (1, 31, 33, 100, 1024):
        p, exited = random.integers(0, 3, (4, threads)), random.integers(0, 2, threads) == 1
        exited[0] = False
        p[0], p[1] = 0, 2
        count, every, some = (
            f(p, exited) for f in (groups.syncthreads_count, groups.syncthreads_and, groups.syncthreads_or)
        )
        for n in range(4):
            there = [bool(p[n, t]) for t in range(threads) if not exited[t]]
            assert (count[n], every[n], some[n]) == (sum(there), all(there), any(there)), (threads, n)


@slow
def test_block_shuffle(groups):
    """By slices of the items."""
    x, old = np.arange(100.0, 112.0), -np.arange(12.0)
    move = functools.partial(groups.block_shuffle, x, old=old)
    assert (move("offset", 5) == [*x[5:], *old[7:]]).all() and (move("offset", -12) == old).all()
    assert (move("offset", 5, documented=True) == [*x[5:11], *old[6:]]).all()
    assert (move("rotate", 5) == np.roll(x, -5)).all()
    assert (move("up", items=4) == [old[0], *x[:11]]).all() and (move("down", items=3) == [*x[1:], old[11]]).all()
    assert (move("down", items=3, documented=True) == [*x[1:10], old[9], x[11], old[11]]).all()
    assert groups.block_shuffle([[1, 2], [3, 4]], "up").tolist() == [[0, 1], [0, 3]]


@slow
def test_quads(groups):
    """By hand, and movmatrix by numpy's transpose."""
    x = np.float32([1, 3, 10, 7])
    assert groups.quad_swap(x, "diagonal").tolist() == [7, 10, 3, 1]
    assert groups.quad_broadcast([x, -x], 2).tolist() == [[10] * 4, [-10] * 4]
    assert groups.dfdx(x).tolist() == [2, 2, -3, -3] and groups.dfdy(x).tolist() == [9, 4, 9, 4]
    assert groups.dfdx(x, coarse=True).tolist() == [2] * 4 and groups.fwidth(x).tolist() == [11, 6, 12, 7]
    matrix = np.random.default_rng(9).integers(0, 1 << 16, (8, 8)).astype("<u2")
    turned = groups.movmatrix(matrix.view("<u4").reshape(32))
    assert (turned.astype("<u4").view("<u2").reshape(8, 8) == matrix.T).all()


# ---- AMD


@slow
def test_amd(amd):
    """Each option reaches the model, by hand from docs/amd.md; src of lane k is k, old is -1."""
    for op, control, options, lanes in [
        ("dpp16", 0x111, {}, {0: -1, 1: 0, 15: 14, 16: -1}),  # row_shr:1
        ("dpp16", 0x111, {"bc": True}, {0: 0, 1: 0, 16: 0}),
        ("dpp16", 0x01B, {"row_mask": 2}, {0: -1, 16: 19, 32: -1}),  # quad_perm:[3,2,1,0] in row 1 only
        ("bpermute", 4, {"addr": 4 * WAVE}, {0: 1, 5: 6, 63: 0}),  # lane n/4 of address plus offset
        ("readfirstlane", 0, {"exec": 0b1100}, {0: 2}),
        ("bpermute", 0, {"addr": 4, "exec": 1}, {0: 0, 1: -1}),
    ]:
        result = amd.cross_lane(op, WAVE, control, gen="gfx9", old=-1, **options)
        assert {lane: int(result.rd[lane]) for lane in lanes} == lanes, (op, control, options)
        assert not result.open.any() or op == "bpermute"


@slow
def test_amd_operations_and_generations(amd):
    """The numbers are those of the header, and the operations of gfx11 are legal with control 0."""
    header = (ROOT / "model/shfl_defs.h").read_text()
    for kind, members in (("gen", amd.Gen), ("op", amd.Op)):
        names = re.search(rf"enum shfl_amd_{kind} {{(.*?)}};", re.sub(r"/\*.*?\*/", "", header, flags=re.S), re.S)[1]
        assert re.findall(r"SHFL_AMD_(\w+)", names) == list(members.__members__)
    for op in list(amd.Op)[: amd.Op.PERMLANE64 + 1]:
        result = amd.cross_lane(op, np.ones((2, 64), np.float32), np.uint8(0), gen="gfx11")
        assert result.rd.dtype == np.float32 and result.rd.shape == result.open.shape == (2, 64)


@slow
def test_amd_open(amd):
    """row_bcast:15 in the lanes of row 0, docs/amd.md 9.1."""
    assert list(amd.cross_lane("dpp16", WAVE, 0x142, gen="gfx9").open) == [1] * 16 + [0] * 48


# ---- RISC-V


@slow
def test_rvv(rvv):
    """Each option reaches the model, by hand from docs/rvv.md; vs2 is 10, 11 .., vd is 99."""
    vs2, low = np.arange(10, 26, dtype=np.uint8), np.arange(16) < 3
    for op, options, expected in [
        ("gather", {"vs1": [15, 16, 255, 0] * 4, "vl": 4}, [25, 0, 0, 10, 99, 99]),
        ("gather_ei16", {"vs1": [65535, 256, 3, 3] * 4, "vl": 4}, [0, 0, 13, 13, 99]),
        ("gather_x", {"x": 1 << 32, "vl": 2}, [0, 0, 99]),
        ("slideup", {"x": 2, "vl": 4}, [99, 99, 10, 11, 99]),
        ("slidedown", {"x": 2**64 - 1, "vl": 1}, [0, 99]),
        ("slide1up", {"x": 0x1FE, "mask": low}, [254, 10, 11, 99, 99]),
        ("slide1up", {"x": 7, "vl": 4, "vstart": 2}, [99, 99, 11, 12, 99]),
        ("slide1down", {"x": 7, "vl": 4, "vta": True}, [11, 12, 13, 7, 99]),
        ("slide1down", {"x": 7, "vl": 4, "vta": True, "ones": True}, [11, 12, 13, 7, 255]),
        ("slide1down", {"x": 7, "vl": 4, "mask": low, "vma": True, "ones": True}, [11, 12, 13, 255, 99]),
        ("compress", {"vs1": ~low, "vl": 5}, [13, 14, 99, 99]),
        ("slidedown", {"x": 1, "lmul": 0.25}, [11, 12, 13, 0, 99]),
        ("slidedown", {"x": 15, "lmul": 2}, [25, 0, 0]),  # two registers of 64 bits
    ]:
        got = rvv.permute(op, vs2, vd=99, **options)
        assert got.dtype == np.uint8 and list(got[: len(expected)]) == expected, (op, options)
    assert list(rvv.permute("gather_x", np.float64([1.5, -2.5]), x=1, vd=0.5, vl=1)) == [-2.5, 0.5]


@slow
def test_rvv_operations(rvv):
    """The numbers are those of the header."""
    names = re.search(r"enum shfl_rvv_op {(.*?)};", (ROOT / "model/shfl_defs.h").read_text(), re.S)[1]
    assert re.findall(r"SHFL_RVV_(\w+)", names) == list(rvv.Op.__members__)


# ---- what is refused: the function, the arguments that differ from legal ones, and what the message names

LEGAL = {
    "shuffle": {"mode": 1, "sb": 1, "sc": 31, "ra": LANES},
    "shfl_sync": {"x": LANES, "src": 1},
    "ballot_sync": {"predicate": LANES},
    "reduce_add_sync": {"x": LANES},
    "size": {"mask": 0xFF},
    "shfl": {"x": LANES, "rank": 1},
    "reduce": {"x": LANES},
    "syncthreads_count": {"predicate": LANES},
    "block_shuffle": {"x": LANES, "op": "rotate"},
    "quad_swap": {"x": LANES, "direction": 0},
    "quad_broadcast": {"x": LANES, "number": 0},
    "movmatrix": {"x": LANES},
    "cross_lane": {"op": "dpp16", "src": WAVE, "control": 0x111, "gen": "gfx9"},
    "permute": {"op": "gather", "vs2": np.arange(8), "vs1": np.arange(8), "lmul": 4},
}
REFUSED = [
    ("shuffle", {"mode": 4}, "mode: .* IDX, UP, DOWN or BFLY"),
    ("shuffle", {"mode": [1, 1]}, r"mode: .*\(2,\)"),
    ("shuffle", {"ra": range(5)}, r"ra: .* lanes .*\(5,\)"),
    ("shuffle", {"ra": ["a"] * 32}, "ra: .* integers or floats"),
    ("shuffle", {"ra": np.zeros(32, complex)}, "ra: .* 64 bits, not complex128"),
    ("shuffle", {"sb": 1.5}, "sb: .* integers, not float64"),
    ("shuffle", {"sc": np.zeros(7, int)}, r"sc: .*\(32,\), not \(7,\)"),
    ("shuffle", {"active": [True] * 16}, r"active: .*32 lanes .*\(16,\)"),
    ("shuffle", {"active": -1}, "active: .* not -0x1"),
    ("shuffle", {"policy": 3}, "policy: .* not 3"),
    ("ballot_sync", {"predicate": 0xFFFFFFFF, "mask": LANES}, "predicate: .* lanes in the last axis"),  # CUDA's order
    ("shfl_sync", {"width": 12}, "width: .* power of two, 1 to the 32 lanes of x, not 12"),
    ("size", {"lanes": 5}, "lanes: .* not 5"),
    ("size", {"label": range(16)}, r"label: .*32\], not \(16,\)"),
    ("shfl", {"rank": -1}, "rank: .* not -1"),
    ("reduce", {"op": "sub"}, "op: .* not 'sub'"),
    ("syncthreads_count", {"predicate": np.zeros(1025)}, r"predicate: .* 1 to 1024 .*\(1025,\)"),
    ("syncthreads_count", {"exited": 1}, "exited: expected bool, not int64"),
    ("syncthreads_count", {"exited": [True] * 3}, r"exited: .*\(32,\), not \(3,\)"),
    ("block_shuffle", {"op": "left"}, "op: expected one of OFFSET, ROTATE, UP, DOWN, not 'left'"),
    ("block_shuffle", {"distance": 32}, "distance: expected 1 to 31, not 32"),
    ("block_shuffle", {"items": 2}, "items: expected 1 with rotate, not 2"),
    ("block_shuffle", {"x": np.zeros(1025)}, "x: expected 1 to 1024 threads of 1 items"),
    ("quad_swap", {"x": [1, 2]}, "x: expected 4 lanes or more, not 2"),
    ("quad_broadcast", {"number": 4}, "number: expected 0 to 3, not 4"),
    ("movmatrix", {"x": LANES / 2}, "x: expected integers in 32 lanes, not float64"),
    ("cross_lane", {"gen": "gfx942"}, "gen: .*not 'gfx942'"),
    ("cross_lane", {"op": "permlane64"}, "op: GFX9 does not have PERMLANE64"),
    ("cross_lane", {"src": LANES}, "src: GFX9 has no waves of 32 lanes"),
    ("cross_lane", {"control": 0x160}, "control: 0x160 is reserved for DPP16 in GFX9"),
    ("cross_lane", {"control": -1}, "control: .* 64 bits, not -1"),
    ("cross_lane", {"row_mask": 16}, "row_mask: .* 4 bits, not 16"),
    ("permute", {"vs2": [True] * 8}, "vs2: .* not bool"),
    ("permute", {"vs2": [[0] * 8]}, r"vs2: .* one axis, not shape \(1, 8\)"),
    ("permute", {"vs2": range(7), "vs1": 0, "lmul": 1}, "vs2: .* registers of 64 to 1024 bits"),
    ("permute", {"vs2": np.zeros(3, np.uint8), "vs1": 0, "lmul": 2}, "vs2: .* 2 registers, not 3"),
    ("permute", {"vs1": -np.arange(8)}, "vs1: .* 64 bits"),
    ("permute", {"op": "gather_ei16", "vs1": [65536] * 8}, "vs1: .* 16 bits"),
    ("permute", {"op": "compress"}, "vs1: expected bool, not int64"),
    ("permute", {"lmul": 3}, "lmul: .* not 3"),
    ("permute", {"lmul": 0.5}, "lmul: expected 1/64 of the bits"),
    ("permute", {"op": "gather_ei16", "vs2": np.zeros(64, np.uint8), "vs1": 0, "lmul": 8}, "lmul: the indices"),
    ("permute", {"vl": 9}, "vl: more"),
    ("permute", {"vl": -1}, "vl, vstart: .* not negative"),
    ("permute", {"vstart": 8}, "vstart: expected an element"),
    ("permute", {"op": "compress", "vs1": True, "vstart": 1}, "vstart: .* COMPRESS 0"),
    ("permute", {"op": "compress", "vs1": True, "mask": True}, "mask: COMPRESS has none"),
    ("permute", {"mask": [True] * 7}, r"mask: .*\(8,\)"),
]


@slow
@pytest.mark.parametrize(("name", "argument", "message"), REFUSED)
def test_refused(model, amd, rvv, groups, name, argument, message):
    module = next(each for each in (amd, rvv, groups, model) if hasattr(each, name))
    with pytest.raises((ValueError, TypeError), match=message):
        getattr(module, name)(**LEGAL[name] | argument)


# ---- kernels


@pytest.mark.needs("clang")
def test_kernels(kernels, model):
    """The page's example; arrays of each type, a race by name and line, and what is undefined, element by element."""
    assert doctest.testmod(kernels) == (0, 5) and model.kernel is kernels.Kernel
    text = """__global__ void k(const double *x, short *y, float scale, long long n) {
    __shared__ int tile[32];
    if (threadIdx.x < 4) tile[threadIdx.x] = n;
    y[threadIdx.x] = (short)(scale * x[threadIdx.x]) + tile[threadIdx.x ^ 1];
    printf("%d ", (int)threadIdx.x);
}
"""
    x, y = np.arange(8) / 2, np.zeros((2, 4), np.int16)
    done = kernels.Kernel(text).launch(1, 8, x, y, 2.0, np.int64(100))
    assert y[0].tolist() == [100, 101, 102, 103] and done.printed == "0 1 2 3 4 5 6 7 "
    assert done.undefined[1].tolist() == [[False] * 4, [True] * 4] and not done.undefined[0].any()
    assert {(one.name, one.line, one.other_line) for one in done.findings if one.name == "race"} == {("race", 4, 3)}
    for arguments, why in [((x, y, 2.0, 100), "a scalar of 4 bytes"), ((x,), "no value"), ((x, [1]), "argument 1")]:
        with pytest.raises((ValueError, TypeError), match=why):
            kernels.Kernel(text).launch(1, 8, *arguments)


@pytest.mark.needs("clang")
def test_fixture(kernels, package, tmp_path):
    """A finding fails the test of who uses it; no command is an error that says the way on."""
    (tmp_path / "test_it.py").write_text(
        "import numpy as np\n"
        "def test_it(checked_kernel):\n"
        "    text = '__global__ void k(int *a) { a[0] = __shfl_sync(1, 7, 0); }'\n"
        "    checked_kernel(text).launch(1, 2, np.zeros(1, np.int32))\n"
    )
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    site = {"PYTHONPATH": str(package), "PATH": "/usr/bin:/bin"}
    assert "line 1: shfl: undefined: lane 1" in run(words, status=1, env={**site, "OPENSHFL": built("openshfl")}).stdout
    assert "FileNotFoundError: kernels are run by the command openshfl" in run(words, status=1, env=site).stdout
