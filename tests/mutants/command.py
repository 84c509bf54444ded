# SPDX-License-Identifier: Apache-2.0
"""Run a command to its end, and keep two makes apart: for the tests and for the mutants' runner."""

import contextlib
import fcntl
import os
import signal
import subprocess


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
