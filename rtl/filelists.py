#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lists of RTL files, from openshfl.core: a .f file per unit in rtl/, one with the modules of an FPGA family in
rtl/tech/NAME/, and Bender.yml. `make docs` writes them.

verilator --lint-only -f rtl/shfl.f --top-module shfl      with OPENSHFL set: a checkout, or PREFIX/share/openshfl
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
# no family has modules for these
COLLECTIVE = ("shfl_vote", "shfl_and_vote", "shfl_match", "shfl_match_words", "shfl_redux")
UNITS = {"shfl": [], "shfl_banked": [], "shfl_amd": ["amd"], "shfl_amd_banked": ["amd"]}
UNITS |= {unit: [] for unit in COLLECTIVE}
# without wrappers for SystemVerilog
RVV = ("shfl_rvv", "shfl_rvv_banked")
UNITS |= {unit: ["rvv"] for unit in RVV}
# name of a list: unit and flags. A unit that has shfl_crossbar has a second list, with the crossbar of chains
LISTS = {unit: (unit, flags) for unit, flags in UNITS.items()}
LISTS |= {f"{unit}_chain": (unit, ["chain", *UNITS[unit]]) for unit in ("shfl", "shfl_amd", "shfl_rvv")}
# An FPGA family's modules replace those of the same names. Its name is a flag, a target of Bender and a folder of
# rtl/tech/, which has the same lists; chains are for the iCE40
FAMILIES = ("xilinx", "ecp5", "gowin", "ice40")
LISTS |= {
    f"tech/{family}/{name}": (unit, [family, *flags])
    for family in FAMILIES
    for name, (unit, flags) in list(LISTS.items())
    if unit not in COLLECTIVE and ("chain" not in flags or family == "ice40")
}


def core():
    """The file sets of openshfl.core, {NAME: [FILE]}, and the flags of each set of target default, {NAME: [FLAG]}. It
    needs all of them; one with ! before it must not be set."""
    text = (ROOT / "openshfl.core").read_text(encoding="utf-8")
    filesets, name = {}, None
    for line in text.split("\nfilesets:\n")[1].split("\n\n")[0].splitlines():
        if found := re.fullmatch(r"  (\w+):", line):
            name = found[1]
            filesets[name] = []
        elif found := re.match(r"      - ([\w./]+)", line):
            filesets[name].append(found[1])
    default = re.search(r"default: &default\n    filesets:\n((?:      - .*\n)+)", text)[1]
    words = [re.findall(r"!?\w+", line) for line in default.splitlines()]
    return filesets, {name: flags for *flags, name in words}


def chosen(flags):
    """The files of target default with FLAGS, as FuseSoC chooses them."""
    filesets, conditions = core()
    return [
        file
        for name, needs in conditions.items()
        if all((flag.lstrip("!") in flags) != flag.startswith("!") for flag in needs)
        for file in filesets[name]
    ]


def needed(unit, files):
    """Those of FILES that UNIT names, and that they name, in the order of FILES."""
    of_module = {pathlib.Path(file).stem: file for file in files}
    found, new = set(), {unit}
    while new:
        found |= new
        text = "".join((ROOT / of_module[name]).read_text(encoding="utf-8") for name in new)
        named = re.findall(r"\bshfl_\w+", re.sub(r"//.*", "", text)) + re.findall(r'`include "(\w+)\.vh"', text)
        new = {name for name in named if name in of_module} - found
    return [of_module[name] for name in of_module if name in found]


def include_folders(files):
    return sorted({str(pathlib.Path(file).parent) for file in files if file.endswith(".vh")})


def file_list(name):
    unit, flags = LISTS[name]
    files = needed(unit, chosen(flags))
    about = ", with chains" if "chain" in flags else ""
    about += "".join(f", for {family}" for family in FAMILIES if family in flags)
    return (
        f"// {unit}{about}. OPENSHFL is the folder that has rtl/: a checkout, or PREFIX/share/openshfl.\n"
        f"// Written by rtl/filelists.py\n"
        + "".join(f"+incdir+${{OPENSHFL}}/{folder}\n" for folder in include_folders(files))
        + "".join(f"${{OPENSHFL}}/{file}\n" for file in files if not file.endswith(".vh"))
    )


def bender():
    """The files of a file set with flags are a group with a target: FuseSoC's flag F is Bender's shfl_F; families keep
    their names."""
    filesets, conditions = core()
    text = HEAD_OF_BENDER
    for name, flags in conditions.items():
        names = [flag if flag.lstrip("!") in FAMILIES else re.sub(r"(\w+)", r"shfl_\1", flag) for flag in flags]
        target = ", ".join(re.sub(r"^!(.*)$", r"not(\1)", name) for name in names)
        target = f"all({target})" if len(names) > 1 else target
        margin = "      "
        if target:
            text += f"      - target: {target}\n        files:\n"
            margin = "          "
        text += "".join(f"{margin}- {file}\n" for file in filesets[name] if not file.endswith(".vh"))
    return text


HEAD_OF_BENDER = """# SPDX-License-Identifier: Apache-2.0
# openshfl for Bender, written by rtl/filelists.py. Targets xilinx, ecp5, gowin and ice40, one at most, select the
# modules of that FPGA family, rtl/tech/; shfl_chain selects the crossbar of chains; shfl_sv adds the wrappers and
# assertions of rtl/sv/; shfl_amd adds AMD's lane crossing, rtl/amd/; shfl_rvv adds RISC-V's vector permutations,
# rtl/rvv/.
package:
  name: openshfl
  description: The GPU warp shuffle, SHFL

export_include_dirs: [rtl, rtl/amd, rtl/rvv]

sources:
  - include_dirs: [rtl, rtl/amd, rtl/rvv]
    files:
"""


def written():
    """Each file and its text."""
    return {**{f"rtl/{name}.f": file_list(name) for name in LISTS}, "Bender.yml": bender()}


if __name__ == "__main__":
    for path, text in written().items():
        (ROOT / path).write_text(text, encoding="utf-8")
