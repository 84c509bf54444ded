# SPDX-License-Identifier: Apache-2.0
"""The lists of CONTRIBUTING.md suffice: in a copy of the repository, a small change of files of a list, and no other,
gives a new mode, register, generation or vote, which simulation and proof reach: they fail once it is made wrong."""

import os
import re
import sys

import pytest
from conftest import ROOT, run

from formal import prove
from tests.mutants import run as mutants

# of each list its files, and in each TEXT[[OLD => NEW]]TEXT, of which OLD is there once; then one more change, which is
# wrong and has to be seen
MODE = r"""
rtl/shfl_defs.vh
  `define SHFL_MODE_W [[2 => 3]]
  `define SHFL_IDX  [[2 => 3]]'d0
  `define SHFL_UP   [[2 => 3]]'d1
  `define SHFL_DOWN [[2 => 3]]'d2
  `define SHFL_BFLY [[2'd3 => 3'd3
`define SHFL_ROTATE 3'd4]]
rtl/shfl_lane_index.v
  : mode == `SHFL_DOWN ? own + distance[[ =>
                    : mode == `SHFL_ROTATE ? {2'b00, min_lane | (lane + index & ~segmask)}]]
model/shfl.c
      case SHFL_[[ => ROTATE: /* a rotation within the segment */
        for (int lane = 0; lane < lanes; lane++) {
            int to = (lane + index[lane]) % lanes;
            j[lane] = (int8_t)((lane & segmask[lane]) + (to & ~segmask[lane]));
        }
        break;
    case SHFL_]]BFLY:
tb/isa_shfl_twin.c
  lane ^ index, min | ([[index => choose(where(in->mode == SHFL_ROTATE),
                                   (lane + index) & same(lanes - 1), index)]] & ~segmask))
formal/shfl_spec.vh
  integer b, distance[[ => , to]];
  distance = index;[[ =>
        to = (lane + distance) % (1 << LANE_W);]]
  if (mode [[ => == `SHFL_ROTATE ? (segmask[b] ? lane[b] : to[b]) : mode ]]!= `SHFL_IDX ?
"""
MODE_WRONG = ("rtl/shfl_lane_index.v", "lane + index &", "lane - index &")

REGISTER = r"""
rtl/shfl_defs.vh
  `define SHFL_REG_[[ => OPERANDS(DEPTH) ((DEPTH) >= 8 ? 1 : 0)
`define SHFL_REG_]]CROSSBAR(
rtl/shfl_sideband.v
      localparam [[ => REG_OPERANDS    = BEATS != 0 ? 0 : `SHFL_REG_OPERANDS(DEPTH);
    localparam ]]SIDE_W
  = REG_[[ => OPERANDS + REG_]]DECODE + REG_LANE_INDEX
  = valid[REG_[[ => OPERANDS + REG_]]DECODE];
  = valid[REG_[[ => OPERANDS + REG_]]DECODE + REG_LANE_INDEX];
      [[ => wire [SIDE_W-1:0] operands;
    shfl_stage_reg #(.W(SIDE_W), .PRESENT(REG_OPERANDS)) u_reg_operands (
        .clk(clk), .enable(load), .in({in_warp, in_active, in_ra}), .out(operands));
    ]]shfl_stage_reg #(.W(SIDE_W), .PRESENT(REG_DECODE)) u_reg_decode (
  .in ([[{in_warp,     in_active,     in_ra} => operands]]),
rtl/shfl_sources.v
      [[wire [BEAT_W-1:0] decode_beat => localparam REG_OPERANDS = BEATS != 0 ? 0 : `SHFL_REG_OPERANDS(DEPTH);
    localparam OPERANDS_W   = `SHFL_MODE_W + 10 + 2 * LANE_W + WAYS * 64;
    wire [BEAT_W-1:0] decode_beat;
    wire [`SHFL_MODE_W-1:0] now_mode;
    wire now_sb_is_imm, now_sc_is_imm;
    wire [LANE_W-1:0] now_sb_imm;
    wire [LANE_W+7:0] now_sc_imm;
    wire [WAYS*32-1:0] now_sb, now_sc;
    shfl_stage_reg #(.W(OPERANDS_W), .PRESENT(REG_OPERANDS)) u_reg_operands (
        .clk(clk), .enable(load), .in({mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, sb, sc}),
        .out({now_mode, now_sb_is_imm, now_sc_is_imm, now_sb_imm, now_sc_imm, now_sb, now_sc}))]];
  .sb_is_imm([[ => now_]]sb_is_imm),
  .sc_is_imm([[ => now_]]sc_is_imm),
  .sb_imm([[ => now_]]sb_imm),
  .sc_imm([[ => now_]]sc_imm),
  .sb([[sb[32*k +: 32]), .sc( => now_sb[32*k +: 32]), .sc(now_]]sc[32*k +: 32]),
  .in({[[ => now_]]mode, index_next,
rtl/shfl_legal.v
          if (UNIT == `SHFL_UNIT_SHFL [[||  => && (DEPTH < 0 || DEPTH > 8)) begin : g_shfl
            shfl_error_DEPTH_must_be_0_to_8 u_error ();
        end
        if (]]UNIT == `SHFL_UNIT_AND_VOTE
tb/settings.py
  DEPTH_MAX = [[7 => 8]]
"""
REGISTER_WRONG = ("rtl/shfl_sources.v", ".enable(load), .in({mode, sb_is", ".enable(1'b1), .in({mode, sb_is")

GENERATION = r"""
rtl/amd/shfl_amd_defs.vh
  `define SHFL_AMD_GFX1250 6[[ =>
`define SHFL_AMD_GFX13 7]]
  `define SHFL_AMD_GENS [[7 => 8]]
rtl/shfl_legal.v
  GEN > [[6 => 7]]
  GEN_must_be_0_to_[[6 => 7]]
model/shfl_amd.h
  case SHFL_AMD_GFX1250:[[ =>
    case SHFL_AMD_GFX13:]] return
model/shfl_amd_check.c
  GFX12_ON = ONE(GFX12) |[[ =>  ONE(GFX13) |]]
"""
GENERATION_WRONG = (
    "rtl/amd/shfl_amd_decode.v",
    "wire gfx12_on = gen >= `SHFL_AMD_GFX12;",
    "wire gfx12_on = gen >= `SHFL_AMD_GFX12 && gen != `SHFL_AMD_GFX13;",
)

VOTE = r"""
rtl/shfl_defs.vh
  `define SHFL_VOTE_OP_W  [[2 => 3]]
  `define SHFL_VOTE_ALL   [[2 => 3]]'d
  `define SHFL_VOTE_ANY   [[2 => 3]]'d
  `define SHFL_VOTE_EQ    [[2 => 3]]'d
  `define SHFL_VOTE_ELECT [[2'd3 => 3'd3
`define SHFL_VOTE_NONE  3'd4]]
rtl/collective/shfl_vote_result.v
  wire vote = [[ => op == `SHFL_VOTE_NONE ? !some_for : ]]
model/shfl_collective.c
      case SHFL_VOTE_[[ => NONE: out->pu = for_it == 0 ? all_lanes : 0; break;
    case SHFL_VOTE_]]EQ:
formal/shfl_vote_spec.vh
              [[default:        => `SHFL_VOTE_NONE: spec_vote_pu = those == 0;
            default:]] spec_vote_pu
  op <= `SHFL_VOTE_[[ELECT => NONE]] &&
"""
VOTE_WRONG = ("rtl/collective/shfl_vote_result.v", "NONE ? !some_for", "NONE ? some_for")


EDIT = re.compile(r"^  (.*?)\[\[(.*?) =>(?: |(?=\n))((?:.|\n)*?)\]\](.*)", re.M)


def files_of(heading):
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {heading}\n(.*?)^## ", text, re.M | re.S)[1]
    return set(re.findall(r"`([\w./]+\.\w+)`", "".join(re.findall(r"^- .*", section, re.M))))


# of each list the changes, the wrong one, the configurations and what their simulation then says; proofs, which are
# among those of `make formal`; and of units of a folder a parameter that they refuse, with the message
LISTS = {
    "Add a mode": (MODE, MODE_WRONG, "l8_w8_d2_raw", "mode: ROTATE", ["lane_index LANES=8 CHAIN=0"], []),
    "Add a pipeline register": (
        REGISTER, REGISTER_WRONG, "l8_w8_d8_raw l8_w4_d8_own_net4_elastic", "MISMATCH", [],
        ["shfl rtl DEPTH=9 DEPTH_must_be_0_to_8", "shfl_amd rtl/amd DEPTH=8 DEPTH_must_be_0_to_7",
         "shfl_rvv rtl/rvv DEPTH=8 DEPTH_must_be_0_to_7", "shfl_and_vote rtl/collective DEPTH=8 DEPTH_must_be_0_to_7"]),
    "Add a generation": (
        GENERATION, GENERATION_WRONG, "amd_front_l32", "6 passed, 3 failed", ["amd_source LANES=32 WAYS=1"],
        ["shfl_amd rtl/amd GEN=8 GEN_must_be_0_to_7"]),
    "Add a vote": (
        VOTE, VOTE_WRONG, "vote_l8_d1 vote_l8_ways2_d1", "MISMATCH",
        ["vote LANES=8 ELECT=1", "vote_unit LANES=4 WAYS=2 TAG_W=2"], []),
}  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("heading", LISTS)
def test_list(heading, tmp_path):
    changes, wrong, configs, message, proofs, refused = LISTS[heading]
    kept = {name: text for name, text in os.environ.items() if name != "ARGS" and not name.startswith("MAKE")}

    def said(*command, fails=False):
        done = run(command, status=None, cwd=tmp_path, timeout=1800, env=kept | {"BUILD": "build"})
        assert bool(done.returncode) == fails, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout + done.stderr

    def tried(fails):
        for proof in proofs:
            said(sys.executable, "-m", "formal.prove", *proof.split(), fails=fails)
        return said("make", "SETUP=0", "sim", f"CONFIGS={configs}", "BARE=", fails=fails)

    mutants.copied(tmp_path)
    _, *parts = re.split(r"^([\w./]+)\n", changes, flags=re.M)
    for file, texts in zip(parts[::2], parts[1::2], strict=True):
        assert file in files_of(heading), file
        for before, old, new, after in EDIT.findall(texts):
            mutants.edit(tmp_path / file, before + old + after, before + new + after)
    said(sys.executable, "model/defs.py")
    tried(fails=False)
    assert set(proofs) <= {prove.title(stage, params) for stage, params, _ in prove.proofs()}
    for unit, folder, given, error in map(str.split, refused):
        words = [f"-P{unit}.{given}", "-y", folder, "-y", "rtl", "-I", "rtl", "-I", folder, f"{folder}/{unit}.v"]
        assert f"shfl_error_{error}" in said("iverilog", "-s", unit, "-o", "build/legal", *words, fails=True)
    file, old, new = wrong
    mutants.edit(tmp_path / file, old, new)
    assert message in tried(fails=True)
