# SPDX-License-Identifier: Apache-2.0
"""`make exercise`: a mutant's report, and the answers to it."""

import re
import sys

import pytest
from conftest import ROOT, make, run

from tests.mutants import exercise
from tests.mutants import run as mutants

EXERCISE = [sys.executable, "-m", "tests.mutants.exercise"]


@pytest.mark.few(11)
@pytest.mark.parametrize("number", range(1, len(exercise.exercises()) + 1, 9))
def test_lines_that_are_accepted(number, capsys):
    """Of all lines of all files, those of the mutant; all others were there before."""
    mutant = exercise.chosen(str(number))
    accepted = []
    for path in [*sorted(ROOT.glob("rtl/*.v*")), *sorted(ROOT.glob("rtl/chain/*.v"))]:
        name = str(path.relative_to(ROOT))
        lines = exercise.mutated(mutant) if name == mutant.file else path.read_text(encoding="utf-8").splitlines()
        accepted += [(name, k) for k in range(1, len(lines) + 1) if exercise.answered(str(number), f"{name}:{k}")]
    assert accepted and {name for name, _ in accepted} == {mutant.file}
    kept = [text for line, text in enumerate(exercise.mutated(mutant), 1) if (mutant.file, line) not in accepted]
    before = iter((ROOT / mutant.file).read_text(encoding="utf-8").splitlines())
    assert all(line in before for line in kept)
    assert capsys.readouterr().out.count(mutant.why) == len(accepted)


@pytest.mark.parametrize("number, line, named", [
    (str(len(exercise.exercises()) + 1), "", [f"1 to {len(exercise.exercises())}"]),
    ("7", "rtl/../../etc/passwd:1", ["ANSWER=", "FILE:LINE"]),
    ("7", "rtl/shfl.v:99999", ["ANSWER='rtl/shfl.v:99999'", "1 to "]),
])  # fmt: skip
def test_bad_exercise(number, line, named):
    done = run([*EXERCISE, number, line], status=2)
    assert all(part in done.stderr for part in named) and done.stderr.count("\n") == 1 and done.stdout == ""


@pytest.mark.slow
def test_make_exercise_shows_a_report():
    """That of the simulator, which can be repeated, and nothing that gives the line away."""
    mutant = exercise.chosen(number := "60")
    shown = make("exercise", f"N={number}").stdout
    assert shown.startswith("MISMATCH in ") and shown.count("MISMATCH") == 1
    assert f"make exercise N={number} ANSWER=" in shown
    lines = [f"{mutant.file}:{n}" for n in exercise.line_numbers(mutant)]
    secrets = [mutant.name, mutant.why, mutant.new.strip(), *lines]
    assert not [each for each in secrets if len(each) > 3 and each in shown]  # a name such as j gives nothing away
    folder = ROOT / mutants.BUILD / "exercise" / number
    assert (folder / mutant.file).read_text(encoding="utf-8").splitlines() == exercise.mutated(mutant)
    again = run(re.search(r"replay: (.*)", shown)[1].split(), status=1)
    assert "MISMATCH" in again.stdout + again.stderr
