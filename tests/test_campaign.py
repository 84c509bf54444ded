# SPDX-License-Identifier: Apache-2.0
"""Campaigns: what is listed, what a job leaves behind, how results are merged. And the engines themselves: GNU Parallel
here, on two hosts made of network namespaces, and through a Slurm of two nodes."""

import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import pytest
from conftest import BUILD, ROOT, run

from synth.campaign import __main__ as campaign
from synth.campaign import jobs, kinds
from synth.fpga.flow.common import Misuse, Trouble

long = pytest.mark.nightly

# ---- lists


def listed(kind, monkeypatch, **asked):
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    return dict(kinds.KINDS[kind]())


@pytest.mark.parametrize(
    ("kind", "asked", "count", "one"),
    [
        (
            "pnr",
            {"PARAMS": "WAYS=1;W=4 LANES=8", "SEEDS": "1-3 7"},
            8,
            "python3 -m synth.fpga.flow pnr ice40 WAYS=1 --seed=7",
        ),
        (
            "mutants",
            {"UNITS": "l32_w1_d1_zero", "MUTATE": "1200"},
            3,
            "python3 -m tests.mutants.mutate l32_w1_d1_zero 1200 1 3/3",
        ),
        ("proofs", {"SIZE": "full"}, 21, "python3 formal/prove.py crossbar LANES=32 W=32 CHAIN=1 PARTS=16"),
        ("suites", {"CONFIGS": "l8_w8_d2_raw", "COUNT": "9"}, 10, "--suite mixed --count 9 --seed 5"),
        ("fuzz", {"FUZZ": "asm words", "SEEDS": "2"}, 2, "fuzz_words -runs=1000000 -seed=2"),
    ],
)
def test_list(monkeypatch, kind, asked, count, one):
    """Every job has a name, a command and so a seed of its own."""
    found = listed(kind, monkeypatch, **asked)
    assert len(found) == len({tuple(command) for command in found.values()}) == count
    assert any(one in shlex.join(command) for command in found.values())


@pytest.mark.parametrize(
    ("kind", "name", "value", "says"),
    [
        ("pnr", "PARAMS", "WAYS=3", "WAYS is 3, expected a power of 2"),
        ("pnr", "TARGET", "xilinx", "TARGET=xilinx: expected one of"),
        ("pnr", "PART", "hx9k", "PART=hx9k: no such part"),
        ("pnr", "GROUP", "deep", "GROUP=deep: expected one of banked depth"),
        ("pnr", "SEEDS", "5-1", "SEEDS=5-1: expected numbers, such as 1-20 25"),
        ("mutants", "UNITS", "l3_w1_d1_zero", "UNITS=l3_w1_d1_zero: LANES is 3"),
        ("mutants", "MUTATE", "many", "MUTATE=many: expected a number"),
        ("proofs", "SIZE", "big", "SIZE=big: expected one of quick usual full"),
        ("suites", "CONFIGS", "l9", "CONFIGS=l9: expected one of"),
        ("suites", "SUITES", "all", "SUITES=all: expected one of uniform"),
        ("fuzz", "FUZZ", "none", "FUZZ=none: expected one of amd asm"),
    ],
)
def test_what_is_misspelt(monkeypatch, kind, name, value, says):
    with pytest.raises(Misuse, match=says):
        listed(kind, monkeypatch, **{name: value})


def test_groups_have_settings_of_their_own(monkeypatch):
    with pytest.raises(Misuse, match="GROUP=depth: its points have PARAMS and FREQ of their own"):
        listed("pnr", monkeypatch, GROUP="depth", PARAMS="WAYS=1", FREQ="100")


def test_words_of_another_list(tmp_path, monkeypatch):
    """A campaign takes the words of its list again, or none."""
    monkeypatch.setattr(jobs, "BUILD", str(tmp_path))
    monkeypatch.setenv("ONLY", "decode")
    jobs.write("proofs")
    listed = (tmp_path / "campaign/proofs/jobs").read_text()
    campaign.resume("proofs")
    monkeypatch.setenv("LIMIT", "30")
    with pytest.raises(Misuse, match="^ONLY=decode LIMIT=30: .*proofs/jobs is another list; `make campaign-list` with"):
        campaign.resume("proofs")
    for name in ("ONLY", "LIMIT"):
        monkeypatch.delenv(name)
    campaign.resume("proofs")
    monkeypatch.setenv("SEEDS", "3")
    for asks in (jobs.write, campaign.resume):
        with pytest.raises(Misuse, match="^SEEDS=3: a campaign of KIND=proofs takes SIZE ONLY LIMIT$"):
            asks("proofs")
    assert (tmp_path / "campaign/proofs/jobs").read_text() == listed


# ---- jobs and merging, of commands that say what a test wants them to


def answer(finding="", **adds):
    said = json.dumps({"of": {"harness": "one"}, "adds": adds, "finding": finding})
    return ["sh", "-c", f"echo {shlex.quote(said)}; exit {int(finding != '')}"]


@pytest.fixture
def lists(tmp_path, monkeypatch):
    """Write a list of commands; the jobs."""
    monkeypatch.setattr(jobs, "BUILD", str(tmp_path))

    def write(*commands, seconds="60"):
        folder = tmp_path / "campaign" / "proofs"
        folder.mkdir(parents=True, exist_ok=True)
        found = [
            jobs.Job(folder / f"job{n}.json", "", seconds, tuple(command)).here() for n, command in enumerate(commands)
        ]
        (folder / "jobs").write_text("".join(job.line() for job in found))
        return found

    return write


def merged(tmp_path):
    """The exit status of a merge, and its report."""
    return campaign.merge("proofs"), json.loads((tmp_path / "campaign/proofs/report.json").read_text())


def test_merge(lists, tmp_path):
    """Results add up, in whatever order they come; what has none is named."""
    listed = lists(answer(proved=1), answer(proved=2), answer(proved=4, undecided=1))
    jobs.run(listed[2])
    jobs.run(listed[0])
    status, report = merged(tmp_path)
    assert status == 3 and report["without a result"] == ["job1"]
    jobs.run(listed[1])
    assert merged(tmp_path) == (
        0,
        {
            "kind": "proofs",
            "tools": listed[0].tools(),
            "jobs": 3,
            "lines": [{"harness": "one", "jobs": 3, "proved": 7, "undecided": 1}],
            "findings": {},
            "without a result": [],
        },
    )


def test_what_is_kept(lists, tmp_path, monkeypatch):
    """Under a name of its own, so that the same campaign by other tools stands beside it."""
    monkeypatch.setattr(campaign, "RECORDS", tmp_path)
    for job in lists(answer(proved=1), answer(proved=2)):
        jobs.run(job)
    assert merged(tmp_path)[0] == 0
    assert campaign.main(["record", "proofs", "by-others"]) == campaign.main(["record", "proofs"]) == 0
    kept = json.loads((tmp_path / "by-others.json").read_text())
    assert kept == json.loads((tmp_path / "proofs.json").read_text())
    assert kept["report"]["lines"] == [{"harness": "one", "jobs": 2, "proved": 3}] and len(kept["results"]) == 2
    assert campaign.main(["record", "proofs", "a", "b"]) == 2


def test_a_finding_is_one(lists, tmp_path, capsys):
    listed = lists(answer(proved=1), answer("violated: it", violated=1))
    for job in listed:
        jobs.run(job)
    status, report = merged(tmp_path)
    assert status == 1 and report["findings"] == {"job1": "violated: it"} and report["lines"][0]["violated"] == 1
    assert "FINDING job1: violated: it" in capsys.readouterr().out


def test_what_is_done_is_not_run_again(lists, tmp_path):
    counted = ["sh", "-c", f"echo x >> {tmp_path}/ran; {answer(proved=1)[2]}"]
    (job,) = lists(counted)
    for _ in range(2):
        jobs.run(job)
    assert (tmp_path / "ran").read_text() == "x\n"
    campaign.resume("proofs")
    assert len((tmp_path / "campaign/proofs/joblog").read_text().splitlines()) == 2
    job.path.write_text(job.path.read_text()[:-20])  # not whole
    campaign.resume("proofs")
    assert len((tmp_path / "campaign/proofs/joblog").read_text().splitlines()) == 1
    assert merged(tmp_path)[1]["without a result"] == ["job0"]


def test_a_result_counts_once(lists, tmp_path):
    listed = lists(answer(proved=1), answer(proved=2))
    jobs.run(listed[0])
    shutil.copy(listed[0].path, listed[1].path)
    assert merged(tmp_path)[1]["lines"] == [{"harness": "one", "jobs": 1, "proved": 1}]
    lists(answer(proved=1), answer(proved=1))
    with pytest.raises(Misuse, match="a job is there twice"):
        merged(tmp_path)
    listed[0].path.with_name("jobs").write_text(2 * listed[0].line())
    with pytest.raises(Misuse, match="a job is there twice"):
        merged(tmp_path)


def test_a_stale_result_is_refused(lists, tmp_path, monkeypatch):
    commands = answer(proved=1), answer(proved=2)
    listed = lists(*commands)
    for job in listed:
        jobs.run(job)
    monkeypatch.setattr(jobs, "texts", lambda kind: "edited")
    with pytest.raises(Misuse, match="is of other sources or tools; `make campaign-list KIND=proofs`"):
        merged(tmp_path)
    with pytest.raises(Trouble, match="other sources or tools than the list"):
        jobs.run(jobs.Job(tmp_path / "campaign/proofs/new.json", listed[0].key, "60", listed[0].command))
    lists(*commands)
    status, report = merged(tmp_path)
    assert status == 3 and report["lines"] == [] and report["without a result"] == ["job0", "job1"]


BROKEN = {
    "misuse": (
        ["python3", "formal/prove.py", "nothing"],
        "it ended with status 2: openshfl: prove.py nothing: expected",
    ),
    "trouble": (["sh", "-c", "echo no room >&2; exit 3"], "it ended with status 3: no room"),
    "killed": (["sh", "-c", "kill -9 $$"], "it ended with status -9"),
    "crash": (["python3", "-c", "raise OSError('disk')"], "it ended with status 1: .* OSError: disk"),
    "no-program": (["nothing-of-this-name"], "it ended with status 127"),
    "half": (["sh", "-c", 'echo \'{"of": {"harness": "one"}, "ad\''], "it ended with status 0"),
    "contradiction": (["sh", "-c", f"({answer('x')[2]}); exit 0"], "it ended with status 0"),
    "hangs": (["sh", "-c", "sleep 1000 & wait"], "it has not ended after 1 s"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_job_is_named_and_no_finding(lists, tmp_path, name):
    command, says = BROKEN[name]
    (job,) = lists(command, seconds="1" if name == "hangs" else "60")
    with pytest.raises(Trouble, match=says):
        jobs.run(job)
    status, report = merged(tmp_path)
    assert status == 3 and report["findings"] == {} and report["without a result"] == ["job0"]
    assert not job.path.exists()


def test_no_room_for_the_result(lists, tmp_path, monkeypatch):
    """Nothing half-written is left."""
    (job,) = lists(answer(proved=1))

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pathlib.Path, "replace", full)
    with pytest.raises(Trouble, match="No space left on device"):
        jobs.run(job)
    assert sorted(path.name for path in job.path.parent.iterdir()) == ["jobs"]


def test_a_list_that_is_none(lists, tmp_path):
    with pytest.raises(Misuse, match="there is no .*jobs; `make campaign-list KIND=proofs`"):
        merged(tmp_path)
    (job,) = lists(answer(proved=1))
    job.path.with_name("jobs").write_text(job.line() + "echo hello\n")
    with pytest.raises(Misuse, match="jobs:2: expected python3 -m synth.campaign job RESULT KEY SECONDS COMMAND"):
        merged(tmp_path)


# ---- what the tools say


def test_suites_that_differ(sim):
    command = f"{sim} --jobs 1 --config l8_w8_d7_own_chain2 --suite mixed --count 3000 --seed 9".split()
    done = run(command)
    got = kinds.answer("suites", command, 0, done.stdout, done.stderr)
    assert got["of"] == {"config": "l8_w8_d7_own_chain2", "suite": "mixed"}
    assert got["adds"] == {"warps": 3000, "failed": 0} and not got["finding"]
    wrong = done.stdout.replace("1 passed, 0 failed", "0 passed, 1 failed")
    assert kinds.answer("suites", command, 1, wrong, "")["adds"]["failed"] == 1
    lost = wrong.replace("0 passed, 1 failed", "0 passed, 0 failed, 1 lost to trouble of the machine")
    for status, out in ((0, wrong), (1, done.stdout), (3, lost), (0, done.stdout[:-4]), (1, "")):
        with pytest.raises(kinds.NoAnswer):
            kinds.answer("suites", command, status, out, "")


FUZZED = "#2\tINITED cov: 5 ft: 6\n#90\tDONE   cov: 70 ft: 71\nstat::number_of_executed_units: 90\n"


def test_inputs_that_crash():
    command = "setarch -R build/tests/cli/fuzz_asm -runs=90".split()
    got = kinds.answer("fuzz", command, 0, "", FUZZED)
    assert (got["of"], got["adds"]) == ({"target": "asm"}, {"inputs": 90, "crashes": 0})
    crash = kinds.answer("fuzz", command, 77, "", FUZZED + "SUMMARY: libFuzzer: deadly signal\n")
    assert crash["adds"]["crashes"] == 1 and crash["finding"] == "libFuzzer: deadly signal"
    for status, err in ((0, ""), (70, "SUMMARY: libFuzzer: timeout\n"), (71, "SUMMARY: libFuzzer: out-of-memory\n")):
        with pytest.raises(kinds.NoAnswer):
            kinds.answer("fuzz", command, status, "", (FUZZED if status else "") + err)
    with pytest.raises(kinds.NoAnswer):
        kinds.answer("fuzz", command, 1, "", FUZZED + "SUMMARY: AddressSanitizer: out-of-memory x\n")


# ---- the engines

ENVIRONMENT = {name: text for name, text in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "BUILD"))}
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"


def sh(script, **options):
    return run(["sh", "-ec", script], env={**ENVIRONMENT, "PATH": PATH}, **options)


class Campaign:
    """One in a folder of its own, by an engine, with what this adds to make's words and to the environment."""

    kind = "proofs"

    def __init__(self, name, *words, **environment):
        folder = BUILD / "tests/campaign" / re.sub(r"\W", "_", name)
        self.build, self.words = pathlib.Path(os.path.relpath(folder, ROOT)), words
        shutil.rmtree(ROOT / self.build, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.environment = {**ENVIRONMENT, "PATH": PATH, "SETUP": "0", **environment}

    @property
    def folder(self):
        return ROOT / self.build / "campaign" / self.kind

    def lists(self, *commands, seconds="60"):
        paths = [self.build / "campaign" / self.kind / f"job{n:02}.json" for n in range(len(commands))]
        found = [jobs.Job(path, "", seconds, tuple(words)).here() for path, words in zip(paths, commands)]
        (self.folder / "jobs").write_text("".join(job.line() for job in found))

    def start(self, goal="campaign"):
        command = ["make", "-s", f"BUILD={self.build}", goal, f"KIND={self.kind}", *self.words]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, start_new_session=True, **pipes)

    def end(self, process, status=0, timeout=300):
        out, _ = process.communicate(timeout=timeout)
        assert process.returncode == (2 if status else 0) and f"Error {status}" in out * bool(status) + "Error 0", out
        return out

    def ended(self):
        """The machine of each job that has ended well, of those at work."""
        log = self.folder / "joblog"
        lines = [line.split("\t") for line in log.read_text().splitlines()[1:]] if log.exists() else []
        printed = [self.folder / f"log/{int(line[0]):06d}" for line in lines if line[6:8] == ["0", "0"]]
        return [json.loads(path.read_text())["machine"] for path in printed]

    def wait_for(self, count, machine=""):
        """Until so many jobs have ended, on this machine if one is named."""
        end = time.time() + 120
        while len([one for one in self.ended() if machine in ("", one)]) < count:
            assert time.time() < end
            time.sleep(0.1)

    def report(self):
        return (self.folder / "report.json").read_text()

    def machines(self):
        return json.loads((self.folder / "cost.json").read_text())["machines"]


def slow(count):
    """Jobs that take a while, and a proof."""
    said = [["sh", "-c", f"sleep 1; {answer(proved=1, undecided=n)[2]}"] for n in range(count - 1)]
    return [*said, "python3 formal/prove.py writeback W=1 POLICY=0".split()]


@pytest.fixture
def local(request):
    return Campaign(request.node.name, "ENGINE=local", "JOBS=2")


@pytest.fixture(scope="module")
def reported():
    """The report of the same list by the local engine."""
    here = Campaign(f"reported_{os.getpid()}", "JOBS=6")
    here.lists(*slow(12))
    here.end(here.start())
    return here.report()


@long
@pytest.mark.parametrize("stop", [os.kill, os.killpg], ids=["make", "group"])
def test_local_goes_on_where_it_was_stopped(local, reported, stop):
    local.lists(*slow(12))
    process = local.start()
    local.wait_for(3)
    stop(process.pid, signal.SIGTERM)
    process.communicate(timeout=60)
    before = {path: path.stat().st_mtime_ns for path in local.folder.glob("job*.json")}
    assert 3 <= len(before) < 12
    local.end(local.start())
    assert local.report() == reported
    assert {path: path.stat().st_mtime_ns for path in before} == before


@long
def test_local_names_what_does_not_work(local):
    """Rerun, then named; no finding, and nothing else is lost."""
    hangs = ["sh", "-c", "sleep 4321 & wait"]
    tried = ["sh", "-c", f"echo x >> {local.folder}/tried; exit 3"]
    once = ["sh", "-c", f"mkdir {local.folder}/once || {{ {answer(proved=1)[2]}; }}"]
    local.lists(hangs, tried, once, answer(proved=1), seconds="2")
    out = local.end(local.start(), 3)
    assert "no result: job00: openshfl: it has not ended after 2 s" in out
    assert "no result: job01: openshfl: it ended with status 3" in out
    assert (local.folder / "tried").read_text().count("x") == 3
    assert "harness one  jobs 2  proved 2" in out and "2 of 4 jobs" in out and "FINDING" not in out
    assert subprocess.run(["pgrep", "-f", "^sleep 4321"], check=False).returncode == 1


def as_root():
    if os.geteuid() != 0:
        pytest.skip("network namespaces and Slurm's daemons take root")


TAG = os.getpid() % 10000  # so that tests at work side by side keep out of each other's way


def host(n):
    return f"shfl{TAG}h{n}"


@pytest.fixture
def hosts(tmp_path, request):
    """Two hosts: each has a network, a name and an sshd of its own, a disk of 60 MB at tmp_path/there, and an empty
    home."""
    as_root()
    there, keys = tmp_path / "there", tmp_path / "keys"
    there.mkdir()
    keys.mkdir()
    sh(f"mkdir -p /run/sshd; for k in host user; do ssh-keygen -q -t ed25519 -N '' -f {keys}/$k; done")
    lines, running = [], []
    try:
        for n in (1, 2):
            name, link, net = host(n), f"v{host(n)}", f"10.{100 + TAG // 100}.{TAG % 100 + 100 * n - 100}"
            sh(
                f"ip netns add {name}; ip link add {link} type veth peer name in{link};"
                f"ip link set in{link} netns {name}; ip addr add {net}.1/24 dev {link};"
                f"ip link set {link} up; ip netns exec {name} ip link set lo up;"
                f"ip -n {name} addr add {net}.2/24 dev in{link}; ip -n {name} link set in{link} up"
            )
            options = f"-o HostKey={keys}/host -o AuthorizedKeysFile={keys}/user.pub -o StrictModes=no -o UsePAM=no"
            inside = (
                f"hostname {name}; mount -t tmpfs -o size=60m none {there}; mount -t tmpfs none /root;"
                f"exec /usr/sbin/sshd -D -e -f /dev/null -p 2222 {options}"
                f" -o PermitRootLogin=yes -o PidFile=none -o AcceptEnv=none"
            )
            command = ["ip", "netns", "exec", name, "unshare", "--uts", "--mount", "sh", "-ec", inside]
            with open(tmp_path / f"{name}.log", "wb") as log:
                running.append(subprocess.Popen(command, stdout=log, stderr=log, env={**ENVIRONMENT, "PATH": PATH}))
            lines.append(f"2/root@{net}.2\n")
        (tmp_path / "hosts").write_text("".join(lines))
        ssh = f"ssh -F none -p 2222 -i {keys}/user -o BatchMode=yes -o StrictHostKeyChecking=no -o LogLevel=ERROR"
        ssh += f" -o UserKnownHostsFile={tmp_path}/known -o ConnectTimeout=3"
        ssh += " -o ServerAliveInterval=1 -o ServerAliveCountMax=3"
        words = "ENGINE=ssh", "JOBS=2", f"HOSTS={tmp_path}/hosts", f"WORKDIR={there}"
        for line in lines:
            sh(f"for i in $(seq 50); do {ssh} {line.strip()[2:]} true && exit; sleep 0.1; done; exit 1")
        yield Campaign(request.node.name, *words, PARALLEL_SSH=ssh)
    finally:
        for n in (1, 2):
            kill(n)
            sh(f"ip netns del {host(n)}; ip link del v{host(n)} 2>/dev/null || true", status=None)
        for process in running:
            process.wait()


def kill(n):
    sh(f"for p in $(ip netns pids {host(n)}); do kill -9 $p; done", status=None)


@long
def test_ssh_loses_a_host(hosts, reported):
    """The network of one goes, and all that runs there; the other one takes what it had."""
    hosts.lists(*slow(12))
    process = hosts.start()
    hosts.wait_for(1, host(1))
    sh(f"ip link set v{host(1)} down")
    kill(1)
    hosts.end(process)
    assert hosts.report() == reported
    assert 0 < hosts.machines().get(host(1), 0) < 6 and sum(hosts.machines().values()) == 12


@long
def test_ssh_fills_a_disk(hosts, tmp_path, reported):
    """What has no room for its result runs on the other host; where neither has room, it is named."""
    hosts.lists(*slow(12))
    process = hosts.start()
    hosts.wait_for(1, host(1))
    fill = f"ip netns exec {host(1)} nsenter -m -t $(ip netns pids {host(1)} | head -n 1) "
    fill += f"sh -c 'cat /dev/zero > {tmp_path}/there/filled' || true"
    sh(fill)
    hosts.end(process)
    assert hosts.report() == reported and hosts.machines()[host(2)] > 6
    hosts.lists(*[answer(proved=1, other=n) for n in range(3)])
    sh(fill.replace(host(1), host(2)))
    out = hosts.end(hosts.start(), 3)
    assert "no result: job00: openshfl: " in out and "No space left on device" in out and "FINDING" not in out


@long
def test_ssh_with_a_host_that_is_down(hosts, reported):
    """It is down when the campaign begins."""
    kill(1)
    hosts.lists(*slow(12))
    out = hosts.end(hosts.start())
    assert "openshfl: not all hosts get ready" in out
    assert hosts.report() == reported and set(hosts.machines()) == {host(2)}


def simulated(one):
    """Report and machines of a campaign whose jobs call the simulator."""
    one.kind, one.words = "suites", (*one.words, "CONFIGS=l8_w8_d2_raw", "COUNT=3000", "SEEDS=1-3")
    one.end(one.start("campaign-list"))
    one.end(one.start())
    return one.report(), one.machines()


@pytest.fixture(scope="module")
def simulated_here():
    return simulated(Campaign(f"simulated_{os.getpid()}", "JOBS=2"))[0]


@long
def test_ssh_builds_on_the_hosts(hosts, tmp_path, simulated_here):
    """Each has a simulator of its own, where the sources were copied to."""
    report, machines = simulated(hosts)
    assert report == simulated_here and set(machines) == {host(1), host(2)}
    inside = f"ip netns exec {host(1)} nsenter -m -t $(ip netns pids {host(1)} | head -n 1)"
    sh(f"{inside} test -x {tmp_path}/there/{hosts.build}/shfl_sim")


# ---- Slurm: a controller and two nodes on this machine

SLURM = """
ClusterName=shfl
SlurmctldHost={name}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SlurmdTimeout=5
KillWait=2
ReturnToService=2
NodeName=n1 NodeHostname={name} NodeAddr=127.0.0.1 Port={node1} CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname={name} NodeAddr=127.0.0.1 Port={node2} CPUs=1 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES State=UP OverSubscribe=FORCE:4
"""


def ports(count):
    """Ports that nobody listens to."""
    free = [socket.socket() for _ in range(count)]
    for one in free:
        one.bind(("127.0.0.1", 0))
    found = [one.getsockname()[1] for one in free]
    for one in free:
        one.close()
    return found


@pytest.fixture
def cluster(request):
    """The controller, its munge and two nodes, ended at the end."""
    as_root()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="shfl"))  # munge wants no link and no short-lived right on its way
    folder.chmod(0o755)
    port, node1, node2 = ports(3)
    name = socket.gethostname().split(".")[0]
    conf = folder / "slurm.conf"
    conf.write_text(SLURM.format(name=name, folder=folder, port=port, node1=node1, node2=node2))
    (folder / "munge.key").write_bytes(os.urandom(1024))
    sh(f"chmod 400 {folder}/munge.key; mkdir {folder}/state {folder}/spool")
    environment = {**ENVIRONMENT, "PATH": PATH, "SLURM_CONF": str(conf)}
    munged = f"munged --foreground --force --key-file={folder}/munge.key --socket={folder}/munge.socket"
    munged += f" --pid-file={folder}/munged.pid --log-file={folder}/munged.log --seed-file={folder}/munged.seed"
    running = {}

    def start(name, command):
        with open(folder / f"{name}.said", "wb") as said:
            running[name] = subprocess.Popen(shlex.split(command), stdout=said, stderr=said, env=environment)

    try:
        start("munged", munged)
        sh(f"for i in $(seq 100); do [ -S {folder}/munge.socket ] && exit; sleep 0.1; done; exit 1")
        start("slurmctld", "slurmctld -D")
        for node in ("n1", "n2"):
            start(node, f"slurmd -D -N {node}")
        ready = "for i in $(seq 300); do [ $(sinfo -h -N -t idle | wc -l) = 2 ] && exit; sleep 0.1; done; exit 1"
        run(["sh", "-c", ready], env=environment)
        one = Campaign(request.node.name, "ENGINE=slurm", SLURM_CONF=str(conf))
        one.nodes, one.conf = running, conf
        yield one
    finally:
        for process in reversed(running.values()):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(folder, ignore_errors=True)


@long
def test_slurm_loses_a_node(cluster, reported):
    """A node is gone, and all that ran there; the other one takes what it had."""
    cluster.lists(*slow(12))
    process = cluster.start()
    cluster.wait_for(1, "n1")
    cluster.nodes["n1"].kill()
    sh("for p in $(pgrep -f 'slurmstepd.*n1' || true); do kill -9 $p; done", status=None)
    cluster.end(process)
    assert cluster.report() == reported and set(cluster.machines()) == {"n1", "n2"}


@long
def test_slurm_names_what_hangs(cluster):
    cluster.lists(["sh", "-c", "sleep 5432 & wait"], answer(proved=1), seconds="2")
    out = cluster.end(cluster.start(), 3)
    assert "no result: job00: openshfl: it has not ended after 2 s" in out and "1 of 2 jobs" in out
    assert subprocess.run(["pgrep", "-f", "^sleep 5432"], check=False).returncode == 1
    assert run(["squeue", "-h"], env={**ENVIRONMENT, "PATH": PATH, "SLURM_CONF": str(cluster.conf)}).stdout == ""


@long
def test_slurm_with_what_is_built(cluster, simulated_here):
    """In the folder that the nodes share."""
    report, machines = simulated(cluster)
    assert report == simulated_here and set(machines) == {"n1", "n2"}
