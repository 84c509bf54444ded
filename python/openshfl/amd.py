# SPDX-License-Identifier: Apache-2.0
"""The golden model of AMD's cross-lane operations, model/shfl_amd.h. docs/amd.md has the rules.

The rules come from documents; no AMD GPU was measured. Result.open names the lanes whose result they leave open.

>>> from openshfl import amd
>>> amd.cross_lane("dpp16", range(64), 0x111, gen="gfx9", bc=True).rd[:4]  # row_shr:1, bound_ctrl
array([0, 0, 1, 2])
>>> amd.cross_lane("bpermute", range(32), gen="gfx10", addr=4 * 7).rd[0]
np.int64(7)
"""

from __future__ import annotations

import enum
import math
import operator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _model

__all__ = ["Gen", "Op", "Result", "cross_lane"]

Gen = enum.IntEnum("Gen", "GFX8 GFX9 GFX90A GFX10 GFX11 GFX12 GFX1250 GFX6 GFX940 GFX950", start=0)
Gen.__doc__ = "Generations; GFX6 is that of gfx6 and gfx7, GFX940 that of gfx940 to gfx942."


class Op(enum.IntEnum):
    """The operations, and their control."""

    DPP16 = 0  # dpp_ctrl, 9 bits
    DPP8 = 1  # eight selectors of 3 bits, lane 0's lowest
    SWIZZLE = 2  # ds_swizzle_b32: offset, 16 bits
    BPERMUTE = 3  # ds_bpermute_b32: offset, 16 bits; addr is read
    PERMUTE = 4  # ds_permute_b32: offset, 16 bits; addr is read
    READLANE = 5  # the lane select, 32 bits
    READFIRSTLANE = 6  # 0
    WRITELANE = 7  # the lane select, 32 bits; src is the scalar, in every lane
    PERMLANE16 = 8  # sixteen selectors of 4 bits
    PERMLANEX16 = 9  # sixteen selectors of 4 bits
    PERMLANE64 = 10  # 0
    BPERMUTE_FI = 11  # ds_bpermute_fi_b32: offset, 16 bits; addr is read
    PERMLANE16_VAR = 12  # 0; addr holds the selectors
    PERMLANEX16_VAR = 13  # 0; addr holds the selectors
    PERMLANE_BCAST = 14  # the lane, and from bit 32 on the size of a group
    PERMLANE_UP = 15  # the distance, and from bit 32 on the size of a group
    PERMLANE_DOWN = 16  # likewise
    PERMLANE_XOR = 17  # likewise
    PERMLANE16_SWAP = 18  # 0; old and src are the two registers, and rd is the first of them
    PERMLANE32_SWAP = 19  # 0; likewise
    IDX_GEN = 20  # the size of a group; src holds numbers of lanes, rd addresses for BPERMUTE


class Result(NamedTuple):
    """Arrays [..., lanes]."""

    rd: NDArray[Any]  # dtype of src: the destination afterwards, old where the lane does not write
    we: NDArray[np.bool_]  # the lane writes
    src_lane: NDArray[np.uint8]  # the lane that is read; the own lane if the operation names none
    valid: NDArray[np.bool_]  # the operation names a lane
    src_active: NDArray[np.bool_]  # the lane that is read executes
    open: NDArray[np.uint8]  # n: the documents leave the result open, docs/amd.md 9.n; 0: they do not


def cross_lane(
    op: Op | str | int,
    src: ArrayLike,
    control: int = 0,
    *,
    gen: Gen | str | int,
    addr: ArrayLike = 0,
    old: ArrayLike = 0,
    exec: ArrayLike = True,
    fi: bool = False,
    bc: bool = False,
    row_mask: int = 15,
    bank_mask: int = 15,
) -> Result:
    """One instruction, for waves.

    op        an Op, or its name, such as "dpp16"; what control holds is described there
    src       [..., lanes], integers or floats of up to 64 bits; 64 lanes, from GFX10 on also 32, of GFX1250 32
    gen       a Gen, or its name, such as "gfx90a"
    addr      integers that broadcast to [..., lanes]: byte addresses, of BPERMUTE and PERMUTE
    old       values that broadcast to [..., lanes]: the destination before
    exec      the lanes that execute: bool, one or [..., lanes], or one integer, the mask of all waves: bit k is lane k
    fi, bc    fetch-inactive and bound_ctrl, bits of the instruction
    row_mask, bank_mask     4 bits each, of DPP16

    ValueError or TypeError for any other argument, and for an instruction that the generation does not have.
    """
    src = _arrays.warps("src", src)
    lanes = src.shape[-1]
    op, gen = _arrays.one_of("op", op, Op), _arrays.one_of("gen", gen, Gen)
    for name, value, bits in (("control", control, 64), ("row_mask", row_mask, 4), ("bank_mask", bank_mask, 4)):
        if not 0 <= value < 1 << bits:
            raise ValueError(f"{name}: expected {bits} bits, not {value!r}")
    before = np.asarray(old).astype(src.dtype)
    if not np.array_equal(before, old, equal_nan=src.dtype.kind == "f"):
        raise TypeError(f"old: expected values of src's type, {src.dtype}")
    given = (
        _arrays.lane_masks("exec", exec, src.shape),
        _arrays.words(src),
        _arrays.words(_arrays.to_shape("old", before, src.shape)),
        _arrays.integers("addr", addr, src.shape).astype(np.uint32),
    )
    rd = np.empty(src.shape, np.uint64)
    src_lane, open_ = np.empty((2, *src.shape), np.uint8)
    masks = np.empty((3, *src.shape[:-1], 1), np.uint64)
    fields = (op, operator.index(control), bool(fi), bool(bc), operator.index(row_mask), operator.index(bank_mask))
    arrays = map(np.ascontiguousarray, given)
    error = _model.each(
        "cross_lane", math.prod(src.shape[:-1]), lanes, gen, *fields, *arrays, rd, src_lane, *masks, open_
    )
    if error:
        raise ValueError(
            {
                -1: f"src: {gen.name} has no waves of {lanes} lanes; expected 64, or 32 from GFX10 on, of GFX1250 32",
                -2: f"op: {gen.name} does not have {op.name}{', or not with fi' if fi else ''}",
                -3: f"control: {control:#x} is reserved for {op.name} in {gen.name}",
                -4: f"control: {control:#x} has more bits than {op.name} has",
            }[error]
        )
    valid, src_active, we = (_arrays.lane_bits(mask, lanes) for mask in masks)
    return Result(_arrays.from_words(rd, src.dtype), we, src_lane, valid, src_active, open_)
