# SPDX-License-Identifier: Apache-2.0
"""The RTL of AMD's lane crossing and its golden model have the same encodings. What they do: tests/test_sim.py."""

import re

import pytest
from conftest import ROOT


@pytest.mark.parametrize(("what", "count"), [("op", "OPS"), ("gen", "GENS")])
def test_encodings(what, count):
    """rtl/amd/shfl_amd_defs.vh has the numbers of model/shfl_amd.h."""
    header = re.sub(r"/\*.*?\*/", "", (ROOT / "model/shfl_amd.h").read_text(encoding="utf-8"), flags=re.DOTALL)
    names = re.findall(r"\w+", re.search(rf"enum shfl_amd_{what} {{(.*?)}};", header, re.DOTALL)[1])
    names = names[: int(re.search(rf"define SHFL_AMD_RTL_{count} (\d+)", header)[1])]
    defs = (ROOT / "rtl/amd/shfl_amd_defs.vh").read_text(encoding="utf-8")
    block = re.search(rf"^// {what}\b.*\n((?:`define.*\n)+)", defs, re.MULTILINE)[1]
    numbers = re.findall(r"^`define (\w+) +(?:5'd)?(\d+)$", block, re.MULTILINE)
    assert numbers == [(name, str(n)) for n, name in enumerate(names)]
