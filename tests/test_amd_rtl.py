# SPDX-License-Identifier: Apache-2.0
"""The RTL of AMD's front end does what its golden model does, for every control word.
Whole units: tests/test_sim.py."""

import re

import pytest
from conftest import built, c_tests, run

from tb import settings


@pytest.mark.parametrize("name", c_tests("tb/amd/front.c"))
def test_rtl(name):
    said = run([built("amd_front"), name]).stdout
    assert re.search(r"^PASS ", said, re.MULTILINE) and not re.search(r"^FAIL ", said, re.MULTILINE), said
    if name in ("dpp16", "words"):
        assert said.split(" instructions of ")[1].split() == list(settings.GENERATIONS), said
