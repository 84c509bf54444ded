# SPDX-License-Identifier: Apache-2.0
"""How much of the RTL do the suites exercise? 100 %, but for what coverage_exceptions.txt names.

A point is a branch of the source (if, else, case item, block), reached when it was executed, or a bit of a signal,
reached when it changed at least twice in one unit in one run: the first change may be the step out of the simulator's
initial state. A point counts once per place in the source, and is reached if any instance of any configuration reached
it: a lane 0 has no lane below, and a DEPTH not all pipeline registers. Verilator counts no signal of a generate block:
each has the value of a port, or of a slice of one, which it does count. That each lane is right is tested elsewhere:
every output is compared with the model.
"""

import collections
import os
import pathlib
import re

import pytest
from conftest import BUILD, ROOT, built, make, run

from rtl import linters
from tb import settings

# small ones: all pipeline registers and none, every policy, both crossbars, 2 to 8 lanes; of the network 16, which make
# more than two trips, with a register of select and without, and with own selects
CONFIGS = """l8_w4_d2_zero l4_w5_d0_own l2_w3_d5_raw l8_w4_d7_own l8_w2_d7_raw_chain2 l16_w1_d7_own_net4
             l16_w1_d1_own_net4 l16_w1_d1_own_net4_selects l8_w2_ways2_d4_own_block l4_w3_ways4_d0_zero_lut_skid
             l8_w2_ways1_d3_raw_lut""".split()
COUNT = 4096  # warps per suite; a usual run begins with the same ones, so it covers no less
EXCEPTIONS = ROOT / "tests" / "rtl" / "coverage_exceptions.txt"


def module_of(path):
    """The name here of a module: that of its file, behind chain/ for those of rtl/chain."""
    path = pathlib.Path(path)
    return f"{path.parent.name}/{path.stem}" if path.parent.name == "chain" else path.stem


RTL = {module_of(path): path for folders in settings.CROSSBARS.values() for path in linters.sources(folders)}
# of AMD's operations; without a signal; of no configuration
for other in ("shfl_legal", "chain/shfl_network_mux"):
    del RTL[other]

Point = collections.namedtuple("Point", "module kind line column name")  # kind: "line" or "toggle"


def simulator():
    """Verilator's limit on the width of a signal is lifted, or the operands of a warp would not count."""
    built("shfl_sim")
    folder = os.path.relpath(BUILD / "coverage", ROOT)
    flags = "VFLAGS=--coverage-line --coverage-toggle --coverage-max-width 65536"
    words = [f"CONFIGS={' '.join(CONFIGS)}", "BARE=", f"SIM={folder}/shfl_sim", f"RTL_BUILD={folder}/rtl", flags]
    make(*words, "opt_probed=-O1", f"{folder}/shfl_sim", into=BUILD / "coverage")
    return BUILD / "coverage" / "shfl_sim"


def points_of(simulator, folder, *options):
    """The points of a run: a dictionary from Point to whether it was reached. Those of tb/shfl_probe.v do not count."""
    folder.mkdir()
    run([simulator, "--quiet", "--fail-dir", folder, *options], env={**os.environ, "SHFL_COVERAGE_DIR": str(folder)})
    points = {}
    for path in folder.glob("*.dat"):
        first, *lines = path.read_text(encoding="ascii").splitlines()
        assert first == "# SystemC::Coverage-3", f"{path} is not coverage data of the kind that Verilator 5 writes"
        for line in lines:
            read_point(line, points)
    return {point: reached for point, reached in points.items() if point.module in RTL}


def read_point(line, points):
    r"""A line is C 'KEYS' COUNT; a key is \1NAME\2VALUE: f file, l line, n column, o what, h instance."""
    keys, count = re.fullmatch(r"C '(.*)' (\d+)", line).groups()
    key = dict(part.split("\2", 1) for part in keys.split("\1") if part)
    kind = "toggle" if key["page"].startswith("v_toggle") else "line"
    name = key["o"] if kind == "toggle" else f"{key['l']}:{key['o']}"
    point = Point(module_of(key["f"]), kind, int(key["l"]), int(key["n"]), name)
    points[point] = points.get(point, False) or int(count) >= (2 if kind == "toggle" else 1)


# ---- exceptions

Exemption = collections.namedtuple("Exemption", "module name")


def bits(text):
    """The names of SIGNAL[HIGH:LOW+BIT..], or of SIGNAL alone."""
    signal, _, places = text.rstrip("]").partition("[")
    if not places:
        return [signal]
    ends = [list(map(int, place.split(":"))) for place in places.split("+")]
    return [f"{signal}[{bit}]" for high, *low in ends for bit in range((low or [high])[0], high + 1)]


def read_exceptions():
    for number, line in enumerate(EXCEPTIONS.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split("#")[0].split(None, 2)
        assert len(words) in (0, 3), f"{EXCEPTIONS}:{number}: expected MODULE, SIGNAL and the reason"
        for name in [name for text in words[1:2] for one in text.split(",") for name in bits(one)]:
            modules = [module for module in RTL if name in declared(module)] if words[0] == "*" else words[:1]
            yield from (Exemption(module, name) for module in modules)


def declared(module, generated=True):
    """The names of the signals that a module's source declares, also, with GENERATED, in its generate blocks."""
    if module not in RTL:
        return set()
    text = re.sub(r"//.*", "", RTL[module].read_text(encoding="utf-8"))
    if not generated:
        text = re.sub(r"\bgenerate\b.*?\bendgenerate\b", "", text, flags=re.S)
    found = re.findall(r"\b(?:wire|reg)\s+(?:signed\s+)?(?:\[[^\]]*\]\s*)?(\w+(?:\s*,\s*\w+(?=\s*[,;]))*)", text)
    return {name for names in found for name in re.split(r"\s*,\s*", names)}


EXEMPT = list(read_exceptions())


def matches(exemption, point):
    return exemption.module == point.module and exemption.name in (point.name, point.name.split("[")[0])


def missed(points):
    return sorted(p for p in points if not points[p] and not any(matches(e, p) for e in EXEMPT))


def needless(points, exceptions):
    """What is wrong with the exceptions: sentences."""
    for exemption in exceptions:
        found = [p for p in points if matches(exemption, p)]
        if not found and exemption.name not in declared(exemption.module):
            yield f"{exemption.module} has no {exemption.name}"
        yield from (f"{exemption.module} {p.name} is covered" for p in found if points[p])


def uncounted(points):
    """Signals of the sources that have no point: if the simulator passes over them, 100 % means little."""
    for module in RTL:
        counted = {p.name.split("[")[0] for p in points if p.module == module and p.kind == "toggle"}
        counted |= {e.name for e in EXEMPT if e.module == module}
        yield from (f"{module}: {name}" for name in sorted(declared(module, False) - counted))


# ---- the test


@pytest.mark.nightly
def test_coverage(tmp_path, subtests):
    def none(name, lines, **more):
        with subtests.test(name, **more):
            assert (found := "\n".join(lines)) == "", found

    program = simulator()
    points = points_of(program, tmp_path / "all", "--count", COUNT)
    assert {p.module for p in points} == set(RTL)
    for module in RTL:
        wrong = [f"{RTL[module]}:{p.line}: {p.kind} {p.name}" for p in missed(points) if p.module == module]
        none("all points are reached", wrong, module=module)
    none("every signal counts", uncounted(points))
    none("every exception is needed", needless(points, EXEMPT))

    # left-out suites, a needless exception and a signal that is not counted are detected
    few = points_of(program, tmp_path / "few", "--suite", "routing", "--count", "8")
    assert set(few) == set(points) and missed(few)
    one = next(p for p in points if points[p] and p.kind == "toggle")
    assert len(list(needless(points, [Exemption(one.module, one.name), Exemption(one.module, "no_such_signal")]))) == 2
    signal = (one.module, one.name.split("[")[0])
    fewer = {p: reached for p, reached in points.items() if (p.module, p.name.split("[")[0]) != signal}
    assert ": ".join(signal) in uncounted(fewer)
