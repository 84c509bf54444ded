# SPDX-License-Identifier: Apache-2.0
"""rtl/examples/vector/: the unit against the rules of docs/rvv.md, in its testbench; lint."""

import re

import pytest
from conftest import IVERILOG, ROOT, VERILATOR, VVP, run, where_changed

from tb import linters

FOLDER = "rtl/examples/vector"
FOLDERS = ["rtl", "rtl/rvv", FOLDER]
LIBRARY = ["-Irtl", "-Irtl/rvv", *(word for folder in FOLDERS for word in ("-y", folder))]
NAMES = ("LANES", "NETWORK", "DEPTH", "AGNOSTIC")
BENCHES = [(8, 0, 0, 1), (8, 4, 1, 0), (16, 4, 1, 1), (16, 8, 7, 0), (32, 8, 2, 1), (64, 0, 1, 0)]
COUNT = 300


FILES = linters.files_of("shfl_vector", FOLDER, *FOLDERS)
# each time those of up to 16 lanes
CASES = where_changed([(values,) for values in BENCHES], lambda values: values[0] <= 16, f"{FOLDER}/", *FILES)


def name_of(values):
    return "-".join(f"{name}{value}" for name, value in zip(NAMES, values))


def bench(values, folder, *library):
    params = {**dict(zip(NAMES, values)), "COUNT": COUNT}
    words = ["-g2012", *library, *LIBRARY, "-s", "shfl_vector_tb", "-o", folder / "tb"]
    words += [f"-Pshfl_vector_tb.{name}={value}" for name, value in params.items()]
    run([IVERILOG, *words, f"{FOLDER}/shfl_vector_tb.sv"])
    return run([VVP, "-n", folder / "tb"]).stdout


@pytest.mark.slow
@pytest.mark.parametrize("values", CASES, ids=name_of)
def test_bench(values, tmp_path):
    out = bench(values, tmp_path)
    found = re.search(r"(\d+) instructions, (\d+) that change a register, \d+ clocks, (\d+) errors", out)
    assert int(found[1]) == COUNT - COUNT // 50 and int(found[2]) > COUNT // 3 and found[3] == "0", out


# each is found by the bench: a file, a text in it, and what it becomes
MUTANTS = {
    "passes_of_a_slide_up": ("from = splits ? to - 5'sd1 : to;", "from = to;"),
    "passes_of_a_slide_down": ("to   = splits && !far ? from + 5'sd1 : from;", "to   = from;"),
    "mask_of_a_register": ("v0_data >> dst_first", "v0_data"),
    "indices_of_half_a_register": ("sew[0] ? dst_reg[1:0] : {dst_reg[0], 1'b0}", "sew[0] ? dst_reg[1:0] : 2'd0"),
    "count_below_vl": ("mask & ~({LANES{1'b1}} << counts)", "mask & ~({LANES{1'b1}} << each)"),
    "count_begins_again": ("begins ? {LANE_W+4{1'b0}} : packed_before", "packed_before"),
    "next_instruction_too_early": ("if (done) busy <= 1'b0;", "if (is_last && pass_valid && pass_ready) busy <= 1'b0;"),
    "destination_of_a_write": ("vd + {2'b00, dst_reg}}", "vd}"),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", MUTANTS)
def test_mutant(name, tmp_path):
    text, (before, after) = (ROOT / FOLDER / "shfl_vector.v").read_text(encoding="utf-8"), MUTANTS[name]
    assert text.count(before) == 1
    (tmp_path / "shfl_vector.v").write_text(text.replace(before, after), encoding="utf-8")
    outs = [bench(values, tmp_path, "-y", str(tmp_path)) for values in ((16, 4, 1, 1), (8, 0, 2, 1))]
    assert not all(", 0 errors" in out for out in outs), outs


@pytest.mark.slow
@pytest.mark.parametrize("values", CASES, ids=name_of)
def test_lint(values):
    own, top = dict(zip(NAMES, values)), f"{FOLDER}/shfl_vector.v"
    run([VERILATOR, "--lint-only", "-Wall", *LIBRARY, *(f"-G{name}={value}" for name, value in own.items()), top])
    done = run(
        [IVERILOG, "-g2005", "-Wall", "-tnull", *LIBRARY]
        + [f"-Pshfl_vector.{name}={value}" for name, value in own.items()]
        + [top]
    )
    assert not done.stdout + done.stderr
