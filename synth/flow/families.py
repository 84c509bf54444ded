# SPDX-License-Identifier: Apache-2.0
"""The FPGA families: a folder of rtl/tech each, with its modules, family.toml and synth.ys."""

import dataclasses
import functools
import re

from .common import ROOT, Misuse, read_toml

FOLDER = ROOT / "rtl/tech"


@dataclasses.dataclass(frozen=True)
class Family:
    """The keys of family.toml; rtl/tech/ice40/family.toml explains each."""

    name: str
    title: str
    yosys: str
    crossbar: str
    luts: dict
    registers: str
    words_per_lut: int
    models: str
    gates: dict
    memories: list = dataclasses.field(default_factory=lambda: ["lut", "block"])
    lut_memory: dict = dataclasses.field(default_factory=dict)
    block_memory: str = "(?!)"  # matches nothing
    more_models: str = ""
    stock: str = ""
    adders: str = ""
    fit: dict = dataclasses.field(default_factory=dict)
    route: dict = dataclasses.field(default_factory=dict)

    @property
    def script(self):
        return FOLDER / self.name / "synth.ys"

    @property
    def modules(self):
        """The Verilog that replaces files of the same names in rtl/: {name: file}."""
        return {file.name: file for file in (FOLDER / self.name).glob("shfl_*.v")}

    def routing(self, unit):
        """The keys of family.toml for place and route of this unit alone."""
        return self.route.get("banked" if unit.top == "shfl_banked" else "unit", {})

    def before(self, unit):
        """Yosys's commands before synth.ys for place and route."""
        about = self.routing(unit).get("before")
        return [about["command"]] if about and unit.params["DEPTH"] >= about.get("depth", 0) else []

    def minimum(self, lanes):
        """The fewest LUTs that one output bit of a multiplexer of LANES inputs needs, as far as is known."""
        return max(lanes / self.words_per_lut, 1)

    def count_luts(self, cells):
        """Sites of LUTs, those used as memory included."""
        return sum(count * (self.luts | self.lut_memory).get(cell, 0) for cell, count in cells.items())

    def count_ffs(self, cells):
        return sum(count for cell, count in cells.items() if re.match(self.registers, cell))

    def memories_of(self, cells):
        """Its memory: the number of LUT sites, and its block RAMs, {cell type: count}."""
        sites = sum(count * self.lut_memory.get(cell, 0) for cell, count in cells.items())
        return sites, {cell: count for cell, count in sorted(cells.items()) if re.match(self.block_memory, cell)}

    def part(self, name=None):
        """A part's name and its keys in family.toml; the family's default part without NAME."""
        if not self.route:
            raise Misuse(f"TARGET={self.name}: only synthesis is supported, expected one of {' '.join(routed())}")
        parts, name = self.route["parts"], name or self.route["part"]
        if name not in parts:
            raise Misuse(f"PART={name}: no such part of {self.name}, expected one of {' '.join(parts)}")
        return name, parts[name]


@functools.cache
def family(name):
    if name not in names():
        raise Misuse(f"FAMILY={name}: no such FPGA family, expected one of {' '.join(names())}")
    return read_toml(Family, FOLDER / name / "family.toml")


def names():
    return sorted(folder.name for folder in FOLDER.iterdir() if (folder / "family.toml").exists())


def every():
    return [family(name) for name in names()]


def routed():
    return [name for name in names() if family(name).route]
