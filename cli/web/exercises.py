# SPDX-License-Identifier: Apache-2.0
"""python3 -m cli.web.exercises OUT.json - the exercises of the explorer: mutants of the model, and their wrong results.

cli/web/lessons.toml names the records of tests/mutants/model.toml. Each mutant is a copy of the model with an edit,
compiled with cli/web/points.c; its results are compared with those of the golden model. OUT.json has

    modes, settings   the operand points: each setting, mode, index 0 to 7 and lane 0 to 7
    exercises         file, lines (of the mutant), wrong_lines (their numbers), why, repaired (the original lines) and
                      map: a digit per point, in the order above, the sum of 1 wrong Rd and 2 wrong Pu; or 4, wrong
                      write enable

Exit status: 0 written; 3 a model does not compile or run; 130 interrupted.
"""

import json
import os
import pathlib
import shutil
import sys
import tomllib

from tests.mutants import exercise, run

ROOT = run.ROOT
LANES = 8


def chosen():
    """The records, in the order of the exercises."""
    names = tomllib.loads((ROOT / "cli/web" / "lessons.toml").read_text(encoding="utf-8"))["exercises"]
    records = {record.name: record for record in run.read()}
    return [records[name] for name in names]


def results(folder, edit=None):
    """The results of a model, built in FOLDER: {point of a warp: [(we, pu, rd) of each lane]}."""
    shutil.rmtree(folder, ignore_errors=True)
    run.copy(ROOT / "model", folder / "model")
    if edit:
        run.edit(folder / edit.file, edit.old, edit.new)
    compiler = [os.environ.get("CC") or "cc", *"-std=c11 -O0 -w".split(), f"-I{folder}", "-o", folder / "points"]
    sources = [path for path in sorted((folder / "model").glob("*.c")) if "amd" not in path.name]
    run.need([*compiler, ROOT / "cli/web" / "points.c", *sources], 300, folder / "log")
    found = {}
    for line in run.need([folder / "points"], 60, folder / "log").splitlines():
        *point, we, pu = map(int, line.split()[:7])
        rd = map(int, line.split()[7:])
        found[tuple(point)] = [(we >> k & 1, pu >> k & 1, value) for k, value in enumerate(rd)]
    return found


def wrong(expected, got):
    """The digit of the map for a lane."""
    if got[0] != expected[0]:
        return 4
    return expected[0] * (2 * (got[1] != expected[1]) + (got[2] != expected[2]))


def setting(segmask, clamp, active):
    off = [str(k) for k in range(LANES) if not active >> k & 1]
    executes = f"lanes {' and '.join(off)} do not execute" if off else "all lanes execute"
    return f"segments of {LANES - segmask} lanes, clamp {clamp}, {executes}"


def exercise_of(record, good, folder):
    """An exercise, whose mutant is built in FOLDER; GOOD: the results of the golden model."""
    bad = results(folder / record.name, record)
    lines = exercise.mutated(record)
    return {
        "file": record.file,
        "lines": lines,
        "wrong_lines": exercise.line_numbers(record),
        "why": record.why,
        "repaired": exercise.repaired((ROOT / record.file).read_text(encoding="utf-8").splitlines(), lines),
        "map": "".join(str(wrong(*lanes)) for point in good for lanes in zip(good[point], bad[point], strict=True)),
    }


def made(folder):
    """All that the page needs, built in FOLDER."""
    good = results(folder / "golden")
    return {
        "modes": ["IDX", "UP", "DOWN", "BFLY"],
        "settings": list(dict.fromkeys(setting(*point[:3]) for point in good)),
        "exercises": [exercise_of(record, good, folder) for record in chosen()],
    }


if __name__ == "__main__":
    out = pathlib.Path(sys.argv[1])
    partial = out.with_name(f"{out.name}.{os.getpid()}.part")
    try:
        partial.write_text(json.dumps(made(out.parent.resolve() / "exercises")), encoding="utf-8")
    except run.NoResult as why:
        print(f"exercises: {why}", file=sys.stderr)
        sys.exit(3)
    except KeyboardInterrupt:
        sys.exit(130)
    partial.replace(out)
