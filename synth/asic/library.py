# SPDX-License-Identifier: Apache-2.0
"""The standard cells of Oklahoma State University for 0.18 um, as Debian's package qflow-tech-osu018 installs them.

The areas in the liberty file do not all agree with the layouts: a NAND3X1 has 36 there and 32 in the LEF file, an
OAI21X1 has 23, less than a NAND2, and 32 in the LEF file. Here a cell's area is that of its layout.
"""

import functools
import pathlib
import re

from synth.fpga.flow import processes
from synth.fpga.flow.common import Misuse

FOLDER = pathlib.Path("/usr/share/qflow/tech/osu018")
FILES = ("osu018_stdcells.lib", "osu018_stdcells.lef", "osu018_stdcells.v")
DRIVER = "BUFX2"  # drives the inputs, as far as mapping goes
FLIP_FLOP = "DFFPOSX1"
GATE = "NAND2X1"  # the smallest NAND of two inputs: 1 gate equivalent


@functools.cache
def text(name):
    try:
        return (FOLDER / name).read_text(encoding="latin-1")
    except OSError as error:
        raise Misuse(f"{error.filename}: {error.strerror}; `sh .ci/need.sh osu018` installs it") from None


def version():
    """Of the package."""
    return processes.output(["dpkg-query", "-W", "-f", "${Version}", "qflow-tech-osu018"]) or "unknown"


@functools.cache
def areas():
    """{cell: um2}, by the sizes of the layouts."""
    sizes = re.findall(r"^MACRO (\w+)\n.*?^ *SIZE ([\d.]+) BY ([\d.]+)", text(FILES[1]), re.M | re.S)
    return {cell: float(width) * float(height) for cell, width, height in sizes}


def liberty():
    """The text of the liberty file with the areas of the layouts."""
    return re.sub(
        r"(\ncell \((\w+)\) \{.*?area : )[\d.]+", lambda m: f"{m[1]}{areas()[m[2]]:g}", text(FILES[0]), flags=re.S
    )


def models():
    """The text of the cells in Verilog, without a time scale: it would be that of whatever is compiled behind it."""
    return re.sub(r"^`timescale.*\n", "", text(FILES[2]), flags=re.M)


def input_pf(cell):
    """The capacitance of a cell's first input."""
    return float(re.search(rf"\ncell \({cell}\).*?input;\s*capacitance : ([\d.]+)", text(FILES[0]), re.S)[1])


def ge(cells):
    """Gate equivalents of {cell: count}; whatever is no cell of the library counts nothing."""
    return sum(count * areas().get(cell, 0) for cell, count in cells.items()) / areas()[GATE]


@functools.cache
def wire():
    """Of metal 3: the pitch in um, and ohm and fF for each um, to the ground alone."""
    about = re.search(r"^LAYER metal3\n(.*?)^END metal3", text(FILES[1]), re.M | re.S)[1]
    pitch, width, square, plate, edge = (
        float(re.search(rf"^\s*{name}\s+([\d.e-]+)", about, re.M)[1])
        for name in ("PITCH", "WIDTH", "RESISTANCE\\s+RPERSQ", "CAPACITANCE\\s+CPERSQDIST", "EDGECAPACITANCE")
    )
    return pitch, square / width, 1000 * (plate * width + 2 * edge)
