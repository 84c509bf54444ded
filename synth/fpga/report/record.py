# SPDX-License-Identifier: Apache-2.0
"""synth/fpga/report/fpga.json: the figures that were measured, what they were measured of, and how a point is measured."""

import datetime
import json
import os
import re

from synth.fpga.flow import processes, route, synthesis
from synth.fpga.flow.common import ROOT, Failed, Misuse, shown

from .points import points

RECORD = ROOT / "synth/fpga/report/fpga.json"
SILICON = ROOT / "docs/reference/silicon.md"

# of what a flow returns, what the report keeps; of a routed point, that of the seed in the middle
KEEP = {
    "area": ("cells", "luts", "ffs", "modules", "tools"),
    "pnr": (
        "netlist",
        "cells",
        "luts",
        "ffs",
        "tools",
        "part",
        "freq",
        "placer",
        "used",
        "available",
        "wrapper",
        "critical_path",
    ),
}


def load():
    """The record; its points by their id."""
    try:
        record = json.loads(RECORD.read_text(encoding="utf-8"))
        record["points"] = {point["id"]: point for point in record["points"]}
        return record
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Misuse(
            f"{shown(RECORD)}: not a record of fpga.report ({error!r}); `git checkout {shown(RECORD)}` brings back the "
            "last one, with the figures of version 0.1.0 that cannot be measured again"
        ) from None


def save(record):
    """A line for each point, in the order of points(); the old file stays until the new one is whole."""
    kept = [record["points"][point.id] for point in points() if point.id in record["points"]]
    lines = [
        '{"silicon": ' + json.dumps(record["silicon"], sort_keys=True),
        '"plots": ' + json.dumps(record["plots"], sort_keys=True),
        '"history": ' + json.dumps(record["history"]),
        '"points": [\n' + ",\n".join(json.dumps(p, sort_keys=True) for p in kept) + "\n]}\n",
    ]
    new = RECORD.with_suffix(".new")
    new.write_text(",\n".join(lines), encoding="utf-8")
    os.replace(new, RECORD)


def stale(record):
    """The points that have no figures of today's sources: (point, why)."""
    result = []
    for point in points():
        got = record["points"].get(point.id)
        if got is None:
            result.append((point, "never measured"))
        elif got["sources"] != point.sources():
            result.append((point, "RTL or scripts have changed since it was measured"))
        elif not set(map(str, point.seeds)) <= set(got.get("seeds", {})):
            result.append((point, "not every seed was tried"))
        elif off_median(got):
            result.append((point, "its critical path is not that of the median"))
    return result


def silicon():
    """Lanes per clock of NVIDIA's own unit, from the table of docs/reference/silicon.md."""
    text, result = SILICON.read_text(encoding="utf-8"), {}
    for kind in ("immediate", "registers"):
        found = re.search(rf"^\| SHFL\.IDX, Sb and Sc {kind} \| ([\d.]+) ", text, flags=re.M)
        if not found:
            raise Misuse(f"{shown(SILICON)}: no throughput of SHFL.IDX with Sb and Sc {kind} in its table")
        result[kind] = round(32 * float(found.group(1)), 1)
    return result


def begin(point, got):
    """The record of a point to go on from: of an area all of it, of placements what GOT has of today's netlist.

    The clocks of a netlist stay, whatever was edited, as long as synthesis makes the same netlist of the new text.
    """
    if point.kind == "pnr" and got and same_netlist(point, got):
        return {**got, "sources": point.sources()}
    record = {
        "id": point.id,
        "group": point.group,
        "kind": point.kind,
        "family": point.family,
        "top": point.top,
        "setting": point.setting.name,
        "sources": point.sources(),
        "date": datetime.date.today().isoformat(),
    }
    if point.kind == "pnr":
        return {**record, "seeds": {}}
    result = synthesis.run_area(point.family, point.top, dict(point.given))
    record.update({key: result[key] for key in KEEP["area"]})
    see_whole(point, record)
    return record


def place(point, seed):
    return route.run_pnr(point.family, dict(point.given), seed, placer=point.placer)


def add(point, record, result):
    """Put the clock of a placement in the record of its point."""
    figures = {key: result[key] for key in ("fmax_mhz", "icetime_mhz", "seconds") if key in result}
    record["seeds"][str(result["seed"])] = figures
    if "critical_seed" not in record:
        describe(point, record, result)


def describe(point, record, result):
    """Put in the record of a point what this placement says of all of them, and its critical path."""
    found = {key: result[key] for key in KEEP["pnr"]}
    see_whole(point, found)
    record.update(found, critical_seed=result["seed"])


def same_netlist(point, got):
    """Were the figures made from the netlist of today, by the tools and with the options of today?"""
    tools = {name: processes.version(name) for name in route.tools_of(point.about)}
    part, _ = point.about.part()
    return (
        got["tools"] == tools
        and got["part"] == part
        and got["freq"] == point.about.route["freq"]
        and (got["sources"] == point.sources() or got["netlist"] == point.netlist())
    )


def median_seed(seeds):
    """The seed whose clock is the median, the lower one of two."""
    clocks = sorted((figures["fmax_mhz"], int(seed)) for seed, figures in seeds.items())
    return clocks[(len(clocks) - 1) // 2][1]


def off_median(record):
    """Is the critical path that of another seed than the median?"""
    return record["kind"] == "pnr" and record["critical_seed"] != median_seed(record["seeds"])


def see_whole(point, record):
    """Refuse a netlist that has lost a part of the unit: its LUTs must be able to make the crossbar at least, and its
    memories to hold two warps."""
    setting, about = point.setting, point.about
    at_once = setting.ways or setting.lanes
    bits = at_once * setting.w
    least = int(bits * about.minimum(at_once))
    if record["luts"] < least:
        raise Failed(
            f"{record['luts']} LUTs cannot hold a crossbar of {bits} bits, which takes {least}: "
            "synthesis has removed a part of the unit"
        )
    if setting.ways and not any(about.memories_of(record["cells"])):
        raise Failed("there is no memory: synthesis has removed a part of the unit")
