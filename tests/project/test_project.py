# SPDX-License-Identifier: Apache-2.0
"""What the repository holds, and what it does not."""

import os
import re
import shlex
import sys

import pytest
from conftest import ROOT, base, git, make, run, tracked

from tests.mutants import run as mutants

SPDX = "SPDX-License-Identifier: Apache-2.0"
# not the programs of cli/programs/*.sass, which are quoted
SOURCE = re.compile(r".*\.(c|h|cpp|cu|cuh|v|vh|py|sh|mk|ys|tcl|ptx|vlt|core|toml|j2|yml)|Makefile|run")
LARGEST = 1 << 20  # bytes


def test_every_source_names_its_license():
    lacking = [
        str(path)
        for path in tracked("*")
        if SOURCE.fullmatch(path.name)
        and not any(SPDX in line for line in (ROOT / path).read_text(encoding="utf-8").splitlines()[:3])
    ]
    assert not lacking, "\n".join(lacking)


def test_nothing_is_large():
    assert [str(path) for path in tracked("*") if (ROOT / path).stat().st_size > LARGEST] == []


def unsaid(subject, body):
    """What a commit's message lacks; nothing if it says what is new, the reason and the check."""
    if re.match(r"(wip\b|fixup!|squash!|[Mm]erge (remote-tracking )?branch)", subject) or len(subject) > 100:
        return "a subject that states the new fact"
    return "" if len(body.split()) >= 8 else "a body with the reason and the check"


def test_commits():
    """Those in front of the base, which is main's upstream."""
    if not (commit := base()[0]):
        pytest.skip("no git repository with a commit here")
    found = git("log", "--format=%h%x00%s%x00%b%x01", f"{commit}..HEAD").split("\x01")
    messages = [one.strip("\n").split("\0") for one in found if one.strip()]
    lacking = [f"{name} {subject}: lacks {what}" for name, subject, body in messages if (what := unsaid(subject, body))]
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
    words = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "tests/docs/test_docs.py",
        "tests/rtl/test_mismatch.py",
    ]
    last = run(words, cwd=tmp_path, env={**os.environ, "BUILD": "build"}).stdout.splitlines()[-1]
    assert re.match(r"\d{3} tests collected", last) and not (tmp_path / ".git").exists()


@pytest.mark.slow
def test_a_path_with_quotes(tmp_path):
    """The command keeps the name of its folder, where make builds the RTL."""
    folder = mutants.copied(tmp_path / """it's a "b" $c\\d""")
    run(["make", "-s", "BUILD=build", "build/cli/answer/engine_rtl.o"], cwd=folder, env={**os.environ, "SETUP": "0"})
    assert f"{folder}/Makefile\0".encode() in (folder / "build/cli/answer/engine_rtl.o").read_bytes()


def test_a_test_makes_with_the_same_compilers():
    """Otherwise each run of the tests makes twice what both make, and the next one again."""
    names = ("CC", "CC_NATIVE", "CXX", "CXX_RTL", "VERILATOR", "IVERILOG", "YOSYS")
    outer = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name not in names}

    def said(environment, *words):
        rule = f"--eval=said: ; @: $(info {' '.join(words)})"  # the info when the rule runs, behind the Makefile
        return run(["make", "-s", rule, "said"], env=environment).stdout.splitlines()[0]

    inner = dict(word.split("=", 1) for word in shlex.split(said(outer, "$(TEST_ENV)")))
    those = [f"$({name})" for name in names]
    found = said(outer, *those)
    assert len(found.split()) == len(names) and said(outer | inner, *those) == found
    # nor another one in the middle of a make that installs it
    assert said(outer, *(f"$(flavor {name})" for name in ("CC_NATIVE", "CXX_RTL"))) == "simple simple"


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


# ---- no tool's output goes to the null device: as root, Icarus and others set the mode of their output, or replace it

TO_NULL = re.compile(r"""(-o|--?out\w*|of|write_\w+)["'\s,=]*(/dev/null|os\.devnull)""")


def test_no_output_to_the_null_device():
    found = []
    for path in tracked("*", ":!*.svg", ":!tests/cli/cases", ":!tests/project/test_project.py"):
        lines = (ROOT / path).read_bytes().decode("utf-8", "ignore").splitlines()
        found += [f"{path}:{number}" for number, line in enumerate(lines, 1) if TO_NULL.search(line)]
    assert not found, "\n".join(found)


# ---- bare systems


@pytest.mark.parametrize(("words", "said"), [
    ("ready true 11", "11: expected 12 or 13"), ("run true", "ready or run"), ("bare true 13", "ready or run"),
])  # fmt: skip
def test_systems_refuse(words, said):
    assert said in run(["sh", ".ci/systems.sh", *words.split()], status=2).stderr


def test_systems_need_a_mirror(tmp_path):
    """A message, a status, and no folder that stays; the way to it, as root."""
    environment = {**os.environ, "MIRROR": f"file://{tmp_path}/none", "TMPDIR": str(tmp_path)}
    assert "not run" in run(["sh", ".ci/systems.sh", "run", "false", "13"], status=3, env=environment).stderr
    assert list(tmp_path.iterdir()) == []
