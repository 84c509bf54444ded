# SPDX-License-Identifier: Apache-2.0
"""Permutations of RISC-V's vectors in the command: every spelling by the tables of docs/rvv.md 3,
with random operands; and what is refused."""

import itertools
import json
import random
import re

import pytest
from conftest import BUILD, ROOT, run, section
from test_ask import ask

pytestmark = pytest.mark.usefixtures("openshfl")  # it is built


def explained(*arguments, status=0):
    done = run([BUILD / "openshfl", "explain", *arguments], status=status)
    return done.stdout + done.stderr


def condition(cell):
    """One of V3.1.2's table as Python."""
    text = cell.replace("`", "").replace(" = ", " == ").replace("of SLIDEUP, ", "op == 'SLIDEUP' and ")
    return text.replace("bit i of v0 is", "v0[i] ==").replace("all others", "True")


ELEMENTS = [(condition(row[0]), row[2]) for row in section("docs/rvv.md", "### 3.1 Which elements are written")[1:]]
SLIDES = dict(section("docs/rvv.md", "### 3.3 Slides")[1:])


def slid(op, **known):
    """The element that element i gets, by V3.3.1's table; None if it is the value in x."""
    source, _, scalar = SLIDES[op].replace("`", "").partition("; element ")
    if scalar and known["i"] == eval(scalar.partition(" gets ")[0], known):
        return None
    return eval(source.partition(",")[0], known)


def expected(op, e, vlmax, vl, vstart, active, x, vs1):
    """(what, element that is read) of element e, by the tables of the page: V3.1.1, V3.1.2, V3.3.1."""
    if vstart >= vl:
        return "keep", None
    if op == "compress":
        chosen = [k for k in range(vl) if vs1[k]]
        return ("data", chosen[e]) if e < len(chosen) else ("tail", None)
    known = {"op": op.upper(), "i": e, "vl": vl, "vstart": vstart, "x": x, "vm": 0, "v0": {e: active}}
    becomes = next(becomes for holds, becomes in ELEMENTS if eval(holds, known))
    if "agnostic" in becomes:
        return {"`vta` = 1": "tail", "`vma` = 1": "masked"}[re.search("`.*1", becomes)[0]], None
    if becomes == "it keeps its value":
        return "keep", None
    source = {"gather": lambda: vs1[e], "gather_x": lambda: x}.get(op, lambda: slid(op.upper(), i=e, x=x, vl=vl))()
    if source is None:
        return "scalar", None
    return ("data", source) if source < vlmax else ("zero", None)


# name: operation, third operand of the assembler, of C, whether there is a mask
FORMS = {
    **dict.fromkeys(("vrgather.vv", "vrgatherei16.vv"), ("gather", "v16", "vv")),
    "vrgather.vx": ("gather_x", "a0", "vx"), "vrgather.vi": ("gather_x", None, "vx"),
    "vslideup.vx": ("slideup", "t1", "vx"), "vslideup.vi": ("slideup", None, "vx"),
    "vslidedown.vx": ("slidedown", "x9", "vx"), "vslidedown.vi": ("slidedown", None, "vx"),
    "vslide1up.vx": ("slide1up", "s0", "vx"), "vfslide1up.vf": ("slide1up", "fa0", "vf"),
    "vslide1down.vx": ("slide1down", "s0", "vx"), "vfslide1down.vf": ("slide1down", "fa0", "vf"),
    "vcompress.vm": ("compress", "v16", "vm"),
}  # fmt: skip
LMULS = {"mf8": 0.125, "mf4": 0.25, "mf2": 0.5, "m1": 1, "m2": 2, "m4": 4, "m8": 8}


def cases(name, count):
    """Random ones: the arguments, and the expected (what, element that is read) and written value of each element."""
    rng = random.Random(name)
    op, register, kind = FORMS[name]
    made = 0
    while made < count:
        sew, lmul, vlen = rng.choice([8, 16, 32, 64]), rng.choice(list(LMULS)), rng.choice([64, 128, 256])
        vlmax = int(vlen * LMULS[lmul] / sew)
        wide = "ei16" in name and 16 / sew * LMULS[lmul] > 8
        if vlmax == 0 or sew > 64 * LMULS[lmul] or wide or (sew == 8 and name.startswith("vf")):
            continue
        vl, vstart = rng.randint(0, vlmax), 0 if op == "compress" else rng.choice([0, 0, rng.randrange(vlmax)])
        policy = rng.choice(["ta,ma", "tu,mu", "ta,mu", "tu,ma"])
        most = 255 if sew == 8 and "ei16" not in name else 65535
        index = [rng.choice([rng.randrange(vlmax), vlmax - 1, min(vlmax, most), most]) for _ in range(min(vlmax, 64))]
        vs1 = [index[e % len(index)] for e in range(vlmax)]
        masked = op != "compress" and rng.random() < 0.5
        v0 = [rng.random() < 0.6 for _ in range(min(vlmax, 64))]
        x = rng.choice([0, 1, vlmax - 1, vlmax, rng.randrange(vlmax), 2**64 - 1])
        if op == "compress":
            vs1 = [e % len(index) % 3 == 1 for e in range(vlmax)]
            index = [int(bit) for bit in vs1[: len(index)]]
        if register is None:
            x %= 32
        names = "name op kind register sew lmul vlen vlmax vl vstart policy index vs1 masked v0 x".split()
        known = locals()
        yield {each: known[each] for each in names}
        made += 1


def wanted(case):
    e_active = [not case["masked"] or case["v0"][e % len(case["v0"])] for e in range(case["vlmax"])]
    op, vlmax, vl, vstart, x, vs1 = (case[name] for name in ("op", "vlmax", "vl", "vstart", "x", "vs1"))
    for e in range(vlmax):
        what, source = expected(op, e, vlmax, vl, vstart, e_active[e], x, vs1)
        if what in ("tail", "masked"):
            what = "agnostic" if {"tail": "ta", "masked": "ma"}[what] in case["policy"] else "keep"
        low = (1 << case["sew"]) - 1
        value = {"data": source and source & low or 0, "zero": 0, "scalar": case["x"] & low}.get(what)
        yield what, source, value


def got(text):
    for of in json.loads(text)["lanes"]:
        yield of["what"], of["src_lane"], of["rd"]


def listed(numbers):
    return "[" + ",".join(str(int(number)) for number in numbers) + "]"


def assembler(case):
    third = case["register"] or str(case["x"])
    mask = ", v0.t" if case["masked"] else ""
    init = [f"--init={third}={case['x']}"] if case["register"] else []
    if case["kind"] in ("vv", "vm"):
        init = [f"--init={third}={listed(case['index'])}"]
    if mask:
        init += [f"--init=v0={listed(case['v0'])}"]
    words = [f"{case['name']} v8, v24, {third}{mask}", f"--vtype=e{case['sew']},{case['lmul']},{case['policy']}"]
    return [*words, *(f"--{name}={case[name]}" for name in ("vl", "vstart", "vlen")), *init]


def intrinsic(case):
    """The same as a call of C, which has no vstart."""
    policy = {"ta,ma": "m", "tu,ma": "tum", "tu,mu": "tumu", "ta,mu": "mu"}[case["policy"]] if case["masked"] else ""
    if not case["masked"] and "tu" in case["policy"]:
        policy = "tu"
    floating = case["name"].startswith("vf")
    name = f"{case['name'].split('.')[0]}_{case['kind']}_{'f' if floating else 'u'}{case['sew']}{case['lmul']}"
    old = case["op"] == "slideup" or policy in ("tu", "tum", "tumu", "mu")
    arguments = [*(["mask"] if case["masked"] else []), *(["dest"] if old else []), "src"]
    third = "third" if case["kind"] in ("vv", "vm") else str(case["x"])
    lets = [f"--let=third={listed(case['index'])}", f"--let=mask={listed(case['v0'])}"]
    call = f"{name}{'_' + policy if policy else ''}({', '.join([*arguments, third, str(case['vl'])])})"
    return [f"auto r = __riscv_{call};", f"--vlen={case['vlen']}", *lets]


@pytest.mark.parametrize("name", FORMS)
def test_every_instruction(name):
    for case in cases(name, 30):
        assert list(got(explained(*assembler(case), "--json"))) == list(wanted(case)), assembler(case)


@pytest.mark.parametrize("name", FORMS)
def test_every_intrinsic(name):
    for case in cases(name, 12):
        if not case["masked"] and case["policy"] == "ta,mu":
            continue
        case = {**case, "vstart": 0}
        asked = intrinsic(case)
        assert list(got(explained(*asked, "--json"))) == list(wanted(case)), asked


# what stands in front of it, with options; element, and what ask says of it. VLEN is 128, e8 has 16 elements.
# Source: RVV 6.2 and 6.3, and QEMU 7.2 of the first three; the policies are those that clang 14 compiles
DOWN = "vslidedown.vi v8, v8, 1"
CALL = "r = __riscv_vslidedown_vx_u8m1(v, 1, vl);"
FOLLOWED = r"""
vl of a vsetvli goes into its register | vsetvli a0,a0,e32,m1; vsetvli x0,a0,e8,m1; DOWN | a0=100 | 0 | vl 4
and into another | vsetvli t0, a0, e32, m1; vsetvli x0, t0, e8, m1; DOWN | a0=100 | 0 | vl 4
of fewer than VLMAX | vsetvli t0, a0, e32, m1; vsetvli x0, t0, e8, m1; DOWN | a0=3 | 0 | vl 3
x0 and a destination: VLMAX | vsetivli x0, 4, e8, m1; vsetvli t0, x0, e8, m1; DOWN |  | 0 | vl 16
x0 and x0: vl stays | vsetivli x0, 3, e8, m1; vsetvli x0, x0, e16, m2; DOWN |  | 0 | e16, m2, tu, mu, vl 3
one behind it has no effect | vsetivli x0, 4, e8, m1; DOWN\nvsetivli x0, 2, e32, m1 |  | 0 | e8, m1, tu, mu, vl 4
fewer than are asked for | li a0, 20; vsetvli x0, a0, e8, m1; DOWN |  | 0 | a machine may take 10 or more
lines that set nothing | vsetivli x0, 4, e8, m1; vle8.v v8, (a1); ret; DOWN |  | 0 | vl 4
vstart | vsetivli x0, 4, e8, m1; csrwi vstart, 3; DOWN |  | 2 | prestart
which a vector instruction resets | vsetivli x0, 4, e8, m1; csrwi vstart, 3; vle8.v v8, (a1); DOWN
    |  | 2 | reads element 3
a listing |  0: 57 70 05 00  vsetvli x0, a0, e8, m1\n 4: 57 30 81 3a  DOWN | a0=3 | 0 | vl 3
a string | asm volatile("vsetivli x0, 3, e8, m1\\n\\tDOWN" :: "m"(p)); |  | 0 | vl 3
VLMAX of vsetvl's own type | size_t vl = __riscv_vsetvl_e32m1(100); CALL |  | 0 | vl 4
a call as the length | __riscv_vslidedown_vx_u8m1(v, 1, __riscv_vsetvlmax_e32m1()) |  | 0 | vl 4
the first time of a loop | for (size_t n = 7; n > 0; n -= vl) { vl = __riscv_vsetvl_e8m1(n); CALL } |  | 0 | vl 7
overloaded: a number is an index | __riscv_vrgather(a, 3, 5) | --vtype=e8,m1 | 2 | vl 5): reads element 3
a float | __riscv_vfslide1up_vf_f32m1(a, 1.5f, 4) |  | 0 | writes 0x3fc00000
a mask in binary | vcompress.vm v16, v8, v4 | --vtype=e8,m1 v4=0b1001 | 1 | reads element 3
a number is too short for this mask | vcompress.vm v16, v8, v4 | --vtype=e8,m8 v4=9 | 1 | elements 0 to 63
64 bits of x | vrgather.vx v4, v8, a0 | --vtype=e8,m1 a0=1<<32 | 0 | writes 0
a product | vslide1up.vx v4, v8, a0 | --vtype=e64,m1 a0=65536*65536 | 0 | writes 0x100000000
a machine word | 0x3a8130d7 | --vtype=e8,m1 | 5 | vslideup.vi v1, v8, 2, element 5
indices of a reversal | vsetivli t0, 6, e16, m1; vid.v v4; addi t1, t0, -1; vrsub.vx v4, v4, t1; vrgather.vv v6, v2, v4
    |  | 2 | reads element 3
of halves of pairs | vsetivli x0, 8, e8, m2; vid.v v4; vxor.vi v4, v4, 1; vsrl.vi v6, v4, 1; vrgather.vv v2, v8, v6
    |  | 5 | reads element 2
of less than 0 | vsetivli x0, 8, e8, m1; vid.v v4; vadd.vi v4, v4, -1; vrgather.vv v6, v2, v4 |  | 0 | the index is 255
of the vl that is given | vsetvli t0, a0, e8, m1; vid.v v4; vrsub.vx v4, v4, t0; vrgather.vv v6, v2, v4
    | --vl=5 | 1 | reads element 4
in another line | vsetivli zero, 3, e16, m2, tu, mu\nloop: vslideup.vi v4, v2, 1 # up |  | 0 | e16, m2, tu, mu, vl 3
of a register | vsetvli t0, a0, e16, m2; vslideup.vi v4, v2, 1 | a0=3 | 0 | e16, m2, tu, mu, vl 3
of C | size_t vl = __riscv_vsetvl_e8m1(n); vrgather(v, idx, vl) | n=5 idx=lane | 1 | vl 5
of C, too many | vl = __riscv_vsetvl_e8m1(n); vrgather(v, idx, vl) | n=99 idx=lane | 1 | 99 elements are asked for
of C, a guess | vl = __riscv_vsetvl_e8m1(n); vrgather(v, idx, vl) | idx=lane | 1 | n is taken to be 16
an index | vrgather.vv v1, v2, v3 | --vtype=e8,m1,ta,ma v3=[3,200] | 0 | reads element 3; writes 3
beyond all | vrgather.vv v1, v2, v3 | --vtype=e8,m1 v3=[3,200] | 1 | 200: beyond the last element, 15; writes 0
the option overrules | vsetivli x0, 8, e8, m1; DOWN | --vtype=e32,m1 | 0 | --vtype overrules
"""
ROWS = [line.split(" | ") for line in FOLLOWED.strip().replace("\n    |", " |").splitlines()]


@pytest.mark.parametrize("text, given, element, want", [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_what_stands_in_front(text, given, element, want):
    # in the table \n is a line end, and \\n two characters of a string
    text = text.replace("DOWN", DOWN).replace("CALL", CALL).replace("\\n", "\n").replace("\\\n", "\\n")
    name = "--init" if "." in text.split("__")[0] else "--let"
    assert want in ask(text, element, *(word if word[0] == "-" else f"{name}={word}" for word in given.split()))


def test_machine_words():
    pairs = re.findall(r"^([0-9a-f]{8}) (.*)$", (ROOT / "tests/rvv/words.txt").read_text(encoding="utf-8"), re.M)
    assert len(pairs) == 14
    printed = run([BUILD / "openshfl", "decode", *[f"0x{word}" for word, _ in pairs]]).stdout.splitlines()
    assert printed[::2] == [text for _, text in pairs]
    for word in ("0x02c18457", "0x5cc1a457", "0x80057557"):  # vadd.vv, vcompress with a mask, vsetvl
        assert "no SHFL" in run([BUILD / "openshfl", "decode", word], status=2).stderr


ASSEMBLER = """f:
    vsetvli a0, a0, e32, m1, ta, mu
    vsetvli zero, a0, e8, m1, tu, mu
    vslidedown.vi v8, v8, 1
.L1:
    vslidedown.vi v8, v8, 1
"""
CALLS = """size_t vl = __riscv_vsetvl_e32m1(100);
return __riscv_vslidedown_vx_u8m1(__riscv_vslide1up_vx_u8m1(a,
    3, vl), 1, vl); /* __riscv_vrgather(a, b, c) */
"""
FILES = {
    ASSEMBLER: ["4: vslidedown.vi v8, v8, 1, element 1 of 16 (e8, m1, tu, mu, vl 4)",
                "6: the element width is missing"],
    CALLS: ["2: __riscv_vslidedown", "vl 4): reads element 2", "2: __riscv_vslide1up", "vl 4): reads element 0"],
}  # fmt: skip


@pytest.mark.parametrize("text", FILES, ids=["assembler", "calls"])
def test_files(text, tmp_path):
    (tmp_path / "file").write_text(text)
    listed = run([BUILD / "openshfl", "ask", "--listing", tmp_path / "file", "1"], status=None).stdout
    assert [want for want in FILES[text] if want not in listed] == []
    assert listed.count("element 1 of") == sum(want[1:3] == ": " and "missing" not in want for want in FILES[text])


def test_picture():
    svg = explained("vslidedown.vi v4, v2, 3", "--vtype=e32,m2,tu,mu", "--svg=-")
    assert svg.count('class="in"') == 5 + 1  # and one in the legend
    assert svg.count('class="outside"') == 3 + 1
    assert "register: elements 4 to 7" in svg and "beyond the last element: gets 0" in svg
    assert svg.count(">element<") == 2 and 'class="rows small"' in svg  # small enough for the margin
    many = explained("vslidedown.vi v8, v16, 3", "--vtype=e8,m8", "--svg=-", status=2)
    assert "128 elements: expected at most 64" in many


@pytest.mark.parametrize("between", [
    "vadd.vi v4, v4, 1, v0.t", "vadd.vx v4, v4, a3", "vwadd.vv v2, v8, v10", "vle8.v v4, (a0)", "vle8.v v5, (a0)",
    "vmv2r.v v4, v8", "vsetivli x0, 8, e8, m1",
])  # fmt: skip
def test_indices_that_are_not_followed(between):
    text = f"vsetivli x0, 8, e8, m2; vid.v v4; {between}; vrgather.vv v12, v8, v4"
    assert "give them with --init v4=" in run([BUILD / "openshfl", "ask", text, "1"], status=2).stderr


def test_lmul_of_the_page():
    """V5.1.2: RVV 3.4.2, vlmul is log2 of LMUL, in two's complement."""
    (cell,) = (row[3] for row in section("docs/rvv.md", "### 5.1 Parameters and ports") if row[0] == "`lmul`")
    numbers = re.findall(r"(\d+) to (\d+), (?:LMUL is )?([\d/, ]+) or ([\d/]+)", cell)
    said = {}
    for first, last, some, other in numbers:
        said |= zip(range(int(first), int(last) + 1), [*some.split(", "), other], strict=True)
    assert said == {n: f"{2**n}" if n < 4 else f"1/{2 ** (8 - n)}" for n in range(8) if n != 4}


@pytest.mark.parametrize("row", section("docs/rvv.md", "### 5.2 Passes")[1:], ids=lambda row: row[0])
def test_passes_of_the_page(row):
    """They are those of the registers that hold what the elements of register d get."""
    op, *ends = row
    first, last = (compile(end.replace("/", "//"), end, "eval") for end in ends)
    for n, g, d, x in itertools.product((2, 4), (0, 1, 3, 7), range(8), range(40)):
        known = {"n": n, "d": d, "x": x, "g": g}
        passes = set(range(eval(first, known), eval(last, known) + 1)) & set(range(g + 1)) or {0}
        vlmax = n * (g + 1)
        elements = range(n * d, n * d + n)
        if op in SLIDES:
            read = {slid(op, i=i, x=x, vl=vlmax + 99) for i in elements} - {None}
        else:
            read = {x} if op == "GATHER_X" else range(vlmax)
        assert d > g or passes == ({i // n for i in read if 0 <= i < vlmax} or {0}), known
