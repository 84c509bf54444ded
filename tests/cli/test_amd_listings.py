# SPDX-License-Identifier: Apache-2.0
"""AMD's instructions as listings, hand-written assembly and compilers' calls have them, in explain and decode.

The instruction on the right is by hand, from LLVM's assembler syntax; the compilers' calls are compared with what Clang
makes of them, too.
"""

import importlib.util
import re
import sys

import pytest
from conftest import ROOT, run

MASKS = "row_mask:0xf bank_mask:0xf"

# GPU | the text | the instruction
TEXTS = rf"""
gfx90a | v_mov_b32_dpp v9, v2 quad_perm:[1,0,3,2] {MASKS}// 0000000011D8: 7E1202FA FF00B102
    | v_mov_b32_dpp v9, v2 quad_perm:[1,0,3,2] {MASKS}
gfx90a | v_mov_b32_dpp v9, v2 row_mirror {MASKS} ; encoding: [0xfa,0x02,0x12,0x7e,0x02,0x40,0x01,0xff]
    | v_mov_b32_dpp v9, v2 row_mirror {MASKS}
gfx90a | v_add_u32_dpp v1, v1, v1 row_bcast:15 row_mask:0xa bank_mask:0xf
    | v_add_u32_dpp v1, v1, v1 row_bcast:15 row_mask:0xa bank_mask:0xf
gfx900 | v_add_f32 %0 %0 %0 row_shr:1 bound_ctrl:0 | v_add_f32_dpp %0, %0, %0 row_shr:1 {MASKS} bound_ctrl:1
gfx900 | asm volatile("v_add_f32 %0 %1 %[x] row_shr:1\n" : "=v"(y)) | v_add_f32_dpp %0, %1, %[x] row_shr:1 {MASKS}
gfx900 | v_mov_b32 %0, %1 row_mirror | v_mov_b32_dpp v0, v1 row_mirror {MASKS}
gfx1010 | v_add_f32_dpp v35, v35, v35 row_share:15 row_mask:0xa bank_mask:0xf ; 024646fa af015f23
    | v_add_f32_dpp v35, v35, v35 row_share:15 row_mask:0xa bank_mask:0xf
gfx1100 | v_add_f32_e64_dpp v0, -v1, |s2| clamp row_shr:1 mul:2 bound_ctrl:0
    | v_add_f32_e64_dpp v0, -v1, |s2| row_shr:1 {MASKS}
gfx1100 | v_cmp_eq_u32_dpp vcc_lo, v1, v2 row_shr:1 | v_cmp_eq_u32_dpp vcc_lo, v1, v2 row_shr:1 {MASKS}
gfx1100 | v_cmpx_eq_u32_dpp v1, v2 dpp8:[7,6,5,4,3,2,1,0] fi:1 | v_cmpx_eq_u32_dpp v1, v2 dpp8:[7,6,5,4,3,2,1,0] fi:1
gfx900 | v_add_co_u32_dpp v1, vcc, v2, v3 bound_ctrl:0 wave_shr:1 row_mask:0x3
    | v_add_co_u32_dpp v1, vcc, v2, v3 wave_shr:1 row_mask:0x3 bank_mask:0xf bound_ctrl:1
gfx942 | v_mov_b64_dpp v[2:3], v[4:5] row_newbcast:3 | v_mov_b64_dpp v[2:3], v[4:5] row_newbcast:3 {MASKS}
gfx90a | v_fmac_f64_dpp v[2:3], v[4:5], v[6:7] row_newbcast:3
    | v_fmac_f64_dpp v[2:3], v[4:5], v[6:7] row_newbcast:3 {MASKS}
gfx900 | v_readfirstlane_b32_e32 s4, v2 | v_readfirstlane_b32 s4, v2
gfx900 | v_readlane_b32 s4, v2, 63 // 000000000064: D2890004 00017F02 | v_readlane_b32 s4, v2, 63
gfx900 | BB0_3: V_READLANE_B32 s4, v2, 63 | v_readlane_b32 s4, v2, 63
gfx900 | /*0064*/ v_readlane_b32 s4, v2, /* the last */ 63 | v_readlane_b32 s4, v2, 63
gfx700 | ds_swizzle_b32 v8, v2 offset:swizzle(BITMASK_PERM, "01pip")
    | ds_swizzle_b32 v8, v2 offset:swizzle(BITMASK_PERM,"01pip")
gfx90a:xnack+ | ds_swizzle_b32 v1, v0 offset:0x401F | ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,16)
GFX950 | v_permlane16_swap_b32_e64 v1, v2 bound_ctrl:1 fi:1 | v_permlane16_swap_b32_e64 v1, v2 bound_ctrl:1 fi:1
"""

# GPU | the call | the instruction, with v0 the value, v1 what the destination held, v2 an address or selectors
CALLS = rf"""
gfx90a | __builtin_amdgcn_update_dpp(o, v, 0x142, 0xa, 0xf, false)
    | v_mov_b32_dpp v1, v0 row_bcast:15 row_mask:0xa bank_mask:0xf
gfx90a | __builtin_amdgcn_update_dpp(o, v, 273, 15, 15, true) | v_mov_b32_dpp v1, v0 row_shr:1 {MASKS} bound_ctrl:1
gfx90a | __builtin_amdgcn_mov_dpp(v, 0x112, 0xc, 0x3, false) | v_mov_b32_dpp v1, v0 row_shr:2 row_mask:0xc bank_mask:0x3
gfx1100 | __builtin_amdgcn_mov_dpp8(v, 0xfac688) | v_mov_b32_dpp v1, v0 dpp8:[0,1,2,3,4,5,6,7]
gfx90a | __builtin_amdgcn_ds_swizzle(v, 0x1e0) | ds_swizzle_b32 v1, v0 offset:swizzle(BROADCAST,32,15)
gfx90a | __builtin_amdgcn_ds_bpermute(a, v) | ds_bpermute_b32 v1, v2, v0
gfx90a | __builtin_amdgcn_ds_permute(a, v) | ds_permute_b32 v1, v2, v0
gfx1200 | __builtin_amdgcn_ds_bpermute_fi_b32(a, v) | ds_bpermute_fi_b32 v1, v2, v0
gfx90a | __builtin_amdgcn_readlane(v, 5) | v_readlane_b32 s0, v0, 5
gfx90a | __builtin_amdgcn_readfirstlane(v) | v_readfirstlane_b32 s0, v0
gfx1100 | __builtin_amdgcn_permlane16(o, v, 0x12345678, 7, false, false) | v_permlane16_b32 v1, v0, 0x12345678, 7
gfx1100 | __builtin_amdgcn_permlanex16(o, v, 7, 1, true, false) | v_permlanex16_b32 v1, v0, 7, 1 op_sel:[1,0]
gfx1100 | __builtin_amdgcn_permlane64(v) | v_permlane64_b32 v1, v0
gfx1200 | __builtin_amdgcn_permlane16_var(o, v, a, false, true) | v_permlane16_var_b32 v1, v0, v2 op_sel:[0,1]
gfx1200 | __builtin_amdgcn_permlanex16_var(o, v, a, false, false) | v_permlanex16_var_b32 v1, v0, v2
gfx950 | __builtin_amdgcn_permlane16_swap(o, v, false, false) | v_permlane16_swap_b32 v1, v0
gfx950 | __builtin_amdgcn_permlane32_swap(o, v, true, false) | v_permlane32_swap_b32_e64 v1, v0 fi:1
gfx1250 | __builtin_amdgcn_permlane_bcast(v, 3, 16) | v_permlane_bcast_b32 v1, v0, 3, 16
gfx1250 | __builtin_amdgcn_permlane_up(v, 3, 16) | v_permlane_up_b32 v1, v0, 3, 16
gfx1250 | __builtin_amdgcn_permlane_down(v, 3, 16) | v_permlane_down_b32 v1, v0, 3, 16
gfx1250 | __builtin_amdgcn_permlane_xor(v, 3, 16) | v_permlane_xor_b32 v1, v0, 3, 16
gfx1250 | __builtin_amdgcn_permlane_idx_gen(v, 8) | v_permlane_idx_gen_b32 v1, v0, 8
"""

# other spellings of the same
SPELLINGS = rf"""
gfx90a | %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %v, i32 322, i32 10, i32 15, i1 false)
    | v_mov_b32_dpp v1, v0 row_bcast:15 row_mask:0xa bank_mask:0xf
gfx90a | tail call float @llvm.amdgcn.update.dpp.f32(float undef, float %v, i32 273, i32 15, i32 15, i1 -1) #2
    | v_mov_b32_dpp v1, v0 row_shr:1 {MASKS} bound_ctrl:1
gfx1100 | call i32 @llvm.amdgcn.permlane16.i32(i32 %o, i32 %v, i32 305419896, i32 -19088744, i1 true, i1 false)
    | v_permlane16_b32 v1, v0, 0x12345678, 0xfedcba98 op_sel:[1,0]
gfx950 | call {"{ i32, i32 }"} @llvm.amdgcn.permlane32.swap(i32 %a, i32 %b, i1 false, i1 false)
    | v_permlane32_swap_b32 v1, v0
gfx90a | call i32 @llvm.amdgcn.writelane.i32(i32 7, i32 5, i32 %o) | v_writelane_b32 v1, 7, 5
gfx90a | __builtin_amdgcn_writelane(7, 5, o) | v_writelane_b32 v1, 7, 5
gfx90a | call i32 @llvm.amdgcn.ds.swizzle(i32 %v, i32 480) | ds_swizzle_b32 v1, v0 offset:swizzle(BROADCAST,32,15)
gfx1200 | call i32 @llvm.amdgcn.ds.bpermute.fi.b32(i32 %a, i32 %v) | ds_bpermute_fi_b32 v1, v2, v0
gfx90a | __hip_ds_swizzle(v, 0x401f) | ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,16)
gfx90a | __hip_ds_swizzlef(f(v, 1), 0x401f) | ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,16)
gfx90a | __hip_move_dpp(v, 0x111, 0xa, 0xf, true)
    | v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xa bank_mask:0xf bound_ctrl:1
"""

# MLIR's
MLIR = """
gfx90a | %0 = rocdl.update.dpp %o, %v with 273, 10, 15, true : i32
    | v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xa bank_mask:0xf bound_ctrl:1
gfx90a | %0 = rocdl.ds_swizzle %v, %c : (i32, i32) -> i32 | ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,16)
gfx90a | %0 = rocdl.ds_bpermute %a, %v : (i32, i32) -> i32 | ds_bpermute_b32 v1, v2, v0
gfx90a | %0 = rocdl.readlane %v, %l : (i32, i32) -> i32 | v_readlane_b32 s0, v0, 5
gfx90a | %0 = rocdl.readfirstlane %v : i32 | v_readfirstlane_b32 s0, v0
gfx1100 | %0 = rocdl.permlanex16 %o, %v, %s, %l, true, false : i32, i32 | v_permlanex16_b32 v1, v0, 7, 5 op_sel:[1,0]
gfx950 | %0 = rocdl.permlane32.swap %v, %v, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
    | v_permlane32_swap_b32 v1, v0
"""


def rows(table):
    """A row may go on in the next line. The text in the middle may have bars of its own."""
    found = []
    for line in table.strip().replace("\n    ", " ").splitlines():
        gpu, rest = line.split(" | ", 1)
        found.append([gpu, *(cell.strip() for cell in rest.rsplit(" | ", 1))])
    return found


@pytest.mark.parametrize("gpu, text, want", rows(TEXTS) + rows(CALLS) + rows(SPELLINGS) + rows(MLIR))
def test_text(openshfl, gpu, text, want):
    given = ["--address", "lane*4"] if re.search(r"\(o, v, a|\(a, v|i32 %a, i32 %v\)", text) else []
    if "rocdl" in text:
        given = [word for let in ("%c=0x401f", "%l=5", "%s=7", "%a=lane*4") for word in ("--let", let)]
    assert run([openshfl, "explain", "--gpu", gpu, *given, text]).stdout.splitlines()[0] == want


# a call as a template has it, and what lane 5 of 64 reads
LETS = ("XOR=2", "SHIFT=1", "GROUP=4", "LANE=1")
TEMPLATES = """
__builtin_amdgcn_mov_dpp(v, (0 ^ XOR) | (1 ^ XOR) << 2 | (2 ^ XOR) << 4 | (3 ^ XOR) << 6, 0xf, 0xf, 1) | reads lane 7
__builtin_amdgcn_mov_dpp(v, SHIFT | ((SHIFT < 3 ? 1 + SHIFT : 1) << 2) | 3 << 4 | 3 << 6, 0xf, 0xf, 1) | reads lane 6
__builtin_amdgcn_mov_dpp(v, 0x150 + LANE, 0xf, 0xf, 1) | reads lane 1
__builtin_amdgcn_mov_dpp(v, 0x110 | SHIFT, 0xf, 0xf, 0) | reads lane 4
__builtin_amdgcn_ds_swizzle(v, LANE << 5 | (32 - GROUP)) | reads lane 5
__builtin_amdgcn_ds_bpermute((threadIdx.x ^ XOR) * 4, v) | reads lane 7
int i = lane << 2; v = __builtin_amdgcn_ds_bpermute(i ^ 4 * XOR, v); | reads lane 7
const int C = 0x111; v = __builtin_amdgcn_mov_dpp(v, C, 0xf, 0xf, 0); | reads lane 4
__shfl(v, __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)) ^ 1) | reads lane 4
__shfl(v, __builtin_amdgcn_mbcnt_lo(0x11, 7)) | reads lane 9
"""


@pytest.mark.parametrize("text, want", [row.rsplit(" | ", 1) for row in TEMPLATES.strip().splitlines()])
def test_names(openshfl, text, want):
    """A name in a call has the value that --let or the text gives it."""
    lets = [word for let in LETS for word in ("--let", let)]
    assert want in run([openshfl, "ask", "--gpu", "gfx90a", text, "5", *lets]).stdout


def test_every_spelling():
    """The tables above have each row of amd_parse.c."""
    source = (ROOT / "cli/read/amd_parse.c").read_text(encoding="utf-8")
    names = re.findall(r'^    \{ "(\w+)", "[^"]+", SHFL_AMD', source, re.M)
    text = CALLS + SPELLINGS + "\n".join(ADDRESSED)
    for name in names:
        assert re.search(rf"(amdgcn_|\b){name}[(<]|{name} ", text), name
    assert len(names) == 29


def lanes_of(openshfl, *words):
    """Of each lane, what it reads and its result, as the table has them."""
    lines = run([openshfl, "explain", *words]).stdout.splitlines()
    return [line.split()[2:] for line in lines if re.match(r" *\d+ +(yes|no)", line)]


ADDRESSED = ["__hip_ds_permute(A, v)", "__hip_ds_permutef(A, v)", "__hip_ds_bpermute(A, v)", "__hip_ds_bpermutef(A, v)"]
ADDRESSED += [f"__builtin_amdgcn_ds_{name}(A, v)" for name in ("permute", "bpermute", "bpermute_fi_b32")]
ADDRESSED += ["__builtin_amdgcn_permlane16_var(o, v, B, 0, 0)"]


@pytest.mark.parametrize("call", ADDRESSED)
def test_address_of_a_call(openshfl, call):
    """The call's own address, and not --address."""
    text = call.replace("A", "(lane ^ 1) << 2").replace("B", "lane ^ 1")
    table = lanes_of(openshfl, "--gpu", "gfx1200", "--lanes", "32", text)
    assert [int(row[0]) for row in table] == [lane ^ 1 for lane in range(32)]


@pytest.mark.parametrize("length", [*range(276, 284), *range(296, 302)])
def test_long_address(openshfl, length):
    """An address is read to its end, or the call is refused: without its last digit lane 3 would read itself."""
    call = f"__builtin_amdgcn_ds_bpermute({'lane * 4 ^ 12'.rjust(length)}, v)"
    call = call.replace(" " * 20, "0 + " * 5)
    done = run([openshfl, "ask", "--gpu", "gfx90a", call, "3"], status=None)
    assert "reads lane 0" in done.stdout if length < 300 else done.returncode == 2, done.stdout + done.stderr


# HIP's calls: GPU, options, the call | lanes of the wave, what lane 3 and the last read | words that the page says
HIP = """
gfx1030 '__shfl_up(v, 3)' | 32 0 28 | waves of 32 | first 3 lanes keep their own word
gfx1030 '__shfl_up(v, 3, 64)' | 64 0 60 | a wave of 64
gfx1030 --lanes 64 '__shfl(v, 40)' | 64 8 40 | every lane reads lane 8 of its segment of 32
gfx1100 '__shfl(v, 40)' | 32 8 8 | every lane reads lane 8
gfx90a '__shfl(v, -1, 16)' | 64 15 63 | every lane reads lane 15 of its segment of 16 | up to ROCm 5
gfx90a '__shfl(v, 3)' | 64 3 3 | every lane reads lane 3
gfx90a '__shfl_xor_sync(0xff, v, 1)' | 64 2 62 | 64 bits | from ROCm 6.3 on | a mask switches no lane off
gfx90a '__shfl_xor_sync(0xffull, v, 1)' | 64 2 62 | a mask switches no lane off
gfx90a '__shfl_xor_sync(0xffffffffffffffff, v, 1)' | 64 2 62 | every lane reads
gfx1250 '__shfl_xor(v, 1)' | 32 2 30 | every lane reads
"""


@pytest.mark.parametrize("row", HIP.strip().splitlines())
def test_hip(openshfl, row):
    given, lanes, *says = [cell.strip() for cell in row.split(" | ")]
    gpu, *options = given.split(" ", 1)[0], *re.findall(r"'([^']*)'|(\S+)", given.split(" ", 1)[1])
    words = [call or word for call, word in options]
    said = run([openshfl, "explain", "--gpu", gpu, *words]).stdout
    table = lanes_of(openshfl, "--gpu", gpu, *words)
    count, third, last = lanes.split()
    assert (str(len(table)), table[3][0], table[-1][0]) == (count, third, last)
    assert all(word in said for word in says) and "lane 3 keeps" not in said
    assert all(row[-1] != "keeps" for row in table)
    assert ("ROCm 6.3" in said) == ("from ROCm 6.3 on" in says)


@pytest.mark.nightly
@pytest.mark.parametrize("gpu, call, want", rows(CALLS))
def test_clang(gpu, call, want, tmp_path):
    """Clang makes that instruction of the call, with registers of its own."""
    if not importlib.util.find_spec("ziglang"):
        pytest.skip("no ziglang here: make test-all installs it")
    swap = "_swap" in call
    pair = "typedef unsigned pair __attribute__((ext_vector_type(2)));"
    body = f"{pair} {'pair' if swap else 'int'} f(int o, int v, int a) {{ return {call}; }}"
    (tmp_path / "a.c").write_text(body, encoding="ascii")
    target = ["-target", "amdgcn-amd-amdhsa", f"-mcpu={gpu}", "-nogpulib"]
    words = [sys.executable, "-m", "ziglang", "clang", *target, "-O1", "-S", "-std=c2x"]
    run([*words, "-x", "c", "a.c", "-o", "a.s"], cwd=tmp_path)
    name, operands = want.split(" ", 1)
    found = re.findall(rf"^\s+{name}(?:_e32|_e64)? (.*)$", (tmp_path / "a.s").read_text(encoding="utf-8"), re.M)
    assert len(found) == 1, found
    made = found[0].split("//")[0].split(";")[0]
    if "v_permlane" in name or "lane_b32" in name:  # Clang moves large constants into scalar registers
        made, operands = (re.sub(r"\b(s\d+|0x[0-9a-f]+|\d+)(?=[ ,]|$)", "_", side) for side in (made, operands))
    made, operands = (re.sub(r"\bv\d+|\bs\d+", "r", side) for side in (made, operands))
    assert made.replace("bound_ctrl:0", "bound_ctrl:1").strip() == operands
