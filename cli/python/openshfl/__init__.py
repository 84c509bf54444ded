# SPDX-License-Identifier: Apache-2.0
"""The golden model of the GPU warp shuffle, SHFL: numpy arrays of warps in and out.

>>> import openshfl
>>> result = openshfl.shuffle(openshfl.DOWN, 1, 0x1F, range(100, 132))
>>> int(result.rd[0]), bool(result.pu[31])
(101, False)
"""

from typing import NamedTuple

import numpy as np

from ._model import ffi, lib

IDX, UP, DOWN, BFLY = range(4)
ZERO, OWN, RAW = range(3)
LANES = (2, 4, 8, 16, 32, 64)

__all__ = ["BFLY", "DOWN", "IDX", "OWN", "RAW", "UP", "ZERO", "Result", "shuffle"]


class Result(NamedTuple):
    """Arrays [..., lanes]."""

    rd: np.ndarray  # dtype of ra: what the lane reads
    pu: np.ndarray  # bool: its source was in range
    we: np.ndarray  # bool: it is active, and writes rd and pu
    src_lane: np.ndarray  # uint8: the lane that is read
    src_active: np.ndarray  # bool: that lane is active


def shuffle(mode, sb, sc, ra, active=True, policy=ZERO):
    """Shuffle warps.

    ra        [..., lanes], integers or floats of up to 64 bits: what each lane offers; 2, 4, 8, 16, 32 or 64 lanes
    sb, sc    integers, [..., lanes] or what numpy broadcasts to it: the operands b and c of PTX. Bits above 31 are
              ignored, as the shuffle ignores all that are in no field; a negative number counts as its 32 low bits
    active    bool, broadcast to [..., lanes]: the lanes that execute
    mode      IDX, UP, DOWN or BFLY, broadcast to [...]: one for each warp
    policy    ZERO, OWN or RAW: what a lane gets that reads an inactive lane

    Returns a Result. ValueError or TypeError if a mode, a policy, a shape or a dtype is another.
    """
    ra = np.asarray(ra)
    if ra.dtype.kind not in "iufb" or ra.dtype.itemsize > 8:
        raise TypeError(f"ra: expected integers or floats of up to 64 bits, not {ra.dtype}")
    if ra.ndim == 0 or ra.shape[-1] not in LANES:
        raise ValueError(f"ra: expected {', '.join(map(str, LANES[:-1]))} or 64 lanes in its last axis, not {ra.shape}")
    if policy not in (ZERO, OWN, RAW):
        raise ValueError(f"policy: expected ZERO, OWN or RAW, not {policy!r}")
    lanes = ra.shape[-1]
    modes = integers("mode", mode, ra.shape[:-1])
    if not ((modes >= IDX) & (modes <= BFLY)).all():
        raise ValueError("mode: expected IDX, UP, DOWN or BFLY, 0 to 3")
    lane_bits = to_shape("active", np.asarray(active, bool), ra.shape).astype(np.uint64)
    masks = (lane_bits << np.arange(lanes, dtype=np.uint64)).sum(axis=-1, dtype=np.uint64)

    given = {
        "mode": modes.astype(np.uint8),
        "active": masks,
        "sb": integers("sb", sb, ra.shape).astype(np.uint32),
        "sc": integers("sc", sc, ra.shape).astype(np.uint32),
        "ra": np.ascontiguousarray(ra).view(f"u{ra.dtype.itemsize}").astype(np.uint64),
    }
    answers = {name: np.empty(ra.shape, np.uint8) for name in ("pu", "we", "src_lane", "src_active")}
    arrays = {**given, "rd": np.empty(ra.shape, np.uint64), **answers}
    kept = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    pointers = [ffi.cast(f"{PREFIX[array.dtype.itemsize]} *", ffi.from_buffer(array)) for array in kept.values()]
    lib.shuffle(masks.size, lanes, policy, *pointers)
    return Result(
        rd=kept["rd"].astype(f"u{ra.dtype.itemsize}").view(ra.dtype),
        pu=kept["pu"].astype(bool),
        we=kept["we"].astype(bool),
        src_lane=kept["src_lane"],
        src_active=kept["src_active"].astype(bool),
    )


PREFIX = {1: "uint8_t", 4: "uint32_t", 8: "uint64_t"}


def to_shape(name, array, shape):
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(f"{name}: expected what broadcasts to {shape}, not {array.shape}") from None


def integers(name, value, shape):
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, not {array.dtype}")
    return to_shape(name, array, shape)
