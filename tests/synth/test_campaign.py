# SPDX-License-Identifier: Apache-2.0
"""Campaigns: lists, results of jobs, their merge; and runs by GNU Parallel, here and through each engine."""

import functools
import json
import os
import shlex
import shutil
import signal
import subprocess
import time

import pytest
from conftest import BUILD, ROOT, run

from synth.campaign import __main__ as campaign
from synth.campaign import jobs, kinds
from synth.flow.common import Misuse, Trouble

# ---- lists


@pytest.mark.parametrize("kind, settings, count, one", [
    ("pnr", {"TOP": "shfl_banked", "PARAMS": "WAYS=2;W=4 LANES=8", "SEEDS": "1-3 7"}, 8,
     "flow pnr ice40 --top shfl_banked WAYS=2 --seed=7"),
    ("mutants", {"UNITS": "l32_w1_d1_zero", "MUTATE": "1200"}, 3, "mutants.mutate l32_w1_d1_zero 1200 1 3/3"),
    ("proofs", {"SIZE": "full"}, 72, "formal.prove crossbar LANES=32 W=32 CHAIN=1 PARTS=16"),
    ("suites", {"CONFIGS": "l8_w8_d2_raw", "COUNT": "9"}, 10, "--suite mixed --count 9 --seed 5"),
    ("fuzz", {"FUZZ": "asm words", "SEEDS": "2"}, 2, "fuzz_words -runs=1000000 -seed=2"),
])  # fmt: skip
def test_list(monkeypatch, kind, settings, count, one):
    """Every job has its own name, command and seed."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    commands = dict(kinds.KINDS[kind]()).values()
    assert len(commands) == len({tuple(command) for command in commands}) == count
    assert any(one in shlex.join(command) for command in commands)


@pytest.mark.parametrize("kind, named, expected", [
    ("pnr", "TARGET=xilinx", "one of"),
    ("proofs", "ONLY=nope", "no job"),
    ("proofs", "SEEDS=3", "SIZE ONLY LIMIT"),
])  # fmt: skip
def test_misspelt(monkeypatch, kind, named, expected):
    """The message names the variable, its value and what is expected."""
    for each in named.split():
        monkeypatch.setenv(*each.split("=", 1))
    with pytest.raises(Misuse) as error:
        jobs.check(kind, to_run=False)
    assert named.split()[0] in str(error.value) and expected in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize("command, names", [
    pytest.param("campaign KIND=fuzz", ["campaign/fuzz/jobs", "make campaign-list KIND=fuzz"],
                 marks=pytest.mark.needs("parallel")),
    ("campaign-list KIND=suites SUITES=nope", ["SUITES=nope", "uniform"]),
    ("campaign KIND=suites ENGINE=slurm", ["ENGINE=slurm", "srun"]),
    ("campaign ENGINE=cloud", ["ENGINE=cloud", "local, ssh or slurm"]),
], ids="no_list suites slurm engine".split())  # fmt: skip
def test_refused_before_anything_is_built(tmp_path, command, names):
    if "slurm" in command and shutil.which("srun"):
        pytest.skip("srun is installed")
    done = run(["make", "-s", f"BUILD={os.path.relpath(tmp_path, ROOT)}", "SETUP=0", *command.split()], status=2)
    assert not [name for name in names if name not in done.stderr], done.stderr
    assert not list(tmp_path.rglob("*.o"))


# ---- jobs and merging, of commands that print what a test needs


def verdict(finding="", **adds):
    printed = json.dumps({"of": {"harness": "one"}, "adds": adds, "finding": finding})
    return ["sh", "-c", f"echo {shlex.quote(printed)}; exit {int(finding != '')}"]


def write(folder, *commands, seconds="60"):
    """Write a list of commands; the jobs."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"job{n}.json" for n in range(len(commands))]
    found = [jobs.Job(path, "", seconds, tuple(words)).here() for path, words in zip(paths, commands)]
    (folder / "jobs").write_text("".join(job.line() for job in found))
    return found


@pytest.fixture
def proof_jobs(tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "BUILD", str(tmp_path))
    return functools.partial(write, tmp_path / "campaign/proofs")


def merged(tmp_path):
    """The exit status of a merge, and its report."""
    return campaign.merge("proofs"), json.loads((tmp_path / "campaign/proofs/report.json").read_text())


def test_merge(proof_jobs, tmp_path, monkeypatch):
    """Results add up in any order; jobs without one are named; a record has all of it."""
    found = proof_jobs(verdict(proved=1), verdict("violated: it", violated=1), verdict(proved=4, undecided=1))
    jobs.run(found[2])
    jobs.run(found[0])
    status, report = merged(tmp_path)
    assert status == 3 and report["without a result"] == ["job1"] and report["findings"] == {}
    jobs.run(found[1])
    status, report = merged(tmp_path)
    lines = [{"harness": "one", "jobs": 3, "proved": 5, "undecided": 1, "violated": 1}]
    rest = {"kind": "proofs", "tools": found[0].tools(), "jobs": 3, "without a result": []}
    assert (status, report) == (1, {**rest, "findings": {"job1": "violated: it"}, "lines": lines})
    monkeypatch.setattr(campaign, "RECORDS", tmp_path)
    assert campaign.main(["record", "proofs", "by-others"]) == 0 and campaign.main(["record", "proofs", "a", "b"]) == 2
    kept = json.loads((tmp_path / "by-others.json").read_text())
    assert kept["report"] == report and len(kept["results"]) == 3


def test_finished_job_is_not_run_again(proof_jobs, tmp_path):
    (job,) = proof_jobs(["sh", "-c", f"echo x >> {tmp_path}/ran; {verdict(proved=1)[2]}"])
    for _ in range(2):
        jobs.run(job)
    assert (tmp_path / "ran").read_text() == "x\n"
    log = tmp_path / "campaign/proofs/joblog"
    campaign.resume("proofs")
    assert len(log.read_text().splitlines()) == 2
    job.path.write_text(job.path.read_text()[:-20])  # not whole
    campaign.resume("proofs")
    assert len(log.read_text().splitlines()) == 1
    assert merged(tmp_path)[1]["without a result"] == ["job0"]


def test_a_job_is_listed_once(proof_jobs, tmp_path):
    """A result of another job does not count."""
    found = proof_jobs(verdict(proved=1), verdict(proved=2))
    jobs.run(found[0])
    shutil.copy(found[0].path, found[1].path)
    assert merged(tmp_path)[1]["without a result"] == ["job1"]
    twice, other = 2 * found[0].line(), found[0].line() + "echo hello\n"
    for text, message in ((twice, "listed twice"), (other, "jobs:2: expected python3 -m synth.campaign job RESULT")):
        found[0].path.with_name("jobs").write_text(text)
        with pytest.raises(Misuse, match=message):
            merged(tmp_path)


def test_stale_result(proof_jobs, tmp_path, monkeypatch):
    (job,) = proof_jobs(verdict(proved=1))
    jobs.run(job)
    monkeypatch.setattr(jobs, "texts", lambda kind: "edited")
    with pytest.raises(Misuse, match="other sources or tools; `make campaign-list KIND=proofs`"):
        merged(tmp_path)
    with pytest.raises(Trouble, match="other sources or tools than the list"):
        jobs.run(jobs.Job(job.path.with_name("new.json"), job.key, "60", job.command))
    proof_jobs(verdict(proved=1))
    assert merged(tmp_path)[1]["without a result"] == ["job0"]


BROKEN = {  # why there is no verdict: the command
    "status 2: .*prove.py nothing": ["python3", "-m", "formal.prove", "nothing"],
    "status 3: no room": ["sh", "-c", "echo no room >&2; exit 3"],
    "status -9": ["sh", "-c", "kill -9 $$"],
    "status 0": ["sh", "-c", f"({verdict('x')[2]}); exit 0"],  # a finding contradicts it
    "1 s": ["sh", "-c", "sleep 1000 & wait"],
}


@pytest.mark.parametrize("why", BROKEN)
def test_broken_job_is_no_finding(proof_jobs, tmp_path, why):
    (job,) = proof_jobs(BROKEN[why], seconds="1" if why == "1 s" else "60")
    with pytest.raises(Trouble, match=why):
        jobs.run(job)
    status, report = merged(tmp_path)
    assert status == 3 and report["findings"] == {} and report["without a result"] == ["job0"]
    assert not job.path.exists()


# ---- the output of the tools


def no_verdict(kind, command, *outputs):
    for status, out, err in outputs:
        with pytest.raises(kinds.NoVerdict):
            kinds.verdict(kind, command, status, out, err)


def test_verdict_of_suites(sim):
    command = [str(sim), *"--jobs 1 --config l8_w8_d7_own_chain2 --suite mixed --count 3000 --seed 9".split()]
    out = run(command).stdout
    got = kinds.verdict("suites", command, 0, out, "")
    assert got["of"] == {"config": "l8_w8_d7_own_chain2", "suite": "mixed"}
    assert got["adds"] == {"warps": 3000, "failed": 0} and not got["finding"]
    wrong = out.replace("1 passed, 0 failed", "0 passed, 1 failed")
    assert kinds.verdict("suites", command, 1, wrong, "")["adds"]["failed"] == 1
    lost = wrong.replace("1 failed", "0 failed, 1 lost")
    no_verdict("suites", command, (0, wrong, ""), (1, out, ""), (3, lost, ""), (0, out[:-4], ""), (1, "", ""))


def test_verdict_of_fuzzing():
    command = "setarch -R build/tests/cli/fuzz_asm -runs=90".split()
    err = "#2\tINITED cov: 5 ft: 6\n#90\tDONE   cov: 70 ft: 71\nstat::number_of_executed_units: 90\n"
    got = kinds.verdict("fuzz", command, 0, "", err)
    assert (got["of"], got["adds"]) == ({"target": "asm"}, {"inputs": 90, "crashes": 0})
    crash = kinds.verdict("fuzz", command, 77, "", f"{err}SUMMARY: libFuzzer: deadly signal\n")
    assert crash["adds"]["crashes"] == 1 and crash["finding"] == "libFuzzer: deadly signal"
    others = (70, "libFuzzer: timeout"), (71, "libFuzzer: out-of-memory"), (1, "AddressSanitizer: out-of-memory")
    no_verdict("fuzz", command, (0, "", ""), *((status, "", f"{err}SUMMARY: {why} x\n") for status, why in others))


# ---- a run


def started(name, count, *arguments, **environment):
    """The folder of a campaign of jobs that take a second each, and what runs it: the command, and how."""
    build = (BUILD / "tests/campaign" / name).relative_to(ROOT)
    folder = ROOT / build / "campaign/proofs"
    shutil.rmtree(folder, ignore_errors=True)
    verdicts = (verdict(proved=1, undecided=n)[2] for n in range(count))
    write(folder.relative_to(ROOT), *(["sh", "-c", f"sleep 1; {each}"] for each in verdicts))
    kept = {key: text for key, text in os.environ.items() if not key.startswith(("MAKE", "MFLAGS", "BUILD"))}
    options = {"cwd": ROOT, "env": {**kept, "SETUP": "0", **environment}, "stdin": subprocess.DEVNULL}
    return folder, ["make", "-s", f"BUILD={build}", "campaign", "KIND=proofs", *arguments], options


def lines(folder):
    return json.loads((folder / "report.json").read_text())["lines"]


@pytest.mark.nightly
@pytest.mark.needs("parallel")
def test_interruption():
    """A campaign that is stopped goes on where it was; nothing that was finished is run again."""
    folder, command, options = started("stopped", 6, "JOBS=2")
    process, end = subprocess.Popen(command, start_new_session=True, **options), time.time() + 120
    while len(list(folder.glob("job*.json"))) < 2 and time.time() < end:
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGTERM)
    process.wait(timeout=60)
    before = {path: path.stat().st_mtime_ns for path in folder.glob("job*.json")}
    assert 2 <= len(before) < 6
    run(command, **options)
    assert lines(folder) == [{"harness": "one", "jobs": 6, "proved": 6, "undecided": 15}]
    assert {path: path.stat().st_mtime_ns for path in before} == before


@pytest.mark.nightly
@pytest.mark.needs("parallel")
@pytest.mark.parametrize("engine", ["ssh", "slurm"])
def test_engine(engine, tmp_path):
    """The command that GNU Parallel hands to ssh, or to srun, does the job; here these are scripts that just run it."""
    program = tmp_path / {"ssh": "fake_ssh", "slurm": "srun"}[engine]
    skip = 'while case $1 in -*) true;; *) false;; esac; do shift; done; echo x >> "$0.ran"; '
    last = {"ssh": 'shift; [ "$1" != -- ] || shift; exec sh -c "$*"', "slurm": 'exec "$@"'}[engine]
    program.write_text(f"#!/bin/sh\n{skip}{last}\n")
    program.chmod(0o755)
    (tmp_path / "hosts").write_text("2/nowhere\n")
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PARALLEL_SSH": str(program)}
    folder, command, options = started(engine, 3, f"ENGINE={engine}", f"HOSTS={tmp_path}/hosts", **environment)
    printed = run(command, **options).stdout
    assert lines(folder) == [{"harness": "one", "jobs": 3, "proved": 3, "undecided": 3}], printed
    assert len((tmp_path / f"{program.name}.ran").read_text().split()) >= 3
