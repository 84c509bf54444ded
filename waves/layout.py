# SPDX-License-Identifier: Apache-2.0
"""python3 -m waves.layout NOTES TRACE - make a save file for GTKWave of a trace, beside it: TRACE.gtkw, and the
files with the words that it needs. It names nothing outside of its folder.

NOTES is what shfl_sim --notes wrote beside the trace. The signals are those of signals.txt, which explains its
form, or of signals_banked.txt; one that the trace does not have is told and left out.
"""

import math
import pathlib
import sys
from typing import NamedTuple

from vcd.common import VarType
from vcd.gtkw import GTKWFlag, GTKWSave

from model import defs
from waves.trace import CLOCK, Trace, notes_of

HERE = pathlib.Path(__file__).parent
PIXELS = 56  # of a clock cycle
NAMES = 300  # pixels of the names and of the values at the cursor
ROW = 21  # pixels of a row
MARKERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = {"mode": defs.MODES, "policy": defs.POLICIES}


class Signal(NamedTuple):
    """A net, or bits low + size - 1 to low of it."""

    label: str
    format: str
    net: str
    low: int
    size: int
    when: "Signal | None" = None  # a bit: where it is 0, the value is meaningless

    def text(self, value):
        if value is None:
            return "x"
        if self.format in WORDS:
            return WORDS[self.format][value]
        if self.format == "signed" and value >> self.size - 1:
            return str(value - (1 << self.size))
        form = {"bin": f"0{self.size}b", "hex": f"0{(self.size + 3) // 4}x"}.get(self.format, "d")
        return f"{value:{form}}"


class Stage(NamedTuple):
    """Where a warp is: valid says whether there is one, tag which one. Number counts the stage registers before it."""

    title: str
    number: int
    valid: Signal
    tag: Signal


class Layout:
    """signals*.txt for one trace: sections {name: (title, rows)}, where a row is a Signal, or a Stage that heads those
    that follow; and views [(name, from, to, sections)]."""

    def __init__(self, notes, trace, file=None):
        self.notes, self.trace = notes, trace
        self.file = file = file or HERE / ("signals_banked.txt" if trace.banked else "signals.txt")
        self.lanes = trace.parameter("WAYS" if trace.banked else "LANES")  # that come on one clock
        self.lane = notes["lane"] % self.lanes
        self.stages, self.sections, self.views, self.missing = {}, {}, [], []
        for at, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
            words = line.split("#")[0].split()
            try:
                if words:
                    self.take(at, words)
            except (ValueError, KeyError, IndexError) as error:
                raise SystemExit(f"{file}:{at}: cannot make out: {line.strip()} ({error})") from error

    def take(self, at, words):
        if words[0] in ("crossbar:", "network:"):
            if words[0] != ("network:" if self.trace.network else "crossbar:"):
                return
            del words[0]
        optional = words[0] == "?"
        word, *rest = words[optional:]
        if word == "stage":
            name, tag, registers, valid, *title = rest
            self.stages[name] = self.stage(" ".join(title), tag, registers, valid)
        elif word == "section":
            title = " ".join(rest[1:]).format(k=self.lane)
            self.rows = []
            self.sections[rest[0]] = title, self.rows
        elif word == "at":
            self.rows += [self.stages[name] for name in rest]
        elif word == "of":
            scope = rest[0].removesuffix(":").removeprefix("unit")
            for signal in " ".join(rest[1:]).split(", "):
                form, name, *part = signal.split()
                self.take(at, [form, name, f"{scope}.{name}".lstrip("."), *part])
        elif word == "view":
            name, first, last, *shown = rest
            told = max((warp["tag"] for warp in self.notes["warps"]), default=int(last))
            if int(last) > told:
                self.missing.append(f"{self.file}:{at}: no picture {name}: the scenario has {told} warps")
            else:
                self.views.append((name, int(first), int(last), [self.sections[section] for section in shown]))
        else:
            when = rest.pop() if rest[-2] == "if" else None
            label, net, part = (*[word for word in rest if word != "if"], None)[:3]
            every = "*" in net or part == "@lanes"
            for lane in range(self.lanes) if every else [self.lane]:
                title = label.format(k=lane).replace("_", " " if every else "_")
                counts = when and Signal("", "bit", self.trace.unit + when, lane, 1)
                of_lane = net.replace("*", "{k}").format(k=lane)
                self.signal(at, title, word, of_lane, lane if part else None, optional, counts)

    def stage(self, title, tag, registers, valid):
        unit = self.trace.unit
        number = max([stage.number for stage in self.stages.values()], default=0)
        tag, _, low = tag.partition(">>")
        low = self.sum(low)
        return Stage(
            title,
            number + self.sum(registers),
            Signal("valid", "bit", unit + valid, 0, 1),
            Signal("tag", self.plain(), unit + tag, low, self.trace.nets[unit + tag].size - low),
        )

    def sum(self, terms):
        """Of numbers and parameters, such as 2+u_fabric.BLOCK; - or nothing: 0."""
        numbers = terms.split("+") if terms not in ("", "-") else []
        return sum(int(term) if term.isdigit() else self.trace.parameter(term) for term in numbers)

    def plain(self):
        return "dec" if self.notes["warps"] else "hex"

    def signal(self, at, label, form, net, lane, optional, when):
        net = self.trace.unit + net
        if net not in self.trace.nets:
            if not optional:
                self.missing.append(f"{self.file}:{at}: the trace has no {net}")
            return
        form = self.plain() if form in ("tag", "word") else form
        if form not in ("bit", "bin", "dec", "signed", "hex", *WORDS):
            raise ValueError(f"{form} is no format")
        size = self.trace.nets[net].size
        if lane is None:
            self.rows.append(Signal(label, form, net, 0, size, when))
        else:
            size //= self.lanes
            self.rows.append(Signal(label, form, net, size * lane, size, when))

    def markers(self):
        """[(clock, name)]"""
        if self.notes["warps"]:
            told = [warp for warp in self.notes["warps"] if warp["caption"]]
            return [(warp["since"][0], f"{warp['tag']} {warp['caption']}") for warp in told]
        clock, what = self.notes["cursor"].split()
        return [(int(clock), what)]

    def window(self):
        """The clock cycles to begin with."""
        first, end = self.notes["first"], self.notes["clocks"]
        if not self.notes["warps"]:
            first = max(first, min(self.markers()[0][0], end) - 16)
            end = min(end, first + 22)
        return range(first, end)

    def warp(self, stage, clock):
        """The tag of the warp in a stage, or None."""
        valid = self.trace.value(stage.valid.net, clock, stage.valid.low, 1)
        return self.trace.value(stage.tag.net, clock, stage.tag.low, stage.tag.size) if valid else None


# ---- GTKWave


def gtkw(file, trace_name, layout):
    save = GTKWSave(file)
    markers = layout.markers()
    clocks = layout.window()
    rows = sum(1 + sum(3 if isinstance(row, Stage) else 1 for row in rows) for _, rows in layout.sections.values())
    save.comment("made by waves/layout.py of openshfl")
    save.dumpfile(trace_name, abspath=False)
    save.timestart(CLOCK * clocks[0])
    save.size(min(NAMES + PIXELS * len(clocks), 1800), min(ROW * rows + 140, 1200))
    cursor = -1 if layout.notes["warps"] else CLOCK * markers[0][0]
    save.zoom_markers(
        -math.log2(200 * CLOCK / PIXELS),
        cursor,  # 200 pixels are 2 ** -zoom time units
        **{letter: CLOCK * clock for letter, (clock, _) in zip(MARKERS, markers, strict=False)},
    )
    for letter, (_, name) in zip(MARKERS.upper(), markers, strict=False):
        print(f"[markername] {letter}{name}", file=file)
    save.signals_width(NAMES)
    save.sst_expanded(False)
    for title, rows in layout.sections.values():
        save.blank(title)
        for row in rows:
            if isinstance(row, Stage):
                save.blank(f"  {row.title}")
                gtkw_signal(save, layout.trace, row.valid)
                gtkw_signal(save, layout.trace, row.tag)
            else:
                gtkw_signal(save, layout.trace, row)


def gtkw_signal(save, trace, row):
    """GTKWave counts the bits of a net, (n), from the left. It writes a vector of one bit [n], and a parameter without
    its bits."""
    net = trace.nets[row.net]
    high, low = net.bit_index if isinstance(net.bit_index, tuple) else (net.bit_index, net.bit_index)
    whole = high is None or net.type_ is VarType.parameter
    name = row.net + ("" if whole else f"[{high}]" if high == low else f"[{high}:{low}]")
    options = {
        "datafmt": {"bit": "bin", "bin": "bin", "hex": "hex"}.get(row.format, "dec"),
        "extraflags": GTKWFlag.signed if row.format == "signed" else GTKWFlag.none,
        "translate_filter_file": f"{row.format}.txt" if row.format in WORDS else None,
    }
    if row.size == net.size:
        save.trace(name, row.label, **options)
    elif row.size == 1:
        save.trace(f"({high - row.low}){name}", row.label, **options)
    else:
        bits = [(high - n, name) for n in range(row.low + row.size - 1, row.low - 1, -1)]
        save.trace_combined(row.label, bits, **options)


def main():
    if len(sys.argv) != 3:
        sys.exit("waves.layout: expected NOTES TRACE")
    path = pathlib.Path(sys.argv[2])
    layout = Layout(notes_of(sys.argv[1]), Trace(path))
    for message in layout.missing:
        print(message, file=sys.stderr)
    for name, words in WORDS.items():
        (path.parent / f"{name}.txt").write_text(
            "".join(f"{n} {word}\n" for n, word in enumerate(words)), encoding="ascii"
        )
    with open(path.with_suffix(".gtkw"), "w", encoding="utf-8") as file:
        gtkw(file, path.name, layout)


if __name__ == "__main__":
    main()
