# SPDX-License-Identifier: Apache-2.0
"""The approximations of PTX: all arguments with one top byte as a GPU has them, by the sums of its record."""

import json

import pytest
from conftest import built, run

from silicon.programs.approximations import FORMS, RECORD, ROOTS

record = json.loads(RECORD.read_text(encoding="ascii"))


def sums(form, byte):
    return run([built("tests/cli/test_curve"), form, str(byte)]).stdout.strip()


@pytest.mark.few(4)
@pytest.mark.parametrize("form, byte", [(form, (63, 0, 64, 127, 191, 128)[n % 6]) for n, form in enumerate(FORMS)])
def test_sum(form, byte):
    """16 million arguments: around 1 and -1, denormals, and those that are infinite or no number."""
    assert sums(form, byte) == record["sums"][form][8 * byte : 8 * byte + 8]


@pytest.mark.nightly
@pytest.mark.parametrize("byte", range(15, 256, 16))
@pytest.mark.parametrize("form", FORMS)
def test_every_sum(form, byte):
    assert sums(form, byte) == record["sums"][form][8 * byte : 8 * byte + 8]


def test_roots(tmp_path):
    (tmp_path / "k.ptx").write_text(ROOTS)
    words = record["roots"]["x"].split()
    (tmp_path / "x").write_text(" ".join(f"0x{word}" for word in words))
    given = ["--block", str(len(words)), f"--arg=in=u64:@{tmp_path}/x", f"--arg=out=u64:buffer:{len(words)}"]
    done = json.loads(run([built("openshfl"), "run", str(tmp_path / "k.ptx"), *given, "--json", "--format=hex"]).stdout)
    assert [int(v, 16) for v in done["buffers"][1]["values"]] == [int(r, 16) for r in record["roots"]["r"].split()]


@pytest.mark.needs("clang")
def test_functions(tmp_path):
    """CUDA's functions in a source are compiled as nvcc does it: the record is of nvcc's PTX."""
    names = list(record["functions"])
    (tmp_path / "k.cu").write_text(
        "".join(
            f"__global__ void k{n}(const float *a, const float *b, float *o)"
            f"{{ float x = a[threadIdx.x], y = b[threadIdx.x]; o[threadIdx.x] = {name}; }}\n"
            for n, name in enumerate(names)
        )
    )
    given = [f"--arg={name}=u32:@{tmp_path}/{name}" for name in "ab"]
    for name, words in zip("ab", "xy", strict=True):
        (tmp_path / name).write_text(" ".join(f"0x{word}" for word in record[words].split()))
    for n, name in enumerate(names):
        command = [built("openshfl"), "run", str(tmp_path / "k.cu"), f"--kernel=k{n}", *given, "--arg=o=u32:buffer:32"]
        done = json.loads(run([*command, "--format", "hex", "--show", "buffers", "--json"]).stdout)
        assert [int(v, 16) for v in done["buffers"][2]["values"]] == [
            int(v, 16) for v in record["functions"][name].split()
        ], name
