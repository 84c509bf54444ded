#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The units, where their modules are, and the RTL files that FuseSoC chooses by the cores. As a program, it writes
Bender.yml from them; `make docs` does it."""

import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
# the units of each folder
OF_FOLDER = {
    "rtl": ["shfl", "shfl_banked"],
    "rtl/amd": ["shfl_amd", "shfl_amd_banked"],
    "rtl/rvv": ["shfl_rvv", "shfl_rvv_banked"],
    "rtl/collective": ["shfl_vote", "shfl_and_vote", "shfl_match", "shfl_match_words", "shfl_redux", "shfl_barrier"],
}
UNITS = {unit: folder for folder, units in OF_FOLDER.items() for unit in units}
# An FPGA family's modules replace those of the same names. Its name is a flag, a target of Bender and a folder
FAMILIES = ("xilinx", "ecp5", "gowin", "ice40")
CORES = {
    "openshfl": "openshfl.core",
    **{f"openshfl_{name}": f"rtl/{name}/openshfl_{name}.core" for name in ("collective", "amd", "rvv")},
}


def flags_of(unit):
    """The flags of Bender without which it lacks a file of UNIT."""
    return [flag for flag in ("amd", "rvv") if UNITS[unit] == f"rtl/{flag}"]


def core(of):
    """The file sets of a core, {NAME: [FILE]}, and the flags of each set of target default, {NAME: [FLAG]}. It needs
    all of them; one with ! before it must not be set. The sets of AMD's and RISC-V's cores are a flag of Bender's."""
    path = ROOT / CORES[of]
    text, folder = path.read_text(encoding="utf-8"), path.parent.relative_to(ROOT)
    filesets, name = {}, None
    for line in text.split("\nfilesets:\n")[1].split("\n\n")[0].splitlines():
        if found := re.fullmatch(r"  (\w+):", line):
            name = found[1]
            filesets[name] = []
        elif not line.startswith(("    file_type", "    depend")):
            filesets[name] += [str(folder / file) for file in re.findall(r"[\w/]+\.\w+", line)]
    default = re.search(r"default: &default\n    filesets:\n((?:      - .*\n)+)", text)[1]
    words = [re.findall(r"!?\w+", line) for line in default.splitlines()]
    return filesets, {name: [*flags, *([name] if name in ("amd", "rvv") else [])] for *flags, name in words}


def chosen(flags, cores=CORES):
    """The files of target default with FLAGS, as FuseSoC chooses them for these cores."""
    return [
        file
        for filesets, conditions in map(core, cores)
        for name, needs in conditions.items()
        if all((flag.lstrip("!") in flags) != flag.startswith("!") for flag in needs)
        for file in filesets[name]
    ]


def folders_of(unit):
    """Where a unit's modules are, but for chains and families: in its folder and in rtl/."""
    return sorted({UNITS[unit], "rtl"}, reverse=True)


def bender():
    """The files of a file set with flags are a group with a target: FuseSoC's flag F is Bender's shfl_F; families keep
    their names."""
    text = HEAD_OF_BENDER
    sets = ((files[name], flags) for files, conditions in map(core, CORES) for name, flags in conditions.items())
    for files, flags in sets:
        names = [flag if flag.lstrip("!") in FAMILIES else re.sub(r"(\w+)", r"shfl_\1", flag) for flag in flags]
        target = ", ".join(re.sub(r"^!(.*)$", r"not(\1)", name) for name in names)
        target = f"all({target})" if len(names) > 1 else target
        files = ", ".join(file for file in files if not file.endswith(".vh"))
        text += f"      - target: {target}\n        " if target else "      - "
        margin = {"initial_indent": "files: [", "subsequent_indent": " " * 16, "break_on_hyphens": False}
        text += textwrap.fill(files, 112, **margin) + "]\n"
    return text


HEAD_OF_BENDER = """# SPDX-License-Identifier: Apache-2.0
# openshfl for Bender, written by rtl/filelists.py. Targets xilinx, ecp5, gowin and ice40, one at most, select the
# modules of that FPGA family, rtl/tech/; shfl_chain selects the crossbar of chains; shfl_sv adds the types and
# shared assertions of rtl/sv/; shfl_amd adds AMD's lane crossing, rtl/amd/; shfl_rvv adds RISC-V's vector permutations,
# rtl/rvv/.
package:
  name: openshfl
  description: The GPU warp shuffle, SHFL

export_include_dirs: [rtl, rtl/amd, rtl/rvv]

sources:
  - include_dirs: [rtl, rtl/amd, rtl/rvv]
    files:
"""


if __name__ == "__main__":
    (ROOT / "Bender.yml").write_text(bender(), encoding="utf-8")
