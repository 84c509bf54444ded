#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make the files that test_decode_files reads, and keep what other tools list of them.

Usage: record.py NVCC CUOBJDUMP BUNDLER PACKAGER

    NVCC, CUOBJDUMP     of CUDA 13
    BUNDLER, PACKAGER   clang-offload-bundler and clang-offload-packager of LLVM 19

Writes beside itself: fatbins of scan.cu, and an object for the host with one; bundles and an offload binary of these
and of ../crossing.gfx90a.elf; scan.txt, the SHFL of cuobjdump -sass, the shuffles of cuobjdump -ptx, and the names
of the kernels by c++filt. Exit status: 0 written, 2 wrong usage.
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
HOST, GFX90A = "host-x86_64-unknown-linux-gnu", "hipv4-amdgcn-amd-amdhsa--gfx90a"


def run(*words):
    return subprocess.run([str(word) for word in words], cwd=HERE, check=True, capture_output=True, text=True).stdout


def sass(listing):
    """The SHFL of a listing: kernel, offset and text."""
    kernel = ""
    for line in listing.splitlines():
        kernel = match[1] if (match := re.match(r"\s*Function : (\S+)", line)) else kernel
        if match := re.match(r"\s*/\*([0-9a-f]{4,})\*/\s*(.*SHFL[^;]*)", line):
            yield f"{kernel}+0x{match[1]}  " + re.sub(r"\.reuse|[{}]", "", " ".join(match[2].split())).strip()


def ptx(listing):
    """The shuffles of a listing: kernel and text."""
    kernel = ""
    for line in listing.splitlines():
        kernel = match[1] if (match := re.search(r"\.entry (\w+)", line)) else kernel
        if "shfl." in line:
            yield f"{kernel}  {line.strip()}"


def main():
    if len(sys.argv) != 5:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    nvcc, cuobjdump, bundler, packager = sys.argv[1:]
    real, virtual = "arch=compute_90,code=sm_90", "arch=compute_90,code=compute_90"
    both = "arch=compute_90,code=[sm_90,compute_90]"
    run(nvcc, "-fatbin", "-gencode", both, "--compress-mode=size", "scan.cu", "-o", "zstd.fatbin")
    run(nvcc, "-fatbin", "-gencode", virtual, "--compress-mode=speed", "scan.cu", "-o", "lz4.fatbin")
    run(nvcc, "-fatbin", "-gencode", virtual, "--compress-mode=none", "scan.cu", "-o", "plain.fatbin")
    run(nvcc, "-dc", "-gencode", real, "--compress-mode=size", "scan.cu", "-o", "relocatable.o")
    run("strip", "relocatable.o")
    targets = [f"-targets={HOST},{GFX90A}", "-type=o", "-input=/dev/null", "-input=../crossing.gfx90a.elf"]
    run(bundler, *targets, "-output=plain.hipfb")
    run(bundler, *targets, "--compress", "-output=zstd.hipfb")
    run(
        packager,
        "--image=file=../crossing.gfx90a.elf,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip",
        "--image=file=zstd.fatbin,triple=nvptx64-nvidia-cuda,arch=sm_90,kind=cuda",
        "-o",
        "offload.bin",
    )
    lines = [*sass(run(cuobjdump, "-sass", "zstd.fatbin")), *ptx(run(cuobjdump, "-ptx", "zstd.fatbin"))]
    names = sorted({line.split("  ")[0].split("+")[0] for line in lines})
    lines += [f"{name} = {run('c++filt', name).strip()}" for name in names]
    (HERE / "scan.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
