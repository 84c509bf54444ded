# SPDX-License-Identifier: Apache-2.0
"""The results of runs, kept in build/synth, and their keys: a hash of all that they depend on."""

import contextlib
import fcntl
import hashlib
import json
import os
import re

from . import units
from .common import CHAIN, RTL

FORMAT = 4  # of the result files: a new one makes all stale


def digest(what):
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()


def sources(family, module, crossbar):
    """The Verilog that is read, one file for each module from MODULE on: with chains the modules of rtl/chain/ replace
    those of the same names in rtl/, and the FAMILY's modules, if there is one, always do."""
    files = {file.name: file for folder in units.FOLDERS for file in folder.glob("*.v")}
    if crossbar == "chain":
        files.update({file.name: file for file in CHAIN.glob("*.v")})
    return below(module, files | (family.modules if family else {}))


def below(module, files):
    """Of FILES, {name: file}, those of a module and of what it instantiates."""
    wanted, found = [module], {}
    while wanted:
        name = f"{wanted.pop()}.v"
        if name in files and name not in found:
            found[name] = files[name]
            wanted += re.findall(r"\bshfl_?\w*", verilog(files[name]))
    return [found[name] for name in sorted(found)]


def bare(name, text):
    """The text of a file of this name, Verilog or a Yosys script, without comments, blanks and folders of includes."""
    if name.endswith(".ys"):
        return re.sub(r"(?m)^[ \t]*#.*\n|^\n", "", text)
    return " ".join(re.sub(r'(`include ")[^"]*/', r"\1", re.sub(r"//.*", "", text)).split())


def verilog(file):
    return bare(file.name, file.read_text(encoding="utf-8"))


def headers(files):
    """Those that these files include."""
    included = {name for file in files for name in re.findall(r'`include "(\w+\.vh)"', verilog(file))}
    return [file for file in sorted(RTL.rglob("*.vh")) if file.name in included]


def key(family, unit, *more, placed=False):
    """A hash of all that a netlist is made of: RTL, scripts, parameters, and MORE."""
    files = sources(family, units.PINS[unit.top] if placed else unit.top, unit.crossbar)
    texts = [(file.name, verilog(file)) for file in (*files, *headers(files))]
    fit = []
    if placed:
        fit = [family.fit, (units.HERE / "registers.py").read_text(), family.before(unit), family.route.get("pads")]
        fit.append(family.routing(unit))
    by = [family.stock, family.adders, verilog(family.script)]
    return digest([FORMAT, texts, by, family.luts, family.lut_memory, family.registers, fit, unit.name, *more])


def figures(kind, family, unit, wanted, cells, tools):
    """What each result on an FPGA has: of which run it is, and its cells."""
    return {"key": wanted, "family": family.name, "kind": kind, "setting": unit.name, "cells": cells,
            "luts": family.count_luts(cells), "ffs": family.count_ffs(cells), "tools": tools}  # fmt: skip


def load(path, wanted):
    """The result in the file PATH, if it is of the same key."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        result = json.loads(path.read_text(encoding="utf-8"))
        if result["key"] == wanted:
            return result
    return None


def replace(path, text):
    """Write a file as a whole: under another name, then renamed."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def store(path, result, indent=1):
    """Write a result, whole; returns it."""
    replace(path, json.dumps(result, indent=indent) + "\n")
    return result


@contextlib.contextmanager
def locked(directory):
    """One run at a time in a directory, whoever starts it."""
    directory.mkdir(parents=True, exist_ok=True)
    with open(directory / ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
