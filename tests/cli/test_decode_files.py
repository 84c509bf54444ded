# SPDX-License-Identifier: Apache-2.0
"""`openshfl decode FILE`: what a file is, and its shuffles; of a file that is refused, the tool that helps."""

import collections
import json
import re
import struct

import pytest
from conftest import ROOT, run
from test_amd_words import code

MODULE = """\
.version 9.0
.target sm_80
.visible .entry _Z1kPi(
)
{
\tshfl.sync.up.b32 %r1|%p1, %r2, 1, 0x1800, -1;
}
"""
BELOW = "every lane reads the lane 1 below it in its segment of 8; the first lane of a segment keeps its own value"


@pytest.fixture
def decoded(openshfl):
    return lambda path: json.loads(run([openshfl, "decode", "--json", path]).stdout)


@pytest.fixture
def refuse(openshfl):
    def refuse(path):
        done = run([openshfl, "decode", path], status=2)
        assert done.stdout == "" and done.stderr.count("\n") == 1 and done.stderr.startswith(f"openshfl: {path}: ")
        return done.stderr

    return refuse


KINDS = """shfl.sync.down.b32 d|p, a, 4, 0x1f, -1;
__shfl_xor_sync(m, v, 1)
vote.sync.all.pred p, q, -1;
match.any.sync.b32 d, a, -1;
redux.sync.add.s32 d, a, -1;
elect.sync d|p, -1;
subgroupBallotBitCount(b)
"""


def test_counts_of_a_text(openshfl, tmp_path):
    """In the words of a cubin, whose line test_collective.py has."""
    (tmp_path / "t").write_text(KINDS)
    first = run([openshfl, "decode", tmp_path / "t"]).stdout.splitlines()[0]
    assert first.endswith(": text, 7 lines, 2 SHFL, 1 VOTE, 1 ELECT, 1 MATCH, 1 REDUX, 1 of a ballot")
    (tmp_path / "t").write_text(KINDS.splitlines()[2])
    assert run([openshfl, "decode", tmp_path / "t"]).stdout.splitlines()[0].endswith(": text, 1 line, 1 VOTE")


def test_fields(decoded, tmp_path):
    """Of a machine word, of AMD's, of PTX: what encodings.md and amd.md say of them."""
    (tmp_path / "ptx").write_text(MODULE)
    files = ROOT / "tests/cli/crossing.gfx90a.elf", ROOT / "tests/cli/shuffles.sm_90.cubin", tmp_path / "ptx"
    amd, sass, ptx = (decoded(path)["shuffles"][0] for path in files)
    dpp = {"control": 0x111, "row_mask": 15, "bank_mask": 15, "bound_ctrl": True, "fi": False}
    assert (amd["operation"], amd["fields"]) == ("dpp16", dpp)
    assert amd["summary"].startswith("each lane reads the lane 1 below it, if that is in its row")
    assert sass["fields"].pop("words")[0].endswith("7989")
    assert sass["operation"] == "UP" and sass["fields"] == dict(guard=None, pu="P0", rd="R0", ra="R5", sb=1, sc="RZ")
    assert (ptx["operation"], ptx["offset"], ptx["line"]) == ("UP", None, 6)


@pytest.mark.parametrize("name", ["_ZN2ns4scanIiEEvPi", "_Z99a"])
def test_names(openshfl, tmp_path, name):
    """As in the file, for c++filt."""
    (tmp_path / "l").write_text(f"\tFunction : {name}\n /*0070*/ SHFL.UP PT, R0, R5, 0x1, RZ ;\n")
    said = run([openshfl, "decode", tmp_path / "l"]).stdout.splitlines()[1]
    assert said == f"line 2, {name}+0x0070  SHFL.UP PT, R0, R5, 0x1, RZ"


# ---- machine words, as NVIDIA's disassembler reads them


def recorded(name):
    """The lines of a file of words: numbers in front, and the text behind them."""
    lines = re.findall(r"^((?:(?:0x)?[0-9a-f]+ )+)(.*)", (ROOT / "tests/cli" / name).read_text(), re.M)
    return [([int(word, 16) for word in words.split()], text) for words, text in lines]


def test_words(openshfl, decoded, tmp_path):
    """Each form and mode; with a bit of its opcode inverted none is a SHFL; its text is read as itself."""
    rows, forms = recorded("words.txt"), set()
    (tmp_path / "t").write_text("".join(f"{text}\n" for _, text in rows))
    for n, ((words, text), read) in enumerate(zip(rows, decoded(tmp_path / "t")["shuffles"], strict=True)):
        assert run([openshfl, "decode", *map(hex, words)]).stdout.splitlines()[0] == text == read["instruction"]
        sb, sc = (int(word, 16) if word[0] == "0" else word for word in text.replace(".reuse", "").split(", ")[3:])
        assert (read["fields"]["sb"], read["fields"]["sc"]) == (sb, sc)
        forms.add((len(words), type(sb), type(sc), read["operation"]))
        inverted = words[0] ^ 1 << (51 + n % 13 if len(words) == 1 else n % 12)
        assert "no SHFL" in run([openshfl, "decode", *map(hex, (inverted, *words[1:]))], status=2).stderr, text
    assert len(forms) == 2 * 2 * 2 * 4


KIND_OF = {"VOTE": "VOTE", "ELECT": "VOTE", "MATCH": "MATCH", "REDUX": "REDUX", "BAR.RED": "BARRIER",
           "B2R.RESULT": "BARRIER", "MOVM": "MOVMATRIX", "FSWZADD": "SIGNED_ADD"}  # fmt: skip


@pytest.mark.parametrize("sm", ["75", "80", "90", "100", "120"])
def test_votes(openshfl, decoded, tmp_path, sm):
    """In place of a kernel's code: what is found there, in what form, and how it is counted; other words are none."""
    kept = bytearray((ROOT / f"tests/cli/shuffles.sm_{90 if sm == '90' else 120}.cubin").read_bytes())
    kept[48 + (kept[8] >= 8)] = int(sm)  # the architecture, in the flags of the file
    rows = [(words[1:], text) for words, text in recorded("votes.txt") if words[0] == int(sm, 16)]
    room = code(kept, ".text.scan")
    at, size = kept.index(room), len(room) // 16
    for part in (rows[first : first + size] for first in range(0, len(rows), size)):
        packed = b"".join(struct.pack("<QQ", *words) for words, _ in part)
        (tmp_path / "c").write_bytes(kept[:at] + packed.ljust(len(room), b"\0") + kept[at + len(room) :])
        found = [one for one in decoded(tmp_path / "c")["shuffles"] if one["kernel"] == "scan"]
        assert [one["text"] for one in found] == [text for _, text in part if text != "-"]
        kinds = [next(kind for kind in KIND_OF if kind in one["text"]) for one in found]
        head = run([openshfl, "decode", tmp_path / "c"]).stdout.splitlines()[0]
        assert all(f", {count} {kind}" in head for kind, count in collections.Counter(kinds).items())
        for one, kind in zip(found, kinds, strict=True):
            fields, refused = one["fields"], re.search("BAR.*, 0x.*,", one["text"])  # by its number of threads
            assert one["kind"] == KIND_OF[kind] or refused
            named = {(fields.get(name) or "PT").split(":")[-1] for name in ("operand", "rd", "pu")} - {"PT", "RZ"}
            assert all(name in one["text"] for name in named)


def test_sections_of_the_vendor(openshfl, tmp_path):
    """NVIDIA's own types of sections may have no bytes in the file, as .nv_debug.shared has none, or share theirs."""
    kept = ROOT / "tests/cli/shuffles.sm_90.cubin"
    data = bytearray(kept.read_bytes())
    (table,), (count,) = struct.unpack_from("<Q", data, 40), struct.unpack_from("<H", data, 60)
    vendor = [n for n in range(count) if struct.unpack_from("<I", data, table + 64 * n + 4)[0] >= 0x70000000]
    struct.pack_into("<QQ", data, table + 64 * vendor[0] + 24, len(data) - 1, 1 << 40)
    struct.pack_into("<QQ", data, table + 64 * vendor[1] + 24, 0, len(data))
    (tmp_path / "c").write_bytes(data)
    printed = [run([openshfl, "decode", path]).stdout.partition(": ")[2] for path in (kept, tmp_path / "c")]
    assert printed[0] == printed[1]


# ---- texts

LISTING = """\
\tcode for sm_90
\t\tFunction : _Z1kPi
\t.headerflags\t@"EF_CUDA_SM90"
        /*0070*/              @!P0 SHFL.BFLY PT, R7, R6, 0x1, 0x1f ;      /* 0x0c201f0006077f89 */
                                                                          /* 0x000e2400000e0000 */
        /*0080*/                   FADD R7, R7, R6 ;
"""
IR = """\
target triple = "nvptx64-nvidia-cuda"
define i32 @_Z1kPi(i32 %0) {
  %2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %0, i32 4, i32 31)
}
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
"""
PROGRAM = """\
#include "__shfl_sync(m, v, 0).h"
// __shfl_sync(m, v, 1) is left out
/* and
   __shfl_sync(m, v, 2) */
v += __shfl_xor_sync(m, v, 1); // __shfl_sync(m, v, 3)
v += __shfl_up_sync(m, v, 2);
v += __shfl_sync(m, v, 7);
"""
AMD = """\
\t.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
_Z1kPi:                                 ; @_Z1kPi
\tv_add_u32_dpp v3, v3, v3 row_shr:1 row_mask:0xf bank_mask:0xf
\tds_swizzle_b32 v2, v0 offset:swizzle(SWAP,16)   ; a comment
\t.end_amdhsa_kernel
"""


AMD_IR = """\
target triple = "amdgcn-amd-amdhsa"
define i32 @_Z1kPi(i32 %0) #0 {
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x()
  %3 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %2, i32 %0)
}
attributes #0 = { "target-cpu"="gfx90a" }
"""


@pytest.mark.parametrize("text, kind, gpu, shuffles", [
    (AMD_IR, "LLVM IR", "gfx90a", [("_Z1kPi", 4, None, "%3 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %2, i32 %0)",
     "each lane reads the lane that its address names, in bytes: lane 1 is 4")]),
    (MODULE, "PTX", "sm_80", [("_Z1kPi", 6, None, MODULE.splitlines()[5].strip(), BELOW)]),
    (LISTING, "SASS listing", "sm_90", [("_Z1kPi", 4, 0x70, "@!P0 SHFL.BFLY PT, R7, R6, 0x1, 0x1f",
     "where P0 is false, every lane reads the lane whose number is its own xor 1")]),
    (IR, "LLVM IR", None, [("_Z1kPi", 3, None, "llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %0, i32 4, i32 31)",
     "every lane reads the lane 4 above it; the last 4 lanes keep their own value")]),
    (AMD, "AMD assembly", "gfx90a", [
     ("_Z1kPi", 3, None, "v_add_u32_dpp v3, v3, v3 row_shr:1 row_mask:0xf bank_mask:0xf",
      "each lane reads the lane 1 below it, if that is in its row of 16; that is the first source of v_add_u32, the "
      "others are the lane's own"),
     ("_Z1kPi", 4, None, "ds_swizzle_b32 v2, v0 offset:swizzle(SWAP,16)",
      "each lane reads, of its 32, ((lane & 31) | 0) ^ 16")]),
    ("off = 8\nv = cuda.shfl_down_sync(-1, v, off // 2)\n", "text", None, [
     (None, 2, None, "cuda.shfl_down_sync(-1, v, off // 2)",
      "every lane reads the lane 4 above it; the last 4 lanes keep their own value")]),
    (PROGRAM, "text", None, [
     (None, 5, None, "__shfl_xor_sync(m, v, 1)", "every lane reads the lane whose number is its own xor 1"),
     (None, 6, None, "__shfl_up_sync(m, v, 2)",
      "every lane reads the lane 2 below it; the first 2 lanes keep their own value"),
     (None, 7, None, "__shfl_sync(m, v, 7)", "every lane reads lane 7")]),
])  # fmt: skip
def test_texts(decoded, tmp_path, text, kind, gpu, shuffles):
    """As it is; with a byte order mark; with CR LF; in UTF-16, with a mark and without."""
    unix, dos = text.encode(), text.replace("\n", "\r\n").encode()
    for content in (unix, b"\xef\xbb\xbf" + dos, text.encode("utf-16"), text.encode("utf-16-le")):
        (tmp_path / "text").write_bytes(content)
        found = decoded(tmp_path / "text")
        assert (found["kind"], found["gpu"]) == (kind, gpu)
        names = ("kernel", "line", "offset", "text", "summary")
        assert [tuple(one[name] for name in names) for one in found["shuffles"]] == shuffles


@pytest.mark.parametrize("more, known", [
    ("", True),
    ("mov.u32 %r4, 3;", False),                # it holds two numbers
    ("@%p2 mov.u32 %r4, 1;", False),
    ("add.s32 %r4, %r4, %r4;", False),         # so that in a loop it does
    ("shfl.sync.up.b32 %r4|%p2, %r9, 1, 0, -1;", False),
    ("// add.s32 %r4, %r4, %r4;", True),
    ("$L__BB0_1: add.s32 %r4, %r4, %r4;", False),
    ("st.global.u32 [%rd1], %r4;", True),
    ("}\n.entry other()\n{\nadd.s32 %r4, %r4, %r4;", True),  # another function's
])  # fmt: skip
def test_registers_that_hold_a_number(decoded, tmp_path, more, known):
    """nvcc writes the operands of shuffles into registers, each by one mov, PTX ISA 9.0, mov."""
    shfl = "shfl.sync.up.b32 %r1|%p1, %r2, %r4, %r3, %r5;"
    text = f".version 9.0\n.target sm_90\n.entry k()\n{{\n.reg .b32 %r<9>;\nmov.b32 %r4, 2;\nmov.b32 %r3, 0;\n{shfl}\n"
    (tmp_path / "p").write_text(f"{text}{more}\n}}\n")
    found = decoded(tmp_path / "p")
    one = found["shuffles"][0]
    below = "every lane reads the lane 2 below it; the first 2 lanes keep their own value"
    assert (one["text"], one["summary"] == below) == (shfl, known)
    registers = "%r4 is 2, %r3 is 0" if known else "Rb is %r4; %r3 is 0"
    assert one["note"] == f"the mask is not known, and taken to name all lanes; {registers}"


def test_lines_that_are_not_understood(openshfl, decoded, tmp_path):
    (tmp_path / "t.cu").write_text("".join(f"v += __shfl_sync(-1, v, {name});\n" for name in "1abcd"))
    lines = run([openshfl, "decode", tmp_path / "t.cu"]).stdout.splitlines()
    assert lines[0] == f"{tmp_path}/t.cu: text, 5 lines, 1 SHFL"
    assert lines[3] == "4 lines with a shuffle are not understood:"
    assert lines[4].startswith("    line 2: 'a': ") and "--let a=" in lines[4] and lines[-1] == "    and 1 more"
    found = decoded(tmp_path / "t.cu")
    assert [one["line"] for one in found["not_understood"]] == [2, 3, 4, 5]
    lines = run([openshfl, "decode", "--let", "a=3", tmp_path / "t.cu"]).stdout.splitlines()
    assert lines[3:5] == ["line 2  __shfl_sync(-1, v, a)", "    every lane reads lane 3"]


# ---- files of others


OTHERS = {
    "Intel's": (b"\x7fELF\2\1" + bytes(12) + b"\xcd" + bytes(64), ["Intel's GPUs", "ocloc disasm"]),
    "a fatbin": (b"\x50\xed\x55\xba" + bytes(64), ["fatbin", "cuobjdump -xelf all"]),
    "clang's bundle": (b"__CLANG_OFFLOAD_BUNDLE__" + bytes(64), ["clang-offload-bundler -unbundle"]),
    "LLVM's offload binary": (b"\x10\xff\x10\xad" + bytes(64), ["llvm-objdump --offloading"]),
    "an archive": (b"!<arch>\n" + bytes(64), ["archive", "ar x"]),
    "bitcode": (b"BC\xc0\xde" + bytes(range(64)), ["llvm-dis"]),
    "SPIR-V": (b"\x03\x02\x23\x07" + bytes(range(64)), ["SPIR-V", "spirv-dis"]),
    "for Windows": (b"MZ" + bytes(range(64)), ["Windows", "cuobjdump"]),
    "a wheel": (b"PK\3\4" + bytes(64), ["ZIP", "wheel", "unzip"]),
    "text": (b"hello\n", ["a text without a shuffle", "1 line"]),
    "nothing": (b"", ["empty"]),
    "bytes": (bytes(range(1, 200)), ["neither", "nvcc -cubin", "nor a text"]),
}


@pytest.mark.parametrize("name", OTHERS)
def test_others(refuse, tmp_path, name):
    content, parts = OTHERS[name]
    (tmp_path / "file").write_bytes(content)
    message = refuse(tmp_path / "file")
    assert all(part in message for part in parts), message


def test_the_command_itself(refuse, openshfl):
    said = refuse(openshfl)
    assert "for the host" in said and "cuobjdump -xelf all" in said and "llvm-objdump --offloading" in said
