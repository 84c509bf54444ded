# SPDX-License-Identifier: Apache-2.0
"""`openshfl run` of PTX: the programs of cli/programs/ptx and PTX's arithmetic against an H100, diverged warps,
undefined values, and what is refused."""

import collections
import functools
import json
import lzma
import re
import shutil

import pytest
from conftest import BUILD, ROOT, built, run

from silicon.programs import arithmetic, cases

PTX = ROOT / "cli/programs/ptx"
CASES = cases.cases()
COMPILED = cases.compiled(BUILD)


@functools.cache
def record():
    return json.loads(lzma.decompress((ROOT / "silicon/programs/h100-programs.json.xz").read_bytes()))


@functools.cache
def command():
    return built("openshfl")


def launch(*arguments, status=0):
    return run([command(), "run", *arguments], status=status)


def buffers(tmp_path, file, kernel, block, grid, arguments, bits=32):
    """What the buffers hold afterwards, all of it defined; there is no note."""
    words = []
    for number, argument in enumerate(arguments):
        value = f"u32:{argument}"
        if isinstance(argument, list):
            (tmp_path / str(number)).write_text("\n".join(map(str, argument)))
            value = f"u{bits}:@{tmp_path / str(number)}"
        words += ["--arg", f"{number}={value}"]
    done = launch(file, "--kernel", kernel, "--block", block, "--grid", grid, *words, "--json", "--format", "hex")
    result = json.loads(done.stdout)
    assert result["notes"] == [] and not any("?" in v for buffer in result["buffers"] for v in buffer["values"])
    return [[int(v, 16) for v in buffer["values"]] for buffer in result["buffers"]]


# ---- against silicon


@pytest.mark.few(7)
@pytest.mark.parametrize("file", COMPILED.values(), ids=COMPILED)
def test_programs(file, tmp_path):
    """The cases of a file's kernels: of each the first, and a third of the others. Other compilers' files are here
    after `make programs-ptx`."""
    program = file.name.split(".")[0]
    assert file.name in record()["files"]
    checked = collections.Counter()
    for number, (of, kernel, block, grid, arguments) in enumerate(CASES):
        if of != program:
            continue
        checked[kernel] += 1
        if checked[kernel] > 1 and (number + len(file.name)) % 3:
            continue
        before = [a for a in arguments if isinstance(a, list)]
        after = buffers(tmp_path, file, kernel, block, grid, arguments)
        changed = [cases.kept(a) for a, b in zip(after, before, strict=True) if a != b]
        assert changed == record()["programs"][f"{of} {kernel} {number}"], (kernel, block, grid, number)
    assert all(f".entry {kernel}(" in file.read_text() for kernel in checked)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [31, 64, 1000])
def test_cub(threads, tmp_path):
    """Where there is an nvcc: cub::BlockShuffle, compiled from CUB's headers, gives what the record has of block.cu."""
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc") or pytest.skip("no nvcc here")
    flags = f"-std=c++17 -arch=compute_90 -ptx -DTHREADS={threads}".split()
    run([nvcc, *flags, ROOT / "tests/cub_block_shuffle.cu", "-o", tmp_path / "cub.ptx"])
    checked = collections.Counter()
    for number, (program, kernel, block, grid, arguments) in enumerate(CASES):
        if program != "block" or kernel not in ("offset", "rotate", "items_up", "items_down") or block != threads:
            continue
        if kernel == "rotate" and not 0 < arguments[2] < threads:  # outside its contract
            continue
        before = [a for a in arguments if isinstance(a, list)]
        after = buffers(tmp_path, tmp_path / "cub.ptx", kernel, block, grid, arguments)
        changed = [cases.kept(a) for a, b in zip(after, before, strict=True) if a != b]
        assert changed == record()["programs"][f"block {kernel} {number}"], (kernel, number)
        checked[kernel] += 1
    assert len(checked) == 4


@pytest.mark.slow
@pytest.mark.parametrize("extent", ["40", "100", "8,8", "4,2,3"])
def test_cub_answers_as_ask(extent, tmp_path):
    """CUB's own code, run thread by thread, and what explain says of the call: all four methods, all threads."""
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc") or pytest.skip("no nvcc here")
    flags = ["-std=c++17", "-arch=compute_90", "-ptx", f"-DTHREADS={extent.replace(',', chr(92) + ',')}"]
    run([nvcc, *flags, ROOT / "tests/cub_block_shuffle.cu", "-o", tmp_path / "cub.ptx"])
    n = functools.reduce(int.__mul__, map(int, extent.split(",")))
    for kernel, call, distances in (
        ("offset", "Offset(a, b, {})", (0, 1, 33, -1, -7, n, -n)), ("rotate", "Rotate(a, b, {})", (1, 7, n - 1)),
        ("items_up", "Up(a, b)", (None,)), ("items_down", "Down(a, b)", (None,)),
    ):  # fmt: skip
        for distance in distances:
            items = n * (3 if distance is None else 1)
            before = [list(range(1000, 1000 + items)), [7] * items, [0] * n if distance is None else distance]
            text = f"cub::BlockShuffle<int, {extent}>(t).{call.format(distance)}"
            given = [f"int a[3], b[3]; {text}"] if distance is None else [text, "--let", "a=lane+1000"]
            told = json.loads(run([command(), "explain", "--json", *given]).stdout)["lanes"]
            base = 1000 if distance is None else 0
            after = buffers(tmp_path, tmp_path / "cub.ptx", kernel, extent, 1, before)[1]
            assert after == [7 if one["rd"] is None else base + one["rd"] for one in told], (kernel, distance)


def test_the_record_has_each_case():
    assert list(record()["programs"]) == [f"{c[0]} {c[1]} {number}" for number, c in enumerate(CASES)]
    assert list(record()["arithmetic"]) == list(arithmetic.TABLE)
    assert "H100" in record()["device"]


ROWS = sorted({name.split("_")[0] for name in arithmetic.TABLE})


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.covers(*(f"cli/read/ptx_{name}.c" for name in ("arith", "bits", "convert", "small", "table", "words")))
@pytest.mark.covers("cli/answer/ptx_compute.c", "silicon/programs/arithmetic.py")
@pytest.mark.parametrize("row", ROWS)
def test_arithmetic(row, tmp_path):
    """2,048 operands of each form of an instruction."""
    for name in (n for n in arithmetic.TABLE if n.split("_")[0] == row):
        results_of(name, tmp_path)


@pytest.mark.parametrize("row", ROWS)
def test_arithmetic_quickly(row, tmp_path):
    """One form of each instruction."""
    results_of(next(n for n in reversed(arithmetic.TABLE) if n.split("_")[0] == row), tmp_path)


def results_of(name, tmp_path):
    (tmp_path / "one.ptx").write_text(arithmetic.ptx([name]))
    arguments = [arithmetic.inputs(name), [0] * arithmetic.COUNT]
    results = buffers(tmp_path, tmp_path / "one.ptx", name, 1024, arithmetic.COUNT // 1024, arguments, bits=64)[1]
    assert cases.kept(results)["sums"] == record()["arithmetic"][name], name


def test_each_instruction_has_a_test():
    """Rows that compute are in the table of arithmetic; the others in a program, or below."""
    table = (ROOT / "cli/read/ptx_table.c").read_text()
    rows = table.split("rows[] = {")[1].split("\n};")[0]
    names = [line.split('"')[1] for line in rows.splitlines() if line.strip().startswith('{ "')]
    assert names == sorted(names)
    assert len(names) == 73
    programs = "".join(file.read_text() for file in PTX.glob("*.ptx")) + OWN
    for name in names:
        assert name in ROWS or re.search(rf"\s{name}[.; ]", programs), name


# ---- kernels by hand

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
BEGIN = """.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>; .shared .b32 box[64]; .local .b8 own[16];
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];
mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;
ld.global.u32 %r2, [%rd1];
"""
END = "\nst.global.u32 [%rd2], %r3;\nret;\n}\n"


def kernel(tmp_path, body, *options, block=32, status=0, elements=None):
    head = HEAD.replace(".visible", FUNCTIONS + ".visible") if "proto" in body else HEAD
    (tmp_path / "k.ptx").write_text(head + BEGIN + body + END)
    buffers = ["--arg", "in=lane*3+1", "--arg", f"out=buffer:{elements or block}"]
    return launch(tmp_path / "k.ptx", "--block", block, *buffers, *options, status=status)


def values(done):
    return [word for line in done.stdout.splitlines() if line.startswith("arg 1 ") for word in line.split()[3:]]


# what compilers do not emit for our programs
OWN = """
activemask.b32 %r3; membar.cta; fence.acq_rel.gpu; red.shared.add.u32 [box], %r2; bar.warp.sync -1;
atom.shared.add.u32 %r4, [box], 0;
barrier.sync 1, 32; bar.red.popc.u32 %r5, 2, 32, %p1; trap; exit;
fns.b32 %r3, %r2, 0, 1; movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r2;
brx.idx %r4, ts; discard.global.L2 [%rd2], 128; isspacep.global %p1, %rd1; nanosleep.u32 20;
prefetch.global.L2 [%rd1]; prefetchu.L1 [%rd1];
"""

T = [3 * k + 1 for k in range(32)]


@pytest.mark.parametrize("body, want", [
    ("activemask.b32 %r3; not.b32 %r3, %r3;", [0] * 32),
    ("setp.lt.u32 %p1, %r1, 5; mov.u32 %r3, 0; @!%p1 bra L; activemask.b32 %r3; L:", [31] * 5 + [0] * 27),
    # a loop that each lane leaves at another time, and they are together behind it
    ("and.b32 %r4, %r1, 3; L: setp.eq.u32 %p1, %r4, 0; @%p1 bra M; sub.u32 %r4, %r4, 1; bra L; M: activemask.b32 %r3;",
     [-1] * 32),
    # both ways of a branch, one in the other
    ("setp.lt.u32 %p1, %r1, 16; and.b32 %r4, %r1, 1; setp.eq.u32 %p2, %r4, 0; @%p1 bra A; mov.u32 %r5, 100; bra J;"
     "A: @%p2 bra B; mov.u32 %r5, 200; bra I; B: mov.u32 %r5, 300; I: activemask.b32 %r6; add.u32 %r5, %r5, %r6;"
     "J: mov.u32 %r3, %r5;", [65535 + (200 if k & 1 else 300) for k in range(16)] + [100] * 16),
    ("st.shared.u32 [box+0], %r2; bar.sync 0; ld.shared.u32 %r3, [box];", [94] * 32),
    ("mov.u64 %rd5, own; cvta.local.u64 %rd5, %rd5; st.u32 [%rd5+4], %r2; ld.local.u32 %r3, [own+4];", T),
    ("mov.u64 %rd5, box; cvta.shared.u64 %rd5, %rd5; mad.wide.u32 %rd5, %r1, 4, %rd5; st.u32 [%rd5], %r2; bar.sync 0;"
     "xor.b32 %r4, %r1, 1; mul.lo.u32 %r4, %r4, 4; ld.shared.u32 %r3, [%r4];", [T[k ^ 1] for k in range(32)]),
    ("st.shared.u32 [box], 7; bar.warp.sync 0xffffffff; atom.shared.add.u32 %r3, [box], 2;",
     [7 + 2 * k for k in range(32)]),
    ("st.shared.u32 [box], 31; atom.shared.cas.b32 %r3, [box], 31, %r1;", [31, *[0] * 31]),
    ("st.shared.u32 [box], 0; red.shared.max.u32 [box], %r2; ld.shared.u32 %r3, [box];", [94] * 32),
    ("st.shared.u32 [box], 3; atom.shared.inc.u32 %r3, [box], 4;", [(3 + k) % 5 for k in range(32)]),
    ("st.shared.u32 [box], 3; atom.shared.dec.u32 %r3, [box], 4;", [(3 - k) % 5 for k in range(32)]),
    ("setp.gt.u32 %p1, %r2, 40; bar.red.popc.u32 %r3, 0, %p1;", [18] * 32),
    ("setp.gt.u32 %p1, %r2, 40; barrier.red.and.pred %p2, 3, 32, !%p1; selp.u32 %r3, 1, 0, %p2;", [0] * 32),
    ("setp.gt.u32 %p1, %r2, 40; bar.red.or.pred %p2, 0, %p1; selp.u32 %r3, 1, 0, %p2;", [1] * 32),
    ("membar.gl; fence.sc.cta; mov.b64 %rd6, {%r2, %r1}; mov.b64 {%r4, %r3}, %rd6;", list(range(32))),
    ("setp.lt.u32 %p1, %r2, 10; vote.sync.ballot.b32 %r3, %p1, -1;", [7] * 32),
    ("vote.sync.uni.pred %p1, %p2, -1; selp.u32 %r3, 1, 0, %p1;", None),
    ("and.b32 %r4, %r1, 1; match.all.sync.b32 %r3|%p1, %r4, -1;", [0] * 32),
    ("st.shared.u32 [box], 0xfedc8180; ld.shared.s8 %r3, [box]; ld.shared.s16 %r4, [box+2]; ld.shared.u8 %r5, [box+1];"
     "add.s32 %r3, %r3, %r4; add.s32 %r3, %r3, %r5;", [-128 - 292 + 129] * 32),
    ("st.shared.v2.u16 [box], {%r2, %r1}; ld.shared.u32 %r3, [box];", [94 + (31 << 16)] * 32),
    ("cvt.u64.u32 %rd5, %r2; st.shared.u64 [box], 5; atom.shared.exch.b64 %rd6, [box], %rd5; cvt.u32.u64 %r3, %rd6;",
     [5, *T[:31]]),
    ("cvt.rn.f32.u32 %r4, %r1; st.shared.u32 [box], 0; atom.shared.add.f32 %r5, [box], %r4; cvt.rzi.u32.f32 %r3, %r5;",
     [k * (k - 1) // 2 for k in range(32)]),
    ("st.shared.u32 [box], 0xf0f0; atom.shared.and.b32 %r3, [box], 0xff00; atom.shared.xor.b32 %r3, [box], 1;",
     [0xF000 ^ (k & 1) for k in range(32)]),
    ("{ .reg .b32 %r1; mov.u32 %r1, 5; mov.u32 %r3, %r1; }", [5] * 32),
    ("setp.ge.s32 %p1, %r1, 3; @%p1 mov.u32 %r3, 1; @!%p1 mov.u32 %r3, 2;", [2] * 3 + [1] * 29),
    ("mov.u32 %r3, %laneid; mov.u32 %r4, %lanemask_lt; popc.b32 %r4, %r4; sub.u32 %r3, %r3, %r4;", [0] * 32),
])  # fmt: skip
def test_kernels(tmp_path, body, want):
    if want is None:
        done = kernel(tmp_path, body, status=0)
        assert "rests on %p2, which is not written before" in done.stdout
    else:
        assert values(kernel(tmp_path, body)) == [str(v) for v in want]


# two functions, their addresses in a table, and a call of the one that %rd5 has
FUNCTIONS = (
    "".join(
        f".func (.param .b32 r) {name} (.param .b32 a) {{ .reg .b32 %x; ld.param.b32 %x, [a]; {insn} %x, %x, {by};"
        " st.param.b32 [r], %x; ret; }\n"
        for name, insn, by in (("g", "add.s32", 5), ("h", "mul.lo.s32", 3))
    )
    + ".global .align 8 .u64 table[2] = {h, generic(g)};\n"
)
CALL = (
    "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %r2; proto: .callprototype (.param .b32 _) _ (.param .b32 _);"
    "call (y), %rd5, (x), proto; ld.param.b32 %r3, [y]; }"
)

JOINED = " J: activemask.b32 %r5; add.u32 %r5, %r5, 1; add.u32 %r3, %r3, %r5;"  # all lanes are together again
WAYS = "A: mov.u32 %r3, 10; bra J; B: mov.u32 %r3, 20; bra J; C: mov.u32 %r3, 30;" + JOINED


@pytest.mark.parametrize("body, want", [
    ("add.cc.u32 %r4, %r2, -49; addc.u32 %r3, 0, 0;", [int(t >= 49) for t in T]),
    ("add.cc.u32 %r4, %r2, -1; addc.cc.u32 %r4, 0, -1; addc.u32 %r3, 5, 0;", [6] * 32),
    ("sub.cc.u32 %r4, %r2, 49; subc.u32 %r3, 0, 0;", [-int(t < 49) for t in T]),
    ("sub.cc.s32 %r4, %r2, 49; subc.cc.s32 %r4, 0, 0; subc.s32 %r3, %r2, 0;", [t - int(t < 49) for t in T]),
    ("mad.lo.cc.u32 %r4, %r2, 0x40000000, 0xc0000000; madc.hi.u32 %r3, %r2, 0x40000000, 0;", [t + 3 >> 2 for t in T]),
    ("mov.u64 %rd5, -1; cvt.u64.u32 %rd6, %r2; add.cc.s64 %rd5, %rd5, %rd6; addc.s64 %rd6, %rd6, 7;"
     "cvt.u32.u64 %r3, %rd6;", [t + 8 for t in T]),
    ("and.b32 %r4, %r1, 3; ts: .branchtargets A, B, C, B; brx.idx %r4, ts; " + WAYS, [10, 20, 30, 20] * 8),
    ("mov.u32 %r3, 7; setp.lt.u32 %p1, %r1, 9; rem.u32 %r4, %r1, 3; ts: .branchtargets\nC,\nA, J;"
     "@%p1 brx.idx %r4, ts; bra J; " + WAYS, [30, 10, 7] * 3 + [7] * 23),
    ("ts: .branchtargets A, B, C; mov.u32 %r4, 2; brx.idx.uni %r4, ts; " + WAYS, [30] * 32),
    # lane l holds elements 2l and 2l + 1 of 8 in a row; it gets those of row l/4 and l/4 + .. of the columns
    ("shl.b32 %r4, %r1, 17; mad.lo.u32 %r4, %r1, 2, %r4; add.u32 %r4, %r4, 0x10000;"
     "movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r4;",
     [(16 * (k % 4) + k // 4) + (16 * (k % 4) + 8 + k // 4 << 16) for k in range(32)]),
    ("mov.u64 %rd5, g; mov.u64 %rd6, h; and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0; selp.b64 %rd5, %rd5, %rd6, %p1;"
     + CALL, [t + 5 if k % 2 == 0 else t * 3 for k, t in enumerate(T)]),
    ("mov.u64 %rd5, table; mad.wide.u32 %rd5, %r1, 8, %rd5; setp.lt.u32 %p1, %r1, 2; @!%p1 mov.u64 %rd5, table;"
     "ld.global.u64 %rd5, [%rd5];" + CALL, [T[0] * 3, T[1] + 5, *(3 * t for t in T[2:])]),
    ("mov.u64 %rd5, h;" + CALL.replace("proto: .callprototype (.param .b32 _) _ (.param .b32 _);",
                                       "proto: .calltargets g, h;"), [t * 3 for t in T]),
    # the bits of 0xb5 are 0 2 4 5 7
    ("fns.b32 %r3, 0xb5, 0, %r1;", [0, 0, 2, 4, 5, 7] + [-1] * 26),
    ("fns.b32 %r3, 0xb5, %r1, 2;", [2, 4, 4, 5, 5, 7] + [-1] * 26),
    ("fns.b32 %r3, 0xb5, %r1, 0;", [k if k in (0, 2, 4, 5, 7) else -1 for k in range(32)]),
    ("fns.b32 %r3, 0xb5, 6, -3;", [2] * 32),
    ("neg.s32 %r4, %r1; fns.b32 %r3, 0xb5, 31, %r4;", [-1, 7, 5, 4, 2, 0] + [-1] * 26),
    ("set.lt.u32.u32 %r3, %r2, 20;", [-int(t < 20) for t in T]),
    ("set.gt.s32.s32 %r3, %r2, -1;", [-1] * 32),
    ("setp.lt.u32 %p1, %r1, 3; set.eq.or.u32.u32 %r3, %r2, 13, %p1;", [-int(k < 3 or k == 4) for k in range(32)]),
    ("cvt.rn.f32.u32 %r4, %r2; set.geu.f32.f32 %r4, %r4, 0f41a00000; cvt.rzi.u32.f32 %r3, %r4;",
     [int(t >= 20) for t in T]),
    ("mov.b32 %r4, 0x3c004000; set.gt.f16x2.f16x2 %r3, %r4, 0x3c003c00;", [0x3C00] * 32),
    ("mov.b32 %r4, 0x40007e00; set.gt.u32.f16x2 %r4, %r4, 0x3c003c00; shr.u32 %r3, %r4, 4;", [0xFFFF000] * 32),
    ("mul24.lo.u32 %r3, %r2, 0x1000003;", [3 * t for t in T]),
    ("mul24.hi.u32 %r3, %r2, 0x800000;", [128 * t for t in T]),
    ("mad24.lo.s32 %r3, %r2, 0xffffff, 5;", [5 - t for t in T]),
    ("mad24.hi.sat.s32 %r3, 0x7fffff, 0x7fffff, 0x7fffffff; sub.u32 %r3, %r3, 0x7ffffff0;", [15] * 32),
    ("dp4a.s32.s32 %r3, 0xff020304, 0x01010101, %r2;", [t + 8 for t in T]),
    ("dp4a.u32.s32 %r3, 0xff020304, 0x01010101, %r2;", [t + 264 for t in T]),
    ("dp2a.lo.u32.u32 %r3, 0x00030002, 0x04030201, %r2;", [t + 8 for t in T]),
    ("dp2a.hi.s32.u32 %r3, 0xffff0002, 0x04030201, %r2;", [t + 2 for t in T]),
    ("mov.u64 %rd5, box; cvta.shared.u64 %rd5, %rd5; isspacep.global %p1, %rd1; isspacep.shared %p2, %rd1;"
     "isspacep.shared %p3, %rd5; isspacep.local %p4, %rd5; selp.u32 %r3, 1, 0, %p1; @%p2 add.u32 %r3, %r3, 2;"
     "@%p3 add.u32 %r3, %r3, 4; @%p4 add.u32 %r3, %r3, 8;", [5] * 32),
    ("testp.subnormal.f32 %p1, 1; testp.normal.f32 %p2, 1; testp.notanumber.f32 %p3, 0f7fc00000;"
     "testp.finite.f32 %p4, 0f7f800000; selp.u32 %r3, 1, 0, %p1; @%p2 add.u32 %r3, %r3, 2;"
     "@%p3 add.u32 %r3, %r3, 4; @%p4 add.u32 %r3, %r3, 8;", [5] * 32),
    ("testp.infinite.f64 %p1, 0dfff0000000000000; testp.number.f64 %p2, %rd1; selp.u32 %r3, 1, 0, %p1;"
     "@%p2 add.u32 %r3, %r3, 2;", [3] * 32),
    ("setp.lt.u32 %p1, %r1, 4; lop3.or.b32 %r3|%p2, %r2, 1, 0, 0xc0, %p1; selp.u32 %r4, 10, 0, %p2;"
     "lop3.and.b32 _|%p2, %r2, 1, 0, 0xc0, %p1; @%p2 add.u32 %r4, %r4, 5; add.u32 %r3, %r3, %r4;",
     [(t & 1) + 10 * (k < 4 or t & 1) + 5 * (k < 4 and t & 1) for k, t in enumerate(T)]),
    ("prefetch.global.L2 [%rd1]; prefetchu.L1 [%rd1]; nanosleep.u32 20; prefetch.global.L2::evict_last [%rd1];"
     "ld.global.L1::no_allocate.L2::128B.u32 %r3, [%rd1];", T),
    ("st.shared.v8.b32 [box], {0, 1, 2, 3, 4, 5, 6, 7}; ld.shared.v8.b32 {_, _, _, _, _, %r3, _, %r4}, [box];"
     "mad.lo.u32 %r3, %r4, 10, %r3;", [75] * 32),
    ("{ .reg .b16 %h<4>; cvt.rn.f16.u32 %h1, %r2; add.f16 %h2, %h1, 0x3c00; neg.f16 %h2, %h2; abs.f16 %h3, %h2;"
     "setp.lt.f16 %p1, %h2, %h1; cvt.rzi.u32.f16 %r3, %h3; @!%p1 mov.u32 %r3, 0; }", [t + 1 for t in T]),
    ("cvt.rn.f32.u32 %r4, %r2; cvt.rn.f16x2.f32 %r4, 0f40000000, %r4; fma.rn.f16x2 %r4, %r4, %r4, 0xbc003c00;"
     "{ .reg .b16 %h<3>; mov.b32 {%h1, %h2}, %r4; cvt.rzi.u32.f16 %r3, %h1; cvt.rzi.u32.f16 %r4, %h2; }"
     "mad.lo.u32 %r3, %r4, 10000, %r3;", [30001 + t * t if t < 46 else None for t in T]),
    ("{ .reg .b16 %h<3>; .reg .b32 %f; cvt.rn.f32.u32 %f, %r2; cvt.rn.bf16.f32 %h1, %f; mul.bf16 %h1, %h1, 0x4000;"
     "max.bf16 %h1, %h1, 0x40a0; cvt.rzi.u32.bf16 %r3, %h1; }", [max(2 * t, 5) for t in T]),
    # 7 * 37 lies between two numbers of bf16; the subtrahend decides
    ("{ .reg .b16 %h; fma.rn.bf16 %h, 0x40e0, 0x4214, 0x8001; cvt.u32.u16 %r3, %h; }", [0x4381] * 32),
    ("mov.b32 %r4, 0x4400c400; fma.rn.relu.f16x2 %r4, %r4, 0x3c003c00, 0; shr.u32 %r3, %r4, 8;", [0x440000] * 32),
    ("mov.b32 %r4, 0x44007e00; min.f16x2 %r4, %r4, 0x45003800; min.NaN.f16x2 %r5, %r4, 0x7e003c00;"
     "sub.u32 %r3, %r4, 0x44003800; @%p1 trap; sub.u32 %r5, %r5, 0x7fff3800; add.u32 %r3, %r3, %r5;", None),
    ("st.shared.u16 [box], 5; { .reg .b16 %h; atom.shared.cas.b16 %h, [box], 5, 9; cvt.u32.u16 %r3, %h; }",
     [5] + [9] * 31),
    ("mov.u64 %rd5, box; cvta.shared.u64 %rd5, %rd5; st.u64 [%rd5], 0; cvt.rn.f64.u32 %rd6, %r2;"
     "atom.add.f64 %rd7, [%rd5], %rd6; cvt.rzi.u32.f64 %r3, %rd7;", [sum(T[:k]) for k in range(32)]),
    ("st.shared.u32 [box], 0; atom.shared.add.noftz.f16x2 %r4, [box], 0x3c004000; ld.shared.u32 %r3, [box];"
     "sub.u32 %r3, %r3, 0x50005400;", [0] * 32),
    # in global memory a sum of f32 has no denormals
    ("st.global.u32 [%rd2], 0x400000; atom.global.add.f32 %r4, [%rd2], 0x400001; ld.global.u32 %r3, [%rd2];", [0] * 32),
    ("st.shared.u32 [box], 0; bar.sync 0; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;"
     "atom.shared.add.f32 %r4, [box], 0x400001; L: ld.shared.u32 %r3, [box]; sub.u32 %r3, %r3, 0x400000;", [1] * 32),
])  # fmt: skip
def test_newer_rows(tmp_path, body, want):
    if want is None:
        assert "rests on %p1, which is not written before" in kernel(tmp_path, body, status=2).stderr
        return
    for k, (got, of) in enumerate(zip(values(kernel(tmp_path, body)), want, strict=True)):
        assert of is None or got == str(int(of)), k


def test_a_barrier_that_is_passed(tmp_path):
    """Warp 1 says that its half of the box is full, and goes on; warp 0 waits for it."""
    body = """setp.lt.u32 %p1, %r1, 32; @%p1 bra L; mul.lo.u32 %r4, %r1, 4; mov.u64 %rd5, box; cvt.u64.u32 %rd6, %r4;
    add.u64 %rd5, %rd5, %rd6; st.shared.u32 [%rd5], %r2; membar.cta; bar.arrive 1, 64; mov.u32 %r3, 0; bra M;
    L: barrier.cta.sync 1, 64; mul.lo.u32 %r4, %r1, 4; ld.shared.u32 %r3, [%r4+128]; M:"""
    assert values(kernel(tmp_path, body, block=64)) == [str(3 * k + 97) for k in range(32)] + ["0"] * 32
    stopped = kernel(tmp_path, body.replace("bar.arrive 1", "bar.arrive 2"), block=64, status=2)
    assert "no thread can go on: warp 0: lanes 0..31 wait at barrier" in stopped.stderr


def test_a_discarded_line(tmp_path):
    body = "setp.eq.u32 %p1, %r1, 0; @%p1 discard.global.L2 [%rd1], 128; ld.global.u32 %r3, [%rd1];"
    done = kernel(tmp_path, body)
    assert values(done) == ["?1"] * 32
    assert "rests on memory that is not written before" in done.stdout


def test_a_carry_that_is_not_there(tmp_path):
    done = kernel(tmp_path, "addc.u32 %r3, %r2, 0;")
    assert values(done)[0] == "?1"
    assert "rests on the carry, CC.CF, which is not written before" in done.stdout


def test_barriers_of_a_part_of_the_block(tmp_path):
    """Warps 0 and 2 count at barrier 3; the others go on."""
    body = """shr.u32 %r4, %r1, 5; and.b32 %r4, %r4, 1; setp.eq.u32 %p1, %r4, 1; mov.u32 %r3, 0; @%p1 bra L;
    and.b32 %r5, %r1, 3; setp.eq.u32 %p2, %r5, 0; bar.red.popc.u32 %r3, 3, 64, %p2; L:"""
    done = values(kernel(tmp_path, body, block=128))
    assert done == ["16"] * 32 + ["0"] * 32 + ["16"] * 32 + ["0"] * 32


def test_a_lock(tmp_path):
    """Lanes that spin do not keep the one that has the lock from going on, which PTX promises from sm_70 on."""
    body = """st.shared.u32 [box], 0; st.shared.u32 [box+4], 0; bar.sync 0;
    L: atom.shared.cas.b32 %r4, [box], 0, 1; setp.ne.u32 %p1, %r4, 0; @%p1 bra L;
    ld.volatile.shared.u32 %r3, [box+4]; add.u32 %r5, %r3, 2; st.volatile.shared.u32 [box+4], %r5;
    atom.shared.exch.b32 %r4, [box], 0;"""
    done = kernel(tmp_path, body)
    assert sorted(int(word) for word in values(done)) == [2 * k for k in range(32)]
    assert "go on without the lanes that left with them at a branch" in done.stdout


def test_a_barrier_in_a_branch(tmp_path):
    """Threads that exit before it are not waited for."""
    body = "setp.lt.u32 %p1, %r1, 16; mov.u32 %r3, 1; @%p1 bra L; bar.sync 0; mov.u32 %r3, 2; L:"
    assert values(kernel(tmp_path, body, block=64)) == ["1"] * 16 + ["2"] * 48


# ---- members of a shuffle, and undefined values


def test_lanes_that_never_come(tmp_path):
    """Lane 20 waits at a barrier; the others, in a shuffle, wait for it."""
    body = "setp.eq.u32 %p1, %r1, 20; @%p1 bra L; shfl.sync.idx.b32 %r3, %r2, 20, 31, -1; L: bar.sync 0;"
    done = kernel(tmp_path, body, block=64, status=2)
    assert "no thread can go on" in done.stderr
    assert "lanes 0..19, 21..31 wait at shfl in line 10 for lane 20, mask 0xffffffff" in done.stderr
    assert "warp 0: lane 20 waits at bar in line 10" in done.stderr


def test_a_shuffle_of_exited_lanes_is_undefined(tmp_path):
    body = "setp.ge.u32 %p1, %r1, 16; @%p1 exit; shfl.sync.idx.b32 %r3, %r2, 20, 31, -1;"
    done = kernel(tmp_path, body)
    assert values(done) == ["?1"] * 16 + ["0"] * 16
    assert "?1  undefined: rests on a read of lane 20, which does not execute (line 10)" in done.stdout


def test_an_undefined_value_that_decides_stops(tmp_path):
    body = "setp.ge.u32 %p1, %r1, 16; @%p1 exit; shfl.sync.idx.b32 %r3, %r2, 20, 31, -1;\n"
    done = kernel(tmp_path, body + "setp.eq.u32 %p2, %r3, 0;\n@%p2 bra L; L:", status=2)
    assert ":12: bra: thread 0: its guard rests on a read of lane 20, which does not execute (line 10)" in done.stderr
    done = kernel(tmp_path, body + "cvt.u64.u32 %rd5, %r3; ld.global.u32 %r3, [%rd5];", status=2)
    assert "its address rests on a read of lane 20" in done.stderr


def test_an_undefined_value_that_is_not_chosen(tmp_path):
    """It is defined what and, or and selp give without it, and what the predicate of the shuffle says."""
    body = """setp.ge.u32 %p1, %r1, 16; @%p1 exit; shfl.sync.down.b32 %r4|%p2, %r2, 8, 31, -1; setp.lt.u32 %p3, %r1, 8;
    selp.u32 %r3, %r4, 5, %p3; setp.ne.u32 %p4, %r4, 1; and.pred %p4, %p4, %p3; selp.u32 %r5, 0, 100, %p4;
    add.u32 %r3, %r3, %r5; mov.u32 %r6, 0; and.b32 %r4, %r4, %r6; or.b32 %r3, %r3, %r4; or.pred %p4, %p2, %p4;
    selp.u32 %r4, 1000, 0, %p4; add.u32 %r3, %r3, %r4;"""
    done = kernel(tmp_path, body)
    assert values(done)[:16] == [str(1000 + T[k + 8]) for k in range(8)] + ["1105"] * 8
    assert "?" not in done.stdout


@pytest.mark.parametrize("body, message", [
    ("setp.ge.u32 %p1, %r1, 16; @%p1 bra L; shfl.sync.idx.b32 %r3, %r2, 0, 31, 0xff; L:",
     "lane 8 of warp 0 executes this, and its member mask 0x000000ff does not name it"),
    ("setp.ge.u32 %p1, %r1, 16; @%p1 bra L; shfl.sync.idx.b32 %r3, %r2, 0, 31, -1; bra M;"
     "L: vote.sync.ballot.b32 %r3, %p1, -1; M:",
     "lane 0 waits here and lane 16 at another instruction, vote in line 10, with the same mask 0xffffffff"),
    ("ld.global.u32 %r3, [%rd1+128];",
     "thread 0 of block 0: 4 bytes at 0x700001000080: 0 bytes behind the end of buffer 0"),
    ("st.global.u32 [%rd1+-4], %r2;", "thread 0 of block 0: 4 bytes at 0x700000fffffc: 4 bytes before buffer 0"),
    ("ld.shared.u32 %r3, [box+256];", "outside the block's 256 bytes of shared memory"),
    ("ld.local.u32 %r3, [own+16];", "outside the thread's local memory"),
    ("ld.global.u32 %r3, [%rd1+2];", "not aligned to its size"),
    ("L: bra L;", "more than 5000 steps: --steps sets the limit; warp 0 is here"),
    ("trap;", "trap: thread 0 stops the kernel"),
    ("bar.sync 16;", "barrier 16"),
    ("ts: .branchtargets L, M; brx.idx %r1, ts; L: M:", "brx: thread 2: index 2, and the list has 2 targets"),
    ("bar.sync %r1;", "lanes 0 and 1 of warp 0 have different operands"),
])  # fmt: skip
def test_stops(tmp_path, body, message):
    done = kernel(tmp_path, body, "--steps", 5000, status=2)
    assert message in done.stderr, done.stderr
    assert "k.ptx:10: " in done.stderr


# ---- what is refused


@pytest.mark.parametrize("body, message", [
    ("tex.2d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [t, {%r1, %r2}];", "tex: this instruction is not executed here"),
    ("add.rn.f32.f32 %r3, %r1, %r2;", "add: one type is needed here"),
    ("add.bogus.u32 %r3, %r1, %r2;", "add.bogus: not executed here; known behind add: rn rz rm rp ftz sat"),
    ("add.u32 %r3, %r1;", "expected ','"),
    ("add.u32 %r3, %r1, %r99;", "'%r99' is not declared"),
    ("add.u32 %r3, %r1, %rd1;", "add: a register of type .b64 where one of 32 bits is needed"),
    ("add.u32 %r3, %r1, %p1;", "add: a register of type .p1 where"),
    ("mul.u32 %r3, %r1, %r2;", "mul: .hi, .lo or .wide is needed"),
    ("div.approx.f32 %r3, %r1, %r2;", "div.approx: an approximation, whose bits PTX leaves to the GPU; div.rn is"),
    ("rcp.approx.ftz.f64 %rd5, %rd5;", "rcp.approx: an approximation, whose bits PTX leaves to the GPU; rcp.rn is"),
    ("rsqrt.approx.f32 %r3, %r1;", "sqrt.rn and then rcp.rn are executed, whose bits may be others"),
    ("div.f32 %r3, %r1, %r2;", "the bits of approximations are not defined by PTX"),
    ("fma.rz.f64 %rd3, %rd1, %rd2, %rd3;", "fma: .rn for f64, f16 and bf16 is needed here"),
    ("add.ftz.f64 %rd3, %rd1, %rd2;", "add: .f32 or .f16 for .ftz is needed"),
    ("bra nowhere;", "there is no label 'nowhere'"),
    ("L: L: ret;", "the label 'L' stands here a second time"),
    ("call (%r1), f, (%r2);", "is no .param variable"),
    ("call %r1;", "call: a register of 64 bits is needed"),
    ("mov.u64 %rd5, 64; call %rd5;", "call: thread 0: 0x40 is the address of no function"),
    ("call %rd5;", "call: thread 0: the function that it calls rests on %rd5, which is not written before"),
    ("call %rd5, (), nothing;", "there is no .callprototype 'nothing'"),
    ("movmatrix.sync.aligned.m8n8.b16 %r3, %r1;", "movmatrix: .sync.aligned.m8n8.trans is needed"),
    ("mov.u32 %r3, %clock;", "'%clock' is not declared, and no special register that is known here"),
    ("mov.u32 %r3, %tid;", "expected .x, .y or .z"),
    ("mov.u32 %r3, 0x12345678123456789;", "a number of at most 64 bits"),
    ("mov.f32 %r3, 0f12;", "expected 0f and eight digits"),
    ("ld.global.v2.u32 %r3, [%rd1];", "a vector is needed"),
    ("@%r1 mov.u32 %r3, 0;", "the guard has to be a register of type .pred"),
    ("ex2.approx.f32 %r3, %r1;", "ex2: an approximation, whose bits PTX leaves to the GPU; PTX has no exact form"),
    ("sqrt.approx.f32 %r3, %r1;", "sqrt.rn is executed: nvcc writes it for sqrtf"),
    ("bar.arrive 1;", "bar.arrive: the number of threads is needed"),
    ("add.cc.f32 %r3, %r1, %r2;", "an integer type of 32 or 64 bits"),
    ("mul24.u32 %r3, %r1, %r2;", "mul24: .hi or .lo is needed"),
    ("brx.idx %r1, L; L:", "brx: 'L' is no list of .branchtargets in front of this"),
    ("ts: .branchtargets L; brx.idx %r1, ts;", "brx: there is no label 'L' in this function"),
    ("set.lt.u64.u32 %rd3, %r1, %r2;", "set: of f16x2 f16x2, u32 or s32; of f16 f16 or"),
    ("set.lt.f32.f16x2 %r3, %r1, %r2;", "set: of f16x2 f16x2, u32 or s32"),
    ("fma.rz.f16x2 %r3, %r1, %r2, %r3;", ".rn for f64, f16 and bf16 is needed"),
    ("add.f16 %r3, %r1, 0x3c00;", "add: a register of type .b32 where one of 16 bits is needed"),
    ("add.sat.bf16x2 %r3, %r1, %r2;", "add: neither .ftz nor .sat is needed here"),
    ("cvt.rz.f16x2.f32 %r3, %r1, %r2;", "a rounding, of f16 and bf16 .rn"),
    ("atom.shared.add.f16x2 %r3, [box], %r2;", "atom: .noftz is needed"),
    ("ld.global.L2::cache_hint.u32 %r3, [%rd1];", "ld.L2::cache_hint: not executed here; known behind .L2::"),
    ("lop3.b32 %r3|%p1, %r1, %r2, 0, 5;", "a second destination is not known here"),
    ("testp.f32 %p1, %r1;", "testp: one class, such as .finite, is needed"),
    ("shfl.up.idx.b32 %r3, %r2, 0, 31;", "shfl: .up, .down, .bfly or .idx is needed"),
    ("mov.u32 %r3, 1", "expected"),
    ("/* no end", "this comment has no end"),
])  # fmt: skip
def test_refused(tmp_path, body, message):
    done = kernel(tmp_path, body, status=2)
    assert message in done.stderr, done.stderr
    assert "k.ptx:" in done.stderr


REDUCE = PTX / "reduce.nvcc.sm_75.ptx"


@pytest.mark.parametrize("arguments, message", [
    ([], "several kernels: say --kernel NAME; it has "),
    (["--kernel", "none"], "no such kernel in"),
    (["--kernel", "warp_reduce"], "parameter 0 of warp_reduce, warp_reduce_param_0, .u64: no value; say --arg 0=VALUE"),
    (["--kernel", "warp_reduce", "--arg", "0"], "expected NAME=VALUE"),
    (["--kernel", "warp_reduce", "--arg", "7=1"], "has 2 parameters, 0 to 1"),
    (["--kernel", "warp_reduce", "--arg", "0=lane", "--arg", "0=lane"], "parameter 0 is given twice"),
    (["--kernel", "warp_reduce", "--arg", "0=lane+"], "run: --arg 0=lane+: "),
    (["--kernel", "warp_reduce", "--arg", "0=buffer:0"], "expected a number of elements"),
    (["--kernel", "warp_reduce", "--arg", "0=i32:5"], "a scalar of 4 bytes, and the parameter"),
    (["--kernel", "block_reduce", "--arg", "2=lane"], "a buffer, and the parameter block_reduce_param_2 is no address"),
    (["--kernel", "block_reduce", "--arg", "2=1.5"], "expected a whole number, or f32: in front"),
    (["--kernel", "warp_reduce", "--block", "1025"], "together 1 to 1024"),
    (["--kernel", "warp_reduce", "--block", "8,8,x"], "expected X, X,Y or X,Y,Z"),
    (["--kernel", "warp_reduce", "--show", "trace"], "of PTX expected buffers, shuffles, steps, json, 'thread N'"),
    (["--kernel", "warp_reduce", "--init", "R1=1"], "--init: is for SASS"),
    (["--kernel", "warp_reduce", "--arg", "0=buffer:200000000"], "--memory"),
])  # fmt: skip
def test_misuse(arguments, message):
    assert message in launch(REDUCE, *arguments, status=2).stderr


def test_options_of_ptx_with_sass():
    done = launch(ROOT / "cli/programs/inclusive_scan.sass", "--block", "64", status=2)
    assert "--block: is for PTX" in done.stderr


# ---- what is shown


def test_a_partial_warp(tmp_path):
    """The classic fault: 20 threads, and a sum of 32."""
    done = launch(REDUCE, "--kernel", "partial_reduce", "--block", 20, "--arg", "0=lane", "--arg", "1=buffer:1")
    assert values(done) == ["?1"]
    assert re.search(r"\n\?1  undefined: rests on (a read|reads) of lanes? (2[0-9]|3[01])", done.stdout)


def test_votes_and_reductions_are_shown(tmp_path):
    """With the shuffles; masks of lanes in hexadecimal."""
    body = "and.b32 %r4, %r1, 7; match.any.sync.b32 %r5, %r4, -1; redux.sync.add.u32 %r3, %r1, -1;"
    said = kernel(tmp_path, body, "--show", "shuffles").stdout
    assert re.search(r"match\.any\.sync\.b32 %r5, %r4, -1; .*\n +value +0\.\.7 +0x01010101 0x02020202 ", said)
    assert re.search(r"redux\.sync\.add\.u32 %r3, %r1, -1; .*\n +value +0\.\.7 +496 496 ", said)
    assert said.count("value") == 2 and "reads" not in said


def test_undefined_values_are_shown_as_such(tmp_path):
    """Lane 23 of 24 has nothing from lane 24, nor have lanes 21 to 23 behind it: no number stands for it."""
    mask, out = "0xffffff", tmp_path / "lane.svg"
    body = f"shfl.sync.down.b32 %r3, %r2, 1, 31, {mask};\nshfl.sync.down.b32 %r3, %r3, 2, 31, {mask};"
    done = kernel(tmp_path, body, block=24)
    assert values(done)[20:24] == ["70", "?1", "?2", "?2"]
    assert "?1  undefined: rests on a read of lane 24, which does not execute (line 10)\n" in done.stdout
    assert "?2  undefined: rests on reads of lanes 24, 25, which do not execute (line 11)\n" in done.stdout
    first, second = (result := json.loads(kernel(tmp_path, body, "--json", block=24).stdout))["events"][:2]
    assert first["lanes"][23]["rd"] is None and first["wrote"]["%r3"][22:25] == ["70", "?1", None]
    assert [lane["ra"] for lane in second["lanes"][22:]] == [70, None]
    assert [lane["rd"] for lane in second["lanes"][20:]] == [70, None, None, None]
    assert second["wrote"]["%r3"][20:24] == ["70", "?1", "?2", "?2"] and len(result["undefined"]) == 2
    told = json.loads(run([command(), "explain", *second["explain"], "--json"]).stdout)["lanes"]
    assert [told[k]["ra"] for k in (22, 23)] == [70, None]
    assert [told[k]["rd"] for k in (20, 21, 22)] == [70, None, None]
    assert "lane 23 holds ?" in told[21]["steps"][3] and told[21]["undefined"]
    run([command(), "explain", *second["explain"], "--svg", out])
    assert ">?<" in out.read_text()


def test_shows(tmp_path):
    arguments = ["--kernel", "warp_reduce", "--arg", "0=lane", "--arg", "1=buffer:32"]
    shuffles = launch(REDUCE, *arguments, "--show", "shuffles").stdout
    assert shuffles.count("shfl.sync.bfly.b32") == 5
    assert "reads   0..7   16 17 18 19 20 21 22 23" in shuffles
    steps = launch(REDUCE, *arguments, "--show", "steps").stdout
    assert "add.s32 %r7, %r6, %r2;" in steps
    lane = launch(REDUCE, *arguments, "--show", "lane 3").stdout
    assert "# reads lane 19, in range: 19" in lane
    result = json.loads(launch(REDUCE, *arguments, "--json").stdout)
    first = result["events"][0]
    assert (first["kind"], first["operation"]) == ("SHFL", "BFLY")
    assert [lane["src_lane"] for lane in first["lanes"]] == [k ^ 16 for k in range(32)]
    assert result["buffers"][1]["values"] == ["496"] * 32
    # explain shows the same, with the same names
    shown = json.loads(run([command(), "explain", *first["explain"], "--json"]).stdout)
    for lane, other in zip(first["lanes"], shown["lanes"], strict=True):
        assert lane == {key: other[key] for key in lane}


@pytest.mark.parametrize("file, kernel_name, arguments, kinds", [
    ("newer.nvcc.sm_90", "redux", ["0=lane*3", "1=buffer:192"], {"REDUX"}),
    ("newer.nvcc.sm_90", "elect", ["0=buffer:64"], {"VOTE"}),
    ("block.nvcc.sm_75", "histogram", ["0=lane%5", "1=buffer:32"], {"MATCH", "BARRIER"}),
    ("order.nvcc.sm_75", "compact", ["0=lane^5", "1=buffer:32", "2=buffer:1", "3=9"], {"VOTE", "BARRIER"}),
])  # fmt: skip
def test_events(file, kernel_name, arguments, kinds):
    """Each event that crosses lanes is what explain shows, with its names."""
    words = [word for argument in arguments for word in ("--arg", argument)]
    events = json.loads(launch(PTX / f"{file}.ptx", "--kernel", kernel_name, *words, "--json").stdout)["events"]
    assert {event["kind"] for event in events} == kinds
    for event in events:
        if event["kind"] == "BARRIER":
            continue
        shown = json.loads(run([command(), "explain", *event["explain"], "--json"]).stdout)
        names = [name for name in ("kind", "operation", "active", "w", "is_signed") if name in event]
        assert {name: event[name] for name in names} == {name: shown[name] for name in names}
        for lane in event["lanes"]:
            assert lane == {key: shown["lanes"][lane["lane"]][key] for key in lane}


def test_events_of_own_texts(tmp_path):
    body = """setp.lt.u32 %p1, %r1, 8; vote.sync.all.pred %p2, %p1, -1; vote.sync.uni.pred %p2, !%p1, -1;
    mov.b64 %rd5, {%r1, 7}; match.all.sync.b64 %r4|%p3, %rd5, -1; match.any.sync.b64 %r4, %rd5, -1; bar.warp.sync -1;
    bar.red.or.pred %p2, 3, 32, %p1; bar.sync 0; redux.sync.min.s32 %r3, %r1, -1;"""
    done = kernel(tmp_path, body, "--json", "--show", "steps")
    events = json.loads(done.stdout)["events"]
    crossing = [(e["kind"], e["operation"]) for e in events if "kind" in e]
    assert crossing == [("VOTE", "ALL"), ("VOTE", "EQ"), ("MATCH", "ALL"), ("MATCH", "ANY"), ("BARRIER", "WARP"),
                        ("BARRIER", "OR"), ("BARRIER", "SYNC"), ("REDUX", "MIN")]  # fmt: skip
    for event in events:
        if "explain" in event:
            shown = json.loads(run([command(), "explain", *event["explain"], "--json"]).stdout)
            for lane in event["lanes"]:
                assert lane == {key: shown["lanes"][lane["lane"]][key] for key in lane}
    assert [e.get("barrier") for e in events if e.get("kind") == "BARRIER"] == [None, 3, 0]
    wrote = {name: values for event in events for name, values in event["wrote"].items()}
    assert wrote["%r1"] == [str(k) for k in range(32)]
    assert wrote["%p1"] == [str(int(k < 8)) for k in range(32)]
    assert len(events) == 7 + 10 + 1  # and ret, which does nothing


def test_a_thread_of_another_block(tmp_path):
    shown = {}
    for what in ("thread 35", "lane 3 of warp 1", "lane 35", "thread 35 of block 1", "lane 3 of warp 1 of block 1"):
        done = kernel(tmp_path, "mov.u32 %r3, %tid.x; mov.u32 %r4, %ctaid.x;", "--grid", 2, "--show", what, block=64)
        shown[what] = [
            line.split("# ")[1] for line in done.stdout.splitlines() if "%tid.x;" in line or "%ctaid" in line
        ]
    assert shown.pop("thread 35 of block 1") == shown.pop("lane 3 of warp 1 of block 1") == ["35", "35", "1"]
    assert all(values == ["35", "35", "0"] for values in shown.values())


def test_buffers_of_halves(tmp_path):
    body = "{ .reg .b16 %h<3>; ld.global.b16 %h1, [%rd1]; add.f16 %h1, %h1, 0x3800; st.global.b16 [%rd1], %h1; }"
    (tmp_path / "k.ptx").write_text(
        HEAD + BEGIN.replace("ld.global.u32 %r2, [%rd1];", "") + body + "mov.u32 %r3, 0;" + END
    )
    done = launch(tmp_path / "k.ptx", "--arg", "in=f16:64:lane", "--arg", "out=buffer:32")
    halves = [word for line in done.stdout.splitlines() if line.startswith("arg 0 ") for word in line.split()[3:]]
    assert halves == [str(k + 0.5 * (k % 2 == 0)).removesuffix(".0") for k in range(64)]


def test_another_kernel_of_the_file(tmp_path):
    """One that is not asked for may have what is not executed."""
    other = HEAD.split("\n", 3)[3].replace(" k(", " other(") + "/* } */ ex2.approx.f32 %r1, { }; { } }\n"
    (tmp_path / "k.ptx").write_text(HEAD.replace(".visible", other + ".visible") + BEGIN + "mov.u32 %r3, 4;" + END)
    words = ["--arg", "0=lane", "--arg", "1=buffer:32"]
    assert values(launch(tmp_path / "k.ptx", "--kernel", "k", *words)) == ["4"] * 32
    assert "ex2: an approximation" in launch(tmp_path / "k.ptx", *words, status=2).stderr


def test_speed(tmp_path):
    """A block of 1,024 threads, a million instructions of warps."""
    body = "mov.u32 %r3, 0; mov.u32 %r4, 0; L: add.u32 %r4, %r4, 1; xor.b32 %r3, %r3, %r4; mad.lo.u32 %r3, %r3, 5, %r2;"
    done = kernel(tmp_path, body + "setp.lt.u32 %p1, %r4, 6200; @%p1 bra L;", "--json", block=1024)
    assert json.loads(done.stdout)["steps"] > 980000
