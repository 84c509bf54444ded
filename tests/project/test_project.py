# SPDX-License-Identifier: Apache-2.0
"""What the repository holds, and what it does not."""

import os
import re
import shutil
import sys

import pytest
from conftest import ROOT, git, make, run, section, tracked

SPDX = "SPDX-License-Identifier: Apache-2.0"
# not the programs of cli/programs/*.sass, which are quoted
SOURCE = re.compile(r".*\.(c|h|cpp|cu|cuh|v|vh|py|sh|mk|ys|tcl|ptx|vlt|core|toml|j2|yml)|Makefile|run")
LARGEST = 1 << 20  # bytes


def test_every_source_names_its_license():
    sources = [path for path in tracked("*") if SOURCE.fullmatch(path.name)]
    heads = [(path, (ROOT / path).read_text(encoding="utf-8").splitlines()[:3]) for path in sources]
    assert [str(path) for path, head in heads if SPDX not in "".join(head)] == []


def test_nothing_is_large():
    assert [str(path) for path in tracked("*") if (ROOT / path).stat().st_size > LARGEST] == []


def test_commits():
    """Those in front of the base, which is main's upstream: the subject states the new fact, and the body the reason
    and the check."""
    bases = (git("merge-base", "HEAD", branch) for branch in ("main@{upstream}", "origin/main", "main"))
    if not (commit := next(filter(None, bases), "")):
        pytest.skip("no git repository with a main here")
    found = git("log", "--format=%h%x00%s%x00%b%x01", f"{commit}..HEAD").split("\x01")
    messages = [one.strip("\n").split("\0") for one in found if one.strip()]
    no_subject = re.compile(r"(wip\b|fixup!|squash!|[Mm]erge (remote-tracking )?branch)|.{101}")
    lacking = [f"{name} {subject}: its subject" for name, subject, _ in messages if no_subject.match(subject)]
    lacking += [f"{name} {subject}: its body" for name, subject, body in messages if len(body.split()) < 8]
    assert not lacking, "\n".join([*lacking, "CONTRIBUTING.md: Commits"])


ROOMS = [name.strip("`/") for name, _ in section("CONTRIBUTING.md", "## The rooms")[1:]]
CORE = [*ROOMS[: ROOMS.index("board") + 1], "docs", "tests"]
# the rooms of C above the core, each of which uses those before it; and those that stand by themselves
WAY = ["lib", "check", "cli/files", "cli/read", "cli/answer", "cli/program", "cli/show"]
ALL = [*WAY, "cli", "conform"]
USES = {**{room: WAY[:i] for i, room in enumerate(WAY)}, "conform": ["lib"], "python": WAY, "cli": ALL, "web": ALL}


def test_rooms():
    """Each folder has its line, and only those of FPGA families are deeper than two; the core names no later room."""
    folders = {str(path.parent) for path in tracked("*/*") if not str(path).startswith(".")}
    assert sorted({folder.split("/")[0] for folder in folders}) == sorted(ROOMS)
    assert not [folder for folder in folders if folder.count("/") > 1 and not folder.startswith("rtl/tech/")]
    back = []
    for i, room in enumerate(ROOMS[: ROOMS.index("board") + 1]):
        later = "|".join(ROOMS[i + 1 : -1])
        later = re.compile(rf'^(?:#include "(?:{later})/|(?:from|import) (?:{later})\b).*', re.M)
        for path in tracked(f"{room}/*.c", f"{room}/*.h", f"{room}/*.cpp", f"{room}/*.py"):
            back += [f"{path}: {line}" for line in later.findall((ROOT / path).read_text(encoding="utf-8"))]
    assert not back, "\n".join(back)


@pytest.mark.slow
def test_the_core_alone(tmp_path):
    """With the other rooms deleted, model and bench compile, every test is found, and some pass."""
    away = re.compile(rf"(tests/)?({'|'.join(set(ROOMS) - set(CORE))})/|tests/(docs|project|seeds_.*)/")
    for path in tracked("*"):
        if not away.match(str(path)):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, tmp_path / path)
    words = [sys.executable, "-m", "pytest", "-q"]
    env = {**os.environ, "BUILD": "build", "SETUP": "0"}
    run([*words, "--collect-only"], cwd=tmp_path, env=env)
    run(["make", "build/libshfl.a", "build/native/tb/run.o"], cwd=tmp_path, env=env)
    run([*words, "tests/rtl/test_encodings.py"], cwd=tmp_path, env=env)


def test_the_command_goes_one_way():
    """Text becomes an operation, that an answer, and that is shown: no #include goes back."""
    found, back = 0, []
    for path in tracked(*(f"{room}/*.{kind}" for room in USES for kind in "ch")):
        if (room := str(path.parent)) not in USES:
            continue
        for name in re.findall(r'#include "((?:cli|check|conform|lib|\.\.)/[^"]+)"', (ROOT / path).read_text("utf-8")):
            found += 1
            if name.rpartition("/")[0] not in (room, *USES[room]):
                back.append(f"{path} includes {name}")
    assert found > 30
    assert not back, "\n".join(back)


@pytest.mark.slow
def test_collection_without_git(tmp_path):
    """The cases of an unpacked archive are found, with which `make check` begins."""
    if not git("ls-files"):
        pytest.skip("no git repository here, to make an archive of")
    run(["sh", "-c", 'git archive HEAD | tar x -C "$1"', "sh", tmp_path])
    files = ["tests/docs/test_docs.py", "tests/rtl/test_mismatch.py"]
    words = [sys.executable, "-m", "pytest", "--collect-only", "-q", *files]
    last = run(words, cwd=tmp_path, env={**os.environ, "BUILD": "build"}).stdout.splitlines()[-1]
    assert re.match(r"\d{3} tests collected", last) and not (tmp_path / ".git").exists()


@pytest.mark.slow
def test_make_help():
    """It lists every target but those that another one calls, which have a comment; other folders are no targets."""
    phony = set(re.findall(r"^\.PHONY: (.*)", make("-pnq", "help", status=None).stdout, re.M)[0].split())
    text = make("help").stdout
    assert re.findall(r"^([a-z]+)$", text, re.M) == ["use", "verify", "measure", "maintain"]
    listed = re.findall(r"^  ([a-z-]+) ", text, re.M)
    makefiles = "".join((ROOT / path).read_text("utf-8") for path in tracked("Makefile", "*.mk"))
    inner = set(re.findall(r"^([a-z-]+):.* # \S", makefiles, re.M)) | {"force"}
    folders = {path.parts[0] for path in tracked("[a-z]*/*")} - set(listed)
    assert sorted(listed) == sorted(name for name in phony - inner - folders if not name.startswith("need-"))
    for folder in folders:
        assert f"{folder}/ is a folder, not a target" in make(folder, status=2).stderr


# ---- bare systems


@pytest.mark.parametrize(("words", "said"), [
    ("ready true 11", "11: expected 12 or 13"), ("run true", "ready or run"), ("bare true 13", "ready or run"),
])  # fmt: skip
def test_systems_refuse(words, said):
    assert said in run(["sh", ".ci/systems.sh", *words.split()], status=2).stderr
