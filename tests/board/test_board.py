# SPDX-License-Identifier: Apache-2.0
"""The test that runs on an FPGA board: reports of RTL and of bitstreams in simulation, the program that
compares a report with the golden model, and the bitstreams."""

import os
import pty
import re
import threading
import tty

import pytest
from conftest import IVERILOG, ROOT, VVP, built, nightly_but, run

from board import build, check, clocks, simulate
from board.__main__ import main
from rtl import linters

BOARDS = build.names()
DIVISOR = 4  # clocks per bit, in simulation of the RTL
# units whose simulation takes a moment
SMALL = {"banked": {"LANES": 8, "W": 32, "DEPTH": 4}, "whole": {"LANES": 8, "W": 3, "DEPTH": 7, "SKID": 1},
         "network": {"LANES": 8, "W": 4, "DEPTH": 2, "NETWORK": 4}}  # fmt: skip


def params_of(unit, **more):
    return build.DEFAULTS | {"WARPS": 256} | SMALL[unit] | more


SIMULATED = {unit: params_of(unit) for unit in SMALL}


@pytest.fixture(scope="session")
def golden():
    """The program that computes the signatures with the golden model."""
    return built("board/expected")


@pytest.fixture
def small(monkeypatch):
    """The units of a board with the parameters that are simulated here."""
    monkeypatch.setattr(build, "unit_of", lambda about, unit: (unit, SIMULATED[unit]))


def text_of(golden, **more):
    unit, params = build.unit_of(build.board("icebreaker"), "banked")
    return check.written("icebreaker", unit, params, golden, **more)


def said(capsys, *words):
    """Exit status, and what `python3 -m board WORDS` prints on standard output and on stderr."""
    status = main([str(word) for word in words])
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == (status > 1), captured
    return status, captured.out, captured.err


def checked(capsys, golden, text, tmp_path, *words):
    (tmp_path / "report.txt").write_text(text)
    return said(capsys, "check", "--text", tmp_path / "report.txt", "--model", golden, *words)


# ---- the report


def test_differs(capsys, golden, tmp_path):
    text = text_of(golden, first=(2, 0x123, 5, 0b101), signatures={"masks": "0123456789abcdef"})
    status, out, _ = checked(capsys, golden, text, tmp_path)
    assert status == 1 and out.count("  right\n") == 3
    assert "masks       4096 warps  WRONG: signature 0123456789abcdef, the model's is" in out
    assert "first difference: suite masks, warp 291, lane 5: rd; we" in out


@pytest.mark.parametrize("suite", check.SUITES)
def test_a_difference_that_the_board_has_not_seen(capsys, golden, tmp_path, suite):
    """The signatures are computed with the golden model, which is no part of the board."""
    status, out, _ = checked(capsys, golden, text_of(golden, signatures={suite: "f" * 16}), tmp_path)
    assert status == 1 and "the board itself has seen no difference" in out


BAD = {
    "nothing": (lambda text: "", "no report"),
    "cut": (lambda text: text[:300], "garbled"),
    "a digit": (lambda text: text.replace("warps 20000", "warps 20001"), "garbled: the sum of its bytes is"),
    "a line less": (lambda text: re.sub(r"masks.*\r\n", "", text), "line 4: garbled"),
}


@pytest.mark.parametrize("bad", BAD)
def test_garbled(capsys, golden, tmp_path, bad):
    spoil, message = BAD[bad]
    status, _, err = checked(capsys, golden, spoil(text_of(golden)), tmp_path)
    assert status == 2 and message in err, err


def test_other_parameters(capsys, golden, tmp_path):
    params = build.unit_of(build.board("icebreaker"), "banked")[1]
    for name, unit, given, message in [
        ("icebreaker", "banked", {**params, "DEPTH": 3}, "other parameters than this checkout's, icebreaker banked"),
        ("icebreaker", "amd", params, "UNIT=amd: not on board icebreaker"),
        ("ulx3s", "banked", params, "BOARD=ulx3s: no such board"),
    ]:
        lines = [build.head(name, unit, given), *text_of(golden).split("\r\n")[1:6]]
        text = "\r\n".join([*lines, f"sum {check.checksum(lines):04x}", ""])
        status, _, err = checked(capsys, golden, text, tmp_path)
        assert status == 2 and message in err, err


def test_misuse(capsys, golden, tmp_path):
    for words, message in (
        (["check"], "expected PORT="),
        (["check", "--port", "/dev/null"], "expected a serial port"),
        (["check", "--text", tmp_path / "none"], "No such file"),
        (["make", "none"], "expected one of hx8k icebreaker"),
        (["make", "icebreaker", "--unit", "none"], "expected one of banked"),
    ):
        status, _, err = said(capsys, *words)
        assert status == 2 and message in err, err


def test_page(golden):
    """The verdict on the page is that of the default unit of the iCEBreaker."""
    unit, params = build.unit_of(build.board("icebreaker"), None)
    text = check.written("icebreaker", unit, params, golden)
    lines, _ = check.verdict(check.parsed(text, "page"), golden)
    assert "\n".join(lines) in (ROOT / "docs/use/board.md").read_text()


# ---- a serial port


@pytest.fixture
def port():
    """A pseudo-terminal: the board's end, and the name of the other one."""
    board, other = pty.openpty()
    tty.setraw(other)
    yield board, os.ttyname(other)
    os.close(board)
    os.close(other)


def test_port(capsys, golden, port, monkeypatch):
    """A report comes for the byte that asks for it; a board that is at work does not see the first one."""
    monkeypatch.setattr(check, "QUIET", 0.1)
    board, name = port

    def answer():
        assert os.read(board, 1) == b"?" and os.read(board, 1) == b"?"
        for byte in text_of(golden).encode():
            os.write(board, bytes([byte]))

    thread = threading.Thread(target=answer)
    thread.start()
    status, out, _ = said(capsys, "check", "--port", name, "--model", golden)
    thread.join()
    assert status == 0 and out.count("  right\n") == 4


# ---- loading a bitstream


def test_program(capsys, tmp_path, monkeypatch):
    """The board's command is run with the bitstream; its failure is told."""
    monkeypatch.setattr(build, "OUT", tmp_path)
    (tmp_path / "icebreaker_banked").mkdir()
    (tmp_path / "icebreaker_banked/board.json").write_text('{"bitstream": "x.bin"}')
    monkeypatch.setenv("ICEPROG", str(tmp_path / "iceprog"))
    status, _, err = said(capsys, "program", "icebreaker")
    assert status == 2 and "is missing" in err
    for status in 0, 1:
        (tmp_path / "iceprog").write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/words\nexit {status}\n')
        (tmp_path / "iceprog").chmod(0o755)
        assert said(capsys, "program", "icebreaker")[0] == 2 * status
        assert (tmp_path / "words").read_text() == "x.bin\n"


# ---- records


def test_record(capsys, golden, tmp_path):
    """A record is the report, which can be checked again; each that was sent is right."""
    file = tmp_path / "record.txt"
    status, out, _ = checked(capsys, golden, text_of(golden), tmp_path, "--record", file)
    assert status == 0 and out.count("  right\n") == 4, out
    for sent in file, *clocks.RECORDS.glob("*.txt"):
        assert said(capsys, "check", "--text", sent, "--model", golden)[0] == 0, sent
    assert file.read_text() == text_of(golden).replace("\r", "")


# ---- the RTL in simulation

BENCH = """
module bench;
    reg clk = 0;
    wire tx;
    always #1 clk = !clk;
    shfl_icebreaker dut (.clk(clk), .rx(1'b1), .tx(tx), .led_right_n(), .led_wrong_n());
    always @(posedge clk) $write("%b", tx);
    initial #100000 $finish(0);
endmodule
"""


@pytest.mark.slow
def test_four_states(golden, tmp_path):
    """The report in Icarus Verilog, which knows X, of the smallest unit."""
    params = params_of("banked", LANES=2, WARPS=8)
    (tmp_path / "shfl_board_config.vh").write_text(build.config("icebreaker", "banked", params, DIVISOR))
    (tmp_path / "bench.v").write_text(BENCH)
    about = build.board("icebreaker")
    files = [*build.sources(None, about.top, about.folder), tmp_path / "bench.v"]
    words = ["-g2005", f"-I{tmp_path}", "-Irtl", "-s", "bench", "-o", tmp_path / "bench", *files]
    run([IVERILOG, *words])
    line = run([VVP, "-n", tmp_path / "bench"]).stdout.split("\n")[0]
    line = line[line.index("x1") + 1 :] if "x" in line else line
    assert "x" not in line
    text, at = "", line.find("0")
    while at >= 0:
        bits = line[at + DIVISOR // 2 : at + 10 * DIVISOR : DIVISOR]
        text += chr(int(bits[8:0:-1], 2))
        at = line.find("0", at + 9 * DIVISOR + DIVISOR // 2)
    assert text == check.written("icebreaker", "banked", params, golden)


def simulated(unit, to, reports=1, **more):
    program = simulate.of_rtl("icebreaker", unit, params_of(unit, **more), DIVISOR, to)
    return simulate.report(program, DIVISOR, reports, clocks=20_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("unit", nightly_but([(unit,) for unit in SMALL], lambda unit: unit == "banked"))
def test_simulation(golden, tmp_path, small, unit):
    """The report is right; so is another one, which a byte asks for."""
    text = simulated(unit, tmp_path, reports=2)
    lines, right = check.verdict(check.parsed(text, "simulation"), golden)
    assert right, "\n".join(lines)
    first, second = (part for part in re.split("(?=openshfl-board)", text) if part)
    assert first == second


# what goes wrong in lane 5 of warp 259, rd from there on: a port, what becomes of it, and the fields of the report
WRONG = {
    "rd": (".rd(rd)", ".rd(right)", "assign rd = right ^ {31'd0, later};", 0x01),
    "pu": (".pu(pu)", ".pu(right[0])", "assign pu = right[0] ^ there;", 0x02),
    "we": (".we(we)", ".we(right[0])", "assign we = right[0] ^ there;", 0x04),
    "src_active": (".src_active(src_active)", ".src_active(right[0])", "assign src_active = right[0] ^ there;", 0x08),
    "last": (".out_last(out_last)", ".out_last(right[0])", "assign out_last = right[0] ^ there;", 0x10),
    "missing": (".out_valid(out_valid)", ".out_valid(right[0])", "assign out_valid = right[0] && !there;", 0x40),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", nightly_but([(what,) for what in WRONG], lambda what: what == "rd"))
def test_first_difference(golden, tmp_path, monkeypatch, small, what):
    """Suite, warp and lane of the first result that is wrong are named, and what is wrong with it."""
    port, inner, outer, fields = WRONG[what]
    unit, files = (build.FOLDER / "rtl/shfl_board_unit.v").read_text(), build.sources
    extra = f"""begin : g_banked
            reg [31:0] count;
            wire [31:0] right;
            wire there = count == 32'd{8 * 259 + 5}, later = count >= 32'd{8 * 259 + 5};
            always @(posedge clk)
                if (rst) count <= 32'd0;
                else if (out_valid && out_ready) count <= count + 32'd1;
            {outer}
    """
    before, banked = unit.split("begin : g_banked")
    (tmp_path / "shfl_board_unit.v").write_text(before + extra + banked.replace(port, inner, 1))

    def others(*given):
        return [tmp_path / file.name if file.name == "shfl_board_unit.v" else file for file in files(*given)]

    monkeypatch.setattr(build, "sources", others)
    report = check.parsed(simulated("banked", tmp_path), "simulation")
    assert report["first"] == {"suite": 0, "warp": 259, "lane": 5, "fields": fields}, report
    lines, right = check.verdict(report, golden)
    assert not right and "uniform" in "".join(line for line in lines if "WRONG" in line)


@pytest.mark.nightly
@pytest.mark.parametrize("name", BOARDS)
def test_tops(tmp_path, name):
    """Each board's own top, with its divisor, sends a report."""
    about = build.board(name)
    program = simulate.of_rtl(name, "banked", params_of("banked", LANES=2, WARPS=8), about.divisor, tmp_path)
    assert "no difference" in simulate.report(program, about.divisor)


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["verilator", "icarus", pytest.param("yosys", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("unit", SMALL)
def test_lint(tmp_path, tool, unit):
    """No warning."""
    (tmp_path / "shfl_board_config.vh").write_text(build.config("icebreaker", unit, params_of(unit), DIVISOR))
    about = build.board("icebreaker")
    folders = dict.fromkeys(file.parent for file in build.sources(None, about.top, about.folder))
    assert linters.LINTERS[tool](about.top, {}, [tmp_path, *folders]) == (0, "")


# ---- bitstreams


def test_clocks_are_recorded():
    """Of each unit of each board, and with a margin."""
    there = [(name, unit) for name in BOARDS for unit in build.board(name).units]
    units = {(name, unit): build.unit_of(build.board(name), unit)[1] for name, unit in there}
    assert {clocks.key(row): row["params"] for row in clocks.load()} == units
    assert all(len(row["mhz"]) == len(clocks.SEEDS) for row in clocks.load())
    assert clocks.margin() > 1.25


def test_a_clock_of_older_rtl_is_marked(monkeypatch):
    """The page has this table, and a test that it is today's: after a change of the RTL it says so until `make board
    DO=clocks`. A comment is no change."""
    rows = [row | {"rtl": clocks.rtl(row["board"])} for row in clocks.load()]
    monkeypatch.setattr(clocks, "load", lambda: rows)
    assert "older RTL" not in clocks.table()
    verilog = clocks.results.verilog
    monkeypatch.setattr(clocks.results, "verilog", lambda file: verilog(file) + "x" * (file.name == "shfl_hx8k.v"))
    assert [row.split(" | ")[0] for row in clocks.table().splitlines() if "older RTL" in row] == 3 * ["| hx8k"]


needs_the_flow = pytest.mark.needs("nextpnr-ice40", "icetime")


@pytest.mark.nightly
@needs_the_flow
@pytest.mark.parametrize("name", BOARDS)
def test_bitstream(name):
    """It is packed, and its clock is the board's or more, with each seed."""
    for seed in clocks.SEEDS:
        made = build.placed(name, seed=seed)
        assert made["mhz"] > 1.25 * made["clock_mhz"]
        assert (ROOT / made["bitstream"]).stat().st_size > 10_000


@pytest.mark.nightly
@needs_the_flow
def test_report_of_a_bitstream(golden, tmp_path):
    """The bitstream itself, read back, with the board's divisor and all warps: its report is right."""
    build.kept(build.placed("icebreaker"))
    text = simulate.simulated("icebreaker", None, "bitstream")
    lines, right = check.verdict(check.parsed(text, "bitstream"), golden)
    assert right, "\n".join(lines)
