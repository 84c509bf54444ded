# SPDX-License-Identifier: Apache-2.0
"""What could slip through: Yosys breaks the RTL, and the suites have to see it.

Yosys's pass `mutate` chooses mutants, spread over the gates and source lines of each unit of UNITS: a pin of a gate or
register inverted, or stuck at 0 or 1. Each goes through all suites. One that survives them is equivalent if Yosys
proves that it is the unit, register by register, or formal/prove.py that it still is docs/rules.md, for all inputs and
for all time; otherwise a check is missing.

tests/test_mutants.py runs this; `make mutate` makes many. Everything made lies in $BUILD/mutants/yosys.
"""

import functools
import os
import re
import shutil

from mutants.run import BUILD, ROOT, NoAnswer, alone, call, prove, settings, simulator, suites_of

# every stage and register, both crossbars and both memories, every policy; small, so that the proofs are quick
UNITS = [
    "l4_w2_d7_own_mux2",
    "l4_w2_d7_zero_chain2",
    "l4_w2_ways2_d0_own_lut",
    "l4_w2_ways2_d4_zero_block",
    "l8_w1_d1_raw_chain3",
]


def yosys(lines, base):
    """Run a script; whether it went well, and what was said."""
    base.with_suffix(".ys").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [os.environ.get("YOSYS") or "yosys", "-q", "-s", base.with_suffix(".ys")]
    status, said = call(command, 600, base.with_suffix(".log"))
    return status == 0, said


def params_of(unit):
    """Of the harnesses in formal/; the crossbar is in the netlist, whichever it is."""
    setting = settings.parse(unit)
    return {**({} if setting.ways else {"PARTS": 0}), **setting.params(), "TAG_W": 16, "CHAIN": 0}


@functools.cache
def mutants(unit, count, seed):
    """The unit in gates, a file of Yosys's, and the commands that make a mutant each."""
    folder = ROOT / BUILD / "mutants" / "yosys" / unit / f"{count}_{seed}"
    gates, out = folder / "unit.il", folder / "mutants.txt"
    setting = settings.parse(unit)
    parameters = "".join(f" -set {name} {value}" for name, value in setting.params().items())
    with alone():
        folder.mkdir(parents=True, exist_ok=True)
        # of cells as wide as the RTL's, some bits do nothing, which is known
        good, said = yosys(
            [
                prove.read({"CHAIN": setting.crossbar == "chain"}, prove.RTL),
                f"chparam{parameters} {setting.top}",
                f"hierarchy -check -top {setting.top}",
                "proc; flatten; opt -full; memory_map; opt -full; wreduce; techmap; opt -full",
                f"rename -top {setting.top}; write_rtlil {gates}",
                f"mutate -list {count} -seed {seed} -o {out}",
            ],
            folder / "unit",
        )
    if not good:
        raise NoAnswer(said)
    return gates, [line for line in out.read_text(encoding="utf-8").splitlines() if line.startswith("mutate ")]


def equal(unit, gates, command, folder):
    """Whether Yosys proves, by induction, that each register and output of the mutant is that of the unit."""
    both = [
        [f"read_rtlil {gates}", *change, f"rename {settings.parse(unit).top} {name}", f"design -stash {name}"]
        for name, change in (("gold", []), ("gate", [command]))
    ]
    copies = ["design -copy-from gold gold", "design -copy-from gate gate", "equiv_make gold gate equal"]
    proof = ["hierarchy -top equal", "equiv_simple", "equiv_induct", "equiv_status -assert"]
    good, said = yosys([*both[0], *both[1], *copies, *proof], folder / "equal")
    if not good and "unproven" not in said:
        raise NoAnswer(said)
    return good


def is_the_rule(unit, folder):
    """Whether the mutant still is docs/rules.md, and what was said."""
    for stage in ("banked",) if settings.parse(unit).ways else ("data", ""):
        try:
            prove.prove(stage, params_of(unit), (str(folder / "rtl"), ""), str(folder / f"proof_{stage}"))
        except prove.Failure as failure:
            return False, str(failure)
    return True, "still is the rule"


def made(unit, number, count, seed):
    """A folder with the mutant in place of the RTL; the unit in gates, and the mutant's command."""
    gates, commands = mutants(unit, count, seed)
    command = commands[number]
    folder = gates.parent / str(number)
    rtl = folder / "rtl"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "fpga/chain").mkdir(parents=True)
    rtl.mkdir()
    shutil.copy(ROOT / "rtl/shfl_defs.vh", rtl)
    flat = folder / "flat.net"
    good, said = yosys(
        [f"read_rtlil {gates}", command, "opt_clean", f"write_verilog -noattr {flat}"], folder / "mutant"
    )
    if not good:
        raise NoAnswer(said)
    # who instantiates the unit sets its parameters, which a netlist does not have
    named = ", ".join(f"parameter {name} = 0" for name in params_of(unit) if name != "CHAIN")
    top = settings.parse(unit).top
    text = re.sub(rf"(?m)^module {top}\s*\(", f"module {top} #({named}) (", flat.read_text(encoding="utf-8"), count=1)
    (rtl / f"{top}.v").write_text(text, encoding="utf-8")
    return folder, gates, command


def judge(unit, number, count, seed):
    """What became of a mutant, killed, equivalent or survived, and what was said."""
    folder, gates, command = made(unit, number, count, seed)
    wrong = suites_of(simulator(folder, folder, unit, bare=True))[0]
    if wrong:
        fate = "killed", f"by {', '.join(wrong)}"
    elif equal(unit, gates, command, folder):
        fate = "equivalent", "equal to the unit, register by register"
    else:
        good, said = is_the_rule(unit, folder)
        fate = "equivalent" if good else "survived", f"{command}: {said}"
    if fate[0] != "survived":
        shutil.rmtree(folder)
    return fate
