# SPDX-License-Identifier: Apache-2.0
"""The golden model of RISC-V's vector permutations, model/shfl_rvv.h. docs/rvv.md has the rules.

>>> from openshfl import rvv
>>> rvv.permute("slidedown", np.arange(10, 26, dtype=np.uint8), x=3)[-4:]
array([25,  0,  0,  0], dtype=uint8)
>>> rvv.permute("compress", np.arange(4), np.array([False, True, False, True]), lmul=2, vl=3)
array([1, 0, 0, 0])
"""

from __future__ import annotations

import enum
import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _model

__all__ = ["Op", "permute"]


class Op(enum.IntEnum):
    """The operations."""

    GATHER = 0  # vrgather.vv: vs1 has indices
    GATHER_EI16 = 1  # vrgatherei16.vv: vs1 has indices of 16 bits
    GATHER_X = 2  # vrgather.vx and .vi: x is an index
    SLIDEUP = 3  # x is an offset
    SLIDEDOWN = 4  # x is an offset
    SLIDE1UP = 5  # x is a value, as bits
    SLIDE1DOWN = 6  # x is a value, as bits
    COMPRESS = 7  # vs1 is a mask


REFUSED = {
    -1: "vs2: expected registers of 64 to 1024 bits, a power of two",
    -3: "lmul: expected 1/64 of the bits of an element or more",
    -4: "lmul: the indices would take more than eight registers",
    -5: "vl: more than the elements of vs2 and LMUL",
    -6: "vstart: expected an element of vs2 and LMUL, of COMPRESS 0",
    -7: "mask: COMPRESS has none",
}


def permute(
    op: Op | str | int,
    vs2: ArrayLike,
    vs1: ArrayLike = 0,
    *,
    x: int = 0,
    vd: ArrayLike = 0,
    lmul: float = 1,
    vl: int | None = None,
    vstart: int = 0,
    mask: ArrayLike | None = None,
    vta: bool = False,
    vma: bool = False,
    ones: bool = False,
) -> NDArray[Any]:
    """One instruction. Returns the destination afterwards, of vs2's shape and type.

    op        an Op, or its name, such as "slideup"
    vs2       [elements], integers or floats of SEW bits: all of the LMUL registers, with LMUL below 1 all of the one
    vs1       indices that are not negative, or bool, and broadcast to [elements]: see Op
    x         0 .. 2**64 - 1: see Op
    vd        values that broadcast to [elements]: the destination before
    lmul      1, 2, 4, 8, 0.5, 0.25 or 0.125
    vl        elements; without it, VLMAX
    vstart    the first element that is computed
    mask      bool that broadcast to [elements]: v0; without it, the instruction is not masked
    vta, vma  tail and mask are agnostic: these elements keep their value, or with ones all their bits become 1

    ValueError or TypeError for any other argument, and for a reserved instruction.
    """
    source = np.ascontiguousarray(vs2)
    if source.dtype.kind not in "iuf" or source.dtype.itemsize > 8:
        raise TypeError(f"vs2: expected integers or floats of up to 64 bits, not {source.dtype}")
    if source.ndim != 1:
        raise ValueError(f"vs2: expected one axis, not shape {source.shape}")
    op = _arrays.one_of("op", op, Op)
    if lmul not in (8, 4, 2, 1, 0.5, 0.25, 0.125):
        raise ValueError(f"lmul: expected 1, 2, 4, 8, 0.5, 0.25 or 0.125, not {lmul!r}")
    if not 0 <= operator.index(x) < 1 << 64:
        raise ValueError(f"x: expected 0 to 2**64 - 1, not {x}")
    vlenb, left = divmod(source.nbytes, max(1, int(lmul)))
    if left:
        raise ValueError(f"vs2: expected the elements of {lmul} registers, not {source.size}")
    elements = int(source.size * min(1, lmul))
    limit = np.iinfo(np.int32).max  # more is refused as that is
    numbers = [min(operator.index(n), limit) for n in (elements if vl is None else vl, vstart)]
    if min(numbers) < 0:
        raise ValueError("vl, vstart: expected numbers that are not negative")

    def bits(name: str, value: ArrayLike) -> NDArray[np.uint8]:
        array = np.asarray(value)
        if array.dtype.kind != "b":
            raise TypeError(f"{name}: expected bool, not {array.dtype}")
        packed = np.packbits(_arrays.to_shape(name, array, source.shape), bitorder="little")
        return np.concatenate([packed, np.zeros(source.nbytes - len(packed), np.uint8)])

    second: NDArray[Any] = np.zeros(0, np.uint8)
    if op == Op.COMPRESS:
        second = bits("vs1", vs1)
    elif op in (Op.GATHER, Op.GATHER_EI16):
        width = np.dtype("u2" if op == Op.GATHER_EI16 else f"u{source.dtype.itemsize}")
        given = _arrays.integers("vs1", vs1, source.shape)
        second = given.astype(width)
        if not np.array_equal(second, given):
            raise ValueError(f"vs1: expected indices of {8 * width.itemsize} bits")
    result = np.ascontiguousarray(_arrays.to_shape("vd", np.asarray(vd).astype(source.dtype), source.shape)).copy()
    v0 = bits("mask", True if mask is None else mask)
    shape = source.dtype.itemsize.bit_length() - 1, int(np.log2(lmul)), *numbers
    fields = 8 * vlenb, *shape, mask is None, bool(vta), bool(vma), operator.index(x), bool(ones)
    error = _model.each("permute", 1, 0, op, *fields, v0, np.ascontiguousarray(second), source, result)
    if error:
        raise ValueError(REFUSED[error])
    return result
