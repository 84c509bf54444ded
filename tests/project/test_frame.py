# SPDX-License-Identifier: Apache-2.0
"""What the other tests rely on: a command that fails fails its test."""

import pytest
from conftest import run


def test_a_command_that_fails_fails_the_test():
    with pytest.raises(pytest.fail.Exception, match=r"ended with 3, expected 0\n(.|\n)*its message"):
        run(["sh", "-c", "echo its message >&2; exit 3"])
    with pytest.raises(pytest.fail.Exception, match="has not ended after 0.2 s"):
        run(["sh", "-c", "sleep 600 & wait"], timeout=0.2)
