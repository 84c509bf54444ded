# SPDX-License-Identifier: Apache-2.0
"""synth/asic/asic.json, what was measured, and docs/use/asic.md, made of it by asic.md.j2."""

import collections
import itertools
import json
import math

from model import defs
from synth.fpga.flow.common import ROOT, Misuse, shown
from tb import settings

from . import flow, library, tables

RECORD, PAGE = ROOT / "synth/asic/asic.json", ROOT / "docs/use/asic.md"
SIZES = [lanes for lanes in settings.LANES if lanes >= 4]
# what is measured, by unit: parameters and their values, all combinations of a line
PLAN = {
    "shfl": [
        {"DEPTH": [1, 7], "LANES": SIZES},
        {"POLICY": [1, 2], "LANES": [8]},
    ],
    "shfl_banked": [
        {"WAYS": [4], "LANES": SIZES, "DEPTH": [4]},
        {"WAYS": [1, 2, 4, 8, 16], "LANES": [32], "DEPTH": [4]},
        {"WAYS": [8], "LANES": [32], "DEPTH": [0]},
        {"WAYS": [8], "LANES": [32], "DEPTH": [4], "MEMORY": [1]},
    ],
}
TITLES = {"yosys": "Yosys", "sta": "OpenSTA", "osu018": "qflow-tech-osu018"}
KEEP = (
    "date",
    "sources",
    "made_of",
    "top",
    "params",
    "ge",
    "flip_flops",
    "memory_bits",
    "logic_ge",
    "logic_flip_flops",
    "modules",
    "mhz",
    "paths",
    "tools",
)


def points(top=None):
    """The points of the page, of one unit if TOP is given, the quick ones first."""
    found = {
        point.name: point
        for name in ([top] if top else PLAN)
        for line in PLAN.get(name, [{}])
        for values in itertools.product(*line.values())
        for point in [flow.point(name, dict(zip(line, values)))]
    }
    return sorted(found.values(), key=lambda point: point.params["LANES"])


def load():
    """{name of a point: its figures}"""
    if not RECORD.exists():
        return {}
    try:
        return {got["name"]: got for got in json.loads(RECORD.read_text(encoding="utf-8"))["points"]}
    except (ValueError, KeyError, TypeError) as error:
        raise Misuse(f"{shown(RECORD)}: not a record of asic ({error!r}); `make asic-report` makes one anew") from None


def save(kept):
    lines = [json.dumps(kept[point.name]) for point in points() if point.name in kept]
    new = RECORD.with_suffix(".new")
    new.write_text('{"points": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")
    new.replace(RECORD)


def stale(kept):
    """The points without figures of today's sources."""
    return [point for point in points() if kept.get(point.name, {}).get("sources") != point.sources()]


def renew():
    """Measure what is out of date, and write the page. What is known is recorded at once."""
    kept = load()
    for point in stale(kept):
        got = flow.run(point, kept.get(point.name))
        about = {"name": point.name, "command": point.command}
        kept[point.name] = about | {name: got[name] for name in KEEP}
        save(kept)
        print(f"{point.name}: {got['ge']:.0f} GE, {got['mhz']:.0f} MHz", flush=True)
    save(kept)
    PAGE.write_text(page(kept), encoding="utf-8")


def problems():
    """What is out of date, a line each."""
    kept = load()
    old = [f"{point.name}: never measured, or its text has changed since" for point in stale(kept)]
    same = PAGE.read_text(encoding="utf-8") == page(kept)
    return old + ([] if same else [f"{shown(PAGE)} is not what {shown(RECORD)} says"])


# ---- the page


def wires(got):
    """What is left out, estimated: the unit a square without gaps, each bit of a word on half a side of metal 3."""
    pitch, ohm, ff = library.wire()
    side = math.sqrt(got["ge"] * library.areas()[library.GATE])
    bits, half = got["params"]["LANES"] * got["params"]["W"], side / 2
    pins = got["params"]["LANES"] * 1000 * library.input_pf(library.GATE)
    return {
        "side": side / 1000,
        "length": bits * half / 1e6,
        "ff": ff * half,
        "share": 100 * ff * half / (ff * half + pins),
        "ps": 0.38 * ohm * half * ff * half / 1000,
        "tracks": 100 * bits * pitch / side,
    }


def value(got, name):
    return defs.POLICIES[got["params"][name]] if name == "POLICY" else got["params"][name]


def varying(found):
    """The parameters that differ among points."""
    return [name for name in found[0]["params"] if len({got["params"][name] for got in found}) > 1]


def page(kept):
    """The text of docs/use/asic.md."""
    import jinja2  # the page alone takes the virtual environment

    from synth.fpga.report.document import filled

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "synth/asic"), undefined=jinja2.StrictUndefined, autoescape=False
    )
    environment.filters.update(
        n=lambda number: f"{number:,.0f}", path=tables.path, modules=tables.modules, stages=tables.stages,
        value=value, varying=varying, wires=wires,
    )  # fmt: skip
    units, versions = collections.defaultdict(list), collections.defaultdict(set)
    for got in (kept[point.name] for point in points() if point.name in kept):
        units[got["top"]].append(got)
        for tool, version in got["tools"].items():
            versions[tool].add(version)
    text = environment.get_template("asic.md.j2").render(
        units=units, versions=versions, titles=TITLES, groups=flow.GROUPS,
        library=library, wire=library.wire(), date=max(got["date"] for found in units.values() for got in found),
    )  # fmt: skip
    return filled(text)
