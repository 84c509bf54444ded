# SPDX-License-Identifier: Apache-2.0
"""python3 -m synth.fpga.report - measure the units on FPGAs, and make docs/use/fpga.md, with its plots, of the figures.

    run [POINT ...]      `make fpga-report`: measure the points that synth/fpga/fpga.json lacks, or those named again,
                         by id or group, then render; --release: the headline's points over 20 seeds
    render               make docs/use/fpga.md and docs/fpga/*.svg of synth/fpga/fpga.json alone
    check                `make report-check`: list the points whose RTL has changed since their commit

A point is one synthesis, or one synthesis and three placements that differ in their seed. Every figure is recorded at
once, with the commit that is measured, so that an interrupted run can be continued. Exit status: 0 done, 1 a point
failed, 2 misuse, 3 environment error.
"""

import argparse
import concurrent.futures
import dataclasses
import datetime
import functools
import itertools
import json
import os
import statistics
import sys
import threading
import time

from synth.flow import changes, families, processes, record, results, route, synthesis, units
from synth.flow.common import ROOT, Failed, Misuse, shown, status
from synth.fpga import plot, vortex

RECORD, TEMPLATE = ROOT / "synth/fpga/fpga.json", ROOT / "synth/fpga/fpga.md.j2"
PAGE, PLOTS = ROOT / "docs/use/fpga.md", ROOT / "docs/fpga"
SEEDS, RELEASE_SEEDS = (1, 2, 3), tuple(range(1, 21))  # of placements; those of the headline before a release
ALL, LUT4, TWO = "ecp5 gowin ice40 xilinx", "ice40 ecp5", "ice40 xilinx"
AMD = {"LANES": [32], "GEN": [5]}
FASTEST = {"W": [4], "DEPTH": [7], "CROSSBAR": ["chain"], "PARTS": [16]}
RVV = {"LANES": [16], "NETWORK": [4]}
SETS = ({"COMPRESS": [0]}, {"GATHER": [0]}, {"ELEN": [32]}, {"REGS": [1]}, {"COMPRESS": [0], "GATHER": [0]},
        {"ELEN": [32], "COMPRESS": [0], "GATHER": [0]},
        {"REGS": [1], "ELEN": [32], "COMPRESS": [0], "GATHER": [0]})  # fmt: skip
# group, families, unit, and its parameters: all combinations of their values
AREAS = (
    ("area", ALL, "shfl", {"CROSSBAR": ["mux", "chain"], "PARTS": [1]}),
    ("network", ALL, "shfl", {"NETWORK": [16, 8, 4]}),
    ("network", TWO, "shfl", {"NETWORK": [8, 4], "SELECTS": [1]}),
    ("network", TWO, "shfl", {"LANES": [8, 16], "CROSSBAR": ["mux"], "PARTS": [1]}),
    ("network", TWO, "shfl", {"LANES": [8], "NETWORK": [4]}),
    ("network", TWO, "shfl", {"LANES": [16], "NETWORK": [4, 8]}),
    ("network", TWO, "shfl", {"LANES": [64], "NETWORK": [4, 16]}),
    ("policy", LUT4, "shfl", {"W": [8], "PARTS": [1], "POLICY": ["zero", "own", "raw"]}),
    ("banked", ALL, "shfl_banked", {"WAYS": [1, 2, 4, 8, 16]}),
    ("banked", "ecp5", "shfl_banked", {"WAYS": [1, 2, 4], "MEMORY": ["block"]}),
    ("banked", "ice40", "shfl_banked", {"WAYS": [4], "W": [16]}),  # with 32 the HX8K has not enough block RAMs
    ("amd", "ice40", "shfl", {"W": [32, 4], "PARTS": [1]}),
    ("amd", "ice40", "shfl_amd", {**AMD, "W": [32, 4], "PARTS": [1]}),
    ("amd", "ice40", "shfl_amd_banked", {**AMD, "WAYS": [1, 4], "PERMUTE": [0, 1]}),
    ("amd", "ecp5", "shfl_banked", {"LANES": [64], "WAYS": [16]}),
    ("amd", "ecp5", "shfl_amd_banked", {**AMD, "LANES": [64], "WAYS": [16], "PERMUTE": [0, 1]}),
    ("collective", TWO, "shfl_vote", {"ELECT": [0, 1]}),
    ("collective", TWO, "shfl_vote", {"WAYS": [8], "ELECT": [0]}),
    ("collective", TWO, "shfl_and_vote", {"NETWORK": [8]}),
    ("collective", TWO, "shfl_match", {"ALL": [0, 1]}),
    ("collective", TWO, "shfl_match", {"B": [4], "ALL": [0]}),
    ("collective", TWO, "shfl_match_words", {"ALL": [0]}),
    ("collective", TWO, "shfl_redux", {"DEPTH": [1, 6]}),
    ("collective", TWO, "shfl_redux", {"WAYS": [1, 8]}),
    ("collective", TWO, "shfl_redux", {"LANES": [8], "WAYS": [8]}),
    ("collective", TWO, "shfl_redux", {"LANES": [16], "WAYS": [16]}),
    ("collective", TWO, "shfl_barrier", {"WAYS": [4, 8, 16, 32]}),
    ("collective", TWO, "shfl_barrier", {"WAYS": [8], "SLOTS": [8]}),
    ("rvv", TWO, "shfl_rvv", {"LANES": [16], "NETWORK": [0, 4, 8]}),
    ("rvv", TWO, "shfl_rvv", {"LANES": [32], "NETWORK": [0, 8]}),
    ("rvv", TWO, "shfl_rvv_banked", {"LANES": [16], "WAYS": [1, 4]}),
    ("rvv", TWO, "shfl_rvv_banked", {"LANES": [32], "WAYS": [4]}),
    *(("rvv", TWO, "shfl_rvv", {**RVV, **without}) for without in SETS),
    # shfl and a shuffle as open GPUs write it, behind the same ports, by the family's synth.ys and Yosys's own script
    *(("compare", "xilinx", f"shfl_behavioral{by}", {"LANES": [4, 8, 16, 32], "FRONT": [0, 1]})
      for by in ("", "_stock")),
    *(("compare", "xilinx", f"shfl_in_place{by}", {"LANES": [lanes], **moved})
      for lanes, words in ((4, 2), (8, 4), (16, 4), (32, 4)) for moved in ({"PARTS": [1]}, {"NETWORK": [words]})
      for by in ("", "_stock")),
    # what a core takes, by the number of lanes, in the same two ways
    *(("choose", "xilinx", f"{top}{by}", {"LANES": [4, 8, 16, 32], **more})
      for by in ("", "_stock") for top, more in (("shfl", {"PARTS": [1]}), ("shfl_and_vote", {"PARTS": [1]}))),
    *(("choose", "xilinx", f"shfl_packets{by}", {"LANES": [lanes], "THREADS": [lanes]})
      for by in ("", "_stock") for lanes in (4, 8, 16, 32)),
    *(("choose", "xilinx", f"shfl_rvv{by}", {"LANES": [8, 16, 32]}) for by in ("", "_stock")),
)  # fmt: skip
# the same, placed, with the placer
PLACED = (
    ("fastest", "ice40", "shfl", FASTEST, "heap"),
    ("fastest", "ice40", "shfl", FASTEST, "sa"),
    ("width", "ecp5", "shfl", {"W": [4, 8, 16, 32], "DEPTH": [7]}, "heap"),
    ("depth", "ice40", "shfl", {"W": [4], "DEPTH": range(1, 8), "CROSSBAR": ["mux"]}, "heap"),
    ("depth", "ice40", "shfl", {"W": [4], "DEPTH": range(1, 8), "PARTS": [3, 8, 16]}, "heap"),
    ("depth", "ice40", "shfl_banked", {"DEPTH": range(5)}, "heap"),
    ("policy", "ice40", "shfl", {"W": [4], "PARTS": [3], "POLICY": ["own"]}, "heap"),
    ("network", LUT4, "shfl", {"W": [4], "DEPTH": [7], "NETWORK": [8]}, "heap"),
    ("banked", "ice40", "shfl_banked", {"WAYS": [1, 2], "DEPTH": [4]}, "heap"),
    ("banked", "ecp5", "shfl_banked", {"WAYS": [1, 4, 8], "DEPTH": [4]}, "heap"),
    ("rvv", LUT4, "shfl_rvv", {**RVV, "DEPTH": [1, 3, 7]}, "heap"),
)
# those that a release measures over 20 seeds; nextpnr does not route the last one's seed 6
HEADLINE = {
    "ice40_pnr_shfl_lanes32_w4_depth7_parts16_heap": RELEASE_SEEDS,
    "ecp5_pnr_shfl_lanes32_w32_depth7_heap": RELEASE_SEEDS,
    "ice40_pnr_shfl_banked_lanes32_w32_depth4_heap": RELEASE_SEEDS,
    "ecp5_pnr_shfl_banked_lanes32_w32_depth4_heap": (*range(1, 6), *range(7, 22)),
}
KEEP = {"area": ("cells", "luts", "ffs", "tools"),
        "pnr": ("cells", "luts", "ffs", "tools", "part", "freq", "used", "wrapper")}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Point:
    """A unit in a configuration: kind is "area" (synthesis) or "pnr" (placed and routed, too, once per seed)."""

    group: str
    family: str
    unit: units.Unit
    placer: str = ""

    @property
    def kind(self):
        return "pnr" if self.placer else "area"

    @property
    def about(self):
        return families.family(self.family)

    @property
    def id(self):
        return "_".join(filter(None, (self.family, self.kind, self.unit.name, self.placer)))

    @property
    def called(self):
        return self.group, self.id

    def seeds(self, release=False):
        return () if self.kind == "area" else HEADLINE.get(self.id, SEEDS) if release else SEEDS

    @property
    def files(self):
        """The RTL and the script that its figures are made of."""
        module = units.PINS[self.unit.top] if self.placer else self.unit.top
        read = results.sources(self.about, module, self.unit.crossbar)
        return [*read, *results.headers(read), self.about.script]


@functools.cache
def points():
    """All of them, in the order in which they are recorded; one of two groups counts in the first."""
    found = {}
    for group, names, top, given, *placer in (*AREAS, *PLACED):
        for family, values in itertools.product(names.split(), itertools.product(*given.values())):
            about = families.family(family)
            unit = units.unit(top, dict(zip(given, values)), about, bool(placer))
            point = Point(group, family, unit, *placer)
            found.setdefault(point.id, point)
    return list(found.values())


# ---- measuring


def save(kept):
    record.save(RECORD, [kept[point.id] for point in points() if point.id in kept])


def begin(point, commit):
    """A new record of a point, without its figures."""
    made = {"id": point.id, "group": point.group, "kind": point.kind, "family": point.family, "top": point.unit.top,
            "params": point.unit.params, "commit": commit, "date": datetime.date.today().isoformat()}  # fmt: skip
    return made | ({"seeds": {}} if point.placer else {})


def measure(point, seed):
    """The figures of a synthesis, or of a placement, and its clocks."""
    given = dict(word.split("=") for word in point.unit.words)
    if point.placer:
        result = route.run_pnr(point.family, point.unit.top, given, seed, placer=point.placer)
    else:
        result = synthesis.run_area(point.family, point.unit.top + "_stock" * point.unit.stock, given)
    found = {key: result[key] for key in KEEP[point.kind]}
    see_whole(point, found)
    return found, {key: result[key] for key in ("fmax_mhz", "seconds") if key in result}


def missing(point, got, release=False):
    """The seeds without a clock; all of them where the point has no record."""
    return [seed for seed in point.seeds(release) if str(seed) not in (got or {}).get("seeds", {})]


def continues(point, got):
    """May more seeds join this record? Only if they are placed from the same netlist, by the same tools."""
    tools = {name: processes.version(name) for name in route.tools_of(point.about)}
    return got["tools"] == tools and changes.changed(got["commit"], point.files) == []


def see_whole(point, got):
    """Refuse a netlist of shfl or shfl_banked that has lost a part of the unit: its LUTs must suffice for the crossbar
    at least, and its memories for two warps."""
    params, about = point.unit.params, point.about
    if point.unit.top not in ("shfl", "shfl_banked"):
        return
    at_once, network = params.get("WAYS", params["LANES"]), params.get("NETWORK")
    ranks = [network or at_once]
    left = at_once // ranks[0]
    while left > 1:
        ranks.append(min(network, left))
        left //= ranks[-1]
    least = int(at_once * params["W"] * sum(map(about.minimum, ranks)))
    if got["luts"] < least:
        raise Failed(f"{got['luts']} LUTs cannot hold a crossbar, which needs {least}: synthesis has removed a part")
    if "WAYS" in params and not any(about.memories_of(got["cells"])):
        raise Failed("no memory in the netlist: synthesis has removed a part of the unit")


def run(names, release, jobs):
    """Measure the points that are missing, or those named. Returns how many failed."""
    (_, kept), lock, started, failed = record.load(RECORD), threading.Lock(), time.time(), set()
    todo = record.chosen(points(), names, kept)
    more = [point for point in points() if not names and point.id in kept and missing(point, kept[point.id], release)]
    commit = changes.head() if todo or more else ""
    print(
        f"{len(todo + more)} of {len(points())} points to measure {commit and f'at commit {commit}'}".strip(),
        flush=True,
    )
    made = {point.id: begin(point, commit) for point in todo}
    for point in more:
        got = kept[point.id]
        made[point.id] = got if continues(point, got) else begin(point, commit)

    def attempt(point, seed):
        """A point that fails is given up; the others are not."""
        if point.id in failed:
            return
        try:
            found, clocks = measure(point, seed)
        except Failed as error:
            failed.add(point.id)
            found, said = {}, f": FAILED: {error}"
        with lock:
            if found:
                said = f": {found['luts']} LUTs, {found['ffs']} flip-flops"
                kept[point.id] = made[point.id]
                kept[point.id].update(found)
                if point.placer:
                    kept[point.id]["seeds"][str(seed)] = clocks
                    said = f", seed {seed}: {clocks['fmax_mhz']:.1f} MHz"
                save(kept)
            seconds = int(time.time() - started)
            print(f"[{seconds // 60}:{seconds % 60:02}] {point.id}{said}", flush=True)

    # all points get a first seed before one gets a second, and the longest begin
    each = [(point, seed) for point in todo + more for seed in missing(point, made[point.id], release) or [0]]
    each.sort(key=lambda one: (one[0].kind == "area", one[1]))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda one: attempt(*one), each))
    return len(failed)


# ---- the page


class Figures:
    """The figures of one point."""

    def __init__(self, point, got):
        self.__dict__.update(got)
        self.point, self.about = point, point.about
        self.sites, blocks = self.about.memories_of(self.cells)
        self.rams = sum(blocks.values())
        wrapper = got.get("wrapper", {"luts": 0, "ffs": 0})
        self.luts, self.ffs = got["luts"] - wrapper["luts"], got["ffs"] - wrapper["ffs"]
        self.clocks = sorted(one["fmax_mhz"] for one in got.get("seeds", {}).values())
        self.mhz = statistics.median(self.clocks) if self.clocks else 0

    @property
    def spread(self):
        """The median, the least and the most of all seeds."""
        return f"{self.mhz:.0f} ({self.clocks[0]:.0f} to {self.clocks[-1]:.0f})"

    @property
    def unit_cells(self):
        """Cells of the unit: without the wrapper's, one for each of its flip-flops."""
        return self.used[self.about.route["cell"]] - self.wrapper["ffs"]

    @property
    def words(self):
        return " ".join(self.point.unit.words)

    @property
    def cell(self):
        """LUTs, and block RAMs if there are any."""
        return f"{self.luts:,}" + f", {self.rams} RAMs" * (self.rams > 0)


class Query:
    """The record as the page asks for it: q(family, unit, "PARAM=VALUE ..") is a point's figures, None if it is none of
    the report's."""

    def __init__(self, kept):
        self.kept, self.known = kept, {point.id: point for point in points()}
        self.families = families.every()

    def __call__(self, family, top, words="", placer=""):
        unit = units.unit(top, units.words(words.split())[0], families.family(family), bool(placer))
        point = self.known.get(Point("", family, unit, placer).id)
        return self.of(point) if point else None

    def of(self, point):
        if point.id not in self.kept:
            raise Misuse(f"{point.id} is not measured: {shown(PAGE)} stays")
        return Figures(point, self.kept[point.id])

    def group(self, group, kind="area", families=None):
        """Rows of a group: [the figures of one configuration, on each of the families that have it]."""
        rows = {}
        for point in points():
            if (point.group, point.kind) == (group, kind) and (families is None or point.family in families.split()):
                words = [word for word in point.unit.words if not word.startswith("MEMORY")]
                rows.setdefault((point.unit.top, *words), []).append(self.of(point))
        return list(rows.values())

    def smallest(self, family, lanes):
        """The unit with the fewest LUTs of those that move so many lanes of 32 bits per clock, or more, and a warp in
        one clock if not all are needed."""
        found = [self(family, "shfl", f"PARTS=1 CROSSBAR={crossbar}") for crossbar in ("mux", "chain")]
        found += [self(family, "shfl_banked", f"WAYS={ways}") for ways in (1, 2, 4, 8, 16) if ways >= lanes]
        return min(filter(None, found), key=lambda one: one.luts)

    @property
    def hours(self):
        """The time of all placements, one after the other."""
        return sum(seed["seconds"] for one in self.kept.values() for seed in one.get("seeds", {}).values()) / 3600

    @property
    def placements(self):
        """How many seeds points have."""
        return sorted({len(one["seeds"]) for one in self.kept.values() if one.get("seeds")})


def files(kept):
    """{file: its text}, of the page and of its plots."""
    q = Query(kept)
    series = {f"shfl, {words or 'mux'}": [(d, q("ice40", "shfl", f"W=4 DEPTH={d} {words or 'CROSSBAR=mux'}", "heap"))
                                          for d in range(1, 8)]
              for words in ("", "PARTS=3", "PARTS=8", "PARTS=16")}  # fmt: skip
    series["shfl_banked"] = [(d, q("ice40", "shfl_banked", f"DEPTH={d}", "heap")) for d in range(5)]
    depth = plot.draw(
        "iCE40 HX8K; shfl with 32 lanes of 4 bits, shfl_banked with WAYS=1, of 32 bits", "DEPTH",
        "MHz: median, slowest and fastest seed",
        {name: [(x, one.mhz, one.clocks[0], one.clocks[-1]) for x, one in rows] for name, rows in series.items()},
        range(8),
    )  # fmt: skip
    rates = {}
    for family, memory in itertools.product(q.families, ("lut", "block")):
        if memory in family.memories:
            rows = [(ways, q(family.name, "shfl_banked", f"WAYS={ways} MEMORY={memory}")) for ways in (1, 2, 4, 8, 16)]
            rows.append((32, q.smallest(family.name, 32) if memory == family.memories[0] else None))
            rates[f"{family.title}, {memory}"] = [(ways, one.luts) for ways, one in rows if one]
    lanes = plot.draw("32 lanes of 32 bits: shfl_banked up to 16, shfl at 32", "lanes per clock",
                      "LUTs, those used as memory included", rates, (1, 2, 4, 8, 16, 32), log=True)  # fmt: skip
    filters = {"whole": lambda value: f"{value:.0f}"}
    facts = json.loads(vortex.RECORD.read_text(encoding="ascii"))
    text = record.page(TEMPLATE, filters, kept.values(), q=q, series=series, vortex=facts, ranks=vortex.WORDS)
    return {PAGE: text, PLOTS / "depth-ice40.svg": depth, PLOTS / "lanes-per-clock.svg": lanes}


def problems():
    """The files that disagree with the record, a line each."""
    return record.problems(files(record.load(RECORD)[1]), RECORD)


def main(words):
    parser = argparse.ArgumentParser(
        prog="python3 -m synth.fpga.report", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("run", "render", "check"))
    parser.add_argument("points", nargs="*", metavar="POINT", help="run: ids or groups, of the record")
    parser.add_argument("--release", action="store_true", help="run: 20 seeds for the headline")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="run: points at a time")
    args = parser.parse_intermixed_args(words)
    if args.what == "check":
        _, kept = record.load(RECORD)
        ages = changes.ages((point.group, kept.get(point.id), point.files) for point in points())
        print(f"{shown(PAGE)}, points", *ages, sep="\n")
        return 0
    failed = run(args.points, args.release, max(1, args.jobs)) if args.what == "run" else 0
    record.write(files(record.load(RECORD)[1]))
    print(f"{shown(PAGE)}, of {len(points())} points")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(status(main, sys.argv[1:]))
