# SPDX-License-Identifier: Apache-2.0
"""The lists of RTL files: openshfl.core, Bender.yml and rtl/*.f. The compilers search no folder for modules."""

import itertools
import os
import pathlib
import re

import pytest
from conftest import ROOT, run

from rtl import filelists

IVERILOG = os.environ.get("IVERILOG") or "iverilog"
VERILATOR = os.environ.get("VERILATOR") or "verilator"
# parameters with which a unit has all of its modules
SMALL = {"shfl": {"LANES": 4, "SKID": 1, "POLICY": 1}, "shfl_banked": {"LANES": 4, "SKID": 1}}
SMALL |= {unit: {} for unit in filelists.COLLECTIVE}
SMALL |= {unit: {"LANES": 8, "SKID": 1} for unit in filelists.RVV}
SMALL_AMD = {"LANES": 32, "W": 1, "GEN": 3, "SKID": 1}
FLAGS = ("chain", "sv", "amd", "rvv")
SETS = [set(flags) for count in range(5) for flags in itertools.combinations(FLAGS, count)]
OF_FAMILIES = [{family} for family in filelists.FAMILIES] + [{"ice40", "chain", "amd", "rvv"}]


def iverilog(unit, *words, folder=ROOT):
    """Elaborate UNIT as the top, with the files of FOLDER; the messages. A module that is not in the sources is one."""
    values = SMALL.get(unit, SMALL_AMD)
    params = [f"-P{unit}.{name}={value}" for name, value in values.items()]
    environment = {**os.environ, "OPENSHFL": str(folder)}
    # the exit status is the number of errors modulo 256, so that only the messages count
    done = run([IVERILOG, "-Wall", "-tnull", "-s", unit, *params, *words], status=None, env=environment)
    return done.stdout + done.stderr


@pytest.mark.parametrize("flags", SETS, ids=lambda flags: "-".join(sorted(flags)) or "none")
def test_every_unit_with_every_flag(flags):
    """The wrappers in Verilator: Icarus does not read them."""
    sources = [ROOT / file for file in filelists.chosen(flags) if not file.endswith(".vh")]
    includes = ["-I" + str(ROOT / folder) for folder in ("rtl", "rtl/amd", "rtl/rvv")]
    verilog = [file for file in sources if file.suffix == ".v"]
    tops = {file.stem for file in sources if file.stem.removesuffix("_packed") in filelists.UNITS}
    wrapped = (2 + 2 * ("amd" in flags)) * (1 + ("sv" in flags))
    assert len(tops) == wrapped + len(filelists.COLLECTIVE) + len(filelists.RVV) * ("rvv" in flags)
    for top in sorted(tops):
        if top in filelists.UNITS:
            assert iverilog(top, "-g2005", *includes, *verilog) == ""
        else:
            run([VERILATOR, "--lint-only", "-Wall", "--top-module", top, *includes, *sources])


@pytest.mark.nightly
@pytest.mark.covers("rtl/", "openshfl.core")
@pytest.mark.parametrize("name", [name for name in filelists.LISTS if not name.startswith("tech/")])
def test_a_list_is_complete_and_minimal(name, tmp_path):
    """A list compiles alone, and does not without any one of its files."""
    unit, _ = filelists.LISTS[name]
    path = ROOT / f"rtl/{name}.f"
    assert iverilog(unit, "-g2005", "-f", path) == ""
    params = [f"-G{parameter}={value}" for parameter, value in SMALL.get(unit, SMALL_AMD).items()]
    lint = [VERILATOR, "--lint-only", "-Wall", "--top-module", unit, *params]
    run([*lint, "-f", path], cwd=tmp_path, env={**os.environ, "OPENSHFL": str(ROOT)})
    lines = path.read_text().splitlines()
    # shfl_fabric names shfl_mux for policy OWN, which shfl_rvv has not; a crossbar of chains has no shfl_mux;
    # AMD's front end names the scatter of whole waves
    spare = {"shfl_rvv_chain": "shfl_mux.v", "shfl_amd_banked": "shfl_amd_scatter.v"}.get(name)
    for line in lines[2:]:
        if pathlib.Path(line).name == spare:
            continue
        (tmp_path / "less.f").write_text("".join(f"{other}\n" for other in lines if other != line))
        missing = re.escape(pathlib.Path(line).stem) if line.endswith(".v") else "Include file"
        of_network = ["-P", f"{unit}.NETWORK=2"] * ("network" in line or "trips" in line)
        assert re.search(missing, iverilog(unit, "-g2005", *of_network, "-f", tmp_path / "less.f")), line


@pytest.mark.parametrize("family", filelists.FAMILIES)
def test_a_list_of_a_family(family):
    """The files of the list of the same name in rtl/, each replaced by that of rtl/tech/ if there is one; a module of
    rtl/tech/ is in a list."""
    modules = {path.name: f"rtl/tech/{family}/{path.name}" for path in (ROOT / "rtl/tech" / family).glob("*.v")}

    def files(path):
        return re.findall(r"(?m)^\$\{OPENSHFL\}/(.*)$", (ROOT / path).read_text())

    used = set()
    for path in (ROOT / "rtl/tech" / family).glob("*.f"):
        plain, own = files(f"rtl/{path.name}"), files(path)
        assert sorted(own) == sorted(modules.get(pathlib.Path(file).name, file) for file in plain)
        used |= set(own) & set(modules.values())
    assert used == set(modules.values())


def test_families():
    """Those of the flow; flags of which none or one is set leave no module out and none twice."""
    assert set(filelists.FAMILIES) == {path.name for path in (ROOT / "rtl/tech").iterdir()}
    names = sorted(pathlib.Path(file).name for file in filelists.chosen(set()))
    for flags in OF_FAMILIES[:-1]:
        assert sorted(pathlib.Path(file).name for file in filelists.chosen(flags)) == names


def test_the_lists_are_those_of_the_core():
    """And there is no other."""
    written = filelists.written()
    assert {str(path.relative_to(ROOT)) for path in ROOT.glob("rtl/**/*.f")} | {"Bender.yml"} == set(written)
    for path, text in written.items():
        assert (ROOT / path).read_text() == text, f"{path}: `make docs` writes it"


@pytest.mark.parametrize("flags", SETS + OF_FAMILIES, ids=lambda flags: "-".join(sorted(flags)) or "none")
def test_bender(flags):
    """Bender's targets select the files of FuseSoC's flags; a target holds for the lines that are indented below it."""
    targets = {flag if flag in filelists.FAMILIES else f"shfl_{flag}" for flag in flags}
    files, on = [], True
    for line in (ROOT / "Bender.yml").read_text().split("\nsources:\n")[1].splitlines():
        if found := re.search(r"- target: (.*)", line):
            words = re.findall(r"(not\()?(?!all|not)(\b\w+)", found[1])
            assert words and (len(words) == 1) != found[1].startswith("all(")
            on = all((name in targets) != bool(inverted) for inverted, name in words)
        elif found := re.match(r" +- (\S+\.s?v)$", line):
            files += [found[1]] if on or len(line) - len(line.lstrip()) == 6 else []
    assert files == [file for file in filelists.chosen(flags) if not file.endswith(".vh")]
