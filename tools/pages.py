# SPDX-License-Identifier: Apache-2.0
"""What the generated passages of README.md and docs/*.md are made of. Cog runs them: `make docs`.

A passage stands in its page between [[[cog ... ]]] and [[[end]]]; the words belong to the page, the facts come from here.
Environment: MAKE, BUILD; in them lie the programs that are run.
"""
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import tomllib

import defs

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / (os.environ.get("BUILD") or "build")
STAGES = ["decode", "lane index", "range check", "select", "crossbar low", "crossbar high", "write-back"]
REGISTERS = ["DECODE", "LANE_INDEX", "RANGE_CHECK", "SELECT", "LOW", "HIGH", "WRITEBACK"]       # REG_* in rtl/shfl.v


def table(heading, rows, right=()):
    """A table in Markdown; the columns in RIGHT are aligned to the right."""
    lines = [heading, ["---:" if n in right else "---" for n in range(len(heading))], *rows]
    return "".join("|" + "|".join(f" {cell} " if cell != "" else " " for cell in line) + "|\n" for line in lines)


# ---- docs/rules.md

def modes(words):
    rows = [(name, number, *words[name]) for number, name in enumerate(defs.MODES)]
    return table(["`mode`", "encoding", "the lane that is read is", "typical use"], rows)


def policies(words):
    rows = [(name, number, *words[name]) for number, name in enumerate(defs.POLICIES)]
    return table(["policy", "encoding", "`rd`", ""], rows)


def top():
    return (ROOT / "rtl" / "shfl.v").read_text(encoding="utf-8")


def parameters():
    found = re.findall(r"^    parameter (\w+) += `?(?:SHFL_)?(\w+),? +// (.*)$", top(), re.MULTILINE)
    rows = [(f"`{name}`", defs.POLICIES.index(value) if value in defs.POLICIES else value, words.replace("`SHFL_", "").replace("`", ""))
            for name, value, words in found]
    return table(["parameter", "default", "legal values and meaning"], rows)


def ports():
    """The ports of rtl/shfl.v with the comments that stand there."""
    def bits(highest):
        if not highest:
            return "1"
        width = highest.replace("$clog2(LANES)", "L")
        return re.sub(r"^L\+7$", "8 + L", width.removesuffix("-1")).replace("*", " x ") if not width.isdigit() else int(width) + 1

    found = re.findall(r"^    (input|output) +wire +(?:\[(.*):0\])? +(\w+),?(?: *// *(.*))?$", top(), re.MULTILINE)
    return table(["port", "direction", "bits", ""], [(f"`{name}`", way, bits(highest), words) for way, highest, name, words in found])


def stage_registers():
    first = {name: int(depth) for name, depth in re.findall(r"localparam REG_(\w+) += DEPTH >= (\d)", top())}
    rows = [(depth, *("register" if depth >= first[name] else "" for name in REGISTERS)) for depth in range(len(first) + 1)]
    return table(["`DEPTH`", *STAGES], rows)


def clocks():
    passes, inside = [1, 2, 4, 8, 16, 32], {"2": 0, "3 and 4": 1, "5 to 7": 2}
    rows = [(f"`DEPTH` {depths}", *(1 if n == 1 else n + c + 1 for n in passes)) for depths, c in inside.items()]
    return table(["`PASSES`", *passes], rows, right=range(1, 7))


# ---- commands and what they print

def environment(home):
    """Of the commands on a page: a home of their own, and of the calling make only its settings."""
    kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    return {**kept, "HOME": str(home), "SETUP": "0", "BUILD": str(BUILD), "PKG_CONFIG_PATH": f"{home}/.local/lib/pkgconfig"}


def shell(commands, *, folder=ROOT, home="/nonexistent", status=0):
    """What they print, both outputs together."""
    done = subprocess.run(["sh", "-euc", commands], cwd=folder, env=environment(home), text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != status:
        raise RuntimeError(f"{commands}\nended with {done.returncode}, expected {status}:\n{done.stdout}")
    return done.stdout


def console(prepare, *commands, source=None, page=None):
    """A block with the commands and what they print, run in a folder of their own. PREPARE is run first and not shown;
    SOURCE is a file there, filled with the first block of C of PAGE."""
    with tempfile.TemporaryDirectory() as home:
        shell(prepare, home=home)
        if source:
            text = (ROOT / page).read_text(encoding="utf-8")
            (pathlib.Path(home) / source).write_text(re.search(r"^```c\n(.*?)^```$", text, re.M | re.S)[1], encoding="utf-8")
        said = [f"$ {command}\n{shell(command, folder=home, home=home)}" for command in commands]
    return "```\n" + "".join(said) + "```\n"


def excerpt(text, first, last):
    """The first and the last lines of a text, and dots between them."""
    lines = text.splitlines(keepends=True)
    return "".join(lines) if len(lines) <= first + last else "".join([*lines[:first], "...\n", *lines[len(lines) - last:]])


def simulation():
    return "```\n" + excerpt(shell(f"{BUILD}/shfl_sim"), 5, 5) + "```\n"


# ---- README.md's table of size and clock

def size_and_clock():
    """The whole unit at 32 lanes: its size in each family, and the best median clock of each family and W."""
    def row(point, luts, clock=""):
        params = point["params"]
        setting = f"`DEPTH={params['DEPTH']}" + (f" PASSES={params['PASSES']}`" if params["PASSES"] > 1 else "`")
        return titles[point["family"]], params["W"], setting, f"{luts:,}", clock

    titles = {path.parent.name: tomllib.loads(path.read_text(encoding="utf-8"))["title"]
              for path in (ROOT / "fpga" / "families").glob("*/family.toml")}
    rows, best = [], {}
    for point in json.loads((ROOT / "fpga" / "report" / "fpga.json").read_text(encoding="utf-8"))["points"]:
        if point["group"] == "area" and point["top"] == "unit":
            rows.append(row(point, point["luts"]))
        elif point["kind"] == "pnr":
            clock = statistics.median(seed["fmax_mhz"] for seed in point["seeds"].values())
            key = point["family"], point["params"]["W"]
            best[key] = max(best.get(key, (0, {})), (clock, point), key=lambda pair: pair[0])
    rows += [row(point, point["luts"] - point["wrapper"]["luts"], f"{clock:.0f}") for clock, point in best.values()]
    return table(["FPGA", "`W`", "setting", "LUTs", "MHz"], rows, right=(1, 3, 4))
