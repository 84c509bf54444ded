# SPDX-License-Identifier: Apache-2.0
"""RTL and model are the rules, for all inputs: formal/prove.py, formal/model_rules.c. tests/mutants/ has RTL and
models that are not."""

import os
import sys

import pytest
from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "formal"))
from formal import prove


def cases(most):
    """The proofs up to a size, and their names."""
    found = [(stage, params) for stage, params, when in prove.proofs() if when == most]
    return pytest.mark.parametrize(
        ("stage", "params"), found, ids=[prove.title(*case).replace(" ", "-").replace("=", "") for case in found]
    )


@pytest.mark.share(34)
@cases(prove.QUICK)
def test_small_proof(stage, params, tmp_path):
    prove.prove(stage, params, prove.RTL, str(tmp_path / "proof"))


@pytest.mark.share(150)
@cases(prove.USUAL)
def test_proof(stage, params, tmp_path):
    prove.prove(stage, params, prove.RTL, str(tmp_path / "proof"))


@pytest.mark.long
@cases(prove.FULL)
def test_large_proof(stage, params, tmp_path):
    prove.prove(stage, params, prove.RTL, str(tmp_path / "proof"))


@pytest.mark.parametrize(
    "params", prove.PATHS, ids=lambda params: prove.title("", params).replace(" ", "-").replace("=", "")
)
def test_no_path_without_a_register(params, tmp_path):
    prove.paths(params, prove.RTL, str(tmp_path / "path"))


# ---- the model


def rules(program):
    """The checker of the model."""
    compiler = (os.environ.get("CC") or "cc").split()
    sources = ["formal/model_rules.c", *sorted((ROOT / "model").glob("*.c"))]
    run([*compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Imodel", "-Icli/lib", *sources, "-o", program])
    return program


def test_model_is_the_rules(tmp_path):
    run([rules(tmp_path / "rules")])


@pytest.mark.long
def test_model_is_the_rules_for_every_value_of_a_register(tmp_path):
    run([rules(tmp_path / "rules"), "--full"], timeout=1800)
