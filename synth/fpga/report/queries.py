# SPDX-License-Identifier: Apache-2.0
"""What docs/use/fpga.md asks of the record: the names that fpga.md.j2 and the plots use."""

import re
import statistics

from synth.fpga.flow import families, synthesis

from . import points as p
from .record import RECORD

BITS = 32 * 32  # output bits of the crossbar at LANES=32, W=32
UNIT_MARGIN = 1.15  # the whole unit's LUTs: at most so many times the crossbar's


class Missing(Exception):
    """A point of the report that is not in the record."""


class Figures:
    """The figures of one point."""

    def __init__(self, point, record):
        self.__dict__.update(record)
        self.point, self.setting, self.family = point, point.setting, point.about

    @property
    def luts_per_bit(self):
        return self.luts / BITS

    @property
    def part_title(self):
        return self.family.part(self.part)[1]["title"]

    @property
    def clocks(self):
        """MHz of every seed, the slowest first."""
        return sorted(figures["fmax_mhz"] for figures in self.seeds.values())

    @property
    def mhz(self):
        return statistics.median(self.clocks)

    @property
    def spread(self):
        """The median, and the least and the most of all seeds."""
        over = f"{self.clocks[0]:.0f} to {self.clocks[-1]:.0f}" if len(self.clocks) > 1 else "one seed"
        return f"{self.mhz:.0f} ({over})"

    @property
    def icetime(self):
        return statistics.median(figures["icetime_mhz"] for figures in self.seeds.values())

    @property
    def used_cells(self):
        return self.used[self.family.route["cell"]]

    @property
    def unit_cells(self):
        """Those of the unit: without the wrapper's, one for each of its flip-flops."""
        return self.used_cells - self.wrapper["ffs"]

    @property
    def own_luts(self):
        """Those of the unit: without the wrapper's."""
        return self.luts - (self.wrapper["luts"] if self.kind == "pnr" else 0)

    @property
    def own_ffs(self):
        return self.ffs - (self.wrapper["ffs"] if self.kind == "pnr" else 0)

    @property
    def memories(self):
        """Its block RAMs: {cell type: count}."""
        return self.family.memories_of(self.cells)[1]

    @property
    def lut_memory(self):
        """Of its LUTs those that hold memory."""
        return self.family.memories_of(self.cells)[0]

    @property
    def rate(self):
        """Lanes per clock."""
        return self.setting.ways or self.setting.lanes

    @property
    def mwarps(self):
        """Million warps per second."""
        return self.mhz * self.rate / self.setting.lanes

    @property
    def words(self):
        """The parameters that a heading does not name."""
        s = self.setting
        if s.ways:
            narrow = f" W={s.w}" if s.w != 32 else ""
            return f"`WAYS={s.ways}{narrow} DEPTH={s.depth} MEMORY={s.memory}`"
        parts = f" PARTS={s.parts}" if s.parts else ""
        return f"`DEPTH={s.depth} CROSSBAR={s.crossbar}{parts}`"

    @property
    def by_module(self):
        """LUTs by module, of all its instances together."""
        return {name: about["instances"] * about["luts"] for name, about in self.modules.items()}


def beside_the_crossbar(unit):
    """LUTs per lane of a unit in one piece, less those of its crossbar's modules and select, which were kept apart."""
    crossbar = [name for name in unit.modules if re.match("shfl_(chain|crossbar|select)", name)]
    return (unit.luts - sum(unit.by_module[name] for name in crossbar)) / unit.setting.lanes


class Queries:
    """The points of the record by what they are; Missing if one was never measured."""

    def __init__(self, record):
        self.record = record
        self.wanted = {point.id: point for point in p.points()}

    def __getitem__(self, point):
        """The figures of a point, None if it is none of the report."""
        if point.id not in self.wanted:
            return None
        if point.id not in self.record["points"]:
            raise Missing(point.id)
        return Figures(self.wanted[point.id], self.record["points"][point.id])

    def all(self, **wanted):
        return [
            self[point]
            for point in self.wanted.values()
            if all(getattr(point, name) == value for name, value in wanted.items())
        ]

    @property
    def families(self):
        return families.every()

    @property
    def targeted(self):
        return [family for family in self.families if "crossbar" in family.targets]

    def crossbars(self, family):
        """The crossbar alone, in every way that the family has: {name: figures}."""
        found = {name: self[p.point("", "area", family.name, top, given)] for name, top, given in p.CROSSBARS}
        return {name: figures for name, figures in found.items() if figures}

    def smallest(self, family):
        """Name and figures of the smallest of them."""
        return min(self.crossbars(family).items(), key=lambda found: found[1].luts)

    def units(self, family):
        """The whole unit with multiplexers and with chains, the smaller one first."""
        found = [self[p.point("", "area", family.name, "unit", given)] for given in (p.MUX, p.CHAIN)]
        return sorted(found, key=lambda unit: unit.luts)

    def crossbar_of(self, unit):
        """The crossbar alone that a unit of units() has in it."""
        found = self.crossbars(unit.family).values()
        return next(c for c in reversed(found) if c.setting.crossbar == unit.setting.crossbar and c.setting.parts == 1)

    @property
    def modules(self):
        """The modules of the smaller units, along the data path; one inside a stage comes behind it."""
        names = {name for family in self.families for name in self.units(family)[0].modules}

        def place(name):
            stage = re.sub(r"_active$", "", name.removeprefix("shfl_"))
            order = {stage: i for i, stage in enumerate(synthesis.STAGES)}
            return order.get(stage, order["crossbar_low"] + 0.5 if stage == "mux" else len(order)), name

        return sorted(names, key=place)

    def policies(self, family):
        """{policy: figures}"""
        return {figures.setting.policy: figures for figures in self.all(group="policy", family=family)}

    @property
    def depths(self):
        """Clock against DEPTH on the iCE40: {name of the series: figures}."""
        return {name: [self[p.swept(given, d)] for d in several] for name, given, several in p.DEPTHS}

    def depth_before(self, name, depth):
        """MHz and cells of such a point in version 0.1.0, or None."""
        rows = self.record["history"]["0.1.0"]["ice40 DEPTH"]
        return next((row for row in rows if (row["series"], row["depth"]) == (name, depth)), None)

    def fastest(self, family):
        """The setting that is placed for the best clock, with the placer that is best for it."""
        return self.all(group="fastest", family=family)[0]

    @property
    def widths(self):
        """The fastest setting of the ECP5, the narrowest words first."""
        return [*map(self.__getitem__, map(p.narrower, p.NARROWER)), self.fastest("ecp5")]

    @property
    def by_sa(self):
        """The fastest setting of the iCE40 by its other placer."""
        return self.all(group="fastest", family="ice40")[1]

    @property
    def own_clock(self):
        """Policy OWN where it has the longest way, and ZERO there."""
        family, given, placer = p.OWN_CLOCK
        return [
            self[p.point("", "pnr", family, "pins", {**given, "POLICY": o}, placer=placer)] for o in ("own", "zero")
        ]

    def banked(self, family, ways, memory=None):
        """shfl_banked as it is synthesized at DEPTH=0, or None."""
        given = {"WAYS": ways, "MEMORY": memory or family.memories[0]}
        return self[p.point("", "area", family.name, "banked", given)]

    def banked_routed(self, family):
        """The figures of shfl_banked on a part, by WAYS."""
        points = [
            p.point("", "pnr", name, "banked_pins", given, placer=p.SWEEP_PLACER) for name, given in p.BANKED_ROUTED
        ]
        return {f.setting.ways: f for f in map(self.__getitem__, points) if f.family.name == family}

    def rates(self, family):
        """Both units on a family, by lanes per clock; of shfl the smaller one, and the one that is placed at W=32."""
        found = [*self.all(group="banked", family=family.name, kind="area"), *self.banked_routed(family.name).values()]
        found += [f for f in self.all(group="fastest", family=family.name) if f.setting.w == 32]
        return sorted([*found, self.units(family)[0]], key=lambda f: (f.rate, f.setting.memory, -f.setting.w, f.luts))

    def to_take(self, family, lanes):
        """The unit with the fewest LUTs of those that move so many lanes of 32 bits per clock or more."""
        found = [f for f in self.rates(family) if f.rate >= lanes and f.setting.w == 32 and f.kind == "area"]
        return min(found, key=lambda f: f.luts)

    @property
    def passes(self):
        """shfl with PASSES, of the version that had it: rows of figures, the slowest first."""
        rows = self.record["history"]["0.1.0"]["ice40 PASSES"]
        rows = [{"mhz": "", "mwarps": 0, **row} for row in rows]  # most were not placed
        return sorted(rows, key=lambda row: (row["lanes_per_clock"], row["depth"]))

    @property
    def compared(self):
        """shfl beside a shuffle as open GPUs write it: (shfl, theirs by the same script, theirs by Yosys's own)."""
        for family, given, several in p.COMPARED:
            for lanes in several:
                ours = p.point("", "area", family, "unit", {"LANES": lanes, "POLICY": "own", **given})
                others = [p.point("", "area", family, top, {"LANES": lanes}) for top in p.OTHERS]
                yield tuple(self[point] for point in (ours, *others))

    def figures(self, family, top, given):
        """Of a point of synthesis."""
        return self[p.point("", "area", family, top, given)]

    @property
    def amd_units(self):
        """SHFL's unit, AMD's, and that of both, of the same width each."""
        found = [self.figures(*one) for one in p.AMD_UNITS]
        return [found[i : i + 3] for i in range(0, len(found), 3)]

    @property
    def amd_banked(self):
        """The same in beats: SHFL's, AMD's without ds_permute, and with it."""
        found = [self.figures(*one) for one in p.AMD_BANKED]
        return [found[i : i + 3] for i in range(0, len(found), 3)]

    @property
    def tools(self):
        """{tool: (versions, titles of families)}"""
        found = {}
        for record in self.record["points"].values():
            for tool, version in record["tools"].items():
                versions, titles = found.setdefault(tool, (set(), set()))
                versions.add(version)
                titles.add(families.family(record["family"]).title)
        return dict(sorted(found.items()))

    @property
    def hours(self):
        """What all placements took, one after the other."""
        return (
            sum(seed["seconds"] for point in self.record["points"].values() for seed in point.get("seeds", {}).values())
            / 3600
        )

    @property
    def date(self):
        return max(record["date"] for record in self.record["points"].values())


def tools_of(*figures):
    """The tools that made some figures, for the line below a figure."""
    return ", ".join(sorted({f"{tool} {version}" for one in figures for tool, version in one.tools.items()}))


__all__ = ["BITS", "Figures", "Missing", "Queries", "RECORD", "UNIT_MARGIN", "tools_of"]
