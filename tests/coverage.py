#!/usr/bin/env python3
"""coverage.py SIM DIR RTL_DIR - how much of the RTL do the suites exercise?

SIM is a simulator that Verilator built with line and toggle coverage; DIR gets the data. Runs all suites,
then reports, module by module, which points they reach; 100 % is the goal, and coverage_exceptions.txt
beside this program names what is let off. Prints a table, a PASS or FAIL line per check, and after a FAIL
each point that was missed. Exit status: 0 all covered, 1 not, 2 misuse.

A point is either a branch of the source (if, else, case item, block), reached when it was executed, or a
bit of a signal, reached when it changed at least twice in one unit in one run, hence both ways: the first
change alone may be the step out of the simulator's initial state.

A point is counted once per place in the source, not once per instance and configuration; it is reached if it
was reached in any of them. All lanes have the same stages, and every configuration is made of the same
text, so that a point missed everywhere is a hole in the suites, while most of those missed somewhere are
as they must be: a lane 0 that has no lane below, a rank that this DEPTH does not have. What the instances
do not share are the wires between them; those are bits of the vectors in shfl and the crossbars, each a
point of its own. That each lane is right is not for coverage to say: every output is compared with the model.

Runs are cut to COUNT warps per suite. A usual run begins with the same warps, so it covers no less.
"""
import collections
import os
import re
import shutil
import subprocess
import sys

COUNT = 16384
EXCEPTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "coverage_exceptions.txt")

Point = collections.namedtuple("Point", "module kind line column name")  # kind: "line" or "toggle"
Exemption = collections.namedtuple("Exemption", "where module name")

failed = False


def misuse(text):
    print("coverage.py: " + text, file=sys.stderr)
    sys.exit(2)


def check(name, why):
    """One line of verdict: PASS if there is no reason why not."""
    global failed
    print(f"FAIL {name}: {why}" if why else f"PASS {name}")
    failed |= bool(why)


def run(sim, folder, *options):
    """The points of a run of SIM: a dictionary from Point to whether it was reached."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    done = subprocess.run([sim, "--quiet", "--fail-dir", folder, *options], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "SHFL_COVERAGE_DIR": os.path.abspath(folder)}, check=False)
    if done.returncode:
        print(done.stdout, end="")
        check("coverage: the suites pass", f"exit status {done.returncode} of {sim} {' '.join(options)}")
        sys.exit(1)
    points = {}
    files = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".dat")]
    for path in files:
        with open(path, encoding="ascii") as f:
            if f.readline() != "# SystemC::Coverage-3\n":
                misuse(f"{path}: is no coverage data of the kind that Verilator 5 writes")
            for text in f:
                read_point(path, text, points)
    if not points:
        misuse(f"{sim}: wrote no coverage data; it wants to be built with Verilator's --coverage-line "
               "--coverage-toggle, as make coverage does")
    return points


def read_point(path, text, points):
    r"""A line is C 'KEYS' COUNT; a key is \1NAME\2VALUE: f file, l line, n column, o what, h instance."""
    match = re.fullmatch(r"C '(.*)' (\d+)\n", text)
    if not match:
        misuse(f"{path}: cannot read the line {text!r}")
    key = dict(part.split("\2", 1) for part in match.group(1).split("\1") if part)
    kind = "toggle" if key["page"].startswith("v_toggle") else "line"
    module = os.path.splitext(os.path.basename(key["f"]))[0]
    line = int(key["l"])
    name = key["o"] if kind == "toggle" else f"{line}:{key['o']}"
    point = Point(module, kind, line, int(key["n"]), name)
    points[point] = points.get(point, False) or int(match.group(2)) >= (2 if kind == "toggle" else 1)


def read_exceptions(path):
    exceptions = []
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            words = line.split("#")[0].split(None, 2)
            if len(words) == 3:
                exceptions.append(Exemption(f"{path}:{number}", *words[:2]))
            elif words:
                misuse(f"{path}:{number}: wants MODULE, SIGNAL and the reason")
    return exceptions


def matches(exemption, point):
    return exemption.module == point.module and exemption.name in (point.name, point.name.split("[")[0])


def needless(points, exceptions, rtl):
    """What is wrong with the exceptions: a list of sentences."""
    wrong = []
    for exemption in exceptions:
        found = [p for p in points if matches(exemption, p)]
        reached = [p for p in found if points[p]]
        if not found and exemption.name not in declared(rtl.get(exemption.module)):
            wrong.append(f"{exemption.where}: {exemption.module} has no {exemption.name}")
        elif reached:
            wrong.append(f"{exemption.where}: {exemption.module} {reached[0].name} is covered")
    return wrong


def missed(points, exceptions):
    return sorted(p for p in points if not points[p] and not any(matches(e, p) for e in exceptions))


def declared(path):
    """The names of the signals that a source file declares."""
    if not path:
        return set()
    with open(path, encoding="utf-8") as f:
        text = re.sub(r"//.*", "", f.read())
    found = re.findall(r"\b(?:wire|reg)\s+(?:signed\s+)?(?:\[[^\]]*\]\s*)?"
                       r"(\w+(?:\s*,\s*\w+(?=\s*[,;]))*)", text)
    return {name for names in found for name in re.split(r"\s*,\s*", names)}


def uncounted(points, exceptions, rtl):
    """Signals of the sources that have no point: if the simulator passes over them, 100 % means little."""
    lacking = []
    for module, path in rtl.items():
        counted = {p.name.split("[")[0] for p in points if p.module == module and p.kind == "toggle"}
        counted |= {e.name for e in exceptions if e.module == module}
        lacking += [f"{path}: {name}" for name in sorted(declared(path) - counted)]
    return lacking


def table(points, exceptions, rtl):
    print(f"{'module':<20}{'branches':>16}{'bits':>16}{'excepted':>12}{'missed':>10}")
    left = missed(points, exceptions)
    for module in [*rtl, None]:  # None: all of them
        row = [p for p in points if module in (p.module, None)]
        gap = [p for p in left if module in (p.module, None)]
        reached = {kind: f"{sum(points[p] for p in row if p.kind == kind)} of {sum(p.kind == kind for p in row)}"
                   for kind in ("line", "toggle")}
        excepted = sum(not points[p] for p in row) - len(gap)
        print(f"{module or 'all':<20}{reached['line']:>16}{reached['toggle']:>16}{excepted:>12}{len(gap):>10}")


def main():
    if len(sys.argv) != 4:
        misuse("takes SIM, DIR and RTL_DIR")
    sim, folder, rtl_dir = sys.argv[1:]
    if not os.access(sim, os.X_OK):
        misuse(f"{sim}: there is no such program")
    names = sorted(os.listdir(rtl_dir)) if os.path.isdir(rtl_dir) else []
    rtl = {name[:-2]: os.path.join(rtl_dir, name) for name in names if name.endswith(".v")}
    if not rtl:
        misuse(f"{rtl_dir}: has no .v files")
    exceptions = read_exceptions(EXCEPTIONS)

    def of_rtl(points):  # the windows of tb/shfl_probe.v do not count
        return {p: reached for p, reached in points.items() if p.module in rtl}

    points = of_rtl(run(sim, os.path.join(folder, "all"), "--count", str(COUNT)))
    table(points, exceptions, rtl)
    for module, path in rtl.items():
        total = sum(p.module == module for p in points)
        gaps = [p for p in missed(points, exceptions) if p.module == module]
        why = f"{len(gaps)} of {total} points missed" if gaps else "" if total else "it has no points"
        check(f"coverage: {module}, {total} points", why)
        for gap in gaps:
            what = gap.name if gap.kind == "toggle" else f"branch {gap.name}"
            print(f"  {path}:{gap.line}: {what}")
    check("coverage: every signal counts", "; ".join(uncounted(points, exceptions, rtl)))
    check("coverage: every exception is needed", "; ".join(needless(points, exceptions, rtl)))

    # the check on trial: it has to see that suites are left out, and exceptions that are not needed
    few = of_rtl(run(sim, os.path.join(folder, "few"), "--suite", "routing", "--count", "8"))
    check(f"coverage: 8 warps of one suite miss {len(missed(few, exceptions))} points",
          "" if set(few) == set(points) and missed(few, exceptions) else "none, or others are counted")
    one = next(p for p in points if points[p] and p.kind == "toggle")
    signal = one.name.split("[")[0]
    surplus = [Exemption("a trial", one.module, one.name), Exemption("a trial", one.module, "no_such_signal")]
    check("coverage: needless exceptions are seen",
          "" if len(needless(points, surplus, rtl)) == 2 else "they are not")
    fewer = {p: reached for p, reached in points.items() if (p.module, p.name.split("[")[0]) != (one.module, signal)}
    check("coverage: a signal that is not counted is seen",
          "" if f"{rtl[one.module]}: {signal}" in uncounted(fewer, exceptions, rtl) else f"{signal} is not")
    sys.exit(failed)


main()
