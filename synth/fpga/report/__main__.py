# SPDX-License-Identifier: Apache-2.0
"""python3 -m synth.fpga.report - measure the unit on FPGAs and make docs/use/fpga.md, with its plots, of the figures.

    list                 print the points of the report, by group, and what measures each
    run [GROUP ...]      measure what is out of date, in all groups or those named, and record it in
                         synth/fpga/report/fpga.json, then render
    render               make docs/use/fpga.md and docs/fpga/*.svg of synth/fpga/report/fpga.json alone
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

from synth.fpga.flow import processes
from synth.fpga.flow.common import ERRORS, Failed, Misuse

from . import document, record
from .points import points


def run(groups, quick, jobs):
    """Measure what is out of date. Returns how many points failed."""
    kept, lock = record.load(), threading.Lock()
    kept["silicon"] = record.silicon()
    todo = [point for point, _ in record.stale(kept) if not groups or point.group in groups]
    todo.sort(key=lambda point: point.kind == "area")  # what takes longest first
    print(f"{len(todo)} of {len(points())} points to measure", flush=True)
    started, made, failed = time.time(), {}, set()

    def say(point, what):
        seconds = int(time.time() - started)
        print(f"[{seconds // 60}:{seconds % 60:02}] {point.id}{what}", flush=True)

    def tell(point, what):
        kept["points"][point.id] = made[point.id]
        record.save(kept)
        say(point, what)

    def begin(point):
        got = record.begin(point, kept["points"].get(point.id))
        with lock:
            made[point.id] = got
            if "luts" in got:
                tell(point, f": {got['luts']} LUTs, {got['ffs']} flip-flops")

    def place(point, seed):
        result = record.place(point, seed)
        with lock:
            record.add(point, made[point.id], result)
            tell(point, f", seed {seed}: {result['fmax_mhz']:.1f} MHz")

    def finish(point):
        """Have the critical path of the median, which is placed once more if it was placed elsewhere."""
        got = made[point.id]
        if record.off_median(got):
            result = record.place(point, record.median_seed(got["seeds"]))
            with lock:
                record.describe(point, got, result)
        clocks = [figures["fmax_mhz"] for figures in got["seeds"].values()]
        with lock:
            tell(point, f": {statistics.median(clocks):.1f} MHz, median of {len(clocks)}")

    def step(does, several):
        """Do the same for several points at a time. One that fails is not gone on with; the others are."""

        def one(words):
            point = words[0]
            try:
                if point.id not in failed:
                    does(*words)
            except Failed as error:
                with lock:
                    failed.add(point.id)
                    say(point, f": FAILED: {error}")

        list(pool.map(one, several))

    placed = [point for point in todo if point.kind == "pnr"]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        step(begin, [(point,) for point in todo])
        seeds = [(point, seed) for point in placed for seed in (point.seeds[:1] if quick else point.seeds)]
        missing = [(point, seed) for point, seed in seeds if str(seed) not in made.get(point.id, {}).get("seeds", {})]
        missing.sort(key=lambda words: words[1])  # all points are on a par, wherever the run is broken off
        if missing:
            print(f"{len(missing)} placements to make", flush=True)
        step(place, missing)
        step(finish, [(point,) for point in placed])
    record.save(kept)
    return len(failed)


def main(words):
    groups = list(dict.fromkeys(point.group for point in points()))
    parser = argparse.ArgumentParser(
        prog="python3 -m synth.fpga.report", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
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
