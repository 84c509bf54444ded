# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist placed: rows of OSU's cells by Coloquinte, the half perimeter of each net as its wire, and the clock
with these wires by OpenSTA. Nothing is routed, and no cell is resized."""

import collections
import datetime
import importlib.metadata
import importlib.util
import json
import math
import pathlib
import re
import sys

from synth.flow import processes, results
from synth.flow.common import ROOT, Failed, Misuse, shown

from . import energy, flow, library, netlist

FILL = 0.7  # of the area of the rows
EFFORT, SEED = 3, 1
GRID = 10  # places in a um
ROW, SITE = 10 * GRID, 8  # OSU's rows of 10 um, and sites of 0.8 um
TOP_SIDE, BOTTOM_SIDE, LEFT_SIDE = range(3)  # where a port's pin is
SPEF = """\
*SPEF "IEEE 1481-1998"
*DESIGN "{top}"
*DATE "none"
*VENDOR "openshfl"
*PROGRAM "synth.asic.place"
*VERSION "1"
*DESIGN_FLOW "half perimeters"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER []
*T_UNIT 1 NS
*C_UNIT 1 FF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY
"""


def version():
    """Coloquinte's version; Misuse without it."""
    if not importlib.util.find_spec("coloquinte"):
        raise Misuse(f"coloquinte is missing from {sys.prefix}: `sh .ci/need.sh packages:asic` installs it")
    return importlib.metadata.version("coloquinte")


def sides(parsed):
    """[(net, side, place on it from 0 to 1)] of the ports' pins but the clock: the operands of the lanes on top, their
    results at the bottom, both in the order of the lanes, all else on the left."""
    lanes = next((len(parsed.ports[name][1]) for name in ("active", "mask") if name in parsed.ports), 1)
    found = {TOP_SIDE: [], BOTTOM_SIDE: [], LEFT_SIDE: []}
    for name, (way, nets) in parsed.ports.items():
        wide = len(nets) >= lanes and not name.endswith("tag")
        side = LEFT_SIDE if not wide else TOP_SIDE if way == "input" else BOTTOM_SIDE
        for bit, net in enumerate(nets):
            if isinstance(net, int) and name != "clk":
                found[side].append((bit * lanes // len(nets), name, bit, net))
    return [
        (net, side, (at + 0.5) / len(pins)) for side, pins in found.items() for at, (*_, net) in enumerate(sorted(pins))
    ]


class Placement:
    """Cells and pins in tenths of a um, and the nets between them: all but the clocks."""

    def __init__(self, parsed):
        self.parsed = parsed
        self.layouts = library.layouts()
        self.kinds = [kind for kind, _ in parsed.cells]
        self.widths = [round(GRID * self.layouts[kind].width) for kind in self.kinds]
        area = sum(self.widths) * ROW
        rows = math.ceil(math.sqrt(area / FILL) / ROW)
        self.width, self.height = math.ceil(area / FILL / rows / ROW / SITE) * SITE, rows * ROW
        self.ports = sides(parsed)
        self.clocks = parsed.clocks(library.cells())
        self.nets = {net: list(pins) for net, pins in parsed.nets.items() if net not in self.clocks}
        self.at_port = {}
        for number, (net, *_) in enumerate(self.ports):
            if net in self.nets:
                self.at_port.setdefault(net, []).append(number)
        self.nets = {net: pins for net, pins in self.nets.items() if len(pins) + len(self.at_port.get(net, ())) > 1}
        self.x = self.y = self.turned = None

    def port(self, number):
        _, side, place = self.ports[number]
        if side == LEFT_SIDE:
            return 0, round(place * self.height)
        return round(place * self.width), self.height if side == TOP_SIDE else 0

    def offset(self, cell, pin):
        """Of a pin's middle from the cell's lower left corner, not turned."""
        x, y = self.layouts[self.kinds[cell]].pins[pin]
        return round(GRID * x), round(GRID * y)

    def job(self):
        """What Coloquinte needs; ports are fixed cells without a size behind the others."""
        ports = [self.port(number) for number in range(len(self.ports))]
        nets = []
        for net, pins in self.nets.items():
            offsets = [self.offset(*pin) for pin in pins]
            cells = [cell for cell, _ in pins] + [len(self.kinds) + number for number in self.at_port.get(net, ())]
            offsets += [(0, 0)] * (len(cells) - len(offsets))
            nets.append((cells, [x for x, _ in offsets], [y for _, y in offsets]))
        return {"widths": self.widths, "ports": ports, "nets": nets, "die": (self.width, self.height)}

    def take(self, answer):
        """Coloquinte's places; Failed where cells overlap or its sum of half perimeters is not the one of here."""
        self.x, self.y, self.turned = answer["x"], answer["y"], answer["turned"]
        ends = {}
        for x, y, width in sorted(zip(self.x, self.y, self.widths)):
            if y % ROW or not 0 <= y < self.height or x < ends.get(y, 0) or x + width > self.width:
                raise Failed(f"placement: a cell at {x}, {y} overlaps another, or is outside the rows")
            ends[y] = x + width
        total = sum(self.length(net) for net in self.nets)
        if total != answer["hpwl"]:
            raise Failed(f"placement: half perimeters of {total}, Coloquinte says {answer['hpwl']}")

    def place(self, cell, pin):
        """Of a pin on the die."""
        x, y = self.offset(cell, pin)
        flipped = self.turned[cell]
        if flipped in ("FN", "S"):
            x = self.widths[cell] - x
        if flipped in ("FS", "S"):
            y = ROW - y
        return self.x[cell] + x, self.y[cell] + y

    def places(self, net):
        return [self.place(*pin) for pin in self.nets[net]] + [self.port(port) for port in self.at_port.get(net, ())]

    def box(self, net):
        xs, ys = zip(*self.places(net), strict=True)
        return min(xs), max(xs), min(ys), max(ys)

    def length(self, net):
        """The half perimeter of a net's pins, in tenths of a um."""
        left, right, low, high = self.box(net)
        return right - left + high - low

    def wires(self):
        """{net: um}"""
        return {net: self.length(net) / GRID for net in self.nets}

    def figures(self):
        boxes, wires = [self.box(net) for net in self.nets], sorted(self.wires().values())
        return {
            "cells": len(self.kinds),
            "die_um": [self.width / GRID, self.height / GRID],
            "nets": len(boxes),
            "wire_um": round(sum(wires), 1),
            "longest_um": wires[-1],
            "over_the_middle": [
                sum(2 * left < self.width < 2 * right for left, right, _, _ in boxes),
                sum(2 * low < self.height < 2 * high for _, _, low, high in boxes),
            ],
        }


def solve(job):
    """Coloquinte's answer; in a process that the flow can stop."""
    import coloquinte

    cells, ports = len(job["widths"]), job["ports"]
    circuit = coloquinte.Circuit(cells + len(ports))
    circuit.cell_width = job["widths"] + [0] * len(ports)
    circuit.cell_height = [ROW] * cells + [0] * len(ports)
    circuit.cell_is_fixed = [False] * cells + [True] * len(ports)
    circuit.cell_is_obstruction = [True] * cells + [False] * len(ports)
    circuit.cell_row_polarity = [coloquinte.CellRowPolarity.SAME] * (cells + len(ports))
    circuit.cell_x = [0] * cells + [x for x, _ in ports]
    circuit.cell_y = [0] * cells + [y for _, y in ports]
    circuit.rows = [
        coloquinte.Row(
            coloquinte.Rectangle(0, job["die"][0], y, y + ROW),
            coloquinte.CellOrientation.FS if y // ROW % 2 else coloquinte.CellOrientation.N,
        )
        for y in range(0, job["die"][1], ROW)
    ]
    for net in job["nets"]:
        circuit.add_net(*net)
    circuit.check()
    parameters = coloquinte.ColoquinteParameters(EFFORT, SEED)
    circuit.place_global(parameters)
    circuit.place_detailed(parameters)
    turned = [orientation.name for orientation in circuit.cell_orientation][:cells]
    return {"x": circuit.cell_x[:cells], "y": circuit.cell_y[:cells], "turned": turned, "hpwl": circuit.hpwl()}


def spef(placement):
    """The wires for OpenSTA: each net a pi of its half perimeter in metal 3, half the capacitance at its driver."""
    facts, cells, parsed = library.facts(), library.cells(), placement.parsed
    driven = {net for _, _, net in parsed.bits("input")}
    out = {net for _, _, net in parsed.bits("output")}
    lines = [SPEF.format(top=parsed.top)]
    for net, um in placement.wires().items():
        pins = [f"c{cell}:{pin}" for cell, pin in placement.nets[net]]
        drives = [cells.is_output(placement.kinds[cell], pin) for cell, pin in placement.nets[net]]
        port = net in driven or net in out
        ends = [*(f"*I {pin} {'O' if drive else 'I'}" for pin, drive in zip(pins, drives)),
                *([f"*P n{net} {'I' if net in driven else 'O'}"] if port else [])]  # fmt: skip
        source = f"n{net}" if net in driven else pins[drives.index(True)]
        ff = facts["ff_per_um"] * um
        sinks = [pin for pin in [*pins, *([f"n{net}"] if port else [])] if pin != source]
        lines += [f"*D_NET n{net} {ff:.4f}", "*CONN", *ends, "*CAP", f"1 {source} {ff / 2:.4f}"]
        lines += [f"2 n{net}:1 {ff / 2:.4f}", "*RES", f"1 {source} n{net}:1 {facts['ohm_per_um'] * um:.4f}"]
        lines += [f"{number} n{net}:1 {pin} 0.001" for number, pin in enumerate(sinks, 2)]
        lines += ["*END", ""]
    return "\n".join(lines)


def annotated(log, placement):
    """Failed if OpenSTA does not have the wire of each net: it ignores what it does not like in silence."""
    found = {
        int(net): 1000 * float(pf)
        for net, pf in re.findall(r"^Net n(\d+)\n Pin capacitance: .*\n Wire capacitance: (?:r )?([\d.]+)", log, re.M)
    }
    known = library.facts()["ff_per_um"]
    wrong = [
        net for net, um in placement.wires().items() if abs(found.get(net, -1) - known * um) > 0.01 + known * um / 99
    ]
    if wrong:
        raise Failed(f"timing of {placement.parsed.top}: {len(wrong)} of {len(placement.nets)} nets without their wire")


def placed(point, folder):
    """Place the netlist of a FOLDER; its Placement."""
    placement = Placement(netlist.read(folder / "netlist.json", point.top))
    (folder / "placement.job").write_text(json.dumps(placement.job()), encoding="ascii")
    files = [shown(folder / f"placement.{end}") for end in ("job", "json")]
    command = [sys.executable, "-m", "synth.asic.place", *files]
    version()
    processes.call(f"placement of {point.name}", command, folder / "placement.log")
    placement.take(json.loads((folder / "placement.json").read_text()))
    return placement


def clock(point, folder, placement):
    """The slowest path of each group, {group: ns}, with the wires of a placement."""
    (folder / "placed.v").write_text(placement.parsed.verilog(), encoding="ascii")
    (folder / "placed.spef").write_text(spef(placement), encoding="ascii")
    nets = " ".join(f"n{net}" for net in placement.nets)
    report = "report_net -connections -verbose -digits 6 $net"
    wires = f"read_spef {shown(folder / 'placed.spef')}\nforeach net {{{nets}}} {{{report}}}\n"
    bits = collections.Counter(net for _, _, net in placement.parsed.bits("output") if isinstance(net, int))
    drives = {f"n{net}": count for net, count in bits.items() if count > 1}
    found = flow.paths(point, folder, "placed.v", wires, drives)
    annotated((folder / "sta.log").read_text(), placement)
    return {group: path["ns"] for group, path in found.items()}


def possible(point):
    """Misuse, where a unit cannot be placed."""
    if library.own():
        raise Misuse(f"LIBERTY={library.own()}: placed are OSU's cells alone, which have a LEF file and models")
    if point.top not in energy.UNITS:
        raise Misuse(f"TOP={point.top}: it is not placed, expected one of {' '.join(energy.UNITS)}")


def run(point):
    """Place and time a unit, and measure its energy; its result as a dict, from its file if that is up to date."""
    possible(point)
    used = {**flow.tools(), "coloquinte": version(), "iverilog": processes.version("iverilog")}
    folder = flow.OUT / f"placed_{point.name}"
    texts = [(file.name, results.verilog(file)) for file in point.files]
    how = [(ROOT / f"synth/asic/{name}.py").read_text() for name in ("place", "netlist", "energy", "library")]
    key = results.digest(
        [texts, library.liberty(), flow.constraints(), flow.STA, flow.script("mapped", point.gates), how, used]
    )
    path = flow.OUT / "results" / f"{folder.name}.json"
    with results.locked(folder):
        if result := results.load(path, key):
            return result
        cells = flow.synthesize(point, "mapped", folder)[point.top]
        bare = flow.paths(point, folder)
        placement = placed(point, folder)
        wired = clock(point, folder, placement)
        mhz = {
            "bare": round(1000 / max(path["ns"] for path in bare.values()), 1),
            "wired": round(1000 / max(wired.values()), 1),
        }
        joules = {name: energy.measure(point, folder, placement, name) for name in energy.patterns(point.top)}
        result = {
            "key": key, "date": datetime.date.today().isoformat(), "top": point.top, "params": point.params,
            "ge": round(library.cells().ge(cells), 1), "flip_flops": flow.flip_flops(cells),
            "placed": placement.figures(), "mhz": mhz, "energy": joules, "tools": used,
        }  # fmt: skip
        return results.store(path, result)


def main(job, answer):
    found = solve(json.loads(pathlib.Path(job).read_text(encoding="ascii")))
    pathlib.Path(answer).write_text(json.dumps(found), encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
