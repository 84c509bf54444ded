# SPDX-License-Identifier: Apache-2.0
"""What the report is made of: every synthesis and every place and route, by group."""

import dataclasses

from synth.fpga.flow import families, params, results, route
from synth.fpga.flow.synthesis import TOPS

# the ways to make the crossbar: name, top, parameters; "plain" has rtl/shfl_mux.v on all families
PLAIN, HARD = "multiplexers, left to synthesis", "the family's multiplexers"
MUX, CHAIN = {"CROSSBAR": "mux", "PARTS": 1}, {"CROSSBAR": "chain", "PARTS": 1}
CROSSBARS = (
    (PLAIN, "plain", MUX),
    (HARD, "crossbar", MUX),
    ("chains, PARTS 1", "crossbar", CHAIN),
    ("chains, PARTS 3", "crossbar", {"CROSSBAR": "chain", "PARTS": 3}),
)

POLICIES = ("zero", "own", "raw")
POLICY_FAMILIES = ("ice40", "ecp5")
# and its clock, at DEPTH=1, where OWN has the longest way: family, parameters, placer; ZERO is among DEPTHS
OWN_CLOCK = ("ice40", {"W": 4, "DEPTH": 1, "CROSSBAR": "chain", "PARTS": 3, "POLICY": "own"}, "heap")

# clock against DEPTH on the iCE40, where W=4 is what an HX8K has room for, and of shfl_banked beside it: name,
# parameters, DEPTHs; one placer for all
SWEEP_PLACER = "heap"
DEPTHS = (
    ("mux", {"W": 4, "CROSSBAR": "mux"}, range(1, 8)),
    ("chain, PARTS 3", {"W": 4, "CROSSBAR": "chain", "PARTS": 3}, range(1, 8)),
    ("chain, PARTS 8", {"W": 4, "CROSSBAR": "chain", "PARTS": 8}, range(1, 8)),
    ("chain, PARTS 16", {"W": 4, "CROSSBAR": "chain", "PARTS": 16}, range(1, 8)),
    ("shfl_banked, WAYS=1, W=32", {"WAYS": 1}, range(5)),
)
SEEDS = tuple(range(1, 21))  # of the placements
# the fastest settings: family, parameters, placer; and that of the iCE40 by its other placer
ECP5_FASTEST = ("ecp5", {"DEPTH": 7, "CROSSBAR": "mux"}, "heap")
FASTEST = (
    ("ice40", {"W": 4, "DEPTH": 7, "CROSSBAR": "chain", "PARTS": 16}, "heap"),
    ("ice40", {"W": 4, "DEPTH": 7, "CROSSBAR": "chain", "PARTS": 16}, "sa"),
    ECP5_FASTEST,
)
NARROWER = (4, 8, 16)  # W of that of the ECP5 with narrower words
UNROUTED = {16: 9}  # a W of them, and the seed that nextpnr cannot route there: the one after the last takes its place
# shfl_banked: family, memory, WAYS; and those that are placed: family, parameters
BANKED = (
    ("ice40", "block", (1, 2)),
    ("ecp5", "lut", (1, 2, 4, 8)),
    ("ecp5", "block", (1, 2, 4)),
    ("gowin", "lut", (1, 2, 4, 8)),
    ("xilinx", "lut", (1, 2, 4, 8, 16)),
)
NARROW = ("ice40", {"WAYS": 4, "W": 16})  # four lanes of 32 bits take more block RAMs than the HX8K has
BANKED_ROUTED = (
    *(("ice40", {"WAYS": ways, "DEPTH": 4}) for ways in (1, 2)),
    *(("ecp5", {"WAYS": ways, "DEPTH": 4}) for ways in (1, 4, 8)),
)
# shfl beside a shuffle as open GPUs write it: family, parameters of shfl's smallest crossbar, LANES
COMPARED = (("xilinx", MUX, (4, 8, 16)), ("ice40", CHAIN, (4, 8)))
OTHERS = ("behavioral", "behavioral_stock")  # by the family's synth.ys, and by Yosys's own script
# AMD's units: family, top, parameters of each; "gather" is without ds_permute
AMD_UNITS = tuple(("ice40", top, {"W": w, **CHAIN}) for w in (32, 4) for top in ("unit", "amd", "any"))
AMD_BANKED = (
    *(("ice40", top, {"WAYS": ways}) for ways in (1, 4) for top in ("banked", "amd_gather", "amd_banked")),
    *(("ecp5", top, {"LANES": 64, "WAYS": 16}) for top in ("banked", "amd_gather", "amd_banked")),
)


@dataclasses.dataclass(frozen=True)
class Point:
    """What is measured: kind is "area" (synthesis) or "pnr" (placed and routed, too, once per seed)."""

    group: str
    kind: str
    family: str
    top: str
    given: tuple  # parameters, (name, value) each
    seeds: tuple = ()
    placer: str = ""

    @property
    def about(self):
        return families.family(self.family)

    @property
    def setting(self):
        return params.setting(self.about, dict(self.given), TOPS[self.top].params)

    @property
    def id(self):
        return "_".join(filter(None, (self.family, self.kind, self.top, self.setting.name, self.placer)))

    @property
    def command(self):
        """What measures this point alone."""
        words = params.as_words(self.setting, self.about)
        if self.top in OTHERS or TOPS[self.top].fixed:
            return f" python3 -m synth.fpga.flow area {self.family} --top {self.top} {words}"
        if self.kind == "area":
            return f"make synth FAMILY={self.family} PARAMS='{words}'"
        seeds = " ".join(map(str, self.seeds))
        return f"make pnr TARGET={self.family} PARAMS='{words}' SEEDS='{seeds}' PLACER={self.placer}"

    def sources(self):
        """A hash of the text that its figures are made from, tools aside: RTL and scripts without comments and blanks,
        parameters, part and options."""
        family, more = self.about, []
        if self.kind == "pnr":
            more = [
                route.options_of(family, self.setting, placer=self.placer),
                family.part()[1].get("pins"),
            ]
        return results.key(family, TOPS[self.top], self.setting, *more)[:16]

    def netlist(self):
        """The circuit that its placements begin with, as a hash without names."""
        _, _, structure = route.synthesized(self.about, self.setting)
        return structure


def point(group, kind, family, top, given, seeds=(), placer=""):
    return Point(group, kind, family, top, tuple(given.items()), tuple(seeds), placer)


def swept(given, depth):
    """A placement of the plot of clocks against DEPTH."""
    top = "banked_pins" if "WAYS" in given else "pins"
    return point("depth", "pnr", "ice40", top, {**given, "DEPTH": depth}, SEEDS, SWEEP_PLACER)


def narrower(w):
    """The fastest setting of the ECP5 with words of W bits."""
    family, given, placer = ECP5_FASTEST
    seeds = [seed for seed in (*SEEDS, SEEDS[-1] + 1) if seed != UNROUTED.get(w)]
    return point("width", "pnr", family, "pins", {**given, "W": w}, seeds[: len(SEEDS)], placer)


def points():
    """All of them, in the order in which they are recorded."""
    found = []
    for family in families.every():  # the full width, all families
        for name, top, given in CROSSBARS:
            if name != HARD or "shfl_mux.v" in family.modules:
                found.append(point("area", "area", family.name, top, given))
        found += [point("area", "area", family.name, "unit", given) for given in (MUX, CHAIN)]

    for family in POLICY_FAMILIES:  # what a policy costs
        found += [
            point("policy", "area", family, "unit", {"W": 8, "PARTS": 1, "POLICY": policy}) for policy in POLICIES
        ]
    family, given, placer = OWN_CLOCK
    found.append(point("policy", "pnr", family, "pins", given, SEEDS, placer))

    found += [point("fastest", "pnr", family, "pins", given, SEEDS, placer) for family, given, placer in FASTEST]
    found += [narrower(w) for w in NARROWER]
    found += [swept(given, depth) for _, given, depths in DEPTHS for depth in depths]

    for family, memory, several in BANKED:  # WAYS lanes per clock
        found += [point("banked", "area", family, "banked", {"WAYS": ways, "MEMORY": memory}) for ways in several]
    found.append(point("banked", "area", NARROW[0], "banked", NARROW[1]))
    found += [
        point("banked", "pnr", family, "banked_pins", given, SEEDS, SWEEP_PLACER) for family, given in BANKED_ROUTED
    ]

    found += [point("amd", "area", family, top, given) for family, top, given in (*AMD_UNITS, *AMD_BANKED)]

    for family, given, several in COMPARED:
        for lanes in several:
            found.append(point("compare", "area", family, "unit", {"LANES": lanes, "POLICY": "own", **given}))
            found += [point("compare", "area", family, top, {"LANES": lanes}) for top in OTHERS]
    unique = {}
    for one in found:  # some are of two groups, and count in the first
        unique.setdefault(one.id, one)
    return list(unique.values())
