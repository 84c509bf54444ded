# SPDX-License-Identifier: Apache-2.0
"""What is built on SHFL: programs, intrinsics, kernels, cub::BlockShuffle, votes, barriers, machine words. They are
programs in C, which print what failed; and fuzz targets, with the cases that once crashed."""

import json
import os
import shutil

import pytest
from conftest import BUILD, ROOT, built, run

from synth.campaign import kinds

CASES = {name: ROOT / folder for name, folder in kinds.SEEDED.items()}
SEEDS = {name: sorted(path for of in found for path in ROOT.glob(of)) for name, found in kinds.SEEDS.items()}


@pytest.mark.parametrize("target", CASES)
def test_cases_of_fuzzing(target):
    """The inputs that once crashed, and those that a search begins with."""
    cases = sorted(CASES[target].iterdir()) + SEEDS.get(target, [])
    assert run([built(f"tests/cli/replay_{target}"), *cases]).stdout.count("PASS") == len(cases) > 0


@pytest.mark.nightly
@pytest.mark.needs("clang", "libfuzzer")
@pytest.mark.parametrize("target", CASES)
def test_search_by_fuzzing(target, tmp_path):
    clang = os.environ.get("FUZZ_CC", "clang")
    folder = run([clang, "--print-runtime-dir"]).stdout.strip() if shutil.which(clang) else ""
    if not folder or not any("fuzzer" in name for name in os.listdir(folder)):
        pytest.skip("no clang with libFuzzer here")
    corpus = BUILD / f"tests/cli/corpus_{target}"
    corpus.mkdir(parents=True, exist_ok=True)
    for path in SEEDS.get(target, []):
        shutil.copy(path, corpus)
    limits = "-max_total_time=20 -timeout=30 -rss_limit_mb=4096".split()
    run([built(f"tests/cli/fuzz_{target}"), *limits, f"-artifact_prefix={tmp_path}/", corpus, CASES[target]])


# ---- the examples of the SPA 5.0 page

# the register with the result, and what lane k has there if each lane began with its number
EXAMPLES = {
    "inclusive_scan": ("Rx", lambda k: sum(range(k + 1))),
    "exclusive_scan": ("Rx", lambda k: sum(range(k))),
    "reverse_scan": ("Rx", lambda k: sum(range(k, 32))),
    "butterfly_reduction": ("Rx", lambda k: 496),
    **{f"fswz_{of}": ("Ry", lambda k, of=of: k - k % 4 + int(of[k % 4]))
       for of in ("0000", "1111", "2222", "3333", "1032", "2301")},
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name):
    """On both engines, which agree where lanes do not execute."""
    built("rtl_engine.so")
    register, result = EXAMPLES[name]
    command = [built("openshfl"), "run", ROOT / f"cli/programs/{name}.sass"]
    command += ["--init", "Rx=float:lane", "--show", "json"]
    end = json.loads(run(command).stdout)["end"][register]
    assert [float(word) for word in end] == [result(k) for k in range(32)]
    for active in (0xFFFFFFFF, 0xFFFF00FF, 0x0F0F0F0F, 0x80000001):
        given = [*command, "--active", hex(active)]
        assert run([*given, "--engine", "rtl"]).stdout == run(given).stdout
