# SPDX-License-Identifier: Apache-2.0
"""python3 -m tests.whole run     `make test-all`: every case
python3 -m tests.whole since COMMIT   `make test-all SINCE=COMMIT`: what has changed since all cases were run at COMMIT
python3 -m tests.whole release    `make release`: whether this commit may be released

The results are build/test-all/KEY.jsonl, a line per case, written as each ends. KEY is a digest of the folders READ: a
run that was interrupted goes on where it was, also at a later commit that changes none of them. A case that has passed
or was skipped is not run again, one that failed is. A working tree with changes has no KEY: it starts with the first.
A run that has ended is in docs/develop/status.json, and so on docs/develop/verification.md.

With SINCE the cases are those of `make test BASE=COMMIT`: the fixed set, and those that cover a file that has changed
since COMMIT. A release has a whole run, and this for the changes since then."""

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
READ = (*JUDGED, "board", "check", "cli", "lib", "silicon", "synth", "tests", "waves")
SHORT = 7  # digits of a commit in the name of a row
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


def ended(kept, row, tier, options, **environment):
    """The exit status of pytest with a tier, whose results are kept, and put into the status as a row."""
    from docs import pages

    words = ["-m", "pytest", "--tier", tier, f"--keep={kept}", *options, *TESTS]
    env = {**os.environ, **environment}
    status = subprocess.run([sys.executable, *words], cwd=ROOT, check=False, env=env).returncode
    if status in (0, 1, NO_CASE) and kept.exists():
        pages.main(["status", row, str(kept)])
    return status % NO_CASE


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
    return ended(kept, COMMAND, "all", options)


def since(commit, options):
    """The exit status of the fixed set and of what the changes since a commit add; 2 if there is no such commit."""
    if not (at := git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")):
        print(f"{COMMAND}: SINCE={commit} is no commit here; expected the one of the last whole run", file=sys.stderr)
        return 2
    kept = results(f"since-{at[:SHORT]}")
    kept.unlink(missing_ok=True)
    return ended(kept, row_since(at), "test", options, BASE=at)


def row_since(at):
    return f"{COMMAND} SINCE={at[:SHORT]}"


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
    at = git("rev-parse", runs[COMMAND]["commit"])
    since = {name: one for name, one in runs.items() if covers(name, at)}
    why = {name: lacks(one) for name, one in {COMMAND: runs[COMMAND], **since}.items()}
    if why[COMMAND] and (unfit(runs[COMMAND]) or all(why.values())):
        yield f"`{COMMAND}`{why[COMMAND]}"
        yield from (f"`{name}`{why[name]}" for name in since)
        yield f"`{row_since(at)}` tries what has changed"


def covers(name, at):
    """Is this the row of a run since a commit, or since one before it?"""
    prefix = row_since("")
    from_there = name.startswith(prefix) and git("rev-parse", name.removeprefix(prefix))
    return bool(from_there) and git("merge-base", from_there, at) == from_there


def unfit(run):
    """Why a run cannot count for this commit; nothing if it can."""
    at = git("rev-parse", run["commit"])
    if not at or git("merge-base", at, "HEAD") != at:
        return f" was run at {run['commit']}, no ancestor of this commit"
    return f", run at {run['commit']}: {run['failed']} cases failed" if run["failed"] else ""


def lacks(run):
    """Why a run does not count for this commit, or what has changed since it of what is judged; nothing if neither."""
    words = ["diff", "--name-only", "--no-renames", run["commit"], "HEAD", "--", *JUDGED, ":!*.md"]
    names = "" if unfit(run) else ", ".join(git(*words).splitlines())
    return unfit(run) or (f" was run at {run['commit']}; since then has changed: {names}" if names else "")


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
    sys.exit(run(words) if command == "run" else since(words[0], words[1:]) if command == "since" else release())
