# SPDX-License-Identifier: Apache-2.0
"""The options of shfl_sim, used and misused, and its behaviour on environment errors such as a full disk."""

import errno
import os
import pathlib
import re
import resource
import signal
import subprocess
import time

import pytest
from conftest import make, run

from tb import settings

ONE = "l8_w8_d7_own_chain2"
BIG = "l64_w1_d3_raw"
AMD = "amd_l64_w5_d2_gfx9_skid"
MIXED = ["--config", ONE, "--suite", "mixed"]
ENDLESS = ["--config", BIG, "--suite", "mixed", "--count", "999999999"]

# ---- misuse: exit status 2, the option and the legal values on one line or two, and nothing written

MISUSE = [  # the options, and what the message names, separated by |
    ("--frobnicate", "'--frobnicate'"),
    ("--config l33", "--config|'l33'"),
    ("--shard 5/4", "--shard|5/4|I/N"),
    ("--shard 4/4 --count 3", "--shard 4/4|nothing to run"),
    ("--seed 18446744073709551616", "--seed|0 to 18446744073709551615"),
    ("--seed", "'--seed'|argument"),
    ("--count 1 --full", "--count|--full"),
    ("--at 3", "--at|--suite"),
    (f"--at 2048 --suite uniform --config {ONE}", "--at|2048|0 to 2047"),
    ("--trace t.fst", "--trace|--suite|--config"),
    (f"--trace none/t.fst --suite uniform --config {ONE}", "--trace|none/t.fst|No such file"),
    ("--notes n", "--notes|--trace"),
    (f"--trace t.vcd --notes n --at 3 --suite mixed --config {AMD}", "--notes|shfl_banked"),
    ("--scenario s --suite mixed", "--scenario"),
]


@pytest.mark.parametrize(("options", "names"), MISUSE)
def test_misuse(sim, tmp_path, options, names):
    done = run([sim, *options.split()], status=2, cwd=tmp_path)
    assert all(name in done.stderr for name in names.split("|")) and done.stderr.count("\n") <= 2, done.stderr
    assert done.stdout == "" and list(tmp_path.iterdir()) == []


# ---- use


def test_list(sim):
    assert re.findall(r"^  (\w*l\d+\S*)", run([sim, "--list"]).stdout, re.MULTILINE) == settings.QUICK


@pytest.mark.parametrize(("options", "printed"), [
    (f"--config {ONE} --suite routing,mixed", "2 passed, 0 failed"),
    (f"--config {ONE} --suite mixed --count 9 --seed 0xff", "seed 255"),
    (f"--config {ONE} --suite mixed --count 9 --seed 010", "seed 10"),
    (f"--config {ONE} --suite mixed --count 77", "mixed 77"),
    (f"--config {ONE} --suite uniform --at 2047", "uniform 1024"),
    ("--config vote*,match* --suite mixed --count 9", "27 warps, "),
    ("--config redux_l8_w8_ways4_d1 --suite pipeline --at 30", "pipeline 31"),
    ("--config vote_l8_ways2_d1 --ports", "in p 2\n"),
    ("--help", "--shard=I/N"),
    pytest.param(f"--config {BIG} --suite uniform --full", "uniform 1048576", marks=pytest.mark.slow),
])  # fmt: skip
def test_use(sim, options, printed):
    assert printed in run([sim, *options.split()]).stdout


def test_shards_are_the_whole(sim):
    def warps(shard):
        printed = run([sim, *MIXED, "--count", "10000", "--shard", shard]).stdout
        return int(re.search(r"^(\d+) warps", printed, re.MULTILINE)[1])

    assert warps("1/1") == 10000 == sum(warps(f"{k}/3") for k in (1, 2, 3))
    printed = run([sim, "--config", ONE, "--suite", "routing,mixed", "--count", "3000", "--shard", "2/2"]).stdout
    assert "routing" not in printed and printed.endswith("1 passed, 0 failed\n")  # of a suite without a warp, none


def test_seeds(sim):
    def vectors(seed):
        return run([sim, *MIXED, "--count", "50", "--seed", seed, "--vectors", "-"]).stdout.splitlines()

    assert vectors(1) == vectors(1) != vectors(2) and len(vectors(1)) == 50


# ---- files


def test_trace(sim, tmp_path):
    """It grows with what is traced, and nothing else is written."""
    run([sim, "--config", AMD, "--suite", "mixed", "--at", "9", "--trace", tmp_path / "amd.fst"])
    (tmp_path / "amd.fst").unlink()
    for count in 64, 640:
        run([sim, "--config", ONE, "--suite", "pipeline", "--count", count, "--trace", tmp_path / f"{count}.fst"])
    run([sim, "--config", ONE, "--suite", "pipeline", "--at", "9", "--trace", tmp_path / "t.vcd", "--notes", "-"])
    few, more, vcd = (tmp_path / name for name in ("64.fst", "640.fst", "t.vcd"))
    assert 1000 < 2 * few.stat().st_size < more.stat().st_size and len(list(tmp_path.iterdir())) == 3
    assert vcd.read_text(encoding="ascii").startswith("$date")


def until(condition):
    """Wait for a condition, for 20 seconds at most; its value."""
    for _ in range(400):
        if value := condition():
            return value
        time.sleep(0.05)
    pytest.fail("has not happened in 20 s", pytrace=False)


@pytest.mark.parametrize("option", ["--vectors", "--trace"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_leaves_no_part_of_a_file(sim, tmp_path, option, number):
    command = [sim, *ENDLESS, option, tmp_path / "file"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        until(lambda: list(tmp_path.iterdir()))
        time.sleep(0.3)
        process.send_signal(number)
        assert process.wait(timeout=20) != 0
        until(lambda: not list(tmp_path.iterdir()))  # the writer of the trace is another process


# ---- environment errors: exit status 3, and no mismatch reported


def small_files(ignored=True):
    """Let no file grow beyond 30,000 bytes, as on a full disk; where the signal is ignored, writing fails."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignored else signal.SIG_DFL)

    return limit


WARP = "warp\nmode UP\nsb imm 1\nsc imm 0\nra 1 + lane\nbubble 60\nstall 60\n"


@pytest.mark.slow
@pytest.mark.parametrize("ignored", [True, False], ids=["error", "signal"])
@pytest.mark.parametrize(
    "options", ["--suite pipeline --trace F", "--suite mixed --at 1000 --trace F.vcd", "--trace F"]
)
def test_full_disk_under_a_trace(sim, tmp_path, options, ignored):
    path, scenario = tmp_path / "out" / "file", tmp_path / "scenario"
    path.parent.mkdir()
    scenario.write_text("config l32_w32_d1_zero\n" + WARP * 60, encoding="ascii")
    words = ["--config", BIG] if "--suite" in options else ["--scenario", scenario]
    words += [word.replace("F", str(path)) for word in options.split()]
    done = run([sim, *words], status=3, preexec_fn=small_files(ignored))
    assert "MISMATCH" not in done.stdout and " 1 failed" not in done.stdout and "is the disk full?" in done.stderr
    assert list(path.parent.iterdir()) == []


def test_full_disk_ends_vectors(sim, tmp_path):
    done = run([sim, *ENDLESS, "--vectors", tmp_path / "v"], status=3, preexec_fn=small_files(), timeout=20)
    assert done.stderr.endswith(f"cannot write: {os.strerror(errno.EFBIG)}\n") and list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_killed_process(sim):
    with subprocess.Popen([sim, *ENDLESS, "--jobs", "1"], stdout=subprocess.PIPE, text=True) as process:
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        worker = until(lambda: children.read_text(encoding="ascii").split())
        time.sleep(1)  # until it has taken its task
        os.kill(int(worker[0]), signal.SIGKILL)
        printed, _ = process.communicate(timeout=20)
    assert process.returncode == 3 and "the process that ran it was killed by signal 9 (Killed)" in printed
    assert "\n0 passed, 0 failed, 1 lost" in printed


# ---- make: what it builds again, and the configurations that it accepts


@pytest.mark.slow
def test_one_goal_does_not_make_stale_what_another_made(tmp_path):
    """Some files are compiled with flags of their own."""
    for goal in ("cli/openshfl.o", "cli/answer/engine_rtl.o", "model/shfl.o"):
        make(f"BUILD={tmp_path}", f"{tmp_path}/{goal}", into=tmp_path)
    said = make(f"BUILD={tmp_path}", f"{tmp_path}/libshfl.a", into=tmp_path).stdout
    assert "AR" in said and "CC model/shfl.c" not in said
    assert make(f"BUILD={tmp_path}", f"{tmp_path}/cli/openshfl.o", into=tmp_path).stdout == ""


ILLEGAL = [  # the variables, and what the message names, separated by |
    ("CONFIGS=l8_w65_d2_raw", "W is 65|1 to 64"),
    ("CONFIGS=l8_w8_d2_raw_net", "_net<NETWORK>"),
    ("CONFIGS=l8_w8_d2_raw_mux2_net4", "PARTS is 2|none with a network"),
    ("CONFIGS=l16_w8_d2_raw_net6", "NETWORK is 6|power of 2 from 2 to 8"),
    ("CONFIGS=amd_l32_w8_d2_gfx9", "LANES is 32|expected 64"),
    ("CONFIGS=l008_w08_d02_raw", "written l8_w8_d2_raw"),
    ("CONFIGS=x'$$(touch", "of the form"),
    ("CONFIGS=", "one name or more"),
    ("BARE=nonsense", "l<LANES>[_w<W>]"),
    ("TEST=mixed CONFIG=nope", "expected a name"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("given", "names"), ILLEGAL)
def test_an_illegal_configuration_is_refused(tmp_path, given, names):
    """The message names the variable that was given, and no other."""
    words = [given] if "touch" in given else given.split()
    message = make(*words, f"SIM={tmp_path}/sim", f"{tmp_path}/sim", status=2).stderr
    assert re.findall(r"\b(CONFIGS?|BARE):", message) == [words[-1].split("=")[0]], message
    assert all(name in message for name in names.split("|")) and message.count("\n") == 1, message
    assert not list(tmp_path.iterdir())


def test_help_of_make_needs_no_python():
    run(["make", "-s", "PYTHON=false", "help"])
