# SPDX-License-Identifier: Apache-2.0
"""What helps to put a unit into a design: rtl/sv/, the SystemVerilog wrappers and the assertions. Each assertion is
seen to fire, on RTL that is broken for it."""

import os
import re
import shutil

import pytest

from conftest import ROOT, run

IVERILOG, VVP, VERILATOR = (os.environ.get(name) or name.lower() for name in ("IVERILOG", "VVP", "VERILATOR"))
UNITS = ["shfl"]


def said(done):
    """What a tool said, without Verilator's report of its success."""
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("- "))


# ---- lint


@pytest.mark.parametrize("path", sorted((ROOT / "rtl/sv").glob("*.sv")), ids=lambda path: path.stem)
def test_verilator_is_quiet(path):
    assert not said(run([VERILATOR, "--lint-only", "-Wall", "--assert", "-Irtl", "-y", "rtl", "-y", "rtl/sv", path]))


@pytest.mark.parametrize("unit", UNITS)
def test_icarus_is_quiet(unit):
    words = ["-g2012", "-Wall", "-Irtl", "-y", "rtl", "-s", f"{unit}_packed", "-t", "null"]
    assert not said(run([IVERILOG, *words, f"rtl/sv/{unit}_packed.sv"]))


# ---- simulation: random traffic, in tests/sv/UNIT_bench.sv


def copy_of_rtl(folder, edit=None):
    """A copy of the RTL in FOLDER, with an EDIT: file, a pattern that is there once, its replacement."""
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    if edit:
        path = folder / "rtl" / edit[0]
        text, count = re.subn(edit[1], edit[2], path.read_text(encoding="utf-8"))
        assert count == 1, f"{edit[1]} is {count} times in {edit[0]}"
        path.write_text(text, encoding="utf-8")
    return folder / "rtl"


def fired(unit, folder, edit=None, params=()):
    """The assertions of rtl/sv/ that fail in Verilator, by name, and how many results there were."""
    rtl = copy_of_rtl(folder, edit)
    (folder / "bind.sv").write_text(bind(unit), encoding="utf-8")
    top = f"{unit}_bench"
    words = ["--binary", "--assert", "-Wno-fatal", "--top-module", top, "--Mdir", folder / "made"]
    words += ["-MAKEFLAGS", "OPT_FAST=-O0", f"-I{rtl}", "-y", rtl, "-y", rtl / "sv", *(f"-G{p}={v}" for p, v in params)]
    run([VERILATOR, *words, f"tests/sv/{top}.sv", folder / "bind.sv"])
    out = run([folder / f"made/V{top}", "+verilator+error+limit+1000000"], status=None).stdout
    assert "is not" not in out, out
    return set(re.findall(r"Assertion failed in \S*\.(\w+):", out)), int(re.search(r"(\d+) results", out)[1])


def bind(unit):
    """The line of the unit's checks that binds them."""
    return (
        re.search(r"^// +(bind .*)$", (ROOT / f"rtl/sv/{unit}_checks.sv").read_text(encoding="utf-8"), re.M)[1] + "\n"
    )


PARAMS = {
    "shfl": [
        {"DEPTH": 0},
        {"DEPTH": 1, "LANES": 2, "W": 1, "POLICY": 0},
        {"DEPTH": 7, "LANES": 16},
        {"DEPTH": 0, "SKID": 1},
        {"DEPTH": 3, "SKID": 1},
    ],
}


@pytest.mark.share(2)
@pytest.mark.parametrize(("unit", "params"), [(unit, params) for unit in UNITS for params in PARAMS[unit]], ids=str)
def test_no_assertion_fires(unit, params, tmp_path):
    names, results = fired(unit, tmp_path, params=params.items())
    assert not names and results > 500


BREAKS = {
    ("shfl", "not_ready_in_reset"): ("shfl.v", r"(assign in_ready +=) move && !rst;", r"\1 move;"),
    ("shfl", "none_comes_early"): ("shfl.v", r"valid\[r-1\] && !rst", "valid[r-1]"),
    ("shfl", "none_is_lost"): ("shfl.v", r"(assign valid\[0\] +=) in_valid;", r"\1 in_valid && !in_tag[0];"),
    ("shfl", "in_order"): ("shfl.v", r"\.in +\(\{in_tag,", ".in({in_tag | 1'b1,"),
    ("shfl", "offered_until_taken"): ("shfl.v", r"rst \|\| result_ready \|\| .*;", "1'b1;"),
    ("shfl", "outputs_stay"): ("shfl_stage_reg.v", r"if \(enable\)", "if (enable || W > 16)"),
}


@pytest.mark.share(3)
@pytest.mark.parametrize(("unit", "name"), BREAKS, ids=str)
def test_assertion_fires(unit, name, tmp_path):
    assert name in fired(unit, tmp_path, BREAKS[unit, name])[0]


def test_every_assertion_is_broken():
    """Those that Verilator checks, of each unit that has them."""
    for unit in UNITS:
        text = "".join(
            (ROOT / f"rtl/sv/{name}_checks.sv").read_text(encoding="utf-8") for name in (unit, "shfl_handshake")
        )
        assert set(re.findall(r"(\w+): *assert property", text)) == {name for of, name in BREAKS if of == unit}


# ---- x, which Icarus knows and Verilator does not


def x_messages(unit, folder, edit=None, x="none"):
    rtl, top = copy_of_rtl(folder, edit), f"{unit}_bench"
    words = ["-g2012", "-gsupported-assertions", "-s", top, f"-I{rtl}", "-y", rtl, "-y", rtl / "sv", "-Y", ".sv"]
    run([IVERILOG, *words, "-o", folder / "bench", f"tests/sv/{top}.sv"])
    out = run([VVP, "-n", folder / "bench", f"+x={x}"]).stdout
    assert "is not" not in out and " results\n" in out, out
    return set(re.findall(r"^ERROR: .*?: (x .*)$", out, re.M))


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize(
    ("x", "message"),
    {"in_valid": "x in the handshake", "mode": "x in tag, mode, forms or active"}.items()
    | {(port, "x in an operand of an active lane") for port in ("sb", "sc")},
)
def test_x_is_noticed(unit, x, message, tmp_path):
    assert message in x_messages(unit, tmp_path, x=x)


@pytest.mark.parametrize("unit", UNITS)
def test_x_in_a_result_is_noticed(unit, tmp_path):
    edit = ("shfl_writeback.v", r"assign pu += in_range;", "assign pu = 1'bx;")
    assert x_messages(unit, tmp_path, edit) == {"x in a result"}


@pytest.mark.parametrize("unit", UNITS)
def test_x_where_it_does_not_count(unit, tmp_path):
    assert not x_messages(unit, tmp_path)
