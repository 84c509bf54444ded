# SPDX-License-Identifier: Apache-2.0
"""What is built on SHFL: programs, intrinsics, kernels, cub::BlockShuffle, votes, barriers, machine words. They are
programs in C, which print what failed; and fuzz targets, with the cases that once crashed."""

import os
import shutil

import pytest
from conftest import BUILD, ROOT, built, run

CASES = ROOT / "tests/cli/cases"
TARGETS = sorted(path.name for path in CASES.iterdir())


@pytest.mark.parametrize(
    "program, words",
    [
        ("programs", ["cli/programs"]),
        ("decode", ["tests/cli/words.txt", "tests/cli/votes.txt"]),
    ],
)
def test_in_c(program, words):
    """On the model and on the RTL."""
    built("rtl_engine.so")
    assert "PASS " in run([built(f"tests/cli/test_{program}"), *words]).stdout


@pytest.mark.parametrize("target", TARGETS)
def test_cases_of_fuzzing(target):
    """The inputs that once crashed, and those that a search begins with."""
    cases = sorted((CASES / target).iterdir())
    assert run([built(f"tests/cli/replay_{target}"), *cases]).stdout.count("PASS") == len(cases) > 0


@pytest.mark.nightly
@pytest.mark.needs("clang", "libfuzzer")
@pytest.mark.parametrize("target", TARGETS)
def test_search_by_fuzzing(target, tmp_path):
    clang = os.environ.get("FUZZ_CC", "clang")
    folder = run([clang, "--print-runtime-dir"]).stdout.strip() if shutil.which(clang) else ""
    if not folder or not any("fuzzer" in name for name in os.listdir(folder)):
        pytest.skip("no clang with libFuzzer here")
    corpus = BUILD / f"tests/cli/corpus_{target}"
    corpus.mkdir(parents=True, exist_ok=True)
    run(
        [
            built(f"tests/cli/fuzz_{target}"),
            "-max_total_time=20",
            "-timeout=30",
            "-rss_limit_mb=4096",
            f"-artifact_prefix={tmp_path}/",
            corpus,
            CASES / target,
        ]
    )
