# SPDX-License-Identifier: Apache-2.0
"""The kinds of campaign: pairs of a job's name and its command, by the settings in the environment, and their verdicts.

A verdict is a dict: `of`, the line of the report that it counts for; `adds`, numbers to sum up there; `spread`, numbers
shown there as least, median and most; `finding`, a text for a person to look at. Incomplete output has none. Another
machine has the same verdict: for that, fuzzing runs without random addresses, and by number, not by clock.
"""

import json
import os
import re

from formal import prove
from synth.flow import __main__ as flow
from synth.flow import families, units
from synth.flow.common import ROOT, Misuse
from tb import settings
from tests.mutants.mutate import UNITS

BUILD = os.environ.get("BUILD") or "build"  # relative to ROOT
A_JOB = 500  # mutants, in one build of the simulator
SIZES = {"quick": prove.QUICK, "usual": prove.USUAL, "full": prove.FULL}

# the targets of fuzzing, and the folders of their kept inputs
SEEDED = {path.name.removeprefix("seeds_"): f"tests/{path.name}" for path in sorted(ROOT.glob("tests/seeds_*"))}

UNIT = ("rtl", "rtl/chain", "tb/settings.py", "model/defs.py")
FOLDERS = {  # on whose text the verdicts depend
    "pnr": (*UNIT, "synth/flow"),
    "mutants": (*UNIT, "model", "tb", "formal", "tests/mutants/mutate.py", "tests/mutants/run.py"),
    "proofs": (*UNIT, "formal"),
    "suites": (*UNIT, "model", "tb"),
    "fuzz": (*UNIT, "model", "tb", "cli", "silicon", "tests/cli", *SEEDED.values()),
}
TOOLS = {"mutants": ("verilator", "yosys"), "proofs": ("yosys",), "suites": ("verilator",), "fuzz": ("clang",)}
SETTINGS = {  # that select jobs, as do ONLY and LIMIT; TARGET, CONFIGS and FUZZ also select the programs to build
    "pnr": ("TOP", "PARAMS", "SEEDS", "PART", "FREQ", "PLACER"),
    "mutants": ("UNITS", "MUTATE", "SEED"),
    "proofs": ("SIZE",),
    "suites": ("SUITES", "COUNT", "SEEDS"),
    "fuzz": ("RUNS", "SEEDS"),
}


class NoVerdict(Exception):
    """Why there is none."""


def given(name, usual="", known=()):
    """The words of a setting in the environment, or of its default."""
    words = (os.environ.get(name) or usual).split()
    for word in words:
        if known and word not in known:
            raise Misuse(f"{name}={word}: expected one of {' '.join(known)}")
    return words


def numbers(name, usual, most=1000000):
    """The numbers of a setting, such as 1-20 25, MOST at most."""
    return units.seeds(os.environ.get(name) or usual, name, most)


def settings_of(kind):
    """NAME=value of those in the environment that select jobs of this kind. Misuse, if one is of another kind."""
    mine = (*SETTINGS[kind], "ONLY", "LIMIT")
    for name in sorted({name for names in SETTINGS.values() for name in names}.difference(mine)):
        if given(name):
            raise Misuse(f"{name}={os.environ[name]}: a campaign of KIND={kind} accepts {' '.join(mine)}")
    return [f"{name}={os.environ[name]}" for name in mine if given(name)]


def pnr():
    """SEEDS of each of PARAMS of TOP, which are separated by ;."""
    (target,), (top,) = given("TARGET", "ice40", families.routed())[:1], given("TOP", "shfl")[:1]
    options = [f"--{name.lower()}={word}" for name in ("PART", "FREQ", "PLACER") for word in given(name)]
    for words in map(str.split, (os.environ.get("PARAMS") or "").split(";")):
        flow.tools(flow.arguments(["tools", "route", target, "--top", top, *words, *options]))  # Misuse, if it is
        unit = units.unit(top, units.words(words)[0], families.family(target), placed=True)
        name = "_".join([target, unit.name, *(option.split("=")[1] for option in options)])
        for seed in numbers("SEEDS", "1-20"):
            command = ["python3", "-m", "synth.flow", "pnr", target, "--top", top, *words, f"--seed={seed}"]
            yield f"{name}_s{seed}", [*command, *options]


def mutants():
    """MUTATE mutants of each of UNITS, which Yosys chooses by SEED, A_JOB in a job."""
    (count,), (seed,) = numbers("MUTATE", "100", 1), numbers("SEED", "1", 1)
    parts = -(-count // A_JOB)
    for unit in given("UNITS", " ".join(UNITS)):
        try:
            settings.shfl(unit)
        except settings.Illegal as wrong:
            raise Misuse(f"UNITS={wrong}") from None
        for part in range(1, parts + 1):
            command = f"python3 -m tests.mutants.mutate {unit} {count} {seed} {part}/{parts}"
            yield f"{unit}_n{count}_s{seed}_{part}of{parts}", command.split()


def proofs():
    """Those of formal/proofs.txt, from the first to the last of SIZE."""
    sizes = [SIZES[size] for size in given("SIZE", "quick usual", SIZES)]
    for stage, values, when in prove.proofs():
        if min(sizes) <= when <= max(sizes):
            title = prove.title(stage, values)
            yield title.replace(" ", "_").replace("=", ""), ["python3", "-m", "formal.prove", *title.split()]


def suites():
    """COUNT warps of each of SUITES on each of CONFIGS, for each of SEEDS."""
    (count,) = numbers("COUNT", "1000000", 1)
    for config in given("CONFIGS", " ".join(settings.QUICK), settings.ALL):
        for suite in given("SUITES", "mixed pipeline", ("uniform", "per-lane", "mixed", "routing", "pipeline")):
            for seed in numbers("SEEDS", "1-5"):
                command = f"{BUILD}/shfl_sim --jobs 1 --config {config} --suite {suite} --count {count} --seed {seed}"
                yield f"{config}_{suite}_n{count}_s{seed}", command.split()


# of some targets of fuzzing, the files that a search begins with besides the kept cases
SEEDS = {"cubin": ("tests/cli/*.cubin", "tests/cli/*.elf"), "asm": ("cli/programs/*.sass",)}


def fuzz():
    """RUNS inputs and the kept ones of each of FUZZ, for each of SEEDS."""
    (runs,) = numbers("RUNS", "1000000", 1)
    for target in given("FUZZ", " ".join(SEEDED), [*SEEDED]):
        paths = [path for pattern in SEEDS.get(target, ()) for path in ROOT.glob(pattern)]
        cases = ",".join(str(path.relative_to(ROOT)) for path in sorted([*(ROOT / SEEDED[target]).glob("*"), *paths]))
        for seed in numbers("SEEDS", "1-4"):
            name = f"{target}_n{runs}_s{seed}"
            command = (
                f"setarch -R {BUILD}/tests/cli/fuzz_{target} -runs={runs} -seed={seed} -timeout=30 -rss_limit_mb=4096"
            )
            command += (
                f" -print_final_stats=1 -exact_artifact_path={BUILD}/campaign/fuzz/{name}.input -seed_inputs={cases}"
            )
            yield name, command.split()


KINDS = {"pnr": pnr, "mutants": mutants, "proofs": proofs, "suites": suites, "fuzz": fuzz}


def verdict(kind, command, status, out, err):
    """That of a command's output; NoVerdict if the output is incomplete, or contradicts the exit status."""
    none = NoVerdict(f"it ended with status {status}: {' '.join((err.strip() or out).split())[-500:]}")
    if kind == "suites":
        said = re.search(r"^(\d+) warps, .*\n(?:1 passed, 0|0 passed, 1) failed\n\Z", out, re.M)
        if not said or status > 1 or (", 1 failed" in said[0]) != status:
            raise none
        of = {name: command[command.index(f"--{name}") + 1] for name in ("config", "suite")}
        return {"of": of, "adds": {"warps": int(said[1]), "failed": status}, "finding": out * status}
    if kind == "fuzz":
        inputs = re.search(r"^stat::number_of_executed_units: (\d+)", err, re.M)
        branches = re.findall(r"^#\d+\s.*cov: (\d+) ", err, re.M)
        crash = re.search(r"^SUMMARY: (\w+Sanitizer: (?!out-of-mem).*|libFuzzer: deadly signal)", err, re.M)
        if not inputs or not branches or bool(status) != bool(crash):
            raise none
        adds = {"inputs": int(inputs[1]), "crashes": int(bool(crash))}
        spread = {"branches": int(branches[-1])}
        target = command[2].rpartition("fuzz_")[2]
        return {"of": {"target": target}, "adds": adds, "spread": spread, "finding": crash[1] if crash else ""}
    try:
        said = json.loads(out)
    except ValueError:
        raise none from None
    if kind == "pnr":
        of = {name: said[name] for name in ("family", "part", "setting", "freq", "placer")}
        luts = said["luts"] - said["wrapper"]["luts"]
        return {"of": {**of, "LUTs": luts}, "adds": {}, "spread": {"MHz": said["fmax_mhz"]}, "finding": ""}
    if status != bool(said["finding"]):
        raise none
    return said
