# SPDX-License-Identifier: Apache-2.0
"""The options of shfl_sim, used and misused, and its behaviour on environment errors such as a full disk."""

import errno
import fcntl
import os
import pty
import re
import resource
import signal
import struct
import subprocess
import termios
import threading
import time

import pytest
from conftest import BUILD, ROOT, make, run

from model import defs
from tb import settings

ONE = "l8_w8_d7_own_chain2"
SMALL = "l2_w3_d7_raw_chain1"
BIG = "l64_w1_d3_raw"
STORY = f"config {ONE}\nwarp first\nmode UP\nsb imm 1\nsc imm 0\nra 7 + lane\n"


def last(sim, *options, **more):
    """The last line of a run that ends with status 0."""
    return run([sim, *options], **more).stdout.splitlines()[-1]


# ---- misuse: exit status 2, the option and the legal values on one line or two, and nothing written


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ("--frobnicate", ["'--frobnicate'"]),
        ("uniform", ["'uniform'", "option"]),
        ("--suite unifrom", ["--suite", "'unifrom'", "--list"]),
        ("--suite uniform,", ["--suite", "''"]),
        ("--config l33", ["--config", "'l33'"]),
        ("--shard 5/4", ["--shard", "5/4", "I/N"]),
        ("--shard 4294967297/4294967297", ["I/N"]),
        ("--shard 4/4 --count 3", ["--shard 4/4", "nothing to run"]),
        ("--seed -1", ["--seed", "-1", "whole number"]),
        ("--seed 18446744073709551616", ["--seed", "0 to 18446744073709551615"]),
        ("--seed", ["'--seed'", "argument"]),
        ("--count 0", ["--count", "from 1"]),
        ("--jobs 0", ["--jobs", "1 to 1024"]),
        ("--count 1 --full", ["--count", "--full"]),
        ("--at 3", ["--at", "--suite"]),
        (f"--at 2048 --suite uniform --config {ONE}", ["--at", "2048", "0 to 2047"]),
        ("--trace t.fst", ["--trace", "--suite", "--config"]),
        (f"--trace none/t.fst --suite uniform --config {ONE}", ["--trace", "none/t.fst", "No such file"]),
        (f"--trace - --suite uniform --config {ONE}", ["--trace", "standard output"]),
        ("--notes n", ["--notes", "--trace"]),
        ("--vectors v.hex", ["--vectors", "--suite", "--config"]),
        (f"--bench --config {ONE},{SMALL}", ["--bench", "--config"]),
        ("--story s --suite mixed", ["--story"]),
        ("--story none", ["none", "No such file"]),
    ],
)
def test_misuse(sim, tmp_path, options, names):
    done = run([sim, *options.split()], status=2, cwd=tmp_path)
    assert all(name in done.stderr for name in names) and len(done.stderr.splitlines()) <= 2, done.stderr
    assert done.stdout == "" and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("config", "line", "names"),
    [
        (ONE, "ra 256", ["ra", "256", "0 to 255"]),
        (SMALL, "ra 7 + lane", ["ra", "7", "0 to 6"]),
        (BIG, "ra 0 + lane", ["ra", "63", "1"]),
        (ONE, "mode SIDEWAYS", ["mode", "SIDEWAYS", *defs.MODES]),
    ],
)
def test_wrong_scenario(sim, config, line, names):
    message = run([sim, "--story", "-"], input=f"config {config}\nwarp\n{line}\n", status=2).stderr
    assert "standard input:3: " in message and all(name in message for name in names), message


# ---- use


def test_list(sim):
    said = run([sim, "--list"]).stdout
    assert re.search("^  per-lane ", said, re.MULTILINE)
    assert re.findall(r"^  (l\d+_\S+)", said, re.MULTILINE) == settings.QUICK


def test_help(sim):
    assert "--shard=I/N" in run([sim, "--help"]).stdout


@pytest.mark.parametrize(
    "options, says",
    [
        ("--suite routing", "1 passed, 0 failed"),
        ("--suite routing,mixed", "2 passed, 0 failed"),
        ("--suite mixed --seed 99", "seed 99"),
        ("--suite mixed --count 9 --seed 0xff", "seed 255"),
        ("--suite mixed --count 9 --seed 010", "seed 10"),
        ("--suite mixed --count 77", "mixed 77"),
        ("--suite uniform --at 2047", "uniform 1024"),
    ],
)
def test_use(sim, options, says):
    assert says in run([sim, "--config", ONE, *options.split()]).stdout


@pytest.mark.slow
def test_full(sim):
    assert "uniform 1048576" in run([sim, "--config", BIG, "--suite", "uniform", "--full"]).stdout


def test_quiet(sim):
    assert run([sim, "--config", ONE, "--suite", "mixed", "--quiet"]).stdout == "1 passed, 0 failed\n"


def test_shards_are_the_whole(sim):
    counts = []
    for shard in "1/1", "1/3", "2/3", "3/3":
        said = run([sim, "--config", ONE, "--suite", "mixed", "--count", "10000", "--shard", shard]).stdout
        counts.append(int(re.search(r"^(\d+) warps", said, re.MULTILINE)[1]))
    assert counts[0] == 10000 == sum(counts[1:])


def test_suites_without_a_warp_in_a_shard_do_not_pass(sim):
    said = run([sim, "--config", ONE, "--suite", "routing,mixed", "--count", "3000", "--shard", "2/2"]).stdout
    assert "routing" not in said and said.endswith("1 passed, 0 failed\n")


def test_seeds(sim):
    def vectors(seed):
        options = ["--config", ONE, "--suite", "mixed", "--count", "50", "--seed", seed, "--vectors", "-"]
        return run([sim, *options]).stdout.splitlines()

    assert vectors(1) == vectors(1) != vectors(2) and len(vectors(1)) == 50


def test_bench(sim):
    said = run([sim, "--bench", "--config", SMALL]).stdout
    assert re.search(r"^routing +[0-9.]+ \[[0-9.]+ \.\. [0-9.]+\]", said, re.MULTILINE)


# ---- files


def test_trace_grows_with_what_is_traced(sim, tmp_path):
    sizes = []
    for count in 64, 640:
        path = tmp_path / f"{count}.fst"
        last(sim, "--config", ONE, "--suite", "pipeline", "--count", count, "--trace", path)
        sizes.append(path.stat().st_size)
    assert sizes[0] > 1000 and sizes[1] > 2 * sizes[0] and len(list(tmp_path.iterdir())) == 2


def test_trace_as_vcd(sim, tmp_path):
    last(sim, "--config", ONE, "--suite", "pipeline", "--at", "9", "--trace", tmp_path / "t.vcd", "--notes", "-")
    assert (tmp_path / "t.vcd").read_text(encoding="ascii").startswith("$date")
    assert len(list(tmp_path.iterdir())) == 1


def write(option, path, sim):
    """A run that writes to a file by this option."""
    if option == "--vectors":
        return [sim, "--config", ONE, "--suite", "mixed", "--count", "2000", "--vectors", path]
    return [sim, "--config", ONE, "--suite", "mixed", "--at", "2000", "--trace", path]


@pytest.mark.parametrize("option", ["--vectors", "--trace"])
def test_link_stays_a_link(sim, tmp_path, option):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old " * 100000, encoding="ascii")
    link.symlink_to(target)
    run(write(option, tmp_path / "whole", sim))
    run(write(option, link, sim))
    assert link.is_symlink() and len(list(tmp_path.iterdir())) == 3
    assert target.stat().st_size == (tmp_path / "whole").stat().st_size


@pytest.mark.parametrize("option", ["--vectors", "--trace"])
def test_pipe_stays_a_pipe(sim, tmp_path, option):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(len(pipe.read_bytes())))
    reader.start()
    run(write(option, pipe, sim))
    reader.join(timeout=20)
    assert pipe.is_fifo() and got and got[0] > 1000 and list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize("option", ["--vectors", "--trace"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_leaves_no_part_of_a_file(sim, tmp_path, option, number):
    command = [sim, "--config", BIG, "--suite", "mixed", "--count", "999999999", option, tmp_path / "file"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        while not list(tmp_path.iterdir()):
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(number)
        assert process.wait(timeout=20) != 0
        for _ in range(100):  # the writer of the trace is another process
            if not list(tmp_path.iterdir()):
                break
            time.sleep(0.1)
    assert list(tmp_path.iterdir()) == []


# ---- environment errors: exit status 3, and no mismatch reported


def small_files(ignored):
    """Let no file grow beyond 30,000 bytes, as on a full disk; where the signal is ignored, writing fails."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignored else signal.SIG_DFL)

    return limit


@pytest.mark.slow
@pytest.mark.parametrize("ignored", [True, False], ids=["error", "signal"])
@pytest.mark.parametrize(
    "options",
    [
        "--suite pipeline --trace F",
        "--suite mixed --at 1000 --trace F.vcd",
        "--story S --trace F",
    ],
)
def test_full_disk_under_a_trace(sim, tmp_path, options, ignored):
    path = tmp_path / "out" / "file"
    path.parent.mkdir()
    warp = "warp\nmode UP\nsb imm 1\nsc imm 0\nra 1 + lane\nbubble 60\nstall 60\n"
    (tmp_path / "story").write_text("config l32_w32_d1_zero\n" + warp * 60, encoding="ascii")
    words = [word.replace("F", str(path)).replace("S", str(tmp_path / "story")) for word in options.split()]
    words += [] if "--story" in words else ["--config", BIG]
    done = run([sim, *words], status=3, preexec_fn=small_files(ignored))
    assert "MISMATCH" not in done.stdout and " 1 failed" not in done.stdout and "is the disk full?" in done.stderr
    assert list(path.parent.iterdir()) == []


def test_full_disk_ends_vectors(sim, tmp_path):
    command = [sim, "--config", ONE, "--suite", "mixed", "--count", "999999999", "--vectors", tmp_path / "v"]
    done = run(command, status=3, preexec_fn=small_files(True), timeout=20)
    assert done.stderr.endswith(f"cannot write: {os.strerror(errno.EFBIG)}\n") and list(tmp_path.iterdir()) == []


def test_killed_process(sim):
    command = [sim, "--config", BIG, "--suite", "mixed", "--count", "999999999", "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        children = f"/proc/{process.pid}/task/{process.pid}/children"
        for _ in range(200):
            with open(children, encoding="ascii") as file:
                if worker := file.read().split():
                    break
            time.sleep(0.05)
        time.sleep(1)  # until it has taken its task
        os.kill(int(worker[0]), signal.SIGKILL)
        said, _ = process.communicate(timeout=20)
    assert process.returncode == 3
    assert "the process that ran it was killed by signal 9 (Killed)" in said
    assert said.endswith("0 passed, 0 failed, 1 lost to an environment error\n")


def no_more_processes():
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    if os.geteuid() == 0:  # the limit does not apply to root
        os.setgid(65534)
        os.setuid(65534)


def test_no_process_to_run_in(sim):
    try:
        done = run([sim, "--config", ONE], status=3, preexec_fn=no_more_processes)
    except PermissionError:
        pytest.skip("this folder is for root alone, and the limit does not apply to root")
    assert "cannot start a process: Resource temporarily unavailable" in done.stderr


@pytest.mark.parametrize(
    "options", ["--list", "--help", "--bench", "--suite routing", "--suite mixed --vectors -", "--story -"]
)
@pytest.mark.parametrize("closed", [False, True], ids=["full", "closed"])
def test_unwritable_standard_output(sim, options, closed):
    words = [sim, *options.split(), *([] if "--story" in options else ["--config", SMALL])]
    done = run(["sh", "-c", f'exec "$@" {">&-" if closed else ">/dev/full"}', "sh", *words], status=3, input=STORY)
    assert "cannot write" in done.stderr


# ---- the terminal


def on_terminal(columns, seen, *command):
    """What a command writes to a terminal of that width, until that has been SEEN in it."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    said = b""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=child, close_fds=True) as process:
        os.close(child)
        while seen not in said:
            try:
                said += os.read(parent, 65536)
            except OSError:  # the other end is closed
                break
        status = process.poll()
        process.kill()
    os.close(parent)
    assert status in (None, 0)  # at work, or done
    return said.decode()


LONG = ["--config", BIG, "--suite", "mixed", "--count", "5000000", "--jobs", "1"]  # seconds; a bar comes after one


@pytest.mark.parametrize("columns", [20, 80])
def test_progress_bar_fits_the_terminal(sim, columns):
    bars = re.findall(r"\r\x1b\[K([^\r]+)", on_terminal(columns, b"#", sim, *LONG))
    assert any("#" in bar for bar in bars) and all(len(bar) < columns for bar in bars)


def test_no_progress_bar_in_a_log(sim):
    done = run(["timeout", "2", sim, *LONG], status=None)
    assert done.stderr == "" and done.returncode in (0, 124)  # done, or ended by then


# ---- make: what it builds again, and the configurations that it accepts


@pytest.mark.slow
def test_one_goal_does_not_make_stale_what_another_made(tmp_path):
    """Some files are compiled with flags of their own."""
    for goal in ("cli/openshfl.o", "cli/warp/engine_rtl.o", "model/shfl.o"):
        make(f"BUILD={tmp_path}", f"{tmp_path}/{goal}", into=tmp_path)
    said = make(f"BUILD={tmp_path}", f"{tmp_path}/libshfl.a", into=tmp_path).stdout
    assert "AR" in said and "CC model/shfl.c" not in said
    assert make(f"BUILD={tmp_path}", f"{tmp_path}/cli/openshfl.o", into=tmp_path).stdout == ""


@pytest.mark.parametrize(
    ("variable", "config", "names"),
    [
        ("CONFIGS", "l8_w65_d2_raw", ["W is 65", "1 to 64"]),
        ("CONFIGS", "l12_w8_d1_raw", ["LANES is 12", "2, 4, 8, 16, 32 or 64"]),
        ("CONFIGS", "l8_w8_d8_raw", ["DEPTH is 8", "0 to 7"]),
        ("CONFIGS", "l8_w8_d1_none", ["POLICY is none", "zero or own or raw"]),
        ("CONFIGS", "l8_w8_d2_raw_mux3", ["PARTS is 3", "power of 2 up to 4"]),
        ("CONFIGS", "l008_w08_d02_raw", ["written l8_w8_d2_raw"]),
        ("CONFIGS", "x'$(touch", ["of the form"]),
        ("CONFIGS", "", ["one name or more"]),
        ("BARE", "nonsense", ["l<LANES>_w<W>_d<DEPTH>_<policy>"]),
    ],
)
def test_an_illegal_configuration_is_refused(tmp_path, variable, config, names):
    words = [f"{variable}={config.replace('$', '$$')}", f"SIM={tmp_path}/sim", f"{tmp_path}/sim"]
    message = make(*words, status=2).stderr
    assert [name for name in ("CONFIGS", "BARE") if f"{name}:" in message] == [variable], message
    assert all(name in message for name in names) and len(message.splitlines()) == 1 and not list(tmp_path.iterdir())


def test_build_folder_with_a_blank_is_refused(tmp_path):
    done = run(["make", "-s", f"BUILD={tmp_path}/b sp", "sim"], status=2)
    assert "expected a folder without blanks in its name" in done.stderr and list(tmp_path.iterdir()) == []


def test_help_of_make_needs_no_python():
    run(["make", "-s", "PYTHON=false", "help"])


@pytest.mark.nightly
def test_two_makes_at_once(tmp_path):
    """Other configurations, the same build folder; both end well, and the last that asks gets what it asked for."""
    configs = ["l2_w1_d1_raw", "l2_w3_d0_own"]
    commands = [
        ["make", "-s", f"BUILD={tmp_path}", f"CONFIGS={config}", f"BARE={configs[1]}", f"{tmp_path}/shfl_sim"]
        for config in configs
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    both = [subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL) for command in commands]
    assert [process.wait(timeout=600) for process in both] == [0, 0]
    for config, command in zip(configs, commands, strict=True):
        run(command, env=environment)
        assert re.findall(r"^  (l\d+_\S+)", run([tmp_path / "shfl_sim", "--list"]).stdout, re.MULTILINE) == [config]


def test_unit_as_a_library():
    make(f"{os.path.relpath(BUILD)}/rtl_engine.so")
    assert {"rtl_bare", "rtl_probed"} <= set(run(["nm", "-D", BUILD / "rtl_engine.so"]).stdout.split())


@pytest.mark.parametrize("given", [("CONFIGS=nope",), ("BARE=nope",), ("TEST=mixed", "CONFIG=nope")], ids=" ".join)
def test_unknown_configuration_names_its_variable(given):
    """The message names the variable that was given, and no other."""
    printed = make("-n", "sim", *given, status=2).stderr
    assert f"*** {given[-1].replace('=', ': ')}: expected a name" in printed
