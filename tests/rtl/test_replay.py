# SPDX-License-Identifier: Apache-2.0
"""The model's warps through the RTL in four states, with bubbles, stalls and resets: no X, and the model's results.
tests/mutants/ has RTL that fails."""

import functools

import pytest
from conftest import configurations, nightly_but, run, simulator

from tb import replay, settings

COUNT = 150


SMALL = [name for name in settings.QUICK for of in [settings.parse(name)]  # quick in Icarus
         if of.isa == "rvv" or of.isa != "amd_front" and of.lanes <= 8 and of.lanes * of.w <= 64]  # fmt: skip


@functools.cache
def suites(config):
    """Those that the configuration has."""
    said = run([simulator(config), "--config", config, "--count", "1", "--verbose"]).stdout
    return [line.split()[2] for line in said.splitlines() if line.startswith("ok ")]


def vectors(config, suite, path):
    """Write warps of a suite; how many lines there are, each a warp, a beat or a slice."""
    setting = settings.parse(config)
    count = min(COUNT, 4096 // replay.beats(setting))
    run([simulator(config), "--vectors", path, "--config", config, "--suite", suite, "--count", count, "--seed", 1])
    return len(path.read_text().splitlines())


UNITS = {settings.parse(name).top: name for name in reversed(SMALL)}  # the first one of each
# in each `make test`: of more lanes, and of AMD's units, which have 32 or more, one
OFTEN = ["l8_w32_d0_own_chain3", "l4_w33_d2_own", "amd_l32_w4_ways8_d3_gfx12_lut_elastic"]


@pytest.mark.few(3)
@pytest.mark.parametrize("config", [
    *nightly_but([(name,) for name in SMALL], lambda name: name in UNITS.values()),
    *(pytest.param(name, marks=pytest.mark.slow) for name in OFTEN),
    *configurations(each_time=[*SMALL, *OFTEN]),
])  # fmt: skip
def test_configuration(config, tmp_path):
    """Each time one of each unit."""
    setting = settings.parse(config)
    simulation = tmp_path / "simulation"
    assert replay.compiled(setting, setting.rtl_folders(), simulation, simulator(config)) == ""
    for suite in suites(config):
        lines = vectors(config, suite, tmp_path / "vectors")
        verdict = replay.play(simulation, tmp_path / "vectors", lines)
        assert lines > 0 and verdict.startswith(f"PASS: {lines} lines, "), f"{suite}: {verdict}"


def test_every_unit_is_small():
    assert {settings.parse(name).top for name in SMALL} >= {
        settings.parse(name).top for name in settings.ALL if settings.parse(name).isa not in ("amd", "amd_front")
    }
