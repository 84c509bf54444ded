# SPDX-License-Identifier: Apache-2.0
"""The helpers to put a unit into a design: rtl/sv/, the SystemVerilog wrappers and the assertions, and examples/.
tests/mutants/fit.toml has a mutant for each assertion."""

import os
import re

import pytest
from conftest import ROOT, run

from tb import linters
from tests.mutants import run as mutants

IVERILOG, VVP, VERILATOR = (os.environ.get(name) or name.lower() for name in ("IVERILOG", "VVP", "VERILATOR"))
UNITS = ["shfl", "shfl_banked"]


INCLUDES = ["-Irtl", "-y", "rtl", "-y", "rtl/sv"]


def messages(command):
    """The messages of a tool, without Verilator's report of its success."""
    done = run(command)
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("- "))


def case(unit, params, nightly):
    """A case of a unit with parameters; a nightly one covers the unit and its wrapper."""
    covers = pytest.mark.covers(*linters.files_of(unit, "rtl"), "rtl/sv/", "tests/sv/")
    name = "-".join([unit, *(f"{name}{value}" for name, value in params.items())])
    return pytest.param(unit, params, id=name, marks=[pytest.mark.nightly, covers] if nightly else [])


# ---- lint


LINT = [VERILATOR, "--lint-only", "-Wall"]


@pytest.mark.parametrize("path", sorted((ROOT / "rtl/sv").glob("*.sv")), ids=lambda path: path.stem)
def test_verilator_is_quiet(path):
    assert not messages([*LINT, "--assert", *INCLUDES, path])


def test_verilator_is_quiet_about_packets():
    assert not messages([*LINT, "-Wno-PINCONNECTEMPTY", *INCLUDES, "rtl/examples/packets/shfl_packets.v"])


@pytest.mark.parametrize("unit", UNITS)
def test_icarus_is_quiet(unit):
    words = ["-g2012", "-Wall", "-Irtl", "-y", "rtl", "-s", f"{unit}_packed", "-t", "null"]
    assert not messages([IVERILOG, *words, f"rtl/sv/{unit}_packed.sv"])


# ---- random traffic, in tests/sv/UNIT_bench.sv: the wrapper is checked against the unit, the assertions watch both


def traffic(unit, folder, params, *plusargs):
    """The assertions that fail in Verilator, by name, and how many results there were."""
    text = (ROOT / f"rtl/sv/{unit}_checks.sv").read_text(encoding="utf-8")
    (folder / "bind.sv").write_text(re.search(r"^// (bind .*)$", text, re.M)[1] + "\n", encoding="utf-8")
    top = f"{unit}_bench"
    words = ["--binary", "--assert", "-Wno-fatal", "--top-module", top, "--Mdir", folder / "made"]
    words += ["-MAKEFLAGS", "OPT_FAST=-O0", *INCLUDES, *(f"-G{name}={value}" for name, value in params.items())]
    run([VERILATOR, *words, f"tests/sv/{top}.sv", folder / "bind.sv"])
    out = run([folder / f"made/V{top}", "+verilator+error+limit+1000000", *plusargs], status=None).stdout
    assert "_packed is not" not in out, out[-2000:]
    return set(re.findall(r"Assertion failed in \S*\.(\w+):", out)), int(re.search(r"(\d+) results", out)[1])


TRAFFIC = [  # unit, parameters, and whether it is nightly
    ("shfl", {"DEPTH": 2}, False),
    ("shfl", {"DEPTH": 3, "SKID": 1}, False),
    ("shfl", {"DEPTH": 0}, True),
    ("shfl", {"DEPTH": 1, "LANES": 2, "W": 1, "POLICY": 0}, True),
    ("shfl", {"DEPTH": 7, "LANES": 16}, True),
    ("shfl", {"DEPTH": 0, "SKID": 1}, True),
    ("shfl_banked", {"DEPTH": 0}, False),
    ("shfl_banked", {"DEPTH": 2, "WAYS": 8, "MEMORY": 1, "SKID": 1}, False),
    ("shfl_banked", {"DEPTH": 4, "WAYS": 1, "MEMORY": 1}, True),
    ("shfl_banked", {"DEPTH": 1, "WAYS": 8, "LANES": 16, "SKID": 1}, True),
]


@pytest.mark.slow
@pytest.mark.parametrize(("unit", "params"), [case(*row) for row in TRAFFIC])
def test_no_assertion_fires(unit, params, tmp_path):
    names, results = traffic(unit, tmp_path, params)
    assert not names and results > 300


@pytest.mark.slow
def test_a_repeated_beat(tmp_path):
    assert "beat_is_new" in traffic("shfl_banked", tmp_path, {}, "+twice=1")[0]


def test_every_assertion_has_a_mutant():
    """The assertion about the input is tested above."""
    listed = [one.checks["test"] for one in mutants.read() if one.where == "tests/mutants/fit.toml"]
    for unit in UNITS:
        files = [(ROOT / f"rtl/sv/{name}_checks.sv").read_text(encoding="utf-8") for name in (unit, "shfl_handshake")]
        names = set(re.findall(r"(\w+): *assert property", "".join(files))) - {"beat_is_new"}
        assert names <= {one["message"] for one in listed if f"fires[{unit}-" in one["name"]}


# ---- x, which Icarus knows and Verilator does not


OPERAND = "x in an operand of an active lane"


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_x(unit, tmp_path):
    """Where it counts it is detected; `none` has it where it does not count."""
    top = f"{unit}_bench"
    words = ["-g2012", "-gsupported-assertions", "-s", top, *INCLUDES, "-Y", ".sv", "-o", tmp_path / "bench"]
    run([IVERILOG, *words, f"tests/sv/{top}.sv"])
    expected = {"none": None, "in_valid": "x in the handshake", "mode": "x in tag, mode, forms or active"}
    for x, message in (expected | {"sb": OPERAND, "sc": OPERAND}).items():
        out = run([VVP, "-n", tmp_path / "bench", f"+x={x}"]).stdout
        assert "_packed is not" not in out and " results\n" in out, out[-2000:]
        found = set(re.findall(r"^ERROR: .*?: (x .*)$", out, re.M))
        assert message in found if message else not found, (x, found)


# ---- rtl/examples/packets/: the adapter against its contract


@pytest.mark.slow
@pytest.mark.parametrize(("lanes", "ways"), [(8, 4), (8, 8), (32, 16), (32, 1), (64, 8), (2, 1)])
def test_packets(lanes, ways, tmp_path):
    values = {"LANES": lanes, "WAYS": ways, "WARPS": 500}
    words = ["-g2012", "-Irtl", "-y", "rtl", "-y", "rtl/examples/packets", "-s", "shfl_packets_tb"]
    words += [*(f"-Pshfl_packets_tb.{n}={v}" for n, v in values.items()), "-o", tmp_path / "tb"]
    run([IVERILOG, *words, "rtl/examples/packets/shfl_packets_tb.sv"])
    out = run([VVP, "-n", tmp_path / "tb"]).stdout
    assert "500 warps of 500, 0 errors\n" in out, out
