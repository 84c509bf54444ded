# SPDX-License-Identifier: Apache-2.0
"""Kernels of CUDA C++ or PTX, run lane by lane without a GPU, and checked.

>>> import numpy as np
>>> sums = Kernel('''__global__ void sums(const int *in, int *out) {
...     int v = in[threadIdx.x];
...     for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
...     if (threadIdx.x == 0) out[0] = v;
... }''')
>>> out = np.zeros(1, np.int32)
>>> sums.launch(1, 32, np.arange(32, dtype=np.int32), out).findings
[]
>>> int(out[0])
496

The command openshfl does it, and has to be in PATH, or OPENSHFL is its path: `make install` in a checkout installs it.
A source needs clang, too. In pytest the fixture checked_kernel makes kernels whose findings fail the test.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Finding", "Kernel", "Launch"]


class Finding(NamedTuple):
    """What is wrong, as `openshfl check` names it: docs/use/programs.md. other_line: of a race, the access before."""

    name: str
    level: str  # error, warning or note
    line: int
    text: str
    rule: str | None = None
    other_line: int | None = None


class Launch(NamedTuple):
    """What a launch has found and printed. undefined: of each array, in their order, which elements are undefined."""

    findings: list[Finding]
    printed: str
    undefined: list[NDArray[np.bool_]]


def _command() -> str:
    command = os.environ.get("OPENSHFL") or shutil.which("openshfl")
    if command is None:
        raise FileNotFoundError(
            "kernels are run by the command openshfl, which is not in PATH: `make install` in a checkout of openshfl "
            "installs it, or OPENSHFL is its path"
        )
    return command


def _words(number: int, array: NDArray[Any], folder: str) -> str:
    if array.dtype.kind not in "iufb" or array.size == 0 or not array.flags.c_contiguous:
        raise TypeError(f"argument {number}: expected a contiguous array of integers or floats, not {array.dtype}")
    bits = array.reshape(-1).view(f"u{array.dtype.itemsize}")
    path = pathlib.Path(folder, str(number))
    path.write_text("\n".join(map(str, bits.tolist())), encoding="ascii")
    return f"u{8 * array.dtype.itemsize}:@{path}"


def _argument(number: int, value: Any, folder: str) -> str:
    if isinstance(value, np.ndarray):
        return _words(number, value, folder)
    if isinstance(value, np.integer | np.floating):
        return f"{value.dtype.kind}{8 * value.dtype.itemsize}:{value}"
    if isinstance(value, int):
        return f"i32:{value}"
    if isinstance(value, float):
        return repr(value)
    raise TypeError(f"argument {number}: expected an array of numpy, an integer or a float, not {type(value).__name__}")


def _extent(value: int | tuple[int, ...]) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


class Kernel:
    """A kernel of a text.

    source: CUDA C++ or PTX, or the path of a file of it
    name: the kernel's, if there are several
    raises: ValueError, with the command's message, if a launch is refused
    """

    def __init__(self, source: str | os.PathLike[str], name: str | None = None) -> None:
        is_file = isinstance(source, os.PathLike) or "\n" not in source and "(" not in source
        self._text = pathlib.Path(source).read_text(encoding="utf-8") if is_file else str(source)
        self._name = name

    def launch(
        self, grid: int | tuple[int, ...], block: int | tuple[int, ...], *arguments: Any, shared: int = 0
    ) -> Launch:
        """Run the kernel; arrays hold afterwards what it wrote.

        grid, block: blocks, and threads of each; a number or up to three
        arguments: an array of numpy for a pointer, contiguous; an int for 32 bits, a float for either size, or a
        number of numpy's with its own type
        shared: bytes of dynamic shared memory
        """
        with tempfile.TemporaryDirectory() as folder:
            words = [f"--arg={n}={_argument(n, value, folder)}" for n, value in enumerate(arguments)]
            words += [f"--kernel={self._name}"] if self._name else []
            words += [f"--grid={_extent(grid)}", f"--block={_extent(block)}", f"--shared={shared}"]
            done = subprocess.run(
                [_command(), "check", "-", "--format=json", "--buffers", *words],
                input=self._text,
                capture_output=True,
                text=True,
                check=False,
            )
        if done.returncode not in (0, 1):
            raise ValueError(done.stderr.strip())
        result = json.loads(done.stdout)
        undefined = []
        arrays = [value for value in arguments if isinstance(value, np.ndarray)]
        for array, buffer in zip(arrays, result["buffers"], strict=True):
            data = bytes.fromhex(buffer["bytes"])
            array[...] = np.frombuffer(data, array.dtype).reshape(array.shape)
            ends = np.zeros(len(data) + 1, int)
            ends[buffer["undefined"]] = 1
            is_undefined = ends.cumsum()[:-1] % 2 == 1
            undefined.append(is_undefined.reshape(*array.shape, array.dtype.itemsize).any(axis=-1))
        findings = [Finding(**{f: one[f] for f in Finding._fields if f in one}) for one in result["findings"]]
        return Launch(findings, result["printed"] or "", undefined)
