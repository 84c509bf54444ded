# SPDX-License-Identifier: Apache-2.0
"""The command check: each kernel of cli/programs/faults.cu has its findings where its comments say them, and right
kernels have none."""

import json
import re
import struct
import zlib

import pytest
from conftest import ROOT, built, nightly_but, run

from silicon.programs import sanitizer
from silicon.programs.cases import cases, record

FAULTS = sanitizer.FAULTS


def check(*words, status=0):
    return run([built("openshfl"), "check", *words], status=status)


def found(*words, **options):
    return json.loads(check(*words, "--format=json", **options).stdout)["findings"]


@pytest.fixture
def checked(tmp_path):
    """Check a text: what is printed on standard output, or of a text that is refused on stderr."""

    def checked(text, *words, status=0, name="k.cu"):
        (tmp_path / name).write_text(text)
        done = check(tmp_path / name, *words, status=status)
        return done.stderr if status == 2 else done.stdout

    return checked


@pytest.fixture
def values(tmp_path):
    """Check a text: the bytes of the last of a kernel's buffers."""

    def values(text, *words, name="k.cu"):
        (tmp_path / name).write_text(text)
        done = check(tmp_path / name, "--format", "json", "--buffers", *words)
        return bytes.fromhex(json.loads(done.stdout)["buffers"][-1]["bytes"])

    return values


@pytest.mark.needs("clang")
@pytest.mark.few(6)
@pytest.mark.parametrize(
    "kernel", nightly_but([(name,) for name in sanitizer.kernels()], lambda name: name != "endless")
)
def test_fault(kernel):
    options, _, marks = sanitizer.kernels()[kernel]
    wrong = {name for name, _ in marks} - {"exited-lane", "exited-thread", "order", "unknown"}
    said = found(FAULTS, "--kernel", kernel, *options.split(), status=int(bool(wrong)))
    assert {(one["name"], one["line"]) for one in said} == set(marks)


@pytest.mark.few(3)
@pytest.mark.parametrize("program", record()["ptx"])
def test_right(program, tmp_path):
    """The kernels of cli/programs, as they were run on a GPU, of up to 128 threads."""
    (tmp_path / "k.ptx").write_text(record()["ptx"][program])
    for name, kernel, block, grid, arguments in cases():
        if program.split(".")[0] != name or block > 128 or grid > 4:
            continue
        given = [f"u32:{len(argument)}:lane" if isinstance(argument, list) else argument for argument in arguments]
        words = [f"--arg={number}={argument}" for number, argument in enumerate(given)]
        said = found(tmp_path / "k.ptx", "--kernel", kernel, "--block", block, "--grid", grid, *words)
        assert all(one["level"] == "note" for one in said), kernel


@pytest.mark.needs("clang")
def test_formats():
    """Each format names the fault, its file and its line; a race has both of its lines."""
    one = [FAULTS, "--kernel", "race_within_a_warp"]
    line = FAULTS.read_text().partition("tile[threadIdx.x ^ 1]; //! race")[0].count("\n") + 1
    text = check(*one, status=1).stdout
    page = (ROOT / "docs/use/programs.md").read_text()
    assert "\n" + text.replace(f"{ROOT}/", "") + "```\n" in page
    assert re.search(rf"faults.cu:{line}:\d+: error: thread 0 .* thread 1 writes it in line {line - 1}", text), text
    assert "1 kernel, 1 finding, 0 notes" in text
    said = check(*one, "--format=github", status=1).stdout
    assert re.match(rf"::error file=\S*faults.cu,line={line},col=\d+,title=race::", said)
    sarif = json.loads(check(*one, "--format=sarif", status=1).stdout)["runs"][0]
    result = sarif["results"][0]
    assert result["ruleId"] in {rule["id"] for rule in sarif["tool"]["driver"]["rules"]}
    for at, of in (line, "locations"), (line - 1, "relatedLocations"):
        assert result[of][0]["physicalLocation"]["region"]["startLine"] == at


PTX = """.version 7.0
.target sm_70
.address_size 64
.file 1 "reduce.cu"
.file 2 "helper.h"
.visible .entry k() {
    .reg .b32 %r<3>;
    .reg .pred %p;
    .loc 2 9 3, function_name $L, inlined_at 1 7 5
    shfl.sync.idx.b32 %r1|%p, %r1, 0, 0x1f, 0x1;
    ret;
}
"""


def test_line_of_the_source(checked, tmp_path):
    """PTX names the line of its source, where a function is inlined; or without .loc its own."""
    said = checked(PTX, status=1, name="k.ptx")
    assert said.startswith("reduce.cu:7:5: error: shfl: undefined: lane 1")
    said = checked(re.sub(r"    \.loc.*\n", "", PTX), status=1, name="k.ptx")
    assert said.startswith(f"{tmp_path}/k.ptx:9: error: ")


@pytest.mark.parametrize("word, why", [
    ("--format=xml", "--format xml: expected text, json, sarif or github"),
    ("another", "check: expected one FILE"),
    ("--kernel=none", "--kernel none: no such kernel"),
    ("--buffers", "--buffers: is for --format json"),
    ("--arg=x=1", "--arg x=1: k has 0 parameters"),
])  # fmt: skip
def test_refused(checked, word, why):
    assert why in checked(PTX, word, status=2, name="k.ptx")


@pytest.mark.needs("clang")
def test_guess(checked):
    """What was taken for an argument is said, and is not the ground of a finding."""
    text = "__global__ void k(int *out, int n) { out[threadIdx.x + 65536 * (n > 1)] = 1; }\n"
    said = "say with --arg, --block and --shared what was taken to be out: 65536 elements 0, 1, 2 .., n = 32"
    assert said in checked(text, status=2)
    both = checked(text + text.replace("k(", "l("), status=2)
    assert both.count(said) == 2 and "line 2: st: " in both
    checked(text, "--arg=out=buffer:32", "--arg=n=1")
    assert "[out-of-bounds]" in checked(text, "--arg=out=buffer:31", "--arg=n=1", status=1)
    beyond = "__global__ void k(int *o) { o[threadIdx.x + 70000] = 1; }"  # what was guessed: no finding, nor right
    assert "say with --arg" in checked(beyond, status=2)
    text = "__global__ void k(int *out, int *in) { out[threadIdx.x + (3 << 15)] = in[0]; }\n"
    assert "of buffer 0, which has 262144 bytes" in checked(text, status=2)  # and not in buffer 1


def test_sanitizer():
    """The record of compute-sanitizer has each kernel; of the right ones it reports none."""
    said = json.loads(sanitizer.RECORD.read_text())["said"]
    assert list(said) == list(sanitizer.kernels())
    assert all(not any(tools.values()) for name, tools in said.items() if name.startswith("right"))


LEGACY = """__global__ void k(int *o) {
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = t; s[t + 32] = 1; __syncwarp(); int x = s[t + 16]; MEET s[t] += x; MEET o[t] = s[t];
}"""


SWAPS = """__device__ void add(float *p, float v) {
    int old = *(int *)p, seen;
    do { seen = old; old = atomicCAS((int *)p, seen, __float_as_int(__int_as_float(seen) + v)); } while (old != seen);
}
"""
LEAVES = "__global__ void k(int *o) { int v = threadIdx.x; AT o[threadIdx.x] = v; }"


@pytest.mark.needs("clang")
@pytest.mark.few(4)
@pytest.mark.parametrize("text, options, names", [
    (LEGACY.replace("MEET", ""), ["--schedule", "3"], {"race", "order"}),  # lanes of a warp need not go together
    (LEGACY.replace("MEET", "__syncwarp();"), ["--schedule", "3"], set()),
    (LEGACY.replace("MEET", ""), [], {"race"}),
    ("__global__ void k(int *o) { unsigned m = __activemask(); o[threadIdx.x] = __shfl_sync(m, threadIdx.x, 3); }\n"
     "__global__ void z(int *o) { __shared__ int s; o[threadIdx.x] = s; }", ["--kernel=k"],
     {"activemask"}),
    ('__global__ void k() { if (threadIdx.x < 32) asm("bar.sync 1, 64;"); else asm("bar.sync 1, 96;"); }',
     ["--block=96"], {"barrier-operand"}),
    ("__global__ void k(int *o) { __shared__ int s[32]; s[threadIdx.x + 1] = 1; }", [], {"out-of-bounds"}),
    (SWAPS + "__global__ void k(float *o) { add(o, threadIdx.x); }", [], set()),
    (SWAPS + "__global__ void k(float *o) { add(o, 1); if (o[0] == 32) o[1] = 2; }", [], {"race"}),
    ("__global__ void k(int *o) { atomicCAS(o, 0, (int)threadIdx.x); o[threadIdx.x + 1] = o[0]; }", [], {"race"}),
    # who leaves at a branch, and has more to do, is missed; who returns is not
    (LEAVES.replace("AT", "if (v < 9) v = __shfl_xor_sync(~0u, v, 1);"), [], {"missing-lane"}),
    (LEAVES.replace("AT", "for (int i = 0; i < v; i++) v -= __all_sync(~0u, i < 9);"), [], {"missing-lane"}),
    (LEAVES.replace("AT", "if (v < 9) v = __match_any_sync(~0u, v);"), [], {"missing-lane"}),
    (LEAVES.replace("AT", "if (v < 9) v = __any_sync(~0u, v); else v = __any_sync(~0u, v);"), [], set()),
    (LEAVES.replace("AT", "if (v >= 9) return; __syncthreads();"), ["--block=64"], {"exited-thread"}),
    (LEAVES.replace("AT", "if (v >= 9) { o[v] = 1; return; } __syncthreads();"), [], {"exited-thread"}),
    (LEAVES.replace("AT", "v = mine(v);"), [], {"unknown"}),
    (LEAVES.replace("AT", "if (v < 9) __syncthreads();"), [], {"divergent-barrier"}),
    (LEAVES.replace("AT", "if (v < 9) { __syncthreads(); return; } __syncthreads();"), [], {"divergent-barrier"}),
])  # fmt: skip
def test_own(tmp_path, text, options, names):
    (tmp_path / "k.cu").write_text(text)
    status = int(bool(names - {"exited-lane", "exited-thread", "unknown"}))
    assert {one["name"] for one in found(tmp_path / "k.cu", *options, status=status)} >= names


LAUNCHES = """#define THREADS (WARPS * 32)
#define BODY(size, t, last) __shared__ int s[size]; s[t] = 1; __syncthreads(); o[0] = s[last];
constexpr int WARPS = 4;
__global__ void macro(int *o) { BODY(128, threadIdx.x, 127) }
__global__ void __launch_bounds__(64) bounds(int *o) { BODY(64, threadIdx.x, 63) }
__global__ void dim(int *o) { BODY(64, threadIdx.y * 8 + threadIdx.x, 63) }
__global__ void dynamic(int *o) { extern __shared__ int d[]; d[threadIdx.x] = 1; __syncthreads(); o[0] = d[15]; }
template <int N> __global__ void instance(int *o) { BODY(N, threadIdx.x, N - 1) }
__global__ void nearest(int *o) { BODY(16, threadIdx.z * 8 + threadIdx.y * 4 + threadIdx.x, 15) }
__global__ void none(int *o, int at) { BODY(32, threadIdx.x, at << 20) }
__global__ void unknown(int *o) { BODY(32, threadIdx.x, 31) }
int best() { int threads; for (threads = 1; threads < 99; threads++); return threads; }
int main(int argc, char **argv) {
    int *o, n = atoi(argv[1]); dim3 grid((n + 7) / 8), block(8, 8);
    macro<<<grid, THREADS>>>(o); bounds<<<1, n>>>(o); dim<<<n, block>>>(o);
    dynamic<<<dim3(n, 2), dim3(16), 16 * sizeof(int)>>>(o); instance<96><<<1, 96>>>(o); instance<16><<<1, 16>>>(o);
}
void other(int *o) {
    int threads = best(); unknown<<<1, threads>>>(o); dim3 block(4, 2, 2); nearest<<<1, block>>>(o); }"""


@pytest.mark.needs("clang")
def test_launch(tmp_path):
    """Threads and dynamic memory are the host's, or the bounds; an index that is a guess is no fault."""
    file = tmp_path / "k.cu"
    file.write_text(LAUNCHES)
    done = check(file, status=2)
    said = re.findall(r"(\w+) is run with (blocks of [\d, ]+ threads|).*?(\d+ bytes|o:)", done.stdout)
    wanted = {"macro": "128", "bounds": "64", "dim": "8, 8, 1", "dynamic": "16", "instance": "16", "nearest": "4, 2, 2"}
    assert {name: block[10:-8] for name, block, _ in said if block} == wanted
    assert ("dynamic", "blocks of 16 threads", "64 bytes") in said
    assert "[race]" not in done.stdout and "[uninitialized]" not in done.stdout
    assert "say with --arg" in done.stderr and "at = 32" in done.stderr
    assert "[out-of-bounds]" in check(file, "--kernel=none", "--arg=at=32", status=1).stdout


DYNAMIC = """.version 7.0
.target sm_70
.address_size 64
.extern .shared .align 16 .b8 d[];
.visible .entry k(.param .u64 p) {
    .reg .b32 %r<8>; .reg .b64 %rd<4>;
    .shared .align 4 .b8 s[128];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, d; mad.lo.s32 %r3, %r1, 4, %r2; st.shared.u32 [%r3], %r1;
    mov.u32 %r4, s; mad.lo.s32 %r5, %r1, 4, %r4; not.b32 %r6, %r1; st.shared.u32 [%r5], %r6;
    ld.shared.u32 %r7, [%r3];
    ld.param.u64 %rd1, [p]; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r7;
    ret;
}
"""


def test_dynamic_shared_memory(checked, values):
    """It is behind a kernel's own variables, which nvcc declares later."""
    words = values(DYNAMIC, "--arg=p=buffer:32", "--shared=128", name="k.ptx")
    assert words == struct.pack("<32I", *range(32))
    assert "[out-of-bounds]" in checked(DYNAMIC, "--arg=p=buffer:32", "--shared=124", status=1, name="k.ptx")


GROUPS = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *o) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto four = cg::tiled_partition<4>(warp);
    cg::thread_block_tile<8> eight = cg::tiled_partition<8>(block);
    float f = 2.5f; int v, t = block.thread_rank(); memcpy(&v, &f, sizeof v);
    int own[] = {(int)warp.meta_group_rank(), (int)four.meta_group_rank(), (int)four.meta_group_size(),
                 (int)eight.meta_group_rank(), (int)eight.meta_group_size(), v, 0, 0};
    if (t % 3 == 0) {
        auto part = cg::tiled_partition(cg::coalesced_threads(), 4);
        own[6] = part.shfl(t, 0); own[7] = part.size();
    }
    for (int i = 0; i < 8; i++) o[8 * t + i] = own[i];
}"""


@pytest.mark.needs("clang")
def test_groups_of_groups(values):
    """A tile counts among those of its parent, in a block of three dimensions, too; of a coalesced group by rank."""
    words = values(GROUPS, "--block=8,4,2", "--arg=o=buffer:512")
    for t in range(64):
        warp = t - t % 32
        threes = [k for k in range(warp, warp + 32) if k % 3 == 0]
        part = next((threes[i : i + 4] for i in range(0, len(threes), 4) if t in threes[i : i + 4]), [])
        want = [t // 32, t % 32 // 4, 8, t // 8, 8, 0x40200000, part[0] if part else 0, len(part)]
        assert list(struct.unpack_from("<8i", words, 32 * t)) == want, t


GANGS = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) ring(int *o) {
    __shared__ int s[64]; auto c = cg::this_cluster(); s[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; FIRST
    int *p = c.map_shared_rank(s, (c.block_rank() + 1) % c.num_blocks());
    o[blockIdx.x * 64 + threadIdx.x] = p[63 - threadIdx.x] + c.thread_rank() * 100000; c.sync(); }
__global__ void __cluster_dims__(2, 2, 1) square(int *o) {
    __shared__ int n; auto c = cg::this_cluster(); if (threadIdx.x == 0) n = 0; c.sync();
    atomicAdd(c.map_shared_rank(&n, threadIdx.x % 4), c.block_rank() + 1); c.barrier_arrive(); c.barrier_wait();
    o[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] =
        n * 1000 + c.block_rank() * 100 + c.block_index().x * 10 + c.block_index().y + c.dim_blocks().y * 7; }
__global__ void sums(int *o) {
    auto g = cg::this_grid(); int t = g.thread_rank(), n = g.size(); o[t] = t * 3 + 1; LAST
    for (int d = 1; d < n; d *= 2) { int x = t >= d ? o[t - d] : 0; g.sync(); o[t] += x; g.sync(); } }
"""
GANG = {
    "ring": lambda b, t: b // 4 * 4000 + (b + 1) % 4 * 1000 + 63 - t + (b % 4 * 64 + t) * 100000,
    "square": lambda b, t: 160014 + (b // 4 * 2 + b % 2) * 100 + b % 2 * 10 + b // 4,
    "sums": lambda b, t: sum(3 * k + 1 for k in range(64 * b + t + 1)),
}


@pytest.mark.needs("clang")
@pytest.mark.parametrize("kernel", GANG)
def test_blocks_together(values, kernel):
    """Clusters, and a barrier of the grid; an H200 gave the same."""
    text = GANGS.replace("FIRST", "c.sync();").replace("LAST", "g.sync();")
    words = ["--kernel", kernel, "--block=64", "--grid", "4,2" if kernel == "square" else "8", "--arg=o=buffer:512"]
    assert list(struct.unpack("<512i", values(text, *words))) == [GANG[kernel](k // 64, k % 64) for k in range(512)]


@pytest.mark.few(1)
@pytest.mark.needs("clang")
@pytest.mark.parametrize("kernel, last, name", [("ring", "", "race"), ("sums", "", "race"),
                                                ("sums", "if (blockIdx.x) g.sync();", "missing-thread")])  # fmt: skip
def test_blocks_apart(checked, kernel, last, name):
    words = ["--kernel", kernel, "--block=64", "--grid=8", "--arg=o=buffer:512"]
    assert f"[{name}" in checked(GANGS.replace("FIRST", "").replace("LAST", last), *words, status=1)


@pytest.mark.slow
@pytest.mark.needs("clang")
def test_functions(values, tmp_path):
    """CUDA's functions and conversions, and products and sums over several statements, as an H200 computed them. Lanes
    4, 5 and 8 are too large for sinf here; lane 9 has a NaN, whose sign and payload PTX leaves open."""
    record = json.loads((ROOT / "tests/cli/functions.json").read_text())
    args = []
    for name in "fabcd":
        (tmp_path / name).write_text(" ".join(map(str, record[name])))
        args += ["--arg", f"{name}_=u32:@{tmp_path / name}"]
    at = "o[32 * {} + threadIdx.x] = (double)({});"
    every = list(record["expressions"].items())
    for some in (every[first : first + 128] for first in range(0, len(every), 128)):
        text = f"""#include <cuda_fp16.h>
        __global__ void k(const float *f_, double *o) {{
            int i = threadIdx.x * 37 - 500; unsigned u = i * 7u; float f = f_[threadIdx.x], g = f_[threadIdx.x + 32];
            double d = f * 1.1; long long ll0 = i * 77ll; bool pr;
            {" ".join(at.format(n, text) for n, (text, _) in enumerate(some))}
        }}"""
        words = values(text, *args[:2], "--arg", f"o=buffer:{32 * len(some)}")
        for n, (text, crc) in enumerate(some):
            lanes = words[256 * n : 256 * (n + 1)]
            assert f"{zlib.crc32(lanes[:32] + lanes[48:64] + lanes[80:]):08x}" == crc, text
    blocks = "".join(f"{{ {text} o += 64; }}\n" for text in record["statements"])
    text = f"""typedef const float *in;
    __global__ void k(in a_, in b_, in c_, in d_, int n, float *o) {{
        int t = threadIdx.x; float A = a_[t], B = b_[t], C = c_[t], D = d_[t];
        {blocks} }}"""
    words = values(text, *args[2:], "--arg=n=7", f"--arg=o=buffer:{64 * len(record['statements'])}")
    for n, (text, crc) in enumerate(record["statements"].items()):
        assert f"{zlib.crc32(words[256 * n : 256 * (n + 1)]):08x}" == crc, text


HOST = """#include <cstdio>
template <typename T, int SIZE = 64> __global__ void k(const T *in, T *out, size_t n) {
    T sum = 0;
    for (size_t i = threadIdx.x; i < n; i += SIZE) sum += in[i];
    for (int o = 16; o; o /= 2) sum += __shfl_down_sync(~0u, sum, o);
    if (threadIdx.x == 0) *out = sum;
}
void other() { constexpr int size = 4; }
int main() {
    constexpr int size = 32;
    float *a, *b;
    cudaMalloc(&a, 400);
    LAUNCH
}"""


@pytest.mark.needs("clang")
@pytest.mark.few(3)
@pytest.mark.parametrize("launch, words, want", [
    ("k<float, 32><<<1, 32>>>(a, b, 100);", [], 4950.0),
    ("k<float, size><<<1, size>>>(a, b, 100);", [], 4950.0),
    ("k<int, size><<<1, 32>>>(0, 0, 100);", [], 4950),
    ("k<int, size><<<1, 32>>>(0, 0, 100);\n#define GO(N) { \\  \n k<double, N><<<1, 32>>>(0, 0, 100); }", [], 4950),
    ("} template __global__ void k<int, 32>(const int *, int *, size_t); namespace {", [], 4950),
    ("", ["--let", "SIZE=32"], 4950.0),
    ("", ["--let", "SIZE=32", "--let", "T=int"], 4950),
])  # fmt: skip
def test_template(values, launch, words, want):
    """A kernel template has the arguments of the host's launch, or those of --let; its elements their type."""
    got = values(HOST.replace("LAUNCH", launch), "--arg=in=128:lane", "--arg=n=100", "--arg=out=buffer:1", *words)
    assert struct.unpack("<f" if isinstance(want, float) else "<i", got) == (want,)


@pytest.mark.slow
@pytest.mark.needs("clang")
def test_struct(checked, values):
    """A struct behind the kernel's name in PTX is none of its names; its members are given, as a template's argument
    is."""
    unknown = HOST.replace("LAUNCH", "").replace(" = 64", "")
    assert "parameter SIZE is not known: give it with --let" in checked(unknown, status=2)
    text = """struct Given { float scale; int n; float *out; };
        enum class Op { Sum, Max };
        template <Op op> __global__ void k(Given g) { if (threadIdx.x < g.n) g.out[threadIdx.x] = g.scale + (int)op; }
        void host(Given g) { k<Op::Max><<<1, 32>>>(g); }"""
    given = values(text, "--kernel=k", "--arg=g=bytes:f32:2,i32:3,f32:buffer:4")
    assert struct.unpack("<4f", given) == (3, 3, 3, 0)
    assert "blocks of 32 threads, g = f32:1.0,i32:32,f32:65536:lane\n" in checked(text)
    text = """struct Args { int n, m; float w[2]; bool f; double *out, s; void set(int x) { n = x; } };
        struct Deep { struct { int a; } b; };
        __global__ void k(Args p) { int t = threadIdx.x; if (t < p.n && p.f) p.out[t] = p.w[1] + p.s; }
        __global__ void d(Deep p, int *o) { o[0] = p.b.a; }"""
    said = checked(text, "--kernel=k")
    assert "p = i32:32,i32:32,f32:1.0,f32:1.0,u8:1,f64:65536:lane,f64:1.0\n" in said
    assert "--arg p: " in checked(text, "--kernel=d", status=2)


@pytest.mark.slow
@pytest.mark.needs("clang")
def test_headers(checked, tmp_path):
    """What a source includes is read once, with quotes beside it, else in a folder that --include names; a place in it
    is named by its file."""
    (tmp_path / "a.cuh").write_text('#pragma once\n#include "b.h"\n__device__ int sum(int v)\n{\n'
                                    "    return v + __shfl_down_sync(ALL, v, WIDTH);\n}\n")  # fmt: skip
    (tmp_path / "b.h").write_text("#define ALL 0xffffffffu\n#define WIDTH 16\n")
    source = '#include "a.cuh"\n#include "b.h"\n__global__ void k(int *out)\n{\n    out[threadIdx.x] = sum(3);\n}\n'
    said = checked(source, "--block=20", status=1)
    assert f"{tmp_path}/a.cuh:5:16: error: out[4] rests on a read of lane 20" in said
    assert checked(source, "--block=32").endswith("0 findings, 0 notes\n")
    (tmp_path / "given").mkdir()
    (tmp_path / "b.h").rename(tmp_path / "given/b.h")
    assert "--let WIDTH=VALUE" in checked(source, status=2)
    said = checked(source.replace('"b.h"', "<b.h>"), "--block=20", f"--include={tmp_path}/given", status=1)
    assert f"{tmp_path}/a.cuh:5:16: error: out[4] rests on a read of lane 20" in said and "not there" not in said
    said = checked(source.replace("a.cuh", "none.cuh") + "none one = { 1 };\n", "--block=32")
    assert f"{tmp_path}/none.cuh, which it includes, is not there" in said


@pytest.mark.slow
@pytest.mark.needs("clang")
def test_some_kernels(checked):
    """__global__ may be in a macro; an instruction that is not executed is named with the source's line. Of a kernel
    that is named, the others need not compile."""
    text = """#define K(N) extern "C" __global__ void k##N(int *o)
        template <class T> __device__ std::enable_if_t<std::is_integral_v<T>, T> one(T v) { return v; }
        K(0) { o[threadIdx.x] = __shfl_xor_sync(~0u, one(3), 1); }
        K(1) { int m; asm("vmin.s32.s32.s32 %0, %1, %2;" : "=r"(m) : "r"(1), "r"(2)); o[0] = m; }"""
    assert checked(text, "--kernel=k0").endswith("1 kernel, 0 findings, 0 notes\n")
    assert "k.cu:4: vmin: this instruction is not executed" in checked(text, "--kernel=k1", status=2)
    text = """__global__ void a(int *o) { o[threadIdx.x] = __shfl_xor_sync(~0u, 3, 1); }
        __global__ void b(int *o) { cooperative_groups::this_grid().wait(); }"""
    assert checked(text, "--kernel=a").endswith("1 kernel, 0 findings, 0 notes\n")
    assert "line 2: clang: no member named 'wait'" in checked(text, status=2)


@pytest.mark.needs("clang")
def test_host_code(checked, values, tmp_path):
    """What no kernel names is not compiled; macros in front of an include count in it; a reduction of a tile by a
    function, and of floats, goes in CUDA's order."""
    (tmp_path / "h.cuh").write_text("""struct [[nodiscard]] Logger { FILE *file; std::vector<int> all; };
        class Names { enum Kind { A, B }; static void set(Kind k, std::string n); bool operator<(const Names &n); };
        extern std::vector<int> sizes;
        typedef std::chrono::system_clock Clock;
        namespace n {
        #define MAKE(x) template struct Other<x>;
        MAKE(1)
        MAKE(2)
        }
        static cublasHandle_t handle = NULL;
        extern "C" void host(float *d, uint k);
        inline void fail(cudaError_t e) { if (e != cudaSuccess) exit(EXIT_FAILURE); }
        #define CHECK(e) fail(e)
        #ifdef WIDE
        constexpr int width = 32;
        #endif
        struct alignas(8) Pair { float most, sum; static constexpr int size = 2; };
        __device__ Pair join(Pair a, Pair b) { return { fmaxf(a.most, b.most), a.sum + b.sum }; }
        """)
    text = """#define WIDE
        #include "h.cuh"
        __global__ void k(const float *in, float *out) {
            auto tile = cooperative_groups::tiled_partition<width>(cooperative_groups::this_thread_block());
            Pair p = cooperative_groups::reduce(tile, Pair{ in[threadIdx.x], in[threadIdx.x] }, join);
            if (cooperative_groups::reduce(tile, in[threadIdx.x], cooperative_groups::plus<float>()) == p.sum)
                out[threadIdx.x] = p.most + Pair::size;
        }
        extern "C" void host(float *d, uint k) { Logger log; ::k<<<1, 32>>>(d, d); }
        int main() { Logger log; CHECK(cudaDeviceSynchronize()); cublasCreate(&handle); }"""
    assert checked(text).endswith("1 kernel, 0 findings, 0 notes\n")
    assert struct.unpack("<32f", values(text, "--arg=in=lane", "--arg=out=buffer:32")) == (33,) * 32


@pytest.mark.slow
@pytest.mark.needs("clang")
def test_as_others_write(checked, values):
    """A kernel declared first, attributes in front of a struct's body and behind __shared__, the text's own operators,
    specializations, and a launch in a template of the host; a kernel that launches one is refused by its line. A mark
    of UTF-8, a namespace of a library, types of the text's own, vectors and halves as parameters, what the host alone
    has; and a tile of 128 by 128, which races where a row has 16 elements."""
    text = """#include <cooperative_groups.h>
        using namespace std::chrono;
        namespace cg = cooperative_groups;
        __global__ void k(const float2 *in, float *out);
        __device__ __managed__ int IN;
        typedef struct __align__(8) { unsigned l, a; } LA;
        __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y - b.y); }
        template <class T> struct Zero {};
        template <> struct Zero<int> { static constexpr int value = 5; };
        template <> struct Zero<float> { static constexpr int value = 7; };
        template <class T> __device__ T twice(T a) { return a; }
        template <> __device__ float twice<float>(float a) { return a * 2; }
        __global__ void k(const __grid_constant__ int n, float *out) {
            __shared__ alignas(16) float s[32];
            LA la = { 1, 2 };
            int AT = IN;
            float2 v = make_float2(n, 1) + make_float2(la.l, la.a);
            s[threadIdx.x] = twice(v.x) + v.y;
            cg::sync(cg::this_grid());
            float buffer[2];
            buffer[0] = s[31 - threadIdx.x]; // no declaration of a shader
            out[threadIdx.x] = buffer[0];
        }
        #define THREE three
        constexpr int three = 3;
        template <class T, int N, class U = T> __global__ void t(U *out) {
            #ifdef NOWHERE
            for (int i = 0; i < 2; i++) {
            #else
            for (int i = 0; i < 1; i++) {
            #endif
                out[threadIdx.x] = Zero<T>::value * N; }
        }
        template <class T> void launch(T *d) { t<T, THREE><<<1, 32>>>(d); }"""
    assert checked(text).endswith("2 kernels, 0 findings, 0 notes\n")
    got = values(text, "--kernel=k", "--arg=n=4", "--arg=out=buffer:32")
    assert struct.unpack("<32f", got) == (9,) * 32
    assert struct.unpack("<32f", values(text, "--kernel=t", "--arg=out=buffer:32")) == (21,) * 32
    text = """struct Call { __device__ float operator()(float x) const { return x * 3; } };
        template <class F> __global__ void k(float *o, F f) {
            __shared__ float s[SIZE]; s[0] = 1; __syncwarp(); o[0] = f(s[0]); }"""
    assert "; F of a template is taken as int: --let F=TYPE gives it" in checked(text, "--let=SIZE=2", status=2)
    assert "line 3: the size SIZE is not known: give it with --let SIZE=" in checked(text, "--let=F=Call", status=2)
    assert checked(text, "--let=F=Call", "--let=SIZE=2", "--arg=f=bytes:0").endswith("1 kernel, 0 findings, 0 notes\n")
    text = """\ufeffusing namespace nvcuda;
        using namespace cooperative_groups;
        typedef float real;
        using word = unsigned;
        typedef struct { std::string name; int size; } Host;
        typedef struct { real a; word b; } Pair;
        __device__ int reduce(thread_group g, int *x, int v) { return g.size() + *x + v; }
        __global__ void k(half h, int4 v, Pair p, real *out) {
            int size = v.w;
            int dot = __dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, -7, 8), 10);
            dot += reduce(tiled_partition(this_thread_block(), 16), &size, 1);
            out[threadIdx.x] = size + __half2float(h) + p.a + p.b + dot; }
        __global__ void tile(float *c, int n) {
            for (int i = 0; i < 64; i++) c[(threadIdx.y * 8 + i / 8) * n + threadIdx.x * 8 + i % 8] = threadIdx.x; }
        void host(float *c) { tile<<<1, dim3(16, 16)>>>(c, 512); }"""
    said = checked(text)
    assert "h = f16:1.0, v = i32:32,i32:32,i32:32,i32:32, p = f32:1.0,i32:32, out: 65536" in said
    assert said.endswith("2 kernels, 0 findings, 1 note\n") and "say them with --block and --arg [race]" in said
    assert struct.unpack("<32f", values(text, "--kernel=k", "--arg=h=2", "--arg=v=bytes:i32:1,i32:1,i32:1,i32:4",
                                        "--arg=p=bytes:f32:5,i32:7", "--arg=out=buffer:32")) == (-11,) * 32  # fmt: skip
    text = "struct List { int n; List *next; };\n__global__ void k(List *l) { l->next->n = 1; }"
    assert "line 2: st: thread 0 of block 0: 4 bytes at 0x300000002: no buffer is there" in checked(text, status=2)
    text = "__global__ void a() {}\n__global__ void b() { a<<<1, 1>>>(); }"
    assert "line 2: a kernel that launches a kernel is not run here" in checked(text, status=2)


@pytest.mark.few(2)
@pytest.mark.needs("clang")
@pytest.mark.parametrize("text, is_doubted", [
    ("__shared__ int t[16][17]; t[threadIdx.y][threadIdx.x] = 1; __syncthreads();"
     "o[threadIdx.x] = t[threadIdx.x % 16][threadIdx.y];", True),
    ("__shared__ int t[16][17]; t[threadIdx.y][threadIdx.x] = 1; __syncthreads();"
     "o[threadIdx.x] = t[threadIdx.x % 16][16];", False),
    ("o[threadIdx.x] = __shfl_xor_sync(~0u, 1, 1, n);", True),
    ("o[threadIdx.x] = __shfl_xor_sync(~0u, 1, 1, n + 2);", False),
    ("__shared__ int t[64]; t[0] = 1; __syncthreads(); o[threadIdx.x] = t[o[threadIdx.x] / 2];", True),
])  # fmt: skip
def test_doubt(checked, text, is_doubted):
    """What is found is a note if it is not there with another guess for the block, a whole number or an index."""
    words = [] if "threadIdx.y" in text else ["--block=48"]
    said = checked(f"__global__ void k(int *o, int n) {{ {text} }}", *words, status=int(not is_doubted))
    assert ("; not so with other blocks or numbers" in said) == is_doubted


@pytest.mark.needs("clang")
def test_thread_group(values):
    """A function of a group of any kind, as of a block and of its tiles."""
    text = """namespace cg = cooperative_groups;
        __device__ int sum(cg::thread_group g, int *x, int v) {
            for (int i = g.size() / 2; i > 0; i /= 2) {
                x[g.thread_rank()] = v; g.sync();
                if (g.thread_rank() < i) v += x[g.thread_rank() + i];
                cg::sync(g);
            }
            return v;
        }
        __global__ void k(int *out) {
            __shared__ int x[64];
            cg::thread_block b = cg::this_thread_block();
            int s = sum(b, x, b.thread_rank());
            if (b.thread_rank() == 0) out[0] = s;
            b.sync();
            auto t = cg::tiled_partition<16>(b);
            s = sum(t, x + b.thread_rank() / 16 * 16, t.thread_rank());
            if (t.thread_rank() == 0) out[1 + b.thread_rank() / 16] = s;
        }"""
    assert struct.unpack("<5i", values(text, "--block=64", "--arg=out=i32:buffer:5")) == (2016, 120, 120, 120, 120)
