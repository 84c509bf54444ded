# SPDX-License-Identifier: Apache-2.0
"""The shuffles of others: the record, against the formulas; the runner, on peers that are made here."""

import os
import re
import sys

import pytest
from conftest import BUILD, ROOT, run
from test_conform import by_mode, conform, faulty, made  # noqa: F401

from conform.peers import record as records

RECORD = records.read()
RUNNER = ROOT / "conform/peers/run.py"


# ---- the record


def counted():
    """Of each row with a profile, the counts of a level that is not drawn; the long ones are nightly."""
    for name, row in RECORD.items():
        for count in row["counts"]:
            if "profile" in row and "faults" in count and count["level"] in ("cuda", "cub", "ptx"):
                marks = [pytest.mark.nightly] * (count["level"] == "ptx" or count["lanes"] == 64)
                yield pytest.param(row, count, id=f"{name}-{count['level']}-{count['lanes']}", marks=marks)


@pytest.mark.few(8)
@pytest.mark.parametrize(("row", "count"), list(counted()))
def test_counts_are_those_of_the_faults(row, count, tmp_path):
    """A peer with the fault that the row names has the counts of the row, and the kit names it."""
    for mode, names in count["faults"].items():
        at = records.MODES.index(mode)
        results = tmp_path / "results"
        results.write_bytes(faulty(names[0].replace(" with ", "+"), count["level"], count["lanes"]))
        (tmp_path / "profile").write_text(f"lanes {count['lanes']}\n{row['profile']}")
        report = conform(results, "--level", count["level"], "--profile", tmp_path / "profile", status=None)
        found = by_mode(report)[mode]
        assert found["differ"] + found["garbage"] == count["differ"][at]
        assert found["points"] == count["points"][at]
        named = {frozenset(pair) for pair in found["faults"]}
        assert named >= {frozenset(name.split(" with ")) for name in names}


def test_record(tmp_path):
    """It is written as it is read; kinds are those of the page, each once; a version can be found."""
    records.write(RECORD, tmp_path / "record")
    assert (tmp_path / "record").read_text() == records.PATH.read_text()
    page = (ROOT / "docs/reference/peers.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r'pages\.peers\("(\w+)"\)', page)) == sorted(records.KINDS)
    for row in RECORD.values():
        assert row["kind"] in records.KINDS and row["how"] in records.HOW
        assert re.search(r"\d\.\d|[0-9a-f]{7}|^LLVM", row["version"]), row


# ---- the runner

FAKES = """
[right]
command = "sh -c '{known} write $0 nothing 32 > $1; echo \\"# right 1.2\\"'"
[wrong]
command = "sh -c '{known} write $0 bfly_not_below 32 > $1; echo \\"# wrong 3\\"'"
[refuses]
command = "sh -c 'head -c 24576 /dev/zero | tr \\"\\\\\\\\000\\" \\"\\\\\\\\377\\" > $1; echo \\"# refuses 1\\"'"
[crashes]
command = "sh -c 'kill -SEGV $$'"
[silent]
command = "sh -c 'echo \\"# silent 1\\"'"
[killed]
command = "sh -c 'kill -KILL $$'"
[unable]
command = "sh -c 'echo no device >&2; exit 3'"
[missing]
file = "/none/of/this"
package = "some-package"
command = "true"
"""


@pytest.fixture
def runner(tmp_path):
    """The runner, on the peers above; each is a toy."""
    common = '\\1\ninterface = "command"\npeer = "\\2"\nkind = "core"\ncontract = "PTX"\nfile = "/"'
    text = re.sub(r"(\[(\w+)\])(?!\nfile)", common, FAKES.replace("{known}", str(BUILD / "conform/known")))
    (tmp_path / "peers.toml").write_text(text.replace("[missing]", '[missing]\ninterface = "command"'))

    def runner(*names, status=0):
        words = ["--peers", tmp_path / "peers.toml", "--record", tmp_path / "record.json", *names]
        done = run([sys.executable, RUNNER, *words], status=status, env={**os.environ, "BUILD": str(BUILD)})
        record = tmp_path / "record.json"
        return done.stdout + done.stderr, records.read(record) if record.exists() else {}

    return runner


def test_runner(runner, tmp_path):
    """The counts of a peer are the kit's; what a row says is what was run; a row is replaced."""
    printed, record = runner("right", "wrong", "refuses")
    assert list(record) == ["right", "wrong", "refuses"]
    right, wrong, refuses = record.values()
    assert records.agrees(right) and not records.agrees(wrong) and not records.agrees(refuses)
    assert right["version"] == "right 1.2" and right["kit"] == run([BUILD / "openshfl", "--version"]).stdout.split()[1]
    (count,) = wrong["counts"]
    assert count["differ"] == [0, 0, 0, 2064] and count["faults"] == {"BFLY": ["bfly_not_below", "same_segment"]}
    assert wrong["smallest"].startswith("BFLY lane 1, index 1, clamp 31, segmask 11111: lane 1 (its own)")
    assert refuses["counts"][0]["refused"] == [6144] * 4 and refuses["counts"][0]["differ"] == [0] * 4
    assert "[0, 0, 0, 2064]" in printed
    record["right"]["version"] = "right 0.1"
    records.write(record, tmp_path / "record.json")
    _, again = runner("right")
    assert again["right"]["version"] == "right 1.2" and again["wrong"] == record["wrong"]


def test_runner_of_a_crash(runner):
    """It is a result; a peer that is killed, or that this machine cannot run, has none, and keeps its row."""
    printed, record = runner("crashes", "silent")
    assert [row["verdict"] for row in record.values()] == ["crashes: Segmentation fault", "writes no results"]
    assert all(row["counts"] == [] for row in record.values()) and "crashes: Segmentation fault" in printed
    printed, record = runner("unable", "killed", status=3)
    assert list(record) == ["crashes", "silent"]
    assert "unable: not run: no device" in printed and "killed: not run: " in printed
    assert runner("missing")[0] == "missing: not installed (Debian package some-package)\n"
    assert "expected one of right, wrong" in runner("none", status=2)[0]


@pytest.mark.nightly
@pytest.mark.needs("clang", "hip")
def test_packages(tmp_path):
    """Those of Debian run; clang agrees, and of HIP's calls IDX and XOR differ."""
    words = ["--record", tmp_path / "record", "hip-debian", "clang"]
    run([sys.executable, RUNNER, *words], env={**os.environ, "BUILD": str(BUILD)})
    rows = {name.partition("/")[0]: row for name, row in records.read(tmp_path / "record").items()}
    hip = rows["hip-debian"], RECORD["hip-debian/debian12"]
    here, recorded = ([count["differ"] for count in row["counts"]] for row in hip)
    assert records.agrees(rows["clang"]) and here == recorded
