# SPDX-License-Identifier: Apache-2.0
"""What a warp shuffle is taught with works by a command each: the lines of a HIP snippet, the kernels of a tutorial and
its sums, BlockShuffle's four, votes and barriers. The answers are written by hand."""

import pytest
from conftest import BUILD, ROOT, run

from silicon.programs import cases

pytestmark = pytest.mark.usefixtures("openshfl")  # it is built

MOV = "__builtin_amdgcn_mov_dpp(v, {}, 0xF, 0xF, 0)"
# a line, the names in it, a lane, and the lane that it reads
SNIPPET = [
    (MOV.format("0x110 | NSHIFT"), "NSHIFT=3", 20, 17),
    (MOV.format("0x100 | NSHIFT"), "NSHIFT=3", 20, 23),
    (MOV.format("0x138"), "", 20, 19),
    (MOV.format("0x130"), "", 20, 21),
    (MOV.format("(0^N) | ((1^N)<<2) | ((2^N)<<4) | ((3^N)<<6)"), "N=2", 5, 7),
    (MOV.format("0x141"), "", 20, 19),
    ("__builtin_amdgcn_ds_swizzle(v, (LANE_ID << 5) | (32-NGROUP))", "LANE_ID=3 NGROUP=8", 20, 19),
    ("__builtin_amdgcn_ds_swizzle(v, (NSHIFT << 10) | 0x1F)", "NSHIFT=9", 20, 29),
    ("__builtin_amdgcn_ds_swizzle(v, 0xC000 | (NSHIFT << 5))", "NSHIFT=3", 20, 23),
    ("__builtin_amdgcn_ds_swizzle(v, 0xC400 | (NSHIFT << 5))", "NSHIFT=3", 20, 17),
    ("__builtin_amdgcn_readlane(v, LANE_ID)", "LANE_ID=7", 20, 7),
    ("__builtin_amdgcn_ds_bpermute((threadIdx.x ^ NSHIFT) * 4, v)", "NSHIFT=40", 20, 60),
    ("__builtin_amdgcn_ds_bpermute((threadIdx.x - NSHIFT) << 2, v)", "NSHIFT=4", 20, 16),
    ("__shfl_xor(v, NSHIFT, NGROUP)", "NSHIFT=5 NGROUP=16", 20, 17),
]


@pytest.mark.parametrize("line, names, lane, reads", SNIPPET)
def test_snippet(line, names, lane, reads):
    let = [word for name in names.split() for word in ("--let", name)]
    assert f"reads lane {reads}" in run([BUILD / "openshfl", "ask", line, lane, "--gpu", "gfx90a", *let]).stdout


T = range(64)
SEGMENT = [t // 16 * 16 for t in T]
# a kernel of cli/programs/cuda, its last arguments, and what the 64 threads of a block get: the number of an item
KERNELS = {
    "broadcast": ("2=3", [s + 3 for s in SEGMENT]),
    "up": ("2=3", [max(t - 3, s) if t - 3 >= s else t for t, s in zip(T, SEGMENT)]),
    "down": ("2=3", [t + 3 if t + 3 < s + 16 else t for t, s in zip(T, SEGMENT)]),
    "wrap": ("2=5", [s + (t + 5) % 16 for t, s in zip(T, SEGMENT)]),
    "exchange": ("2=6", [t ^ 6 for t in T]),
    "swap": (
        "2=1 3=0 4=2",
        [4 * (t ^ 1) + 2 - i if i == t % 2 * 2 else 4 * t + i for t in T for i in range(4)],
    ),
    "exchange_array": ("2=6", [4 * (t ^ 6) + i for t in T for i in range(4)]),
}


SHUFFLES = {name: file for name, file in cases.compiled(BUILD).items() if name.startswith("shuffles.")}


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("file", SHUFFLES.values(), ids=SHUFFLES)
def test_kernel(kernel, file, tmp_path):
    last, want = KERNELS[kernel]
    (tmp_path / "in").write_text("\n".join(str(1000 + n) for n in range(len(want))))
    words = f"--kernel {kernel} --block 64 --arg 0=@{tmp_path}/in --arg 1=buffer:{len(want)} ".split()
    words += [word for one in last.split() for word in ("--arg", one)]
    printed = run([BUILD / "openshfl", "run", file, *words]).stdout
    got = [int(word) for word in printed.replace("arg 1", "").split()]
    assert [value - 1000 for value in got if value >= 1000] == want


def test_sums():
    """0 + 1 + .. + 31, and the block's 0 to 255."""
    run_sum = [BUILD / "openshfl", "run", ROOT / "cli/programs/ptx/reduce.nvcc.sm_75.ptx"]
    warp = run([*run_sum, *"--kernel warp_reduce --block 32 --arg 0=lane --arg 1=buffer:32".split()]).stdout
    block = run(
        [*run_sum, *"--kernel block_reduce --block 256 --arg 0=lane --arg 1=buffer:1 --arg 2=256".split()]
    ).stdout
    assert warp.split()[-1] == "496" and block.split()[-1] == "32640"


# a call, its options, a thread, and what is said
CALLS = [
    ("cub::BlockShuffle<int, 128>(temp).Offset(a, b, 1)", "", 31, "reads thread 32"),
    ("cub::BlockShuffle<int, 128>(temp).Rotate(a, b, 1)", "", 127, "reads thread 0"),
    ("cub::BlockShuffle<int, 128>(temp).Up(a, prev)", "", 32, "reads thread 31"),
    ("cub::BlockShuffle<int, 128>(temp).Up(a, prev, suffix)", "", 0, "stays as it is"),
    ("cub::BlockShuffle<int, 128>(temp).Down(a, prev, prefix)", "", 127, "stays as it is"),
    ("cub::ShuffleUp<32>(v, 1, 0, ~0u)", "", 9, "reads lane 8"),
    ("cub::ShuffleDown<8>(v, 1, 7, ~0u)", "", 7, "own"),
    ("cub::ShuffleIndex<32>(v, 5, ~0u)", "", 9, "reads lane 5"),
    ("cuda::device::warp_shuffle_xor<16>(v, 3)", "", 9, "reads lane 10"),
    ("__any(p)", "--let p=lane==3", 9, "is 1"),
    ("__all(p)", "--let p=lane!=3", 9, "is 0"),
    ("__ballot(p)", "--let p=lane<3", 9, "0x00000007"),
    ("__syncthreads_count(p)", "--block 256 --let p=lane<40", 200, "gets 40"),
    ("__syncthreads_and(p)", "--block 256 --let p=lane<40", 200, "gets 0"),
    ("__syncthreads_or(p)", "--block 256 --let p=lane<40", 200, "gets 1"),
    ("value = __shfl(value, threadIdx.x + offset, BDIM);", "--let offset=2 --let BDIM=16", 15, "reads lane 1"),
]


@pytest.mark.parametrize("call, options, thread, said", CALLS)
def test_call(call, options, thread, said):
    assert said in run([BUILD / "openshfl", "ask", call, thread, *options.split()]).stdout
