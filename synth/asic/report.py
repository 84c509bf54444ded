# SPDX-License-Identifier: Apache-2.0
"""synth/asic/asic.json, the record of what was measured, and docs/use/asic.md, rendered of it by asic.md.j2."""

import collections
import itertools
import json
import math

from model import defs
from synth.fpga.flow import changes
from synth.fpga.flow.common import ROOT, Misuse, shown
from tb import settings

from . import energy, flow, library, picture, place, tables

RECORD, PAGE = ROOT / "synth/asic/asic.json", ROOT / "docs/use/asic.md"
SIZES = [lanes for lanes in settings.LANES if lanes >= 4]
# the points, by unit: parameters and their values, all combinations of a line
PLAN = {
    "shfl": [
        {"DEPTH": [1, 7], "LANES": SIZES},
        {"POLICY": [1, 2], "LANES": [8]},
        {"NETWORK": [4], "LANES": [8, 16]},
        {"NETWORK": [8, 16], "LANES": [32]},
        {"NETWORK": [8], "LANES": [32], "DEPTH": [7]},
    ],
    "shfl_banked": [
        {"WAYS": [4], "LANES": SIZES, "DEPTH": [4]},
        {"WAYS": [1, 2, 4, 8, 16], "LANES": [32], "DEPTH": [4]},
        {"WAYS": [4, 8], "LANES": [32], "DEPTH": [0]},
        {"WAYS": [8], "LANES": [32], "DEPTH": [4], "MEMORY": [1]},
        {"WAYS": [4], "LANES": [32], "DEPTH": [0], "MEMORY": [1]},
    ],
    "shfl_vote": [{"LANES": [32], "WAYS": [8, 32]}],
    "shfl_match": [{"LANES": [32]}],
    "shfl_redux": [{"LANES": [32], "DEPTH": [1, 6]}],
    "shfl_barrier": [{"LANES": [32], "WAYS": [8]}],
    "shfl_and_vote": [{"LANES": [32], "NETWORK": [8]}],
    "shfl_amd": [{"LANES": [32], "GEN": [5]}],
    "shfl_amd_banked": [{"LANES": [32], "WAYS": [4], "GEN": [5], "MEMORY": [0, 1]}],
    "shfl_rvv": [
        {"LANES": [16], "NETWORK": [0, 4, 8]},
        {"LANES": [16], "NETWORK": [0, 4], "DEPTH": [7]},
        {"LANES": [32], "NETWORK": [0, 8]},
    ],
    "shfl_rvv_banked": [{"LANES": [16], "WAYS": [4], "MEMORY": [0, 1]}],
}
# the points that are placed: unit and parameters
NARROW, WIDE = {"LANES": 16, "W": 8}, {"LANES": 32, "W": 8}
PLACED = [
    ("shfl", {"LANES": 8, "W": 4}),
    ("shfl", {"LANES": 8, "W": 4, "NETWORK": 4}),
    ("shfl", NARROW),
    ("shfl", NARROW | {"NETWORK": 4}),
    ("shfl", NARROW | {"DEPTH": 3}),
    ("shfl", NARROW | {"DEPTH": 3, "ELASTIC": 1}),
    ("shfl", NARROW | {"GATE": 1}),
    ("shfl", NARROW | {"NETWORK": 4, "GATE": 1}),
    ("shfl", NARROW | {"DEPTH": 3, "GATE": 1}),
    ("shfl", WIDE),
    ("shfl", WIDE | {"NETWORK": 8}),
    ("shfl", WIDE | {"NETWORK": 16}),
    ("shfl", {"LANES": 32, "W": 32}),
    ("shfl", {"LANES": 32, "W": 32, "NETWORK": 8}),
    ("shfl_banked", NARROW | {"WAYS": 4, "DEPTH": 4}),
    ("shfl_banked", NARROW | {"WAYS": 4, "DEPTH": 4, "GATE": 1}),
    ("shfl_vote", {"LANES": 32}),
    ("shfl_vote", {"LANES": 32, "GATE": 1}),
    ("shfl_redux", WIDE),
    ("shfl_redux", WIDE | {"GATE": 1}),
    ("shfl_and_vote", NARROW),
    ("shfl_and_vote", NARROW | {"GATE": 1}),
    ("shfl_match", {"LANES": 32}),
    ("shfl_barrier", {"LANES": 32, "WARPS": 8}),
    ("shfl_barrier", {"LANES": 32, "WARPS": 8, "GATE": 1}),
    ("shfl_amd", WIDE | {"GEN": 3}),
    ("shfl_amd", WIDE | {"GEN": 3, "GATE": 1}),
    ("shfl_amd_banked", {"LANES": 32, "WAYS": 4, "W": 8, "GEN": 3}),
    ("shfl_amd_banked", {"LANES": 32, "WAYS": 4, "W": 8, "GEN": 3, "GATE": 1}),
    ("shfl_rvv", {"LANES": 8}),
    ("shfl_rvv", {"LANES": 8, "NETWORK": 4}),
    ("shfl_rvv", {"LANES": 8, "GATE": 1}),
    ("shfl_rvv_banked", {"LANES": 16, "WAYS": 4}),
    ("shfl_rvv_banked", {"LANES": 16, "WAYS": 4, "GATE": 1}),
]
PICTURE = [PLACED[2], PLACED[3]]  # crossbar and network, drawn next to each other
TITLES = {"yosys": "Yosys", "sta": "OpenSTA", "osu018": "qflow-tech-osu018", "coloquinte": "Coloquinte",
          "iverilog": "Icarus Verilog"}  # fmt: skip
KEEP = (
    "date",
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
KEEP_PLACED = ("date", "top", "params", "ge", "placed", "mhz", "energy", "tools")
PICTURE_FILE = ROOT / "docs/asic/placed.svg"


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


def placed(top=None):
    """The points that are placed, of one unit if TOP is given."""
    return [place.Placed(flow.point(name, given)) for name, given in PLACED if top in (None, name)]


def load():
    """The record: facts about the cells, and {name of a point: its figures}."""
    try:
        record = json.loads(RECORD.read_text(encoding="utf-8"))
        return record["cells"], {got["name"]: got for got in record["points"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Misuse(
            f"{shown(RECORD)}: not a record of asic ({error!r}); `git checkout {shown(RECORD)}` restores it"
        ) from None


def save(cells, kept):
    lines = [json.dumps(kept[point.name]) for point in [*points(), *placed()] if point.name in kept]
    new = RECORD.with_suffix(".new")
    new.write_text(f'{{"cells": {json.dumps(cells)},\n"points": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")
    new.replace(RECORD)


def measure(names):
    """Measure the points that are missing, or those named again, by name or unit; each is recorded at once."""
    if library.own():
        raise Misuse(
            f"LIBERTY={library.own()}: docs/use/asic.md is of OSU's cells; `make asic` prints figures of others"
        )
    every = [*points(), *placed()]
    if unknown := set(names) - {word for point in every for word in (point.name, point.top)}:
        known = " ".join(point.name for point in every)
        raise Misuse(f"POINTS={' '.join(sorted(unknown))}: no such point, expected {' '.join(PLAN)} or some of {known}")
    _, kept = load()
    todo = [p for p in every if ({p.name, p.top} & set(names) if names else p.name not in kept)]
    commit = changes.head() if todo else ""
    drawn = [place.Placed(flow.point(*one)) for one in PICTURE]
    for point in todo:
        wires = isinstance(point, place.Placed)
        got = place.run(point) if wires else flow.run(point)
        keep = KEEP_PLACED if wires else KEEP
        kept[point.name] = {"name": point.name, "commit": commit} | {name: got[name] for name in keep}
        save(library.facts(), kept)
        mhz = got["mhz"]["wired"] if wires else got["mhz"]
        print(f"{point.name}: {got['ge']:.0f} GE, {mhz:.0f} MHz", flush=True)
    if {one.name for one in drawn} & {point.name for point in todo}:
        for one in drawn:
            place.run(one)
        PICTURE_FILE.write_text(picture.draw([place.taken(one) for one in drawn]), encoding="utf-8")


def render():
    cells, kept = load()
    PAGE.write_text(page(cells, kept), encoding="utf-8")
    print(f"{shown(PAGE)}, of {len(kept)} points")


def check():
    """Print which points are old."""
    _, kept = load()
    ages = changes.ages(("", kept.get(point.name), point.files) for point in [*points(), *placed()])
    print(f"{shown(PAGE)}, points\n" + "\n".join(ages))


def problems():
    """The files that disagree with the record, a line each."""
    same = PAGE.read_text(encoding="utf-8") == page(*load())
    return [] if same else [f"{shown(PAGE)} is not what {shown(RECORD)} says; `make docs` writes it again"]


# ---- the page


def gated(got):
    """Whether operands that change without a warp stop at the inputs; of shfl_match they always do."""
    return bool(got["params"].get("GATE")) or got["top"] == "shfl_match"


def idle(got):
    """The energy of an idle clock, as a part of a uniform warp's, both without the inputs' own nets."""
    clock, warp = (
        got["energy"][pattern]["pj"] - got["energy"][pattern]["at_inputs"] for pattern in ("idle", "uniform")
    )
    return clock / warp


def wires(got, cells):
    """An estimate of the wires: the unit a square without gaps, each bit of a value on half a side of metal 3."""
    ohm, ff = cells["ohm_per_um"], cells["ff_per_um"]
    side = math.sqrt(got["ge"] * cells["gate_um2"])
    bits, half = got["params"]["LANES"] * got["params"]["W"], side / 2
    pins = got["params"]["LANES"] * cells["gate_ff"]
    return {
        "side": side / 1000,
        "length": bits * half / 1e6,
        "ff": ff * half,
        "share": 100 * ff * half / (ff * half + pins),
        "ps": 0.38 * ohm * half * ff * half / 1000,
        "tracks": 100 * bits * cells["pitch_um"] / side,
    }


def value(got, name):
    return defs.POLICIES[got["params"][name]] if name == "POLICY" else got["params"][name]


def varying(found):
    """The parameters that differ among points."""
    return [name for name in found[0]["params"] if len({got["params"][name] for got in found}) > 1]


def page(cells, kept):
    """The text of docs/use/asic.md."""
    import jinja2  # the page alone needs the virtual environment

    from synth.fpga.report.document import filled

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "synth/asic"), undefined=jinja2.StrictUndefined, autoescape=False
    )
    environment.filters.update(
        n=lambda number: f"{number:,.0f}", two=lambda number: f"{number:.2f}", path=tables.path, plain=tables.plain,
        gated=gated, idle=idle, modules=tables.modules, stages=tables.stages, value=value, varying=varying, wires=wires,
    )  # fmt: skip
    units, versions = collections.defaultdict(list), collections.defaultdict(set)
    wired = [kept[point.name] for point in placed() if point.name in kept]
    for got in wired:
        for tool, version in got["tools"].items():
            versions[tool].add(version)
    for got in (kept[point.name] for point in points() if point.name in kept):
        # parameters that the unit has got since have their defaults
        units[got["top"]].append({**got, "params": {**flow.defaults(got["top"]), **got["params"]}})
        for tool, version in got["tools"].items():
            versions[tool].add(version)
    text = environment.get_template("asic.md.j2").render(
        units=units, versions=versions, titles=TITLES, groups=flow.GROUPS, cells=cells,
        wired=wired, unit=tables.unit,
        patterns={top: energy.patterns(top) for top in energy.UNITS}, warps=energy.WARPS, fill=place.FILL,
    )  # fmt: skip
    return filled(text)
