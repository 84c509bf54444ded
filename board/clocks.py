# SPDX-License-Identifier: Apache-2.0
"""The clocks of the boards' bitstreams, over three seeds of the placer: measured into clocks.json, and as a table."""

import datetime
import json

from synth.fpga.flow.common import Trouble, shown

from . import build

FILE = build.FOLDER / "clocks.json"
RECORDS = build.FOLDER / "records"  # that somebody has sent
SEEDS = (1, 2, 3)


def measure(boards):
    """Make the bitstreams of all units of these boards, with each seed, and record what nextpnr says of them."""
    measured = {}
    for name in boards:
        rows = {}
        for unit in build.board(name).units:
            made = [build.placed(name, unit, seed) for seed in SEEDS]
            rows[unit] = {
                "params": made[0]["params"],
                "used": made[0]["used"],
                "available": made[0]["available"],
                "seeds": list(SEEDS),
                "mhz": [one["mhz"] for one in made],
            }
        measured[name] = {
            "command": f"make board-clocks BOARD={name}",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "tools": made[0]["tools"],
            "units": rows,
        }
    kept = (json.loads(FILE.read_text()) if FILE.exists() else {}) | measured
    try:
        FILE.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n")
    except OSError as error:
        raise Trouble(f"{shown(FILE)}: {error.strerror}") from None


def main_cell(row):
    """The part's logic cell: of those that a design uses, the one that it uses most."""
    return max(row["used"], key=lambda cell: row["used"][cell])


def table():
    """As Markdown."""
    rows = ["| board | unit | parameters | logic cells | block RAMs | MHz of three seeds | clock of the board |"]
    rows.append("| --- | --- | --- | ---: | ---: | --- | ---: |")
    for name, about in json.loads(FILE.read_text()).items():
        for unit, row in about["units"].items():
            cell = main_cell(row)
            rams = sum(n for key, n in row["used"].items() if key in ("ICESTORM_RAM", "DP16KD", "BSRAM"))
            params = " ".join(f"{key}={row['params'][key]}" for key in ("LANES", "W", "DEPTH", "NETWORK"))
            mhz = ", ".join(f"{value:.1f}" for value in row["mhz"])
            used = f"{row['used'][cell]:,} of {row['available'][cell]:,}"
            rows.append(
                f"| {name} | {unit} | `{params}` | {used} | {rams} | {mhz} | {build.board(name).clock / 1e6:g} |"
            )
    return "\n".join(rows) + "\n"


def margin():
    """The least clock of all bitstreams, as a multiple of its board's clock."""
    return min(
        min(row["mhz"]) * 1e6 / build.board(name).clock
        for name, about in json.loads(FILE.read_text()).items()
        for row in about["units"].values()
    )
