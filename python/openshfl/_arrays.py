# SPDX-License-Identifier: Apache-2.0
"""Arguments as arrays of the model's types. A message names the argument, what is expected and what was given."""

import enum
import math
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _model

LANES = (2, 4, 8, 16, 32, 64)
E = TypeVar("E", bound=enum.IntEnum)


def warps(name: str, value: ArrayLike) -> NDArray[Any]:
    array = np.asarray(value)
    if array.dtype.kind not in "iufb" or array.dtype.itemsize > 8:
        raise TypeError(f"{name}: expected integers or floats of up to 64 bits, not {array.dtype}")
    if array.ndim == 0 or array.shape[-1] not in LANES:
        raise ValueError(f"{name}: expected 2, 4, 8, 16, 32 or 64 lanes in the last axis, not shape {array.shape}")
    return array


def to_shape(name: str, array: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(f"{name}: expected a shape that broadcasts to {shape}, not {array.shape}") from None


def integers(name: str, value: ArrayLike, shape: tuple[int, ...]) -> NDArray[Any]:
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, not {array.dtype}")
    return to_shape(name, array, shape)


def one_of(name: str, value: str | int, members: type[E]) -> E:
    """A member of an enumeration, from itself, its number or its name."""
    try:
        return members[value.upper()] if isinstance(value, str) else members(value)
    except (KeyError, ValueError):
        raise ValueError(f"{name}: expected one of {', '.join(members.__members__)}, not {value!r}") from None


def lane_masks(name: str, value: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.uint64]:
    """A mask for each warp, [..., 1], bit k lane k: from bool for each lane, or from one integer, the same for all."""
    lanes = shape[-1]
    array = np.asarray(value)
    if array.dtype.kind == "b":
        if array.ndim and array.shape[-1] != lanes:
            raise ValueError(f"{name}: expected {lanes} lanes in the last axis, not shape {array.shape}")
        bit = np.uint64(1) << np.arange(lanes, dtype=np.uint64)
        masks: NDArray[np.uint64] = (to_shape(name, array, shape) * bit).sum(axis=-1, dtype=np.uint64, keepdims=True)
        return masks
    if array.ndim or array.dtype.kind not in "iuO" or not isinstance(array.item(), int):
        raise TypeError(f"{name}: expected bool for each lane, or one integer, bit k of which is lane k")
    if not 0 <= array.item() < 1 << lanes:
        raise ValueError(f"{name}: expected a mask of {lanes} lanes, 0 to {(1 << lanes) - 1:#x}, not {array.item():#x}")
    return np.full((*shape[:-1], 1), array.item(), np.uint64)


def lane_bits(masks: NDArray[np.uint64], lanes: int) -> NDArray[np.bool_]:
    return (masks >> np.arange(lanes, dtype=np.uint64) & np.uint64(1)).astype(bool)


def words(array: NDArray[Any]) -> NDArray[np.uint64]:
    """The bits of each element, as the model's 64 bits."""
    return np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}").astype(np.uint64)


def from_words(array: NDArray[np.uint64], dtype: np.dtype[Any]) -> NDArray[Any]:
    return array.astype(f"u{dtype.itemsize}").view(dtype)


def each(name: str, shape: tuple[int, ...], *arguments: object) -> None:
    """Call the function of the model for the warps of [..., lanes], whose arguments have been checked."""
    error = _model.each(name, math.prod(shape[:-1]), shape[-1], *arguments)
    assert error == 0
