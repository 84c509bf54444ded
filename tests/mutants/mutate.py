# SPDX-License-Identifier: Apache-2.0
"""Mutants that Yosys chooses: what the suites might miss.

Yosys's pass `mutate` chooses mutants, spread over the gates and source lines of each unit of UNITS: a pin of a gate or
register inverted, or stuck at 0 or 1. Many of them are in one netlist, and an input of the simulation selects one.
Each goes through the suites until one detects it. One that survives them is equivalent if ABC proves that its outputs
always are those of the unit, or formal/prove.py that it still is docs/rules.md, for all inputs and for all time;
otherwise a check is missing.

tests/project/test_mutants.py runs this; `make mutants MUTATE=170` makes many. All that is made lies in
$BUILD/mutants/yosys.

    python3 -m tests.mutants.mutate UNIT COUNT SEED I/N       part I of N of COUNT mutants of a unit; the result, as
        synth/campaign/kinds.py has it, is JSON. Exit status: 0 none survived, 1 one did, 2 misuse, 3 environment error
"""

import functools
import json
import os
import re
import shutil
import sys

from tests.mutants.run import BUILD, ROOT, NoResult, TimeUp, alone, call, prove, settings, simulator, suites_of

# every stage and register, both crossbars and both memories, every policy; small, so that the proofs are quick
UNITS = """l4_w2_d7_own_mux2 l4_w2_d7_zero_chain2 l4_w2_ways2_d0_own_lut l4_w2_ways2_d4_zero_block
l8_w1_d1_raw_chain3""".split()
SUITES = ("pipeline", "mixed", "routing", "uniform", "per-lane")  # the first that detects it ends it
FATES = ("killed", "equivalent", "undecided", "survived")


def yosys(lines, base):
    """Run a script."""
    base.with_suffix(".ys").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [os.environ.get("YOSYS") or "yosys", "-q", "-s", base.with_suffix(".ys")]
    status, output = call(command, 600, base.with_suffix(".log"))
    if status:
        raise NoResult(output)


def params_of(unit):
    """Of the harnesses in formal/; the crossbar is in the netlist, whichever it is."""
    setting = settings.parse(unit)
    return {**({} if setting.ways else {"PARTS": 0}), **setting.params(), "TAG_W": 16, "CHAIN": 0}


@functools.cache
def mutants(unit, count, seed):
    """The unit in gates, a file of Yosys's, and the commands that make a mutant each."""
    folder = ROOT / BUILD / "mutants" / "yosys" / unit / f"{count}_{seed}"
    gates, out = folder / "unit.il", folder / "mutants.txt"
    new = f"{gates}.new", f"{out}.new"  # another process may be reading the old ones
    setting = settings.parse(unit)
    parameters = "".join(f" -set {name} {value}" for name, value in setting.params().items())
    with alone():
        folder.mkdir(parents=True, exist_ok=True)
        # of cells as wide as the RTL's, some bits do nothing, which is known
        lines = [
            prove.read({"CHAIN": setting.crossbar == "chain"}, prove.RTL),
            f"chparam{parameters} {setting.top}",
            f"hierarchy -check -top {setting.top}",
            "proc; flatten; opt -full; memory_map; opt -full; wreduce; techmap; opt -full",
            f"rename -top {setting.top}; write_rtlil {new[0]}",
            f"mutate -list {count} -seed {seed} -o {new[1]}",
        ]
        yosys(lines, folder / "unit")
        os.replace(new[0], gates)
        os.replace(new[1], out)
    return gates, [line for line in out.read_text(encoding="utf-8").splitlines() if line.startswith("mutate ")]


def equal(unit, gates, command, folder):
    """Whether ABC proves that the mutant, as a circuit of gates and registers, always has the outputs of the unit.

    Both start with zeros in their registers: those that reset leaves alone have no other value to start with. A graph
    of ABC's has one clock, so that it cannot decide on a mutant of a clock.
    """
    if " -port C " in command:
        return False
    aigs = []
    for name, change in (("unit", []), ("mutant", [command])):
        aigs.append(folder / f"{name}.aig")
        # opt_clean would remove inputs that a mutant does not need, and ABC goes by their number
        steps = ["dffunmap", "simplemap", "async2sync", "aigmap", f"write_aiger -zinit {aigs[-1]}"]
        yosys([f"read_rtlil {gates}", *change, *steps], folder / "equal")
    output = prove.abc("dsec %s %s" % tuple(aigs), folder / "equal.log")
    if not re.search("Networks are (NOT EQUIVALENT|equivalent|UNDECIDED)", output):
        raise NoResult(output[-600:])
    return "Networks are equivalent" in output


def is_the_rule(unit, folder):
    """Whether the mutant still is docs/rules.md, and the verdict."""
    banked = bool(settings.parse(unit).ways)
    params = {name: value for name, value in params_of(unit).items() if banked or name != "SKID"}
    for stage in ("banked",) if banked else ("data", ""):  # of which the last two have no SKID
        try:
            prove.prove(stage, params, str(folder / "rtl"), str(folder / f"proof_{stage}"))
        except prove.Undecided:
            raise
        except prove.Failure as failure:
            return False, str(failure)
    return True, "still is the rule"


def made(unit, numbers, count, seed):
    """A folder with mutants in place of the RTL; several of them, if there are, as one netlist that is mutant MUTANT of
    the environment. Also the unit in gates, and the commands that make them."""
    gates, commands = mutants(unit, count, seed)
    chosen = [commands[number] for number in numbers]
    folder = gates.parent / "_".join(map(str, sorted({numbers[0], numbers[-1]})))
    rtl = folder / "rtl"
    shutil.rmtree(folder, ignore_errors=True)
    (rtl / "chain").mkdir(parents=True)
    shutil.copy(ROOT / "rtl/shfl_defs.vh", rtl)
    flat = folder / "flat.net"
    several, changes = len(numbers) > 1, chosen
    if several:
        changes = [f"{command} -ctrl mutant 32 {number}" for command, number in zip(chosen, numbers, strict=True)]
    # bit by bit: in a vector whose bits wait for each other Verilator sees a loop, and 5.006 can go wrong there
    lines = [f"read_rtlil {gates}", *changes, "splitnets", "opt_clean", f"write_verilog -noattr {flat}"]
    yosys(lines, folder / "mutant")
    # who instantiates the unit sets its parameters, which a netlist does not have
    names = {**params_of(unit), "NETWORK": 0, "SELECTS": 0, "ELASTIC": 0, "GATE": 0}
    named = ", ".join(f"parameter {name} = 0" for name in names if name != "CHAIN")
    top, text = settings.parse(unit).top, flat.read_text(encoding="utf-8")
    text = re.sub(rf"(?m)^module {top}\s*\(", f"module {top} #({named}) (", text, count=1)
    if several:  # the input that Yosys makes becomes a variable
        text = re.sub(r",\s*mutant\s*\);", ");", text, count=1)
        text = re.sub(r"(?m)^ *wire \[31:0\] mutant;\n", "", text, count=1)
        chosen_by = r"""reg [31:0] mutant;
  initial mutant = $c32("atoi(getenv(\"MUTANT\"))");"""
        text, ports = re.subn(r"(?m)^ *input \[31:0\] mutant;$", lambda _: chosen_by, text, count=1)
        if ports != 1:
            raise NoResult(f"{flat}: there is no port to choose a mutant by")
    (rtl / f"{top}.v").write_text(text, encoding="utf-8")
    return folder, gates, chosen


def judge(unit, numbers, count, seed):
    """The fate of each mutant, killed, equivalent, survived, or undecided in the time that a proof has, and the
    reason: (number, fate, reason)."""
    of_clocks = [number for number in numbers if " -port C " in mutants(unit, count, seed)[1][number]]
    together = [number for number in numbers if number not in of_clocks]
    # a clock behind the choice of a mutant is too late for the registers that it drives
    for several in filter(None, [together, *([number] for number in of_clocks)]):
        folder = made(unit, several, count, seed)[0]
        # what runs many times is worth optimizing
        sim = simulator(folder, folder, unit, bare=True, optimized="-O1" if len(several) > 20 else "-O0")
        if len(several) > 1 and suites_of(sim, "--suite", SUITES[0], MUTANT=str(count))[0]:
            raise NoResult(f"{unit} in gates does not pass without a mutant")
        for number in several:
            suite = next((name for name in SUITES if suites_of(sim, "--suite", name, MUTANT=str(number))[0]), None)
            yield number, *(("killed", f"by {suite}") if suite else survivor(unit, number, count, seed))
        shutil.rmtree(folder, ignore_errors=True)


def survivor(unit, number, count, seed):
    """The fate of a mutant that no suite has detected."""
    folder, gates, (command,) = made(unit, [number], count, seed)
    try:
        if equal(unit, gates, command, folder):
            fate = "equivalent", "its outputs always are those of the unit"
        else:
            good, output = is_the_rule(unit, folder)
            fate = "equivalent" if good else "survived", f"{command}: {output}"
    except (TimeUp, prove.TimeUp) as limit:
        fate = "undecided", f"{command}: {limit}"
    if fate[0] == "equivalent":
        shutil.rmtree(folder)
    return fate


def main(arguments):
    form = re.fullmatch(r"(\w+) (\d+) (\d+) (\d+)/(\d+)", " ".join(arguments), re.ASCII)
    try:
        if not form:
            expected = f"expected UNIT COUNT SEED I/N, such as {UNITS[0]} 100 1 2/10"
            raise settings.Illegal(f"mutate {' '.join(arguments)}: {expected}")
        unit, (count, seed, part, of) = form[1], map(int, form.groups()[1:])
        settings.shfl(unit)
        if not 1 <= part <= of <= count:
            expected = "expected I from 1 to N, N up to COUNT"
            raise settings.Illegal(f"mutate {unit}: part {part} of {of} of {count}: {expected}")
        numbers = range(part - 1, len(mutants(unit, count, seed)[1]), of)
        fates = {number: (fate, output) for number, fate, output in judge(unit, numbers, count, seed)}
    except settings.Illegal as illegal:
        print(f"openshfl: {illegal}", file=sys.stderr)
        return 2
    except (NoResult, prove.Undecided, OSError) as why:
        print(f"openshfl: {' '.join(str(why).split())[-600:]}", file=sys.stderr)
        return 3
    adds = {name: sum(fate == name for fate, _ in fates.values()) for name in FATES}
    survived = "; ".join(f"{number}: {why}" for number, (fate, why) in fates.items() if fate == "survived")
    others = {number: why for number, why in fates.items() if why[0] != "killed"}
    print(json.dumps({"of": {"unit": unit}, "adds": adds, "finding": survived, "not killed": others}))
    return int(survived != "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
