# SPDX-License-Identifier: Apache-2.0
"""A netlist of Yosys, with its registers, and the LUTs of their enables, made to suit a large part.

Yosys makes a register once, and nextpnr places it once, however many cells it drives and however far apart these
are. Registers in which a value only waits, one behind the other, need a logic cell each. Attributes of nets, set by
the family's synth.ys, mark where that costs too much:

    copies N        a register on this net becomes N, each of which drives its share of the cells. Cells whose
                    bits end up side by side get the same copy, since they are placed side by side. A LUT that
                    drives a register alone is copied with it, the two being one logic cell.
    global_enable   clock enables on this net go by a global buffer, which nextpnr does not do by itself for ECP5
                    and for the RAMs of iCE40
    delay_line      registers on this net and those before them, if a value only waits there, become block RAM, 16
                    to an SB_RAM40_4K of iCE40 that is read one clock after it is written

Copies of NET are called NET$copy. The names of a family's cells are in its family.toml, under [fit].
"""

import collections
import copy
import itertools
import re


class Netlist:
    """A flat module of Yosys's JSON: MODULE is changed in place."""

    def __init__(self, module, family):
        self.cells, self.nets = module["cells"], module["netnames"]
        self.family, self.about = family, family.fit
        self.ports = {bit for port in module["ports"].values() for bit in port["bits"]}
        self.driver, self.sinks, self.names = {}, collections.defaultdict(list), {}
        for name, cell in self.cells.items():
            for port, bits in cell["connections"].items():
                for bit in bits:
                    if cell["port_directions"][port] == "output":
                        self.driver[bit] = name
                    else:
                        self.sinks[bit].append((name, port))
        for net, n in self.nets.items():  # the name that is highest in the hierarchy
            for i, bit in enumerate(n["bits"]):
                new = f"{net}[{i}]"
                if net[0] != "$" and height(new) < height(self.names.get(bit)):
                    self.names[bit] = new
        self.place = {cell: (natural(self.end(cell)), cell) for cell in self.cells}
        self.free = 1 + max((bit for n in self.nets.values() for bit in n["bits"] if isinstance(bit, int)), default=1)

    def marked(self, attribute):
        """Bits of nets with the attribute: {bit: (value, net)}; the largest value, where nets of a bit disagree."""
        marked = {}
        for net, n in self.nets.items():
            if attribute in n["attributes"]:
                this = (-int(n["attributes"][attribute], 2), height(net), net)
                marked.update({bit: min(this, marked.get(bit, this)) for bit in n["bits"] if isinstance(bit, int)})
        return {bit: (-value, net) for bit, (value, _, net) in marked.items()}

    def output(self, cell):
        about = self.cells[cell]
        driven = (bits[0] for port, bits in about["connections"].items() if about["port_directions"][port] == "output")
        return next(driven, None)

    def register(self, bit):
        """The name of the register that drives the bit, or None."""
        name = self.driver.get(bit)
        return name if name and re.match(self.family.registers, self.cells[name]["type"]) else None

    def end(self, cell):
        """Where a cell's output ends up: the last net, of a name, to which its way is the only one."""
        bit, seen, last = self.output(cell), set(), cell
        while bit is not None and bit not in seen:
            last = self.names.get(bit, last)
            seen.add(bit)
            bit = self.output(self.sinks[bit][0][0]) if len(self.sinks[bit]) == 1 else None
        return last

    def net(self, name):
        """A new bit, the next of the net of that name."""
        bit, self.free = self.free, self.free + 1
        bits = self.nets.setdefault(name, {"hide_name": 0, "bits": [], "attributes": {}})["bits"]
        self.names[bit] = f"{name}[{len(bits)}]"
        bits.append(bit)
        return bit

    def add(self, like, net, **connections):
        """A cell like another, its output on a new bit, of NET, and CONNECTIONS as given; returns the bit."""
        bit, cell = self.net(net), copy.deepcopy(self.cells[like])
        name = f"{like}$copy{bit}"
        for port, direction in cell["port_directions"].items():
            if direction == "output":
                cell["connections"][port] = [bit]
        cell["connections"].update(connections)
        for port, bits in cell["connections"].items():
            for b in bits:
                if cell["port_directions"][port] != "output":
                    self.sinks[b].append((name, port))
        self.cells[name], self.driver[bit], self.place[name] = cell, name, (self.place[like][0], name)
        return bit

    def rewire(self, old, new, cells, ports=None):
        """Connect what is at OLD to NEW: all inputs of CELLS, or those called PORTS."""
        there = [(cell, port) for cell, port in self.sinks[old] if cell in cells and (not ports or port in ports)]
        for cell, port in there:
            connections = self.cells[cell]["connections"]
            connections[port] = [new if bit == old else bit for bit in connections[port]]
        self.sinks[old] = [sink for sink in self.sinks[old] if sink not in there]
        self.sinks[new] += there

    def connect(self, cell, port, bit):
        """Connect an input of one bit to another."""
        for old in self.cells[cell]["connections"].get(port, []):
            self.sinks[old].remove((cell, port))
        self.cells[cell]["connections"][port] = [bit]
        self.sinks[bit].append((cell, port))

    def duplicate(self, bit, count, net):
        """Make the register that drives BIT of NET COUNT times, or as often as it drives cells if that is less."""
        register = self.register(bit)
        cells = sorted({cell for cell, _ in self.sinks[bit]}, key=self.place.get)
        count = min(count, len(cells))
        if not register:
            return
        port = self.about["data"]
        data = self.cells[register]["connections"][port][0]
        lut = self.driver.get(data)
        alone = lut and re.match(self.about["luts"], self.cells[lut]["type"]) and len(self.sinks[data]) == 1
        for i in range(1, count):
            fed = {port: [self.add(lut, f"{net}$copy_next")]} if alone else {}
            share = cells[i * len(cells) // count : (i + 1) * len(cells) // count]
            self.rewire(bit, self.add(register, f"{net}$copy", **fed), share)

    def make(self, name, kind, inputs, outputs, **parameters):
        """A new cell: its connections, {port: bits}."""
        ways = dict.fromkeys(inputs, "input") | dict.fromkeys(outputs, "output")
        self.cells[name] = {"hide_name": 0, "type": kind, "parameters": parameters, "attributes": {},
                            "port_directions": ways, "connections": {**inputs, **outputs}}  # fmt: skip
        for port, bits in inputs.items():
            for bit in bits:
                self.sinks[bit].append((name, port))
        for bit in (bit for bits in outputs.values() for bit in bits):
            self.driver[bit] = name

    def remove(self, cell):
        """A cell that is needed no more; what it drove is free for another."""
        for port, bits in self.cells.pop(cell)["connections"].items():
            for bit in bits:
                self.sinks[bit] = [sink for sink in self.sinks[bit] if sink != (cell, port)]
                if self.driver.get(bit) == cell:
                    del self.driver[bit]

    def make_global(self, bit, net):
        """Put the clock enables at BIT, of NET, behind a global buffer."""
        new, buffer = self.net(f"{net}$global"), self.about["global"]
        clocked = {cell for cell, _ in self.sinks[bit] if re.match(self.about["clocked"], self.cells[cell]["type"])}
        self.rewire(bit, new, clocked, self.about["enables"])
        constants = {port: [value] for port, value in buffer["constants"].items()}
        self.make(f"{net}$buffer", buffer["type"], {buffer["input"]: [bit], **constants}, {buffer["output"]: [new]})

    def waits(self, bit, net):
        """The register on BIT, of NET, and the one before it, if a value only waits in both; or None.

        They are of the net's own module, neither has a reset, the first drives the second alone, and the second
        registers alone, since a RAM answers late in the clock.
        """
        second = self.register(bit)
        if not second or self.cells[second]["type"] not in ("SB_DFF", "SB_DFFE"):
            return None
        data = self.cells[second]["connections"]["D"][0]
        first = self.register(data)
        if not first or len(self.sinks[data]) != 1 or any(port != "D" for _, port in self.sinks[bit]):
            return None

        def clocking(cell):
            return [self.cells[cell]["type"], *(self.cells[cell]["connections"].get(port) for port in "CE")]

        same = clocking(first) == clocking(second)
        own = self.names.get(data, "").count(".") == net.count(".")
        return (first, second) if same and own and self.ports.isdisjoint((bit, data)) else None

    def delay(self):
        """Put all pairs of registers that waits() finds into RAMs, 16 pairs each."""

        def clocking(line):
            return [self.cells[line[1]]["connections"].get(port, ["1"]) for port in "CE"]

        lines, taken = [], set()
        for bit, (_, net) in self.marked("delay_line").items():
            line = self.waits(bit, net)
            if line and taken.isdisjoint(line):
                lines.append(line)
                taken.update(line)
        lines.sort(key=lambda line: (clocking(line), self.place[line[1]]))
        for (clock, enable), group in itertools.groupby(lines, clocking):
            group = list(group)
            for ram in (group[i : i + 16] for i in range(0, len(group), 16)):
                self.delay_ram(ram, clock, enable)

    def delay_ram(self, lines, clock, enable):
        """16 pairs of registers or fewer as one RAM: two words of it, and two registers that alternate between them."""
        name = f"{lines[0][1]}$delay"
        data = [self.cells[first]["connections"]["D"][0] for first, _ in lines]
        out = [self.cells[second]["connections"]["Q"][0] for _, second in lines]
        for register in itertools.chain(*lines):
            self.remove(register)
        write, turned, read = (self.net(f"{name}_{what}") for what in ("write", "turned", "read"))
        low = {f"I{i}": ["0"] for i in (1, 2, 3)}
        self.make(f"{name}_to_turn", "SB_LUT4", {"I0": [write], **low}, {"O": [turned]}, LUT_INIT="01" * 8)
        for what, this, following in (("write", write, turned), ("read", read, write)):  # read what was written
            kind, inputs = ("SB_DFF", {}) if enable == ["1"] else ("SB_DFFE", {"E": enable})
            self.make(f"{name}_to_{what}", kind, {"C": clock, "D": [following], **inputs}, {"Q": [this]})
        rest = 16 - len(lines)
        inputs = {
            "WDATA": data + ["0"] * rest, "MASK": ["0"] * 16, "RE": ["1"], "WE": ["1"],
            "WADDR": [write] + ["0"] * 10, "RADDR": [read] + ["0"] * 10,
            **{f"{way}CLK": clock for way in "RW"}, **{f"{way}CLKE": enable for way in "RW"},
        }  # fmt: skip
        outputs = {"RDATA": out + [self.net(f"{name}_unused") for _ in range(rest)]}
        self.make(name, "SB_RAM40_4K", inputs, outputs, READ_MODE="0" * 32, WRITE_MODE="0" * 32)

    # ---- clock enables

    def inputs(self, lut):
        """The bits at its inputs, each once, without constants."""
        connections = self.cells[lut]["connections"]
        return list(dict.fromkeys(b for i in range(4) for b in connections.get(f"I{i}", []) if isinstance(b, int)))

    def value(self, lut, values):
        """The LUT's output where its inputs have VALUES, {bit: 0 or 1}."""
        connections = self.cells[lut]["connections"]
        bits = [connections.get(f"I{i}", ["0"])[0] for i in range(4)]
        place = sum((values[bit] if isinstance(bit, int) else bit == "1") << i for i, bit in enumerate(bits))
        return int(self.cells[lut]["parameters"]["LUT_INIT"][15 - place])

    def lut(self, bit):
        """The LUT that drives the bit, or None."""
        name = self.driver.get(bit)
        return name if name and re.match(self.about["luts"], self.cells[name]["type"]) else None

    def take_in(self, lut):
        """Replace one of its inputs by those of the LUT that drives it; was there one that fits?"""
        for bit in self.inputs(lut):
            before = self.lut(bit)
            merged = before and list(dict.fromkeys([b for b in self.inputs(lut) if b != bit] + self.inputs(before)))
            if not before or len(merged) > 4:
                continue
            table = ""
            for values in itertools.product((1, 0), repeat=4):  # I3 to I0
                at = dict(zip(merged, reversed(values), strict=False))
                table += str(self.value(lut, at | {bit: self.value(before, at)}))
            self.cells[lut]["parameters"]["LUT_INIT"] = table
            for i in range(4):
                self.connect(lut, f"I{i}", merged[i] if i < len(merged) else "0")
            return True
        return False

    def flatten_enables(self):
        """Merge into each LUT that drives a clock enable, in place, the LUTs before it, as far as its inputs suffice.

        Yosys shares a LUT among the enables of registers, which costs none of them a LUT, but each a level of logic, as
        long as another path has more levels. The net of an enable is the longest, since it drives registers everywhere.
        """
        clocked = [cell for cell in self.cells.values() if re.match(self.about["clocked"], cell["type"])]
        ends = {bit for cell in clocked for port in self.about["enables"] for bit in cell["connections"].get(port, [])}
        for lut in map(self.lut, sorted(filter(self.lut, ends))):
            while self.take_in(lut):
                pass
        while unused := [bit for bit in self.driver if self.lut(bit) and not self.sinks[bit] and bit not in self.ports]:
            for bit in unused:
                self.remove(self.driver[bit])


def height(name):
    return (name.count("."), len(name), name) if name else (1 << 30,)


def natural(name):
    """A key that sorts lane 10 behind lane 9."""
    return [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.split(r"(\d+)", name)]


def netlists(design, family):
    """The modules with cells that are no library cells; fitting them changes the design."""
    for module in design["modules"].values():
        if "blackbox" not in module["attributes"] and "whitebox" not in module["attributes"]:
            yield Netlist(module, family)


def fit(design, family):
    for netlist in netlists(design, family):
        for bit, (count, net) in netlist.marked("copies").items():
            netlist.duplicate(bit, count, net)
        netlist.delay()
        for bit, (_, net) in netlist.marked("global_enable").items():
            netlist.make_global(bit, net)


def flatten_enables(design, family):
    for netlist in netlists(design, family):
        netlist.flatten_enables()
