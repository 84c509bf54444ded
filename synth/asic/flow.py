# SPDX-License-Identifier: Apache-2.0
"""A unit's netlist in standard cells by Yosys, its area, and its slowest paths by OpenSTA."""

import dataclasses
import datetime
import re

from synth.flow import processes, results, synthesis, units
from synth.flow.common import BUILD, RTL, Failed, Misuse, shown

from . import library

OUT = BUILD / "asic"
TOOLS = ("yosys", "sta")
PERIOD = 1  # ps that the mapping aims for: as fast as it can
WRITTEN = ["splitnets; write_verilog -noattr -noexpr -simple-lhs FOLDER/netlist.v; write_json FOLDER/netlist.json"]

# CLOCK_GATE=1: a clock gate in place of the multiplexers of an enable. Registers of the same enable share it: a gate is
# $_AND_, as nothing else is at that step, until opt_merge has found equal ones. Few flip-flops that are reset whatever
# the enable says, as those of valid, are not worth one.
GATED = """\
(* techmap_celltype = "$dffe $sdffce $sdffe" *)
module gated_register (CLK, EN, SRST, D, Q);
    parameter WIDTH = 1, CLK_POLARITY = 1, EN_POLARITY = 1, SRST_POLARITY = 1, SRST_VALUE = 0;
    parameter _TECHMAP_CELLTYPE_ = "";
    input CLK, EN, SRST;
    input [WIDTH-1:0] D;
    output [WIDTH-1:0] Q;
    wire gated;
    wire load   = EN_POLARITY ? EN : !EN;
    wire reset  = SRST_POLARITY ? SRST : !SRST;
    wire enable = _TECHMAP_CELLTYPE_ == "$sdffe" ? load || reset : load;
    wire _TECHMAP_FAIL_ = _TECHMAP_CELLTYPE_ == "$sdffe" && WIDTH < 6;
    \\$_AND_ gate (.A(CLK), .B(enable), .Y(gated));
    generate
        if (_TECHMAP_CELLTYPE_ == "$dffe")
            \\$dff #(.WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY)) _TECHMAP_REPLACE_ (.CLK(gated), .D(D), .Q(Q));
        else
            \\$sdff #(.WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY), .SRST_POLARITY(SRST_POLARITY),
                     .SRST_VALUE(SRST_VALUE)) _TECHMAP_REPLACE_ (.CLK(gated), .SRST(SRST), .D(D), .Q(Q));
    endgenerate
endmodule
"""
GATING = ["select -assert-none t:$_AND_", "techmap -map FOLDER/gated.v", "opt_expr; opt_merge",
          "techmap -map FOLDER/gate.v t:$_AND_"]  # fmt: skip
GATE = """\
(* techmap_celltype = "$_AND_" *)
module clock_gate (A, B, Y);
    input A, B;
    output Y;
    {cells}
endmodule
"""

# Where a path begins and ends. An input arrives with the clock edge, from an ideal driver; an output has to be stable
# by the next edge, and drives one flip-flop.
GROUPS = ("in_reg", "reg_reg", "reg_out", "in_out")
STA = """\
read_liberty {liberty}
set_cmd_units -time ns -capacitance pF
read_verilog {netlist}
link_design {top}
{wires}create_clock -name clk -period 0 [get_ports clk]
set_input_delay 0 -clock clk [all_inputs]
set_output_delay 0 -clock clk [all_outputs]
set_load {load} [all_outputs]
{loads}set first(in) [all_inputs]
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


@dataclasses.dataclass(frozen=True)
class Point(units.Unit):
    """A unit with its parameters, and CLOCK_GATE, which is the flow's. WIRED: it is placed."""

    wired: bool = False

    @property
    def gates(self):
        return "CLOCK_GATE" in self.params

    @property
    def id(self):
        return "placed_" * self.wired + self.name

    @property
    def called(self):
        return self.top, self.id

    @property
    def files(self):
        """The RTL that its figures are made of."""
        read = results.sources(None, self.top, self.crossbar)
        return [*read, *results.headers(read)]


def point(top, given, wired=False):
    """A Point of {name: value}, values as a user writes them."""
    gates = str(given.get("CLOCK_GATE", 0))
    if gates not in ("0", "1"):
        raise Misuse(f"CLOCK_GATE={gates}: expected 0 or 1")
    made = units.unit(top, {name: value for name, value in given.items() if name != "CLOCK_GATE"})
    own = {"CLOCK_GATE": 1} if gates == "1" else {}
    return Point(made.top, made.params | own, made.usual | {"CLOCK_GATE": 0}, wired=wired)


def script(kind, gates=False):
    """Yosys's commands, but for the words in capitals. KIND: elaborated, before any optimization; mapped, in one piece;
    logic, the same with its memories cut out. GATES: with clock gates."""
    read = ["read_verilog -IRTL -IRTL/rvv -IRTL/amd RTL/*.v RTL/rvv/*.v RTL/collective/*.v RTL/amd/*.v"]
    read.append("hierarchy -check -top TOP VALUES")
    if kind == "elaborated":
        return [*read, "proc; flatten; opt_clean -purge; tee -q -o FOLDER/stat.json stat -json"]
    return [
        *read,
        "synth -flatten -top TOP -run begin:fine",
        "opt -fast -full",
        *(["memory_map"] if kind == "mapped" else []),
        "opt -undriven -fine",
        *(GATING if gates else []),
        "techmap; opt -fast",
        "dfflibmap -liberty FOLDER/cells.lib",
        f"abc -liberty FOLDER/cells.lib -constr FOLDER/constraints -D {PERIOD}",
        "opt_clean -purge",
        "tee -q -o FOLDER/stat.json stat -json",
        *(WRITTEN if kind == "mapped" else []),
    ]


def constraints():
    """The surroundings that mapping assumes: the driver of each input, of OSU's cells, and the load of each output in
    fF."""
    driver = "" if library.own() else f"set_driving_cell {library.DRIVER}\n"
    return f"{driver}set_load {library.cells().input_ff(library.cells().flip_flop):g} [all_outputs]\n"


def yosys(point, kind, folder):
    """Run Yosys in FOLDER; its statistics of each module: {module: statistics}."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cells.lib").write_text(library.liberty(), encoding="latin-1")
    (folder / "constraints").write_text(constraints(), encoding="ascii")
    if point.gates:
        (folder / "gated.v").write_text(GATED, encoding="ascii")
        (folder / "gate.v").write_text(GATE.format(cells=library.cells().clock_gate()), encoding="ascii")
    values = " ".join(f"-chparam {name} {value}" for name, value in point.params.items() if name != "CLOCK_GATE")
    words = {"RTL": shown(RTL), "FOLDER": shown(folder), "TOP": point.top, "VALUES": values}
    commands = re.sub("|".join(words), lambda word: words[word[0]], "\n".join(script(kind, point.gates)))
    (folder / "commands.ys").write_text(commands + "\n", encoding="utf-8")
    command = [processes.tool("yosys"), "-s", shown(folder / "commands.ys")]
    processes.call(f"synthesis of {point.name}", command, folder / "yosys.log")
    modules = synthesis.statistics(folder / "stat.json")
    return {module.lstrip("\\"): about for module, about in modules.items()}


def synthesize(point, kind, folder):
    """The cells of each module: {module: {cell type: count}}."""
    cells = {
        module: {cell.lstrip("\\"): count for cell, count in about["num_cells_by_type"].items()}
        for module, about in yosys(point, kind, folder).items()
    }
    left = (
        {cell for found in cells.values() for cell in found} - set(library.cells().areas) - set(cells) - {"$scopeinfo"}
    )
    if kind != "mapped":
        left = {cell for cell in left if not cell.startswith("$mem")}
    if left:
        log = shown(folder / "yosys.log")
        raise Failed(f"synthesis of {point.name}: {' '.join(sorted(left))}: not in the liberty file; log: {log}")
    return cells


def called(name, verilog):
    """The start or the end of a path: a port, or the net that a flip-flop drives."""
    cell = re.search(rf"^  \w+ {re.escape(name)} \((.*?)^  \);", verilog, re.M | re.S)
    net = cell and re.search(r"\.Q\((.*)\)", cell[1])
    return re.sub(r"[\\ ]", "", net[1]) if net else name


def paths(point, folder, name="netlist.v", wires="", drives=None):
    """The slowest path of each group: {group: {ns, start, end, cells}}; a register's set-up time is part of it. WIRES:
    OpenSTA's commands that read them; DRIVES: {output port: bits of the unit that it is}, where not one."""
    verilog, script = folder / name, folder / "paths.tcl"
    words = {"liberty": shown(folder / "cells.lib"), "netlist": shown(verilog), "top": point.top}
    known = library.cells()
    load = known.input_ff(known.flip_flop) / 1000
    loads = "".join(f"set_load {bits * load:g} [get_ports {port}]\n" for port, bits in (drives or {}).items())
    text = STA.format(**words, wires=wires, load=f"{load:g}", loads=loads, groups=" ".join(GROUPS))
    script.write_text(text, encoding="ascii")
    command = [processes.tool("sta"), "-no_splash", "-no_init", "-exit", shown(script)]
    processes.call(f"timing of {point.name}", command, folder / "sta.log")
    log = (folder / "sta.log").read_text()
    if wrong := re.search("Error.*|Warning.*(not found|syntax).*", log):
        raise Failed(f"timing of {point.name}: {wrong[0]}")
    text, found = verilog.read_text(), {}
    for group, report in re.findall(r"^GROUP (\w+)\n(.*?)(?=^GROUP|\Z)", log, re.M | re.S):
        slack = re.search(r"(-?[\d.]+) +slack", report)
        if slack:
            start, end = (re.search(rf"^{name}: (\S+)", report, re.M)[1] for name in ("Startpoint", "Endpoint"))
            found[group] = {
                "ns": -float(slack[1]),
                "start": called(start, text),
                "end": called(end, text),
                "cells": len([cell for cell in re.findall(r"/\w+ \((\w+)\)", report) if cell not in known.flip_flops]),
            }
    if not found:
        raise Failed(f"timing of {point.name}: no path; log: {shown(folder / 'sta.log')}")
    return found


def flip_flops(cells):
    return sum(count for cell, count in cells.items() if cell in library.cells().flip_flops)


def tools():
    return {**{name: processes.version(name) for name in TOOLS}, **library.version()}


def run(point):
    """Synthesize and time a unit; its result as a dict, from its file if that is up to date."""
    folder, used, ge = OUT / point.name, tools(), library.cells().ge
    texts = [(file.name, results.verilog(file)) for file in point.files]
    method = [library.liberty(), constraints(), STA, [script(kind, point.gates) for kind in ("mapped", "logic")]]
    key = results.digest([texts, method, used])
    path = OUT / "results" / f"{point.name}.json"
    with results.locked(folder):
        result = results.load(path, key)
        if result:
            return result
        bits = yosys(point, "elaborated", folder / "elaborated")[point.top]["num_memory_bits"]
        cells = synthesize(point, "mapped", folder / "mapped")[point.top]
        timing = paths(point, folder / "mapped")
        logic = synthesize(point, "logic", folder / "logic")[point.top] if bits else cells
        slowest = max(timing.values(), key=lambda path: path["ns"])
        result = {
            "key": key, "date": datetime.date.today().isoformat(), "top": point.top, "params": point.params,
            "ge": round(ge(cells), 1), "flip_flops": flip_flops(cells), "memory_bits": bits,
            "logic_ge": round(ge(logic), 1), "logic_flip_flops": flip_flops(logic), "cells": cells,
            "mhz": round(1000 / slowest["ns"], 1), "paths": timing, "tools": used,
        }  # fmt: skip
        return results.store(path, result)
