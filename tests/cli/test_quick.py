# SPDX-License-Identifier: Apache-2.0
"""cli/conform/quick.txt, the warps of level quick as text."""

import sys

import pytest
from conftest import ROOT, run

LINES = [line.split() for line in (ROOT / "cli/conform/quick.txt").read_text().splitlines() if not line.startswith("#")]


def test_the_file_is_that_of_the_command(openshfl):
    assert (
        run([sys.executable, "cli/conform/quick.py", openshfl]).stdout == (ROOT / "cli/conform/quick.txt").read_text()
    )


def test_number_of_warps():
    assert len(LINES) == 10 and {line[0] for line in LINES} == {"IDX", "UP", "DOWN", "BFLY"}


@pytest.mark.parametrize(("mode", "sb", "sc", "pu", "lanes"), [(*line[:4], line[4:]) for line in LINES])
def test_expected_results(mode, sb, sc, pu, lanes):
    """The text of PTX's shfl.sync, in its own names."""
    bval, cval, mask = int(sb, 16) & 31, int(sc, 16) & 31, int(sc, 16) >> 8 & 31
    assert len(lanes) == 32
    for lane in range(32):
        max_lane = (lane & mask) | (cval & ~mask)
        min_lane = lane & mask
        j, pval = {
            "UP": (lane - bval, lane - bval >= max_lane),
            "DOWN": (lane + bval, lane + bval <= max_lane),
            "BFLY": (lane ^ bval, (lane ^ bval) <= max_lane),
            "IDX": (min_lane | (bval & ~mask), (min_lane | (bval & ~mask)) <= max_lane),
        }[mode]
        assert int(lanes[lane]) == (j if pval else lane) and int(pu, 16) >> lane & 1 == pval, lane
