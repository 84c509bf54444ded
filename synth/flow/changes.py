# SPDX-License-Identifier: Apache-2.0
"""The commit that a figure is of, and the files that have changed since, comments and blanks aside."""

import collections
import functools
import pathlib
import subprocess

from . import results
from .common import ROOT, Misuse, shown

MEASURED = ("*.v", "*.vh", "*.ys", "*family.toml")  # tracked files that figures depend on


def git(*arguments, given=None):
    """The output of git as bytes, or None if it fails: without git, outside a repository, for an unknown commit."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, input=given, capture_output=True, check=False)
    except OSError:
        return None
    return None if done.returncode else done.stdout


def head():
    """The short name of the commit that is measured now; Misuse if the files are not those of a commit."""
    root = git("rev-parse", "--show-toplevel")
    if root is None or pathlib.Path(root.decode().strip()) != ROOT:
        raise Misuse("a record names the commit that was measured, and this folder is no git repository")
    if edited := git("status", "--porcelain", "--untracked-files=no", "--", *MEASURED):
        names = " ".join(line[3:] for line in edited.decode().splitlines())
        raise Misuse(f"{names}: not committed; a record names the commit that was measured, so commit first")
    return git("rev-parse", "--short=7", "HEAD").decode().strip()


@functools.cache
def texts(commit):
    """{file name: its texts, in any folder} of Verilog and scripts at a commit; None if the commit is not here."""
    names = git("ls-tree", "-r", "-z", "--name-only", commit)
    if names is None:
        return None
    paths = [path for path in names.decode().split("\0") if path.endswith((".v", ".vh", ".ys"))]
    out = git("cat-file", "--batch", given="".join(f"{commit}:{path}\n" for path in paths).encode())
    found, at = collections.defaultdict(set), 0
    for path in paths:
        end = out.index(b"\n", at)
        size = int(out[at:end].split()[-1])
        name = path.rpartition("/")[2]
        found[name].add(results.bare(name, out[end + 1 : end + 1 + size].decode()))
        at = end + size + 2
    return found


def changed(commit, files):
    """Those of FILES, as paths, whose text is none that a file of the same name had at COMMIT; None if that cannot be
    known here. A file that has only moved has not changed."""
    then = texts(commit)
    return then and sorted(shown(file) for file in files if results.verilog(file) not in then.get(file.name, ()))


def ages(points):
    """Lines, of POINTS, (group, record or None, the files that it is made of) each: for each group and commit how many
    have RTL that has changed since, and the files. A group is a text, which may be empty."""
    count, those = collections.Counter(), collections.defaultdict(set)
    for group, got, files in points:
        if got is None:
            age = "not measured"
        elif (found := changed(got["commit"], files)) is None:
            age = f"commit {got['commit']} is not in this repository"
        else:
            age = f"{'changed' if found else 'RTL unchanged'} since {got['commit']}"
            those[group, age] |= set(found)
        count[group, age] += 1
    width = max((len(group) + 2 for group, _ in count if group), default=0)
    return [f"  {group:<{width}}{n:>3}  {age}{listed(sorted(those[group, age]))}" for (group, age), n in count.items()]


def listed(names, most=4):
    """The first of NAMES, and how many there are more."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ": " + " ".join(names[:most]) + more if names else ""
