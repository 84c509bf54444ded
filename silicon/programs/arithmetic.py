# SPDX-License-Identifier: Apache-2.0
"""Arithmetic of PTX, an instruction a kernel: its operands, corners and random ones, and its text. A kernel reads three
operands of 64 bits a thread, of which it takes the low ones, and writes 64 bits."""

import random

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


def _name(text, name):
    return (name or text.split()[0]).replace(".", "_")


def _table():
    """name: (instruction with %d, %a, %b, %c; type of the sources; type of the destination)"""
    table = {}

    def add(text, source, result=None, name=None, sources=None):
        table[_name(text, name)] = (text, sources or [source] * 3, result or source)

    integers = ("u16", "s16", "u32", "s32", "u64", "s64")
    for t in integers:
        wide = t[0] + str(2 * int(t[1:]))
        for op in ("add", "sub", "mul.lo", "mul.hi", "min", "max"):
            add(f"{op}.{t} %d, %a, %b;", t)
        if t not in ("u16", "s16"):
            add(f"mad.hi.{t} %d, %a, %b, %c;", t)
        add(f"mad.lo.{t} %d, %a, %b, %c;", t)
        add(f"sad.{t} %d, %a, %b, %c;", t)
        if t[1:] != "64":
            add(f"mul.wide.{t} %d, %a, %b;", t, wide)
            add(f"mad.wide.{t} %d, %a, %b, %c;", t, wide, sources=[t, t, wide])
        add(f"{{ .reg .pred z; setp.eq.{t} z, %b, 0; @z mov.b{t[1:]} %b, 1; div.{t} %d, %a, %b; }}", t, name=f"div.{t}")
        add(f"{{ .reg .pred z; setp.eq.{t} z, %b, 0; @z mov.b{t[1:]} %b, 1; rem.{t} %d, %a, %b; }}", t, name=f"rem.{t}")
        add(f"shr.{t} %d, %a, %b;", t, sources=[t, "u32", t])
        for compare in ("eq", "ne", "lt", "le", "gt", "ge") + (("lo", "ls", "hi", "hs") if t[0] == "u" else ()):
            add(_setp(compare, t), t, "u32", f"setp.{compare}.{t}")
    for t in ("s16", "s32", "s64"):
        add(f"abs.{t} %d, %a;", t)
        add(f"neg.{t} %d, %a;", t)
    for op in ("add", "sub"):
        add(f"{op}.sat.s32 %d, %a, %b;", "s32")
    add("mad.hi.sat.s32 %d, %a, %b, %c;", "s32")
    for t in ("b16", "b32", "b64"):
        for op in ("and", "or", "xor"):
            add(f"{op}.{t} %d, %a, %b;", t)
        add(f"not.{t} %d, %a;", t)
        add(f"cnot.{t} %d, %a;", t)
        add(f"shl.{t} %d, %a, %b;", t, sources=[t, "u32", t])
        add(
            f"{{ .reg .pred z; setp.lt.u32 z, %c, 40; selp.{t} %d, %a, %b, z; }}",
            t,
            name=f"selp.{t}",
            sources=[t, t, "u32"],
        )
    for t in ("b32", "b64"):
        add(f"popc.{t} %d, %a;", t, "u32")
        add(f"clz.{t} %d, %a;", t, "u32")
        add(f"brev.{t} %d, %a;", t)
        add(f"bfi.{t} %d, %a, %b, %b2, %c;", t, sources=[t, t, "u32"])
    for t in ("u32", "s32", "u64", "s64"):
        add(f"bfe.{t} %d, %a, %b, %c;", t, sources=[t, "u32", "u32"])
        add(f"bfind.{t} %d, %a;", t, "u32")
        add(f"bfind.shiftamt.{t} %d, %a;", t, "u32")
    for direction in ("l", "r"):
        for mode in ("clamp", "wrap"):
            add(f"shf.{direction}.{mode}.b32 %d, %a, %b, %c;", "b32")
    for lut in (0x00, 0x1E, 0x96, 0xE8, 0xCA, 0x2D, 0xFE):
        add(f"lop3.b32 %d, %a, %b, %c, {lut};", "b32", name=f"lop3.{lut:02x}")
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        add(f"prmt.b32{mode} %d, %a, %b, %c;", "b32")
    add("slct.b32.s32 %d, %a, %b, %c;", "b32", sources=["b32", "b32", "s32"])
    add("slct.b32.f32 %d, %a, %b, %c;", "f32", "b32", sources=["b32", "b32", "f32"])
    for t in ("f32", "f64"):
        for rounding in ("rn", "rz", "rm", "rp") if t == "f32" else ("rn",):
            for op in ("add", "sub", "mul"):
                add(f"{op}.{rounding}.{t} %d, %a, %b;", t)
            add(f"fma.{rounding}.{t} %d, %a, %b, %c;", t)
        add(f"div.rn.{t} %d, %a, %b;", t)
        add(f"rcp.rn.{t} %d, %a;", t)
        add(f"sqrt.rn.{t} %d, %a;", t)
        for op in ("abs", "neg"):
            add(f"{op}.{t} %d, %a;", t)
        add(f"copysign.{t} %d, %a, %b;", t)
        for op in ("min", "max"):
            add(f"{op}.{t} %d, %a, %b;", t)
        for compare in "eq ne lt le gt ge equ neu ltu leu gtu geu num nan".split():
            add(_setp(compare, t), t, "u32", f"setp.{compare}.{t}")
    for op in ("add", "sub", "mul"):
        add(f"{op}.ftz.f32 %d, %a, %b;", "f32")
        add(f"{op}.sat.f32 %d, %a, %b;", "f32")
    add("fma.rn.ftz.f32 %d, %a, %b, %c;", "f32")
    add("fma.rn.sat.f32 %d, %a, %b, %c;", "f32")
    add("fma.rn.ftz.sat.f32 %d, %a, %b, %c;", "f32")
    for op in ("min", "max"):
        add(f"{op}.ftz.f32 %d, %a, %b;", "f32")
        add(f"{op}.NaN.f32 %d, %a, %b;", "f32")
    add(_setp("lt.ftz", "f32"), "f32", "u32", "setp.lt.ftz.f32")
    everything = ("u8", "s8", *integers)
    for to in everything:
        for source in everything:
            if to != source:
                add(f"cvt.{to}.{source} %d, %a;", source, to)
                if not _holds(to, source):
                    add(f"cvt.sat.{to}.{source} %d, %a;", source, to)
        for source in ("f16", "f32", "f64"):
            for rounding in ("rni", "rzi", "rmi", "rpi"):
                if to not in ("u8", "s8") or rounding == "rzi":
                    add(f"cvt.{rounding}.{to}.{source} %d, %a;", source, to)
        for target in ("f16", "f32", "f64"):
            for rounding in ("rn", "rz", "rm", "rp") if target == "f32" else ("rn",):
                add(f"cvt.{rounding}.{target}.{to} %d, %a;", to, target)
    for rounding in ("rn", "rz", "rm", "rp"):
        add(f"cvt.{rounding}.f32.f64 %d, %a;", "f64", "f32")
    for rounding in ("rni", "rzi", "rmi", "rpi"):
        add(f"cvt.{rounding}.f32.f32 %d, %a;", "f32")
        add(f"cvt.{rounding}.f64.f64 %d, %a;", "f64")
    add("cvt.f64.f32 %d, %a;", "f32", "f64")
    add("cvt.f32.f16 %d, %a;", "f16", "f32")
    add("cvt.rn.f16.f32 %d, %a;", "f32", "f16")
    add("cvt.sat.f32.f32 %d, %a;", "f32")
    _newer(add)
    add("cvt.rn.ftz.f32.f64 %d, %a;", "f64", "f32")
    add("cvt.ftz.f64.f32 %d, %a;", "f32", "f64")
    return table


SMALL = {"f16": "f16", "f16x2": "h32", "bf16": "e16", "bf16x2": "g32"}  # as types of operands


def _newer(add):
    """What a record made before has not: f16 and bf16, carries, 24 bits, set, atomics."""
    for t, own in SMALL.items():
        pair, brain = t.endswith("x2"), t.startswith("b")
        for op in ("add", "sub", "mul", "min", "max"):
            add(f"{op}.{t} %d, %a, %b;", own)
        add(f"fma.rn.{t} %d, %a, %b, %c;", own)
        add(f"fma.rn.relu.{t} %d, %a, %b, %c;", own)
        for op in ("abs", "neg"):
            add(f"{op}.{t} %d, %a;", own)
        for op in ("min.NaN", "max.NaN"):
            add(f"{op}.{t} %d, %a, %b;", own)
        if not brain:
            for op in ("add.ftz", "add.sat", "sub.ftz.sat", "mul.ftz", "mul.sat", "min.ftz", "max.ftz.NaN"):
                add(f"{op}.{t} %d, %a, %b;", own)
            for op in ("fma.rn.ftz", "fma.rn.sat", "fma.rn.ftz.sat", "fma.rn.ftz.relu"):
                add(f"{op}.{t} %d, %a, %b, %c;", own)
        for compare in "eq ne lt le gt ge equ neu ltu leu gtu geu num nan".split():
            text = (
                f"{{ .reg .pred p, q; .reg .b32 x; setp.{compare}.{t} {'p|q' if pair else 'p'}, %a, %b; "
                f"setp.{compare}.and.{t} {'q|p' if pair else 'q'}, %b, %a, p; selp.b32 %d, 1, 0, p; "
                "selp.b32 x, 2, 0, q; or.b32 %d, %d, x; }"
            )
            add(text, own, "u32", f"setp.{compare}.{t}")
            to = t if pair else "u32"
            add(f"set.{compare}.{to}.{t} %d, %a, %b;", own, own if pair else "u32")
    for t in ("f32", "f64", "u32", "s32", "s64", "u16"):
        for to in ("u32", "s32", "f32"):
            add(f"set.lt.{to}.{t} %d, %a, %b;", t, to)
        text = f"{{ .reg .pred p; setp.gt.{t} p, %a, %c; set.eq.xor.u32.{t} %d, %a, %b, !p; }}"
        add(text, t, "u32", f"set.eq.xor.u32.{t}")
    add("set.gt.ftz.f32.f32 %d, %a, %b;", "f32")
    add("set.gtu.ftz.f16.f16 %d, %a, %b;", "f16")
    add("set.le.s16.f16 %d, %a, %b;", "f16", "s16")
    add("set.le.s32.f16x2 %d, %a, %b;", "h32", "s32")
    add("cvt.rn.bf16.f32 %d, %a;", "f32", "e16")
    add("cvt.rn.relu.bf16.f32 %d, %a;", "f32", "e16")
    add("cvt.rn.relu.f16.f32 %d, %a;", "f32", "f16")
    add("cvt.f32.bf16 %d, %a;", "e16", "f32")
    add("cvt.rn.f16x2.f32 %d, %a, %b;", "f32", "h32")
    add("cvt.rn.bf16x2.f32 %d, %a, %b;", "f32", "g32")
    add("cvt.rn.relu.bf16x2.f32 %d, %a, %b;", "f32", "g32")
    add("cvt.rn.f16.f64 %d, %a;", "f64", "f16")
    add("cvt.f64.f16 %d, %a;", "f16", "f64")
    for rounding in ("rni", "rzi", "rmi", "rpi"):
        add(f"cvt.{rounding}.f16.f16 %d, %a;", "f16")
    for t in ("s32", "u64"):
        add(f"cvt.rn.bf16.{t} %d, %a;", t, "e16")
        add(f"cvt.rzi.{t}.bf16 %d, %a;", "e16", t)
    for t in ("u32", "s32"):
        for part in ("lo", "hi"):
            add(f"mul24.{part}.{t} %d, %a, %b;", t)
            add(f"mad24.{part}.{t} %d, %a, %b, %c;", t)
        for other in ("u32", "s32"):
            add(f"dp4a.{t}.{other} %d, %a, %b, %c;", "u32", name=f"dp4a.{t}.{other}")
            for part in ("lo", "hi"):
                add(f"dp2a.{part}.{t}.{other} %d, %a, %b, %c;", "u32", name=f"dp2a.{part}.{t}.{other}")
    add("mad24.hi.sat.s32 %d, %a, %b, %c;", "s32")
    _carries(add)
    for t in ("f32", "f64"):
        for what in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            text = f"{{ .reg .pred p; testp.{what}.{t} p, %a; selp.b32 %d, 1, 0, p; }}"
            add(text, t, "u32", f"testp.{what}.{t}")
    for op in ("and", "or"):
        text = (
            f"{{ .reg .pred p, q; .reg .b32 x; setp.lt.u32 q, %b, %c; lop3.{op}.b32 %d|p, %a, %b, %c, 0x1e, q; "
            "selp.b32 x, 1, 0, p; xor.b32 %d, %d, x; }"
        )
        add(text, "b32", name=f"lop3.{op}.1e")
    _atomics(add)


def _carries(add):
    """Numbers of three words; d has two of them, mixed with the third."""
    for t in ("u32", "s64"):
        bits = int(t[1:])
        for first, then in (("add", "addc"), ("sub", "subc"), ("sub", "addc"), ("add", "subc")):
            text = (
                f"{{ .reg .b{bits} x, y, z; {first}.cc.{t} x, %a, %b; {then}.cc.{t} y, %b, %c; {then}.{t} z, 0, 0; "
                f"xor.b{bits} x, x, y; xor.b{bits} %d, x, z; }}"
            )
            add(text, t, name=f"{then}.after.{first}.{t}")
        for part in ("lo", "hi"):
            text = (
                f"{{ .reg .b{bits} x, y, z; mad.{part}.cc.{t} x, %a, %b, %c; madc.{part}.cc.{t} y, %c, %b, %a; "
                f"addc.{t} z, 0, 0; xor.b{bits} x, x, y; xor.b{bits} %d, x, z; }}"
            )
            add(text, t, name=f"madc.{part}.{t}")


def _atomics(add):
    """In a thread's own word of global or shared memory: what it held before, then what it holds."""
    operations = [(op, t) for op in ("add", "min", "max") for t in ("u32", "s32", "u64", "s64")]
    operations.remove(("add", "s64"))
    operations += [(op, t) for op in ("and", "or", "xor", "exch", "cas") for t in ("b32", "b64")]
    operations += [("inc", "u32"), ("dec", "u32"), ("add", "f32"), ("add", "f64"), ("cas", "b16")]
    operations += [("add.noftz", t) for t in SMALL]
    for op, t in operations:
        own = SMALL.get(t, t)
        bits = int(own[1:])
        for space in ("global", "shared"):
            at, box = "%out", ""
            if space == "shared":
                at = "p"
                box = (
                    ".shared .align 8 .b8 box[8192]; .reg .b64 p; .reg .b32 n; mov.u32 n, %tid.x; "
                    "mul.wide.u32 %at, n, 8; mov.u64 p, box; add.u64 p, p, %at; "
                )
            third = ", %c" if op == "cas" else ""
            wide = min(2 * bits, 64)
            both = f"mov.b{wide} %d, {{o, v}};" if bits < 64 else "shl.b64 o, o, 1; xor.b64 %d, o, v;"
            text = (
                f"{{ {box}.reg .b{bits} o, v; st.{space}.b{bits} [{at}], %a; "
                f"atom.{space}.{op}.{t} o, [{at}], %b{third}; ld.{space}.b{bits} v, [{at}]; {both} }}"
            )
            add(text, own, f"b{wide}", name=f"atom.{op}.{space}.{t}")


def _holds(to, source):
    """Is every value of source one of to?"""
    bits, of = int(to[1:]), int(source[1:])
    return bits >= of if to[0] == source[0] else to[0] == "s" and bits > of


def _setp(compare, t):
    """The predicate, its opposite, and both with a third."""
    return (
        f"{{ .reg .pred p, q, r, s; .reg .b32 x; setp.{compare}.{t} p, %a, %b; selp.b32 %d, 1, 0, p; "
        f"setp.{compare}.and.{t} q|r, %b, %a, p; selp.b32 x, 2, 0, q; or.b32 %d, %d, x; selp.b32 x, 4, 0, r; "
        f"or.b32 %d, %d, x; setp.{compare}.xor.{t} s, %b, %b, !q; selp.b32 x, 8, 0, s; or.b32 %d, %d, x; }}"
    )


TABLE = _table()


def inputs(name):
    """The operands of a kernel, three a thread, as it reads them."""
    sources = TABLE[name][1]
    kind = next((s[0] for s in sources if s[0] in "fehg"), "b")
    bits = max(int(s[1:]) for s in sources)
    return [v for abc in operands(name, kind, bits) for v in abc]


def _registers(bits):
    return {8: 16}.get(bits, bits)


def ptx(names=TABLE):
    """Kernels, as a file of PTX."""
    lines = [".version 8.2", ".target sm_90", ".address_size 64"]
    for name in names:
        text, sources, result = TABLE[name]
        bits = [_registers(int(s[1:])) for s in sources]
        to = _registers(int(result[1:]))
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
