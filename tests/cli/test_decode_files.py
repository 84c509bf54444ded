# SPDX-License-Identifier: Apache-2.0
"""`openshfl decode FILE`: what a file is, the images in it, and their shuffles. tests/cli/files/record.py made the
files that are kept, and wrote down what cuobjdump and c++filt say; of AMD's code object tests/cli/crossing.gfx90a.txt
has what Clang says. The files around them are made here, by cc and ar, or from the documents of their formats."""

import json
import os
import re
import shutil
import struct
import subprocess
import zlib

import pytest
from conftest import ROOT, run

FILES = ROOT / "tests/cli/files"
SCAN = (FILES / "scan.txt").read_text().splitlines()
NAMES = dict(line.split(" = ") for line in SCAN if " = " in line)
SASS = [line for line in SCAN if "SHFL" in line]
PTX = [line for line in SCAN if "shfl." in line]
CROSSING = (ROOT / "tests/cli/crossing.gfx90a.txt").read_text().splitlines()
HIP = "hipv4-amdgcn-amd-amdhsa--gfx90a"


@pytest.fixture
def decoded(openshfl):
    """The JSON of decode; and the shuffles of each image, in the form of the lists that are kept."""

    def decoded(path, *words, **options):
        found = json.loads(run([openshfl, "decode", "--json", *words, path], **options).stdout)
        images = [[] for _ in found["images"]]
        for one in found["shuffles"]:
            place = "" if one["offset"] is None else f"+0x{one['offset']:04x}"
            text = re.sub(r"\s+", " ", one["text"])
            text = re.sub(r".*_dpp v\d+ (?=row_|quad)", "", text) if "vop" in text else text
            images[one["image"] - 1].append(f"{one['kernel']}{place}  {text}")
        assert [len(image) for image in images] == [image["shuffles"] for image in found["images"]]
        return found, images

    return decoded


@pytest.fixture
def refuse(openshfl):
    def refuse(path, *words, **options):
        done = run([openshfl, "decode", *words, path], status=2, **options)
        assert done.stdout == "" and done.stderr.count("\n") == 1 and done.stderr.startswith(f"openshfl: {path}: ")
        return done.stderr

    return refuse


def crossings(lines):
    """Of DPP before other instructions Clang's list has what DPP does, the command also the format."""
    return [re.sub(r"  .*?((row|wave)_(?!mask)|quad_perm|dpp8)", r"  \1", line) for line in lines]


def kinds(found):
    return [(image["kind"], image["gpu"]) for image in found["images"]]


# ---- the files that are kept

CUBIN, VIRTUAL, CODE = ("cubin", "sm_90"), ("PTX", "compute_90"), ("code object", "gfx90a")
KEPT = {
    "zstd.fatbin": ("fatbin", [CUBIN, VIRTUAL], [SASS, PTX]),
    "lz4.fatbin": ("fatbin", [VIRTUAL], [PTX]),
    "plain.fatbin": ("fatbin", [VIRTUAL], [PTX]),
    "relocatable.o": ("host ELF file", [CUBIN], [SASS]),
    "plain.hipfb": ("clang offload bundle", [CODE], [CROSSING]),
    "zstd.hipfb": ("compressed clang offload bundle", [CODE], [CROSSING]),
    "offload.bin": ("LLVM offload binary", [CODE, CUBIN, VIRTUAL], [CROSSING, SASS, PTX]),
}


@pytest.mark.parametrize("name", KEPT)
def test_kept(decoded, name):
    kind, images, shuffles = KEPT[name]
    found, lists = decoded(FILES / name, "--mangled")
    assert (found["file"], found["kind"], kinds(found)) == (str(FILES / name), kind, images)
    assert [crossings(lines) for lines in lists] == [crossings(lines) for lines in shuffles]
    assert all(image["error"] is None and image["not_understood"] == [] for image in found["images"])


def test_names(decoded):
    """As c++filt has them."""
    _, images = decoded(FILES / "zstd.fatbin")
    want = [
        [line.replace(name := re.match(r"\w+", line)[0], NAMES[name], 1) for line in lines] for lines in (SASS, PTX)
    ]
    assert images == want and set(NAMES.values()) == {"void scan<float>(float*)", "void scan<int>(int*)"}


def test_text(openshfl):
    """As a text: a line for the file, one for each image, two or three for each shuffle. PTX and SASS do the same."""
    lines = run([openshfl, "decode", FILES / "zstd.fatbin"]).stdout.splitlines()
    assert lines[:2] == [f"{FILES}/zstd.fatbin: fatbin, 2 images", "image 1: sm_90, 2 kernels, 10 SHFL"]
    assert lines[2:4] == [
        "void scan<float>(float*)+0x0070  SHFL.UP PT, R0, R5, 0x1, RZ",
        "    every lane reads the lane 1 below it; the first lane keeps its own value",
    ]
    assert lines[22] == "image 2: PTX for compute_90, 119 lines, 10 SHFL" and len(lines) == 53
    says = [line for line in lines if line.startswith("    every")]
    assert sorted(says[:10]) == sorted(says[10:]) and "    note: %r4 is 1, %r3 is 0, %r5 is -1" in lines


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


def test_fields(decoded):
    """Of a machine word, of AMD's, of PTX: what encodings.md and amd.md say of the words and texts above."""
    found, _ = decoded(FILES / "offload.bin")
    amd, sass, ptx = (next(one for one in found["shuffles"] if one["image"] == n) for n in (1, 2, 3))
    dpp = {"control": 0x111, "row_mask": 15, "bank_mask": 15, "bound_ctrl": True, "fi": False}
    assert (amd["operation"], amd["fields"]) == ("dpp16", dpp) and amd["summary"].startswith(
        "each lane reads the lane 1 below it, if that is in its row"
    )
    assert sass["fields"].pop("words")[0].endswith("7989")
    assert sass["operation"] == "UP" and sass["fields"] == dict(guard=None, pu="PT", rd="R0", ra="R5", sb=1, sc="RZ")
    assert (ptx["operation"], ptx["offset"], ptx["line"] > 0) == ("UP", None, True)


# ---- files around them


def section(name, *contents):
    """Assembly of a section with these contents, with zeros between them."""
    body = "".join(f'\t.incbin "{FILES / content}"\n\t.zero 24\n\t.p2align 3\n' for content in contents)
    return f'\t.section {name},"a",@progbits\n{body}\t.section .note.GNU-stack,"",@progbits\n'


HOSTS = {
    ".nv_fatbin": (["zstd.fatbin", "lz4.fatbin"], [SASS, PTX, PTX]),
    "__nv_relfatbin": (["plain.fatbin"], [PTX]),
    ".hip_fatbin": (["plain.hipfb", "zstd.hipfb"], [CROSSING, CROSSING]),
    ".llvm.offloading": (["offload.bin"], [CROSSING, SASS, PTX]),
    f"__CLANG_OFFLOAD_BUNDLE__{HIP}": (["../crossing.gfx90a.elf"], [CROSSING]),
}


@pytest.fixture
def compiled(tmp_path):
    def compiled(text, name, *words):
        (tmp_path / "a.s").write_text(text)
        cc = (os.environ.get("CC") or "cc").split()
        run([*cc, *words, "a.s", "-o", name], cwd=tmp_path)
        return tmp_path / name

    return compiled


@pytest.mark.parametrize("name", HOSTS)
def test_sections(decoded, compiled, name):
    contents, shuffles = HOSTS[name]
    main = "\t.globl main\nmain:\n"
    for kind in ("-c", "-shared", "-no-pie"):
        made = compiled(section(name, *contents) + "\t.text\n" + main * (kind == "-no-pie"), f"made{kind}", kind)
        found, images = decoded(made, "--mangled")
        assert found["kind"] == "host ELF file" and found["images"][0]["where"].startswith(name)
        assert [crossings(lines) for lines in images] == [crossings(lines) for lines in shuffles]


def test_archive(decoded, compiled, tmp_path):
    """Members with long names; those without code for a GPU are passed over, also an empty archive's."""
    compiled("\t.text\n", "host.o", "-c")
    compiled(section(".nv_fatbin", "zstd.fatbin"), "a_name_of_more_than_16_characters.o", "-c")
    compiled(section(".hip_fatbin", "zstd.hipfb"), "b.o", "-c")
    (tmp_path / "text").write_text("odd")
    run(["ar", "rcs", "l.a", "host.o", "text", "a_name_of_more_than_16_characters.o", "b.o"], cwd=tmp_path)
    found, images = decoded(tmp_path / "l.a", "--mangled")
    assert [image["where"] for image in found["images"]] == [
        "a_name_of_more_than_16_characters.o .nv_fatbin",
        "a_name_of_more_than_16_characters.o .nv_fatbin",
        f"b.o .hip_fatbin {HIP}",
    ]
    assert found["kind"] == "archive" and images[:2] == [SASS, PTX] and crossings(images[2]) == crossings(CROSSING)


def packed(version, method, bundle):
    """A compressed bundle: Clang's page on its bundler, and OffloadBundle.h for the versions."""
    data, head = zlib.compress(bundle) if method == 0 else bundle, struct.pack("<4sHH", b"CCOB", version, method)
    number = "<Q" if version == 3 else "<I"
    size = len(head) + (version > 1) * struct.calcsize(number) + struct.calcsize(number) + 8 + len(data)
    head += struct.pack(number, size) if version > 1 else b""
    return head + struct.pack(number, len(bundle)) + bytes(8) + data


@pytest.mark.parametrize("version", [1, 2, 3])
def test_compressed_bundles(decoded, refuse, tmp_path, version):
    bundle, file = (FILES / "plain.hipfb").read_bytes(), tmp_path / "b"
    file.write_bytes(packed(version, 0, bundle))
    assert crossings(decoded(file)[1][0]) == crossings(CROSSING)
    file.write_bytes(packed(version, 7, bundle))
    assert "a method that is not known" in refuse(file)
    file.write_bytes(packed(version, 0, bundle)[:-1] + b"\0" * (version == 1))
    assert "corrupt" in refuse(file)


def offload(image, version, count=1):
    """LLVM's OffloadBinary with images for sm_90: Clang's page on its packager; of version 2, OffloadBinary.h."""
    pairs = 32 + 40 * count
    key = pairs + (16 if version == 1 else 24)
    texts = struct.pack("<QQ", key, key + 5) + (struct.pack("<Q", 6) if version == 2 else b"") + b"arch\0sm_90\0"
    entry = struct.pack("<HHIQQQQ", 5, 2, 0, pairs, 1, pairs + len(texts), len(image))
    rest = entry * count + texts + image
    return b"\x10\xff\x10\xad" + struct.pack("<IQQQ", version, 32 + len(rest), 32, 40 if version == 1 else count) + rest


SHFL = "shfl.sync.up.b32 %r1|%p1, %r2, 1, 0x1800, -1;"
BELOW = "every lane reads the lane 1 below it in its segment of 8; the first lane of a segment keeps its own value"
MODULE = f".version 9.0\n.target sm_80\n.visible .entry _Z1kPi(\n)\n{{\n\t{SHFL}\n}}\n"


@pytest.mark.parametrize("version", [1, 2])
def test_offload_versions(decoded, tmp_path, version):
    (tmp_path / "o").write_bytes(offload(MODULE.encode(), version) * 2)
    found, images = decoded(tmp_path / "o")
    assert kinds(found) == [("PTX", "sm_90")] * 2 and images == [[f"k(int*)  {SHFL}"]] * 2


def test_offload_of_two(decoded, tmp_path):
    (tmp_path / "o").write_bytes(offload(MODULE.encode(), 2, count=2))
    found, images = decoded(tmp_path / "o")
    assert kinds(found) == [("PTX", "sm_90")] * 2 and images == [[f"k(int*)  {SHFL}"]] * 2


# ---- broken files


@pytest.mark.slow
@pytest.mark.parametrize("name", KEPT)
def test_cut_off(openshfl, tmp_path, name):
    """Cut off anywhere it is refused with a line, or an image is reported as one that cannot be read."""
    whole = (FILES / name).read_bytes()
    for size in [*range(1, 100, 3), *range(100, len(whole), 97)]:
        (tmp_path / "cut").write_bytes(whole[:size])
        done = subprocess.run([openshfl, "decode", tmp_path / "cut"], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and done.stdout == "", size
        assert re.search("truncated|corrupt|neither|cut off|a text without", done.stderr), done.stderr


def changed(name, at, form, value):
    data = bytearray((FILES / name).read_bytes())
    struct.pack_into(form, data, at, value)
    return bytes(data)


@pytest.mark.parametrize("content, parts", [
    (changed("plain.fatbin", 8, "<Q", 1 << 60), ["a fatbin is not within the file"]),
    (changed("plain.fatbin", 8, "<Q", 100), ["an entry of the fatbin is not within it"]),
    (changed("plain.fatbin", 20, "<I", 0), ["an entry of the fatbin is not within it"]),
    (changed("plain.fatbin", 16, "<H", 64), ["neither machine code nor PTX", "LTO-IR"]),
    (changed("lz4.fatbin", 72, "<Q", 2458), ["corrupt", "LZ4", "2458"]),
    (changed("lz4.fatbin", 72, "<Q", 1 << 40), ["unpacks to 1099511627776", "may unpack to"]),
    (changed("zstd.hipfb", 12, "<I", 1 << 30), ["unpacks to 1073741824", "may unpack to"]),
    (changed("plain.hipfb", 24, "<Q", 1 << 60), ["bundle is"]),
    (changed("plain.hipfb", 32, "<Q", 1 << 60), ["image 1 of the bundle"]),
    (changed("offload.bin", 4, "<I", 9), ["version 9", "1 and 2"]),
    (changed("offload.bin", 8, "<Q", 31), ["not within the file"]),
    (b"!<arch>\n" + bytes(60), ["no member at 0x8"]),
    (b"!<arch>\n", ["archive", "no code for a GPU"]),
])  # fmt: skip
def test_broken(refuse, tmp_path, content, parts):
    (tmp_path / "file").write_bytes(content)
    message = refuse(tmp_path / "file")
    assert all(part in message for part in parts), message


def test_images_that_share_their_bytes(refuse, tmp_path):
    """20,000 times the same 64 KiB: a file of 900 kB does not take the time of one of 1.3 GB."""
    (tmp_path / "file").write_bytes(offload(b"BC\xc0\xde" + bytes(1 << 16), 2, count=20000))
    assert "more images than fit" in refuse(tmp_path / "file")


def test_one_image_is_broken(openshfl, decoded, tmp_path):
    """The others are read."""
    data = bytearray((FILES / "zstd.fatbin").read_bytes())
    data[100] ^= 255
    (tmp_path / "f").write_bytes(data)
    found, images = decoded(tmp_path / "f", "--mangled")
    assert "corrupt" in found["images"][0]["error"] and images == [[], PTX]
    assert "image 1: sm_90, not read: corrupt: its 1158 bytes" in run([openshfl, "decode", tmp_path / "f"]).stdout


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


@pytest.mark.parametrize("library, name, file", [
    ("libzstd.so.1", "zstd", "zstd.hipfb"), ("liblz4.so.1", "LZ4", "lz4.fatbin")
])  # fmt: skip
def test_library_is_missing(refuse, decoded, tmp_path, library, name, file):
    (tmp_path / library).write_text("")
    message = refuse(FILES / file, env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)})
    assert f"compressed with {name}" in message and library in message and "install" in message
    assert decoded(FILES / "plain.fatbin", env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)})[0]["shuffles"]


def test_demangler_is_missing(decoded, tmp_path):
    (tmp_path / "libstdc++.so.6").write_text("")
    _, images = decoded(FILES / "plain.fatbin", env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)})
    assert images == [PTX]


@pytest.mark.slow
def test_name_of_terabytes(openshfl, decoded, tmp_path):
    """A<int, int>, then in each argument twice the one before."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    name = "_Z1f1AIiiE" + "".join(f"S_IS{d}_S{d}_E" for d in digits)
    (tmp_path / "l").write_text(f"\tFunction : {name}\n /*0070*/ SHFL.UP PT, R0, R5, 0x1, RZ ;\n")
    done = run([openshfl, "decode", tmp_path / "l"], status=2)
    assert "--mangled" in done.stderr and decoded(tmp_path / "l", "--mangled")[1] == [
        [f"{name}+0x0070  SHFL.UP PT, R0, R5, 0x1, RZ"]
    ]


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
names = glob('*/*.txt')
// __shfl_sync(m, v, 1) is left out
/* and
   __shfl_sync(m, v, 2) */
v += __shfl_xor_sync(m, v, 1); // __shfl_sync(m, v, 3)
v += __shfl_down_sync(m, v, n // 2) + __shfl_up_sync(m, v, 2);
names = 1 /* without an end
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
    (AMD_IR, "LLVM IR", "gfx90a", [("k(int*)", 4, None, "%3 = tail call i32 @llvm.amdgcn.ds.bpermute(i32 %2, i32 %0)",
     "each lane reads the lane that its address names, in bytes: lane 1 is 4")]),
    (MODULE, "PTX", "sm_80", [("k(int*)", 6, None, SHFL, BELOW)]),
    (LISTING, "SASS listing", "sm_90", [("k(int*)", 4, 0x70, "@!P0 SHFL.BFLY PT, R7, R6, 0x1, 0x1f",
     "where P0 is false, every lane reads the lane whose number is its own xor 1")]),
    (IR, "LLVM IR", None, [("k(int*)", 3, None, "llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %0, i32 4, i32 31)",
     "every lane reads the lane 4 above it; the last 4 lanes keep their own value")]),
    (AMD, "AMD assembly", "gfx90a", [
     ("k(int*)", 3, None, "v_add_u32_dpp v3, v3, v3 row_shr:1 row_mask:0xf bank_mask:0xf",
      "each lane reads the lane 1 below it, if that is in its row of 16; that is the first source of v_add_u32, the "
      "others are the lane's own"),
     ("k(int*)", 4, None, "ds_swizzle_b32 v2, v0 offset:swizzle(SWAP,16)",
      "each lane reads, of its 32, ((lane & 31) | 0) ^ 16")]),
    (PROGRAM, "text", None, [
     (None, 6, None, "__shfl_xor_sync(m, v, 1)", "every lane reads the lane whose number is its own xor 1"),
     (None, 7, None, "__shfl_up_sync(m, v, 2)",
      "every lane reads the lane 2 below it; the first 2 lanes keep their own value"),
     (None, 9, None, "__shfl_sync(m, v, 7)", "every lane reads lane 7")]),
])  # fmt: skip
def test_texts(decoded, tmp_path, text, kind, gpu, shuffles):
    """As it is; with a byte order mark; with CR LF; in UTF-16, with a mark and without."""
    unix, dos = text.encode(), text.replace("\n", "\r\n").encode()
    for content in (unix, b"\xef\xbb\xbf" + dos, text.encode("utf-16"), text.encode("utf-16-le")):
        (tmp_path / "text").write_bytes(content)
        found, _ = decoded(tmp_path / "text")
        assert (found["kind"], kinds(found)) == (kind, [(kind, gpu)])
        names = ("kernel", "line", "offset", "text", "summary")
        assert [tuple(one[name] for name in names) for one in found["shuffles"]] == shuffles


@pytest.mark.parametrize("more, known", [
    ("", True),
    ("mov.u32 %r4, 3;", False),                # it holds two numbers
    ("@%p2 mov.u32 %r4, 1;", False),
    ("add.s32 %r4, %r4, %r4;", False),         # so that in a loop it does
    ("ld.v2.u32 {%r9, %r4}, [%rd1];", False),
    ("shfl.sync.up.b32 %r4|%p2, %r9, 1, 0, -1;", False),
    ("// add.s32 %r4, %r4, %r4;", True),
    (".loc 1 2 3\nadd.s32 %r4, %r4, %r4;", False),
    ("$L__BB0_1: add.s32 %r4, %r4, %r4;", False),
    ("add.s32 %r9, %r4, %r4;", True),
    ("st.global.u32 [%rd1], %r4;", True),
    ("}\n.entry other()\n{\nadd.s32 %r4, %r4, %r4;", True),  # another function's
])  # fmt: skip
def test_registers_that_hold_a_number(decoded, tmp_path, more, known):
    """nvcc writes the operands of shuffles into registers, each by one mov, PTX ISA 9.0, mov."""
    shfl = "shfl.sync.up.b32 %r1|%p1, %r2, %r4, %r3, %r5;"
    text = f".version 9.0\n.target sm_90\n.entry k()\n{{\n.reg .b32 %r<9>;\nmov.b32 %r4, 2;\nmov.b32 %r3, 0;\n{shfl}\n"
    (tmp_path / "p").write_text(f"{text}{more}\n}}\n")
    found, _ = decoded(tmp_path / "p")
    one = found["shuffles"][0]
    below = "every lane reads the lane 2 below it; the first 2 lanes keep their own value"
    assert (one["text"], one["summary"] == below) == (shfl, known)
    registers = "%r4 is 2, %r3 is 0" if known else "Rb is %r4; %r3 is 0"
    assert one["note"] == f"the mask is not known, and taken to name all lanes; {registers}"


def test_lines_that_are_not_understood(openshfl, decoded, tmp_path):
    (tmp_path / "t.cu").write_text("".join(f"v += __shfl_sync(-1, v, {name});\n" for name in "1abcd"))
    lines = run([openshfl, "decode", tmp_path / "t.cu"]).stdout.splitlines()
    assert lines[0] == f"{tmp_path}/t.cu: text, 5 lines, 1 SHFL" and lines[3] == (
        "4 lines with a shuffle are not understood:"
    )
    assert lines[4].startswith("    line 2: 'a': ") and "--let a=" in lines[4] and lines[-1] == "    and 1 more"
    found, _ = decoded(tmp_path / "t.cu")
    assert [one["line"] for one in found["images"][0]["not_understood"]] == [2, 3, 4, 5]
    lines = run([openshfl, "decode", "--let", "a=3", tmp_path / "t.cu"]).stdout.splitlines()
    assert lines[3:5] == ["line 2  __shfl_sync(-1, v, a)", "    every lane reads lane 3"]


# ---- files of others


def elf(section, machine=62, bits=2):
    """An ELF file with one section of that name."""
    texts = b"\0" + section + b"\0"
    ident = b"\x7fELF" + bytes([bits, 1, 1])
    header = struct.pack("<16sHHIQQQIHHHHHH", ident, 2, machine, 1, 0, 0, 64, 0, 64, 0, 0, 64, 2, 0)
    sections = struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, 192, len(texts), 0, 0, 1, 0)
    return header + sections + struct.pack("<IIQQQQIIQQ", 1, 8, 0, 0, 0, 0, 0, 0, 1, 0) + texts


OTHERS = {
    "program": (elf(b".text"), ["program, object or library for the host", ".nv_fatbin", ".hip_fatbin"]),
    "section without bytes": (elf(b".nv_fatbin"), ["no section of it"]),
    "Intel's": (elf(b".text", machine=205), ["Intel's GPUs", "ocloc disasm"]),
    "of 32 bits": (elf(b".text", bits=1), ["32 bits"]),
    "bitcode": (b"BC\xc0\xde" + bytes(range(64)), ["llvm-dis"]),
    "SPIR-V": (b"\x03\x02\x23\x07" + bytes(range(64)), ["SPIR-V", "spirv-dis"]),
    "Metal's": (b"MTLB" + bytes(range(64)), ["Metal", "metal-objdump"]),
    "Direct3D's": (b"DXBC" + bytes(range(64)), ["Direct3D", "dxc -dumpbin"]),
    "for Windows": (b"MZ" + bytes(range(64)), ["Windows", "cuobjdump"]),
    "a wheel": (b"PK\3\4" + bytes(64), ["ZIP", "wheel", "unzip"]),
    "gzip": (b"\x1f\x8b\x08" + bytes(64), ["gunzip"]),
    "a thin archive": (b"!<thin>\n" + bytes(64), ["archive without its members"]),
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
    """It has the names of the sections, and the beginnings of the formats, in its text."""
    assert "no section of it" in refuse(openshfl)


@pytest.mark.nightly
@pytest.mark.covers("cli/files/fatbin.c", "cli/read/listing.c")
def test_of_nvcc(decoded, tmp_path):
    """Where there is an nvcc: a program of two files, with its own shuffles and those of the kept list's source."""
    nvcc = shutil.which("nvcc") or pytest.skip("no nvcc here")
    (tmp_path / "main.cu").write_text("int main() { return 0; }\n")
    run([nvcc, "-gencode", "arch=compute_90,code=sm_90", "main.cu", FILES / "scan.cu", "-o", "program"], cwd=tmp_path)
    _, images = decoded(tmp_path / "program", "--mangled")
    assert sum(len(image) for image in images) == len(SASS)
