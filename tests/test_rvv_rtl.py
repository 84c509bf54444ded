# SPDX-License-Identifier: Apache-2.0
"""The units for RISC-V's vector permutations give what the golden model gives: tb/rvv/, a test per unit."""

import re

import pytest
from conftest import ROOT, built, run

UNITS = [line.split()[0] for line in (ROOT / "tb/rvv/units.txt").read_text().splitlines() if line[0] != "#"]


def simulate(unit, *options):
    said = run([built("rvv_sim"), *options, unit]).stdout
    flow = r"\d+ passes in \d+ clocks, of slides and GATHER_X \d+ in \d+, stalled \d+, selections \d+"
    assert re.fullmatch(rf"ok    {unit} +{flow}\n", said), said


@pytest.mark.parametrize("unit", UNITS)
def test_unit(unit):
    """V5.1.2, V5.1.3, V5.2.1, V5.2.2, V5.2.3, V5.2.4, V5.2.5, V5.2.6, V5.2.7, V5.2.8, V5.2.10, V5.3.1, V5.3.2, V5.4.2,
    V5.4.3, V5.4.5, V5.4.6, V5.5.1, V5.5.2"""
    simulate(unit)


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_unit_with_more(unit):
    simulate(unit, "--instructions", "20000", "--seed", "2")


@pytest.mark.parametrize(("words", "message"), [
    (["rvv_l3"], "rvv_l3: there is no such unit; there are rvv_l16 "),
    (["--instructions", "x"], "--instructions: expected a number"),
    (["--clocks", "3"], "--clocks: expected --instructions, --seed or the name of a unit"),
])  # fmt: skip
def test_bad_words(words, message):
    assert message in run([built("rvv_sim"), *words], status=2).stderr


def test_recorded():
    """Rows by hand, and an emulator's answers: registers of 64 to 512 bits."""
    said = run([built("tests/rvv_rtl"), built("tests/rvv/qemu.rec")]).stdout
    assert len(re.findall(r"^     76\d\d legal cases, 1\d\d reserved encodings$", said, re.M)) == 3, said
    assert len(re.findall(r"^PASS (?!rvv_l)", said, re.M)) == 2 * 53, said
