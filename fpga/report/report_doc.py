"""report_doc - the text of docs/fpga.md, and the data of its plots, from the record that report.py keeps.

Every figure comes out of the record: the sentences have places for them, and say the opposite where the
figures do.
"""
import re
import statistics
import textwrap

import flow
from report_points import (CROSSBARS, DEPTHS, ECP5_DEPTHS, HARD, PASSES, PASSES_CODING, PASSES_DEPTHS, PLAIN,
                           SMALLEST, Point, points)

TARGETS = {"ice40": 17, "ecp5": 18, "xilinx": 9.5}      # LUTs per output bit of the crossbar, at most
UNIT_MARGIN = 1.15                                      # the whole unit's LUTs: at most so many times that
CLOCK_TARGETS = {"ice40": 230, "ecp5": 150}             # MHz; the median is to be above
HX8K_CELLS = 7680
BITS = 32 * 32                                          # output bits of the crossbar at LANES=32, W=32
LUT = {"ice40": "LUT4", "ecp5": "LUT4", "xilinx": "LUT6", "gowin": "LUT4"}
TITLE = {family: about.title for family, about in flow.FAMILIES.items()}
HARD_CELLS = re.compile(r"PFUMX|L6MUX21|MUXF[5-9]|MUX2_LUT\d")
COLUMN = 110


# ---- questions to the record

class Missing(Exception):
    """A point of the report that is not in the record."""


class View:
    def __init__(self, record):
        self.record, self.known = record, {point.id for point in points()}

    def find(self, kind, family, top, **params):
        """The record of a point, None if it is none of the report."""
        name = Point("", kind, family, top, **params).id
        if name in self.known and name not in self.record["points"]:
            raise Missing(name)
        return self.record["points"].get(name)

    def crossbars(self, family):
        """The crossbar alone, in every coding that the family has: {name: record}."""
        found = {name: self.find("area", family, top, **coding) for name, top, coding in CROSSBARS}
        return {name: point for name, point in found.items() if point}

    def smallest(self, family):
        """Name and LUTs of the smallest of them."""
        return min(((name, point["luts"]) for name, point in self.crossbars(family).items()), key=lambda f: f[1])

    def unit(self, family):
        return self.find("area", family, "unit", **SMALLEST[family])

    def policy(self, family, policy):
        return self.find("area", family, "unit", W=8, POLICY=policy, **SMALLEST[family])

    def series(self, name):
        """The routed points of a series on the iCE40, from the least DEPTH to the most."""
        coding, depths, _ = DEPTHS[name]
        return [self.find("pnr", "ice40", "pins", W=4, DEPTH=depth, **coding) for depth in depths]

    def ecp5(self):
        return [self.find("pnr", "ecp5", "pins", DEPTH=depth, CROSSBAR=0) for depth in ECP5_DEPTHS]

    def passes(self, depth, passes):
        """The area, and the routed point if there is one."""
        params = {"DEPTH": depth, "PASSES": passes, **PASSES_CODING}
        return self.find("area", "ice40", "unit", **params), self.find("pnr", "ice40", "pins", **params)

    def all(self, **wanted):
        """All points with these properties, of which there has to be one at least."""
        found = [point for point in self.record["points"].values()
                 if all(point[name] == value for name, value in wanted.items())]
        if not found:
            raise Missing(str(wanted))
        return found


def clocks(point):
    """MHz of every seed, the slowest first."""
    return sorted(figures["fmax_mhz"] for figures in point["seeds"].values())


def median(point):
    return statistics.median(clocks(point))


def fastest(*series):
    return max((point for points in series for point in points), key=median)


def cells(point):
    """Logic cells of a unit that is routed on an iCE40, less the wrapper's, one for each of its flip-flops."""
    return point["used"]["ICESTORM_LC"] - point["wrapper"]["ffs"]


def clocks_per_warp(params):
    """Spec 5.3: the passes, a clock for each rank inside the crossbar, and one to take the next warp."""
    if params["PASSES"] == 1:
        return 1
    return params["PASSES"] + (params["DEPTH"] >= 3) + (params["DEPTH"] >= 5) + 1


def latency(params):
    return params["DEPTH"] - 1 + params["PASSES"]


def of_modules(point):
    """LUTs by module, of all its instances together."""
    return {name: about["instances"] * about["luts"] for name, about in point["modules"].items()}


def modules(view):
    """The modules of all families, along the data path; one inside a stage comes behind it."""
    stages = (*flow.STAGES[:5], "crossbar_low", "link", "mux", "crossbar_high", "writeback", "")
    names = {name for family in TITLE for name in view.unit(family)["modules"]}
    def place(name):
        return next(i for i, stage in enumerate(stages) if f"shfl_{stage}" in f"{name}_")
    return sorted(names, key=lambda name: (place(name), name))


# ---- words

def count(value):
    return f"{value:,}"


def two(value):
    return f"{value:.2f}"


def mhz(value):
    return f"{value:.0f}"


def yes(value):
    return "yes" if value else "**no**"


def change(new, old):
    return f"{100 * (new - old) / old:+.0f}\u00a0%"


def listed(words):
    return " and ".join(", ".join(words).rsplit(", ", 1)) if words else "none"


def spread(point):
    """The median, and the least and the most of all seeds."""
    found = clocks(point)
    return mhz(median(point)) + (f" ({mhz(found[0])} to {mhz(found[-1])})" if len(found) > 1 else " (one seed)")


def setting(params):
    """The parameters of a point, but for those that a heading names."""
    words = [f"DEPTH={params['DEPTH']}"] if "DEPTH" in params else []
    words.append(coding(params))
    words += [f"PASSES={params['PASSES']}"] if params.get("PASSES", 1) > 1 else []
    return f"`{' '.join(words)}`"


def coding(params):
    return f"CROSSBAR={flow.NAMES['CROSSBAR'][params['CROSSBAR']]} PARTS={params['PARTS']}"


def table(head, rows):
    """A column whose head begins with "<" holds words, the others figures."""
    lines = ["| " + " | ".join(cell.lstrip("<") for cell in head) + " |",
             "| " + " | ".join("---" if cell.startswith("<") else "---:" for cell in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def text(words, **indent):
    """A paragraph, however its words were laid out."""
    words = re.sub(r"\s+", " ", words, flags=re.ASCII)
    return textwrap.fill(words, COLUMN, break_long_words=False, break_on_hyphens=False, **indent)


def item(words):
    return text("- " + words, subsequent_indent="  ")


def items(*of_words):
    return "\n".join(map(item, of_words))


def measured_by(group):
    return f"Measured by `make fpga-report GROUP={group}`."


# ---- the parts of the document, each a list of blocks

def introduction(view):
    return [
        "# The unit on FPGAs",
        "<!-- Made by fpga/report/report.py from fpga/report/fpga.json; `make fpga-report` makes both anew. -->",
        text(f"""What each parameter of `shfl` costs in area and gains in clock, measured at
            {len(view.record['points'])} points, last on {view.record['date']}. The parameters and their rules
            are in [section 5](spec.md#5-the-unit) of the rules, the tools and the method at the end of this
            page."""),
    ]


def targets(view):
    """What was to be reached, and whether it was."""
    rows = []
    for family, target in TARGETS.items():
        name, luts = view.smallest(family)
        rows.append([f"{TITLE[family]}: crossbar alone, {name}", f"at most {target} {LUT[family]} per output bit",
                     two(luts / BITS), yes(luts / BITS <= target)])
        limit, luts = target * UNIT_MARGIN, view.unit(family)["luts"]
        rows.append([f"{TITLE[family]}: unit without its registers",
                     f"at most {limit:.2f} {LUT[family]} per output bit, 15 % more",
                     two(luts / BITS), yes(luts / BITS <= limit)])
    for family, what, best in (("ice40", "iCE40 HX8K, `W=4`", fastest(*map(view.series, DEPTHS))),
                               ("ecp5", "ECP5-85, `W=32`", fastest(view.ecp5()))):
        rows.append([f"{what}: {setting(best['params'])}", f"median above {CLOCK_TARGETS[family]} MHz",
                     f"{spread(best)} MHz", yes(median(best) > CLOCK_TARGETS[family])])
    best = max(view.all(group="passes", kind="pnr"), key=lambda p: median(p) / clocks_per_warp(p["params"]))
    used = best["used"]["ICESTORM_LC"]
    rows.append([f"iCE40 HX8K, `W=32`: {setting(best['params'])}", f"routed, at most {count(HX8K_CELLS)} logic cells",
                 f"{count(used)} with the wrapper", yes(used <= HX8K_CELLS)])
    return ["## What was to be reached", table(["<what", "<to be reached", "measured", "<reached"], rows)]


def choices(view):
    """What each choice costs, and when to pick it."""
    lines = []

    for name in list(DEPTHS)[:2]:
        series = view.series(name)
        first, last = series[0], series[-1]
        steps = sorted(zip(series, series[1:]), key=gain)
        lines.append(f"""**`DEPTH`, {name}.** From {first['params']['DEPTH']} to {last['params']['DEPTH']} the
            clock goes from {mhz(median(first))} to {mhz(median(last))} MHz and the area from
            {count(cells(first))} to {count(cells(last))} cells (iCE40, `W=4`)."""
            + (f""" A rank more gains most
            {between(steps[-1])}, and least {between(steps[0])}.""" if len(steps) > 1 else ""))
    lines.append("""*Pick* the least `DEPTH` that meets your clock: each rank is a clock of latency, and at
        `PASSES=1` no rank costs throughput.""")

    chains = []
    for family in TITLE:
        plain, (name, least) = view.crossbars(family)[PLAIN]["luts"], view.smallest(family)
        chains += [TITLE[family]] if name.startswith("CHAIN") else []
        lines.append(f"""**`CROSSBAR`, {TITLE[family]}.** The obvious coding ({PLAIN}) takes
            {two(plain / BITS)} {LUT[family]} per output bit, the smallest ({name}) {two(least / BITS)}:
            {change(least, plain)}.""")
    others = [title for title in TITLE.values() if title not in chains]
    lines.append(f"""*Pick*, for area, CHAIN on {listed(chains)}; MUX on {listed(others)}, with the family's
        `fpga/families/*/mux.v` in place of `rtl/shfl_mux.v`.""")

    one, three = (point["luts"] for point in list(view.crossbars("ice40").values())[-2:])
    chained = [fastest(view.series(name)) for name in list(DEPTHS)[1:]]
    quick = max(chained, key=median)
    lines.append(f"""**`PARTS`** of CHAIN. More chains are shorter ones, but each one more is a candidate that
        has to be joined, and to be kept where the crossbar is cut: 1 takes {two(one / BITS)} LUT4 per output
        bit on the iCE40, 3 take {two(three / BITS)}. At `W=4` the fastest are
        {listed([f"{p['params']['PARTS']} parts with {spread(p)} MHz in {count(cells(p))} cells" for p in chained])}.""")
    lines.append(f"*Pick* 1 for area, {quick['params']['PARTS']} for the clock.")

    depth = PASSES_DEPTHS[0]
    whole = view.passes(depth, 1)[0]["luts"]
    falls = [f"{passes} passes {change(view.passes(depth, passes)[0]['luts'], whole)}" for passes in PASSES[1:]]
    lines.append(f"""**`PASSES`.** LUTs against one pass on the iCE40 at `DEPTH={depth}`: {', '.join(falls)}.
        What every lane does for itself, from decode to select, stays, and so do the registers of the
        words.""")
    lines.append("""*Pick* the most passes that still bring the warps per second that you need; the area falls
        fast at first, and little once the crossbar is the smaller part of the unit.""")

    for family in ("ice40", "ecp5"):
        zero, own, raw = (view.policy(family, policy)["luts"] for policy in range(3))
        lines.append(f"""**`POLICY`, {TITLE[family]}.** At `W=8` and `DEPTH=1` RAW takes {count(raw)} LUTs,
            ZERO {count(zero)} ({change(zero, raw)}), OWN {count(own)} ({change(own, raw)}).""")
    lines.append("""*Pick* RAW if nothing of yours looks at what an inactive lane gave, ZERO to do what the
        H200 was seen to do, OWN where software expects the reader's own value. Nothing that the contract
        defines depends on it.""")

    lines.append("""**`TAG_W`** is one flip-flop for each bit and rank, `TAG_W` x `DEPTH` in all, and no logic
        (by construction; it was not measured). *Pick* what it takes to know the warp again when it comes
        out.""")
    return ["## What each choice costs, and when to pick it", items(*lines)]


def gain(step):
    """MHz for each rank more."""
    return (median(step[1]) - median(step[0])) / (step[1]["params"]["DEPTH"] - step[0]["params"]["DEPTH"])


def between(step):
    low, high = step
    return (f"between {low['params']['DEPTH']} and {high['params']['DEPTH']}, {median(high) - median(low):+.0f} MHz for"
            f" {cells(high) - cells(low):+,} cells")


def crossbar(view):
    rows, reasons = [], []
    for family in TITLE:
        minimum, why = flow.MINIMUM[family]
        least, target = minimum(32), TARGETS.get(family)
        reasons.append(f"{TITLE[family]}, {least:g} {LUT[family]}: {why}.")
        for name, point in view.crossbars(family).items():
            luts = point["luts"] / BITS
            hard = [f"{count(number)} {cell}" for cell, number in sorted(point["cells"].items())
                    if HARD_CELLS.match(cell)]
            rows.append([TITLE[family], name, count(point["luts"]), two(luts), f"{least:g}", two(luts / least),
                         f"{target:g}" if target else "none", yes(luts <= target) if target else "", ", ".join(hard)])
    return [
        "## The crossbar alone",
        text(f"""32 words of 32 bits: {count(BITS)} output bits, a 32:1 multiplexer each. The minimum is the
            least that one of them takes, the decoding of its select not counted:"""),
        items(*reasons),
        "![LUTs per output bit of the crossbar, by coding and family](fpga/crossbar.svg)",
        table(["<family", "<coding", "LUTs", "per output bit", "minimum", "ratio", "target", "<reached",
               "<hard multiplexers"], rows),
        text(f""""{PLAIN}" is `rtl/shfl_mux.v` as it stands; "{HARD}" has the family's `fpga/families/*/mux.v` in its
            place, which the flows see to."""),
        measured_by("area"),
    ]


def area(view):
    rows = []
    for family in TITLE:
        point = view.unit(family)
        luts, limit = point["luts"] / BITS, TARGETS.get(family, 0) * UNIT_MARGIN
        rows.append([TITLE[family], setting(point["params"]), count(point["luts"]), count(point["ffs"]), two(luts),
                     two(point["luts"] / view.smallest(family)[1]), two(limit) if limit else "none",
                     yes(luts <= limit) if limit else ""])
    units = [view.unit(family) for family in TITLE]
    by_module = []
    for name in modules(view):
        instances = max(unit["modules"].get(name, {"instances": 0})["instances"] for unit in units)
        by_module.append([f"`{name}`", count(instances),
                          *[count(of_modules(unit)[name]) if name in unit["modules"] else "" for unit in units]])
    by_module.append(["all, stages apart", "", *[count(sum(of_modules(unit).values())) for unit in units]])
    by_module.append(["all, in one piece", "", *[count(unit["luts"]) for unit in units]])
    return [
        "## The whole unit",
        text("""32 lanes of 32 bits, one rank of registers (`DEPTH=1`), policy ZERO, the smallest coding of
            each family. The limit is 15 % more than the target of the crossbar; the last ratio is to the
            smallest crossbar alone."""),
        table(["<family", "<setting", "LUTs", "flip-flops", "LUTs per output bit", "to crossbar alone", "limit",
               "<reached"], rows),
        text("""By module, the LUTs of all its instances together. For this the stages were kept apart, which
            costs what could have been shared between them; the last line is the unit in one piece, as
            above."""),
        "![LUTs of the unit by module and family](fpga/modules.svg)",
        table(["<module", "instances", *TITLE.values()], by_module),
        measured_by("area"),
    ]


def depth(view):
    series = {name: {point["params"]["DEPTH"]: point for point in view.series(name)} for name in DEPTHS}
    rows = []
    for value in sorted({depth for points in series.values() for depth in points}):
        found = [points.get(value) for points in series.values()]
        rows.append([str(value), *[spread(point) if point else "" for point in found],
                     *[count(cells(point)) if point else "" for point in found]])
    best = fastest(*map(view.series, DEPTHS))
    reached = "above" if median(best) > CLOCK_TARGETS["ice40"] else "**not above**"
    icetime = [figures["icetime_mhz"] for figures in best["seeds"].values()]
    seeds = sorted({len(point["seeds"]) for point in view.all(group="depth")})
    path = [[f"{step['delay_ns']:.2f}", step["what"], f"`{step['name']}`"] for step in best["critical_path"]]
    ecp5 = [[str(point["params"]["DEPTH"]), f"`{coding(point['params'])}`", spread(point),
             count(point["used"]["TRELLIS_COMB"] - point["wrapper"]["luts"]),
             count(point["used"]["TRELLIS_FF"] - point["wrapper"]["ffs"]), yes(median(point) > CLOCK_TARGETS["ecp5"])]
            for point in view.ecp5()]
    return [
        "## Clock against depth",
        "### iCE40 HX8K, W=4",
        text(f"""32 lanes of 4 bits, one warp per clock, {' or '.join(map(str, seeds))} seeds. MUX has its
            default `PARTS`, 1 up to `DEPTH=2` and 2 above. The fastest is {setting(best['params'])} with
            {spread(best)} MHz, {reached} the {CLOCK_TARGETS['ice40']} MHz that were to be reached; icetime,
            the second opinion, has {mhz(statistics.median(icetime))} MHz for it. It was placed with nextpnr's
            placer `{best['placer']}`, `PLACER={best['placer']}`, the others with `heap`."""),
        "![Clock of the unit on an iCE40 HX8K against DEPTH](fpga/depth-ice40.svg)",
        table(["`DEPTH`", *[f"{name}, MHz" for name in series], *[f"{name}, cells" for name in series]], rows),
        measured_by("depth"),
        text(f"""What holds the fastest setting back, in the seed of its median, {best['critical_seed']}:
            {sum(step['delay_ns'] for step in best['critical_path']):.2f} ns."""),
        table(["ns", "<step", "<cell or net"], path),
        f"Measured by `{best['command']}`.",
        text(f"""Where the time goes, as the paths of these runs show: a wire to the other side of the part takes
            3.6 ns and more, the LUT behind it 0.4, and every link more of a chain 1.0 ns. So only a chain of one
            link, `PARTS=16`, leaves the crossbar room for 230 MHz, and a register must not drive cells on both
            sides: each word's is there four times. The room for that is won where words, active bits and
            `in_range` only wait, two ranks of which are {best['used']['ICESTORM_RAM']} block RAMs instead of
            cells, [as below](#how-it-was-measured). Before all that the best median was 196 MHz. Tried without
            gain: `--opt-timing`, router2, other weights of `heap`, a later release, aiming higher with
            `--freq`; and `heap` itself in place of `sa`, a third of the time for 6 % less."""),
        "### ECP5-85, W=32",
        text("""32 lanes of 32 bits, one warp per clock, speed grade 8. A bit of a lane's select drives 528
            multiplexers: its register is there eight times, for four bits of the lane's word each, and so is
            the bit that says whether the lane's source is active; each word's register is there twice. And the
            clock enable of all 13,000 flip-flops goes by a global net. Without all that it is 76 MHz."""),
        *["![Clock of the unit on an ECP5-85 against DEPTH](fpga/depth-ecp5.svg)"] * (len(ecp5) > 1),
        table(["`DEPTH`", "<coding", "MHz", "LUTs", "flip-flops", f"<above {CLOCK_TARGETS['ecp5']} MHz"], ecp5),
        measured_by("depth-ecp5"),
    ]


def throughput(view):
    rows = []
    for value in PASSES_DEPTHS:
        for passes in PASSES:
            point, routed = view.passes(value, passes)
            per_warp = clocks_per_warp(point["params"])
            # at best every flip-flop shares a cell with a LUT
            room = "not tried" if max(point["luts"], point["ffs"]) <= HX8K_CELLS else "too big"
            rows.append([str(value), str(passes), count(point["luts"]), count(point["ffs"]), str(per_warp),
                         str(latency(point["params"])), two(32 / per_warp), count(cells(routed)) if routed else room,
                         spread(routed) if routed else "", two(median(routed) / per_warp) if routed else ""])
    hardware, first, most = view.record["silicon"], PASSES_DEPTHS[0], max(PASSES)
    one, last = (view.passes(first, passes)[0] for passes in (1, most))
    return [
        "## Area against throughput",
        text(f"""32 lanes of 32 bits on the iCE40, `{coding(one['params'])}`. With `PASSES` the crossbar is
            narrower and a warp goes through it as often: it takes up the unit for `PASSES` clocks, one more
            for each rank inside the crossbar, and one to take in the next warp. From 1 pass to {most} the
            unit at `DEPTH={first}` goes from {count(one['luts'])} to {count(last['luts'])} LUTs, and from 32
            to {two(32 / clocks_per_warp(last['params']))} lanes per clock."""),
        text(f"""The hardware's own unit moves {hardware['immediate']:g} lanes per clock with immediate
            operands and {hardware['registers']:g} with both in registers, measured on an NVIDIA H200
            ([silicon](silicon.md)). With `PASSES=1` this unit moves 32 with either."""),
        "![LUTs of the unit against lanes per clock](fpga/passes.svg)",
        table(["`DEPTH`", "`PASSES`", "LUTs", "flip-flops", "clocks per warp", "latency, clocks", "lanes per clock",
               "HX8K cells", "MHz", "million warps/s"], rows),
        text(f"""An HX8K has {count(HX8K_CELLS)} cells; the wrapper's are subtracted here. "Too big": the LUTs
            or the flip-flops alone are more. "Not tried": only its area was measured."""),
        measured_by("passes"),
    ]


def method(view):
    tools = {}
    for point in view.record["points"].values():
        for tool, version in point["tools"].items():
            versions, families = tools.setdefault(tool, (set(), set()))
            versions.add(version)
            families.add(TITLE[point["family"]])
    rows = [[f"`{tool}`", ", ".join(sorted(versions)), ", ".join(sorted(families))]
            for tool, (versions, families) in sorted(tools.items())]
    ice40, ecp5, best = view.series("MUX")[0], view.ecp5()[0], fastest(*map(view.series, DEPTHS))
    return [
        "## How it was measured",
        items(
            """*Area* is what synthesis comes to, before place and route: LUTs and flip-flops of the whole
            netlist in one piece. On the ECP5 a carry cell counts as two LUTs; on 7-series a LUT of any size
            counts as one, and so does an inverter. Hard multiplexers do not count. Synthesis has no seed: it
            gives the same figures every time.""",
            f"""*LUTs per output bit* are LUTs divided by the {count(BITS)} bits that the crossbar puts out at
            32 lanes of 32 bits. The crossbar alone is `fpga/flow/shfl_crossbar_alone.v`: combinational, with the
            decoding of its selects.""",
            f"""*Clock* is what nextpnr says after routing, for paths from register to register. It aims at
            {ice40['freq']} MHz on the iCE40 {ice40['part'].upper()} and at {ecp5['freq']} MHz on the
            ECP5-{ecp5['part'].rstrip('k')}, speed grade 8. A figure is the median over the seeds of the
            placement, with the slowest and the fastest in brackets. The seeds are 1, 2, 3 and so on, and none
            is left out.""",
            f"""*The wrapper.* The unit has more ports than any package has pins: `fpga/flow/shfl_pins.v` feeds it
            from a shift register, and mixes its outputs into that. In the fastest unit on the HX8K it has
            {count(best['wrapper']['ffs'])} flip-flops, each in a cell with the LUT before it;
            {best['wrapper']['copies']} of them are copies, as below. They are counted in the netlist by the
            names of their registers, and subtracted from the cells given here, while the clock is that of
            both together.""",
            """*Registers of routed units.* One that drives cells all over the part is made several times before
            it is placed, each for a share of these cells. On the iCE40 two ranks in which a value only waits
            become block RAM, 16 bits to a RAM, where `DEPTH` has them. And the clock enable of all ranks goes by
            a global net. The families' scripts, `fpga/families/*/synth.ys`, say which registers and how often, and
            `fpga/flow/registers.py` does it in the netlist that Yosys has made. The cells of routed units are those
            of the netlist after it, the LUTs and flip-flops given for synthesis those before.""",
            """*A point that is out of date* was made from another text of the RTL or of the scripts in
            `synth/` than today's, comments and blanks aside. `make fpga-report` measures those and writes
            this page, `GROUP=` restricts it, `QUICK=1` takes one seed each and leaves out what takes longest.
            `python3 fpga/report/report.py list` prints the command for each single point. `make test` fails while
            anything is out of date."""),
        table(["<tool", "<version", "<for"], rows),
    ]


def document(record):
    view = View(record)
    blocks = []
    for part in (introduction, targets, choices, crossbar, area, depth, throughput, method):
        try:
            blocks += part(view)
        except Missing as point:        # a page to look at; report.py does not take it for a finished one
            blocks.append(text(f"**The part `{part.__name__}` is left out: {point} was never measured.**"))
    return "\n\n".join(blocks) + "\n"


# ---- the plots: what is drawn, not how

def plots(record):
    """{file name: data}; report_plots.py draws them. Those whose points were never measured are left out."""
    view, result = View(record), {}
    drawn = [plot_crossbar, plot_modules, plot_depth_ice40, plot_passes]
    drawn += [plot_depth_ecp5] if len(ECP5_DEPTHS) > 1 else []
    for plot in drawn:
        try:
            result[plot.__name__[5:].replace("_", "-") + ".svg"] = plot(view)
        except Missing:
            pass
    return result


def groups():
    return [f"{TITLE[family]}\n{LUT[family]}" for family in TITLE]


def plot_crossbar(view):
    found = {family: view.crossbars(family) for family in TITLE}
    return {"kind": "bars", "title": "Crossbar alone, 32 lanes x 32 bits", "y": "LUTs per output bit",
            "groups": groups(),
            "bars": [[name, [found[family][name]["luts"] / BITS if name in found[family] else None for family in TITLE]]
                     for name, _, _ in CROSSBARS],
            "lines": [["target", [TARGETS.get(family) for family in TITLE]],
                      ["minimum", [flow.MINIMUM[family][0](32) for family in TITLE]]]}


def plot_modules(view):
    return {"kind": "stack", "title": "The unit by module, 32 lanes x 32 bits, DEPTH=1", "y": "LUTs",
            "groups": groups(),
            "bars": [[name, [of_modules(view.unit(family)).get(name, 0) for family in TITLE]]
                     for name in modules(view)]}


def plot_depth_ice40(view):
    return {"kind": "spread", "title": "iCE40 HX8K, 32 lanes x 4 bits, one warp per clock",
            "x": "DEPTH, ranks of registers", "y": "clock, MHz: median, slowest and fastest seed",
            "series": [[name, spreads(view.series(name))] for name in DEPTHS], "target": CLOCK_TARGETS["ice40"]}


def plot_depth_ecp5(view):
    return {"kind": "spread", "title": "ECP5-85, speed grade 8, 32 lanes x 32 bits, one warp per clock",
            "x": "DEPTH, ranks of registers", "y": "clock, MHz: median, slowest and fastest seed",
            "series": [["MUX", spreads(view.ecp5())]], "target": CLOCK_TARGETS["ecp5"]}


def plot_passes(view):
    series = []
    for value in PASSES_DEPTHS:
        found = [(passes, *view.passes(value, passes)) for passes in PASSES]
        series.append([f"DEPTH={value}", [[32 / clocks_per_warp(point["params"]), point["luts"], passes, bool(routed)]
                                          for passes, point, routed in found]])
    return {"kind": "passes", "title": "The unit on the iCE40, 32 lanes x 32 bits", "x": "lanes per clock", "y": "LUTs",
            "series": series, "room": HX8K_CELLS,
            "hardware": [[f"H200, {name.rstrip('s')} operands", lanes]
                         for name, lanes in sorted(view.record["silicon"].items())]}


def spreads(points):
    return [[point["params"]["DEPTH"], median(point), clocks(point)[0], clocks(point)[-1]] for point in points]
