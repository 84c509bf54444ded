# SPDX-License-Identifier: Apache-2.0
"""python3 -m synth.fpga.vortex FOLDER [--record] - the shuffle of Vortex, an open GPU, next to shfl on Xilinx 7.

FOLDER is a checkout of Vortex. The lines of the shuffle in its ALU take the place of those of shfl_behavioral, whose
ports shfl_in_place has, too. Prints the LUTs of both by one version of Yosys, at 4 to 32 lanes of 32 bits; --record
keeps Vortex's in synth/fpga/vortex.json, for docs/use/fpga.md. Exit status: as of synth.flow.
"""

import argparse
import datetime
import json
import pathlib
import re
import sys

from examples import patch, vortex
from synth.flow import families, processes, synthesis, units
from synth.flow.common import OUT, ROOT, Misuse, shown, status

RECORD = ROOT / "synth/fpga/vortex.json"
FAMILY = "xilinx"
WORDS = {4: 2, 8: 4, 16: 4, 32: 4}  # lanes: the words of a rank in shfl's network
FILE = f"{vortex.CORE}/VX_alu_int.sv"
LINES = r"^ *if \(NUM_LANES > 1\) begin : g_shfl\n.*?^ *end(?= else begin : g_shfl_0$)"
NAMES = {"execute_if.data.header.tmask": "active", "alu_op[1:0]": "op"}
AROUND = """\
localparam integer NUM_LANES = LANES, LANE_BITS = LANE_W;
    localparam [1:0] INST_SHFL_UP = UP, INST_SHFL_DOWN = DOWN, INST_SHFL_BFLY = BFLY, INST_SHFL_IDX = 2'd3;
    wire [LANES-1:0][W-1:0] alu_in1 = rs1, shfl_result;
    wire [LANES-1:0][31:0]  alu_in2 = rs2;
    assign rd_next = shfl_result;
"""


def unit(folder):
    """The text of shfl_vortex: ports and result register of shfl_behavioral, and the shuffle of the checkout FOLDER.
    ValueError if that is not the commit that is meant."""
    text = patch.read(folder, FILE, vortex.CHANGES[FILE][0], vortex.EXPECTED)
    lines = re.search(LINES, text, re.M | re.S)[0]
    for theirs, own in NAMES.items():
        lines = lines.replace(theirs, own)
    own = units.file("shfl_behavioral").read_text(encoding="utf-8").replace("shfl_behavioral", "shfl_vortex")
    return re.sub(r"genvar k;\s+generate.*endgenerate", lambda _: AROUND + lines, own, flags=re.S)


def area(lanes, by):
    """LUTs of shfl_vortex; BY: "_stock" by Yosys's own script, else by the family's."""
    family, made = families.family(FAMILY), OUT / f"vortex_{lanes}{by}"
    made.mkdir(parents=True, exist_ok=True)
    script = family.stock if by else f"script {shown(family.script)}"
    read = f"read_verilog -sv {shown(OUT)}/shfl_vortex.sv; hierarchy -top shfl_vortex -chparam LANES {lanes}"
    commands = f"{read}; {script}; tee -q -o {shown(made)}/stat.json stat -json"
    command = [processes.tool(family.yosys), "-p", commands]
    processes.call(f"synthesis of Vortex's shuffle, {lanes} lanes", command, made / "yosys.log")
    (found,) = synthesis.statistics(made / "stat.json").values()
    return family.count_luts({cell.lstrip("\\"): count for cell, count in found["num_cells_by_type"].items()})


def ours(lanes, by):
    """The fewer LUTs of shfl in the same place, with a crossbar or a network."""
    given = ({"PARTS": 1}, {"NETWORK": WORDS[lanes]})
    return min(synthesis.run_area(FAMILY, f"shfl_in_place{by}", {"LANES": lanes, **one})["luts"] for one in given)


def main(folder, record):
    family = families.family(FAMILY)
    try:
        text = unit(folder)
    except ValueError as error:
        raise Misuse(error) from None
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "shfl_vortex.sv").write_text(text, encoding="utf-8")
    ways, found = ("", "_stock"), {}
    print(f"LUTs on {family.title}, {family.yosys} {processes.version(family.yosys)}: by synth.ys / by its own script")
    for lanes in WORDS:
        found[lanes] = [area(lanes, by) for by in ways]
        pairs = (found[lanes], [ours(lanes, by) for by in ways])
        theirs, own = (" / ".join(map(str, pair)) for pair in pairs)
        print(
            f"{lanes:>4} lanes: Vortex's lines {theirs}, shfl {own}, {min(pairs[1]) / min(found[lanes]):.2f}",
            flush=True,
        )
    if record:
        facts = {"commit": vortex.COMMIT, "date": datetime.date.today().isoformat(), "luts": found,
                 "tools": {family.yosys: processes.version(family.yosys)}}  # fmt: skip
        RECORD.write_text(json.dumps(facts) + "\n", encoding="ascii")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    sys.exit(status(main, args.folder, args.record))
