# SPDX-License-Identifier: Apache-2.0
"""The golden model of AMD's lane crossing."""

import pytest

from conftest import built, c_tests, run


@pytest.mark.parametrize("name", c_tests("tests/test_amd.c"))
def test_model(name):
    run([built("tests/test_amd"), name])
