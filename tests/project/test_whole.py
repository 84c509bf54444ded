# SPDX-License-Identifier: Apache-2.0
"""`make test-all` in parts, and `make release`, in a small repository in place of this one."""

import json
import subprocess

import pytest

from docs import pages
from tests import conftest, whole

FILES = {
    "Makefile": "VERSION := 1.2.3\n",
    "CITATION.cff": "version: 1.2.3\n",
    "pyproject.toml": '[project]\nname = "a"\nversion = "1.2.3"\n',
    "openshfl.core": "name: ::openshfl:1.2.3\n",
    "README.md": "as `::openshfl:1.2.3`\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.2.3 - 2026-01-02\n",
    "rtl/a.v": "wire a;\n",
    ".gitignore": "build/\n__pycache__/\n",
    "one/test_one.py": "def test_a():\n    pass\n",
    "two/test_two.py": "def test_b():\n    assert open('good').read()\n",
    "good": "",
}


@pytest.fixture
def repository(tmp_path, monkeypatch):
    def commit(**texts):
        for name, text in texts.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for line in ("init -q", "add .", "-c user.name=a -c user.email=a commit -q -m a"):
            subprocess.run(["git", *line.split()], cwd=tmp_path, check=True)
        return whole.git("rev-parse", "--short", "HEAD")

    for module in (whole, conftest, pages):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(whole, "STATUS", tmp_path / "status.json")
    monkeypatch.setattr(whole, "PARTS", {"first": ["one"], "second": ["two"]})
    monkeypatch.delenv("BUILD", raising=False)
    commit.root = tmp_path
    return commit


@pytest.mark.slow
def test_a_run_goes_on_where_it_was_interrupted(repository, monkeypatch, capfd):
    commit, recorded = repository(**FILES), []
    monkeypatch.setattr(pages, "main", recorded.append)
    folder = repository.root / "build/test-all" / commit
    options = ["-q", "-p", "no:cacheprovider"]
    monkeypatch.setattr(whole, "words_of", lambda part: ["--rootdir=.", "-o", "addopts=", *whole.PARTS[part]])
    monkeypatch.setattr(whole.subprocess, "run", without_tiers(subprocess.run))
    assert whole.run(options) == 1  # test_b fails, and counts
    assert recorded == [["status", f"make test-all: {part}", str(folder / f"{part}.xml")] for part in whole.PARTS]
    assert sorted(path.name for path in folder.iterdir()) == ["first.xml", "second.xml"]
    (folder / "second.xml").unlink()
    capfd.readouterr()
    assert whole.run(options) == 1
    said = capfd.readouterr().out
    assert f"first: ended before at {commit}" in said and "second: ended" not in said
    assert len(recorded) == 3
    commit = repository(good="x")
    assert whole.run(options) == 0 and "ended before" not in capfd.readouterr().out


def test_a_case_that_ran_again_counts_once(repository, monkeypatch):
    repository(**FILES, **{"status.json": '{"runs": {}}'})
    first, again = (repository.root / name for name in ("first.xml", "again.xml"))
    case = '<testcase classname="t" name="{}">{}</testcase>'
    cases = [case.format("a", ""), case.format("b", "<failure/>"), case.format("c", "<skipped/>")]
    first.write_text(f'<testsuites><testsuite time="4.4">{"".join(cases)}</testsuite></testsuites>')
    again.write_text(f'<testsuites><testsuite time="1.0">{case.format("b", "")}</testsuite></testsuites>')
    monkeypatch.setattr(pages, "STATUS", repository.root / "status.json")
    monkeypatch.setattr(pages, "counts", dict)
    found = []
    for files in ((first,), (first, again)):
        pages.record("it", *files)
        run = json.loads(pages.STATUS.read_text())["runs"]["it"]
        found.append([run[name] for name in ("passed", "failed", "skipped", "seconds")])
    assert found == [[1, 1, 1, 4], [2, 0, 1, 5]]


def without_tiers(run):
    """The small repository has no conftest.py, which has the option."""

    def small(words, **options):
        return run([word for word in words if word not in ("--tier", "all")], **options)

    return small


def runs_of(at, **second):
    return {
        "runs": {
            "make test-all: first": {"commit": at, **RUN},
            "make test-all: second": {"commit": at, **RUN, **second},
        }
    }


RUN = {"date": "2026-01-01", "passed": 9, "failed": 0, "skipped": 0, "seconds": 1}
REFUSED = {
    "a version": ({"README.md": "as `::openshfl:1.2.2`\n"}, {}, "README.md has 1.2.2"),
    "no date": ({"CHANGELOG.md": "# Changelog\n\n## 1.2.3 - unreleased\n"}, {}, "expected '1.2.3 - YEAR-MONTH-DAY'"),
    "RTL": ({"rtl/a.v": "wire b;\n"}, {}, "since then has changed: rtl/a.v"),
    "a failure": ({}, {"failed": 2}, "2 cases failed"),
    "another history": ({}, {"commit": "0123456"}, "no ancestor"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_release_is_refused(repository, name):
    texts, run, message = REFUSED[name]
    commit = repository(**FILES)
    (repository.root / "status.json").write_text(json.dumps(runs_of(commit, **run)))
    repository(**texts, other="x")
    found = list(whole.problems())
    assert found and all(message in line for line in found)


def test_release(repository, capsys):
    """A comment in the RTL does not count."""
    commit = repository(**FILES)
    (repository.root / "status.json").write_text(json.dumps({"runs": {}}))
    repository(**{"rtl/a.v": "wire a; // the same\n"})
    assert [one[:23] for one in whole.problems()] == ["`make test-all: first` ", "`make test-all: second`"]
    (repository.root / "status.json").write_text(json.dumps(runs_of(commit)))
    assert list(whole.problems()) == ["files are not committed"]
    repository()
    assert whole.release() is False and "may become 1.2.3: git tag -a v1.2.3" in capsys.readouterr().out
