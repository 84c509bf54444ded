# SPDX-License-Identifier: Apache-2.0
"""python3 -m synth.flow - the units on FPGAs: synthesis, place and route, and their figures.

    area FAMILY [--top UNIT] [PARAM=VALUE ...]               one synthesis, as JSON
    pnr FAMILY [--top UNIT] [--seed N] [PARAM=VALUE ...]     one placement and routing, as JSON
    synth [FAMILY ...] [--top UNIT] [PARAM=VALUE ...]        `make synth`: a table of areas
    route FAMILY [--top UNIT] [--seeds 'N ...'] [PARAM=...]  `make pnr`: clocks over seeds
    tools synth|route ...                                    the tools that those two need

It runs in the repository's root. FAMILY is a folder of rtl/tech. UNIT is a module, shfl without it. PARAM is
one of its parameters, or CROSSBAR: mux is the crossbar of rtl/, chain that of rtl/chain/; each family has its default.
Each run leaves its figures in build/synth/results/NAME.json and its logs in build/synth/NAME/, and is not repeated as
long as RTL, scripts, parameters and tools are the same. Exit status: 0 done, 1 the flow failed, 2 misuse, or a tool is
missing, 3 environment error; the error is one line on stderr.
"""

import argparse
import json
import re
import sys

from . import families, route, tables, units
from .common import Misuse, status
from .synthesis import run_area


def whole(name, text):
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Misuse(f"{name}={text}: expected a number")
    return int(text)


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="python3 -m synth.flow", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("area", "pnr", "synth", "route", "tools"))
    parser.add_argument("words", nargs="*", metavar="FAMILY | PARAM=VALUE")
    parser.add_argument("--top", help="the unit: " + " ".join(units.UNITS))
    parser.add_argument("--seed", default="1", help="pnr: of the placement")
    parser.add_argument("--seeds", default="", help="route: one run each, such as '1 2 3' or 1-5, the default")
    parser.add_argument("--part", help="pnr, route: the FPGA")
    parser.add_argument("--freq", help="pnr, route: MHz to aim for; route fails if the median misses it")
    parser.add_argument("--placer", help="pnr, route: nextpnr's, heap, or sa, which is slower")
    return parser.parse_intermixed_args(words)


def one_routed(asked):
    """A family with place and route."""
    if len(asked) != 1 or asked[0] not in families.names():
        raise Misuse(f"TARGET={' '.join(asked)}: expected one of {' '.join(families.routed())}")
    families.family(asked[0]).part()  # Misuse, if it is only synthesized
    return families.family(asked[0])


def tools(args):
    """The names of .ci/need.sh for `make synth` or `make pnr`, which pass the same arguments behind `tools`."""
    what, words = "".join(args.words[:1]), args.words[1:]
    given, asked = units.words(words)
    if what == "route":
        family = one_routed(asked)
        unit = units.unit(args.top or "shfl", given, family, placed=True)
        route.options_of(family, unit, args.part, numbers(args)[0], args.placer)
        return " ".join(sorted(route.tools_of(family)))
    if what == "synth":
        found = [families.family(name) for name in asked or families.names()]
        for family in found:
            units.unit(args.top or "shfl", given, family)
        return " ".join(sorted({family.yosys for family in found}))
    raise Misuse(f"tools {what}: expected synth or route after tools")


def numbers(args):
    """FREQ, None if it is not given, and SEEDS."""
    return whole("FREQ", args.freq) if args.freq else None, units.seeds(args.seeds.strip() or "1-5")


def run(words):
    args = arguments(words)
    if args.what == "tools":
        print(tools(args))
        return
    (given, asked), top = units.words(args.words), args.top or "shfl"
    if args.what == "synth":
        tables.synth(asked or families.names(), top, given)
    elif args.what == "route":
        freq, seeds = numbers(args)
        tables.route(one_routed(asked), top, given, seeds, args.part, freq, args.placer)
    elif len(asked) != 1:
        raise Misuse(f"{' '.join(asked) or args.what}: expected one of {' '.join(families.names())}")
    elif args.what == "area":
        print(json.dumps(run_area(asked[0], top, given), indent=1))
    else:
        seed, freq = whole("SEED", args.seed), numbers(args)[0]
        print(json.dumps(route.run_pnr(asked[0], top, given, seed, args.part, freq, args.placer), indent=1))


def main(words):
    return status(run, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
