# SPDX-License-Identifier: Apache-2.0
"""python3 -m cli.web.exercises OUT.json - the exercises of the explorer: mutants of the model, and their wrong results.

cli/web/lessons.toml names the records of tests/mutants/. Each mutant is a copy of the model with an edit,
compiled with cli/web/points.c, of AMD's model points_amd.c; its results are compared with those of the golden model.
OUT.json is

    exercises   file, lines (of the mutant), wrong_lines (their numbers), why, repaired (the original lines), and
                kind, a key of kinds, and map: a digit per point, the sum of 1 wrong Rd and 2 wrong Pu; or 4, wrong
                write enable. The points are each setting, mode, index and lane, in the order of
    kinds       settings, modes, indices and lanes, as texts

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


def results(kind, folder, edit=None):
    """The results of a model, built in FOLDER: {point of a warp: [(we, pu, rd) of each lane]}."""
    shutil.rmtree(folder, ignore_errors=True)
    run.copy(ROOT / "model", folder / "model")
    if edit:
        run.edit(folder / edit.file, edit.old, edit.new)
    compiler = [os.environ.get("CC") or "cc", *"-std=c11 -O0 -w".split(), f"-I{folder}", "-o", folder / "points"]
    sources = [path for path in sorted((folder / "model").glob("*.c")) if kind == "AMD" or "amd" not in path.name]
    run.need([*compiler, ROOT / "cli/web" / KINDS[kind][0], *sources], 300, folder / "log")
    found = {}
    for line in run.need([folder / "points"], 60, folder / "log").splitlines():
        values = [int(word) for word in line.split()]
        *point, we, pu = values[:-LANES]
        found[tuple(point)] = [(we >> k & 1, pu >> k & 1, value) for k, value in enumerate(values[-LANES:])]
    return found


def wrong(expected, got):
    """The digit of the map for a lane."""
    if got[0] != expected[0]:
        return 4
    return expected[0] * (2 * (got[1] != expected[1]) + (got[2] != expected[2]))


def who(active, first=0):
    off = [str(first + k) for k in range(LANES) if not active >> k & 1]
    return f"lanes {' and '.join(off)} do not execute" if off else "all lanes execute"


def setting(segmask, clamp, active):
    return f"segments of {LANES - segmask} lanes, clamp {clamp}, {who(active)}"


def setting_amd(bc, active):
    return f"bound_ctrl {bc}, {who(active, 12)}"


# the program that prints the points; how many numbers of a point are its setting, and their text; modes, indices, lanes
KINDS = {
    "SHFL": ("points.c", 3, setting, ["IDX", "UP", "DOWN", "BFLY"], range(LANES), range(LANES)),
    "AMD": ("points_amd.c", 2, setting_amd, ["row_shl", "row_shr", "row_ror", "row_xmask"], range(1, 9), range(12, 20)),
}


def exercise_of(record, kind, good, folder):
    """An exercise, whose mutant is built in FOLDER; GOOD: the results of the golden model."""
    bad = results(kind, folder / record.name, record)
    lines = exercise.mutated(record)
    return {
        "kind": kind,
        "file": record.file,
        "lines": lines,
        "wrong_lines": exercise.line_numbers(record),
        "why": record.why,
        "repaired": exercise.repaired((ROOT / record.file).read_text(encoding="utf-8").splitlines(), lines),
        "map": "".join(str(wrong(*lanes)) for point in good for lanes in zip(good[point], bad[point], strict=True)),
    }


def made(folder):
    """All that the page needs, built in FOLDER."""
    good = {kind: results(kind, folder / f"golden_{kind}") for kind in KINDS}
    return {
        "kinds": {
            kind: {
                "settings": list(dict.fromkeys(text(*point[:numbers]) for point in good[kind])),
                "modes": modes,
                "indices": list(map(str, indices)),
                "lanes": list(map(str, lanes)),
            }
            for kind, (_, numbers, text, modes, indices, lanes) in KINDS.items()
        },
        "exercises": [
            exercise_of(record, kind, good[kind], folder)
            for record in chosen()
            for kind in ["AMD" if "amd" in record.file else "SHFL"]
        ],
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
