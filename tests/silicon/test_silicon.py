# SPDX-License-Identifier: Apache-2.0
"""The GPU's recorded results against the model, the RTL and the command's engines; their loader; the page."""

import functools
import json
import os
import re
import shutil
import struct
import subprocess

import pytest
from conftest import BUILD, ROOT, built, make, run, section

from silicon import page

RECORD = "silicon/h200.rec"
WARP_RECORD = "silicon/h200-warp.rec"
COLLECTIVE_RECORD = "silicon/h100-collective.rec"
PACKED = (ROOT / "silicon/h200.rec.xz").read_bytes()


def of_page(heading):
    """Of each suite in the page's table: its points or warps, Rd and Pu that are compared, and how many differ."""
    rows = section("docs/reference/silicon.md", heading)
    numbers = {row[0].strip("`"): [int(cell.replace(",", "")) for cell in row[2:]] for row in rows if row[0][:1] == "`"}
    assert not any(differ for *_, differ in numbers.values())
    return numbers


COMPARED, COLLECTIVE_COMPARED = map(of_page, ("## What was compared", "## Vote, match and redux"))


def counted(*words, status=None):
    """What silicon/count says of each suite."""
    done = run([built("silicon/count"), *words], status=status)
    assert done.stdout, done.stderr
    return {suite["name"]: suite for suite in json.loads(done.stdout)}


@pytest.mark.slow
def test_the_model_gives_every_answer():
    counts = counted(built(RECORD))
    assert {name: [s["rd"], s["pu"], s["differ"]] for name, s in counts.items()} == {
        name: numbers[1:] for name, numbers in COMPARED.items()
    }


@pytest.mark.slow
def test_collective():
    counts = counted("--collective", built(COLLECTIVE_RECORD))
    found = {name: [s["warps"], s["rd"], s["pu"], s["differ"]] for name, s in counts.items()}
    assert found == COLLECTIVE_COMPARED


@pytest.mark.slow
@pytest.mark.parametrize("words", [[RECORD], ["--collective", COLLECTIVE_RECORD]], ids=["shfl", "collective"])
def test_planted(words):
    """An error in the last warp of each suite is found, and nothing else."""
    for suite in counted(*words[:-1], "--plant-error", built(words[-1]), status=1).values():
        assert suite["differ"] in (1, 2) and suite["first"] == suite["chunks"] - 1, suite


@pytest.mark.slow
def test_rtl():
    passed = run([built("tests/silicon/silicon_rtl"), built(RECORD)]).stdout
    found = re.findall(r"^PASS silicon/(\w+)/(\w+): \d+ warps, (\d+) Rd, (\d+) Pu$", passed, re.MULTILINE)
    builds = {build for build, *_ in found}
    assert {"l32_w32_d1_zero", "l32_w32_ways4_d3_zero_lut"} <= builds
    assert {(build, suite, int(rd), int(pu)) for build, suite, rd, pu in found} == {
        (build, suite, *numbers[1:3]) for build in builds for suite, numbers in COMPARED.items()
    }


@pytest.mark.slow
def test_programs():
    """cub::BlockShuffle and programs, on the model and on the RTL."""
    run([built("tests/cli/test_silicon"), built(WARP_RECORD), "cli/programs"])


GROUP_RECORD = "silicon/h100-groups.rec"


@pytest.mark.nightly
def test_groups():
    """R14.2.1 and the like: groups by rank, barriers and movmatrix, on the model."""
    run([built("tests/cli/test_silicon"), "--groups", built(GROUP_RECORD), "cli/programs"])


@pytest.mark.slow
def test_collective_refused():
    said = run([built("silicon/count"), "--collective", built(RECORD)], status=2).stderr
    assert "where this program asks 'eight 1536 6144 847bd399': record again with 'make cuda-record LIST=coll" in said
    assert "takes RECORD" in run([built("silicon/count")], status=2).stderr


# ---- the page


@pytest.mark.slow
def test_page_is_what_the_recordings_give():
    text = (ROOT / "docs/reference/silicon.md").read_text(encoding="utf-8")
    files = "silicon/count", RECORD, COLLECTIVE_RECORD
    assert text == page.page(*map(built, files)), "docs/reference/silicon.md: run 'make docs'"


# ---- files that are not a recording


@functools.cache
def recording():
    """The head of the recording, and its answers."""
    content = built(RECORD).read_bytes()
    end = content.index(b"\n\n") + 2
    return content[:end], content[end:]


def void(suite, answer, lane=None):
    """A recording with an answer that no lane of a suite can give, at one place or everywhere, and the checksum of
    these answers."""
    head, answers = recording()
    suites = re.findall(rb"^suite (\S+) \d+ (\d+) ", head, re.M)
    at = [name.decode() for name, _ in suites].index(suite)
    start, size = sum(int(size) for _, size in suites[:at]), int(suites[at][1])
    part = bytearray(answers[start : start + size])
    part[slice(None) if lane is None else slice(lane, lane + 1)] = bytes([answer]) * (size if lane is None else 1)
    checksum = 0
    for (word,) in struct.iter_unpack("<I", part):
        checksum ^= word
        for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
            checksum = (checksum ^ checksum >> shift) * factor % 2**32
    head = re.sub(rf"(suite {suite} \w+ \w+ \w+) \w+".encode(), rf"\1 {checksum:08x}".encode(), head)
    return head + answers[:start] + part + answers[start + size :]


HELD, ZERO, OTHER, NOTHING, PU = 7, 32, 33, 34, 64  # silicon/suites.h
VOID = {  # suite, answer, lane
    "some other word at every point": ("uniform", OTHER),
    "some other word of an intrinsic": ("int", OTHER | 128, 5),
    "zero where all lanes execute": ("width", ZERO, 5),
    "a lane that executes and does not answer": ("width", NOTHING, 0),
    "some other word from a lane that executes": ("guard", OTHER, 0),
    "a lane that does not execute and answers": ("members", HELD, 7),
    "Pu of an intrinsic": ("float", PU, 0),
}


@pytest.mark.slow
@pytest.mark.parametrize("answer", VOID.values(), ids=VOID)
def test_void(answer, tmp_path):
    """An answer that no lane can give is a difference, whatever the model says."""
    (tmp_path / "void.rec").write_bytes(void(*answer))
    counts = counted(tmp_path / "void.rec", status=1)
    assert counts[answer[0]]["differ"] and counts[answer[0]]["first"] == 0


WHOLE = {  # what becomes of the whole recording, and the message
    "some other file": (lambda all: b"none\n", "not a record: its first line is not 'openshfl-record 2'"),
    "packed": (lambda all: PACKED, "not a record: its first line"),
    "truncated in the head": (lambda all: all[:200], "truncated: the head has no end"),
    "no answers": (lambda all: recording()[0], "truncated: the answers of suite 'uniform' are not all"),
    "one byte more": (lambda all: all + b"\0", "damaged: 1 bytes behind the last answer"),
    "an answer": (
        lambda all: recording()[0] + bytes([all[len(recording()[0])] ^ 16]) + all[len(recording()[0]) + 1 :],
        "damaged: the answers of suite 'uniform' do not fit their checksum",
    ),
    "another recording": (lambda all: built(WARP_RECORD).read_bytes(), "'offset 45 180 8b528975 affd1b34' where"),
}
HEAD = {  # what replaces the text in the head, and the message
    ("openshfl-record 2\n", "openshfl-record 1\n"): "not a record: its first line",
    ("\ndriver ", "\ndri\0er "): "damaged: a line of the head is no text",
    ("\ndriver ", "\ndriver " + 300 * "x"): "no text of less than 256 bytes",
    ("\ndevice ", "\ndevise "): "damaged: the head has no line 'device ...'",
    ("\nsuite sites", "\nsvite sites"): "holds suite '' where this program asks 'sites 8448",
    ("\n\n", "\nsuite more 1 32 0 0\n\n"): "holds suite 'more 1 32 0 0' where this program asks ''",
    ("\nsuite uniform 131072 ", "\nsuite uniform x "): "holds suite 'uniform x 4194304",
    ("suite lanes 131072 4194304 4", "suite lanes 131072 4194304 9"): "asks 'lanes 131072 4194304 4",
}


SLOW = ["one byte more", ("\nsuite sites", "\nsvite sites"), ("\n\n", "\nsuite more 1 32 0 0\n\n")]  # these read it all


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.nightly] * (name in SLOW)) for name in (*WHOLE, *HEAD)],
    ids=lambda name: repr("".join(name))[:40])  # fmt: skip
def test_refused(name, tmp_path):
    head, answers = recording()
    if name in HEAD:
        (old, new), message = (text.encode() for text in name), HEAD[name]
        assert head.count(old) == 1
        content = head.replace(old, new) + answers
    else:
        change, message = WHOLE[name]
        content = change(head + answers)
    broken = tmp_path / "broken.rec"
    broken.write_bytes(content)
    done = run([built("silicon/count"), broken], status=2)
    assert done.stdout == "" and done.stderr.startswith(f"count: {broken}: ") and message in done.stderr


@pytest.mark.parametrize("path, words", [("none.rec", ": No such file"), ("", ": Is a directory")])
def test_refused_without_a_file(path, words, tmp_path):
    assert words in run([built("silicon/count"), tmp_path / path], status=2).stderr


def test_unpacked_only_if_sound():
    """A recording that is cut off is no recording, and no file is left."""
    folder = BUILD / "tests/silicon/cut"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cut.rec.xz").write_bytes(PACKED[: len(PACKED) // 2])
    where = os.path.relpath(folder, ROOT)
    said = make(f"{os.path.relpath(BUILD, ROOT)}/{where}/cut.rec", status=2).stderr
    assert "ended before the end-of-stream marker" in said
    assert not list((BUILD / where).iterdir())


# ---- the programs for a GPU


@pytest.mark.nightly  # a minute to compile
def test_gpu():
    if not (os.environ.get("NVCC") or shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc")):
        pytest.skip("no nvcc here")
    gpu_program = built("silicon/shfl_cuda")
    done = run([gpu_program], status=None, stderr=subprocess.STDOUT)
    if done.returncode == 3 and "no NVIDIA GPU here" in done.stdout:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0 and "\nPASS: " in done.stdout
    planted = run([gpu_program, "--plant-error"], status=1).stdout
    suites = re.findall(r" (\d+) mismatches", planted)[:-1]
    assert suites and all(count in ("1", "2") for count in suites)


def test_without_nvcc():
    done = make("cuda-compile", "NVCC=no-such-nvcc", f"BUILD={BUILD}/without", status=2)
    assert "no CUDA compiler 'no-such-nvcc' in PATH" in done.stderr
