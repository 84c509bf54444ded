# SPDX-License-Identifier: Apache-2.0
"""The lists of CONTRIBUTING.md suffice: in a copy of the repository, a small change of files of a list, and no other,
gives a new mode or generation, which simulation and proof reach: they fail once it is made wrong."""

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


def test_a_generation(tmp_path):
    copy = Copy(tmp_path, "Add a generation", GENERATION)
    sim = ("sim", "CONFIGS=amd_front_l32", "BARE=")
    copy.make(*sim)
    ways = {"LANES": 32, "WAYS": 1}
    assert ways in [params for stage, params, _ in prove.proofs() if stage == "amd_source"]
    copy.proves("amd_source", **ways)
    copy.refuses("shfl_amd", "rtl/amd", "shfl_error_GEN_must_be_0_to_7", GEN=8)
    edit(tmp_path, *GENERATION_WRONG)
    assert "on gfx13" in copy.make(*sim, status=1)
    copy.proves("amd_source", **ways, status=1)
