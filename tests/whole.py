# SPDX-License-Identifier: Apache-2.0
"""python3 -m tests.whole run     `make test-all`: every case, in parts
python3 -m tests.whole release    `make release`: whether this commit may be released

The results of a part are build/test-all/COMMIT/PART.xml, written when the part has ended. So a run that was interrupted
goes on with the part that it was in, at the same commit. A working tree with changes has no commit: it starts at the
first part. Each part that has ended is in docs/develop/status.json, and so on docs/develop/verification.md."""

import json
import os
import pathlib
import re
import subprocess
import sys

from tests import conftest
from tests.conftest import git

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATUS = ROOT / "docs/develop/status.json"
COMMAND = "make test-all"
PARTS = {  # the last one is all else
    "mutants": ["tests/project/test_mutants.py"],
    "proofs": ["tests/rtl/test_formal.py"],
    "simulation": ["tests/rtl/test_sim.py", "tests/rtl/test_replay.py"],
    "lint": ["tests/rtl/test_lint.py", "tests/rtl/test_filelists.py"],
    "rest": [],
}
JUDGED = ("rtl/", "model/", "tb/", "formal/")  # what a status is about
VERSIONS = {  # file: what stands in front of its version
    "Makefile": r"^VERSION := ",
    "CITATION.cff": r"^version: ",
    "pyproject.toml": r'^version = "',
    "openshfl.core": r"^name: ::openshfl:",
    "README.md": "`::openshfl:",
}


def words_of(part):
    """The arguments of pytest for a part."""
    return PARTS[part] or ["tests", *(f"--ignore={name}" for names in PARTS.values() for name in names)]


def row(part):
    """The name of a part in the status."""
    return f"{COMMAND}: {part}"


def run(options):
    """The exit status: 1 if a case of any part has failed; 2 if a part could not run. OPTIONS are pytest's."""
    from docs import pages

    commit = git("rev-parse", "--short", "HEAD")
    changed = not commit or git(*pages.CHANGED)
    folder = ROOT / (os.environ.get("BUILD") or "build") / "test-all" / ("changed" if changed else commit)
    folder.mkdir(parents=True, exist_ok=True)
    status = 0
    for part in PARTS:
        kept = folder / f"{part}.xml"
        if kept.exists() and not changed:
            print(f"{part}: ended before at {commit}, {kept} has its results", flush=True)
            text = kept.read_text(encoding="utf-8")
            status = max(status, int("<failure" in text or "<error" in text))
            continue
        new = kept.with_suffix(".new")
        words = ["-m", "pytest", "--tier", "all", f"--junitxml={new}", *options, *words_of(part)]
        ended = subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode
        if ended > 1 or not new.exists():
            print(f"{part}: pytest's exit status is {ended}; `{COMMAND}` goes on here", file=sys.stderr)
            return 2
        new.replace(kept)
        status = max(status, ended)
        pages.main(["status", row(part), str(kept)])
    return status


def versions():
    """{file: the version that it names, or None}"""
    found = {}
    for name, before in VERSIONS.items():
        match = re.search(before + r"([\d.]+\d)", (ROOT / name).read_text(encoding="utf-8"), re.M)
        found[name] = match and match[1]
    return found


def problems():
    """Why this commit may not be released, a line each."""
    found = versions()
    if len(set(found.values())) != 1:
        yield "the versions differ: " + ", ".join(f"{name} has {version}" for name, version in found.items())
    version = found["Makefile"]
    first = re.search(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)[1]
    if not re.fullmatch(rf"{version} - \d{{4}}-\d\d-\d\d", first):
        yield f"CHANGELOG.md begins with '{first}', expected '{version} - YEAR-MONTH-DAY'"
    if git("status", "--porcelain", "-uno"):
        yield "files are not committed"
    runs = json.loads(STATUS.read_text(encoding="utf-8"))["runs"]
    for part in PARTS:
        if why := missing(runs.get(row(part))):
            yield f"`{row(part)}`{why}"


def missing(last):
    """What a part's last run lacks for a release of this commit; nothing if it lacks nothing."""
    if last is None:
        return " is not in docs/develop/status.json"
    at = git("rev-parse", last["commit"])
    if not at or git("merge-base", at, "HEAD") != at:
        return f" was run at {last['commit']}, no ancestor of this commit"
    if last["failed"]:
        return f", run at {last['commit']}: {last['failed']} cases failed"
    names = git("diff", "--name-only", "--no-renames", at, "HEAD", "--", *JUDGED).splitlines()
    since = [name for name in names if conftest.differs(name, at)]
    return f" was run at {last['commit']}; since then has changed: {', '.join(since)}" if since else ""


def release():
    found = list(problems())
    for line in found:
        print(f"make release: {line}", file=sys.stderr)
    if not found:
        version = versions()["Makefile"]
        print(f"{git('rev-parse', '--short', 'HEAD')} may become {version}: git tag -a v{version}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(run(sys.argv[2:]) if sys.argv[1:2] == ["run"] else release())
