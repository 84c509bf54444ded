# SPDX-License-Identifier: Apache-2.0
"""Run a command to its end, keep two makes apart, and the files of the repository: for the tests and their helpers."""

import contextlib
import fcntl
import fnmatch
import functools
import os
import signal
import subprocess

GENERATED = ("/build*", "*/__pycache__", "/.pytest_cache", "/.git", "*.egg-info", "*.so")  # as .gitignore has it


@functools.cache
def files(root, new=False):
    """The names of the files that git tracks, with NEW also those that it has not seen yet. Without git, as in an
    archive that was unpacked, all that is not generated."""
    words = ["git", "ls-files", "-z", "--cached", *["--others", "--exclude-standard"] * new]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode == 0 and done.stdout:
        return done.stdout.split("\0")[:-1]
    found = []
    for folder, folders, names in os.walk(root):
        place = folder.removeprefix(str(root))
        made = {name for name in folders + names if any(fnmatch.fnmatch(f"{place}/{name}", of) for of in GENERATED)}
        folders[:] = [name for name in folders if name not in made]
        found += [f"{place}/{name}"[1:] for name in names if name not in made]
    return sorted(found)


def ended(command, seconds, text=None, **options):
    """The CompletedProcess of a command, with TEXT as its input; after SECONDS it is killed with all that it started,
    and subprocess.TimeoutExpired raised."""
    stdin = options.pop("stdin", subprocess.DEVNULL) if text is None else subprocess.PIPE
    command = [str(argument) for argument in command]
    options = {"text": True, "errors": "replace", "start_new_session": True, "stdout": subprocess.PIPE, **options}
    with subprocess.Popen(command, stdin=stdin, **options) as process:
        try:
            out, err = process.communicate(text, seconds)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):  # it has ended: Ctrl-C went to it, too
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err or "")


@contextlib.contextmanager
def alone(folder):
    """While this lasts, no other process makes anything in a build folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".make.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
