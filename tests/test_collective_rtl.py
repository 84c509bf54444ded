# SPDX-License-Identifier: Apache-2.0
"""The units for vote, match and redux give what the golden model gives: tb/collective/, a test per unit."""

import re

import pytest
from conftest import ROOT, built, run

from waves.trace import CLOCK, Trace

UNITS = [line.split()[0] for line in (ROOT / "tb/collective/units.txt").read_text().splitlines() if line[0] != "#"]


@pytest.mark.parametrize("unit", UNITS)
def test_unit(unit):
    """R12.1.1, R12.1.3, R12.2.1, R12.2.2, R12.2.3, R12.2.4, R12.3.1, R12.4.1, R12.4.2"""
    said = run([built("collective_sim"), unit]).stdout
    assert re.fullmatch(rf"ok    {unit} +(all )?\d+ warps in \d+ clocks, stalled \d+\n", said), said


@pytest.mark.parametrize(("words", "message"), [
    (["vote_l3"], "vote_l3: there is no such unit; there are vote_l2 "),
    (["--warps", "x"], "--warps: expected a number"),
    (["--clocks", "3"], "--clocks: expected --warps, --seed, --trace FILE or the name of a unit"),
    (["--trace", "x.vcd"], "--trace: expected the name of one unit"),
])  # fmt: skip
def test_bad_words(words, message):
    assert message in run([built("collective_sim"), *words], status=2).stderr


def test_trace(tmp_path):
    """A trace of the ports: each result that is transferred is there."""
    path = tmp_path / "redux.vcd"
    run([built("collective_sim"), "--trace", path, "--warps", "50", "redux_l8_w5_d3"])
    trace = Trace(path, "redux_l8_w5_d3.")
    value = {name: trace.nets[f"redux_l8_w5_d3.{name}"] for name in ("clk", "rst", "out_valid", "out_ready", "out_tag")}
    clocks = range(trace.times[value.pop("clk").id_code][-1] // CLOCK + 1)
    found = [[trace.value(f"redux_l8_w5_d3.{name}", clock) for name in value] for clock in clocks]
    tags = [tag for *pins, tag in found if pins == [0, 1, 1]]
    assert 30 < len(tags) <= 50 and len(set(tags)) == len(tags)
