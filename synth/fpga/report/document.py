# SPDX-License-Identifier: Apache-2.0
"""docs/use/fpga.md and docs/fpga/*.svg, made of the record, or compared with it."""

import hashlib
import itertools
import json
import re
import sys
import textwrap

import jinja2

from synth.fpga.flow.common import ROOT, Misuse, shown

from . import points, record
from .queries import Queries

FOLDER = ROOT / "synth/fpga/report"
PAGE, PLOTS = ROOT / "docs/use/fpga.md", ROOT / "docs/fpga"
COLUMN = 118


# ---- the page


def change(pair):
    new, old = pair
    return f"{100 * (new - old) / old:+z.0f}\u00a0%"


def memories(figures):
    return ", ".join(f"{count:,} {cell}" for cell, count in figures.memories.items())


def moved_by(figures):
    """What moves the words of a shfl: its crossbar, or its network."""
    setting = figures.setting
    return f"`NETWORK={setting.network}`" if setting.network else setting.crossbar


def pick(figures, unit):
    """A cell of the first table, in the row of a unit."""
    setting = figures.setting
    if "banked" in unit and not setting.ways:
        return "`shfl`"
    said = [f"{figures.own_luts:,} LUTs", memories(figures) if setting.ways else moved_by(figures)]
    said += [f"`W={setting.w}`"] if setting.w != 32 else []
    said += [f"`PARTS={setting.parts}`"] if setting.parts > 1 else []
    return ", ".join(filter(None, [f"{figures.mhz:.0f} MHz" if figures.kind == "pnr" else "", *said]))


def measured(several):
    """The date of the oldest of several figures, in lists, too; all else among them does not count."""
    dates = [getattr(one, "date", "") or (measured(one) if isinstance(one, list | tuple) else "") for one in several]
    return min(filter(None, dates), default="")


FILTERS = {
    "n": lambda value: f"{value:,}",
    "assignments": lambda given: " ".join(f"{name}={value}" for name, value in given),
    "features": lambda given: " ".join(f"{name}={n}" for name, n in given if name not in ("LANES", "NETWORK")),
    "one": lambda value: f"{value:.1f}",
    "two": lambda value: f"{value:.2f}",
    "g": lambda value: f"{value:g}",
    "whole": lambda value: f"{value:.0f}",
    "change": change,
    "memories": memories,
    "moved_by": moved_by,
    "pick": pick,
    "measured": measured,
}


def filled(text):
    """Paragraphs and items of lists with lines of one length; tables, headings, pictures and comments as they are."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("|"):
            block = re.sub(r" +$", "", block, flags=re.M)
        elif not re.match(r"[#!<]|```", block):
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
    return filled(environment.get_template("fpga.md.j2").render(q=Queries(kept), p=points))


# ---- the plots: their data; plots.py draws them


def plots(kept):
    """{file name: data}"""
    q = Queries(kept)
    return {"depth-ice40.svg": depth(q), "lanes-per-clock.svg": lanes_per_clock(q)}


def depth(q):
    about = q.fastest("ice40")
    return {
        "kind": "spread",
        "title": f"{about.part_title}, 32 lanes; shfl: 4 bits, one warp per clock",
        "x": "DEPTH, pipeline registers",
        "y": "clock, MHz: median, slowest and fastest seed",
        "series": [
            [name, [[depth, one.mhz, one.clocks[0], one.clocks[-1]] for depth, one in found.items()]]
            for name, found in q.depths.items()
        ],
    }


def lanes_per_clock(q):
    """A line for each family and memory, from shfl_banked to shfl."""
    series = []
    for name, memory, several in points.BANKED:
        family = next(family for family in q.families if family.name == name)
        found = [q.area(name, "banked", {"WAYS": ways, "MEMORY": memory}) for ways in several]
        if memory == family.memories[0]:
            found.append(q.units(family)[0])
        series.append([f"{family.title}, {memory}", [[one.rate, one.luts] for one in found]])
    return {
        "kind": "rates",
        "title": "32 lanes of 32 bits: shfl_banked up to 16, shfl at 32",
        "x": "lanes per clock",
        "y": "LUTs, those used as memory included",
        "series": series,
        "ticks": [1, 2, 4, 8, 16, 32],
    }


def digest(data):
    """A plot's file has it, so that its data are known without the library that drew it."""
    return "data " + hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


# ---- rendered, or compared with the files


def outdated(kept):
    """The plots that are to be drawn: {name: data}."""
    return {
        name: data
        for name, data in plots(kept).items()
        if not (PLOTS / name).exists() or digest(data) not in (PLOTS / name).read_text(encoding="utf-8")
    }


def renew():
    """Write the page and the plots of the record, and remove other plots; 1 if a point is missing."""
    kept = record.load()
    missing = [name for name in Queries(kept).wanted if name not in kept]
    if missing:
        print(f"{len(missing)} points without a record, such as {missing[0]}: {shown(PAGE)} stays", file=sys.stderr)
        return 1
    PLOTS.mkdir(parents=True, exist_ok=True)
    for name, data in outdated(kept).items():
        try:
            from . import plots as drawing
        except ModuleNotFoundError as error:
            raise Misuse(f"{error.name} draws {name} and is missing: `sh .ci/need.sh packages:plots`") from None
        (PLOTS / name).write_bytes(drawing.draw(data, digest(data)))
    for other in set(PLOTS.iterdir()) - {PLOTS / name for name in plots(kept)}:
        other.unlink()
    PAGE.write_text(page(kept), encoding="utf-8")
    print(f"{shown(PAGE)}, of {len(kept)} points")
    return 0


def problems():
    """The files that disagree with the record, a line each."""
    kept, found = record.load(), []
    if PAGE.read_text(encoding="utf-8") != page(kept):
        found.append(f"{shown(PAGE)} is not what {shown(record.RECORD)} says; `make docs` writes it again")
    for name in outdated(kept):
        found.append(
            f"{shown(PLOTS / name)} is not of the figures of {shown(record.RECORD)}; `make docs` draws it again"
        )
    return found
