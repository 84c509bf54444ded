# SPDX-License-Identifier: Apache-2.0
"""The flow to standard cells on small units: what is in the netlists, that they are still the unit, what is refused;
and that docs/use/asic.md is of today."""

import functools
import json
import os
import re
import shutil

import pytest
from conftest import BUILD, ROOT, make, run, simulator

from synth.asic import flow, library, report, tables
from synth.asic.__main__ import main
from tb import replay, settings
from tests.mutants.run import edit

pytestmark = pytest.mark.needs("sta", "osu018")  # Debian 13 has no package of the cells


@pytest.fixture
def out(tmp_path, monkeypatch):
    """A folder of its own for what the flow makes."""
    monkeypatch.setattr(flow, "OUT", tmp_path / "asic")
    return tmp_path / "asic"


def measured(top="shfl", **given):
    return flow.run(flow.point(top, given))


# ---- what is refused, and in which words

REFUSED = [
    ("--top shfl_none", "TOP=shfl_none", "shfl or shfl_banked"),
    ("LANES=3", "LANES=3", "2 4 8 16 32 64"),
    ("WIDTH=4", "WIDTH=4", "LANES W DEPTH"),
    ("W=4 W=5", "W is given twice", "W=5"),
    ("W=two", "W=two", "a number"),
    ("W=0", "W must be 1 or more", "log: "),
    ("DEPTH=8", "DEPTH must be 0 to 7", "log: "),
    ("--top shfl_banked WAYS=3", "WAYS must be a power of 2", "log: "),
    ("POLICY=mine", "POLICY=mine", "zero or own or raw"),
    ("LANES=4 8", "8: expected PARAM=VALUE", "LANES=8"),
]


@pytest.mark.parametrize(("line", "words"), [(line, words) for line, *words in REFUSED])
def test_refused(capsys, out, line, words):
    assert main(["table", *line.split()]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1 and all(word in said.err for word in words), said.err


def test_make_refuses(tmp_path):
    """No word gets to a shell."""
    words = f"W=1; touch {tmp_path}/file $$(touch {tmp_path}/file) `touch {tmp_path}/file` * '"
    done = make("asic", f"PARAMS={words}", status=2)
    assert "expected" in done.stderr and not list(tmp_path.iterdir())


def test_cells_that_are_not_there(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    library.text.cache_clear()
    assert main(["table", "LANES=4"]) == 2
    assert "osu018_stdcells.lib: No such file or directory; `sh .ci/need.sh osu018`" in capsys.readouterr().err
    library.text.cache_clear()


# ---- the cells


def test_areas_are_those_of_the_layouts():
    found = re.findall(r"^cell \((\w+)\).*?^\s*area : ([\d.]+)", library.liberty(), re.M | re.S)
    assert len(found) > 30 and all(library.areas()[cell] == float(area) for cell, area in found)
    assert (library.areas()["OAI21X1"], library.areas()["NAND3X1"]) == (32, 32)
    assert library.ge({"NAND2X1": 3, "DFFPOSX1": 2, "$mem_v2": 1}) == 3 + 2 * 96 / 24


def test_wire_by_hand():
    """Metal 3 in the LEF file: a track each um, 0.3 um wide, 0.08 ohm a square, 0.013 fF/um2, an edge 0.054 fF/um."""
    assert library.wire() == pytest.approx((1, 0.08 / 0.3, 0.013 * 0.3 + 2 * 0.054))
    got = report.wires({"ge": 1e4 / 24, "params": {"LANES": 8, "W": 4}})  # a side of 100 um
    assert got["length"] == pytest.approx(32 * 50e-6) and got["tracks"] == pytest.approx(32)


# ---- area and clock


@pytest.mark.slow
def test_unit(out):
    """At DEPTH 1: its flip-flops are the outputs, the tag and out_valid, and every stage is in it."""
    got = measured(LANES=4, W=2)
    modules = got["modules"]
    assert got["flip_flops"] == 4 * (2 + 3) + 16 + 1 == sum(m["flip_flops"] * m["instances"] for m in modules.values())
    for stage in ("decode", "lane_index", "range_check", "select", "writeback"):
        assert modules[f"shfl_{stage}"]["instances"] == 4
    assert got["ge"] == pytest.approx(library.ge(got["cells"]), abs=0.1)
    assert 0 < got["ge"] <= 1.1 * sum(m["ge"] * m["instances"] for m in modules.values())
    assert got["memory_bits"] == 0 and got["logic_ge"] == got["ge"]
    assert set(got["paths"]) == set(flow.GROUPS)
    assert got["mhz"] == pytest.approx(1000 / max(path["ns"] for path in got["paths"].values()), abs=0.1)
    log = out / "shfl_lanes4_w2_depth1/mapped/yosys.log"
    log.unlink()
    assert measured(LANES=4, W=2) == got and not log.exists()  # not made again


@pytest.mark.slow
def test_no_register(out):
    got = measured(LANES=2, W=1, DEPTH=0)
    assert got["flip_flops"] == 0 and set(got["paths"]) == {"in_out"}


@pytest.mark.slow
def test_memory(out):
    """Words: 2 ways, each with 2 warps of 4 lanes of 2 bits; queue: 4 beats of tag, last, beat and 4 bits a lane. As
    flip-flops the words are there once."""
    got = measured("shfl_banked", LANES=4, WAYS=2, W=2)
    words, queue = 2 * 4 * 2, 4 * (16 + 1 + 1 + 2 * 4)
    assert got["memory_bits"] == 2 * words + queue
    assert got["flip_flops"] - got["logic_flip_flops"] == pytest.approx(words + queue, abs=4)
    assert 4 * (words + queue) < got["ge"] - got["logic_ge"] < got["ge"]
    assert sum(m["flip_flops"] * m["instances"] for m in got["modules"].values()) < got["flip_flops"]


PATHS = """
module shfl (clk, a, y);
  input clk; wire clk; input a; wire a; output y; wire y;
  wire \\first[0] , second, n1, n2, n3;
  DFFPOSX1 _1_ (
    .CLK(clk),
    .D(a),
    .Q(\\first[0] )
  );
  INVX1 _2_ (
    .A(\\first[0] ),
    .Y(n1)
  );
  INVX1 _3_ (
    .A(n1),
    .Y(n2)
  );
  NAND2X1 _4_ (
    .A(n2),
    .B(a),
    .Y(n3)
  );
  DFFPOSX1 _5_ (
    .CLK(clk),
    .D(n3),
    .Q(second)
  );
  INVX1 _6_ (
    .A(second),
    .Y(y)
  );
endmodule
"""


def test_paths_by_hand(tmp_path):
    """Where each path of a small netlist begins and ends, and that delays and set-up times add up."""
    (tmp_path / "netlist.v").write_text(PATHS)
    (tmp_path / "cells.lib").write_text(library.liberty())
    got = flow.paths(flow.point("shfl", {}), tmp_path)
    ends = {group: (path["start"], path["end"], path["cells"]) for group, path in got.items()}
    assert ends == {
        "in_reg": ("a", "second", 1),
        "reg_reg": ("first[0]", "second", 3),
        "reg_out": ("second", "y", 1),
    }
    assert got["reg_reg"]["ns"] > got["reg_out"]["ns"] + 2 * 0.02 > 0.1
    library_setup = 0.19 - 0.1  # at least so much of a register's 0.19 ns with the fastest edge
    assert got["in_reg"]["ns"] > library_setup


@pytest.mark.slow
def test_table(out, capsys):
    assert main(["table", "LANES=4", "W=2", "POLICY=own"]) == 0
    got, said = measured(LANES=4, W=2, POLICY=1), capsys.readouterr().out
    row = said.splitlines()[1].split()
    assert row[:6] == ["shfl", "4", "2", "1", "POLICY=1", f"{got['ge']:,.0f}"] and "Before layout" in said
    assert [f"{ge:,.0f}" for _, ge in sorted(tables.modules(got).items())][0] in said


# ---- the netlist is still the unit

UNITS = [
    "l4_w33_d2_own",
    *(
        pytest.param(name, marks=pytest.mark.nightly)
        for name in ("l8_w64_d7_zero", "l16_w64_d0_raw", "l32_w32_d1_zero")
    ),
]


def verdict(config, text, folder):
    """What a netlist answers to warps of the model, in four states, with the library's own models of its cells."""
    setting, rtl = settings.parse(config), folder / "rtl"
    rtl.mkdir(exist_ok=True)
    # who instantiates the unit sets its parameters, which a netlist does not have
    named = ", ".join(f"parameter {name} = 0" for name in flow.defaults("shfl"))
    (rtl / "shfl.v").write_text(re.sub(r"(?m)^module shfl\s*\(", f"module shfl #({named}) (", text, count=1))
    (rtl / "cells.v").write_text(library.models())
    shutil.copy(ROOT / "rtl/shfl_defs.vh", rtl)
    said = replay.compiled(setting, [rtl], folder / "simulation")
    assert "error" not in said and "exit status" not in said, said
    run([simulator(config), "--vectors", folder / "vectors", "--config", config, "--suite", "mixed", "--count", 150])
    return replay.play(folder / "simulation", folder / "vectors", len((folder / "vectors").read_text().splitlines()))


def netlist(point):
    """The text of a unit's netlist, which has no cells but those of the library."""
    folder = BUILD / "asic" / point.name / "mapped"
    flow.synthesize(point, "mapped", folder)
    return (folder / "netlist.v").read_text()


def scalars(text):
    """A netlist with a net for each bit of its wide nets, but the inputs: Icarus copies all bits of a net, some 500,
    each time that a gate drives one of them. What has a slice of such a net does not compile."""
    ports = {name: way for way, name in re.findall(r"^  (input|output) \[.*\] (\w+);$", text, re.M)}
    wires = re.findall(r"^  wire \[(\d+):(\d+)\] (\\\S+|\w+) ?;$", text, re.M)
    wide = {name: range(int(high), int(low) - 1, -1) for high, low, name in wires if ports.get(name) != "input"}

    def bit(name, number):
        return f"\\{name.removeprefix(chr(92))}[{number}] "

    def used(found):
        return bit(*found.groups()) if found[1] in wide else found[0]

    def declared(found):
        if found[1] not in wide:
            return found[0]
        bits = ", ".join(bit(found[1], number) for number in wide[found[1]])
        return f"  wire {bits};" + (f"\n  assign {found[1]} = {{{bits}}};" if found[1] in ports else "")

    text = re.sub(r"(\\\S+(?= )|\b\w+) ?\[(\d+)\]|\\\S+ ", used, text)
    return re.sub(r"(?m)^  wire \[.*\] (\\\S+|\w+) ?;$", declared, text)


@functools.cache
def shuffle(config):
    """The netlist of a unit shfl."""
    return scalars(netlist(flow.point("shfl", settings.parse(config).params())))


def inverted(text, place=1 / 2):
    """A netlist with a gate that answers the opposite, at a place from 0 to 1."""
    gates = list(re.finditer(r"\bNAND2X1\b", text))
    at = gates[int(place * len(gates))]
    return text[: at.start()] + "AND2X1" + text[at.end() :]


@pytest.mark.slow
@pytest.mark.parametrize("config", UNITS)
def test_netlist_answers_as_the_model(config, tmp_path):
    assert verdict(config, shuffle(config), tmp_path).startswith("PASS: 150 warps, ")


@pytest.mark.slow
@pytest.mark.parametrize("config", UNITS[:1])
def test_inverted_gate_is_noticed(config, tmp_path):
    assert verdict(config, inverted(shuffle(config)), tmp_path).startswith("FAIL: ")


# Both units get the same bits, drawn at random, but for the beats, which come in their order. What comes of a word that
# was never written is X, in a netlist for more bits than in the RTL.
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
    """How many bits of the RTL's outputs are known on 600 clocks; how many of the netlist are the same, or opposite."""
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

    params = ", ".join(f".{name}({value})" for name, value in point.params.items())
    about = {"ins": bits["input"], "outs": bits["output"], "top": point.top, "params": params}
    about |= {name: ports[f"in_{name}"][1] for name in ("last", "valid", "ready")} | {
        "beats": ports["in_beat"][2],
        "out": ports["out_valid"][1],
    }
    bench = LOCKSTEP.format(**about, ports_want=connected("want"), ports_got=connected("got"))
    (folder / "bench.v").write_text(bench)
    (folder / "netlist.v").write_text(re.sub(rf"(?m)^module {point.top}\s*\(", "module netlist (", text, count=1))
    (folder / "cells.v").write_text(library.models())
    files = [folder / "bench.v", folder / "netlist.v", folder / "cells.v", *sorted((ROOT / "rtl").glob("*.v"))]
    iverilog, vvp = (os.environ.get(name) or name.lower() for name in ("IVERILOG", "VVP"))
    run([iverilog, "-g2005", f"-I{ROOT}/rtl", "-s", "bench", "-o", folder / "simulation", *files])
    return tuple(map(int, run([vvp, "-n", folder / "simulation"]).stdout.split()))


BANKED = [
    pytest.param({"LANES": 8, "WAYS": 2, "W": 4, "DEPTH": 4}),
    pytest.param({"LANES": 8, "WAYS": 4, "W": 4, "MEMORY": 1}, marks=pytest.mark.nightly),
    pytest.param({"LANES": 32, "WAYS": 8, "W": 8, "POLICY": 1}, marks=pytest.mark.nightly),
]


@pytest.mark.slow
@pytest.mark.parametrize("given", BANKED)
def test_banked_netlist_answers_as_the_rtl(given, tmp_path):
    point = flow.point("shfl_banked", given)
    text = netlist(point)
    known, same, wrong = lockstep(point, text, tmp_path)
    assert known > 600 * 4 and same > 0.9 * known and wrong == 0
    places = (1 / 4, 1 / 2, 3 / 4)  # one gate alone may be seen on few operands only
    assert any(lockstep(point, inverted(text, place), tmp_path)[2] > 0 for place in places)


# ---- the page


def test_page_is_of_today():
    assert not report.problems()


def test_what_is_out_of_date_is_noticed(tmp_path, monkeypatch):
    kept = json.loads(report.RECORD.read_text())
    kept["points"][0]["ge"] += 100
    monkeypatch.setattr(report, "RECORD", tmp_path / "asic.json")
    report.RECORD.write_text(json.dumps(kept))
    assert report.problems() == [f"docs/use/asic.md is not what {os.path.relpath(report.RECORD, ROOT)} says"]
    shutil.copytree(ROOT / "rtl", tmp_path / "rtl")
    monkeypatch.setattr(flow, "RTL", tmp_path / "rtl")
    assert len(report.problems()) == 1  # the folder alone changes nothing
    file = tmp_path / "rtl/shfl_select.v"
    edit(file, "reads_j ? j", "!reads_j ? j")
    assert len(report.problems()) == 1 + len(report.points())
    report.RECORD.write_text("{")
    with pytest.raises(report.Misuse, match="not a record"):
        report.load()
