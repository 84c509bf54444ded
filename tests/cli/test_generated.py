# SPDX-License-Identifier: Apache-2.0
"""Random kernels (generated.py): what clang's PTX gives in the executor is what an H200 gave,
silicon/programs/generated.txt; and the answer of each call, without a launch, is what the launch
has."""

import collections
import json
import zlib

import pytest
from conftest import ROOT, built, nightly_but, run

from tests.cli import generated

TEXT = (ROOT / "silicon/programs/generated.txt").read_text().splitlines()[1:]
RECORD = {str(int(first) + k): sum for first, *sums in map(str.split, TEXT) for k, sum in enumerate(sums)}
LAUNCH = ["--block", generated.THREADS, "--arg", f"0=buffer:{generated.THREADS * generated.RESULTS}"]


def source(tmp_path, seed):
    file = tmp_path / f"{seed}.cu"
    file.write_text(generated.kernel(seed))
    return file


def launch(file, *more):
    """The events of a launch, and the checksum of what it leaves, all of it defined."""
    result = json.loads(run([built("openshfl"), "run", file, *LAUNCH, "--json", *more]).stdout)
    values = result["buffers"][0]["values"]
    assert len(values) == generated.THREADS * generated.RESULTS
    words = b"".join((int(value, 0) & 0xFFFFFFFF).to_bytes(4, "little") for value in values)
    return result["events"], f"{zlib.crc32(words):08x}"


def shuffles(events):
    """Each SHFL: its warp, who executes it, and what each lane reads and gets."""
    found = [e for e in events if e["kind"] == "SHFL"]
    lanes = [[(x["lane"], x["src_lane"], x["rd"]) for x in e["lanes"] if x.get("active", True)] for e in found]
    return collections.Counter((e["warp"], e["active"], *of) for e, of in zip(found, lanes, strict=True))


@pytest.mark.needs("clang")
@pytest.mark.few(2)
@pytest.mark.parametrize("seed", nightly_but([(seed,) for seed in RECORD], lambda seed: int(seed) % 20 == 0))
def test_clang(seed, tmp_path):
    file = source(tmp_path, int(seed))
    events, checksum = launch(file)
    assert checksum == RECORD[seed]
    words = "explain", "--json", "--block", generated.THREADS, file.read_text()
    asked = json.loads(run([built("openshfl"), *words]).stdout)
    assert asked["stopped"] is None and all(call["answered"] for call in asked["calls"])
    calls = shuffles(call for call in asked["calls"] if "." not in call["call"].split("(")[0])
    assert not calls - shuffles(events)
