# SPDX-License-Identifier: Apache-2.0
"""synth/fpga/report/fpga.json: the figures, the commit that each is of, and how a point is measured."""

import datetime
import json
import os

from synth.fpga.flow import changes, params, processes, route, synthesis
from synth.fpga.flow.common import ROOT, Failed, Misuse, shown

from .points import points

RECORD = ROOT / "synth/fpga/report/fpga.json"

# the keys of a flow's result that a record keeps
KEEP = {
    "area": ("cells", "luts", "ffs", "modules", "tools"),
    "pnr": ("cells", "luts", "ffs", "tools", "part", "freq", "placer", "used", "wrapper"),
}


def load():
    """{id of a point: its record}"""
    try:
        return {point["id"]: point for point in json.loads(RECORD.read_text(encoding="utf-8"))["points"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Misuse(
            f"{shown(RECORD)}: not a record of fpga.report ({error!r}); `git checkout {shown(RECORD)}` restores it"
        ) from None


def save(kept):
    """A line for each point, in the order of points(); the old file stays until the new one is whole."""
    lines = [json.dumps(kept[point.id], sort_keys=True) for point in points() if point.id in kept]
    new = RECORD.with_suffix(".new")
    new.write_text('{"points": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")
    os.replace(new, RECORD)


def missing(point, got, seeds):
    """The seeds without a clock; all of them where the point has no record."""
    return [seed for seed in seeds if str(seed) not in (got or {}).get("seeds", {})]


def begin(point, commit):
    """A new record of a point: of an area all of it, of placements all but the clocks."""
    made = {
        "id": point.id,
        "group": point.group,
        "kind": point.kind,
        "family": point.family,
        "top": point.top,
        "setting": point.setting.name,
        "params": point.verilog,
        "crossbar": point.crossbar,
        "commit": commit,
        "date": datetime.date.today().isoformat(),
    }
    if point.kind == "pnr":
        return {**made, "seeds": {}}
    result = synthesis.run_area(point.family, point.top, dict(point.given))
    made.update({key: result[key] for key in KEEP["area"]})
    see_whole(point, made)
    return made


def continues(point, got):
    """May more seeds join this record? Only if they are placed from the same netlist, by the same tools."""
    tools = {name: processes.version(name) for name in route.tools_of(point.about)}
    return got["tools"] == tools and changes.changed(got["commit"], point.files) == []


def add(point, made, result):
    """Put the clock of a placement into the record of its point."""
    found = {key: result[key] for key in KEEP["pnr"]}
    see_whole(point, found)
    made.update(found)
    figures = {key: result[key] for key in ("fmax_mhz", "icetime_mhz", "seconds") if key in result}
    made["seeds"][str(result["seed"])] = figures


def see_whole(point, record):
    """Refuse a netlist that has lost a part of the unit: its LUTs must suffice for the crossbar at least, and its
    memories for two warps."""
    setting, about = point.setting, point.about
    if isinstance(setting, params.Collective):
        return  # no crossbar and no memory
    at_once = setting.ways or setting.lanes
    bits = at_once * setting.w
    ranks = (setting.network, setting.lanes // setting.network) if setting.network else (at_once,)
    least = int(bits * sum(map(about.minimum, ranks)))
    if record["luts"] < least:
        raise Failed(
            f"{record['luts']} LUTs cannot hold a crossbar of {bits} bits, which needs {least}: "
            "synthesis has removed a part of the unit"
        )
    if setting.ways and not any(about.memories_of(record["cells"])):
        raise Failed("no memory in the netlist: synthesis has removed a part of the unit")
