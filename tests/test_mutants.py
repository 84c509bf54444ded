# SPDX-License-Identifier: Apache-2.0
"""Each mistake of mutants/*.toml is noticed by all those that it names; a share of them at a time."""

import collections
import sys

import pytest
from mutants import mutate
from mutants import run as mutants

import settings
from conftest import ROOT, run

MUTANTS = mutants.read()


def test_list():
    """All records are right; no name is there twice; nothing is left out."""
    wrong = [f"{mutant.where}: {mutant.name}: {why}" for mutant in MUTANTS if (why := mutant.wrong())]
    twice = [name for name, count in collections.Counter(mutant.name for mutant in MUTANTS).items() if count > 1]
    sources = [*ROOT.glob("rtl/*.v*"), *ROOT.glob("fpga/chain/*.v"), *ROOT.glob("model/*.c")]
    left_out = {str(path.relative_to(ROOT)) for path in sources} - {mutant.file for mutant in MUTANTS}
    assert not wrong and not twice and not left_out


@pytest.mark.share(12)
@pytest.mark.parametrize(
    ("mutant", "witness"),
    [
        pytest.param(mutant, witness, id=f"{mutant.name}-{witness}")
        for mutant in MUTANTS
        for witness in mutant.witnesses
    ],
)
def test_noticed(mutant, witness):
    try:
        mutant.judge(witness)
    except (mutants.NotCaught, mutants.NoAnswer) as why:
        pytest.fail(str(why), pytrace=False)


def test_the_units_own_defaults():
    """A unit without a parameter is the default configuration; all other builds say what they are."""
    mutants.untouched(settings.DEFAULT, bare=True)


# ---- the runner itself: an edit that changes no answer, and one that does not build


@pytest.mark.parametrize(
    ("new", "exception", "says"),
    [
        ("reads_j ? j : lane ", mutants.NotCaught, "passes on"),
        ("reads_j ? lane : j", mutants.NotCaught, "reported as shfl_select gone wrong"),
        ("reads_j ? k : lane", mutants.NoAnswer, "does not build"),
    ],
)
def test_what_is_not_noticed_fails(new, exception, says):
    witnesses = {"suites": {"stage": "shfl_crossbar"}}
    mutant = mutants.Mutant("a_test", "tests", "rtl/shfl_select.v", "reads_j ? j : lane", new, "a test", witnesses)
    with pytest.raises(exception, match=says):
        mutant.judge("suites")


def test_a_text_that_is_not_there_is_wrong():
    mutant = mutants.Mutant("a_test", "tests", "rtl/shfl_select.v", "j", "k", "a test", {"suites": {}})
    assert "its old text is " in mutant.wrong()
    with pytest.raises(mutants.NoAnswer, match="expected once"):
        mutant.judge("suites")


def test_list_is_printed():
    said = run([sys.executable, "mutants/run.py", "--list", "-k", "select_inverted"]).stdout
    assert len(said.splitlines()) == 1 and "rtl/shfl_select.v" in said


# ---- mutants that Yosys chooses; `make mutate` makes more


@pytest.mark.share(10)
@pytest.mark.parametrize("unit", mutate.UNITS)
@pytest.mark.parametrize("number", range(10))
def test_yosys(unit, number):
    fate, said = mutate.judge(unit, number, count=10, seed=1)
    assert fate in ("killed", "equivalent"), said


@pytest.mark.share(10)
def test_a_mutant_is_not_equivalent_for_nothing():
    """What the suites kill is not the unit for Yosys, and not the rule for the proofs."""
    unit = mutate.UNITS[-1]
    assert mutate.judge(unit, 0, count=10, seed=1)[0] == "killed"
    folder, gates, command = mutate.made(unit, 0, count=10, seed=1)
    assert not mutate.equal(gates, command, folder)
    assert not mutate.is_the_rule(unit, folder)[0]
