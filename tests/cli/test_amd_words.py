# SPDX-License-Identifier: Apache-2.0
"""AMD's lane crossing in machine words, as text and in code objects, against LLVM's assemblers: every control word.

Disassembled by Debian's llvm, which `make test` installs; assembled and compiled by the Clang inside PyPI's ziglang, of
100 MB, which `make test-all` installs. tests/model/test_amd.py has what the instructions do.
"""

import ctypes
import functools
import importlib.util
import itertools
import random
import re
import shutil
import struct
import sys

import pytest
from conftest import ROOT, built, run, section
from golden import structure
from test_amd import GENS, OPS, In

NAMES = "gfx803 gfx900 gfx90a gfx1030 gfx1100 gfx1200 gfx1250 gfx701 gfx942 gfx950".split()
CPUS = {name: gen for gen, name in enumerate(NAMES)}
GFX1250, GFX6, GFX940, GFX950 = range(6, 10)
KIND = {GFX6: 0, GFX940: 2, GFX950: 2, GFX1250: 5}
DISASSEMBLED = ["gfx803", "gfx900", "gfx90a", "gfx1030"]
ASSEMBLED = ["gfx803", "gfx900", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1200", "gfx1250"]


class Insn(ctypes.Structure):
    _fields_ = [
        *[("gen", ctypes.c_uint), ("given", In)],
        *structure("dst:uint16 src:uint16 addr:uint16 select:uint16*2 literal:uint32*3 format:char_p opcode:uint16 "
                   "other:char*120 is_compare:bool is_wide:bool address:char*300")._fields_,
    ]  # fmt: skip

    def key(self):
        given, masks = self.given, (self.given.row_mask, self.given.bank_mask)
        control = canonical(given.op, given.control)
        return given.op, control, given.fi, given.bc, masks, self.dst, self.src, self.addr, *self.select, self.is_wide


Code = structure("gpu:char_p functions:uint found:uint unknown:uint")


@pytest.fixture(scope="module")
def words():
    """What the command reads and prints them with."""
    words = ctypes.CDLL(str(built("tests/cli/amd.so")))
    words.amd_gen.restype = words.amd_parse.restype = words.amd_scan.restype = ctypes.c_bool
    return words


def decoded(words, gen, *given):
    """The instruction, and how many words it has; 0 if it is none."""
    insn, given = Insn(), [word for word in given if word is not None]
    return insn, words.amd_decode(gen, (ctypes.c_uint32 * 3)(*given), len(given), ctypes.byref(insn))


def text_of(words, insn):
    text = ctypes.create_string_buffer(240)
    words.amd_text(ctypes.byref(insn), text)
    return text.value.decode()


def ds(gen, op, offset, addr, data, dst):
    place = 17 if KIND.get(gen, gen) < 3 and gen != GFX6 else 18
    return 0xD8000000 | op << place | offset, addr | data << 8 | dst << 24


def vop3(gen, op, dst, *sources, op_sel=0):
    low = (0xD0000000 if KIND.get(gen, gen) < 3 else 0xD4000000) | op << 16 | op_sel << 11 | dst
    return low, sum(source << 9 * k for k, source in enumerate(sources))


def samples(gen, every=True):
    """Words: every dpp_ctrl, every selector of DPP8, every offset of ds_swizzle, and operands of the others."""
    chance, found, kind = random.Random(gen), [], KIND.get(gen, gen)

    vector, low = functools.partial(chance.randrange, 256), functools.partial(chance.randrange, 102)

    def scalar():
        return chance.choice([low(), chance.randrange(128, 209)])

    def mov(src0):
        return 0x7E000200 | src0 | vector() << 17

    if gen == GFX6:
        for n in range(0, 65536, 1 if every else 37):
            found.append(ds(gen, 53, n, vector(), 0, vector()))
        for select in [*range(104), 106, 107, 124, *range(128, 193)]:
            found.append((0x02000000 | chance.choice([low(), 106]) << 17 | select << 9 | 256 + vector(), None))
        for _ in range(60):
            found.append((0x04000000 | vector() << 17 | chance.randrange(128, 192) << 9 | low(), None))
            found.append((0x7E000400 | low() << 17 | 256 + vector(), None))
        return found
    for ctrl, fi in itertools.product(range(512), (0, 1) if kind >= 3 else (0,)):
        bits = chance.getrandbits(1) << 19 | fi << 18
        found.append((mov(250), chance.getrandbits(8) << 24 | bits | ctrl << 8 | vector()))
        if gen in (GFX940, GFX950):  # v_mov_b64
            wide = 0x7E007000 | 2 * chance.randrange(128) << 17 | 250
            found.append((wide, chance.getrandbits(8) << 24 | bits | ctrl << 8 | 2 * chance.randrange(128)))
    found += [(mov(250), masks << 24 | 0x11100 | vector()) for masks in range(256)]
    if kind >= 3:
        for value, k in itertools.product(range(8), range(8)):
            other = chance.getrandbits(24) & ~(7 << 3 * k)
            found += [(mov(233 + fi), (other | value << 3 * k) << 8 | vector()) for fi in (0, 1)]
    swizzle, permute, bpermute, readlane = (61, 62, 63, 0x289) if kind < 3 else (53, 178, 179, 0x360)
    for n in range(0, 65536, 1 if every else 37):
        found.append(ds(gen, swizzle, n, vector(), 0, vector()))
        found.append(ds(gen, (permute, bpermute)[n // 8 % 2], n, vector(), vector(), vector()))
        if kind >= 5 and n % 64 == 0:
            found.append(ds(gen, 205, n, vector(), vector(), vector()))
    for select in [*range(102), 106, 107, *range(128, 209)]:
        found.append(vop3(gen, readlane, chance.choice([low(), 106]), 256 + vector(), select))
    for _ in range(60):
        if kind >= 3:  # before, two scalars are one too many
            found.append(vop3(gen, readlane + 1, vector(), scalar(), scalar()))
            op, op_sel = (0x377 if kind == 3 else 0x25B) + chance.getrandbits(1), chance.getrandbits(2)
            found.append(vop3(gen, op, vector(), 256 + vector(), scalar(), low(), op_sel=op_sel))
        else:
            found.append(vop3(gen, readlane + 1, vector(), low(), chance.randrange(128, 192)))
        found.append((0x7E000400 | low() << 17 | 256 + vector(), None))
        if gen in (4, 5):
            found.append((0x7E00CE00 | vector() << 17 | 256 + vector(), None))
        if kind >= 5:
            op, op_sel = 0x30F + chance.getrandbits(1), chance.getrandbits(2)
            found.append(vop3(gen, op, vector(), 256 + vector(), 256 + vector(), op_sel=op_sel))
        if gen == GFX1250:
            group = 128 + chance.choice([1, 2, 4, 8, 16, 32])
            op = 0x270 + chance.getrandbits(2)
            found.append(vop3(gen, op, vector(), 256 + vector(), scalar(), chance.choice([group, low()])))
            found.append(vop3(gen, 0x314, vector(), 256 + vector(), chance.choice([group, low()])))
        if gen in (GFX950, GFX1250):
            number, wide = (89, 0x199) if gen == GFX950 else (73, 0x1C9)
            other = chance.getrandbits(1) if gen == GFX950 else 0
            found.append((0x7E000000 | vector() << 17 | number + other << 9 | 256 + vector(), None))
            found.append(vop3(gen, wide + other, vector(), 256 + vector(), op_sel=chance.randrange(1, 4)))
    return found


def bytes_of(pair):
    return b"".join(word.to_bytes(4, "little") for word in pair if word is not None)


def canonical(op, control):
    """The offset of a swizzle of bits by what it does to each, since several do the same; else the control."""
    if op != OPS.index("swizzle") or control >= 0x8000:
        return control
    ands, ors, xors = control & 31, control >> 5 & 31, control >> 10
    return ors ^ xors, (ands | ors) ^ xors


def llvm(name):
    found = map(shutil.which, (f"llvm-{name}-14", f"llvm-{name}"))
    return next(filter(None, found), None) or pytest.skip(f"no llvm-{name} here: make test installs it")


def clang(cpu, *words, **options):
    """The Clang of ziglang. It knows gfx8 to gfx12."""
    if not importlib.util.find_spec("ziglang"):
        pytest.skip("no ziglang here: make test-all installs it")
    target = ["-target", "amdgcn-amd-amdhsa", f"-mcpu={cpu}", "-nogpulib"]
    return run([sys.executable, "-m", "ziglang", "clang", *target, *words], **options)


@pytest.mark.slow
@pytest.mark.parametrize("cpu", CPUS)
def test_text_and_back(words, cpu):
    """What is printed is read as the same instruction; the words of every operation are among them."""
    gen, ops, err = CPUS[cpu], set(), ctypes.create_string_buffer(240)
    for pair in samples(gen, every=cpu in ("gfx701", "gfx803", "gfx1200")):
        insn, count = decoded(words, gen, *pair)
        if count:
            again = Insn()
            text = text_of(words, insn)
            assert words.amd_parse(gen, text.encode(), None, ctypes.byref(again), err), (text, err.value)
            assert again.key() == insn.key(), text
            ops.add(OPS[insn.given.op])
    assert len(ops) == {0: 7, 1: 7, 2: 7, 3: 10, 4: 11, 5: 14, GFX6: 4, GFX940: 7, GFX950: 9, GFX1250: 19}[gen]


EVERY = [pytest.param(cpu, True, id=f"{cpu}-every", marks=pytest.mark.nightly) for cpu in DISASSEMBLED]


@pytest.mark.parametrize("cpu, every", [*(pytest.param(cpu, False, id=cpu) for cpu in DISASSEMBLED), *EVERY])
def test_llvm_disassembles(words, cpu, every):
    """LLVM prints the same text; and what it cannot name or refuses is none of ours."""
    pairs, gen = samples(CPUS[cpu], every), CPUS[cpu]
    given = "\n".join(",".join(f"0x{byte:02x}" for byte in bytes_of(pair)) for pair in pairs)
    printed = run([llvm("mc"), "-triple=amdgcn", f"-mcpu={cpu}", "--disassemble"], input=given)
    assert not printed.stderr, printed.stderr[:2000]
    lines = [line.split("//")[0].strip() for line in printed.stdout.splitlines() if re.match(r"\s+(v_|ds_)", line)]
    assert len(lines) == len(pairs)
    for pair, line in zip(pairs, lines):
        insn, count = decoded(words, gen, *pair)
        text = re.sub(r"swizzle\((ROTATE|FFT),.*", str(pair[0] & 0xFFFF), text_of(words, insn)) if count else ""
        assert text == ("" if "/*" in line else re.sub(r"_e(32|64) ", " ", line)), (pair, line)


def sections(elf):
    """Of an ELF file the bytes of each section, by its name."""
    (table,) = struct.unpack_from("<Q", elf, 40)
    size, count, names = struct.unpack_from("<HHH", elf, 58)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + i * size) for i in range(count)]
    texts = elf[headers[names][4] :]
    return {texts[name:].partition(b"\0")[0].decode(): elf[offset : offset + length]
            for name, _, _, _, offset, length in headers}  # fmt: skip


def code(elf, section=".text"):
    return sections(elf).get(section, b"")


OLD = [pytest.param(cpu, marks=pytest.mark.slow) for cpu in ("gfx600", "gfx701")]


@pytest.mark.parametrize("cpu", [*OLD, *(pytest.param(cpu, marks=pytest.mark.nightly) for cpu in ASSEMBLED)])
def test_llvm_assembles(words, cpu, tmp_path):
    """LLVM makes of our text the words that it came from; the Clang of ziglang does not know the old generations."""
    gen = CPUS.get(cpu, GFX6)
    known = [(pair, *decoded(words, gen, *pair)) for pair in samples(gen)]
    text = "".join(f"{text_of(words, insn)}\n" for _, insn, count in known if count)
    (tmp_path / "a.s").write_text(text, encoding="ascii")
    if gen == GFX6:
        flags = ["-triple=amdgcn", f"-mcpu={cpu}", "-filetype=obj"]
        run([llvm("mc"), *flags, "-o", "a.o", "a.s"], cwd=tmp_path)
    else:
        clang(cpu, "-c", "a.s", "-o", "a.o", cwd=tmp_path)
    made, at = code((tmp_path / "a.o").read_bytes()), 0
    for pair, insn, count in known:
        if count:
            again, _ = decoded(words, gen, *struct.unpack_from(f"<{count}I", made, at))
            assert again.key() == insn.key(), text_of(words, insn)
            if insn.given.op != OPS.index("swizzle"):
                assert made[at : at + 4 * count] == bytes_of(pair[:count]), text_of(words, insn)
            at += 4 * count
    assert at == len(made)


@pytest.mark.nightly
@pytest.mark.parametrize("cpu", ASSEMBLED)
def test_llvm_refuses(words, cpu, tmp_path):
    """The same texts are refused: reserved DPP, and numbers out of range."""
    forms = [f"row_{name}:{n}" for name in ("shl", "shr", "ror", "share", "newbcast", "xmask") for n in range(18)]
    forms += [f"wave_{name}:{n}" for name in ("shl", "shr", "rol", "ror") for n in range(3)]
    forms += ["row_mirror", "row_half_mirror", *(f"row_bcast:{n}" for n in (0, 15, 16, 31))]
    forms += [f"quad_perm:[{n},0,1,{3 - n}]{fi}" for n in range(6) for fi in ("", " fi:1")]
    forms += [f"dpp8:[{n},0,1,2,3,4,5,6]" for n in range(10)]
    named = "SWAP", "REVERSE", "FFT", "ROTATE,0", "ROTATE,1", "ROTATE,2"
    macros = [f"{name},{n}" for name in named for n in range(34)]
    macros += [f"BROADCAST,{size},{n}" for size in range(34) for n in {0, size // 2, max(size - 1, 0), size}]
    texts = [f"v_mov_b32_dpp v1, v2 {form}" for form in forms]
    texts += [f"ds_swizzle_b32 v1, v2 offset:swizzle({macro})" for macro in macros]
    texts += [f"ds_{name}_b32 v1, v2, v3 offset:{n}" for name in ("permute", "bpermute") for n in (65535, 65536)]
    texts += [f"v_readlane_b32 s{n}, v255, {m}" for n in (0, 101, 102, 105, 106) for m in (0, 64, -16)]
    texts += [f"v_permlane{name}_b32 v1, v2, s3, s4" for name in ("16", "x16")]
    texts += ["v_permlane64_b32 v1, v2"] if cpu != "gfx1250" else []  # LLVM has it, and AMD's guide does not
    texts += ["v_permlane16_swap_b32 v1, v2", "v_permlane32_swap_b32 v1, v2", "ds_bpermute_fi_b32 v1, v2, v3"]
    texts += ["v_permlane16_var_b32 v1, v2, v3", "v_permlane_bcast_b32 v1, v2, s3, s4"]
    texts += ["v_permlane_idx_gen_b32 v1, v2, s3"]
    texts += [f"v_mov_b64_dpp v[2:3], v[4:5] {form}" for form in ("row_newbcast:3", "row_share:3", "row_shr:1")]
    texts += [f"v_fmac_f64_dpp v[2:3], v[4:5], v[6:7] {form}" for form in ("row_newbcast:3", "row_shr:1")]
    texts += [f"v_add_f32{end} v1, v2, v3 row_shr:1" for end in ("_dpp", "_e64_dpp")]
    texts += ["v_cmp_eq_u32_dpp vcc_lo, v1, v2 row_shr:1"] if CPUS[cpu] in (4, 5, GFX1250) else []
    (tmp_path / "a.s").write_text("\n".join(texts), encoding="ascii")
    printed = clang(cpu, "-c", "a.s", "-o", "a.o", cwd=tmp_path, status=1).stderr
    theirs = {int(line) for line in re.findall(r"^a\.s:(\d+):\d+: error", printed, re.M)}
    insn, err = Insn(), ctypes.create_string_buffer(240)
    taken = [words.amd_parse(CPUS[cpu], text.encode(), None, ctypes.byref(insn), err) for text in texts]
    ours = {number for number, one in enumerate(taken, 1) if not one}
    assert not [texts[number - 1] for number in ours ^ theirs] and 0 < len(theirs) < len(texts)


# ---- code objects

CROSSING = re.compile(r"\s+(v_\w+_dpp |ds_(swizzle|b?permute)_b32 |v_(read|readfirst|write)lane_b32 |v_permlane)")


def formats(gen):
    """Assembly of one instruction of each format and length, with a shuffle behind each that has to be found."""
    name = GENS[KIND[gen] if gen in (GFX940, GFX950) else gen]
    lines = (ROOT / "tests/cli/formats.txt").read_text(encoding="ascii").splitlines()
    pairs = [line.split(" | ") for line in lines if not line.startswith("#")]
    return "".join(f"\t{text}\n\tv_readlane_b32 s1, v2, 3\n" for gens, text in pairs if name in gens.split())


def random_words(chance):
    """Two words of some instruction, of which the formats' bits and the sources with a meaning come often, and more."""
    low = chance.getrandbits(32) | chance.choice([0, 0x80000000, 0xC0000000])
    if chance.random() < 0.7:
        low = low & ~0x1FF | chance.choice([255, 249, 250, 233, 234, chance.getrandbits(9)])
    sources = [chance.choice([255, 250, 256, chance.getrandbits(9)]) << 9 * k for k in range(3)]
    return [low, chance.choice([chance.getrandbits(32), sum(sources)]), 0x0F000101, 0xBF800000, 0xBF800000]


def disassembled(cpu, given, folder):
    """What LLVM prints of instructions: of each the name, the address and the encoding.

    Some crash it. They are found by halves, and are the only ones left out; the second result counts them.
    """
    text = "".join(f"a{n}: .long {','.join(map(str, words))}\n" for n, words in given)
    run([llvm("mc"), "-triple=amdgcn", f"-mcpu={cpu}", "-filetype=obj", "-o", folder / "a.o"], input=text)
    done = run([llvm("objdump"), "-d", f"--mcpu={cpu}", folder / "a.o"], status=None)
    if done.returncode == 0:
        found = re.findall(r"^\s+(\w+).*// ([0-9A-F]{12}): ([0-9A-F ]+)$", done.stdout, re.M)
        places = {f"{20 * k:012X}": n for k, (n, _) in enumerate(given)}
        return [(places[at], name, encoding.split()) for name, at, encoding in found if at in places], 0
    if len(given) == 1:
        return [], 1
    left, right = (disassembled(cpu, part, folder) for part in (given[: len(given) // 2], given[len(given) // 2 :]))
    return left[0] + right[0], left[1] + right[1]


# one of each format and length, gfx6 and gfx7
OLD_FORMATS = """
s_add_u32 s0, s1, s2|s_add_u32 s0, s1, 0x12345|s_movk_i32 s0, 0x1234|s_setreg_imm32_b32 hwreg(1), 0x12345
s_mov_b64 s[0:1], 0x12345|s_cmp_eq_u32 s0, 0x12345|s_waitcnt 0|s_load_dword s0, s[2:3], 0x4
s_load_dwordx2 s[0:1], s[2:3], s4|v_mov_b32 v0, 0x12345|v_add_f32 v0, v1, v2
v_madmk_f32 v0, v1, 0x41200000, v2|v_madak_f32 v0, v1, v2, 0x41200000|v_cmp_eq_u32 vcc, 0x12345, v1
v_fma_f32 v0, v1, v2, v3|v_mul_lo_u32 v0, v1, v2|v_interp_p1_f32 v0, v1, attr0.x|ds_write_b32 v0, v1
buffer_load_dword v0, off, s[0:3], 0|tbuffer_load_format_x v0, off, s[0:3], 4, 1, 0
image_load v[0:3], v4, s[0:7] dmask:0xf unorm|exp mrt0 v0, v1, v2, v3 done"""


@pytest.mark.parametrize("cpu", ["gfx600", "gfx701"])
def test_lengths_of_old_formats(words, cpu):
    """LLVM has no disassembler of these."""
    lines = OLD_FORMATS.strip().replace("\n", "|").split("|")
    lines += ["flat_load_dword v0, v[1:2]", "s_load_dword s0, s[2:3], 0x12345"] if cpu == "gfx701" else []
    source = "".join(f"{line}\n" for line in lines)
    printed = run([llvm("mc"), "-triple=amdgcn", f"-mcpu={cpu}", "--show-encoding"], input=source, status=None).stdout
    found = [[int(byte, 16) for byte in one.split(",")] for one in re.findall(r"encoding: \[([^]]*)\]", printed)]
    assert len(found) >= len(lines) - 2
    for encoding in found:
        low, high, *_ = struct.unpack("<2I", bytes([*encoding, *[0] * 8][:8]))
        assert words.amd_length(GFX6, (ctypes.c_uint32 * 2)(low, high)) == len(encoding) // 4, encoding


@pytest.mark.slow
@pytest.mark.parametrize("cpu", DISASSEMBLED)
def test_lengths(words, cpu, tmp_path):
    """Of random instructions that LLVM knows, the lengths. LLVM 19 knows fewer of them than LLVM 14."""
    chance = random.Random(1)
    given = [random_words(chance) for _ in range(2000)]
    known, crashed = disassembled(cpu, list(enumerate(given)), tmp_path)
    compared = 0
    for n, name, encoding in known:
        low, high, *_ = given[n]
        # LLVM 14 takes a buffer's offset for a literal, which its assembler refuses
        if not (KIND.get(CPUS[cpu], CPUS[cpu]) >= 3 and "buffer_" in name and high >> 24 == 255):
            got = words.amd_length(CPUS[cpu], (ctypes.c_uint32 * 2)(low, high))
            assert got == len(encoding), (name, encoding)
            compared += 1
    assert compared > 400 and crashed < 10


def plain(text):
    """An instruction as `decode` prints it: of DPP before other instructions than v_mov_b32 what DPP does."""
    text = " ".join(re.sub(r"_e(32|64)\b", "", text.split(";")[0].split("//")[0]).split())
    text = re.sub(r"\bbound_ctrl:0\b", "bound_ctrl:1", text)
    if "_dpp" in text and not text.startswith("v_mov_b32_dpp"):
        return re.search(r"((row|wave)_(?!mask)|quad_perm|dpp8).*", text)[0]
    return text


def decoded_file(openshfl, path):
    """What decode prints of a file: the first line, and of each instruction the function, the offset and the text."""
    head, *lines = run([openshfl, "decode", path]).stdout.splitlines()
    found = [re.fullmatch(r"(\w+)\+0x([0-9a-f]+)  (.*)", line).groups() for line in lines[::2]]
    return head, [(name, int(place, 16), plain(text)) for name, place, text in found]


def marked(assembly):
    """The same with a mark in a section of its own for each place where lanes are crossed; and these."""
    lines, crossings, function = [], [], None
    for line in assembly.splitlines():
        label = re.match(r"(\w+):", line)
        function = label[1] if label and not label[1].startswith(("L", ".L")) else function
        if CROSSING.match(line):
            lines.append(f".Lmark{len(crossings)}:")
            crossings.append((function, plain(line)))
        lines.append(line)
    places = "".join(f"\t.long .Lmark{n}-{function}\n" for n, (function, _) in enumerate(crossings))
    return "\n".join(lines) + f'\n\t.section .marks,"",@progbits\n{places}', crossings


@pytest.mark.nightly
@pytest.mark.parametrize("cpu", ASSEMBLED)
def test_code_object(openshfl, cpu, tmp_path):
    """Every instruction between lanes is found, at its place, in kernels and between instructions of all lengths."""
    gen = CPUS[cpu]
    clang(cpu, "-O2", "-S", "-x", "c", ROOT / "tests/cli/crossing.amdgcn", "-o", "k.s", cwd=tmp_path)
    kernels = (tmp_path / "k.s").read_text(encoding="utf-8")
    between = f"\t.text\nformats:\n{formats(gen)}\ts_endpgm\n\t.p2align 8\n"
    text, want = marked(kernels.replace("\t.text\n", between, 1))
    (tmp_path / "m.s").write_text(text, encoding="utf-8")
    clang(cpu, "-c", "m.s", "-o", "m.o", cwd=tmp_path)
    places = struct.iter_unpack("<I", code((tmp_path / "m.o").read_bytes(), ".marks"))
    head, found = decoded_file(openshfl, tmp_path / "m.o")
    assert found == [(name, place, line) for (name, line), (place,) in zip(want, places, strict=True)]
    assert head == f"{tmp_path / 'm.o'}: {cpu}, 3 functions, {len(want)} instructions between lanes" and len(want) > 30
    run([sys.executable, "-m", "ziglang", "ld.lld", "-shared", "m.o", "-o", "m.so"], cwd=tmp_path)
    assert decoded_file(openshfl, tmp_path / "m.so")[1] == found
    if cpu in DISASSEMBLED:
        printed = run([llvm("objdump"), "-d", f"--mcpu={cpu}", tmp_path / "m.o"]).stdout
        lines = [line for line in printed.splitlines() if CROSSING.match(line)]
        theirs = [int(re.search(r"// ([0-9A-F]{12}):", line)[1], 16) for line in lines]
        starts = {name: int(at, 16) for at, name in re.findall(r"^([0-9a-f]{16}) <(\w+)>:$", printed, re.M)}
        assert theirs == [starts[name] + place for name, place, _ in found]


@pytest.mark.slow
@pytest.mark.parametrize("gpu", ["gfx90a", "gfx1100"])
def test_kept_code_object(openshfl, gpu):
    """One that Clang made of tests/cli/crossing.amdgcn, with the instructions and their places as Clang tells them."""
    kept = ROOT / f"tests/cli/crossing.{gpu}.elf"
    head, found = decoded_file(openshfl, kept)
    listed = [f"{name}+0x{place:04x}  {text}" for name, place, text in found]
    assert listed == kept.with_suffix(".txt").read_text().splitlines()
    assert head == f"{kept}: {gpu}, 3 functions, {len(found)} instructions between lanes"


def test_broken_code_objects(words):
    """Cut off, or with a byte turned, it is refused with a line, or has something else in it."""
    kept, err, code = (ROOT / "tests/cli/crossing.gfx90a.elf").read_bytes(), ctypes.create_string_buffer(200), Code()
    found = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: None)

    def scan(elf):
        return words.amd_scan(elf, len(elf), found, None, ctypes.byref(code), err)

    assert scan(kept) and (code.found, code.unknown) == (18, 0)
    for length in range(0, len(kept), 7):
        assert not scan(kept[:length]) and err.value
    chance, refused = random.Random(2), 0
    for _ in range(4000):
        place = chance.choice([chance.randrange(64), chance.randrange(len(kept))])
        err.value = b""
        taken = scan(kept[:place] + bytes([chance.randrange(256)]) + kept[place + 1 :])
        refused += not taken
        assert taken or err.value
    assert 400 < refused < 3600
    (table,) = struct.unpack_from("<Q", kept, 40)
    whole = struct.pack("<QQ", 0, len(kept))  # a section as large as the file
    assert not scan(kept[: table + 64 + 24] + whole + kept[table + 64 + 40 :]) and b"shares its bytes" in err.value


def test_words_of_no_format(openshfl, tmp_path):
    """They are counted and passed over, and behind them the code goes on."""
    kept = bytearray((ROOT / "tests/cli/crossing.gfx90a.elf").read_bytes())
    at = kept.index(code(kept))
    kept[at : at + 4] = bytes([0, 0, 0, 0xCC])  # VOP3P of gfx10
    (tmp_path / "a.elf").write_bytes(kept)
    head, found = decoded_file(openshfl, tmp_path / "a.elf")
    assert head.endswith("18 instructions between lanes, 1 word of no known format") and len(found) == 18


def test_generations_by_name(words):
    gen = ctypes.c_uint()
    names = {GFX6: "gfx600 gfx602 gfx705", GFX940: "gfx940 gfx9-4-generic", 1: "gfx908", 4: "gfx1151"}
    names |= {5: "gfx1201 gfx12-generic", 2: "GFX90A gfx90a:xnack+ gfx90a:sramecc+:xnack-"}
    for number, known in [*names.items(), *((number, cpu) for cpu, number in CPUS.items())]:
        for cpu in known.split():
            assert words.amd_gen(cpu.encode(), ctypes.byref(gen)) and gen.value == number
    for cpu in ("gfx", "gfx603", "gfx7", "gfx1251", "sm_90", "gfx90ab", "gfx90a xnack+", ":", "gfx900-generic-generic"):
        assert not words.amd_gen(cpu.encode(), ctypes.byref(gen))


def opcodes(words, cpu):
    """Every (format, opcode) that the decoder takes without a word of DPP, but v_mov_b64's, and its mnemonic."""
    gen = CPUS[cpu]
    old, found = KIND.get(gen, gen) < 3, {}
    tried = {("DS", op): [ds(gen, op, 0, 2, 0, 1)] for op in range(256)}
    tried |= {("VOP1", op): [(0x7E000000 | 1 << 17 | op << 9 | 257,)] for op in range(256)}
    tried[("VOP1", 56)] = [(0x7E000000 | 2 << 17 | 56 << 9 | 250, 0xFF015002)]
    if gen == GFX6:
        tried |= {("VOP2", op): [(op << 25 | 1 << 17 | src,) for src in (257, 128)] for op in range(31)}
    width = 9 if gen == GFX6 else 10
    for op in range(1 << width):
        low = (0xD0000000 if old else 0xD4000000) | op << 26 - width | 1
        tried[("VOP3", op)] = [(low, src0 | src1 << 9) for src0, src1 in ((257, 0), (257, 258), (128, 0))]
    for key, choices in tried.items():
        for choice in choices:
            insn, length = decoded(words, gen, *choice)
            if length == len(choice) and (length == 1 or not insn.format):
                found[key] = text_of(words, insn).split()[0]
    return found


@pytest.mark.parametrize("cpu", NAMES)
def test_opcodes_of_the_page(words, cpu):
    """The table of encodings.md has every opcode that is decoded, and no other."""
    heads, *rows = [row for row in section("docs/reference/encodings.md", "## AMD's lane crossing") if len(row) == 10]
    kinds = {"gfx803": "gfx8", "gfx900": "gfx9", "gfx1030": "gfx10", "gfx1100": "gfx11", "gfx1200": "gfx12"}
    name = kinds.get(cpu, "gfx7" if cpu == "gfx701" else cpu)
    (at,) = (n for n, head in enumerate(heads) if name in head.split(", "))
    page = {(row[1], int(row[at], 0)): row[0].replace(" with DPP16", "_dpp") for row in rows if row[at]}
    assert opcodes(words, cpu) == page
