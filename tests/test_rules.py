# SPDX-License-Identifier: Apache-2.0
"""What is written by hand in docs/rules.md and docs/reference/encodings.md: model, RTL and decoder agree with it."""

import os
import re

import pytest
from conftest import ROOT, built, run

from model import defs
from tb import settings


def section(page, heading):
    """The rows of the tables below a heading: lists of cells."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(f"\n{heading}\n")[2]
    lines = re.split(r"^#", text, maxsplit=1, flags=re.M)[0].splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|") and "---" not in line
    ]
    assert rows, f"{page} has no tables below {heading}"
    return rows


# ---- 3.6, by the model

ASK = r"""
#include <shfl.h>
#include <stdio.h>
#include <stdlib.h>

/* ask LANES MODE SB_IMM SC_IMM ACTIVE: a line per lane, where lane k holds 10 + k; rd under each policy */
int main(int argc, char **argv)
{
    unsigned long n[6] = { 0 };
    for (int i = 1; i < argc && i < 6; i++)
        n[i] = strtoul(argv[i], NULL, 0);
    struct shfl_in in = { .mode = (enum shfl_mode)n[2], .sb_is_imm = true, .sb_imm = (uint32_t)n[3],
                          .sc_is_imm = true, .sc_imm = (uint32_t)n[4], .active = n[5] };
    struct shfl_out out[3];
    for (unsigned k = 0; k < n[1]; k++)
        in.ra[k] = 10 + k;
    for (unsigned policy = 0; policy < 3; policy++)
        if (shfl_warp(&(struct shfl_unit){ (unsigned)n[1], (enum shfl_policy)policy }, &in, &out[policy]))
            return 1;
    for (unsigned k = 0; k < n[1]; k++)
        printf("%d %d %d %d %d %d %d %d %d\n", out->j[k], out->in_range[k], out->src_lane[k],
               (int)(out->src_active >> k & 1), (int)(out->pu >> k & 1), (int)(out->we >> k & 1),
               (int)out[SHFL_ZERO].rd[k], (int)out[SHFL_OWN].rd[k], (int)out[SHFL_RAW].rd[k]);
    return 0;
}
"""


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ask")
    (folder / "ask.c").write_text(ASK, encoding="utf-8")
    run([os.environ.get("CC", "cc"), "-std=c11", "-Imodel", folder / "ask.c", built("libshfl.a"), "-o", folder / "ask"])
    return lambda *words: [list(map(int, line.split())) for line in run([folder / "ask", *words]).stdout.splitlines()]


LANES_BY_HAND = [row for row in section("rules.md", "### 3.6 By hand") if row[0] in defs.MODES]
WARP_BY_HAND = [list(map(int, row)) for row in section("rules.md", "### 3.6 By hand") if row[0].isdigit()]


@pytest.mark.parametrize("row", LANES_BY_HAND, ids="-".join)
def test_lane_by_hand(ask, row):
    lane, index, clamp, segmask = *map(int, row[1:4]), int(row[4], 2)
    j, in_range, src_lane, *_ = ask(32, defs.MODES.index(row[0]), index, clamp | segmask << 8, 0xFFFFFFFF)[lane]
    first = lane & segmask
    assert list(map(int, row[5:10])) == [first, first | clamp & ~segmask, j, in_range, src_lane]


def test_warp_by_hand(ask):
    active = sum(row[1] << row[0] for row in WARP_BY_HAND)
    answers = ask(8, defs.MODES.index("DOWN"), 2, 0x407, active)
    open_words = {}
    for lane, (row, answer) in enumerate(zip(WARP_BY_HAND, answers, strict=True)):
        j, in_range, src_lane, src_active, pu, we, zero, own, raw = answer
        assert row == [lane, we, 10 + lane, lane & 4, lane & 4 | 3, j, in_range, src_lane, src_active, zero, pu, we]
        if we and not src_active:
            open_words[lane] = own, raw
    assert open_words == {1: (11, 13), 4: (14, 16)}  # the sentence below the table


# ---- 5.1 and 5.3, by the RTL

BENCH = """
`include "shfl_defs.vh"
module bench;
    reg clk = 0, rst = 1, open = 1;
    reg [31:0] now = 0;
    always #5 clk = !clk;
    always @(posedge clk) now <= now + 1;
    %s
    initial begin
        #22 rst = 0;
        #1000 open = 0;
        #1000 $finish;
    end
endmodule
// takes warps all the time; its output is open at first, and closed later to see how many warps fit in
module asked #(parameter LANES = 2, parameter DEPTH = 1) (
    input clk, input rst, input open, input [31:0] now);
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
        if (in_ready) begin
            if (ins == 0) first <= now;
            ins = ins + 1;
        end
        if (out_valid && open) begin
            if (outs < 2) left[outs] <= now;
            outs = outs + 1;
        end
    end
    always @(negedge open) #999
        $display("%%0d %%0d %%0d %%0d %%0d %%0d", LANES, DEPTH, left[0] - first, left[1] - left[0], ins - outs,
                 u.u_ranks.u_crossbar.%s);
endmodule
"""


def measured(folders, parts, units, folder):
    """For each unit (LANES, DEPTH): latency, clocks per warp, warps inside, and the PARTS that were chosen."""
    units_text = "\n".join(f"asked #({n}, {depth}) u{n}_{depth} (clk, rst, open, now);" for n, depth in units)
    (folder / "bench.v").write_text(BENCH % (units_text, parts), encoding="utf-8")
    rtl = {path.name: path for name in reversed(folders) for path in sorted((ROOT / name).glob("*.v"))}
    tool = [os.environ.get("IVERILOG") or "iverilog", "-g2005", "-Irtl", "-s", "bench"]
    run([*tool, "-o", folder / "bench", folder / "bench.v", *rtl.values()])
    lines = run([os.environ.get("VVP") or "vvp", "-n", folder / "bench"]).stdout.splitlines()
    answers = [tuple(map(int, line.split())) for line in lines if re.fullmatch(r"[\d ]+", line)]
    assert sorted(answer[:2] for answer in answers) == units, lines
    return {answer[:2]: answer[2:] for answer in answers}


def test_clocks(tmp_path):
    units = [(2, depth) for depth in range(settings.DEPTH_MAX + 1)]
    for (_, depth), answer in measured(settings.CROSSBARS["mux"], "GROUPS", units, tmp_path).items():
        assert answer[:3] == (depth, 1, depth)


@pytest.mark.parametrize(
    "folders, parts, chosen",
    [
        (settings.CROSSBARS["mux"], "GROUPS", lambda lanes, depth: 2 if depth >= 3 and lanes >= 4 else 1),
        (settings.CROSSBARS["chain"], "CHAINS", lambda lanes, depth: 3 if lanes >= 8 else 1),
    ],
    ids=["multiplexers", "chains"],
)
def test_parts_by_default(folders, parts, chosen, tmp_path):
    units = [(lanes, depth) for lanes in (2, 4, 8, 16) for depth in (2, 3)]
    for (lanes, depth), (*_, got) in measured(folders, parts, units, tmp_path).items():
        assert got == chosen(lanes, depth), (lanes, depth)


# ---- figures and words


def test_figures_of_the_h200():
    known = set(re.findall(r"\d{1,3}(?:,\d{3})+", (ROOT / "docs/reference/silicon.md").read_text(encoding="utf-8")))
    figures = {
        figure
        for row in section("rules.md", "## 8 Where the documents disagree")
        for figure in re.findall(r"\d{1,3}(?:,\d{3})+", row[-1])
    }
    assert figures and figures <= known


@pytest.mark.parametrize(
    "row",
    [row for row in section("reference/encodings.md", "## sm_70 and later, 128-bit word") if row[0][:3] == "0x0"],
    ids=lambda row: row[2],
)
def test_words_by_hand(openshfl, row):
    assert row[2].strip("`") in run([openshfl, "decode", f"0x{int(row[0], 16) | int(row[1], 16) << 64:032x}"]).stdout
