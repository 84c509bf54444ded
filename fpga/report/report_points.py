"""report_points - what the report is made of: every synthesis and every place and route, by group."""
import hashlib

import flow

MUX, CHAIN = 0, 1

# the coding of the least area: hard multiplexers, where there are any
SMALLEST = {"ice40":  {"CROSSBAR": CHAIN, "PARTS": 1}, "ecp5":  {"CROSSBAR": MUX, "PARTS": 1},
            "xilinx": {"CROSSBAR": MUX, "PARTS": 1},   "gowin": {"CROSSBAR": MUX, "PARTS": 1}}

# codings of the crossbar alone: name, top, parameters; "plain" leaves rtl/shfl_mux.v to synthesis, as all do that
# have no hard multiplexers
PLAIN, HARD = "MUX, left to synthesis", "MUX, hard multiplexers"
CROSSBARS = [(PLAIN, "plain", {"CROSSBAR": MUX, "PARTS": 1}), (HARD, "crossbar", {"CROSSBAR": MUX, "PARTS": 1}),
             ("CHAIN, PARTS 1", "crossbar", {"CROSSBAR": CHAIN, "PARTS": 1}),
             ("CHAIN, PARTS 3", "crossbar", {"CROSSBAR": CHAIN, "PARTS": 3})]

# series of the plots of the clock; CHAIN is cut between its parts from DEPTH 3 on
# of each its parameters, DEPTHs, and those DEPTHs that are to be known best
DEPTHS = {"MUX": ({"CROSSBAR": MUX}, (1, 3), ()),
          "CHAIN, PARTS 3": ({"CROSSBAR": CHAIN, "PARTS": 3}, (1, 3, 7), ()),
          "CHAIN, PARTS 8": ({"CROSSBAR": CHAIN, "PARTS": 8}, (7,), ()),
          "CHAIN, PARTS 16": ({"CROSSBAR": CHAIN, "PARTS": 16}, (7,), (7,))}
FEW, MANY = range(1, 3), range(1, 6)                            # seeds
ECP5_DEPTHS = (7,)
PASSES = (1, 2, 4, 8, 16, 32)
PASSES_DEPTHS = (2, 5)
PASSES_ROUTED = ((2, 32), (5, 16))            # DEPTH and PASSES: what an HX8K has room for
PASSES_CODING = {"CROSSBAR": CHAIN, "PARTS": 3}

SLOW = ("depth-ecp5",)                                          # these take long


class Point:
    """What is measured: kind is "area" (synthesis) or "pnr" (placed and routed, too, once per seed)."""

    def __init__(self, group, kind, family, top="unit", seeds=(), placer="heap", **params):
        self.group, self.kind, self.family, self.top, self.seeds = group, kind, family, top, list(seeds)
        self.placer = placer
        self.params = flow.full_params(family, params, top)
        self.id = f"{family}_{kind}_{top}_{flow.setting(self.params)}"

    def command(self):
        """What measures this point alone."""
        usual = {"LANES": 32, "W": 32, "DEPTH": 1, "POLICY": 0, "PASSES": 1}
        given = " ".join(f"{name}={value}" for name, value in self.params.items() if value != usual.get(name))
        if self.kind == "pnr":
            placer = f" PLACER={self.placer}" if self.placer != "heap" else ""
            return f"make pnr TARGET={self.family} PARAMS='{given}' SEEDS='{' '.join(map(str, self.seeds))}'{placer}"
        return f"python3 fpga/flow/flow.py area {self.family} --top {self.top} {given}"

    def sources(self):
        """The hash of everything that its figures are made from, tools aside: the RTL and the scripts that
        this point reads, comments and blanks apart, its parameters, the part and the options of the tools."""
        family = flow.FAMILIES[self.family]
        places = flow.PLACES.get(family.part, "") if self.kind == "pnr" else ""
        words = flow.key(self.family, self.top, self.params, {}, repr(family), self.placer, places)
        return hashlib.sha256(words.encode()).hexdigest()[:16]


def points():
    """All of them, in the order in which they are recorded."""
    result = []

    # the full width, all families
    for family in flow.FAMILIES:
        for name, top, coding in CROSSBARS:
            if name != HARD or family != "ice40":
                result.append(Point("area", "area", family, top, **coding))
        result.append(Point("area", "area", family, "unit", **SMALLEST[family]))

    # what a policy costs
    for family in ("ice40", "ecp5"):
        for policy in range(3):
            result.append(Point("policy", "area", family, "unit", W=8, POLICY=policy, **SMALLEST[family]))

    # clock against depth; W=4 is what an iCE40 HX8K has room for
    for coding, depths, best in DEPTHS.values():
        for depth in depths:
            seeds, placer = (MANY, "sa") if depth in best else (FEW, "heap")
            result.append(Point("depth", "pnr", "ice40", "pins", seeds, placer, W=4, DEPTH=depth, **coding))
    for depth in ECP5_DEPTHS:
        result.append(Point("depth-ecp5", "pnr", "ecp5", "pins", range(1, 4), DEPTH=depth, CROSSBAR=MUX))

    # area against throughput
    for depth in PASSES_DEPTHS:
        for passes in PASSES:
            result.append(Point("passes", "area", "ice40", "unit", DEPTH=depth, PASSES=passes, **PASSES_CODING))
            if (depth, passes) in PASSES_ROUTED:
                result.append(Point("passes", "pnr", "ice40", "pins", FEW, DEPTH=depth, PASSES=passes,
                                    **PASSES_CODING))
    return result
