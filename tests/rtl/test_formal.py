# SPDX-License-Identifier: Apache-2.0
"""RTL and model follow the rules for all inputs: formal/prove.py, formal/model_rules.c. tests/mutants/ has RTL and
models that do not."""

import pathlib

import pytest
from conftest import ROOT, built, run, shared

from formal import prove
from rtl import filelists
from tb import linters

STAGES = "decode lane_index range_check select chain_select writeback skid".split()  # quick to prove
# one or more of each harness that takes few seconds: in every `make test`
EACH_TIME = {
    "decode-LANES8-CHAIN0",
    "lane_index-LANES8-CHAIN0",
    "range_check-LANES8-CHAIN0",
    "select-LANES8-CHAIN0",
    "chain_select-LANES8-CHAIN1",
    "crossbar-LANES8-W3-CHAIN0-PARTS2",
    "crossbar-LANES8-W1-CHAIN1-PARTS3",
    "writeback-W32-POLICY0",
    "writeback-W32-POLICY1",
    "writeback-W32-POLICY2",
    "skid-W3",
    "amd_writeback-LANES64-W33",
    "vote_unit-LANES4-WAYS2-TAG_W2",
    "redux-LANES8-W5",
    "redux_unit-LANES4-WAYS2-W3-DEPTH2-TAG_W2",
    "depth0-LANES2-W3-POLICY0-CHAIN0-PARTS0-TAG_W2",
    "unit-LANES2-W1-DEPTH1-POLICY1-CHAIN0-PARTS0-TAG_W2",
    "unit-LANES2-W1-DEPTH1-POLICY1-CHAIN0-PARTS0-TAG_W2-VOTE1",
    "unit_skid-LANES2-W1-DEPTH1-POLICY1-CHAIN0-PARTS0-TAG_W2",
    "banked-LANES2-WAYS2-W1-DEPTH0-POLICY1-MEMORY0-SKID0-TAG_W1",
    "match-LANES2-B1-SLICES2-ALL1-TAG_W1",
    "network_uniform-LANES4-NETWORK2",
}


def name_of(stage, params):
    return prove.title(stage, params).replace(" ", "-").replace("=", "")


def files(stage, params):
    """The files that a proof covers: its own, of the harness and what that instantiates, and others."""
    folder = prove.folder_of(stage, params)
    rtl = ["rtl/chain"] * bool(params.get("CHAIN")) + [f"rtl/{folder}"] * bool(folder) + ["rtl"]
    harness = f"formal/{prove.harness(stage)}.v"
    named = linters.words(ROOT / harness)
    all = linters.files_of(prove.harness(stage), "formal", *rtl)
    own = [harness, *(path for path in all if path.startswith("rtl/") and pathlib.Path(path).stem in named)]
    return own, [path for path in ["formal/prove.py", "formal/proofs.txt", "formal/outputs.v", *all] if path not in own]


PROOFS = {name_of(stage, params): (stage, params, when) for stage, params, when in prove.proofs()}
assert not EACH_TIME - set(PROOFS)
COVERS = shared(
    {
        name: (stage, *files(stage, params), params)
        for name, (stage, params, when) in PROOFS.items()
        if when != prove.FULL or name in EACH_TIME
    },
    sorted(EACH_TIME),
)


def case(name):
    stage, params, _ = PROOFS[name]
    marks = [] if stage in STAGES else [pytest.mark.slow]
    if name not in EACH_TIME:
        marks += [pytest.mark.nightly, pytest.mark.covers(*COVERS.get(name, []))]
    return pytest.param(stage, params, id=name, marks=marks)


@pytest.mark.parametrize(("stage", "params"), [case(name) for name in PROOFS])
def test_proof(stage, params, tmp_path):
    prove.prove(stage, params, prove.RTL, str(tmp_path / "proof"))


def path_cases():
    """Those of shfl each time, of other units where `shared` has them cover a changed file."""
    named = {
        "-".join([unit, *(f"{name}{n}" for name, n in params.items())]): (unit, params) for unit, params in prove.PATHS
    }
    each_time = [name for name, (unit, _) in named.items() if unit == "shfl"]
    cases = {}
    for name, (unit, params) in named.items():
        files = linters.files_of(unit, filelists.UNITS[unit], *filelists.folders_of(unit))
        cases[name] = (
            unit,
            [f"{filelists.UNITS[unit]}/{unit}.v"],
            ["formal/prove.py", "formal/proofs.txt", *files],
            params,
        )
    covers = shared(cases, each_time)
    for name, (unit, params) in named.items():
        marks = [] if name in each_time else [pytest.mark.nightly, pytest.mark.covers(*covers[name])]
        yield pytest.param(unit, params, id=name, marks=[*marks, *[pytest.mark.slow] * (params.get("DEPTH") != 7)])


@pytest.mark.parametrize(("unit", "params"), list(path_cases()))
def test_no_path_without_a_register(unit, params, tmp_path):
    prove.paths(unit, params, prove.RTL, str(tmp_path / "path"))


# ---- the model


@pytest.mark.slow
def test_model_is_the_rules():
    run([built("formal/model_rules")])


@pytest.mark.nightly
def test_model_is_the_rules_for_every_value_of_a_register():
    run([built("formal/model_rules"), "--full"], timeout=1800)
