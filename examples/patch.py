# SPDX-License-Identifier: Apache-2.0
"""What the cores have in common: a copy of a checkout with some lines changed, and how its build is said to fail."""

import difflib
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


def read(folder, file, name, expected):
    """The text of a FILE of the core in FOLDER. NAME is Git's of its contents; ValueError if it has others."""
    data = (folder / file).read_bytes() if (folder / file).is_file() else b""
    if hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest() != name:
        what = "differs" if data else "is missing"
        raise ValueError(f"AT={folder}: {file} {what}; expected a checkout of {expected}")
    return data.decode()


def copy(folder, to, expected, changes):
    """Copy the core in FOLDER, change its files, and return that as a unified diff. CHANGES has of each file Git's name
    of its contents, and pairs of a pattern and its replacement. ValueError if a file has other contents."""
    for file, (name, *_) in changes.items():
        read(folder, file, name, expected)
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


def verilator(top, made, flags):
    """The words that make MADE/obj/VTOP of files that follow; FLAGS are of C++, and the model is linked."""
    words = [os.environ.get("VERILATOR") or "verilator", "--cc", "--exe", "--build", "-j", os.cpu_count()]
    words += ["--top-module", top, "--Mdir", made / "obj", "-Wno-fatal", "-Wno-lint", "-Wno-style"]
    return [*words, "-CFLAGS", f"-std=c++17 -I{ROOT} {flags}", made.parents[1] / "libshfl.a"]


def run(folder, made, copy_core, build, stock=()):
    """Copy a core by copy_core(FOLDER, MADE/core), which returns the changes; files STOCK stay as they were. Build it
    by build(MADE/core, MADE, log), which returns a program, run that, and return its exit status."""
    folder, made = pathlib.Path(folder), pathlib.Path(made).resolve()
    made.mkdir(parents=True, exist_ok=True)
    (made / "openshfl.patch").write_text(copy_core(folder, made / "core"))
    for file in stock:
        shutil.copy(folder / file, made / "core" / file)
    try:
        with open(made / "build.log", "w", encoding="utf-8") as log:
            program = build(made / "core", made, log)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"core: {error}\ncore: {made}/build.log has what was said")
    return subprocess.run([program], check=False).returncode


def start(main):
    try:
        sys.exit(main(*sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"core: {error}")
