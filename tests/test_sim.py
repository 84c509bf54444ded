# SPDX-License-Identifier: Apache-2.0
"""All suites on all configurations; a share of those that `make sim` leaves out."""

import re

import pytest
from conftest import run, simulator

from tb import settings

SUITES = ["uniform", "per-lane", "mixed", "routing", "pipeline"]


def passes(config):
    said = run([simulator(config), "--config", config, "--verbose"]).stdout
    counts = re.findall(rf"^ok +{config} +(\S+) +(\d+) warps", said, re.MULTILINE)
    assert [suite for suite, _ in counts] == SUITES and all(int(warps) > 0 for _, warps in counts), said


@pytest.mark.parametrize("config", settings.QUICK)
def test_configuration_of_make_sim(config):
    passes(config)


@pytest.mark.share(44, group="configurations")
@pytest.mark.parametrize("config", [config for config in settings.ALL if config not in settings.QUICK])
def test_configuration(config):
    passes(config)
