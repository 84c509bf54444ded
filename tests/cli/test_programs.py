# SPDX-License-Identifier: Apache-2.0
"""What is built on SHFL: programs, intrinsics, kernels, cub::BlockShuffle, votes, barriers, machine words. They are
programs in C, which print what failed; and fuzz targets, with the cases that once crashed."""

import json
import os
import shutil

import numpy as np
import pytest
from conftest import BUILD, ROOT, built, run

CASES = ROOT / "tests/cli/cases"
TARGETS = sorted(path.name for path in CASES.iterdir())
SEEDS = {"cubin": [*CASES.parent.glob("*.cubin"), *CASES.parent.glob("*.elf")], "asm": ROOT.glob("cli/programs/*.sass")}
SEEDS = {name: sorted(paths) for name, paths in SEEDS.items()}


@pytest.mark.parametrize("target", TARGETS)
def test_cases_of_fuzzing(target):
    """The inputs that once crashed, and those that a search begins with."""
    cases = sorted((CASES / target).iterdir()) + SEEDS.get(target, [])
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
    for path in SEEDS.get(target, []):
        shutil.copy(path, corpus)
    limits = "-max_total_time=20 -timeout=30 -rss_limit_mb=4096".split()
    run([built(f"tests/cli/fuzz_{target}"), *limits, f"-artifact_prefix={tmp_path}/", corpus, CASES / target])


# ---- the examples of the SPA 5.0 page

FAR, XOR, QUAD = range(3)
# of each: the register with the result, and its steps: which lane's value is taken, by a distance, an xor mask or the
# digits of a quad's lanes; whether the own value is added; and what a lane of no other one gets, None: it keeps its own
SCAN = [(FAR, -(1 << n), True, None) for n in range(5)]
EXAMPLES = {
    "inclusive_scan": ("Rx", SCAN),
    "exclusive_scan": ("Rx", [*SCAN, (FAR, -1, False, 0)]),
    "reverse_scan": ("Rx", [(FAR, 1 << n, True, None) for n in range(5)]),
    "butterfly_reduction": ("Rx", [(XOR, 16 >> n, True, None) for n in range(5)]),
    **{f"fswz_{digits}": ("Ry", [(QUAD, of, False, None)]) for digits, of in (
        ("0000", "0000"), ("1111", "1111"), ("2222", "2222"), ("3333", "3333"), ("1032", "1032"), ("2301", "2301"))},
}  # fmt: skip
SUMS = {"inclusive_scan": lambda x, k: x[: k + 1], "exclusive_scan": lambda x, k: x[:k],
        "reverse_scan": lambda x, k: x[k:], "butterfly_reduction": lambda x, k: x}  # fmt: skip
MASKS = [2**32 - 1, 0xFFFF, 0xFFFF0000, 1, 0x80000000, 2**32 - 2, 0x55555555, 0x0F0F0F0F, 0xFFFF00FF, 0x000FFFFF]


def left(steps, active, values):
    """The values afterwards, and which of them rest on a lane that does not execute. Sums are those of floats."""
    rests = [False] * 32
    for kind, by, is_sum, end in steps:
        before, rested = list(values), list(rests)
        for k in (k for k in range(32) if active >> k & 1):
            source = k + by if kind == FAR else k ^ by if kind == XOR else k - k % 4 + int(by[k % 4])
            if not 0 <= source < 32:
                values[k], rests[k] = (before[k], rested[k]) if end is None else (np.float32(end), False)
                continue
            values[k] = before[source] + before[k] if is_sum else before[source]
            rests[k] = not active >> source & 1 or rested[source] or is_sum and rested[k]
    return values, rests


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name):
    """On both engines: whole numbers, whose sums are those that the page says it is for; and floats that round."""
    built("rtl_engine.so")
    register, steps = EXAMPLES[name]
    chance = np.random.default_rng(1)
    for number, active in enumerate([*MASKS, *map(int, chance.integers(1, 2**32, 6))]):
        whole = chance.integers(-1000, 1000, 32) / (1 if number % 2 == 0 else 65536.0)
        x = (whole if number % 2 == 0 else whole * 3.7).astype(np.float32)
        given = [f"Rx=[{','.join(map(str, x.view('u4')))}]", "Ry=lane-1000"]
        words = ["--init", given[0], "--init", given[1], "--active", hex(active), "--show", "json", "--format", "hex"]
        values, rests = left(steps, active, list(x))
        if active == 2**32 - 1 and name in SUMS:
            assert values == [sum(SUMS[name](x, k)) for k in range(32)]
        for engine in ("model", "rtl"):
            command = [built("openshfl"), "run", ROOT / f"cli/programs/{name}.sass", *words, "--engine", engine]
            end = json.loads(run(command).stdout)["end"][register]
            for k, got in enumerate(end):
                want = values[k].view("u4") if active >> k & 1 else x[k].view("u4") if register == "Rx" else k - 1000
                assert got.endswith("?") == rests[k], (hex(active), k)
                assert rests[k] or int(got, 16) == int(want) % 2**32, (hex(active), k)
