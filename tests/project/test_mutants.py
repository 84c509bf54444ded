# SPDX-License-Identifier: Apache-2.0
"""Each mutant of tests/mutants/ is detected by all the checks that its record names."""

import collections
import datetime
import os
import re
import sys

import pytest
from conftest import ROOT, run, tracked

from tb import settings
from tests.mutants import mutate
from tests.mutants import run as mutants

MUTANTS = mutants.read()


def test_list():
    """All records are right; no name is there twice; nothing is left out."""
    wrong = [f"{mutant.name}: {why}" for mutant in MUTANTS if (why := mutant.wrong())]
    twice = [name for name, count in collections.Counter(mutant.name for mutant in MUTANTS).items() if count > 1]
    sources = tracked("rtl/*.v", "rtl/*.vh", "model/*.c", ":!examples", ":!rtl/sv")
    left_out = set(map(str, sources)) - {mutant.file for mutant in MUTANTS}
    text = (ROOT / "tests/mutants/lines.txt").read_text(encoding="utf-8")
    garbled = [line for line in re.findall(r"^ .*", text, re.M) if not mutants.LINE.fullmatch(line)]
    assert not wrong and not twice and not left_out and not garbled


@pytest.mark.slow
def test_each_named_test_is_there():
    """Or a family of them, without its parameters."""
    names = {mutant.checks["test"]["name"] for mutant in MUTANTS if "test" in mutant.checks}
    files = sorted({name.split("::")[0] for name in names})
    there = run([sys.executable, "-m", "pytest", "--collect-only", "-q", *files]).stdout.splitlines()
    assert names <= {*there, *(line.split("[")[0] for line in there)}


# one of each kind of check, and cheap: in every `make test`
EACH_TIME = set(
    """
decode_clamp_never_immediate-suites decode_clamp_one_bit_high-proof handshake_depth_0_path-proof
handshake_valid_not_reset-replay writeback_no_driver-lint
model_warp_of_one_lane-model_test amd_source_writelane_all-amd_test amd_rtl_defs_swapped-test
vote_gather_first_kept-suites
""".split()
)


CASES = [(mutant, check, f"{mutant.name}-{check}") for mutant in MUTANTS for check in mutant.checks]
assert not EACH_TIME - {name for _, _, name in CASES}


@pytest.mark.slow
@pytest.mark.parametrize(("mutant", "check"), [
    pytest.param(mutant, check, id=name, marks=[pytest.mark.nightly] * (name not in EACH_TIME))
    for mutant, check, name in CASES
])  # fmt: skip
def test_detected(mutant, check):
    try:
        mutant.judge(check)
    except mutants.Skipped as why:
        pytest.skip(str(why))
    except (mutants.NotCaught, mutants.NoResult) as why:
        pytest.fail(str(why), pytrace=False)


@pytest.mark.slow
def test_the_units_own_defaults():
    """A unit without a parameter is the default configuration; all other builds say what they are."""
    mutants.untouched(settings.DEFAULT, bare=True)


# ---- the runner itself: an edit that changes no output, and one that does not build


@pytest.mark.slow
@pytest.mark.parametrize("name, new, exception, message", [
    ("no_change", "reads_j ? j : lane ", mutants.NotCaught, "passes on"),
    ("other_stage", "reads_j ? lane : j", mutants.NotCaught, "reported as shfl_select gone wrong"),
    ("no_verilog", "reads_j ? k : lane", mutants.NoResult, "does not build"),
])  # fmt: skip
def test_a_mutant_that_survives_fails(name, new, exception, message):
    checks = {"suites": {"stage": "shfl_crossbar"}}
    mutant = mutants.Mutant(name, "rtl/shfl_select.v", "reads_j ? j : lane", new, "a test", checks)
    with pytest.raises(exception, match=message):
        mutant.judge("suites")


# ---- mutants that Yosys chooses; `make mutants MUTATE=170` makes more


COUNT = int(os.environ.get("MUTATE") or 10)


def judged(unit, count, seed):
    fates = list(mutate.judge(unit, range(count), count, seed))
    wrong = [fate for fate in fates if fate[1] not in ("killed", "equivalent")]
    again = f"make mutants MUTATE={count} SEED={seed} ARGS='-k {unit}'"
    assert len(fates) == count and not wrong, again


@pytest.mark.slow
def test_yosys_chooses():
    judged(mutate.UNITS[-1], 10, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("unit", mutate.UNITS)
def test_yosys(unit):
    """Others each night: the seed is the date."""
    judged(unit, COUNT, int(os.environ.get("MUTANTS_SEED") or datetime.date.today().strftime("%Y%m%d")))


@pytest.mark.nightly
def test_a_mutant_is_not_equivalent_for_nothing():
    """What the suites kill is not the unit for Yosys, and not the rule for the proofs."""
    unit = mutate.UNITS[-1]
    assert [fate for _, fate, _ in mutate.judge(unit, [0], count=10, seed=1)] == ["killed"]
    folder, gates, (command,) = mutate.made(unit, [0], count=10, seed=1)
    assert not mutate.equal(unit, gates, command, folder)
    assert not mutate.is_the_rule(unit, folder)[0]
