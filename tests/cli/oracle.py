# SPDX-License-Identifier: Apache-2.0
"""Programs as people write them, in CUDA's language, and what the host's compiler makes of them: the answers that the
reader of calls must give, or it refuses. `python tests/cli/oracle.py COUNT [SEED]` runs many, `make oracle` too."""

import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("BUILD", "build"))
BATCH = 250

TYPES = {
    "int": 8, "unsigned": 5, "unsigned int": 3, "uint32_t": 3, "int32_t": 1, "short": 1, "unsigned short": 1,
    "unsigned char": 1, "uint8_t": 1, "int8_t": 1, "signed char": 1, "bool": 1, "long long": 1, "unsigned long long": 1,
    "uint64_t": 1, "const int": 3, "const unsigned": 2, "auto": 2, "const auto": 1, "long": 1, "std::uint32_t": 1,
}  # fmt: skip
CASTS = ["int", "unsigned", "unsigned char", "short", "uint8_t", "int8_t", "uint32_t", "long long", "bool", "uint16_t"]
NAMES = "s d src delta n off m v i idx w p target k2 my_lane lid".split()


class Program:
    """One text. easy: of the forms of everyday, without what can't be followed."""

    def __init__(self, seed, easy=True):
        self.r, self.easy = random.Random(seed), easy
        self.scopes = [{}]  # names and whether they may change
        self.macros, self.lines, self.calls = [], [], 0
        self.arrays = []  # of an array: its scope, name, size, and whether it may change

    def pick(self, weights):
        return self.r.choices(list(weights), list(weights.values()))[0]

    def chance(self, p):
        return self.r.random() < p

    def names(self):
        return {name: may for scope in self.scopes for name, may in scope.items()}

    def arrays_here(self):
        return {name: (size, may) for scope, name, size, may in self.arrays if any(one is scope for one in self.scopes)}

    def element(self, depth=0):
        name = self.r.choice(list(self.arrays_here()))
        size = self.arrays_here()[name][0]
        return f"{name}[{self.r.choice([f'({self.expr(depth)}) & {size - 1}', f'lane % {size}', str(size - 1)])}]"

    # ---- expressions

    def number(self):
        n = self.r.choice([0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, self.r.randrange(64)])
        return self.r.choice([str(n)] * 6 + [hex(n), f"{n}u", f"{n}u", f"0b{n:b}", f"0x{n:X}U", f"0{n:o}"])

    def atom(self):
        r, names = self.r, list(self.names())
        if self.arrays_here() and self.chance(0.12):
            return self.element()
        if names and self.chance(0.6):
            return r.choice(names)
        return self.pick(
            {
                self.number(): 5,
                "threadIdx.x": 2,
                "lane": 2,
                "warpSize": 0.4,
                **({r.choice(self.macros): 2} if self.macros else {}),
            }
        )

    def expr(self, depth=2):
        r = self.r
        if depth <= 0 or self.chance(0.25):
            return self.atom()
        kind = self.pick(
            {"op": 8, "shift": 1.5, "div": 1.5, "unary": 1, "cond": 0.8, "call": 1.2, "cast": 1, "paren": 2, "cmp": 0.5}
        )
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        sp = " " if a[-1] in "eE" else r.choice(["", " "])  # 0xe+1 is no number
        if kind == "op":
            return f"{a}{sp}{r.choice('+-*&|^')}{sp or ' ' * (b[0] in '+-')}{b}"
        if kind == "shift":
            return f"{a} {r.choice(['<<', '>>'])} {r.randrange(6)}"
        if kind == "div":
            return f"({a}) {r.choice('/%')} {r.choice([2, 3, 4, 8, 16, 32, '2u', '32u', 'warpSize'])}"
        if kind == "unary":
            return r.choice(["-", "~", "!", "+"]) + f"({a})"
        if kind == "cond":
            return f"({self.condition()} ? {a} : {b})"
        if kind == "cmp":
            return f"({self.condition()})"
        if kind == "call":
            name = r.choice(["min", "max", "min", "max", "std::min", "abs", "__ffs", "__popc", "__clz", "__brev"])
            if "m" in name and "i" in name or "max" in name:
                return f"{name}({a}, {b})" if "std" not in name else f"{name}((int)({a}), {self.r.randrange(40)})"
            return f"{name}((int)({a}))" if name == "abs" else f"{name}({a})"
        if kind == "cast":
            t = r.choice(CASTS)
            return r.choice([f"({t})({a})", f"static_cast<{t}>({a})"] + ([f"{t}({a})"] if " " not in t else []))
        return f"({a})"

    def condition(self, depth=1):
        r = self.r
        c = f"{self.expr(depth)} {r.choice(['<', '>', '<=', '>=', '==', '!='])} {self.expr(depth)}"
        c = r.choice(
            [
                c,
                c,
                f"lane {r.choice(['<', '>=', '>'])} {r.randrange(32)}",
                f"threadIdx.x & {r.choice([1, 2, 4, 16])}",
                f"(lane % {r.choice([2, 4, 8])}) == {r.randrange(3)}",
                "lane == 0",
            ]
        )
        if self.chance(0.15):
            c = f"{c} {r.choice(['&&', '||'])} {self.condition(0)}"
        return c

    # ---- statements

    def array(self, places=None, t=None):
        """An array, or a change of one. places: of the file, where its elements are numbers."""
        r, here = self.r, {name: size for name, (size, may) in self.arrays_here().items() if may}
        if here and self.chance(0.4):
            name = r.choice(list(here))
            change = [f"{self.element()} {r.choice(['=', '+=', '^='])} {self.expr(1)};"]
            if not self.easy:
                change += [f"change_by(&{name}[1]);", f"{{ auto *p = {name}; p[0] = {self.number()}; }}",
                           f"{{ auto &r = {name}; r[1] = {self.number()}; }}", f"++{name}[0];", f"{name}[1]--;",
                           f"if (x[lane] > 20) {name}[0] = {self.number()};"]  # fmt: skip
            self.put(r.choice(change))
            return
        size, name = r.choice([2, 4, 4, 8]), r.choice(["tab", "lut", "map"])
        if any(scope is self.scopes[-1] and name == other for scope, other, *_ in self.arrays):
            return
        t = t or r.choice(["const int", "int", "constexpr int", "const unsigned", "const uint8_t", "const short"])
        count = r.choice([size, size, size - 1])
        values = [self.number() if places or "constexpr" in t else self.expr(1) for _ in range(count)]
        values = ", ".join(f"({t.split()[-1]})({value})" for value in values)
        shown = r.choice([size, size, ""]) if count == size else size
        self.put(f"{r.choice(places or [''])}{t} {name}[{shown}] = {{{values}}};")
        self.arrays.append((self.scopes[-1], name, size, t == "int"))

    def put(self, text):
        self.lines.append("    " * len(self.scopes) + text)

    def new(self, may="int"):
        outer = [name for scope in self.scopes[:-1] for name in scope if name not in self.scopes[-1]]
        free = [name for name in NAMES if name not in self.scopes[-1]] or [f"t{self.r.randrange(1 << 30)}"]
        name = self.r.choice(outer if outer and self.chance(0.5) else free)  # one that hides another
        self.scopes[-1][name] = may
        return name

    def steppable(self, name):
        return self.names()[name] not in ("bool", "auto")

    def declare(self):
        t = self.pick(TYPES)
        init = self.expr()
        kept = "" if t.startswith("const") else t
        name = self.new(kept)
        if "auto" in t and re.search(rf"\b{name}\b", init):
            init = "3"
        form = self.pick({"=": 8, "()": 1, "{}": 0.5})
        if form == "=" or "auto" in t:
            end = ""
            if self.chance(0.12) and "auto" not in t:
                more = self.expr(1)
                end = f", {self.new(kept)} = {more}"
            self.put(f"{t} {name} = {init}{end};")
        elif form == "()":
            self.put(f"{t} {name}(({init}));")
        else:
            self.put(
                f"{t} {name}{{({t.removeprefix('const ')})({init})}};" if " " not in t else f"{t} {name} = {init};"
            )

    def changeable(self):
        return [name for name, may in self.names().items() if may]

    def assign(self):
        names = self.changeable()
        if not names:
            return self.declare()
        name = self.r.choice(names)
        kind = self.pick({"=": 4, "op": 4, "shift": 1, "step": 1.5 * self.steppable(name), "chain": 0.4, "div": 0.7})
        if kind == "=":
            self.put(f"{name} = {self.expr()};")
        elif kind == "op":
            self.put(f"{name} {self.r.choice(['+=', '-=', '*=', '&=', '|=', '^='])} {self.expr(1)};")
        elif kind == "shift":
            self.put(f"{name} {self.r.choice(['<<=', '>>='])} {self.r.randrange(4)};")
        elif kind == "div":
            self.put(f"{name} {self.r.choice(['/=', '%='])} {self.r.choice([2, 3, 8, 32])};")
        elif kind == "chain":
            self.put(f"{name} = {self.r.choice(names)} = {self.expr(1)};")
        else:
            self.put(self.r.choice([f"{name}++;", f"++{name};", f"{name}--;", f"--{name};"]))
        return None

    def block(self, count, head=""):
        self.put((head + " {").strip())
        self.scopes.append({})
        for _ in range(count):
            self.statement()
        self.scopes.pop()
        self.put("}")

    def branch(self):
        names = self.changeable()
        if names and self.chance(0.5):
            name = self.r.choice(names)
            self.put(f"if ({self.condition()}) {name} = {self.expr(1)};")
            if self.chance(0.4):
                self.put(f"else {name} {self.r.choice(['+=', '='])} {self.expr(1)};")
            return
        self.block(self.r.randint(1, 2), f"if ({self.condition()})")
        if self.chance(0.4):
            self.block(self.r.randint(1, 2), self.r.choice(["else", f"else if ({self.condition()})"]))

    def loop(self):
        kind, names = self.r.randrange(3), self.changeable()
        a, b, c = self.r.randrange(4), self.r.randrange(3, 9), self.r.randint(1, 3)
        body = f"{self.r.choice(names)} {self.r.choice(['+=', '^=', '-='])} {self.r.randrange(5)};" if names else ";"
        if kind == 0:
            self.put(f"for (int j = {a}; j < {b}; j{'++' if c == 1 else f' += {c}'}) {body}")
        elif kind == 1:
            self.put(f"for (int j = {1 << b}; j > {a}; j >>= 1) {{ {body} }}")
        else:
            name = self.new()
            self.put(f"int {name} = {b};")
            self.put(f"while ({name} > {a}) {{ {body} {name}--; }}" if name not in body else f"{name} = {a};")

    def result(self):
        """What the warp has in common, or another lane holds: a value of the statements behind it."""
        r, names = self.r, self.changeable()
        full, name = r.choice(["0xffffffff", "-1", "FULL", "~0u", "__activemask()"]), r.choice(names or ["v0"])
        call = r.choice(
            [
                f"__ballot_sync({full}, {self.condition()})",
                f"__ballot_sync({full}, {self.condition()})",
                f"__match_any_sync({full}, {self.expr(1)})",
                f"__reduce_{r.choice(['add', 'min', 'max', 'and', 'or', 'xor'])}_sync({full}, {self.expr(1)})",
                f"__{r.choice(['any', 'all'])}_sync({full}, {self.condition()})",
                f"__shfl_sync({full}, {name}, {r.choice(['0', '3', 'lane ^ 1', '(lane + 1) % 32', self.atom()])})",
                f"__shfl{r.choice(['_up', '_down', '_xor'])}_sync({full}, {self.atom()}, {r.choice([1, 2, 4])})",
                f"__shfl_sync({full}, {self.expr(1)}, {r.randrange(8)}, {r.choice([8, 16, 32])})",
                "__activemask()",
            ]
        )
        around = r.choice(["{}"] * 4 + ["__ffs({}) - 1", "__popc({})", "({} >> lane) & 1", "{} & 31", "-({})", "!{}"])
        kind = r.randrange(6)
        if kind == 0 and names:
            self.put(f"{name} {r.choice(['=', '+=', '^='])} {around.format(call)};")
        elif kind == 1 and names and "bool" not in self.names()[name]:
            self.put("#pragma unroll") if self.chance(0.3) else None
            self.put(f"for (int o = {r.choice([16, 8])}; o > 0; o {r.choice(['>>= 1', '/= 2'])})")
            self.put(f"    {name} += __shfl_{r.choice(['xor', 'down'])}_sync({full}, {name}, o);")
        elif kind == 2:
            self.put(f"if ({around.format(call)}) {{")
            self.scopes.append({})
            self.statement()
            self.scopes.pop()
            self.put("}")
        else:
            t = r.choice(["int", "unsigned", "const int", "auto", "uint32_t", "const unsigned", "unsigned long long"])
            name = self.new("" if "const" in t else t)
            t = "int" if t == "auto" and re.search(rf"\b{name}\b", call) else t
            self.put(f"{t} {name} = {around.format(call)};")

    def leave(self):
        """A loop that lanes leave, or whose trips they cut short."""
        names = self.changeable()
        change = f"{self.r.choice(names)} {self.r.choice(['+=', '^='])} j;" if names else ";"
        left = self.r.choice(["break", "continue", "break"])
        head, tail = self.r.choice(
            [
                (f"for (int j = 0; j < {self.r.randrange(2, 7)}; j++) {{", "}"),
                ("{ int j = 0; do { j += 2;", "} while (j < lane % 5); }"),
                ("{ unsigned j = threadIdx.x & 3; while (j < 6) { ++j;", "} }"),
            ]
        )
        self.put(head)
        self.put(f"    if ({self.r.choice(['j == 2', 'lane > j * 4', self.condition(0)])}) {left};")
        self.put(f"    {change}")
        self.put(tail)

    def preprocessor(self):
        name = (self.changeable() or ["v0"])[0]
        if name == "v0":
            return
        self.put("")
        self.lines += self.r.choice(
            [
                ["#if 0", f"{name} = 9;", "#endif"],
                ["#ifdef NOWHERE", f"{name} = 9;", "#else", f"{name} += 1;", "#endif"],
                ["#define ADD(a) a += 3", f"ADD({name});"],
                ["#define TWO(a, b) { a ^= b; \\", "a += 2; }", f"TWO({name}, 5)"],
                ["#define INC \\", f"    {name} += 1", "INC;"],
                ["#undef FULL", "#define FULL 0xfffffffeu"],
            ]
        )

    def switch(self):
        names = self.changeable()
        if not names:
            return
        name = self.r.choice(names)
        cases = self.r.sample(range(5), 3)
        self.put(f"switch ({self.r.choice(['lane & 3', 'threadIdx.x % 4', self.expr(1)])}) {{")
        for case in cases[: self.r.randint(1, 3)]:
            self.put(f"case {case}: {name} = {self.expr(1)};{' break;' if self.chance(0.7) else ''}")
        if self.chance(0.5):
            self.put(f"default: {name} = {self.expr(1)}; break;")
        self.put("}")

    def noise(self):
        """Text that changes nothing."""
        name, number = self.r.choice(list(self.names()) or ["s"]), self.r.randrange(1 << 30)
        self.put(
            self.r.choice(
                [
                    f"// {name} = 7;",
                    f"/* {name} = 9; */",
                    f"q->s = {self.number()};",
                    f"store.d = {self.number()};",
                    "__syncwarp();",
                    f"memory[{self.r.randrange(8)}] = {self.number()};",
                    f"/* if ({name} > 3) {{ */",
                    "// don't",
                    ";",
                    f'const char *text{number} = "{name} = 3; }}";',
                ]
            )
        )

    def trouble(self):
        """What the reader can't follow: it has to ask, if it matters."""
        names = self.changeable()
        kind = self.r.randrange(9)
        if kind == 0 or not names:
            self.put(
                f"int {self.new()} = {self.r.choice(['unknown(3)', 'x[lane]', 'blockIdx.x', 'q->s', 'memory[3] + 1'])};"
            )
            return
        name = self.r.choice(names)
        if kind == 1:
            self.put(f"{name} {self.r.choice(['=', '+=', '^='])} {self.r.choice(['unknown(lane)', 'x[2]', 'q->d'])};")
        elif kind == 2:
            self.put(f"change({name});" if "bool" not in name else ";")
        elif kind == 3:
            self.put(f"change_by(&{name});")
        elif kind == 4:
            self.put(f"if (x[lane] > {self.r.randrange(60)}) {name} = {self.expr(1)};")
        elif kind == 5:
            self.put(f"{{ auto &r = {name}; r = {self.number()}; }}")
        elif kind == 6:
            self.put(f"auto f{self.r.randrange(1 << 30)} = [&] {{ {name} = {self.number()}; }};")
        elif kind == 7:
            self.put(f"for (int j = 0; j < x[3]; j++) {name} += 3;")
        else:
            self.put(f"auto *ptr{(n := self.r.randrange(1 << 30))} = &{name}; {name} = 3; *ptr{n} = 5;")

    def statement(self):
        kinds = {
            "declare": 4,
            "assign": 5,
            "branch": 2,
            "block": 0.6,
            "loop": 0.7,
            "switch": 0.4,
            "noise": 0.8,
            "leave": 0.4,
            "result": 1.2,
            "array": 0.5,
            "preprocessor": 0.25 * (len(self.scopes) == 1),
        }
        if not self.easy:
            kinds["trouble"] = 1.5
        if len(self.scopes) > 3:
            kinds = {"declare": 1, "assign": 3, "result": 0.3}
        kind = self.pick(kinds)
        if kind == "block":
            self.block(self.r.randint(1, 3))
        else:
            getattr(self, kind)()

    # ---- the call

    def mask(self):
        return self.r.choice(
            ["0xffffffff", "-1", "~0u", "0xffffffffu", "FULL", "0xffffffff", hex(self.r.getrandbits(32)), "0xffff"]
        )

    def call(self, groups):
        r = self.r
        if groups and self.chance(0.8):
            g = r.choice(groups)
            return r.choice(
                [
                    f"{g}.shfl(v0, {self.expr(1)})",
                    f"{g}.shfl_up(v0, {r.randrange(6)})",
                    f"{g}.shfl_down(v0, {r.randrange(6)})",
                    f"{g}.ballot({self.condition()})",
                    f"{g}.match_any({self.expr(1)})",
                    f"{g}.shfl(v0, 0)",
                    f"{g}.shfl(v0, ({g}.thread_rank() + 1) % {g}.size())",
                    *([f"{g}.shfl_xor(v0, {r.choice([1, 2, 3])})"] if g.startswith("t") else []),
                ]
            )
        kind = self.pick({"shfl": 7, "vote": 1, "match": 0.7, "reduce": 1.5})
        if kind == "shfl":
            mode = r.choice(["", "_up", "_down", "_xor"])
            width = r.choice(
                ["", "", "", f", {r.choice([2, 4, 8, 16, 32])}", ", warpSize", *([", W"] if "W" in self.macros else [])]
            )
            return f"__shfl{mode}_sync({self.mask()}, v0, {self.expr()}{width})"
        if kind == "vote":
            return f"__{r.choice(['ballot', 'any', 'all'])}_sync({self.mask()}, {self.condition()})"
        if kind == "match":
            return f"__match_any_sync({self.mask()}, {self.expr()})"
        return f"__reduce_{r.choice(['add', 'min', 'max', 'and', 'or', 'xor'])}_sync({self.mask()}, {self.expr()})"

    def group(self):
        name, size = (
            self.r.choice(["t", "tile", "tg"]),
            self.r.choice([2, 4, 8, 16, 32, *(["W"] if "W" in self.macros else [])]),
        )
        kind = self.pick({"tile": 4, "coalesced": 2, "labeled": 2, "binary": 2})
        block = self.r.choice(["cg::this_thread_block()", "b"])
        if block == "b":
            self.put("cg::thread_block b = cg::this_thread_block();")
        if kind == "tile":
            self.put(
                self.r.choice(
                    [
                        f"auto {name} = cg::tiled_partition<{size}>({block});",
                        f"cg::thread_block_tile<{size}> {name} = cg::tiled_partition<{size}>({block});",
                    ]
                )
            )
            return [name]
        if kind == "coalesced" or not self.easy:
            self.put(
                self.r.choice(["auto g = cg::coalesced_threads();", "cg::coalesced_group g = cg::coalesced_threads();"])
            )
            return ["g"]
        self.put(f"auto t = cg::tiled_partition<{self.r.choice([8, 32])}>({block});")
        by = (
            f"labeled_partition(t, {self.expr(1)})" if kind == "labeled" else f"binary_partition(t, {self.condition()})"
        )
        self.put(f"auto g = cg::{by};")
        return ["g"]

    def finish(self, groups):
        """The statement of the call, in what may be around it."""
        r = self.r
        call = self.call(groups)
        to = r.choice(["int r0 = ", "v0 += ", "v0 = ", "auto r0 = ", "v0 = v0 + ", "out[0] = "])
        if self.chance(0.06):
            self.put(f"for (int j = 0; j < {r.choice(['2', 'lane', '3'])}; j++) {{")
            self.put(f"    if ({self.condition()}) {r.choice(['continue', 'break'])};")
            self.put(f"    v0 += {call};")
            self.put(f"    {(self.changeable() or ['v0'])[0]} += 1;")
            self.put("}")
            return
        if self.chance(0.04):
            self.put(f"do {{ {(self.changeable() or ['v0'])[0]} += 1; v0 = {call}; }} while (v0 > 40);")
            return
        if self.chance(0.04):
            self.put(f"auto body = [&](int lane) {{ return {call}; }}; v0 = body(lane ^ 1);")
            return
        guard = self.pick(
            {
                "none": 6,
                "if": 2,
                "else": 1,
                "block": 1,
                "for": 1,
                "while": 0.5,
                "cond": 0.5,
                "and": 0.5,
                "switch": 0.3,
                "comma": 0.3,
            }
        )
        if guard == "if":
            self.put(f"if ({self.condition()}) {{" if self.chance(0.6) else f"if ({self.condition()})")
            open_brace = self.lines[-1].endswith("{")
            if open_brace and self.chance(0.5):
                self.scopes.append({})
                self.statement()
                call = self.call(groups)
            self.put(f"{to if open_brace else 'v0 = '}{call};{' }' if open_brace else ''}")
        elif guard == "else":
            self.put(f"if ({self.condition()}) v0 = 3; else {{ {to}{call}; }}")
        elif guard == "for":
            self.put(
                r.choice(
                    [
                        f"for (int o = {r.choice([16, 8, 'warpSize / 2'])}; o > 0; o >>= 1)",
                        "#pragma unroll\n    for (int o = 1; o < 32; o *= 2)",
                    ]
                )
            )
            if self.chance(0.5):
                call = (
                    re.sub(r"v0, .*?([,)])", r"v0, o\1", call, count=1)
                    if "shfl" in call and "(" not in call[call.find("v0") :]
                    else call
                )
            self.put(f"    v0 += {call};")
        elif guard == "while":
            self.put(f"int o = {r.choice([16, 4])};")
            self.put(f"while (o) {{ v0 += {call}; o /= 2; }}")
        elif guard == "cond":
            self.put(f"v0 = {self.condition()} ? {call} : 0;")
        elif guard == "and":
            self.put(f"if ({self.condition()} {r.choice(['&&', '||'])} {call}) v0 = 1;")
        elif guard == "switch":
            self.put(f"switch (lane & 3) {{ case 1: v0 = {call}; break; default: v0 = 2; }}")
        elif guard == "block":
            self.put(f"{{ {to}{call}; }}")
        elif guard == "comma":
            name = (self.changeable() or [""])[0]
            self.put(f"{name} = {self.expr(1)}, v0 = {call};" if name else f"{to}{call};")
        else:
            self.put(f"{to}{call};")

    def text(self):
        r = self.r
        self.macros = []
        head = ["#define FULL 0xffffffffu"]
        for line, name in (
            ("#define W 8", "W"),
            ("#define HALF (W / 2)", "HALF"),
            ("#define SEVEN 3 + 4", "SEVEN"),
            ("#define NEXT(a) ((a) + 1)", "NEXT(3)"),
            ("#define TWICE(a) a * 2", "TWICE(1 + 2)"),
            ("#define MOST(...) max(__VA_ARGS__)", "MOST(2, (int)(lane & 7))"),
            ("#define PLUS(a, ...) ((a) + __VA_ARGS__)", "PLUS(1, 2 * 3)"),
            ("const int K = 6;", "K"),
            ("constexpr unsigned MASK = 0x1f;", "MASK"),
            ("enum { A = 3, B };", "(B + 0)"),
            ("using word = unsigned char;", "word(300)"),
            ("typedef short half_t;", "(half_t)70000"),
        ):
            if self.chance(0.2) and (name != "HALF" or "W" in self.macros):
                head.append(line)
                self.macros.append(name)
        if self.chance(0.1):
            head.append(
                r.choice(
                    [
                        "static int helper(int s) { s = s + 1; return s; }",
                        "struct other { int s; int get() { return s = 3; } };",
                        "static int n(int a) { if (a > 3) return 2; return a; }",
                    ]
                )
            )
        self.lines = head
        if self.chance(0.15):
            self.array(["", "__constant__ ", "static "], r.choice(["const int", "const unsigned", "constexpr int"]))
            self.lines[-1] = self.lines[-1].strip()
        elif self.chance(0.05):
            head.append("__constant__ int lut[4] = {9, 6, 4, 1};")
            self.arrays.append((self.scopes[0], "lut", 4, False))
        wrapped = self.chance(0.4)
        if wrapped:
            head.append(
                r.choice(["__global__ void kernel(int *out, int count)", "__device__ int body(int *out, int count)"])
                + " {"
            )
        self.put("int v0 = 1;")
        if self.chance(0.6):
            self.put(
                r.choice(
                    [
                        "int lane = threadIdx.x % 32;",
                        "const int lane = threadIdx.x & 31;",
                        "unsigned lane = threadIdx.x & 0x1f;",
                        "int lane = threadIdx.x & (warpSize - 1);",
                    ]
                )
            )
        for _ in range(r.randint(0, 6)):
            self.statement()
        if self.chance(0.08):
            self.put(f"if ({self.condition()}) {'return' if not wrapped or 'void' in ' '.join(head) else 'return 0'};")
        groups = self.group() if self.chance(0.25) else []
        self.finish(groups)
        while len(self.scopes) > 1 and self.lines[-1].endswith(" }"):
            self.scopes.pop()
        if wrapped:
            self.lines.append("    return 0;\n}" if "__device__ int" in "\n".join(head) else "}")
        return "\n".join(self.lines) + "\n"


def source(texts):
    """All programs as one C++ file. A program's site is the line of its last call."""
    parts, table, line = [f'#include "{ROOT}/tests/cli/oracle.h"\n'], [], 2
    for number, text in enumerate(texts):
        wrapped = re.search(r"(?:kernel|body)\(int \*out, int count\)", text)
        begin = f"namespace p{number} {{ static int out[4];\n"
        end = "".join(f"\n#undef {name}" for name in re.findall(r"#define (\w+)", text)) + "\n"
        if wrapped:
            body = text + f"static void run() {{ {'kernel' if 'kernel(' in text else 'body'}(out, unknown(3)); }}\n}}"
        else:
            cut = text.index("    int v0 = 1;")  # behind what stands at the head of a file
            body = text[:cut] + "static void run() {\n" + text[cut:] + "}\n}"
        lines = (begin + body).split("\n")
        site = max(i for i, one in enumerate(lines) if re.search(r"__\w+_sync\(|\.(shfl\w*|ballot|match_any)\(", one))
        table.append(f"{{ p{number}::run, {line + site} }},")
        parts.append(begin + body + end)
        line += (begin + body + end).count("\n")
    parts.append("static const program all[] = {\n" + "\n".join(table) + "\n};\n")
    parts.append(f"int main() {{ answer_all(all, {len(texts)}); }}\n")
    return "".join(parts)


def host_answers(texts, folder):
    """A line for each; what the compiler refuses has none."""
    path = pathlib.Path(folder, "all.cpp")
    path.write_text(source(texts))
    command = [os.environ.get("CXX", "c++"), "-std=c++17", "-w", "-O0", "-fwrapv", "-ftrivial-auto-var-init=pattern"]
    if subprocess.run([*command, "-o", path.with_suffix(""), path], capture_output=len(texts) > 1).returncode == 0:
        return subprocess.run([path.with_suffix("")], check=True, capture_output=True, text=True).stdout.splitlines()
    if len(texts) == 1:
        return [None]
    half = len(texts) // 2
    return host_answers(texts[:half], folder) + host_answers(texts[half:], folder)


def reader_answers(texts):
    done = subprocess.run(
        [BUILD / "tests/cli/oracle"],
        input="".join(text + "\0" for text in texts),
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.splitlines()


def judge(seeds, easy, folder):
    """Counts, and the wrong ones: (seed, text, right, said)."""
    texts = [Program(f"{seed} {easy}", easy).text() for seed in seeds]
    right, said = host_answers(texts, folder), reader_answers(texts)
    assert len(right) == len(said) == len(texts)
    counts, wrong = collections.Counter(), []
    for seed, text, a, b in zip(seeds, texts, right, said, strict=True):
        if a is None:
            counts["not compiled"] += 1
            continue
        if b.startswith("refused"):
            counts["refused"] += 1
            counts[re.sub(r"'.*?'|\b\w+ is |line \d+|=\S+", "..", b)[9:90]] += 1
        elif a.strip() != b.strip():
            wrong.append((seed, text, a, b))
        counts["all"] += 1
    return counts, wrong


def report(kind, counts, wrong):
    total, refused = counts.pop("all", 0), counts.pop("refused", 0)
    print(
        f"{kind}: {total} programs, {len(wrong)} wrong, {refused} refused ({100 * refused / (total or 1):.1f} %)"
        f", {counts.pop('not compiled', 0)} that do not compile"
    )
    for why, n in counts.most_common(10):
        print(f"  {n:6} {why}")
    for one in wrong[:5]:
        print(*one, sep="\n")


def main(count, seed):
    """Half of them of the forms of everyday. An interrupt ends it, with the counts so far."""
    start, kinds = time.time(), {True: "everyday", False: "with what cannot be followed"}
    found = {easy: (collections.Counter(), []) for easy in kinds}
    try:
        with tempfile.TemporaryDirectory() as folder:
            for first in range(0, count // 2, BATCH):
                for easy, (counts, wrong) in found.items():
                    some, bad = judge(
                        [f"{seed}.{n}" for n in range(first, min(first + BATCH, count // 2))], easy, folder
                    )
                    counts.update(some)
                    wrong += bad
    except KeyboardInterrupt:
        print("interrupted")
    for easy, kind in kinds.items():
        report(kind, *found[easy])
    print(f"{time.time() - start:.0f} s")
    return any(wrong for _, wrong in found.values())


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1"))
