# SPDX-License-Identifier: Apache-2.0
"""Find the line: mutant number N of the RTL as `make sim` reports it, and whether an answer names the line.

    make exercise N=7
    make exercise N=7 ANSWER=rtl/shfl_range_check.v:17

The mutants are those of tests/mutants/ that the simulator's suites detect on shfl and shfl_banked: the stages of the
data path first, then file by file, and in each by name. The first form puts the mutated RTL into $BUILD/exercise/N,
builds its simulator and shows its report. The second compares.
docs/use/debugging.md

Exit status: 0 shown, or the line is right; 1 the line is wrong, for which make ends with 0; 2 bad input; 3 the
simulator did not do; 130 interrupted.
"""

import difflib
import functools
import re
import shutil
import sys

from tb import settings
from tests.mutants import run

UNITS = ("shfl", "shfl_banked")
FIRST = [f"rtl/shfl_{stage}.v" for stage in ("decode", "lane_index", "range_check", "select", "mux", "writeback")]


class Misuse(Exception):
    """A wrong argument; the message has what is expected."""


@functools.cache
def exercises():
    """The mutants of the exercises: number N is element N - 1."""

    def is_one(mutant):
        options = mutant.checks.get("suites", {"bare": True})
        return not options.get("bare") and settings.parse(options.get("config", run.CONFIG)).top in UNITS

    place = {file: n for n, file in enumerate(FIRST)}
    return sorted(filter(is_one, run.read()), key=lambda each: (place.get(each.file, len(FIRST)), each.file, each.name))


def number_of(name):
    """The number of the exercise that a record is."""
    return [mutant.name for mutant in exercises()].index(name) + 1


def mutated(mutant):
    """The text of its file, as a list of lines, with the edit in it."""
    return run.replaced(run.ROOT / mutant.file, mutant.old, mutant.new).splitlines()


def line_numbers(mutant):
    """The lines of the mutated text, from 1, that are right answers: those that differ, those around a missing one."""
    before = (run.ROOT / mutant.file).read_text(encoding="utf-8").splitlines()
    numbers = set()
    for kind, _, _, first, last in difflib.SequenceMatcher(None, before, mutated(mutant), False).get_opcodes():
        if kind == "delete":
            numbers |= {first, first + 1}
        elif kind != "equal":
            numbers |= set(range(first + 1, last + 1))
    return sorted(numbers)


def chosen(number):
    """The mutant of a number, which is text."""
    all_of_them = exercises()
    if not re.fullmatch(r"[0-9]+", number) or not 1 <= int(number) <= len(all_of_them):
        raise Misuse(f"N='{number}': expected a number from 1 to {len(all_of_them)}")
    return all_of_them[int(number) - 1]


def show(number):
    """Build the simulator of the mutated RTL, and print its first report."""
    mutant = chosen(number)
    config = mutant.checks["suites"].get("config", run.CONFIG)
    folder = run.BUILD / "exercise" / str(int(number))
    shutil.rmtree(run.ROOT / folder, ignore_errors=True)
    run.copy(run.ROOT / "rtl", run.ROOT / folder / "rtl")
    run.edit(run.ROOT / folder / mutant.file, mutant.old, mutant.new)
    simulator = run.program("sim", folder, folder, config)
    status, output = run.call([simulator], 300, folder / "sim.log")
    reports = re.split(r"^(?=MISMATCH)", output, flags=re.MULTILINE)[1:]
    if status != 1 or not reports:
        raise run.NoResult(f"the simulator ends with {status}: {output[-600:]}")
    first = re.split(r"^(?=ok |FAIL )", reports[0], maxsplit=1, flags=re.MULTILINE)[0]
    print(f"{first.rstrip()}\n\nA line of the RTL in {folder} is wrong. {folder}/sim.log")
    print("has all reports, docs/use/debugging.md explains their form. Which line is it? An answer looks like this:")
    print(f"    make exercise N={int(number)} ANSWER=rtl/shfl.v:1")


def answered(number, answer):
    """Whether an answer, FILE:LINE, is right; prints which."""
    mutant = chosen(number)
    found = re.fullmatch(rf"(?:{run.BUILD}/exercise/\d+/)?(rtl/(?:chain/)?\w+\.vh?):([0-9]+)", answer)
    if not found or not (run.ROOT / found[1]).is_file():
        raise Misuse(f"ANSWER='{answer}': expected FILE:LINE, such as rtl/shfl.v:1, of a file of rtl/ or rtl/chain/")
    name, line = found[1], int(found[2])
    path = run.ROOT / name
    lines = mutated(mutant) if name == mutant.file else path.read_text(encoding="utf-8").splitlines()
    if not 1 <= line <= len(lines):
        raise Misuse(f"ANSWER='{answer}': expected a line from 1 to {len(lines)}, which {name} has")
    if name != mutant.file or line not in line_numbers(mutant):
        print(f"No: line {line} of {name} is as it should be.")
        return False
    print(f"Right: {mutant.why}. The line should be")
    before = (run.ROOT / mutant.file).read_text(encoding="utf-8").splitlines()
    print(*("  " + text for text in repaired(before, mutated(mutant))), sep="\n")
    return True


def repaired(before, after):
    """The lines of a text that another text has not."""
    blocks = difflib.SequenceMatcher(None, before, after, False).get_opcodes()
    return [line for kind, first, last, _, _ in blocks if kind != "equal" for line in before[first:last]]


def main(number, answer):
    try:
        if answer:
            return 0 if answered(number, answer) else 1
        show(number)
        return 0
    except Misuse as why:
        print(f"exercise: {why}", file=sys.stderr)
        return 2
    except run.NoResult as why:
        print(f"exercise: {why}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
