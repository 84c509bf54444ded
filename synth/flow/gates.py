# SPDX-License-Identifier: Apache-2.0
"""The netlist of a unit as Verilog, with simulation models of the vendor's cells: it can replace the RTL."""

import re

from tb import settings

from . import netlist, processes, results, units
from .common import RTL, shown
from .families import family as family_of


def mapped(family, setting, folder):
    """Synthesize a configuration, by name, in FOLDER; returns its netlist in the family's cells, a file of Verilog."""
    family, setting, to = family_of(family), settings.parse(setting), folder / "mapped.net"
    unit = units.unit("shfl", {**setting.params(), "CROSSBAR": setting.crossbar}, family)
    with results.locked(folder):
        made = netlist.make(family, unit, folder, results.key(family, unit), placed=False)
        command = f"read_json {shown(made)}; write_verilog -noattr {shown(to)}"
        processes.call(
            f"netlist for {family.name}", [processes.tool(family.yosys), "-p", command], folder / "mapped.log"
        )
    return to


def modelled(family, text, folder):
    """A folder in FOLDER with a netlist as shfl.v, the cells' models in place of the cells, and shfl_defs.vh."""
    family, script, out = family_of(family), folder / "models.ys", folder / "rtl"
    out.mkdir(parents=True, exist_ok=True)
    (out / "shfl_defs.vh").write_bytes((RTL / "shfl_defs.vh").read_bytes())
    (folder / "mapped.net").write_text(text)
    (folder / "more_models.v").write_text(family.more_models + "\n")
    script.write_text(
        f"read_verilog {shown(folder / 'mapped.net')} {shown(folder / 'more_models.v')}\n"
        f"read_verilog -defer {family.models}\nhierarchy -check -top shfl\n"
        f"proc\nflatten\nopt_expr\nmemory\nopt\nwrite_verilog -noattr {shown(folder / 'flat.net')}\n"
    )
    processes.call(f"netlist for {family.name}", [processes.tool("yosys"), "-s", shown(script)], folder / "models.log")
    # the instance sets parameters, which a netlist does not have
    named = ", ".join(f"parameter {name} = 0" for name in units.defaults("shfl"))
    flat = (folder / "flat.net").read_text()
    (out / "shfl.v").write_text(re.sub(r"(?m)^module shfl\s*\(", f"module shfl #({named}) (", flat, count=1))
    return out
