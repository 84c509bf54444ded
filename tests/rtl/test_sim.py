# SPDX-License-Identifier: Apache-2.0
"""All suites on all configurations of tb/configs.txt."""

import re

import pytest
from conftest import configurations, nightly_but, run, simulator

from tb import settings

SUITES = {"shfl": ["uniform", "per-lane", "mixed", "routing", "pipeline"]}
FRONT = {  # of AMD's front end, instructions of each generation: of 64 and of 32 lanes
    "dpp16": (512 << 10, 512 << 10),
    "dpp8": (8 << 3 << 6, 8 << 3 << 6),
    "swizzle": (1 << 16, 1 << 16),
    "bpermute": (2 * ((1 << 16) + 1024), 2 * ((1 << 16) + 512)),
    "permlane16": (2 * 16 << 4 << 6, 2 * 16 << 4 << 6),
    "var": (64 << 10, 32 << 10),
    "groups": (4 * 160 * 256, 4 * 96 * 128),
    "lanes": (4 * 64 << 6, 4 * 64 << 6),
    "words": (32 << 10, 32 << 10),
}
GENERATIONS = {64: 6, 32: 4}


def suites(setting):
    """The suites of a configuration, and how many warps each has, where it has an end and all of them are played."""
    few = dict.fromkeys(SUITES.get(setting.isa, ["mixed", "pipeline"]))
    if setting.isa == "amd_front":
        few = dict.fromkeys(FRONT)
    if setting.isa == "vote" and setting.lanes <= 8:
        few["operands"] = 4 << 2 * setting.lanes
    has_compress = setting.isa == "rvv" and not setting.ways and setting.compress
    if has_compress and setting.lanes == 8:
        few["selections"] = 1 << 8
    if has_compress and setting.lanes == 16:
        few["selections"] = None
    return few


def passes(config, *options):
    said = run([simulator(config), "--config", config, "--verbose", *options]).stdout
    return dict(re.findall(rf"^ok +{config} +(\S+) +(\d+) warps", said, re.MULTILINE))


@pytest.mark.few(10)
@pytest.mark.parametrize("config", [
    *(pytest.param(name, marks=[pytest.mark.slow] * (settings.parse(name).lanes > 16)) for name in settings.QUICK),
    *configurations(),
])  # fmt: skip
def test_configuration(config):
    counts, expected = passes(config), suites(settings.parse(config))
    assert list(counts) == list(expected)
    assert all(int(counts[name]) == (all_of_it or int(counts[name])) > 0 for name, all_of_it in expected.items())


@pytest.mark.few(2)
@pytest.mark.parametrize(("lanes", "suite"), nightly_but(
    [(n, suite) for n in GENERATIONS for suite in FRONT], lambda n, suite: n < 64 and suite != "dpp16"))  # fmt: skip
def test_front(lanes, suite):
    """AMD's front end at every control value, on every generation."""
    counts = passes(f"amd_front_l{lanes}", "--suite", suite, "--full")
    assert counts == {suite: str(FRONT[suite][lanes == 32] * GENERATIONS[lanes])}


@pytest.mark.nightly
@pytest.mark.parametrize("config", ["rvv_l16_d1_net4", "rvv_l8_d6_mux2_ones_elastic"])
def test_more(config):
    """Every selection of COMPRESS, and more passes than each time."""
    options = ["--full", "--suite", "selections"]
    assert passes(config, *options) == {"selections": str(1 << settings.parse(config).lanes)}
    assert passes(config, "--count", "400000", "--seed", "2").keys() >= {"mixed", "pipeline"}
