# SPDX-License-Identifier: Apache-2.0
"""The generated blocks of docs/use/waves.md, from the notes and traces of the scenarios in $BUILD/waves."""

import functools
import os
import pathlib

from docs.pages import table
from waves.layout import WORDS, Layout, Stage
from waves.trace import Trace, notes_of

FOLDER = pathlib.Path(os.environ.get("BUILD") or "build") / "waves"


@functools.cache
def story(name="story"):
    return Layout(notes_of(FOLDER / f"{name}.notes"), Trace(FOLDER / f"{name}.vcd"))


def setting():
    layout = story()
    lanes, w, depth = (layout.trace.parameter(name) for name in ("LANES", "W", "DEPTH"))
    policy = WORDS["policy"][layout.trace.parameter("POLICY")]
    return (
        f"\nThe unit of the scenario is `{layout.notes['config']}`: {lanes} lanes of {w} bits, {depth} pipeline "
        f"registers (`DEPTH` {depth}),\npolicy {policy}. Its {len(layout.notes['warps'])} warps take "
        f"{layout.notes['clocks']} clock cycles.\n\n"
    )


def one_warp(tag):
    """A row per stage: when the warp is in it, and all signals of the lane."""
    layout = story()
    warp, rows = layout.notes["warps"][tag - 1], []
    for row in layout.sections["lane"][1]:
        if isinstance(row, Stage):
            clock = warp["since"][row.number]
            rows.append([clock, row.title, f"pipeline register {row.number}" if row.number else "the input", ""])
        else:
            value = row.text(layout.trace.value(row.net, clock, row.low, row.size))
            rows[-1][3] += f"{', ' if rows[-1][3] else ''}`{row.label}` {value}"
    return table(["clock cycle", "stage", "the warp is in", f"lane {layout.notes['lane']}"], rows, [0])


def answers(first, last):
    """A row per warp: which lanes the lanes read, which are out of range, and the results."""

    def per_lane(values):
        return " ".join(str(value) for value in values)

    rows = [
        [
            warp["tag"],
            warp["caption"],
            f"{warp['since'][0]} to {warp['left']}",
            per_lane(warp["src_lane"]),
            per_lane(k for k, inside in enumerate(warp["in_range"]) if not inside) or "none",
            per_lane(warp["rd"]),
        ]
        for warp in story().notes["warps"][first - 1 : last]
    ]
    return table(
        ["warp", "", "clock cycles", "`src_lane`, lane 0 first", "lanes out of range", "`rd`, lane 0 first"], rows, [0]
    )


def beats():
    """A row per beat of story_banked: the lanes that came and those that they read, and the results."""
    layout, rows = story("story_banked"), []
    for beat in layout.notes["warps"]:
        first = beat["beat"] * layout.lanes
        rows.append(
            [
                beat["tag"],
                beat["caption"],
                beat["beat"],
                f"{first} to {first + layout.lanes - 1}",
                beat["since"][0],
                beat["left"],
                " ".join(map(str, beat["src_lane"])),
                " ".join(map(str, beat["rd"])),
            ]
        )
    heads = ["warp", "", "beat", "lanes", "enters at clock cycle", "leaves", "`src_lane`, lowest lane first", "`rd`"]
    return table(heads, rows, [0, 2, 4, 5])


def holder(notes, stage, clock):
    """The warp that is in a stage on a clock cycle, or None."""
    for warp in notes["warps"]:
        since = [*warp["since"], warp["left"] + 1]
        if since[stage.number] <= clock < since[stage.number + 1]:
            return warp
    return None


def stall(tag):
    """The stages' warps from the clock cycle before a warp reaches the output until two after it has left."""
    layout = story()
    warp = layout.notes["warps"][tag - 1]
    rows = [
        [clock, *((holder(layout.notes, stage, clock) or {"tag": ""})["tag"] for stage in layout.stages.values())]
        for clock in range(warp["since"][-1] - 1, warp["left"] + 3)
    ]
    return table(["clock cycle", *(stage.title for stage in layout.stages.values())], rows, range(9))
