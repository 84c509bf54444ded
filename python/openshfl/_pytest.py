# SPDX-License-Identifier: Apache-2.0
"""The fixture of pytest: kernels whose findings fail the test."""

from __future__ import annotations

from typing import Any

import pytest

from .kernels import Kernel, Launch


class _Checked(Kernel):
    def launch(self, *arguments: Any, **options: Any) -> Launch:
        done = super().launch(*arguments, **options)
        wrong = [f"line {one.line}: {one.text} [{one.name}]" for one in done.findings if one.level != "note"]
        if wrong:
            pytest.fail("\n".join(wrong), pytrace=False)
        return done


@pytest.fixture
def checked_kernel() -> type[Kernel]:
    """openshfl.kernels.Kernel, whose launch fails the test for a finding."""
    return _Checked
