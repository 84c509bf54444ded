# SPDX-License-Identifier: Apache-2.0
"""examples/packets/ and examples/vector/: each unit against its contract, of the second
docs/rvv.md, in its testbench; lint, and the parameters that are refused."""

import re

import pytest
from conftest import IVERILOG, ROOT, VERILATOR, VVP, nightly_but, run

from rtl import linters

FOLDERS = {
    "packets": ["rtl", "rtl/collective", "examples/packets"],
    "vector": ["rtl", "rtl/rvv", "examples/vector"],
}
NAMES = {
    "packets": ("THREADS", "LANES", "W", "DEPTH", "NETWORK"),
    "vector": ("LANES", "NETWORK", "DEPTH", "SYNC", "AGNOSTIC", "COMPRESS", "GATHER", "ELEN", "REGS"),
}
PACKETS = {  # values, and how many warps
    **dict.fromkeys(((1, 1, 32, 1, 0), (4, 4, 64, 2, 0), (4, 4, 32, 1, 2), (4, 2, 32, 0, 0), (4, 1, 32, 4, 0),
                     (8, 2, 64, 1, 0), (8, 2, 32, 4, 0)), 400),
    (32, 32, 32, 1, 0): 64,
    **dict.fromkeys(((32, 8, 32, 0, 0), (32, 8, 64, 3, 0), (32, 1, 32, 0, 0)), 200),
    (64, 16, 64, 0, 0): 100,
}  # fmt: skip
SMALL_CORE = (8, 0, 1, 0, 1, 0, 0, 32, 2)
VECTOR = [
    (8, 0, 0, 0, 1), (8, 4, 1, 1, 0), (16, 4, 1, 0, 1), (16, 8, 7, 1, 0), (32, 8, 2, 0, 1), (64, 0, 1, 1, 0),
    SMALL_CORE, (16, 4, 1, 1, 0, 1, 0, 64, 1), (8, 0, 0, 0, 1, 0, 1, 32, 4),
]  # fmt: skip
COUNT = 300  # instructions


def name_of(values):
    return values if isinstance(values, str) else "-".join(map(str, values))


# each time those of up to 4 threads and 8 lanes
each_bench = pytest.mark.parametrize(("example", "values"), nightly_but(
    [*(("packets", values) for values in PACKETS), *(("vector", values) for values in VECTOR)],
    lambda example, values: values[0] <= {"packets": 4, "vector": 8}[example]), ids=name_of)  # fmt: skip


def words_of(example):
    return [f"-I{folder}" for folder in FOLDERS[example]] + [w for folder in FOLDERS[example] for w in ("-y", folder)]


def params(command, example, values, **more):
    return [f"{command}{name}={value}" for name, value in {**dict(zip(NAMES[example], values)), **more}.items()]


def bench(example, values, folder, **more):
    """What the testbench of a unit prints; tests/mutants/ has units that are wrong."""
    top = f"shfl_{example}_tb"
    words = ["-g2012", *words_of(example), "-s", top, "-o", folder / "tb"]
    run([IVERILOG, *words, *params(f"-P{top}.", example, values, **more), f"{FOLDERS[example][-1]}/{top}.sv"])
    return run([VVP, "-n", folder / "tb"]).stdout


@pytest.mark.slow
@each_bench
def test_bench(example, values, tmp_path):
    if example == "packets":
        warps = PACKETS[values]
        out = bench(example, values, tmp_path, WARPS=warps)
        found = re.search(rf"^{warps} warps of {warps}, (\d+) words, 0 errors", out, re.M)
        assert found and int(found[1]) > values[0] * warps // 5, out
    else:
        out = bench(example, values, tmp_path, COUNT=COUNT)
        found = re.search(r"(\d+) instructions, (\d+) that change a register, \d+ clocks, 0 errors", out)
        assert found and int(found[1]) == COUNT - COUNT // 50 and int(found[2]) > COUNT // 3, out


@pytest.mark.slow
@each_bench
def test_lint(example, values):
    """No message, but of outputs that packets leave open."""
    own = {"HEADER_W": 7} if example == "packets" else {}
    top, given = f"shfl_{example}", {**dict(zip(NAMES[example], values)), **own}
    words = ["--lint-only", "-Wall", *["-Wno-PINCONNECTEMPTY"] * (example == "packets"), *words_of(example)]
    done = run([VERILATOR, *words, *params("-G", example, values, **own), f"{FOLDERS[example][-1]}/{top}.v"])
    assert "%" not in done.stderr and linters.icarus(top, given, FOLDERS[example]) == (0, "")


# ---- packets


ILLEGAL = {
    "THREADS_must_be_a_power_of_2_up_to_64": ["THREADS=0", "THREADS=3", "THREADS=128", "THREADS=-4"],
    "LANES_must_be_a_power_of_2_up_to_THREADS": ["LANES=0", "LANES=3", "LANES=64"],
    "W_must_be_32_or_64": ["W=16", "W=0", "W=128"],
    "a_ballot_of_64_THREADS_needs_a_W_of_64": ["THREADS=64"],
    "DEPTH_must_be_1_with_one_of_THREADS": ["THREADS=1 LANES=1 DEPTH=0", "THREADS=1 LANES=1 DEPTH=2"],
    "DEPTH_must_be_0_to_4": ["DEPTH=5", "DEPTH=-1"],
    "DEPTH_must_be_0_to_7": ["LANES=32 DEPTH=8"],
    "NETWORK_needs_LANES_equal_to_THREADS_and_more_than_1": ["NETWORK=4", "THREADS=1 LANES=1 NETWORK=2"],
    "HEADER_W_must_be_1_or_more": ["HEADER_W=0"],
}


@pytest.mark.parametrize(("message", "values"), [(message, one) for message, all in ILLEGAL.items() for one in all])
def test_refused(message, values):
    """By Icarus Verilog, in its first error."""
    own = [f"-Pshfl_packets.{pair}" for pair in values.split()]
    words = ["-g2005", "-tnull", *words_of("packets"), *own]
    done = run([IVERILOG, *words, "examples/packets/shfl_packets.v"], status=None)
    assert done.returncode and f"shfl_error_{message}" in done.stderr.split("error: ")[1], done.stderr


# ---- vector


@pytest.mark.nightly
@pytest.mark.parametrize("values", [(8, 0, 0, 0, 0), (8, 0, 2, 1, 1)], ids=name_of)
def test_clocks(values, tmp_path):
    """README.md's passes, with a crossbar; of slides by any offset they are the most. The bench counts those of the
    others by vl."""
    readme = (ROOT / "examples/vector/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| v.* \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", readme, re.M)
    gather_x, slides, indexed = [list(map(int, row)) for row in rows]
    out = bench("vector", values, tmp_path, STALLS=0, COUNT=1200)
    clocks = {int(op): list(map(int, row.split())) for op, row in re.findall(r"^op (\d): (.*) clocks$", out, re.M)}
    assert ", 0 errors" in out, out
    between = values[2] + values[3] + 1
    expected = dict.fromkeys((0, 1, 7), indexed) | {2: gather_x} | dict.fromkeys((3, 4, 5, 6), slides)
    for op, row in clocks.items():
        right = [n + between for n in expected[op]]
        assert row == right or op in (3, 4) and all(n <= most for n, most in zip(row, right, strict=True)), (op, row)
