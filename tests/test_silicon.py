# SPDX-License-Identifier: Apache-2.0
"""The GPU's recorded results against the model, the RTL and the command's engines; their loader; the page."""

import functools
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import BUILD, ROOT, built, c_tests, make, run

from silicon import page

RECORD = "silicon/h200.rec"
WARP_RECORD = "silicon/warp/h200-warp.rec"
PACKED = (ROOT / "silicon/h200.rec.xz").read_bytes()
XZ = [sys.executable, "silicon/xz.py"]

# Rd and Pu that count, as the inputs of each suite define them: where all lanes execute, all points; the intrinsics
# have no Pu; of a pair of warps, each lane executes in one, and 537,850 of 598,016 read a lane that executes too.
COMPARED = {
    **dict.fromkeys(["uniform", "lanes", "garbage", "ones"], (4194304, 4194304)),
    "immediate": (983040, 983040),
    "width": (147456, 147456),
    "int": (98304, 0),
    "float": (98304, 0),
    "long": (196608, 0),
    "double": (196608, 0),
    **dict.fromkeys(["guard", "branch", "exit", "members"], (537850, 598016)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", c_tests("tests/silicon_record.c"))
def test_model(name):
    run([built("tests/silicon_record"), built(RECORD), name])


@pytest.mark.slow
def test_rtl():
    passed = run([built("tests/silicon_rtl"), built(RECORD)]).stdout
    found = re.findall(r"^PASS silicon/(\w+)/(\w+): \d+ warps, (\d+) Rd, (\d+) Pu$", passed, re.MULTILINE)
    builds = {build for build, *_ in found}
    assert {"l32_w32_d1_zero", "l32_w32_ways4_d3_zero_lut"} <= builds
    assert {(build, suite, int(rd), int(pu)) for build, suite, rd, pu in found} == {
        (build, suite, *counts) for build in builds for suite, counts in COMPARED.items()
    }


def test_programs():
    """Kernels, votes, barriers, cub::BlockShuffle and programs, on the model and on the RTL."""
    run([built("tests/cli/test_silicon"), built(WARP_RECORD), "cli/programs"])


# ---- the page


def test_page_is_what_the_recording_gives():
    assert (ROOT / "docs/reference/silicon.md").read_text(encoding="utf-8") == page.page(
        built("silicon/count"), built(RECORD)
    ), "docs/reference/silicon.md is not what silicon/silicon.md.j2 and the recording give: run 'make docs'"


# ---- files that are not a recording


@functools.cache
def recording():
    """The head of the recording, and its answers."""
    content = built(RECORD).read_bytes()
    end = content.index(b"\n\n") + 2
    return content[:end], content[end:]


def whole():
    return b"".join(recording())


def flipped(place):
    content = bytearray(whole())
    content[place] ^= 1
    return content


REFUSED = {
    "nothing": (lambda: b"", "not a record: its first line"),
    "some other file": (lambda: b"this is no recording\n", "not a record: its first line is not 'openshfl-record 2'"),
    "packed": (lambda: PACKED, "not a record: its first line"),
    "truncated in the head": (lambda: recording()[0][:200], "truncated: the head has no end"),
    "truncated behind the head": (lambda: recording()[0], "truncated: the answers of suite 'uniform' are not all"),
    "truncated in the middle": (lambda: whole()[:8_000_000], "truncated: the answers of suite 'lanes' are not all"),
    "truncated by one byte": (lambda: whole()[:-1], "truncated: the answers of suite 'members' are not all there"),
    "a byte behind the end": (lambda: whole() + b"\0", "damaged: 1 bytes behind the last answer"),
    "an answer": (lambda: flipped(5000), "damaged: the answers of suite 'uniform' do not fit their checksum"),
    "the last answer": (lambda: flipped(-1), "damaged: the answers of suite 'members' do not fit their checksum"),
    "another recording": (
        lambda: built(WARP_RECORD).read_bytes(),
        "suite 'broadcast' where this program has 'uniform'",
    ),
}


def refused(content, words, folder):
    broken = folder / "broken.rec"
    broken.write_bytes(content)
    said = run([built("silicon/count"), broken], status=2)
    assert said.stdout == "" and said.stderr.startswith(f"count: {broken}: ") and words in said.stderr


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, tmp_path):
    content, words = REFUSED[name]
    refused(content(), words, tmp_path)


OTHER = "answers other questions than this program asks in suite"


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("openshfl-record 2\n", "openshfl-record 1\n", "not a record: its first line"),
        ("\ndriver ", "\ndri\0er ", "damaged: a line of the head is no text"),
        ("\ndriver ", "\ndriver " + 300 * "x", "no text of less than 256 bytes"),
        ("\ndevice ", "\ndevise ", "damaged: the head has no line 'device ...'"),
        ("\ndate ", "\ndata ", "damaged: the head has no line 'date ...'"),
        ("\nsuite uniform", "\nsuite Uniform", "holds suite 'Uniform' where this program has 'uniform'"),
        ("\nsuite members", "\nsvite members", "holds 13 suites, this program has 14"),
        ("\n\n", "\nsuite more 1 32 0 0\n\n", "holds suite 'more' where this program has 'no more'"),
        ("\nsuite uniform 131072 ", "\nsuite uniform x ", "is not a name, two counts and two checksums"),
        (
            "\nsuite uniform 131072 ",
            "\nsuite uniform 131071 ",
            f"{OTHER} 'uniform': record again with 'make cuda-record'",
        ),
        ("\nsuite uniform 131072 4", "\nsuite uniform 131072 5", f"{OTHER} 'uniform'"),
        ("suite lanes 131072 4194304 3", "suite lanes 131072 4194304 4", f"{OTHER} 'lanes'"),
    ],
)
def test_refused_for_its_head(old, new, words, tmp_path):
    head, answers = recording()
    assert head.count(old.encode()) == 1
    refused(head.replace(old.encode(), new.encode()) + answers, words, tmp_path)


@pytest.mark.parametrize("path, words", [("none.rec", ": No such file"), ("", ": Is a directory")])
def test_refused_without_a_file(path, words, tmp_path):
    assert words in run([built("silicon/count"), tmp_path / path], status=2).stderr


UNSOUND = {
    "empty": b"",
    "some other file": b"this is no recording\n",
    "truncated in its head": PACKED[:7],
    "truncated in the middle": PACKED[: len(PACKED) // 2],
    "truncated by one byte": PACKED[:-1],
    "a byte more": PACKED + b"x",
    **{
        f"a bit flipped at {n}/8": PACKED[:at] + bytes([PACKED[at] ^ 16]) + PACKED[at + 1 :]
        for n, at in ((n, len(PACKED) * n // 8) for n in range(1, 8))
    },
}


@pytest.mark.parametrize("content", UNSOUND.values(), ids=UNSOUND)
def test_unpacked_only_if_sound(content, tmp_path):
    (tmp_path / "broken.rec.xz").write_bytes(content)
    said = run([*XZ, tmp_path / "broken.rec.xz", tmp_path / "out"], status=2)
    assert f"{tmp_path}/broken.rec.xz: not a sound xz file: " in said.stderr and not (tmp_path / "out").exists()


def test_packed_and_unpacked(tmp_path):
    (tmp_path / "a").write_bytes(b"some text")
    (tmp_path / "there").write_bytes(b"")
    (tmp_path / "link").symlink_to(tmp_path / "there")
    run([*XZ, tmp_path / "a", tmp_path / "a.xz"])
    run([*XZ, tmp_path / "a.xz", tmp_path / "link"])
    assert (tmp_path / "there").read_bytes() == b"some text" and (tmp_path / "link").is_symlink()
    assert "none: No such file" in run([*XZ, tmp_path / "none", tmp_path / "b"], status=2).stderr
    assert "no/b.tmp: No such file" in run([*XZ, tmp_path / "a.xz", tmp_path / "no/b"], status=2).stderr


# ---- the programs for a GPU


@pytest.fixture
def gpu_program(request):
    if not (os.environ.get("NVCC") or shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc")):
        pytest.skip("no nvcc here")
    return built(request.param)


both = pytest.mark.parametrize("gpu_program", ["silicon/shfl_cuda", "silicon/warp/shfl_warp"], indirect=True)
shfl_cuda = pytest.mark.parametrize("gpu_program", ["silicon/shfl_cuda"], indirect=True)


@pytest.mark.nightly  # two minutes to compile for every architecture
@both
@pytest.mark.parametrize(
    "words, status, said",
    [
        (["--help"], 0, "Usage: shfl_"),
        (["--frobnicate"], 2, "unrecognized option '--frobnicate'"),
        (["--record"], 2, "option '--record' requires an argument"),
        (["more"], 2, "more: is no option; --help names them"),
        (["--record", "x", "--plant-error"], 2, "leave out"),
    ],
)
def test_gpu_options(gpu_program, words, status, said):
    assert said in run([gpu_program, *words], status=status, stderr=subprocess.STDOUT).stdout


@pytest.mark.nightly
@shfl_cuda
@pytest.mark.parametrize(
    "words, status, said",
    [
        (["--list"], 0, "members"),
        (["--suite", "nonesuch"], 2, "nonesuch: no such suite, --list names them"),
        (["--record", "x", "--suite", "width"], 2, "leave out --suite"),
        (["--bench", "--suite", "width"], 2, "leave out --suite"),
    ],
)
def test_gpu_suites(gpu_program, words, status, said):
    assert said in run([gpu_program, *words], status=status, stderr=subprocess.STDOUT).stdout


@pytest.mark.nightly
@both
def test_gpu(gpu_program):
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
