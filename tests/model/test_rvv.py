# SPDX-License-Identifier: Apache-2.0
"""The golden model of RISC-V's vector permutations: by hand, and against the recorded answers of an emulator."""

import functools
import json
import re

import pytest
from conftest import ROOT, built, c_tests, make, run

RECORD = "tests/rvv/qemu.rec"
COUNT = "tests/rvv/rvv_count"
CASES = 8192  # of a VLEN


@pytest.mark.parametrize("name", c_tests("tests/model/test_rvv.c"))
def test_model(name):
    run([built("tests/model/test_rvv"), name])


# ---- the recording


@functools.cache
def counted(*options, status):
    """What is counted of each VLEN."""
    done = run([built(COUNT), *options, built(RECORD)], status=status)
    return {suite["name"]: suite for suite in json.loads(done.stdout)}


def test_emulator():
    """V2.1 to V2.3, sections 3 and 4: of legal instructions and of reserved ones the model gives every answer."""
    suites = counted(status=None)
    wrong = [f"{name}: {suite['differ']} cases differ" for name, suite in suites.items() if suite["differ"]]
    assert not wrong, ", ".join(wrong)
    assert {suite["cases"] for suite in suites.values()} == {CASES} and len(suites) == 4
    assert sum(suite["compared"] for suite in suites.values()) > 30000


def test_planted():
    """An error in the last case of each VLEN is found."""
    for suite in counted("--plant-error", status=1).values():
        assert (suite["differ"], suite["first"]) == (1, CASES - 1), suite


def test_figures_of_the_page():
    """The table of docs/rvv.md 6 is what the recording has."""
    text = (ROOT / "docs/rvv.md").read_text(encoding="utf-8").partition("## 6 ")[2]
    rows = re.findall(r"^\| (\d+) \| ([\d,]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.M)
    columns = "compared", "illegal", "vstart", "masked", "two_eew", "differ"
    assert [[int(cell.replace(",", "")) for cell in row] for row in rows] == [
        [int(name.removeprefix("vlen")), *(suite[column] for column in columns)]
        for name, suite in counted(status=0).items()
    ]


def test_refused(tmp_path):
    """Files that are no recording of it, and answers that are none."""
    assert "takes RECORD" in run([built(COUNT)], status=2).stderr
    said = run([built(COUNT), built("silicon/h100-collective.rec")], status=2).stderr
    assert "holds suite 'eight 1536 6144 847bd399 2a2dcbf8' where this program asks 'vlen128 8192" in said
    short = tmp_path / "short"
    short.write_bytes(bytes(600))
    record = [built("tests/rvv/rvv_record"), "a device", tmp_path / "new.rec", *[short] * 4]
    assert "expected 8192 answers of 513 bytes, it ends in number 1" in run(record, status=2).stderr
    assert not (tmp_path / "new.rec").exists()


# ---- the emulator


@pytest.mark.nightly
@pytest.mark.needs("riscv64-gcc", "qemu-riscv64")
def test_record_again(tmp_path):
    """The emulator of this machine agrees with the model; it may refuse more of what is reserved than the recorded one.
    An answer that differs in a bit is reported."""
    answers = [built(f"tests/rvv/vlen{vlen}.answers") for vlen in (128, 256, 512, 1024)]
    make(f"RVV_RECORD={tmp_path / 'new.rec.xz'}", "rvv-record")
    new = json.loads(run([built(COUNT), built("tests/rvv/new.rec")]).stdout)
    assert [suite["compared"] for suite in new] == [suite["compared"] for suite in counted(status=0).values()]

    other = tmp_path / "answers"
    content = bytearray(answers[0].read_bytes())
    content[1 + 512 + 1 + 16 * 31 + 5] ^= 1  # of the second case: a byte of v31
    other.write_bytes(content)
    record = [built("tests/rvv/rvv_record"), "a device", tmp_path / "wrong.rec", other, *answers[1:]]
    done = run(record, status=1)
    assert done.stdout.startswith("FAIL: 32768 cases, 1 mismatches") and "vlen 128, case 1: " in done.stderr
    assert not (tmp_path / "wrong.rec").exists()
