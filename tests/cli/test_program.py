# SPDX-License-Identifier: Apache-2.0
"""Texts with statements: compiled by clang, run by the executor, each call answered. Expected lanes are by hand, from the rules of
the language; those of masks, branches and barriers also from the recordings (docs/rules.md R7.8 to R7.10, R11, R15)."""

import json
import os
import re
import shlex
import subprocess

import pytest
from conftest import ROOT, built, run

pytestmark = pytest.mark.needs("clang")
FRONT = "int lane = threadIdx.x & 31; "
READS = r"reads lane {}, "

# text, thread, and what the lines of its calls say, in their order
TEXTS = {
    # who comes: one mask is one call, wherever its members stand
    "two branches": ("if (threadIdx.x < 8) s = __shfl_sync(~0u, a, 20); else s = __shfl_sync(~0u, b, 20);", 3, ["reads lane 20, in range, source active;"]),
    "two branches, redux": ("if (threadIdx.x % 3) r = __reduce_max_sync(~0u, 4); else r = __reduce_max_sync(~0u, 9);", 1, ["URd is 9;"]),
    "two branches, vote": ("if (threadIdx.x < 4) m = __ballot_sync(~0u, 1); else m = __ballot_sync(~0u, 1);", 1, ["Rd is 0xffffffff;"]),
    "waits for ever": ("if (threadIdx.x < 20) v = __shfl_xor_sync(~0u, v, 8); __syncthreads();", 3, ["no thread can go on: .*lanes 0..19 wait at __shfl_xor_sync in line 1 for lanes 20..31"]),
    "two modes": ("if (threadIdx.x < 4) v = __shfl_up_sync(~0u, v, 2); else v = __shfl_xor_sync(~0u, v, 2);", 3, ["undefined: .* at another instruction, __shfl_xor_sync in line 1.*R7.10"]),
    "no member": ("if (lane > 0) v = __shfl_sync(0xff, v, 2);", 9, ["does not name it .*R7.10"]),
    "masks by lane": ("unsigned g = threadIdx.x < 4 ? 0xf : 0xfffffff0; v = __shfl_down_sync(g, v, 3);", 2, ["reads lane 5, in range, source inactive"]),
    "peers": (FRONT + "unsigned p = __match_any_sync(~0u, lane % 5); int t = __reduce_add_sync(p, lane);", 10, ["Rd is 0x42108421", "URd is 105"]),
    "vote of peers": (FRONT + "unsigned p = __match_any_sync(~0u, lane / 8); int a = __any_sync(p, lane == 3); y = __shfl_sync(~0u, y, a ? 7 : 9);", 10, ["Rd is 0x0000ff00", "is 0;", READS.format(9)]),
    "halves": (FRONT + "unsigned m = lane < 20 ? 0xfffffu : 0xfff00000u; int t = __all_sync(m, lane < 20); y = __shfl_sync(m, y, lane ^ (t + 1));", 10, ["is 1;", READS.format(8)]),
    "behind a vote": (FRONT + "unsigned p = __match_any_sync(~0u, lane % 5); if (__all_sync(p, lane % 5 < 2)) y = __shfl_sync(0xffffffff, y, 1);", 10, ["Rd is", "is 1;", READS.format(1)]),
    "no member is read": (FRONT + "unsigned p = __match_any_sync(~0u, lane / 8); y = __shfl_sync(p, y, 31);", 10, ["Rd is", "reads lane 31, in range, source inactive"]),
    "the second trip": ("int i = threadIdx.x; while (i < 50) { i += 32; v = __shfl_down_sync(~0u, v, 2); }", 17, ["reads lane 19, in range, source active", "time 2.*reads lane 19, in range, source inactive"]),
    "not executed": ("switch (threadIdx.x % 4) { case 0: v = __shfl_sync(0x11111111, v, 4); break; case 1: v = __shfl_sync(0x22222222, v, 5); break; }", 1, ["does not execute it", READS.format(5)]),
    "preprocessor": ("#if 0\nv = __shfl_sync(~0u, v, 1);\n#else\nv = __shfl_sync(~0u, v, 2);\n#endif\nif (lane) x = 1;", 0, ["4: .*" + READS.format(2)]),
    "a string": ('emit("__shfl_sync(m, x, 5)"); v = __shfl_sync(-1, v, 6);', 0, [READS.format(6)]),
    # what is not known
    "undefined, not 7": ("int res; if (lane == 0) res = 7; y = __shfl_sync(-1, res, 5);", 3, ["reads lane 5, in range, source active: its value is not defined"]),
    "an unknown function": ('int k = 4; scanf("%d", &k); y = __shfl_xor_sync(~0u, y, k);', 5, [r"which lane it reads rests on scanf\(\), which is not known"]),
    "an unknown branch": ("if (n > 4) x = 3; else x = 5; v = __shfl_xor_sync(~0u, v, x);", 3, ["it is not the same both ways: a condition in line 1 rests on n, which is not known: --let n=VALUE"]),
    "both ways the same": ("if (n > 4) x = 3; else x = 3; v = __shfl_xor_sync(~0u, v, x);", 3, [READS.format(0)]),
    "if it is executed": ("if (n > 4) v = __shfl_xor_sync(~0u, v, 8); v = __shfl_xor_sync(~0u, v, 16);", 3, [READS.format(11) + ".*this is if it is executed: .* n, ", READS.format(19)]),
    "argmax": ("float m = x[lane]; int i = lane; for (int o = 16; o > 15; o /= 2) { float q = __shfl_xor_sync(~0u, m, o); int k = __shfl_xor_sync(~0u, i, o); if (q > m) { m = q; i = k; } } v = __shfl_sync(~0u, v, i);", 3, [READS.format(19), READS.format(19), "it is not the same both ways: a condition"]),
    "an unknown mask": ("unsigned p = __match_any_sync(~0u, key); v = __shfl_sync(p, v, 3);", 3, ["its operand rests on key", "its mask rests on"]),
    # C++
    "a template": ("template <int W> __device__ float sum(float v) { for (int o = W / 2; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o, W); return v; }\n__global__ void k(float *p) { p[0] = sum<8>(p[threadIdx.x]); }", 4, [READS.format(0), READS.format(6), READS.format(5)]),
    "a struct": ("struct Pair { float val; int idx; };\n__device__ Pair f(Pair p) { Pair o; o.idx = __shfl_down_sync(~0u, p.idx, 4); if (o.val > p.val) p = o; return p; }", 3, [READS.format(7)]),
    "a lambda": ("auto r = [&](auto v, auto op) { for (int o = 2; o; o >>= 1) v = op(v, __shfl_xor_sync(~0u, v, o)); return v; };\nfloat m = r(x, [](float a, float b) { return fmaxf(a, b); });", 3, [READS.format(1), READS.format(2)]),
    "an early return": ("__global__ void k(const int *a, int n) { int i = threadIdx.x; if (i >= n) return; int v = __shfl_xor_sync(0xffffffff, a[i], 1); }", 3, [READS.format(2) + ".*if it is executed: .* n, "]),
    "a macro": ("#define SHFL(v, o) __shfl_xor_sync(~0u, v, o)\nfor (int o = 8; o >= 8; o /= 2) acc.x += SHFL(acc.x, o);", 3, [r"SHFL\(acc.x, o\).*" + READS.format(11)]),
    "arrays": ("int x[4]; for (int i = 0; i < 4; ++i) x[i] = threadIdx.x * 4 + i; int y = __shfl_sync(~0u, x[1], x[2] / 8);", 9, [READS.format(4)]),
    # groups, blocks
    "tiles": ("auto t = cg::tiled_partition<16>(cg::this_thread_block()); for (int i = t.size() / 2; i > 4; i /= 2) v += t.shfl_down(v, i);", 3, [READS.format(11)]),
    "a coalesced group": ("if (lane & 1) { auto a = cg::coalesced_threads(); v = a.shfl_up(v, 1); }", 7, [READS.format(5)]),
    "a labeled group": (FRONT + "auto g = cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), lane % 3); int s = cg::reduce(g, lane, cg::plus<int>());", 4, ["is 176;"]),
    "a barrier that exited threads leave": ("if (threadIdx.x >= 40) return; n = __syncthreads_count(threadIdx.x & 1);", 3, ["20 of 40 threads .*gets 20"], "--block", "96"),
    # other languages
    "OpenCL": ("__kernel void k(__global const float *in) { float v = in[get_global_id(0)]; for (int o = get_sub_group_size() / 2; o > 8; o >>= 1) v += sub_group_shuffle_xor(v, o); }", 3, [READS.format(19)]),
    "GLSL": ("#version 450\nlayout(local_size_x = 32) in;\nlayout(binding = 0) buffer Data { float values[]; };\nvoid main() { float v = values[gl_GlobalInvocationID.x]; for (uint i = 4; i > 3; i >>= 1) v += subgroupShuffleDown(v, i); }", 3, [READS.format(7)]),
    "HLSL": ("RWStructuredBuffer<float> data : register(u0);\n[numthreads(32, 1, 1)]\nvoid main(uint gi : SV_GroupIndex) { float v = data[gi]; if (gi < 8) v = WaveReadLaneAt(v, WaveGetLaneIndex() ^ 1); }", 3, [READS.format(2)]),
    "Metal": ("kernel void r(device const float *in [[buffer(0)]], uint l [[thread_index_in_simdgroup]]) { float v = in[l]; for (ushort o = 4; o > 2; o /= 2) v += simd_shuffle_down(v, o); }", 3, [READS.format(7)]),
    "SYCL": ("h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) { auto sg = it.get_sub_group(); float v = data[it.get_global_id(0)]; for (int o = 8; o > 4; o /= 2) v += sycl::shift_group_left(sg, v, o); });", 3, [READS.format(11)]),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_text(name):
    text, thread, want, *options = TEXTS[name]
    done = subprocess.run(
        [built("openshfl"), "ask", text, str(thread), *options], capture_output=True, text=True, check=False
    )
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("note: ")]
    assert len(lines) == len(want), lines
    for line, pattern in zip(lines, want, strict=True):
        assert re.search(pattern, line), (line, pattern)


@pytest.mark.parametrize(
    "text, why",
    {
        "if (x) y = 1 +; v = __shfl_sync(~0u, v, 1);": "line 1: clang: ",
        "if (x) { v = __shfl_sync(~0u, v, 1);": "a bracket is not closed",
        "if (lane) v = mylib_shuffle(v, 3); v = __shfl_sync(~0u, v, 1);": "may cross lanes",
        "template <int N> __device__ int f(int v) { return __shfl_sync(~0u, v, N); }": "give it with --let N=VALUE",
        "[[intel::reqd_sub_group_size(16)]] void f() { if (x) v = sub_group_shuffle(v, 1); }": "sub-groups have 16 lanes",
    }.items(),
)
def test_refused(text, why):
    assert why in run([built("openshfl"), "ask", text, "3"], status=2).stderr


def test_lets():
    """--let gives a name that is declared nowhere, a variable's first value, a parameter, a template's argument."""

    def ask(text, let):
        return run([built("openshfl"), "ask", text, "3", "--let", let]).stdout

    assert "reads lane 7," in ask("if (x) y = 2; v = __shfl_xor_sync(~0u, v, n);", "n=4")
    assert "reads lane 5," in ask("int k = f(); if (x) y = 2; v = __shfl_sync(~0u, v, k);", "k=lane+2")
    assert "reads lane 9," in ask(
        "__device__ int f(int v, int s) { if (v) s = s; return __shfl_sync(~0u, v, s); }", "s=9"
    )
    assert "reads lane 6," in ask("template <int N> __device__ int f(int v) { return __shfl_sync(~0u, v, N); }", "N=6")
    assert "reads lane 8," in ask("if (x) y = 2; v = __shfl_sync(~0u, v, s);", "s=[1,2,3,8]")


def test_without_clang():
    env = os.environ | {"OPENSHFL_CLANG": "/no/clang"}
    done = run([built("openshfl"), "ask", "if (x) v = __shfl_sync(~0u, v, 1);", "3"], status=3, env=env)
    assert "this is a program" in done.stderr and "need.sh clang" in done.stderr


def test_page(tmp_path):
    """docs/use/programs.md shows a program, and what the command prints of it."""
    page = (ROOT / "docs/use/programs.md").read_text(encoding="utf-8")
    source, shown = re.search(r"^```cuda\n(.*?)^```\n\n```\n(.*?)^```$", page, re.M | re.S).groups()
    (tmp_path / "k.cu").write_text(source, encoding="utf-8")
    commands = re.findall(r"^\$ openshfl (.*)$", shown, re.M)
    printed = [
        f"$ openshfl {words}\n{run([built('openshfl'), *shlex.split(words)], cwd=tmp_path).stdout}"
        for words in commands
    ]
    assert len(commands) > 2 and "".join(printed) == shown


def test_one_way(tmp_path):
    """ask, ask --listing, explain, decode and run say the same lanes."""
    text = "int o = 1;\nwhile (o < 5) {\n    v = __shfl_xor_sync(~0u, v, o);\n    o *= 4;\n}\n"
    file = tmp_path / "k.cu"
    file.write_text(text)
    command = built("openshfl")
    asked = run([command, "ask", text, "3"]).stdout
    assert asked == run([command, "ask", "--listing", file, "3"]).stdout and asked.count("3: __shfl_xor_sync") == 2
    calls = json.loads(run([command, "explain", "--json", text]).stdout)["calls"]
    assert [call["lanes"][3]["src_lane"] for call in calls] == [2, 7] and [call["time"] for call in calls] == [1, 2]
    assert "xor 4" in run([command, "explain", text]).stdout
    assert run([command, "decode", file]).stdout.count("__shfl_xor_sync") == 1
    assert "xor 1" in run([command, "run", file]).stdout


def test_launch(tmp_path):
    """A kernel in a file, with host code beside it: parameters by their names in the source, printf, shared memory."""
    file = tmp_path / "k.cu"
    file.write_text("""#include <cstdio>
__device__ float reduce(float v) { for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o); return v; }
__global__ void total(const float *in, float *out, int n) {
    __shared__ float part[32];
    if (threadIdx.x >= n) return;
    float v = reduce(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) { out[0] = part[0] + part[1]; printf("sum %.1f\\n", out[0]); }
}
int main() { float *p; cudaMalloc(&p, 4); total<<<1, 64>>>(p, p, 64); }
""")
    words = ["--arg", "in=f32:64:lane", "--arg", "out=f32:buffer:1", "--arg", "n=64", "--block", "64"]
    done = run([built("openshfl"), "run", file, "--kernel", "total", *words]).stdout
    assert "sum 2016.0" in done and "arg 1       0  2016" in done
    assert "none named m" in run([built("openshfl"), "run", file, "--arg", "m=1"], status=2).stderr
