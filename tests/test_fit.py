# SPDX-License-Identifier: Apache-2.0
"""The helpers to put a unit into a design: rtl/sv/, the SystemVerilog wrappers and the assertions.
Each assertion is made to fire, in tests/sv/bench.sv; tests/mutants/fit.toml has mutants of the units, too."""

import os
import re

import pytest
from conftest import ROOT, run

from rtl import filelists
from tb import linters

IVERILOG, VVP, VERILATOR, YOSYS = (
    os.environ.get(name) or name.lower() for name in ("IVERILOG", "VVP", "VERILATOR", "YOSYS")
)
UNITS = {unit: f"{folder}/{unit}.v" for unit, folder in filelists.UNITS.items() if folder in ("rtl", "rtl/amd")}
PACKAGE = "rtl/sv/shfl_pkg.sv"
FOLDERS = ["rtl", "rtl/amd"]
INCLUDES = [*(f"-I{folder}" for folder in FOLDERS), *(word for one in [*FOLDERS, "rtl/sv"] for word in ("-y", one))]
# parameters of the unit in the bench
BASE = {
    "shfl": {},
    "shfl_banked": {"WAYS": 2},
    "shfl_amd": {"LANES": 32, "GEN": 3},
    "shfl_amd_banked": {"LANES": 32, "WAYS": 8, "GEN": 3},
}


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def messages(command):
    """The messages of a tool, without Verilator's report of its success."""
    done = run(command)
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("- "))


def case(unit, params, nightly):
    """A case of a unit with parameters; a nightly one covers the unit and its wrapper."""
    covers = pytest.mark.covers(*linters.files_of(unit, *FOLDERS), "rtl/sv/", "tests/sv/")
    name = "-".join([unit, *(f"{name}{value}" for name, value in params.items())])
    return pytest.param(unit, params, id=name, marks=[pytest.mark.nightly, covers] if nightly else [])


# ---- lint


LINT = [VERILATOR, "--lint-only", "-Wall"]


@pytest.mark.parametrize("path", sorted((ROOT / "rtl/sv").glob("*.sv")), ids=lambda path: path.stem)
def test_verilator_is_quiet(path):
    files = dict.fromkeys([ROOT / PACKAGE, path])
    assert not messages([*LINT, "--assert", *INCLUDES, *files])


def test_icarus_and_yosys_read_the_package(tmp_path):
    """But Icarus Verilog 11 has no structure of a package, and so no wrapper."""
    user = tmp_path / "user.sv"
    user.write_text("module user (input shfl_pkg::mode_e mode);\n  localparam W = shfl_pkg::beat_w(8, 2);\nendmodule\n")
    words = [*INCLUDES[:2], PACKAGE, user]
    assert not messages([IVERILOG, "-g2012", "-Wall", "-t", "null", "-s", "user", *words])
    assert not messages([YOSYS, "-q", "-p", f"read_verilog -sv {' '.join(map(str, words))}; hierarchy -top user"])


# ---- the package is the .vh files, and a wrapper has the ports and parameters of its unit


def test_the_package_has_every_encoding(tmp_path):
    """By name and value, as a simulator prints them."""
    found = re.findall(r"^`define (\w+) +(?:\d+'d)?(\d+)$", text(FOLDERS[0] + "/shfl_defs.vh"), re.M)
    found += re.findall(r"^`define (\w+) +(?:\d+'d)?(\d+)$", text(FOLDERS[1] + "/shfl_amd_defs.vh"), re.M)
    encodings = {name: int(value) for name, value in found if not name.endswith("_W")}
    assert len(encodings) > 20
    types = re.findall(r"} (\w+_e);", text(PACKAGE))
    lines = ["module bench;", *(f"shfl_pkg::{name} {name};" for name in types), "initial begin"]
    for name in types:
        lines.append(f"{name} = {name}.first();")
        lines.append(
            f'repeat ({name}.num()) begin $display("%s %0d", {name}.name(), {name}); {name} = {name}.next(); end'
        )
    lines += ["$finish(0); end"]
    (tmp_path / "bench.sv").write_text("\n".join([*lines, "endmodule\n"]), encoding="utf-8")
    words = ["--binary", "--top-module", "bench", "--Mdir", tmp_path / "made", *INCLUDES, PACKAGE]
    run([VERILATOR, *words, tmp_path / "bench.sv"])
    out = run([tmp_path / "made/Vbench"]).stdout
    assert {name: int(value) for name, value in re.findall(r"^(SHFL_\w+) (\d+)$", out, re.M)} == encodings


def heading(path):
    """The parameters of a module with their defaults, and its ports with directions and widths."""
    head = (
        re.sub(r" *//.*", "", text(path))
        .replace("`SHFL_BEAT_W(LANES, WAYS)", "BEAT_W")
        .split("\nmodule ")[1]
        .split("\n);")[0]
    )
    params = re.findall(r"parameter +(?:[\w:]+ +)??(\w+) += (.*?),?$", head, re.M)
    ports = re.findall(r"^    (input|output) +((?:shfl_pkg::)?\w+) *((?:\[.*\])?) +(\w+),?$", head, re.M)
    return {name: value for name, value in params if name != "BEAT_W"}, ports


def fields(name):
    """The members of a structure of the package, as ports of a unit."""
    body = re.search(rf"typedef struct packed {{([^}}]*)}} {name};", text(PACKAGE))[1]
    enums = {name: width for width, name in re.findall(r"typedef enum logic (\[[^]]*\]) {[^}]*} (\w+);", text(PACKAGE))}
    members = re.findall(r"^ +(\w+) +(\[\S*\])? *(\w+);$", body, re.M)
    return [("input", enums.get(kind, width), member) for kind, width, member in members]


@pytest.mark.parametrize("unit", UNITS)
def test_a_wrapper_has_what_its_unit_has(unit):
    params, ports = heading(UNITS[unit])
    wrapper_params, wrapper_ports = heading(f"rtl/sv/{unit}_packed.sv")
    assert params and {name: value.replace("shfl_pkg::", "`") for name, value in wrapper_params.items()} == params
    instance = text(f"rtl/sv/{unit}_packed.sv").split("\n);")[1]
    assert set(re.findall(r"\.([A-Z_]+)\(\1\)", instance)) == set(params)

    flat = [(way, width, name) for way, _, width, name in ports]
    expected = []
    for way, kind, width, name in wrapper_ports:
        if kind.startswith("shfl_pkg::"):
            expected += fields(kind.removeprefix("shfl_pkg::"))
            continue
        width = width.replace("][", "]@[")
        width = re.sub(r"^\[(\w+)-1:0\]@\[(?:(\w+)-1|31):0\]$", lambda m: f"[{m[1]}*{m[2] or 32}-1:0]", width)
        expected.append((way, width, name))
    assert flat == expected


# ---- random traffic, in tests/sv/bench.sv: the wrapper is checked against the unit, the assertions watch


def built(unit, folder, params):
    """The bench, as a program of Verilator; the assertions are bound to both instances, too."""
    bind = re.search(r"^// (bind .*?;)$", text(f"rtl/sv/{unit}_checks.sv"), re.M | re.S)[1].replace("\n//", "\n")
    (folder / "bind.sv").write_text(bind + "\n", encoding="utf-8")
    words = ["--binary", "--assert", "--top-module", "bench", "--Mdir", folder / "made"]
    words += ["-MAKEFLAGS", "OPT_FAST=-O0", *INCLUDES, f'-GUNIT="{unit}"']
    words += [f"-G{name}={value}" for name, value in {**BASE[unit], **params}.items()]
    run([VERILATOR, *words, PACKAGE, "tests/sv/bench.sv", folder / "bind.sv"])
    return folder / "made/Vbench"


def fired(program, *plusargs):
    """The assertions that fail, by name, and how many results there were."""
    out = run([program, "+verilator+error+limit+1000000", *plusargs], status=None).stdout
    assert "_packed is not" not in out, out[-2000:]
    return set(re.findall(r"Assertion failed in \S*\.(\w+):", out)), int(re.search(r"(\d+) results", out)[1])


TRAFFIC = [  # unit, parameters, and whether it is nightly
    ("shfl", {"DEPTH": 2}, False),
    ("shfl", {"DEPTH": 3, "SKID": 1}, False),
    ("shfl", {"DEPTH": 1, "NETWORK": 2}, True),
    ("shfl", {"DEPTH": 4, "NETWORK": 4, "LANES": 16}, True),
    ("shfl", {"DEPTH": 0}, True),
    ("shfl", {"DEPTH": 1, "LANES": 2, "W": 1, "POLICY": 0}, True),
    ("shfl", {"DEPTH": 7, "LANES": 16}, True),
    ("shfl", {"DEPTH": 7, "ELASTIC": 1}, True),
    ("shfl", {"DEPTH": 4, "ELASTIC": 1, "SKID": 1}, True),
    ("shfl", {"DEPTH": 0, "SKID": 1}, True),
    ("shfl_banked", {"DEPTH": 0}, False),
    ("shfl_banked", {"DEPTH": 2, "WAYS": 8, "MEMORY": 1, "SKID": 1}, False),
    ("shfl_banked", {"DEPTH": 4, "WAYS": 1, "MEMORY": 1, "ELASTIC": 1}, True),
    ("shfl_banked", {"DEPTH": 1, "WAYS": 8, "LANES": 16, "SKID": 1}, True),
    ("shfl_amd", {"DEPTH": 1}, False),
    ("shfl_amd", {"DEPTH": 0, "SKID": 1, "LANES": 64, "GEN": 5}, True),
    ("shfl_amd", {"DEPTH": 7, "GEN": 6}, True),
    ("shfl_amd", {"DEPTH": 1, "NETWORK": 8, "LANES": 64, "GEN": 1, "W": 1}, True),
    ("shfl_amd", {"DEPTH": 2, "NETWORK": 8}, False),
    ("shfl_amd", {"DEPTH": 0, "LANES": 64, "GEN": 4, "W": 1}, True),
    ("shfl_amd", {"DEPTH": 5, "SKID": 1}, True),
    ("shfl_amd_banked", {"DEPTH": 0}, False),
    ("shfl_amd_banked", {"DEPTH": 4, "WAYS": 1, "MEMORY": 1, "SKID": 1}, True),
    ("shfl_amd_banked", {"DEPTH": 2, "WAYS": 32, "PERMUTE": 0, "ELASTIC": 1}, True),
]


@pytest.mark.slow
@pytest.mark.parametrize(("unit", "params"), [case(*row) for row in TRAFFIC])
def test_no_assertion_fires(unit, params, tmp_path):
    names, results = fired(built(unit, tmp_path, params))
    assert not names and results > 300


def assertions(module):
    """Those of a module of checks and of the modules in it."""
    source = text(f"rtl/sv/{module}.sv")
    inner = re.findall(r"^    (shfl_\w+_checks) #", source, re.M)
    return set(re.findall(r"(\w+): *assert property", source)).union(*map(assertions, inner))


# those of a shared module that cannot fail in a unit
OF_AMD = {"reserved_writes_none", "scalar_is_one"}
IMPOSSIBLE = {
    "shfl": OF_AMD | {"operands_are_kept"},  # it is bound with a network only
    "shfl_banked": OF_AMD | {"operands_are_kept"},
    "shfl_amd_banked": {"operands_are_kept"},
}


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_every_assertion_fires(unit, tmp_path):
    """For an output that is wrong on its way to the checks, or an input that the rules forbid."""
    program = built(unit, tmp_path, {})
    assert not fired(program)[0]
    names = assertions(f"{unit}_checks") - IMPOSSIBLE.get(unit, set())
    assert len(names) > 6
    for name in sorted(names):
        assert name in fired(program, f"+fault={name}")[0]


@pytest.mark.slow
def test_operands_that_a_network_reads_are_kept(tmp_path):
    program = built("shfl", tmp_path, {"DEPTH": 1, "NETWORK": 2})
    assert "operands_are_kept" in fired(program, "+fault=operands_are_kept")[0]


# ---- x, which Icarus knows and Verilator does not. Icarus Verilog 11 reads neither the wrappers nor the assertions


OPERAND, CONTROLS = "x in an operand of an active lane", "x in tag, controls or active"
X_SHFL = {"mode": CONTROLS, "sb": OPERAND, "sc": OPERAND}
X_AMD = {"op": CONTROLS, "control": CONTROLS, "sb": OPERAND}
X = {
    "shfl": X_SHFL,
    "shfl_banked": X_SHFL,
    "shfl_amd": X_AMD,
    "shfl_amd_banked": X_AMD,
}


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_x(unit, tmp_path):
    """Where it counts it is detected; `none` has it where it does not count."""
    words = ["-g2012", "-gsupported-assertions", "-s", "bench", *INCLUDES, "-Y", ".sv", "-o", tmp_path / "bench"]
    words += [f'-Pbench.UNIT="{unit}"', *(f"-Pbench.{name}={value}" for name, value in BASE[unit].items())]
    run([IVERILOG, *words, "tests/sv/bench.sv"])
    for x, message in {"none": None, "in_valid": "x in the handshake", "we": "x in a result", **X[unit]}.items():
        out = run([VVP, "-n", tmp_path / "bench", f"+x={x}"]).stdout
        assert " results\n" in out, out[-2000:]
        found = set(re.findall(r"^ERROR: .*?: (x .*)$", out, re.M))
        assert message in found if message else not found, (x, found)
