# SPDX-License-Identifier: Apache-2.0
"""docs/use/fpga.md and docs/fpga/*.svg, made of the record: renewed, or held against what is there."""

import hashlib
import itertools
import json
import re
import sys
import textwrap

import jinja2

from synth.fpga.flow.common import ROOT, shown
from synth.fpga.flow.synthesis import TOPS

from . import points, queries, record
from .queries import BITS, Missing, Queries

FOLDER = ROOT / "synth/fpga/report"
PAGE, PLOTS = ROOT / "docs/use/fpga.md", ROOT / "docs/fpga"
COLUMN = 118


# ---- the page


def change(pair):
    new, old = pair
    return f"{100 * (new - old) / old:+.0f}\u00a0%"


def hard(figures):
    return ", ".join(
        f"{count:,} {cell}" for cell, count in sorted(figures.cells.items()) if re.match(figures.family.hard, cell)
    )


def memories(figures):
    return ", ".join(f"{count:,} {cell}" for cell, count in figures.memories.items())


def instances(units, module):
    return max(unit.modules[module]["instances"] for unit in units if module in unit.modules)


FILTERS = {
    "n": lambda value: f"{value:,}",
    "one": lambda value: f"{value:.1f}",
    "two": lambda value: f"{value:.2f}",
    "g": lambda value: f"{value:g}",
    "whole": lambda value: f"{value:.0f}",
    "yes": lambda value: "yes" if value else "**no**",
    "change": change,
    "listed": lambda words: " and ".join(", ".join(words).rsplit(", ", 1)) or "none",
    "hard": hard,
    "memories": memories,
    "instances": instances,
    "beside": queries.beside_the_crossbar,
    "module": lambda figures: TOPS[figures.top].module,
    "tools": lambda figures: queries.tools_of(*figures),
    "last_two": lambda found: found[-2:],
    "seeds": lambda figures: f"{len(figures.seeds)} seeds" if len(figures.seeds) > 1 else "one seed",
}


def filled(text):
    """Paragraphs and items of lists with lines of one length; tables, headings, pictures and comments as they are."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if not re.match(r"[|#!<]", block):
            block = textwrap.fill(
                re.sub(r"[ \n]+", " ", block),
                COLUMN,
                break_long_words=False,
                break_on_hyphens=False,
                subsequent_indent="  " if block.startswith("- ") else "",
            )
        blocks.append(block)
    text = blocks[0]
    for before, block in itertools.pairwise(blocks):
        text += ("\n" if before.startswith("- ") and block.startswith("- ") else "\n\n") + block
    return text + "\n"


def page(kept):
    """The text of docs/use/fpga.md; Missing if a point was never measured."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), undefined=jinja2.StrictUndefined, autoescape=False
    )
    environment.filters.update(FILTERS)
    q = Queries(kept)
    environment.filters["units"] = q.units
    names = {
        name: getattr(points, name)
        for name in ("PLAIN", "HARD", "POLICY_FAMILIES", "SWEEP_PLACER", "SEEDS", "UNROUTED")
    }
    return filled(
        environment.get_template("fpga.md.j2").render(q=q, BITS=BITS, UNIT_MARGIN=queries.UNIT_MARGIN, **names)
    )


# ---- the plots: what is drawn; plots.py says how


def plots(kept):
    """{file name: data}"""
    q = Queries(kept)
    return {
        "crossbar.svg": crossbar(q),
        "modules.svg": modules(q),
        "depth-ice40.svg": depth(q),
        "lanes-per-clock.svg": lanes_per_clock(q),
    }


def groups(q):
    return [f"{family.title}\n{family.lut}" for family in q.families]


def crossbar(q):
    alone = [q.crossbars(family) for family in q.families]
    return {
        "kind": "bars",
        "title": "Crossbar alone, 32 lanes x 32 bits",
        "y": "LUTs per output bit",
        "groups": groups(q),
        "bars": [
            [name, [found[name].luts_per_bit if name in found else None for found in alone]]
            for name, *_ in points.CROSSBARS
        ],
        "lines": [
            ["target", [family.targets.get("crossbar") for family in q.families]],
            ["minimum", [family.minimum(32) for family in q.families]],
        ],
        "tools": queries.tools_of(*q.all(group="area")),
    }


def modules(q):
    """The LUTs of the stages; both crossbars' modules count for the stage that they are, and those without LUTs not."""
    units = [q.units(family)[0] for family in q.families]
    stages = {}
    for name in q.modules:
        stage = name.removeprefix("shfl_").removesuffix("_active").replace("chain_", "crossbar_")
        stage = {"crossbar_select": "select", "mux": "crossbar_low", "shfl": "handshake"}.get(stage, stage)
        row = stages.setdefault(stage, [0] * len(units))
        stages[stage] = [sum_ + unit.by_module.get(name, 0) for sum_, unit in zip(row, units, strict=True)]
    return {
        "kind": "stack",
        "title": "The smaller unit by stage, 32 lanes x 32 bits, DEPTH=1",
        "y": "LUTs",
        "groups": [f"{group}, {unit.setting.crossbar}" for group, unit in zip(groups(q), units, strict=True)],
        "bars": [
            [stage.replace("_", " "), row]
            for stage, row in stages.items()
            if max(row) > 0.005 * max(sum(r) for r in zip(*stages.values(), strict=True))
        ],
        "tools": queries.tools_of(*units),
    }


def depth(q):
    series = q.depths
    about = next(iter(series.values()))[0]
    return {
        "kind": "spread",
        "title": f"{about.part_title}, 32 lanes; shfl: 4 bits, one warp per clock; placer {about.placer}",
        "x": "DEPTH, stage registers",
        "y": "clock, MHz: median, slowest and fastest seed",
        "series": [
            [name, [[one.setting.depth, one.mhz, one.clocks[0], one.clocks[-1]] for one in found]]
            for name, found in series.items()
        ],
        "target": about.family.targets["clock"],
        "tools": queries.tools_of(*q.all(group="depth")),
    }


def lanes_per_clock(q):
    """A line for each family from shfl_banked to shfl, and those of shfl with PASSES."""
    series = []
    for name, memory, several in points.BANKED:
        family = next(family for family in q.families if family.name == name)
        found = [q.banked(family, ways, memory) for ways in several]
        if memory == family.memories[0]:
            found.append(q.units(family)[0])
        series.append([f"{family.title}, {memory}", [[one.rate, one.luts] for one in found]])
    for depth in sorted({row["depth"] for row in q.passes}):
        rows = [[row["lanes_per_clock"], row["luts"]] for row in q.passes if row["depth"] == depth]
        series.append([f"Lattice iCE40, PASSES, DEPTH={depth} (0.1.0)", rows])
    return {
        "kind": "rates",
        "title": "32 lanes x 32 bits: shfl_banked with 1 to 16 lanes per clock, shfl with 32",
        "x": "lanes per clock",
        "y": "LUTs, those that hold memory among them",
        "series": series,
        "ticks": [1, 2, 4, 8, 16, 32],
        "tools": queries.tools_of(*q.all(group="banked", kind="area")),
    }


# ---- renewed, or held against what is there


def digest(data):
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def renew():
    """Make the page and the plots of the record, and remove plots that are none of it; 1 if a point is missing."""
    from . import plots as drawing  # takes matplotlib

    kept = record.load()
    missing = [point.id for point in points.points() if point.id not in kept["points"]]
    if missing:
        print(
            f"{len(missing)} points were never measured, such as {missing[0]}: {shown(PAGE)} is left as it is",
            file=sys.stderr,
        )
        return 1
    PLOTS.mkdir(parents=True, exist_ok=True)
    made = {}
    for name, data in plots(kept).items():
        svg = drawing.draw(data)
        (PLOTS / name).write_bytes(svg)
        made[name] = {"drawn_from": digest(data), "sha256": hashlib.sha256(svg).hexdigest()}
    for other in set(PLOTS.iterdir()) - {PLOTS / name for name in made}:
        other.unlink()
    kept["plots"] = {"matplotlib": drawing.VERSION, "files": made}
    PAGE.write_text(page(kept), encoding="utf-8")
    record.save(kept)
    print(f"{shown(PAGE)} and {len(made)} plots, from {len(kept['points'])} points")
    return 0


def problems():
    """What is out of date, a line each."""
    kept = record.load()
    old = record.stale(kept)
    groups = " ".join(dict.fromkeys(point.group for point, _ in old))
    found = [f"{point.id}: {why}; `make fpga-report GROUP='{groups}'` measures it" for point, why in old]
    try:
        return found + page_problems(kept) + plot_problems(kept)
    except Missing:  # which is among them
        return found


def page_problems(kept):
    same = PAGE.exists() and PAGE.read_text(encoding="utf-8") == page(kept)
    return [] if same else [f"{shown(PAGE)} is not what {shown(record.RECORD)} says; `make fpga-report` makes it anew"]


def plot_problems(kept):
    """Without the matplotlib that drew them, plots are told by their hashes."""
    wanted, made, found = plots(kept), kept["plots"].get("files", {}), []
    there = {path.name for path in PLOTS.iterdir()} if PLOTS.exists() else set()
    for name in sorted(there | set(wanted)):
        if name not in there:
            wrong = "is missing"
        elif name not in wanted:
            wrong = "is no plot of the report"
        elif made.get(name, {}).get("drawn_from") != digest(wanted[name]):
            wrong = f"was drawn from other figures than those of {shown(record.RECORD)}"
        elif made[name]["sha256"] != hashlib.sha256((PLOTS / name).read_bytes()).hexdigest():
            wrong = "is not the file that was drawn"
        else:
            continue
        found.append(f"{shown(PLOTS / name)} {wrong}; `make fpga-report` makes it anew")
    return found
