# SPDX-License-Identifier: Apache-2.0
"""The lists of RTL files: those of rtl/ in Verilator and Icarus, the line for Yosys of docs/use/integration.md,
FuseSoC's cores and Bender.yml. All have the same modules, and no tool lacks one."""

import json
import os
import pathlib
import re

import pytest
from conftest import IVERILOG, ROOT, VERILATOR, YOSYS, run, tracked

from rtl import filelists, linters

# small parameters with which a unit has all of its modules
AMD = {"LANES": 32, "W": 1, "GEN": 3, "SKID": 1}
PARAMETERS = {
    "shfl": {"LANES": 4, "SKID": 1, "POLICY": 1}, "shfl_banked": {"LANES": 4, "SKID": 1},
    "shfl_and_vote": {"LANES": 4, "POLICY": 1}, "shfl_match": {"LANES": 4}, "shfl_match_words": {"LANES": 4, "W": 4},
    "shfl_vote": {"LANES": 4, "WAYS": 2}, "shfl_redux": {"LANES": 4, "WAYS": 2, "W": 2},
    "shfl_barrier": {"LANES": 4, "WAYS": 2, "SLOTS": 2},
    **{unit: {"LANES": 8, "SKID": 1} for unit in filelists.OF_FOLDER["rtl/rvv"]},
    **dict.fromkeys(filelists.OF_FOLDER["rtl/amd"], AMD),
}  # fmt: skip
FLAGS = ("chain", "sv", "amd", "rvv")
SETS = [set(), *({flag} for flag in FLAGS), set(FLAGS)]
OF_FAMILIES = [{family} for family in filelists.FAMILIES] + [{"ice40", "chain", "amd", "rvv"}]


def modules(unit, flags):
    """The files of FuseSoC with FLAGS that UNIT names, and that they name."""
    files = {pathlib.Path(file).stem: ROOT / file for file in filelists.chosen(flags) if file.endswith(".v")}
    found, new = set(), {unit}
    while new:
        found |= new
        new = {name for module in new for name in linters.words(files[module]) if name in files} - found
    return {str(files[name].relative_to(ROOT)) for name in found}


COMBINATIONS = [
    pytest.param(unit, family, chain, id="-".join([unit, *filter(None, [family, "chain" * chain])]),
                 marks=[pytest.mark.nightly]
                 * (unit != "shfl" and bool(family or chain) or family in ("xilinx", "ecp5", "gowin"))
                 or [pytest.mark.slow] * ("amd" in unit or bool(family or chain)))
    for unit in filelists.UNITS
    for family in ("", *filelists.FAMILIES)
    for chain in [False, True][: 1 + ("rtl/shfl_crossbar.v" in modules(unit, filelists.flags_of(unit)))]
]  # fmt: skip


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    """Empty modules for the cells of the families."""
    text = "".join((ROOT / path).read_text() for path in tracked("rtl/tech/*/*.v"))
    made = ""
    for name, ports in re.findall(r"^ +([A-Z][A-Z0-9_]+) (?:#\(\S+\) )?\w+ \(([^;]*)\);", text, re.M):
        if f"module {name} " not in made:
            of_cell = re.findall(r"\.(\w+)\(", ports)
            heads = [f"{'output' if port in ('O', 'F', 'Z') else 'input'} {port}" for port in of_cell]
            made += f"module {name} #(parameter INIT = 0, LUT_INIT = 0) ({', '.join(heads)}); endmodule\n"
    path = tmp_path_factory.mktemp("cells") / "cells.v"
    path.write_text(made)
    return path


def iverilog(unit, *words, folder=ROOT):
    """Elaborate UNIT as the top, with the files of FOLDER; the messages. A module that is not in the sources is one."""
    params = [f"-P{unit}.{name}={value}" for name, value in PARAMETERS[unit].items()]
    environment = {**os.environ, "OPENSHFL": str(folder)}
    # the exit status is the number of errors modulo 256, so that only the messages count
    done = run([IVERILOG, "-g2005", "-Wall", "-tnull", "-s", unit, *params, *words], status=None, env=environment)
    return done.stdout + done.stderr


def relative(names):
    return {os.path.relpath(name, ROOT) for name in names if str(name).endswith(".v")} - {""}


@pytest.mark.few(1)
@pytest.mark.parametrize(("unit", "family", "chain"), COMBINATIONS)
def test_all_have_the_same_modules(unit, family, chain, cells, tmp_path):
    """Verilator names each module that a text names; Icarus and Yosys those that the parameters leave."""
    flags = {*filelists.flags_of(unit), *filter(None, [family, "chain" * chain])}
    expected = modules(unit, flags)
    lists = [f"rtl/{unit}.f", *["rtl/chain.f"] * chain, *[f"rtl/tech/{family}.f"] * bool(family)]
    words = [*(word for name in lists for word in ("-f", name)), *[cells] * bool(family)]
    listed = "".join((ROOT / name).read_text() for name in lists)
    named = set(re.findall(r"\$\{OPENSHFL\}/(\S+\.v)$", listed, re.M))
    given = named - expected  # such as a multiplexer of a family, which chains do not use

    params = [f"-G{name}={value}" for name, value in PARAMETERS[unit].items()]
    quiet = [] if family else ["-Wall"]  # of the cells only the ports are known
    verilator = [VERILATOR, "--xml-only", "--xml-output", tmp_path / "unit.xml", "-Mdir", tmp_path / "verilator"]
    words_of = [*verilator, *quiet, *params, "--top-module", unit, *words]
    done = run(words_of, env={**os.environ, "OPENSHFL": str(ROOT)})
    assert not re.search("warning|error", done.stdout + done.stderr, re.I), done.stdout + done.stderr
    read = relative(re.findall(r'filename="([^"]*)"', (tmp_path / "unit.xml").read_text())) - relative([cells])
    assert read - given == expected

    used = tmp_path / "used"
    assert iverilog(unit, f"-Mall={used}", *words) == ""
    elaborated = relative(used.read_text().split()) - relative([cells]) - named
    assert elaborated <= expected and f"{filelists.UNITS[unit]}/{unit}.v" not in elaborated
    # FuseSoC's and Bender's files
    files = [file for file in filelists.chosen(flags) if file.endswith(".v")]
    assert iverilog(unit, *(f"-I{folder}" for folder in ("rtl", "rtl/amd", "rtl/rvv")), *files, cells) == ""

    yosys(unit, family, chain, tmp_path)
    made = json.loads((tmp_path / "unit.json").read_text())["modules"].values()
    sources = {module["attributes"]["src"].split(":")[0] for module in made if "src" in module["attributes"]}
    assert elaborated <= relative(sources) <= expected


def yosys(unit, family, chain, folder):
    """The line of docs/use/integration.md, for this unit."""
    line = re.search(r'^    yosys -p "(.*); synth_ice40"$', (ROOT / "docs/use/integration.md").read_text(), re.M)[1]
    assert "rtl/shfl.v" in line and "-libdir rtl/tech/ice40 -libdir rtl/chain -libdir rtl -top shfl" in line
    folders = filelists.folders_of(unit)
    searched = [*[f"rtl/tech/{family}"] * bool(family), *["rtl/chain"] * chain, *folders]
    for old, new in {
        "-Irtl": " ".join(f"-I{name}" for name in folders),
        "rtl/shfl.v": f"{filelists.UNITS[unit]}/{unit}.v",
        "-libdir rtl/tech/ice40 -libdir rtl/chain -libdir rtl": " ".join(f"-libdir {name}" for name in searched),
        "-top shfl": " ".join([f"-top {unit}", *(f"-chparam {n} {v}" for n, v in PARAMETERS[unit].items())]),
    }.items():
        line = line.replace(old, new)
    run([YOSYS, "-q", "-p", f"{line}; proc; write_json {folder}/unit.json"])


def test_every_file_is_in_a_unit():
    """Or is for a core's decoder; `make docs` has written Bender.yml."""
    units = [(unit, {*filelists.flags_of(unit), *flags}) for unit in filelists.UNITS for flags in SETS + OF_FAMILIES]
    decoder = {"rtl/rvv/shfl_rvv_decode.v", "rtl/rvv/shfl_rvv_legal.v"}
    assert set.union(decoder, *(modules(*unit) for unit in units)) == {
        str(path) for path in tracked("rtl/*.v", ":!examples")
    }
    assert (ROOT / "Bender.yml").read_text() == filelists.bender()


def test_families():
    """Those of the flow; flags of which none or one is set leave no module out and none twice."""
    assert set(filelists.FAMILIES) == {path.name for path in (ROOT / "rtl/tech").iterdir() if path.is_dir()}
    names = sorted(pathlib.Path(file).name for file in filelists.chosen(set()))
    for flags in OF_FAMILIES[:-1]:
        assert sorted(pathlib.Path(file).name for file in filelists.chosen(flags)) == names


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
        elif line.startswith("      - files"):
            on = True
        files += re.findall(r"rtl/[\w/]+\.s?v\b", line) if on else []
    assert files == [file for file in filelists.chosen(flags) if not file.endswith(".vh")]
