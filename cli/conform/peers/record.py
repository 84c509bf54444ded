# SPDX-License-Identifier: Apache-2.0
"""The record of the shuffles of others, peers.json: by name, what `openshfl conform` said of each. On
docs/reference/peers.md.

peer, version  a name that anybody can find, and a version or commit; on: the distribution or package index
kind, how      of KINDS and HOW; date, kit: when it was run, and by which openshfl
contract       what it promises; profile: the same for the kit, without the lanes; empty for PTX
counts         of each level: level, lanes, and differ, points and refused of IDX, UP, DOWN and BFLY; null where a
               mode was not run. faults: by mode, the known faults that give all its results
verdict        what faults and counts do not say; smallest: the smallest call that is wrong
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
COUNTED = {"level", "lanes", "differ", "points"}
TEXTS = {"on", "profile", "verdict", "smallest"}


def wrong(name, what):
    raise ValueError(f"{PATH.name}: {name}: {what}")


def check_count(name, count):
    if not COUNTED <= set(count) <= COUNTED | {"refused", "faults"}:
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
        texts = [row[key] for key in row if key not in ("counts", "profile")]
        if not NEEDED <= set(row) <= NEEDED | TEXTS or not all(isinstance(text, str) and text for text in texts):
            wrong(name, f"expected texts, {', '.join(sorted(NEEDED))}, and maybe {', '.join(sorted(TEXTS))}")
        if row["kind"] not in KINDS or row["how"] not in HOW:
            wrong(name, f"expected kind {', '.join(KINDS)}; how {', '.join(HOW)}")
        if not row["counts"] and "verdict" not in row:
            wrong(name, "no row without a run: expected counts, or a verdict")
        for count in row["counts"]:
            check_count(name, count)
    return record


def read(path=PATH):
    return check(json.loads(pathlib.Path(path).read_text(encoding="utf-8")))


def write(record, path=PATH):
    """A line for each peer, and for each level; the file changes at once."""
    rows = []
    for name, row in check(record).items():
        head = json.dumps({key: row[key] for key in row if key != "counts"})[:-1]
        counts = "".join(f"\n  {json.dumps(count)}," for count in row["counts"]).rstrip(",")
        rows.append(f' {json.dumps(name)}: {head}, "counts": [{counts}]}}')
    part = pathlib.Path(f"{path}.part")
    part.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    part.replace(path)


def agrees(row):
    return bool(row["counts"]) and all(
        not any(count["differ"]) and not any(count.get("refused", ())) for count in row["counts"]
    )
