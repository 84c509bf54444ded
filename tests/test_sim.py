# SPDX-License-Identifier: Apache-2.0
"""All suites on all configurations of tb/configs.txt."""

import re

import pytest
from conftest import configuration, run, simulator

from tb import settings

SUITES = ["uniform", "per-lane", "mixed", "routing", "pipeline"]


def passes(config):
    said = run([simulator(config), "--config", config, "--verbose"]).stdout
    counts = re.findall(rf"^ok +{config} +(\S+) +(\d+) warps", said, re.MULTILINE)
    suites = SUITES if settings.parse(config).isa != "amd" else ["mixed", "pipeline"]
    assert [suite for suite, _ in counts] == suites and all(int(warps) > 0 for _, warps in counts), said


@pytest.mark.parametrize("config", settings.QUICK)
def test_configuration_of_make_sim(config):
    passes(config)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize(
    "config", [configuration(name, "model/") for name in settings.ALL if name not in settings.QUICK]
)
def test_configuration(config):
    passes(config)
