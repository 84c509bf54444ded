#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fpga - docs/fpga.md is of today's RTL, and says what was measured; no synthesis here.

Usage: fpga.py SCRATCH          check the repository's report, then broken copies of it in the folder SCRATCH
       fpga.py --checks ROOT    check the report of the repository at ROOT only

The figures of the document's tables are worked out again from fpga/report/fpga.json, by code of this file's own.
Prints PASS, FAIL or SKIP, one line per check. Exit status: 0 nothing failed, 1 something did, 2 misuse.
"""
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
failed = False


def verdict(name, problems):
    """PASS if the list of problems is empty."""
    global failed
    failed |= bool(problems)
    print(f"FAIL fpga/{name}: {problems[0]}" if problems else f"PASS fpga/{name}")
    for problem in problems[1:10]:
        print(f"    {problem}")
    sys.stdout.flush()


# ---- the report against its record

def check_report(root):
    """Up to date, and exactly what is made of the record."""
    sys.path.insert(0, str(root / "synth"))
    import report
    try:
        found = report.problems()
        record = report.load()
    except report.flow.Misuse as error:
        verdict("record", [str(error)])
        return None
    verdict("current", [why for what, why in found if what == "points"])
    verdict("document", [why for what, why in found if what == "document"])
    how = "drawn again" if report.drawing(record) else "by their hashes"
    verdict(f"plots, {how}", [why for what, why in found if what not in ("points", "document")])
    return record


# ---- the tables against the record

FAMILY = {"Lattice iCE40": "ice40", "Lattice ECP5": "ecp5", "Xilinx 7": "xilinx", "Gowin": "gowin"}
LEAST  = {"ice40": 16, "ecp5": 16, "xilinx": 8, "gowin": 16}
MOST   = {"ice40": 17, "ecp5": 18, "xilinx": 9.5}
CODING = {"MUX, left to synthesis": ("plain", 0, 1), "MUX, hard multiplexers": ("crossbar", 0, 1),
          "CHAIN, PARTS 1": ("crossbar", 1, 1), "CHAIN, PARTS 3": ("crossbar", 1, 3)}
YES, NO = "yes", "**no**"


def tables(text):
    """{heading: [tables below it]}, a table a list of rows, a row {column: cell}."""
    result, heading, head = {}, "", None
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if not line.startswith("|"):
            head = None
        elif head is None:
            head = [cell.strip() for cell in line.strip("|").split("|")]
            result.setdefault(heading, []).append([])
        elif not re.fullmatch(r"[|:\- ]+", line):
            result[heading][-1].append(dict(zip(head, (cell.strip() for cell in line.strip("|").split("|")))))
    return result


def number(cell):
    """The first number of a cell."""
    return float(re.search(r"[\d,]*\.?\d+", cell).group().replace(",", ""))


class Tables:
    """Row by row, with a list of what disagrees."""

    def __init__(self, record, text):
        self.points, self.tables, self.problems, self.rows = list(record["points"].values()), tables(text), [], 0
        self.silicon = record["silicon"]

    def find(self, **wanted):
        """The one point with these properties and parameters."""
        params = {name: value for name, value in wanted.items() if name.isupper()}
        others = {name: value for name, value in wanted.items() if not name.isupper()}
        found = [p for p in self.points if all(p[n] == v for n, v in others.items())
                 and all(p["params"].get(n) == v for n, v in params.items())]
        if len(found) != 1:
            self.problems.append(f"{len(found)} points are {wanted}, expected one")
        return found[0] if found else None

    def same(self, row, column, want):
        cell = row.get(column, "")
        self.rows += 1
        if cell != want:
            self.problems.append(f"{' | '.join(row.values())}: {column} is '{cell}', by fpga/report/fpga.json"
                                 f" '{want}'")

    def clock(self, row, column, point):
        clocks = sorted(figures["fmax_mhz"] for figures in point["seeds"].values())
        behind = f"({clocks[0]:.0f} to {clocks[-1]:.0f})" if len(clocks) > 1 else "(one seed)"
        self.same(row, column, f"{statistics.median(clocks):.0f} {behind}")
        return statistics.median(clocks)

    def crossbar(self):
        rows = self.tables["The crossbar alone"][0]
        for row in rows:
            family, (top, crossbar, parts) = FAMILY[row["family"]], CODING[row["coding"]]
            luts = self.find(family=family, top=top, CROSSBAR=crossbar, PARTS=parts)["luts"]
            self.same(row, "LUTs", f"{luts:,}")
            self.same(row, "per output bit", f"{luts / 1024:.2f}")
            self.same(row, "minimum", str(LEAST[family]))
            self.same(row, "ratio", f"{luts / 1024 / LEAST[family]:.2f}")
            if family in MOST:
                self.same(row, "target", f"{MOST[family]:g}")
                self.same(row, "reached", YES if luts <= 1024 * MOST[family] else NO)
        if len(rows) != 15:
            self.problems.append(f"{len(rows)} rows of crossbars, expected 15")

    def unit(self):
        whole, by_module = self.tables["The whole unit"]
        for row in whole:
            family = FAMILY[row["family"]]
            point = self.find(family=family, kind="area", top="unit", W=32, DEPTH=1)
            self.same(row, "LUTs", f"{point['luts']:,}")
            self.same(row, "flip-flops", f"{point['ffs']:,}")
            self.same(row, "LUTs per output bit", f"{point['luts'] / 1024:.2f}")
            if family in MOST:
                self.same(row, "reached", YES if point["luts"] <= 1.15 * 1024 * MOST[family] else NO)
        for title, family in FAMILY.items():
            point = self.find(family=family, kind="area", top="unit", W=32, DEPTH=1)
            for row in by_module:
                got = point["modules"].get(row["module"].strip("`"))
                if row["module"].startswith("`") and got:
                    self.same(row, title, f"{got['instances'] * got['luts']:,}")
            self.same(by_module[-1], title, f"{point['luts']:,}")
            total = sum(number(row[title]) for row in by_module[:-2] if row[title])
            self.same(by_module[-2], title, f"{total:,.0f}")
        if len(whole) != 4:
            self.problems.append(f"{len(whole)} rows of units, expected 4")

    def depth(self):
        rows = self.tables["iCE40 HX8K, W=4"][0]
        for row in rows:
            depth = int(row["`DEPTH`"])
            for name, crossbar, parts in (("MUX", 0, 2 if depth >= 3 else 1), ("CHAIN, PARTS 3", 1, 3),
                                          ("CHAIN, PARTS 8", 1, 8), ("CHAIN, PARTS 16", 1, 16)):
                if row[f"{name}, MHz"]:
                    point = self.find(family="ice40", kind="pnr", W=4, DEPTH=depth, CROSSBAR=crossbar, PARTS=parts)
                    self.clock(row, f"{name}, MHz", point)
                    self.same(row, f"{name}, cells", f"{point['used']['ICESTORM_LC'] - point['wrapper']['ffs']:,}")
        for row in self.tables["ECP5-85, W=32"][0]:
            point = self.find(family="ecp5", kind="pnr", W=32, DEPTH=int(row["`DEPTH`"]))
            self.same(row, "above 150 MHz", YES if self.clock(row, "MHz", point) > 150 else NO)
        depths = {p["params"]["DEPTH"] for p in self.points if p["group"] == "depth"}
        if [int(row["`DEPTH`"]) for row in rows] != sorted(depths):
            self.problems.append(f"{len(rows)} depths, expected {sorted(depths)}")

    def passes(self):
        rows = self.tables["Area against throughput"][0]
        for row in rows:
            depth, passes = int(row["`DEPTH`"]), int(row["`PASSES`"])
            point = self.find(family="ice40", kind="area", group="passes", DEPTH=depth, PASSES=passes)
            clocks = 1 if passes == 1 else passes + sum(depth >= cut for cut in (3, 5)) + 1
            self.same(row, "LUTs", f"{point['luts']:,}")
            self.same(row, "clocks per warp", str(clocks))
            self.same(row, "latency, clocks", str(depth - 1 + passes))
            self.same(row, "lanes per clock", f"{32 / clocks:.2f}")
            if row["MHz"]:
                routed = self.find(family="ice40", kind="pnr", group="passes", DEPTH=depth, PASSES=passes)
                self.same(row, "million warps/s", f"{self.clock(row, 'MHz', routed) / clocks:.2f}")
                if routed["used"]["ICESTORM_LC"] > 7680:
                    self.problems.append(f"{routed['id']} is said to be routed in more cells than there are")
        if len(rows) != 12:
            self.problems.append(f"{len(rows)} rows of passes, expected 12")

    def reached(self):
        """The first table: what is said to be reached is, going by its own row and by the best of the record."""
        best = {}
        for family in MOST:
            best[f"{family} crossbar"] = min(p["luts"] for p in self.points if p["family"] == family
                                             and p["top"] in ("plain", "crossbar")) / 1024
            best[f"{family}"
                 f" unit"] = self.find(family=family, kind="area", top="unit", W=32, DEPTH=1)["luts"] / 1024
        for family, width in (("ice40", 4), ("ecp5", 32)):
            best[f"{family} clock"] = max(
                statistics.median(figures["fmax_mhz"] for figures in p["seeds"].values()) for p in self.points
                if p["kind"] == "pnr" and p["family"] == family and p["params"]["W"] == width
                and p["params"]["PASSES"] == 1)
        rows = self.tables["What was to be reached"][0]
        for row in rows:
            title = re.match(r"(Lattice |Xilinx )?\w+", row["what"]).group()
            family = FAMILY.get(title, FAMILY.get(f"Lattice {title}"))
            limit, measured = number(row["to be reached"]), number(row["measured"])
            if "MHz" in row["to be reached"]:
                want, good = best[f"{family} clock"], best[f"{family} clock"] > limit
                wanted = 230 if family == "ice40" else 150
            elif "cells" in row["to be reached"]:
                want, wanted = measured, 7680
                good = any(p["used"]["ICESTORM_LC"] == measured <= 7680 for p in self.points
                           if p["kind"] == "pnr" and p["group"] == "passes")
            else:
                what = "unit" if "unit" in row["what"] else "crossbar"
                want, wanted = best[f"{family} {what}"], MOST[family] * (1.15 if what == "unit" else 1)
                good = want <= wanted
            if abs(wanted - limit) > 0.006:
                self.problems.append(f"{row['what']}: the target is {wanted:g}, not {limit:g}")
            if abs(want - measured) > 0.51 or ("." in row["measured"] and abs(want - measured) > 0.006):
                self.problems.append(f"{row['what']}: measured is {want:.2f}, not {measured:g}")
            self.same(row, "reached", YES if good else NO)
        if len(rows) != 9:
            self.problems.append(f"{len(rows)} targets, expected 9")


def check_tables(root, record):
    text = (root / "docs" / "fpga.md").read_text(encoding="utf-8")
    for name in ("reached", "crossbar", "unit", "depth", "passes"):
        found = Tables(record, text)
        try:
            getattr(found, name)()
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            found.problems.append(f"the table is not as it was: {error!r}")
        if not found.rows:
            found.problems.append("nothing to compare")
        verdict(f"tables/{name}", found.problems)


# ---- the record itself

def check_record(root, record):
    """No figure of a unit that has lost a part, seeds without a gap, and the silicon that docs/silicon.md has."""
    problems = []
    for point in record["points"].values():
        params = point["params"]
        least = params["LANES"] * params["W"] // params.get("PASSES", 1) * LEAST[point["family"]]
        if point["luts"] < least:
            problems.append(f"{point['id']}: {point['luts']} LUTs cannot hold its crossbar, which takes"
                            f" {least}")
    verdict("whole units", problems)
    problems = []
    for point in record["points"].values():
        if point["kind"] == "pnr":
            seeds = sorted(map(int, point["seeds"]))
            if seeds != list(range(1, len(seeds) + 1)):
                problems.append(f"{point['id']}: seeds {seeds}, expected 1, 2, 3 ... without a gap")
    verdict("seeds", problems)
    text = (root / "docs" / "silicon.md").read_text(encoding="utf-8")
    problems = []
    for kind, lanes in sorted(record["silicon"].items()):
        found = re.search(rf"SHFL\.IDX, Sb and Sc {kind} \| ([\d.]+)", text)
        if not found or abs(32 * float(found.group(1)) - lanes) > 0.06:
            problems.append(f"{lanes} lanes per clock with operands that are {kind}: docs/silicon.md has"
                            f" another figure")
    verdict("silicon", problems if record["silicon"] else ["no figures of the hardware's own unit"])


def checks(root):
    record = check_report(root)
    if record and record["points"] and (root / "docs" / "fpga.md").exists():
        check_record(root, record)
        check_tables(root, record)
    return 1 if failed else 0


# ---- the checks against what is wrong on purpose: file, what is found there, what is put there, the check to fail

def figure(text):
    """The LUTs of the first crossbar of a record, one more."""
    return re.sub(r'("luts": )(\d+)', lambda found: found.group(1) + str(int(found.group(2)) + 1), text, count=1)


BREAKS = [
    ("the RTL changes",            "rtl/shfl_select.v", r"in_range \? j : lane", "in_range ? lane :"
                                                                                 " j", "current"),
    ("a constant of the RTL",      "rtl/shfl_defs.vh", r"`define SHFL_RAW .*", "`define SHFL_RAW 3", "current"),
    ("a script of synthesis",      "fpga/families/ice40/synth.ys", r"-nocarry", "", "current"),
    ("the wrapper changes",        "fpga/flow/shfl_pins.v", r"lane_ops\[LANE_OPS-1\] \^", "lane_ops[LANE_OPS-2] ^", "current"),
    ("a figure of the record",     "fpga/report/fpga.json", None, figure, "document"),
    ("a point is not"
     " recorded",    "fpga/report/fpga.json", r'\n\{[^\n]*"group": "policy"[^\n]*,(?=\n)', "", "current"),
    ("the record is no JSON",      "fpga/report/fpga.json", r"\{", "", "record"),
    ("a figure of the document",   "docs/fpga.md", r"\| ([\d,]+) \|", "| 1 |", "document"),
    ("a plot is another",          "docs/fpga/crossbar.svg", r"</svg>", "<!-- --></svg>", "plots"),
    ("the plots tell a target that was missed as reached",
                                   "fpga/report/report_doc.py", r"def yes\(value\):", "def yes(value):\n    value ="
                                                                                " not value",
                                   "tables/reached"),
    ("medians are the fastest seed", "fpga/report/report_doc.py", r"return statistics\.median\(clocks\(point\)\)",
                                   "return clocks(point)[-1] + 1", "tables/depth"),
]
HARMLESS = [
    ("a comment of the RTL",       "rtl/shfl_select.v", r"// shfl_select - ", "// shfl_select, that is, "),
    ("a comment of a script",      "fpga/families/ice40/synth.ys", r"# ice40.ys - ", "# ice40.ys, that is, "),
]


def copy(place):
    shutil.rmtree(place, ignore_errors=True)
    for folder in ("rtl", "synth", "docs"):
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))


def outcome(place):
    """The names of the checks that fail in a copy, and all that was printed."""
    env = {name: value for name, value in os.environ.items() if name not in ("BUILD", "RTL_DIR", "VENV")}
    done = subprocess.run([sys.executable, "-B", str(pathlib.Path(__file__).resolve()), "--checks", str(place)],
                          env=env, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    red = re.findall(r"^FAIL fpga/([\w/ ]+)", done.stdout, flags=re.M)
    if (done.returncode != 0) != bool(red):
        red.append(f"exit status {done.returncode}")
    return red, done.stdout


def edit(path, pattern, new):
    old = path.read_text(encoding="utf-8")
    changed = new(old) if pattern is None else re.sub(pattern, lambda _: new, old, count=1)
    path.write_text(changed, encoding="utf-8")
    return changed != old


def check_breaks(scratch):
    """What is wrong on purpose is noticed, by the check that is there for it."""
    for place, (name, file, pattern, new, expected) in enumerate(BREAKS):
        broken = scratch / str(place)
        copy(broken)
        if not edit(broken / file, pattern, new):
            verdict(f"break: {name}", [f"{file}: nothing there to be changed, so that nothing was tried"])
            continue
        if expected.startswith("tables"):   # the document is what this report makes: only the tables can tell
            subprocess.run([sys.executable, "-B", "-c", "import pathlib, report, report_doc;"
                                                        " report.DOCUMENT.write_text("
                            "report_doc.document(report.load()), encoding='utf-8')"],
                           cwd=broken / "synth", check=False)
        red, said = outcome(broken)
        verdict(f"break: {name}", [] if expected in red else [f"{file} is broken, but {expected} passes:",
                                                              *said.splitlines()])
        if expected == "current" and red:
            verdict(f"break: {name}: the command", [] if re.search(r"`make fpga-report GROUP='[\w -]+'`", said)
                    else ["no command is named that renews the report:", *said.splitlines()])
    for place, (name, file, pattern, new) in enumerate(HARMLESS):
        same = scratch / f"harmless{place}"
        copy(same)
        edited = edit(same / file, pattern, new)
        red, said = outcome(same)
        verdict(f"no break: {name}", [] if edited and not red else [f"{file}: edited: {edited};"
                                                                    f" then:", *said.splitlines()])


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--checks":
        return checks(pathlib.Path(arguments[1]).resolve())
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    checks(ROOT)
    if failed:
        print("SKIP fpga/breaks: the report itself is red")
        return 1
    check_breaks(pathlib.Path(arguments[0]).resolve())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
