# SPDX-License-Identifier: Apache-2.0
"""Groups by rank, as CUDA's cooperative groups have them; barriers that reduce; BlockShuffle; quads; movmatrix.
docs/rules.md 14 to 18.

>>> from openshfl import groups
>>> groups.shfl(range(100, 108), 0, mask=0b10110010)  # lanes 1, 4, 5 and 7 have the ranks 0 to 3
array([100, 101, 102, 103, 101, 101, 106, 101])
>>> hex(groups.ballot([0, 0, 0, 0, 1, 0, 0, 1], mask=0b10110010)[7])
'0xa'
>>> groups.inclusive_scan(np.ones(8, int), label=[0, 0, 1, 0, 1, 1, 0, 0])
array([1, 2, 1, 3, 2, 3, 4, 5])
>>> int(groups.syncthreads_count(np.arange(100) % 2))
50
>>> groups.block_shuffle(np.arange(40), "offset", 33)[:9]
array([33, 34, 35, 36, 37, 38, 39,  0,  0])
>>> groups.quad_swap(range(4), "vertical")
array([2, 3, 0, 1])

In each function of a group, mask has the lanes that execute, and those with the same label are one group: without a
label cg::coalesced_threads(), with one cg::labeled_partition, with a predicate cg::binary_partition, with lane // n
tiles of n lanes. A lane that is not in the mask keeps its x, or gets 0 or False.
"""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays

__all__ = [
    "all_",
    "any_",
    "ballot",
    "block_shuffle",
    "dfdx",
    "dfdy",
    "exclusive_scan",
    "fwidth",
    "inclusive_scan",
    "match_all",
    "match_any",
    "movmatrix",
    "quad_broadcast",
    "quad_swap",
    "reduce",
    "shfl",
    "shfl_down",
    "shfl_up",
    "size",
    "syncthreads_and",
    "syncthreads_count",
    "syncthreads_or",
    "thread_rank",
]


def __dir__() -> list[str]:
    return __all__


_Op = enum.IntEnum("_Op", "AND OR XOR ADD MIN MAX", start=0)
_Swap = enum.IntEnum("_Swap", "HORIZONTAL VERTICAL DIAGONAL", start=0)
_Block = enum.IntEnum("_Block", "OFFSET ROTATE UP DOWN", start=0)
_Shape = tuple[int, ...]
_Words = NDArray[np.uint64]
_IDX, _UP, _DOWN = range(3)
_REDUCE, _INCLUSIVE, _EXCLUSIVE = range(3)
_BLOCK_MAX = 1024


def _groups(shape: _Shape, mask: ArrayLike, label: ArrayLike) -> tuple[_Words, NDArray[np.bool_]]:
    """The group of each lane, a mask, and whether it is in one."""
    words = np.ascontiguousarray(_arrays.lane_masks("mask", mask, shape))
    labels = np.asarray(label)
    if labels.dtype.kind == "b":
        labels = labels.astype(np.uint8)
    wide = np.ascontiguousarray(_arrays.integers("label", labels, shape).astype(np.uint64))
    group = np.empty(shape, np.uint64)
    _arrays.each("group_partition", shape, words, wide, group)
    return group, _arrays.lane_bits(words, shape[-1])


def _packed(words: _Words) -> NDArray[Any]:
    """Masks of ranks, in the smallest type of 32 or 64 bits."""
    return words.astype(np.uint64 if words.shape[-1] > 32 else np.uint32)


def _ones(group: _Words) -> _Words:
    """How many lanes are in each mask."""
    return _arrays.lane_bits(group[..., None], group.shape[-1]).sum(axis=-1, dtype=np.uint64)


def size(mask: ArrayLike, label: ArrayLike = 0, lanes: int = 32) -> NDArray[Any]:
    """How many members the group of each lane has; 0 in a lane that is in none.

    mask      the lanes that execute: bool, one or [..., lanes], or one integer: bit k is lane k
    label     integers or bool that broadcast to [..., lanes]: lanes with the same label are one group
    lanes     of the warp, 2, 4, 8, 16, 32 or 64, if mask is one integer or bool
    """
    return _ones(_groups(_shape(mask, label, lanes), mask, label)[0]).astype(np.int64)


def thread_rank(mask: ArrayLike, label: ArrayLike = 0, lanes: int = 32) -> NDArray[Any]:
    """How many members of its group have a lower lane; 0 in a lane that is in none.

    mask, label, lanes   as of size
    """
    group, _ = _groups(_shape(mask, label, lanes), mask, label)
    below = (np.uint64(1) << np.arange(group.shape[-1], dtype=np.uint64)) - np.uint64(1)
    return _ones(group & below).astype(np.int64)


def _shape(mask: ArrayLike, label: ArrayLike, lanes: int) -> _Shape:
    if lanes not in _arrays.LANES:
        raise ValueError(f"lanes: expected 2, 4, 8, 16, 32 or 64, not {lanes!r}")
    array = np.asarray(mask)
    given = [each.shape for each in (array, np.asarray(label)) if each.ndim]
    if array.dtype.kind == "b" and array.ndim:
        lanes = array.shape[-1]
    try:
        return np.broadcast_shapes((lanes,), *given)
    except ValueError:
        raise ValueError(f"label: expected a shape that broadcasts to [..., {lanes}], not {given[-1]}") from None


def _shuffle(mode: int, name: str, x: ArrayLike, index: ArrayLike, mask: ArrayLike, label: ArrayLike) -> NDArray[Any]:
    x = _arrays.warps("x", x)
    group, members = _groups(x.shape, mask, label)
    where = _arrays.integers(name, index, x.shape)
    if (where < 0).any():
        raise ValueError(f"{name}: expected 0 or more, not {where.min()}")
    where = np.ascontiguousarray(np.minimum(where, np.uint32(0xFFFFFFFF)).astype(np.uint32))
    rd = np.empty(x.shape, np.uint64)
    _arrays.each("group_shuffle", x.shape, mode, group, where, _arrays.words(x), rd)
    return np.where(members, _arrays.from_words(rd, x.dtype), x)


def shfl(x: ArrayLike, rank: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """shfl of a group: each member reads the member with this rank. Where there is none, CUDA leaves the result
    undefined, but for tiles, in which the rank counts modulo their lanes; here the lane keeps its x.

    x         [..., lanes], the value of each lane; 2, 4, 8, 16, 32 or 64 lanes
    rank      0 or more, broadcasts to x
    mask      the lanes that execute: bool, one or [..., lanes], or one integer: bit k is lane k
    label     integers or bool that broadcast to x: lanes with the same label are one group
    """
    return _shuffle(_IDX, "rank", x, rank, mask, label)


def shfl_up(x: ArrayLike, delta: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """shfl_up of a group: each member reads the one whose rank is lower by delta, or itself if there is none.

    x, mask, label   as of shfl
    delta            0 or more, broadcasts to x
    """
    return _shuffle(_UP, "delta", x, delta, mask, label)


def shfl_down(x: ArrayLike, delta: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """shfl_down of a group: each member reads the one whose rank is higher by delta, or itself if there is none.

    x, mask, label   as of shfl
    delta            0 or more, broadcasts to x
    """
    return _shuffle(_DOWN, "delta", x, delta, mask, label)


def _vote(predicate: ArrayLike, mask: ArrayLike, label: ArrayLike) -> tuple[_Words, _Words, _Words]:
    p = _arrays.warps("predicate", predicate) != 0
    group, _ = _groups(p.shape, mask, label)
    rd, votes = np.empty(p.shape, np.uint64), np.empty((2, *p.shape[:-1], 1), np.uint64)
    words = np.ascontiguousarray(_arrays.lane_masks("predicate", p, p.shape))
    _arrays.each("group_vote", p.shape, group, words, rd, *votes)
    return rd, votes[0], votes[1]


def ballot(predicate: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """ballot of a group: bit r is 1 if the predicate of the member with rank r is not 0.

    predicate     [..., lanes], bool or numbers
    mask, label   as of shfl
    """
    return _packed(_vote(predicate, mask, label)[0])


def any_(predicate: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[np.bool_]:
    """any of a group: is the predicate not 0 in a member?

    predicate, mask, label   as of ballot
    """
    rd, some, _ = _vote(predicate, mask, label)
    return _arrays.lane_bits(some, rd.shape[-1])


def all_(predicate: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[np.bool_]:
    """all of a group: is the predicate not 0 in all members?

    predicate, mask, label   as of ballot
    """
    rd, _, every = _vote(predicate, mask, label)
    return _arrays.lane_bits(every, rd.shape[-1])


def _match(is_any: bool, x: ArrayLike, mask: ArrayLike, label: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    x = _arrays.warps("x", x)
    group, _ = _groups(x.shape, mask, label)
    rd, pu = np.empty(x.shape, np.uint64), np.empty((*x.shape[:-1], 1), np.uint64)
    _arrays.each("group_match", x.shape, is_any, 8 * x.dtype.itemsize, group, _arrays.words(x), rd, pu)
    return _packed(rd), _arrays.lane_bits(pu, x.shape[-1])


def match_any(x: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """match_any of a group: bit r is 1 if the member with rank r has the bits of its x.

    x, mask, label   as of shfl
    """
    return _match(True, x, mask, label)[0]


def match_all(x: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """match_all of a group: the mask of all ranks and True if all members have the same bits in x, else 0 and False.

    x, mask, label   as of shfl
    """
    return _match(False, x, mask, label)


def _reduce(scan: int, x: ArrayLike, op: str, mask: ArrayLike, label: ArrayLike) -> NDArray[Any]:
    x = _arrays.warps("x", x)
    if x.dtype.kind not in "iu":
        raise TypeError(f"x: expected integers, not {x.dtype}")
    group, members = _groups(x.shape, mask, label)
    rd = np.empty(x.shape, np.uint64)
    kinds = (_arrays.one_of("op", op, _Op), x.dtype.kind == "i", 8 * x.dtype.itemsize)
    _arrays.each("group_reduce", x.shape, scan, *kinds, group, _arrays.words(x), rd)
    return np.where(members, _arrays.from_words(rd, x.dtype), x)


def reduce(x: ArrayLike, op: str = "add", mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """cg::reduce: each member gets the x of all members, combined.

    x             [..., lanes], integers of up to 64 bits
    op            add, min, max, and, or, xor; add is modulo 2 to the power of the bits of x
    mask, label   as of shfl
    """
    return _reduce(_REDUCE, x, op, mask, label)


def inclusive_scan(x: ArrayLike, op: str = "add", mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """cg::inclusive_scan: each member gets the x of the ranks up to its own, combined.

    x, op, mask, label   as of reduce
    """
    return _reduce(_INCLUSIVE, x, op, mask, label)


def exclusive_scan(x: ArrayLike, op: str = "add", mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """cg::exclusive_scan: each member gets the x of the ranks below its own, combined, and rank 0 gets 0.

    x, op, mask, label   as of reduce
    """
    return _reduce(_EXCLUSIVE, x, op, mask, label)


# ---- barriers


def _barrier(predicate: ArrayLike, exited: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[np.bool_]]:
    p = np.asarray(predicate)
    if p.dtype.kind not in "iufb":
        raise TypeError(f"predicate: expected bool or numbers, not {p.dtype}")
    if p.ndim == 0 or not 1 <= p.shape[-1] <= _BLOCK_MAX:
        raise ValueError(f"predicate: expected 1 to {_BLOCK_MAX} threads in the last axis, not shape {p.shape}")
    gone = np.asarray(exited)
    if gone.dtype.kind != "b":
        raise TypeError(f"exited: expected bool, not {gone.dtype}")
    there = ~_arrays.to_shape("exited", gone, p.shape)
    warps = (p.shape[-1] + 31) // 32

    def masks(bits: NDArray[np.bool_]) -> _Words:
        padded = np.zeros((*p.shape[:-1], 32 * warps), bool)
        padded[..., : p.shape[-1]] = bits
        return np.ascontiguousarray(_arrays.lane_masks("", padded.reshape(-1, 32), (padded.size // 32, 32)))

    results = np.empty((3, p.size // p.shape[-1]), np.uint64)
    _arrays.each("barrier", (p.size // p.shape[-1], 32), warps, masks(there), masks(p != 0), *results)
    count, every, some = results.reshape(3, *p.shape[:-1])
    return count.astype(np.int64), every.astype(bool), some.astype(bool)


def syncthreads_count(predicate: ArrayLike, exited: ArrayLike = False) -> NDArray[Any]:
    """CUDA's __syncthreads_count, of a block: in how many threads the predicate is not 0. One number for each block.

    predicate [..., threads], bool or numbers; 1 to 1024 threads
    exited    bool that broadcasts to it: threads that have exited, or that are not among those of the barrier
    """
    return _barrier(predicate, exited)[0]


def syncthreads_and(predicate: ArrayLike, exited: ArrayLike = False) -> NDArray[np.bool_]:
    """CUDA's __syncthreads_and: is the predicate not 0 in all threads that have not exited?

    predicate, exited   as of syncthreads_count
    """
    return _barrier(predicate, exited)[1]


def syncthreads_or(predicate: ArrayLike, exited: ArrayLike = False) -> NDArray[np.bool_]:
    """CUDA's __syncthreads_or: is the predicate not 0 in a thread that has not exited?

    predicate, exited   as of syncthreads_count
    """
    return _barrier(predicate, exited)[2]


# ---- BlockShuffle


def block_shuffle(
    x: ArrayLike,
    op: str | int,
    distance: int = 1,
    *,
    items: int = 1,
    old: ArrayLike = 0,
    documented: bool = False,
) -> NDArray[Any]:
    """cub::BlockShuffle of CUDA 13.0: the items of the threads of a block move to other threads.

    x           [..., threads * items]: the items of thread 0, then those of thread 1 and so on; 1 to 1024 threads
    op          offset, rotate, up or down
    distance    of offset any, of rotate 1 to threads - 1; the others ignore it
    items       of each thread; of offset and rotate 1
    old         what the outputs held, which broadcasts to x: an output without a source stays as it is
    documented  as CUB's documents say where they differ from its code: more outputs stay
    """
    x = np.asarray(x)
    number = _arrays.one_of("op", op, _Block)
    count = x.shape[-1] if x.ndim else 0
    if items < 1 or count % max(items, 1) or not 1 <= count // items <= _BLOCK_MAX:
        raise ValueError(
            f"x: expected 1 to {_BLOCK_MAX} threads of {items} items in the last axis, not shape {x.shape}"
        )
    threads = count // items
    if number == _Block.ROTATE and not 1 <= distance < threads:
        raise ValueError(f"distance: expected 1 to {threads - 1}, not {distance}")
    if number < _Block.UP and items != 1:
        raise ValueError(f"items: expected 1 with {op}, not {items}")
    source = np.empty(count, np.int32)
    far = max(-_BLOCK_MAX, min(distance, _BLOCK_MAX))
    _arrays.each("block_shuffle", (threads,), number, bool(documented), items, far, source)
    stay = _arrays.to_shape("old", np.asarray(old, x.dtype), x.shape)
    return np.where(source < 0, stay, x[..., np.maximum(source, 0)])


# ---- quads and movmatrix


def _quads(name: str, x: ArrayLike) -> NDArray[Any]:
    x = _arrays.warps(name, x)
    if x.shape[-1] < 4:
        raise ValueError(f"{name}: expected 4 lanes or more, not {x.shape[-1]}")
    return x


def _quad(op: int, x: ArrayLike) -> NDArray[Any]:
    x = _quads("x", x)
    rd = np.empty(x.shape, np.uint64)
    _arrays.each("quad", x.shape, op, _arrays.words(x), rd)
    return _arrays.from_words(rd, x.dtype)


def quad_swap(x: ArrayLike, direction: str | int) -> NDArray[Any]:
    """subgroupQuadSwapHorizontal, Vertical and Diagonal of GLSL: each lane of a quad reads another one of it.

    x          [..., lanes], 4 lanes or more; all lanes execute
    direction  horizontal, vertical or diagonal
    """
    return _quad(_arrays.one_of("direction", direction, _Swap), x)


def quad_broadcast(x: ArrayLike, number: int) -> NDArray[Any]:
    """subgroupQuadBroadcast of GLSL: each lane reads lane number of its quad.

    x         as of quad_swap
    number    0 to 3
    """
    if number not in range(4):
        raise ValueError(f"number: expected 0 to 3, not {number!r}")
    return _quad(len(_Swap) + number, x)


def _derivative(in_y: bool, x: ArrayLike, coarse: bool) -> NDArray[np.float32]:
    v = np.ascontiguousarray(_quads("x", x).astype(np.float32))
    rd = np.empty(v.shape, np.float32)
    _arrays.each("derivative", v.shape, in_y, bool(coarse), v, rd)
    return rd


def dfdx(x: ArrayLike, coarse: bool = False) -> NDArray[np.float32]:
    """dFdx of GLSL, ddx of HLSL, as float32: the value of the right lane of a quad minus that of the left one.

    x         [..., lanes], 4 lanes or more; all lanes execute
    coarse    that of the upper row in all four; otherwise of the own row. GLSL leaves the choice open
    """
    return _derivative(False, x, coarse)


def dfdy(x: ArrayLike, coarse: bool = False) -> NDArray[np.float32]:
    """dFdy of GLSL, ddy of HLSL, as float32: the value of the lower lane of a quad minus that of the upper one.

    x         as of dfdx
    coarse    that of the left column in all four; otherwise of the own column
    """
    return _derivative(True, x, coarse)


def fwidth(x: ArrayLike, coarse: bool = False) -> NDArray[np.float32]:
    """fwidth of GLSL and HLSL: the absolute values of both derivatives, added.

    x, coarse   as of dfdx
    """
    width: NDArray[np.float32] = np.abs(dfdx(x, coarse)) + np.abs(dfdy(x, coarse))
    return width


def movmatrix(x: ArrayLike) -> NDArray[np.uint32]:
    """PTX's movmatrix.sync.aligned.m8n8.trans.b16: transpose the 8 by 8 elements of 16 bits that 32 lanes hold.

    x         [..., 32], integers, of which 32 bits count
    """
    x = _arrays.warps("x", x)
    if x.dtype.kind not in "iu" or x.shape[-1] != 32:
        raise ValueError(f"x: expected integers in 32 lanes, not {x.dtype} in {x.shape[-1]}")
    ra = np.ascontiguousarray(x.astype(np.uint32))
    rd = np.empty(x.shape, np.uint32)
    _arrays.each("movmatrix", x.shape, ra, rd)
    return rd
