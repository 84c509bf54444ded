# SPDX-License-Identifier: Apache-2.0
"""The units for vote, match and redux give what the golden model gives: tb/collective/, a test per unit."""

import re

import pytest
from conftest import ROOT, built, run

UNITS = [line.split()[0] for line in (ROOT / "tb/collective/units.txt").read_text().splitlines() if line[0] != "#"]


@pytest.mark.parametrize("unit", UNITS)
def test_unit(unit):
    said = run([built("collective_sim"), unit]).stdout
    assert re.fullmatch(rf"ok    {unit} +(all )?\d+ warps in \d+ clocks, stalled \d+\n", said), said


@pytest.mark.parametrize(("words", "message"), [
    (["vote_l3"], "vote_l3: there is no such unit; there are vote_l2 "),
    (["--warps", "x"], "--warps: expected a number"),
    (["--clocks", "3"], "--clocks: expected --warps, --seed or the name of a unit"),
])  # fmt: skip
def test_bad_words(words, message):
    assert message in run([built("collective_sim"), *words], status=2).stderr
