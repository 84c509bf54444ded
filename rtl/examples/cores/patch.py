# SPDX-License-Identifier: Apache-2.0
"""What the cores have in common: a copy of a checkout with some lines changed, and how its build is said to fail."""

import difflib
import hashlib
import re
import shutil
import subprocess
import sys


def copy(folder, to, expected, changes):
    """Copy the core in FOLDER, change its files, and return that as a unified diff. CHANGES has of each file Git's name
    of its contents, and pairs of a pattern and its replacement. ValueError if a file has other contents."""
    for file, (name, *_) in changes.items():
        data = (folder / file).read_bytes() if (folder / file).is_file() else b""
        if hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest() != name:
            what = "differs" if data else "is missing"
            raise ValueError(f"AT={folder}: {file} {what}; expected a checkout of {expected}")
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns(".git"), symlinks=True)
    patch = []
    for file, (_, *pairs) in changes.items():
        before = after = (to / file).read_text()
        for pattern, replacement in pairs:
            after = re.sub(pattern, replacement, after)
        (to / file).write_text(after)
        lines = [text.splitlines(keepends=True) for text in (before, after)]
        patch += difflib.unified_diff(*lines, f"a/{file}", f"b/{file}")
    return "".join(patch)


def runner(log):
    """A function that runs a command, which writes to the file LOG."""
    return lambda *command: subprocess.run(
        [str(word) for word in command], check=True, stdout=log, stderr=subprocess.STDOUT
    )


def built(made, build):
    """Call build(log) with MADE/build.log, which is named where it fails."""
    try:
        with open(made / "build.log", "w", encoding="utf-8") as log:
            build(log)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"core: {error}\ncore: {made}/build.log has what was said")


def start(main):
    try:
        sys.exit(main(*sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"core: {error}")
