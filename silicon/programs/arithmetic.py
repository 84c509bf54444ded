# SPDX-License-Identifier: Apache-2.0
"""Arithmetic of PTX, an instruction a kernel: its operands, corners and random ones, and its text. A kernel reads three
operands of 64 bits a thread, of which it takes the low ones, and writes 64 bits."""

import itertools
import random
import re

COUNT = 2048  # operands of each instruction
CORNERS = 576  # the first of them

_INT = [0, 1, 2, 3, -1, -2, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 255, 256, 0x5555555555555555]


def _words(text):
    return [int(word, 16) for word in text.split()]


_F32 = _words(
    "0 1 7fffff 800000 3f800000 3fc00000 3f000000 40490fdb 4b000000 4b800001 4effffff 4f000000 5f000000 "
    "7f7fffff 7f800000 7fc00000 7f800001 33800000 3dcccccd 477ff000"
)
_F64 = _words(
    "0 1 fffffffffffff 10000000000000 3ff0000000000000 3ff8000000000000 3fe0000000000000 7fefffffffffffff "
    "7ff0000000000000 7ff8000000000123 7ff0000000004567 41dfffffffc00000 43e0000000000000 "
    "47efffffe0000000"
)
_F16 = _words("0 1 3ff 400 3c00 3e00 7bff 7c00 7e00 6400 3800")
_BF16 = _words("0 1 7f 80 3f80 3fc0 7f7f 7f80 7fc0 7f81 4300 3f00")

PARTS = {"h": "f", "g": "e"}


def corners(kind, bits):
    if kind in "hg":  # pairs
        ends = corners(PARTS[kind], 16)
        return [v | w << 16 for v, w in zip(ends, reversed(ends), strict=True)]
    if kind not in "fe":
        ends = [2 ** (bits - 1), 2 ** (bits - 1) - 1, 2 ** (bits - 1) + 1, 2**bits - 1]
        return [v & (2**bits - 1) for v in _INT + ends]
    size = {16: _F16, 32: _F32, 64: _F64}[bits] if kind == "f" else _BF16
    return size + [v | 1 << (bits - 1) for v in size]


def operands(name, kind, bits):
    """a, b and c of each thread."""
    chance = random.Random(name)
    ends = corners(kind, bits)
    every = []
    for k in range(COUNT):
        if k < CORNERS:
            a, b = ends[k % 24 % len(ends)], ends[k // 24 % len(ends)]
            if kind in "fehg" or len(ends) > 24:  # more corners than fit: each pair is met by chance
                a, b = chance.choice(ends), chance.choice(ends)
            every.append((a, b, chance.choice(ends)))
            continue
        abc = [chance.getrandbits(bits) for _ in range(3)]
        if kind == "f" and bits == 32 and k % 2:  # exponents near each other: sums cancel and round
            abc = [v & 0x807FFFFF | 100 + chance.randrange(56) << 23 for v in abc]
        if kind in "ehg" and k % 2:  # as above, of 16 bits
            near = {"f": (0x83FF, 8, 16, 10), "e": (0x807F, 116, 16, 7)}[PARTS.get(kind, kind)]
            abc = [_near(chance, v & 0xFFFF, near) | _near(chance, v >> 16, near) << 16 for v in abc]
            abc = [v & (1 << bits) - 1 for v in abc]
        if kind not in "fehg" and k % 2:  # as a shift, a position, a length
            abc[1] &= 63
            abc[2] &= 63
        every.append(tuple(abc))
    return every


def _near(chance, v, near):
    keep, least, count, at = near
    return v & keep | least + chance.randrange(count) << at


INTEGERS = "u16 s16 u32 s32 u64 s64"
SMALL = "f16 f16x2:h32 bf16:e16 bf16x2:g32"  # as in a row: the type in the text, and that of the operands
BINARY, TERNARY = "%d, %a, %b;", "%d, %a, %b, %c;"
SMALL_PAIRS = (("f16 bf16:e16", "p", "q"), ("f16x2:h32 bf16x2:g32", "p|q", "q|p"))
CLASSES = "<finite infinite number notanumber normal subnormal>"
FLOAT_COMPARES = "<eq ne lt le gt ge equ neu ltu leu gtu geu num nan>"
# a divisor that is not 0
DIVIDE = "{ .reg .pred z; setp.eq.$ z, %b, 0; @z mov.b# %b, 1; <div rem>.$ %d, %a, %b; }"
# the predicate, its opposite, and both with a third
SETP = """{ .reg .pred p, q, r, s; .reg .b32 x; setp.?.$ p, %a, %b; selp.b32 %d, 1, 0, p;
setp.?.and.$ q|r, %b, %a, p; selp.b32 x, 2, 0, q; or.b32 %d, %d, x; selp.b32 x, 4, 0, r;
or.b32 %d, %d, x; setp.?.xor.$ s, %b, %b, !q; selp.b32 x, 8, 0, s; or.b32 %d, %d, x; }"""
SMALL_SETP = """{ .reg .pred p, q; .reg .b32 x; setp.?.$ !, %a, %b; setp.?.and.$ ~, %b, %a, p; selp.b32 %d, 1, 0, p;
selp.b32 x, 2, 0, q; or.b32 %d, %d, x; }"""
# numbers of three words; d has two of them, mixed with the third
CARRY = """{ .reg .b# x, y, z; <add sub>.cc.$ x, %a, %b; <addc subc>.cc.$ y, %b, %c; <addc subc>.$ z, 0, 0;
xor.b# x, x, y; xor.b# %d, x, z; }"""
MAD_CARRY = """{ .reg .b# x, y, z; mad.<lo hi>.cc.$ x, %a, %b, %c; madc.<lo hi>.cc.$ y, %c, %b, %a; addc.$ z, 0, 0;
xor.b# x, x, y; xor.b# %d, x, z; }"""
LOP3 = """{ .reg .pred p, q; .reg .b32 x; setp.lt.u32 q, %b, %c; lop3.<and or>.b32 %d|p, %a, %b, %c, 0x1e, q;
selp.b32 x, 1, 0, p; xor.b32 %d, %d, x; }"""
# in a thread's own word of global or shared memory: what it held before, then what it holds
ATOMIC = "{ .reg .b# o, v; st.global.b# [%out], %a; atom.global.*.$ o, [%out], %b; ld.global.b# v, [%out]; ! }"
BOX = """{ .shared .align 8 .b8 box[8192]; .reg .b64 p; .reg .b32 n; mov.u32 n, %tid.x; mul.wide.u32 %at, n, 8;
mov.u64 p, box; add.u64 p, p, %at; """

# Types, the text of an instruction, the types of its sources and of its result, its name: of each type and of each word
# in <>, which is the same word wherever the brackets are the same. $ is the type, # its bits, ~ that of the operands,
# ^ one of twice the bits.
ROWS = (
    (INTEGERS, f"<add sub mul.lo mul.hi min max>.$ {BINARY}"),
    ("u32 s32 u64 s64", f"mad.hi.$ {TERNARY}"),
    (INTEGERS, f"<mad.lo sad>.$ {TERNARY}"),
    ("u16 s16 u32 s32", f"mul.wide.$ {BINARY}", "~ ~ ~", "^"),
    ("u16 s16 u32 s32", f"mad.wide.$ {TERNARY}", "~ ~ ^", "^"),
    (INTEGERS, DIVIDE, "~ ~ ~", "~", "<div rem>.$"),
    (INTEGERS, f"shr.$ {BINARY}", "~ u32 ~"),
    (INTEGERS, SETP.replace("?", "<eq ne lt le gt ge>"), "~ ~ ~", "u32", "setp.<eq ne lt le gt ge>.$"),
    ("u16 u32 u64", SETP.replace("?", "<lo ls hi hs>"), "~ ~ ~", "u32", "setp.<lo ls hi hs>.$"),
    ("s16 s32 s64", "<abs neg>.$ %d, %a;"),
    ("s32", f"<add sub>.sat.$ {BINARY}"),
    ("s32", f"<mad.hi mad24.hi>.sat.$ {TERNARY}"),
    ("b16 b32 b64", f"<and or xor>.$ {BINARY}"),
    ("b16 b32 b64", "<not cnot>.$ %d, %a;"),
    ("b16 b32 b64", f"shl.$ {BINARY}", "~ u32 ~"),
    ("b16 b32 b64", "{ .reg .pred z; setp.lt.u32 z, %c, 40; selp.$ %d, %a, %b, z; }", "~ ~ u32", "~", "selp.$"),
    ("b32 b64", "<popc clz>.$ %d, %a;", "~ ~ ~", "u32"),
    ("b32 b64", "brev.$ %d, %a;"),
    ("b32 b64", "bfi.$ %d, %a, %b, %b2, %c;", "~ ~ u32"),
    ("u32 s32 u64 s64", f"bfe.$ {TERNARY}", "~ u32 u32"),
    ("u32 s32 u64 s64", "<bfind bfind.shiftamt>.$ %d, %a;", "~ ~ ~", "u32"),
    ("b32", f"shf.<l r>.<clamp wrap>.$ {TERNARY}"),
    *(("b32", f"lop3.$ %d, %a, %b, %c, {lut};", "~ ~ ~", "~", f"lop3.{lut:02x}")
      for lut in (0x00, 0x1E, 0x96, 0xE8, 0xCA, 0x2D, 0xFE)),
    ("b32", f"<prmt.b32 prmt.b32.f4e prmt.b32.b4e prmt.b32.rc8 prmt.b32.ecl prmt.b32.ecr prmt.b32.rc16> {TERNARY}"),
    ("b32", f"slct.$.s32 {TERNARY}", "~ ~ s32"),
    ("b32", f"slct.$.f32 {TERNARY}", "~ ~ f32"),
    ("f32", f"<add sub mul>.<rz rm rp>.$ {BINARY}"),
    ("f32", f"fma.<rz rm rp>.$ {TERNARY}"),
    ("f32 f64", f"<add.rn sub.rn mul.rn div.rn copysign min max>.$ {BINARY}"),
    ("f32 f64", f"fma.rn.$ {TERNARY}"),
    ("f32 f64", "<rcp.rn sqrt.rn abs neg>.$ %d, %a;"),
    ("f32 f64", SETP.replace("?", FLOAT_COMPARES), "~ ~ ~", "u32", f"setp.{FLOAT_COMPARES}.$"),
    ("f32", f"<add.ftz add.sat sub.ftz sub.sat mul.ftz mul.sat min.ftz min.NaN max.ftz max.NaN>.$ {BINARY}"),
    ("f32", f"fma.rn.<ftz sat ftz.sat>.$ {TERNARY}"),
    ("f32", SETP.replace("?.", "lt.ftz."), "~ ~ ~", "u32", "setp.lt.ftz.$"),
    ("f64", "cvt.<rn rz rm rp>.f32.$ %d, %a;", "~ ~ ~", "f32"),
    ("f16 f32 f64", "cvt.<rni rzi rmi rpi>.$.$ %d, %a;"),
    ("f32", "<cvt cvt.ftz>.f64.$ %d, %a;", "~ ~ ~", "f64"),
    ("f16", "cvt.<f32 f64>.$ %d, %a;", "~ ~ ~", "<f32 f64>"),
    ("f32", "cvt.sat.$.$ %d, %a;"),
    ("f64", "cvt.rn.ftz.f32.$ %d, %a;", "~ ~ ~", "f32"),
    (SMALL, f"<add sub mul min max min.NaN max.NaN>.$ {BINARY}"),
    (SMALL, f"fma.<rn rn.relu>.$ {TERNARY}"),
    (SMALL, "<abs neg>.$ %d, %a;"),
    ("f16 f16x2:h32", f"<add.ftz add.sat sub.ftz.sat mul.ftz mul.sat min.ftz max.ftz.NaN>.$ {BINARY}"),
    ("f16 f16x2:h32", f"fma.rn.<ftz sat ftz.sat ftz.relu>.$ {TERNARY}"),
    *((types, SMALL_SETP.replace("?", FLOAT_COMPARES).replace("!", p).replace("~", q), "~ ~ ~", "u32",
       f"setp.{FLOAT_COMPARES}.$") for types, p, q in SMALL_PAIRS),
    ("f16 bf16:e16", f"set.{FLOAT_COMPARES}.u32.$ {BINARY}", "~ ~ ~", "u32"),
    ("f16x2:h32 bf16x2:g32", f"set.{FLOAT_COMPARES}.$.$ {BINARY}"),
    ("f32 f64 u32 s32 s64 u16", f"set.lt.<u32 s32 f32>.$ {BINARY}", "~ ~ ~", "<u32 s32 f32>"),
    ("f32 f64 u32 s32 s64 u16", "{ .reg .pred p; setp.gt.$ p, %a, %c; set.eq.xor.u32.$ %d, %a, %b, !p; }", "~ ~ ~",
     "u32", "set.eq.xor.u32.$"),
    ("f32", f"set.gt.ftz.$.$ {BINARY}"),
    ("f16", f"set.gtu.ftz.$.$ {BINARY}"),
    ("f16", f"set.le.s16.$ {BINARY}", "~ ~ ~", "s16"),
    ("f16x2:h32", f"set.le.s32.$ {BINARY}", "~ ~ ~", "s32"),
    ("f32", "cvt.<rn rn.relu>.bf16.$ %d, %a;", "~ ~ ~", "e16"),
    ("f32", "cvt.<rn rn.relu>.f16.$ %d, %a;", "~ ~ ~", "f16"),
    ("bf16:e16", "cvt.f32.$ %d, %a;", "~ ~ ~", "f32"),
    ("f32", f"cvt.rn.f16x2.$ {BINARY}", "~ ~ ~", "h32"),
    ("f32", f"cvt.<rn rn.relu>.bf16x2.$ {BINARY}", "~ ~ ~", "g32"),
    ("f64", "cvt.rn.f16.$ %d, %a;", "~ ~ ~", "f16"),
    ("s32 u64", "cvt.rn.bf16.$ %d, %a;", "~ ~ ~", "e16"),
    ("s32 u64", "cvt.rzi.$.bf16 %d, %a;", "e16 e16 e16", "~"),
    ("u32 s32", f"mul24.<lo hi>.$ {BINARY}"),
    ("u32 s32", f"mad24.<lo hi>.$ {TERNARY}"),
    ("u32 s32", f"<dp4a dp2a.lo dp2a.hi>.$.<u32 s32> {TERNARY}", "u32 u32 u32", "u32"),
    ("u16x2:b32 s16x2:b32", f"<add min max>.$ {BINARY}"),
    ("s32 s16x2:b32", f"<min max>.relu.$ {BINARY}"),
    ("f32", "cvt.<rz rm rp>.f16.$ %d, %a;", "~ ~ ~", "f16"),
    ("f32", "cvt.rz.bf16.$ %d, %a;", "~ ~ ~", "e16"),
    ("f32", f"cvt.rz.f16x2.$ {BINARY}", "~ ~ ~", "h32"),
    ("u32 s32", f"<vabsdiff2.$.$.$ vabsdiff4.$.$.$ vabsdiff2.$.$.$.add vabsdiff4.$.$.$.add> {TERNARY}"),
    ("u32 s64", CARRY, "~ ~ ~", "~", "<addc subc>.after.<add sub>.$"),
    ("u32 s64", MAD_CARRY, "~ ~ ~", "~", "madc.<lo hi>.$"),
    ("f32 f64", f"{{ .reg .pred p; testp.{CLASSES}.$ p, %a; selp.b32 %d, 1, 0, p; }}", "~ ~ ~", "u32",
     f"testp.{CLASSES}.$"),
    ("b32", LOP3, "~ ~ ~", "~", "lop3.<and or>.1e"),
)  # fmt: skip
ATOMICS = (
    ("u32 s32 u64 s64", "min max"), ("u32 s32 u64", "add"), ("b32 b64", "and or xor exch cas"), ("u32", "inc dec"),
    ("f32 f64", "add"), ("b16", "cas"), (SMALL, "add.noftz"),
)  # fmt: skip


def expand(types, text, sources="~ ~ ~", result="~", name=""):
    """(name, (text, types of the sources, type of the result)) of each instruction of a row."""
    for both in types.split():
        t, _, own = both.partition(":")
        own = own or t
        bits = own[1:]
        row = "\n\n".join([name or text.split(" %d")[0], text.replace("\n", " "), sources, result])
        for sign, what in (("$", t), ("#", bits), ("~", own), ("^", own[0] + str(2 * int(bits)))):
            row = row.replace(sign, what)
        groups = dict.fromkeys(re.findall(r"<.*?>", row))
        for words in itertools.product(*(group[1:-1].split() for group in groups)):
            one = row
            for group, word in zip(groups, words, strict=True):
                one = one.replace(group, word)
            called, made, of, to = one.split("\n\n")
            yield called.replace(".", "_"), (made, of.split(), to)


def conversions():
    """Rows of those between integers, and with floats."""
    everything = ["u8", "s8", *INTEGERS.split()]
    for to in everything:
        for source in everything:
            if to != source:
                yield source, f"cvt.{to}.$ %d, %a;", "~ ~ ~", to
                if not _holds(to, source):
                    yield source, f"cvt.sat.{to}.$ %d, %a;", "~ ~ ~", to
        rounding = "<rzi>" if to in ("u8", "s8") else "<rni rzi rmi rpi>"
        yield "f16 f32 f64", f"cvt.{rounding}.{to}.$ %d, %a;", "~ ~ ~", to
        for target in ("f16", "f32", "f64"):
            yield to, f"cvt.{'<rn rz rm rp>' if target == 'f32' else 'rn'}.{target}.$ %d, %a;", "~ ~ ~", target


def atomics():
    """Rows of the atomics, in global and in shared memory."""
    for types, ops in ATOMICS:
        for both in types.split():
            bits = int(both.rpartition(":")[2][1:])
            result = f"mov.b{2 * bits} %d, {{o, v}};" if bits < 64 else "shl.b64 o, o, 1; xor.b64 %d, o, v;"
            for op in ops.split():
                text = ATOMIC.replace("*", op).replace("!", result)
                text = text.replace("%b;", "%b, %c;") if op == "cas" else text
                shared = BOX + text.removeprefix("{ ").replace("global", "shared").replace("[%out]", "[p]")
                for space, made in (("global", text), ("shared", shared)):
                    yield both, made, "~ ~ ~", f"b{min(2 * bits, 64)}", f"atom.{op}.{space}.$"


def _holds(to, source):
    """Is every value of source one of to?"""
    bits, of = int(to[1:]), int(source[1:])
    return bits >= of if to[0] == source[0] else to[0] == "s" and bits > of


# name: (instruction with %d, %a, %b, %c; types of the sources; type of the result)
TABLE = dict(one for row in (*ROWS, *conversions(), *atomics()) for one in expand(*row))


def inputs(name):
    """The operands of a kernel, three a thread, as it reads them."""
    sources = TABLE[name][1]
    kind = next((s[0] for s in sources if s[0] in "fehg"), "b")
    bits = max(int(s[1:]) for s in sources)
    return [v for abc in operands(name, kind, bits) for v in abc]


def ptx(table=TABLE):
    """Kernels of such a table, as a file of PTX."""
    lines = [".version 8.2", ".target sm_90", ".address_size 64"]
    for name, (text, sources, result) in table.items():
        *bits, to = (max(int(kind[1:]), 16) for kind in (*sources, result))  # of registers
        lines += [
            f".visible .entry {name}(.param .u64 in, .param .u64 out)",
            "{",
            f".reg .b{bits[0]} %a; .reg .b{bits[1]} %b; .reg .b{bits[2]} %c; .reg .b{to} %d; .reg .b32 %b2;",
            ".reg .b64 %in, %out, %at, %x; .reg .b32 %t, %n, %k;",
            "ld.param.u64 %in, [in]; ld.param.u64 %out, [out];",
            "mov.u32 %t, %tid.x; mov.u32 %n, %ntid.x; mov.u32 %k, %ctaid.x; mad.lo.u32 %t, %k, %n, %t;",
            "mul.wide.u32 %at, %t, 24; add.u64 %in, %in, %at; mul.wide.u32 %at, %t, 8; add.u64 %out, %out, %at;",
            *(f"ld.global.b{b} %{r}, [%in+{8 * k}];" for k, (r, b) in enumerate(zip("abc", bits, strict=True))),
            "ld.global.b32 %b2, [%in+16]; and.b32 %b2, %b2, 63;",
            text,
            f"mov.b64 %x, 0; st.global.b64 [%out], %x; st.global.b{to} [%out], %d;",
            "ret;",
            "}",
        ]
    return "\n".join(lines) + "\n"
