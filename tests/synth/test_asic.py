# SPDX-License-Identifier: Apache-2.0
"""The flow to standard cells on small units: the netlists are the unit, area and paths are right, misuse is refused."""

import functools
import json
import re
import shutil

import pytest
from conftest import BUILD, ROOT, run, simulator

from synth.asic import energy, flow, library, place, report
from synth.asic.__main__ import main
from synth.asic.netlist import Netlist, read
from synth.flow import units
from tb import replay, settings

pytestmark = pytest.mark.needs("sta", "osu018")  # Debian 13 has no package of the cells


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The flow's output folder, one for each test."""
    monkeypatch.setattr(flow, "OUT", tmp_path / "asic")
    return tmp_path / "asic"


def measured(top="shfl", **given):
    return flow.run(flow.point(top, given))


# ---- what is refused, and what the message names

REFUSED = [  # the arguments, and what the message names, separated by |
    ("--top shfl_none", "TOP=shfl_none|one of shfl shfl_banked shfl_vote"),
    ("POLICY=mine", "POLICY=mine|zero or own or raw"),
    ("LANES=4 8", "8: expected PARAM=VALUE|LANES=8"),
    ("CLOCK_GATE=2", "CLOCK_GATE=2: expected 0 or 1"),
]


@pytest.mark.parametrize(("what", "line", "words"), [("table", *one) for one in REFUSED] + [("placed", *REFUSED[0])])
def test_refused(capsys, out, what, line, words):
    assert main([what, *line.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert all(word in printed.err for word in words.split("|")), printed.err


def test_placed_refused(capsys, monkeypatch):
    """Without the placer, and with cells that have no LEF file."""
    monkeypatch.setattr(place.importlib.util, "find_spec", lambda name: None)
    assert main(["placed", "LANES=4"]) == 2
    assert "coloquinte is missing" in (error := capsys.readouterr().err) and "sh .ci/need.sh packages:asic" in error
    monkeypatch.setenv("LIBERTY", "/mine.lib")
    assert main(["placed", "LANES=4"]) == 2 and "LIBERTY=/mine.lib" in capsys.readouterr().err


# ---- the cells


def test_areas_are_those_of_the_layouts():
    cells = library.cells()
    assert len(cells.areas) > 30 and (cells.areas["OAI21X1"], cells.areas["NAND3X1"]) == (32, 32)
    assert (cells.gate, cells.flip_flop) == ("NAND2X1", "DFFPOSX1")
    assert cells.flip_flops == {"DFFNEGX1", "DFFPOSX1", "DFFSR"}
    assert cells.ge({"NAND2X1": 3, "DFFPOSX1": 2, "$mem_v2": 1}) == 3 + 2 * 96 / 24


def test_wire_by_hand():
    """Metal 3 in the LEF file: a track each um, 0.3 um wide, 0.08 ohm a square, 0.013 fF/um2, an edge 0.054 fF/um."""
    facts = library.facts()
    known = facts["pitch_um"], facts["ohm_per_um"], facts["ff_per_um"]
    assert facts["clock_pj"] == pytest.approx(0.0279235 * 1.8**2 + 0.006865 + 0.11034)  # DFFPOSX1's CLK
    assert known == pytest.approx((1, 0.08 / 0.3, 0.013 * 0.3 + 2 * 0.054))


GATE_CELL = """
cell (GATE) {
  area : 40;
  clock_gating_integrated_cell : latch_posedge_precontrol;
  pin(CK) { direction : input; capacitance : 0.01; clock : true; clock_gate_clock_pin : true; }
  pin(E)  { direction : input; capacitance : 0.01; clock_gate_enable_pin : true; }
  pin(SE) { direction : input; capacitance : 0.01; clock_gate_test_pin : true; }
  pin(GCK) { direction : output; clock_gate_out_pin : true; }
}
}
"""


@pytest.mark.slow
def test_clock_gate_of_a_library(tmp_path, monkeypatch):
    """A library's own integrated cell, one for all registers of an enable; without one in it, that is said."""
    text, file = library.text(library.FILES[0]), tmp_path / "cells.lib"
    monkeypatch.setenv("LIBERTY", str(file))
    point = flow.point("shfl", {"LANES": 2, "W": 2, "GATE": 1, "CLOCK_GATE": 1})
    file.write_text(text[: text.rindex("}")] + GATE_CELL)
    assert flow.synthesize(point, "mapped", tmp_path / "made")["shfl"]["GATE"] == 1
    gate = re.search(r"GATE \S+ \((.*?)\);", (tmp_path / "made/netlist.v").read_text(), re.S)[1]
    assert ".SE(1'h0)" in gate and ".CK(clk)" in gate and ".E(" in gate
    file.write_text(text)
    with pytest.raises(flow.Misuse, match="cells.lib: CLOCK_GATE=1 expects a cell with clock_gating_integrated_cell"):
        flow.synthesize(point, "mapped", tmp_path / "made")


# ---- area and clock


@pytest.mark.nightly
def test_unit(out):
    """At DEPTH 1: its flip-flops are the outputs, the tag and out_valid."""
    got = measured(LANES=4, W=2)
    assert got["flip_flops"] == 4 * (2 + 3) + 16 + 1
    assert got["ge"] == pytest.approx(library.cells().ge(got["cells"]), abs=0.1)
    assert got["memory_bits"] == 0 and got["logic_ge"] == got["ge"] and set(got["paths"]) == set(flow.GROUPS)
    assert got["mhz"] == pytest.approx(1000 / max(path["ns"] for path in got["paths"].values()), abs=0.1)
    log = out / "shfl_lanes4_w2_depth1/mapped/yosys.log"
    log.unlink()
    assert measured(LANES=4, W=2) == got and not log.exists()  # of its file
    got = measured(LANES=2, W=1, DEPTH=0)
    assert got["flip_flops"] == 0 and set(got["paths"]) == {"in_out"}


@pytest.mark.nightly
def test_memory(out):
    """Warp memory: 2 ways, each with 2 warps of 4 lanes of 2 bits; queue: 4 beats of tag, last, beat and 4 bits a lane.
    As flip-flops the ways' memories are merged."""
    got = measured("shfl_banked", LANES=4, WAYS=2, W=2)
    words, queue = 2 * 4 * 2, 4 * (16 + 1 + 1 + 2 * 4)
    assert got["memory_bits"] == 2 * words + queue
    assert got["flip_flops"] - got["logic_flip_flops"] == pytest.approx(words + queue, abs=4)
    assert 4 * (words + queue) < got["ge"] - got["logic_ge"] < got["ge"]


def text_of(head, *cells):
    """A netlist as Yosys writes it, of cells such as "INVX1 .A(a) .Y(y)"."""
    found = head
    for number, cell in enumerate(cells, 1):
        kind, *pins = cell.split(" .")
        found += f"  {kind} _{number}_ (\n" + ",\n".join(f"    .{pin}" for pin in pins) + "\n  );\n"
    return found + "endmodule\n"


PATHS = text_of(
    "module shfl (clk, a, y);\n  input clk;\n  input a;\n  output y;\n  wire \\first[0] , second, n1, n2, n3;\n",
    "DFFPOSX1 .CLK(clk) .D(a) .Q(\\first[0] )", "INVX1 .A(\\first[0] ) .Y(n1)", "INVX1 .A(n1) .Y(n2)",
    "NAND2X1 .A(n2) .B(a) .Y(n3)", "DFFPOSX1 .CLK(clk) .D(n3) .Q(second)", "INVX1 .A(second) .Y(y)",
)  # fmt: skip


def test_paths_by_hand(tmp_path):
    """Where each path of a small netlist begins and ends, and that delays and set-up times add up."""
    (tmp_path / "netlist.v").write_text(PATHS)
    (tmp_path / "cells.lib").write_text(library.liberty())
    got = flow.paths(flow.point("shfl", {}), tmp_path)
    ends = {group: (path["start"], path["end"], path["cells"]) for group, path in got.items()}
    expected = {"in_reg": ("a", "second", 1), "reg_reg": ("first[0]", "second", 3), "reg_out": ("second", "y", 1)}
    assert ends == expected
    assert got["reg_reg"]["ns"] > got["reg_out"]["ns"] + 2 * 0.02 > 0.1
    assert got["in_reg"]["ns"] > 0.19 - 0.1  # at least so much of a register's 0.19 ns with the fastest edge


# ---- placed, by hand

A, N1, Y0, Y1, CLK = range(2, 7)
BY_HAND = Netlist(
    "shfl",
    [("INVX1", {"A": A, "Y": N1}), ("INVX1", {"A": N1, "Y": Y0}), ("DFFPOSX1", {"CLK": CLK, "D": N1, "Q": Y1})],
    {"clk": ("input", [CLK]), "a": ("input", [A]), "y": ("output", [Y0, Y1])},
)


def by_hand():
    """Two inverters and a flip-flop in the lower row: their places, and what the placer would say of them."""
    placement = place.Placement(BY_HAND)
    placement.width, placement.height = 400, 200
    placement.ports = [(net, place.TOP_SIDE, 0.5) for net, *_ in placement.ports]
    return placement, {"x": [0, 80, 160], "y": [0, 0, 0], "turned": ["N", "N", "N"], "hpwl": 0}


def middle(cell, pin):
    """In tenths of a um, of a pin's first rectangle in the LEF file."""
    about = re.search(rf"^MACRO {cell}\n.*?^  PIN {pin}\n.*?RECT (.*?) ;", library.text(library.FILES[1]), re.M | re.S)
    left, low, right, high = map(float, about[1].split())
    return round(5 * (left + right)), round(5 * (low + high))


def test_netlist_by_hand(tmp_path):
    """What Yosys writes: a constant, an output that nothing reads, and a cell that only holds names."""
    assert BY_HAND.nets[N1] == [(0, "Y"), (1, "A"), (2, "D")] and BY_HAND.nets[A] == [(0, "A")]
    text = BY_HAND.verilog()
    assert f"INVX1 c1 (.A(n{N1}), .Y(n{Y0}));" in text and ".CLK(clk)" in text
    cells = {
        "one": {"type": "INVX1", "connections": {"A": ["1"], "Y": []}},
        "names": {"type": "$scopeinfo", "connections": {}},
    }
    module = {"cells": cells, "ports": {"y": {"direction": "output", "bits": [Y0, "x"]}}}
    (tmp_path / "netlist.json").write_text(json.dumps({"modules": {"shfl": module}}))
    assert read(tmp_path / "netlist.json", "shfl") == Netlist(
        "shfl", [("INVX1", {"A": "1"})], {"y": ("output", [Y0, "x"])}
    )


def test_wire_of_a_placement_by_hand():
    """Half perimeters of pins in the LEF file; overlaps and another sum than the placer's are refused."""
    placement, answer = by_hand()
    (x0, y0), (x1, y1), (x2, y2) = middle("INVX1", "Y"), middle("INVX1", "A"), middle("DFFPOSX1", "D")
    xs, ys = (x0, 80 + x1, 160 + x2), (y0, y1, y2)
    with pytest.raises(flow.Failed, match="half perimeters of \\d+, Coloquinte says 0"):
        placement.take(answer)
    expected = max(xs) - min(xs) + max(ys) - min(ys)
    assert placement.length(N1) == expected and placement.wires()[N1] == expected / 10
    answer["hpwl"] = sum(map(placement.length, placement.nets))
    placement.take(answer)
    figures = placement.figures()
    assert figures["wire_um"] == pytest.approx(answer["hpwl"] / 10) and figures["over_the_middle"] == [
        sum(2 * box[0] < 400 < 2 * box[1] for box in map(placement.box, placement.nets)), 3]  # fmt: skip
    placement.turned[0] = "FS"  # upside down
    assert placement.place(0, "Y") == (x0, 100 - y0)
    # on the second cell, beyond the row, between rows, above them
    for x, y in (88, 0), (380, 0), (160, 50), (160, 200):
        with pytest.raises(flow.Failed, match="overlaps another, or is outside"):
            placement.take(answer | {"x": [0, 80, x], "y": [0, 0, y]})


def test_wires_reach_the_timing(tmp_path, monkeypatch):
    """They slow a path down. OpenSTA ignores a net without *CONN in silence: the flow does not."""
    (tmp_path / "cells.lib").write_text(library.liberty())
    placement, answer = by_hand()
    placement.x, placement.y, placement.turned = answer["x"], answer["y"], answer["turned"]
    point, short = flow.point("shfl", {}), place.clock(flow.point("shfl", {}), tmp_path, placement)
    placement.width = 400_000  # the ports are 20 mm away
    long = place.clock(point, tmp_path, placement)
    assert long["in_out"] > short["in_out"] + 0.5
    broken = re.sub(r"\*CONN\n", "", place.spef(placement), count=1)
    monkeypatch.setattr(place, "spef", lambda _: broken)
    with pytest.raises(flow.Failed, match="timing of shfl"):
        place.clock(point, tmp_path, placement)


def test_energy_by_hand(tmp_path):
    """Changes between 0 and 1 alone, and the loads of liberty and LEF file."""
    text = "$var wire 1 ! n3 $end\n$var wire 1 # n4 $end\n#0\n0!\nx#\n#1\n1!\n1#\n#2\n0!\n#3\nx!\n1!\n0#\n"
    (tmp_path / "a.vcd").write_text(text)
    assert energy.changes(tmp_path / "a.vcd") == {3: 2, 4: 1}
    placement, answer = by_hand()
    placement.x, placement.y, placement.turned = answer["x"], answer["y"], answer["turned"]
    wire, pins = energy.loads(placement)[N1]
    assert wire == pytest.approx(0.1119 * placement.length(N1) / 10)
    assert pins == pytest.approx(1000 * (0.00932456 + 0.00882947))  # A of INVX1, D of DFFPOSX1


def test_clock_by_hand():
    """Behind a clock gate a flip-flop's clock counts as often as it comes; of 10 clocks 3 do, in which the gate's net
    changes 6 times. Capacitance in pF, power inside in pJ, as in the liberty file."""
    clk, a, y, low, held, gated = range(2, 8)
    cells = [("INVX1", {"A": clk, "Y": low}), ("LATCH", {"CLK": low, "D": a, "Q": held}),
             ("AND2X2", {"A": clk, "B": held, "Y": gated}), ("DFFPOSX1", {"CLK": gated, "D": a, "Q": y})]  # fmt: skip
    ports = {"clk": ("input", [clk]), "a": ("input", [a]), "y": ("output", [y])}
    placement = place.Placement(Netlist("shfl", cells, ports))
    assert placement.clocks[0] == clk and set(placement.clocks) == {clk, low, gated}
    assert not set(placement.clocks) & set(placement.nets)
    flip_flop = 0.0279235 * 1.8**2 + 0.006865 + 0.11034
    port, gate = (0.00932456 + 0.0129068) * 1.8**2, 0.035999 + 0.074272 + flip_flop
    latch = 0.009213 + 0.023555 + 0.0222524 * 1.8**2 + 0.010031 + 0.060818
    joules = energy.clock_pj(placement, {low: 20, gated: 6}, 10)
    assert joules == pytest.approx(10 * (port + latch) + 3 * gate)


def test_an_idle_unit_is_idle_in_the_record():
    """Each unit is placed; behind the inputs' nets a gated one that idles costs a tenth of a warp at most, with clock
    gates and the clock, too."""
    _, kept = report.load()
    wired = [kept[point.id] for point in report.placed()]
    assert {got["top"] for got in wired} == set(energy.UNITS) == set(units.UNITS) - {"shfl_match_words"}
    parts = {got["id"]: report.idle(got) for got in wired if report.gated(got)}
    assert len(parts) > 8 and max(parts.values()) <= 0.1 and min(parts.values()) >= 0, parts
    assert report.idle(kept["placed_shfl_lanes16_w8_depth1"]) > 0.9
    gate, gates = (kept[f"placed_shfl_lanes16_w8_depth3_gate1{more}"] for more in ("", "_clock_gate1"))
    assert report.idle(gate) < 0.01 and 0.4 < report.idle(gate, True) < 0.6  # the clock is left
    assert report.idle(gates, True) < 0.01 and gates["ge"] < gate["ge"]
    several = [got for got in wired if "CLOCK_GATE" in got["params"]]
    stopped = [report.idle(got, True) for got in several]
    assert len(stopped) > 10 and min(stopped) > 0 and max(stopped) <= 0.1
    assert all(got["ge"] < kept[got["id"].removesuffix("_clock_gate1")]["ge"] for got in several)


@pytest.mark.nightly
@pytest.mark.needs("packages:asic", "iverilog")
def test_placed(out, monkeypatch):
    """Wires slow the unit down; a clock in which nothing changes costs nothing; a seed gives the same again, another
    about that. The text that is placed is the netlist, as far as its paths say."""
    point = flow.point("shfl", {"LANES": 4, "W": 2, "NETWORK": 2})
    got = place.run(point)
    assert got["mhz"]["wired"] < got["mhz"]["bare"] and got["placed"]["wire_um"] > 10 * got["placed"]["longest_um"]
    joules = {pattern: one["pj"] for pattern, one in got["energy"].items()}
    assert joules["still"] == 0 < joules["idle"] and set(joules) == set(energy.patterns("shfl"))
    inputs = {pattern: one["at_inputs"] for pattern, one in got["energy"].items()}
    assert inputs["still"] == 0 < inputs["idle"] < joules["idle"] / 2 and report.idle(got) > 0.8
    gated = place.run(flow.point("shfl", {"LANES": 4, "W": 2, "NETWORK": 2, "GATE": 1}))
    assert report.idle(gated) < 0.1
    assert got["energy"]["uniform"]["clocks"] == 1 < got["energy"]["gather"]["clocks"] <= 2
    folder = out / f"placed_{point.name}"
    placement = place.Placement(read(folder / "netlist.json", point.top))
    placement.take(json.loads((folder / "placement.json").read_text()))
    texts = [flow.paths(point, folder, name) for name in ("netlist.v", "placed.v")]
    assert [path["ns"] for path in texts[0].values()] == [path["ns"] for path in texts[1].values()]
    assert energy.measure(point, folder, placement, "uniform") == got["energy"]["uniform"]
    other = energy.measure(point, folder, placement, "uniform", energy.SEED + 1)
    assert other["pj"] == pytest.approx(joules["uniform"], rel=0.06) and other != got["energy"]["uniform"]
    valid = placement.parsed.name(placement.parsed.ports["in_valid"][1][0])
    (folder / "placed.v").write_text(re.sub(rf"\({valid}\)", "(1'b0)", (folder / "placed.v").read_text()))
    with pytest.raises(flow.Failed, match="results of 400"):
        energy.measure(point, folder, placement, "uniform")


# ---- the netlist is the unit

EACH_TIME = "l4_w33_d2_own"
SELDOM = """l8_w5_ways2_d4_own_block_elastic l8_w64_d7_zero l16_w64_d0_raw l32_w32_d1_zero l8_w8_ways4_d2_raw_block
l16_w8_ways1_d1_raw_block""".split()
UNITS = [EACH_TIME, *(pytest.param(name, marks=pytest.mark.nightly) for name in SELDOM)]


def verdict(config, text, folder):
    """The result of a netlist on warps of the model, in four states, with the library's own models of its cells."""
    setting, rtl = settings.parse(config), folder / "rtl"
    rtl.mkdir(exist_ok=True)
    # the instance sets parameters, which a netlist does not have
    named, top = ", ".join(f"parameter {name} = 0" for name in units.defaults(setting.top)), setting.top
    (rtl / f"{top}.v").write_text(re.sub(rf"(?m)^module {top}\s*\(", f"module {top} #({named}) (", text, count=1))
    (rtl / "cells.v").write_text(library.models())
    shutil.copy(ROOT / "rtl/shfl_defs.vh", rtl)
    printed = replay.compiled(setting, [rtl], folder / "simulation", simulator(config))
    assert "error" not in printed and "exit status" not in printed, printed
    run([simulator(config), "--vectors", folder / "vectors", "--config", config, "--suite", "mixed", "--count", 150])
    return replay.play(folder / "simulation", folder / "vectors", len((folder / "vectors").read_text().splitlines()))


def netlist(point):
    """The text of a unit's netlist, of cells of the library alone."""
    folder = BUILD / "asic" / point.name / "mapped"
    flow.synthesize(point, "mapped", folder)
    return (folder / "netlist.v").read_text()


def scalars(text):
    """A netlist with a net for each bit of its wide nets, but the inputs: Icarus copies all bits of a net, some 500,
    each time that a gate drives one of them."""
    ports = {name: way for way, name in re.findall(r"^  (input|output) \[.*\] (\w+);$", text, re.M)}
    wires = re.findall(r"^  wire \[(\d+):(\d+)\] (\\\S+|\w+) ?;$", text, re.M)
    wide = {name: range(int(high), int(low) - 1, -1) for high, low, name in wires if ports.get(name) != "input"}

    def bit(name, number):
        return f"\\{name.removeprefix(chr(92))}[{number}] "

    def used(found):
        name, high, low = found.groups()
        if name not in wide:
            return found[0]
        if low is None:
            return bit(name, high)
        return "{" + ", ".join(bit(name, number) for number in range(int(high), int(low) - 1, -1)) + "}"

    def declared(found):
        if found[1] not in wide:
            return found[0]
        bits = ", ".join(bit(found[1], number) for number in wide[found[1]])
        return f"  wire {bits};" + (f"\n  assign {found[1]} = {{{bits}}};" if found[1] in ports else "")

    text = re.sub(r"(\\\S+(?= )|\b\w+) ?\[(\d+)(?::(\d+))?\]|\\\S+ ", used, text)
    return re.sub(r"(?m)^  wire \[.*\] (\\\S+|\w+) ?;$", declared, text)


@functools.cache
def mapped(config):
    """The netlist of a configuration."""
    setting = settings.parse(config)
    return scalars(netlist(flow.point(setting.top, setting.params())))


def inverted(text):
    """A netlist with an inverted gate in the middle."""
    gates = list(re.finditer(r"\bNAND2X1\b", text))
    at = gates[len(gates) // 2]
    return text[: at.start()] + "AND2X1" + text[at.end() :]


@pytest.mark.slow
@pytest.mark.parametrize("config", UNITS)
def test_netlist_equals_the_model(config, tmp_path):
    """An inverted gate is detected, too."""
    text = mapped(config)
    assert verdict(config, text, tmp_path).startswith("PASS: ")
    assert config not in (EACH_TIME, SELDOM[0]) or verdict(config, inverted(text), tmp_path).startswith("FAIL: ")


GATED = ["l4_w5_d3_own_gate", "l16_w8_d1_zero_net4_gate", "l8_w5_ways2_d4_own_block_gate"]


@pytest.mark.nightly
@pytest.mark.parametrize("config", GATED)
def test_clock_gates_equal_the_model(config, tmp_path):
    """Gates that are always open are detected."""
    setting = settings.parse(config)
    text = scalars(netlist(flow.point(setting.top, setting.params() | {"CLOCK_GATE": 1})))
    assert text.count("LATCH ") > 1 and verdict(config, text, tmp_path).startswith("PASS: ")
    opened = re.sub(r"(LATCH \S+ \([^;]*\.D\()[^()]*", r"\g<1>1'h1", text)
    assert verdict(config, opened, tmp_path).startswith("FAIL: ")
