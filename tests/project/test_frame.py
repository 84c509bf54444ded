# SPDX-License-Identifier: Apache-2.0
"""What the other tests rely on: a command or a C program that fails fails its test; a tier selects what it promises."""

import subprocess
import types

import conftest
import pytest
from conftest import CC, ROOT, run

C = """
#include "check.h"
static void test_good(void) { check(true, "good", "%d", 1); }
static void test_bad(void) { check(false, "bad", "it is %d", 7); }
int main(int argc, char **argv)
{
    static const struct check_test tests[] = { CHECK_TEST(good), CHECK_TEST(bad), { 0 } };
    return check_main(argv + (argc > 0), tests);
}
"""


def test_a_command_that_fails_fails_the_test():
    with pytest.raises(pytest.fail.Exception, match=r"ended with 3, expected 0\n(.|\n)*its message"):
        run(["sh", "-c", "echo its message >&2; exit 3"])
    with pytest.raises(pytest.fail.Exception, match="has not ended after 0.2 s"):
        run(["sh", "-c", "sleep 600 & wait"], timeout=0.2)


def test_a_c_test_that_fails_fails_the_program(tmp_path):
    (tmp_path / "test.c").write_text(C)
    run([*CC, f"-I{ROOT}/lib", "-o", tmp_path / "test", tmp_path / "test.c"])
    assert run([tmp_path / "test", "good"]).stdout == "PASS good\n"
    assert run([tmp_path / "test"], status=1).stdout == "PASS good\nFAIL bad: it is 7\n"
    run([tmp_path / "test", "other"], status=2)


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
    assert [tier for tier in ("check", "test", "all") if not conftest.left_out(Case(*marks), tier)] == tiers.split()


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
    assert repository() == "b"
    (tmp_path / "a").unlink()
    (tmp_path / "c").write_text("untracked")
    assert repository() == "a b c"
    monkeypatch.setenv("BASE", "HEAD")
    assert repository() == "a c" and conftest.at_base("a") == "a" and conftest.at_base("c") == ""
    monkeypatch.setenv("BASE", "nope")
    with pytest.raises(pytest.UsageError, match="^BASE=nope: .*expected a branch or commit"):
        repository()
    monkeypatch.delenv("BASE")
    repository.git("checkout", "-qf", "main")
    assert repository() == "c"
    (tmp_path / "c.c").write_text("int a;\n")
    repository.git("add", "c.c")
    repository.git("commit", "-qm", "c")
    (tmp_path / "c.c").write_text("int a; /* a comment is no change */\n")
    assert repository() == "c"
    (tmp_path / "c.c").write_text("int b;\n")
    assert repository() == "c c.c"


@pytest.mark.parametrize("name, before, same, other", [
    ("a.c", "int f(int a) { return a+1; }", "/* of a */ int f(int a)\n{\n  return a + 1; // next\n}\n", "return a+2;"),
    ("a.c", '#define A 1\nputs("// no");', '#define A  1 // one\nputs("// no");', 'puts("//  no");'),
    ("a.v", "`define W 3\nwire a;", "`define W 3 // bits\nwire  a;", "`define W 3 wire a;"),
    ("a.py", "x = [1, 2]", "x = [\n    1,  # one\n    2,\n]", "x = [1, 3]"),
    ("a.toml", "[a]\nx = 1", "# note\n[a]\nx   = 1", "[a]\nx = 2"),
    ("a.txt", "a b", "a b", "a  b"),
])  # fmt: skip
def test_meaning(name, before, same, other):
    """Comments and blanks are no change; a string's blanks and a directive's end are."""
    assert conftest.meaning(name, before) == conftest.meaning(name, same) != conftest.meaning(name, other)


def test_changed_files_in_a_shallow_clone_and_without_git(repository, tmp_path):
    clone = tmp_path / "clone"
    repository.git("clone", "-q", "--depth=1", "-b", "work", f"file://{tmp_path}", "clone")
    (clone / "a").write_text("edited")
    assert repository(clone) == "a" and "only uncommitted changes" in conftest.base()[1]
    subprocess.run(["rm", "-rf", clone / ".git", tmp_path / ".git"], check=True)
    assert repository(clone) == "" and "no git repository" in conftest.base()[1]


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


@pytest.mark.parametrize("file, functions, least, most", [
    ("rtl/shfl_writeback.v", "sim::test_configuration formal::test_proof mutants::test_detected", 10, 200),
    ("rtl/shfl.v", "sim::test_configuration replay::test_configuration lint::test_unit", 40, 550),
    ("rtl/shfl_legal.v", "lint::test_illegal_parameters_are_refused", 200, 1200),
    ("tb/run.c", "mutants::test_detected", 30, 100),
    ("model/shfl_rvv.c", "sim::test_configuration mutants::test_detected", 5, 200),
    ("docs/use/limitations.md", "", 0, 0),
])  # fmt: skip
def test_what_a_change_brings(request, file, functions, least, most):
    """How many cases of a test, of those that `make test` runs for a file alone; and how many in all."""
    cases = request.config.collected
    if not any("test_sim.py::" in case.nodeid for case in cases):
        pytest.skip("other files are not collected: expected `make test ARGS='-k test_what'`")
    names = [case.nodeid for case in cases if case.get_closest_marker("nightly") and conftest.covered(case, [file])]
    assert len(names) <= most
    for function in functions.split():
        assert sum(f"test_{function.replace('::', '.py::')}[" in name for name in names) >= least, function


def test_a_new_configuration_is_run(monkeypatch):
    before = (ROOT / "tb/configs.txt").read_text().replace("\nl8_w8_d2_raw\n", "\n")
    monkeypatch.setattr(conftest, "at_base", lambda name: before)
    conftest.new_configurations.cache_clear()
    new = [case for case in conftest.configurations() if "tb/configs.txt" in case.marks[1].args]
    conftest.new_configurations.cache_clear()
    assert [case.values for case in new] == [("l8_w8_d2_raw",)]


# ---- processor time


@pytest.mark.parametrize("tier, machine, fails", [("check", 1, True), ("check", 2, False), ("test", 1, False)])
def test_a_case_of_check_that_takes_long_fails(monkeypatch, tier, machine, fails):
    """On a machine that takes twice as long for everything, a case may, too."""
    options = types.SimpleNamespace(option=types.SimpleNamespace(tier=tier))
    item = types.SimpleNamespace(user_properties=[], config=options)
    monkeypatch.setattr(conftest, "runs_whole", lambda config: False)
    monkeypatch.setattr(conftest, "slowness", lambda: machine)
    monkeypatch.setattr(conftest, "spent", iter((10.0, 10.0 + 1.5 * conftest.LIMIT)).__next__)
    call = conftest.pytest_runtest_call(item)
    next(call)
    expected = (
        pytest.raises(pytest.fail.Exception, match=f"it has used {1.5 * conftest.LIMIT} s")
        if fails
        else pytest.raises(StopIteration)
    )
    with expected:
        call.send(None)
    monkeypatch.undo()  # pytest's own hooks use these, too
    assert item.user_properties == [("cpu", 1.5 * conftest.LIMIT)]
