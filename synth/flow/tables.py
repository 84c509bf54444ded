# SPDX-License-Identifier: Apache-2.0
"""The tables of `make synth` and `make pnr`."""

import statistics

from . import units
from .common import Failed, shown
from .families import family as family_of
from .processes import in_parallel
from .route import folder, run_pnr
from .synthesis import run_area

HOLDS = {"ICESTORM_LC": ": a cell has a LUT, a flip-flop, or both"}  # nextpnr's cell that has both


def tools_line(result):
    return ", ".join(f"{name} {version}" for name, version in result["tools"].items())


def heading(family, unit):
    """Family and configuration; of a unit that has the choice, which crossbar."""
    title = f"{family.title}: {unit.top} {' '.join(unit.words) or 'with default parameters'}"
    if "CROSSBAR" in unit.params:
        other = "mux" if unit.crossbar == "chain" else "chain"
        title += f"\ncrossbar {unit.crossbar}; CROSSBAR={other} selects the other"
    return title


def synth(families, top, given):
    """`make synth`: the unit on each family, in one piece and by its modules."""
    found = in_parallel([(run_area, name, top, given, apart) for name in families for apart in (False, True)])
    for got, apart in zip(found, found, strict=True):
        family = family_of(got["family"])
        print(f"{heading(family, units.unit(top, given, family))}\n{tools_line(got)}\n")
        print(f"  {got['luts']} LUTs, {got['ffs']} flip-flops")
        sites, blocks = family.memories_of(got["cells"])
        rams = ", ".join(f"{count} {cell}" for cell, count in blocks.items())
        print(f"  LUTs used as memory: {sites}; block RAMs: {rams or 'none'}")
        print("  Cells of the unit: " + ", ".join(f"{n} {c}" for c, n in sorted(got["cells"].items())))
        print(f"\n  {'modules apart':<28}{'instances':>10}{'LUTs':>8}{'flip-flops':>12}")
        for module, (times, luts, ffs) in apart["modules"].items():
            if luts or ffs:
                print(f"  {module:<28}{times:>10}{luts:>8}{ffs:>12}")
        print(flush=True)


def route(family, top, given, seeds, part, freq, placer):
    """`make pnr`: the clock over several placement seeds, and the critical path of the median one."""
    found = list(in_parallel([(run_pnr, family.name, top, given, seed, part, freq, placer) for seed in seeds]))
    first, unit = found[0], units.unit(top, given, family, placed=True)
    clocks = [r["fmax_mhz"] for r in found]
    median = statistics.median(clocks)
    print(f"{heading(family, unit)}\npart {first['part']}, in {units.PINS[top]}, placer {first['placer']}")
    print(f"{tools_line(first)}\n\n  seed      MHz")
    print("\n".join(f"  {r['seed']:>4} {r['fmax_mhz']:>8.1f}" for r in found))
    over = f"median {median:.1f} MHz of {len(seeds)} seeds, {min(clocks):.1f} to {max(clocks):.1f}"
    achieved = over if len(seeds) > 1 else f"{median:.1f} MHz with seed {first['seed']}, one placement"
    aim = f"the {first['freq']:g} MHz that {'FREQ asks for' if freq else 'nextpnr aims for by default'}"
    print(f"\n  {achieved}: {aim} {'are' if median >= first['freq'] else 'are not'} met")
    if not freq and median < first["freq"]:
        print("  That default is out of reach on purpose, for the fastest result; FREQ= sets your clock.")
    print(f"\n  {'':<16}{'used':>8}{'of':>9}")
    for cell, used in sorted(first["used"].items()):
        there = first["available"][cell]
        print(f"  {cell:<16}{used:>8}{there:>9}{100 * used / there:>7.1f} %")
    wrapper, cell = first["wrapper"], family.route["cell"]
    print(f"\n  {'':<16}{'LUTs':>8}{'flip-flops':>12}")
    print(f"  {'unit':<16}{first['luts'] - wrapper['luts']:>8}{first['ffs'] - wrapper['ffs']:>12}")
    print(f"  {'wrapper':<16}{wrapper['luts']:>8}{wrapper['ffs']:>12}   {units.PINS[top]}, in place of pins")
    print(f"  {'both':<16}{first['luts']:>8}{first['ffs']:>12}   in {first['used'][cell]} {cell}{HOLDS.get(cell, '')}")
    middle = min(found, key=lambda r: abs(r["fmax_mhz"] - median))
    print(f"\n  critical path of seed {middle['seed']}:\n       ns")
    for step in middle["critical_path"]:
        print(f"  {step['delay_ns']:>7.2f}  {step['what']:<9} {step['name']}")
    if freq and median < freq:
        raise Failed(f"FREQ={freq:g} is missed: {achieved}; logs: {shown(folder(family, unit))}/")
