# SPDX-License-Identifier: Apache-2.0
"""What the other tests rely on: a command or a C program that fails fails its test; a tier selects what it promises."""

import conftest
import pytest
from conftest import run


def test_a_command_that_fails_fails_the_test():
    with pytest.raises(pytest.fail.Exception, match=r"ended with 3, expected 0\n(.|\n)*its message"):
        run(["sh", "-c", "echo its message >&2; exit 3"])
    with pytest.raises(pytest.fail.Exception, match="has not ended after 0.2 s"):
        run(["sh", "-c", "sleep 600 & wait"], timeout=0.2)


# ---- tiers


class Case:
    """As much of a case of pytest as its selection looks at."""

    def __init__(self, marks):
        self.get_closest_marker = lambda name: name in marks


@pytest.mark.parametrize("marks, tiers", [
    ([], "check test all"), (["few", "needs"], "check test all"), (["slow"], "test all"), (["nightly"], "all"),
])  # fmt: skip
def test_tiers_of_a_case(marks, tiers):
    assert [tier for tier in ("check", "test", "all") if not conftest.is_left_out(Case(marks), tier)] == tiers.split()
