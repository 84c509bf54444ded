# SPDX-License-Identifier: Apache-2.0
"""shfl_rvv_decode against an assembler's machine words, and against the reader of the command. formal/ proves it, and
shfl_rvv_legal, against the rules."""

import random
import re

import pytest
from conftest import IVERILOG, ROOT, VVP, built, run

from model import defs

BENCH = """
`include "shfl_rvv_defs.vh"
module bench;
    reg  [31:0] words [0:COUNT-1];
    wire        found, vm, of_vs1, of_x, of_f;
    wire [`SHFL_RVV_OP_W-1:0] op;
    wire [4:0]  vd, vs2, vs1;
    wire [63:0] x;
    integer     n;
    reg  [31:0] word;

    shfl_rvv_decode #(.XLEN(XLEN)) u_decode (.word(word), .x_rs1({XLEN/8{8'h9a}}), .f_rs1(64'h0123456789abcdef),
        .found(found), .op(op), .vm(vm), .vd(vd), .vs2(vs2), .vs1(vs1), .of_vs1(of_vs1), .of_x(of_x), .of_f(of_f),
        .x(x));
    initial begin
        $readmemh("words", words);
        for (n = 0; n < COUNT; n = n + 1) begin
            word = words[n];
            #1 $display("%b %0d %0d %0d %0d %b%b%b %b %h", found, op, vd, vs2, vs1, of_vs1, of_x, of_f, vm, x);
        end
    end
endmodule
"""
# the text of an instruction: its name, vd, vs2, the third operand and its number, and v0.t
TEXT = r"(v\S+) v(\d+), v(\d+), ([vxf]?)(\d+)(, v0\.t)?$"


def decoded(words, xlen, folder):
    """What the module says of each word, as a tuple of texts."""
    (folder / "words").write_text("\n".join(words) + "\n")
    bench = BENCH.replace("COUNT", str(len(words))).replace("XLEN/8", str(xlen // 8)).replace("(XLEN)", f"({xlen})")
    (folder / "bench.v").write_text(bench)
    library = "-I", ROOT / "rtl/rvv", "-y", ROOT / "rtl/rvv"
    run([IVERILOG, "-g2005", "-Wall", *library, "-o", folder / "bench", "bench.v"], cwd=folder)
    return [line.split() for line in run([VVP, "-n", folder / "bench"], cwd=folder).stdout.splitlines()]


def wanted(text, xlen):
    """The same, of the instruction's text."""
    name, vd, vs2, kind, third, masked = re.fullmatch(TEXT, text).groups()
    op = next(word.op for word in defs.RVV_WORDS if word.name == name)
    register = int("9a" * (xlen // 8), 16)
    if "slide1" in name:
        register |= -1 << xlen  # negative
    x = {"v": None, "": int(third), "f": 0x0123456789ABCDEF, "x": register & (1 << 64) - 1}[kind]
    kinds = f"{kind == 'v':d}{kind == 'x':d}{kind == 'f':d}"
    return ["1", str(defs.RVV_OP.names.index(op)), vd, vs2, third, kinds, f"{not masked:d}", x]


def same(got, want):
    return got[:-1] == want[:-1] and (want[-1] is None or int(got[-1], 16) == want[-1])


@pytest.mark.parametrize("xlen", [32, 64])
def test_assembled(xlen, tmp_path):
    """V2.1, V2.4: every instruction, with the words of an assembler."""
    pairs = re.findall(r"^([0-9a-f]{8}) (v\S+ v.*)$", (ROOT / "tests/rvv/words.txt").read_text("utf-8"), re.M)
    assert {text.split()[0] for _, text in pairs} == {word.name for word in defs.RVV_WORDS}
    got = decoded([word for word, _ in pairs], xlen, tmp_path)
    wrong = [text for (_, text), one in zip(pairs, got, strict=True) if not same(one, wanted(text, xlen))]
    assert not wrong


def test_reader(tmp_path):
    """Every funct6 and funct3, of OP-V and of an opcode nearby: the module and the command find the same."""
    random.seed(1)
    words = [
        f"{funct6 << 26 | random.getrandbits(11) << 15 | funct3 << 12 | random.getrandbits(5) << 7 | opcode:08x}"
        for funct6 in range(64) for funct3 in range(7) for opcode in (0x57, 0x53)
    ]  # fmt: skip
    words = [word for word in words if not (int(word, 16) >> 26 == 0x17 and not int(word, 16) >> 25 & 1)]  # V4.1.3
    got = dict(zip(words, decoded(words, 64, tmp_path), strict=True))
    found = [word for word, one in got.items() if one[0] == "1"]
    assert len(found) in (12, 13)
    printed = run([built("openshfl"), "decode", *(f"0x{word}" for word in found)]).stdout.splitlines()[::2]
    assert [text for word, text in zip(found, printed, strict=True) if not same(got[word], wanted(text, 64))] == []
    for word in random.sample(sorted(set(words) - set(found)), 40):
        run([built("openshfl"), "decode", f"0x{word}"], status=2)
