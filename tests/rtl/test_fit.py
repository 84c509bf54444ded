# SPDX-License-Identifier: Apache-2.0
"""The helpers to put a unit into a design: the types of rtl/sv/ and the assertions that rtl/checks.py writes.
Each assertion is made to fire, in tests/sv/bench.sv; tests/mutants/ has mutants of the units, too."""

import re

import pytest
from conftest import IVERILOG, ROOT, VERILATOR, VVP, YOSYS, nightly_but, run, simulation

from rtl import checks, filelists
from tests.sv import unit as unit_sv

UNITS = {unit: f"{folder}/{unit}.v" for unit, folder in filelists.UNITS.items()}
PACKAGE = "rtl/sv/shfl_pkg.sv"
FOLDERS = ["rtl", "rtl/amd", "rtl/rvv"]
INCLUDES = [f"-I{folder}" for folder in FOLDERS]
INCLUDES += [word for one in [*FOLDERS, "rtl/collective", "rtl/sv"] for word in ("-y", one)]
# parameters of the unit in the bench
BASE = {
    **dict.fromkeys(("shfl_banked", "shfl_redux", "shfl_rvv_banked"), {"WAYS": 2}), "shfl_match_words": {"W": 4},
    **dict.fromkeys(("shfl_vote", "shfl_barrier"), {"WAYS": 2, "DEPTH": 1}), "shfl_amd": {"LANES": 32, "GEN": 3},
    "shfl_amd_banked": {"LANES": 32, "WAYS": 8, "GEN": 3},
}  # fmt: skip


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def messages(command):
    """The messages of a tool, without Verilator's report of its success."""
    done = run(command)
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("- "))


# ---- lint


LINT = [VERILATOR, "--lint-only", "-Wall"]


@pytest.mark.few(7)
@pytest.mark.parametrize("unit", [pytest.param(unit, marks=[pytest.mark.slow] * ("amd" in unit or "rvv" in unit))
                                  for unit in UNITS])  # fmt: skip
def test_verilator_is_quiet(unit, tmp_path):
    checks.write(tmp_path)
    assert not messages([*LINT, "--assert", *INCLUDES, PACKAGE, tmp_path / f"{unit}_checks.sv"])


def test_icarus_and_yosys_read_the_package(tmp_path):
    user = tmp_path / "user.sv"
    user.write_text("module user (input shfl_pkg::mode_e mode);\n  localparam W = shfl_pkg::beat_w(8, 2);\nendmodule\n")
    words = [*INCLUDES[:3], PACKAGE, user]
    assert not messages([IVERILOG, "-g2012", "-Wall", "-t", "null", "-s", "user", *words])
    assert not messages([YOSYS, "-q", "-p", f"read_verilog -sv {' '.join(map(str, words))}; hierarchy -top user"])


@pytest.mark.parametrize("unit", UNITS)
def test_the_assertions_see_every_port(unit):
    heads = [source.split("\nmodule ")[1].split("\n);")[0] for source in (text(UNITS[unit]), checks.checks(unit))]
    ports, seen = (re.findall(r"^    (?:input|output) .*?(\w+),?(?: *//.*)?$", head, re.M) for head in heads)
    assert len(ports) > 8 and seen == ports


# ---- random traffic, in tests/sv/bench.sv, which the assertions watch


def built(unit, folder, params):
    """The bench, as a program of Verilator; the assertions are bound to the unit, too."""
    (folder / "bind.sv").write_text(checks.bind(unit) + "\n", encoding="utf-8")
    checks.write(folder)
    words = ["--assert", "-Wno-WIDTH", *INCLUDES, "-y", folder, f"-I{unit_sv.write(unit, folder)}", f'-GUNIT="{unit}"']
    words += [f"-G{name}={value}" for name, value in {**BASE.get(unit, {}), **params}.items()]
    return simulation("bench", folder / "made", *words, PACKAGE, "tests/sv/bench.sv", folder / "bind.sv")


def fired(program, *plusargs):
    """The assertions that fail, by name, and how many results there were."""
    out = run([program, "+verilator+error+limit+1000000", *plusargs], status=None).stdout
    return set(re.findall(r"Assertion failed in \S*\.(\w+):", out)), int(re.search(r"(\d+) results", out)[1])


TRAFFIC = {  # of each unit parameters: the first ones each time, but of units that are made like another
    "shfl": [{"DEPTH": 2}, {"DEPTH": 3, "SKID": 1}, {"DEPTH": 4, "NETWORK": 4, "LANES": 16},
             {"DEPTH": 2, "NETWORK": 2, "LANES": 16},  # four ranks
             {"DEPTH": 1, "NETWORK": 2, "SELECTS": 1}, {"DEPTH": 0}, {"DEPTH": 1, "LANES": 2, "W": 1, "POLICY": 0},
             {"DEPTH": 7, "ELASTIC": 1}, {"DEPTH": 4, "ELASTIC": 1, "SKID": 1}],
    "shfl_banked": [{"DEPTH": 0}, {"DEPTH": 2, "WAYS": 8, "MEMORY": 1, "SKID": 1},
                    {"DEPTH": 4, "WAYS": 1, "MEMORY": 1, "ELASTIC": 1}],
    "shfl_amd": [{"DEPTH": 1}, {"DEPTH": 0, "SKID": 1, "LANES": 64, "GEN": 5},
                 {"DEPTH": 1, "NETWORK": 8, "LANES": 64, "GEN": 1, "W": 1}, {"DEPTH": 2, "NETWORK": 8}],
    "shfl_vote": [{}, {"WAYS": 8, "DEPTH": 0}],
    "shfl_and_vote": [{"DEPTH": 2}, {"DEPTH": 1, "NETWORK": 2, "SKID": 1}],
    "shfl_match": [{}, {"ALL": 0, "B": 1, "LANES": 4, "WAYS": 4}],
    "shfl_match_words": [{}, {"W": 2}],
    "shfl_redux": [{}, {"WAYS": 8, "DEPTH": 0}],
    "shfl_barrier": [{}, {"WAYS": 8, "DEPTH": 0, "SLOTS": 1, "WARPS": 1}],
    "shfl_rvv": [{"DEPTH": 2}, {"DEPTH": 1, "NETWORK": 4, "LANES": 16}],
    "shfl_rvv_banked": [{"DEPTH": 0}, {"DEPTH": 2, "REGS": 2, "MEMORY": 1, "SKID": 1}],
    "shfl_amd_banked": [{"DEPTH": 0}, {"DEPTH": 4, "WAYS": 1, "MEMORY": 1, "SKID": 1},
                        {"DEPTH": 2, "WAYS": 32, "PERMUTE": 0, "ELASTIC": 1}],
}  # fmt: skip


def cases():
    for unit, params in ((unit, params) for unit, each in TRAFFIC.items() for params in each):
        name = "-".join([unit, *(f"{name}{value}" for name, value in params.items())])
        seldom = params is not TRAFFIC[unit][0] or unit in ("shfl_and_vote", "shfl_match_words", "shfl_rvv_banked")
        yield pytest.param(unit, params, id=name, marks=[pytest.mark.nightly] * seldom)


def assertions(source):
    """Those of a text of checks and of the modules in it."""
    inner = re.findall(r"^    (shfl_\w+_checks) #", source, re.M)
    own = set(re.findall(r"(\w+): *assert\b", source))
    return own.union(*(assertions(text(f"rtl/sv/{module}.sv")) for module in inner))


# those of a shared module that cannot fail in a unit: without a reserved operation, a scalar one, beats that have
# something in common or a number; or with another assertion in their place
OF_AMD = {"reserved_writes_none", "scalar_is_one"}
IMPOSSIBLE = {
    **dict.fromkeys(("shfl", "shfl_and_vote", "shfl_match_words", "shfl_redux"), OF_AMD),
    **dict.fromkeys(("shfl_banked", "shfl_vote"), OF_AMD | {"beats_agree"}),
    "shfl_match": OF_AMD | {"beat_is_new"},
    "shfl_barrier": OF_AMD | {"beat_is_new", "lanes_write"},
    **dict.fromkeys(("shfl_rvv", "shfl_rvv_banked"), {"scalar_is_one", "lanes_write"}),
}


@pytest.mark.slow
@pytest.mark.parametrize(("unit", "params"), list(cases()))
def test_no_assertion_fires(unit, params, tmp_path):
    """With the first parameters of a unit, each does for an output that is wrong on its way to the checks, or an input
    that the rules forbid."""
    program = built(unit, tmp_path, params)
    names, results = fired(program)
    assert not names and results > 300
    if params is TRAFFIC[unit][0]:
        names = assertions(checks.checks(unit)) - IMPOSSIBLE.get(unit, set())
        assert len(names) > 6
        for name in sorted(names):
            assert name in fired(program, f"+fault={name}")[0]
        for n, port in enumerate(unit_sv.ALIKE.get(unit, "").split(), 1):
            assert "beats_agree" in fired(program, f"+differs={n}")[0], port


# ---- x, which Icarus knows and Verilator does not. Icarus Verilog 11 reads no concurrent assertions,
# so that of the checks those of x are there


OPERAND, CONTROLS = "x in an operand of an active lane", "x in tag, controls or active"
X_SHFL = {"mode": CONTROLS, "sb": OPERAND, "sc": OPERAND}
X_AMD = {"op": CONTROLS, "control": CONTROLS, "sb": OPERAND}
X = {
    **dict.fromkeys(("shfl", "shfl_banked"), X_SHFL),
    **dict.fromkeys(("shfl_amd", "shfl_amd_banked"), X_AMD),
    "shfl_vote": {"op": OPERAND, "p": OPERAND},
    "shfl_and_vote": {**X_SHFL, "p": OPERAND},
    **dict.fromkeys(("shfl_match", "shfl_match_words", "shfl_redux"), {"op": OPERAND, "ra": OPERAND}),
    "shfl_barrier": {"slot": OPERAND, "p": OPERAND},
    **dict.fromkeys(("shfl_rvv", "shfl_rvv_banked"), {"op": OPERAND}),
}


@pytest.mark.slow
@pytest.mark.parametrize("unit", nightly_but([(unit,) for unit in UNITS], lambda unit: unit != "shfl_amd"))
def test_x(unit, tmp_path):
    """Where it counts it is detected; `none` has it where it does not count."""
    for name in ("shfl_handshake_checks", "shfl_beat_checks"):  # the head alone
        head = re.sub(r"//.*", "", text(f"rtl/sv/{name}.sv")).split(");\n")[0]
        (tmp_path / f"{name}.sv").write_text(f"{head});\nendmodule\n")
    words = ["-g2012", "-gsupported-assertions", "-s", "bench", "-Y", ".sv", "-y", tmp_path, *INCLUDES]
    checks.write(tmp_path)
    words += [f"-I{unit_sv.write(unit, tmp_path)}", "-o", tmp_path / "bench", f'-Pbench.UNIT="{unit}"']
    words += [f"-Pbench.{name}={value}" for name, value in {"CLOCKS": 300, **BASE.get(unit, {})}.items()]
    run([IVERILOG, *words, "tests/sv/bench.sv"])
    for x, message in {"none": None, "in_valid": "x in the handshake", "we": "x in a result", **X[unit]}.items():
        out = run([VVP, "-n", tmp_path / "bench", f"+x={x}"]).stdout
        assert " results\n" in out, out[-2000:]
        found = set(re.findall(r"^ERROR: .*?: (x .*)$", out, re.M))
        assert message in found if message else not found, (x, found)
