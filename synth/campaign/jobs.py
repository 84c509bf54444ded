# SPDX-License-Identifier: Apache-2.0
"""The list of a campaign, a shell command a line, and how one of them is run.

A line is `python3 -m synth.campaign job RESULT KEY SECONDS COMMAND ...`, run in the repository's root. KEY is a hash of
sources, versions of the tools and COMMAND. RESULT is written to a temporary file and renamed, only if COMMAND has a
verdict; everything else is an environment error, and leaves no file. A job is done if its result exists, is whole and
has its key. The result is printed, too, for machines that do not share a disk.
"""

import dataclasses
import functools
import os
import pathlib
import resource
import shlex
import shutil
import socket
import subprocess
import tempfile
import time

from synth.flow import families, processes, results, route
from synth.flow.common import ROOT, Misuse, Trouble

from .kinds import BUILD, FOLDERS, KINDS, TOOLS, NoVerdict, given, numbers, settings_of, verdict

FORMAT = 1  # of results: a new one makes all stale
LINE = ["python3", "-m", "synth.campaign", "job"]


@functools.cache
def texts(kind):
    found = {file for name in FOLDERS[kind] for file in [ROOT / name, *(ROOT / name).rglob("*")] if file.is_file()}
    files = sorted(file for file in found if "__pycache__" not in file.parts)
    return results.digest([(str(file.relative_to(ROOT)), file.read_bytes().hex()) for file in files])


@dataclasses.dataclass(frozen=True)
class Job:
    path: pathlib.Path  # of the result
    key: str
    seconds: str
    command: tuple

    @property
    def kind(self):
        return self.path.parent.name

    def result(self):
        """Its result, or None."""
        return results.load(ROOT / self.path, self.key)

    def line(self):
        return shlex.join([*LINE, str(self.path), self.key, self.seconds, *self.command]) + "\n"

    def tools(self):
        used = route.tools_of(families.family(self.command[4])) if self.kind == "pnr" else TOOLS[self.kind]
        return {name: processes.version(name) for name in used}

    def here(self):
        """The job with the key that it has by the sources and tools of this machine."""
        key = results.digest([FORMAT, texts(self.kind), self.tools(), self.command])[:32]
        return dataclasses.replace(self, key=key)


def folder(kind):
    """The folder of a campaign's files, relative to ROOT."""
    if kind not in KINDS:
        raise Misuse(f"KIND={kind}: expected one of {' '.join(KINDS)}")
    return pathlib.Path(BUILD) / "campaign" / kind


def named(kind):
    """The jobs that the environment selects, without their keys; ONLY those whose name has this text."""
    where, only, (seconds,) = folder(kind), " ".join(given("ONLY")), numbers("LIMIT", "3600", 1)
    settings_of(kind)  # Misuse, if one is of another kind
    found = [(name, command) for name, command in KINDS[kind]() if only in name]
    if not found:
        raise Misuse(f"ONLY={only}: no job has this in its name")
    return [Job(where / f"{name}.json", "", str(seconds), tuple(command)) for name, command in found]


def wanted(kind):
    return [job.here() for job in named(kind)]


def check(kind, to_run):
    """Misuse, if the environment is wrong or, to run it, there is no list; before anything is built or installed."""
    named(kind)
    if to_run and not (ROOT / folder(kind) / "jobs").exists():
        raise Misuse(f"there is no {folder(kind)}/jobs; `make campaign-list KIND={kind}` writes it")


def write(kind):
    """List the selected jobs, and remove the report of another list. How many there are."""
    jobs, where = wanted(kind), ROOT / folder(kind)
    text = "".join(job.line() for job in jobs)
    if not (where / "jobs").exists() or (where / "jobs").read_text(encoding="utf-8") != text:
        shutil.rmtree(where / "log", ignore_errors=True)
        for name in ("report.json", "cost.json"):
            (where / name).unlink(missing_ok=True)
    results.replace(where / "jobs", text)
    return len(jobs)


def read(kind):
    """The list, if it is of these sources and tools, and has no job twice."""
    path, jobs, again = folder(kind) / "jobs", [], f"`make campaign-list KIND={kind}` writes it again"
    try:
        for line in (ROOT / path).read_text(encoding="utf-8").splitlines():
            _, _, _, _, result, key, seconds, *command = shlex.split(line)
            job = Job(pathlib.Path(result), key, seconds, tuple(command))
            if job.line() != line + "\n" or job.path.parent != path.parent:
                raise ValueError
            jobs.append(job)
    except FileNotFoundError:
        raise Misuse(f"there is no {path}; `make campaign-list KIND={kind}` writes it") from None
    except ValueError:
        raise Misuse(f"{path}:{len(jobs) + 1}: expected {' '.join(LINE)} RESULT KEY SECONDS COMMAND; {again}") from None
    if len({job.path for job in jobs}) < len(jobs) or len({job.command for job in jobs}) < len(jobs):
        raise Misuse(f"{path}: a job is listed twice; {again}")
    if any(job != job.here() for job in jobs):
        raise Misuse(f"{path} is of other sources or tools; {again}")
    return jobs


def outcome(job):
    """Exit status, output and messages of its command, which ends, with its children, when this does."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        own = {"BUILD": str(job.path.parents[2]), "SETUP": "0", "TMPDIR": scratch}
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        command = ["timeout", "--kill-after=10", job.seconds, *job.command]
        with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **own}, errors="replace", **pipes) as process:
            try:
                out, err = process.communicate()
            except BaseException:
                process.terminate()
                raise
    if process.returncode == 124:
        raise Trouble(f"it has not ended after {job.seconds} s, its LIMIT")
    return process.returncode, out, err


def run(job):
    """Write its result, and return it. Trouble, if there is no verdict."""
    begun, there = time.time(), job.result()
    if there:
        return there
    if job != job.here():
        raise Trouble(f"this machine has other sources or tools than the list; its tools are {job.tools()}")
    try:
        got = verdict(job.kind, job.command, *outcome(job))
    except NoVerdict as why:
        raise Trouble(why) from None
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = {"seconds": round(time.time() - begun, 2), "cpu_seconds": round(used.ru_utime + used.ru_stime, 2)}
    machine = os.environ.get("SLURMD_NODENAME") or socket.gethostname()
    made = {"command": shlex.join(job.command), "tools": job.tools(), "machine": machine}
    made |= {"key": job.key, "date": time.strftime("%Y-%m-%d"), **took, "answer": got}
    return results.store(ROOT / job.path, made)


def log(number, job, suffix=""):
    """GNU Parallel's copy of the output of the NUMBER-th job."""
    return ROOT / job.path.parent / "log" / f"{number:06d}{suffix}"


def collect(kind):
    """The list; the results that other machines printed are written to their files."""
    jobs = read(kind)
    for number, job in enumerate(jobs, 1):
        printed = None if job.result() else results.load(log(number, job), job.key)
        if printed:
            results.store(ROOT / job.path, printed)
    return jobs
