# SPDX-License-Identifier: Apache-2.0
"""The golden model of RISC-V's vector permutations against docs/rvv.md: rows by hand, what follows from its rules, and
the recorded answers of an emulator."""

import collections
import ctypes
import functools
import itertools
import os
import re
import sys

import pytest
from conftest import ROOT, built, make, run
from golden import array, call, cases, library, structure

from model import defs

RECORD = "tests/rvv/qemu.rec"
CASES = 8192  # of a VLEN


IN = ("op:uint vlen:uint sew:uint lmul:int vl:uint vstart:uint vm:bool vta:bool vma:bool x:uint64 v0:void_p "
      "vs1:void_p vs2:void_p elen:uint")  # fmt: skip
In, Case = structure(IN), structure(f"{IN} end:uint form:uint vd:uint vs1_reg:uint vs2_reg:uint regs:uint8*4096")
# enum shfl_rvv_error
LEGAL, NO_UNIT, NO_OP, VTYPE, EMUL, VL, VSTART, MASKED, ALIGN, OVERLAP, OVER_V0, TWO_EEW = range(0, -12, -1)


def instruction(op, *fields, **more):
    return In(defs.RVV_OP.names.index(op), *fields, **more)


# ---- rows by hand, most of them from public reports of faults in vector cores, simulators and models, of VLEN 64

E8, E16, E32, E64 = range(4)
K, A, Z, S = "keeps", "agnostic", "zero", "scalar"  # in place of the number of the element that an element gets
FF = 2**64 - 1


# mask: v0, of COMPRESS vs1; index: vs1 of GATHER and GATHER_EI16; want: all elements of the group, with LMUL below 1 of
# the register
@cases("op sew lmul vl flags given want", {
    # indices past the end: a core waited for data that it had rightly not asked for, and hung
    "an index past the end reads 0": ("GATHER", E8, 0, 8, "vm", {"index": [7, 8, 200, 255, 0, 6, 16, 1]},
        [7, Z, Z, Z, 0, 6, Z, 1]),
    "an index is not taken modulo VLMAX, with LMUL below 1 either": ("GATHER", E8, -1, 4, "vm", {"index": [4, 3, 5, 0]},
        [Z, 3, Z, 0, K, K, K, K]),
    # vrgatherei16: of 8-bit elements its indices still have 16 bits; a core took them for something else
    "vrgatherei16 with SEW 8: 65,535 is not 255, 256 is not 0": (
        "GATHER_EI16", E8, 0, 8, "vm", {"index": [0xFFFF, 0x100, 7, 0x107, 0, 0x8001, 3, 8]}, [Z, Z, 7, Z, 0, Z, 3, Z]),
    # the scalar index: not cut to SEW bits, not signed
    "the index in x is not cut to SEW bits": ("GATHER_X", E8, 0, 8, "vm", {"x": 0x100}, [Z] * 8),
    # offsets: unsigned numbers of 64 bits; simulators and cores took them for signed or short ones
    "vslideup by VLMAX writes nothing but the tail": ("SLIDEUP", E8, 0, 6, "vm vta", {"x": 8},
        [K, K, K, K, K, K, A, A]),
    "vslideup by 2^64 - 1 is no slide down": ("SLIDEUP", E8, 0, 8, "vm", {"x": FF}, [K] * 8),
    "vslidedown by 2^64 - 1: the sum does not wrap": ("SLIDEDOWN", E8, 0, 8, "vm", {"x": FF}, [Z] * 8),
    # where vslidedown reads 0: a core began at vl, another one ended at the register
    "vslidedown reads elements behind vl": ("SLIDEDOWN", E8, 0, 3, "vm", {"x": 4}, [4, 5, 6, K, K, K, K, K]),
    "vslidedown with LMUL 1/4 reads 0 from VLMAX on, and not the register": ("SLIDEDOWN", E8, -2, 2, "vm", {"x": 1},
        [1, Z, K, K, K, K, K, K]),
    # elements below the offset
    "vslideup: below the offset nothing is written, not even ones where v0 is 0": (
        "SLIDEUP", E8, 0, 8, "vta vma", {"x": 3, "mask": 0x55}, [K, K, K, A, 1, A, 3, A]),
    "vslideup: vstart above the offset": ("SLIDEUP", E8, 0, 7, "vm vta", {"vstart": 5, "x": 2},
        [K, K, K, K, K, 3, 4, A]),
    # vstart in the middle
    "vrgather from vstart on": (
        "GATHER", E8, 0, 7, "vta vma", {"vstart": 3, "mask": 0xEF, "index": [0, 0, 0, 7, 6, 5, 9, 0]},
        [K, K, K, 7, A, 5, Z, A]),
    # nothing at all: the tail neither
    "vcompress with vl = 0: no tail": ("COMPRESS", E8, 0, 0, "vm vta vma", {"mask": 0xFF}, [K] * 8),
    "vstart above vl: no tail": ("SLIDE1UP", E8, 0, 2, "vm vta vma", {"vstart": 7, "x": 1}, [K] * 8),
    # the tail: there is none at VLMAX, and with LMUL below 1 it goes on to the end of the register
    "vl = VLMAX, LMUL 1/8: seven elements are tail": ("SLIDE1UP", E8, -3, 1, "vm vta", {"x": 0xEE},
        [S, A, A, A, A, A, A, A]),
    "the tail of a group is in its other registers, too": ("GATHER_X", E16, 2, 3, "vm vta", {"x": 15},
        [15, 15, 15, A, A, A, A, A, A, A, A, A, A, A, A, A]),
    # vslide1: where x goes, and how much of it
    "vslide1up: element 0 masked off": ("SLIDE1UP", E8, 0, 8, "", {"x": 0x77, "mask": 0xFE}, [K, 0, 1, 2, 3, 4, 5, 6]),
    "vslide1down: x goes to element vl - 1 and not to the last one": ("SLIDE1DOWN", E8, 1, 10, "vm", {"x": 0x77},
        [1, 2, 3, 4, 5, 6, 7, 8, 9, S, K, K, K, K, K, K]),
    "vslide1up with SEW 32: the upper half of x does not count": (
        "SLIDE1UP", E32, 0, 2, "vm", {"x": 0xFFFFFFFF7FC00001}, [S, 0]),
    # vcompress: a simulator wrote behind the packed elements, a test took its vl for the number of them
    "vcompress: an empty mask, tail agnostic": ("COMPRESS", E16, 1, 8, "vm vta", {"mask": 0}, [A] * 8),
    "vcompress: bits from vl on select nothing": ("COMPRESS", E8, 0, 3, "vm vta", {"mask": 0xFA},
        [1, A, A, A, A, A, A, A]),
})  # fmt: skip
def test_rows(op, sew, lmul, vl, flags, given, want):
    """V3.1.1, V3.1.2, V3.1.3, V3.1.4, V3.2.1, V3.2.2, V3.2.3, V3.3.1, V3.3.2, V3.4.1, V3.4.2, V2.1, V2.2, V2.3"""
    size, of_index = 1 << sew, 2 if op == "GATHER_EI16" else 1 << sew
    v0, vs1 = array("uint8", [0xFF] * 128), array("uint8", [0xFF] * 1024)
    if op == "COMPRESS" or "vm" not in flags.split():
        (vs1 if op == "COMPRESS" else v0)[:4] = given.get("mask", 0).to_bytes(4, "little")
    if op.startswith("GATHER"):
        indices = [*given.get("index", ()), *[0] * 32][:32]
        vs1[: 32 * of_index] = b"".join(index.to_bytes(8, "little")[:of_index] for index in indices)
    vs2, old = array("uint8", [0x10 + b & 0xFF for b in range(1024)]), bytes(0x80 + b & 0xFF for b in range(1024))
    own = {name: given[name] for name in ("vstart", "x") if name in given} | dict.fromkeys(flags.split(), True)
    to = {name: ctypes.addressof(of) for name, of in {"v0": v0, "vs1": vs1, "vs2": vs2}.items()}
    made = instruction(op, 64, sew, lmul, vl, **own, **to)
    assert call("shfl_rvv_check", made) == LEGAL and len(want) * size == 8 << max(lmul, 0)
    for ones in (False, True):
        vd, expected = array("uint8", old), bytearray(old)
        call("shfl_rvv_execute", made, ones, vd)
        for n, what in enumerate(want):
            place = slice(n * size, n * size + size)
            value = {K: old[place], A: b"\xff" * size if ones else old[place], Z: bytes(size),
                     S: made.x.to_bytes(8, "little")[:size]}  # fmt: skip
            expected[place] = value[what] if what in value else bytes(vs2[what * size : what * size + size])
        assert bytes(vd) == expected


# ---- reserved encodings


@cases("op fields elen error", {
    "VLEN 32": ("GATHER", (32, 0, 0, 4, 0, 1), 0, NO_UNIT),
    "VLEN 2048": ("GATHER", (2048, 0, 0, 4, 0, 1), 0, NO_UNIT),
    "no operation 8": (8, (128, 0, 0, 0, 0, 1), 0, NO_OP),
    "SEW 8 by its low bits": ("SLIDEUP", (128, 0x80000000, 3, 1, 0, 1), 0, VTYPE),
    "SEW 16, LMUL 1/8, whatever VLEN is": ("SLIDEUP", (1024, 1, -3, 1, 0, 1), 0, VTYPE),
    "SEW 64, LMUL 1/2": ("SLIDEUP", (1024, 3, -1, 1, 0, 1), 0, VTYPE),
    "vrgatherei16, SEW 8, LMUL 8: EMUL is 16": ("GATHER_EI16", (128, 0, 3, 1, 0, 1), 0, EMUL),
    "vcompress with vl 0 and vstart 1 is refused like any other": ("COMPRESS", (128, 0, 0, 0, 1, 1), 0, VSTART),
    "vl = VLMAX": ("SLIDEDOWN", (128, 1, 1, 16, 15, 1), 0, LEGAL),
    "vl above VLMAX": ("SLIDEDOWN", (128, 1, 1, 17, 0, 1), 0, VL),
    "vstart = VLMAX": ("SLIDEDOWN", (128, 1, 1, 16, 16, 1), 0, VSTART),
    "ELEN 32, SEW 64": ("SLIDEUP", (128, 3, 3, 1, 0, 1), 32, VTYPE),
    "ELEN 32, SEW 32, LMUL 1/2": ("SLIDEUP", (128, 2, -1, 1, 0, 1), 32, VTYPE),
    "ELEN 128": ("SLIDEUP", (128, 0, 0, 1, 0, 1), 128, NO_UNIT),
})  # fmt: skip
def test_check(op, fields, elen, error):
    """V1.1, V4.1.1, V4.1.2, V4.1.3, V4.1.4, V3.4.3: VLEN, SEW, LMUL, vl, vstart, vm"""
    made = In(op, *fields) if op == 8 else instruction(op, *fields)
    made.elen = elen
    assert call("shfl_rvv_check", made) == error


@cases("op sew lmul vm registers error", {  # vd, vs1, vs2
    "vs1 is no multiple of LMUL": ("GATHER", 0, 2, 1, (4, 10, 16), ALIGN),
    "vs1 of vrgatherei16 with SEW 8 is twice LMUL": ("GATHER_EI16", 0, 0, 1, (1, 3, 4), ALIGN),
    "vrgatherei16: vs1 is the last register of vd": ("GATHER_EI16", 3, 2, 1, (8, 11, 4), OVERLAP),
    "vslidedown: vd = vs2": ("SLIDEDOWN", 0, 3, 1, (8, 0, 8), LEGAL),
    "vcompress: the mask is in vd": ("COMPRESS", 0, 2, 1, (4, 7, 8), OVERLAP),
    "masked, vd has v0": ("GATHER_X", 0, 3, 0, (0, 0, 8), OVER_V0),
    "masked, vs2 is v0": ("SLIDEDOWN", 0, 0, 0, (1, 0, 0), TWO_EEW),
    "vrgatherei16, SEW 32: vs1 is in vs2": ("GATHER_EI16", 2, 1, 1, (2, 5, 4), TWO_EEW),
    "vcompress: the mask is in vs2": ("COMPRESS", 0, 1, 1, (2, 5, 4), TWO_EEW),
})  # fmt: skip
def test_check_registers(op, sew, lmul, vm, registers, error):
    """V4.2.1, V4.2.2, V4.2.3, V4.2.4, V4.2.5"""
    assert call("shfl_rvv_check_registers", instruction(op, 128, sew, lmul, 1, 0, vm), *registers) == error


# ---- what follows from the rules


def test_in_place():
    """V1.2: a slide downwards in place is that into another group."""
    v0 = array("uint8", [0xB7] * 16)
    for op, sew, x in itertools.product(("SLIDEDOWN", "SLIDE1DOWN"), range(4), range(70)):
        apart, vs2 = (array("uint8", [b * 3 + 1 & 0xFF for b in range(64)]) for _ in range(2))
        to = {"v0": ctypes.addressof(v0), "vs2": ctypes.addressof(vs2)}
        made = instruction(op, 128, sew, 2, 64 >> sew, 1, x=x, **to)
        call("shfl_rvv_execute", made, False, apart)
        call("shfl_rvv_execute", made, False, vs2)
        assert bytes(apart) == bytes(vs2), (op, sew, x)


# ---- the recording

VLENS = 128, 256, 512, 1024
ILLEGAL, RESERVED, LEAST = 0, 1, 16  # tests/rvv/rvv_cases.h: answers that are no checksum, and the least one
REASONS = {VSTART: "vstart", MASKED: "masked", TWO_EEW: "two_eew"}


def opened(path):
    """A recording; a file that is none ends this process."""
    function, plan = library().record_open, ctypes.c_char.in_dll(library(), "rvv_plan")
    function.restype = ctypes.c_void_p
    return function(str(path).encode(), ctypes.byref(plan))


@functools.cache
def counted(path=None, plant=False):
    """What is counted of each VLEN of a recording; with PLANT the model is wrong in the last case of each."""
    record = opened(path or built(RECORD))
    case, found = Case(), {}
    _, *at = (ctypes.POINTER(ctypes.c_uint16) * (1 + len(VLENS))).from_address(record)  # silicon/record.h
    for answers, vlen in zip(at, VLENS, strict=True):
        count, differ = collections.Counter(), []
        for number in range(CASES):
            call("rvv_case_make", vlen, number, case)
            model = call("rvv_case_model", case) + (LEAST if plant and number == CASES - 1 else 0)
            answer = answers[number]
            differ += [number] * (answer != model and (model, answer) != (RESERVED, ILLEGAL))
            why = call("rvv_case_check", case) if answer == RESERVED else None
            count["compared" if answer >= LEAST else "illegal" if answer == ILLEGAL else REASONS.get(why, "")] += 1
        found[vlen] = count, differ
    return found


def test_emulator():
    """V2.1 to V2.3, sections 3 and 4: of legal instructions and of reserved ones the model gives every answer."""
    assert {vlen: differ for vlen, (_, differ) in counted().items() if differ} == {}
    assert sum(count["compared"] for count, _ in counted().values()) > 30000


@pytest.mark.slow
def test_planted():
    """An error in the last case of each VLEN is found."""
    assert [differ for _, differ in counted(plant=True).values()] == [[CASES - 1]] * 4


def test_figures_of_the_page():
    """The table of docs/rvv.md 6 is what the recording has."""
    text = (ROOT / "docs/rvv.md").read_text(encoding="utf-8").partition("## 6 ")[2]
    rows = re.findall(r"^\| (\d+) \| ([\d,]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.M)
    columns = "compared", "illegal", "vstart", "masked", "two_eew"
    assert [[int(cell.replace(",", "")) for cell in row] for row in rows] == [
        [vlen, *map(count.__getitem__, columns), len(differ)] for vlen, (count, differ) in counted().items()
    ]


def test_refused(tmp_path):
    """Files that are no recording of it, and answers that are none."""
    code = f"import test_rvv; test_rvv.opened({str(built('silicon/h100-collective.rec'))!r})"
    said = run([sys.executable, "-c", code], status=2, env={**os.environ, "PYTHONPATH": ":".join(sys.path)}).stderr
    assert "holds suite 'eight 1536 6144 847bd399 2a2dcbf8' where this program asks 'vlen128 8192" in said
    short = tmp_path / "short"
    short.write_bytes(bytes(600))
    record = [built("tests/rvv/rvv_record"), "a device", tmp_path / "new.rec", *[short] * 4]
    assert "expected 8192 answers of 513 bytes, it ends in number 1" in run(record, status=2).stderr
    assert not (tmp_path / "new.rec").exists()


# ---- the emulator


@pytest.mark.nightly
@pytest.mark.needs("riscv64-gcc", "qemu-riscv64")
def test_record_again(tmp_path):
    """The emulator of this machine agrees with the model; it may refuse more of what is reserved than the recorded one.
    An answer that differs in a bit is reported."""
    answers = [built(f"tests/rvv/vlen{vlen}.answers") for vlen in VLENS]
    make(f"RVV_RECORD={tmp_path / 'new.rec.xz'}", "rvv-record")
    new = counted(built("tests/rvv/new.rec"))
    assert [count["compared"] for count, _ in new.values()] == [count["compared"] for count, _ in counted().values()]

    other = tmp_path / "answers"
    content = bytearray(answers[0].read_bytes())
    content[1 + 512 + 1 + 16 * 31 + 5] ^= 1  # of the second case: a byte of v31
    other.write_bytes(content)
    record = [built("tests/rvv/rvv_record"), "a device", tmp_path / "wrong.rec", other, *answers[1:]]
    done = run(record, status=1)
    assert done.stdout.startswith("FAIL: 32768 cases, 1 mismatches") and "vlen 128, case 1: " in done.stderr
    assert not (tmp_path / "wrong.rec").exists()
