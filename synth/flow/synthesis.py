# SPDX-License-Identifier: Apache-2.0
"""Synthesis: a unit in a family's cells."""

import collections
import json
import re
import time

from . import processes, results, units
from .common import OUT, shown
from .families import family as family_of

ADDERS = {"shfl_redux": "*shfl_redux_node*"}  # modules with a carry chain: kept apart until their LUTs are made
STOCK = ("shfl_barrier",)  # by Yosys's own script: it adds, too


def statistics(path):
    """The modules of a report of Yosys's `stat -json`. Yosys 0.23 puts lines of another report into it."""
    return json.loads(re.sub(r"(?m)^ +[$\\\w].*\n", "", path.read_text()))["modules"]


def synthesize(family, unit, directory, netlist=None, placed=False, apart=False):
    """Run Yosys; returns the cells of each module: {module: {cell type: count}}. NETLIST is the file for the design as
    JSON. PLACED: the unit behind its pins. APART: modules stay what they are."""
    directory.mkdir(parents=True, exist_ok=True)
    commands, stat, log = (directory / f"flat.{end}" for end in ("ys", "stat.json", "yosys.log"))
    stat.unlink(missing_ok=True)
    top = units.PINS[unit.top] if placed else unit.top
    includes = " ".join(f"-I{shown(folder)}" for folder in units.INCLUDES)
    lines = [f"read_verilog {includes} {' '.join(map(shown, results.sources(family, top, unit.crossbar)))}"]
    own = unit.values(units.defaults(top))
    # what the pins do not hand on
    lines += [f"chparam -set {name} {n} {unit.top}" for name, n in unit.values().items()
              if name not in own and unit.is_given(name)]  # fmt: skip
    lines.append(f"hierarchy -top {top}" + "".join(f" -chparam {name} {n}" for name, n in own.items()))
    lines += family.before(unit) if placed else []
    lines += ["setattr -mod -set keep_hierarchy 1 *shfl*"] if apart else []
    if unit.top in ADDERS and not apart:
        lines += [f"setattr -mod -set keep_hierarchy 1 {ADDERS[unit.top]}", family.adders]
        lines += [f"setattr -mod -unset keep_hierarchy {ADDERS[unit.top]}", "flatten", "opt_clean"]
    else:
        lines.append(family.stock if unit.stock or unit.top in STOCK else f"script {shown(family.script)}")
    lines.append(f"tee -q -o {shown(stat)} stat -json")
    if netlist:
        lines += [family.route["pads"]] if placed and "pads" in family.route else []
        lines.append(f"write_json {shown(netlist)}")
    commands.write_text("\n".join(lines) + "\n")
    processes.call(f"synthesis for {family.name}", [processes.tool(family.yosys), "-s", shown(commands)], log)
    modules = statistics(stat)
    return {
        module.lstrip("\\"): {
            cell.lstrip("\\"): count for cell, count in m["num_cells_by_type"].items() if cell != "$scopeinfo"
        }
        for module, m in modules.items()
    }


def by_module(family, modules, top):
    """The area by module, without that of others inside, the largest first: {name: [instances, LUTs, flip-flops]}."""
    rows = collections.defaultdict(lambda: [0, 0, 0])

    def walk(module, times):
        cells = modules[module]
        row = rows[re.search(r"shfl\w*", module)[0]]
        for k, count in enumerate((1, family.count_luts(cells), family.count_ffs(cells))):
            row[k] += times * count
        for cell, count in cells.items():
            if cell in modules:
                walk(cell, times * count)

    walk(top, 1)
    return dict(sorted(rows.items(), key=lambda row: -row[1][1] - row[1][2]))


def run_area(family, top="shfl", given=None, apart=False):
    """Synthesize a unit; its result as a dict, from its file if that is up to date. APART: with the area by module."""
    family = family_of(family)
    unit = units.unit(top, given or {}, family)
    tools = {family.yosys: processes.version(family.yosys)}
    wanted = results.key(family, unit, tools)
    name = f"{family.name}_{'modules' if apart else 'area'}_{unit.name}"
    path = OUT / "results" / f"{name}.json"
    with results.locked(OUT / name):
        result = results.load(path, wanted)
        if result:
            return result
        begun = time.time()
        modules = synthesize(family, unit, OUT / name, apart=apart)
        result = results.figures("area", family, unit, wanted, modules[unit.top], tools)
        result |= {"modules": by_module(family, modules, unit.top)} if apart else {}
        return results.store(path, result | {"seconds": round(time.time() - begun, 1)})
