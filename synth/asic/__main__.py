# SPDX-License-Identifier: Apache-2.0
"""python3 -m synth.asic - the units in standard cells: area and clock, wires and energy.

    table [--top TOP] [PARAM=VALUE ...]     `make asic`: print a unit, or without PARAM all points of docs/use/asic.md
    placed [--top TOP] [PARAM=VALUE ...]    `make asic PLACED=1`: the same with wires, placed and not routed, and energy
    report [POINT ...]                      `make asic-report`: measure the points that synth/asic/asic.json lacks,
                                            or those named again, by name or unit, then render
    render                                  write docs/use/asic.md of synth/asic/asic.json
    check                                   list the points whose RTL has changed since their commit

Beside the unit's parameters there is CLOCK_GATE=1, with clock gates in place of the multiplexers of enables.

It runs in the repository's root. The cells are those of Oklahoma State University for 0.18
um, or those of the liberty file that LIBERTY names. Each run leaves its figures in build/asic/results/NAME.json, its
netlist and logs in build/asic/NAME/, and is not repeated as long as RTL, scripts, cells and tools are the same. Exit
status: 0 done, 1 the flow failed, 2 misuse, or a tool is missing, 3 environment error; the error is one line on stderr.
"""

import argparse
import sys

from synth.flow import units
from synth.flow.common import Misuse, status

from . import flow, place, report, tables


def run(words):
    parser = argparse.ArgumentParser(
        prog="python3 -m synth.asic", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("table", "placed", "report", "render", "check"))
    parser.add_argument("words", nargs="*", metavar="PARAM=VALUE | POINT")
    parser.add_argument("--top", help="the unit: " + " or ".join(units.UNITS))
    parser.add_argument("--judge", action="store_true", help="judge the arguments alone")
    args = parser.parse_intermixed_args(words)
    if args.what in ("table", "placed"):
        given, others = units.words(args.words)
        if others:
            raise Misuse(f"{others[0]}: expected PARAM=VALUE, such as LANES=8")
        asked = flow.point(args.top or "shfl", given)
        if args.what == "placed":
            place.possible(asked)
        if args.judge:
            return
        if args.what == "table":
            tables.show([asked] if given else report.points(args.top))
        else:
            tables.show_placed([asked] if given else report.placed(args.top))
    elif args.what == "check":
        report.check()
    else:
        if args.what == "report":
            report.measure(args.words)
        report.render()


def main(words):
    return status(run, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
