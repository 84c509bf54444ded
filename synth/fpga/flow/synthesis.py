# SPDX-License-Identifier: Apache-2.0
"""Synthesis: the unit, or its crossbar alone, in a family's cells."""

import collections
import dataclasses
import json
import pathlib
import re
import time

from . import params, processes, results
from .common import OUT, ROOT, RTL, Misuse, shown
from .families import family as family_of


@dataclasses.dataclass(frozen=True)
class Top:
    """A module that is synthesized. PARAMS are those of its Verilog."""

    name: str
    module: str
    wrapper: pathlib.Path = None  # its Verilog, unless it is a unit
    params: tuple = params.OF_UNIT
    routed: bool = False  # for place and route
    fitted: bool = False  # its registers by registers.py
    stock: bool = False  # by Yosys's own script, not the family's
    fixed: tuple = ()  # parameters that are no configuration's: (name, value) each
    adder: str = ""  # a module with a carry chain: kept apart until its LUTs are made


ALONE = ROOT / "synth/fpga/flow/shfl_crossbar_alone.v"
BEHAVIORAL = ROOT / "synth/fpga/flow/shfl_behavioral.v"
IN_PLACE = ROOT / "synth/fpga/flow/shfl_in_place.v"
GFX12 = ("GEN", 5)
FRONT = (("FRONT", 1),)
TOPS = {
    top.name: top
    for top in (
        Top("unit", "shfl", fitted=True),
        Top("crossbar", "shfl_crossbar_alone", ALONE, params.OF_CROSSBAR),
        Top("plain", "shfl_crossbar_alone", ALONE, params.OF_CROSSBAR),  # with rtl/shfl_mux.v on every family
        Top("banked", "shfl_banked", params=params.OF_BANKED),
        Top("amd", "shfl_amd", params=params.OF_AMD, fixed=(GFX12,)),
        Top("amd_banked", "shfl_amd_banked", params=params.OF_AMD_BANKED, fixed=(GFX12,)),
        Top("amd_gather", "shfl_amd_banked", params=params.OF_AMD_BANKED, fixed=(GFX12, ("PERMUTE", 0))),
        *(
            Top(
                name,
                f"shfl_{name}",
                params=names,
                adder="*shfl_redux_node*" if name == "redux" else "",
                stock=name == "barrier",  # which adds, too
            )
            for name, names in params.COLLECTIVE.items()
        ),
        Top("rvv", "shfl_rvv", params=params.RVV["rvv"]),
        Top("rvv_banked", "shfl_rvv_banked", params=params.RVV["rvv_banked"]),
        *(
            Top(name, f"shfl_{name}", ROOT / f"synth/fpga/flow/shfl_{name}.v", params.RVV[name])
            for name in ("rvv_behavioral", "rvv_serial")
        ),
        *(
            Top(name, f"shfl_{name}", ROOT / f"rtl/examples/{name}/shfl_{name}.v", names)
            for name, names in params.EXAMPLES.items()
        ),
        Top("behavioral", "shfl_behavioral", BEHAVIORAL, ("LANES", "W")),
        Top("behavioral_stock", "shfl_behavioral", BEHAVIORAL, ("LANES", "W"), stock=True),
        Top("front", "shfl_behavioral", BEHAVIORAL, ("LANES", "W"), fixed=FRONT),
        Top("front_stock", "shfl_behavioral", BEHAVIORAL, ("LANES", "W"), stock=True, fixed=FRONT),
        Top("in_place", "shfl_in_place", IN_PLACE),
        Top("in_place_stock", "shfl_in_place", IN_PLACE, stock=True),
        Top("pins", "shfl_pins", ROOT / "synth/fpga/flow/shfl_pins.v", routed=True, fitted=True),
        Top(
            "banked_pins",
            "shfl_banked_pins",
            ROOT / "synth/fpga/flow/shfl_banked_pins.v",
            params=params.OF_BANKED,
            routed=True,
        ),
        Top(
            "rvv_pins",
            "shfl_rvv_pins",
            ROOT / "synth/fpga/flow/shfl_rvv_pins.v",
            params=params.RVV["rvv"],
            routed=True,
        ),
    )
}
AREA_TOPS = [name for name, top in TOPS.items() if not top.routed]
ROUTED = {"unit": "pins", "banked": "banked_pins", "rvv": "rvv_pins"}  # units, and what they are placed in
UNITS = [
    name for name in AREA_TOPS if TOPS[name].wrapper in (None, ALONE) or name in params.EXAMPLES
]  # the others are for comparison alone

# the stages, in the order of the data path; their modules are kept apart for the area by module
STAGES = (
    "decode",
    "lane_index",
    "range_check",
    "amd_decode",
    "amd_scatter",
    "amd_source",
    "amd_senders",
    "select",
    "banks",
    "crossbar_low",
    "chain_select",
    "chain_low",
    "crossbar_high",
    "chain_high",
    "trips",
    "trips_input",
    "network_mux",
    "network",
    "writeback",
    "amd_writeback",
    "rvv_bounds",
    "rvv_index",
    "rvv_count",
    "rvv_compress",
    "rvv_spread",
    "rvv_gather",
    "rvv_lane",
    "rvv_way",
    "rvv_writeback",
)


def statistics(path):
    """The modules of a report of Yosys's `stat -json`. Yosys 0.23 puts lines of another report into it."""
    return json.loads(re.sub(r"(?m)^ +[$\\\w].*\n", "", path.read_text()))["modules"]


def selected(given):
    """The name of the unit that parameters select."""
    return "banked" if "WAYS" in given else "unit"


def short(name):
    """The name of a unit's top, by that or by its module's name; any other text stays."""
    return next((TOPS[unit].name for unit in UNITS if TOPS[unit].module == name), name)


def top_of(name, given):
    """The top by its name; without one, the unit that the parameters GIVEN select."""
    name = name or selected(given)
    if name not in AREA_TOPS:
        raise Misuse(f"TOP={name}: expected {' or '.join(UNITS)}")
    return TOPS[name]


def routed_top(name, given):
    """What a unit is placed in, by the unit's name; without one, that of the unit that the parameters GIVEN select."""
    name = name or selected(given)
    if name not in ROUTED:
        raise Misuse(f"TOP={name}: it is not placed, expected {' or '.join(ROUTED)}")
    return TOPS[ROUTED[name]]


def verilog(top, setting):
    """The parameters that the module is given, {name: value}."""
    taken = {*top.params, *(["NETWORK"] if "PARTS" in top.params else [])}
    return {name: value for name, value in setting.params().items() if name in taken} | dict(top.fixed)


def synthesize(family, top, setting, directory, apart=False, netlist=None):
    """Run Yosys; returns the cells of each module: {module: {cell type: count}}. APART keeps the stages' modules.

    NETLIST is the file for the design as JSON.
    """
    name = "apart" if apart else "flat"
    directory.mkdir(parents=True, exist_ok=True)
    commands, stat, log = (directory / f"{name}.{end}" for end in ("ys", "stat.json", "yosys.log"))
    stat.unlink(missing_ok=True)
    files = " ".join(shown(file) for file in results.sources(family, top, setting.crossbar))
    values = "".join(f" -chparam {name} {value}" for name, value in verilog(top, setting).items())
    lines = [
        f"read_verilog -I{shown(RTL)} -I{shown(RTL / 'amd')} -I{shown(RTL / 'rvv')} {files}",
        f"hierarchy -top {top.module}{values}",
    ]
    if apart:
        lines.append("setattr -mod -set keep_hierarchy 1 " + " ".join(f"*shfl_{stage}*" for stage in STAGES))
    lines += family.before(setting) if top.routed else []
    if top.adder:
        lines += [f"setattr -mod -set keep_hierarchy 1 {top.adder}", family.adders]
        lines += [f"setattr -mod -unset keep_hierarchy {top.adder}", "flatten", "opt_clean"]
    else:
        lines.append(family.stock if top.stock else f"script {shown(family.script)}")
    lines.append(f"tee -q -o {shown(stat)} stat -json")
    if netlist:
        lines += [family.route["pads"]] if top.routed and "pads" in family.route else []
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


def by_name(modules, top, size):
    """The modules below TOP, each by a short name with its instances and its own cells, the largest first.
    The crossbar for the active bits is the same module as that for the values, but smaller, and called ..._active."""
    instances = collections.Counter()

    def walk(module, times):
        instances[module] += times
        for cell, count in modules[module].items():
            if cell in modules:
                walk(cell, times * count)

    walk(top, 1)
    table = {}
    for module in sorted(instances, key=lambda module: size(modules[module]), reverse=True):
        name = re.search(r"(?:^|\\)(shfl\w*)", module).group(1)
        while name in table:
            name += "_active"
        table[name] = instances[module], modules[module]
    return table


def by_module(family, modules, top):
    """The area of each module, of its own cells only."""
    return {
        name: {"instances": times, "luts": family.count_luts(cells), "ffs": family.count_ffs(cells)}
        for name, (times, cells) in by_name(modules, top, family.count_luts).items()
    }


def run_area(family, top=None, given=None):
    """Synthesize a unit, or the crossbar alone; its result as a dict, from its file if that is up to date."""
    family, top = family_of(family), top_of(top, given or {})
    setting = params.setting(family, given or {}, top.params)
    tools = {family.yosys: processes.version(family.yosys)}
    wanted = results.key(family, top, setting, tools)
    name = f"{family.name}_area_{top.name}_{setting.name}"
    path = OUT / "results" / f"{name}.json"
    with results.locked(OUT / name):
        result = results.load(path, wanted)
        if result:
            return result
        begun = time.time()
        cells = synthesize(family, top, setting, OUT / name)[top.module]
        modules = {}
        if not top.wrapper:
            modules = by_module(family, synthesize(family, top, setting, OUT / name, apart=True), top.module)
        return results.store(
            path,
            {
                "key": wanted,
                "family": family.name,
                "kind": "area",
                "top": top.name,
                "setting": setting.name,
                "cells": cells,
                "luts": family.count_luts(cells),
                "ffs": family.count_ffs(cells),
                "modules": modules,
                "tools": tools,
                "seconds": round(time.time() - begun, 1),
            },
        )
