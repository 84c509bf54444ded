# SPDX-License-Identifier: Apache-2.0
"""What the repository holds, and what it does not."""

import os
import re
import sys

import pytest
from conftest import ROOT, git, make, run, tracked

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


# the folders of the command, each of which uses those before it; and those that stand by themselves
WAY = ["files", "read", "answer", "program", "show"]
APART = {"conform": [], "warp": WAY[:3], "python": WAY, "web": [*WAY, "conform"], "": [*WAY, "conform"]}


def test_the_command_goes_one_way():
    """Text becomes an operation, that an answer, and that is shown: no #include goes back."""
    may_use = {**{name: WAY[:i] for i, name in enumerate(WAY)}, **APART}
    found, back = 0, []
    for path in tracked("cli/*.c", "cli/*.h", ":!cli/conform/adapters", ":!cli/conform/examples", ":!cli/programs"):
        folder = "/".join(path.parts[1:-1])
        for name in re.findall(r'#include "cli/([^"]+)"', (ROOT / path).read_text(encoding="utf-8")):
            found += 1
            if "/" in name and name.split("/")[0] not in (folder, *may_use[folder]):
                back.append(f"{path} includes {name}")
    for room, out in {"lib": "cli|check", "check": r"\.\.|cli"}.items():  # what stands below the command
        for path in tracked(f"{room}/*"):
            back += [str(path) for _ in re.findall(rf'#include "(?:{out})/', (ROOT / path).read_text(encoding="utf-8"))]
    assert found > 30
    assert not back, "\n".join(back)


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
