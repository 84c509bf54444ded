# SPDX-License-Identifier: Apache-2.0
"""RTL and model follow the rules for all inputs: formal/prove.py, formal/model_rules.c. tests/mutants/ has RTL and
models that do not."""

import pytest
from conftest import built, run

from formal import prove

STAGES = "decode lane_index range_check select chain_select writeback skid".split()  # quick to prove
# one or more of each harness that takes few seconds: in every `make test`
EACH_TIME = set(
    """
decode-LANES8-CHAIN0 lane_index-LANES8-CHAIN0 range_check-LANES8-CHAIN0 select-LANES8-CHAIN0 chain_select-LANES8-CHAIN1
crossbar-LANES8-W3-CHAIN0-PARTS2 crossbar-LANES8-W1-CHAIN1-PARTS3 writeback-W32-POLICY0 writeback-W32-POLICY1
writeback-W32-POLICY2 skid-W3 amd_writeback-LANES64-W33 vote_unit-LANES4-WAYS2-TAG_W2 redux-LANES8-W5
redux_unit-LANES4-WAYS2-W3-DEPTH2-TAG_W2 depth0-LANES2-W3-POLICY0-CHAIN0-PARTS0-TAG_W2
unit-LANES2-W1-DEPTH1-POLICY1-CHAIN0-PARTS0-TAG_W2 unit-LANES2-W1-DEPTH1-POLICY1-CHAIN0-PARTS0-TAG_W2-VOTE1
unit_skid-LANES2-W1-DEPTH1-POLICY1-CHAIN0-PARTS0-TAG_W2 banked-LANES2-WAYS2-W1-DEPTH0-POLICY1-MEMORY0-SKID0-TAG_W1
match-LANES2-B1-SLICES2-ALL1-TAG_W1 network_uniform-LANES4-NETWORK2
""".split()
)


def name_of(stage, params):
    return prove.title(stage, params).replace(" ", "-").replace("=", "")


PROOFS = {name_of(stage, params): (stage, params) for stage, params, _ in prove.proofs()}
assert not EACH_TIME - set(PROOFS)


def cases(proofs):
    for name, (stage, params) in proofs.items():
        marks = [pytest.mark.slow] * (stage not in STAGES) + [pytest.mark.nightly] * (name not in EACH_TIME)
        yield pytest.param(stage, params, id=name, marks=marks)


@pytest.mark.parametrize(("stage", "params"), list(cases(PROOFS)))
def test_proof(stage, params, tmp_path):
    prove.prove(stage, params, prove.RTL, str(tmp_path / "proof"))


@pytest.mark.few(2)
@pytest.mark.parametrize(("unit", "params"), [
    pytest.param(unit, params, id=name_of(unit, params),
                 marks=[pytest.mark.nightly] * (unit != "shfl") + [pytest.mark.slow] * (params.get("DEPTH") != 7))
    for unit, params in prove.PATHS
])  # fmt: skip
def test_no_path_without_a_register(unit, params, tmp_path):
    prove.paths(unit, params, prove.RTL, str(tmp_path / "path"))


# ---- the model


@pytest.mark.slow
def test_model_is_the_rules():
    run([built("formal/model_rules")])


@pytest.mark.nightly
def test_full_model():
    run([built("formal/model_rules"), "--full"], timeout=1800)
