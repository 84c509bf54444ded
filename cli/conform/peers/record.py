# SPDX-License-Identifier: Apache-2.0
"""The record of the shuffles of others, peers.json: by name, what `openshfl conform` said of each. On
docs/reference/peers.md.

peer      its name; version: a version or commit, and its year
kind      one of KINDS
date, kit when it was run, and by which openshfl
how       one of HOW; on: the distribution or package index it was taken from
contract  what it promises; profile: the same for the kit, without the lanes, if a profile can say it; empty for PTX
counts    of each level that was run: level, lanes, and differ, points and refused of IDX, UP, DOWN and BFLY; null where
          a mode was not run or its count was not kept. faults: by mode, the known faults that give all its results
verdict   in words, where faults and counts do not say it; text: counts that have no such form
smallest  the smallest call that is wrong; note: more, such as what its own tests do; device: what it calls itself
"""

import json
import pathlib

PATH = pathlib.Path(__file__).with_name("peers.json")
MODES = "IDX", "UP", "DOWN", "BFLY"
KINDS = {
    "simulator": "Simulators",
    "translator": "Translators and emulators",
    "runtime": "Runtimes with sub-groups",
    "header": "Headers and libraries",
    "compiler": "Compilers",
    "core": "Cores",
    "amd": "Models of AMD's GPUs",
}
HOW = {
    "in place": "its own code, compiled in place with stubs around it",
    "packaged": "packaged, or built whole",
    "formula": "a copy of its formula",
}
NEEDED = {"peer", "version", "kind", "date", "kit", "how", "contract", "counts"}
TEXTS = {"on", "profile", "verdict", "text", "smallest", "note", "device"}
COUNT = {"level", "lanes", "differ", "points", "refused", "faults"}


def wrong(name, what):
    raise ValueError(f"{PATH.name}: {name}: {what}")


def check_count(name, count):
    if set(count) - COUNT or not {"level", "lanes", "differ", "points"} <= set(count):
        wrong(name, f"expected level, lanes, differ and points, and maybe refused and faults: {sorted(count)}")
    numbers = [count["differ"], count["points"], count.get("refused", [0] * 4)]
    if any(len(row) != 4 or any(n is not None and (type(n) is not int or n < 0) for n in row) for row in numbers):
        wrong(name, f"level {count['level']}: expected four counts, or null")
    for mode, differ, points, refused in zip(MODES, *numbers):
        if None not in (differ, points) and differ + (refused or 0) > points:
            wrong(name, f"level {count['level']}: {mode}: {differ} of {points} points")
        if mode in count.get("faults", {}) and not differ:
            wrong(name, f"level {count['level']}: {mode}: a fault without a difference")
    if set(count.get("faults", {})) - set(MODES):
        wrong(name, f"faults: expected {', '.join(MODES)}")


def check(record):
    for name, row in record.items():
        texts = {
            key
            for key, value in row.items()
            if key != "counts" and not (isinstance(value, str) and (value or key == "profile"))
        }
        if texts or not set(row) >= NEEDED or set(row) - NEEDED - TEXTS:
            wrong(name, f"expected texts, {', '.join(sorted(NEEDED))}, and maybe {', '.join(sorted(TEXTS))}")
        if row["kind"] not in KINDS or row["how"] not in HOW:
            wrong(name, f"expected kind {', '.join(KINDS)}; how {', '.join(HOW)}")
        if not row["counts"] and not {"text", "verdict"} & set(row):
            wrong(name, "no row without a run: expected counts, or a verdict")
        for count in row["counts"]:
            check_count(name, count)
    return record


def read(path=PATH):
    return check(json.loads(pathlib.Path(path).read_text(encoding="utf-8")))


def write(record, path=PATH):
    """A row per peer and a line per level; the file changes at once."""
    check(record)
    rows = []
    for name, row in record.items():
        counts = ",\n".join(f"   {json.dumps(count)}" for count in row["counts"])
        fields = [f"  {json.dumps(key)}: {json.dumps(row[key])}" for key in row if key != "counts"]
        fields.append('  "counts": [' + (f"\n{counts}\n  ]" if counts else "]"))
        rows.append(f" {json.dumps(name)}: {{\n" + ",\n".join(fields) + "\n }")
    part = pathlib.Path(f"{path}.part")
    part.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    part.replace(path)


def agrees(row):
    return bool(row["counts"]) and all(
        not any(count["differ"]) and not any(count.get("refused", ())) for count in row["counts"]
    )
