# SPDX-License-Identifier: Apache-2.0
"""What `make synth` and `make pnr` print."""

import statistics

from tb import settings

from . import params
from .common import OUT, Failed, shown
from .families import family as family_of
from .processes import in_parallel
from .route import run_pnr
from .synthesis import routed_top, run_area


def tools_line(result):
    return ", ".join(f"{name} {version}" for name, version in result["tools"].items())


def heading(family, setting):
    """What is measured: family, setting, and of shfl which crossbar, as that is not always the unit's own."""
    if setting.ways:
        return f"{family.title}: {setting.name}\nshfl_banked, {setting.ways} lanes per clock, memory {setting.memory}"
    folder = settings.CROSSBARS[setting.crossbar][0]
    why = "this family's default" if setting.crossbar == family.crossbar else "as asked for"
    other = next(name for name in settings.CROSSBARS if name != setting.crossbar)
    return (
        f"{family.title}: {setting.name}\ncrossbar {setting.crossbar}, of {folder}/, {why}; "
        f"CROSSBAR={other} takes the other"
    )


def synth(families, given):
    """`make synth`: per family the unit by module, the unit in one piece, and of shfl the crossbar alone."""
    plan = []
    for family in map(family_of, families):
        setting = params.setting(family, given)
        alone = {"LANES": setting.lanes, "W": setting.w, "CROSSBAR": setting.crossbar}
        runs = [("banked", given)] if setting.ways else [("unit", given), ("crossbar", {**alone, "PARTS": 1})]
        if not setting.ways and setting.parts != 1:
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
    if setting.ways:
        sites, blocks = family.memories_of(unit["cells"])
        said = ", ".join(f"{count} {cell}" for cell, count in blocks.items()) or "none"
        print(f"  LUTs that hold memory: {sites}; block RAMs: {said}\n")
    else:
        print(f"\n  The least: {family.reason}.")
    print("  Cells of the unit: " + ", ".join(f"{n} {c}" for c, n in sorted(unit["cells"].items())) + "\n", flush=True)


def route(family, given, seeds, part, freq, placer):
    """`make pnr`: the clock over several placement seeds, and the critical path of the median one."""
    found = list(in_parallel([(run_pnr, family.name, given, seed, part, freq, placer) for seed in seeds]))
    first, setting = found[0], settings.parse(found[0]["setting"])
    clocks = [r["fmax_mhz"] for r in found]
    median = statistics.median(clocks)
    print(
        f"{heading(family, setting)}\npart {first['part']}, behind {routed_top(setting).module}, "
        f"aimed at {first['freq']:g} MHz, placer {first['placer']}"
    )
    print(f"{tools_line(first)}\n")
    print("  seed      MHz" + ("   icetime" if "icetime_mhz" in first else ""))
    for r in found:
        print(f"  {r['seed']:>4} {r['fmax_mhz']:>8.1f}" + (f"  {r['icetime_mhz']:>8.1f}" if "icetime_mhz" in r else ""))
    print(f"\n  median {median:.1f} MHz, {min(clocks):.1f} to {max(clocks):.1f}\n")
    wrapper = first["wrapper"]
    print(f"  {'':<16}{'used':>8}{'of':>9}")
    for cell, used in sorted(first["used"].items()):
        there = first["available"][cell]
        print(f"  {cell:<16}{used:>8}{there:>9}{100 * used / there:>7.1f} %")
    print(
        f"\n  unit      {first['luts'] - wrapper['luts']:>8} LUTs, {first['ffs'] - wrapper['ffs']:>8} flip-flops: "
        f"without the wrapper's {wrapper['luts']} and {wrapper['ffs']}"
    )
    middle = min(found, key=lambda r: abs(r["fmax_mhz"] - median))
    print(f"\n  critical path of seed {middle['seed']}:\n       ns")
    for step in middle["critical_path"]:
        print(f"  {step['delay_ns']:>7.2f}  {step['what']:<9} {step['name']}")
    if freq and median < freq:
        raise Failed(
            f"FREQ={freq:g} is missed: the median of {len(seeds)} seeds is {median:.1f} MHz; "
            f"logs: {shown(OUT)}/{family.name}_pnr_{first['setting']}/"
        )
