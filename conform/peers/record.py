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


def read(path=PATH):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def write(record, path=PATH):
    """A line for each peer, and for each level; the file changes at once."""
    rows = []
    for name, row in record.items():
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
