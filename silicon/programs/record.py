# SPDX-License-Identifier: Apache-2.0
"""Run the programs in PTX on the GPU of this machine, and record what their buffers hold: python3 -m
silicon.programs.record PTX_FOLDER RECORD. It needs NVIDIA's driver, which compiles the PTX, and nothing else."""

import array
import ctypes
import json
import lzma
import sys
from pathlib import Path

from silicon.programs import arithmetic, cases

cuda = ctypes.CDLL("libcuda.so.1")


def check(status, what):
    if status:
        text = ctypes.c_char_p()
        cuda.cuGetErrorString(status, ctypes.byref(text))
        sys.exit(f"{what}: {text.value.decode() if text.value else status}")


def device():
    number, context = ctypes.c_int(), ctypes.c_void_p()
    name = ctypes.create_string_buffer(100)
    check(cuda.cuInit(0), "cuInit")
    check(cuda.cuDeviceGet(ctypes.byref(number), 0), "cuDeviceGet")
    check(cuda.cuDeviceGetName(name, 100, number), "cuDeviceGetName")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), number), "cuDevicePrimaryCtxRetain")
    check(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    version = ctypes.c_int()
    cuda.cuDriverGetVersion(ctypes.byref(version))
    return f"{name.value.decode()}, driver for CUDA {version.value // 1000}.{version.value % 1000 // 10}"


def load(text):
    module = ctypes.c_void_p()
    check(cuda.cuModuleLoadData(ctypes.byref(module), text.encode()), "cuModuleLoadData")
    return module


def launch(module, kernel, block, grid, arguments, code="I"):
    """The words of each list afterwards."""
    function = ctypes.c_void_p()
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, kernel.encode()), kernel)
    values, buffers = [], []
    for argument in arguments:
        if isinstance(argument, list):
            words = array.array(code, argument)
            at = ctypes.c_uint64()
            size = len(words) * words.itemsize
            check(cuda.cuMemAlloc_v2(ctypes.byref(at), ctypes.c_size_t(size)), "cuMemAlloc")
            check(cuda.cuMemcpyHtoD_v2(at, (ctypes.c_char * size).from_buffer(words), ctypes.c_size_t(size)), "copy")
            buffers.append((at, words, size))
            values.append(at)
        else:
            values.append(ctypes.c_uint32(argument))
    pointers = (ctypes.c_void_p * len(values))(*(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p) for v in values))
    check(cuda.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, None, pointers, None), kernel)
    check(cuda.cuCtxSynchronize(), f"{kernel}, block {block}, {[a for a in arguments if not isinstance(a, list)]}")
    after = []
    for at, words, size in buffers:
        check(cuda.cuMemcpyDtoH_v2((ctypes.c_char * size).from_buffer(words), at, ctypes.c_size_t(size)), "copy back")
        check(cuda.cuMemFree_v2(at), "cuMemFree")
        after.append(words.tolist())
    return after


def main(folder, record):
    name = device()
    files = sorted(Path(folder).glob("*.ptx"))
    result = {
        "device": name,
        "files": [f.name for f in files],
        "ptx": {f.stem: f.read_text() for f in files},
        "programs": {},
        "arithmetic": {},
    }
    modules = {}
    for file in files:
        modules.setdefault(file.name.split(".")[0], []).append((file.name, load(file.read_text())))
    for program, kernel, block, grid, arguments in cases.cases():
        case = f"{program} {kernel} {len(result['programs'])}"
        answers = {f: launch(m, kernel, block, grid, arguments) for f, m in modules[program]}
        first = next(iter(answers.values()))
        for file, answer in answers.items():
            if answer != first:
                sys.exit(f"{case}: {file} and {next(iter(answers))} have different results")
        changed = [
            a for a, before in zip(first, [x for x in arguments if isinstance(x, list)], strict=True) if a != before
        ]
        result["programs"][case] = [cases.kept(a) for a in changed]
    module = load(arithmetic.ptx())
    for kernel in arithmetic.TABLE:
        buffers = [arithmetic.inputs(kernel), [0] * arithmetic.COUNT]
        _, answers = launch(module, kernel, 1024, arithmetic.COUNT // 1024, buffers, "Q")
        result["arithmetic"][kernel] = cases.kept(answers)
    Path(record).write_bytes(lzma.compress(json.dumps(result, separators=(",", ":")).encode(), preset=9))
    print(f"{name}: {len(files)} files, {len(result['programs'])} cases, {len(arithmetic.TABLE)} instructions")


if __name__ == "__main__":
    main(*sys.argv[1:])
