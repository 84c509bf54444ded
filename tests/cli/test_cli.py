# SPDX-License-Identifier: Apache-2.0
"""The command openshfl, as a person would use and misuse it."""

import itertools
import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import xml.etree.ElementTree as xml

import pytest
from conftest import ROOT, built, run
from test_amd import cuda, hip_index, wave

from model.defs import MODES

PROGRAMS = "cli/programs"
FLAT = f"{PROGRAMS}/fswz_0000.sass"
UP = "SHFL.UP P1, R2, R1, 1, 0"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def output(openshfl):
    """Run the command, which succeeds and prints nothing on stderr; its stdout."""

    def output(*words, **options):
        done = run([openshfl, *words], **options)
        assert done.stderr == ""
        return done.stdout

    return output


@pytest.fixture
def explained(output):
    """The JSON of explain."""
    return lambda *words: json.loads(output("explain", *words, "--json"))


@pytest.fixture
def refuse(openshfl, tmp_path):
    """Run the command, which ends with 2 and one line on stderr, prints nothing and leaves no file; the line."""

    def refuse(*words, **options):
        before = sorted(tmp_path.rglob("*"))
        done = run([openshfl, *words], status=2, **options)
        assert done.stdout == "" and done.stderr.count("\n") == 1 and sorted(tmp_path.rglob("*")) == before
        return done.stderr

    return refuse


def lines(text):
    """The lines of a table, with one blank between two columns."""
    return [" ".join(line.split()) for line in text.splitlines()]


def cases(table):
    """The rows of a table: the arguments as a shell splits them, and the parts behind them, with | between."""
    rows = [line.split(" | ") for line in table.strip().splitlines()]
    return [pytest.param(shlex.split(words), parts, id=words) for words, *parts in rows]


def names(message, parts):
    """Does a message name all of them?"""
    missing = [part for part in parts if part not in message]
    assert not missing, message


# ---- the command itself


def test_no_command(openshfl, output):
    assert run([openshfl], status=2).stderr == output("--help") == output("-h") == output("help")
    assert re.fullmatch(r"openshfl \d+\.\d+\.\d+\n", output("--version"))


@pytest.mark.parametrize("words", [["run", FLAT], ["explain", UP], ["decode", "ef107f8050170002"], ["run", "--help"]])
def test_full_disk(openshfl, words):
    """Exit status 3: an environment error, and not the user's."""
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([openshfl, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    assert done.returncode == 3 and "cannot write to standard output: No space left on device" in done.stderr


# a row for each rule: the arguments, and what the message names
MISUSE = r"""
run -x | -x: no such option | run --help
frobnicate | frobnicate | run, check, explain, decode, ask and conform
run x --engine | --engine | expected a value
run x --engine rtl --engine rtl | --engine | twice
explain --json=1 x | --json | no value
run tests | tests: | Is a directory
run tests/cli/shuffles.sm_90.cubin | sm_90.cubin: not a text | byte 4 is 0x02 | openshfl decode
run - --engine gpu | --engine gpu | model or rtl
run - --active 0x100000000 | --active 0x100000000 | mask of 32 lanes
run - --block 64 | --block: is for PTX
run - --init Rq=1 | --init 'Rq=1' | no such register
run - --init Rx | --init 'Rx' | NAME=VALUE
run - --init R1=5000000000 | --init 'R1=5000000000' | lane*N | random:SEED
run - --init P1=lane | 'P1=lane' | mask of lanes | P1=0xffff0000
explain | one instruction or call | --mode
explain '__reduce_add_sync(-1, 1.5f)' | 1.5f | whole number
explain 'read(x, 3)' | 'read(x, 3)' | SHFL.UP | __shfl_up_sync | subgroupShuffleUp | --languages
explain 'v_mov_b32_dpp v0, v1 row_shr:1' | AMD | --gpu gfx90a
explain 'SHFL.UP P1, R2, R1, 40, 0' | column 21 | '40' | 0 to 31
explain 'SHFL.UP P1, R2, R1, 1, 0' --index 2 | --index | --mode
explain 'SHFL.UP P1, R2, R1, 1, 0x1800' --lanes 8 | --lanes 8 | Sb is 0 to 7 | Sc 0 to 0x7ff
explain 'SHFL.UP P1, R2, R1, R5, 0' --svg x.svg | --svg | R5 | --init R5=lane
explain --mode left --index 1 | --mode left | idx, up, down or bfly
explain --mode up | --mode | --index
explain --mode up --index 1 --lanes 65 | --lanes 65 | 2, 4, 8, 16, 32 or 64
explain --mode up --index lane* | --index lane* | 0 to 31 | lane*2
explain --mode up --index 1 --lane 32 | --lane 32 | 0 to 31
explain --mode up --index 1 --json --svg - | --json | --svg -
explain --mode up --index 1 --network 32 | --network 32 | a power of two from 2 to 16
explain 'SHFL.UP P1, R2, R1, R5, 0' --network 8 | --network | R5 | --init R5=lane
explain '__shfl_sync(m, v, x)' | 'x' | x is not known | --let x=VALUE
explain '__shfl_up_sync(0xf00000000, v, 1)' | '0xf00000000' | mask of 32 lanes
explain 'shfl.sync.up.b32 d, a, b, 0, -1;' --equivalents | --equivalents | SHFL.UP PT, Rd, Ra, Rb, 0x0 | --init Rb=lane
explain 'shfl.sync.left.b32 d, a, 1, 0, -1;' | 'shfl.sync.left | shfl[.sync].up.b32
explain 'VOTE.ODD P2, P0' | .ODD | .ALL .ANY .EQ
explain 'MATCH.ANY P0, R0, R2' | writes no predicate
explain 'REDUX.SUM R0, R2' | 'R0' | a uniform register
explain 'VOTEU.ANY R0, UPT, P0' | uniform
explain 'vote.sync.odd.pred p, q, -1;' | .odd | vote[.sync].all.pred vote[.sync].any.pred
explain 'redux.sync.min.f32 d, a, -1;' | .min.f32 | docs/rules.md R10.6
explain 'CREDUX.MIN.F32.NAN UR4, R2' | F32 | docs/rules.md R10.6
explain 'elect.sync d, -1;' | expected '|' | elect.sync d|p, membermask;
explain 'match.any.sync.b16 d, a, -1;' | .b16 | match.any.sync.b32 match.any.sync.b64
explain '__ballot_sync(p)' | __ballot_sync(mask, predicate)
explain '__ballot_sync(-1, p)' --init Ra=1 | --init Ra=1 | P0=VALUE
explain '__ballot_sync(-1, p)' --init P0=lane | --init P0=lane | 0 or 1
explain '__reduce_add_sync(-1, v)' --init Ra=float:1 | reductions of floats
explain 'cg::reduce(tile8, v, f)' | 'f' | plus, less
explain 'OpGroupNonUniformIAdd %int %uint_3 ClusteredReduce %v' | ClusteredReduce
explain 'cg::tiled_partition<128>(b).any(p)' | 1 to 32
explain 'subgroupBallotBitCount(lane)' | 'lane' | expected a ballot, the same
explain '__match_any(v)' | HIP | --gpu gfx90a
explain '__builtin_amdgcn_ballot_w32(p)' --gpu gfx90a | a wave of 32 lanes
explain '__builtin_amdgcn_ballot_w64(p)' --gpu gfx1100 | a wave of 64 lanes | --lanes 64
explain '__builtin_amdgcn_mbcnt_lo(m, 0)' --gpu gfx90a | moves no data between lanes
explain 'no MATCH, and SELECT P.x FROM t' | expected a shuffle, vote, match or reduction
explain 'if (x.any()) y.all(z)' | expected a shuffle, vote, match or reduction
explain REDUX | expected a shuffle, vote, match or reduction
explain 'float ddx = 1;' | expected a shuffle, vote
explain 'x_dFdx(v)' | expected a shuffle, vote
explain --gpu gfx90a '%0 = amdgpu.dpp %o %s row_shr(0x1 : i32) : i32' | v_mov_b32_dpp v1
explain --gpu gfx90a 'opus::mov_dpp(v, opus::number<0x111>{})' | __builtin_amdgcn_mov_dpp
explain --gpu gfx1030 'v1: %2 = v_mov_b32 %1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf' | ACO's IR: write
explain 'cute.arch.shuffle_sync(v, 1, clamp=3)' | is no argument that is known
explain '__shfl_sync(-1, v, a[k])' | a[k] is not known | --let 'a[k]=VALUE'
explain '__shfl_sync(-1, v, lane +)' | a number
explain '__shfl_sync(-1, v, (lane)' | not closed
explain '__shfl_sync(-1, v, lane / (lane - 3))' | division by zero in lane 3
explain '__shfl_sync(-1, v, 1 2)' | an operator
explain '__shfl_sync(-1, v, x += 3)' | x is not known
explain '__shfl_sync(-1, v, 99999999999999999999)' | at most 64 bits
explain '__shfl_sync(-1, v, (((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))' | too many brackets
explain '__shfl(v, a)' --let a=b --let b=a | --let | stand for one another
explain '__shfl(v, a)' --let a | --let | NAME=VALUE
explain '__shfl(v, a)' --let =3 | --let | NAME=VALUE
explain '__shfl(v, a)' --let a=3 --let b=c | --let | c is not known
ask --gpu gfx1100 '__shfl_up(v, 3)' 32 | LANE 32: expected a number from 0 to 31
ask --gpu gfx90a up 1 0 1 | --gpu and MODE B C
explain --gpu gfx90a 'v_add_f32 v1, v2, v3' | v_add_f32: moves data between lanes with DPP only
explain --gpu gfx90a 'v_add_f32_dpp v1, s2, v3 row_shr:1' | vector register
explain --gpu gfx90a 'v_add_f32_e64_dpp v1, v2, v3 row_shr:1' | from gfx11 on
explain --gpu gfx90a 'v_mov_b32_dpp v1, v2 row_shr:1 row_ror:1' | expected row_mask
explain --gpu gfx90a 'v_mov_b64_dpp v[2:3], v[4:5] row_newbcast:1' | from gfx940 on
explain --gpu gfx942 'v_mov_b64_dpp v[2:3], v[4:5] row_shr:1' | row_newbcast only
explain --gpu gfx1100 'v_fmac_f64_dpp v[2:3], v[4:5], v[6:7] row_share:1' | gfx90a to gfx950
explain --gpu gfx1100 'v_mov_b32_dpp v1, v2 dpp8:[0,1,2,3,4,5,6,7] row_mask:0xf' | dpp8 has no row_mask
explain --gpu gfx700 'v_mov_b32_dpp v1, v2 row_shr:1' | this generation does not have it
explain --gpu gfx1250 'v_permlane_up_b32 v1, v2, 1, 24' | power of two up to 32
explain --gpu gfx90a 'v_mul_lo_u32_dpp v1, v2, v3 row_shr:1' | cannot have DPP
explain --gpu gfx90a '__builtin_amdgcn_update_dpp(0, v, 0x142, 0xa, 0xf)' | another number of operands
explain --gpu gfx90a '__builtin_amdgcn_update_dpp(0, v, n, 0xa, 0xf, 0)' | \
give it with --let n=VALUE; expected old, value, dpp_ctrl
explain --gpu gfx90a '__builtin_amdgcn_update_dpp(0, v, 0x200, 0xa, 0xf, 0)' | 0x200
explain --gpu gfx90a '__builtin_amdgcn_update_dpp(0, v, 0x150 + 0x10, 0xa, 0xf, 0)' | does not have that DPP
explain 'vrgather.vv v1, v2, v3' | the element width is missing
explain 'vrgather.vv v1, v2, v3' --vtype=e8,m1 | give them with --init v3=
explain '__riscv_vrgather_vv_u8m1(a, idx, vl)' | give them with --let idx=
explain 'vslideup.vi v1, v2, 1, v0.t' --vtype=e8,m1 | the mask bits of v0 are missing
explain 'vrgather.vv v2, v2, v3' --vtype=e8,m1 | destination overlaps a source
explain 'vslideup.vi v0, v2, 1, v0.t' --vtype=e8,m1 --init=v0=1 | overlaps the mask v0
explain 'vrgather.vv v1, v2, v3' --vtype=e64,mf2 | wider than 64 times LMUL
explain 'vrgatherei16.vv v8, v16, v24' --vtype=e8,m8 | more than eight registers
explain 'vcompress.vm v1, v2, v3, v0.t' --vtype=e8,m1 | expected three operands
explain 'vslidedown.vi v1, v2, 32' --vtype=e8,m1 | expected an immediate from 0 to 31
explain 'vrgather.vv v1, v2, v3' --vtype=e7,m1 | --vtype: 'e7'
explain 'vrgather.vv v1, v2, v3' --vtype=e8,m1 --vl=17 | --vl 17: expected a number from 0 to 16
explain 'vsetvl t0, a0, a1; vrgather.vv v1, v2, v3' | vtype is in a register
explain 'vadd.vv v1, v2, v3' --vtype=e8,m1 | expected a permutation
explain 'vrgather.vv v1, v2, v3' --vtype=e8,m1 '--init=v3=[1,256]' | the index of element 1 is 256, which 8 bits
explain 'vsetivli x0, 4, e32, m1; vsetvli x0, x0, e8, m1; vrgather.vv v1, v2, v3' | \
it keeps vl, and VLMAX changes from 4
explain 'th.vrgather.vv v1, v2, v3' --vtype=e8,m1 | XTheadVector is version 0.7.1
explain 'lw a0, 0(sp); vsetvli x0, a0, e8, m1; vrgather.vv v1, v2, v3' | what a0 holds is not followed through 'lw
explain 'vsetivli x0, 4, e8, m1; .word 0x02000057; vrgather.vv v1, v2, v3' | a machine word, and no permutation
explain 'vslideup_vx_u8m1(d, s, 3, 8)' | expected __riscv_ in front of it
explain 'barrier.red.popc.u32 d, 3, 64, p;' --block 128 | the warps that arrive have 128
explain 'barrier.red.popc.u32 d, 3, 48, p;' | R15.5
explain 'bar.red.popc.u32 d, 16, p;' | from 0 to 15
explain 'bar.red.xor.pred d, 0, p;' | bar[rier][.cta].red.and[.aligned].pred
explain 'BAR.RED.XOR 0x0, P0' | expected BAR.RED.POPC
explain 'BAR.RED.POPC R2, R3, P0' | --init R3=64
explain 'BAR.RED.POPC R9, R9, P0' | --init R9=0x400000
explain 'BAR.RED.POPC R9, R9, P0' --init R9=64 | BAR.RED
explain 'FSWZADD R0, R1, R2, NPPPNNNN' | PP, PN, NP and ZP | PNNPPNNP
explain 'FSWZADD.RZ R0, R1, R2, PPPPPPPP' | another rounding
explain 'B2R.RESULT R5' | 'BAR.RED.POPC 0x0, P0; B2R.RESULT R5'
explain 'B2R.RESULT RZ, P0' | 'BAR.RED.AND 0x0, P0; B2R.RESULT RZ, P0'
explain 'BAR.RED.POPC 0x0, P0; B2R.RESULT RZ, P0' | BAR.RED.POPC, and goes into a register
explain 'BAR.RED.POPC 0x0, P0' --init P3=1 | expected P0=VALUE
explain '__syncthreads_count(p)' --block 1025 | 1 to 1024
explain '__syncthreads_count(p)' --block 8,8,1,1 | X,Y,Z
explain 'barrier.red.popc.u32 d, 3, 4096, p;' | at most 1024
explain '__syncthreads_count(p)' --block 128 --active 0xff | lane<100
explain '__syncthreads_xor(p)' | of a family
explain 'cub::BlockShuffle<int, 64>(t).Rotate(a, b, 64)' | R16.2
explain 'cub::BlockShuffle<int, N>(t).Offset(a, b, 1)' | --let N=
explain 'cub::BlockShuffle<int, 64>(t).Offset(a, b, 1)' --gpu gfx90a | hipcub::BlockShuffle
explain 'hipcub::BlockShuffle<int, 8, 4>(t).Rotate(a, b, 1)' | R16.5
explain 'cub::BlockShuffle<int, 64>(t).Offset(a, b, 1)' --block 32 | says 64
explain 'cub::BlockShuffle<int, 2000>(t).Offset(a, b, 1)' | 1 to 1024
explain 'cub::BlockShuffle<int, 64>(t).Up(a, b)' --let a.size()=32 | 1024 items
explain 'cub::BlockShuffle<int, 64>(t).Offset(a, b, lane)' | same for all
explain 'dFdx(v)' --lanes 2 | 4 lanes
explain 'MOVM.U4TO8.M832 R0, R1' | MOVM.16.MT88
explain '__syncthreads_or(p)' --block 65 --svg - | at most 64
explain 'shfl.sync.idx.b32 d, a, 1, 31, -1, 5;' | ', 5;' | expected nothing more
explain 'subgroupBroadcast(v, lane)' | 'lane' | a number, the same for all lanes
explain 'subgroupClusteredRotate(v, 1, 16)' --lanes 8 | '16' | a power of two up to 8
explain --gpu sm_90 'v_readlane_b32 s1, v0, 3' | --gpu sm_90 | gfx90a
explain --gpu gfx900 'v_readlane_b32 s1, v0, s2' | scalar register | a number
decode | FILE | machine words
decode none | none: | hexadecimal | No such file
decode LICENSE | LICENSE: | a text without a shuffle
decode --json 0xef107f8050170002 | --json | FILE | 0xef107f8050170002
decode 0x123456789012345678 | 0x123456789012345678 | 18 digits | 16, or 32
decode 0x0c201f0007077f89 | 0x0c201f0007077f89 | the high half
decode --gpu gfx900 0x7e0202fa | 0x7e0202fa | no instruction of gfx900 | two words
decode --gpu gfx900 [0xfa,0x02] | 2 bytes | expected four
decode [] | '[]' | hexadecimal
decode ab/cd 0xef107f8050170002 | 'ab/cd' | only argument
decode --gpu gfx900 [0xfa,0x02,0x12,0x7e,0x102,0xb1,0x00,0xff] | expected
decode --gpu gfx900 '7E1202FA FF00B1021' | expected
ask '__shfl_up_sync(m, v, 1, 8) lane 8' | '__shfl_up_sync(m, v, 1, 8) lane 8' | also LANE
ask up 7 0x1803 | 3 arguments | MODE B C LANE
ask up 7 0x1803 -1 | LANE -1 | 0 to 31
ask up 1 | three numbers | B C LANE
ask left 1 0 1 | left | idx, up, down or bfly
ask 'SHFL.IDX PT, R4, R2, R6, 0x1f' 3 | R6 | --init R6=VALUE
ask up 1 0 1 --network 2 --lanes 2 | --network 2 | 2 lanes | too small
ask up 1 0 1 --network 8,own | --network 8,own | power of two | ,selects
""".replace("\\\n", "")


@pytest.mark.parametrize("words, parts", cases(MISUSE))
def test_misuse(refuse, words, parts):
    names(refuse(*words, input=UP if "-" in words else ""), parts)


def test_limits(refuse, tmp_path):
    names(refuse("run", FLAT, *["--init", "R1=1"] * 65), ["--init", "64 times"])
    names(refuse("run", FLAT, "--init", f"Rx=[{','.join('1' * 33)}]"), ["--init", "at most 32 numbers"])
    names(refuse("explain", "SHFL" + " " * 200), ["too long", "159 bytes"])
    (tmp_path / "big").write_text("NOP\n" * 500000)
    names(refuse("run", tmp_path / "big"), [f"{tmp_path}/big", "1048576 bytes"])


# ---- run: programs, on both engines, and a line of what they leave

# options, program, lines
RUNS = r"""
--active 0xf --show trace | SHFL.UP P1, Ry, Rx, 2, 0 | P1 0..31 0011---- -------- -------- --------
--active 0xf | SHFL.DOWN PT, Ry, Rx, 1, 31 | 3 0? 3
--init R1=lane --init R2=2 --init R3=31 --init R5=0 | SHFL.DOWN PT, R5, R1, R2, R3 | 9 9 2 31 11
--init R1=lane --init R2=0 | /*0000*/ SHFL.UP P0, R2, R1, 0x1, RZ ; /* 0x0420000001027989 */ | 9 9 8 1
--init Rx=[10,20,30] | MOV Ry, Rx | 5 30 30
--init R0=lane*3+2 --init R1=lane^1 --init R2=lane-1 | MOV R3, R0; MOV R3, R1; MOV R3, R2 | 31 95 30 30 30 | 0 2 1 -1 -1
--init Rx=float:-2.5 | MOV RZ, Rx | 3 -2.5
--init R0=float:-INF --init R1=0 | MOV R2, +INF | 0 -inf 0 inf
--format int | MOV Rx, 1.5 | 0 1069547520
--format hex | MOV Rx, -1 | 0 0xffffffff
'' | MOV R0, 010; MOV R1, 999999999; MOV R2, 1000000000 | 0 10 999999999 0x3b9aca00
'' | FADD Rx, RZ, 18446744073709551615 | 0 1.8446744e+19
'' | S2R R0, SR_LANEID\nS2R R1, SR_LTMASK | 7 7 127
--init P2=0xffffffef --init R1=0 | @!P2 MOV R1, 7\nMOV R0, 1 | 4 1 7 0 | 5 1 0 1
--init Ry=0 | IADD Ry, Rx, 1 {&req_6} { &wr=0x1 } {?sched} ;\nIADD Ry, Ry, 1 &req={0,1} ?WAIT2_END_GROUP;\n;; | 5 7 5
--init Ry=0 | /* a\n b */ IADD Ry, Rx, 1; IADD Ry, Ry, Ry // twice | 5 12 5
--init Ry=0 | ISETP.LT.AND P0, PT, Rx, 4, PT\n@P0 EXIT\nMOV Ry, 9 | 3 3 0 1 has exited | 4 4 9 0
--init Rx=float:[5,5,5,-3] --init Ry=0 | FSETP.LT.AND P1, PT, Rx, 0, PT\nSEL Ry, 1, 2, P1 | 3 -3 1 1 | 2 5 2 0
--init R1=[1,0,0] --init R2=0 | ISETP.GE.U32.AND P0, PT, R1, 1, PT\nVOTE.ANY R2, P1, P0 | 0 1 0x49249249 1 1
--init R0=-1 --init R1=0 --init R2=0 | I2F R1, R0\nI2F.F32.U32 R2, R0 | 1 -1 -1 4.2949673e+09
--init R0=float:-3 --init R1=0 | FADD R1, -|R0|, RZ | 3 -3 -3
--init Rx=[1,2,3] | FADD Ry, Rx, 1 | note: line 1 reads Rx as a float, but Rx=[1,2,3] gives it whole numbers; \
floats are Rx=float:[1,2,3]
""".replace("\\\n", "")


@pytest.mark.parametrize("options, program_and_lines", cases(RUNS))
def test_run(output, tmp_path, options, program_and_lines):
    program, *expected = program_and_lines
    options = list(filter(None, options))
    built("rtl_engine.so")
    (tmp_path / "p.sass").write_text(program.replace("\\n", "\n"))
    text = output("run", tmp_path / "p.sass", *options)
    assert set(expected) <= set(lines(text))
    assert output("run", tmp_path / "p.sass", "--engine", "rtl", *options) == text


def test_run_program(output):
    """A file and standard input; no note where --init gives bits, floats or what no float reads; random words."""
    scan = f"{PROGRAMS}/inclusive_scan.sass"
    found = output("run", scan)
    assert lines(found)[-1] == "31 120 496 1" and lines(found)[0] == "Rx=float:lane, as no --init names it"
    assert output("run", "-", input=(ROOT / scan).read_text()) == found
    for program, init in ((scan, "Rx=0x3f800000"), (scan, "Rx=float:[1,2]"), (scan, "P1=1"), (FLAT, "Rx=[1,2]")):
        assert "note" not in output("run", program, "--init", init)
    rows = lines(output("run", FLAT, "--init", "Rx=random:7", "--format", "hex"))[1:]
    assert len({row.split()[2] for row in rows}) == 32


# place, program, and what the message names: the token, and what would be right
WRONG = r"""
2:1 | NOP\nFROB R1, R2\n | 'FROB': unknown instruction | SHFL FADD
1:1 | SHFL P1, Ry, Rx, 1, 0 | 'SHFL' | .IDX .UP .DOWN .BFLY
1:1 | FADD.UP R1, R2, R3 | 'FADD.UP' | no modifier
1:1 | ISETP.XX P1, PT, R1, R2, PT | 'ISETP.XX' | .GE, then .U32 or nothing, then one of .AND
1:9 | MOV Rx, R255 | 'R255' | no such register
1:9 | SHFL.UP P7, Ry, Rx, 1, 0 | 'P7' | a predicate to write
1:2 | @R1 NOP | 'R1' | a predicate
1:4 | @P1\nNOP | 'end of line' | an instruction behind the guard
3:17 | //\n/* */\n SEL Rx, Rx, 0, __ | '__' | a predicate
1:24 | SHFL.UP P1, Ry, Rx, 1   | 'end of line' | a comma
1:25 | SHFL.UP P1, Ry, Rx, 1, 0, 0 | ',' | the end
2:1 | NOP\n/* abc | '/*' | no end
1:9 | MOV Rx, 1e99 | '1e99' | a float
1:14 | FADD Rx, |Ry , 1 | ',' | |
1:5 | NOP {&req={0\n | '{' | no end
1:6 | NOP {bad} | 'bad' | & or ?
1:5 | MOV Rabcdefghijklmnop, 1 | 'Rabcdefghijklmnop' | 15 characters
"""


@pytest.mark.parametrize("place, program_and_parts", cases(WRONG))
def test_wrong_program(refuse, tmp_path, place, program_and_parts):
    program, *parts = program_and_parts
    (tmp_path / "p.sass").write_text(program.replace("\\n", "\n"))
    names(refuse("run", tmp_path / "p.sass"), [f"openshfl: {tmp_path}/p.sass:{place[0]}: ", *parts])


# ---- the engine rtl is built when it is needed


def test_engine(tmp_path):
    """Without its tree; with one that cannot build it; built once, and again when the RTL is newer."""
    program = built("tests/cli/elsewhere/openshfl")
    tree, command = program.parent / "tree", [program, "run", ROOT / FLAT, "--engine", "rtl"]
    shutil.rmtree(tree, ignore_errors=True)
    names(run(command, status=3).stderr, [f"{tree}/build/rtl_engine.so", "source tree"])
    for folder in ("build", "rtl"):
        (tree / folder).mkdir(parents=True)
    (tree / "Makefile").write_text("build/rtl_engine.so:\n\t@echo no compiler >&2; exit 1\n")
    names(run(command, status=3).stderr, ["no compiler\n", f"'make -C {tree} build/rtl_engine.so' fails"])
    (tree / "Makefile").write_text("build/rtl_engine.so:\n\t@echo rubbish > $@\n")
    names(run(command, status=3).stderr, ["--engine rtl", "rtl_engine.so: "])  # what dlopen reports
    (tree / "build/rtl_engine.so").unlink()
    engine, rtl = built("rtl_engine.so"), tree / "rtl/shfl.v"
    rtl.write_text("// the RTL\n")
    (tree / "Makefile").write_text(f"build/rtl_engine.so: rtl/shfl.v\n\t@echo MADE; cp '{engine}' $@\n")
    os.utime(rtl, (0, 0))
    first = run(command)
    assert first.stderr.count("\n") == 1 and f"building the RTL engine, {tree}/build/rtl_engine.so" in first.stderr
    again = run(command)
    assert again.stderr == "" and again.stdout == first.stdout and "MADE" not in first.stdout
    os.utime(rtl, (2e9, 2e9))
    assert "building the RTL engine" in run(command).stderr


# ---- explain

EXPLAINED = """
'SHFL.UP P1, R2, R1, 1, 0x1800' | 9 1 0 11000 8 8 8 yes 8 9 8 1
--mode up --index 1 --clamp 0 --segmask 24 | 9 1 0 11000 8 8 8 yes 8 9 8 1 | in_range = j >= max_lane
'__shfl_sync(-1, f(a, b), 3, 24)' | note: CUDA allows widths of 1 2 4 8 16 32; for 24 the same formula is used
'__shfl_xor(x, 1)' | note: it is gone from compute capability 7.0 on: use the same with _sync, and a mask
'shfl.up.b32 d, a, 1, 0;' | note: shfl without .sync is gone from sm_70 on: use shfl.sync, with a mask
'__shfl_xor_sync(0xfu, v, 1)' | 3 1 31 00000 0 31 2 yes 2 3 2 1 | 4 1 31 00000 0 31 5 yes 5 4 ? 1
'__shfl_xor_sync(0xfu, v, 1)' --active 0xf | 4 does not execute 4 -
--mode down --index 1 --active 0xf --policy own | 3 1 31 00000 0 31 4 yes 4 3 3? 1
'SHFL.DOWN P1, R2, R1, R5, 0x1f' | it depends on R5: give it with --init R5=VALUE, such as --init R5=lane
'SHFL.DOWN P1, R2, R1, 2, 0x1c1f' | every lane reads the lane 2 above it in its segment of 4; \
the last 2 lanes of a segment keep their own value
'sub_group_broadcast_first(v)' --active 0xfffffff4 | every lane reads lane 2; lanes 0, 1 and 3 do not execute
'sub_group_broadcast(v, 5)' --active 0xfffffff4 | \
the result of lanes 2 and 4 to 31 is undefined; lanes 0, 1 and 3 do not execute
'subgroupShuffleUp(v, 3)' --active 0xfffffff4 | every lane reads the lane 3 below it; \
the result of lane 2 is undefined; lanes 0, 1 and 3 do not execute; lanes 4 and 6 are undefined
'SHFL.UP P1, R2, R1, 1, 0x400' --lanes 8 | 7 1 0 100 4 4 6 yes 6 7 6 1 | \
index = Sb[2:0], clamp = Sc[2:0], segmask = Sc[10:8]
'SHFL.UP P1, R2, R1, 1, 0' --init R1=-3 | 31 1 0 00000 0 0 30 yes 30 -3 -3 1
'@P1 SHFL.UP P1, R2, R1, 1, 0' | 9 1 0 00000 0 0 8 yes 8 9 8 1 | \
where P1 is true, every lane reads the lane 1 below it; the first lane keeps its own value | \
note: P1 is not given: give it with --init P1=MASK; taken as true in every lane
'@!P1 SHFL.UP P1, R2, R1, 1, 0' | 9 1 0 00000 0 0 8 yes 8 9 8 1 | \
note: P1 is not given: give it with --init P1=MASK; taken as false in every lane
'@!P1 SHFL.UP P1, R2, R1, 1, 0' --init P1=0xf | 3 does not execute 3 - | 5 1 0 00000 0 0 4 yes 4 5 4 1
--gpu gfx90a 'v_mov_b32_dpp v1, v0 row_bcast:15 row_mask:0xb bank_mask:0xf' | 0 yes 0 0 0? | 16 yes 15 16 15 | \
32 yes 31 32 keeps | \
each row reads the last lane of the row before it, the first itself; lanes 32 to 47 keep what they had
--gpu gfx1100 'v_mov_b32_dpp v1, v0 row_shr:1' --active 0xfffffffe | 1 yes 0 1 keeps
--gpu gfx1100 'v_mov_b32_dpp v1, v0 row_shr:1 bound_ctrl:1' --lanes 32 | 16 yes none 16 0
--gpu gfx1100 'ds_permute_b32 v1, v2, v0' --address 20 --lanes 32 | 5 yes 31 5 31?
--gpu gfx1100 'v_writelane_b32 v1, 1000, 168' | 40 yes 40 1000 1000
'cub::BlockShuffle<int, 48>(t).Offset(a, b, 40)' | 0 yes 40 0 40 | 8 yes none 8 keeps
--gpu gfx1100 --lanes 32 'v_permlane64_b32 v1, v2' | all lanes keep what they had
--gpu gfx900 'v_add_co_u32_dpp v1, vcc, v2, v3 row_shr:1' | 0 yes none 0 keeps | 17 yes 16 17 16
--gpu gfx1100 'v_cmp_eq_u32_dpp vcc_lo, v1, v2 row_shr:1' | 0 yes none 0 bit 0 | 1 yes 0 1 0
--gpu gfx950 'v_permlane32_swap_b32 v1, v2' | 3 yes none 3 keeps 135 | 40 yes 8 40 8 keeps
--gpu gfx90a 'v_writelane_b32 v1, s0, 5' | 4 yes none 100 keeps | 5 yes 5 100 100
""".replace("\\\n", "")


@pytest.mark.parametrize("words, expected", cases(EXPLAINED))
def test_explain(output, words, expected):
    assert set(expected) <= set(lines(output("explain", *words)))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("lanes", [4, 8, 32])
def test_explain_json_and_svg(explained, tmp_path, mode, lanes):
    """The rule once more; and an arrow for each lane that executes."""
    width, clamp = lanes // 2, 0 if mode == "UP" else lanes - 1
    instruction = f"SHFL.{mode} P2, R2, R1, 3, 0x{lanes - width << 8 | clamp:x}"
    found = explained(instruction, "--active", "0xfffffffe", "--lanes", lanes, "--svg", tmp_path / "p.svg")
    assert found["operation"] == mode and len(found["lanes"]) == lanes
    inactive = 0
    for i, lane in enumerate(found["lanes"]):
        source = cuda(mode.lower(), i, 3, width, lanes)
        assert (lane["lane"], lane["src_lane"], lane["rd"]) == (i, source, source if i and source else None)
        assert lane["pu"] == (lane["in_range"] if i else None) and (lane["in_range"] or source == i)
        inactive += i > 0 and source == 0
    root = xml.parse(tmp_path / "p.svg").getroot()
    arrows = root.findall(f"{SVG}g[@class='arrows']/{SVG}path")
    assert len(arrows) == lanes - 1 and sum(arrow.get("class") == "bad" for arrow in arrows) == inactive
    assert [path.name for path in tmp_path.iterdir()] == ["p.svg"]


def test_svg_that_cannot_be_written(openshfl, tmp_path):
    """A device is written into, and stays one; so does a link; a file is replaced as a whole, or stays as it is."""
    link, target, device = (tmp_path / name for name in ("link", "target", "full"))
    link.symlink_to(target)
    device.symlink_to("/dev/full")
    svg = [openshfl, "explain", UP, "--svg"]
    run([*svg, link])
    assert link.is_symlink() and target.read_text().endswith("</svg>\n")
    done = run([*svg, device], status=3)
    assert "cannot write: No space left on device" in done.stderr and done.stdout == "" and device.is_symlink()
    target.write_text("of the user's")
    limited = ["sh", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "sh", *svg, target]
    assert "cannot write: File too large" in run(limited, status=3).stderr
    assert target.read_text() == "of the user's" and len(list(tmp_path.iterdir())) == 3


# ---- decode


DECODED = """
0xef107f8050170002 | SHFL.UP P0, R2, R0, 0x1, RZ
0x0c201f0007077f89 0x000fe200000e0000 | SHFL.BFLY PT, R7, R7, 0x1, 0x1f
'0x0c201f0007077f89 /* 0x000fe200000e0000 */' | SHFL.BFLY PT, R7, R7, 0x1, 0x1f
'0x0c201f0007077f89, 0xe0000; ef107f8050130002' | SHFL.BFLY PT, R7, R7, 0x1, 0x1f
000fe200000e00000c201f0007077f89 | SHFL.BFLY PT, R7, R7, 0x1, 0x1f
0x0c201f0007077f89 0xe0000 ef107f8050130002 | where P3 is true, every lane reads the lane 1 below it; \
the first lane keeps its own value
--gpu gfx900 0x7e0202fa 0xff011102 | v_mov_b32_dpp v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf
--gpu gfx900 d87a80e4 01000002 7e000501 | v_readfirstlane_b32 s0, v1
--gpu gfx1030 d7770002 03fc0901 fedcba98 | v_permlane16_b32 v2, v1, s4, 0xfedcba98
--gpu gfx900 '7E1202FA FF00B102' | v_mov_b32_dpp v9, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
--gpu gfx900 7E1202FA FF00B102 | v_mov_b32_dpp v9, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
--gpu gfx900 0x7e1202fa,0xff00b102 | v_mov_b32_dpp v9, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
--gpu gfx900 [0xfa,0x02,0x12,0x7e,0x02,0xb1,0x00,0xff] | v_mov_b32_dpp v9, v2 quad_perm:[1,0,3,2] row_mask:0xf \
bank_mask:0xf
--gpu gfx900 '[fa 02 12 7e]' '[02 b1 00 ff]' | v_mov_b32_dpp v9, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
--gpu gfx600 d8d4ffff 08000002 | ds_swizzle_b32 v8, v2 offset:65535
--gpu gfx950 7e02b302 | v_permlane16_swap_b32 v1, v2
--gpu gfx1250 d6700001 00100702 | v_permlane_bcast_b32 v1, v2, s3, s4
--gpu gfx1200 d70f0805 00020501 | v_permlane16_var_b32 v5, v1, v2 op_sel:[1,0]
--gpu gfx942 7e0470fa ff015304 | v_mov_b64_dpp v[2:3], v[4:5] row_newbcast:3 row_mask:0xf bank_mask:0xf
--gpu gfx1030 060202fa ff091101 | vop2:3_dpp v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
""".replace("\\\n", "")


@pytest.mark.parametrize("words, expected", cases(DECODED))
def test_decode(output, words, expected):
    assert set(expected) <= set(lines(output("decode", *words)))


@pytest.mark.parametrize("cubin", sorted((ROOT / "tests/cli").glob("*.cubin")), ids=lambda path: path.name)
def test_decode_cubin(output, refuse, tmp_path, cubin):
    """What nvdisasm prints of it; a file that is cut off is refused, or holds less."""
    listed, data = cubin.with_suffix(".txt").read_text().splitlines(), cubin.read_bytes()
    head, *lines = output("decode", cubin).splitlines()
    assert [line for line in lines if not line.startswith("    ")] == listed and head.startswith(f"{cubin}: ")
    with open(cubin, "rb") as file:
        assert output("decode", "-", stdin=file).splitlines()[1:] == lines
    (tmp_path / "cut").write_bytes(data[:2000])
    names(refuse("decode", tmp_path / "cut"), [f"{tmp_path}/cut", "truncated or corrupt"])


def test_decode_words_of_the_scheduler(output, tmp_path):
    """In sm_50 to sm_62 the first of four words is the scheduler's, whatever it looks like."""
    kept = ROOT / "tests/cli/shuffles.sm_50.cubin"
    last, data = json.loads(output("decode", "--json", kept))["shuffles"][-1], bytearray(kept.read_bytes())
    word = int(last["fields"]["words"][0], 16).to_bytes(8, "little")
    at = data.index(word)
    data[at - last["offset"] % 32 : at - last["offset"] % 32 + 8] = word
    (tmp_path / "c").write_bytes(data)
    assert output("decode", tmp_path / "c").splitlines()[1:] == output("decode", kept).splitlines()[1:]


# ---- --gpu: AMD's lane crossing


# GPU, lanes, operation, control, row_mask and bank_mask of the text behind
GPU_WAVES = """
gfx90a 64 dpp16 0x113 0xb 0xd | v_mov_b32_dpp v1, v0 row_shr:3 row_mask:0xb bank_mask:0xd
gfx90a 64 dpp16 0x143 0xc 0xf | v_mov_b32_dpp v1, v0 row_bcast:31 row_mask:0xc bank_mask:0xf bound_ctrl:1
gfx1200 64 dpp16 0x141 0xf 0xf | v_mov_b32_dpp v1, v0 row_half_mirror fi:1
gfx1100 64 dpp8 0o01234567 0xf 0xf | v_mov_b32_dpp v1, v0 dpp8:[7,6,5,4,3,2,1,0]
gfx900 64 swizzle 0x7c1f 0xf 0xf | ds_swizzle_b32 v1, v0 offset:swizzle(REVERSE,32)
gfx1100 64 permute 8 0xf 0xf | ds_permute_b32 v1, v2, v0 offset:8
gfx90a 64 bpermute 0 0xf 0xf | ds_bpermute_b32 v1, v2, v0
gfx1030 32 readlane 21 0xf 0xf | v_readlane_b32 s1, v0, 21
gfx1030 32 permlanex16 0xffffffff76543210 0xf 0xf | v_permlanex16_b32 v1, v0, 0x76543210, -1 op_sel:[0,1]
gfx1100 64 permlane64 0 0xf 0xf | v_permlane64_b32 v1, v0
"""


@pytest.mark.parametrize("given, text", cases(GPU_WAVES))
def test_gpu_json_and_svg(explained, tmp_path, given, text):
    """What the model computes; and an arrow for each lane that gets a word, or would if it could."""
    (gpu, _, op, *_), (text,) = given, text
    lanes, control, row, bank = (int(given[k], 0) for k in (1, 3, 4, 5))
    gen = {"gfx900": 1, "gfx90a": 2, "gfx1030": 3, "gfx1100": 4, "gfx1200": 5}[gpu]
    active, addr = 0xFFFFFDFFFFEFFFFB & (1 << lanes) - 1, [8 * k + 4 for k in range(64)]
    address = ["--address", "lane*8+4"] if "permute" in op else []
    found = explained("--gpu", gpu, text, "--lanes", lanes, "--active", active, *address, "--svg", tmp_path / "p.svg")
    bc, fi = "bound_ctrl:1" in text or ",1]" in text, "fi:1" in text
    rd, we = wave(gen, lanes, op, control, range(64), (), addr, active, fi, bc, row, bank)
    assert [lane["rd"] for lane in found["lanes"]] == [rd[k] if we >> k & 1 else None for k in range(lanes)]
    assert found["active"] == hex(active) and found["instruction"].startswith(text[:28])
    assert found["lanes"][-1]["open"] == {"permute": "9.2", "bpermute": "9.4"}.get(op)
    arrows, drawn, pitch = set(), set(), 24 if lanes == 64 else 34
    for k, lane in enumerate(found["lanes"]):
        reads, what = lane["src_lane"], lane["what"]
        assert lane["active"] == bool(active >> k & 1) and (lane["rd"] is None) == (what == "keep")
        assert lane["src_active"] == (None if reads is None else bool(active >> reads & 1))
        assert what != "data" or lane["rd"] == reads
        masked = op == "dpp16" and not (row >> k // 16 & 1 and bank >> k % 16 // 4 & 1)
        if what == "data" or reads is not None and lane["active"] and not masked:
            arrows.add(("in" if what == "data" else "bad", reads, k))
    root = xml.parse(tmp_path / "p.svg").getroot()
    for arrow in root.findall(f"{SVG}g[@class='arrows']/{SVG}path"):
        ends = re.fullmatch(r"M(\d+),\d+ L(\d+),\d+", arrow.get("d")).groups()
        drawn.add((arrow.get("class"), *((int(end) - 52) // pitch for end in ends)))
    if op == "readlane":
        assert drawn == {("in", 21, 21)}
    else:
        assert drawn == arrows and len(drawn) >= lanes // 4


CALLS = {"idx": "__shfl", "up": "__shfl_up", "down": "__shfl_down", "xor": "__shfl_xor"}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("gpu, lanes", [("gfx90a", 64), ("gfx1030", 32)])
def test_gpu_intrinsic(explained, call, gpu, lanes):
    """HIP's calls, and rocPRIM's."""

    def check(text, operand, width):
        found = explained("--gpu", gpu, "--lanes", lanes, text)
        want = [hip_index(call, lane, operand if operand else lane ^ 1, width) % lanes for lane in range(lanes)]
        assert found["instruction"] == "ds_bpermute_b32 v1, v2, v0" and int(found["active"], 0) == (1 << lanes) - 1
        assert [lane["src_lane"] for lane in found["lanes"]] == want, text

    for operand, width in itertools.product((1, 5, 31, 40), (1, 2, 16, 32, lanes)):
        check(f"{CALLS[call]}(v, {operand}, {width})", operand, width)
    check(f"{CALLS[call]}_sync(0xff, v, 3)", 3, lanes)  # a mask switches no lane off
    check(f"{CALLS[call]}(v, lane^1, 4)", None, 4)
    if gpu == "gfx90a":
        check(f"{CALLS[call].replace('__shfl', 'rocprim::warp_shuffle')}(v, 3, 16)", 3, 16)


def test_run_as_json(output, explained):
    """What the trace prints; and explain, with the arguments of each SHFL, has its result in every lane."""
    text = "SHFL.UP P1, Ry, Rx, 1, 0\n@P1 SHFL.BFLY PT, Rz, Ry, Rx, 0x1f\n@P1 FADD Rx, Ry, Rx\nMOV R1, R2\n"
    options = ["--init", "Rx=float:lane*2", "--init", "R2=-1", "--active", "0xfffffff7"]
    found = json.loads(output("run", "-", "--show", "json", *options, input=text))
    steps = found["steps"]
    assert [step["instruction"] for step in steps] == text.splitlines()
    assert found["start"]["Rx"][:3] == ["0", "2", "4"] and found["end"]["R1"][2:4] == ["-1", "0"]
    assert steps[0]["wrote"]["Ry"][:5] == ["0", "0", "2", None, "0?"]
    assert [sorted(step["wrote"]) for step in steps] == [["P1", "Ry"], ["Rz"], ["Rx"], ["R1"]]
    trace = lines(output("run", "-", "--show", "trace", *options, input=text))
    for name, lanes in [(name, lanes) for step in steps for name, lanes in step["wrote"].items() if name != "P1"]:
        assert f"{name} 0..7 {' '.join(lane or '-' for lane in lanes[:8])}" in trace
    for step, name in zip(steps, ("Ry", "Rz")):
        for k, (lane, text) in enumerate(zip(explained(*step["explain"])["lanes"], step["wrote"][name], strict=True)):
            assert lane["active"] == (text is not None) == bool(int(step["active"], 0) >> k & 1)
            assert lane["rd"] is not None or text is None or text.endswith("?")
            if text and not text.endswith("?"):
                assert struct.unpack("f", struct.pack("I", lane["rd"]))[0] == float(text)
            if name == "Ry":
                assert lane["pu"] == (None if text is None else step["wrote"]["P1"][k] == "1")
    assert "as no --init names it" in json.loads(output("run", FLAT, "--show", "json"))["notes"][0]
