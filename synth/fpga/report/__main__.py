# SPDX-License-Identifier: Apache-2.0
"""python3 -m synth.fpga.report - measure the units on FPGAs, and make docs/use/fpga.md, with its plots, of the figures.

    list                 print the points of the report, by group, and the command that measures each
    run [POINT ...]      `make fpga-report`: measure the points that synth/fpga/report/fpga.json lacks, or those named
                         again, by id or group, then render; --release: the headline's points over 20 seeds
    render               make docs/use/fpga.md and docs/fpga/*.svg of synth/fpga/report/fpga.json alone
    check                `make report-check`: synthesize the headline's points and compare their cells with the
                         record's; list the other points whose RTL has changed since their commit

A point is one synthesis, or one synthesis and three placements that differ in their seed. The headline are the eight
points of README's table. Every figure is recorded at once, with the commit that is measured, so that an interrupted run
can be continued. Exit status: 0 done, 1 a point failed, or a point of the headline is old, 2 misuse, 3 environment
error.
"""

import argparse
import concurrent.futures
import os
import sys
import threading
import time

from synth.fpga.flow import changes, netlist, processes, route, synthesis
from synth.fpga.flow.common import ERRORS, Failed, Misuse

from . import document, record
from .points import HEADLINE, points

OLD = 0.01  # of its cells: a headline point that differs by more is old


def chosen(names):
    """The points of these ids or groups."""
    found = [point for point in points() if {point.id, point.group} & set(names)]
    if unknown := set(names) - {point.id for point in found} - {point.group for point in found}:
        groups = " ".join(dict.fromkeys(point.group for point in points()))
        raise Misuse(
            f"POINTS={' '.join(sorted(unknown))}: no such point, expected a group, {groups}, or an id of the list"
        )
    return found


def run(names, release, jobs):
    """Measure the points that are missing, or those named. Returns how many failed."""
    kept, lock, started = record.load(), threading.Lock(), time.time()
    seeds = {point: point.release_seeds if release else point.seeds for point in points()}
    again = chosen(names)
    todo = again or [p for p in points() if p.id not in kept or record.missing(p, kept[p.id], seeds[p])]
    todo.sort(key=lambda point: point.kind == "area")  # the longest first
    commit = changes.head() if todo else ""
    print(f"{len(todo)} of {len(points())} points to measure {commit and f'at commit {commit}'}".strip(), flush=True)
    made, failed = {}, set()

    def tell(point, what):
        seconds = int(time.time() - started)
        print(f"[{seconds // 60}:{seconds % 60:02}] {point.id}{what}", flush=True)

    def keep(point, what):
        kept[point.id] = made[point.id]
        record.save(kept)
        tell(point, what)

    def begin(point):
        got = kept.get(point.id)
        more = got and point not in again and record.continues(point, got)
        fresh = got if more else record.begin(point, commit)
        with lock:
            made[point.id] = fresh
            if point.kind == "area":
                keep(point, f": {fresh['luts']} LUTs, {fresh['ffs']} flip-flops")

    def place(point, seed):
        result = route.run_pnr(point.family, dict(point.given), seed, placer=point.placer, unit=point.unit)
        with lock:
            record.add(point, made[point.id], result)
            keep(point, f", seed {seed}: {result['fmax_mhz']:.1f} MHz")

    def attempt(does, point, *words):
        """A point that fails is given up; the others are not."""
        try:
            if point.id not in failed:
                does(point, *words)
        except Failed as error:
            with lock:
                failed.add(point.id)
                tell(point, f": FAILED: {error}")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda point: attempt(begin, point), todo))
        placed = [(p, seed) for p in todo if p.kind == "pnr" for seed in record.missing(p, made.get(p.id), seeds[p])]
        placed.sort(key=lambda one: one[1])  # all points get a first seed before one gets a second
        list(pool.map(lambda one: attempt(place, *one), placed))
    return len(failed)


def cells_today(point):
    """{cell type: count} of the netlist that today's RTL gives."""
    if point.kind == "pnr":
        return netlist.cells_of(route.synthesized(point.about, synthesis.TOPS[point.top], point.setting)[1])
    top, folder = synthesis.TOPS[point.top], synthesis.OUT / f"check_{point.id}"
    return synthesis.synthesize(point.about, top, point.setting, folder)[top.module]


def check(jobs):
    """Print which points are old; 1 if one of the headline is."""
    kept, today, old = record.load(), {p.id: p for p in points()}, []
    print(f"{'headline':<56}{'commit':<9}{'cells':>8}{'today':>8}{'change':>9}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for name, cells in zip(HEADLINE, pool.map(lambda name: cells_today(today[name]), HEADLINE), strict=True):
            if name not in kept:
                old.append(name)
                print(f"{name:<56}not measured", flush=True)
                continue
            was, now = sum(kept[name]["cells"].values()), sum(cells.values())
            if abs(now - was) > OLD * was:
                old.append(name)
            verdict = "  old" if name in old else ""
            print(
                f"{name:<56}{kept[name]['commit']:<9}{was:>8}{now:>8}{100 * (now - was) / was:>+8.2f}%{verdict}",
                flush=True,
            )
    print("\nother points, by group")
    others = [(p.group, kept.get(p.id), p.files) for p in points() if p.id not in HEADLINE]
    print("\n".join(changes.ages(others)))
    if old:
        print(f"\nold: `make fpga-report RELEASE=1 POINTS='{' '.join(old)}'` measures them again")
    return 1 if old else 0


def main(words):
    parser = argparse.ArgumentParser(
        prog="python3 -m synth.fpga.report", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("list", "run", "render", "check"))
    parser.add_argument("points", nargs="*", metavar="POINT", help="run: ids or groups, of the list")
    parser.add_argument("--release", action="store_true", help="run: 20 seeds for the headline")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="run, check: points at a time")
    args = parser.parse_intermixed_args(words)
    if args.what == "list":
        print("\n".join(f"{point.group:9}{point.id:66} {point.command}" for point in points()))
        return 0
    if args.what == "check":
        return check(max(1, args.jobs))
    failed = run(args.points, args.release, max(1, args.jobs)) if args.what == "run" else 0
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
