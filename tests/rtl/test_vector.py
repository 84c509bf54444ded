# SPDX-License-Identifier: Apache-2.0
"""rtl/examples/vector/: the unit against the rules of docs/rvv.md, in its testbench; lint."""

import re

import pytest
from conftest import IVERILOG, ROOT, VVP, nightly_but, run

from tb import linters

FOLDER = "rtl/examples/vector"
FOLDERS = ["rtl", "rtl/rvv", FOLDER]
LIBRARY = ["-Irtl", "-Irtl/rvv", *(word for folder in FOLDERS for word in ("-y", folder))]
NAMES = ("LANES", "NETWORK", "DEPTH", "SYNC", "AGNOSTIC", "COMPRESS", "GATHER", "ELEN", "REGS")
BENCHES = [
    (8, 0, 0, 0, 1),
    (8, 4, 1, 1, 0),
    (16, 4, 1, 0, 1),
    (16, 8, 7, 1, 0),
    (32, 8, 2, 0, 1),
    (64, 0, 1, 1, 0),
    (8, 0, 1, 0, 1, 0, 0, 32, 2),
    (16, 4, 1, 1, 0, 1, 0, 64, 1),
    (8, 0, 0, 0, 1, 0, 1, 32, 4),
]
COUNT = 300


# each time those of up to 16 lanes
CASES = nightly_but([(values,) for values in BENCHES], lambda values: values[0] <= 16)


def name_of(values):
    return "-".join(f"{name}{value}" for name, value in zip(NAMES, values))


def bench(values, folder, *library, **more):
    params = {**dict(zip(NAMES, values)), "COUNT": COUNT, **more}
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


@pytest.mark.nightly
@pytest.mark.parametrize("values", [(8, 0, 0, 0, 0), (8, 0, 2, 1, 1)], ids=name_of)
def test_clocks(values, tmp_path):
    """README.md's passes, with a crossbar; of slides by any offset they are the most. The bench counts those of the
    others by vl."""
    readme = (ROOT / FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| v.* \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", readme, re.M)
    gather_x, slides, indexed = [list(map(int, row)) for row in rows]
    out = bench(values, tmp_path, STALLS=0, COUNT=1200)
    clocks = {int(op): list(map(int, row.split())) for op, row in re.findall(r"^op (\d): (.*) clocks$", out, re.M)}
    assert ", 0 errors" in out, out
    between = values[2] + values[3] + 1
    expected = dict.fromkeys((0, 1, 7), indexed) | {2: gather_x} | dict.fromkeys((3, 4, 5, 6), slides)
    for op, row in clocks.items():
        right = [n + between for n in expected[op]]
        assert row == right or op in (3, 4) and all(n <= most for n, most in zip(row, right, strict=True)), (op, row)


# each is found by the bench: a file, a text in it, and what it becomes
MUTANTS = {
    "passes_of_a_slide_up": ("none ? 3'd0 : slideup && another", "none ? 3'd0 : 1'b0"),
    "indices_of_half_a_register": ("sew == 2'd3 && to_reg[1]", "1'b0"),
    "count_below_vl": ("less(limit, ELEMENT)", "less(low, ELEMENT)"),
    "count_begins_again": ("pass_ends ? {LANE_W+4{1'b0}} : packed", "packed"),
    "next_instruction_too_early": ("if (done) busy <= 1'b0;", "if (is_last && moves) busy <= 1'b0;"),
    "destination_of_a_write": ("vd | {2'b00, to_reg}}", "vd}"),
    "answer_of_the_same_clock": (".PRESENT(SYNC)", ".PRESENT(0)"),
    "size_of_a_narrow_core": ("ELEN == 64 || !sew_held[1]", "ELEN == 64"),
    "vl_of_none": ("{3{vl != 0}}", "3'd7"),
    "groups_of_a_small_core": ("REGS[2:0] - 3'd1", "3'd0"),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", MUTANTS)
def test_mutant(name, tmp_path):
    text, (before, after) = (ROOT / FOLDER / "shfl_vector.v").read_text(encoding="utf-8"), MUTANTS[name]
    assert text.count(before) == 1
    (tmp_path / "shfl_vector.v").write_text(text.replace(before, after), encoding="utf-8")
    tried = [(values, {}) for values in ((16, 4, 1, 0, 1), (8, 0, 2, 1, 1), BENCHES[6])]
    tried.append(((8, 0, 0, 0, 0), {"STALLS": 0}))  # counts clocks
    outs = [bench(values, tmp_path, "-y", str(tmp_path), **more) for values, more in tried]
    assert not all(", 0 errors" in out for out in outs), outs


@pytest.mark.slow
@pytest.mark.parametrize("values", CASES, ids=name_of)
def test_lint(values):
    for tool in ("verilator", "icarus"):
        assert linters.LINTERS[tool]("shfl_vector", dict(zip(NAMES, values)), FOLDERS) == (0, "")
