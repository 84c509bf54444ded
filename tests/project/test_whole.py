# SPDX-License-Identifier: Apache-2.0
"""`make test-all` and `make release`, in a small repository in place of this one."""

import json
import pathlib
import subprocess

import pytest

from docs import pages
from tests import conftest, whole

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = {
    "Makefile": "VERSION := 1.2.3\n",
    "CITATION.cff": "version: 1.2.3\n",
    "pyproject.toml": '[project]\nname = "a"\nversion = "1.2.3"\n',
    "openshfl.core": "name: ::openshfl:1.2.3\n",
    "README.md": "as `::openshfl:1.2.3`\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.2.3 - 2026-01-02\n",
    "rtl/a.v": "wire a;\n",
    ".gitignore": "build/\n__pycache__/\n",
    "tests/test_one.py": """import pytest
def test_a():
    pass
def test_b():
    assert open('good').read()
def test_c():
    pytest.skip('no')
""",
    "good": "",
}


def test_one_version():
    """The places that state the version agree, and the page of changes begins with it."""
    (version,) = set(whole.versions().values())
    assert f"\n## {version} - " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


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
    monkeypatch.setattr(whole, "READ", ("rtl", "tests", "good"))
    monkeypatch.delenv("BUILD", raising=False)
    commit.root = tmp_path
    return commit


@pytest.mark.slow
def test_a_run_goes_on_where_it_was_interrupted(repository, monkeypatch, capfd):
    repository(**FILES)
    recorded = []
    monkeypatch.setattr(pages, "main", recorded.append)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    options = ["-q", "-p", "no:cacheprovider", "--rootdir=.", "-o", "addopts=", "-p", "tests.conftest"]
    monkeypatch.setattr(whole, "TESTS", ["tests/test_one.py"])

    def run():
        return whole.run(options), {name[-1]: of for name, (of, _) in conftest.results_of(path()).items()}

    def path():
        return pathlib.Path(recorded[-1][2])

    assert run() == (1, {"a": "passed", "b": "failed", "c": "skipped"})
    assert recorded == [["status", "make test-all", str(path())]]
    with path().open("a") as file:
        file.write('["tests/test_one.py::test_b", "pas')  # as a run that is killed leaves it
    repository(**{"README.md": FILES["README.md"] + "more"})
    capfd.readouterr()
    assert run() == (1, {"a": "passed", "b": "failed", "c": "skipped"})
    said = capfd.readouterr().out
    assert ("2 cases ended before" in said and "1 failed, 2 deselected" in said) != ("passed" in said)
    repository(good="x")
    assert run() == (0, {"a": "passed", "b": "passed", "c": "skipped"})
    assert "ended before" not in capfd.readouterr().out


def runs_of(at, **more):
    return {"runs": {"make test-all": {"commit": at, **RUN, **more}}}


RUN = {"date": "2026-01-01", "passed": 9, "failed": 0, "skipped": 0, "CPU-seconds": 1}
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
    assert message in next(whole.problems())


def test_release(repository, capsys):
    """A page in a folder of RTL does not count."""
    commit = repository(**FILES)
    (repository.root / "status.json").write_text(json.dumps({"runs": {}}))
    repository(**{"rtl/a.md": "a page\n"})
    assert list(whole.problems()) == ["`make test-all` is not in docs/develop/status.json"]
    (repository.root / "status.json").write_text(json.dumps(runs_of(commit)))
    assert list(whole.problems()) == ["files are not committed"]
    repository()
    assert whole.release() is False and "may become 1.2.3: git tag -a v1.2.3" in capsys.readouterr().out
