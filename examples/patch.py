# SPDX-License-Identifier: Apache-2.0
"""A unit inside a core of others: the core is copied, changed, built by Verilator and runs a program, whose results are
compared with the golden model. `make core CORE=NAME AT=FOLDER` calls it; NAME.py has what a core needs.

python3 -m examples.patch NAME FOLDER BUILD THREADS LANES STOCK RECORD

FOLDER, a checkout of the core, is not changed. BUILD/openshfl.patch has the changes to its files, for `git apply`. With
a STOCK of 1 the core keeps its own unit. THREADS are not Vicuna's, LANES are Vortex's alone. With a RECORD of 1 what
the program prints is kept in examples/cores.json, for docs/reference/cores.md.
"""

import difflib
import hashlib
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from rtl import bundle

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
RECORD = HERE / "cores.json"


def read(folder, file, name, expected):
    """The text of a FILE of the core in FOLDER. NAME is Git's of its contents; ValueError if it has others."""
    data = (folder / file).read_bytes() if (folder / file).is_file() else b""
    if hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest() != name:
        what = "differs" if data else "is missing"
        raise ValueError(f"AT={folder}: {file} {what}; expected a checkout of {expected}")
    return data.decode()


def copy(core, folder, to):
    """Copy the CORE, a module, in FOLDER, change its files, put its unit in, and return the changes as a unified diff.
    ValueError if a file has other contents."""
    for file, (name, *_) in core.CHANGES.items():
        read(folder, file, name, core.EXPECTED)
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns(".git"), symlinks=True)
    patch = []
    for file, (_, *pairs) in core.CHANGES.items():
        before = after = (to / file).read_text()
        for pattern, replacement in pairs:
            after = re.sub(pattern, replacement, after)
        (to / file).write_text(after)
        lines = [text.splitlines(keepends=True) for text in (before, after)]
        patch += difflib.unified_diff(*lines, f"a/{file}", f"b/{file}")
    for file in core.ADDED:
        shutil.copy(ROOT / file, to / core.RTL)
    (to / core.RTL / f"{core.UNIT}.v").write_text(bundle.bundle(core.UNIT))
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
    return [*words, "-CFLAGS", f"-std=c++17 -DVL_TIME_CONTEXT -I{ROOT} {flags}", made.parents[1] / "libshfl.a"]


def keep(core, run, said):
    """Put what the program SAID in a RUN, its settings, into the record: from the line of its counts on."""
    said = re.search(r"^[^\n]* wrong, \d+ clocks.*", said, re.M | re.S)[0].splitlines()
    runs_of = json.loads(RECORD.read_text(encoding="ascii"))
    for runs in runs_of.values():  # also of another commit
        runs.pop(run, None)
    runs_of.setdefault(core.EXPECTED, {})[run] = said
    RECORD.write_text(json.dumps(runs_of, indent=1, sort_keys=True) + "\n", encoding="ascii")


def main(name, folder, made, threads, lanes, stock, record):
    """The exit status of the program: 0 if all is right."""
    core = importlib.import_module(f"examples.{name}")
    folder, made = pathlib.Path(folder), pathlib.Path(made).resolve()
    if threads not in getattr(core, "THREADS", [threads]):
        raise ValueError(f"THREADS={threads}: expected one of {', '.join(core.THREADS)}")
    made.mkdir(parents=True, exist_ok=True)
    (made / "openshfl.patch").write_text(copy(core, folder, made / "core"))
    for file in core.CHANGES if stock == "1" else ():
        shutil.copy(folder / file, made / "core" / file)
    try:
        with open(made / "build.log", "w", encoding="utf-8") as log:
            program = core.build(made / "core", made, threads, lanes, stock, runner(log))
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"core: {error}\ncore: {made}/build.log has what was said")
    done = subprocess.run([program], check=False, stdout=subprocess.PIPE, encoding="ascii")
    print(done.stdout, end="")
    if record == "1":
        given = {"vortex": f" THREADS={threads} LANES={lanes}", "tiny_gpu": f" THREADS={threads}"}.get(name, "")
        keep(core, f"CORE={name}{given}" + " STOCK=1" * (stock == "1"), done.stdout)
    return done.returncode


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"core: {error}")
