# SPDX-License-Identifier: Apache-2.0
"""The bitstream of a board: synthesis, placement, packing. A board is a folder of board/ with board.toml."""

import dataclasses
import functools
import hashlib
import json

from synth.flow import families, processes, results, route
from synth.flow.common import BUILD, ROOT, RTL, Failed, Misuse, read_toml, shown

FOLDER = ROOT / "board"
OUT = BUILD / "board"
VERSION = 1  # of the report
BAUD = 115200
WARPS = 4096
KINDS = {"banked": 1, "whole": 0, "network": 0}  # as KIND of shfl_board_unit.v
DEFAULTS = {"LANES": 32, "W": 32, "DEPTH": 1, "NETWORK": 0, "MEMORY": 1, "SKID": 0, "ELASTIC": 0, "WARPS": WARPS}
FAMILY = families.family("ice40")


@dataclasses.dataclass(frozen=True)
class Board:
    """The keys of board.toml."""

    name: str
    title: str
    part: str
    clock: int
    options: list
    program: list
    units: dict

    @property
    def folder(self):
        return FOLDER / self.name

    @property
    def top(self):
        return f"shfl_{self.name}"

    @property
    def divisor(self):
        return round(self.clock / BAUD)

    @property
    def pins(self):
        return self.folder / f"{self.name}.pcf"


def names():
    return sorted(path.parent.name for path in FOLDER.glob("*/board.toml"))


@functools.cache
def board(name):
    if name not in names():
        raise Misuse(f"BOARD={name}: no such board, expected one of {' '.join(names())}")
    return read_toml(Board, FOLDER / name / "board.toml")


def unit_of(about, unit):
    """A unit's name, the first of the board without one, and its parameters."""
    unit = unit or next(iter(about.units))
    if unit not in about.units:
        raise Misuse(f"UNIT={unit}: not on board {about.name}, expected one of {' '.join(about.units)}")
    return unit, DEFAULTS | about.units[unit]


def head(name, unit, params):
    """The first line of the report."""
    values = " ".join(f"{key}={value}" for key, value in params.items())
    return f"openshfl-board {VERSION} {name} {unit} {values}"


def config(name, unit, params, divisor):
    """shfl_board_config.vh."""
    line = head(name, unit, params)
    values = {"DIVISOR": divisor, "KIND": KINDS[unit], **params, "HEAD_CHARS": len(line)}
    lines = [f"`define BOARD_{key} {value}" for key, value in values.items()]
    return "\n".join(["// SPDX-License-Identifier: Apache-2.0", *lines, f'`define BOARD_HEAD "{line}"']) + "\n"


def sources(family, top, folder=None):
    """The Verilog of a board, below TOP. FAMILY's modules replace those of the same names."""
    files = {file.name: file for file in RTL.glob("*.v")}
    files.update(family.modules if family else {})
    files.update({file.name: file for file in (FOLDER / "rtl").glob("*.v")})
    files.update({file.name: file for file in folder.glob("*.v")} if folder else {})
    return results.below(top, files)


def kept(about):
    """Keep what `placed` has made as what `make board` has made, in board.json."""
    (OUT / f"{about['board']}_{about['unit']}" / "board.json").write_text(json.dumps(about, indent=1) + "\n")
    return about


def made(name, unit):
    """What `make board` has made: its board.json."""
    file = OUT / f"{name}_{unit}" / "board.json"
    try:
        return json.loads(file.read_text())
    except (OSError, ValueError):
        raise Misuse(f"{shown(file)} is missing: `make board BOARD={name} UNIT={unit}` makes the bitstream") from None


def tools(name, what):
    """The tools that making, loading or simulating a bitstream of a board takes, by their names in .ci/need.sh."""
    board(name)
    known = {"make": [FAMILY.yosys, FAMILY.route["nextpnr"], "icetime"], "program": ["icetime"]}
    return known.get(what, ["verilator", "c++", "icetime", "yosys"])


def placed(name, unit=None, seed=1):
    """Make the bitstream of a unit on a board: {board, unit, part, bitstream, mhz, ...}."""
    about = board(name)
    unit, params = unit_of(about, unit)
    family, out, nextpnr = FAMILY, OUT / f"{name}_{unit}", FAMILY.route["nextpnr"]
    with results.locked(out):
        (out / "shfl_board_config.vh").write_text(config(name, unit, params, about.divisor))
        netlist, script = out / "netlist.json", out / "synth.ys"
        files = sources(family, about.top, about.folder)
        commands = [
            f"read_verilog -I{shown(out)} -I{shown(RTL)} " + " ".join(map(shown, files)),
            f"hierarchy -top {about.top}",
            f"script {shown(family.script)}",
            f"write_json {shown(netlist)}",
        ]
        texts = [file.read_text() for file in (*files, family.script, out / "shfl_board_config.vh")]
        key = hashlib.sha256("\0".join([processes.version(family.yosys), *commands, *texts]).encode()).hexdigest()
        if not (netlist.exists() and script.exists() and script.read_text().startswith(f"# {key}\n")):
            netlist.unlink(missing_ok=True)
            script.write_text("\n".join([f"# {key}", *commands]) + "\n")
            command = [processes.tool(family.yosys), "-s", shown(script)]
            processes.call(f"synthesis for {name}", command, out / "yosys.log")
        at = f"{name}_{unit}_s{seed}"
        bitstream, asc = shown(out / f"{at}.bin"), shown(out / f"{at}.asc")
        report = out / f"{at}.report.json"
        mhz = about.clock / 1e6
        command = [processes.tool(nextpnr), *about.options, "--freq", f"{mhz:g}", "--seed", str(seed)]
        command += ["--json", shown(netlist), "--report", shown(report), "--pcf", shown(about.pins), "--asc", asc]
        processes.call(f"place and route for {name}, seed {seed}", command, out / f"{at}.nextpnr.log")
        command = [processes.tool("icepack"), asc, bitstream]
        processes.call(f"bitstream for {name}", command, out / f"{at}.pack.log")
        achieved, sites = route.routed(json.loads(report.read_text()), out / f"{at}.nextpnr.log")
        if achieved < mhz:
            raise Failed(f"{name} {unit}, seed {seed}: {achieved:.1f} MHz, and the board's clock is {mhz:g} MHz")
        return {
            "board": name, "unit": unit, "params": params, "part": about.part, "seed": seed, "clock_mhz": mhz,
            "mhz": round(achieved, 1), **sites,
            "tools": {name: processes.version(name) for name in (family.yosys, nextpnr, "icetime")},
            "bitstream": bitstream, "sha256": hashlib.sha256((ROOT / bitstream).read_bytes()).hexdigest(),
        }  # fmt: skip
