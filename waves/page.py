# SPDX-License-Identifier: Apache-2.0
"""The generated blocks of docs/use/waves.md, from the notes and traces of the scenarios in $BUILD/waves."""

import functools
import os
import pathlib

from lib.markdown import table
from waves.layout import WORDS, Layout, Stage
from waves.trace import Trace, notes_of

FOLDER = pathlib.Path(os.environ.get("BUILD") or "build") / "waves"


@functools.cache
def scenario(name="scenario"):
    return Layout(notes_of(FOLDER / f"{name}.notes"), Trace(FOLDER / f"{name}.vcd"))


def setting():
    layout = scenario()
    lanes, w, depth = (layout.trace.parameter(name) for name in ("LANES", "W", "DEPTH"))
    policy = WORDS["policy"][layout.trace.parameter("POLICY")]
    return (
        f"\nThe unit of the scenario is `{layout.notes['config']}`: {lanes} lanes of {w} bits, {depth} pipeline "
        f"registers (`DEPTH` {depth}),\npolicy {policy}. Its {len(layout.notes['warps'])} warps take "
        f"{layout.notes['clocks']} clock cycles.\n\n"
    )


def one_warp(tag):
    """A row per stage: when the warp is in it, and all signals of the lane."""
    layout = scenario()
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

    rows = []
    for warp in scenario().notes["warps"][first - 1 : last]:
        outside = per_lane(k for k, inside in enumerate(warp["in_range"]) if not inside)
        rows.append([warp["tag"], warp["caption"], per_lane(warp["src_lane"]), outside or "none", per_lane(warp["rd"])])
    return table(["warp", "", "`src_lane`, lane 0 first", "lanes out of range", "`rd`, lane 0 first"], rows, [0])


def holder(notes, stage, clock):
    """The warp that is in a stage on a clock cycle, or None."""
    for warp in notes["warps"]:
        first, last = trips_of(warp)[0], trips_of(warp)[-1]
        moves = first if first[stage.number] == last[stage.number] else last  # to rank 1 once, then trip by trip
        if first[stage.number] <= clock < [*moves, warp["left"] + 1][stage.number + 1]:
            return warp
    return None


def trips_of(warp):
    """For each of its trips, since when it was in every pipeline register."""
    return [warp["since"], *(warp[f"since_{trip}"] for trip in range(2, warp["trips"] + 1))]


def trip(warp, stage, clock):
    """Which trip of the warp, 1 or more, is in a stage from rank 1 on."""
    return sum(since[stage.number] <= clock for since in trips_of(warp))


def served(warp, network):
    """The trip that serves each lane: docs/rules.md R5.6.1."""
    j, number, done = warp["j"], 0, [0] * len(warp["j"])
    lows = [network**rank for rank in range(len(j)) if network ** (rank + 1) < len(j)]
    while 0 in done:
        number += 1
        left = [k for k, trip in enumerate(done) if not trip]
        for k in left:
            leaders = [(low, next(lead for lead in left if (lead - k) % (low * network) == 0)) for low in lows]
            named = all((j[k] // low - j[lead] // low) % network == 0 for low, lead in leaders)
            if named or number == 1 and not warp["in_range"][k]:
                done[k] = number
    return done


def stall(tag):
    """The stages' warps from the clock cycle before a warp reaches the output until two after it has left."""
    layout = scenario()
    warp = layout.notes["warps"][tag - 1]
    rows = [
        [clock, *((holder(layout.notes, stage, clock) or {"tag": ""})["tag"] for stage in layout.stages.values())]
        for clock in range(warp["since"][-1] - 1, warp["left"] + 3)
    ]
    return table(["clock cycle", *(stage.title for stage in layout.stages.values())], rows, range(9))
