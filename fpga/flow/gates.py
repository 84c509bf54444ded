#!/usr/bin/env python3
"""gates.py MAKE DIR [--quick] - the netlists of the FPGA flows, simulated and proved.

Each flow's netlist, with the vendor's own simulation models for its cells, takes the place of rtl/: all suites of
shfl_sim run on it, and the proofs of formal/prove.py that hold the unit against docs/spec.md are made on it. Then a
cell of each netlist is inverted, which the suites have to notice, and up to 8 lanes the proofs. Scratch files go to
DIR; a line per check is printed. --quick takes tiny units only. Exit status: 0 nothing failed, 1 something did, 2
misuse or a missing tool.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

import flow

import prove                                                # noqa: E402  pylint: disable=wrong-import-position

# what stands for a family's cells, of Yosys's share, and the parameter that says what a LUT does
CELLS = {"ice40": "+/ice40/cells_sim.v", "ecp5": "+/ecp5/cells_sim.v", "xilinx": "+/xilinx/cells_sim.v",
         "gowin": "+/gowin/cells_sim.v"}
DCCA = "module DCCA(input CLKI, CE, output CLKO); assign CLKO = CLKI & CE; endmodule\n"    # of ECP5; Yosys has no model
INIT = r"(\.(?:LUT_INIT|INIT|INITVAL)\(\d+'[hb])([0-9a-fA-F]+)(\))"

# the units: tiny ones, of which all is proved that there is; small ones with passes and a policy of their own; 32 lanes
TINY = {"ice40": "l2_w2_d5_zero_chain1_p2", "ecp5": "l2_w2_d5_own_mux1_p2", "xilinx": "l2_w1_d7_raw_mux1",
        "gowin": "l2_w1_d3_zero_mux1"}
SMALL = {"ice40": "l8_w6_d5_own_chain2_p3", "ecp5": "l8_w6_d5_own_mux4_p3", "xilinx": "l8_w6_d5_raw_mux1_p2",
         "gowin": "l4_w3_d4_zero_mux2"}
LARGE = {"ice40": "l32_w4_d7_zero_chain8", "ecp5": "l32_w4_d7_zero_mux2", "xilinx": "l32_w2_d1_raw_mux1",
         "gowin": "l32_w2_d3_own_mux4"}


def params_of(config):
    """The parameters that a configuration's name says, as flow.py takes them."""
    m = re.fullmatch(r"l(\d+)_w(\d+)_d(\d)_(zero|own|raw)_(mux|chain)(\d+)(?:_p(\d+))?", config)
    return {"LANES": m[1], "W": m[2], "DEPTH": m[3], "POLICY": m[4], "CROSSBAR": m[5], "PARTS": m[6],
            "PASSES": m[7] or "1"}


def netlist(family, params, folder):
    """Synthesize into FOLDER; returns the folder with the netlist in place of the RTL."""
    folder.mkdir(parents=True, exist_ok=True)
    flow.synthesize(family, "unit", params, folder, netlist=folder / "netlist.json")
    flow.call(f"netlist for {family}", [flow.tool(flow.FAMILIES[family].yosys), "-p",
              f"read_json {flow.shown(folder / 'netlist.json')}; write_verilog -noattr {flow.shown(folder / 'mapped.net')}"],
              folder / "mapped.log")
    return modelled(family, folder)


def inverted(family, folder):
    """The netlist of FOLDER with a LUT in the middle that answers the opposite, in a folder within; returns the same."""
    text = (folder / "mapped.net").read_text()
    luts = list(re.finditer(INIT, text))
    at = luts[len(luts) // 2]
    digits, base = at[2], 16 if at[1].endswith("h") else 2
    bits = int(re.search(r"\((\d+)'", at[1])[1])
    opposite = format(int(digits, base) ^ (1 << bits) - 1, "x" if base == 16 else "b").zfill(len(digits))
    wrong = folder / "inverted"
    wrong.mkdir(exist_ok=True)
    (wrong / "mapped.net").write_text(text[:at.start(2)] + opposite + text[at.end(2):])
    return modelled(family, wrong)


def modelled(family, folder):
    """A folder with FOLDER's mapped.net as shfl.v, the cells' models in place of the cells, and shfl_defs.vh."""
    mapped, script, out = folder / "mapped.net", folder / "models.ys", folder / "rtl"
    out.mkdir(exist_ok=True)
    (out / "shfl_defs.vh").write_bytes((flow.RTL / "shfl_defs.vh").read_bytes())
    (folder / "dcca.v").write_text(DCCA)
    script.write_text(f"read_verilog {flow.shown(mapped)} {flow.shown(folder / 'dcca.v')}\n"
                      f"read_verilog -defer {CELLS[family]}\nhierarchy -check -top shfl\n"
                      f"proc\nflatten\nopt_expr\nmemory\nopt\nwrite_verilog -noattr {flow.shown(folder / 'flat.net')}\n")
    flow.call(f"netlist for {family}", [flow.tool("yosys"), "-s", flow.shown(script)], folder / "models.log")
    with_parameters(folder / "flat.net", out / "shfl.v")
    return out


def with_parameters(flat, to):
    """Yosys's Verilog of a unit, with parameters that nobody reads: who instantiates the unit sets them."""
    named = ", ".join(f"parameter {name} = 0" for name in (*flow.PARAMS, "TAG_W"))
    to.write_text(re.sub(r"(?m)^module shfl\s*\(", f"module shfl #({named}) (", flat.read_text(), count=1))


def simulate(make, config, rtl, folder):
    """All suites on the netlist: shfl_sim's last line, and whether it passed."""
    sim = folder / "shfl_sim"
    command = [make, "-s", "-j1", f"RTL_DIR={flow.shown(rtl)}", f"RTL_BUILD={flow.shown(folder / 'obj')}",
               f"RUNTIME={flow.shown(flow.BUILD / 'rtl' / 'runtime')}", f"SIM={flow.shown(sim)}", f"CONFIGS={config}",
               "BARE=", "KIND=bare", "generics=", "VFLAGS=-Wno-lint -Wno-style -Wno-fatal", flow.shown(sim)]
    with open(folder / "sim.log", "w", encoding="utf-8") as log:
        if subprocess.run(command, cwd=flow.ROOT, stdout=log, stderr=log, check=False).returncode != 0:
            raise flow.Failed(f"the netlist does not build; log: {flow.shown(folder / 'sim.log')}")
        done = subprocess.run([sim], cwd=flow.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        log.write(done.stdout)
    return done.stdout.strip().splitlines()[-1], done.returncode == 0


def proved(params, rtl, folder, stages):
    """The proofs of the unit on the netlist: what was proved, or why not."""
    values = {**params, "TAG_W": 16}
    try:
        said = [prove.prove(stage, values, str(rtl), str(folder / (stage or "unit"))) for stage in stages]
    except prove.Failure as failure:
        return False, str(failure)
    return True, f"{sum(asserts for asserts, _ in said)} assertions proved"


def one(make, family, config, folder):
    """All checks of one netlist: [(name, whether it is so, what was said)]."""
    params = flow.full_params(family, params_of(config))
    title = f"gates: {family} {config}"
    try:
        rtl = netlist(family, params, folder)
        cells = len(re.findall(INIT, (folder / "mapped.net").read_text()))
        last, good = simulate(make, config, rtl, folder)
        result = [(f"{title}: all suites on {cells} LUTs", good and cells > 0, last)]
        stages = ["data", ""] if params["LANES"] == 2 else ["data"]
        good, said = proved(params, rtl, folder, stages)
        result.append((f"{title}: the netlist is the rules", good, said))
        wrong = inverted(family, folder)
        last, good = simulate(make, config, wrong, folder / "inverted")
        result.append((f"{title}: an inverted LUT is caught by the suites", not good and "failed" in last, last))
        if params["LANES"] == 32:                           # to find the warp takes a solver longer than to prove
            return result                                   # that there is none, and the suites found it
        good, said = proved(params, wrong, folder / "inverted", stages)
        result.append((f"{title}: an inverted LUT is refuted", not good and "violated" in said, said))
        return result
    except flow.Failed as error:
        return [(title, False, str(error))]


def main():
    parser = argparse.ArgumentParser(description="The netlists of the FPGA flows, simulated and proved.")
    parser.add_argument("make", metavar="MAKE")
    parser.add_argument("dir", metavar="DIR")
    parser.add_argument("--quick", action="store_true", help="tiny units only")
    args = parser.parse_args()
    where = pathlib.Path(args.dir).resolve()
    sizes = [TINY] if args.quick else [TINY, SMALL, LARGE]
    jobs = [job for size in sizes for job in size.items()]
    failed = False
    try:
        with concurrent.futures.ThreadPoolExecutor(flow.JOBS) as pool:
            work = [pool.submit(one, args.make, family, config, where / f"{family}_{config}") for family, config in jobs]
            for done in work:
                for name, good, said in done.result():
                    print(f"{'PASS' if good else 'FAIL'} {name}: {said.partition('; log')[0] if good else said}", flush=True)
                    failed = failed or not good
    except flow.Misuse as error:
        print(f"gates.py: {error}", file=sys.stderr)
        return 2
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
