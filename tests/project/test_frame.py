# SPDX-License-Identifier: Apache-2.0
"""What the other tests rely on: a command or a C program that fails fails its test; a tier selects what it promises."""

import subprocess

import conftest
import pytest
from conftest import run


def test_a_command_that_fails_fails_the_test():
    with pytest.raises(pytest.fail.Exception, match=r"ended with 3, expected 0\n(.|\n)*its message"):
        run(["sh", "-c", "echo its message >&2; exit 3"])
    with pytest.raises(pytest.fail.Exception, match="has not ended after 0.2 s"):
        run(["sh", "-c", "sleep 600 & wait"], timeout=0.2)


# ---- tiers


class Case:
    """As much of a case of pytest as its selection looks at."""

    def __init__(self, *marks):
        self.marks = [getattr(pytest.mark, name)(*args).mark for name, *args in marks]

    def iter_markers(self, name):
        return [mark for mark in self.marks if mark.name == name]

    def get_closest_marker(self, name):
        return next(iter(self.iter_markers(name)), None)


@pytest.mark.parametrize("marks, tiers", [
    ([], "check test all"),
    ([["slow"]], "test all"),
    ([["nightly"]], "all"),
    ([["nightly"], ["covers", "rtl/b.v"]], "all"),
    ([["nightly"], ["covers", "rtl/b.v"], ["covers", "rtl/b.v", "model/"]], "test all"),
    ([["nightly"], ["covers", "rtl/a"], ["covers", "mod"]], "all"),
])  # fmt: skip
def test_tiers_of_a_case(monkeypatch, marks, tiers):
    monkeypatch.setattr(conftest, "changed", lambda: {"rtl/a.v", "model/c.c", "README.md"})
    assert [tier for tier in ("check", "test", "all") if not conftest.is_left_out(Case(*marks), tier)] == tiers.split()


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with a commit on main and one on a branch: a function that returns the changed files."""

    def git(*words):
        who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    def changed(folder=tmp_path):
        monkeypatch.setattr(conftest, "ROOT", folder)
        conftest.base.cache_clear()
        conftest.changed.cache_clear()
        conftest.added.cache_clear()
        return " ".join(sorted(conftest.changed()))

    monkeypatch.delenv("BASE", raising=False)
    for branch, name in ("main", "a"), ("work", "b"):
        git(*(["init", "-q"] if name == "a" else ["checkout", "-qb", branch]))
        (tmp_path / name).write_text(name)
        git("add", "-A")
        git("commit", "-qm", name)
    changed.git = git
    yield changed
    monkeypatch.undo()
    conftest.base.cache_clear()
    conftest.changed.cache_clear()


def test_changed_files(repository, tmp_path, monkeypatch):
    assert repository() == "b" and conftest.added("b") == {"b"} and conftest.added("a") == set()
    (tmp_path / "a").unlink()
    (tmp_path / "c").write_text("untracked")
    assert repository() == "a b c"
    monkeypatch.setenv("BASE", "HEAD")
    assert repository() == "a c"
    monkeypatch.setenv("BASE", "nope")
    with pytest.raises(pytest.UsageError, match="^BASE=nope: .*expected a branch or commit"):
        repository()
    monkeypatch.delenv("BASE")
    repository.git("checkout", "-qf", "main")
    assert repository() == "c"


def test_a_shared_file_is_covered_by_few(monkeypatch):
    """Each value of the parameters that it has, in each unit; the file of a unit by all of its cases."""
    monkeypatch.setattr(conftest, "own_parameters", {"a.v": {"W"}, "b.vh": None}.get)
    cases = {
        f"{unit}{w}{depth}": (unit, [f"{unit}.v"], ["a.v", "b.vh"], {"W": w, "DEPTH": depth})
        for unit in "xy"
        for w in (1, 2)
        for depth in (3, 4)
    }
    covers = conftest.shared(cases, ["x13"])
    assert all(f"{cases[name][0]}.v" in files for name, files in covers.items())
    assert sorted(name[:2] for name, files in covers.items() if "a.v" in files) == ["x2", "y1", "y2"]
    found = sorted(name for name, files in covers.items() if "b.vh" in files)
    assert found in (["x24", "y13", "y24"], ["x24", "y14", "y23"])
