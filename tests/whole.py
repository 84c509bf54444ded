# SPDX-License-Identifier: Apache-2.0
"""python3 -m tests.whole run     `make test-all`: every case
python3 -m tests.whole release    `make release`: whether this commit may be released

The results are build/test-all/KEY.jsonl, a line per case, written as each ends. KEY is a digest of the folders READ: a
run that was interrupted goes on where it was, also at a later commit that changes none of them. A case that has passed
or was skipped is not run again, one that failed is. A working tree with changes has no KEY: it starts with the first.
A run that has ended is in docs/develop/status.json, and so on docs/develop/verification.md."""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

from tests import conftest
from tests.conftest import git

NO_CASE = 5  # pytest's exit status if all cases are left out
ROOT = pathlib.Path(__file__).resolve().parent.parent
STATUS = ROOT / "docs/develop/status.json"
COMMAND, TESTS = "make test-all", ["tests"]
JUDGED = ("rtl", "model", "tb", "formal")
READ = (
    *JUDGED,
    "board",
    "check",
    "cli",
    "conform",
    "examples",
    "lib",
    "python",
    "silicon",
    "synth",
    "tests",
    "waves",
    "web",
)
VERSIONS = {  # file: what stands in front of its version
    "Makefile": r"^VERSION := ",
    "CITATION.cff": r"^version: ",
    "pyproject.toml": r'^version = "',
    "openshfl.core": r"^name: ::openshfl:",
    "README.md": "`::openshfl:",
}


def results(name):
    """The file of a run's results; its folder is there."""
    folder = ROOT / (os.environ.get("BUILD") or "build") / "test-all"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}.jsonl"


def run(options):
    """The exit status: 1 if a case has failed, 2 if pytest could not run. OPTIONS are pytest's."""
    from docs import pages

    changed = not git("rev-parse", "HEAD") or git(*pages.CHANGED)
    trees = "\n".join(git("rev-parse", f"HEAD:{name}") for name in READ)
    kept = results("changed" if changed else hashlib.sha256(trees.encode()).hexdigest()[:12])
    if changed:
        kept.unlink(missing_ok=True)
    if before := sum(outcome != "failed" for outcome, _ in conftest.results_of(kept).values()):
        print(f"{before} cases ended before, {kept} has their results", flush=True)
    words = ["-m", "pytest", "--tier", "all", f"--keep={kept}", *options, *TESTS]
    status = subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode
    if status in (0, 1, NO_CASE) and kept.exists():
        pages.main(["status", COMMAND, str(kept)])
    return status % NO_CASE


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
    if COMMAND not in runs:
        yield f"`{COMMAND}` is not in docs/develop/status.json"
        return
    yield from lacks(runs[COMMAND])


def lacks(run):
    """Why a run does not count for this commit: it is of another, has failures, or what is judged has changed since."""
    at = git("rev-parse", run["commit"])
    if not at or git("merge-base", at, "HEAD") != at:
        yield f"`{COMMAND}` was run at {run['commit']}, no ancestor of this commit"
    elif run["failed"]:
        yield f"`{COMMAND}`, run at {run['commit']}: {run['failed']} cases failed"
    elif changed := git("diff", "--name-only", "--no-renames", at, "HEAD", "--", *JUDGED, ":!*.md"):
        yield f"`{COMMAND}` was run at {run['commit']}; since then has changed: {', '.join(changed.splitlines())}"


def release():
    found = list(problems())
    for line in found:
        print(f"make release: {line}", file=sys.stderr)
    if not found:
        version = versions()["Makefile"]
        print(f"{git('rev-parse', '--short', 'HEAD')} may become {version}: git tag -a v{version}")
    return bool(found)


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    sys.exit(run(words) if command == "run" else release())
