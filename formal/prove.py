# SPDX-License-Identifier: Apache-2.0
"""Proves that the RTL is docs/rules.md. tests/rtl/test_formal.py makes all the proofs, and `make formal` calls that.

Every proof is a harness of this directory with values for its parameters. Yosys makes an and-inverter graph
of the harness and the RTL in it, ABC does the proof: by SAT sweeping where there is no state, by PDR, which
finds an inductive invariant, where there is. A proof counts if

- the assertions that reach ABC are those in the harness's text, by name, none missing;
- none of them can be violated;
- each of them can be checked at all, and each cover can be reached;
- the assumptions that reach ABC are those in the harness's text, which docs/develop/verification.md lists.

That no path leads through the unit without a register, from out_ready to out_valid or from an operand to an
output, is read off the netlist. tests/mutants/ puts the proofs on trial. Environment: RTL_DIR, YOSYS, ABC.
"""

import functools
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from rtl import linters
from tb import settings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RTL = os.environ.get("RTL_DIR") or os.path.join(ROOT, "rtl")
YOSYS = os.environ.get("YOSYS") or "yosys"
ABC = os.environ.get("ABC") or "yosys-abc"
TABLE = os.path.join(HERE, "proofs.txt")
BLOCK_CLOCKS = 18  # from reset on, in which the units in beats with block RAM are proved
LIMIT = 900  # seconds of processor time for one run of a tool


class Failure(Exception):
    """A proof without a result: the message is the reason."""


class Undecided(Failure):
    """Nothing is known: the tool or the machine got in the way."""


class TimeUp(Undecided):
    """Nothing is known after LIMIT."""


# ---- what is proved: proofs.txt

SIZES = ("quick", "usual", "full")
QUICK, USUAL, FULL = range(3)


def choices(word):
    """The choices of one word of the table, each a list of pairs: A=0..1 has [("A", 0)] and [("A", 1)]."""
    names, _, values = word.partition("=")
    for value in values.split(","):
        first, _, last = value.partition("..")
        for each in map(str, range(int(first), int(last) + 1)) if last else [value]:
            numbers = [settings.GENERATIONS.index(n) if n in settings.GENERATIONS else int(n) for n in each.split(":")]
            yield list(zip(names.split(","), numbers, strict=True))


def table():
    """Each line and combination of proofs.txt: (its first word, harness or unit, parameters)."""
    with open(TABLE, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.partition("#")[0].split()
            try:
                combinations = list(itertools.product(*(list(choices(word)) for word in words[2:])))
                if words and (words[0] not in (*SIZES, "path") or len(words) < 2):
                    raise ValueError("expected quick, usual, full or path, and a harness or unit")
            except ValueError as wrong:
                raise ValueError("%s:%d: %s" % (TABLE, number, wrong)) from None
            for name in words[1].split(",") if words else []:
                for combination in combinations:
                    yield words[0], name, dict(itertools.chain(*combination))


def proofs():
    """The proofs: (stage, parameters, and QUICK, USUAL or FULL). The stage of the unit's harness is ""."""
    for size, name, params in table():
        if size in SIZES:
            yield "" if name == "unit" else name, params, SIZES.index(size)


PATHS = [(unit, params) for what, unit, params in table() if what == "path"]

# ---- how


def paths(unit, params, rtl, base):
    """Failure if there is a path without a register that must not be: R5.3.5, R5.3.13, R5.6.5, R6.3.6, R6.3.7,
    R12.3.4, V5.3.1, V5.4.3, A12.3.1, A12.3.5, A12.4.1."""
    cells = ":-$dff,-$dffe,-$sdff,-$sdffe,-$sdffce"
    # hierarchy's own -chparam fails in Yosys 0.23 where two instances of a module have the same parameters
    values = "".join(" -set %s %d" % p for p in parameters(params))
    script = read(params, rtl, folder_of(unit[5:], {})) + f"chparam{values} {unit}\nhierarchy -check -top {unit}\n"
    script += "proc\nflatten\nmemory_map\nopt_clean\n"

    def without(names, *others):
        return " ".join([names, *(f"{other} %d" for other in others)])

    ready = ["i:rst"] + ["i:out_ready"] * (not params.get("SKID"))
    may = list(ready)
    if unit == "shfl_amd":
        may += ["i:op", "i:control", "i:fi"]  # of ds_permute, where it is legal
    if params.get("NETWORK") and params["DEPTH"] == 1:
        may += ["i:mode", "i:s?_is_imm", "i:s?_imm", "i:s?", "i:is_vote"]  # of the trips
    registered = params.get("DEPTH", 1) > 0 or "MEMORY" in params
    script += f"select -assert-any o:in_ready %ci*{cells} {ready[-1]} %i\n"
    for start, to in (
        (without("i:*", *may), "o:in_ready"),
        ("i:*" if registered else "i:out_ready", without("o:*", "o:in_ready")),
    ):
        script += f"select -assert-none {to} %ci*{cells} {start} %i\n"
    with open(base + ".ys", "w") as f:
        f.write(script)
    run([YOSYS, "-q", "-s", base + ".ys"], base + ".log")


def folder_of(stage, params):
    """The folder of rtl/ that has the stage or unit, "" for rtl/ itself."""
    first = stage.split("_")[0]
    if params.get("VOTE") or first in ("vote", "match", "redux", "barrier", "and"):
        return "collective"
    return first if first in ("amd", "rvv") else ""


def read(params, rtl, folder="", how=""):
    """Yosys's command that reads the RTL in the folder RTL, and in FOLDER of it; HOW: its options."""
    more = [os.path.join(rtl, "chain")] * bool(params.get("CHAIN")) + [os.path.join(rtl, folder)] * bool(folder)
    words = [*("-I" + folder for folder in [rtl, HERE, *more]), *map(str, linters.sources([*more, rtl]))]
    return "read_verilog -formal %s %s\n" % (how, " ".join(words))


def parameters(params):
    """Those of the harness or the unit."""
    return [(name, value) for name, value in params.items() if name != "CHAIN"]


def harness(stage):
    return "shfl_%sprops" % (stage + "_" if stage else "")


def defaults(stage):
    """The parameters of the harness that have a number as their default."""
    text = pathlib.Path(HERE, harness(stage) + ".v").read_text(encoding="utf-8")
    return {name: int(value) for name, value in re.findall(r"parameter integer (\w+) = (\d+)\b", text)}


def included(name):
    """The text of a file of this directory, with those that it includes from here in their places, without comments."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        text = re.sub(r"//.*", "", file.read())
    here = os.listdir(HERE)
    return re.sub(r'`include "(.*)"', lambda found: included(found[1]) if found[1] in here else "", text)


def text_of(stage):
    """The names of the assertions, assumptions and covers in the harness's text."""
    text = included(harness(stage) + ".v")
    names = [set(re.findall(r"(\w+):\s*%s\b" % kind, text)) for kind in ("assert", "assume", "cover")]
    for kind, named in zip(("assert", "assume"), names):
        if len(named) != len(re.findall(r"\b%s\b" % kind, text)):
            raise Failure("an %s of %s.v has no name" % (kind, harness(stage)))
    return names


def run(command, log):
    """The command's output; what it printed is appended to the log."""
    if not shutil.which(command[0]):
        raise Undecided("no command %s" % command[0])
    # by the shell, since a limit that Python sets in the child is unsafe with threads
    limited = ["sh", "-c", 'ulimit -S -t %d; exec "$@"' % LIMIT, "sh", *command]
    done = subprocess.run(limited, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    out = done.stdout.decode(errors="replace")
    if -done.returncode == signal.SIGXCPU:
        raise TimeUp("%s took more than %d s; log %s" % (command[0], LIMIT, log))
    with open(log, "a") as f:
        f.write("$ %s\n%s" % (" ".join(command), out))
    if done.returncode != 0:
        raise Undecided("%s: exit status %d; log %s" % (command[0], done.returncode, log))
    return out


@functools.cache
def lower():
    """The command that makes $assert, $assume and $cover of the $check cells of Yosys 0.37 and later; none before."""
    output = subprocess.run(
        [YOSYS, "-p", "help chformal"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    ).stdout
    return "chformal -lower" if b"-lower" in output else ""


# of one assertion: what it alone does not need is removed, and narrow words are made of wide ones
ONLY = """
delete t:$cover t:$assert %u c:{only} %d
opt_clean
opt_expr -fine -mux_undef
wreduce
opt_expr -fine -mux_undef
opt_merge
"""


def graphs(stage, params, rtl, base, only=None):
    """Yosys: harness and RTL as BASE.violated.aig and BASE.reached.aig. ONLY: of that assertion, without covers."""
    top, values = harness(stage), "".join(" -chparam %s %d" % p for p in parameters(params))
    script = f"""
{read(params, rtl, folder_of(stage, params), "-defer")}
read_verilog -formal -sv -defer -I{RTL} -I{RTL}/amd -I{RTL}/rvv -I{HERE} {HERE}/{top}.v
hierarchy -check -top {top}{values}
proc -noopt
flatten
check -assert
memory_map
{lower()}
tee -q -o {base}.asserts select -list t:$assert
tee -q -o {base}.assumes select -list t:$assume
{ONLY.format(only=only) if only else ""}
techmap -map {HERE}/outputs.v
expose w:*.violated w:*.checked w:*.reached
setundef -undriven -anyseq
opt_expr
opt_clean
formalff -clk2ff -ff2anyinit
techmap
simplemap
setundef -anyseq
dffunmap
aigmap
design -save graph
delete -output w:*.checked w:*.reached
write_aiger -I -zinit -symbols {base}.violated.aig
design -load graph
delete -output w:*.violated
write_aiger -I -zinit -symbols {base}.reached.aig
"""
    with open(base + ".ys", "w") as f:
        f.write(script)
    run([YOSYS, "-q", "-s", base + ".ys"], base + ".log")


def outputs_of(aig):
    """The names of a graph's outputs in their order, and whether it has state."""
    data = pathlib.Path(aig).read_bytes()
    symbols = re.search(rb"(?:[io]\d+ \S+\n)*\Z", data.rpartition(b"c\n")[0])[0]  # right behind the gates
    names = {int(n): name.decode() for n, name in re.findall(rb"^o(\d+) (\S+)$", symbols, re.M)}
    latches, outputs = map(int, data.split(maxsplit=5)[3:5])
    if sorted(names) != list(range(outputs)):
        raise Failure("%s: %d outputs, but %d names" % (aig, outputs, len(names)))
    return [names[n] for n in range(outputs)], latches > 0


def abc(commands, log):
    return run([ABC, "-c", commands], log)


def satisfied(aig, frames, log):
    """The outputs of a graph that can be 1; within that many clocks where there is state."""
    names, state = outputs_of(aig)
    if not names:
        return set()
    read = "read_aiger %s; fold; strash; " % aig
    if not state:
        out = abc(read + "pdr -a", log)
        return {names[int(n)] for n in re.findall(r"Output +(\d+) (?:of miter \S+ )?was (?:trivially )?asserted", out)}
    # one by one: bmc3 -a crashes, and one that is violated is found long before another one is proved
    one = read + "&get; &cone -O %d; &put; bmc3 -F %d"
    pattern = r"Output +\d+ (?:of miter \S+ )?was (?:trivially )?(asserted)|No output asserted|Constraint"
    out = abc("; ".join(one % (n, frames) for n in range(len(names))), log)
    results = re.findall(pattern, out, re.M)
    if len(results) != len(names):
        raise Undecided("%d of %d outputs were looked at; log %s" % (len(results), len(names), log))
    return {name for name, yes in zip(names, results) if yes}


def impossible(stage, params):
    """What cannot be reached, since a unit with one pipeline register has no warp before another in it, and no clock
    between; and a warp of one beat has no other beat."""
    gone, whole = set(), params.get("WAYS") == params["LANES"] if "LANES" in params else False
    if (
        stage in ("vote_unit", "barrier_unit")
        or stage in ("", "redux_unit", "amd_unit", "rvv_unit")
        and params["DEPTH"] == 1
    ):
        gone = {"comes_behind_others.reached", "none_comes_early.checked"}
    if stage in ("vote_unit", "redux_unit") and whole:
        gone |= {"of_some_beats.reached"}
    if stage == "banked" and whole:
        gone = {"crosses.reached"}
    return gone


def length(stage, params):
    """How many clocks a proof is unrolled; None: it is for all time."""
    if stage in ("data", "amd_data", "rvv_data"):  # with a network, and alone, behind a clock without an offer
        network = params.get("NETWORK", 0)
        trips = params["LANES"] // network + params.get("SELECTS", 0) if network else 1
        return params["DEPTH"] + trips + (network > 0 or stage != "data")
    if stage == "amd_scatter":
        return params["LANES"] + 3
    if stage in ("banked_data", "amd_banked_data", "rvv_banked_data"):  # the last clock of shfl_first_warp.vh
        beats = params["LANES"] * params.get("REGS", 1) // params["WAYS"]
        return 2 * beats + 5 + params["DEPTH"] + 4 * params["MEMORY"]
    return BLOCK_CLOCKS if params.get("MEMORY") and stage in ("banked", "amd_banked", "rvv_banked") else None


def prove(stage, params, rtl, base, suspect=None):
    """Failure if it is not proved, or nothing is. SUSPECT is an assertion that is looked at first: that one is violated
    is found long before all of them are found not to be proved."""
    for old in (".log", ".violated.aig", ".reached.aig", ".asserts", ".assumes"):
        pathlib.Path(base + old).unlink(missing_ok=True)
    params = {**defaults(stage), **params}
    asserts, assumes, covers = text_of(stage)
    clocks = length(stage, params)
    log, frames = base + ".log", max(40, clocks or 0)

    def outputs(wanted):
        """The outputs of the graph of violations, and whether it has state; Failure if they are not those wanted."""
        there, assumed = (
            {line.split("/")[-1] for line in pathlib.Path(base + kind).read_text().split()}
            for kind in (".asserts", ".assumes")
        )
        if assumed != assumes:
            raise Failure("assumed: %s, expected %s; log %s" % (sorted(assumed), sorted(assumes), log))
        names, state = outputs_of(base + ".violated.aig")
        if not asserts or there != asserts or set(names) != {a + ".violated" for a in wanted}:
            raise Failure(
                "of the assertions %s only %s reached the solver; log %s"
                % (" ".join(sorted(asserts)), " ".join(n.split(".")[0] for n in names) or "none", log)
            )
        return state

    if suspect:
        graphs(stage, params, rtl, base, suspect)
        outputs({suspect})
        if satisfied(base + ".violated.aig", frames, log):
            raise Failure("violated: %s; log %s" % (suspect, log))
    graphs(stage, params, rtl, base)
    state = outputs(asserts)

    if stage.endswith("data") or stage == "amd_scatter":
        how, good = "frames -i -F %d; &get; &fraig -y; &put; orpos; sat" % clocks, "UNSATISFIABLE"
    elif clocks:
        how, good = "orpos; scorr; bmc3 -F %d" % clocks, "No output asserted in %d frames" % clocks
    elif state:
        how, good = "orpos; scorr; pdr", "Property proved"
    else:
        how, good = "&get; &fraig -y; &put; orpos; sat", "UNSATISFIABLE"
    read = "read_aiger %s.violated.aig; fold; strash; " % base
    out = abc(read + how, log)
    if "Property UNDECIDED" in out:  # newer ABCs, of a graph that scorr has made empty
        out = abc(read + how.replace("scorr; ", ""), log)
    if good not in out:
        wrong = satisfied(base + ".violated.aig", frames, log)
        if not wrong:
            raise Undecided("not proved, but no assertion is found violated; log %s" % log)
        raise Failure("violated: %s; log %s" % (" ".join(sorted(n.split(".")[0] for n in wrong)), log))

    wanted = {a + ".checked" for a in asserts} | {c + ".reached" for c in covers}
    missing = wanted - satisfied(base + ".reached.aig", frames, log)
    if missing != impossible(stage, params):
        raise Failure("never reached: %s; log %s" % (" ".join(sorted(missing)) or "nothing, though it should be", log))


def title(stage, params):
    return " ".join([stage or "unit"] + ["%s=%d" % p for p in params.items()])


def main(arguments):
    """prove.py STAGE [PARAMETER=VALUE ...], as title() has it: one proof; prints its result, in the form of
    synth/campaign/kinds.py.

    Exit status: 0 proved, or not decided in LIMIT; 1 violated; 2 misuse; 3 environment error.
    """
    stage = arguments[0] if arguments else ""
    params = dict(re.findall(r"^(\w+)=(\d+)$", "\n".join(arguments[1:]), re.M))
    known = {name: values for name, values, _ in proofs()}
    stage = "" if stage == "unit" else stage
    if not arguments or stage not in known or len(params) != len(arguments) - 1:
        stages = " ".join(name or "unit" for name in known)
        print(
            "openshfl: prove.py %s: expected one of %s, and PARAMETER=VALUE ..." % (" ".join(arguments), stages),
            file=sys.stderr,
        )
        return 2
    outcome, finding = "proved", ""
    try:
        with tempfile.TemporaryDirectory() as folder:
            prove(stage, {name: int(value) for name, value in params.items()}, RTL, os.path.join(folder, "proof"))
    except TimeUp:
        outcome = "undecided"
    except (Undecided, OSError) as wrong:
        print("openshfl: %s" % wrong, file=sys.stderr)
        return 3
    except Failure as failure:
        outcome, finding = "violated", str(failure).split("; log ")[0]
    adds = {name: int(name == outcome) for name in ("proved", "undecided", "violated")}
    print(json.dumps({"of": {"harness": arguments[0]}, "adds": adds, "finding": finding}))
    return adds["violated"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
