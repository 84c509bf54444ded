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
REGISTER_WRONG = ("rtl/shfl_sources.v", ".in({now_mode, index_next,", ".in({mode, index_next,")

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
        _, *parts = re.split(r"^([\w./]+)\n", changes, flags=re.M)
        for file, texts in zip(parts[::2], parts[1::2], strict=True):
            assert file in files_of(heading), file
            for before, old, new, after in EDIT.findall(texts):
                edit(folder, file, before + old + after, before + new + after)
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
