# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL, the model and their checks: a check that has never failed is unproven.

tests/mutants/lines.txt lists edits that an author could make by accident, and the checks that have to detect each of
them, each by itself:

    FILE: CHECK OPTION=VALUE .. | CHECK .. | test NAME -> MESSAGE
      NAME  a text that FILE has once, with [[OLD => NEW]] in it; ¶ is the end of a line  # WHY

Below a file and checks are the edits of it that each of them detects. Parameters are options in capital letters; the
message is the last one, or of a single check stands behind WHY, where a proof has its property. Each is one line.

    suites            {config, suite, stage, bare}: the suites of the simulator, on configuration CONFIG; with SUITE
                      all of that one. Every report names STAGE as the first that went wrong; without STAGE the edit is
                      between two of them, and the warp decides. BARE: in the build without windows, which has the
                      unit's own defaults
    proof             {harness, property, params}: formal/shfl_HARNESS_props.v, and the property that is violated; of
                      several harnesses, each by itself;
                      of harness path, that no path leads through PROPERTY, a unit, by default shfl, without a register
    replay            {config, message}: the replay in four states, and a part of its verdict
    lint              {tool, module, params, message}: verilator, icarus, yosys or synthesis, and a part of its message
    model_rules       {message}: the enumeration of the model's rules, and which of them fails
    model_test        {message}: the tests of the model by hand, and the case or the test that fails
    amd_test          {message}: those of the model of AMD's operations
    test              {name, message}: a test of tests/, FILE::TEST, of whatever the edit is in: the flow of the FPGAs,
                      a netlist, a core, the waves; and a part of its failure

The edit is made in a copy. A mutant counts as detected only if the check fails as it is meant to; an edit that does not
build, a crash, a hang or another message does not count. The same check has to pass on the untouched sources.

tests/project/test_mutants.py runs this; `make mutants` all of it, `make mutants ARGS='-k decode'` some of it.
"""

import dataclasses
import functools
import hashlib
import inspect
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("BUILD") or "build")  # as in the Makefile; relative to ROOT

from formal import prove
from rtl import linters
from tb import ports, replay, settings
from tests.mutants import command as command_of

CONFIG = "l8_w8_d2_raw"  # the default: cheap, yet has a bit of everything
SIMULATED = ["rtl", "rtl/chain", "rtl/amd", "rtl/collective", "rtl/rvv", "model", "tb", "lib"]
WARPS = 150  # that are replayed

# of harness path, where no unit is named
PATH = {"LANES": 2, "W": 1, "DEPTH": 3, "POLICY": 0, "PARTS": 0, "NETWORK": 0, "TAG_W": 1, "SKID": 0}


def copied(folder, of=""):
    """Make FOLDER a copy of the repository, or of its folders OF, with what git has not seen yet and without what it
    ignores."""
    for name in command_of.files(ROOT, new=True):
        if name.startswith(of) and (ROOT / name).is_file():
            copy(ROOT / name, folder / name)
    return folder


def copy(source, target):
    """Copy a file, or the files of a folder, writable even where the sources are read-only."""
    for path in [source] if source.is_file() else filter(pathlib.Path.is_file, source.rglob("*")):
        made = target / path.relative_to(source)
        made.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, made)
        made.chmod(made.stat().st_mode | stat.S_IWUSR)


def replaced(path, old, new):
    """The text of a file with a part replaced, which is there once."""
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise NoResult(f"its old text is {text.count(old)} times in {path}, expected once")
    return text.replace(old, new)


def edit(path, old, new):
    path.write_text(replaced(path, old, new), encoding="utf-8")


class NotCaught(Exception):
    """The check passed, or failed with another message, which this has."""


class NoResult(Exception):
    """The check did not end; has the reason."""


class Skipped(Exception):
    """The test skips itself, as where a tool is missing; has the reason."""


class TimeUp(NoResult):
    """The time limit is exceeded."""


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A record of the list."""

    name: str
    file: str
    old: str
    new: str
    why: str
    checks: dict

    def wrong(self):
        """What is wrong with the record; nothing, if it is right."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            return "its name: expected small letters, digits and _"
        if not self.why or not self.checks or self.old == self.new:
            return "expected file, old, another text as new, why, and a check that detects it"
        for check, options in self.checks.items():
            if check not in CHECKS or set(options) - TAKES[check]:
                return f"{check}: expected one of {', '.join(CHECKS)} with {TAKES.get(check)}, not {set(options)}"
            if "message" in TAKES[check] and not options.get("message"):
                return f"{check}: expected a message"
            if options.get("config", CONFIG) not in settings.ALL:
                return f"{check}: configuration {options['config']} is not in tb/configs.txt"
        if not (ROOT / self.file).is_file():
            return f"there is no file {self.file}"
        count = (ROOT / self.file).read_text(encoding="utf-8").count(self.old)
        return f"its old text is {count} times in {self.file}, expected once" if count != 1 else ""

    def made_in(self, folder, of=""):
        """Make FOLDER a copy of the repository, or of its folders OF, with the edit in it."""
        shutil.rmtree(folder, ignore_errors=True)
        edit(copied(folder, of) / self.file, self.old, self.new)
        (folder.parent / "FUSESOC_IGNORE").touch()  # who searches the repository for cores is not to find these
        return folder

    def judge(self, check):
        """Return if the check detects it; NotCaught or NoResult otherwise, whose folder stays."""
        of = "" if check == "test" else ("rtl/", "model/", "tb/")
        folder = self.made_in(ROOT / BUILD / "mutants" / f"{self.name}-{check}", of)
        try:
            CHECKS[check](folder, **self.checks[check])
        except (NotCaught, NoResult) as why:
            raise type(why)(f"{self.name}, {self.why}: {check}: {why}; see {folder}") from None
        shutil.rmtree(folder)


LINE = re.compile(r" {2}(\w+)  (.*)\[\[(.*?) => (.*?)\]\](.*?)  # (.+?)(?: -> (.*))?")


def options(text):
    """{check: its options}, as lines.txt has them."""
    checks = {}
    for one in text.split(" | "):
        if found := re.fullmatch(r"test (.+?)(?: -> (.*))?", one):
            checks["test"] = {"name": found[1], "message": found[2]}
            continue
        check, *words = re.split(r" (?=\w+=)", one)
        made = checks[check] = {}
        for name, value in (word.split("=", 1) for word in words):
            if name.isupper() and value.lstrip("-").isdigit():
                made.setdefault("params", {})[name] = int(value)
            else:
                made[name] = value.split(",") if name == "harness" and "," in value else value == "true" or value
    return checks


LIST = ROOT / "tests/mutants/lines.txt"


def read():
    """All mutants, file by file."""
    mutants, file, checks = [], "", ""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if found := LINE.fullmatch(line):
            name, before, was, becomes, after, why, message = found.groups()
            of = options(checks)
            for check, taken in of.items() if message else ():
                option = "property" if check == "proof" else "message"
                if option in TAKES[check] and not taken.get(option):
                    taken[option] = message
            old, new = ((before + part + after).replace("¶", "\n") for part in (was, becomes))
            mutants.append(Mutant(name, file, old, new, why, of))
        elif line and line[0] not in "# ":
            file, checks = line.split(": ", 1)
    return mutants


# ---- what is run


def call(command, seconds, log, cwd=ROOT, **environment):
    """Exit status and output, which LOG keeps; after SECONDS it is ended, with all that it started."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "PYTEST"))}
    environment = {**kept, "SETUP": "0", **environment}
    try:
        done = command_of.ended(command, seconds, cwd=cwd, env=environment, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        raise TimeUp(f"{command[0]} has not ended after {seconds} s") from None
    pathlib.Path(log).write_text(done.stdout, encoding="utf-8")
    return done.returncode, done.stdout


alone = functools.partial(command_of.alone, ROOT / BUILD)  # no other process makes anything that is shared


def need(command, seconds, log, **where):
    """The output; NoResult if it fails."""
    status, output = call(command, seconds, log, **where)
    if status:
        raise NoResult(f"{command[0]} fails, so it does not build: {output[-600:]}")
    return output


def make(log, *arguments):
    need(["make", "-s", f"BUILD={BUILD}", *arguments], 1200, log)


def program(target, folder, sources, config):
    """A program, FOLDER/TARGET, as the Makefile makes it, of the RTL in SOURCES."""
    arguments = f"RTL_DIR={sources}/rtl RTL_BUILD={folder}/rtl_build"
    arguments += f" SIM={folder}/sim RUNTIME={BUILD}/rtl/runtime"
    arguments += f" CONFIGS={config} BARE= VFLAGS=-Wno-fatal opt_probed=-O0 -j1"
    make(folder / "make.log", *arguments.split(), folder / target)
    return folder / target


# Most of the time would go to what is the same for all mutants. The harness is compiled once, by make; so is what
# Verilator's code includes; and runs are short, so that optimizing costs more than it gains.

FLAGS = ["-std=c++17", "-O0", "-w", "-DVM_TRACE=0", "-DVM_COVERAGE=0"]
VERILATOR = os.environ.get("VERILATOR") or "verilator"


@functools.cache
def shared():
    """Objects of the harness, and the compiler's arguments for Verilator's headers."""
    folder = ROOT / BUILD / "mutants" / "shared"
    sources = [path.relative_to(ROOT) for room in ("tb", "lib", "model") for path in ROOT.glob(f"{room}/*.c")]
    objects = [f"{BUILD}/native/{path.with_suffix('.o')}" for path in sources]
    objects += [f"{BUILD}/rtl/runtime/{name}.o" for name in ("verilated", "verilated_threads")]
    header = folder / "verilated.h"
    with alone():
        folder.mkdir(parents=True, exist_ok=True)
        root = need([VERILATOR, "--getenv", "VERILATOR_ROOT"], 60, folder / "log").strip()
        include = pathlib.Path(root) / "include"
        arguments = [os.environ.get("CXX") or "c++", *FLAGS, "-isystem", include, "-isystem", include / "vltstd"]
        make(folder / "log", *objects)
        if not header.exists():
            headers = f"{include}/verilated.h", "cstring", "new"
            header.write_text("".join(f"#include <{name}>\n" for name in headers), encoding="ascii")
            need([*arguments, "-x", "c++-header", header, "-o", f"{header}.gch"], 300, folder / "log")
    return objects, [*arguments, "-include", header, "-I."]


def simulator(folder, sources, config, bare, optimized="-O0"):
    """The simulator of the RTL in SOURCES; BARE: without windows, and at the default with the unit's own parameters."""
    objects, compiler = shared()
    setting = settings.parse(config)
    made = folder / "verilated"
    files = (sources / name / f"{setting.top}.v" for name in setting.rtl_folders())
    top = [setting.top, next(path for path in files if path.is_file())]
    if not bare and setting.top == "shfl":
        top = ["shfl_probe", "tb/shfl_probe.vlt", "tb/shfl_probe.v"]
    params = {} if bare and config == settings.DEFAULT else setting.params()
    options = [f"-G{name}={value}" for name, value in params.items()]
    options += [argument for name in setting.rtl_folders() for argument in ("-y", sources / name)]
    options += "--cc -Wno-fatal --x-assign fast --x-initial fast --prefix V_unit --Mdir".split()
    need([VERILATOR, *options, made, "--top-module", *top], 300, folder / "verilator.log")
    (made / "ports.h").write_text(ports.of((made / "V_unit.h").read_text(encoding="utf-8")), encoding="ascii")
    macros = {**setting.macros(), "BUILD": "rtl_mutant", "RTL_GIVEN": '""', "NAME": f'"{config}"',
              "TOP_NAME": f'"{setting.top}"', "PORTS_H": '"ports.h"', "VTOP": "V_unit",
              "VTOP_H": '"V_unit.h"'}  # fmt: skip
    lines = [f"#define {name} {value}" for name, value in macros.items()]
    lines += [f'#include "{path}"' for path in [*sorted(made.glob("*.cpp")), ROOT / "tb/rtl.cpp"]]
    lines += ["const struct rtl_build *const rtl_probed[] = { &rtl_mutant, nullptr }, *const rtl_bare[] = { nullptr };"]
    (made / "all.cc").write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = [optimized, f"-I{made}", "-o", folder / "sim", made / "all.cc", *objects, "-pthread"]
    need([*compiler, *arguments], 600, folder / "c++.log")
    return folder / "sim"


def suites_of(sim, *options, **environment):
    """The suites that report a mismatch, the stages that the reports name, and the output."""
    # no traces: nothing looks at them, and the build has none; the folder for them is a file
    arguments = [sim, "--verbose", "--jobs", "1", "--fail-dir", sim, *options]
    status, output = call(arguments, 300, sim.parent / "sim.log", **environment)
    suites = re.findall(r"^MISMATCH in \S+, suite ([^\s,]+),", output, re.MULTILINE)
    stages = re.findall(r"^ *first stage that went wrong: (\w+)", output, re.MULTILINE)
    counts = re.search(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
    if not counts or counts[0] == "0 passed, 0 failed" or status != (counts[2] != "0") or int(counts[2]) != len(suites):
        raise NoResult(f"the simulator crashed: exit status {status}, {output[-600:]}")
    return suites, stages, output


@functools.cache
def untouched(config, bare=False):
    """The simulator of the untouched sources, built like those of the mutants; NoResult if it does not pass."""
    folder = ROOT / BUILD / "mutants" / "untouched" / (config + "_bare" * bare)
    shared()
    sources = [path for name in SIMULATED for path in sorted((ROOT / name).glob("*.*"))]
    checksum = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    stamp = folder / "passes"
    with alone():
        if not stamp.exists() or stamp.read_text(encoding="ascii") != checksum:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            if suites_of(simulator(folder, ROOT, config, bare))[0]:
                raise NoResult(f"the untouched RTL does not pass on {config}")
            stamp.write_text(checksum, encoding="ascii")
    return folder / "sim"


# ---- the checks: each returns if it detects the edit in FOLDER


def suites(folder, config=CONFIG, suite="", stage="", bare=False):
    options = ["--suite", suite, "--full"] if suite else []
    untouched(config, bare)
    wrong, stages, _ = suites_of(simulator(folder, folder, config, bare), *options)
    if not wrong:
        raise NotCaught(f"passes on {config}")
    if stage and set(stages) != {stage}:
        raise NotCaught(f"reported as {', '.join(sorted(set(stages)))} gone wrong")


def proof(folder, harness, property="", params=()):
    if isinstance(harness, list):
        for one in harness:
            proof(folder, one, property, params)
        return
    defaults = PATH if harness == "path" and not property else {}
    where = {**defaults, **dict(params)}, str(folder / "rtl"), str(folder / "proof")
    try:
        if harness == "path":
            prove.paths(property or "shfl", *where)
        else:
            prove.prove("" if harness == "unit" else harness, *where, property)
    except prove.Failure as failure:
        said = (folder / "proof.log").read_text(encoding="utf-8") if harness == "path" else str(failure)
        if re.search("selection is not empty" if harness == "path" else rf"violated: (\w+ )*{property}\b", said):
            return
        raise (NotCaught if "violated: " in str(failure) else NoResult)(f"instead, {failure}") from None
    raise NotCaught("proved")


def four_states(folder, message, config=CONFIG):
    warps = folder / "warps"
    sim = untouched(config)
    need([sim, "--vectors", warps, "--suite", "mixed", "--count", WARPS, "--config", config], 300, folder / "log")
    lines = len(warps.read_text(encoding="ascii").splitlines())
    setting = settings.parse(config)
    verdicts = []
    for sources in (ROOT, folder):
        folders = [sources / name for name in setting.rtl_folders()]
        if output := replay.compiled(setting, folders, folder / "simulation", sim):
            raise NoResult(f"does not compile: {output}")
        verdicts.append(replay.play(folder / "simulation", warps, lines))
    if not verdicts[0].startswith(f"PASS: {lines} lines, "):
        raise NoResult(f"the untouched RTL does not pass: {verdicts[0]}")
    if not verdicts[1].startswith("FAIL: ") or message not in verdicts[1]:
        raise NotCaught(verdicts[1])


LINTERS = {**linters.LINTERS, "synthesis": functools.partial(linters.yosys, script=linters.SYNTH)}


def lint(folder, tool, module, message, params=()):
    results = []
    for sources in (ROOT, folder):
        folders = [sources / name for name in settings.CROSSBARS["mux"]]
        results.append(LINTERS[tool](module, dict(params), folders))
    if results[0] != (0, ""):
        raise NoResult(f"reports on the untouched RTL: {results[0][1]}")
    if message.lower() not in results[1][1].lower():
        raise NotCaught(results[1][1] or "no message")


def rules_that_fail(model, made):
    """Of the enumeration of the model's rules, built in the folder MADE."""
    path, log = made / "model_rules", made / "log"
    compiler = [os.environ.get("CC") or "cc", *"-std=c11 -O2 -w".split(), f"-I{model.parent}", "-I.", "-o", path]
    need([*compiler, ROOT / MODEL["model_rules"], *sorted(model.glob("*.c"))], 300, log)
    status, output = call([path], 300, log)
    wrong = re.findall(r"^FAIL model: ([^\d,:]*)", output, re.MULTILINE)
    if "PASS" not in output or status != bool(wrong):
        raise NoResult(f"exit status {status}, {output[-600:]}")
    return wrong


def cases_that_fail(model, made, file):
    """Of the tests of the model by hand in FILE, by their names."""
    library, log = made / "model.so", made / "log"
    compiler = [os.environ.get("CC") or "cc", *"-std=c11 -O2 -w -shared -fPIC".split(), f"-I{model.parent}"]
    need([*compiler, "-o", library, *sorted(model.glob("*.c"))], 300, log)
    output = fails([file, "-k", BY_HAND], log, MODEL=library)[1]
    return re.findall(r"^FAILED \S+::(?:test_\w+\[)?(.*?)\]?(?: - .*)?$", output, re.M)


@functools.cache
def failing(check, model, made):
    """The checks of the model in a folder that fail."""
    made.mkdir(parents=True, exist_ok=True)
    return rules_that_fail(model, made) if check == "model_rules" else cases_that_fail(model, made, MODEL[check])


def model(folder, message, check):
    if failing(check, ROOT / "model", ROOT / BUILD / "mutants" / "untouched" / f"{check}-{os.getpid()}"):
        raise NoResult("the untouched model does not pass")
    wrong = failing(check, folder / "model", folder)
    if not any(name.startswith(message) for name in wrong):
        raise NotCaught(f"instead, these fail: {', '.join(wrong) or 'none'}")


def fails(words, log, **where):
    """Whether a test of pytest fails, and its output."""
    status, output = call([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words], 1200, log, **where)
    if status > 1:
        raise NoResult(f"pytest ends with {status}: {output[-600:]}")
    if skipped := re.search(r"^SKIPPED \[\d+\] (?:\S+: )?(.*)", output, re.MULTILINE):
        raise Skipped(f"{words[0]} is skipped: {skipped[1]}")
    return status == 1, output


@functools.cache
def repository():
    """What the files of the repository are, without the list of mutants."""
    names = [name for name in command_of.files(ROOT, new=True) if (ROOT / name).is_file() and ROOT / name != LIST]
    return hashlib.sha256(b"".join(name.encode() + (ROOT / name).read_bytes() for name in names)).hexdigest()


@functools.cache
def untouched_passes(name):
    """NoResult if a test does not pass on the untouched sources; once for all workers and runs."""
    folder = ROOT / BUILD / "mutants" / "untouched" / hashlib.sha256(name.encode()).hexdigest()[:16]
    stamp = folder / "passes"
    with command_of.alone(folder):
        if not stamp.exists() or stamp.read_text(encoding="ascii") != repository():
            wrong, output = fails([name], folder / "log")
            if wrong:
                raise NoResult(f"the untouched sources do not pass: {output[-600:]}")
            stamp.write_text(repository(), encoding="ascii")


OBJECTS = "flags model lib check cli native board silicon libshfl.a rtl/flags rtl/runtime".split()


def test(folder, name, message):
    untouched_passes(name)
    with alone():  # objects that do not depend on the edit are not compiled again
        for made in filter(pathlib.Path.exists, (ROOT / BUILD / made for made in OBJECTS)):
            copy(made, folder / "build" / made.relative_to(ROOT / BUILD))
    for one in (folder / name for name in command_of.files(ROOT, new=True) if (folder / name).is_file()):
        if one.stat().st_mtime_ns != (ROOT / one.relative_to(folder)).stat().st_mtime_ns:
            one.touch()  # what was edited is newer than objects that were made meanwhile
    venv = os.path.abspath(os.environ.get("VENV") or ROOT / BUILD / "venv")
    wrong, output = fails([name], folder / "log", cwd=folder, BUILD="build", VENV=venv)
    if not wrong or message not in output:
        raise NotCaught(output[-600:])


BY_HAND = "not page and not hip and not suites and not pipeline and not unknown_name"  # the model alone, quick
MODEL = {"model_rules": "formal/model_rules.c", "model_test": "tests/model/test_model.py",
         "amd_test": "tests/model/test_amd.py"}  # fmt: skip
CHECKS = {"suites": suites, "proof": proof, "replay": four_states, "lint": lint, "test": test,
          **{check: functools.partial(model, check=check) for check in MODEL}}  # fmt: skip
TAKES = {check: set(inspect.signature(function).parameters) - {"folder"} for check, function in CHECKS.items()}
