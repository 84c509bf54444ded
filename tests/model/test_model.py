# SPDX-License-Identifier: Apache-2.0
"""The golden model, stage by stage, the stimulus of the suites, and the clocks that the harness expects of a unit:
programs in C, which print each failure."""

import pytest
from conftest import built, c_tests, run


@pytest.mark.parametrize("name", c_tests("tests/model/test_model.c"))
def test_model(name):
    run([built("tests/model/test_model"), name])


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name == "per_lane"))
        for name in c_tests("tests/rtl/test_suites.c")
    ],
)
def test_suites(name):
    run([built("tests/rtl/test_suites"), name])


@pytest.mark.parametrize("name", c_tests("tests/rtl/test_pipeline.c"))
def test_pipeline(name):
    run([built("tests/rtl/test_pipeline"), name])


@pytest.mark.parametrize("program", ["model/test_model", "rtl/test_suites", "rtl/test_pipeline"])
def test_unknown_name(program):
    assert "no test 'frobnicate'" in run([built(f"tests/{program}"), "frobnicate"], status=2).stderr
