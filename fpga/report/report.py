#!/usr/bin/env python3
"""report - measure the unit on FPGAs and make docs/fpga.md, with its plots, of the figures.

Usage: report.py list                   print the points of the report, by group, and what each needs
       report.py run [GROUP ...]        measure what is out of date, in all groups or those named, and record
                                        it in fpga/report/fpga.json, then render
       report.py render                 make docs/fpga.md and docs/fpga/*.svg of fpga/report/fpga.json alone
       report.py check                  say what is out of date; exit status 1 if anything is

    --quick      leave out the groups that take long, unless they are named, and take only the first seed
    --jobs N     so many points at a time; as many as there are processors, if it is not given

A point is one synthesis, or one synthesis and some placements that differ in their seed. It is out of date
when the text of the RTL or of the scripts it came from has changed, comments and blanks aside. Every
figure is recorded as soon as it is known, so that a run may be broken off and taken up again.
Exit status: 0 done, 1 something failed or is out of date, 2 misuse.
"""
import argparse
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import re
import statistics
import sys
import threading
import time

import flow
import report_doc
from report_points import SLOW, points

ROOT = flow.ROOT
RECORD = ROOT / "fpga/report/fpga.json"
DOCUMENT = ROOT / "docs" / "fpga.md"
PLOTS = ROOT / "docs" / "fpga"


# ---- fpga/report/fpga.json: the record, and what it was made from

def load():
    """The record, an empty one if there is none yet; its points by their id."""
    if not RECORD.exists():
        return {"date": "", "silicon": {}, "plots": {}, "points": {}}
    try:
        record = json.loads(RECORD.read_text(encoding="utf-8"))
        record["points"] = {point["id"]: point for point in record["points"]}
        return record
    except (ValueError, KeyError, TypeError) as error:
        raise flow.Misuse(f"{flow.shown(RECORD)}: not a record of this script ({error!r}); once it is deleted, "
                          "`make fpga-report` makes one anew") from None


def save(record):
    """A line for each point, in the order of points(); the old file stays until the new one is whole."""
    order = {point.id: place for place, point in enumerate(points())}
    kept = sorted((p for p in record["points"].values() if p["id"] in order), key=lambda p: order[p["id"]])
    lines = ['{"date": ' + json.dumps(record["date"]),
             '"silicon": ' + json.dumps(record["silicon"], sort_keys=True),
             '"plots": ' + json.dumps(record["plots"], sort_keys=True),
             '"points": [\n' + ",\n".join(json.dumps(p, sort_keys=True) for p in kept) + "\n]}\n"]
    new = RECORD.with_suffix(".new")
    new.write_text(",\n".join(lines), encoding="utf-8")
    os.replace(new, RECORD)


def stale(record):
    """The points that have no figures of today's sources: (point, why)."""
    result = []
    for point in points():
        got = record["points"].get(point.id)
        if got is None:
            result.append((point, "never measured"))
        elif got["sources"] != point.sources():
            result.append((point, "RTL or scripts have changed since it was measured"))
        elif not set(map(str, point.seeds)) <= set(got.get("seeds", {})):
            result.append((point, "not every seed was tried"))
    return result


def silicon():
    """Lanes per clock of NVIDIA's own unit, from the table of docs/silicon.md."""
    text = (ROOT / "docs" / "silicon.md").read_text(encoding="utf-8")
    result = {}
    for kind in ("immediate", "registers"):
        found = re.search(rf"^\| SHFL\.IDX, Sb and Sc {kind} \| ([\d.]+) ", text, flags=re.M)
        if not found:
            raise flow.Misuse(f"docs/silicon.md: no throughput of SHFL.IDX with Sb and Sc {kind} in its table")
        result[kind] = round(32 * float(found.group(1)), 1)
    return result


# ---- measuring

# of what a flow returns, what the report keeps; of a routed point, that of the seed in the middle
KEEP = {"area": ("cells", "luts", "ffs", "modules", "tools"),
        "pnr":  ("cells", "luts", "ffs", "tools", "part", "freq", "placer", "used", "available", "wrapper", "critical_path")}


def measure(point, seeds, got, tell):
    """Measure a point, going on from what is there of it; tell(record) after every figure."""
    record = {"id": point.id, "group": point.group, "kind": point.kind, "family": point.family, "top": point.top,
              "params": point.params, "command": point.command(), "sources": point.sources(),
              "date": datetime.date.today().isoformat()}
    if point.kind == "area":
        result = flow.run_area(point.family, point.top, point.params)
        record.update({key: result[key] for key in KEEP["area"]})
        see_whole(record)
        tell(record)
        return record
    record["seeds"] = dict(got["seeds"]) if got and got["sources"] == record["sources"] else {}
    for seed in seeds:
        result = flow.run_pnr(point.family, point.params, seed, placer=point.placer)
        record["seeds"][str(seed)] = {key: result[key] for key in ("fmax_mhz", "icetime_mhz", "seconds")
                                      if key in result}
        middle = median_seed(record["seeds"])
        result = flow.run_pnr(point.family, point.params, middle, placer=point.placer)      # made already
        record.update({key: result[key] for key in KEEP["pnr"]}, critical_seed=middle)
        see_whole(record)
        tell(record)
    return record


def median_seed(seeds):
    """The seed whose clock is the median, the lower one of two."""
    clocks = sorted((figures["fmax_mhz"], int(seed)) for seed, figures in seeds.items())
    return clocks[(len(clocks) - 1) // 2][1]


def see_whole(record):
    """Refuse a netlist that has lost a part of the unit: its LUTs must be able to make the crossbar at least."""
    params = record["params"]
    bits = params["LANES"] * params["W"] // params.get("PASSES", 1)
    least = int(bits * flow.MINIMUM[record["family"]][0](params["LANES"]))
    if record["luts"] < least:
        raise flow.Failed(f"{record['luts']} LUTs cannot hold a crossbar of {bits} bits, which takes {least}: "
                          "synthesis has removed a part of the unit")


def run(groups, quick, jobs):
    """Measure what is out of date. Returns how many points failed."""
    record, lock = load(), threading.Lock()
    record["silicon"] = silicon()
    todo = [point for point, _ in stale(record)
            if (point.group in groups if groups else not quick or point.group not in SLOW)]
    print(f"{len(todo)} of {len(points())} points to measure", flush=True)
    begun, done, failed = time.time(), 0, []

    def tell(got):
        with lock:
            record["points"][got["id"]] = got
            record["date"] = max(point["date"] for point in record["points"].values())
            save(record)

    def one(point):
        nonlocal done
        try:
            got = measure(point, point.seeds[:1] if quick else point.seeds, record["points"].get(point.id), tell)
            said = f"{got['luts']} LUTs, {got['ffs']} flip-flops"
            if point.kind == "pnr":
                clocks = [figures["fmax_mhz"] for figures in got["seeds"].values()]
                said += f", {statistics.median(clocks):.1f} MHz, median of {len(clocks)}"
        except flow.Misuse:
            raise
        except flow.Failed as error:        # the other points go on
            said = f"FAILED: {error}"
            failed.append(point.id)
        with lock:
            done += 1
            seconds = int(time.time() - begun)
            print(f"[{done}/{len(todo)}, {seconds // 60}:{seconds % 60:02}] {point.id}: {said}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, todo))
    save(record)
    return len(failed)


# ---- the document

def renew():
    """Make the document and the plots of the record, and remove plots that are none of it."""
    try:
        import report_plots
    except ImportError as error:
        raise flow.Misuse(f"{error}: `make fpga-report` installs it") from None
    record = load()
    missing = [point.id for point in points() if point.id not in record["points"]]
    PLOTS.mkdir(parents=True, exist_ok=True)
    made = {}
    for name, data in report_doc.plots(record).items():
        svg = report_plots.draw(data)
        (PLOTS / name).write_bytes(svg)
        made[name] = {"drawn_from": digest(data), "sha256": hashlib.sha256(svg).hexdigest()}
    for other in set(PLOTS.iterdir()) - {PLOTS / name for name in made}:
        other.unlink()
    record["plots"] = {"matplotlib": report_plots.VERSION, "files": made}
    DOCUMENT.write_text(report_doc.document(record), encoding="utf-8")
    save(record)
    print(f"{flow.shown(DOCUMENT)} and {len(made)} plots, from {len(record['points'])} points")
    if missing:
        print(f"report.py: {len(missing)} points were never measured, such as {missing[0]}: parts are left out",
              file=sys.stderr)
    return 1 if missing else 0


def digest(data):
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def problems():
    """What is wrong with the report: [(points, document or a plot's name, what is wrong with it)]."""
    record = load()
    old = stale(record)
    groups = " ".join(dict.fromkeys(point.group for point, _ in old))
    result = [("points", f"{point.id}: {why}; `make fpga-report GROUP='{groups}'` measures"
                         f" it") for point, why in old]
    if any(point.id not in record["points"] for point, _ in old):
        return result
    again = "`make fpga-report` makes it anew"
    if not DOCUMENT.exists() or DOCUMENT.read_text(encoding="utf-8") != report_doc.document(record):
        result.append(("document", f"{flow.shown(DOCUMENT)} is not what fpga/report/fpga.json says; {again}"))
    wanted, made = report_doc.plots(record), record["plots"].get("files", {})
    there = {path.name for path in PLOTS.iterdir()} if PLOTS.exists() else set()
    for name in sorted(there | set(wanted)):
        if name not in there:
            wrong = "is missing"
        elif name not in wanted:
            wrong = "is no plot of the report"
        elif made.get(name, {}).get("drawn_from") != digest(wanted[name]):
            wrong = "was drawn from other figures than those of fpga/report/fpga.json"
        elif made[name]["sha256"] != hashlib.sha256((PLOTS / name).read_bytes()).hexdigest():
            wrong = "is not the file that was drawn"
        elif drawing(record) and drawing(record)(wanted[name]) != (PLOTS / name).read_bytes():
            wrong = "is not what is drawn today"
        else:
            continue
        result.append((name, f"{flow.shown(PLOTS / name)} {wrong}; {again}"))
    return result


def drawing(record):
    """The function that draws a plot as it was drawn, None without the matplotlib that did: then hashes have to do."""
    try:
        import report_plots
    except ImportError:
        return None
    return report_plots.draw if report_plots.VERSION == record["plots"].get("matplotlib") else None


# ---- command line

def main():
    def misuse(message):
        raise flow.Misuse(f"{message}; --help tells more")

    parser = argparse.ArgumentParser(prog="report.py", add_help=False)
    parser.error = misuse
    parser.add_argument("what", nargs="?", choices=("list", "run", "render", "check"))
    parser.add_argument("groups", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--help", action="store_true")
    parser.add_argument("-h", dest="help", action="store_true")
    arguments = parser.parse_intermixed_args()
    if arguments.help:
        print(__doc__.strip())
        return 0
    if not arguments.what:
        misuse("expected one of list, run, render, check")
    known = sorted({point.group for point in points()})
    for group in arguments.groups:
        if group not in known:
            raise flow.Misuse(f"{group}: no such group of points, expected some of {' '.join(known)}")
    if arguments.what == "list":
        for point in points():
            print(f"{point.group:11} {point.command()}")
        return 0
    if arguments.what == "check":
        found = problems()
        print("\n".join(why for _, why in found) or "up to date")
        return 1 if found else 0
    failed = run(arguments.groups, arguments.quick, max(1, arguments.jobs)) if arguments.what == "run" else 0
    return 1 if renew() or failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (flow.Misuse, flow.Failed) as error:
        print(f"report.py: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, flow.Misuse) else 1)
    except KeyboardInterrupt:
        flow.stop_all()
        sys.exit(130)
