# SPDX-License-Identifier: Apache-2.0
"""The standard cells: those of LIBERTY=FILE, or those of Oklahoma State University for 0.18 um, as Debian's package
qflow-tech-osu018 installs them.

The areas in OSU's liberty file do not all agree with the layouts: a NAND3X1 has 36 there and 32 in the LEF file, an
OAI21X1 has 23, less than a NAND2, and 32 in the LEF file. Here a cell's area is that of its layout.
"""

import collections
import functools
import os
import pathlib
import re

from synth.flow import processes
from synth.flow.common import Misuse

FOLDER = pathlib.Path("/usr/share/qflow/tech/osu018")
FILES = ("osu018_stdcells.lib", "osu018_stdcells.lef", "osu018_stdcells.v")
DRIVER = "BUFX2"  # of OSU's: drives the inputs, as far as mapping is concerned
# of OSU's, which has no integrated clock gate: B is kept while the clock A is high
CLOCK_GATE = """wire low, open;
    INVX1 low_i (.A(A), .Y(low));
    LATCH open_i (.CLK(low), .D(B), .Q(open));
    AND2X2 gated_i (.A(A), .B(open), .Y(Y));"""
# of two inputs in liberty's notations, without blanks and outer parentheses
NAND = r"!\((\w+)[&* ](\w+)\)|\((\w+)[&* ](\w+)\)'|\(?!(\w+)\)?[|+]\(?!(\w+)\)?|(\w+)'[|+](\w+)'"


@functools.cache
def text(name):
    try:
        return (FOLDER / name).read_text(encoding="latin-1")
    except OSError as error:
        raise Misuse(f"{error.filename}: {error.strerror}; `sh .ci/need.sh osu018` installs it") from None


def own():
    """The file that LIBERTY names, or None."""
    return pathlib.Path(os.environ["LIBERTY"]) if os.environ.get("LIBERTY") else None


def version():
    """{the cells: their version}"""
    if own():
        return {"LIBERTY": own().name}
    return {"osu018": processes.output(["dpkg-query", "-W", "-f", "${Version}", "qflow-tech-osu018"]) or "unknown"}


Layout = collections.namedtuple("Layout", "width height pins")  # um; {pin: the middle of its first rectangle}


@functools.cache
def layouts():
    """{cell: Layout} of OSU's."""
    found = {}
    for cell, about in re.findall(r"^MACRO (\w+)\n(.*?)^END \1", text(FILES[1]), re.M | re.S):
        size = re.search(r"^ *SIZE ([\d.]+) BY ([\d.]+)", about, re.M)
        pins = re.findall(r"^ *PIN (\w+)\n.*?RECT ([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)", about, re.M | re.S)
        middles = {pin: ((float(a) + float(c)) / 2, (float(b) + float(d)) / 2) for pin, a, b, c, d in pins}
        found[cell] = Layout(float(size[1]), float(size[2]), middles)
    return found


def liberty():
    """The text of the liberty file; OSU's with the areas of the layouts."""
    if own():
        try:
            return own().read_text(encoding="latin-1")
        except OSError as error:
            raise Misuse(f"LIBERTY={own()}: {error.strerror}") from None
    area = {cell: layout.width * layout.height for cell, layout in layouts().items()}
    return re.sub(
        r"(\ncell \((\w+)\) \{.*?area : )[\d.]+", lambda m: f"{m[1]}{area[m[2]]:g}", text(FILES[0]), flags=re.S
    )


class Cells:
    """The cells of a liberty file, as far as area and timing need them."""

    def __init__(self, liberty):
        parts = re.split(r'^\s*cell\s*\(\s*"?([\w$]+)"?\s*\)\s*\{', liberty, flags=re.M)
        self.text = dict(zip(parts[1::2], parts[2::2], strict=True))
        self.areas = {name: float(self.value(name, "area", 0)) for name in self.text}
        unit = re.search(r'capacitive_load_unit\s*\(\s*([\d.]+)\s*,\s*"?(\w+)', parts[0])
        self.ff = float(unit[1]) * {"ff": 1, "pf": 1000}[unit[2].lower()] if unit else 1000
        volts = re.search(r"nom_voltage\s*:\s*([\d.]+)", parts[0])
        self.volts = float(volts[1]) if volts else None
        self.keeps = {name for name, about in self.text.items() if re.search(r"\b(ff|latch)\s*\(", about)}
        self.flip_flops = {name for name, about in self.text.items() if re.search(r"\bff\s*\(", about)}
        self.gate = self.smallest("NAND of two inputs", self.is_nand)  # 1 gate equivalent
        self.flip_flop = self.smallest("flip-flop without set and reset", self.is_plain)

    def value(self, name, attribute, default=""):
        found = re.search(rf'\b{attribute}\s*:\s*"?([^";]+)', self.text[name])
        return found[1].strip() if found else default

    def smallest(self, what, fits):
        found = [name for name in self.text if self.areas[name] > 0 and fits(name)]
        if not found:
            raise Misuse(f"LIBERTY={own()}: expected a cell with an area that is a {what}")
        return min(found, key=lambda name: (self.areas[name], name))

    def is_nand(self, name):
        function = re.sub(r"\s*([()&*|+!'])\s*", r"\1", self.value(name, "function"))
        while re.fullmatch(r"\([^()]*(\([^()]*\)[^()]*)*\)", function):
            function = function[1:-1]
        found = re.fullmatch(NAND, function)
        return bool(found) and len({pin for pin in found.groups() if pin}) == 2

    def is_plain(self, name):
        clock = self.value(name, "clocked_on")
        return (
            name in self.flip_flops
            and re.fullmatch(r"\(?\w+\)?", clock)
            and not (
                self.value(name, "clear") or self.value(name, "preset") or re.search(r"test_cell|scan", self.text[name])
            )
        )

    def input_ff(self, name):
        """The capacitance of a cell's first input, in fF."""
        return self.ff * float(re.search(r'input"?\s*;.*?\bcapacitance\s*:\s*"?([\d.eE+-]+)', self.text[name], re.S)[1])

    def clock_pj(self, cell, pin):
        """What a clock costs at a pin that it switches, in pJ: the pin's capacitance, if it is an input, and what the
        library says of the power inside, at sharp edges; of an output, by the cell's first input."""
        power = r'(?:rise|fall)_power.*?values \(.*?"([\d.]+)'
        inside = re.findall(power, self.attributes(cell)[pin].partition("internal_power")[2], re.S)[:2]
        return (self.pins[cell, pin] or 0) / 1000 * self.volts**2 + sum(map(float, inside))

    def clock_gate(self):
        """The cells of a clock gate in Verilog, of the nets A, the clock, B, the enable, and Y: the smallest integrated
        one whose enable is kept while the clock is high, its pins for test at 0, or OSU's latch and AND."""
        known = [
            name for name in self.text if self.value(name, "clock_gating_integrated_cell").startswith("latch_posedge")
        ]
        if not known and own():
            raise Misuse(
                f"LIBERTY={own()}: CLOCK_GATE=1 expects a cell with clock_gating_integrated_cell : latch_posedge"
            )
        if not known:
            return CLOCK_GATE
        cell = min(known, key=lambda name: (self.areas[name], name))
        nets = {"clock": "A", "enable": "B", "test": "1'b0", "out": "Y"}
        pins = {
            pin: nets[role[1]]
            for pin, attributes in self.attributes(cell).items()
            if (role := re.search(r'\bclock_gate_(\w+)_pin\s*:\s*"?true', attributes))
        }
        return f"{cell} gate_i ({', '.join(f'.{pin}({net})' for pin, net in pins.items())});"

    def attributes(self, cell):
        """{pin: the text of its attributes}"""
        of_a_pin = r'\bpin\s*\(\s*"?(\w+)"?\s*\)\s*\{(.*?)(?=\bpin\s*\(|\Z)'
        return dict(re.findall(of_a_pin, self.text[cell], re.S))

    @functools.cached_property
    def pins(self):
        """{(cell, pin): fF of an input, None of an output}"""
        found = {}
        for cell in self.text:
            for pin, attributes in self.attributes(cell).items():
                way = re.search(r'\bdirection\s*:\s*"?(\w+)', attributes)[1]
                load = re.search(r'\bcapacitance\s*:\s*"?([\d.eE+-]+)', attributes)
                found[cell, pin] = self.ff * float(load[1]) if way == "input" else None
        return found

    def is_output(self, cell, pin):
        return self.pins[cell, pin] is None

    def ge(self, counts):
        """Gate equivalents of {cell: count}; cells that are not of the library do not count."""
        return sum(count * self.areas.get(name, 0) for name, count in counts.items()) / self.areas[self.gate]


@functools.lru_cache(maxsize=2)
def parsed(liberty):
    return Cells(liberty)


def cells():
    return parsed(liberty())


def models():
    """The text of OSU's cells in Verilog, without a time scale: it would be that of whatever is compiled after it. A
    flip-flop takes a step of time, so that behind a clock gate, too, the clock comes before new data."""
    return re.sub(r"^`timescale.*\n", "", text(FILES[2]), flags=re.M).replace("udp_dff (DS", "udp_dff #1 (DS")


def facts():
    """The cells' figures in docs/use/asic.md; of metal 3 the pitch in um, ohm and fF for each um, to ground alone."""
    about = re.search(r"^LAYER metal3\n(.*?)^END metal3", text(FILES[1]), re.M | re.S)[1]
    pitch, width, square, plate, edge = (
        float(re.search(rf"^\s*{name}\s+([\d.e-]+)", about, re.M)[1])
        for name in ("PITCH", "WIDTH", "RESISTANCE\\s+RPERSQ", "CAPACITANCE\\s+CPERSQDIST", "EDGECAPACITANCE")
    )
    known = cells()
    return {
        "gate": known.gate,
        "gate_um2": known.areas[known.gate],
        "gate_ff": known.input_ff(known.gate),
        "flip_flop": known.flip_flop,
        "clock_pj": known.clock_pj(known.flip_flop, "CLK"),
        "flip_flop_ge": known.ge({known.flip_flop: 1}),
        "mux_ge": known.ge({"MUX2X1": 1}),
        "pitch_um": pitch,
        "ohm_per_um": square / width,
        "ff_per_um": 1000 * (plate * width + 2 * edge),
    }
