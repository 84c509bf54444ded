# SPDX-License-Identifier: Apache-2.0
"""A board without a board: Verilator simulates its RTL, or what a bitstream of iCE40 has in it, up to the report."""

import os
import subprocess

from synth.flow import processes
from synth.flow.common import RTL, Failed, Trouble, shown

from . import build

QUIET = ["-Wno-fatal", "-Wno-lint", "-Wno-style"]
CLOCKS = 40_000_000  # that a report may take


def netlist(name, bitstream, to):
    """The Verilog of a bitstream: LUTs and registers, as icebox_vlog reads them, and the RAMs' models."""
    about, asc, cells, flat = build.board(name), to / "unpacked.asc", to / "cells.v", to / "netlist.v"
    processes.call(f"{shown(bitstream)}", [processes.tool("iceunpack"), str(bitstream), str(asc)], to / "unpack.log")
    command = [processes.tool("icebox_vlog"), "-s", "-n", about.top, "-p", str(about.pins), str(asc)]
    processes.call(f"{shown(asc)}", command, cells)
    script = (
        f"read_verilog {cells}; read_verilog -defer +/ice40/cells_sim.v; hierarchy -check -top {about.top}; "
        f"proc; flatten; opt_expr; memory -nomap; opt_clean; write_verilog -noattr {flat}"
    )
    log = flat.with_suffix(".log")
    processes.call(f"models of the cells of {shown(cells)}", [processes.tool("yosys"), "-q", "-p", script], log)
    return flat


def compiled(top, words, to, optimize="-O2"):
    """The simulation of a top, of files and options of Verilator: a program."""
    command = [processes.tool("verilator"), "--cc", "--exe", "--build", "-O3", "--x-initial", "0", "--prefix", "Vtop"]
    command += ["--top-module", top, "--Mdir", str(to / "obj"), "-CFLAGS", optimize, *map(str, words)]
    processes.call(f"simulation of {top}", [*command, str(build.FOLDER / "sim.cpp")], to / "verilator.log")
    return to / "obj/Vtop"


def of_rtl(name, unit, params, divisor, to):
    """The simulation of the RTL of a board; PARAMS may be others than the board's."""
    about = build.board(name)
    (to / "shfl_board_config.vh").write_text(build.config(name, unit, params, divisor))
    files = build.sources(None, about.top, about.folder)
    return compiled(about.top, [*QUIET, f"-I{to}", f"-I{RTL}", *files], to, "-O1")


def report(program, divisor, reports=1, clocks=CLOCKS):
    """The text that a simulated board sends."""
    command = [str(program), str(clocks), str(divisor), str(reports)]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=processes.SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Trouble(f"{shown(program)}: {error}") from None
    text = done.stdout.decode("ascii", errors="replace")
    if done.returncode < 0:
        raise Trouble(f"{shown(program)}: killed by signal {-done.returncode}")
    if done.returncode:
        raise Failed(f"{done.stderr.decode(errors='replace').strip()}; so far: {text[-200:]!r}")
    return text


def simulated(name, unit, of):
    """The report of a board's RTL, or of its bitstream that `make board` has made."""
    about = build.board(name)
    unit, params = build.unit_of(about, unit)
    to = build.OUT / f"{name}_{unit}" / of
    os.makedirs(to, exist_ok=True)
    if of == "rtl":
        return report(of_rtl(name, unit, params, about.divisor, to), about.divisor)
    verilog = netlist(name, build.ROOT / build.made(name, unit)["bitstream"], to)
    return report(compiled(about.top, [*QUIET, verilog], to), about.divisor)  # which has the divisor in it
