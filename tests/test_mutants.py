# SPDX-License-Identifier: Apache-2.0
"""Each mistake of tests/mutants/*.toml is noticed by all those that it names; a share of them at a time."""

import collections
import os

import pytest
from conftest import ROOT

from tb import settings
from tests.mutants import mutate
from tests.mutants import run as mutants

MUTANTS = mutants.read()


def test_list():
    """All records are right; no name is there twice; nothing is left out."""
    wrong = [f"{mutant.where}: {mutant.name}: {why}" for mutant in MUTANTS if (why := mutant.wrong())]
    twice = [name for name, count in collections.Counter(mutant.name for mutant in MUTANTS).items() if count > 1]
    sources = [path for folder in ("rtl/*.v*", "rtl/amd/*.v*", "rtl/chain/*.v", "rtl/tech/*/*.v", "model/*.c")
               for path in ROOT.glob(folder)]  # fmt: skip
    left_out = {str(path.relative_to(ROOT)) for path in sources} - {mutant.file for mutant in MUTANTS}
    assert not wrong and not twice and not left_out


@pytest.mark.share(120)
@pytest.mark.parametrize(
    ("mutant", "witness"),
    [
        pytest.param(
            mutant, witness, id=f"{mutant.name}-{witness}", marks=[pytest.mark.long] * options.get("long", False)
        )
        for mutant in MUTANTS
        for witness, options in mutant.witnesses.items()
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
    ("name", "new", "exception", "says"),
    [
        ("no_change", "reads_j ? j : lane ", mutants.NotCaught, "passes on"),
        ("other_stage", "reads_j ? lane : j", mutants.NotCaught, "reported as shfl_select gone wrong"),
        ("no_verilog", "reads_j ? k : lane", mutants.NoAnswer, "does not build"),
    ],
)
def test_what_is_not_noticed_fails(name, new, exception, says):
    witnesses = {"suites": {"stage": "shfl_crossbar"}}
    mutant = mutants.Mutant(name, "tests", "rtl/shfl_select.v", "reads_j ? j : lane", new, "a test", witnesses)
    with pytest.raises(exception, match=says):
        mutant.judge("suites")


def test_a_text_that_is_not_there_is_wrong():
    mutant = mutants.Mutant("a_test", "tests", "rtl/shfl_select.v", "j", "k", "a test", {"suites": {}})
    assert "its old text is " in mutant.wrong()
    with pytest.raises(mutants.NoAnswer, match="expected once"):
        mutant.judge("suites")


# ---- mutants that Yosys chooses; `make mutate` makes more


COUNT = int(os.environ.get("MUTATE") or 10)


SLOW = "l4_w2_ways2_d0_own_lut"  # two minutes


@pytest.mark.share(5)
@pytest.mark.parametrize(
    "unit", [pytest.param(unit, marks=[pytest.mark.long] * (unit == SLOW)) for unit in mutate.UNITS]
)
def test_yosys(unit):
    fates = list(mutate.judge(unit, range(COUNT), COUNT, seed=1))
    assert len(fates) == COUNT
    assert not [fate for fate in fates if fate[1] not in ("killed", "equivalent")]


@pytest.mark.share(10)
def test_a_mutant_is_not_equivalent_for_nothing():
    """What the suites kill is not the unit for Yosys, and not the rule for the proofs."""
    unit = mutate.UNITS[-1]
    assert [fate for _, fate, _ in mutate.judge(unit, [0], count=10, seed=1)] == ["killed"]
    folder, gates, (command,) = mutate.made(unit, [0], count=10, seed=1)
    assert not mutate.equal(unit, gates, command, folder)
    assert not mutate.is_the_rule(unit, folder)[0]
