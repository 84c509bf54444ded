# SPDX-License-Identifier: Apache-2.0
"""The netlist that place and route gets: made as a whole under its key, and what can be read off it."""

import collections
import hashlib
import json
import re

from . import enables, registers, results, synthesis
from .common import Failed, shown

# the registers of shfl_pins and shfl_banked_pins
WRAPPER = ("lane_ops", "warp_ops", "unit_in_valid", "unit_out_ready", "seen_ready")


def make(family, top, setting, directory, key):
    """Synthesize and fit the registers; returns the netlist's file, whose name has KEY in it.

    The file appears as a whole, and nothing else is ever written there, so that a netlist that is there is that of its
    key, whatever stopped a run before. It replaces those of other keys.
    """
    path = directory / f"netlist_{key[:16]}.json"
    if not path.exists():
        raw = directory / "synthesized.json"
        raw.unlink(missing_ok=True)
        synthesis.synthesize(family, top, setting, directory, netlist=raw)
        design = json.loads(raw.read_text())
        if top.fitted:
            registers.fit(design, family)
        elif family.routing(setting).get("flat_enables"):
            enables.flatten(design, family)
        results.store(path, design, indent=None)
        raw.unlink()
        for other in set(directory.glob("netlist_*")) - {path}:
            other.unlink(missing_ok=True)
    return path


def read(path, top):
    return json.loads(path.read_text())["modules"][top.module]


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


def structure(module):
    """A hash of the circuit alone: ports, cells, their parameters and what they are connected to, but no names.

    Every cell begins with a hash of its type and parameters, and takes in those of the cells that share a net with it,
    again and again, until no more cells can be told apart by it. A register's copies are fed alike; they differ by what
    each drives.
    """

    def short(*what):
        return hashlib.blake2b(repr(what).encode(), digest_size=8).hexdigest()

    cells = {
        name: (cell["type"], sorted(cell["parameters"].items()), cell["connections"].items())
        for name, cell in real(module).items()
    }
    cells[""] = "", [], [(name, port["bits"]) for name, port in module["ports"].items()]
    ends = collections.defaultdict(list)
    for name, (_, _, connections) in cells.items():
        for port, bits in connections:
            for i, bit in enumerate(bits):
                if not isinstance(bit, str):  # a constant
                    ends[bit].append((name, port, i))
    hashes, told_apart = {name: short(kind, parameters) for name, (kind, parameters, _) in cells.items()}, 0
    while len(set(hashes.values())) > told_apart:
        told_apart = len(set(hashes.values()))
        nets = {bit: short(sorted((hashes[name], port, i) for name, port, i in at)) for bit, at in ends.items()}
        hashes = {
            name: short(
                hashes[name], sorted((port, [nets.get(bit, bit) for bit in bits]) for port, bits in connections)
            )
            for name, (_, _, connections) in cells.items()
        }
    return short(sorted(hashes.values()))


def structure_of(path, module):
    """The structure of the netlist in the file PATH, which is kept beside it: it takes seconds to minutes to find, and
    many placements begin with one netlist."""
    kept = path.with_suffix(".structure")
    if not kept.exists():
        results.replace(kept, structure(module) + "\n")
    return kept.read_text(encoding="ascii").strip()


def wrapper_of(family, module, path):
    """What the wrapper takes: the flip-flops of its registers and the LUTs in front of them; checked to be all."""
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
