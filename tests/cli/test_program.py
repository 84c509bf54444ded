# SPDX-License-Identifier: Apache-2.0
"""Texts with statements: compiled by clang, run by the executor, each call answered. Expected lanes are by hand, from
the rules of the language; those of masks, branches and barriers also from the recordings (docs/rules.md R7.8 to R7.10,
R11, R15)."""

import json
import os
import re
import shlex
import subprocess

import pytest
from conftest import ROOT, built, run
from test_collective import SPELLINGS
from test_read import SPELLINGS as SHUFFLES
from test_read import asked

pytestmark = pytest.mark.needs("clang")


def texts():
    """Of programs.txt: == NAME | THREAD [OPTION ..], the text, and -- a pattern for each line of the answer."""
    for block in re.split(r"^== ", (ROOT / "tests/cli/programs.txt").read_text(), flags=re.MULTILINE)[1:]:
        head, rest = block.split("\n", 1)
        name, words = head.split(" | ")
        text, *want = rest.rstrip("\n").split("\n-- ")
        yield pytest.param(text, words.split(), want, id=name)


@pytest.mark.few(6)
@pytest.mark.parametrize("text, words, want", list(texts()))
def test_text(text, words, want):
    done = subprocess.run([built("openshfl"), "ask", text, *words], capture_output=True, text=True, check=False)
    left_out = "note: ", "openshfl: ask: none of the calls"
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith(left_out)]
    assert len(lines) == len(want), lines
    for line, pattern in zip(lines, want, strict=True):
        assert re.search(pattern, line), (line, pattern)


@pytest.mark.few(3)
@pytest.mark.parametrize("text, why", [
    ("if (x) y = 1 +; v = __shfl_sync(~0u, v, 1);", "line 1: clang: "),
    ("if (x) { v = __shfl_sync(~0u, v, 1);", "a bracket is not closed"),
    ("if (lane) v = mylib_shuffle(v, 3); v = __shfl_sync(~0u, v, 1);", "may cross lanes"),
    ("template <int N> __device__ int f(int v) { return __shfl_sync(~0u, v, N); }", "give it with --let N=VALUE"),
    ("__device__ int f(int v) { n = v; return __shfl_sync(~0u, v, n); }", "not assignable; n is declared nowhere"),
    ("[[intel::reqd_sub_group_size(16)]] void f() { if (x) v = simd_shuffle(v, 1); }", "sub-groups have 16 lanes"),
    ("#include <hip/hip_runtime.h>\nif (x) v = __shfl(v, 1);", "a wave of HIP's has 64 or 32 by its GPU"),
    ("if (x) y = 1; v = __shfl(v, 1, 64);", "a width of 64, and a program is run with warps of 32 lanes"),
])  # fmt: skip
def test_refused(text, why):
    assert why in run([built("openshfl"), "ask", text, "3"], status=2).stderr


C_LIKE = re.compile(r"__(?!nvvm|kmpc|gpu_match)|tile|cg::|cooperative|alpaka|(intel_)?sub_?group|sycl::(?!ext)|sg\."
                    r"|quad_|Quad|simd|Wave|(read|any|all)\w*Invocation|ballotARB")  # fmt: skip
VALUES = {"v": "lane / 3", "p": "lane % 3 == 0", "x": "lane / 3 + 100", "f": "lane / 3 + 100", "&p": "&pr",
          "part": "lane % 2 ? 0xaaaaaaaau : 0x55555555u", "(uint)v": "(uint)(lane / 3)", "m": "0xffffffff",
          "(unsigned)v": "(unsigned)(lane / 3)", "uint(v)": "uint(lane / 3)"}  # fmt: skip


def rows():
    """A call of each C-like spelling, with an argument that differs by lane."""
    for spelling in (*SHUFFLES, *SPELLINGS):
        if C_LIKE.match(spelling):
            quad = spelling.lower().startswith(("quad", "subgroupquad"))
            text = asked(spelling, 1 if quad else 5, 32 if re.match("tile|cg|coop", spelling) else 8)
            text = text.replace("%m", "0xffffffff").replace("%b", "uvec4(0xf0f0u, 0u, 0u, 0u)")
            values = VALUES | ({"p": "pr"} if "match_all" in spelling else {})
            name, _, inside = text.replace("tile32", "tile").partition("(")
            yield f"{name}({', '.join(values.get(word, word) for word in inside[:-1].split(', '))})"


@pytest.mark.slow
def test_both_ways(tmp_path):
    """Each call of the table gives the same alone, by the reader, and in a program, by clang and the executor."""
    command, calls = built("openshfl"), list(rows())
    front = "int lane = threadIdx.x & 31; auto tile = cg::tiled_partition<32>(cg::this_thread_block()); "
    front += "sycl::sub_group sg; int pr;"
    together = []
    for first in range(0, len(calls), 60):  # a kernel's memory is limited
        text = "\n".join([front, *(f"{call};" for call in calls[first : first + 60]), "if (lane > 40) lane = 0;"])
        together += json.loads(run([command, "explain", "--json", text]).stdout)["calls"]
    assert len(calls) > 350 and len(together) == len(calls)
    differ = []
    for call, other in zip(calls, together, strict=True):
        group = ["--let", "tile.size()=32"] if call.startswith(("tile.", "cg::", "cooperative_groups")) else []
        number = call.replace("uvec4(0xf0f0u, 0u, 0u, 0u)", "0xf0f0u")  # alone, a vector is a program
        alone = json.loads(run([command, "explain", "--json", number, *group]).stdout)
        keys = ("active", "src_lane", "src_active", "rd", "pu", "undefined")
        lanes = [[tuple(lane[key] for key in keys) for lane in one.get("lanes", [])] for one in (alone, other)]
        if lanes[0] != lanes[1]:
            differ.append((call, other["why"], alone["summary"], other.get("summary")))
    assert differ == []


def test_each_call_is_answered():
    """Also those behind a shuffle of two words, and behind a barrier."""
    calls = ["__shfl_xor_sync(-1, d, 1)", "__ballot_sync(-1, e > 3)", "__syncthreads_count(e < 5)", "__all_sync(-1, n)"]
    text = "double d = threadIdx.x;\n" + "\n".join(f"auto {x} = {c};" for x, c in zip("emna", calls, strict=True))
    lines = run([built("openshfl"), "ask", text, "5"]).stdout.splitlines()
    assert [line.split(": ", 1)[1].split(", lane 5")[0].split(", thread 5")[0] for line in lines] == calls


def test_tile_of_nobody():
    """A tile that the text does not declare has 32 lanes."""
    got = run([built("openshfl"), "explain", "v += tile.shfl_down(v, 8); v += tile.shfl_down(v, 4);"]).stdout
    assert "note: tile is taken as a tile of 32 lanes" in got and got.count("above it") == 2


@pytest.mark.slow
def test_lets():
    """--let gives a name that is declared nowhere, a variable's first value, a parameter, a template's argument."""

    def ask(text, let):
        return run([built("openshfl"), "ask", text, "3", "--let", let]).stdout

    assert "reads lane 7," in ask("if (x) y = 2; v = __shfl_xor_sync(~0u, v, n);", "n=4")
    assert "reads lane 5," in ask("int k = f(); if (x) y = 2; v = __shfl_sync(~0u, v, k);", "k=lane+2")
    text = "__device__ int f(int v, int s) { if (v) s = s; return __shfl_sync(~0u, v, s); }"
    assert "reads lane 9," in ask(text, "s=9")
    assert "reads lane 6," in ask("template <int N> __device__ int f(int v) { return __shfl_sync(~0u, v, N); }", "N=6")
    assert "reads lane 8," in ask("if (x) y = 2; v = __shfl_sync(~0u, v, s);", "s=[1,2,3,8]")


@pytest.mark.slow
def test_not_a_guess():
    """Which lane is read is not known: no command says a lane, in words or as JSON."""
    text = "while (k < 5) { v = __shfl_xor_sync(~0u, v, k); k *= 4; }"
    for command in "run", "explain", "decode", "ask":
        words = ["-"] if command in ("run", "decode") else [text, "3"] if command == "ask" else [text]
        done = run([built("openshfl"), command, *words], status=2 if command == "ask" else 0, input=text)
        assert "rests on k, which is not known: --let k=VALUE" in done.stdout + done.stderr
        assert "lane reads" not in done.stdout and "reads lane" not in done.stdout
    calls = json.loads(run([built("openshfl"), "explain", "--json", text]).stdout)["calls"]
    assert calls and not any("lanes" in call for call in calls)
    assert "own xor 4" in run([built("openshfl"), "run", "-", "--let", "k=1"], input=text).stdout


def test_without_clang():
    env = os.environ | {"OPENSHFL_CLANG": "/no/clang"}
    said = run([built("openshfl"), "ask", "if (x) v = __shfl_sync(~0u, v, 1);", "3"], status=3, env=env).stderr
    assert all(part in said for part in ("line 1: 'if (x) v = ", "this is a program", "need.sh clang"))


def test_functions_of_a_toolkit(tmp_path):
    """They are those of the bitcode that is named; a function of an integer is that of double, as in C++."""
    (tmp_path / "own.cu").write_text("""#define OWN extern "C" __attribute__((device))
OWN double __nv_cbrt(double x) { return x * 3; }
OWN float __nv_atan2f(float x, float y) { return x - 2 * y; }
OWN double __nv_exp(double x) { return x / 4; }""")
    (tmp_path / "k.cu").write_text("""__global__ void k(double *out) {
    const int i = threadIdx.x;
    out[i] = cbrt((double)i) + 100 * atan2f(i, 2) + exp(i) + floor(i) * 1e6;
}""")
    flags = ["--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "-emit-llvm", "-c"]
    run(["clang", "-x", "cuda", *flags, "-o", tmp_path / "own.bc", tmp_path / "own.cu"])
    command = [built("openshfl"), "run", tmp_path / "k.cu", "--arg", "0=f64:buffer:3", "--block", "3"]

    def with_file(name, status=0):
        done = run(command, env=os.environ | {"OPENSHFL_LIBDEVICE": name}, status=status)
        return done.stdout + done.stderr

    want = [3 * i + 100 * (i - 4) + i / 4 + i * 1e6 for i in range(3)]
    assert [float(word) for word in with_file(str(tmp_path / "own.bc")).split()[3:]] == want
    assert "rests on" in with_file("") and "cbrt(), which is not known" in with_file("")
    assert "OPENSHFL_LIBDEVICE names /no/file, which cannot be read" in with_file("/no/file", 3)


def test_page(tmp_path):
    """docs/use/programs.md shows a program, and what the command prints of it."""
    page = (ROOT / "docs/use/programs.md").read_text(encoding="utf-8")
    source, shown = re.search(r"^```cuda\n(.*?)^```\n\n```\n(.*?)^```$", page, re.M | re.S).groups()
    (tmp_path / "k.cu").write_text(source, encoding="utf-8")
    commands = re.findall(r"^\$ openshfl (.*)$", shown, re.M)
    printed = [run([built("openshfl"), *shlex.split(words)], cwd=tmp_path).stdout for words in commands]
    assert len(commands) > 2
    assert "".join(f"$ openshfl {words}\n{text}" for words, text in zip(commands, printed, strict=True)) == shown


@pytest.mark.slow
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
    assert asked == run([command, "ask", file, "3"]).stdout == run([command, "ask", "-", "3"], input=text).stdout
    assert "xor 4" in run([command, "explain", file]).stdout
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


def test_line_of_what_is_undefined(tmp_path):
    """The reads of several lanes are told with the line of the source, too."""
    body = "if (threadIdx.x < 16)\nout[threadIdx.x] = __shfl_down_sync(0xffff, threadIdx.x, 8);"
    (tmp_path / "k.cu").write_text(f"__global__ void k(int *out) {{\n{body} }}\n")
    shown = run([built("openshfl"), "run", str(tmp_path / "k.cu"), "--arg=out=buffer:16"]).stdout
    assert "?1  undefined: rests on reads of lanes 16 to 23, which do not execute (line 3)" in shown
