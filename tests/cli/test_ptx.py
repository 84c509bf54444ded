# SPDX-License-Identifier: Apache-2.0
"""`openshfl run` of PTX: the programs of cli/kernels and PTX's arithmetic against an H100, diverged warps,
undefined values, and what is refused."""

import collections
import fractions
import functools
import itertools
import json
import re
import struct

import pytest
from conftest import ROOT, built, nightly_but, run

from silicon.programs import approximations, arithmetic, cases

CASES = cases.cases()
record = cases.record


def launch(*arguments, status=0):
    return run([built("openshfl"), "run", *arguments], status=status)


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


def agrees(tmp_path, file, number):
    """A case changes the buffers that it changed on the GPU."""
    of, kernel, block, grid, arguments = CASES[number]
    before = [a for a in arguments if isinstance(a, list)]
    after = buffers(tmp_path, file, kernel, block, grid, arguments)
    changed = [cases.kept(a) for a, b in zip(after, before, strict=True) if a != b]
    assert changed == record()["programs"][f"{of} {kernel} {number}"], (kernel, block, grid, number)


@pytest.mark.few(4)
@pytest.mark.parametrize("name", record()["ptx"])
def test_programs(name, tmp_path):
    """The cases of a file's kernels: of each the first, and a third of the others."""
    file, program = tmp_path / f"{name}.ptx", name.split(".")[0]
    file.write_text(record()["ptx"][name])
    assert file.name in record()["files"]
    checked = collections.Counter()
    for number, (of, kernel, *_) in enumerate(CASES):
        checked[kernel] += of == program
        if of == program and (checked[kernel] == 1 or (number + len(file.name)) % 3 == 0):
            agrees(tmp_path, file, number)


@pytest.mark.slow
@pytest.mark.parametrize("program", sorted({program for program, *_ in CASES}))
def test_sources(program, tmp_path):
    """The last case of each kernel, from its source, which includes a header beside it."""
    last = {kernel: number for number, (of, kernel, *_) in enumerate(CASES) if of == program}
    for number in last.values():
        agrees(tmp_path, ROOT / f"cli/kernels/{program}.cu", number)


def test_the_record_has_each_case():
    assert list(record()["programs"]) == [f"{c[0]} {c[1]} {number}" for number, c in enumerate(CASES)]
    assert record()["arithmetic"].keys() == arithmetic.TABLE.keys()
    assert "H100" in record()["device"]


ROWS = sorted({name.split("_")[0] for name in arithmetic.TABLE})


@pytest.mark.parametrize("row, forms", [
    *(pytest.param(row, slice(None), id=row, marks=pytest.mark.nightly) for row in ROWS),
    *(pytest.param(row, slice(-1, None), id=f"{row}-one") for row in ROWS),
])  # fmt: skip
def test_arithmetic(row, forms, tmp_path):
    """2,048 operands of each form of an instruction, or of one form."""
    for name in [n for n in arithmetic.TABLE if n.split("_")[0] == row][forms]:
        (tmp_path / "one.ptx").write_text(arithmetic.ptx({name: arithmetic.TABLE[name]}))
        arguments = [arithmetic.inputs(name), [0] * arithmetic.COUNT]
        results = buffers(tmp_path, tmp_path / "one.ptx", name, 1024, arithmetic.COUNT // 1024, arguments, bits=64)[1]
        assert cases.kept(results) == record()["arithmetic"][name], name


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


T = [3 * k + 1 for k in range(32)]


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


PASSED = """setp.lt.u32 %p1, %r1, 32; @%p1 bra L; mul.lo.u32 %r4, %r1, 4; mov.u64 %rd5, box; cvt.u64.u32 %rd6, %r4;
add.u64 %rd5, %rd5, %rd6; st.shared.u32 [%rd5], %r2; membar.cta; bar.arrive 1, 64; mov.u32 %r3, 0; bra M;
L: barrier.cta.sync 1, 64; mul.lo.u32 %r4, %r1, 4; ld.shared.u32 %r3, [%r4+128]; M:"""
EXITED = "setp.ge.u32 %p1, %r1, 16; @%p1 exit; shfl.sync.idx.b32 %r3, %r2, 20, 31, -1; "


# a body, what its threads store, and a part of what is printed
KERNELS = [
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
    (".local .b8 big[40000]; st.local.u32 [big+39996], %r2; ld.local.u32 %r3, [big+39996];", T),
    ("mov.u64 %rd5, box; cvta.shared.u64 %rd5, %rd5; mad.wide.u32 %rd5, %r1, 4, %rd5; st.u32 [%rd5], %r2; bar.sync 0;"
     "xor.b32 %r4, %r1, 1; mul.lo.u32 %r4, %r4, 4; ld.shared.u32 %r3, [%r4];", [T[k ^ 1] for k in range(32)]),
    ("st.shared.u32 [box], 7; bar.warp.sync 0xffffffff; atom.shared.add.u32 %r3, [box], 2;",
     [7 + 2 * k for k in range(32)]),
    ("setp.gt.u32 %p1, %r2, 40; bar.red.popc.u32 %r3, 0, %p1;", [18] * 32),
    ("setp.gt.u32 %p1, %r2, 40; barrier.red.and.pred %p2, 3, 32, !%p1; selp.u32 %r3, 1, 0, %p2;", [0] * 32),
    ("setp.gt.u32 %p1, %r2, 40; bar.red.or.pred %p2, 0, %p1; selp.u32 %r3, 1, 0, %p2;", [1] * 32),
    ("membar.gl; fence.sc.cta; mov.b64 %rd6, {%r2, %r1}; mov.b64 {%r4, %r3}, %rd6;", list(range(32))),
    ("setp.lt.u32 %p1, %r2, 10; vote.sync.ballot.b32 %r3, %p1, -1;", [7] * 32),
    ("vote.sync.uni.pred %p1, %p2, -1; selp.u32 %r3, 1, 0, %p1;", ["?1"] * 32,
     "rests on %p2, which is not written before"),
    ("and.b32 %r4, %r1, 1; match.all.sync.b32 %r3|%p1, %r4, -1;", [0] * 32),
    ("st.shared.u32 [box], 0xfedc8180; ld.shared.s8 %r3, [box]; ld.shared.s16 %r4, [box+2]; ld.shared.u8 %r5, [box+1];"
     "add.s32 %r3, %r3, %r4; add.s32 %r3, %r3, %r5;", [-128 - 292 + 129] * 32),
    ("st.shared.v2.u16 [box], {%r2, %r1}; ld.shared.u32 %r3, [box];", [94 + (31 << 16)] * 32),
    ("cvt.rn.f32.u32 %r4, %r1; st.shared.u32 [box], 0; atom.shared.add.f32 %r5, [box], %r4; cvt.rzi.u32.f32 %r3, %r5;",
     [k * (k - 1) // 2 for k in range(32)]),
    ("{ .reg .b32 %r1; mov.u32 %r1, 5; mov.u32 %r3, %r1; }", [5] * 32),
    ("setp.ge.s32 %p1, %r1, 3; @%p1 mov.u32 %r3, 1; @!%p1 mov.u32 %r3, 2;", [2] * 3 + [1] * 29),
    ("mov.u32 %r3, %laneid; mov.u32 %r4, %lanemask_lt; popc.b32 %r4, %r4; sub.u32 %r3, %r3, %r4;", [0] * 32),
    ("add.cc.u32 %r4, %r2, -1; addc.cc.u32 %r4, 0, -1; addc.u32 %r3, 5, 0;", [6] * 32),
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
    ("fns.b32 %r3, 0xb5, %r1, 0;", [k if k in (0, 2, 4, 5, 7) else -1 for k in range(32)]),
    ("fns.b32 %r3, 0xb5, 6, -3;", [2] * 32),
    ("neg.s32 %r4, %r1; fns.b32 %r3, 0xb5, 31, %r4;", [-1, 7, 5, 4, 2, 0] + [-1] * 26),
    ("setp.lt.u32 %p1, %r1, 3; set.eq.or.u32.u32 %r3, %r2, 13, %p1;", [-int(k < 3 or k == 4) for k in range(32)]),
    ("mov.u64 %rd5, box; cvta.shared.u64 %rd5, %rd5; isspacep.global %p1, %rd1; isspacep.shared %p2, %rd1;"
     "isspacep.shared %p3, %rd5; isspacep.local %p4, %rd5; selp.u32 %r3, 1, 0, %p1; @%p2 add.u32 %r3, %r3, 2;"
     "@%p3 add.u32 %r3, %r3, 4; @%p4 add.u32 %r3, %r3, 8;", [5] * 32),
    ("setp.lt.u32 %p1, %r1, 4; lop3.or.b32 %r3|%p2, %r2, 1, 0, 0xc0, %p1; selp.u32 %r4, 10, 0, %p2;"
     "lop3.and.b32 _|%p2, %r2, 1, 0, 0xc0, %p1; @%p2 add.u32 %r4, %r4, 5; add.u32 %r3, %r3, %r4;",
     [(t & 1) + 10 * (k < 4 or t & 1) + 5 * (k < 4 and t & 1) for k, t in enumerate(T)]),
    ("bmsk.clamp.b32 %r3, %r1, 30; popc.b32 %r3, %r3;", [min(30, 32 - k) for k in range(32)]),
    ("bmsk.wrap.b32 %r3, 34, %r1; popc.b32 %r3, %r3;", [min(k, 30) for k in range(32)]),
    # what Triton writes; what nvcc -G writes of a cooperative group
    ("ld.global.b32 { %r4 }, [%rd1]; mov.b32 %r3, { %r4 }; st.global.b32 [%rd1], { %r3 };", T),
    ("mov.u32 %r4, %reserved_smem_offset_1; st.shared.u32 [%r4], 5; cvt.u64.u32 %rd5, %r4; cvta.shared.u64 %rd5, %rd5;"
     "ld.u32 %r3, [%rd5];", [5] * 32),
    # IEEE 754: 1/3, -2/3, 1/10, the root of 2, 1 + 2^-60, and 0.1 * 10 - 1, which is 2^-54 before it is rounded
    *[(f"{insn}.f64 %rd6, {a}; cvt.u32.u64 %r3, %rd6;", [want] * 32) for insn, a, want in (
        ("div.rz", "0d3ff0000000000000, 0d4008000000000000", 0x55555555), ("rcp.rp", "0d4008000000000000", 0x55555556),
        ("div.rm", "0dc000000000000000, 0d4008000000000000", 0x55555556), ("sqrt.rm", "0d4000000000000000", 0x667F3BCC),
        ("div.rp", "0d3ff0000000000000, 0d4024000000000000", 0x9999999A), ("sqrt.rp", "0d4000000000000000", 0x667F3BCD),
        ("div.rz", "0d3ff0000000000000, 0d4024000000000000", 0x99999999),
        ("add.rp", "0d3ff0000000000000, 0d3c30000000000000", 1),
        ("add.rz", "0d3ff0000000000000, 0d3c30000000000000", 0),
        ("mul.rz", "0d3fb999999999999a, 0d4024000000000000", 0),
        ("mul.rp", "0d3fb999999999999a, 0d4024000000000000", 1),
        ("fma.rm", "0d3fb999999999999a, 0d4024000000000000, 0dbff0000000000000", 0),
    )],
    ("div.rz.f32 %r3, 0f3f800000, 0f40400000;", [0x3EAAAAAA] * 32),
    ("div.rp.f32 %r3, 0f3f800000, 0f40400000; sqrt.rp.f32 %r4, 0f40000000; sub.u32 %r3, %r4, %r3;",
     [0x3FB504F4 - 0x3EAAAAAB] * 32),
    ("rcp.rm.f32 %r3, 0f40400000; sqrt.rz.f32 %r4, 0f40000000; sub.u32 %r3, %r4, %r3;",
     [0x3FB504F3 - 0x3EAAAAAA] * 32),
    ("prefetch.global.L2 [%rd1]; prefetchu.L1 [%rd1]; nanosleep.u32 20; prefetch.global.L2::evict_last [%rd1];"
     "ld.global.L1::no_allocate.L2::128B.u32 %r3, [%rd1];", T),
    ("st.shared.v8.b32 [box], {0, 1, 2, 3, 4, 5, 6, 7}; ld.shared.v8.b32 {_, _, _, _, _, %r3, _, %r4}, [box];"
     "mad.lo.u32 %r3, %r4, 10, %r3;", [75] * 32),
    # 7 * 37 lies between two numbers of bf16; the subtrahend decides
    ("{ .reg .b16 %h; fma.rn.bf16 %h, 0x40e0, 0x4214, 0x8001; cvt.u32.u16 %r3, %h; }", [0x4381] * 32),
    *[(f"mov.u64 %rd5, {number}; cvt.{rounding}.f64.s64 %rd6, %rd5; cvt.u32.u64 %r3, %rd6;", [last] * 32)
      for number, rounding, last in (("0x20000000000001", "rz", 0), ("0x20000000000001", "rm", 0),
                                     ("0x20000000000001", "rp", 1), ("-0x20000000000001", "rm", 1),
                                     ("-0x20000000000001", "rp", 0), ("-0x20000000000001", "rz", 0))],
    # in global memory a sum of f32 has no denormals
    ("st.global.u32 [%rd2], 0x400000; atom.global.add.f32 %r4, [%rd2], 0x400001; ld.global.u32 %r3, [%rd2];", [0] * 32),
    ("st.shared.u32 [box], 0; bar.sync 0; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;"
     "atom.shared.add.f32 %r4, [box], 0x400001; L: ld.shared.u32 %r3, [box]; sub.u32 %r3, %r3, 0x400000;", [1] * 32),
    # warp 1 says that its half of the box is full, and goes on; warp 0 waits for it
    (PASSED, [3 * k + 97 for k in range(32)] + [0] * 32),
    ("setp.eq.u32 %p1, %r1, 0; @%p1 discard.global.L2 [%rd1], 128; ld.global.u32 %r3, [%rd1];", ["?1"] * 32,
     "rests on memory that is not written before"),
    ("addc.u32 %r3, %r2, 0;", ["?1"] * 32, "rests on the carry, CC.CF, which is not written before"),
    # warps 0 and 2 count at barrier 3; the others go on
    ("shr.u32 %r4, %r1, 5; and.b32 %r4, %r4, 1; setp.eq.u32 %p1, %r4, 1; mov.u32 %r3, 0; @%p1 bra L;"
     "and.b32 %r5, %r1, 3; setp.eq.u32 %p2, %r5, 0; bar.red.popc.u32 %r3, 3, 64, %p2; L:", ([16] * 32 + [0] * 32) * 2),
    # threads that exit before a barrier are not waited for
    ("setp.lt.u32 %p1, %r1, 16; mov.u32 %r3, 1; @%p1 bra L; bar.sync 0; mov.u32 %r3, 2; L:", [1] * 16 + [2] * 48),
    (EXITED, ["?1"] * 16 + [0] * 16, "?1  undefined: rests on a read of lane 20, which does not execute (line 10)"),
    # it is defined what and, or and selp give without an undefined value, and what the predicate of a shuffle says
    ("""setp.ge.u32 %p1, %r1, 16; @%p1 exit; shfl.sync.down.b32 %r4|%p2, %r2, 8, 31, -1; setp.lt.u32 %p3, %r1, 8;
     selp.u32 %r3, %r4, 5, %p3; setp.ne.u32 %p4, %r4, 1; and.pred %p4, %p4, %p3; selp.u32 %r5, 0, 100, %p4;
     add.u32 %r3, %r3, %r5; mov.u32 %r6, 0; and.b32 %r4, %r4, %r6; or.b32 %r3, %r3, %r4; or.pred %p4, %p2, %p4;
     selp.u32 %r4, 1000, 0, %p4; add.u32 %r3, %r3, %r4;""",
     [1000 + T[k + 8] for k in range(8)] + [1105] * 8 + [0] * 16),
]  # fmt: skip


@pytest.mark.parametrize("body, want, said", [(*row, "")[:3] for row in KERNELS])
def test_kernels(tmp_path, body, want, said):
    done = kernel(tmp_path, body, block=len(want))
    got = [v if v[0] == "?" else int(v, 0) % 2**32 for v in values(done)]
    assert got == [v if isinstance(v, str) else v % 2**32 for v in want] and said in done.stdout


LOCK = """{ .reg .pred %p; .reg .b32 %r<4>; .reg .u64 %rd; ld.param.u64 %rd, [p];
L: atom.global.cas.b32 %r1, [%rd], 0, 1; setp.ne.s32 %p, %r1, 0; @%p bra L;
mov.u32 %r2, %tid.x; ld.volatile.global.u32 %r3, [%rd+4]; add.u32 %r3, %r3, %r2; st.volatile.global.u32 [%rd+4], %r3;
atom.global.exch.b32 %r1, [%rd], 0; ret; }"""
INNER = """mov.u32 %r2, 0; N: setp.ge.u32 %p, %r2, %tid.x; @%p bra O; add.u32 %r2, %r2, 1; bra N; O: bra L;"""
SPIN = LOCK.replace("@%p bra L;", "@!%p bra M; " + INNER + "M:")
WAIT = LOCK.replace("cas.b32 %r1, [%rd], 0, 1", "add.u32 %r1, [%rd], 0").replace(".ne", ".eq")


@pytest.mark.parametrize("text, grid, block, want", [
    (LOCK, 1, 32, "496"), (LOCK, 4, 64, "8064"), (SPIN, 1, 32, "496"),
    (WAIT, 1, 40, ":5: no thread can go on: warp 0: lanes 0..31 run at atom in line 5, where atom in line 5 has read"
     " the same at 0x700001000000 5"),
    ("{ L: bra L; }", 1, 40, ":4: more than 300000 steps: --steps sets the limit: warp 0: lanes 0..31 run at bra in"
     " line 4; warp 1: lanes 0..7 run at bra in line 4"),
])  # fmt: skip
def test_progress(tmp_path, text, grid, block, want):
    """The sums are those of an H200, on which such a lock ends."""
    (tmp_path / "k.ptx").write_text(".version 7.5\n.target sm_70\n.address_size 64\n.entry k(.param .u64 p) " + text)
    words = ["--arg", "0=buffer:2", "--grid", grid, "--block", block, "--steps", 300000 if "{ L" in text else 9000000]
    done = launch(tmp_path / "k.ptx", *words, status=2 if ":" in want else 0)
    if ":" in want:
        assert want in done.stderr
        return
    assert done.stdout.splitlines()[0].split() == ["arg", "0", "0", "0", want]
    assert "goes on without the lanes that left with them at a branch" in done.stdout


def test_output_has_a_bound(tmp_path):
    done = kernel(tmp_path, "L: mov.u32 %r3, 1; bra L;", "--show", "lane 3", status=2)
    assert "more than 100000 events to show" in done.stderr and done.stdout.count("\n") < 100001


def f32(value):
    """The bits of an exact value as the nearest float."""
    high = struct.unpack("f", struct.pack("f", float(value)))[0]  # a double has each of these values exactly, or nearly
    return struct.unpack("I", struct.pack("f", high))[0]


X, Y, Z, W = (fractions.Fraction(struct.unpack("f", struct.pack("f", v))[0]) for v in (1.1, 1.21, 1.09, 1.11))
XX, ZW = (fractions.Fraction(struct.unpack("f", struct.pack("I", f32(v)))[0]) for v in (X * X, Z * W))
FAR = f"shfl.sync.idx.b32 %r9, %r4, 0, 31, -1; mul.f32 %r10, %r9, {f32(X)}; setp.ge.u32 %p1, %r1, 0; "  # a constant
FLOATS = "".join(f"mov.b32 %r{k}, {f32(v)}; " for k, v in ((4, X), (5, Y), (6, Z), (7, W))) + "mul.f32 %r8, %r4, %r4; "


@pytest.mark.parametrize("body, want", [  # of an H200; PTX leaves it open, ptxas' usual level makes fma of these
    ("sub.f32 %r3, %r8, %r5;", X * X - Y),
    ("sub.f32 %r3, %r5, %r8;", Y - X * X),
    ("neg.f32 %r9, %r8; mov.b32 %r10, %r9; add.f32 %r3, %r5, %r10;", Y - X * X),
    ("add.f32 %r10, %r8, %r6; sub.f32 %r3, %r8, %r5; st.global.u32 [%rd1], %r10;", X * X - Y),
    ("mul.f32 %r9, %r6, %r7; sub.f32 %r3, %r8, %r9;", X * X - ZW),
    ("mul.f32 %r9, %r6, %r7; sub.f32 %r3, %r9, %r8;", Z * W - XX),
    ("mul.f32 %r9, %r6, %r7; add.f32 %r10, %r8, %r5; st.global.u32 [%rd1], %r10; sub.f32 %r3, %r8, %r9;", XX - Z * W),
    ("add.f32 %r10, %r8, %r5; sub.f32 %r3, %r8, %r5;", X * X - Y),  # nobody reads the other sum
    (FAR + "@%p1 bra L; st.global.u32 [%rd1], %r4; L: sub.f32 %r3, %r10, %r5;", X * X - Y),
    (FAR + "L: sub.f32 %r3, %r10, %r5; @!%p1 bra L;", X * X - Y),
    (FAR + "sub.f32 %r11, %r10, %r5; @!%p1 bra L; L: mov.b32 %r3, %r11; sub.f32 %r3, %r10, %r5;", X * X - Y),
    # these are two roundings
    ("L: " + FAR + "@!%p1 bra L; sub.f32 %r3, %r10, %r5;", XX - Y),
    (FAR + "@%p1 bra L; st.global.u32 [%rd1], %r10; L: sub.f32 %r3, %r10, %r5;", XX - Y),
    ("sub.rn.f32 %r3, %r8, %r5;", XX - Y),
    ("sub.ftz.f32 %r3, %r8, %r5;", XX - Y),
    ("sub.f32 %r3, %r8, %r5; st.global.u32 [%rd1], %r8;", XX - Y),
    ("mov.b32 %r9, %r8; sub.f32 %r3, %r9, %r8;", 0),
    ("setp.ge.u32 %p1, %r1, 0; @%p1 bra L; st.global.u32 [%rd1], %r4; L: sub.f32 %r3, %r8, %r5;", XX - Y),
    ("mul.rn.f32 %r9, %r4, %r4; sub.f32 %r3, %r9, %r5;", XX - Y),
    ("mul.sat.f32 %r9, %r6, %r7; sub.f32 %r3, %r9, %r5;", 1 - Y),
    ("shfl.sync.idx.b32 %r9, %r8, 0, 31, -1; sub.f32 %r3, %r9, %r5;", XX - Y),
])  # fmt: skip
def test_products_and_sums(tmp_path, body, want):
    assert f32(X * X - Y) != f32(XX - Y) and f32(Z * W - XX) not in (f32(ZW - XX), f32(Z * W - X * X))
    assert int(values(kernel(tmp_path, FLOATS + body, "--format", "hex"))[3], 0) == f32(want)
    if want == X * X - Y:
        off = kernel(tmp_path, FLOATS + body, "--format", "hex", "--contract", "off")
        assert int(values(off)[3], 0) == f32(XX - Y)


def test_products_of_other_compilers(tmp_path):
    """A product in a local is a sum's, too, in a source; not in PTX, where ptxas loads it; nor is one of nvcc -G."""
    body = "mov.u64 %rd5, own; cvta.local.u64 %rd5, %rd5; st.f32 [%rd5], %r8; ld.f32 %r9, [%rd5];"
    done = kernel(tmp_path, FLOATS + body + "sub.f32 %r3, %r9, %r5;", "--format", "hex")
    assert int(values(done)[3], 0) == f32(XX - Y)
    text = (tmp_path / "k.ptx").read_text().replace("sub.f32 %r3, %r9", "sub.f32 %r3, %r8")
    for target, want in ((".target sm_80\n", X * X - Y), (".target sm_80, debug\n", XX - Y)):
        (tmp_path / "k.ptx").write_text(re.sub(r"\.target.*\n", target, text).replace("st.f32 [%rd5], %r8;", ""))
        done = launch(tmp_path / "k.ptx", "--arg", "in=lane*3+1", "--arg", "out=buffer:32", "--format", "hex")
        assert int(values(done)[3], 0) == f32(want)


def test_redux_of_floats(tmp_path):
    """-1 in lane 5, a NaN in lane 7, else the lane's number: of R10.6's forms."""
    body = (
        "cvt.rn.f32.u32 %r4, %r1; setp.eq.u32 %p1, %r1, 5; @%p1 mov.b32 %r4, 0xbf800000; setp.eq.u32 %p1, %r1, 7;"
        "@%p1 mov.b32 %r4, 0x7fc00000; FORM.f32 %r3, %r4, -1;"
    )
    forms = {"min": f32(-1), "max": f32(31), "min.abs": 0, "max.abs": f32(31), "max.NaN": 0x7FFFFFFF}
    for form, want in forms.items():
        got = values(kernel(tmp_path, body.replace("FORM", f"redux.sync.{form}"), "--format", "hex"))
        assert {int(v, 16) for v in got} == {want}, form
    why = kernel(tmp_path, body.replace("FORM", "redux.sync.add"), status=2).stderr
    assert "redux: one of 'min max' is needed here" in why


FIELD = "ld.local.u32 %r4, [own]; and.b32 %r4, %r4, ~0x7f; or.b32 %r4, %r4, 3; st.local.u32 [own], %r4;"  # 7 bits


@pytest.mark.parametrize("body, want", [
    (FIELD + "ld.local.u32 %r5, [own]; and.b32 %r3, %r5, 0x7f;", "3"),
    (FIELD + "ld.local.u8 %r5, [own]; and.b32 %r3, %r5, 0x7f;", "3"),
    (FIELD + "ld.local.u8 %r5, [own]; and.b32 %r3, %r5, 0xff;", "?1"),
    (FIELD + "ld.local.u8 %r5, [own]; shr.u32 %r3, %r5, 8;", "0"),
    (FIELD + "ld.local.s8 %r5, [own]; shr.u32 %r3, %r5, 8;", "?1"),
    (FIELD + "ld.local.s8 %r5, [own]; bfe.u32 %r3, %r5, 0, 7;", "3"),
    (FIELD + "shl.b32 %r3, %r4, 25;", str(3 << 25)),
    (FIELD + "bfi.b32 %r4, 100, %r4, 7, 24; and.b32 %r3, %r4, 0x7fffffff;", str(3 + (100 << 7))),
    (FIELD + "bfi.b32 %r3, 100, %r4, 7, 24;", "?1"),
    (FIELD + "bfi.b32 %r4, 1, 0, %r4, 1; mov.u32 %r3, %r4;", "?1"),
    (FIELD + "mov.b64 %rd5, {%r1, %r4}; mov.b64 {%r5, %r6}, %rd5; and.b32 %r3, %r6, 0x7f;", "3"),
    (FIELD + "shfl.sync.idx.b32 %r5, %r4, 3, 31, -1; and.b32 %r3, %r5, 0x7f;", "3"),
    (FIELD + "redux.sync.or.b32 %r5, %r4, -1; and.b32 %r3, %r5, 0x7f;", "?1"),
    (FIELD + "and.b32 %r5, %r4, 0xffff; prmt.b32 %r3, %r5, 0, 0x4442;", "0"),
    (FIELD + "cvt.u16.u32 %r5, %r4; and.b32 %r3, %r5, 0x1007f;".replace("u16.u32", "u32.u16"), "3"),
    (FIELD + "lop3.b32 %r3, %r4, 0x7f, 5, 0xea;", "7"),
    (FIELD + "xor.b32 %r3, %r4, %r4;", "?1"),
    (FIELD + "add.u32 %r5, %r4, 0; and.b32 %r3, %r5, 0x7f;", "?1"),
    (FIELD + "setp.ne.u32 %p1, %r4, 0; selp.u32 %r3, 9, 9, %p1;", "9"),
    (FIELD + "and.b32 %r5, %r4, 0x7f; setp.eq.u32 %p1, %r5, 3; @%p1 mov.u32 %r3, 8;", "8"),
    (FIELD + "not.b32 %r5, %r4; and.b32 %r3, %r5, 0x7f;", "124"),
    (FIELD + "st.shared.u32 [box], 0; atom.shared.or.b32 %r5, [box], %r4; and.b32 %r3, %r5, 0x7f;", "?1"),
])  # fmt: skip
def test_bits_that_are_undefined(tmp_path, body, want):
    """A value is undefined in those bits alone that rest on what is not written."""
    assert values(kernel(tmp_path, body))[5] == want


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
    ("L: bra L;", "more than 5000 steps: --steps sets the limit: warp 0: lanes 0..31 run at bra in line 10"),
    ("trap;", "trap: thread 0 stops the kernel"),
    ("bar.sync 16;", "barrier 16"),
    ("ts: .branchtargets L, M; brx.idx %r1, ts; L: M:", "brx: thread 2: index 2, and the list has 2 targets"),
    ("bar.sync %r1;", "lanes 0 and 1 of warp 0 have different operands"),
    (EXITED + "setp.eq.u32 %p2, %r3, 0; @%p2 bra L; L:",
     "bra: thread 0: its guard rests on a read of lane 20, which does not execute (line 10)"),
    (EXITED + "cvt.u64.u32 %rd5, %r3; ld.global.u32 %r3, [%rd5];", "its address rests on a read of lane 20"),
    # lane 20 waits at a barrier; the others, in a shuffle, wait for it
    ("setp.eq.u32 %p1, %r1, 20; @%p1 bra L; shfl.sync.idx.b32 %r3, %r2, 20, 31, -1; L: bar.sync 0;",
     "no thread can go on: warp 0: lanes 0..19, 21..31 wait at shfl in line 10 for lane 20, mask 0xffffffff"),
    (PASSED.replace("bar.arrive 1", "bar.arrive 2").replace("\n", " "),
     "no thread can go on: warp 0: lanes 0..31 wait at barrier"),
])  # fmt: skip
def test_stops(tmp_path, body, message):
    done = kernel(tmp_path, body, "--steps", 5000, block=64 if "bar.arrive 2" in body else 32, status=2)
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
    ("mul.u32 %r3, %r1, %r2;", "mul: one of 'hi lo wide' is needed here"),
    ("ex2.approx.f64 %rd5, %rd5;", "ex2.f64: not executed here; known behind ex2: ( approx ) ftz; f32"),
    ("div.f32 %r3, %r1, %r2;", "div: one of 'rn rz rm rp approx full' is needed here"),
    ("add.ftz.f64 %rd3, %rd1, %rd2;", "add: .f32 or .f16 for .ftz is needed"),
    ("bra nowhere;", "there is no label 'nowhere'"),
    ("L: L: ret;", "the label 'L' stands here a second time"),
    ("call (%r1), f, (%r2);", "is no .param variable"),
    ("mov.u64 %rd5, 64; call %rd5;", "call: thread 0: 0x40 is the address of no function"),
    ("call %rd5;", "call: thread 0: the function that it calls rests on %rd5, which is not written before"),
    ("call %rd5, (), nothing;", "there is no .callprototype 'nothing'"),
    ("movmatrix.sync.aligned.m8n8.b16 %r3, %r1;", "movmatrix: 'trans' is needed here"),
    ("mov.u32 %r3, %smid;", "'%smid' is not declared, and no special register that is known here"),
    ("mov.u32 %r3, %clusterid.x;", "'%clusterid' is not declared, and no special register that is known here"),
    ("barrier.cluster.sync;", "barrier: .arrive or .wait is needed here"),
    ("mov.u32 %r3, %tid;", "expected .x, .y or .z"),
    ("mov.u32 %r3, 0x12345678123456789;", "a number of at most 64 bits"),
    ("mov.f32 %r3, 0f12;", "expected 0f and eight digits"),
    ("ld.global.v2.u32 %r3, [%rd1];", "a vector is needed"),
    ("@%r1 mov.u32 %r3, 0;", "the guard has to be a register of type .pred"),
    ("add.approx.f32 %r3, %r1, %r2;", "add.approx: an approximation whose bits are not known here; known are rcp"),
    ("cp.async.ca.shared.global [%rd1], [%rd1], 7;", "cp.async: its size has to be the number 4, 8 or 16"),
    ("cp.async.shared.global [%rd1], [%rd1], 4;", "cp: .async with .ca, .cg, .commit_group, .wait_group"),
    ("mbarrier.init.arrive.shared.b64 [%rd1], 4;", "mbarrier: one operation is needed here"),
    ("bar.arrive 1;", "bar.arrive: the number of threads is needed"),
    ("add.cc.f32 %r3, %r1, %r2;", "an integer type of 32 or 64 bits"),
    ("brx.idx %r1, L; L:", "brx: 'L' is no list of .branchtargets in front of this"),
    ("set.lt.u64.u32 %rd3, %r1, %r2;", "set: of f16x2 f16x2, u32 or s32; of f16 f16 or"),
    ("add.sat.bf16x2 %r3, %r1, %r2;", "add: neither .ftz nor .sat is needed here"),
    ("cvt.f16x2.f32 %r3, %r1, %r2;", "a rounding"),
    ("atom.shared.add.f16x2 %r3, [box], %r2;", "atom: .noftz is needed"),
    ("ld.global.L2::cache_hint.u32 %r3, [%rd1];", "ld.L2::cache_hint: not executed here; known behind .L2::"),
    ("lop3.b32 %r3|%p1, %r1, %r2, 0, 5;", "a second destination is not known here"),
    ("shfl.up.idx.b32 %r3, %r2, 0, 31;", "shfl: one of 'up down bfly idx' is needed here"),
    ("mov.u32 %r3, 1", "expected"),
    ("openshfl_unknown.b64 %rd1, 0;", "openshfl_unknown is of a source that this command compiles: give that source"),
    ("/* no end", "this comment has no end"),
])  # fmt: skip
def test_refused(tmp_path, body, message):
    done = kernel(tmp_path, body, status=2)
    assert message in done.stderr, done.stderr
    assert "k.ptx:" in done.stderr


@pytest.fixture
def reduce(tmp_path):
    """The PTX of a program with several kernels."""
    (tmp_path / "reduce.ptx").write_text(record()["ptx"]["reduce.nvcc.sm_75"])
    return tmp_path / "reduce.ptx"


@pytest.mark.parametrize("arguments, message", [
    ([], "several kernels: say --kernel NAME; it has "),
    (["--kernel", "warp_reduce"], "warp_reduce_param_0, .u64: no value; say --arg warp_reduce_param_0=VALUE"),
    (["--kernel", "warp_reduce", "--arg", "0"], "expected NAME=VALUE"),
    (["--kernel", "warp_reduce", "--arg", "7=1"], "has 2 parameters, 0 to 1"),
    (["--kernel", "warp_reduce", "--arg", "0=lane", "--arg", "0=lane"], "parameter 0 is given twice"),
    (["--kernel", "warp_reduce", "--arg", "0=lane+"], "run: --arg 0=lane+: "),
    (["--kernel", "warp_reduce", "--arg", "0=foo"], "the value of foo is not known; a formula is of numbers and lane"),
    (["--kernel", "warp_reduce", "--arg", "0=bytes:i32:1,u64:2"], "more than the 8 bytes of the parameter warp_reduce"),
    (["--kernel", "warp_reduce", "--arg", "0=bytes:1,,2"], "expected members with a comma between"),
    (["--kernel", "warp_reduce", "--arg", "0=buffer:0"], "expected a number of elements"),
    (["--kernel", "warp_reduce", "--arg", "0=i32:5"], "a scalar of 4 bytes, and the parameter"),
    (["--kernel", "block_reduce", "--arg", "2=lane"], "a buffer, and the parameter block_reduce_param_2 is no address"),
    (["--kernel", "block_reduce", "--arg", "2=1.5"], "expected a whole number, or f32: in front"),
    (["--kernel", "warp_reduce", "--block", "1025"], "together 1 to 1024"),
    (["--kernel", "warp_reduce", "--block", "8,8,x"], "expected X, X,Y or X,Y,Z"),
    (["--kernel", "warp_reduce", "--arg=0=lane", "--arg=1=lane", "--show", "trace"], "expected buffers, shuffles"),
    (["--kernel", "warp_reduce", "--contract", "no"], "run: --contract no: expected on or off"),
    (["--kernel", "warp_reduce", "--init", "R1=1"], "--init: is for SASS"),
    (["--kernel", "warp_reduce", "--arg", "0=buffer:200000000"], "--memory"),
])  # fmt: skip
def test_misuse(arguments, message, reduce):
    assert message in launch(reduce, *arguments, status=2).stderr


# ---- what is shown


def test_votes_and_reductions_are_shown(tmp_path):
    """With the shuffles; masks of lanes in hexadecimal."""
    insns = "match.any.sync.b32 %r5, %r4, -1;", "redux.sync.add.u32 %r3, %r1, -1;"
    said = kernel(tmp_path, f"and.b32 %r4, %r1, 7; {' '.join(insns)}", "--show", "shuffles").stdout
    for insn, first in zip(insns, ("0x01010101 0x02020202", "496 496"), strict=True):
        assert re.search(rf"{re.escape(insn)} .*\n +value +0\.\.7 +{first} ", said)
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
    told = json.loads(run([built("openshfl"), "explain", *second["explain"], "--json"]).stdout)["lanes"]
    assert [told[k]["ra"] for k in (22, 23)] == [70, None]
    assert [told[k]["rd"] for k in (20, 21, 22)] == [70, None, None]
    assert "lane 23 holds ?" in told[21]["steps"][3] and told[21]["undefined"]
    run([built("openshfl"), "explain", *second["explain"], "--svg", out])
    assert ">?<" in out.read_text()


def test_shows(reduce):
    arguments = ["--kernel", "warp_reduce", "--arg", "0=lane", "--arg", "1=buffer:32"]
    for what, text in {"shuffles": "reads   0..7   16 17 18 19 20 21 22 23", "steps": "add.s32 %r7, %r6, %r2;",
                       "lane 3": "# reads lane 19, in range: 19"}.items():  # fmt: skip
        shown = launch(reduce, *arguments, "--show", what).stdout
        assert text in shown and (what != "shuffles" or shown.count("shfl.sync.bfly.b32") == 5)
    result = json.loads(launch(reduce, *arguments, "--json").stdout)
    first = result["events"][0]
    assert (first["kind"], first["operation"]) == ("SHFL", "BFLY")
    assert [lane["src_lane"] for lane in first["lanes"]] == [k ^ 16 for k in range(32)]
    assert result["buffers"][1]["values"] == ["496"] * 32


def test_events_of_own_texts(tmp_path):
    """Each event that crosses lanes is what explain shows, with its names."""
    body = """setp.lt.u32 %p1, %r1, 8; shfl.sync.up.b32 %r6, %r1, 1, 0, -1;
    vote.sync.all.pred %p2, %p1, -1; vote.sync.uni.pred %p2, !%p1, -1;
    mov.b64 %rd5, {%r1, 7}; match.all.sync.b64 %r4|%p3, %rd5, -1; match.any.sync.b64 %r4, %rd5, -1; bar.warp.sync -1;
    bar.red.or.pred %p2, 3, 32, %p1; bar.sync 0; redux.sync.min.s32 %r3, %r1, -1;"""
    done = kernel(tmp_path, body, "--json", "--show", "steps")
    events = json.loads(done.stdout)["events"]
    crossing = [(e["kind"], e["operation"]) for e in events if "kind" in e]
    assert crossing == [("SHFL", "UP"), ("VOTE", "ALL"), ("VOTE", "EQ"), ("MATCH", "ALL"), ("MATCH", "ANY"),
                        ("BARRIER", "WARP"), ("BARRIER", "OR"), ("BARRIER", "SYNC"), ("REDUX", "MIN")]  # fmt: skip
    for event in events:
        if "explain" in event:
            shown = json.loads(run([built("openshfl"), "explain", *event["explain"], "--json"]).stdout)
            for lane in event["lanes"]:
                assert lane == {key: shown["lanes"][lane["lane"]][key] for key in lane}
    assert [e.get("barrier") for e in events if e.get("kind") == "BARRIER"] == [None, 3, 0]
    wrote = {name: values for event in events for name, values in event["wrote"].items()}
    assert wrote["%r1"] == [str(k) for k in range(32)]
    assert wrote["%p1"] == [str(int(k < 8)) for k in range(32)]
    assert len(events) == 7 + 11 + 1  # and ret, which does nothing


def test_a_thread_of_another_block(tmp_path):
    shown = {}
    for what in ("thread 35", "lane 3 of warp 1", "lane 35", "thread 35 of block 1", "lane 3 of warp 1 of block 1"):
        done = kernel(tmp_path, "mov.u32 %r3, %tid.x; mov.u32 %r4, %ctaid.x;", "--grid", 2, "--show", what, block=64)
        shown[what] = re.findall(r"(?:%tid\.x;|%ctaid).*# (.*)", done.stdout)
    assert shown.pop("thread 35 of block 1") == shown.pop("lane 3 of warp 1 of block 1") == ["35", "35", "1"]
    assert all(values == ["35", "35", "0"] for values in shown.values())


def test_buffers_of_halves(tmp_path):
    body = "{ .reg .b16 %h<3>; ld.global.b16 %h1, [%rd1]; add.f16 %h1, %h1, 0x3800; st.global.b16 [%rd1], %h1; }"
    text = HEAD + BEGIN.replace("ld.global.u32 %r2, [%rd1];", "") + body + "mov.u32 %r3, 0;" + END
    (tmp_path / "k.ptx").write_text(text)
    done = launch(tmp_path / "k.ptx", "--arg", "in=f16:64:lane", "--arg", "out=buffer:32")
    halves = [word for line in done.stdout.splitlines() if line.startswith("arg 0 ") for word in line.split()[3:]]
    assert halves == [str(k + 0.5 * (k % 2 == 0)).removesuffix(".0") for k in range(64)]


LONG = "_Z236" + "x" * 236 + "v"
EX2 = "{ .reg .f32 %f<3>; ld.param.f32 %f1, [a]; ex2.approx.f16 %f2, %f1; st.param.f32 [r], %f2; ret; }"
K = """.visible .entry %s(.param .u64 p) { .reg .u64 %%rd; .reg .u32 %%r; ld.param.u64 %%rd, [p]; %s
st.global.u32 [%%rd], %%r; ret; }
"""
SEVEN = K % ("k", "mov.u32 %r, 7;")
UNUSED = ".func (.param .b32 r) unused(.param .b32 a) "


@pytest.mark.parametrize("text, name, want", [
    (K % ("other", "/* } */ ex2.approx.f16 %r, { };") + SEVEN, "k", "7"),  # what is not asked for need not be executed
    (K % ("k", "ex2.approx.f16 %r, %r;"), None, "ex2.f16: not executed here"),
    (UNUSED + EX2 + SEVEN, "k", "7"),
    (UNUSED + EX2 + SEVEN, None, "7"),
    (UNUSED + EX2 + SEVEN.replace("mov", "mov.u64 %rd, unused; mov"), "k", "ex2.f16: not executed here"),
    (UNUSED + EX2 + ".global .u64 table[1] = {unused};" + SEVEN, "k", "ex2.f16: not executed here"),
    (K % (LONG, "mov.u32 %r, 8;") + SEVEN, "k", "7"),
    (K % (LONG, "mov.u32 %r, 8;") + SEVEN, LONG, "8"),
    (K % ("_Z8warp_sumPKiPi", "mov.u32 %r, 8;") + SEVEN, "warp_sum", "8"),
    (K % ("_ZN2ns4deep8warp_sumIfLi3EEEvPT_", "mov.u32 %r, 8;") + SEVEN, "warp_sum", "8"),
    (K % ("_Z1kIfEvPT_", "mov.u32 %r, 8;") + SEVEN, "k", "7"),
    (K % ("_Z1kIfEvPT_", "mov.u32 %r, 8;") + K % ("_Z1kIiEvPT_", "mov.u32 %r, 8;"), "k",
     "several of this name in PATH; it has _Z1kIfEvPT_, _Z1kIiEvPT_"),
    (K % ("_Z99kv", "mov.u32 %r, 8;") + SEVEN, "kv", "no such kernel in PATH; it has _Z99kv, k"),
    (".global .u64 g = generic(0x700000000000);\n" + SEVEN, None,  # it takes a name, whatever the number
     "PATH:4: expected the address of a function or of a .global variable"),
])  # fmt: skip
def test_whole_files(tmp_path, text, name, want):
    path = tmp_path / "k.ptx"
    path.write_text(".version 7.5\n.target sm_70\n.address_size 64\n" + text)
    words = [path, "--arg", "0=buffer:1", *(["--kernel", name] if name else [])]
    if want.isdigit():
        assert launch(*words).stdout == f"arg 0       0  {want}\n"
    else:
        assert want.replace("PATH", str(path)) in launch(*words, status=2).stderr


TEXTS = "".join(
    f".global .align 1 .b8 {name}[{len(text) + 1}] = {{{', '.join(str(ord(c)) for c in text)}, 0}};\n"
    for name, text in (
        ("format", "%d%% of %5.1f, %s, %lld, %-3u|%c %x\n"), ("word", "lanes"), ("never", "a < b"), ("file", "k.cu"),
        ("bad", "%q"), ("slow", "%.9999999d"),
    )
)  # fmt: skip
CALLS = (
    ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n.extern .func __assertfail (.param .b64 m,"
    ".param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s);\n.extern .func other;\n"
    + TEXTS
    + ".visible .entry k(.param .u64 p) { .local .align 8 .b8 own[48]; .reg .u32 %r<4>; .reg .u64 %rd<4>;"
    ".reg .pred %p; .param .b64 f; .param .b64 a; .param .b32 l; .param .b64 m; .param .b32 ret;"
    "ld.param.u64 %rd3, [p];"
    "mov.u32 %r1, %tid.x; setp.ge.u32 %p, %r1, 2; @%p exit; mov.u64 %rd1, own; cvta.local.u64 %rd1, %rd1;"
    "st.param.b64 [a], %rd1; mov.u64 %rd2, format; st.param.b64 [f], %rd2; "
)
GIVE = (
    "st.local.u32 [own], -5; st.local.f64 [own+8], 0d3ff8000000000000; mov.u64 %rd2, word; st.local.u64 [own+16], %rd2;"
    "st.local.u64 [own+24], -5000000000; st.local.u32 [own+32], %r1; st.local.u32 [own+36], 65; "
)
PRINT = "call.uni (ret), vprintf, (f, a); ld.param.u32 %r2, [ret]; st.global.u32 [%rd3], %r2; ret; }"
FAIL = "mov.u64 %rd2, never; st.param.b64 [f], %rd2; mov.u64 %rd2, file; st.param.b64 [a], %rd2; st.param.b32 [l], 41;"


@pytest.mark.parametrize("text, want", [
    (GIVE + "st.local.u32 [own+40], 48879; " + PRINT, "".join(
        f"-5% of   1.5, lanes, -5000000000, {k}  |A beef\n" for k in range(2)) + "arg 0       0  0\n"),
    (GIVE + PRINT, "-5% of   1.5, lanes, -5000000000, 0  |A ?\n"),
    ("mov.u64 %rd2, bad; st.param.b64 [f], %rd2; " + PRINT, "a format that is not known here, '%q'"),
    ("mov.u64 %rd2, slow; st.param.b64 [f], %rd2; " + PRINT, "a format that is not known here, '%.9999999'"),
    (GIVE + "L: call (ret), vprintf, (f, a); bra L; }", "printf: more than 1048576 bytes printed"),
    (FAIL + "call __assertfail, (f, a, l, m, m); ret; }", "assert: thread 0 of block 0: 'a < b' is false: k.cu:41"),
    ("call other; ret; }", "call of other, whose body is not in this file"),
])  # fmt: skip
def test_the_system(tmp_path, text, want):
    (tmp_path / "k.ptx").write_text(".version 7.5\n.target sm_70\n.address_size 64\n" + CALLS + text)
    done = launch(tmp_path / "k.ptx", "--arg", "0=buffer:1", status=0 if "\n" in want else 2)
    assert want in done.stdout + done.stderr, done.stdout[-300:] + done.stderr


def test_structs_and_sources(tmp_path):
    body = "ld.param.u32 %r, [s+4]; ld.param.u64 %rd, [s+8]; ld.global.u32 %r, [%rd+4]; ld.param.u64 %rd, [p];"
    text = (K % ("k", body)).replace("p)", "p, .param .align 8 .b8 s[16])")
    (tmp_path / "k.ptx").write_text(".version 7.5\n" + text)
    done = launch(tmp_path / "k.ptx", "--arg", "0=buffer:1", "--arg", "1=bytes:1,i32:7,64:lane*3+2")
    assert done.stdout.startswith("arg 0       0  5\n")
    done = launch(tmp_path / "k.ptx", "--arg", "0=buffer:1", "--arg", "1=i32:7", status=2)
    assert "the parameter has 16 bytes: give its members, as in bytes:i32:5,buffer:8" in done.stderr


@pytest.mark.slow
def test_speed(tmp_path):
    """A block of 1,024 threads, a million instructions of warps."""
    body = "mov.u32 %r3, 0; mov.u32 %r4, 0; L: add.u32 %r4, %r4, 1; xor.b32 %r3, %r3, %r4; mad.lo.u32 %r3, %r3, 5, %r2;"
    done = kernel(tmp_path, body + "setp.lt.u32 %p1, %r4, 6200; @%p1 bra L;", "--json", block=1024)
    assert json.loads(done.stdout)["steps"] > 980000


# ---- the approximations: all arguments with one top byte as a GPU has them, by the sums of its record


CURVES = json.loads(approximations.RECORD.read_text(encoding="ascii"))


# around 1 and -1, denormals, and those that are infinite or no number
BYTES = {form: (63, 0, 64, 127, 191, 128)[n % 6] for n, form in enumerate(approximations.FORMS)}


@pytest.mark.slow
@pytest.mark.parametrize("form, byte", nightly_but(
    [*BYTES.items(), *itertools.product(BYTES, range(15, 256, 16))],
    lambda form, byte: byte == BYTES[form] and list(BYTES).index(form) % 4 == 0))  # fmt: skip
def test_sum(form, byte):
    """16 million arguments."""
    said = run([built("tests/cli/test_curve"), form, byte]).stdout.strip()
    assert said == CURVES["sums"][form][8 * byte : 8 * byte + 8]


def curve(*names):
    return [int(word, 16) for word in functools.reduce(dict.get, names, CURVES).split()]


def test_roots(tmp_path):
    (tmp_path / "k.ptx").write_text(approximations.ROOTS)
    given = approximations.operands(curve("roots", "x"))
    got = buffers(tmp_path, tmp_path / "k.ptx", "roots", len(given[1]), 1, given, bits=64)[1]
    assert got == curve("roots", "r")


@pytest.mark.slow
@pytest.mark.needs("clang")
def test_functions(tmp_path):
    """CUDA's functions in a source are compiled as nvcc does it: the record is of nvcc's PTX."""
    text = "__global__ void k%d(const float *a, const float *b, float *o)"
    text += "{ float x = a[threadIdx.x], y = b[threadIdx.x]; o[threadIdx.x] = %s; }\n"
    (tmp_path / "k.cu").write_text("".join(text % each for each in enumerate(CURVES["functions"])))
    for n, name in enumerate(CURVES["functions"]):
        given = [curve("x"), curve("y"), [0] * 32]
        assert buffers(tmp_path, tmp_path / "k.cu", f"k{n}", 32, 1, given)[2] == curve("functions", name), name


# ---- cp.async and mbarrier, by the PTX ISA: a copy is there when its thread has waited, a phase is over when all have
# arrived and all bytes are there


ASYNC = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
.reg .b64 %rd<9>; .reg .b32 %r<20>; .reg .pred %p<4>;
.shared .align 16 .b8 tile[2048]; .shared .align 8 .b64 bar;
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 16; add.u64 %rd1, %rd1, %rd3; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd2, %rd2, %rd3;
mov.u32 %r3, tile; shl.b32 %r2, %r1, 4; add.u32 %r2, %r2, %r3;
xor.b32 %r5, %r1, 33; shl.b32 %r5, %r5, 4; add.u32 %r5, %r5, %r3; // another warp's
mov.u32 %r4, bar; setp.ne.u32 %p1, %r1, 0; @!%p1 mbarrier.init.shared.b64 [%r4], 64; bar.sync 0;
"""
COPY = "cp.async.cg.shared.global [%r2], [%rd1], 16;\n"
COMMIT, WAIT, BAR_SYNC = "cp.async.commit_group;\n", "cp.async.wait_group 0;\n", "bar.sync 0;\n"
OWN, OTHER = "ld.shared.u32 %r9, [%r2];\n", "ld.shared.u32 %r9, [%r5];\n"
ARRIVE = "mbarrier.arrive.shared.b64 %rd5, [%r4];\n"
SPIN = "again: mbarrier.try_wait.shared.b64 %p2, [%r4], %rd5; @!%p2 bra again;\n"
PARITY = SPIN.replace("try_wait", "try_wait.parity").replace("%rd5", "0")
FILLED = COPY.replace("%r2]", "%r2+1024]").replace("16;", "16, 4;")
BULK = (
    "@!%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 1024, [%r4];\n"
    "@!%p1 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r4], 1024;\n"
)
SECOND = ARRIVE + SPIN + "@!%p1 mbarrier.expect_tx.relaxed.cta.shared.b64 [%r4], 8;\n" + BAR_SYNC + ARRIVE

others = [4 * (k ^ 33) for k in range(64)]
own = [4 * k for k in range(64)]


@pytest.mark.parametrize("body, want", [
    (COPY + COMMIT + WAIT + BAR_SYNC + OTHER, others),
    (COPY + "cp.async.wait_all;\n" + OWN, own),
    (COPY + COMMIT + FILLED + COMMIT + "cp.async.wait_group 1;\n" + OWN, own),
    (FILLED + COMMIT + COPY + COMMIT + "cp.async.wait_group 1;\n" + OWN, "uninitialized"),
    (COPY + COMMIT + "cp.async.wait_group 1;\n" + OWN, "uninitialized"),
    (COPY + COMMIT + OWN, "uninitialized"),
    (COPY + WAIT + OWN, "uninitialized"),  # it is in no group
    (COPY + COMMIT + WAIT + OTHER, "race"),
    (FILLED + COMMIT + WAIT + "ld.shared.u32 %r9, [%r2+1036];\n", [0] * 64),
    ("st.shared.u32 [%r2], %r1;\n" + ARRIVE + SPIN + OTHER, [k ^ 33 for k in range(64)]),
    ("st.shared.u32 [%r2], %r1;\n" + ARRIVE + PARITY + OTHER, [k ^ 33 for k in range(64)]),
    ("st.shared.u32 [%r2], %r1;\n" + ARRIVE + OTHER, "race"),
    (COPY + "cp.async.mbarrier.arrive.noinc.shared.b64 [%r4];\n" + PARITY + OTHER, others),
    (COPY + "cp.async.mbarrier.arrive.shared.b64 [%r4];\n" + ARRIVE + SPIN + OTHER, others),
    ("@!%p1 " + ARRIVE + BAR_SYNC + "@%p1 mbarrier.arrive.shared.b64 %rd5, [%r4], 1; mov.u32 %r9, 64;\n"
     "@!%p1 mbarrier.pending_count.b64 %r9, %rd5;\n", [64] * 64),
    ("@!%p1 mbarrier.arrive_drop.shared.b64 %rd5, [%r4];\n@!%p1 bra done;\n" + ARRIVE + SPIN + ARRIVE
     + PARITY.replace(" 0;", " 1;").replace("again", "more") + "done: mov.u32 %r9, 5;\n", [5] * 64),
    (SECOND + SPIN.replace("again", "more") + "mov.u32 %r9, 5;\n", "endless-loop"),
    (SECOND + "@!%p1 mbarrier.complete_tx.relaxed.cta.shared.b64 [%r4], 8;\n" + SPIN.replace("again", "more")
     + "mov.u32 %r9, 5;\n", [5] * 64),
    (BULK + ARRIVE + SPIN + OTHER, others),
    (BULK + BAR_SYNC + OTHER, "uninitialized"),
    (BULK.replace("1024, [", "1000, [") + ARRIVE + SPIN + OTHER, "expected a multiple of 16"),
    ("mbarrier.inval.shared.b64 [%r4];\n" + BAR_SYNC + ARRIVE, "uninitialized"),
    (BAR_SYNC + "mbarrier.arrive.noComplete.shared.b64 %rd5, [%r4], 100; mov.u32 %r9, 5;\n",
     "barrier-operand"),
    ("mov.u32 %r9, %clock; mov.u32 %r10, %clock; sub.u32 %r9, %r10, %r9; min.u32 %r9, %r9, 1;\n", [1] * 64),
    ("griddepcontrol.wait; fence.proxy.async.shared::cta; mov.u32 %r9, 5;\n", [5] * 64),
])  # fmt: skip
def test_async(tmp_path, body, want):
    """The values, or the finding, or what stops it."""
    (tmp_path / "k.ptx").write_text(ASYNC + body + "st.global.u32 [%rd2], %r9; ret; }")
    words = ["check", tmp_path / "k.ptx", "--block", 64, "--arg", "0=256:lane", "--arg", "1=buffer:64"]
    status = 0 if isinstance(want, list) else 2 if " " in want else 1
    done = run([built("openshfl"), *words, "--format", "json", "--buffers"], status=status)
    if status == 2:
        assert want in done.stderr
        return
    told = json.loads(done.stdout)
    assert bool(told["findings"]) == bool(status)
    if status == 1:
        assert want in [one["name"] for one in told["findings"]]
    else:
        data = bytes.fromhex(told["buffers"][1]["bytes"])
        assert [int.from_bytes(data[k : k + 4], "little") for k in range(0, 256, 4)] == want
