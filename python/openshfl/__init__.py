# SPDX-License-Identifier: Apache-2.0
"""The golden model of the GPU warp shuffle, SHFL, and of vote, match and redux: numpy arrays of warps in and out.

>>> import openshfl
>>> result = openshfl.shuffle("down", 1, 0x1F, range(100, 132))
>>> int(result.rd[0]), bool(result.pu[31])
(101, False)
>>> openshfl.shfl_xor_sync(range(8), 1)
array([1, 0, 3, 2, 5, 4, 7, 6])
>>> hex(openshfl.ballot_sync(np.arange(32) < 4)[0])
'0xf'
>>> openshfl.reduce_max_sync(range(8), mask=0x3F)
array([5, 5, 5, 5, 5, 5, 6, 7])

>>> openshfl.explain("v += __shfl_down_sync(0xffffffff, v, 16);")["summary"]
'every lane reads the lane 16 above it; the last 16 lanes keep their own value'

Groups by rank are in openshfl.groups, AMD's cross-lane operations in openshfl.amd, RISC-V's vector permutations in
openshfl.rvv. openshfl.kernel runs kernels of CUDA C++ and PTX, and checks them.
"""

from __future__ import annotations

import enum
import functools
import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _model, amd, groups, kernels, rvv
from .kernels import Kernel as kernel  # openshfl.kernel(text).launch(..)


class Mode(enum.IntEnum):
    """How a lane names the lane that it reads."""

    IDX = 0
    UP = 1
    DOWN = 2
    BFLY = 3


class Policy(enum.IntEnum):
    """What a lane gets that reads an inactive lane: 0, its own ra, or the ra of that lane."""

    ZERO = 0
    OWN = 1
    RAW = 2


IDX, UP, DOWN, BFLY = Mode
ZERO, OWN, RAW = Policy

_Vote = enum.IntEnum("_Vote", "ALL ANY EQ", start=0)
_Match = enum.IntEnum("_Match", "ALL ANY", start=0)

__version__ = version("openshfl")
__all__ = ["BFLY", "DOWN", "IDX", "OWN", "RAW", "UP", "ZERO", "Mode", "Policy", "Result", "all_sync", "amd"]
__all__ += ["any_sync", "ballot_sync", "explain", "groups", "kernel", "kernels", "match_all_sync"]
__all__ += ["match_any_sync", "reduce_add_sync", "reduce_and_sync", "reduce_max_sync", "reduce_min_sync"]
__all__ += ["reduce_or_sync", "reduce_xor_sync", "rvv", "shfl_down_sync", "shfl_sync", "shfl_up_sync"]
__all__ += ["shfl_xor_sync", "shuffle"]


class Result(NamedTuple):
    """Arrays [..., lanes]."""

    rd: NDArray[Any]  # dtype of ra: the value read
    pu: NDArray[np.bool_]  # the source was in range
    we: NDArray[np.bool_]  # the lane is active, and writes rd and pu
    src_lane: NDArray[np.uint8]  # the lane that is read
    src_active: NDArray[np.bool_]  # that lane is active


def shuffle(
    mode: Mode | str | ArrayLike,
    sb: ArrayLike,
    sc: ArrayLike,
    ra: ArrayLike,
    active: ArrayLike = True,
    policy: Policy | str | int = ZERO,
) -> Result:
    """Shuffle warps.

    mode      IDX, UP, DOWN or BFLY, or its name; or such numbers that broadcast to [...], one for each warp
    sb, sc    integers that broadcast to [..., lanes]: the operands b and c of PTX. Bits above 31 are ignored, as the
              shuffle ignores all bits outside of its fields; of a negative number, the 32 low bits count
    ra        [..., lanes], integers or floats of up to 64 bits: the value of each lane; 2, 4, 8, 16, 32 or 64 lanes
    active    the lanes that execute: bool, one or [..., lanes], or one integer, the mask of all warps: bit k is lane k
    policy    ZERO, OWN or RAW, or its name

    ValueError or TypeError for any other argument.
    """
    ra = _arrays.warps("ra", ra)
    lanes = ra.shape[-1]
    policy = _arrays.one_of("policy", policy, Policy)
    if isinstance(mode, str):
        mode = _arrays.one_of("mode", mode, Mode)
    if ra.ndim > 1 and all(np.ndim(given) < ndim for given, ndim in ((mode, 1), (sb, 2), (sc, 2), (active, 2))):
        return _in_all_warps(shuffle(mode, sb, sc, np.arange(1, lanes + 1, dtype=np.uint8), active, policy), ra)
    modes = _arrays.integers("mode", mode, ra.shape[:-1])
    if not ((modes >= IDX) & (modes <= BFLY)).all():
        raise ValueError("mode: expected IDX, UP, DOWN or BFLY, 0 to 3")
    given = (
        modes.astype(np.uint8),
        _arrays.lane_masks("active", active, ra.shape),
        _arrays.integers("sb", sb, ra.shape).astype(np.uint32),
        _arrays.integers("sc", sc, ra.shape).astype(np.uint32),
        _arrays.words(ra),
    )
    rd, src_lane = np.empty(ra.shape, np.uint64), np.empty(ra.shape, np.uint8)
    masks = np.empty((3, *ra.shape[:-1], 1), np.uint64)
    _arrays.each("shuffle", ra.shape, policy, *map(np.ascontiguousarray, given), rd, src_lane, *masks)
    pu, we, src_active = (_arrays.lane_bits(mask, lanes) for mask in masks)
    return Result(_arrays.from_words(rd, ra.dtype), pu, we, src_lane, src_active)


def _taken(ra: NDArray[Any], numbers: NDArray[np.uint8]) -> NDArray[Any]:
    """For each lane the word of lane number - 1, in each warp; 0 is no lane's, and gives 0."""
    rd = ra.take(numbers.astype(np.intp) - 1, axis=-1, mode="wrap")
    if not numbers.all():
        rd[..., numbers == 0] = 0
    return rd


def _in_all_warps(one: Result, ra: NDArray[Any]) -> Result:
    """The same shuffle of each warp, from that of one whose lanes have the words 1, 2, ..: 0 is no lane's."""
    return Result(_taken(ra, one.rd), *(np.tile(given, (*ra.shape[:-1], 1)) for given in one[1:]))


def _cuda(mode: Mode, x: ArrayLike, argument: ArrayLike, width: int | None, mask: ArrayLike) -> NDArray[Any]:
    x = _arrays.warps("x", x)
    if isinstance(argument, int) and isinstance(mask, int) and (width is None or isinstance(width, int)):
        return _taken(x, _lanes_read(mode, x.shape[-1], argument, width, mask))
    lanes = x.shape[-1]
    width = lanes if width is None else width
    if width not in (1, *_arrays.LANES) or width > lanes:
        raise ValueError(f"width: expected a power of two, 1 to the {lanes} lanes of x, not {width!r}")
    clamp = 0 if mode == UP else lanes - 1
    name = {IDX: "src", BFLY: "lane_mask"}.get(mode, "delta")
    argument = _arrays.integers(name, argument, x.shape)
    members = _arrays.lane_bits(_arrays.lane_masks("mask", mask, x.shape), lanes)
    result = shuffle(mode, argument, (lanes - width) << 8 | clamp, x, members)
    return np.where(result.we, result.rd, x)


@functools.lru_cache(maxsize=1024, typed=True)
def _lanes_read(mode: Mode, lanes: int, argument: int, width: int | None, mask: int) -> NDArray[np.uint8]:
    """Of operands that are the same in all lanes: 1 more than the lane that each one reads; 0: it gets 0."""
    return _cuda(mode, np.arange(1, lanes + 1, dtype=np.uint8), np.asarray(argument), width, mask)


def shfl_sync(x: ArrayLike, src: ArrayLike, width: int | None = None, mask: ArrayLike = True) -> NDArray[Any]:
    """CUDA's __shfl_sync(mask, x, src, width): each lane reads lane src, modulo width, of its segment.

    x         [..., lanes], the value of each lane; src broadcasts to it
    width     lanes of a segment, a power of two; None, all lanes of x, 32 in a warp
    mask      the member mask: the lanes that execute the call; bool, one or [..., lanes], or one integer: bit k is
              lane k. A lane that is not in it keeps its x. A lane that reads such a lane gets 0, as on an H200; CUDA
              leaves that undefined
    """
    return _cuda(IDX, x, src, width, mask)


def shfl_up_sync(x: ArrayLike, delta: ArrayLike, width: int | None = None, mask: ArrayLike = True) -> NDArray[Any]:
    """CUDA's __shfl_up_sync: each lane reads the lane delta below it, or itself at the start of a segment.

    x, width, mask      as of shfl_sync; delta, the distance, broadcasts to x
    """
    return _cuda(UP, x, delta, width, mask)


def shfl_down_sync(x: ArrayLike, delta: ArrayLike, width: int | None = None, mask: ArrayLike = True) -> NDArray[Any]:
    """CUDA's __shfl_down_sync: each lane reads the lane delta above it, or itself at the end of a segment.

    x, width, mask      as of shfl_sync; delta, the distance, broadcasts to x
    """
    return _cuda(DOWN, x, delta, width, mask)


def shfl_xor_sync(x: ArrayLike, lane_mask: ArrayLike, width: int | None = None, mask: ArrayLike = True) -> NDArray[Any]:
    """CUDA's __shfl_xor_sync: each lane reads the lane with its number xor lane_mask, or itself if that lane is in a
    later segment.

    x, width, mask      as of shfl_sync; lane_mask, the bits to flip, broadcasts to x
    """
    return _cuda(BFLY, x, lane_mask, width, mask)


# ---- Vote, match and redux: docs/rules.md 8 to 10


def _members(mask: ArrayLike, shape: tuple[int, ...]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """The member mask as a word for each warp, and as bool for each lane."""
    words = np.ascontiguousarray(_arrays.lane_masks("mask", mask, shape))
    return words, _arrays.lane_bits(words, shape[-1])


def _masks(words: NDArray[np.uint64], lanes: int) -> NDArray[Any]:
    """Masks of lanes, in the smallest type of 32 or 64 bits."""
    return words.astype(np.uint64 if lanes > 32 else np.uint32)


def _vote(op: _Vote, predicate: ArrayLike, mask: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    p = _arrays.warps("predicate", predicate) != 0
    lanes = p.shape[-1]
    words, members = _members(mask, p.shape)
    rd, pu = np.empty((2, *words.shape), np.uint64)
    _arrays.each("vote", p.shape, op, words, np.ascontiguousarray(_arrays.lane_masks("predicate", p, p.shape)), rd, pu)
    return _masks(np.where(members, rd, np.uint64(0)), lanes), _arrays.lane_bits(pu, lanes) & members


def ballot_sync(predicate: ArrayLike, mask: ArrayLike = True) -> NDArray[Any]:
    """CUDA's __ballot_sync(mask, predicate): each lane gets a bit for each lane whose predicate is not 0.

    predicate [..., lanes], bool or numbers; 2, 4, 8, 16, 32 or 64 lanes
    mask      the member mask: the lanes that execute the call; bool, one or [..., lanes], or one integer: bit k is
              lane k. No other lane counts, and each of them gets 0
    """
    return _vote(_Vote.ANY, predicate, mask)[0]


def all_sync(predicate: ArrayLike, mask: ArrayLike = True) -> NDArray[np.bool_]:
    """CUDA's __all_sync: is the predicate not 0 in all lanes of the mask? False in the others.

    predicate, mask     as of ballot_sync
    """
    return _vote(_Vote.ALL, predicate, mask)[1]


def any_sync(predicate: ArrayLike, mask: ArrayLike = True) -> NDArray[np.bool_]:
    """CUDA's __any_sync: is the predicate not 0 in a lane of the mask? False in the others.

    predicate, mask     as of ballot_sync
    """
    return _vote(_Vote.ANY, predicate, mask)[1]


def _match(op: _Match, x: ArrayLike, mask: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    x = _arrays.warps("x", x)
    lanes = x.shape[-1]
    words, members = _members(mask, x.shape)
    rd, pu = np.empty(x.shape, np.uint64), np.empty(words.shape, np.uint64)
    _arrays.each("match", x.shape, op, 8 * x.dtype.itemsize, words, _arrays.words(x), rd, pu)
    return _masks(np.where(members, rd, np.uint64(0)), lanes), _arrays.lane_bits(pu, lanes) & members


def match_any_sync(x: ArrayLike, mask: ArrayLike = True) -> NDArray[Any]:
    """CUDA's __match_any_sync(mask, x): each lane gets a bit for each lane that has the bits of its x.

    x         [..., lanes], integers or floats of up to 64 bits: 0.0 and -0.0 differ
    mask      the member mask, as of ballot_sync
    """
    return _match(_Match.ANY, x, mask)[0]


def match_all_sync(x: ArrayLike, mask: ArrayLike = True) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """CUDA's __match_all_sync: the mask and True if all lanes of the mask have the same bits in x, else 0 and False.

    x, mask   as of match_any_sync
    """
    return _match(_Match.ALL, x, mask)


class _Reduction(Protocol):
    def __call__(self, x: ArrayLike, mask: ArrayLike = True) -> NDArray[Any]: ...


def _reduction(op: str, gets: str) -> _Reduction:
    def reduce(x: ArrayLike, mask: ArrayLike = True) -> NDArray[Any]:
        return groups.reduce(x, op, mask)

    reduce.__name__ = reduce.__qualname__ = f"reduce_{op}_sync"
    reduce.__doc__ = f"""CUDA's __reduce_{op}_sync(mask, x): each lane of the mask gets {gets}. Another one keeps its x.

    x         [..., lanes], integers of up to 64 bits
    mask      the member mask, as of ballot_sync
    """
    return reduce


reduce_add_sync = _reduction("add", "the sum of x over these lanes, modulo 2 to the power of its bits")
reduce_min_sync = _reduction("min", "their smallest x, signed if its type is")
reduce_max_sync = _reduction("max", "their largest x, signed if its type is")
reduce_and_sync = _reduction("and", "the AND of their x, bit by bit")
reduce_or_sync = _reduction("or", "the OR of their x, bit by bit")
reduce_xor_sync = _reduction("xor", "the XOR of their x, bit by bit")


_Names = Mapping[str, object] | None
_Value = int | str | None


def explain(
    text: str,
    *,
    lanes: int | None = None,
    active: _Value = None,
    block: int | None = None,
    let: _Names = None,
    init: _Names = None,
    gpu: str | None = None,
    address: _Value = None,
    policy: str | None = None,
    network: int | str | None = None,
    vtype: str | None = None,
    vl: int | None = None,
    vstart: int | None = None,
    vlen: int | None = None,
) -> dict[str, Any]:
    """What one shuffle, vote, match, reduction, permutation or barrier does, as `openshfl explain --json` prints it.

    text      SASS, PTX, or a call of CUDA, OpenCL, GLSL and others, also within a statement or a line of a listing;
              with gpu AMD's; a permutation of RISC-V's vectors
    lanes     of the warp, 2, 4, 8, 16, 32 or 64 (default 32); not of CUDA's, which has 32
    active    the lanes that execute it, a mask (default: all); of a block also a condition, "lane<100"
    block     of a barrier or a BlockShuffle the threads of the block, 1 to 1024 (default 32, or what the text says);
              lane is then the number of the thread
    let       what names in the operands of a call stand for, numbers or expressions: {"i": 3, "src": "lane^1"}
    init      what the registers of an instruction hold: {"R5": "lane+1"}; of a call that votes
              {"P0": "lane<8"}, of one that matches or reduces {"Ra": "lane*2"}
    gpu       an AMD GPU as LLVM names it, "gfx90a": the text is AMD's, or a call of HIP's or a compiler's
    address   with gpu, what the address register of ds_bpermute_b32 and its like holds: "lane*4+4"
    policy    "zero", "own" or "raw": what is not defined, as that unit has it
    network   also "trips", through a network of so many words; "8,selects" with SELECTS=1
    vtype, vl, vstart, vlen   of RISC-V's vectors: "e8,m1,ta,ma" and numbers; init and let give registers their values

    ValueError with what was expected if the text is not understood.
    """
    if lanes is not None and lanes not in _arrays.LANES:
        raise ValueError(f"lanes: expected 2, 4, 8, 16, 32 or 64, not {lanes!r}")
    inits, lets = [[f"{name}={value}" for name, value in (names or {}).items()] for names in (init, let)]
    options = lanes, active, block, gpu, address, policy, network, vtype, vl, vstart, vlen
    given = tuple(None if option is None else str(option) for option in options)
    result: dict[str, Any] = json.loads(_model.explain(text, given, inits, lets))
    return result
