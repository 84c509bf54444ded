# SPDX-License-Identifier: Apache-2.0
"""python3 -m fpga.report - measure the unit on FPGAs and make docs/fpga.md, with its plots, of the figures.

    list                 print the points of the report, by group, and what measures each
    run [GROUP ...]      measure what is out of date, in all groups or those named, and record it in
                         fpga/report/fpga.json, then render
    render               make docs/fpga.md and docs/fpga/*.svg of fpga/report/fpga.json alone
    check                say what is out of date; exit status 1 if anything is

A point is one synthesis, or one synthesis and some placements that differ in their seed. It is out of date when the
text of the RTL or of the scripts it came from has changed, comments and blanks aside; the clocks are kept if
synthesis makes the same netlist of it as before. Every figure is recorded as soon as it is known, so that a run may be
broken off and taken up again. Exit status: 0 done, 1 something failed or is out of date, 2 misuse, 3 the machine got
in the way.
"""

import argparse
import concurrent.futures
import os
import statistics
import sys
import threading
import time

from fpga.flow import processes
from fpga.flow.common import ERRORS, Failed, Misuse

from . import document, record
from .points import points


def run(groups, quick, jobs):
    """Measure what is out of date. Returns how many points failed."""
    kept, lock = record.load(), threading.Lock()
    kept["silicon"] = record.silicon()
    todo = [point for point, _ in record.stale(kept) if not groups or point.group in groups]
    todo.sort(key=lambda point: point.kind == "area")  # what takes longest first
    print(f"{len(todo)} of {len(points())} points to measure", flush=True)
    begun, done, failed = time.time(), 0, []

    def tell(got):
        with lock:
            kept["points"][got["id"]] = got
            record.save(kept)

    def one(point):
        nonlocal done
        try:
            got = record.measure(point, point.seeds[:1] if quick else point.seeds, kept["points"].get(point.id), tell)
            said = f"{got['luts']} LUTs, {got['ffs']} flip-flops"
            if point.kind == "pnr":
                clocks = [figures["fmax_mhz"] for figures in got["seeds"].values()]
                said += f", {statistics.median(clocks):.1f} MHz, median of {len(clocks)}"
        except Failed as error:  # the other points go on
            said = f"FAILED: {error}"
            failed.append(point.id)
        with lock:
            done += 1
            seconds = int(time.time() - begun)
            print(f"[{done}/{len(todo)}, {seconds // 60}:{seconds % 60:02}] {point.id}: {said}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, todo))
    record.save(kept)
    return len(failed)


def main(words):
    groups = list(dict.fromkeys(point.group for point in points()))
    parser = argparse.ArgumentParser(
        prog="python3 -m fpga.report", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("list", "run", "render", "check"))
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"run: one of {' '.join(groups)}")
    parser.add_argument("--quick", action="store_true", help="run: only the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="run: so many points at a time")
    args = parser.parse_intermixed_args(words)
    for group in args.groups:
        if group not in groups:
            raise Misuse(f"GROUP={group}: no such group of points, expected some of {' '.join(groups)}")
    if args.what == "list":
        print("\n".join(f"{point.group:11} {point.command}" for point in points()))
        return 0
    if args.what == "check":
        found = document.problems()
        print("\n".join(found) or "up to date")
        return 1 if found else 0
    failed = run(args.groups, args.quick, max(1, args.jobs)) if args.what == "run" else 0
    return 1 if document.renew() or failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except ERRORS as error:
        print(f"openshfl: {error}", file=sys.stderr)
        sys.exit(error.status)
    except OSError as error:
        print(f"openshfl: {error}", file=sys.stderr)
        sys.exit(3)
    except KeyboardInterrupt:
        processes.stop_all()
        sys.exit(130)
