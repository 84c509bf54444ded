#!/usr/bin/env python3
"""mutate.py MAKE DIR [--count N] [--seed N] [--jobs N] - what could slip through: Yosys breaks the RTL, the suites have to see it.

Yosys's pass `mutate` chooses N mutants, spread over the gates and source lines of each unit of UNITS: a pin of a
gate or register inverted, or stuck at 0 or 1. Each goes through all suites of shfl_sim. One that survives them is
equivalent if formal/prove.py proves that the mutant still is docs/spec.md, for all inputs and for all time, or
Yosys that it is the unit; otherwise a check is missing. Those that are not killed are printed with their line of
the RTL, and the count of each source file and operator. Scratch files go to DIR.
Exit status: 0 none survived, 1 some did or something failed, 2 misuse or a missing tool.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
import flow
import gates                                                # noqa: E402  pylint: disable=wrong-import-position
import prove                                                # noqa: E402  pylint: disable=wrong-import-position

# every stage and register, both codings, one pass and two; small, so that the proofs are quick
UNITS = ["l4_w2_d7_own_mux2", "l4_w2_d7_zero_chain2_p2", "l8_w1_d1_raw_chain3"]


def design(config, folder):
    """The unit in gates: an RTLIL file, and the parameters. Of wider cells some bits do nothing, which is known."""
    params = flow.full_params("ice40", gates.params_of(config))
    rtl = flow.shown(flow.RTL)
    script = [f"read_verilog -I{rtl} {prove.sources(rtl)}",
              "hierarchy -top shfl" + "".join(f" -chparam {n} {v}" for n, v in params.items()),
              "proc", "flatten", "opt -full", "wreduce", "techmap", "opt -full", f"write_rtlil {flow.shown(folder / 'unit.il')}"]
    yosys(script, folder / "unit")
    return folder / "unit.il", params


def yosys(lines, base):
    base.with_suffix(".ys").write_text("\n".join(lines) + "\n")
    flow.call("yosys", [flow.tool("yosys"), "-q", "-s", flow.shown(base.with_suffix(".ys"))], base.with_suffix(".log"))


def mutants(unit, count, seed, folder):
    """Yosys's commands that make a mutant each."""
    out = folder / "mutants.txt"
    yosys([f"read_rtlil {flow.shown(unit)}", f"mutate -list {count} -seed {seed} -o {flow.shown(out)}"], folder / "list")
    lines = [line for line in out.read_text().splitlines() if line.startswith("mutate ")]
    return [re.sub(r" -src \S+", "", line) for line in lines], [
        (re.findall(r"-src (\S+)", line), re.search(r"-mode (\w+)", line)[1]) for line in lines]


def place_of(sources):
    """Where in the RTL: file and line of the innermost source."""
    found = [re.search(r"(shfl\w*\.v):(\d+)", source) for source in sources]
    found = [match for match in found if match]
    return f"{found[-1][1]}:{found[-1][2]}" if found else "shfl.v:0"


def try_one(make, config, params, unit, command, folder):
    """What became of a mutant: killed, equivalent or survived, and what was said. Number 0, if it is
    killed, is put to the proofs all the same, which must not call it equivalent."""
    shutil.rmtree(folder, ignore_errors=True)
    rtl = folder / "rtl"
    rtl.mkdir(parents=True)
    shutil.copy(flow.RTL / "shfl_defs.vh", rtl)
    yosys([f"read_rtlil {flow.shown(unit)}", command, "opt_clean", f"write_verilog -noattr {flow.shown(folder / 'flat.net')}"],
          folder / "mutant")
    gates.with_parameters(folder / "flat.net", rtl / "shfl.v")
    last, passed = gates.simulate(make, config, rtl, folder)
    if not passed:
        if "failed" not in last:
            raise flow.Failed(f"{flow.shown(folder)}: the simulation did not end: {last}")
        if folder.name == "0" and (equal(unit, command, folder) or gates.proved(params, rtl, folder, ["data", ""])[0]):
            raise flow.Failed(f"{flow.shown(folder)}: killed, and yet proved equal to the unit")
        shutil.rmtree(folder)
        return "killed", last
    good = equal(unit, command, folder)
    said = "equal to the unit, register by register"
    if not good:
        good, said = gates.proved(params, rtl, folder, ["data", ""])
    if good:
        shutil.rmtree(folder)
    return ("equivalent" if good else "survived"), said


def equal(unit, command, folder):
    """Whether Yosys proves, by induction, that each register and output of the mutant is that of the unit."""
    both = [[f"read_rtlil {flow.shown(unit)}", *change, f"rename shfl {name}", f"design -stash {name}"]
            for name, change in (("gold", []), ("gate", [command]))]
    try:
        yosys([*both[0], *both[1], "design -copy-from gold gold", "design -copy-from gate gate",
               "equiv_make gold gate equal", "hierarchy -top equal", "equiv_simple", "equiv_induct",
               "equiv_status -assert"], folder / "equal")
    except flow.Failed as error:
        if "Found" not in str(error) or "unproven" not in str(error):
            raise
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description="Let Yosys break the RTL, and see that the suites notice.")
    parser.add_argument("make", metavar="MAKE")
    parser.add_argument("dir", metavar="DIR")
    parser.add_argument("--count", type=int, default=510, metavar="N", help="mutants, over all units (510)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=flow.JOBS, metavar="N")
    args = parser.parse_args()
    if args.count < len(UNITS):
        print(f"mutate.py: --count {args.count}: expected {len(UNITS)} or more", file=sys.stderr)
        return 2
    where = pathlib.Path(args.dir).resolve()
    tally, lost = collections.Counter(), 0
    try:
        with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool:
            work = []
            for config in UNITS:
                folder = where / config
                folder.mkdir(parents=True, exist_ok=True)
                unit, params = design(config, folder)
                commands, kinds = mutants(unit, args.count // len(UNITS), args.seed, folder)
                for number, (command, (sources, mode)) in enumerate(zip(commands, kinds)):
                    work.append((config, number, command, place_of(sources), mode,
                                 pool.submit(try_one, args.make, config, params, unit, command, folder / str(number))))
            for config, number, command, place, mode, done in work:
                try:
                    fate, said = done.result()
                except flow.Failed as error:
                    fate, said = "failed", str(error)
                tally[place.split(":")[0], mode, fate] += 1
                if fate != "killed":
                    bad = fate != "equivalent"
                    lost += bad
                    print(f"{'FAIL' if bad else 'PASS'} mutate: {config} {number}, {place}, {mode}: {fate}: {said}"
                          + f"; {command}" * bad, flush=True)
    except flow.Misuse as error:
        print(f"mutate.py: {error}", file=sys.stderr)
        return 2
    table(tally)
    total, killed = sum(tally.values()), sum(n for (_, _, fate), n in tally.items() if fate == "killed")
    ok = lost == 0 and killed * 2 > total
    print(f"{'PASS' if ok else 'FAIL'} mutate: {total} mutants, {killed} killed, "
          f"{sum(n for (_, _, fate), n in tally.items() if fate == 'equivalent')} equivalent, {lost} surviving")
    return 0 if ok else 1


def table(tally):
    fates = ("killed", "equivalent", "survived", "failed")
    print(f"{'source':<24}{'operator':<10}" + "".join(f"{fate:>12}" for fate in fates))
    for source, mode in sorted({key[:2] for key in tally}):
        print(f"{source:<24}{mode:<10}" + "".join(f"{tally[source, mode, fate]:>12}" for fate in fates))


if __name__ == "__main__":
    sys.exit(main())
