# SPDX-License-Identifier: Apache-2.0
"""AMD's lane crossing in machine words and as text, against LLVM's assemblers: every control word.

Disassembled by llvm-mc (Debian's package llvm), assembled by the Clang inside PyPI's package ziglang, where those are
installed. tests/test_amd.py holds what the words do.
"""

import ctypes
import importlib.util
import itertools
import os
import random
import re
import shutil
import struct
import sys

import pytest

from conftest import ROOT, run
from test_amd import GENS, OPS, In

CPUS = {"gfx803": 0, "gfx900": 1, "gfx90a": 2, "gfx1030": 3, "gfx1100": 4, "gfx1200": 5}
DISASSEMBLED = ["gfx803", "gfx900", "gfx90a", "gfx1030"]
ASSEMBLED = ["gfx900", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1200"]


class Insn(ctypes.Structure):
    _fields_ = [
        ("gen", ctypes.c_uint),
        ("given", In),
        ("dst", ctypes.c_uint16),
        ("src", ctypes.c_uint16),
        ("addr", ctypes.c_uint16),
        ("select", ctypes.c_uint16 * 2),
    ]

    def fields(self):
        given = self.given
        masks = given.row_mask, given.bank_mask
        return (
            given.op,
            canonical(given.op, given.control),
            given.fi,
            given.bc,
            masks,
            self.dst,
            self.src,
            self.addr,
            *self.select,
        )


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    library = tmp_path_factory.mktemp("words") / "words.so"
    cc = (os.environ.get("CC") or "cc").split()
    sources = [
        *(ROOT / "model").glob("*.c"),
        *(ROOT / "cli/amd").glob("*.c"),
        ROOT / "tb/number.c",
        ROOT / "cli/sass/word.c",
    ]
    folders = [f"-I{ROOT / name}" for name in ("model", "tb", "cli/amd", "cli/sass")]
    run([*cc, "-std=c11", "-O1", "-shared", "-fPIC", *folders, *sorted(sources), "-lm", "-o", library])
    return ctypes.CDLL(str(library))


def decoded(words, gen, low, high=None):
    """The instruction, and how many words it has; 0 if it is none."""
    insn = Insn()
    count = words.amd_decode(gen, (ctypes.c_uint32 * 2)(low, high or 0), 1 if high is None else 2, ctypes.byref(insn))
    return insn, count


def text_of(words, insn):
    text = ctypes.create_string_buffer(120)
    words.amd_text(ctypes.byref(insn), text)
    return text.value.decode()


def ds(gen, op, offset, addr, data, dst):
    return 0xD8000000 | op << (17 if gen < 3 else 18) | offset, addr | data << 8 | dst << 24


def vop3(gen, op, dst, *sources, op_sel=0):
    return (0xD0000000 if gen < 3 else 0xD4000000) | op << 16 | op_sel << 11 | dst, sum(
        source << 9 * k for k, source in enumerate(sources)
    )


def samples(gen, every_swizzle=True):
    """Words: every dpp_ctrl, every selector of DPP8, every offset of ds_swizzle, and operands of the others."""
    chance = random.Random(gen)

    def vector():
        return chance.randrange(256)

    def mov(src0):
        return 0x7E000200 | src0 | vector() << 17

    def scalar():
        return chance.choice([chance.randrange(102), chance.randrange(128, 209)])

    found = []
    for ctrl in range(512):
        for fi in (0, 1) if gen >= 3 else (0,):
            bits = chance.getrandbits(1) << 19 | fi << 18
            found.append((mov(250), chance.getrandbits(8) << 24 | bits | ctrl << 8 | vector()))
    for masks in range(256):
        found.append((mov(250), masks << 24 | 0x11100 | vector()))
    if gen >= 3:
        for value, k in itertools.product(range(8), range(8)):
            other = chance.getrandbits(24) & ~(7 << 3 * k)
            found += [(mov(233 + fi), (other | value << 3 * k) << 8 | vector()) for fi in (0, 1)]
    swizzle, permute, bpermute = (61, 62, 63) if gen < 3 else (53, 178, 179)
    found += [
        ds(gen, swizzle, n, vector(), 0, vector()) for n in (range(65536) if every_swizzle else range(0, 65536, 37))
    ]
    for op in (permute, bpermute):
        found += [
            ds(gen, op, chance.choice([0, chance.getrandbits(16)]), vector(), vector(), vector()) for _ in range(40)
        ]
    for _ in range(60):
        readlane = 0x289 if gen < 3 else 0x360
        found.append(vop3(gen, readlane, chance.randrange(102), 256 + vector(), scalar()))
        if gen >= 3:  # before, two scalars are one too many
            found.append(vop3(gen, readlane + 1, vector(), scalar(), scalar()))
            op = (0x377 if gen == 3 else 0x25B) + chance.getrandbits(1)
            found.append(
                vop3(gen, op, vector(), 256 + vector(), scalar(), chance.randrange(102), op_sel=chance.getrandbits(2))
            )
        else:
            found.append(vop3(gen, readlane + 1, vector(), chance.randrange(102), chance.randrange(128, 192)))
        found.append((0x7E000400 | chance.randrange(102) << 17 | 256 + vector(), None))
        if gen >= 4:
            found.append((0x7E00CE00 | vector() << 17 | 256 + vector(), None))
    return found


def bytes_of(pair):
    return b"".join(word.to_bytes(4, "little") for word in pair if word is not None)


def canonical(op, control):
    """The offset of a swizzle of bits by what it does to each, since several do the same; else the control."""
    if op != OPS.index("swizzle") or control >= 0x8000:
        return control
    ands, ors, xors = control & 31, control >> 5 & 31, control >> 10
    return ors ^ xors, (ands | ors) ^ xors


@pytest.mark.parametrize("cpu", CPUS)
def test_text_and_back(words, cpu):
    """What is printed is read as the same instruction; the words of every operation are among them."""
    gen, ops, err = CPUS[cpu], set(), ctypes.create_string_buffer(240)
    for pair in samples(gen, every_swizzle=cpu in ("gfx803", "gfx1200")):
        insn, count = decoded(words, gen, *pair)
        if count:
            again = Insn()
            text = text_of(words, insn)
            assert words.amd_parse(gen, text.encode(), ctypes.byref(again), err), (text, err.value)
            assert again.fields() == insn.fields(), text
            ops.add(OPS[insn.given.op])
    assert len(ops) == (7 if gen < 3 else 10) + (gen >= 4)


@pytest.mark.parametrize("cpu", DISASSEMBLED)
def test_llvm_disassembles(words, cpu):
    """LLVM prints the same text; and what it cannot name or refuses is none of ours."""
    tool = next(filter(None, map(shutil.which, ("llvm-mc-14", "llvm-mc"))), None) or pytest.skip("no llvm-mc here")
    pairs, gen = samples(CPUS[cpu]), CPUS[cpu]
    given = "\n".join(",".join(f"0x{byte:02x}" for byte in bytes_of(pair)) for pair in pairs)
    said = run([tool, "-triple=amdgcn", f"-mcpu={cpu}", "--disassemble"], input=given)
    assert not said.stderr, said.stderr[:2000]
    lines = [line.split("//")[0].strip() for line in said.stdout.splitlines() if re.match(r"\s+(v_|ds_)", line)]
    assert len(lines) == len(pairs)
    for pair, line in zip(pairs, lines):
        insn, count = decoded(words, gen, *pair)
        text = re.sub(r"swizzle\((ROTATE|FFT),.*", str(pair[0] & 0xFFFF), text_of(words, insn)) if count else ""
        assert text == ("" if "/*" in line else re.sub(r"_e(32|64) ", " ", line)), (pair, line)


def code(elf):
    """The section .text of an ELF file."""
    (table,) = struct.unpack_from("<Q", elf, 40)
    size, count, names = struct.unpack_from("<HHH", elf, 58)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + i * size) for i in range(count)]
    for name, _, _, _, offset, length in headers:
        at = headers[names][4] + name
        if elf[at : elf.index(b"\0", at)] == b".text":
            return elf[offset : offset + length]
    return b""


@pytest.mark.parametrize("cpu", ASSEMBLED)
def test_llvm_assembles(words, cpu, tmp_path):
    """A newer LLVM makes of our text the words that it came from."""
    if not importlib.util.find_spec("ziglang"):
        pytest.skip("no ziglang here")
    gen = CPUS.get(cpu, 2)
    known = [(pair, *decoded(words, gen, *pair)) for pair in samples(gen)]
    text = "".join(f"{text_of(words, insn)}\n" for _, insn, count in known if count)
    (tmp_path / "a.s").write_text(text, encoding="ascii")
    target = ["-target", "amdgcn-amdhsa-none", f"-mcpu={cpu}"]
    run([sys.executable, "-m", "ziglang", "cc", *target, "-c", "a.s", "-o", "a.o"], cwd=tmp_path)
    made, at = code((tmp_path / "a.o").read_bytes()), 0
    for pair, insn, count in known:
        if count:
            again, _ = decoded(words, gen, *struct.unpack_from(f"<{count}I", made, at))
            assert again.fields() == insn.fields(), text_of(words, insn)
            if insn.given.op != OPS.index("swizzle"):
                assert made[at : at + 4 * count] == bytes_of(pair[:count]), text_of(words, insn)
            at += 4 * count
    assert at == len(made)


def test_generations_by_name(words):
    gen = ctypes.c_uint()
    for cpu in {**CPUS, "gfx942": 2, "gfx950": 2, "gfx908": 1, "gfx1151": 4, "gfx1201": 5}:
        assert words.amd_gen(cpu.encode(), ctypes.byref(gen))
        assert GENS[gen.value] == GENS[CPUS.get(cpu, {"gfx908": 1, "gfx1151": 4, "gfx1201": 5}.get(cpu, 2))]
    for cpu in ("gfx", "gfx700", "gfx1250", "sm_90", "gfx90ab"):
        assert not words.amd_gen(cpu.encode(), ctypes.byref(gen))
