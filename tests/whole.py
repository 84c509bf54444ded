# SPDX-License-Identifier: Apache-2.0
"""python3 -m tests.whole run     `make test-all`: every case, in parts
python3 -m tests.whole since COMMIT   `make test-all SINCE=COMMIT`: what has changed since all parts were run at COMMIT
python3 -m tests.whole release    `make release`: whether this commit may be released

A part's results are build/test-all/PART-KEY.jsonl, a line per case, written as each ends. KEY is a digest of the files
that the part reads: a run that was interrupted goes on where it was, also at a later commit that changes none of them.
A case that has passed or was skipped is not run again, one that failed is. A working tree with changes has no KEY: it
starts at the first case. Each part that has ended is in docs/develop/status.json, and so on
docs/develop/verification.md.

With SINCE the cases are those of `make test BASE=COMMIT`: the fixed set, and those that cover a file that has changed
since COMMIT. A release has the parts at one commit, and this for the changes since then."""

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
COMMAND = "make test-all"
JUDGED = ("rtl", "model", "tb", "formal")
PARTS = {  # its tests, and the folders that it judges; the last one has all other tests
    "mutants": (["tests/project/test_mutants.py"], JUDGED),
    "proofs": (["tests/rtl/test_formal.py"], ("rtl", "model", "formal")),
    "simulation": (["tests/rtl/test_sim.py", "tests/rtl/test_replay.py"], ("rtl", "model", "tb")),
    "lint": (["tests/rtl/test_lint.py", "tests/rtl/test_filelists.py"], ("rtl",)),
    "rest": ([], JUDGED),
}
SHORT = 7  # digits of a commit in the name of a row
READ = ("tests/conftest.py", "tests/rtl", "tests/mutants")  # by the tests of each part
VERSIONS = {  # file: what stands in front of its version
    "Makefile": r"^VERSION := ",
    "CITATION.cff": r"^version: ",
    "pyproject.toml": r'^version = "',
    "openshfl.core": r"^name: ::openshfl:",
    "README.md": "`::openshfl:",
}


def words_of(part):
    """The arguments of pytest for a part."""
    named, _ = PARTS[part]
    return named or ["tests", *(f"--ignore={name}" for names, _ in PARTS.values() for name in names)]


def row(part):
    """The name of a part in the status."""
    return f"{COMMAND}: {part}"


def key(part):
    """A digest of what a part reads, as HEAD has it: for the last part all files."""
    named, judged = PARTS[part]
    names = [*named, *judged, *READ] if named else [""]
    return hashlib.sha256("\n".join(git("rev-parse", f"HEAD:{name}") for name in names).encode()).hexdigest()[:12]


def results(name):
    """The file of a run's results; its folder is there."""
    folder = ROOT / (os.environ.get("BUILD") or "build") / "test-all"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}.jsonl"


def run(options):
    """The exit status: 1 if a case of any part has failed; 2 if a part could not run. OPTIONS are pytest's."""
    from docs import pages

    changed = not git("rev-parse", "HEAD") or git(*pages.CHANGED)
    status = 0
    for part in PARTS:
        kept = results(f"{part}-{'changed' if changed else key(part)}")
        if changed:
            kept.unlink(missing_ok=True)
        before = sum(outcome != "failed" for outcome, _ in conftest.results_of(kept).values())
        if before:
            print(f"{part}: {before} cases ended before, {kept} has their results", flush=True)
        words = ["-m", "pytest", "--tier", "all", f"--keep={kept}", *options, *words_of(part)]
        ended = subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode
        if ended not in (0, 1, NO_CASE) or not kept.exists():
            print(f"{part}: pytest's exit status is {ended}; `{COMMAND}` goes on here", file=sys.stderr)
            return 2
        status = max(status, ended % NO_CASE)
        pages.main(["status", row(part), str(kept)])
    return status


def since(commit, options):
    """The exit status of the fixed set and of what the changes since a commit add; 2 if there is no such commit."""
    from docs import pages

    if not (at := git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")):
        print(
            f"make test-all: SINCE={commit} is no commit here; expected the one of the last run of a part",
            file=sys.stderr,
        )
        return 2
    kept = results(f"since-{at[:SHORT]}")
    kept.unlink(missing_ok=True)
    words = ["-m", "pytest", "--tier", "test", f"--keep={kept}", *options, "tests"]
    ended = subprocess.run([sys.executable, *words], cwd=ROOT, check=False, env={**os.environ, "BASE": at}).returncode
    if ended in (0, 1) and kept.exists():
        pages.main(["status", row_since(at), str(kept)])
    return ended


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
    for part in PARTS:
        if why := missing(runs.get(row(part)), PARTS[part][1], runs):
            yield f"`{row(part)}`{why}"


def missing(last, judged, runs):
    """What a part's last run lacks for a release of this commit; nothing if it lacks nothing.

    JUDGED are the folders that the part judges. What has changed there since may have been tried by a run of RUNS since
    that commit."""
    if last is None:
        return " is not in docs/develop/status.json"
    why = lacks(last, judged)
    if not why or unfit(last):
        return why
    at = git("rev-parse", last["commit"])
    tried = {name: lacks(then, judged) for name, then in runs.items() if covers(name, at)}
    if not tried:
        return f"{why}; `{row_since(at)}` tries that"
    name, why = min(tried.items(), key=lambda one: bool(one[1]))  # one that lacks nothing, if there is one
    return why and f", `{name}`{why}"


def lacks(run, judged):
    """Why a run does not count for this commit, or what has changed since it; nothing if neither."""
    if why := unfit(run):
        return why
    names = changed_since(run, judged)
    return f" was run at {run['commit']}; since then has changed: {', '.join(names)}" if names else ""


def covers(name, at):
    """Is this the row of a run since a commit, or since one before it?"""
    prefix = row_since("")
    from_there = name.startswith(prefix) and git("rev-parse", name.removeprefix(prefix))
    return bool(from_there) and git("merge-base", from_there, at) == from_there


def unfit(run):
    """Why a run cannot count for this commit."""
    at = git("rev-parse", run["commit"])
    if not at or git("merge-base", at, "HEAD") != at:
        return f" was run at {run['commit']}, no ancestor of this commit"
    return f", run at {run['commit']}: {run['failed']} cases failed" if run["failed"] else ""


def changed_since(run, judged):
    """The files of some folders that differ from those at the commit of a run."""
    return git("diff", "--name-only", "--no-renames", run["commit"], "HEAD", "--", *judged, ":!*.md").splitlines()


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
