# SPDX-License-Identifier: Apache-2.0
"""The rules of docs/: their numbers, and the examples worked by hand, which model, RTL and decoder repeat."""

import itertools
import json
import os
import re

import pytest
from conftest import ROOT, run

from docs import rules
from model import defs
from tb import settings


def section(page, heading):
    """The rows of the tables below a heading: lists of cells."""
    text = (ROOT / page).read_text(encoding="utf-8").partition(f"\n{heading}\n")[2]
    lines = re.findall(r"^\|(?!.*---).*", re.split(r"^#", text, maxsplit=1, flags=re.M)[0], re.M)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert rows, f"{page} has no tables below {heading}"
    return rows


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
        for heading, rule in re.findall(r"^##+ (\d+(?:\.\d+)?) |^\*\*([RA][\d.]+)\*\*", text, re.M):
            section, last = (heading, 0) if heading else (section, last + 1)
            assert heading or rule == f"{letter}{section}.{last}"


@pytest.mark.parametrize("letter", rules.PAGES)
def test_every_rule_is_checked(letter):
    """By a test or a proof that cites it, or tools/rules.py has the reason why none can."""
    cited = {number for column in ("tests", "proofs") for number, files in rules.cited(column).items() if files}
    of_letter = set(rules.rules(letter))
    assert of_letter - cited == {number for number in rules.UNCHECKED if number[0] == letter}


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
    open_lanes = [k for k, lane in enumerate(zero) if lane["we"] and not lane["src_active"]]
    words = {k: (own[k]["unit_rd"], raw[k]["unit_rd"]) for k in open_lanes}
    assert words == {1: (11, 13), 4: (14, 16)}  # the sentence below the table


# ---- 5.1 and 5.3, by the RTL

BENCH = """
`include "shfl_defs.vh"
module bench;
    reg clk = 0, rst = 1, open = 1;
    reg [31:0] now = 0;
    always #5 clk = !clk;
    always @(posedge clk) now <= now + 1;
    %s
    initial begin #22 rst = 0; #1000 open = 0; #1000 $finish; end
endmodule
// offered a warp on every clock; its output is open at first, and closed later to count how many warps fit in
module measured #(parameter LANES = 2, parameter DEPTH = 1) (input clk, input rst, input open, input [31:0] now);
    localparam L = $clog2(LANES), W = 1;
    wire in_ready, out_valid;
    reg [31:0] first, left [0:1];
    integer ins = 0, outs = 0;
    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH)) u (
        .clk(clk), .rst(rst), .in_valid(1'b1), .in_ready(in_ready), .in_tag(16'd0), .mode({`SHFL_MODE_W{1'b0}}),
        .sb_is_imm(1'b1), .sc_is_imm(1'b1), .sb_imm({L{1'b0}}), .sc_imm({L+8{1'b0}}), .active({LANES{1'b1}}),
        .ra({W*LANES{1'b0}}), .sb({32*LANES{1'b0}}), .sc({32*LANES{1'b0}}),
        .out_valid(out_valid), .out_ready(open), .out_tag(), .rd(), .pu(), .we(), .src_active());
    always @(posedge clk) if (!rst) begin
        if (in_ready && ins == 0) first <= now;
        if (in_ready) ins = ins + 1;
        if (out_valid && open && outs < 2) left[outs] <= now;
        if (out_valid && open) outs = outs + 1;
    end
    always @(negedge open) #999
        $display("%%0d %%0d %%0d %%0d %%0d %%0d", LANES, DEPTH, left[0] - first, left[1] - left[0], ins - outs,
                 u.u_ranks.u_crossbar.%s);
endmodule
"""


def measured(folders, parts, units, folder):
    """For each unit (LANES, DEPTH): latency, clocks per warp, warps inside, and the PARTS that were chosen."""
    units_text = "\n".join(f"measured #({n}, {depth}) u{n}_{depth} (clk, rst, open, now);" for n, depth in units)
    (folder / "bench.v").write_text(BENCH % (units_text, parts), encoding="utf-8")
    rtl = {path.name: path for name in reversed(folders) for path in sorted((ROOT / name).glob("*.v"))}
    tool = [os.environ.get("IVERILOG") or "iverilog", "-g2005", "-Irtl", "-s", "bench"]
    run([*tool, "-o", folder / "bench", folder / "bench.v", *rtl.values()])
    lines = run([os.environ.get("VVP") or "vvp", "-n", folder / "bench"]).stdout.splitlines()
    answers = [tuple(map(int, line.split())) for line in lines if re.fullmatch(r"[\d ]+", line)]
    assert sorted(answer[:2] for answer in answers) == units, lines
    return {answer[:2]: answer[2:] for answer in answers}


def test_clocks(tmp_path):
    """R5.3.3, R5.3.8"""
    units = [(2, depth) for depth in range(settings.DEPTH_MAX + 1)]
    for (_, depth), answer in measured(settings.CROSSBARS["mux"], "GROUPS", units, tmp_path).items():
        assert answer[:3] == (depth, 1, depth)


@pytest.mark.parametrize("crossbar", ["mux", "chain"])
def test_parts_by_default(crossbar, tmp_path):
    """R5.1.4"""
    parts, units = {"mux": "GROUPS", "chain": "CHAINS"}[crossbar], list(itertools.product((2, 4, 8, 16), (2, 3)))
    for (lanes, depth), (*_, got) in measured(settings.CROSSBARS[crossbar], parts, units, tmp_path).items():
        chains, groups = 3 if lanes >= 8 else 1, 2 if depth >= 3 and lanes >= 4 else 1
        assert got == (chains if crossbar == "chain" else groups), (lanes, depth)


# ---- 7, by the command


@pytest.mark.parametrize("width", [None, 1, 8, 24, 32, 0])
@pytest.mark.parametrize("row", section("docs/rules.md", "## 7 CUDA's intrinsics")[1:5], ids=lambda row: row[0])
def test_intrinsics(openshfl, row, width):
    """R7.1, R7.2, R7.3, R7.4: the table's Sc; of an operand of 33 the low five bits; a width that is left out."""
    name, mode, _ = (cell.strip("`") for cell in row[:3])
    formula = "|".join(row[3:]).replace("\\|", "|").strip("`")
    call = f"{name.partition('(')[0]}(m, v, 33{'' if width is None else f', {width}'})"
    said = json.loads(run([openshfl, "explain", call, "--json"]).stdout)
    sc = eval(formula, {"width": 32 if width is None else width})
    fields = {"index": 33 & 31, "clamp": sc & 31, "segmask": sc >> 8 & 31}
    assert said["mode"] == mode and fields.items() <= said["lanes"][5].items()


# ---- encodings.md


WORDS = [row for heading in ENCODINGS for row in section("docs/reference/encodings.md", heading) if row[0][:2] == "0x"]


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
