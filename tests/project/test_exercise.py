# SPDX-License-Identifier: Apache-2.0
"""`make exercise`: a mutant's report."""

import re
import sys

import pytest
from conftest import ROOT, make, run

from tests.mutants import exercise
from tests.mutants import run as mutants


def test_bad_exercise():
    count = len(exercise.exercises())
    done = run([sys.executable, "-m", "tests.mutants.exercise", count + 1], status=2)
    assert f"1 to {count}" in done.stderr and done.stderr.count("\n") == 1 and done.stdout == ""


@pytest.mark.slow
def test_make_exercise_shows_a_report():
    """That of the simulator, which can be repeated, and nothing that gives the line away."""
    mutant = exercise.chosen(number := "60")
    shown = make("exercise", f"N={number}").stdout
    assert shown.startswith("MISMATCH in ") and shown.count("MISMATCH") == 1
    folder = ROOT / mutants.BUILD / "exercise" / number
    mutated = mutants.replaced(ROOT / mutant.file, mutant.old, mutant.new)
    assert (folder / mutant.file).read_text(encoding="utf-8") == mutated
    secrets = [mutant.name, mutant.why, mutant.file, mutant.new.strip()]
    assert not [each for each in secrets if len(each) > 3 and each in shown]  # a name such as j gives nothing away
    again = run(re.search(r"replay: (.*)", shown)[1].split(), status=1)
    assert "MISMATCH" in again.stdout + again.stderr
