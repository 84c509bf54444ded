# SPDX-License-Identifier: Apache-2.0
"""Find the line: mutant number N of the RTL as `make sim` reports it.

    make exercise N=7

The mutants are those of tests/mutants/ that the simulator's suites detect on shfl and shfl_banked: the stages of the
data path first, then file by file, and in each by name. The mutated RTL is in $BUILD/exercise/N, with its simulator.
docs/use/debugging.md

Exit status: 0 shown; 2 bad input; 3 the simulator did not do; 130 interrupted.
"""

import functools
import re
import shutil
import sys

from tb import settings
from tests.mutants import run

UNITS = ("shfl", "shfl_banked")
FIRST = [f"rtl/shfl_{stage}.v" for stage in ("decode", "lane_index", "range_check", "select", "mux", "writeback")]


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


def chosen(number):
    """The mutant of a number, which is text."""
    all_of_them = exercises()
    if not re.fullmatch(r"[0-9]+", number) or not 1 <= int(number) <= len(all_of_them):
        raise ValueError(f"N='{number}': expected a number from 1 to {len(all_of_them)}")
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
    print("has all reports, docs/use/debugging.md explains their form. Which line is it? The answer:")
    print(f"    diff -r rtl {folder}/rtl")


def main(number):
    try:
        show(number)
        return 0
    except (ValueError, run.NoResult) as why:
        print(f"exercise: {why}", file=sys.stderr)
        return 2 if isinstance(why, ValueError) else 3
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
