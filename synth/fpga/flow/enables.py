# SPDX-License-Identifier: Apache-2.0
"""A netlist of Yosys, in which a clock enable is one LUT behind registers where one is enough.

Yosys shares a LUT among the enables of registers, which costs none of them a LUT, but each a level of logic, as long
as another path has more levels. The net of an enable is the longest, since it drives registers everywhere.
"""

import collections
import itertools
import re


def flatten(design, family):
    """Merge into each LUT that drives a clock enable, in place, the LUTs before it, as far as its inputs suffice."""
    for module in design["modules"].values():
        if "blackbox" not in module["attributes"] and "whitebox" not in module["attributes"]:
            Enables(module, family).flatten()


class Enables:
    def __init__(self, module, family):
        self.cells, self.about = module["cells"], family.fit
        self.ports = {bit for port in module["ports"].values() for bit in port["bits"]}
        self.luts = {
            cell["connections"]["O"][0]: name
            for name, cell in self.cells.items()
            if re.match(self.about["luts"], cell["type"])
        }

    def inputs(self, lut):
        """The bits at its inputs, each once, without constants."""
        connections = self.cells[lut]["connections"]
        return list(dict.fromkeys(b for i in range(4) for b in connections.get(f"I{i}", []) if isinstance(b, int)))

    def output(self, lut, values):
        """The LUT's output where its inputs have VALUES, {bit: 0 or 1}."""
        connections = self.cells[lut]["connections"]
        bits = [connections.get(f"I{i}", ["0"])[0] for i in range(4)]
        place = sum((values[bit] if isinstance(bit, int) else bit == "1") << i for i, bit in enumerate(bits))
        return int(self.cells[lut]["parameters"]["LUT_INIT"][15 - place])

    def flatten(self):
        enables = {
            bit
            for cell in self.cells.values()
            if re.match(self.about["clocked"], cell["type"])
            for port in self.about["enables"]
            for bit in cell["connections"].get(port, [])
        }
        for bit in sorted(enables & self.luts.keys()):
            while self.take_in(self.luts[bit]):
                pass
        self.remove_unused()

    def take_in(self, lut):
        """Replace one of its inputs by those of the LUT that drives it; was there one that fits?"""
        for bit in self.inputs(lut):
            before = self.luts.get(bit)
            if before is None:
                continue
            merged = list(dict.fromkeys([b for b in self.inputs(lut) if b != bit] + self.inputs(before)))
            if len(merged) <= 4:
                table = []
                for values in itertools.product((0, 1), repeat=4):  # I3 to I0
                    at = dict(zip(merged, reversed(values), strict=False))
                    table.append(str(self.output(lut, at | {bit: self.output(before, at)})))
                cell = self.cells[lut]
                cell["parameters"]["LUT_INIT"] = "".join(reversed(table))
                cell["connections"].update({f"I{i}": [merged[i] if i < len(merged) else "0"] for i in range(4)})
                return True
        return False

    def remove_unused(self):
        """LUTs that drive nothing more."""
        while True:
            used = collections.Counter(
                bit
                for cell in self.cells.values()
                for port, bits in cell["connections"].items()
                if cell["port_directions"][port] == "input"
                for bit in bits
            )
            gone = [bit for bit in self.luts if not used[bit] and bit not in self.ports]
            if not gone:
                return
            for bit in gone:
                del self.cells[self.luts.pop(bit)]
