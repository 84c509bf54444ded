# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist: cells, nets of one bit, ports. Each net is a number, so that every tool reads its name alike."""

import dataclasses

from synth.flow import netlist


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


def read(path, top):
    """The Netlist in a file of Yosys's JSON."""
    module = netlist.read(path, top)
    cells = [
        (cell["type"], {pin: bits[0] for pin, bits in cell["connections"].items() if bits})
        for cell in netlist.real(module).values()
    ]
    return Netlist(top, cells, {name: (port["direction"], port["bits"]) for name, port in module["ports"].items()})
