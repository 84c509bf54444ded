# SPDX-License-Identifier: Apache-2.0
"""What the threads of a block do together, a quad's derivatives, and movmatrix: answers that were written by hand."""

import json
import re
import shlex
import struct

import pytest
from conftest import BUILD, run


def name(row):
    """Of a test: the words of what is asked."""
    return re.sub(r"\W+", "-", row[0].partition("' ")[0][:48]).strip("-") + "-" + re.sub(r"\W+", "", row[0][-12:])


pytestmark = pytest.mark.usefixtures("openshfl")  # it is built

# what is asked, as in a shell | the result of these threads: N:VALUE, N:- (stays or does not execute), N:? (undefined)
ANSWERS = """
# over all threads of the block
'n = __syncthreads_count(p);' --block 256 --let 'p=lane<40' | 0:40 200:40 255:40
'__syncthreads_and(p)' --block 64 --let 'p=lane<64' | 0:1 63:1
'__syncthreads_and(p)' --block 65 --let 'p=lane<64' | 0:0 64:0
'__syncthreads_or(p)' --block 1024 --let 'p=lane==1023' | 0:1 1023:1
# exited threads do not count, by --active or by the text; of 128 threads 0 to 99 are there, 34 have k of 0, 3, 6 ..
'__syncthreads_count(p)' --block 100 --let p=1 --active 'lane>=30' | 30:70 29:-
'__syncthreads_count(p)' --let p=1 --active 0xff | 7:8 8:-
'int k = threadIdx.x / 2; __syncthreads_count(k%3 == 0);' --block 100 | 3:34
'int w = threadIdx.x / 32; int n = __syncthreads_count(w == 1 && blockDim.x == 96);' --block 96 | 5:32
'auto b = cg::this_thread_block(); __syncthreads_or(b.thread_rank() == 60 && b.size() == 64);' --block 64 | 0:1
'__syncthreads_count(__lane_id() == 3)' --block 256 | 0:8
# threads in x, y and z: number x + 4 y + 8 z, and so on; y is 2 in 8 of 32 threads, z*2+y is 3 in one of four rows of 4
'__syncthreads_count(threadIdx.y == 2 && blockDim.y == 4)' --block 8,4 | 31:8
'__syncthreads_count(threadIdx.z*2 + threadIdx.y == 3 && blockDim.z == 2)' --block 4,2,2 | 0:4
'__syncthreads_count(threadIdx.x == 1 && blockDim.x == 8)' --block 8,9 | 71:9
'__syncthreads_count(hipThreadIdx_y)' --gpu gfx90a --block 50,2 | 99:50
'cub::BlockShuffle<int, 8, 4>(temp).Offset(threadIdx.y, b, 8)' | 0:1 16:3 24:-
'cub::BlockShuffle<int, 4, 2, 2>(temp).Rotate(threadIdx.z * 10 + threadIdx.y, b, 4)' | 0:1 4:10 12:0
# a part of the block: warps 0 and 2 of four, of which 38 threads are below 70
'barrier.red.popc.u32 d, 3, 64, p;' --block 128 --active '(lane/32)%2==0' --init 'P0=lane<70' | 70:38 0:38 40:-
'bar.red.and.pred q, 0, !p;' --init P0=0 | 3:1
'barrier.cta.red.popc.aligned.u32 d, 0, p;' --block 64 --init P0=lane%4==1 | 9:16
'BAR.RED.POPC R2, R3, P0' --init R3=64 --init P0=1 | 63:64
'BAR.RED.POPC R9, R9, P0' --init R9=0x400003 --init P0=1 | 63:64
'BAR.RED.POPC 0x0, P0; B2R.RESULT R5' --init P0=7 | 31:3
'BAR.RED.OR 0x0, P0 ; B2R.RESULT RZ, P1 ;' --init P0=0 | 31:0
'@P1 BAR.RED.AND 0x0, !P0' --init P0=lane>9 --init P1=lane<10 | 3:1 10:-
'%1 = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %p)' --block 64 --let '%p=lane/60' | 0:4
# BlockShuffle: block_shuffle.cuh's index arithmetic, by hand
'cub::BlockShuffle<int, 128>(temp).Offset(a, b, 1)' --let a=lane*10 | 0:10 31:320 126:1270 127:-
'cub::BlockShuffle<int, 40>(temp).Offset(a, b, -33)' | 32:- 33:0 39:6
'cub::BlockShuffle<float, 8, 2, 2>(temp).Rotate(a, b, 5)' | 0:5 27:0 31:4
'constexpr int N = 16; cub::BlockShuffle<int, N>(t).Up(a, prev);' --let a.size()=4 | 0:- 1:0 4:3 63:62
'BlockShuffle(temp).Down(a, prev)' --block 5 | 3:4 4:-
# R16.5: by the index arithmetic of rocPRIM's block_shuffle.hpp
'hipcub::BlockShuffle<int, 128>(temp).Offset(a, b, 1)' --let a=lane*10 | 0:10 126:1270 127:-
'rocprim::block_shuffle<int, 8, 4>().offset(a, b, 8);' | 0:8 23:31 24:-
'rocprim::block_shuffle<int, 5>().down(a, next);' --gpu gfx906 | 3:4 4:-
# lane*lane is 0 1 / 4 9 in the first quad and 16 25 / 36 49 in the second
'dFdx(v)' --let 'v=lane*lane' | 0:1.0 1:1.0 2:5.0 3:5.0 4:9.0 6:13.0
'dFdy(v)' --let 'v=lane*lane' | 0:4.0 1:8.0 3:8.0 4:20.0 7:24.0
'ddx_coarse(v)' --let 'v=lane*lane' | 0:1.0 3:1.0 7:9.0
'fwidth(v)' --let 'v=-lane*lane' | 3:13.0 4:29.0
'dpdy(v)' --active 0xb | 1:2.0 0:? 3:2.0
# element (i, j) is 16 i + j; lane 3 holds 6 and 7 of row 0 and gets rows 6 and 7 of column 0
'movmatrix.sync.aligned.m8n8.trans.b16 d, a;' --init 'Ra=lane/4*16 + lane%4*2 + (lane/4*16+lane%4*2+1<<16)' | 3:0x700060
# R17.6: PN is a - b, NP -a + b, ZP 0 + b; the first pair is that of lane 0
'FSWZADD R0, R1, R2, PNNPPPZP' --init R1=lane+1 --init R2=lane*1000+100 | 0:-99.0 1:1098.0 2:2103.0 3:3100.0 4:-4095.0
'@P1 FSWZADD.NDV R0, R1, RZ, NPPPPPPP' --init R1=float:2.5 --init P1=lane<2 | 0:-2.5 1:2.5 2:-
'MOVM.16.MT88 R0, R1' --init R1=7 | 0:0x00070007 1:0x00070007
'MOVM.16.MT88 R0, RZ' | 0:0x00000000 31:0x00000000
'llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32 %a)' --active 0xff | 0:? 8:-
"""
ROWS = [line.rpartition(" | ")[::2] for line in ANSWERS.strip().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_answer(row):
    result = json.loads(run([BUILD / "openshfl", "explain", "--json", *shlex.split(row[0])]).stdout)
    for word in row[1].split():
        number, want = word.split(":")
        lane = result["lanes"][int(number)]
        if want in "-?":
            assert lane["rd"] is None and lane["undefined"] == (want == "?"), (number, lane)
        elif "." in want:
            assert struct.unpack("f", struct.pack("I", lane["rd"]))[0] == float(want), (number, lane)
        else:
            assert lane["rd"] == int(want, 0), (number, lane)
        asked = run([BUILD / "openshfl", "ask", *shlex.split(row[0])[:1], number, *shlex.split(row[0])[1:]]).stdout
        assert f"{lane['steps'][2]};" in asked


# every spelling, and what lane 6 gets: of 64 threads those below 40 have the predicate, values are the lane's square;
# of a matrix the high half is the lane's number
OF_BARRIER = {"count": 40, "popc": 40, "and": 0, "or": 1}
OF_SLOPE = {("x", ""): 13, ("x", "fine"): 13, ("x", "coarse"): 9, ("y", ""): 20, ("y", "fine"): 20, ("y", "coarse"): 20}
OF_WIDTH = {"": 33, "Fine": 33, "Coarse": 29}
SPELLINGS = {
    **{f"{before}{name}(p)": OF_BARRIER[name] for before in ("__syncthreads_", "cuda.syncthreads_", "sync_threads_",
       "CUDA.sync_threads_") for name in ("count", "and", "or")},
    **{f"llvm.nvvm.barrier.cta.red.{name}{of}(i32 0, {more}i1 %p)": OF_BARRIER[name] for name in ("popc", "and", "or")
       for of, more in ((".all", ""), (".count", "i32 64, "), (".aligned.all", ""), (".aligned.count", "i32 64, "))},
    **{call.replace("%n", name): OF_BARRIER[name] for name in ("popc", "and", "or")
       for call in ("llvm.nvvm.barrier0.%n(i32 %p)", "__nvvm_bar0_%n(p)",
                    "nvvm.barrier #nvvm.reduction<%n> %p -> i32")},
    **{call: want for of, want in (("Offset(a, b, 1)", 49), ("Rotate(a, b, 1)", 49), ("Up(a, b)", 25),
                                   ("Down(a, b, z)", 49))
       for call in (f"cub::BlockShuffle<int, 64>(t).{of}", f"rocprim::block_shuffle<int, 64>().{of.lower()}")},
    "llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32 %a)": 0x00140010,
    **{f"{d}{axis}{of.title()}{v}": want for (axis, of), want in OF_SLOPE.items()
       for d, v in (("dFd", "(v)"), ("dpd", "(v)"), ("OpDPd", " %float %v"))},
    **{f"dd{axis}{'_' * bool(of)}{of}(v)": want for (axis, of), want in OF_SLOPE.items()},
    **{f"dfd{axis}(v)": want for (axis, of), want in OF_SLOPE.items() if not of},
    **{f"fwidth{of}(v)": want for of, want in OF_WIDTH.items()},
    **{f"OpFwidth{of} %float %v": want for of, want in OF_WIDTH.items()},
}  # fmt: skip


NAMES = {re.split(r"[(%]", re.sub(r"^\w+::\w+<int, 64>\(t?\)", "", text))[0].strip() for text in SPELLINGS}


@pytest.mark.parametrize("text", SPELLINGS)
def test_spelling(text):
    is_barrier, is_matrix = "bar" in text or "sync" in text and "mov" not in text, "mov" in text
    given = ["--init", "P0=lane<40" if is_barrier else "Ra=lane<<16" if is_matrix else "Ra=lane*lane"]
    given += ["--block", "64"] if is_barrier else []
    result = json.loads(run([BUILD / "openshfl", "explain", "--json", text, *given]).stdout)
    rd = result["lanes"][6]["rd"]
    got = struct.unpack("f", struct.pack("I", rd))[0] if result["is_float"] else rd
    assert got == SPELLINGS[text]


def test_picture():
    """It has a box for each thread or item, 64 of them at most."""
    text = ["cub::BlockShuffle<int, 48>(t).Offset(a, b, 40)", "--svg", "-"]
    picture = run([BUILD / "openshfl", "explain", *text]).stdout
    assert picture.count('class="in"') == 8 + 1 and 'data-lane="47"' in picture  # and the legend
