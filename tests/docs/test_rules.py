# SPDX-License-Identifier: Apache-2.0
"""The rules of docs/: their numbers, and the examples worked by hand, which model, RTL and decoder repeat."""

import collections
import itertools
import json
import re

import pytest
from conftest import IVERILOG, ROOT, VVP, run, section

from docs import pages, rules
from model import defs
from rtl import checks, filelists
from tb import settings

ENCODINGS = "## SPA 5.0 (sm_50 to sm_62), 64-bit word", "## sm_70 and later, 128-bit word"


# ---- numbers


def test_cited_rules_exist():
    """Every rule and section that a file of the repository cites is on its page."""
    assert not rules.unknown()


@pytest.mark.parametrize("letter", rules.PAGES)
def test_rules_are_numbered_in_order(letter):
    """The rules of a section are 1, 2, 3 .., below its heading."""
    for page in rules.PAGES[letter]:
        section, last = "", 0
        text = (ROOT / page).read_text(encoding="utf-8")
        for heading, rule in re.findall(r"^##+ (\d+(?:\.\d+)?) |^\*\*([RAV][\d.]+)\*\*", text, re.M):
            section, last = (heading, 0) if heading else (section, last + 1)
            assert heading or rule == f"{letter}{section}.{last}"


@pytest.mark.parametrize("page", [*itertools.chain(*rules.PAGES.values())])
def test_a_must_has_a_number(page):
    """It is in a rule, but where a page says what the word means."""
    text = (ROOT / page).read_text(encoding="utf-8")
    prose = re.sub(r"<!--.*?-->|^```.*?^```$|^[|#][^\n]*$", "", text, flags=re.M | re.S)
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", prose)]
    of_a_rule = re.compile(r"\*\*[RAV][\d.]+\*\*|.*This page is normative", re.S)
    assert not [part for part in paragraphs if re.search(r"\bmust\b", part) and not of_a_rule.match(part)]


@pytest.mark.parametrize("letter", rules.PAGES)
def test_every_rule_is_checked(letter):
    """By a test or a proof that cites it, or docs/rules.py has the reason why none can."""
    cited = {number for column in ("tests", "proofs") for number, files in rules.cited(column).items() if files}
    of_letter = set(rules.rules(letter))
    assert of_letter - cited == {number for number in rules.UNCHECKED if number[0] == letter}


def test_a_mutant_breaks_each_rule():
    """A check of the rule detects one, or its reason cites the rule; docs/rules.py has the reason why none does."""
    known = [number for letter in rules.PAGES for number in rules.rules(letter) if number not in rules.UNCHECKED]
    assert [number for number in known if not rules.killed_by(number)] == list(rules.UNBROKEN)


def test_the_checks_of_a_rule():
    parts = "RTL: .*shfl_range_check.*tests: .*suite uniform.*proofs: .*in_range_is.*killed: range_check"
    assert re.search(parts, rules.line("R3.3.1"))
    assert "no check: permits" in rules.line(next(name for name, why in rules.UNCHECKED.items() if "permits" in why))


# ---- 3.6, by the model

BY_HAND = section("docs/rules.md", "### 3.6 By hand")
LANES_BY_HAND = [row for row in BY_HAND if row[0] in defs.MODES]
WARP_BY_HAND = [list(map(int, row)) for row in BY_HAND if row[0].isdigit()]
FIELDS = "min_lane", "max_lane", "j", "in_range", "src_lane"


def explained(openshfl, *options):
    return json.loads(run([openshfl, "explain", *options, "--json"]).stdout)["lanes"]


@pytest.mark.parametrize("row", LANES_BY_HAND, ids="-".join)
def test_lane_by_hand(openshfl, row):
    fields = "--mode", row[0].lower(), "--index", row[2], "--clamp", row[3], "--segmask", f"0x{int(row[4], 2):x}"
    lane = explained(openshfl, *fields)[int(row[1])]
    assert list(map(int, row[5:10])) == [lane[name] for name in FIELDS]


def test_warp_by_hand(openshfl):
    active = sum(row[1] << row[0] for row in WARP_BY_HAND)
    warp = "SHFL.DOWN P1, R2, R1, 0x2, 0x407", "--lanes", "8", "--active", f"0x{active:x}", "--init", "R1=lane+10"
    zero, own, raw = (explained(openshfl, *warp, "--policy", policy) for policy in ("zero", "own", "raw"))
    for row, lane in zip(WARP_BY_HAND, zero, strict=True):
        fields = [lane[name] for name in ("lane", "active", "ra", *FIELDS, "src_active", "unit_rd", "in_range", "we")]
        assert row == fields
    for lanes in zip(zero, own, raw, strict=True):  # R4.4
        names = "in_range", "we", "src_active", *["unit_rd"] * lanes[0]["src_active"]
        assert all(lane[name] == lanes[0][name] for lane in lanes for name in names)
    open_lanes = [k for k, lane in enumerate(zero) if lane["we"] and not lane["src_active"]]
    words = {k: (own[k]["unit_rd"], raw[k]["unit_rd"]) for k in open_lanes}
    assert words == {1: (11, 13), 4: (14, 16)}  # the sentence below the table


def test_lane_index_by_formula():
    """3.2: the formula of each mode at the lanes worked by hand, and its range over all operands of 32 lanes."""
    ends = {"LANES": 32}
    for mode, formula, range_of in section("docs/rules.md", "### 3.2 Lane index")[1:]:
        of_lane = compile(formula, mode, "eval")
        for row in (row for row in LANES_BY_HAND if row[0] == mode):
            operands = dict(zip(("lane", "index", "segmask", "min_lane"), (int(row[n], b) for n, b in
                                ((1, 10), (2, 10), (4, 2), (5, 10))), strict=True))  # fmt: skip
            assert eval(of_lane, operands) == int(row[7]), row
        found = {
            eval(of_lane, {"lane": lane, "index": index, "segmask": segmask, "min_lane": lane & segmask})
            for lane, index, segmask in itertools.product(range(32), range(32), (0, 16, 31))
        }
        low, high = (eval(end.replace("2 LANES", "2 * LANES"), ends) for end in range_of.replace("`", "").split(" .. "))
        assert (min(found), max(found)) == (low, high), mode


# ---- 1 and 5.1, by the RTL


def test_bits_of_the_words():
    """Of each word of section 1 that is a port; 5.2's table is the RTL's."""
    ports = {row[0]: re.sub("^N( x )?", "", row[2]) or "1" for row in section("docs/rules.md", "### 5.2 Ports")[1:]}
    rows = [row for row in section("docs/rules.md", "## 1 Words") if len(row) == 5 and row[0] in ports]
    words = {row[0]: row[1].removesuffix(" per lane") for row in rows}
    assert words.pop("`mode`") == str(defs.MODE_BITS)
    assert len(words) == 8 and words == {name: ports[name] for name in words}


@pytest.mark.parametrize("crossbar", ["mux", pytest.param("chain", marks=pytest.mark.slow)])
def test_parts_by_default(crossbar, tmp_path):
    """R5.1.4, the page's table."""
    row = section("docs/rules.md", "### 5.1 Parameters")[-2:][crossbar == "chain"]
    least = {name: int(n) for name, n in re.findall(r"`(\w+)` is (\d+) or more", row[2])}
    parts, units = {"mux": "GROUPS", "chain": "CHAINS"}[crossbar], list(itertools.product((2, 4, 8, 16), (2, 3)))
    lines = [f"shfl #(.LANES({lanes}), .W(1), .DEPTH({depth})) u{lanes}_{depth} ();" for lanes, depth in units]
    lines += [f"initial $display(u{lanes}_{depth}.u_fabric.g_crossbar.u_crossbar.{parts});" for lanes, depth in units]
    (tmp_path / "bench.v").write_text("\n".join(["module bench;", *lines, "endmodule\n"]), encoding="utf-8")
    rtl = {path.name: path for name in reversed(settings.CROSSBARS[crossbar]) for path in (ROOT / name).glob("*.v")}
    run([IVERILOG, "-g2005", "-Irtl", "-s", "bench", "-o", tmp_path / "bench", tmp_path / "bench.v", *rtl.values()])
    got = list(map(int, run([VVP, "-n", tmp_path / "bench"]).stdout.split()))
    chosen = [lanes >= least["LANES"] and depth >= least.get("DEPTH", 0) for lanes, depth in units]
    assert got == [int(row[1] if of_table else row[3]) for of_table in chosen]


# ---- 5.3, by the RTL: this register in place of the unit's counts its loads

COUNTING = """
module shfl_stage_reg #(parameter integer W = 1, parameter integer PRESENT = 1) (
    input wire clk, input wire enable, input wire [W-1:0] in, output wire [W-1:0] out
);
    generate
        if (PRESENT != 0) begin : g_reg
            reg [W-1:0] q;
            integer loads = 0;
            always @(posedge clk)
                if (enable) begin
                    q <= in;
                    if (bench.counts) begin
                        loads = loads + 1;
                        bench.loads = bench.loads + 1;
                        if (loads > bench.most) bench.most = loads;
                    end
                end
            assign out = q;
        end else begin : g_wire
            assign out = in;
        end
    endgenerate
endmodule
"""
IDLE = """
%(includes)s
module bench;
    %(parameters)s
    reg clk = 0, rst = 1, in_valid = 0, counts = 0;
    reg [8191:0] noise;
    integer n, loads = 0, most = 0;
    %(registers)s
    %(unit)s #(%(passed)s) u (.clk(clk), .rst(rst), .in_valid(in_valid), .out_ready(1'b1)%(ports)s);
    task step; begin
        for (n = 0; n < 256; n = n + 1) noise[32*n +: 32] = $random;
        %(change)s
        #1 clk = 1; #1 clk = 0;
    end endtask
    initial begin
        repeat (2) step;
        rst = 0; in_valid = 1;
        repeat (4) step;
        in_valid = 0;
        repeat (99) step;                           // its warps leave
        counts = 1;
        $dumpfile("changes.vcd"); $dumpvars(0, u);
        repeat (50) step;
        $dumpoff;
        in_valid = %(warp)d;
        step;
        in_valid = 0;
        repeat (99) step;
        $display("%%0d %%0d", loads, most);
        $finish(0);
    end
endmodule
"""
STEADY = {"in_beat": 0, "in_last": 1, "in_tag": 0, "is_exit": 0}  # inputs that do not change
AMD_IDLE = {"LANES": 32, "GEN": 3, "W": 4}
IDLE_UNITS = [
    *[("shfl", {"LANES": 4, "W": 4, "DEPTH": depth, name: 1}) for depth in (1, 3, 7) for name in ("ELASTIC", "GATE")],
    *[("shfl", {"LANES": 4, "W": 4, "DEPTH": depth, "NETWORK": 2, name: 1})
      for depth, name in ((7, "ELASTIC"), (1, "GATE"), (3, "GATE"), (6, "GATE"))],
    ("shfl", {"LANES": 4, "W": 4, "DEPTH": 2, "SKID": 1, "GATE": 1}),
    ("shfl_and_vote", {"LANES": 4, "W": 4, "DEPTH": 2, "GATE": 1}),
    *[("shfl_banked", {"LANES": 4, "WAYS": 4, "W": 4, "DEPTH": 4, "MEMORY": memory, name: 1})
      for memory in (0, 1) for name in ("ELASTIC", "GATE")],
    ("shfl_banked", {"LANES": 4, "WAYS": 4, "W": 4, "DEPTH": 3, "ELASTIC": 1}),
    ("shfl_amd", AMD_IDLE | {"DEPTH": 3, "GATE": 1}),
    ("shfl_amd_banked", AMD_IDLE | {"WAYS": 32, "DEPTH": 4, "ELASTIC": 1}),
    ("shfl_amd_banked", AMD_IDLE | {"WAYS": 32, "DEPTH": 4, "GATE": 1}),
    ("shfl_rvv", {"LANES": 8, "DEPTH": 1, "GATE": 1}),
    ("shfl_rvv", {"LANES": 8, "DEPTH": 4, "NETWORK": 4, "GATE": 1}),
    ("shfl_rvv_banked", {"LANES": 8, "WAYS": 8, "DEPTH": 2, "GATE": 1}),
    ("shfl_vote", {"LANES": 4, "WAYS": 4, "GATE": 1}),
    ("shfl_redux", {"LANES": 4, "WAYS": 4, "W": 4, "DEPTH": 3, "GATE": 1}),
    ("shfl_redux", {"LANES": 4, "WAYS": 2, "W": 4, "DEPTH": 3, "GATE": 1}),
    ("shfl_barrier", {"LANES": 4, "WAYS": 4, "GATE": 1}),
]  # fmt: skip


def idle(name, given, warp, folder):
    """Loads of registers behind the last of four warps, with WARP more: all, and of the register with most; of each net
    that changes while there is no warp the names; and the operands."""
    unit = checks.Unit(name)
    inputs = [(port, width) for way, width, port, _ in unit.ports
              if way == "input" and port not in ("clk", "rst", "in_valid", "out_ready")]  # fmt: skip
    params = {param: given.get(param, value) for param, value, _ in unit.params}
    moving = [port for port, _ in inputs if port not in STEADY]
    bench = IDLE % {
        "unit": name, "warp": warp, "includes": "".join(unit.includes),
        "parameters": " ".join(f"localparam integer {param} = {value};" for param, value in params.items()),
        "passed": ", ".join(f".{param}({param})" for param in params),
        "registers": " ".join(f"reg {width} {port} = {STEADY.get(port, 0)};" for port, width in inputs),
        "ports": "".join(f", .{port}({port})" for port, _ in inputs),
        "change": " ".join(f"{port} = noise >> {300 * at};" for at, port in enumerate(moving)),
    }  # fmt: skip
    (folder / "bench.v").write_text(COUNTING + bench, encoding="utf-8")
    own = filelists.UNITS[name]
    rtl = [path for part in dict.fromkeys(("rtl", own)) for path in sorted((ROOT / part).glob("*.v"))
           if path.name != "shfl_stage_reg.v"]  # fmt: skip
    run([IVERILOG, "-g2005", "-Irtl", f"-I{own}", "-s", "bench", "-o", folder / "bench", folder / "bench.v", *rtl])
    loads, most = map(int, run([VVP, "-n", folder / "bench"], cwd=folder).stdout.splitlines()[-1].split())
    text = (folder / "changes.vcd").read_text(encoding="ascii").partition("$dumpoff")[0]
    heads, _, values = text.partition("$enddefinitions $end")
    keys = [line.split()[-1] if line[0] == "b" else line[1:] for line in values.split("\n") if line[:1] in set("01bxz")]
    names = {}
    for key, net in re.findall(r"^\s*\$var \w+ \d+ (\S+) (\w+)", heads, re.M):
        names.setdefault(key, set()).add(net)
    changed = [names[key] for key, count in collections.Counter(keys).items() if count > 1]
    return loads, most, changed, set(moving)


IDLE_IDS = [
    "-".join([unit, *(f"{name}{value}" for name, value in params.items() if name not in ("LANES", "W", "GEN"))])
    for unit, params in IDLE_UNITS
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("unit", "params"), [
    pytest.param(*one, id=name, marks=[pytest.mark.nightly] * (n % 2)) for n, (one, name)
    in enumerate(zip(IDLE_UNITS, IDLE_IDS, strict=True))
])  # fmt: skip
def test_an_idle_unit_does_not_switch(unit, params, tmp_path):
    """R5.3.14, R5.3.15"""
    loads, most, changed, moving = idle(unit, params, 0, tmp_path)
    assert not loads
    if "GATE" in params and not unit.endswith("_banked"):
        assert all(names & {"clk", "in", *moving} for names in changed), changed  # nothing does behind the input
    loads, most, *_ = idle(unit, params, 1, tmp_path)
    assert loads  # one more warp does load them
    if params.get("DEPTH", 1) <= 4 and "NETWORK" not in params and "_banked" not in unit:
        assert most == 1  # a register alone in its part, once


# ---- 5.6, by the RTL

TRIPS_BENCH = """
`include "shfl_amd_defs.vh"
module bench;
    localparam LANES = %(lanes)d, COUNT = %(count)d;
    reg                       clk = 0, rst = 1, in_valid = 0;
    reg [32*LANES+68:0]       in, warp [0:COUNT-1];
    wire [`SHFL_AMD_OP_W-1:0] op;
    wire [63:0]               control;
    wire [32*LANES-1:0]       addr;
    wire                      in_ready, out_valid;
    integer                   now = 0, k, offered, taken, left;
    assign {op, control, addr} = in;
    shfl_amd #(.LANES(LANES), .W(8), %(parameters)s) u (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(16'd0), .active({LANES{1'b1}}),
        .op(op), .control(control), .fi(1'b0), .bc(1'b0), .row_mask(4'd15), .bank_mask(4'd15), .addr(addr),
        .ra({8*LANES{1'b0}}), .out_valid(out_valid), .out_ready(1'b1), .out_tag(), .rd(), .we(),
        .src_active(), .reserved());
    task step; begin #1 clk = 1; #1 clk = 0; now = now + 1; end endtask
    initial begin
        $readmemh("warps", warp);
        step; rst = 0;
        for (k = 0; k < COUNT; k = k + 1) begin
            // another warp is offered, and withdrawn before it is transferred
            in = warp[(k + 1) %% COUNT]; in_valid = 1;
            #1 if (!in_ready) step;
            in_valid = 0; step;
            in = warp[k]; in_valid = 1; offered = now; left = -1;
            while (left < 0) begin
                #1 if (in_valid && in_ready) taken = now;
                if (out_valid) left = now;
                step; if (taken == now - 1) in_valid = 0;
            end
            $display("%%0d", left - offered);
        end
    end
endmodule
"""


def latencies(folder, warps, lanes, parameters):
    """Of each warp, the clocks from its offer to its result."""
    (folder / "warps").write_text("".join(f"{warp:x}\n" for warp in warps), encoding="ascii")
    bench = TRIPS_BENCH % {"lanes": lanes, "count": len(warps), "parameters": parameters}
    (folder / "bench.v").write_text(bench, encoding="ascii")
    paths = [word for path in ("rtl", "rtl/amd") for word in (f"-I{ROOT / path}", f"-y{ROOT / path}")]
    run([IVERILOG, "-g2005", *paths, "-o", folder / "bench", folder / "bench.v"])
    return list(map(int, run([VVP, "-n", folder / "bench"], cwd=folder).stdout.split()))


# an operation, its controls, and the word of the page's table that has the most trips with NETWORK=16
AMD_TRIPS = [
    ("DPP16", (0x1B, 0x39, 0x101, 0x10F, 0x111, 0x11F, 0x123, 0x140, 0x141, 0x153), "row_shl"),
    ("SWIZZLE", (0x401F, 0x7C1F, 0x0210, 0x801B, 0xC020, 0xC7E3), "rotate"), ("SWIZZLE", (0xE000,), "FFT"),
    ("READLANE", (0, 21), "readlane"), ("READFIRSTLANE", (0,), "readfirstlane"), ("WRITELANE", (3,), "writelane"),
    ("BPERMUTE", (0,), "ds_bpermute"),
]  # fmt: skip
WAVE_32 = [
    ("DPP16", (0x165,), "row_xmask"), ("DPP8", (0xFAC688, 0x9D3A51), "DPP8"),
    ("PERMLANE16", (0x0123456789ABCDEF, 0x9D3A51E7420F8B6C), "permlane16"),
    ("PERMLANEX16", (0x9D3A51E7420F8B6C,), "permlanex16"),
]  # fmt: skip
WAVE_64 = [("DPP16", (0x130, 0x134, 0x138, 0x13C, 0x142, 0x143), "row_bcast")]
SIZES = tuple(size << 32 | s1 for size in (4, 16, 32) for s1 in (1, 3, 9, 21))
GFX1250 = [(f"PERMLANE_{name}", SIZES, "permlane_bcast, up, down, xor") for name in ("BCAST", "UP", "DOWN", "XOR")]
GFX1250 += [("BPERMUTE_FI", (0,), "ds_bpermute_fi")]
GFX1250 += [(name.upper(), (0,), name) for name in ("permlane16_var", "permlanex16_var")]


def of_page(word, lanes):
    """The trips of the operation WORD in A12.5.2's table."""
    table = section("docs/reference/amd-unit.md", "### 12.5 The network")[1:]
    (trips,) = (row[1] for row in table if re.search(rf"(?<!\w){word}(?!\w)", row[0]))
    return eval(trips.replace("`", "").replace("/", "//"), {"LANES": lanes, "NETWORK": 16})


@pytest.mark.slow
@pytest.mark.parametrize(
    "lanes, gen, also", [(32, 3, WAVE_32), pytest.param(64, 2, WAVE_64, marks=pytest.mark.nightly), (32, 6, GFX1250)]
)
@pytest.mark.parametrize("selects", [0, 1])
def test_amd_trips(tmp_path, lanes, gen, also, selects):
    """A12.5.1, A12.5.2"""
    named = [(defs.AMD_OP.names.index(op), controls, of_page(word, lanes)) for op, controls, word in AMD_TRIPS + also]
    cases = [(op, control, trips) for op, controls, trips in named for control in controls]
    address = sum(4 * (lane // 16) << 32 * lane for lane in range(lanes))  # each row reads another lane
    warps = [(op << 64 | control) << 32 * lanes | address for op, control, _ in cases]
    parameters = f".DEPTH({2 - selects}), .GEN({gen}), .NETWORK(16), .SELECTS({selects})"
    made = [clocks - 1 + selects for clocks in latencies(tmp_path, warps, lanes, parameters)]
    want = [trips for *_, trips in cases]
    assert made == want or (selects and all(one <= most for one, most in zip(made, want, strict=True)))


# ---- 6.3, by the RTL


@pytest.mark.parametrize("row", section("docs/rules.md", "### 6.3 Handshake")[1:], ids=lambda row: row[0])
def test_clocks_of_a_warp_in_beats(row):
    """R6.3.2: a warp of two beats, offered from clock 0 on."""
    for depth in (0, 1, 4):
        memory = defs.MEMORIES.index(row[0].split()[0].upper())
        params = {"LANES": 4, "WAYS": 2, "DEPTH": depth, "MEMORY": memory}
        shown = pages.timing("shfl_banked", [(0, "A", 0, 0), (0, "A", 1, 1)], "1" * 24, **params)
        values = {line.split()[0]: line.split()[1:] for line in shown.splitlines()[1:-1]}
        last, first = values["in_last"].index("1"), values["out_valid"].index("1")
        assert first - last == eval(row[1].replace("`", ""), {"DEPTH": depth}), shown


# ---- 7, by the command


@pytest.mark.parametrize("width", [None, 1, 8, 24, 32, 0])
@pytest.mark.parametrize(
    "row", section("docs/rules.md", "## 7 CUDA's intrinsics")[1:5], ids=lambda row: row[0].strip("`").split("(")[0]
)
def test_intrinsics(openshfl, row, width):
    """R7.1, R7.2, R7.3, R7.4: the table's Sc; of an operand of 33 the low five bits; a width that is left out."""
    name, mode, _ = (cell.strip("`") for cell in row[:3])
    formula = row[3].strip("`")
    call = f"{name.partition('(')[0]}(m, v, 33{'' if width is None else f', {width}'})"
    said = json.loads(run([openshfl, "explain", call, "--json"]).stdout)
    sc = eval(formula, {"width": 32 if width is None else width})
    fields = {"index": 33 & 31, "clamp": sc & 31, "segmask": sc >> 8 & 31}
    assert said["operation"] == mode and fields.items() <= said["lanes"][5].items()


def test_segments_of_widths():
    """7: the segmask of each width."""
    (_, *widths), (_, *masks) = section("docs/rules.md", "## 7 CUDA's intrinsics")[5:7]
    assert masks == [f"{32 - int(width):05b}" for width in widths]


# ---- 8 to 10 and 17, and V2.1


@pytest.mark.parametrize("page, heading, of", [
    ("docs/rules.md", "## 8 Vote", defs.VOTE), ("docs/rules.md", "## 10 Redux", defs.REDUX),
    ("docs/rvv.md", "## 2 Operations", defs.RVV_OP),
], ids=["vote", "redux", "rvv"])  # fmt: skip
def test_encodings_of_the_page(page, heading, of):
    """R8.3, R10.2, V2.1; R9.2 and R9.3 have theirs in sentences."""
    rows = [row for row in section(page, heading) if any(re.fullmatch(r"\d+(, \d+)*", cell) for cell in row[:2])]
    pairs = [sorted(row[:2], reverse=True) for row in rows]  # the name, then the number
    found = [pair for names, numbers in pairs for pair in zip(names.split(", "), numbers.split(", "), strict=True)]
    assert found == [(name, str(n)) for n, name in enumerate(of.names)]
    assert not any(of.comments) or [row[2] for row in rows] == list(of.comments)
    text = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    match = dict(re.findall(r"\bMATCH\.(\w+) \(encoding (\d)\)", text))
    assert match == {name: str(n) for n, name in enumerate(defs.MATCH.names)}


@pytest.mark.parametrize("row", section("docs/rules.md", "## 17 Quads")[1:], ids=lambda row: row[0])
def test_swaps(openshfl, row):
    """R17.1: the table's index, and the lanes that it exchanges."""
    said = json.loads(run([openshfl, "explain", f"subgroupQuadSwap{row[0].capitalize()}(x)", "--json"]).stdout)
    pairs = {tuple(map(int, pair)) for pair in re.findall(r"(\d) with (\d)", row[2])}
    assert said["operation"] == "BFLY" and {lane["index"] for lane in said["lanes"]} == {int(row[1])}
    assert {tuple(sorted((k, said["lanes"][k]["src_lane"]))) for k in range(4)} == pairs


@pytest.mark.parametrize("row", section("docs/rules.md", "## 15 Barriers that reduce")[1:], ids=lambda row: row[0])
def test_barriers_of_the_page(openshfl, row):
    """R15.1: each result, of a predicate that no thread has, some or all."""
    for p in (0, 7, 64):
        said = run([openshfl, "ask", row[1].strip("`"), "3", "--block", "64", "--let", f"p=lane<{p}"]).stdout
        found = re.fullmatch(r"1 if `p` is 1 in (all|one) of them", row[3])
        want = p if row[3] == "the number of threads with `p`" else int({"all": p == 64, "one": p > 0}[found[1]])
        assert f" gets {want};" in said, said


# ---- encodings.md


BY_WORD = *ENCODINGS, "## Vote, match and redux, sm_70 and later", "## Barriers and movmatrix, sm_75 and later"
WORDS = [row for heading in BY_WORD for row in section("docs/reference/encodings.md", heading) if row[0][:2] == "0x"]


@pytest.mark.parametrize("row", WORDS, ids=lambda row: row[-1])
def test_words_by_hand(openshfl, row):
    """R1.1: mode and the other fields, by the decoder."""
    low, *high = (int(word, 16) for word in row[:-1])
    word = f"0x{high[0] << 64 | low:032x}" if high else f"0x{low:016x}"
    assert row[-1].strip("`") in run([openshfl, "decode", word]).stdout


def test_fields_by_hand():
    """The fields of the word of SPA that the page takes apart are its bits, all of them."""
    rows = section("docs/reference/encodings.md", ENCODINGS[0])
    word = int(next(row[0] for row in rows if row[0].startswith("0x")), 16)
    seen = 0
    for bits, values, _ in (row for row in rows if len(row) == 3 and row[0] != "bits"):
        for part, value in zip(bits.split(", "), values.split(", "), strict=True):
            high, low = (int(bit) for bit in (part.split(":") * 2)[:2])
            mask = (2 << high - low) - 1
            assert word >> low & mask == int(value, 0), (part, value)
            seen |= mask << low
    assert word & ~seen == 0xEF10 << 48  # the opcode, without Pu


@pytest.mark.parametrize("heading", ENCODINGS)
@pytest.mark.parametrize("mode", defs.MODES)
@pytest.mark.parametrize("forms", list(itertools.product((0, 1), repeat=2)), ids="both_registers Sc Sb both".split())
def test_fields_of_shfl(openshfl, heading, mode, forms):
    """R1.1: a word that the table of the fields makes, by the decoder. Each value has the highest bit of its field."""
    at = {}
    rows = section("docs/reference/encodings.md", heading)
    for bits, field in (row for row in rows if len(row) == 2 and re.fullmatch("[0-9:, ]+", row[0])):
        field = field.strip("`").replace("the guard is negated", "negated")
        names = [field.partition(";")[0].replace("guard", "predicate")]
        if ", " in bits:
            names = field.partition(": ")[2].split(", ")
        at |= zip(names, ([int(bit) for bit in part.split(":")] for part in bits.split(", ")), strict=True)
    code = next(name for name in at if name.startswith("0x"))
    choices = re.findall(r"0x\w+", code)  # the register forms, Sc immediate, Sb immediate, both immediate
    known = {"Rd": 137, "Ra": 200, "predicate": 5, "negated": 1, "mode": defs.MODES.index(mode), "Pu": 6}
    known |= {"Sb immediate": 0x14} if forms[0] else {"Sb register": 165}
    known |= {"Sc immediate": 0x1E92} if forms[1] else {"Sc register": 210}
    known |= {f"{name} is immediate": is_imm for name, is_imm in zip(("Sb", "Sc"), forms, strict=True)}
    word = int(choices[forms[1] + 2 * forms[0] if len(choices) > 1 else 0], 16) << at[code][-1]
    for name, value in known.items():
        if name in at or len(choices) == 1:
            high, low = (at[name] * 2)[:2]
            assert value.bit_length() == high - low + 1 or name == "mode" or not value, name
            word |= value << low
    length = 32 if len(choices) > 1 else 16
    sb, sc = ("0x14" if forms[0] else "R165"), ("0x1e92" if forms[1] else "R210")
    assert f"@!P5 SHFL.{mode} P6, R137, R200, {sb}, {sc}" in run([openshfl, "decode", f"0x{word:0{length}x}"]).stdout


def put(bits, value):
    """VALUE in a field such as "23:16"; it has the highest bit of the field's width."""
    high, low = (int(bit) for bit in (bits.split(":") * 2)[:2])
    assert 0 <= value < 2 << high - low, (bits, value)
    return value << low


def columns(heading):
    """Of each instruction, a column of the table: the cell of each row, or the first one in place of "the same"."""
    rows = section("docs/reference/encodings.md", heading)
    names, *fields = rows[: next(n for n, row in enumerate(rows) if row[0] == "low 64 bits")]
    of = {}
    for at, name in enumerate(names[1:], 1):
        of[name] = {row[0]: row[1] if row[at] == "the same" else row[at] for row in fields if row[at]}
    return of


def decoded(openshfl, word, gpu=()):
    return run([openshfl, "decode", *gpu, *word.split()], status=None).stdout.split("\n")[0]


GUARD, RD, RA, PD = 5, 0x15, 200, 6  # in every word below; with !P3 as the source predicate
VOTES = [*[(name, op, 0) for name in ("VOTE", "VOTEU") for op in defs.VOTE.names[:3]], ("ELECT", "", 0),
         *[("MATCH", op, wide) for op in defs.MATCH.names for wide in (0, 1)],
         *[("REDUX", op, sign) for op in defs.REDUX.names for sign in (0, 1)],
         *[("CREDUX", op, sign) for op in ("MIN", "MAX") for sign in (0, 1)]]  # fmt: skip


@pytest.mark.parametrize(("name", "op", "flag"), VOTES)
def test_fields_of_votes(openshfl, name, op, flag):
    """A word of the page's table and of the sentence of numbers below it, by the decoder."""
    at = columns(BY_WORD[2])[name]
    text = (ROOT / "docs/reference/encodings.md").read_text(encoding="utf-8")
    listed = re.search(r"^VOTE has (.*?); REDUX has (.*?);", text, re.M | re.S)
    numbers = {"VOTE": listed[1], "VOTEU": listed[1], "REDUX": listed[2]}.get(name, "")
    numbers = dict(re.findall(r"(\w+) (\d)", numbers))
    bits, _, given = at.get("operation", "").partition(": ")
    numbers |= {each: n for n, each in re.findall(r"(\d) is (\w+)", given)}
    assert "14:12, 15" in at
    word = int(at["bits 11:0"], 16) | put("14:12", GUARD) | put("15", 1) | put("23:16", RD)
    word |= put("83:81", PD) if "83:81" in at and op != "ANY" or name.startswith("VOTE") else 0
    word |= put("31:24", RA) if "31:24" in at else 0
    word |= put(bits, int(numbers[op])) if op else 0
    word |= put("73", flag) if "73" in at else 0
    sources = at.get("89:87, 90", "")
    word |= put("89:87", 3) | put("90", 1) if "source predicate" in sources else put("89:87", 7) * (name == "ELECT")
    uniform = "U" * at["23:16"].startswith("U")
    dst, pd, ra = f"{uniform}R{RD}", f"P{PD}", f"R{RA}"
    dot = f".{op}" if op and (name, op) != ("REDUX", "AND") else ""
    dot += f".{at['73']}" if flag and "73" in at else ""
    operands = {
        "VOTE": [dst, pd, "!P3"], "VOTEU": [dst, f"U{pd}", "!P3"], "ELECT": [pd, dst, "PT"],
        "MATCH": [pd, dst, ra] if op == "ALL" else [dst, ra], "REDUX": [dst, ra], "CREDUX": [dst, ra],
    }[name]  # fmt: skip
    assert f"@!P{GUARD} {name}{dot} {', '.join(operands)}" in decoded(openshfl, f"0x{word:032x}")


def numbers_of(cell):
    """{"SYNC": 0, ..} of "0 SYNC, 1 ARV"."""
    return {name: int(n) for n, name in re.findall(r"(?<![\w:])(\d) (\w+)", cell)}


@pytest.mark.parametrize("op", ["POPC", "AND", "OR"])
@pytest.mark.parametrize("form", ["both immediate", "threads in a register", "number in a register", "both in one"])
def test_fields_of_barriers(openshfl, op, form):
    """BAR.RED of each form and operation, by the decoder; of another kind than RED it prints nothing."""
    at = columns(BY_WORD[3])["BAR"]
    codes = {what.strip(): int(code, 16) for code, what in re.findall(r"(0x\w+) ([^,]+)", at["bits 11:0"])}
    kinds = numbers_of(at["79:77"])
    word = codes[form] | put("14:12", GUARD) | put("15", 1) | put("39:32", 165) | put("53:42", 0x940)
    word |= put("57:54", 9) | put("75:74", numbers_of(at["75:74"])[op]) | put("80", 1) | put("89:87", 3) | put("90", 1)
    assert {"14:12, 15", "39:32", "53:42", "57:54", "80", "89:87, 90"} <= at.keys() and at["80"] == "DEFER_BLOCKING"
    number = "0x9" if form in ("both immediate", "threads in a register") else "R165"
    threads = "0x940" if form in ("both immediate", "number in a register") else "R165"
    for kind, n in kinds.items():
        found = decoded(openshfl, f"0x{word | put('79:77', n):032x}")
        assert (f"@!P5 BAR.RED.{op}.DEFER_BLOCKING {number}, {threads}, !P3" in found) == (kind == "RED"), found


@pytest.mark.parametrize("name, bits, kind, text", [
    ("B2R", "79:77", "RESULT", "B2R.RESULT R21, P6"), ("MOVM", "79:78", "MT88", "MOVM.16.MT88 R21, R200"),
])  # fmt: skip
def test_fields_of_results(openshfl, name, bits, kind, text):
    at = columns(BY_WORD[3])[name]
    word = int(at["bits 11:0"], 16) | put("14:12", GUARD) | put("15", 1) | put("23:16", RD)
    word |= put("31:24", RA) if "31:24" in at else 0
    word |= put("83:81", PD) if "83:81" in at else 0
    for other, n in numbers_of(at[bits]).items():
        assert (f"@!P5 {text}" in decoded(openshfl, f"0x{word | put(bits, n):032x}")) == (other == kind)


AMD = section("docs/reference/encodings.md", "## AMD's lane crossing")


def test_fields_of_dpp(openshfl):
    """v_mov_b32 with both words of DPP, of the fields of the page."""
    heads, *rows = [row for row in AMD if len(row) == 3]
    dpp16, dpp8, dpp8_fi = (int(n) for n in re.findall(r"\d{3}", heads[1] + heads[2]))
    named = [(re.sub(", from.*", "", row[1]).split(", "), row[0].split(", ")) for row in rows]
    at = {name.strip("`"): bits for names, fields in named for name, bits in zip(names, fields, strict=False)}
    move = 0x7E000200 | 2 << 17
    of_src = put(at["src0"], 3)
    dpp = of_src | put(at["dpp_ctrl"], 0x101) | put(at["BC"], 1) | put(at["FI"], 1)
    dpp |= put(at["bank_mask"], 5) | put(at["row_mask"], 10)
    found = decoded(openshfl, f"{move | dpp16:#x} {dpp >> 32:#x}", ("--gpu", "gfx1030"))
    assert found == "v_mov_b32_dpp v2, v3 row_shl:1 row_mask:0xa bank_mask:0x5 bound_ctrl:1 fi:1"
    bits, _, what = next(row[2] for row in rows if ": " in row[2]).partition(": ")
    assert what.startswith("the selectors, that of lane 0 lowest")
    chosen = [7, 1, 6, 2, 5, 0, 4, 3]
    dpp = of_src | put(bits, sum(n << 3 * lane for lane, n in enumerate(chosen)))
    for src0, fi in ((dpp8, ""), (dpp8_fi, " fi:1")):
        found = decoded(openshfl, f"{move | src0:#x} {dpp >> 32:#x}", ("--gpu", "gfx1030"))
        assert found == f"v_mov_b32_dpp v2, v3 dpp8:{str(chosen).replace(' ', '')}{fi}"
