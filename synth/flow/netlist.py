# SPDX-License-Identifier: Apache-2.0
"""The netlist for place and route: made as a whole under its key; its cells, and those of the wrapper."""

import collections
import json
import re

from . import registers, results, synthesis
from .common import Failed, shown

# the registers of shfl_pins, shfl_banked_pins and shfl_rvv_pins
WRAPPER = ("lane_ops", "warp_ops", "unit_in_valid", "unit_out_ready", "seen_ready")


def make(family, unit, directory, key, placed=True):
    """Synthesize and fit the registers; returns the netlist's file, whose name has KEY in it.

    The file appears as a whole, and nothing else is ever written there, so that a netlist of this name is that of its
    key, whatever stopped a run before. It replaces those of other keys.
    """
    path = directory / f"netlist_{key[:16]}.json"
    if not path.exists():
        raw = directory / "synthesized.json"
        raw.unlink(missing_ok=True)
        synthesis.synthesize(family, unit, directory, netlist=raw, placed=placed)
        design = json.loads(raw.read_text())
        if unit.top == "shfl":
            registers.fit(design, family)
        elif family.routing(unit).get("flat_enables"):
            registers.flatten_enables(design, family)
        results.store(path, design, indent=None)
        raw.unlink()
        for other in set(directory.glob("netlist_*")) - {path}:
            other.unlink(missing_ok=True)
    return path


def read(path, module):
    return json.loads(path.read_text())["modules"][module]


def real(module):
    """Its cells, {name: cell}, without those that only hold names."""
    return {name: cell for name, cell in module["cells"].items() if cell["type"] != "$scopeinfo"}


def cells_of(module):
    """{cell type: count}"""
    return collections.Counter(cell["type"] for cell in real(module).values())


def outputs(cell):
    return [
        bit for port, bits in cell["connections"].items() if cell["port_directions"][port] == "output" for bit in bits
    ]


def wrapper_of(family, module, path):
    """The wrapper's area: the flip-flops of its registers and the LUTs before them; checked to be all."""
    cells, nets = module["cells"], module["netnames"]
    if lost := set(WRAPPER) - set(nets):
        raise Failed(f"{shown(path)}: {family.script.name} has lost the names of registers, {' '.join(sorted(lost))}")
    own = {bit for net in WRAPPER for bit in nets[net]["bits"]}
    given = {
        name
        for name, cell in cells.items()
        if re.match(family.registers, cell["type"]) and cell["connections"]["Q"][0] in own
    }
    if len(given) != len(own):
        raise Failed(
            f"the wrapper has {len(own)} flip-flops, but {len(given)} are in {shown(path)}: "
            "part of the design was optimized away"
        )
    copies = {name for name in cells.keys() - given if name.partition("$copy")[0] in given}
    data = {bit for name in given | copies for bit in cells[name]["connections"][family.fit["data"]]}
    luts = sum(1 for cell in cells.values() if cell["type"] in family.luts and not data.isdisjoint(outputs(cell)))
    return {"ffs": len(given | copies), "luts": luts, "copies": len(copies)}
