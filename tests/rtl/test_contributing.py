# SPDX-License-Identifier: Apache-2.0
"""The lists of CONTRIBUTING.md suffice: in a copy of the repository, a small change of files of a list, and no other,
gives a new mode, register, generation or vote, which simulation and proof reach: they fail once it is made wrong."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, tracked

from formal import prove

# of each list: {file: [(old text, new text)]}; then one more change, which is wrong and has to be seen
MODE = {
    "rtl/shfl_defs.vh": [
        ("`define SHFL_MODE_W 2", "`define SHFL_MODE_W 3"),
        ("`define SHFL_IDX  2'd0", "`define SHFL_IDX  3'd0"),
        ("`define SHFL_UP   2'd1", "`define SHFL_UP   3'd1"),
        ("`define SHFL_DOWN 2'd2\n", "`define SHFL_DOWN 3'd2\n"),
        ("`define SHFL_BFLY 2'd3\n", "`define SHFL_BFLY 3'd3\n`define SHFL_ROTATE 3'd4\n"),
    ],
    "rtl/shfl_lane_index.v": [
        (
            ": mode == `SHFL_DOWN ? own + distance\n",
            ": mode == `SHFL_DOWN ? own + distance\n"
            "                    : mode == `SHFL_ROTATE ? {2'b00, min_lane | (lane + index & ~segmask)}\n",
        )
    ],
    "model/shfl_lane_index.c": [
        (
            "    case SHFL_BFLY:",
            "    case SHFL_ROTATE: /* a rotation within the segment */\n"
            "        for (int lane = 0; lane < lanes; lane++) {\n"
            "            int to = (lane + index[lane]) % lanes;\n"
            "            j[lane] = (int8_t)((lane & segmask[lane]) + (to & ~segmask[lane]));\n"
            "        }\n"
            "        break;\n"
            "    case SHFL_BFLY:",
        )
    ],
    "tb/isa_shfl_twin.c": [
        (
            "lane ^ index, min | (index & ~segmask))",
            "lane ^ index, min | (choose(where(in->mode == SHFL_ROTATE),\n"
            "                                   (lane + index) & same(lanes - 1), index) & ~segmask))",
        )
    ],
    "formal/shfl_spec.vh": [
        ("integer b, distance;", "integer b, distance, to;"),
        ("distance = index;", "distance = index;\n        to = (lane + distance) % (1 << LANE_W);"),
        ("if (mode != `SHFL_IDX ?", "if (mode == `SHFL_ROTATE ? (segmask[b] ? lane[b] : to[b]) : mode != `SHFL_IDX ?"),
    ],
}
MODE_WRONG = ("rtl/shfl_lane_index.v", "lane + index &", "lane - index &")

REGISTER = {
    "rtl/shfl_defs.vh": [
        (
            "`define SHFL_REG_CROSSBAR(",
            "`define SHFL_REG_OPERANDS(DEPTH) ((DEPTH) >= 8 ? 1 : 0)\n`define SHFL_REG_CROSSBAR(",
        )
    ],
    "rtl/shfl_sideband.v": [
        (
            "    localparam SIDE_W ",
            "    localparam REG_OPERANDS    = BEATS != 0 ? 0 : `SHFL_REG_OPERANDS(DEPTH);\n    localparam SIDE_W ",
        ),
        ("= REG_DECODE + REG_LANE_INDEX", "= REG_OPERANDS + REG_DECODE + REG_LANE_INDEX"),
        ("= valid[REG_DECODE];", "= valid[REG_OPERANDS + REG_DECODE];"),
        ("= valid[REG_DECODE + REG_LANE_INDEX];", "= valid[REG_OPERANDS + REG_DECODE + REG_LANE_INDEX];"),
        (
            "    shfl_stage_reg #(.W(SIDE_W), .PRESENT(REG_DECODE)) u_reg_decode (\n",
            "    wire [SIDE_W-1:0] operands;\n"
            "    shfl_stage_reg #(.W(SIDE_W), .PRESENT(REG_OPERANDS)) u_reg_operands (\n"
            "        .clk(clk), .enable(load), .in({in_warp, in_active, in_ra}), .out(operands));\n"
            "    shfl_stage_reg #(.W(SIDE_W), .PRESENT(REG_DECODE)) u_reg_decode (\n",
        ),
        (".in ({in_warp,     in_active,     in_ra}),", ".in (operands),"),
    ],
    "rtl/shfl_sources.v": [
        (
            "    wire [BEAT_W-1:0] decode_beat;\n",
            "    localparam REG_OPERANDS = BEATS != 0 ? 0 : `SHFL_REG_OPERANDS(DEPTH);\n"
            "    localparam OPERANDS_W   = `SHFL_MODE_W + 10 + 2 * LANE_W + WAYS * 64;\n"
            "    wire [BEAT_W-1:0] decode_beat;\n"
            "    wire [`SHFL_MODE_W-1:0] now_mode;\n"
            "    wire now_sb_is_imm, now_sc_is_imm;\n"
            "    wire [LANE_W-1:0] now_sb_imm;\n"
            "    wire [LANE_W+7:0] now_sc_imm;\n"
            "    wire [WAYS*32-1:0] now_sb, now_sc;\n"
            "    shfl_stage_reg #(.W(OPERANDS_W), .PRESENT(REG_OPERANDS)) u_reg_operands (\n"
            "        .clk(clk), .enable(load), .in({mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, sb, sc}),\n"
            "        .out({now_mode, now_sb_is_imm, now_sc_is_imm, now_sb_imm, now_sc_imm, now_sb, now_sc}));\n",
        ),
        (
            ".sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),",
            ".sb_is_imm(now_sb_is_imm), .sc_is_imm(now_sc_is_imm), .sb_imm(now_sb_imm), .sc_imm(now_sc_imm),",
        ),
        (".sb(sb[32*k +: 32]), .sc(sc[32*k +: 32]),", ".sb(now_sb[32*k +: 32]), .sc(now_sc[32*k +: 32]),"),
        (".in({mode, index_next,", ".in({now_mode, index_next,"),
    ],
    "rtl/shfl_legal.v": [
        (
            "        if (UNIT == `SHFL_UNIT_SHFL || UNIT == `SHFL_UNIT_AND_VOTE\n",
            "        if (UNIT == `SHFL_UNIT_SHFL && (DEPTH < 0 || DEPTH > 8)) begin : g_shfl\n"
            "            shfl_error_DEPTH_must_be_0_to_8 u_error ();\n"
            "        end\n"
            "        if (UNIT == `SHFL_UNIT_AND_VOTE\n",
        )
    ],
    "tb/settings.py": [("\nDEPTH_MAX = 7\n", "\nDEPTH_MAX = 8\n")],
}
REGISTER_WRONG = ("rtl/shfl_sources.v", ".in({now_mode, index_next,", ".in({mode, index_next,")

GENERATION = {
    "rtl/amd/shfl_amd_defs.vh": [
        ("`define SHFL_AMD_GFX1250 6\n", "`define SHFL_AMD_GFX1250 6\n`define SHFL_AMD_GFX13 7\n"),
        ("`define SHFL_AMD_GENS 7", "`define SHFL_AMD_GENS 8"),
    ],
    "rtl/shfl_legal.v": [("GEN > 6", "GEN > 7"), ("GEN_must_be_0_to_6", "GEN_must_be_0_to_7")],
    "model/shfl_amd.h": [("case SHFL_AMD_GFX1250: return", "case SHFL_AMD_GFX1250:\n    case SHFL_AMD_GFX13: return")],
    "model/shfl_amd_check.c": [("GFX12_ON = ONE(GFX12) |", "GFX12_ON = ONE(GFX12) | ONE(GFX13) |")],
}
GENERATION_WRONG = (
    "rtl/amd/shfl_amd_decode.v",
    "wire gfx12_on = gen >= `SHFL_AMD_GFX12;",
    "wire gfx12_on = gen >= `SHFL_AMD_GFX12 && gen != `SHFL_AMD_GFX13;",
)

VOTE = {
    "rtl/shfl_defs.vh": [
        ("`define SHFL_VOTE_OP_W  2", "`define SHFL_VOTE_OP_W  3"),
        *((f"`define SHFL_VOTE_{name} 2'd", f"`define SHFL_VOTE_{name} 3'd") for name in ("ALL  ", "ANY  ", "EQ   ")),
        ("`define SHFL_VOTE_ELECT 2'd3\n", "`define SHFL_VOTE_ELECT 3'd3\n`define SHFL_VOTE_NONE  3'd4\n"),
    ],
    "rtl/collective/shfl_vote_result.v": [
        ("wire vote = ", "wire vote = op == `SHFL_VOTE_NONE ? !some_for : "),
    ],
    "model/shfl_vote.c": [
        (
            "    case SHFL_VOTE_EQ:",
            "    case SHFL_VOTE_NONE: out->pu = for_it == 0 ? all_lanes : 0; break;\n    case SHFL_VOTE_EQ:",
        )
    ],
    "formal/shfl_vote_spec.vh": [
        (
            "            default:        spec_vote_pu",
            "            `SHFL_VOTE_NONE: spec_vote_pu = those == 0;\n            default: spec_vote_pu",
        ),
        ("op <= `SHFL_VOTE_ELECT &&", "op <= `SHFL_VOTE_NONE &&"),
    ],
}
VOTE_WRONG = ("rtl/collective/shfl_vote_result.v", "NONE ? !some_for", "NONE ? some_for")


def files_of(heading):
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {heading}\n(.*?)^## ", text, re.M | re.S)[1]
    return set(re.findall(r"`([\w./]+\.\w+)`", "".join(re.findall(r"^- .*", section, re.M))))


def edit(folder, file, old, new):
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file} has {text.count(old)} times: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


class Copy:
    """A copy of the repository, with the changes of a list."""

    def __init__(self, folder, heading, changes):
        for name in tracked("*"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        assert changes.keys() <= files_of(heading), changes.keys() - files_of(heading)
        for file, texts in changes.items():
            for old, new in texts:
                edit(folder, file, old, new)
        self.folder = folder
        self.run(sys.executable, "model/defs.py")

    def run(self, *command, status=0):
        environment = {
            key: value for key, value in os.environ.items() if key != "ARGS" and not key.startswith("MAKE")
        } | {"BUILD": "build"}
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == (status == 0), done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout + done.stderr

    def make(self, *words, status=0):
        return self.run("make", "SETUP=0", *words, status=status)

    def proves(self, stage, status=0, **params):
        return self.run(
            sys.executable, "-m", "formal.prove", stage, *(f"{name}={value}" for name, value in params.items()),
            status=status,
        )  # fmt: skip

    def refuses(self, unit, folder, message, **params):
        words = [f"-P{unit}.{name}={value}" for name, value in params.items()]
        said = self.run(
            "iverilog", *words, "-y", folder, "-y", "rtl", "-I", "rtl", "-I", folder, "-s", unit, "-o", "build/legal",
            f"{folder}/{unit}.v", status=1,
        )  # fmt: skip
        assert message in said, said


pytestmark = pytest.mark.nightly


def test_a_mode(tmp_path):
    copy = Copy(tmp_path, "Add a mode", MODE)
    sim = ("sim", "CONFIGS=l8_w8_d2_raw", "BARE=")
    copy.make(*sim)
    copy.proves("lane_index", LANES=8, CHAIN=0)
    edit(tmp_path, *MODE_WRONG)
    assert "SHFL.ROTATE" in copy.make(*sim, status=1)
    copy.proves("lane_index", LANES=8, CHAIN=0, status=1)


def test_a_register(tmp_path):
    copy = Copy(tmp_path, "Add a pipeline register", REGISTER)
    sim = ("sim", "CONFIGS=l8_w8_d8_raw l8_w4_d8_own_net4_elastic", "BARE=")
    copy.make(*sim)
    copy.refuses("shfl", "rtl", "shfl_error_DEPTH_must_be_0_to_8", DEPTH=9)
    for unit, folder in (("shfl_amd", "rtl/amd"), ("shfl_rvv", "rtl/rvv"), ("shfl_and_vote", "rtl/collective")):
        copy.refuses(unit, folder, "shfl_error_DEPTH_must_be_0_to_7", DEPTH=8)
    edit(tmp_path, *REGISTER_WRONG)
    copy.make(*sim, status=1)


def test_a_generation(tmp_path):
    copy = Copy(tmp_path, "Add a generation", GENERATION)
    sim = ("sim", "CONFIGS=amd_front_l32", "BARE=")
    copy.make(*sim)
    ways = {"LANES": 32, "WAYS": 1}
    assert ways in [params for stage, params, _ in prove.proofs() if stage == "amd_source"]
    copy.proves("amd_source", **ways)
    copy.refuses("shfl_amd", "rtl/amd", "shfl_error_GEN_must_be_0_to_7", GEN=8)
    edit(tmp_path, *GENERATION_WRONG)
    assert "6 passed, 3 failed" in copy.make(*sim, status=1)
    copy.proves("amd_source", **ways, status=1)


def test_a_vote(tmp_path):
    copy = Copy(tmp_path, "Add a vote", VOTE)
    sim = ("sim", "CONFIGS=vote_l8_d1 vote_l8_ways2_d1", "BARE=")
    copy.make(*sim)
    copy.proves("vote", LANES=8, ELECT=1)
    copy.proves("vote_unit", LANES=4, WAYS=2)
    edit(tmp_path, *VOTE_WRONG)
    copy.make(*sim, status=1)
    copy.proves("vote", LANES=8, ELECT=1, status=1)
    copy.proves("vote_unit", LANES=4, WAYS=2, status=1)
