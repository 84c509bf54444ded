#!/usr/bin/env python3
"""breaks - break the RTL on purpose, one edit at a time, and see that the suites notice.

A check that has never failed is unproven. mutants/breaks.txt lists mistakes a designer might make. Each is
made in a private copy of rtl/, the simulator is built from it with the Makefile's own rules, and all suites
run on one small configuration after another until a mismatch shows. The edit is killed if one does, and
only so: an edit that does not build, a crash and a hang are no answers of the suites. On each configuration
that is counted on, the untouched RTL has to pass in the same way.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("BUILD") or "build")  # as in the Makefile; relative to ROOT
LIST = "mutants/breaks.txt"
FIRST = "l8_w8_d2_raw"  # where to begin with a record that gives no hint: cheap, yet has a bit of everything
QUICK = 4  # one edit in so many, with --quick
BUILD_SECONDS = 300
RUN_SECONDS = 120

# The variables that the calling make was given hold for the makes below too; its job server does not.
# Nothing is installed from here: two makes at a time would try.
GIVEN = re.split(r"(?:^|\s)-- ", os.environ.get("MAKEFLAGS", ""), maxsplit=1)[1:]
ENVIRONMENT = {**os.environ, "MAKEFLAGS": "".join("-- " + given for given in GIVEN), "SETUP": "0"}

Record = collections.namedtuple("Record", "name file why config stage old new")
Answer = collections.namedtuple("Answer", "suites stages")  # the suites that mismatch, and whom they accuse


class NoAnswer(Exception):
    """The suites neither passed nor reported a mismatch; says why."""


def misuse(message):
    print(f"breaks.py: {message}", file=sys.stderr)
    sys.exit(2)


# ---- the list

def read_configs():
    """The names in tb/configs.txt, the cheapest first."""
    names = re.sub(r"#.*", "", (ROOT / "tb/configs.txt").read_text()).split()
    return sorted(names, key=lambda name: [int(n) for n in re.findall(r"\d+", name)])


def read_records(configs):
    """All records of LIST, whose head says how one looks."""
    records, fields, start = [], {}, 0

    def finish():
        if not fields:
            return
        for key in ("name", "file", "why", "-"):
            if key not in fields:
                misuse(f"{LIST}:{start}: the record has no '{key}' line")
        record = Record(*(fields.get(key, "") for key in ("name", "file", "why", "config", "stage", "-", "+")))
        if not re.fullmatch(r"[a-z0-9_]+", record.name):
            misuse(f"{LIST}:{start}: name '{record.name}': expected small letters, digits and _")
        if record.name == "untouched" or any(record.name == other.name for other in records):
            misuse(f"{LIST}:{start}: name '{record.name}' is taken")
        if "/" in record.file or not (ROOT / "rtl" / record.file).is_file():
            misuse(f"{LIST}:{start}: {record.name}: there is no file rtl/{record.file}")
        if record.config and record.config not in configs:
            misuse(f"{LIST}:{start}: {record.name}: config '{record.config}' is not in tb/configs.txt")
        if record.old == record.new:
            misuse(f"{LIST}:{start}: {record.name}: the edit changes nothing")
        records.append(record)
        fields.clear()

    for number, line in enumerate((ROOT / LIST).read_text().splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            finish()
            continue
        if not fields:
            start = number
        if line[0] in "-+" and line[1:2] in ("", " "):
            key, text = line[0], line[2:]
            fields[key] = fields[key] + "\n" + text if key in fields else text
            continue
        key, colon, text = line.partition(":")
        if not colon or key not in ("name", "file", "why", "config", "stage") or key in fields:
            misuse(f"{LIST}:{number}: expected one each of name:, file:, why:, perhaps config: and stage:, "
                   f"then lines that begin with - or +; this is '{line}'")
        fields[key] = text.strip()
    finish()
    if not records:
        misuse(f"{LIST}: lists no edit")
    return records


# ---- running things, so that all of them can be stopped

running, stopping = set(), threading.Event()


def kill(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run(command, seconds, log):
    """Exit status, or None if it took too long, and all that the command printed, which log keeps."""
    if stopping.is_set():
        raise NoAnswer("stopped")
    with subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdin=subprocess.DEVNULL, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
        running.add(process)
        try:
            out = process.communicate(timeout=seconds)[0]
            status = process.returncode
        except subprocess.TimeoutExpired:
            kill(process)
            out = process.communicate()[0]
            status = None
        finally:
            running.discard(process)
    (ROOT / log).write_text(out)
    return status, out


def simulate(folder, config):
    """The Answer of all suites on one configuration of the RTL in folder/rtl."""
    made = folder / config
    program = made / "shfl_sim"
    # lint may warn of an edit, but must not stop it: the suites are on trial here. The runs are short,
    # so that optimizing costs more than it gains; and nobody will look at a trace, half of what there is to
    # compile: a file for --fail-dir prevents that one is begun.
    status, out = run(["make", "-j1", f"BUILD={BUILD}", f"RUNTIME={BUILD}/rtl/runtime", f"RTL_DIR={folder}/rtl",
                       f"RTL_BUILD={made}", f"SIM={program}", f"CONFIGS={config}", "BARE=", "VFLAGS=-Wno-fatal",
                       "opt_probed=-O0", "flags_probed=", "macros_probed=-DPROBED=1 -DVM_TRACE=0", str(program)],
                      BUILD_SECONDS, folder / "build.log")
    if status != 0:
        errors = [line for line in out.splitlines() if re.search(r"error|\*\*\*", line, re.I)] or [out[-200:]]
        raise NoAnswer(f"does not build on {config}: {errors[0].strip()}")

    status, out = run([str(ROOT / program), "--verbose", "--jobs", "1", "--fail-dir", str(folder / "build.log")],
                      RUN_SECONDS, folder / "run.log")
    last = (out.splitlines() or [""])[-1]
    counts = re.fullmatch(r"(\d+) passed, (\d+) failed", last)
    answer = Answer(re.findall(r"^MISMATCH in \S+, suite ([^\s,]+),", out, re.M),
                    re.findall(r"^ *first stage that went wrong: (\w+)", out, re.M))
    if status is None:
        raise NoAnswer(f"hangs on {config}: no end within {RUN_SECONDS} s")
    passed, failed = (int(count) for count in counts.groups()) if counts else (0, 0)
    # a worker that dies counts as failed too, but reports no mismatch
    if passed + failed == 0 or status != (failed > 0) or len(answer.suites) != failed \
            or len(answer.stages) != failed:
        raise NoAnswer(f"crashes on {config}: exit status {status}, {len(answer.suites)} mismatches "
                       f"reported, last line '{last}'")
    return answer


def fresh(name):
    """A new folder with a copy of the RTL in it."""
    folder = BUILD / "breaks" / name
    shutil.rmtree(ROOT / folder, ignore_errors=True)
    shutil.copytree(ROOT / "rtl", ROOT / folder / "rtl")
    return folder


# ---- judging

controls, controls_lock = {}, threading.Lock()


def control(config):
    """What is wrong with the untouched RTL on a configuration; None if nothing is."""
    folder = fresh(f"untouched_{config}")
    try:
        answer = simulate(folder, config)
    except NoAnswer as why:
        return f"{why} (see {folder})"
    if answer.suites:
        return f"fails {', '.join(answer.suites)} on {config} (see {folder})"
    shutil.rmtree(ROOT / folder)
    return None


def judge(record, configs):
    """Whether the suites noticed the edit as they should, and the rest of the sentence."""
    folder = fresh(record.name)
    path = ROOT / folder / "rtl" / record.file
    text = path.read_text()
    if text.count(record.old) != 1:
        return False, (f"stale: its old text occurs {text.count(record.old)} times in rtl/{record.file}, "
                       f"expected once")
    path.write_text(text.replace(record.old, record.new))

    first = record.config or FIRST
    for config in [first] + [other for other in configs if other != first]:
        try:
            answer = simulate(folder, config)
        except NoAnswer as why:
            return False, f"{why} (see {folder})"
        if not answer.suites:
            continue
        with controls_lock:
            if config not in controls:
                controls[config] = control(config)
        caught = f"killed by {config} {', '.join(answer.suites)}"
        named = ", ".join(sorted(set(answer.stages)))
        if controls[config]:
            return False, f"{caught}, but the untouched RTL {controls[config]}"
        if record.stage and named != record.stage:
            return False, f"{caught}, but reported as {named} gone wrong, not {record.stage} (see {folder})"
        shutil.rmtree(ROOT / folder)
        return True, f"{caught}; reported as {named}"
    return False, f"survives all {len(configs)} configurations: {record.why} (see {folder})"


def judge_all(records, configs, jobs):
    """Print a line per record; returns whether all of them are killed."""
    hinted = sorted({record.config or FIRST for record in records}, key=configs.index)
    killed = 0
    with contextlib.ExitStack() as stack:
        pool = concurrent.futures.ThreadPoolExecutor(jobs)
        stack.callback(pool.shutdown, cancel_futures=True)
        stack.callback(lambda: [kill(process) for process in list(running)])
        stack.callback(stopping.set)

        controls[hinted[0]] = control(hinted[0])  # alone: it also makes the objects that all others share
        controls.update(zip(hinted[1:], pool.map(control, hinted[1:])))
        wrong = [controls[config] for config in hinted if controls[config]]
        if wrong:
            print(f"FAIL breaks/untouched: {wrong[0]}\n  so nothing can be said of the {len(records)} edits")
        else:
            print(f"PASS breaks/untouched: passes on {', '.join(hinted)}", flush=True)
            for record, (good, what) in zip(records, pool.map(lambda r: judge(r, configs), records)):
                print(f"{'PASS' if good else 'FAIL'} breaks/{record.name}: {what}", flush=True)
                killed += good
    print(f"breaks: {killed} killed of {len(records)}")
    return killed == len(records)


def main():
    parser = argparse.ArgumentParser(
        prog="breaks.py", allow_abbrev=False,
        description=f"Break the RTL as {LIST} says, edit by edit, and see that the suites of shfl_sim notice. "
                    "Exit status: 0 all edits are killed, 1 not so, 2 an option or the list is not usable.",
        epilog="Everything made lies in $BUILD/breaks (default: build/breaks); the folder of an edit that is "
               "not killed stays there.")
    parser.error = lambda message: misuse(message + "; --help prints the options")
    parser.add_argument("--only", metavar="NAME", action="append", help="this edit only; may be repeated")
    parser.add_argument("--quick", action="store_true", help=f"one edit in {QUICK} of each file")
    parser.add_argument("--list", action="store_true", help="print the edits, and exit")
    parser.add_argument("--jobs", metavar="N", default=str(os.cpu_count() or 1),
                        help="N edits at a time (default: one per processor)")
    options = parser.parse_args()
    if not re.fullmatch(r"[1-9]\d{0,3}", options.jobs):
        parser.error(f"--jobs {options.jobs}: expected a whole number, 1 or more")

    try:
        configs = read_configs()
        records = read_records(configs)
    except OSError as error:
        misuse(f"{error.filename}: {error.strerror}")
    for name in options.only or []:
        if name not in [record.name for record in records]:
            parser.error(f"--only {name}: no edit in {LIST} has this name; --list prints those there are")
    if options.only:
        records = [record for record in records if record.name in options.only]
    if options.quick:
        by_file = collections.defaultdict(list)
        for record in records:
            by_file[record.file].append(record)
        records = [record for edits in by_file.values() for record in edits[::QUICK]]
    if FIRST not in configs:
        misuse(f"FIRST, {FIRST}, is not in tb/configs.txt")
    if options.list:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as in --list | head
        for record in records:
            print(f"{record.name:40} {record.file:20} {record.why}")
        return 0

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return 0 if judge_all(records, configs, int(options.jobs)) else 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
