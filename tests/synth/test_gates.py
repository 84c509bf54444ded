# SPDX-License-Identifier: Apache-2.0
"""The netlists of the FPGA flows take the place of the RTL: all suites run on them, and the rules are proved of them.
tests/mutants/ has netlists that are wrong."""

import os

import pytest
from conftest import BUILD, built, make, run

from formal import prove
from synth.flow import families, gates
from tb import settings


def unit(family, size, setting):
    """A case: quick, if its tools are on every machine and it is tiny."""
    marks = [] if family.yosys == "yosys" else [pytest.mark.needs(family.yosys)]
    marks += [] if not marks and size == "tiny" else [pytest.mark.nightly]
    return pytest.param(family.name, setting, id=f"{family.name}-{size}", marks=marks)


UNITS = [unit(family, *one) for family in families.every() for one in family.gates.items()]
each_unit = pytest.mark.parametrize(("family", "setting"), UNITS)


@pytest.fixture
def netlist(family, setting):
    """The text of a unit's netlist in the family's cells."""
    text = gates.mapped(family, setting, BUILD / "gates" / f"{family}_{setting}").read_text()
    assert "LUT" in text
    return text


def simulate(rtl, setting, folder):
    """All suites on the netlist in the folder RTL: shfl_sim's exit status and last line."""
    sim = folder / "shfl_sim"
    sim.unlink(missing_ok=True)
    built("shfl_sim")
    places = {"RTL_DIR": rtl, "RTL_BUILD": folder / "obj", "RUNTIME": BUILD / "rtl/runtime", "SIM": sim}
    words = [f"{name}={os.path.relpath(place)}" for name, place in places.items()]
    words += [f"CONFIGS={setting}", "BARE=", "SIM_KIND=bare", "VFLAGS=-Wno-lint -Wno-style -Wno-fatal"]
    make(*words, os.path.relpath(sim), into=folder)
    done = run([sim], status=None, timeout=1800)
    return done.returncode, done.stdout.strip().splitlines()[-1]


def proofs(rtl, setting, folder):
    """Prove the unit in the folder RTL, at 2 lanes with the handshake; prove.Failure if a property is violated."""
    about = settings.parse(setting)
    params = about.params() | {"PARTS": about.parts, "TAG_W": 16, "CHAIN": 0}
    del params["SKID"]  # which the harness does not have
    for stage in ["data", ""] if about.lanes == 2 else ["data"]:
        prove.prove(stage, params, str(rtl), str(folder / (stage or "unit")))


@pytest.mark.slow
@each_unit
def test_suites(family, setting, netlist, tmp_path):
    status, last = simulate(gates.modelled(family, netlist, tmp_path), setting, tmp_path)
    assert status == 0, last


@pytest.mark.nightly
@each_unit
def test_proofs(family, setting, netlist, tmp_path):
    proofs(gates.modelled(family, netlist, tmp_path), setting, tmp_path)


@pytest.mark.slow
def test_a_waiting_value_is_in_a_ram():
    setting = families.family("ice40").gates["ram"]
    assert "SB_RAM40_4K" in gates.mapped("ice40", setting, BUILD / "gates/ice40_ram").read_text()
