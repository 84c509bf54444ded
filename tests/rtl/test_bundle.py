# SPDX-License-Identifier: Apache-2.0
"""`make bundle`: the file of each unit is whole, for Verilator and for Icarus, and begins with the parameters."""

import re

import pytest
from conftest import IVERILOG, ROOT, VERILATOR, nightly_but, run

from rtl import bundle, filelists


def lint(unit, text, folder):
    """What Verilator and Icarus say of a bundle, which is all that they get."""
    file = folder / f"{unit}.v"
    file.write_text(text)
    verilator = [VERILATOR, "--lint-only", "-Wall", "--top-module", unit, file]
    icarus = [IVERILOG, "-g2005", "-Wall", "-tnull", "-s", unit, file]
    said = [run(command, status=None, cwd=folder) for command in (verilator, icarus)]
    return [re.sub("^- .*\n", "", one.stdout + one.stderr, flags=re.M) for one in said]


@pytest.mark.few(1)
@pytest.mark.parametrize("unit", nightly_but([(unit,) for unit in bundle.FOLDERS], lambda unit: "banked" not in unit))
def test_unit(unit, tmp_path):
    text = bundle.bundle(unit)
    assert lint(unit, text, tmp_path) == ["", ""]

    head = text[: text.index("\n\n")]
    file = ROOT / f"{bundle.FOLDERS[unit][0]}/{unit}.v"
    names = [set(re.findall(r"parameter integer (\w+)", one)) for one in (head, file.read_text())]
    assert names[0] == names[1]

    modules = dict(re.findall(r"(?s)^(?=module (\w+))(.*?^endmodule\n)", text, re.M))
    for said in lint(unit, text.replace(modules["shfl_legal"], ""), tmp_path):
        assert "shfl_legal" in said, said
    # those that the defaults leave out, too, but for the errors, which no file has, and a way of AMD's units alone
    instances = set(re.findall(r"^ *(shfl(?!_error_)\w*) (?:#\(|u_\w+ \()", text, re.M))
    assert set(modules) - instances == {unit} and instances - set(modules) <= {"shfl_amd_senders"}


def test_every_unit_of_the_lists():
    assert set(filelists.UNITS) <= set(bundle.FOLDERS)


def test_wrong_unit():
    with pytest.raises(ValueError, match=r"UNIT=shlf: expected one of shfl, shfl_banked, .*shfl_vector"):
        bundle.bundle("shlf")
