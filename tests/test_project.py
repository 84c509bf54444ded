# SPDX-License-Identifier: Apache-2.0
"""What the repository holds, and what it does not."""

import os
import re

import pytest
from conftest import ROOT, make, run, tracked

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


def test_nothing_generated_is_tracked():
    assert [str(path) for path in tracked("*") if {"build", "__pycache__", ".pytest_cache"} & set(path.parts)] == []


@pytest.mark.parametrize("path", ["build/x", "tests/__pycache__/x.pyc", ".pytest_cache/x"])
def test_ignored(path):
    run(["git", "check-ignore", "-q", path])


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


@pytest.mark.parametrize("text", ["cc x.c -o /dev/null", '"-o", os.devnull', "--output=/dev/null", "-o/dev/null"])
def test_output_to_the_null_device_is_found(text):
    assert TO_NULL.search(text) and not TO_NULL.search("cc -o x x.c >/dev/null 2> /dev/null < /dev/null")


def test_no_output_to_the_null_device():
    found = []
    for path in tracked("*", ":!*.svg", ":!tests/cli/cases", ":!tests/test_project.py"):
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
