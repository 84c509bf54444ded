# SPDX-License-Identifier: Apache-2.0
"""How old a figure is: the LUTs of its unit at a small size, at the commit that was measured and today.

    python3 -m synth.fpga.report.age     synthesize what synth/fpga/report/ages.json lacks

A figure whose unit has changed by more than 1 % gets a mark on the page. The small size has 8 lanes (AMD's units 32) of up
to 4 bits, the same registers, memory and crossbar, in LUTs of four inputs by Yosys's generic script, so that one takes a
second or two. A commit that this repository lacks makes the age unknown.
"""

import functools
import json
import pathlib
import re
import subprocess
import tempfile

from synth.fpga.flow import changes, processes, results, synthesis
from synth.fpga.flow.common import ROOT, Failed, Misuse

FILE = ROOT / "synth/fpga/report/ages.json"
MARK, UNKNOWN = "†", "‡"
LIMIT = 0.01
SMALL = {"LANES": 8, "W": 4, "WAYS": 2, "NETWORK": 4, "PARTS": 3}
SMALL_AMD = {**SMALL, "LANES": 32, "W": 1}
INCLUDES = ("", "amd", "collective", "rvv")
SCRIPT = "synth -flatten -run begin:fine; memory -nomap; opt -full; techmap; opt -fast; abc -lut 4; opt_clean"


def probe(point):
    """What stands for a point: (module, its file if it is no unit, crossbar, ((parameter, value), ...))."""
    top = synthesis.TOPS[point.top]
    inner = synthesis.TOPS[{"pins": "unit", "banked_pins": "banked"}.get(point.top, point.top)]
    small = SMALL_AMD if "amd" in inner.module else SMALL
    own = {
        name: value for name, value in point.setting.params().items() if name.replace("NETWORK", "PARTS") in top.params
    }
    whole = own.get("WAYS") == own.get("LANES")
    for name, least in small.items():
        if name in own:
            own[name] = min(int(own[name]), least)
    if whole and "WAYS" in own:
        own["WAYS"] = own["LANES"]
    if inner.module in ("shfl_vote", "shfl_redux", "shfl_match", "shfl_match_words"):
        own.setdefault("LANES", 8)
        own.setdefault("WAYS", 8) if "WAYS" in top.params else None
    if inner.module == "shfl_redux":  # DEPTH is what its LANES allow
        own["DEPTH"] = min(int(own.get("DEPTH", 1)), 3)
    wrapper = inner.wrapper.name if inner.wrapper else ""
    with_chains = inner.module in ("shfl", "shfl_amd", "shfl_crossbar_alone", "shfl_in_place", "shfl_rvv")
    crossbar = "chain" if with_chains and point.setting.crossbar == "chain" else ""
    return inner.module, wrapper, crossbar, tuple(sorted((own | dict(inner.fixed)).items()))


def name(wanted):
    module, _, crossbar, params = wanted
    return " ".join(filter(None, [module, crossbar, *(f"{key}={value}" for key, value in params)]))


@functools.cache
def tree(commit):
    """A folder with the RTL of a commit, and the wrappers of the flow."""
    folder = tempfile.TemporaryDirectory()
    names = changes.git("ls-tree", "-r", "--name-only", commit)
    if names is None:
        return None
    wanted = [each for each in names.decode().splitlines() if re.search(r"^rtl/|chain/\w+\.v$|flow/shfl\w*\.v$", each)]
    packed = changes.git("archive", commit, *wanted)
    subprocess.run(["tar", "x", "-C", folder.name], input=packed, check=True)
    return folder


def files_in(root, wanted):
    """The Verilog that a probe reads, and the folders of its includes."""
    module, wrapper, crossbar, _ = wanted
    found = {file.name: file for folder in INCLUDES for file in (root / "rtl" / folder).glob("*.v")}
    if crossbar == "chain":
        found |= {file.name: file for folder in ("rtl", "fpga") for file in (root / folder / "chain").glob("*.v")}
    if wrapper:
        found |= {wrapper: file for folder in ("synth/fpga", "fpga") for file in (root / folder / "flow").glob(wrapper)}
    return results.below(module, found)


def luts(root, wanted):
    """Of a probe in a tree."""
    module, _, _, params = wanted
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "stat"
        reads = " ".join(map(str, files_in(root, wanted)))
        headers = " ".join(f"-I{root}/rtl/{each}" for each in INCLUDES)
        values = "".join(f" -chparam {key} {value}" for key, value in params)
        script = f"read_verilog {headers} {reads}; hierarchy -top {module}{values}; {SCRIPT}; tee -q -o {out} stat"
        processes.call(f"synthesis of {name(wanted)}", [processes.tool("yosys"), "-p", script], out.with_suffix(".log"))
        found = re.findall(r"^ *(?:\$lut +(\d+)|(\d+) +\$lut)$", out.read_text(), re.M)
    return int("".join(found[-1])) if found else 0


def then(folder, wanted):
    """The same at a commit, or None: it is not in this repository, or had no such parameters."""
    try:
        return luts(pathlib.Path(folder.name), wanted) if folder else None
    except (Failed, Misuse):
        return None


def today(wanted):
    """A key of what a probe is made of."""
    read = files_in(ROOT, wanted)
    return results.digest([(file.name, results.verilog(file)) for file in (*read, *results.headers(read))])[:16]


def load():
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def renew(points, kept):
    """Synthesize what is missing, and write the file: {probe: {"commits": {commit: LUTs}, "files": key, "luts": today}}."""
    ages, made = load(), {}
    for point in points:
        if point.id not in kept:
            continue
        wanted, commit = probe(point), kept[point.id]["commit"]
        known = made.setdefault(name(wanted), {"commits": {}})
        old = ages.get(name(wanted), {})
        if "luts" not in known:
            known["files"] = today(wanted)
            known["luts"] = old["luts"] if old.get("files") == known["files"] else luts(ROOT, wanted)
        if commit not in known["commits"]:
            folder = tree(commit)
            before = old.get("commits", {}).get(commit)
            known["commits"][commit] = before or then(folder, wanted)
    lines = [f"{json.dumps(key)}: {json.dumps(value, sort_keys=True)}" for key, value in sorted(made.items())]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def stale(points):
    """The probes whose RTL is another than the one in the file."""
    ages = load()
    wanted = {name(one): one for one in map(probe, points)}
    return [key for key, one in wanted.items() if ages.get(key, {}).get("files") != today(one)]


def mark(point, record, ages):
    """MARK if the unit has changed since the figure was measured, UNKNOWN if nobody can say."""
    known = ages.get(name(probe(point)), {})
    then, now = known.get("commits", {}).get(record["commit"]), known.get("luts")
    if not then or not now:
        return UNKNOWN
    return MARK if abs(now - then) > LIMIT * then else ""


if __name__ == "__main__":
    from . import points, record

    renew(points.points(), record.load())
