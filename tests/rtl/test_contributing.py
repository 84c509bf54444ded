# SPDX-License-Identifier: Apache-2.0
"""The list of CONTRIBUTING.md for a mode suffices: in a copy of the repository, a small change of files of the list,
and no other, gives a new mode, which simulation and proof reach: they fail once it is made wrong."""

import re
import sys

import pytest
from conftest import ROOT, make, run

from tests.mutants.run import copied, edit

# {file: [(old text, new text)]}
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


@pytest.mark.nightly
def test_a_mode(tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = re.search(r"^## Add a mode\n(.*?)^## ", text, re.M | re.S)[1]
    listed = set(re.findall(r"`([\w./]+\.\w+)`", "".join(re.findall(r"^- .*", section, re.M))))
    assert MODE.keys() <= listed, MODE.keys() - listed
    copied(tmp_path)
    for file, texts in MODE.items():
        for old, new in texts:
            edit(tmp_path / file, old, new)
    run([sys.executable, "model/defs.py"], cwd=tmp_path)

    def simulated(status):
        words = ("SETUP=0", "BUILD=build", "sim", "CONFIGS=l8_w8_d2_raw", "BARE=")
        return make(*words, into=tmp_path / "build", cwd=tmp_path, status=status).stdout

    def proved(status):
        run([sys.executable, "-m", "formal.prove", "lane_index", "LANES=8", "CHAIN=0"], cwd=tmp_path, status=status)

    simulated(status=0)
    proved(status=0)
    edit(tmp_path / "rtl/shfl_lane_index.v", "lane + index &", "lane - index &")
    assert "SHFL.ROTATE" in simulated(status=2)
    proved(status=1)
