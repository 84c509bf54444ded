# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as Yosys writes it: cells, nets of one bit, ports. Each net gets a short name, which every tool
reads alike."""

import dataclasses
import re

from synth.flow.common import Failed

CELL = re.compile(r"^  (\w+) (\\\S+|\w+) \(\n(.*?)\n  \);$", re.M | re.S)
PIN = re.compile(r"^    \.(\w+)\((.*?)\),?$", re.M)
PORT = re.compile(r"^  (input|output) (?:\[(\d+):0\] )?(\w+);$", re.M)
ASSIGN = re.compile(r"^  assign (.*?) *= (.*?) *;$", re.M)
BIT = re.compile(r"\\\S+|\w+( ?\[\d+\])?")
RANGE = re.compile(r"(\\\S+ |\w+) ?\[(\d+):(\d+)\]")
CONSTANT = re.compile(r"1'[bh]([01x])")


@dataclasses.dataclass
class Netlist:
    """cells: [(type, {pin: net})]; ports: {name: (input or output, [net of each bit, from 0 on])}. A net is a number,
    or "0", "1" or "x" where it is a constant."""

    top: str
    cells: list
    ports: dict

    @property
    def nets(self):
        """{net: [(cell, pin)]}, without constants."""
        found = {}
        for number, (_, pins) in enumerate(self.cells):
            for pin, net in pins.items():
                if isinstance(net, int):
                    found.setdefault(net, []).append((number, pin))
        return found

    def clocks(self, cells):
        """The nets that switch with the clock: its port's, and those behind gates, but behind no latch or flip-flop."""
        nets, found = self.nets, list(self.ports["clk"][1])
        for net in found:  # which grows
            for cell, _ in nets.get(net, ()):
                kind, pins = self.cells[cell]
                if kind not in cells.keeps:
                    found += [to for pin, to in pins.items() if cells.is_output(kind, pin) and to not in found]
        return found

    def bits(self, way):
        """(port, bit, net) of each bit of the inputs or of the outputs."""
        return [(name, bit, net) for name, (is_a, nets) in self.ports.items() if is_a == way
                for bit, net in enumerate(nets)]  # fmt: skip

    def name(self, net):
        """In the text of verilog()."""
        if not isinstance(net, int):
            return f"1'b{net}"
        return "clk" if [net] == self.ports.get("clk", (0, 0))[1] else f"n{net}"

    def verilog(self):
        """A module of the same cells, with a port of one bit for each net of a port."""
        ways = {net: way for way in ("output", "input") for _, _, net in self.bits(way) if isinstance(net, int)}
        names = ", ".join(map(self.name, ways))
        lines = [f"module {self.top} ({names});", *(f"  {way} {self.name(net)};" for net, way in ways.items())]
        lines += [f"  wire n{net};" for net in sorted(set(self.nets) - set(ways))]
        for number, (kind, pins) in enumerate(self.cells):
            lines.append(f"  {kind} c{number} ({', '.join(f'.{pin}({self.name(net)})' for pin, net in pins.items())});")
        return "\n".join([*lines, "endmodule", ""])


def bit(text):
    """A bit's name without the notation of an escaped one."""
    return text.strip().removeprefix("\\").replace(" ", "")


def bits_of(text):
    """The bits of one side of an assignment, the highest first: a bit, a range, or several of them in braces; none of
    what is not understood."""
    found = []
    for part in map(str.strip, text.strip("{} ").split(",")):
        if wide := RANGE.fullmatch(part):
            found += [f"{bit(wide[1])}[{at}]" for at in range(int(wide[2]), int(wide[3]) - 1, -1)]
        elif BIT.fullmatch(part) or CONSTANT.fullmatch(part):
            found.append(bit(part))
        else:
            return []
    return found


def parse(text):
    """The Netlist of a text of Yosys's; Failed for a statement that is not understood."""
    top = re.search(r"^module (\w+) ?\(", text, re.M)[1]
    widths = {name: (way, high) for way, high, name in PORT.findall(text)}
    same = {}  # bit: the bit or constant that drives it
    for left, right in ASSIGN.findall(text):
        to, of = bits_of(left), bits_of(right)
        if not to or len(to) != len(of):
            raise Failed(f"netlist of {top}: assign {left} = {right}: expected as many bits on both sides")
        same.update(zip(to, of))
    numbers = {}

    def net(name):
        while name in same:
            name = same[name]
        constant = CONSTANT.fullmatch(name)
        return constant[1] if constant else numbers.setdefault(name, len(numbers))

    ports = {
        name: (way, [net(f"{name}[{number}]" if high else name) for number in range(int(high or 0) + 1)])
        for name, (way, high) in widths.items()
    }
    cells = [
        (kind, {pin: net(bit(name)) for pin, name in PIN.findall(pins) if name}) for kind, _, pins in CELL.findall(text)
    ]
    rest = CELL.sub("", ASSIGN.sub("", PORT.sub("", text)))
    rest = re.sub(
        r"^/\*.*?\*/$|^  wire (?:\[\d+:\d+\] )?(?:\\\S+|\w+) ?;$|^module [^;]*;$|^endmodule$", "", rest, flags=re.M
    )
    if rest.strip():
        raise Failed(f"netlist of {top}: not understood: {rest.strip().splitlines()[0]}")
    return Netlist(top, cells, ports)
