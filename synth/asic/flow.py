# SPDX-License-Identifier: Apache-2.0
"""A unit's netlist in standard cells by Yosys, its area by module, and its slowest paths by OpenSTA."""

import dataclasses
import datetime
import json
import re

from model import defs
from synth.fpga.flow import netlist, params, processes, results, synthesis
from synth.fpga.flow.common import BUILD, RTL, Failed, Misuse, shown
from tb import settings

from . import library

# what stays by itself where the area is told by module, along the data path
STAGES = (*synthesis.STAGES, "banks")
OUT = BUILD / "asic"
TOPS = ("shfl", "shfl_banked")
TOOLS = ("yosys", "sta")
KEPT = " ".join(f"*shfl_{stage}*" for stage in STAGES)
PERIOD = 1  # ps that the mapping aims for: as fast as it can

# Where a path begins and ends. An input comes with the clock edge, from a driver that any load leaves as it is; an
# output has to be there by the next edge, and drives one flip-flop.
GROUPS = ("in_reg", "reg_reg", "reg_out", "in_out")
STA = """\
read_liberty {liberty}
read_verilog {netlist}
link_design {top}
create_clock -name clk -period 0 [get_ports clk]
set_input_delay 0 -clock clk [all_inputs]
set_output_delay 0 -clock clk [all_outputs]
set_load {load} [all_outputs]
set first(in) [all_inputs]
set first(reg) [all_registers -clock_pins]
set last(reg) [all_registers -data_pins]
set last(out) [all_outputs]
foreach group {{{groups}}} {{
    lassign [split $group _] from to
    puts "GROUP $group"
    if {{[llength $first($from)] && [llength $last($to)]}} {{
        report_checks -path_delay max -from $first($from) -to $last($to) -digits 4
    }}
}}
"""


def number(name, value):
    """A parameter's value as Verilog has it."""
    if name == "POLICY" and value.upper() in defs.POLICIES:
        return defs.POLICIES.index(value.upper())
    if not re.fullmatch("[0-9]{1,4}", value):
        legal = f"{' or '.join(defs.POLICIES).lower()} or " if name == "POLICY" else ""
        raise Misuse(f"{name}={value}: expected {legal}a number")
    if name == "LANES" and int(value) not in settings.LANES:
        raise Misuse(f"LANES={value}: expected one of {' '.join(map(str, settings.LANES))}")
    return int(value)


def defaults(top):
    """{parameter: default}, as the Verilog of a unit has them; without those that follow from others."""
    names = dict(re.findall(r"^`define (SHFL_\w+)\s+(?:\d+'d)?(\d+)", (RTL / "shfl_defs.vh").read_text(), re.M))
    text = (RTL / f"{top}.v").read_text(encoding="utf-8")
    found = re.findall(r"^    parameter +(\w+) += `?(\w+),? *(?://|$)", text, re.M)
    return {name: int(names.get(value, value)) for name, value in found}


@dataclasses.dataclass(frozen=True)
class Point:
    """A unit with its parameters, {name: value}, all of them."""

    top: str
    params: dict

    @property
    def words(self):
        """PARAM=VALUE, without those that have their default and do not stand in every table."""
        usual = {**defaults(self.top), "LANES": None, "W": None, "DEPTH": None}
        return [f"{name}={value}" for name, value in self.params.items() if value != usual[name]]

    @property
    def name(self):
        return "_".join([self.top, *self.words]).lower().replace("=", "")

    @property
    def command(self):
        return f"make asic TOP={self.top} PARAMS='{' '.join(self.words)}'"

    def sources(self):
        """A hash of all text that the figures come from."""
        texts = [(file.name, results.verilog(file)) for file in sorted([*RTL.glob("*.v"), *RTL.glob("*.vh")])]
        return results.digest([texts, method()])


def point(top, given):
    """A Point of {name: value}, values as a user writes them."""
    if top not in TOPS:
        raise Misuse(f"TOP={top}: no such unit, expected {' or '.join(TOPS)}")
    usual = defaults(top)
    for name, value in given.items():
        if name not in usual:
            raise Misuse(f"{name}={value}: no such parameter of {top}, expected one of {' '.join(usual)}")
    return Point(top, {**usual, **{name: number(name, str(value)) for name, value in given.items()}})


def script(kind):
    """Yosys's commands, but for words in capitals. KIND: elaborated, as it is before any optimization, with a module of
    each stage; mapped, in one piece; logic, the same but its memories, which stay as they are; modules, like logic with
    a module of each stage by itself."""
    read = ["read_verilog -IRTL RTL/*.v", "hierarchy -check -top TOP VALUES"]
    keep = f"setattr -mod -set keep_hierarchy 1 {KEPT}"
    if kind == "elaborated":
        return [
            *read,
            keep,
            "proc; flatten; opt_clean -purge; write_json FOLDER/elaborated.json",
            f"setattr -mod -unset keep_hierarchy {KEPT}",
            "flatten; tee -q -o FOLDER/stat.json stat -json",
        ]
    return [
        *read,
        *([keep] if kind == "modules" else []),
        "synth -flatten -top TOP -run begin:fine",
        "opt -fast -full",
        *(["memory_map"] if kind == "mapped" else []),
        "opt -undriven -fine; techmap; opt -fast",
        "dfflibmap -liberty FOLDER/cells.lib",
        f"abc -liberty FOLDER/cells.lib -constr FOLDER/constraints -D {PERIOD}",
        "opt_clean -purge",
        "tee -q -o FOLDER/stat.json stat -json",
        *(["write_verilog -noattr -noexpr -simple-lhs FOLDER/netlist.v"] if kind == "mapped" else []),
    ]


def method():
    """What is done with a unit, and which cells it gets."""
    return [library.liberty(), constraints(), STA, [script(kind) for kind in ("mapped", "logic", "modules")]]


def constraints():
    """What mapping knows of the surroundings: the driver of each input, and the load of each output in fF."""
    load = 1000 * library.input_pf(library.FLIP_FLOP)
    return f"set_driving_cell {library.DRIVER}\nset_load {load:g} [all_outputs]\n"


def yosys(point, kind, folder):
    """Run Yosys in FOLDER; what it says of each module: {module: statistics}."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cells.lib").write_text(library.liberty(), encoding="latin-1")
    (folder / "constraints").write_text(constraints(), encoding="ascii")
    values = " ".join(f"-chparam {name} {value}" for name, value in point.params.items())
    words = {"RTL": shown(RTL), "FOLDER": shown(folder), "TOP": point.top, "VALUES": values}
    commands = re.sub("|".join(words), lambda word: words[word[0]], "\n".join(script(kind)))
    (folder / "commands.ys").write_text(commands + "\n", encoding="utf-8")
    command = [processes.tool("yosys"), "-s", shown(folder / "commands.ys")]
    processes.call(f"synthesis of {point.name}", command, folder / "yosys.log")
    modules = json.loads((folder / "stat.json").read_text())["modules"]
    return {module.lstrip("\\"): about for module, about in modules.items()}


def elaborate(point, folder):
    """A hash of the circuit as the RTL has it, and the bits of memory in it."""
    bits = yosys(point, "elaborated", folder)[point.top]["num_memory_bits"]
    modules = json.loads((folder / "elaborated.json").read_text())["modules"]
    return results.digest({name: netlist.structure(module) for name, module in modules.items()}), bits


def synthesize(point, kind, folder):
    """The cells of each module: {module: {cell type: count}}."""
    cells = {
        module: {cell.lstrip("\\"): count for cell, count in about["num_cells_by_type"].items()}
        for module, about in yosys(point, kind, folder).items()
    }
    left = {cell for found in cells.values() for cell in found} - set(library.areas()) - set(cells) - {"$scopeinfo"}
    if kind != "mapped":
        left = {cell for cell in left if not cell.startswith("$mem")}
    if left:
        log = shown(folder / "yosys.log")
        raise Failed(f"synthesis of {point.name}: {' '.join(sorted(left))}: no cells of the library; log: {log}")
    return cells


def called(name, verilog):
    """A start or an end of a path as a reader knows it: a port, or the net that a flip-flop drives."""
    cell = re.search(rf"^  \w+ {re.escape(name)} \((.*?)^  \);", verilog, re.M | re.S)
    net = cell and re.search(r"\.Q\((.*)\)", cell[1])
    return re.sub(r"[\\ ]", "", net[1]) if net else name


def paths(point, folder):
    """The slowest path of each group: {group: {ns, start, end, cells}}; a register's set-up time is part of it."""
    verilog, script = folder / "netlist.v", folder / "paths.tcl"
    words = {"liberty": shown(folder / "cells.lib"), "netlist": shown(verilog), "top": point.top}
    load = f"{library.input_pf(library.FLIP_FLOP):g}"
    script.write_text(STA.format(**words, load=load, groups=" ".join(GROUPS)), encoding="ascii")
    command = [processes.tool("sta"), "-no_splash", "-no_init", "-exit", shown(script)]
    processes.call(f"timing of {point.name}", command, folder / "sta.log")
    said = (folder / "sta.log").read_text()
    if "Error" in said:
        raise Failed(f"timing of {point.name}: {said[said.index('Error') :].splitlines()[0]}")
    text, found = verilog.read_text(), {}
    for group, report in re.findall(r"^GROUP (\w+)\n(.*?)(?=^GROUP|\Z)", said, re.M | re.S):
        slack = re.search(r"(-?[\d.]+) +slack", report)
        if slack:
            start, end = (re.search(rf"^{name}: (\S+)", report, re.M)[1] for name in ("Startpoint", "Endpoint"))
            found[group] = {
                "ns": -float(slack[1]),
                "start": called(start, text),
                "end": called(end, text),
                "cells": len(re.findall(r"/\w+ \((?!DFF)\w+\)", report)),
            }
    if not found:
        raise Failed(f"timing of {point.name}: no path; log: {shown(folder / 'sta.log')}")
    return found


def flip_flops(cells):
    return sum(count for cell, count in cells.items() if cell.startswith("DFF"))


def tools():
    return {**{name: processes.version(name) for name in TOOLS}, "osu018": library.version()}


def run(point, known=None):
    """Synthesize and time a unit; its result as a dict, from its file if that is up to date.

    The figures of another text, those in the file or KNOWN, stay if the circuit is the same.
    """
    sources, folder, used = point.sources(), OUT / point.name, tools()
    key = results.digest([sources, used])
    path = OUT / "results" / f"{point.name}.json"
    with results.locked(folder):
        result = results.load(path, key)
        if result:
            return result
        circuit, bits = elaborate(point, folder / "elaborated")
        made_of = results.digest([circuit, method(), used])
        result = results.load(path, made_of, "made_of") or known or {}
        if result.get("made_of") == made_of:
            return results.store(path, {**result, "key": key, "sources": sources})
        cells = synthesize(point, "mapped", folder / "mapped")[point.top]
        timing = paths(point, folder / "mapped")
        apart = synthesize(point, "modules", folder / "modules")
        logic = synthesize(point, "logic", folder / "logic")[point.top] if bits else cells
        slowest = max(timing.values(), key=lambda path: path["ns"])
        return results.store(
            path,
            {
                "key": key,
                "date": datetime.date.today().isoformat(),
                "sources": sources,
                "made_of": made_of,
                "top": point.top,
                "params": point.params,
                "ge": round(library.ge(cells), 1),
                "flip_flops": flip_flops(cells),
                "memory_bits": bits,
                "logic_ge": round(library.ge(logic), 1),
                "logic_flip_flops": flip_flops(logic),
                "cells": cells,
                "modules": {
                    name: {"instances": times, "ge": round(library.ge(own), 1), "flip_flops": flip_flops(own)}
                    for name, (times, own) in synthesis.by_name(apart, point.top, library.ge).items()
                },
                "mhz": round(1000 / slowest["ns"], 1),
                "paths": timing,
                "tools": used,
            },
        )


def words(given):
    """PARAM=VALUE words as {name: value}."""
    found, others = params.words(given)
    if others:
        raise Misuse(f"{others[0]}: expected PARAM=VALUE, such as LANES=8")
    return found
