# SPDX-License-Identifier: Apache-2.0
"""The Python package, python: its arguments, CUDA's, AMD's and RISC-V's names. The model has its own tests."""

import doctest
import importlib
import json
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import BUILD, ROOT, built, run
from test_amd import cuda
from test_collective import texts

slow = pytest.mark.slow  # but for a few, which use the package if it is there
LANES, WAVE = np.arange(32), np.arange(64)


@pytest.fixture(scope="module")
def package_of(model):
    """A module of the package, or the package."""
    return lambda name: importlib.import_module(f"openshfl.{name}".rstrip("."))


@pytest.fixture
def kernels(package_of, monkeypatch):
    monkeypatch.setenv("OPENSHFL", str(built("openshfl")))
    return package_of("kernels")


def test_package(model, package_of, package):
    """The examples of the documentation, the version and the type hints."""
    for name, examples in {"": 7, "amd": 3, "rvv": 3, "groups": 4}.items():
        assert doctest.testmod(package_of(name)) == (0, examples)
    assert f'\nversion = "{model.__version__}"\n' in (ROOT / "pyproject.toml").read_text()
    assert (package / "openshfl/py.typed").exists()


# ---- explain


TEXTS = [
    ("SHFL.UP P1, R2, R1, R5, 0", {"init": {"R5": "lane+1"}}, ["--init", "R5=lane+1"]),
    ("quadSwapX(v)", {"lanes": 64, "active": 0xFF}, ["--lanes", "64", "--active", "0xff"]),
    ("REDUX.SUM UR4, R2", {"init": {"R2": "lane"}, "active": 0xFF}, ["--init", "R2=lane", "--active", "0xff"]),
    ("ds_bpermute_b32 v1, v2, v0", {"gpu": "gfx90a", "address": "lane*4"}, ["--gpu", "gfx90a", "--address", "lane*4"]),
    ("__syncthreads_count(p)", {"block": 256, "let": {"p": "lane<40"}}, ["--block", "256", "--let", "p=lane<40"]),
    ("dFdx(v)", {"init": {"Ra": "float:[0.5,1]"}}, ["--init", "Ra=float:[0.5,1]"]),
]
TEXTS_REFUSED = [
    ("hello", {}, "expected a shuffle"), ("__shfl(v, i)", {}, "i is not known"), ("v_nop", {"gpu": "sm_90"}, "gfx90a"),
    *(("quadSwapX(v)", *row) for row in (({"lanes": 3}, "2, 4, 8"), ({"active": 1 << 40}, "mask"),
                                         ({"let": {str(i): i for i in range(65)}}, "at most 64"))),
]  # fmt: skip


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
    for text in texts():
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


# ---- calls by hand


def test_policies(model):
    for policy, word in (("zero", 0), (model.OWN, 11), (2, 13)):
        result = model.shuffle(model.DOWN, 2, 3, [10, 11, 12, 13], [True, True, True, False], policy)
        assert list(result.rd[:3]) == [12, word, 12]
        assert list(result.pu) == [True, True, False, False] and list(result.we) == [True, True, True, False]
        assert list(result.src_active) == [True, False, True, False]


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


X = np.array([5, 1, 7, 2, 9, 4, 6, 3])
GROUPS = {"mask": 0x7F, "label": [0, 1] * 4}  # lanes 0, 2, 4, 6 have 5, 7, 9, 6, and lanes 1, 3, 5 have 1, 2, 4
SAME, HALF = np.array([3, 5, 3, 3, 5, 7, 3, 5], np.float32), {"mask": 0x7F}
VS2, LOW = {"vs2": np.arange(10, 26, dtype=np.uint8), "vd": 99}, np.arange(16) < 3
DPP = {"src": WAVE, "gen": "gfx9", "old": -1}
# function, arguments, and what the first lanes get; of several results a list of each
CALLS = [
    # a lane outside of the mask keeps its value, or gets 0; of a mask that is a number bit k is lane k
    ("shfl_up_sync", {"x": LANES + 100, "delta": 1, "mask": 0xFFFE}, [100, 0, *range(101, 115), *range(116, 132)]),
    ("shfl_sync", {"x": np.float32([2 * LANES]), "src": 31 - LANES, "width": 8}, [14, 12, 10, 8, 6, 4, 2, 0, 30]),
    ("ballot_sync", {"predicate": X & 1, "mask": 0x37}, [0x17] * 3 + [0] + [0x17] * 2 + [0] * 2),
    ("ballot_sync", {"predicate": WAVE % 3, "mask": 1 << 63 | 7}, [6, 6, 6] + [0] * 60 + [6]),
    ("ballot_sync", {"predicate": WAVE > 62}, [1 << 63]),
    ("all_sync", {"predicate": X > 1, "mask": 0x7D}, [True, False, True]),
    ("any_sync", {"predicate": X > 8, "mask": 0xEF}, [False] * 8),
    ("match_any_sync", {"x": SAME, **HALF}, [0x4D, 0x12, 0x4D, 0x4D, 0x12, 0x20, 0x4D, 0]),
    ("match_any_sync", {"x": [0.0, -0.0]}, [1, 2]),
    ("match_all_sync", {"x": SAME * 0, **HALF}, [[0x7F] * 7 + [0], [True] * 7 + [False]]),
    ("match_all_sync", {"x": SAME, **HALF}, [[0] * 8, [False] * 8]),
    ("groups.size", {"lanes": 8, **GROUPS}, [4, 3, 4, 3, 4, 3, 4]),
    ("groups.thread_rank", {"lanes": 8, **GROUPS}, [0, 0, 1, 1, 2, 2, 3]),
    ("groups.shfl", {"x": X, "rank": 2, **GROUPS}, [9, 4, 9, 4, 9, 4, 9, 3]),
    ("groups.shfl_up", {"x": X, "delta": 1, **GROUPS}, [5, 1, 5, 1, 7, 2, 9]),
    ("groups.shfl_down", {"x": X, "delta": 1, **GROUPS}, [7, 2, 9, 4, 6, 4, 6]),
    ("groups.ballot", {"predicate": X & 1, **GROUPS}, [7, 1, 7, 1, 7, 1, 7, 0]),
    ("groups.any_", {"predicate": X > 4, **GROUPS}, [True, False] * 3 + [True]),
    ("groups.all_", {"predicate": X > 4, **GROUPS}, [True, False] * 3 + [True]),
    ("groups.match_any", {"x": X // 2, **GROUPS}, [1, 1, 10, 2, 4, 4, 10]),
    ("groups.match_all", {"x": X // 7, **GROUPS}, [[0, 7, 0, 7], [False, True, False]]),
    ("groups.reduce", {"x": X, "op": "add", **GROUPS}, [27, 7, 27, 7, 27, 7, 27]),
    ("groups.reduce", {"x": X - 5, "op": "max", **GROUPS}, [4, -1, 4, -1]),
    ("groups.inclusive_scan", {"x": X, "op": "add", **GROUPS}, [5, 1, 12, 3, 21, 7, 27]),
    ("groups.exclusive_scan", {"x": X - 5, "op": "min", **GROUPS}, [0, 0, 0, -4, 0, -4, 0]),
    # from docs/amd.md
    ("amd.cross_lane", {"op": "dpp16", "control": 0x111, **DPP}, [-1, *range(15), -1]),  # row_shr:1
    ("amd.cross_lane", {"op": "dpp16", "control": 0x111, "bc": True, **DPP}, [0, *range(15), 0]),
    ("amd.cross_lane", {"op": "dpp16", "control": 0x01B, "row_mask": 2, **DPP}, [-1] * 16 + [19, 18, 17, 16]),
    ("amd.cross_lane", {"op": "bpermute", "control": 4, "addr": 4 * WAVE, **DPP}, [*range(1, 64), 0]),
    ("amd.cross_lane", {"op": "bpermute", "control": 0, "addr": 4, "exec": 1, **DPP}, [0, -1]),
    # from docs/rvv.md
    ("rvv.permute", {"op": "gather", "vs1": [15, 16, 255, 0] * 4, "vl": 4, **VS2}, [25, 0, 0, 10, 99, 99]),
    ("rvv.permute", {"op": "gather_ei16", "vs1": [65535, 256, 3, 3] * 4, "vl": 4, **VS2}, [0, 0, 13, 13, 99]),
    ("rvv.permute", {"op": "gather_x", "x": 1 << 32, "vl": 2, **VS2}, [0, 0, 99]),
    ("rvv.permute", {"op": "slide1up", "x": 0x1FE, "mask": LOW, **VS2}, [254, 10, 11, 99, 99]),
    ("rvv.permute", {"op": "slide1up", "x": 7, "vl": 4, "vstart": 2, **VS2}, [99, 99, 11, 12, 99]),
    ("rvv.permute", {"op": "slide1down", "x": 7, "vl": 4, "vta": True, "ones": True, **VS2}, [11, 12, 13, 7, 255]),
    ("rvv.permute", {"op": "slide1down", "x": 7, "vl": 4, "mask": LOW, "vma": True, "ones": True, **VS2},
     [11, 12, 13, 255, 99]),
    ("rvv.permute", {"op": "compress", "vs1": ~LOW, "vl": 5, **VS2}, [13, 14, 99, 99]),
    ("rvv.permute", {"op": "slidedown", "x": 15, "lmul": 2, **VS2}, [25, 0, 0]),  # two registers of 64 bits
    ("rvv.permute", {"op": "gather_x", "vs2": np.float64([1.5, -2.5]), "x": 1, "vd": 0.5, "vl": 1}, [-2.5, 0.5]),
]  # fmt: skip


@slow
@pytest.mark.parametrize("name, arguments, expected", CALLS, ids=[f"{of[0]}-{n}" for n, of in enumerate(CALLS)])
def test_call(package_of, name, arguments, expected):
    module, _, function = name.rpartition(".")
    got = getattr(package_of(module), function)(**arguments)
    got = got.rd if hasattr(got, "rd") and module == "amd" else got
    pairs = zip(got, expected, strict=True) if isinstance(expected[0], list) else [(got, expected)]
    for lanes, want in pairs:
        assert np.ravel(lanes).tolist()[: len(want)] == want


@slow
def test_numbers_of_the_header(package_of):
    """The enumerations have the names of the header in its order; the operations of gfx11 are legal with control 0."""
    amd, header = package_of("amd"), (ROOT / "model/shfl_defs.h").read_text()
    for kind, members in (("amd_gen", amd.Gen), ("amd_op", amd.Op), ("rvv_op", package_of("rvv").Op)):
        names = re.search(rf"enum shfl_{kind} {{(.*?)}};", re.sub(r"/\*.*?\*/", "", header, flags=re.S), re.S)[1]
        assert re.findall(r"SHFL_[A-Z]+_(\w+)", names) == list(members.__members__)
    for op in list(amd.Op)[: amd.Op.PERMLANE64 + 1]:
        result = amd.cross_lane(op, np.ones((2, 64), np.float32), np.uint8(0), gen="gfx11")
        assert result.rd.dtype == np.float32 and result.rd.shape == result.open.shape == (2, 64)
    # row_bcast:15 in the lanes of row 0, docs/amd.md 9.1
    assert list(amd.cross_lane("dpp16", WAVE, 0x142, gen="gfx9").open) == [1] * 16 + [0] * 48


# ---- what is refused: the function, the arguments that differ from legal ones, and what the message names

LEGAL = {
    "shuffle": {"mode": 1, "sb": 1, "sc": 31, "ra": LANES}, "shfl_sync": {"x": LANES, "src": 1},
    "ballot_sync": {"predicate": LANES}, "reduce_add_sync": {"x": LANES}, "size": {"mask": 0xFF},
    "shfl": {"x": LANES, "rank": 1}, "reduce": {"x": LANES},
    "cross_lane": {"op": "dpp16", "src": WAVE, "control": 0x111, "gen": "gfx9"},
    "permute": {"op": "gather", "vs2": np.arange(8), "vs1": np.arange(8), "lmul": 4},
}  # fmt: skip
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
    ("shfl", {"rank": -1}, "rank: .* not -1"),
    ("reduce", {"op": "sub"}, "op: .* not 'sub'"),
    ("cross_lane", {"gen": "gfx942"}, "gen: .*not 'gfx942'"),
    ("cross_lane", {"op": "permlane64"}, "op: GFX9 does not have PERMLANE64"),
    ("cross_lane", {"src": LANES}, "src: GFX9 has no waves of 32 lanes"),
    ("cross_lane", {"control": 0x160}, "control: 0x160 is reserved for DPP16 in GFX9"),
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
]


@slow
@pytest.mark.parametrize(("name", "argument", "message"), REFUSED)
def test_refused(package_of, name, argument, message):
    module = next(each for each in map(package_of, ("amd", "rvv", "groups", "")) if hasattr(each, name))
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


@pytest.mark.slow
@pytest.mark.needs("clang")
def test_fixture(kernels, package, tmp_path):
    """A finding fails the test of who uses it; no command is an error that says the way on."""
    text = "__global__ void k(int *a) { a[0] = __shfl_sync(1, 7, 0); }"
    use = f"checked_kernel('{text}').launch(1, 2, np.zeros(1, np.int32))"
    (tmp_path / "test_it.py").write_text(f"import numpy as np\ndef test_it(checked_kernel): {use}\n")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    site = {"PYTHONPATH": str(package), "PATH": "/usr/bin:/bin"}
    assert "line 1: shfl: undefined: lane 1" in run(words, status=1, env={**site, "OPENSHFL": built("openshfl")}).stdout
    assert "FileNotFoundError: kernels are run by the command openshfl" in run(words, status=1, env=site).stdout
