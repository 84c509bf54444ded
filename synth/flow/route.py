# SPDX-License-Identifier: Apache-2.0
"""Place and route: a unit behind the pins of shfl_pins, shfl_banked_pins or shfl_rvv_pins, on a part."""

import json
import time

from . import netlist, processes, results, units
from .common import OUT, Failed, Misuse, shown
from .families import family as family_of
from .units import PINS

PLACERS = ("heap", "sa")  # of nextpnr; the first is the default
PORTS = ("clk", "rst", "in_valid", "in_ready", "serial_in", "out_valid", "out_ready", "serial_out")


def critical_path(report):
    """The slowest path from register to register: [{delay_ns, what, name}], a cell or a net each."""
    paths = [p for p in report.get("critical_paths", []) if "posedge" in p["from"] and "posedge" in p["to"]]
    if not paths:
        return []
    return [
        {"delay_ns": round(step["delay"], 3), "what": step["type"], "name": step.get("net") or step["from"]["cell"]}
        for step in max((path["path"] for path in paths), key=lambda path: sum(step["delay"] for step in path))
    ]


def routed(report, log):
    """The clock of a report of nextpnr's, in MHz, and its cells: {used: {cell: count}, available: {cell: count}}."""
    achieved = [clock["achieved"] for clock in report["fmax"].values()]
    if len(achieved) != 1:
        raise Failed(f"{len(achieved)} clocks in the routed design, expected one; log: {shown(log)}")
    cells = {cell: sites for cell, sites in report["utilization"].items() if sites["used"]}
    return achieved[0], {what: {cell: sites[what] for cell, sites in cells.items()} for what in ("used", "available")}


def tools_of(family):
    """The tools that a clock depends on."""
    return [family.yosys, family.route["nextpnr"]]


def options_of(family, unit, part=None, freq=None, placer=None):
    """nextpnr's options, but for the seed and the names of files."""
    _, about = family.part(part)
    placer = placer or PLACERS[0]
    if placer not in PLACERS:
        raise Misuse(f"PLACER={placer}: no such placer, expected one of {' '.join(PLACERS)}")
    known = [*about["options"], *family.route["options"], *family.routing(unit).get("options", [])]
    return [*known, *f"--placer {placer} --freq {freq or family.route['freq']} --timing-allow-fail".split()]


def folder(family, unit):
    return OUT / f"{family.name}_pnr_{unit.name}"


def synthesized(family, unit):
    """The netlist that all placements of a configuration begin with: its file and its module."""
    key = results.key(family, unit, {family.yosys: processes.version(family.yosys)}, placed=True)
    with results.locked(folder(family, unit)):
        path = netlist.make(family, unit, folder(family, unit), key)
        return path, netlist.read(path, PINS[unit.top])


def run_pnr(family, top="shfl", given=None, seed=1, part=None, freq=None, placer=None):
    """Place and route a unit behind its pins; its result as a dict, from its file if that is up to date.

    PART is the family's default if it is None. FREQ, in MHz, is the tools' target; missing it is no error.
    PLACER is one of PLACERS, the first if it is None.
    """
    family = family_of(family)
    part, about = family.part(part)
    unit = units.unit(top, given or {}, family, placed=True)
    options = options_of(family, unit, part, freq, placer)
    freq, placer = freq or family.route["freq"], placer or PLACERS[0]
    tools = {name: processes.version(name) for name in tools_of(family)}
    pins = about.get("pins", "")
    wanted = results.key(family, unit, tools, options, pins, placed=True)
    tag = f"{part}_f{freq}_{placer}_s{seed}"
    directory = folder(family, unit) / tag
    path = OUT / "results" / f"{directory.parent.name}_{tag}.json"
    with results.locked(directory):
        result = results.load(path, wanted)
        if result:
            return result
        placed, module = synthesized(family, unit)
        begun = time.time()
        cells, wrapper = netlist.cells_of(module), netlist.wrapper_of(family, module, placed)
        log, report = directory / "nextpnr.log", directory / "report.json"
        report.unlink(missing_ok=True)
        files = ["--json", shown(placed), "--report", shown(report), *pins_of(family, pins, directory)]
        command = [processes.tool(family.route["nextpnr"]), *options, "--seed", str(seed), *files]
        processes.call(f"place and route for {family.name} {part}, seed {seed}", command, log)
        said = json.loads(report.read_text())
        achieved, sites = routed(said, log)
        result = results.figures("pnr", family, unit, wanted, cells, tools) | {
            "part": part, "freq": freq, "placer": placer, "seed": seed, "fmax_mhz": round(achieved, 2), **sites,
            "wrapper": wrapper, "critical_path": critical_path(said), "seconds": round(time.time() - begun, 1),
        }  # fmt: skip
        return results.store(path, result)


def pins_of(family, places, directory):
    """Write where the pins are to be; returns nextpnr's options for that."""
    if not places:
        return []
    file, line = directory / "pins", family.route["pins_line"]
    file.write_text(
        "".join(line.format(pin=pin, place=place) + "\n" for pin, place in zip(PORTS, places.split(), strict=True))
    )
    return [option.format(file=shown(file)) for option in family.route["pins_options"]]
