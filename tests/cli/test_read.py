# SPDX-License-Identifier: Apache-2.0
"""The reader of shuffles: every spelling by a rule written here once more; every sentence against its table; operands;
and text as people have it."""

import json
import os
import random
import re

import pytest
from conftest import BUILD, run
from test_amd import cuda

pytestmark = pytest.mark.usefixtures("openshfl")  # it is built
OUT = None  # undefined


def other(lane):
    """A lane of the call's other argument."""
    return ("other", lane)


# ---- the rules: (lane k, lanes n, operand o, width w) -> lane, OUT or other(lane)

RULES = {
    "select": lambda k, n, o, w: k // w * w + o if 0 <= o < w else OUT,
    "xor": lambda k, n, o, w: k ^ o if 0 <= o < w else OUT,
    "kept_xor": lambda k, n, o, w: k - k % w + (k % w ^ o) if 0 <= k % w ^ o < w else k,
    "up": lambda k, n, o, w: k - o if 0 <= o <= k % w else OUT,
    "down": lambda k, n, o, w: k + o if o >= 0 and k % w + o < w else OUT,
    "first": lambda k, n, o, w: k // w * w,
    "rotate": lambda k, n, o, w: k // w * w + (k + o) % w,
    "rotate_up": lambda k, n, o, w: k // w * w + (k - o) % w,
    "fill_up": lambda k, n, o, w: OUT if not 0 <= o <= w else k - o if o <= k % w else other(k - o + w),
    "fill_down": lambda k, n, o, w: OUT if not 0 <= o <= w else k + o if k % w + o < w else other(k + o - w),
}
select, xor, kept_xor, up, down, first, rotate, rotate_up, fill_up, fill_down = RULES.values()


def swap(mask):
    """In a quad, the neighbour in the row, in the column, or across."""
    return lambda lane, *_: lane ^ mask


def shfl(mode):
    """CUDA's formula."""
    return lambda lane, lanes, operand, width: cuda(mode, lane, operand, width)


def part(rule):
    """Of the first lanes only."""

    def result(lane, lanes, operand, width):
        found = rule(lane, lanes, operand, lanes)
        return found if found is not OUT and lane < width and found < width else OUT

    return result


IDX, UP, DOWN, BFLY = (shfl(mode) for mode in ("idx", "up", "down", "bfly"))
FOUR = {"": IDX, "_up": UP, "_down": DOWN, "_xor": BFLY}
MODES = {"idx": IDX, "up": UP, "down": DOWN, "bfly": BFLY}
OWN_MODES = {"idx": select, "up": up, "down": down, "xor": xor}
QUAD = 4

# a call, with %o for its operand and %w for its width; the rule; and the width, if it is always the same
SPELLINGS = {
    **{f"__shfl{n}_sync(0xffffffff, v, %o, %w)": (rule,) for n, rule in FOUR.items()},
    **{f"__shfl{n}(v, %o, %w)": (rule,) for n, rule in FOUR.items()},
    **{f"cuda::ptx::shfl_sync_{n}(v, %o, %c, -1)": (rule,) for n, rule in MODES.items()},
    **{f"cuda::ptx::shfl_sync_{n}(v, p, %o, %c, -1)": (rule,) for n, rule in MODES.items()},
    **{f"cuda::device::warp_shuffle_{n or '_idx'}<%w>(v, %o)".replace("__", "_"): (rule,) for n, rule in FOUR.items()},
    "cub::ShuffleUp<%w>(v, %o, 0, -1)": (UP,),
    "cub::ShuffleDown<%w>(v, %o, %w - 1, -1)": (DOWN,),
    "cub::ShuffleIndex<%w>(v, %o, -1)": (IDX,),
    **{f"tile%w.shfl{n}(v, %o)": (rule,) for n, rule in FOUR.items()},
    **{f"cuda.shfl{n}_sync(m, v, %o)": (rule, 32) for n, rule in FOUR.items()},
    **{f"jit.shfl{n}_sync(m, v, %o, %w)": (rule,) for n, rule in FOUR.items()},
    **{f"{before}shfl{n}_sync(m, v, {'%o + 1' if n == '' else '%o'}, %w)": (rule,)
       for n, rule in FOUR.items() for before in ("", "CUDA.")},
    **{f"@llvm.nvvm.shfl.sync.{n}.i32(i32 -1, i32 %v, i32 %o, i32 %c)": (rule,) for n, rule in MODES.items()},
    **{f"@llvm.nvvm.shfl.sync.i32(i32 -1, i32 {i}, i32 %v, i32 %o, i32 {'%c' if i != 1 else '%C'})": (rule,)
       for i, rule in enumerate(MODES.values())},
    **{f"@llvm.nvvm.shfl.{n}.f32(float %v, i32 %o, i32 %c)": (rule,) for n, rule in MODES.items()},
    **{f"__nvvm_shfl_sync_{n}_i32(-1, v, %o, %c)": (rule,) for n, rule in MODES.items()},
    **{f"__nvvm_shfl_{n}_f32(v, %o, %c)": (rule,) for n, rule in MODES.items()},
    **{f"__nvvm_shfl_sync_{n}_i32p(-1, v, %o, %c, &p)": (rule,) for n, rule in MODES.items()},
    **{f"nvvm.shfl.sync {n} %m, %v, %o, %c : f32 -> f32": (rule,) for n, rule in MODES.items()},
    **{f"cute.arch.shuffle_sync{'' if n == 'idx' else '_' + n}(v, mask_and_clamp=%c, offset=%o, mask=-1)": (rule,)
       for n, rule in MODES.items()},
    **{f"T.shfl{n or '_sync'}(v, %o, width=%w)": (rule,) for n, rule in FOUR.items()},
    **{f"alpaka::warp::shfl{n}(acc, v, %o, %w)": (rule,) for n, rule in FOUR.items()},
    "packed_shfl_sync(MASK_ALL, v, %o)": (IDX, 32),
    "packed_shfl_down_sync(MASK_ALL, v, %o)": (DOWN, 32),
    "__kmpc_shuffle_int32(v, %o, %w)": (DOWN,),
    "__kmpc_shuffle_int64(v, %o, %w)": (DOWN,),
    "ompx_shfl_down_sync_i(-1, v, %o, %w)": (DOWN,),
    **{f"dpct::{before}{name}(g, v, %o, %w)".replace("(g", "(-1, g" if before else "(g"): (rule,)
       for before in ("", "experimental::")
       for name, rule in (("select_from_sub_group", IDX), ("shift_sub_group_right", UP), ("shift_sub_group_left", DOWN),
                          ("permute_sub_group_by_xor", kept_xor))},
    "gpu.rotate %v, %o, %w : f32": (rotate,),
    **{f"gpu.shuffle {n} %v, %o, %w : f32": (part(rule),) for n, rule in OWN_MODES.items()},
    **{f"warp.shuffle_{n}(v, %o)": (rule, 0) for n, rule in OWN_MODES.items()},
    **{call.replace("%n", n): (rule, 0)
       for call in ("subgroupShuffle%n(v, %o)", "OpGroupNonUniformShuffle%n %uint %uint_3 %v %uint_%o",
                    "__spirv_GroupNonUniformShuffle%n(3, v, %o)")
       for n, rule in (("", select), ("Xor", xor), ("Up", up), ("Down", down))},
    **{call.replace("%n", n): (rule, QUAD if call.startswith("quad") else 0)
       for call in ("sub_group_shuffle%n(v, %o)", "sg.shuffle%n(v, %o)", "simd_shuffle%n(v, %o)",
                    "quad_shuffle%n(v, %o)", "@air.simd_shuffle%n.f32(float %v, i16 %o)")
       for n, rule in (("", select), ("_xor", xor), ("_up", up), ("_down", down))},
    **{call.replace("%n", n).replace("%a", a): (rule, 0)
       for call in ("OpSubgroupShuffle%nINTEL %uint %a %uint_%o", "__spirv_SubgroupShuffle%nINTEL(%a, %o)")
       for n, a, rule in (("", "%v", select), ("Xor", "%v", xor), ("Up", "%x %v", fill_up),
                          ("Down", "%v %x", fill_down))
       for a in [a if "%uint" in call else a.replace("%", "").replace(" ", ", ")]},
    **{f"intel_sub_group_shuffle{n}({a}, %o)": (rule, 0)
       for n, a, rule in (("", "v", select), ("_xor", "v", xor), ("_up", "x, v", fill_up),
                          ("_down", "v, x", fill_down))},
    **dict.fromkeys(("subgroupBroadcast(v, %o)", "readInvocationARB(v, %o)", "sub_group_broadcast(v, %o)",
        "OpGroupNonUniformBroadcast %uint %uint_3 %v %uint_%o", "WaveReadLaneAt(v, %o)",
        "OpSubgroupReadInvocationKHR %float %v %uint_%o", "sub_group_non_uniform_broadcast(v, %o)",
        "@dx.op.waveReadLaneAt.i32(i32 117, i32 %v, i32 %o)", "@air.simd_broadcast.f32(float %v, i16 %o)",
        "@llvm.dx.wave.readlane.i32(i32 %v, i32 %o)", "@llvm.spv.wave.readlane.f32(float %v, i32 %o)",
        "sycl::select_from_group(sg, v, %o)", "sycl::group_broadcast(sg, v, %o)", "WaveShuffle(v, %o)",
        "WaveBroadcastLaneAt(v, %o)", "WaveMaskBroadcastLaneAt(m, v, %o)", "WaveMaskReadLaneAt(m, v, %o)",
        "WaveMaskShuffle(m, v, %o)", "simd_broadcast(v, %o)"), (select, 0)),
    **dict.fromkeys(("subgroupQuadBroadcast(v, %o)", "OpGroupNonUniformQuadBroadcast %uint %uint_3 %v %uint_%o",
        "@dx.op.quadReadLaneAt.f32(i32 122, float %v, i32 %o)", "quadBroadcast(v, %o)", "QuadReadLaneAt(v, %o)",
        "quad_broadcast(v, %o)"), (select, QUAD)),
    **dict.fromkeys(("subgroupBroadcastFirst(v)", "readFirstInvocationARB(v)", "OpSubgroupFirstInvocationKHR %float %v",
        "OpGroupNonUniformBroadcastFirst %uint %uint_3 %v", "sub_group_broadcast_first(v)",
        "@dx.op.waveReadLaneFirst.i32(i32 118, i32 %v)", "WaveMaskReadLaneFirst(m, v)", "WaveReadLaneFirst(v)",
        "simd_broadcast_first(v)"), (first, 0)),
    "quad_broadcast_first(v)": (first, QUAD),
    **{f"{before}{name}(v)": (swap(mask), 0)
       for before, *names in (("subgroupQuadSwap", "Horizontal", "Vertical", "Diagonal"),
                              ("quadSwap", "X", "Y", "Diagonal"), ("QuadReadAcross", "X", "Y", "Diagonal"))
       for mask, name in enumerate(names, 1)},
    "OpGroupNonUniformQuadSwap %uint %uint_3 %v %uint_%o": (lambda k, n, o, w: k ^ o + 1 if o < 3 else OUT, 0),
    **{f"{call}, %w)": (rotate,)
       for call in ("subgroupClusteredRotate(v, %o", "sub_group_clustered_rotate(v, %o", "WaveClusteredRotate(v, %o")},
    "OpGroupNonUniformRotateKHR %uint %uint_3 %v %uint_%o %uint_%w": (rotate,),
    **dict.fromkeys(("subgroupRotate(v, %o)", "sub_group_rotate(v, %o)", "WaveRotate(v, %o)",
        "simd_shuffle_rotate_down(v, %o)"), (rotate, 0)),
    "simd_shuffle_rotate_up(v, %o)": (rotate_up, 0),
    "quad_shuffle_rotate_up(v, %o)": (rotate_up, QUAD),
    "quad_shuffle_rotate_down(v, %o)": (rotate, QUAD),
    "simd_shuffle_and_fill_up(v, f, %o, %w)": (fill_up,),
    "simd_shuffle_and_fill_down(v, f, %o, %w)": (fill_down,),
    "quad_shuffle_and_fill_up(v, f, %o)": (fill_up, QUAD),
    "quad_shuffle_and_fill_down(v, f, %o)": (fill_down, QUAD),
    "sycl::shift_group_left(sg, v, %o)": (down, 0),
    "sycl::shift_group_right(sg, v, %o)": (up, 0),
    "sycl::permute_group_by_xor(sg, v, %o)": (xor, 0),
}  # fmt: skip
SHFLS = {IDX, UP, DOWN, BFLY}


def explain(text, *options):
    return json.loads(run([BUILD / "openshfl", "explain", *options, "--json", "--", text]).stdout)


@pytest.fixture
def ask_listing(tmp_path):
    """What ask says of a lane of the shuffles in a file."""

    def ask_listing(text, lane, *options, status=0):
        (tmp_path / "listing").write_bytes(text if isinstance(text, bytes) else text.encode())
        command = [BUILD / "openshfl", "ask", *options, "--listing", tmp_path / "listing", lane]
        done = run(command, status=status)
        return done.stdout + done.stderr

    return ask_listing


def gets(lane):
    """Of a lane of the JSON: as the rules say it."""
    if lane["undefined"]:
        return OUT
    return other(lane["src_lane"]) if lane.get("other") else lane["src_lane"]


def asked(spelling, operand, width):
    """The call, with the Sc of width where it has one."""
    c = (32 - width) << 8 | (0 if re.search(r"[_. ]up", spelling) else 31)
    values = {"%o": operand, "%w": width, "%c": c, "%C": c & ~31}
    return re.sub("%[owcC]", lambda found: str(values[found[0]]), spelling)


def names_of(spellings):
    """As --languages has them: without the arguments, objects, namespaces and types."""
    names = {re.split(r"[(%<]| ->", call.replace("tile%w.", "."))[0].strip() for call in spellings}
    names = {re.sub(r"^(tile\d*|sg)(?=\.)|^@|^sycl::(ext::oneapi::)?|^dpct::", "", name) for name in names}
    ending = r"(?<!shfl\.sync)(?<!reduce_m[ai][nx])(\.i64(\.i32)?|(\.u)?\.[if]32p?|_[iuf]32p?|_i)$"
    return {name if name.startswith(("warp::", "__builtin")) else re.sub(ending, "", name) for name in names}


def listed_names():
    """Of all languages but SASS and PTX."""
    rows = [line.split(" | ") for line in run([BUILD / "openshfl", "explain", "--languages"]).stdout.splitlines()]
    assert {len(row) for row in rows} == {3}
    names = [name for language, name, _ in rows if language not in ("SASS", "PTX")]
    return {re.split(r"[(%]| (?=type|value|mask|predicate)", name)[0].strip() for name in names}


HIP_SHUFFLES = {f"rocprim::warp_shuffle{n}": f"__shfl{n}" for n in FOUR}


@pytest.mark.few(120)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_spelling(spelling):
    """A call of each spelling, with operands in and out of range: every lane, and the sentence."""
    rule, *fixed = SPELLINGS[spelling]
    some = random.Random(spelling)
    for operand in (0, 1, 5, some.randrange(2, 32), 32, 40) if "%o" in spelling else (0,):
        width = some.choice((2, 4, 8, 16, 32)) if re.search("%[wcC]", spelling) else fixed[0] or 32
        result = explain(asked(spelling, operand, width))
        assert len(result["lanes"]) == 32
        for k, lane in enumerate(result["lanes"]):
            assert gets(lane) == rule(k, 32, operand, width), (asked(spelling, operand, width), k)
        if rule not in SHFLS:
            check_sentence(result["summary"], result["lanes"])


@pytest.mark.parametrize("lanes", [4, 8, 64])
def test_spelling_in_a_warp_of_another_size(lanes):
    for spelling, (rule, *fixed) in SPELLINGS.items():
        if rule in SHFLS or not fixed:
            continue
        operand = lanes // 2 + 1
        result = explain(asked(spelling, operand, 0), "--lanes", str(lanes))
        expected = [rule(k, lanes, operand, fixed[0] or lanes) for k in range(lanes)]
        assert [gets(lane) for lane in result["lanes"]] == expected, spelling
        check_sentence(result["summary"], result["lanes"])


# ---- sentences, read back

SEGMENT = r"(?: of (?:its|each) segment of (?P<width>\d+))?"
CLAUSES = {
    r"reads? itself": lambda k, m, n: k,
    r"reads? lane (?P<a>\d+)" + SEGMENT: lambda k, m, n: k // m["width"] * m["width"] + m["a"],
    r"reads? the lane (?P<a>\d+) below it": lambda k, m, n: k - m["a"],
    r"reads? the lane (?P<a>\d+) above it": lambda k, m, n: k + m["a"],
    r"reads? the lane whose number is its own xor (?P<a>\d+)": lambda k, m, n: k ^ m["a"],
    r"reads? the lane (?P<a>\d+) above it, round the end of (?:its segment of|the) (?P<width>\d+)(?: lanes)?":
        lambda k, m, n: k // m["width"] * m["width"] + (k + m["a"]) % m["width"],
    r"reads? the lane (?P<a>\d+) below it, round the end of (?:its segment of|the) (?P<width>\d+)(?: lanes)?":
        lambda k, m, n: k // m["width"] * m["width"] + (k - m["a"]) % m["width"],
}  # fmt: skip


def lanes_of(text, lanes):
    """The lanes that a subject names."""
    if text in ("every lane", "all lanes"):
        return set(range(lanes))
    found = re.fullmatch(r"the (first|last)(?: (\d+))? lanes?(?: of each segment of (\d+))?", text)
    if found:
        count, width = int(found[2] or 1), int(found[3] or lanes)
        return {k for k in range(lanes) if (k % width < count if found[1] == "first" else k % width >= width - count)}
    found = re.fullmatch(r"lanes? (.*)", text)
    named = set()
    for item in re.split(r", | and ", found[1]):
        low, _, high = item.partition(" to ")
        named |= set(range(int(low), int(high or low) + 1))
    return named


def read_clause(clause, lanes):
    """What the clause says of each lane that it names: as gets."""
    if found := re.fullmatch(r"the result of (.*) is undefined", clause):
        return dict.fromkeys(lanes_of(found[1], lanes), OUT)
    if found := re.fullmatch(r"(.*) keeps? (?:its|their) own word", clause):
        return {k: k for k in lanes_of(found[1], lanes)}
    if found := re.fullmatch(r"in every (\d+) lanes, the lanes read number (.*)", clause):
        numbers, count = [int(n) for n in re.split(r", | and ", found[2])], int(found[1])
        assert len(numbers) == count
        return {k: k // count * count + numbers[k % count] for k in range(lanes)}
    of = other if clause.endswith(", of the other argument") else int
    clause = clause.removesuffix(", of the other argument")
    for pattern, rule in CLAUSES.items():
        if found := re.fullmatch("(?P<who>.*) " + pattern, clause):
            m = {key: int(value or lanes) for key, value in found.groupdict().items() if key != "who"}
            return {k: of(rule(k, m, lanes)) for k in lanes_of(found["who"], lanes)}
    raise AssertionError(f"not read: {clause}")


def read_sentence(sentence, lanes):
    says = {}
    for clause in reversed(sentence.split("; ")):  # the last ones are the exceptions
        says = read_clause(clause, lanes) | says
    return [says.get(k, "nothing") for k in range(lanes)]


def check_sentence(sentence, lanes):
    assert read_sentence(sentence, len(lanes)) == [gets(lane) for lane in lanes], sentence


def test_sentences_of_operands_by_lane():
    """Maps of many shapes: the sentence is true of each, or says that the table has it."""
    some = random.Random(5)
    maps = "lane^5 (lane+3)%8 lane/4*4 31-lane lane&~1 lane|3 lane<4?0:lane [1,0,3,2] (lane*2)%32".split()
    maps += [str([some.randrange(32) for _ in range(32)]).replace(" ", "") for _ in range(4)]
    for text in maps:
        result = explain(f"__shfl_sync(-1, v, {text})")
        if "the table names" not in result["summary"]:
            check_sentence(result["summary"], result["lanes"])
    assert "the table names" in explain(f"__shfl_sync(-1, v, {maps[-1]})")["summary"]


# ---- operands: what an expression is in lane 5, by the language's rules

EXPRESSIONS = """
1 << 4 | 16
warpSize - 1 | 31
0b101 + 0x1F | 36
010 | 8
~0u >> 28 | 15
~0ull >> 60 | 15
(1 - 2u) >> 28 | 15
-1 & 7 | 7
(unsigned)lane / 2 | 2
(int)(lane - 6) / 2 + 9 | 9
static_cast<int>(lane) * 2 | 10
uint(lane) + 1u | 6
lane < 16 ? lane + 16 : lane - 16 | 21
lane % 2 == 0 ? 1 : 2 | 2
!(lane & 1) + 3 | 3
1'000 % 64 | 40
gl_SubgroupInvocationID ^ gl_SubgroupSize / 2 | 21
get_sub_group_local_id() + 1 | 6
f(x).y + i | 12
2 + 3 * 4 - 6 / 4 | 13
1 | 2 & 3 ^ 4 | 7
lane >= 5 && lane != 6 || 0 | 1
/* a */ 7 // b | 7
"""


@pytest.mark.parametrize("row", EXPRESSIONS.strip().splitlines())
def test_expression(row):
    text, _, value = row.rpartition(" | ")
    given = ["--let", "i=3", "--let", "f(x).y=9"]
    result = explain(f"__shfl_sync(-1, v, {text}\n)", *given)
    assert result["lanes"][5]["index"] == int(value) & 31


# ---- text as people have it: the shuffle in it, and what lane 9 reads

TEXTS = r"""
v += __shfl_down_sync(0xffffffff, v, 16); | 25
sum = sum + __shfl_up_sync (FULL_MASK, sum, 1, 8) ; | 8
float2 r = make_float2(__shfl_sync(m, a.x, src[3]), 0); | --let src[3]=7 | 7
for (int offset = warpSize/2; offset > 0; offset >>= 1) v += __shfl_xor_sync(~0u, v, offset); | 25
const int d = 3;\nreturn __shfl_down_sync(0xffffffff, f(a, b), d); | 12
auto tile = cg::tiled_partition<4>(b);\nx = tile.shfl(x, 2); | --let tile.size()=4 | 10
%c4 = arith.constant 4 : i32\n%r, %p = gpu.shuffle down %v, %c4, %w : f32 | --let %w=32 | 13
%u = OpConstant %uint 6\n%7 = OpGroupNonUniformShuffle %uint %uint_3 %v %u | 6
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32)\n%1=call @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %0, i32 2, i32 0) | 7
{shfl.sync.down.b32 %r2,%r3,4,31,-1;\n} | 13
asm volatile("{.reg .pred p; shfl.sync.up.b32 %0|p, %1, 0x2, 0b0, -1; @p add.s32 %0, %0, %1;}" : "=r"(a) : "r"(b)); | 7
shfl.sync.bfly.b32 %r1 | %p, %r2, WARP_SZ / 4, WARP_SZ - 1, -1; // xor | 1
@%p2 shfl.sync.idx.b32 _|%p1, %r76, 0, 31, -1; | 0
CTA 0,0,0 - warp 3 - SHFL.DOWN PT, R4, R2, 0x10, 0x1f ;: | 25
[B------:R-:W0:-:S04]  SHFL.BFLY PT, R5, R2, 0x10, 0x1f ; | 25
--:-:1:-:1      SHFL.DOWN PT, R3, R2, 0x2, 0x1f; | 11
"12","0x7fc1","@!PT SHFL.IDX PT, R4, R0, 0x1, 0x1f","3" | 1
dst = sycl::permute_group_by_xor(item.get_sub_group(), x, 6); | 15
v = cuda.shfl_up_sync(0xffffffff, v, delta=2) | 7
y = shfl_sync(0xffffffff, x, laneid() % 32 + 1) | 10
v = cuda.shfl_xor_sync(m, v, cuda.warpsize // 4) | 1
#define W 16\n#define HALF (W / 2)\nx = __shfl_xor_sync(~0, x, HALF, W); | 1
auto y = sycl::select_from_group(sg, x, (sg.get_local_linear_id() + 1) % sg.get_local_range()[0]); | 10
// __shfl_down_sync(-1, v, 1) | 10
%r = nvvm.shfl.sync bfly %c-1_i32, %v, %c16_i32, %c31_i32 : i32 -> i32 | 25
v = cupyx.jit.shfl_xor_sync(m, v, 4, width=8) | 13
call("shfl.sync.bfly.b32 $0, $1, 0x4, 0x1f, 0xffffffff;", "=r,r", [x]) | 13
"""


@pytest.mark.parametrize("row", TEXTS.strip().splitlines())
def test_text(row):
    """explain and ask say the same."""
    *parts, lane = row.split(" | ")
    options = parts.pop().split() if len(parts) > 1 and parts[-1].startswith("--let") else []
    text = " | ".join(parts).replace("\\n", "\n")
    assert explain(text, *options)["lanes"][9]["src_lane"] == int(lane)
    said = run([BUILD / "openshfl", "ask", *options, "--", text, "9"]).stdout
    assert ("lane 9 does not execute it" if "@!PT" in text else f"reads lane {lane}") in said


# ---- what may stand in front of the call: what lane 9 reads; or what is a program, or asked for

FRONT = r"""
int a = threadIdx.x ^ 3; v = __shfl_sync(-1, v, a); | 10
unsigned a = 2 - 3; v = __shfl_sync(-1, v, a / 8 >> 26); | 7
uint8_t a = 262; v = __shfl_sync(-1, v, a); | 6
short a = -2; v = __shfl_sync(-1, v, (unsigned)a >> 29); | 7
int a = 4; // a = 7;\nv = __shfl_sync(-1, v, a); | 4
int a = 4; p->b = 5; v = __shfl_sync(-1, v, a); | program
int a = min(40, __popc(0xff) + 2), b = max(a, 11); v = __shfl_sync(-1, v, abs(a - b)); | 1
#pragma unroll\nfor (int o = W; o > 0; o /= 2) {\n  v += __shfl_down_sync(-1, v, o);\n} | --let W=4 | 13
for (int o = 16, n = 2; o > n; o /= 2) for (int i = 0; i < 2; i++) v += __shfl_down_sync(-1, v, o + i); | 25
for (int i = threadIdx.x; i < 50; i += 32) v = __shfl_down_sync(-1, v, 2); | 11
constexpr int W = 4; auto t = cg::tiled_partition<W>(b); x = t.shfl_down(x, 3); | 9
auto b = cg::this_thread_block(); auto t = cg::tiled_partition<8>(b); x = t.shfl(x, (t.thread_rank() + 9) % t.size()); | 10
auto g = cg::coalesced_threads(); x = g.shfl(x, 2); | program
float v = x[threadIdx.x]; __syncthreads(); v = __shfl_sync(-1, v, 3); | program
offset = 4\nv = cuda.shfl_xor_sync(-1, v, offset) | 13
src = (cuda.laneid - 10) % 32\nv = cuda.shfl_sync(-1, v, src) | 31
let n: u32 = 3u; let y = subgroupShuffle(x, n); | 3
uvec4 b = uvec4(3, 0, 0, 0) | uvec4(12); v = subgroupShuffle(v, b.x); | program
var a = lane_id() // 2\nv = warp.shuffle_idx(v, a + 1) | 5
%l = gpu.lane_id\n%w = arith.constant 32 : i32\n%0, %p = gpu.shuffle idx %v, %l, %w : f32 | 9
%l = OpLoad %uint %gl_SubgroupInvocationID\n%r = OpGroupNonUniformShuffle %float %uint_3 %v %l | 9
if (threadIdx.x < 8) x = __shfl_sync(0xff, x, 3); | program
x = threadIdx.x < 9 ? __shfl_sync(-1, x, 1) : 2; | program
y = threadIdx.x < 9 && __any_sync(-1, 1); | program
while (x) { y += __shfl_down_sync(-1, y, 2); } | program
for (int i = threadIdx.x; i < 12; i += 32) x = __shfl_sync(0xfff, x, 1); | program
for (int i = 0; i < n; i++) x = __shfl_sync(-1, x, 1); | program
int a = 3; a += 2; v = __shfl_sync(-1, v, a); | program
int a = 3; change(a); v = __shfl_sync(-1, v, a); | program
int a = 3; int *p = &a; *p = 4; v = __shfl_sync(-1, v, a); | program
__global__ void k(float v) { v = __shfl_sync(-1, v, 2); } | program
#if 0\nv = __shfl_sync(-1, v, 1);\n#endif | program
#define S(v) __shfl_sync(-1, v, 3)\nx = S(x); | program
#define A 1 + 1\nv = __shfl_sync(-1, v, 2 * A); | program
v = __shfl_sync(__ballot_sync(-1, p), v, 3); | program
int a = f(3); v = __shfl_sync(-1, v, a); | program
x.shfl_down(v, 2); | ? --let 'x.size()=8'
a = 4\na = f(3)\nv = cuda.shfl_sync(-1, v, a) | ? --let a=VALUE
if cuda.laneid > 3:\n    v = cuda.shfl_xor_sync(-1, v, 4) | ? line 1: 'if cuda.laneid > 3:'
v = cuda.shfl_xor_sync(-1, v, 4) if x else 3 | ? --active MASK
for o in (16, 8):\n    v += cuda.shfl_down_sync(-1, v, o) | 25
for o in [5, 8]: v += cuda.shfl_down_sync(-1, v, o) | --let o=8 | 17
for o in range(5):\n  for k in (1, 2):\n    n = k << o\n    v = cuda.shfl_xor_sync(-1, v, n) | 8
for o in (16, 8)\n  v += CUDA.shfl_down_sync(-1, v, o)\nend | 25
for o in (16, 8):\n    n = o\nv = cuda.shfl_down_sync(-1, v, n) | ? line 3: 'v = cuda.shfl_down_sync
for o in range(0):\n    v = cuda.shfl_down_sync(-1, v, o) | ? line 1: 'for o in range(0):'
fn f(id: u32) { y = subgroupShuffle(x, id); } | ? --active MASK
"""  # noqa: E501


@pytest.mark.parametrize("row", FRONT.strip().splitlines())
def test_what_stands_in_front(row, tmp_path):
    """It is answered by the reader, a program, which clang compiles, or asked for: never a guess."""
    *parts, expected = row.split(" | ")
    options = parts.pop().split() if parts[-1].startswith("--") else []
    text = " | ".join(parts).replace("\\n", "\n")
    if expected.isdigit():
        assert explain(text, *options)["lanes"][9]["src_lane"] == int(expected)
        return
    (tmp_path / "text").write_text(text)
    for command in ["ask", *options, "--listing", tmp_path / "text", "9"], ["ask", *options, "--", text, "9"]:
        done = run([BUILD / "openshfl", *command], status=None, env={**os.environ, "PATH": str(tmp_path)})
        assert done.returncode and (expected.removeprefix("? ") in done.stderr), done
        assert ("this is a program" in done.stderr) == (expected == "program")


@pytest.mark.parametrize("text", ['x = "__shfl_sync(m, v, 5)";', 'f("a", "__shfl_xor_sync(-1, v, 5)")'])
def test_a_string_is_no_call(text, tmp_path):
    done = run([BUILD / "openshfl", "explain", text], status=None, env={**os.environ, "PATH": str(tmp_path)})
    assert done.returncode and "this is a program" in done.stderr, done


@pytest.mark.parametrize("text, said", [
    ("@!P1 EXIT ;\nSHFL.BFLY PT, R2, R0, 0x10, 0x1f ;", "'@!P1 EXIT' stands in line 1"),
    ("/*0010*/ @P0 BRA 0x50 ;\n/*0020*/ SHFL.BFLY PT, R2, R0, 0x10, 0x1f ;", "'@P0 BRA 0x50"),
    ("@P0 BRA 0x50 ;\n\tFunction : next\nSHFL.BFLY PT, R2, R0, 0x10, 0x1f ;", ""),
    ("@P0 FADD R1, R2, R3 ;\nSHFL.BFLY PT, R2, R0, 0x10, 0x1f ;", ""),
    ("@%p1 bra $L1;\nshfl.sync.idx.b32 %r3, %r4, 1, 31, -1;", "'@%p1 bra $L1' stands in line 1"),
    ("br i1 %c, label %a, label %b\n%1 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %0, i32 2, i32 0)", "br i1"),
    ("scf.if %c {\n%w = arith.constant 32 : i32\n%r, %p = gpu.shuffle xor %v, %w, %w : f32\n}", "scf.if"),
    ("OpBranchConditional %x %y %z\n%7 = OpGroupNonUniformShuffle %uint %uint_3 %v %uint_1", "OpBranchConditional"),
])  # fmt: skip
def test_who_executes_an_instruction(text, said, tmp_path):
    """A branch or an exit in front, in the same function, is named, unless --active says it."""
    (tmp_path / "text").write_text(text)
    for command in (["ask", "--", text, "9"], ["ask", "--listing", tmp_path / "text", "9"]):
        line = run([BUILD / "openshfl", *command]).stdout
        assert (said in line and "who executes it is not known" in line) if said else "who executes" not in line
        assert "who executes" not in run([BUILD / "openshfl", command[0], "--active", "0xffff", *command[1:]]).stdout


@pytest.mark.parametrize("front, said", [
    ("s_mov_b64 exec, 0xff00", "it does not execute"),
    ("s_mov_b64 exec, -1", "reads lane 2, which executes; docs/amd.md\n"),
    ("s_and_saveexec_b64 s[0:1], vcc", "who executes it is not known"),
    ("v_cmpx_gt_u32 v1, v2\ns_mov_b64 exec, 0xff", "reads lane 2, which executes; docs/amd.md\n"),
    ("s_mov_b64 exec, 0xff00\nBB0_1:", "who executes it is not known"),
    ("s_cbranch_execz BB0_2", "who executes it is not known"),
])  # fmt: skip
def test_exec(front, said, ask_listing):
    dpp = "v_mov_b32_dpp v1, v0 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"
    assert said in ask_listing(f"{front}\n{dpp}\n", "3", "--gpu", "gfx90a")


def test_a_value_counts():
    """--let, and what the text has, is what the lanes hold; another call's value is not needed by a shuffle."""
    lanes = explain("v = __shfl_sync(-1, v, 3)", "--let", "v=lane*2+1")["lanes"]
    assert [lane["ra"] for lane in lanes] == [*range(1, 64, 2)]
    assert explain("int a = lane ^ 1; a += __shfl_down_sync(-1, a, 16);")["lanes"][0]["rd"] == 17


@pytest.mark.parametrize("text, note", [
    ("v = __shfl_sync(FULL_MASK, v, 0);", "the mask FULL_MASK is not known"),
    ("v = __reduce_add_sync(m[2], v);", "the mask m[2] is not known"),
    ("shfl.sync.idx.b32 %r3|%p1, %r4, 1, 31, %r9;", "the mask is not known"),
    ("shfl.sync.idx.b32 %r3|%p1, %r4, 1, 31, -1;", ""),
    ("shfl.idx.b32 %r3|%p1, %r4, 1, 31;", ""),
    ("movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;", ""),
    ("#define FULL_MASK 0xffffffff\nv = __shfl_sync(FULL_MASK, v, 0);", ""),
    ("v = __shfl_sync(__activemask(), v, 0);", ""),
])  # fmt: skip
def test_a_mask_that_is_not_known(text, note, ask_listing):
    """It is taken to name all lanes, and that is said."""
    said = ask_listing(text, "9", status=None).splitlines()[-1]
    assert (note in said) if note else ("is not known" not in said)


CALLS = """\
constexpr int K = 6;  // __shfl_sync(m, v, 1)
/* __shfl_up_sync(m, v, 1)
*/
auto t = cg::tiled_partition<8>(cg::this_thread_block());
float v = __shfl_up_sync(-1, v, K) + __shfl_sync(-1, v, 3);
v += t.shfl_down(v,
                 1);
any = t.any(u > 3); v = __reduce_mul_sync(-1, 3);
v += subgroupNand(v) + subgroupBallotParity(b, 3) + WaveGetLaneIndex();
"""


def test_nothing_of_a_file_is_lost(ask_listing, tmp_path):
    """Found, refused and named are all that looks like a member of a family; in ask --listing and in decode."""
    asked = ask_listing(CALLS, "9")
    decoded = json.loads(run([BUILD / "openshfl", "decode", "--json", tmp_path / "listing"]).stdout)
    lines = [[one["line"] for one in decoded[name]] for name in ("shuffles", "not_understood")]
    assert lines == [[5, 5, 6, 8], [8, 9, 9]]
    found = re.findall(r"^(\d+): (\S+?)\(.*reads lane (\d+)", asked, re.MULTILINE)
    assert found == [("5", "__shfl_up_sync", "3"), ("5", "__shfl_sync", "3"), ("6", "t.shfl_down", "10")]
    assert "8: t.any(u > 3), lane 9" in asked and "3 lines with a shuffle are not understood" in asked
    assert "__reduce_mul_sync: no call that is known" in asked


LISTING = """\
// own text in the shape of what tools print
\t.headerflags @"EF_CUDA_SM90"
        /*0090*/                   IMAD.MOV.U32 R9, RZ, RZ, R6 ;
        /*00a0*/                   SHFL.BFLY PT, R7, R7, 0x1, 0x1f ;
0030 ffffffff 1 R5 SHFL.BFLY 1 R2 0
  [B------:R-:W0:-:S04] SHFL.UP PT, R5, R2.reuse, 0x2, RZ ;
\tshfl.sync.down.b32 \t%r1|%p1, %r2, 3, 31, -1;
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-be", "nbsp", "cr"])
def test_listing(ask_listing, encoding):
    """One line that is not understood does not stop a listing; whatever the editor or the shell made of it."""
    text = LISTING.replace(" ", "\u00a0").replace("0x1f", "\u200b0x1f") if encoding == "nbsp" else LISTING
    text = text.replace("\n", "\r") if encoding == "cr" else text
    lines = ask_listing(text.encode("utf-8" if encoding in ("nbsp", "cr") else encoding), "9").splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["4", "6", "7"]
    assert [re.search(r"reads lane (\d+)", line)[1] for line in lines[:3]] == ["8", "7", "12"]
    assert lines[3] == "1 line with a shuffle is not understood:" and "/listing:5: " in lines[4] and len(lines) == 5


def test_operands_of_a_listing(ask_listing):
    text = "\n/*00b0*/  @!P0 SHFL.UP PT, R9, R9, R6, RZ ; /* 0x0400000609097389 */\n"
    assert "--init R6=VALUE" in ask_listing(text, "9")
    given = ask_listing(text, "9", "--init", "R6=3")
    assert given.startswith("2: @!P0 SHFL.UP") and "reads lane 6, in range, source active" in given


@pytest.mark.parametrize("text, names", [
    ("FADD R1, R2, R3\n", ["no shuffle that is understood in its 1 lines"]),
    ("v_add_f32_dpp v1, v0, v0 row_shr:1\n", ["no shuffle", "--gpu gfx90a"]),
    ("SHFL.BFLY 1 R2 0\n", [":1: ", "expected"]),
])  # fmt: skip
def test_listing_of_something_else(ask_listing, text, names):
    message = ask_listing(text, "9", status=2)
    assert message.count("\n") == 1 and all(name in message for name in ["/listing", *names]), message


AMD_LISTING = """\
\t.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
\tv_add_f32_dpp v1, v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf // 00000000006C: D87A01E0
\ts_nop 0
  v_readlane_b32 s4, v2, s3
v_mov_b32 v0, v1 quad_perm:[1,0,3,2] ; a comment
ds_bpermute_b32 v1, v2, v3
v_mov_b32_dpp v0, v1 row_xmask:1
"""


@pytest.mark.parametrize("given", [[], ["--gpu", "gfx90a"]])
def test_amd_listing(ask_listing, given):
    """Its GPU is in it, or given."""
    lines = ask_listing(AMD_LISTING.replace("gfx90a", "x" if given else "gfx90a"), "16", *given).splitlines()
    assert [line.partition(":")[0] for line in lines[:4]] == ["2", "4", "5", "6"]
    assert "lane 16 of 64: reads no lane; keeps what it had" in lines[0] and "a scalar register" in lines[1]
    assert "reads lane 17, which executes" in lines[2] and "--address" in lines[3]
    assert lines[4] == "1 line with a shuffle is not understood:" and ":7: " in lines[5] and len(lines) == 6
