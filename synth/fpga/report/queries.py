# SPDX-License-Identifier: Apache-2.0
"""The record, as fpga.md.j2 and the plots query it."""

import re
import statistics

from synth.fpga.flow import families, synthesis

from . import points as p


class Missing(Exception):
    """A point of the report that is not in the record."""


class Figures:
    """The figures of one point."""

    def __init__(self, point, record):
        self.__dict__.update(record)
        self.point, self.setting, self.family = point, point.setting, point.about

    @property
    def luts_per_bit(self):
        return self.luts / (self.setting.lanes * self.setting.w)

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
        """The median, the least and the most of all seeds."""
        return f"{self.mhz:.0f} ({self.clocks[0]:.0f} to {self.clocks[-1]:.0f})"

    @property
    def icetime(self):
        return statistics.median(figures["icetime_mhz"] for figures in self.seeds.values())

    @property
    def unit_cells(self):
        """Cells of the unit: without the wrapper's, one for each of its flip-flops."""
        return self.used[self.family.route["cell"]] - self.wrapper["ffs"]

    @property
    def own_luts(self):
        """LUTs of the unit, without the wrapper's."""
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
        """Of its LUTs those used as memory."""
        return self.family.memories_of(self.cells)[0]

    @property
    def rate(self):
        """Lanes per clock."""
        return self.setting.ways or self.setting.lanes

    @property
    def module(self):
        return synthesis.TOPS[self.top].module

    def by_module(self):
        """LUTs by module, of all its instances together; the crossbar for the active bits counts with the other."""
        found = {}
        for name, about in self.modules.items():
            name = re.sub("(_active)+$", "", name)
            found[name] = found.get(name, 0) + about["instances"] * about["luts"]
        return {name: luts for name, luts in found.items() if luts}

    @property
    def besides_crossbar(self):
        """LUTs per lane of the unit in one piece, less those of the modules of its crossbar and select, kept apart."""
        crossbar = [
            luts for name, luts in self.by_module().items() if re.match("shfl_(chain|crossbar|select|mux)", name)
        ]
        return (self.luts - sum(crossbar)) / self.setting.lanes


class Comparison:
    """shfl and a shuffle as open GPUs write it, of the same ports: by the family's synth.ys, by Yosys's script."""

    def __init__(self, queries, family, lanes):
        self.family, self.lanes = family, lanes
        self.behind, self.front = (
            [queries.area(family.name, top, {"LANES": lanes}) for top in tops] for tops in (p.BEHIND, p.FRONT)
        )
        # all units, and the smallest
        self.units = [
            [queries.area(family.name, top, given) for given in p.compared(family, lanes, stock)]
            for stock, top in enumerate(p.IN_PLACE)
        ]
        self.ours = [min(units, key=lambda unit: unit.luts) for units in self.units]

    def ratio(self, theirs):
        """The smallest of shfl's units over the smaller of these two."""
        return self.ours[0].luts / min(one.luts for one in theirs)

    @property
    def stock_ratio(self):
        """By Yosys's own script alone."""
        return self.ours[1].luts / min(self.behind[1].luts, self.front[1].luts)

    def luts(self, network):
        """LUTs of one of shfl's units, by both scripts; of those that were measured."""
        return [
            one.luts
            for units in self.units
            for one in units
            if (one.setting.crossbar, one.setting.network) == ("mux", network)
        ]


class Queries:
    """The points of the record by their meaning; Missing if one was never measured."""

    def __init__(self, kept):
        self.kept = kept
        known = {record["family"] for record in kept.values()}  # a new family is not on the page before it is measured
        self.wanted = {point.id: point for point in p.points() if point.family in known}
        self.families = [family for family in families.every() if family.name in known]

    def __getitem__(self, point):
        """The figures of a point, None if it is none of the report."""
        if point.id not in self.wanted:
            return None
        if point.id not in self.kept:
            raise Missing(point.id)
        return Figures(self.wanted[point.id], self.kept[point.id])

    def all(self, **wanted):
        return [
            self[point]
            for point in self.wanted.values()
            if all(getattr(point, name) == value for name, value in wanted.items())
        ]

    def area(self, family, top, given):
        return self[p.point("", "area", family, top, given)]

    def crossbars(self, family):
        """The crossbar alone, of each kind that the family has: {kind: figures}."""
        found = {name: self.area(family.name, top, given) for name, top, given in p.CROSSBARS}
        return {name: figures for name, figures in found.items() if figures}

    def crossbars_named(self, name):
        """The crossbar alone of that kind, of each family that has it."""
        return [self.crossbars(family).get(name) for family in self.families]

    def units_of(self, given):
        """The whole unit with that crossbar, of each family."""
        return [self.area(family.name, "unit", given) for family in self.families]

    def units(self, family):
        """The whole unit with multiplexers and with chains, the smaller one first."""
        return sorted((self.area(family.name, "unit", given) for given in (p.MUX, p.CHAIN)), key=lambda unit: unit.luts)

    def networks(self, family):
        """The whole unit with each network, rank 1 of more words first."""
        return [self.area(family.name, "unit", given) for given in p.NETWORKS]

    @property
    def network_without_chains(self):
        family, given = p.NETWORK_WITHOUT_CHAINS
        return self.area(family, "unit", given)

    @property
    def vortex(self):
        """(lanes, {Yosys: LUTs}, the least of them, the Comparison) of the lines of Vortex's own ALU."""
        by_lanes = {one.lanes: one for one in self.compared if one.family.name == p.EVERY_SPLIT}
        return [(lanes, found, min(map(min, found.values())), by_lanes[lanes]) for lanes, found in p.VORTEX.items()]

    def network_lanes(self, family, lanes):
        """The crossbar with so many lanes, None if it is not measured, and each network: [(words, figures)]."""
        beside = lanes in p.NETWORK_LANES_BESIDE
        crossbar = self[p.network_of(family, lanes)] if beside else None
        several = [words for name, number, words in p.NETWORK_LANES if (name, number) == (family, lanes)]
        return crossbar, [(words, self[p.network_of(family, lanes, words)]) for words in several]

    def network_routed(self, family):
        return self[p.network_routed(family)]

    @property
    def smallest(self):
        """The smaller unit of each family."""
        return [self.units(family)[0] for family in self.families]

    @property
    def modules(self):
        """The modules of the smaller units, along the data path."""
        order = {stage: at for at, stage in enumerate(synthesis.STAGES)}
        names = {name for unit in self.smallest for name in unit.by_module()}
        return sorted(names, key=lambda name: order.get(name.removeprefix("shfl_"), len(order)))

    def policies(self, family):
        """{policy: figures}"""
        return {figures.setting.policy: figures for figures in self.all(group="policy", family=family, kind="area")}

    @property
    def own_clock(self):
        """Policy OWN where it has the longest path, and ZERO there."""
        family, given, placer = p.OWN_CLOCK
        return [self[p.point("", "pnr", family, "pins", {**given, "POLICY": o}, placer)] for o in ("own", "zero")]

    @property
    def depths(self):
        """Clock against DEPTH on the iCE40: {name of the series: {DEPTH: figures}}."""
        return {name: {d: self[p.swept(given, d)] for d in several} for name, given, several in p.DEPTHS}

    def at_depth(self, depth):
        """The figures of that DEPTH, of the series that have it."""
        return [found.get(depth) for found in self.depths.values()]

    def fastest(self, family):
        """The configuration that is placed for the best clock, with the placer that is best for it."""
        return self.all(group="fastest", family=family)[0]

    @property
    def by_sa(self):
        """The fastest configuration of the iCE40 by its other placer."""
        return self.all(group="fastest", family="ice40")[1]

    @property
    def widths(self):
        """The fastest configuration of the ECP5, the fewest bits first."""
        return [*map(self.__getitem__, map(p.narrower, p.NARROWER)), self.fastest("ecp5")]

    @property
    def banked(self):
        """shfl_banked: {(DEPTH, memory, W, family or part): {WAYS: figures}}."""
        found = {}
        for f in self.all(group="banked") + [self.routed("ice40")[1]]:
            title = f.part_title if f.kind == "pnr" else f.family.title
            key = f.family.name, f.setting.depth, f.setting.memory, f.setting.w, title
            found.setdefault(key, {})[f.setting.ways] = f
        return {key[1:]: one for key, one in sorted(found.items())}

    def routed(self, family):
        """shfl_banked on a part: {WAYS: figures}."""
        points = [p.point("", "pnr", name, "banked_pins", given, p.SWEEP_PLACER) for name, given in p.BANKED_ROUTED]
        return {f.setting.ways: f for f in map(self.__getitem__, points) if f.family.name == family}

    def to_take(self, family, lanes):
        """The unit with the fewest LUTs of those that move so many lanes of 32 bits per clock or more."""
        found = [*self.all(group="banked", family=family.name, kind="area"), self.units(family)[0]]
        return min((f for f in found if f.rate >= lanes and f.setting.w == 32), key=lambda f: f.luts)

    def with_network(self, lanes, kind):
        """The network with the fewest LUTs of each family, {family: figures}."""
        found = {}
        for one in self.all(group="network", kind=kind):
            if one.setting.lanes == lanes and one.setting.network:
                name = one.family.name
                found[name] = min(one, found.get(name, one), key=lambda f: f.own_luts)
        return found

    @property
    def picks(self):
        """The rows of the first table: (core, unit and parameters, {family: figures})."""
        one = "1 lane per clock"
        for lanes in (1, 2, 4, 8, 16, 32):
            core = one if lanes == 1 else f"{lanes} lanes per clock" if lanes < 32 else "a warp per clock"
            unit = f"`shfl_banked`, `WAYS={lanes}`" if lanes < 32 else "`shfl`, `DEPTH=1`"
            least = {family.name: self.to_take(family, lanes) for family in self.families}
            narrow = self.area("ice40", "banked", {"WAYS": lanes, "W": 16})
            yield core, unit, least | ({"ice40": narrow} if narrow else {})
            found = {name: self.routed(name).get(lanes) for name in ("ice40", "ecp5")}
            if lanes == 32:
                found = {name: self.fastest(name) for name in found}
            if any(found.values()):
                unit = f"`shfl_banked`, `WAYS={lanes} DEPTH=4`" if lanes < 32 else "`shfl`, `DEPTH=7`"
                yield f"{core}, high clock", unit, found
            if lanes == 32:
                yield f"{core}, but some gathers", "`shfl`, `NETWORK`, `DEPTH=1`", self.with_network(lanes, "area")
                placed = self.with_network(lanes, "pnr")
                yield f"{core}, but some gathers, high clock", "`shfl`, `NETWORK`, `DEPTH=7`", placed
        for lanes in (8, 16, 64):
            core, unit = (
                f"a warp of {lanes} lanes per clock, but some gathers",
                f"`shfl`, `LANES={lanes} NETWORK`, `DEPTH=1`",
            )
            yield core, unit, self.with_network(lanes, "area")
        for lanes in (4, 8, 16):
            found = {f.family.name: f for f in self.compared_units if f.setting.lanes == lanes}
            yield f"a warp of {lanes} lanes per clock", f"`shfl`, `LANES={lanes} DEPTH=1 POLICY=own`", found
        one = self.amd_units[0][1]
        yield "a warp per clock, AMD's operations", f"`{one.module}`, `DEPTH=1`", {one.family.name: one}
        one = self.amd_banked[0][2]
        yield "1 lane per clock, AMD's operations", f"`{one.module}`, `WAYS=1`", {one.family.name: one}

    @property
    def compared_units(self):
        """The whole units of fewer lanes, with policy OWN."""
        for family, given, several in p.COMPARED_UNITS:
            yield from (self.area(family, "unit", {"LANES": n, "POLICY": "own", **given}) for n in several)

    @property
    def compared(self):
        """shfl and a shuffle as open GPUs write it, by family and LANES."""
        return [Comparison(self, families.family(name), n) for name, several in p.COMPARED.items() for n in several]

    @property
    def amd_units(self):
        """SHFL's unit, AMD's, and that of both, of the same width each."""
        found = [self.area(*one) for one in p.AMD_UNITS]
        return [found[i : i + 3] for i in range(0, len(found), 3)]

    @property
    def amd_banked(self):
        """The same in beats: SHFL's, AMD's without ds_permute, and with it."""
        found = [self.area(*one) for one in p.AMD_BANKED]
        return [found[i : i + 3] for i in range(0, len(found), 3)]

    @property
    def collective(self):
        """[[the unit on each family]]"""
        return [[self.area(family, *one) for family in p.COLLECTIVE_FAMILIES] for one in p.COLLECTIVE]

    @property
    def rvv(self):
        """[[the unit for RISC-V's vector permutations on each family]]"""
        return [[self[p.rvv(family, *one)] for family in p.RVV_FAMILIES] for one in p.RVV]

    @property
    def rvv_routed(self):
        """[[the unit placed on a part, by DEPTH]]"""
        families, depths = p.RVV_ROUTED
        return [[self[p.rvv_routed(family, depth)] for depth in depths] for family in families]

    @property
    def rvv_sets(self):
        """[what the unit executes, [the unit on each family]]"""
        return [
            [words, [self[p.rvv_set(family, features)] for family in p.RVV_FAMILIES]] for words, features in p.RVV_SETS
        ]

    @property
    def tools(self):
        """{tool: (versions, titles of families)}"""
        found = {}
        for record in self.kept.values():
            for tool, version in record["tools"].items():
                versions, titles = found.setdefault(tool, (set(), set()))
                versions.add(version)
                titles.add(families.family(record["family"]).title)
        return dict(sorted(found.items()))

    @property
    def hours(self):
        """The time of all placements, one after the other."""
        return sum(seed["seconds"] for one in self.kept.values() for seed in one.get("seeds", {}).values()) / 3600
