# SPDX-License-Identifier: Apache-2.0
"""The golden model of the GPU warp shuffle, SHFL: numpy arrays of warps in and out.

>>> import openshfl
>>> result = openshfl.shuffle("down", 1, 0x1F, range(100, 132))
>>> int(result.rd[0]), bool(result.pu[31])
(101, False)
>>> openshfl.shfl_xor_sync(range(8), 1)
array([1, 0, 3, 2, 5, 4, 7, 6])

>>> openshfl.explain("v += __shfl_down_sync(0xffffffff, v, 16);")["summary"]
'every lane reads the lane 16 above it; the last 16 lanes keep their own value'

AMD's cross-lane operations are in openshfl.amd.
"""

import enum
import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _model, amd


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

__version__ = version("openshfl")
__all__ = [
    "BFLY",
    "DOWN",
    "IDX",
    "OWN",
    "RAW",
    "UP",
    "ZERO",
    "Mode",
    "Policy",
    "Result",
    "amd",
    "explain",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "shuffle",
]


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
    error = _model.shuffle(lanes, policy, *map(np.ascontiguousarray, given), rd, src_lane, *masks)
    assert error == 0
    pu, we, src_active = (_arrays.lane_bits(mask, lanes) for mask in masks)
    return Result(_arrays.from_words(rd, ra.dtype), pu, we, src_lane, src_active)


def _cuda(mode: Mode, x: ArrayLike, argument: ArrayLike, width: int | None, mask: ArrayLike) -> NDArray[Any]:
    x = _arrays.warps("x", x)
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
    """CUDA's __shfl_up_sync: each lane reads the lane delta below it, or itself at the start of a segment."""
    return _cuda(UP, x, delta, width, mask)


def shfl_down_sync(x: ArrayLike, delta: ArrayLike, width: int | None = None, mask: ArrayLike = True) -> NDArray[Any]:
    """CUDA's __shfl_down_sync: each lane reads the lane delta above it, or itself at the end of a segment."""
    return _cuda(DOWN, x, delta, width, mask)


def shfl_xor_sync(x: ArrayLike, lane_mask: ArrayLike, width: int | None = None, mask: ArrayLike = True) -> NDArray[Any]:
    """CUDA's __shfl_xor_sync: each lane reads the lane with its number xor lane_mask, or itself if that lane is in a
    later segment."""
    return _cuda(BFLY, x, lane_mask, width, mask)


def explain(
    text: str,
    *,
    lanes: int | None = None,
    active: int | None = None,
    let: Mapping[str, object] | None = None,
    init: Mapping[str, object] | None = None,
    gpu: str | None = None,
    address: str | int | None = None,
) -> dict[str, Any]:
    """What one shuffle does, as `openshfl explain --json` prints it.

    text      SASS, PTX, or a call of CUDA, OpenCL, GLSL and others, also within a statement or a line of a listing
    lanes     of the warp, 2, 4, 8, 16, 32 or 64 (default 32); not of CUDA's, which has 32
    active    the lanes that execute it, a mask (default: all)
    let       what names in the operands of a call stand for, numbers or expressions: {"i": 3, "src": "lane^1"}
    init      what the registers of an instruction hold: {"R5": "lane+1"}
    gpu       an AMD GPU as LLVM names it, "gfx90a": the text is AMD's, or a call of HIP's or a compiler's
    address   with gpu, what the address register of ds_bpermute_b32 and its like holds: "lane*4+4"

    ValueError with what was expected if the text is not understood.
    """
    if lanes is not None and lanes not in _arrays.LANES:
        raise ValueError(f"lanes: expected 2, 4, 8, 16, 32 or 64, not {lanes!r}")
    inits, lets = [[f"{name}={value}" for name, value in (names or {}).items()] for names in (init, let)]
    numbers = [None if number is None else str(number) for number in (lanes, active, address)]
    result: dict[str, Any] = json.loads(_model.explain(text, *numbers[:2], inits, lets, gpu, numbers[2]))
    return result
