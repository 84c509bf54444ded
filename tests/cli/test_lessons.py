# SPDX-License-Identifier: Apache-2.0
"""Lessons and exercises of the explorer, and those of `make exercise`."""

import functools
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib

import pytest
from conftest import ROOT, built, make, run

from cli.web import exercises
from tests.mutants import exercise
from tests.mutants import run as mutants

LESSONS = tomllib.loads((ROOT / "cli/web/lessons.toml").read_text(encoding="utf-8"))["lesson"]


@functools.cache
def course():
    return json.loads(built("web/exercises.json").read_text(encoding="utf-8"))


def test_points_by_hand():
    """Three maps, of one segment with clamp 7: two where all lanes execute, one where some do not."""
    names = [record.name for record in exercises.chosen()]
    maps = {name: of["map"] for name, of in zip(names, course()["exercises"], strict=True)}
    assert all({"0"} < set(each) for each in maps.values())
    modes = course()["kinds"]["SHFL"]["modes"]
    points = [(mode, index, lane) for mode in modes for index in range(8) for lane in range(8)]
    assert list(maps["model_lane_index_bfly_or"][:256]) == [
        "1" if mode == "BFLY" and index | lane != index ^ lane else "0" for mode, index, lane in points
    ]
    # j of lane 7 is the last lane in range: a lane that selects it reads itself, with the same value if it is lane 7
    selects_7 = {"IDX": lambda i, k: i == 7, "DOWN": lambda i, k: i + k == 7, "BFLY": lambda i, k: i ^ k == 7}
    assert list(maps["model_range_check_less"][:256]) == [
        ("2" if lane == 7 else "3") if mode != "UP" and selects_7[mode](index, lane) else "0"
        for mode, index, lane in points
    ]
    # with a clamp of 7 UP reads nothing but lane 7, by lane 7
    source = {"IDX": lambda i, k: i, "UP": lambda i, k: 7, "DOWN": lambda i, k: k + i, "BFLY": lambda i, k: k ^ i}
    assert list(maps["model_writeback_pu_needs_active_source"][6 * 256 :][:256]) == [
        "2" if source[mode](index, lane) in (3, 6) and lane not in (3, 6) else "0" for mode, index, lane in points
    ]


@pytest.mark.slow
def test_make_web_prints_what_to_open():
    assert os.path.relpath(built("web/index.html"), ROOT) in make("web").stdout


def test_make_web_open_without_a_browser(tmp_path):
    """xdg-open says that in many lines; the one that names the page is enough."""
    (tmp_path / "xdg-open").write_text(
        "#!/bin/sh\ncase $1 in --version) echo xdg-open 1.1; exit;; esac\necho no browser >&2; exit 3\n"
    )
    (tmp_path / "xdg-open").chmod(0o755)
    page = built("web/index.html")
    done = make("web-open", "SETUP=0", f"PATH={tmp_path}:{os.environ['PATH']}")
    assert done.stdout.splitlines()[-1].startswith(f"Open {os.path.relpath(page, ROOT)}") and done.stderr == ""


# ---- make exercise

EXERCISE = [sys.executable, "-m", "tests.mutants.exercise"]


@pytest.mark.few(11)
@pytest.mark.parametrize("number", range(1, len(exercise.exercises()) + 1, 9))
def test_lines_that_are_accepted(number, capsys):
    """Of all lines of all files, those of the mutant; all others were there before."""
    mutant = exercise.chosen(str(number))
    accepted = []
    for path in [*sorted(ROOT.glob("rtl/*.v*")), *sorted(ROOT.glob("rtl/chain/*.v"))]:
        name = str(path.relative_to(ROOT))
        lines = exercise.mutated(mutant) if name == mutant.file else path.read_text(encoding="utf-8").splitlines()
        accepted += [(name, k) for k in range(1, len(lines) + 1) if exercise.answered(str(number), f"{name}:{k}")]
    assert accepted and {name for name, _ in accepted} == {mutant.file}
    kept = [text for line, text in enumerate(exercise.mutated(mutant), 1) if (mutant.file, line) not in accepted]
    before = iter((ROOT / mutant.file).read_text(encoding="utf-8").splitlines())
    assert all(line in before for line in kept)
    assert capsys.readouterr().out.count(mutant.why) == len(accepted)


@pytest.mark.parametrize("number, line, named", [
    ("0", "", ["N='0'", f"1 to {len(exercise.exercises())}"]),
    (str(len(exercise.exercises()) + 1), "", [f"1 to {len(exercise.exercises())}"]),
    ("seven", "rtl/shfl.v:1", ["N='seven'"]),
    ("7", "rtl/shfl.v", ["ANSWER='rtl/shfl.v'", "FILE:LINE"]),
    ("7", "rtl/../../etc/passwd:1", ["ANSWER=", "FILE:LINE"]),
    ("7", "rtl/shfl.v:99999", ["ANSWER='rtl/shfl.v:99999'", "1 to "]),
])  # fmt: skip
def test_bad_exercise(number, line, named):
    done = run([*EXERCISE, number, line], status=2)
    assert all(part in done.stderr for part in named) and done.stderr.count("\n") == 1 and done.stdout == ""


@pytest.mark.slow
def test_make_exercise_checks_a_line():
    mutant = exercise.chosen("7")
    line = exercise.line_numbers(mutant)[0]
    assert mutant.why in make("exercise", "N=7", f"ANSWER={mutant.file}:{line}").stdout
    wrong = run([*EXERCISE, "7", f"{mutant.file}:{line + 1}"], status=1)
    assert f"line {line + 1} of {mutant.file}" in wrong.stdout and mutant.why not in wrong.stdout + wrong.stderr
    by_make = make("exercise", "N=7", f"ANSWER={mutant.file}:{line + 1}")  # no error of make's: it is an answer
    assert (by_make.stdout, by_make.stderr) == (wrong.stdout, "")
    assert "***" in make("exercise", "N=7", "ANSWER=7", status=2).stderr


@pytest.mark.slow
def test_make_exercise_shows_a_report():
    """That of the simulator, which can be repeated, and nothing that gives the line away."""
    mutant = exercise.chosen(number := "60")
    shown = make("exercise", f"N={number}").stdout
    assert shown.startswith("MISMATCH in ") and shown.count("MISMATCH") == 1
    assert f"make exercise N={number} ANSWER=" in shown
    lines = [f"{mutant.file}:{n}" for n in exercise.line_numbers(mutant)]
    secrets = [mutant.name, mutant.why, mutant.new.strip(), *lines]
    assert not [each for each in secrets if len(each) > 3 and each in shown]  # a name such as j gives nothing away
    folder = ROOT / mutants.BUILD / "exercise" / number
    assert (folder / mutant.file).read_text(encoding="utf-8").splitlines() == exercise.mutated(mutant)
    again = run(re.search(r"replay: (.*)", shown)[1].split(), status=1)
    assert "MISMATCH" in again.stdout + again.stderr


# ---- both: sources that are read-only, Ctrl-C


def test_copies_of_read_only_files_are_writable(tmp_path):
    source = tmp_path / "source" / "folder" / "file"
    source.parent.mkdir(parents=True)
    source.write_text("text", encoding="ascii")
    source.chmod(0o444)
    source.parent.chmod(0o555)
    mutants.copy(tmp_path / "source", tmp_path / "copy")
    made = tmp_path / "copy" / "folder" / "file"
    assert made.stat().st_mode & 0o200 and made.parent.stat().st_mode & 0o200


def test_ctrl_c_prints_no_traceback(tmp_path):
    """While a model is compiled; the compiler is one that has not ended."""
    started = tmp_path / "started"
    compiler = tmp_path / "cc"
    compiler.write_text(f"#!/bin/sh\n: >{started}\nexec sleep 60\n", encoding="ascii")
    compiler.chmod(0o755)
    command = [sys.executable, "-m", "cli.web.exercises", tmp_path / "out.json"]
    environment = {**os.environ, "CC": str(compiler)}
    interruptible = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # in the background it is ignored
    options = {"stderr": subprocess.PIPE, "text": True, "preexec_fn": interruptible}
    with subprocess.Popen(command, cwd=ROOT, env=environment, **options) as process:
        while not started.exists() and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30)[1] == "" and process.returncode == 130


def test_ctrl_c_while_an_exercise_is_built(monkeypatch, capsys):
    def interrupted(number):
        raise KeyboardInterrupt

    monkeypatch.setattr(exercise, "show", interrupted)
    assert exercise.main("7", "") == 130 and capsys.readouterr() == ("", "")


def test_interrupt_when_the_command_has_ended(monkeypatch, tmp_path):
    def communicate(process, text=None, timeout=None):
        process.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", communicate)
    with pytest.raises(KeyboardInterrupt):
        mutants.call(["true"], 10, tmp_path / "log")
