# SPDX-License-Identifier: Apache-2.0
"""RTL and model are the rules, for all inputs, and the proofs can fail: formal/prove.py, formal/model_rules.c."""

import os
import shutil
import sys

import pytest

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "formal"))
import prove


def cases(most):
    """The proofs up to a size, and their names."""
    found = [(stage, params) for stage, params, when in prove.proofs() if when == most]
    return pytest.mark.parametrize(
        ("stage", "params"), found, ids=[prove.title(*case).replace(" ", "-") for case in found]
    )


def proved(line):
    assert line.startswith("PASS "), line


@pytest.mark.share(6)
@cases(prove.QUICK)
def test_small_proof(stage, params, tmp_path):
    proved(prove.one_proof(stage, params, str(tmp_path / "proof")))


@pytest.mark.share(25)
@cases(prove.USUAL)
def test_proof(stage, params, tmp_path):
    proved(prove.one_proof(stage, params, str(tmp_path / "proof")))


@pytest.mark.long
@cases(prove.FULL)
def test_large_proof(stage, params, tmp_path):
    proved(prove.one_proof(stage, params, str(tmp_path / "proof")))


@pytest.mark.share(6)
@pytest.mark.parametrize("number", range(len(prove.BREAKS)))
def test_proof_that_must_fail(number, tmp_path):
    proved(prove.one_break(number, str(tmp_path / "proof")))


@pytest.mark.parametrize("params", prove.PATHS, ids=lambda params: prove.title("", params).replace(" ", "-"))
def test_no_path_without_a_register(params, tmp_path):
    proved(prove.one_path(params, str(tmp_path / "path")))


@pytest.mark.parametrize("number", range(len(prove.PATH_BREAKS)))
def test_path_that_must_be_found(number, tmp_path):
    proved(prove.one_path_break(number, str(tmp_path / "path")))


# ---- the model: FILE, old text, new text, and the check that has to fail

MODEL_BREAKS = [
    ("shfl_decode.c", "sc >> 8", "sc >> 7", "decode"),
    ("shfl_decode.c", "in->sb_is_imm ? in->sb_imm", "in->sc_is_imm ? in->sb_imm", "decode"),
    ("shfl_decode.c", "in->sb[k]", "in->sb[0]", "decode"),
    ("shfl_lane_index.c", "index[lane] & ~segmask[lane]", "index[lane]", "lane index"),
    ("shfl_lane_index.c", "lane ^ index", "lane | index", "lane index"),
    ("shfl_range_check.c", "j[lane] < max_lane", "j[lane] < min_lane", "lane index"),
    ("shfl_range_check.c", "j[lane] > max_lane", "j[lane] >= max_lane", "lane index"),
    ("shfl_crossbar.c", "[src_lane[", "[1 ^ src_lane[", "crossbar"),
    ("shfl_writeback.c", "SHFL_OWN", "SHFL_RAW", "write-back"),
]


def rules(model, program):
    """The checker of the model in a folder."""
    compiler = (os.environ.get("CC") or "cc").split()
    sources = ["formal/model_rules.c", *sorted(model.glob("*.c"))]
    run([*compiler, "-std=c11", "-O2", "-Wall", "-Wextra", f"-I{model}", "-Itests", *sources, "-o", program])
    return program


def test_model_is_the_rules(tmp_path):
    run([rules(ROOT / "model", tmp_path / "rules")])


@pytest.mark.long
def test_model_is_the_rules_for_every_value_of_a_register(tmp_path):
    run([rules(ROOT / "model", tmp_path / "rules"), "--full"], timeout=1800)


@pytest.mark.share(3)
@pytest.mark.parametrize(("file", "old", "new", "check"), MODEL_BREAKS)
def test_model_that_must_be_refuted(file, old, new, check, tmp_path):
    shutil.copytree(ROOT / "model", tmp_path / "model")
    path = tmp_path / "model" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert f"FAIL model: {check}" in run([rules(tmp_path / "model", tmp_path / "rules")], status=1).stdout
