# SPDX-License-Identifier: Apache-2.0
"""The tables of `make synth` and `make pnr`."""

import statistics

from tb import settings

from . import params
from .common import Failed, shown
from .families import family as family_of
from .processes import in_parallel
from .route import folder, run_pnr
from .synthesis import TOPS, run_area

HOLDS = {"ICESTORM_LC": ": a cell has a LUT, a flip-flop, or both"}  # nextpnr's cell that has both


def tools_line(result):
    return ", ".join(f"{name} {version}" for name, version in result["tools"].items())


def heading(family, setting, unit=None):
    """Family and configuration, and of shfl which crossbar, as that depends on the family."""
    words = params.as_words(setting, family)
    if isinstance(setting, params.Collective):
        return f"{family.title}: {TOPS[unit].module} {words or 'with default parameters'}"
    title = f"{family.title}: {setting.top} {words}".rstrip() + ("" if words else ", all parameters at their defaults")
    if setting.ways:
        return f"{title}\n{setting.ways} lanes per clock, memory {setting.memory}"
    folder = settings.CROSSBARS[setting.crossbar][0]
    why = "this family's default" if setting.crossbar == family.crossbar else "by CROSSBAR"
    other = next(name for name in settings.CROSSBARS if name != setting.crossbar)
    what = "network with" if setting.network else "crossbar"
    return f"{title}\n{what} {setting.crossbar}, of {folder}/, {why}; CROSSBAR={other} selects the other"


def synth(families, given, top=None):
    """`make synth`: per family the unit by module, the unit in one piece, and of shfl the crossbar alone. With TOP, of
    synthesis.TOPS, that one in one piece."""
    if top:
        words = " ".join(f"{name}={value}" for name, value in given.items()) or "default parameters"
        for unit in in_parallel([(run_area, name, top, given) for name in families]):
            title = f"{family_of(unit['family']).title}, {TOPS[top].module}, {words}"
            print(f"{title}: {unit['luts']} LUTs, {unit['ffs']} flip-flops", flush=True)
        return
    plan = []
    for family in map(family_of, families):
        setting = params.setting(family, given)
        alone = {"LANES": setting.lanes, "W": setting.w, "CROSSBAR": setting.crossbar}
        runs = [("banked" if setting.ways else "unit", given)]
        if not setting.ways and not setting.network:
            runs.append(("crossbar", {**alone, "PARTS": 1}))
        if len(runs) > 1 and setting.parts != 1:
            runs.append(("crossbar", {**alone, "PARTS": setting.parts}))
        plan.append((family, setting, runs))
    found = in_parallel([(run_area, family.name, top, p) for family, _, runs in plan for top, p in runs])
    for family, setting, runs in plan:
        unit, *crossbars = [next(found) for _ in runs]
        print_area(family, setting, unit, crossbars)


def print_area(family, setting, unit, crossbars):
    least, bits = family.minimum(setting.lanes), (setting.ways or setting.lanes) * setting.w
    print(f"{heading(family, setting)}\n{tools_line(unit)}\n")
    print(f"  {'module':<28}{'instances':>10}{'LUTs each':>11}{'LUTs':>8}{'FFs':>8}")
    luts = ffs = 0
    for module, m in unit["modules"].items():
        times = m["instances"]
        print(f"  {module:<28}{times:>10}{m['luts']:>11}{times * m['luts']:>8}{times * m['ffs']:>8}")
        luts, ffs = luts + times * m["luts"], ffs + times * m["ffs"]
    print(f"  {'sum of the modules':<49}{luts:>8}{ffs:>8}")
    print(
        f"  {'unit, optimized as a whole':<49}{unit['luts']:>8}{unit['ffs']:>8}"
        f"   {unit['luts'] / bits:.2f} LUTs per bit of rd"
    )
    for c in crossbars:
        alone = settings.parse(c["setting"])
        per_bit = c["luts"] / (alone.lanes * alone.w)
        name = f"crossbar alone, {alone.crossbar}, W={alone.w} PARTS={alone.parts or 'default'}"
        print(
            f"  {name:<49}{c['luts']:>8}{'':>8}   {per_bit:.2f} LUTs per output bit, "
            f"{per_bit / least:.2f} of the least, {least:g}"
        )
    sites, blocks = family.memories_of(unit["cells"])
    blocks = ", ".join(f"{count} {cell}" for cell, count in blocks.items()) or "none"
    print()
    if setting.ways:
        print(f"  LUTs used as memory: {sites}; block RAMs: {blocks}")
    else:
        print(f"  The least: {family.reason}.")
    print("  Cells of the unit: " + ", ".join(f"{n} {c}" for c, n in sorted(unit["cells"].items())))
    words = params.as_words(setting, family) or "default parameters"
    print(f"  {family.title}, {setting.top}, {words}: {unit['luts']} LUTs, {unit['ffs']} flip-flops\n", flush=True)


def route(family, given, seeds, part, freq, placer, unit=None):
    """`make pnr`: the clock over several placement seeds, and the critical path of the median one."""
    found = list(in_parallel([(run_pnr, family.name, given, seed, part, freq, placer, unit) for seed in seeds]))
    first, top = found[0], TOPS[found[0]["top"]]
    setting = params.setting(family, given, top.params)
    clocks = [r["fmax_mhz"] for r in found]
    median = statistics.median(clocks)
    twice = "icetime_mhz" in first
    print(f"{heading(family, setting, unit)}\npart {first['part']}, in {top.module}, placer {first['placer']}")
    print(f"{tools_line(first)}\n")
    print("  seed      MHz" + ("   icetime" if twice else ""))
    for r in found:
        print(f"  {r['seed']:>4} {r['fmax_mhz']:>8.1f}" + (f"  {r['icetime_mhz']:>8.1f}" if twice else ""))
    if twice:
        ratio = statistics.median(r["icetime_mhz"] / r["fmax_mhz"] for r in found)
        print("\n  MHz is nextpnr's, as in docs/use/fpga.md. icetime is a second analysis of the same placement:")
        print(f"  its clock is {ratio:.2f} of nextpnr's, the median of these seeds.")
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
    print(f"  {'wrapper':<16}{wrapper['luts']:>8}{wrapper['ffs']:>12}   {top.module}, in place of pins")
    print(f"  {'both':<16}{first['luts']:>8}{first['ffs']:>12}   in {first['used'][cell]} {cell}{HOLDS.get(cell, '')}")
    middle = min(found, key=lambda r: abs(r["fmax_mhz"] - median))
    print(f"\n  critical path of seed {middle['seed']}:\n       ns")
    for step in middle["critical_path"]:
        print(f"  {step['delay_ns']:>7.2f}  {step['what']:<9} {step['name']}")
    if freq and median < freq:
        raise Failed(f"FREQ={freq:g} is missed: {achieved}; logs: {shown(folder(family, top, setting))}/")
