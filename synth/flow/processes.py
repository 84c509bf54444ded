# SPDX-License-Identifier: Apache-2.0
"""The tools: where they are, their versions, and how they are run."""

import concurrent.futures
import contextlib
import functools
import os
import re
import shutil
import signal
import subprocess
import threading

from .common import ROOT, VENV, Failed, Misuse, Trouble, shown

SECONDS = int(os.environ.get("TOOL_SECONDS") or 3600)  # no tool may take longer
JOBS = int(os.environ.get("JOBS") or os.cpu_count() or 1)


def tool(name):
    """The command that is NAME. YOSYS, NEXTPNR_ICE40 and ICETIME in the environment name others."""
    if name.startswith("yowasp-"):
        command = VENV / "bin" / name
        if not os.access(command, os.X_OK):
            raise Misuse(
                f"{name} is missing from {shown(VENV)}: `VENV={shown(VENV)} sh .ci/need.sh {name}` installs it"
            )
        return str(command)
    command = os.environ.get(name.upper().replace("-", "_")) or name
    if not shutil.which(command):
        raise Misuse(f"{command} is missing: `sh .ci/need.sh {name}` installs it")
    return command


@functools.cache
def version(name):
    """The version that the tool reports, or that of its package."""
    command = tool(name)
    if name.startswith("yowasp-"):
        found = sorted(VENV.glob(f"lib/python*/site-packages/{name.replace('-', '_')}-*.dist-info"))
        said = found[-1].name if found else ""
    elif name == "icetime":
        said = output(["dpkg-query", "-W", "-f", "${Version}", "fpga-icestorm"])
    elif name == "sta":
        said = output([command, "-version"])
    else:
        said = output([command, "-V"]) or output([command, "--version"])
    match = re.search(r"(?:^|[ -])([0-9][^\s)]*?)(?:\.dist-info|[\s)]|$)", said)
    return match.group(1) if match else "unknown"


def output(command):
    """The output of a command, or nothing if it fails."""
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode(errors="replace") if done.returncode == 0 else ""


_running = set()
_stopping = threading.Event()


def call(what, command, log):
    """Run one tool from ROOT, its output to LOG; Failed with its error if it fails."""
    how = {"cwd": ROOT, "env": {**os.environ, "YOWASP_CACHE_DIR": str(VENV / "cache")}, "start_new_session": True}
    with open(log, "wb") as out:
        if _stopping.is_set():
            raise Trouble(f"{what}: stopped")
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, **how)
        except OSError as error:
            raise Misuse(f"{command[0]}: {error.strerror}") from None
        _running.add(process)
        try:
            status = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise Trouble(f"{what}: not done after {SECONDS} s (TOOL_SECONDS=); log: {shown(log)}") from None
        finally:
            _running.discard(process)
            if process.poll() is None:
                kill(process)
                process.wait()
    if status < 0:
        raise Trouble(f"{what}: killed by {signal.Signals(-status).name}; log: {shown(log)}")
    if status > 0:
        text = log.read_text(errors="replace")
        illegal = re.search(r"shfl_error_(\w+?)'", text)
        if illegal:  # the RTL's message about its parameters
            raise Misuse(f"{illegal.group(1).replace('_', ' ')}; log: {shown(log)}")
        raise Failed(f"{what}: {reason(text, status)}; log: {shown(log)}")


def kill(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def stop_all():
    _stopping.set()
    for process in list(_running):
        kill(process)


def reason(text, status):
    """The line of a log with the reason why a tool failed."""
    full = [
        f"{used} of {there} {cell}"
        for cell, used, there in re.findall(r"(\w+): +(\d+)/ *(\d+) ", text)
        if int(used) > int(there)
    ]
    if full:
        return "the design is too big for the part: " + ", ".join(full)
    errors = re.findall(r"^ERROR: (.*)", text, re.M)
    if errors:
        return errors[-1]
    last = text.strip().splitlines()[-1:] or [""]
    return f"exit status {status}: {last[0][:120]}"


def in_parallel(jobs):
    """The results of jobs, in their order; the first that fails stops the others."""
    try:
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            try:
                yield from pool.map(lambda job: job[0](*job[1:]), jobs)
            except BaseException:
                stop_all()
                raise
    finally:  # all of them have ended
        _stopping.clear()
