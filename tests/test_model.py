# SPDX-License-Identifier: Apache-2.0
"""The golden model, stage by stage, and the stimulus of the suites: programs in C, which print each failure."""

import pytest
from conftest import built, c_tests, run


@pytest.mark.parametrize("name", c_tests("tests/test_model.c"))
def test_model(name):
    run([built("tests/test_model"), name])


@pytest.mark.parametrize("name", c_tests("tests/test_suites.c"))
def test_suites(name):
    run([built("tests/test_suites"), name])


@pytest.mark.parametrize("program", ["test_model", "test_suites"])
def test_unknown_name(program):
    assert "no test 'frobnicate'" in run([built(f"tests/{program}"), "frobnicate"], status=2).stderr
