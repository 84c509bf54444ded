# SPDX-License-Identifier: Apache-2.0
"""The points of the report: every synthesis and every place and route, by group."""

import dataclasses
import functools

from synth.fpga.flow import families, params, results
from synth.fpga.flow.synthesis import ROUTED, TOPS, verilog

# the kinds of crossbar: name, top, parameters; "plain" has rtl/shfl_mux.v on all families
PLAIN, HARD = "multiplexers, left to synthesis", "the family's multiplexers"
MUX, CHAIN = {"CROSSBAR": "mux", "PARTS": 1}, {"CROSSBAR": "chain", "PARTS": 1}
CROSSBARS = (
    (PLAIN, "plain", MUX),
    (HARD, "crossbar", MUX),
    ("chains, PARTS 1", "crossbar", CHAIN),
    ("chains, PARTS 3", "crossbar", {"CROSSBAR": "chain", "PARTS": 3}),
)

# the network in place of the crossbar, by the words of a multiplexer of its first rank
NETWORKS = tuple({"NETWORK": words} for words in (16, 8))
# and with the list of files that makes more LUTs on the iCE40, where the others are of the one with chains
NETWORK_WITHOUT_CHAINS = ("ice40", {"NETWORK": 8, "CROSSBAR": "mux"})
# and with other numbers of lanes: family, lanes, words; beside a crossbar where that is synthesized in minutes
NETWORK_LANES = tuple(
    (family, lanes, words)
    for family in ("ice40", "xilinx")
    for lanes, words in ((8, 4), (16, 8), (16, 4), (64, 16), (64, 4))
)
NETWORK_LANES_BESIDE = (8, 16)
# and one that is placed, on the parts on which the crossbar is
NETWORK_ROUTED = {"W": 4, "DEPTH": 7, "NETWORK": 8}

POLICIES = ("zero", "own", "raw")
POLICY_FAMILIES = ("ice40", "ecp5")
# and its clock, at DEPTH=1, where OWN has the longest path: family, parameters, placer; ZERO is among DEPTHS
OWN_CLOCK = ("ice40", {"W": 4, "DEPTH": 1, "CROSSBAR": "chain", "PARTS": 3, "POLICY": "own"}, "heap")

# clock against DEPTH on the iCE40, where W=4 is the most that fits into an HX8K, and that of shfl_banked: name,
# parameters, DEPTHs; one placer for all
SWEEP_PLACER = "heap"
DEPTHS = (
    ("mux", {"W": 4, "CROSSBAR": "mux"}, range(1, 8)),
    ("chain, PARTS 3", {"W": 4, "CROSSBAR": "chain", "PARTS": 3}, range(1, 8)),
    ("chain, PARTS 8", {"W": 4, "CROSSBAR": "chain", "PARTS": 8}, range(1, 8)),
    ("chain, PARTS 16", {"W": 4, "CROSSBAR": "chain", "PARTS": 16}, range(1, 8)),
    ("shfl_banked, WAYS=1, W=32", {"WAYS": 1}, range(5)),
)
SEEDS = (1, 2, 3)  # of the placements
RELEASE_SEEDS = tuple(range(1, 21))  # of the headline's, before a release
# README's table: the smallest shfl of each family, and the fastest of each unit on a part
HEADLINE = (
    "ecp5_area_unit_l32_w32_d1_zero_chain1",
    "gowin_area_unit_l32_w32_d1_zero_mux1",
    "ice40_area_unit_l32_w32_d1_zero_chain1",
    "xilinx_area_unit_l32_w32_d1_zero_mux1",
    "ice40_pnr_pins_l32_w4_d7_zero_chain16_heap",
    "ecp5_pnr_pins_l32_w32_d7_zero_heap",
    "ice40_pnr_banked_pins_l32_w32_ways1_d4_zero_block_heap",
    "ecp5_pnr_banked_pins_l32_w32_ways1_d4_zero_lut_heap",
)
# the fastest configurations: family, parameters, placer; and that of the iCE40 by its other placer
ECP5_FASTEST = ("ecp5", {"DEPTH": 7, "CROSSBAR": "mux"}, "heap")
FASTEST = (
    ("ice40", {"W": 4, "DEPTH": 7, "CROSSBAR": "chain", "PARTS": 16}, "heap"),
    ("ice40", {"W": 4, "DEPTH": 7, "CROSSBAR": "chain", "PARTS": 16}, "sa"),
    ECP5_FASTEST,
)
NARROWER = (4, 8, 16)  # W of that of the ECP5 with fewer bits
# shfl_banked: family, memory, WAYS; and those that are placed: family, parameters
BANKED = (
    ("ice40", "block", (1, 2, 4, 8, 16)),
    ("ecp5", "lut", (1, 2, 4, 8, 16)),
    ("ecp5", "block", (1, 2, 4)),
    ("gowin", "lut", (1, 2, 4, 8, 16)),
    ("xilinx", "lut", (1, 2, 4, 8, 16)),
)
NARROW = ("ice40", {"WAYS": 4, "W": 16})  # four lanes of 32 bits need more block RAMs than the HX8K has
BANKED_ROUTED = (
    *(("ice40", {"WAYS": ways, "DEPTH": 4}) for ways in (1, 2)),
    *(("ecp5", {"WAYS": ways, "DEPTH": 4}) for ways in (1, 4, 8)),
)
# shfl and a shuffle as open GPUs write it, by the family's synth.ys and by Yosys's own script: two forms of its text,
# and shfl's crossbars and networks behind the same ports
COMPARED = {"xilinx": (4, 8, 16, 32), "ecp5": (4, 8, 16), "gowin": (4, 8, 16), "ice40": (4, 8)}  # family: LANES
BEHIND, FRONT = ("behavioral", "behavioral_stock"), ("front", "front_stock")
IN_PLACE = ("in_place", "in_place_stock")
SPLITS = {4: (2,), 8: (4,), 16: (4,), 32: (8,)}  # LANES: words of rank 1; of EVERY_SPLIT all that are legal
EVERY_SPLIT, STOCK_SPLITS = "xilinx", {32: (4, 8)}  # and those by Yosys's script, where not all
# LUTs on Xilinx 7 of the lines of Vortex's own ALU, with a register behind them: {LANES: {Yosys: by synth_xilinx
# -nocarry -nowidelut and, if that ended, without options}}. Measured once; the text of 2026-07-29 has the same within
# 4 %
VORTEX = {
    4: {"0.23": (294, 663), "0.70": (304, 404)},
    8: {"0.23": (950, 1264), "0.70": (945, 1095)},
    16: {"0.23": (4100, 12550)},
    32: {"0.23": (19031,)},
}
# LANES of the whole unit
COMPARED_UNITS = (("xilinx", MUX, (4, 8, 16)), ("ice40", CHAIN, (4, 8)))


def compared(family, lanes, stock):
    """shfl's units of so many lanes: parameters of each. Yosys's own script takes the links of chains apart."""
    splits = SPLITS[lanes]
    if family.name == EVERY_SPLIT:
        legal = tuple(words for words in (2, 4, 8, 16) if words < lanes)
        splits = STOCK_SPLITS.get(lanes, legal) if stock else legal
    crossbars = (MUX,) if stock or family.crossbar == "mux" else (MUX, CHAIN)
    units = [*crossbars, *({"NETWORK": words} for words in splits)]
    return [{"LANES": lanes, "POLICY": "own", **given} for given in units]


# AMD's units: family, top, parameters of each; "gather" is without ds_permute
AMD_UNITS = tuple(("ice40", top, {"W": w, **CHAIN}) for w in (32, 4) for top in ("unit", "amd"))
AMD_BANKED = (
    *(("ice40", top, {"WAYS": ways}) for ways in (1, 4) for top in ("banked", "amd_gather", "amd_banked")),
    *(("ecp5", top, {"LANES": 64, "WAYS": 16}) for top in ("banked", "amd_gather", "amd_banked")),
)


# vote, match, redux and barriers: families; top and parameters of each
COLLECTIVE_FAMILIES = ("ice40", "xilinx")
COLLECTIVE = (
    ("vote", {"ELECT": 0}),
    ("vote", {"ELECT": 1}),
    ("vote", {"WAYS": 8, "ELECT": 0}),
    ("and_vote", {"NETWORK": 8}),
    ("packets", {"THREADS": 8, "LANES": 8, "W": 32}),
    ("match", {"B": 1, "ALL": 0}),
    ("match", {"B": 1, "ALL": 1}),
    ("match", {"B": 4, "ALL": 0}),
    ("match_words", {"W": 32, "B": 1, "ALL": 0}),
    ("redux", {"DEPTH": 6}),
    ("redux", {"DEPTH": 1}),
    ("redux", {"WAYS": 8, "DEPTH": 1}),
    ("redux", {"WAYS": 1, "DEPTH": 1}),
    ("redux", {"LANES": 16, "WAYS": 16, "DEPTH": 1}),
    ("redux", {"LANES": 8, "WAYS": 8, "DEPTH": 1}),
    ("barrier", {"WAYS": 32, "SLOTS": 1}),
    ("barrier", {"WAYS": 16, "SLOTS": 1}),
    ("barrier", {"WAYS": 8, "SLOTS": 1}),
    ("barrier", {"WAYS": 4, "SLOTS": 1}),
    ("barrier", {"WAYS": 8, "SLOTS": 8}),
)


# RISC-V's vector permutations: a whole register per clock, with the text of the rules left to synthesis; a group in
# beats, with a plain unit of one element per clock. Families; top and parameters of each, a family without LUT memory
# with block RAM
RVV_FAMILIES = ("ice40", "xilinx")
RVV = (
    ("rvv", {"LANES": 16, "NETWORK": 4}),
    ("rvv", {"LANES": 16, "NETWORK": 8}),
    ("rvv", {"LANES": 16}),
    ("rvv_behavioral", {"LANES": 16}),
    ("rvv", {"LANES": 32, "NETWORK": 8}),
    ("rvv", {"LANES": 32}),
    ("rvv_banked", {"LANES": 16, "WAYS": 1}),
    ("rvv_banked", {"LANES": 16, "WAYS": 4}),
    ("rvv_banked", {"LANES": 32, "WAYS": 4}),
    ("rvv_serial", {"LANES": 16}),
    ("vector", {"LANES": 16, "NETWORK": 4}),
)
# those that are placed: families; DEPTHs
RVV_ROUTED = (("ice40", "ecp5"), (1, 3, 7))
# what a core does not have left out: what the unit executes, and the parameters
RVV_SETS = (
    ("all", {}),
    ("without vcompress", {"COMPRESS": 0}),
    ("without vrgather.vv and vrgatherei16", {"GATHER": 0}),
    ("without SEW 64", {"ELEN": 32}),
    ("LMUL up to 1", {"REGS": 1}),
    ("slides and vrgather.vx", {"COMPRESS": 0, "GATHER": 0}),
    ("the same without SEW 64", {"ELEN": 32, "COMPRESS": 0, "GATHER": 0}),
    ("the same with LMUL up to 1", {"REGS": 1, "ELEN": 32, "COMPRESS": 0, "GATHER": 0}),
)


def rvv(family, top, given):
    """One of these."""
    memory = {"MEMORY": families.family(family).memories[0]} if top == "rvv_banked" else {}
    return point("rvv", "area", family, top, {**given, **memory})


def rvv_routed(family, depth):
    """The unit with a network, placed."""
    return point("rvv", "pnr", family, "rvv_pins", {"LANES": 16, "DEPTH": depth, "NETWORK": 4}, SWEEP_PLACER)


def rvv_set(family, features):
    """One of RVV_SETS, with a network."""
    return rvv(family, "rvv", {"LANES": 16, **features, "NETWORK": 4})


@dataclasses.dataclass(frozen=True)
class Point:
    """A unit in a configuration: kind is "area" (synthesis) or "pnr" (placed and routed, too, once per seed)."""

    group: str
    kind: str
    family: str
    top: str
    given: tuple  # parameters, (name, value) each
    placer: str = ""

    @property
    def about(self):
        return families.family(self.family)

    @functools.cached_property
    def setting(self):
        return params.setting(self.about, dict(self.given), TOPS[self.top].params)

    @functools.cached_property
    def id(self):
        return "_".join(filter(None, (self.family, self.kind, self.top, self.setting.name, self.placer)))

    @property
    def verilog(self):
        """The parameters of the module, {name: value}; those that are not here have the module's default."""
        return verilog(TOPS[self.top], self.setting)

    @property
    def crossbar(self):
        """Which text of the crossbar, or nothing of a unit without that choice."""
        return self.setting.crossbar if "CROSSBAR" in TOPS[self.top].params else ""

    @property
    def command(self):
        """The command that measures this point alone."""
        words = params.as_words(self.setting, self.about)
        if self.top in (*BEHIND, *FRONT, *IN_PLACE) or TOPS[self.top].fixed:
            return f" python3 -m synth.fpga.flow area {self.family} --top {self.top} {words}"
        if self.top in params.OTHERS:
            return f"make synth FAMILY={self.family} TOP={self.top} PARAMS='{words}'"
        if self.kind == "area":
            return f"make synth FAMILY={self.family} PARAMS='{words}'"
        top = f" TOP={self.unit}" if self.unit in params.OTHERS else ""
        return f"make pnr TARGET={self.family}{top} PARAMS='{words}' SEEDS=1-{len(self.seeds)} PLACER={self.placer}"

    @property
    def unit(self):
        """The unit that is placed."""
        return next(name for name, top in ROUTED.items() if top == self.top)

    @property
    def seeds(self):
        return SEEDS if self.kind == "pnr" else ()

    @property
    def release_seeds(self):
        return RELEASE_SEEDS if self.kind == "pnr" and self.id in HEADLINE else self.seeds

    @property
    def files(self):
        """The RTL and the script that its figures are made of."""
        read = results.sources(self.about, TOPS[self.top], self.setting.crossbar)
        return [*read, *results.headers(read), self.about.script]


def point(group, kind, family, top, given, placer=""):
    return Point(group, kind, family, top, tuple(given.items()), placer)


def swept(given, depth):
    """A placement of the plot of clocks against DEPTH."""
    top = "banked_pins" if "WAYS" in given else "pins"
    return point("depth", "pnr", "ice40", top, {**given, "DEPTH": depth}, SWEEP_PLACER)


def network_of(family, lanes, words=0):
    """A unit of so many lanes with a network, or without words with a crossbar."""
    given = {"NETWORK": words} if words else MUX
    return point("network", "area", family, "unit", {"LANES": lanes, **given})


def network_routed(family):
    """A unit with a network, placed."""
    return point("network", "pnr", family, "pins", NETWORK_ROUTED, SWEEP_PLACER)


def narrower(w):
    """The fastest configuration of the ECP5 with W bits."""
    family, given, placer = ECP5_FASTEST
    return point("width", "pnr", family, "pins", {**given, "W": w}, placer)


def points():
    """All of them, in the order in which they are recorded."""
    found = []
    for family in families.every():  # the full width, all families
        for name, top, given in CROSSBARS:
            if name != HARD or "shfl_mux.v" in family.modules:
                found.append(point("area", "area", family.name, top, given))
        found += [point("area", "area", family.name, "unit", given) for given in (MUX, CHAIN)]

    for family in families.every():  # the network
        found += [point("network", "area", family.name, "unit", given) for given in NETWORKS]
    family, given = NETWORK_WITHOUT_CHAINS
    found.append(point("network", "area", family, "unit", given))
    for family, lanes, words in NETWORK_LANES:
        found.append(network_of(family, lanes, words))
    for family in dict.fromkeys(family for family, *_ in NETWORK_LANES):
        found += [network_of(family, lanes) for lanes in NETWORK_LANES_BESIDE]
    found += [network_routed(family) for family in ("ice40", "ecp5")]

    for family in POLICY_FAMILIES:  # the cost of a policy
        found += [
            point("policy", "area", family, "unit", {"W": 8, "PARTS": 1, "POLICY": policy}) for policy in POLICIES
        ]
    family, given, placer = OWN_CLOCK
    found.append(point("policy", "pnr", family, "pins", given, placer))

    found += [point("fastest", "pnr", family, "pins", given, placer) for family, given, placer in FASTEST]
    found += [narrower(w) for w in NARROWER]
    found += [swept(given, depth) for _, given, depths in DEPTHS for depth in depths]

    for family, memory, several in BANKED:  # WAYS lanes per clock
        found += [point("banked", "area", family, "banked", {"WAYS": ways, "MEMORY": memory}) for ways in several]
    found.append(point("banked", "area", NARROW[0], "banked", NARROW[1]))
    found += [point("banked", "pnr", family, "banked_pins", given, SWEEP_PLACER) for family, given in BANKED_ROUTED]

    found += [point("amd", "area", family, top, given) for family, top, given in (*AMD_UNITS, *AMD_BANKED)]

    for family in COLLECTIVE_FAMILIES:
        found += [
            point("redux" if top == "redux" else "collective", "area", family, top, given) for top, given in COLLECTIVE
        ]

    found += [rvv(family, *one) for family in RVV_FAMILIES for one in RVV]
    found += [rvv_set(family, features) for family in RVV_FAMILIES for _, features in RVV_SETS if features]
    found += [rvv_routed(family, depth) for family in RVV_ROUTED[0] for depth in RVV_ROUTED[1]]

    for family, lanes in ((families.family(name), n) for name, several in COMPARED.items() for n in several):
        found += [point("compare", "area", family.name, top, {"LANES": lanes}) for top in (*BEHIND, *FRONT)]
        for stock, top in enumerate(IN_PLACE):
            found += [point("compare", "area", family.name, top, given) for given in compared(family, lanes, stock)]
    for family, given, several in COMPARED_UNITS:
        found += [point("compare", "area", family, "unit", {"LANES": n, "POLICY": "own", **given}) for n in several]
    unique = {}
    for one in found:  # a point of two groups counts in the first
        unique.setdefault(one.id, one)
    return list(unique.values())
