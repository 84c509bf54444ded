# SPDX-License-Identifier: Apache-2.0
"""Groups by rank, as CUDA's cooperative groups have them. docs/rules.md 14.

>>> from openshfl import groups
>>> groups.shfl(range(100, 108), 0, mask=0b10110010)  # lanes 1, 4, 5 and 7 have the ranks 0 to 3
array([100, 101, 102, 103, 101, 101, 106, 101])
>>> hex(groups.ballot([0, 0, 0, 0, 1, 0, 0, 1], mask=0b10110010)[7])
'0xa'
>>> groups.inclusive_scan(np.ones(8, int), label=[0, 0, 1, 0, 1, 1, 0, 0])
array([1, 2, 1, 3, 2, 3, 4, 5])

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

__all__ = ["all_", "any_", "ballot", "exclusive_scan", "inclusive_scan", "match_all", "match_any"]
__all__ += ["reduce", "shfl", "shfl_down", "shfl_up", "size", "thread_rank"]

_Op = enum.IntEnum("_Op", "AND OR XOR ADD MIN MAX", start=0)
_Shape = tuple[int, ...]
_Words = NDArray[np.uint64]
_Kind = enum.IntEnum("_Kind", "SHFL UP DOWN ANY ALL MATCH_ALL MATCH_ANY REDUCE INCLUSIVE EXCLUSIVE", start=0)


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


def _run(
    kind: _Kind, x: NDArray[Any], mask: ArrayLike, label: ArrayLike, index: ArrayLike = 0, op: int = 0
) -> tuple[_Words, NDArray[np.bool_], NDArray[np.bool_]]:
    """An operation of a group: what each lane gets as a word, and as a predicate; and whether it is in a group."""
    group, members = _groups(x.shape, mask, label)
    rd, pu = np.empty(x.shape, np.uint64), np.empty((*x.shape[:-1], 1), np.uint64)
    where = np.ascontiguousarray(np.broadcast_to(np.asarray(index, np.uint32), x.shape))
    numbers = (kind, 8 * x.dtype.itemsize, op, x.dtype.kind == "i")
    _arrays.each("group", x.shape, *numbers, group, where, _arrays.words(x), rd, pu)
    return rd, _arrays.lane_bits(pu, x.shape[-1]), members


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


def _shuffle(kind: _Kind, name: str, x: ArrayLike, index: ArrayLike, mask: ArrayLike, label: ArrayLike) -> NDArray[Any]:
    x = _arrays.warps("x", x)
    where = _arrays.integers(name, index, x.shape)
    if (where < 0).any():
        raise ValueError(f"{name}: expected 0 or more, not {where.min()}")
    rd, _, members = _run(kind, x, mask, label, np.minimum(where, np.uint32(0xFFFFFFFF)).astype(np.uint32))
    return np.where(members, _arrays.from_words(rd, x.dtype), x)


def shfl(x: ArrayLike, rank: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """shfl of a group: each member reads the member with this rank. Where there is none, CUDA leaves the result
    undefined, but for tiles, in which the rank counts modulo their lanes; here the lane keeps its x.

    x         [..., lanes], the value of each lane; 2, 4, 8, 16, 32 or 64 lanes
    rank      0 or more, broadcasts to x
    mask      the lanes that execute: bool, one or [..., lanes], or one integer: bit k is lane k
    label     integers or bool that broadcast to x: lanes with the same label are one group
    """
    return _shuffle(_Kind.SHFL, "rank", x, rank, mask, label)


def shfl_up(x: ArrayLike, delta: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """shfl_up of a group: each member reads the one whose rank is lower by delta, or itself if there is none.

    x, mask, label   as of shfl
    delta            0 or more, broadcasts to x
    """
    return _shuffle(_Kind.UP, "delta", x, delta, mask, label)


def shfl_down(x: ArrayLike, delta: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """shfl_down of a group: each member reads the one whose rank is higher by delta, or itself if there is none.

    x, mask, label   as of shfl
    delta            0 or more, broadcasts to x
    """
    return _shuffle(_Kind.DOWN, "delta", x, delta, mask, label)


def ballot(predicate: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """ballot of a group: bit r is 1 if the predicate of the member with rank r is not 0.

    predicate     [..., lanes], bool or numbers
    mask, label   as of shfl
    """
    return _packed(_run(_Kind.ANY, _arrays.warps("predicate", predicate) != 0, mask, label)[0])


def any_(predicate: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[np.bool_]:
    """any of a group: is the predicate not 0 in a member?

    predicate, mask, label   as of ballot
    """
    return _run(_Kind.ANY, _arrays.warps("predicate", predicate) != 0, mask, label)[1]


def all_(predicate: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[np.bool_]:
    """all of a group: is the predicate not 0 in all members?

    predicate, mask, label   as of ballot
    """
    return _run(_Kind.ALL, _arrays.warps("predicate", predicate) != 0, mask, label)[1]


def match_any(x: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """match_any of a group: bit r is 1 if the member with rank r has the bits of its x.

    x, mask, label   as of shfl
    """
    return _packed(_run(_Kind.MATCH_ANY, _arrays.warps("x", x), mask, label)[0])


def match_all(x: ArrayLike, mask: ArrayLike = True, label: ArrayLike = 0) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """match_all of a group: the mask of all ranks and True if all members have the same bits in x, else 0 and False.

    x, mask, label   as of shfl
    """
    rd, pu, _ = _run(_Kind.MATCH_ALL, _arrays.warps("x", x), mask, label)
    return _packed(rd), pu


def _reduce(kind: _Kind, x: ArrayLike, op: str, mask: ArrayLike, label: ArrayLike) -> NDArray[Any]:
    x = _arrays.warps("x", x)
    if x.dtype.kind not in "iu":
        raise TypeError(f"x: expected integers, not {x.dtype}")
    rd, _, members = _run(kind, x, mask, label, op=_arrays.one_of("op", op, _Op))
    return np.where(members, _arrays.from_words(rd, x.dtype), x)


def reduce(x: ArrayLike, op: str = "add", mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """cg::reduce: each member gets the x of all members, combined.

    x             [..., lanes], integers of up to 64 bits
    op            add, min, max, and, or, xor; add is modulo 2 to the power of the bits of x
    mask, label   as of shfl
    """
    return _reduce(_Kind.REDUCE, x, op, mask, label)


def inclusive_scan(x: ArrayLike, op: str = "add", mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """cg::inclusive_scan: each member gets the x of the ranks up to its own, combined.

    x, op, mask, label   as of reduce
    """
    return _reduce(_Kind.INCLUSIVE, x, op, mask, label)


def exclusive_scan(x: ArrayLike, op: str = "add", mask: ArrayLike = True, label: ArrayLike = 0) -> NDArray[Any]:
    """cg::exclusive_scan: each member gets the x of the ranks below its own, combined, and rank 0 gets 0.

    x, op, mask, label   as of reduce
    """
    return _reduce(_Kind.EXCLUSIVE, x, op, mask, label)
