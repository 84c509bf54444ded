# SPDX-License-Identifier: Apache-2.0
"""The flow to standard cells on small units: the netlists are the unit, area and paths are right, misuse is refused."""

import functools
import re
import shutil

import pytest
from conftest import BUILD, IVERILOG, ROOT, VVP, run, simulator

from synth.asic import flow, library, report
from synth.asic.__main__ import main
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
    ("--top shfl_none", "TOP=shfl_none|one of shfl shfl_banked shfl_rvv"),
    ("LANES=3", "LANES=3|2 4 8 16 32 64"),
    ("WIDTH=4", "WIDTH=4|LANES W DEPTH"),
    ("W=4 W=5", "W is given twice|W=5"),
    ("W=two", "W=two|a number"),
    ("W=0", "W must be 1 or more|log: "),  # the message of the RTL
    ("POLICY=mine", "POLICY=mine|zero or own or raw"),
    ("LANES=4 8", "8: expected PARAM=VALUE|LANES=8"),
]


@pytest.mark.parametrize(("line", "words"), REFUSED)
def test_refused(capsys, out, line, words):
    assert main(["table", *line.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert all(word in printed.err for word in words.split("|")), printed.err


def test_missing_cells(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    library.text.cache_clear()
    assert main(["table", "LANES=4"]) == 2
    error = capsys.readouterr().err
    assert "osu018_stdcells.lib" in error and "sh .ci/need.sh osu018" in error
    library.text.cache_clear()


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
    assert known == pytest.approx((1, 0.08 / 0.3, 0.013 * 0.3 + 2 * 0.054))
    got = report.wires({"ge": 1e4 / 24, "params": {"LANES": 8, "W": 4}}, facts)  # a side of 100 um
    assert got["length"] == pytest.approx(32 * 50e-6) and got["tracks"] == pytest.approx(32)


def test_nand_in_liberty(monkeypatch, tmp_path):
    """The gate of 1 GE, by its function; without one, the message names the file."""
    monkeypatch.setenv("LIBERTY", str(tmp_path / "mine.lib"))
    flip_flop = 'cell ("FF") {\n area : 9; ff (IQ, IQN) { clocked_on : "CK"; } }\n'
    text = f'library (a) {{\n cell(G){{\n area : 2.5 ;\n pin(Y) {{ function : "%s"; }} }}\n{flip_flop}}}'
    for function in "(!(A B))", "!(A1 & A2)", "(A*B)'", "(!A) | (!B)", "A'+B'":
        cells = library.Cells(text % function)
        assert (cells.gate, cells.flip_flop) == ("G", "FF"), function
    for function in "(A B)", "!(A+B)", "!(A&A)", "(!(A B C))", "(!((A+B) C))":
        with pytest.raises(library.Misuse, match="mine.lib.*NAND"):
            library.Cells(text % function)


def of_the_flow(test):
    """Where a file that it synthesizes or the flow has changed."""
    return pytest.mark.nightly(pytest.mark.covers("synth/asic/", "rtl/")(test))


@of_the_flow
def test_liberty(out, tmp_path, monkeypatch, capsys):
    """Cells of other names, units and areas: the same text of OSU's gives the same gate equivalents and, without OSU's
    driver of the inputs, about the same clock."""
    usual = measured(LANES=2, W=1)
    text = re.sub(r"\bcell \((\w+)\)", r'cell ("MY_\1")', library.liberty()).replace("(1,pf)", "(1000, ff)")
    text = re.sub(r"area : ([\d.]+)", lambda area: f"area : {float(area[1]) / 10:g}", text)
    (tmp_path / "mine.lib").write_text(text)
    monkeypatch.setenv("LIBERTY", str(tmp_path / "mine.lib"))
    got = measured(LANES=2, W=1)
    assert all(cell.startswith("MY_") for cell in got["cells"]) and got["tools"]["LIBERTY"] == "mine.lib"
    assert got["flip_flops"] == usual["flip_flops"] and got["ge"] == pytest.approx(usual["ge"], rel=0.1)
    assert got["mhz"] == pytest.approx(usual["mhz"], rel=0.15)
    monkeypatch.setenv("LIBERTY", str(tmp_path / "none.lib"))
    assert main(["table", "LANES=2"]) == 2 and f"LIBERTY={tmp_path}/none.lib" in capsys.readouterr().err


# ---- area and clock


@of_the_flow
def test_unit(out):
    """At DEPTH 1: its flip-flops are the outputs, the tag and out_valid, and every stage is in it."""
    got = measured(LANES=4, W=2)
    modules = got["modules"]
    assert got["flip_flops"] == 4 * (2 + 3) + 16 + 1 == sum(m["flip_flops"] * m["instances"] for m in modules.values())
    for stage in ("decode", "lane_index", "range_check", "select", "writeback"):
        assert modules[f"shfl_{stage}"]["instances"] == 4
    assert got["ge"] == pytest.approx(library.cells().ge(got["cells"]), abs=0.1)
    assert 0 < got["ge"] <= 1.1 * sum(m["ge"] * m["instances"] for m in modules.values())
    assert got["memory_bits"] == 0 and got["logic_ge"] == got["ge"] and set(got["paths"]) == set(flow.GROUPS)
    assert got["mhz"] == pytest.approx(1000 / max(path["ns"] for path in got["paths"].values()), abs=0.1)
    log = out / "shfl_lanes4_w2_depth1/mapped/yosys.log"
    log.unlink()
    assert measured(LANES=4, W=2) == got and not log.exists()  # of its file
    got = measured(LANES=2, W=1, DEPTH=0)
    assert got["flip_flops"] == 0 and set(got["paths"]) == {"in_out"}


@of_the_flow
def test_memory(out):
    """Warp memory: 2 ways, each with 2 warps of 4 lanes of 2 bits; queue: 4 beats of tag, last, beat and 4 bits a lane.
    As flip-flops the ways' memories are merged."""
    got = measured("shfl_banked", LANES=4, WAYS=2, W=2)
    words, queue = 2 * 4 * 2, 4 * (16 + 1 + 1 + 2 * 4)
    assert got["memory_bits"] == 2 * words + queue
    assert got["flip_flops"] - got["logic_flip_flops"] == pytest.approx(words + queue, abs=4)
    assert 4 * (words + queue) < got["ge"] - got["logic_ge"] < got["ge"]
    assert sum(m["flip_flops"] * m["instances"] for m in got["modules"].values()) < got["flip_flops"]


PATHS = r"""
module shfl (clk, a, y);
  input clk; wire clk; input a; wire a; output y; wire y;
  wire \first[0] , second, n1, n2, n3;
  DFFPOSX1 _1_ (
    .CLK(clk), .D(a), .Q(\first[0] )
  );
  INVX1 _2_ (.A(\first[0] ), .Y(n1));
  INVX1 _3_ (.A(n1), .Y(n2));
  NAND2X1 _4_ (.A(n2), .B(a), .Y(n3));
  DFFPOSX1 _5_ (
    .CLK(clk), .D(n3), .Q(second)
  );
  INVX1 _6_ (.A(second), .Y(y));
endmodule
"""


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


@pytest.mark.slow
def test_table(out, capsys):
    assert main(["table", "LANES=4", "W=2", "POLICY=own"]) == 0
    row = capsys.readouterr().out.splitlines()[1].split()
    assert row[:6] == ["shfl", "4", "2", "1", "POLICY=1", f"{measured(LANES=4, W=2, POLICY=1)['ge']:,.0f}"]


# ---- the netlist is the unit

NIGHTLY = [
    pytest.param(name, marks=pytest.mark.nightly) for name in ("l8_w64_d7_zero", "l16_w64_d0_raw", "l32_w32_d1_zero")
]
UNITS = ["l4_w33_d2_own", *NIGHTLY]


def verdict(config, text, folder):
    """The result of a netlist on warps of the model, in four states, with the library's own models of its cells."""
    setting, rtl = settings.parse(config), folder / "rtl"
    rtl.mkdir(exist_ok=True)
    # the instance sets parameters, which a netlist does not have
    named = ", ".join(f"parameter {name} = 0" for name in flow.defaults("shfl"))
    (rtl / "shfl.v").write_text(re.sub(r"(?m)^module shfl\s*\(", f"module shfl #({named}) (", text, count=1))
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
def shuffle(config):
    """The netlist of a unit shfl."""
    return scalars(netlist(flow.point("shfl", settings.parse(config).params())))


def inverted(text, place=1 / 2):
    """A netlist with an inverted gate, at a place from 0 to 1."""
    gates = list(re.finditer(r"\bNAND2X1\b", text))
    at = gates[int(place * len(gates))]
    return text[: at.start()] + "AND2X1" + text[at.end() :]


@pytest.mark.slow
@pytest.mark.parametrize("config", UNITS)
def test_netlist_equals_the_model(config, tmp_path):
    """An inverted gate is detected, too."""
    text = shuffle(config)
    assert verdict(config, text, tmp_path).startswith("PASS: 150 lines, ")
    assert config != UNITS[0] or verdict(config, inverted(text), tmp_path).startswith("FAIL: ")


# Both units get the same random bits, but for the beats, which are in their order. A word that was never written is
# read as X, in a netlist for more bits than in the RTL.
LOCKSTEP = """
`include "shfl_defs.vh"
module bench;
    reg clk = 0, rst;
    reg [{ins}+31:0] in;
    wire [{outs}-1:0] want, got;
    reg [{beats}-1:0] beat;
    wire last = &beat | in[{last}];
    integer n, i, known = 0, same = 0, wrong = 0;
    {top} #({params}) rtl ({ports_want});
    netlist mapped ({ports_got});
    always @(posedge clk)
        if (rst) beat <= 0;
        else if (in[{valid}] && want[{ready}]) beat <= last ? 0 : beat + 1;
    initial begin
        for (n = 0; n < 600; n = n + 1) begin
            for (i = 0; i < {ins}; i = i + 32) in[i +: 32] = $random;
            rst = n < 4 || n % 150 == 0;
            #1 for (i = 0; i < {outs} && n > 4; i = i + 1) if (want[{out}] || i == {out} || i == {ready}) begin
                known = known + (want[i] !== 1'bx);
                same  = same + (want[i] === got[i] && want[i] !== 1'bx);
                wrong = wrong + ((want[i] ^ got[i]) === 1'b1);
            end
            #1 clk = 1;
            #1 clk = 0;
        end
        $display("%0d %0d %0d", known, same, wrong);
    end
endmodule
"""


def lockstep(point, text, folder):
    """The number of known bits of the RTL's outputs on 600 clocks; of these, the netlist's equal and opposite ones."""
    ports, bits = {}, {"input": 0, "output": 0}
    for way, high, name in re.findall(r"^  (input|output) (?:\[(\d+):0\] )?(\w+);", text, re.M):
        if name not in ("clk", "rst"):
            ports[name] = way, bits[way], int(high or 0) + 1
            bits[way] += int(high or 0) + 1

    def connected(outputs):
        places = {name: f"{'in' if way == 'input' else outputs}[{at} +: {wide}]"
                  for name, (way, at, wide) in ports.items()}  # fmt: skip
        places |= {"clk": "clk", "rst": "rst", "in_beat": "beat", "in_last": "last"}
        return ", ".join(f".{name}({place})" for name, place in places.items())

    about = {name: ports[f"in_{name}"][1] for name in ("last", "valid", "ready")}
    about |= {"ins": bits["input"], "outs": bits["output"], "beats": ports["in_beat"][2], "out": ports["out_valid"][1]}
    about |= {"top": point.top, "params": ", ".join(f".{name}({value})" for name, value in point.params.items())}
    bench = LOCKSTEP.format(**about, ports_want=connected("want"), ports_got=connected("got"))
    mapped = re.sub(rf"(?m)^module {point.top}\s*\(", "module netlist (", text, count=1)
    texts = {"bench.v": bench, "netlist.v": mapped, "cells.v": library.models()}
    for name, content in texts.items():
        (folder / name).write_text(content)
    files = [*(folder / name for name in texts), *sorted((ROOT / "rtl").glob("*.v"))]
    run([IVERILOG, "-g2005", f"-I{ROOT}/rtl", "-s", "bench", "-o", folder / "simulation", *files])
    return tuple(map(int, run([VVP, "-n", folder / "simulation"]).stdout.split()))


BANKED = [
    pytest.param({"LANES": 8, "WAYS": 2, "W": 4, "DEPTH": 4}),
    pytest.param({"LANES": 8, "WAYS": 4, "W": 4, "MEMORY": 1}, marks=pytest.mark.nightly),
    pytest.param({"LANES": 32, "WAYS": 8, "W": 8, "POLICY": 1}, marks=pytest.mark.nightly),
]


@pytest.mark.slow
@pytest.mark.parametrize("given", BANKED)
def test_banked_netlist_equals_the_rtl(given, tmp_path):
    point = flow.point("shfl_banked", given)
    text = netlist(point)
    known, same, wrong = lockstep(point, text, tmp_path)
    assert known > 600 * 4 and same > 0.9 * known and wrong == 0
    places = (1 / 4, 1 / 2, 3 / 4)  # some gates matter for few operands only
    assert any(lockstep(point, inverted(text, place), tmp_path)[2] > 0 for place in places)
