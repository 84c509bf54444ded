# SPDX-License-Identifier: Apache-2.0
"""The clocks of the boards' bitstreams, over three seeds of the placer: measured into clocks.json, and as a table."""

import datetime
import json

from lib import markdown
from synth.flow import changes, results

from . import build

FILE = build.FOLDER / "clocks.json"
RECORDS = build.FOLDER / "records"  # that somebody has sent
SEEDS = (1, 2, 3)


def measure(boards):
    """Make the bitstreams of all units of these boards, with each seed, and record what nextpnr says of them."""
    commit, found = changes.head(), {}
    for name in boards:
        for unit in build.board(name).units:
            made = [build.placed(name, unit, seed) for seed in SEEDS]
            row = {"board": name, "unit": unit, "commit": commit, "date": datetime.date.today().isoformat()}
            row["rtl"] = rtl(name)
            row |= {what: made[0][what] for what in ("params", "used", "available", "tools")}
            found[key(row)] = row | {"mhz": [one["mhz"] for one in made]}
    kept = {key(row): row for row in load()} | found
    FILE.write_text("[\n" + ",\n".join(json.dumps(kept[at]) for at in sorted(kept)) + "\n]\n")


def load():
    return json.loads(FILE.read_text()) if FILE.exists() else []


def rtl(name):
    """A hash of the Verilog and the script that a board's bitstreams are made of, comments and blanks aside."""
    about = build.board(name)
    files = build.sources(build.FAMILY, about.top, about.folder)
    files = (*files, *results.headers(files), build.FAMILY.script)
    return results.digest([[file.name, results.verilog(file)] for file in files])[:16]


def key(row):
    return row["board"], row["unit"]


def ages():
    """What `make report-check` says: which bitstreams are of other RTL than today's."""
    files = build.sources(build.FAMILY, "shfl_board")
    return changes.ages((row["board"], row, files) for row in load())


def table():
    """As Markdown; a clock of other RTL than today's is marked."""
    heading = ["board", "unit", "parameters", "logic cells", "block RAMs", "MHz of three seeds", "date"]
    rows = []
    for row in load():
        used, there = (row[of]["ICESTORM_LC"] for of in ("used", "available"))
        params = " ".join(f"{name}={row['params'][name]}" for name in ("LANES", "W", "DEPTH", "NETWORK"))
        mhz = ", ".join(f"{value:.1f}" for value in row["mhz"])
        date = row["date"] + ", of older RTL" * (row["rtl"] != rtl(row["board"]))
        cells = f"{used:,} of {there:,}"
        rows.append([row["board"], row["unit"], f"`{params}`", cells, row["used"]["ICESTORM_RAM"], mhz, date])
    return markdown.table(heading, rows, {3, 4})


def margin():
    """The least clock of all bitstreams, as a multiple of its board's clock."""
    return min(min(row["mhz"]) * 1e6 / build.board(row["board"]).clock for row in load())
