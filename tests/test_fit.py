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


def messages(done):
    """The messages of a tool, without Verilator's report of its success."""
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("- "))


def named(cases, nightly=()):
    """Cases of units with parameters; the nightly ones cover the unit and what is put around it."""

    def case(unit, params, *marks):
        return pytest.param(
            unit, params, id="-".join([unit, *(f"{name}{value}" for name, value in params.items())]), marks=marks
        )

    def covers(unit):
        return pytest.mark.covers(*linters.files_of(unit, "rtl"), "rtl/sv/", "tests/sv/")

    more = [case(unit, params, pytest.mark.nightly, covers(unit)) for unit, params in nightly]
    return pytest.mark.parametrize(("unit", "params"), [case(*each) for each in cases] + more)


# ---- lint


@pytest.mark.parametrize("path", sorted((ROOT / "rtl/sv").glob("*.sv")), ids=lambda path: path.stem)
def test_verilator_is_quiet(path):
    assert not messages(
        run([VERILATOR, "--lint-only", "-Wall", "--assert", "-Irtl", "-y", "rtl", "-y", "rtl/sv", path])
    )


@pytest.mark.parametrize("unit", UNITS)
def test_icarus_is_quiet(unit):
    words = ["-g2012", "-Wall", "-Irtl", "-y", "rtl", "-s", f"{unit}_packed", "-t", "null"]
    assert not messages(run([IVERILOG, *words, f"rtl/sv/{unit}_packed.sv"]))


# ---- random traffic, in tests/sv/UNIT_bench.sv: the wrapper is checked against the unit, the assertions watch both


def bind(unit):
    """The line of the unit's checks that binds them."""
    return re.search(r"^// (bind .*)$", (ROOT / f"rtl/sv/{unit}_checks.sv").read_text(encoding="utf-8"), re.M)[1] + "\n"


def traffic(unit, folder, params, *plusargs):
    """The assertions that fail in Verilator, by name, and how many results there were."""
    (folder / "bind.sv").write_text(bind(unit), encoding="utf-8")
    top = f"{unit}_bench"
    words = ["--binary", "--assert", "-Wno-fatal", "--top-module", top, "--Mdir", folder / "made"]
    words += ["-MAKEFLAGS", "OPT_FAST=-O0", "-Irtl", "-y", "rtl", "-y", "rtl/sv"]
    words += [f"-G{name}={value}" for name, value in params.items()]
    run([VERILATOR, *words, f"tests/sv/{top}.sv", folder / "bind.sv"])
    out = run([folder / f"made/V{top}", "+verilator+error+limit+1000000", *plusargs], status=None).stdout
    assert "_packed is not" not in out, out[-2000:]
    return set(re.findall(r"Assertion failed in \S*\.(\w+):", out)), int(re.search(r"(\d+) results", out)[1])


TRAFFIC = [
    ("shfl", {"DEPTH": 2}),
    ("shfl", {"DEPTH": 3, "SKID": 1}),
    ("shfl_banked", {"DEPTH": 0}),
    ("shfl_banked", {"DEPTH": 2, "WAYS": 8, "MEMORY": 1, "SKID": 1}),
]
MORE_TRAFFIC = [
    ("shfl", {"DEPTH": 0}),
    ("shfl", {"DEPTH": 1, "LANES": 2, "W": 1, "POLICY": 0}),
    ("shfl", {"DEPTH": 7, "LANES": 16}),
    ("shfl", {"DEPTH": 0, "SKID": 1}),
    ("shfl_banked", {"DEPTH": 4, "WAYS": 1, "MEMORY": 1}),
    ("shfl_banked", {"DEPTH": 1, "WAYS": 8, "LANES": 16, "SKID": 1}),
]


@pytest.mark.slow
@named(TRAFFIC, MORE_TRAFFIC)
def test_no_assertion_fires(unit, params, tmp_path):
    names, results = traffic(unit, tmp_path, params)
    assert not names and results > 300


@pytest.mark.slow
def test_a_repeated_beat(tmp_path):
    assert "beat_is_new" in traffic("shfl_banked", tmp_path, {}, "+twice=1")[0]


def test_every_assertion_has_a_mutant():
    """The assertion about the input is tested above."""
    broken = {
        (mutant.checks["test"]["name"], mutant.checks["test"]["says"])
        for mutant in mutants.read()
        if mutant.where == "tests/mutants/fit.toml"
    }
    for unit in UNITS:
        files = [(ROOT / f"rtl/sv/{name}_checks.sv").read_text(encoding="utf-8") for name in (unit, "shfl_handshake")]
        names = set(re.findall(r"(\w+): *assert property", "".join(files))) - {"beat_is_new"}
        assert names <= {says for test, says in broken if f"fires[{unit}-" in test}


# ---- x, which Icarus knows and Verilator does not


def x_messages(unit, folder, x="none"):
    top = f"{unit}_bench"
    words = ["-g2012", "-gsupported-assertions", "-s", top, "-Irtl", "-y", "rtl", "-y", "rtl/sv", "-Y", ".sv"]
    run([IVERILOG, *words, "-o", folder / "bench", f"tests/sv/{top}.sv"])
    out = run([VVP, "-n", folder / "bench", f"+x={x}"]).stdout
    assert "_packed is not" not in out and " results\n" in out, out[-2000:]
    return set(re.findall(r"^ERROR: .*?: (x .*)$", out, re.M))


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize(
    ("x", "message"),
    [
        ("in_valid", "x in the handshake"),
        ("mode", "x in tag, mode, forms or active"),
        ("sb", "x in an operand of an active lane"),
        ("sc", "x in an operand of an active lane"),
    ],
)
def test_x_is_detected(unit, x, message, tmp_path):
    assert message in x_messages(unit, tmp_path, x)


@pytest.mark.parametrize("unit", UNITS)
def test_x_where_it_does_not_count(unit, tmp_path):
    assert not x_messages(unit, tmp_path)


# ---- rtl/examples/packets/: the adapter against its contract


@pytest.mark.slow
@pytest.mark.parametrize(("lanes", "ways"), [(8, 4), (8, 8), (32, 16), (32, 1), (64, 8), (2, 1)])
def test_packets(lanes, ways, tmp_path):
    words = ["-g2012", "-Irtl", "-y", "rtl", "-y", "rtl/examples/packets", "-s", "shfl_packets_tb"]
    words += [f"-Pshfl_packets_tb.{name}={value}" for name, value in (("LANES", lanes), ("WAYS", ways), ("WARPS", 500))]
    run([IVERILOG, *words, "-o", tmp_path / "tb", "rtl/examples/packets/shfl_packets_tb.sv"])
    out = run([VVP, "-n", tmp_path / "tb"]).stdout
    assert "500 warps of 500, 0 errors\n" in out, out


def test_packets_lint():
    words = ["--lint-only", "-Wall", "-Wno-PINCONNECTEMPTY", "-Irtl", "-y", "rtl"]
    assert not messages(run([VERILATOR, *words, "rtl/examples/packets/shfl_packets.v"]))
