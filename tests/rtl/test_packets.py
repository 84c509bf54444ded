# SPDX-License-Identifier: Apache-2.0
"""rtl/examples/packets/: the unit against its contract, in its testbench; lint, and the parameters that are refused."""

import re

import pytest
from conftest import IVERILOG, VERILATOR, VVP, nightly_but, run

from tb import linters

FOLDER = "rtl/examples/packets"
FOLDERS = ["rtl", "rtl/collective", FOLDER]
LIBRARY = ["-Irtl", *(word for folder in FOLDERS for word in ("-y", folder))]
NAMES = ("THREADS", "LANES", "W", "DEPTH", "SOURCES", "NETWORK")
# the values, and how many warps
BENCHES = {
    (1, 1, 32, 1, 1, 0): 400,
    (4, 4, 64, 2, 1, 0): 400,
    (4, 4, 32, 1, 2, 2): 400,
    (4, 2, 32, 0, 1, 0): 400,
    (4, 1, 32, 4, 2, 0): 400,
    (8, 2, 64, 1, 2, 0): 400,
    (8, 2, 32, 4, 1, 0): 400,
    (32, 32, 32, 1, 1, 0): 64,
    (32, 8, 32, 0, 1, 0): 200,
    (32, 8, 64, 3, 2, 0): 200,
    (32, 1, 32, 0, 2, 0): 200,
    (64, 16, 64, 0, 1, 0): 100,
}


# each time those of up to 8 threads
CASES = nightly_but([(values,) for values in BENCHES], lambda values: values[0] <= 8)


def name_of(values):
    return "-".join(f"{'' if name in NAMES[:2] else name}{value}" for name, value in zip(NAMES, values) if value)


@pytest.mark.slow
@pytest.mark.parametrize("values", CASES, ids=name_of)
def test_bench(values, tmp_path):
    warps = BENCHES[values]
    params = {**dict(zip(NAMES, values)), "WARPS": warps}
    words = ["-g2012", *LIBRARY, "-s", "shfl_packets_tb", "-o", tmp_path / "tb"]
    words += [f"-Pshfl_packets_tb.{name}={value}" for name, value in params.items()]
    run([IVERILOG, *words, f"{FOLDER}/shfl_packets_tb.sv"])
    out = run([VVP, "-n", tmp_path / "tb"]).stdout
    found, right = re.search(r"(\d+) words, (\d+) errors", out), f"{warps} warps of {warps}, "
    assert right in out and found[2] == "0" and int(found[1]) > values[0] * warps // 5, out


# ---- lint, and what is refused


def params(command, values):
    return [f"{command}{name}={value}" for name, value in values.items()]


@pytest.mark.slow
@pytest.mark.parametrize("values", CASES, ids=name_of)
def test_lint(values):
    """No message but of outputs that are left open."""
    own = {**dict(zip(NAMES, values)), "HEADER_W": 7}
    words = ["--lint-only", "-Wall", "-Wno-PINCONNECTEMPTY", *LIBRARY, *params("-G", own)]
    run([VERILATOR, *words, f"{FOLDER}/shfl_packets.v"])
    assert linters.icarus("shfl_packets", own, FOLDERS) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(("sources", "lanes"), [(1, 4), (1, 2), (2, 2)])
def test_yosys_reads_it_without_a_warning(sources, lanes):
    values = {"THREADS": 4, "LANES": lanes, "SOURCES": sources}
    assert linters.yosys("shfl_packets", values, FOLDERS) == (0, "")


ILLEGAL = {
    "THREADS_must_be_a_power_of_2_up_to_64": ["THREADS=0", "THREADS=3", "THREADS=128", "THREADS=-4"],
    "LANES_must_be_a_power_of_2_up_to_THREADS": ["LANES=0", "LANES=3", "LANES=64"],
    "W_must_be_32_or_64": ["W=16", "W=0", "W=128"],
    "a_ballot_of_64_THREADS_needs_a_W_of_64": ["THREADS=64"],
    "DEPTH_must_be_1_with_one_of_THREADS": ["THREADS=1 LANES=1 DEPTH=0", "THREADS=1 LANES=1 DEPTH=2"],
    "DEPTH_must_be_0_to_4": ["DEPTH=5", "DEPTH=-1"],
    "DEPTH_must_be_0_to_7": ["LANES=32 DEPTH=8"],
    "NETWORK_needs_LANES_equal_to_THREADS_and_more_than_1": ["NETWORK=4", "THREADS=1 LANES=1 NETWORK=2"],
    "SOURCES_must_be_1_or_2": ["SOURCES=0", "SOURCES=3"],
    "HEADER_W_must_be_1_or_more": ["HEADER_W=0"],
}


@pytest.mark.parametrize(("message", "values"), [(message, one) for message, all in ILLEGAL.items() for one in all])
def test_refused(message, values):
    """By Icarus Verilog, in its first error."""
    own = params("-Pshfl_packets.", dict(pair.split("=") for pair in values.split()))
    done = run([IVERILOG, "-g2005", "-tnull", *LIBRARY, *own, f"{FOLDER}/shfl_packets.v"], status=None)
    assert done.returncode and f"shfl_error_{message}" in done.stderr.split("error: ")[1], done.stderr
