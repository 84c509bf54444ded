# SPDX-License-Identifier: Apache-2.0
"""synth/asic/asic.json, the record of what was measured, and docs/use/asic.md, rendered of it by asic.md.j2."""

import itertools

from synth.flow import changes, record, units
from synth.flow.common import ROOT, Misuse, shown
from tb import settings

from . import energy, flow, library, place

RECORD, PAGE = ROOT / "synth/asic/asic.json", ROOT / "docs/use/asic.md"
TEMPLATE = ROOT / "synth/asic/asic.md.j2"
SIZES = ",".join(str(lanes) for lanes in settings.LANES if lanes >= 4)
# the points, by unit: parameters and their values, all combinations of a line
PLAN = {
    "shfl": [
        f"DEPTH=1,7 LANES={SIZES}", "POLICY=1,2 LANES=8", "NETWORK=4 LANES=8,16", "NETWORK=4,8,16 LANES=32",
        "NETWORK=4,8 SELECTS=1 LANES=32", "NETWORK=8 LANES=32 DEPTH=7",
    ],
    "shfl_banked": [
        f"WAYS=4 LANES={SIZES} DEPTH=4", "WAYS=1,2,4,8,16 LANES=32 DEPTH=4", "WAYS=4,8 LANES=32 DEPTH=0",
        "WAYS=8 LANES=32 DEPTH=4 MEMORY=1", "WAYS=4 LANES=32 DEPTH=0 MEMORY=1",
    ],
    "shfl_vote": ["LANES=32 WAYS=8,32"],
    "shfl_match": ["LANES=32"],
    "shfl_redux": ["LANES=32 DEPTH=1,6"],
    "shfl_barrier": ["LANES=32 WAYS=8"],
    "shfl_and_vote": ["LANES=32 NETWORK=8"],
    "shfl_amd": ["LANES=32 GEN=5"],
    "shfl_amd_banked": ["LANES=32 WAYS=4 GEN=5 MEMORY=0,1"],
    "shfl_rvv": ["LANES=16 NETWORK=0,4,8", "LANES=16 NETWORK=0,4 DEPTH=7", "LANES=32 NETWORK=0,8"],
    "shfl_rvv_banked": ["LANES=16 WAYS=4 MEMORY=0,1"],
}  # fmt: skip
# the points that are placed: unit and parameters; one with GATE also with clock gates
NARROW, WIDE, WIDEST = "LANES=16 W=8", "LANES=32 W=8", "LANES=32 W=32"
PLACED = {
    "shfl": [
        "LANES=8 W=4", "LANES=8 W=4 NETWORK=4", NARROW, f"{NARROW} NETWORK=4", f"{NARROW} DEPTH=3",
        f"{NARROW} DEPTH=3 ELASTIC=1", f"{NARROW} GATE=1", f"{NARROW} NETWORK=4 GATE=1", f"{NARROW} DEPTH=3 GATE=1",
        WIDE, f"{WIDE} NETWORK=8", f"{WIDE} NETWORK=16", WIDEST, f"{WIDEST} NETWORK=8",
    ],
    "shfl_banked": [f"{NARROW} WAYS=4 DEPTH=4", f"{NARROW} WAYS=4 DEPTH=4 GATE=1"],
    "shfl_vote": ["LANES=32", "LANES=32 GATE=1"],
    "shfl_redux": [WIDE, f"{WIDE} GATE=1"],
    "shfl_and_vote": [NARROW, f"{NARROW} GATE=1"],
    "shfl_match": ["LANES=32"],
    "shfl_barrier": ["LANES=32 WARPS=8", "LANES=32 WARPS=8 GATE=1"],
    "shfl_amd": [f"{WIDE} GEN=3", f"{WIDE} GEN=3 GATE=1"],
    "shfl_amd_banked": [f"{WIDE} WAYS=4 GEN=3", f"{WIDE} WAYS=4 GEN=3 GATE=1"],
    "shfl_rvv": ["LANES=8", "LANES=8 NETWORK=4", "LANES=8 GATE=1"],
    "shfl_rvv_banked": ["LANES=16 WAYS=4", "LANES=16 WAYS=4 GATE=1"],
}  # fmt: skip
TITLES = {"yosys": "Yosys", "sta": "OpenSTA", "osu018": "qflow-tech-osu018", "coloquinte": "Coloquinte",
          "iverilog": "Icarus Verilog"}  # fmt: skip
KEEP = ("date", "top", "params", "ge", "flip_flops", "memory_bits", "logic_ge", "mhz", "paths", "tools")
KEEP_PLACED = ("date", "top", "params", "ge", "placed", "mhz", "energy", "tools")


def points(top=None):
    """The points of the page, of one unit if TOP is given, the quick ones first."""
    found = {}
    for name in [top] if top else PLAN:
        for line in PLAN.get(name, [""]):
            given = {word: several.split(",") for word, several in units.words(line.split())[0].items()}
            for values in itertools.product(*given.values()):
                point = flow.point(name, dict(zip(given, values)))
                found[point.name] = point
    return sorted(found.values(), key=lambda point: point.params["LANES"])


def placed(top=None):
    """The points that are placed, of one unit if TOP is given."""
    return [
        flow.point(name, units.words(words.split())[0], wired=True)
        for name, several in PLACED.items()
        for line in several
        for words in (line, f"{line} CLOCK_GATE=1")
        if top in (None, name) and ("GATE=1" in line or words == line)
    ]


def load():
    """The record: facts about the cells, and {id of a point: its figures}."""
    whole, kept = record.load(RECORD)
    return whole["cells"], kept


def measure(names):
    """Measure the points that are missing, or those named again, by name or unit; each is recorded at once."""
    if library.own():
        raise Misuse(
            f"LIBERTY={library.own()}: docs/use/asic.md is of OSU's cells; `make asic` prints figures of others"
        )
    every, (_, kept) = [*points(), *placed()], load()
    todo = record.chosen(every, names, kept)
    commit = changes.head() if todo else ""
    for point in todo:
        got = place.run(point) if point.wired else flow.run(point)
        keep = KEEP_PLACED if point.wired else KEEP
        kept[point.id] = {"id": point.id, "commit": commit} | {name: got[name] for name in keep}
        record.save(RECORD, [kept[one.id] for one in every if one.id in kept], cells=library.facts())
        mhz = got["mhz"]["wired"] if point.wired else got["mhz"]
        print(f"{point.id}: {got['ge']:.0f} GE, {mhz:.0f} MHz", flush=True)


def render():
    record.write({PAGE: page(*load())})
    print(f"{shown(PAGE)}, of {len(load()[1])} points")


def check():
    """Print which points are old."""
    _, kept = load()
    ages = changes.ages(("", kept.get(point.id), point.files) for point in [*points(), *placed()])
    print(f"{shown(PAGE)}, points\n" + "\n".join(ages))


def problems():
    """The files that disagree with the record, a line each."""
    return record.problems({PAGE: page(*load())}, RECORD)


# ---- the page


def gated(got):
    """Whether operands that change without a warp stop at the inputs; of shfl_match they always do."""
    return bool(got["params"].get("GATE")) or got["top"] == "shfl_match"


def idle(got, clock=False):
    """The energy of an idle clock, as a part of a uniform warp's, both without the inputs' own nets; with the CLOCK's,
    or of data alone."""
    found = (got["energy"][pattern] for pattern in ("idle", "uniform"))
    idles, warp = (one["pj"] - one["at_inputs"] + clock * one["clock"] for one in found)
    return idles / warp


def page(cells, kept):
    """The text of docs/use/asic.md."""
    bare, wired = ([kept[point.id] for point in several if point.id in kept] for several in (points(), placed()))
    bare.sort(key=lambda got: (units.UNITS.index(got["top"]), got["params"]["LANES"]))
    names = {got["id"]: " ".join(flow.point(got["top"], got["params"]).words) for got in (*bare, *wired)}

    def one(top, words=""):
        """The figures of a unit with these parameters."""
        return kept[flow.point(top, units.words(words.split())[0]).id]

    filters = {"gated": gated, "idle": idle}
    return record.page(
        TEMPLATE, filters, [*bare, *wired], bare=bare, wired=wired, names=names, one=one, titles=TITLES, cells=cells,
        patterns={top: energy.patterns(top) for top in energy.UNITS}, warps=energy.WARPS, fill=place.FILL,
    )  # fmt: skip
