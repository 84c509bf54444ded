# SPDX-License-Identifier: Apache-2.0
"""examples/: the adapter of Vortex's ALU behind a stand-in of the core's types and interfaces, a stand-in of
tiny-gpu's core with the unit in it, one of Vicuna that runs its programs, and what is said of a folder that is not the
core. `make core` runs the cores themselves, which are not here."""

import hashlib
import json
import re

import pytest
from conftest import ROOT, VERILATOR, built, run, simulation

from examples import patch, tiny_gpu, vortex

ADAPTER = ROOT / "examples/vortex/VX_shfl_unit.sv"
LIBRARY = ["-Irtl", "-y", "rtl", "-y", "rtl/collective", "-y", "examples/packets"]


# what Vortex's VX_define.vh has
SIZES = {"NUM_THREADS": 4, "SIMD_WIDTH": 4, "ISSUE_WIDTH": 1, "NUM_ALU_BLOCKS": 1, "XLEN": 32}


@pytest.mark.slow
@pytest.mark.parametrize("lanes", [2, 4])
def test_vortex_adapter(lanes, tmp_path):
    """With 4 threads; tests/mutants/ has an adapter that is wrong."""
    defines = "".join(f"`define VX_CFG_{name} {value}\n" for name, value in SIZES.items())
    (tmp_path / "VX_define.vh").write_text(f"{defines}`define LANES {lanes}\n")
    words = ["-Wno-fatal", "-Wno-lint", f"-I{tmp_path}", *LIBRARY, "--timescale", "1ns/100ps"]
    program = simulation("bench", tmp_path / "made", *words, "tests/rtl/vortex_bench.sv", ADAPTER)
    done = run([program], status=None)
    found = re.search(r"2\d{3} packets, (\d+) results", done.stdout)
    assert done.returncode == 0 and found and int(found[1]) > 1900, done.stdout


def test_folder_of_another_commit(tmp_path):
    file = tmp_path / vortex.CORE / "VX_alu_unit.sv"
    file.parent.mkdir(parents=True)
    file.write_text("module VX_alu_unit;\n")
    with pytest.raises(ValueError, match=r"VX_alu_unit.sv differs; expected .*commit d76b7f24e65"):
        patch.copy(vortex, tmp_path, tmp_path / "to")
    assert not (tmp_path / "to").exists()


def test_copy(tmp_path, monkeypatch):
    """A copy gets the unit, the adapter and the changes; the folder stays as it was."""
    core, to = tmp_path / "folder" / vortex.CORE, tmp_path / "to"
    core.mkdir(parents=True)
    (core / "file.sv").write_text("one two\n")
    name = hashlib.sha1(b"blob 8\0one two\n").hexdigest()
    monkeypatch.setattr(vortex, "CHANGES", {f"{vortex.CORE}/file.sv": (name, ("two", "three"))})
    assert "-one two\n+one three\n" in patch.copy(vortex, tmp_path / "folder", to)
    assert (core / "file.sv").read_text() == "one two\n"
    assert {path.name for path in (to / vortex.CORE).iterdir()} == {"file.sv", "shfl_packets.v", "VX_shfl_unit.sv"}


# of tiny-gpu's core the lines that are changed, and what they need
TINY = """module registers(input wire [7:0] lsu_out, input wire [7:0] shfl_out, input wire [7:0] rs);
endmodule
module core #(
    parameter THREADS_PER_BLOCK = 4,
) (input wire clk, input wire reset, input wire [2:0] core_state, input wire [15:0] instruction,
   input wire [3:0] thread_count, input wire [7:0] rs [THREADS_PER_BLOCK-1:0],
   input wire [7:0] rt [THREADS_PER_BLOCK-1:0], input wire [7:0] lsu_out [THREADS_PER_BLOCK-1:0]);
    wire [7:0] alu_out[THREADS_PER_BLOCK-1:0];
    genvar i;
    generate
        for (i = 0; i < THREADS_PER_BLOCK; i = i + 1) begin : threads
            registers register_instance (.lsu_out(lsu_out[i]),
                .rs(rs[i]));
        end
    endgenerate
endmodule
"""


def test_tiny_gpu(tmp_path, monkeypatch):
    """Each change finds its line, and the unit fits what is around it: no port, width or name is wrong."""
    core, to = tmp_path / "folder/src/core.sv", tmp_path / "to"
    core.parent.mkdir(parents=True)
    core.write_text(TINY)
    name = hashlib.sha1(b"blob %d\0" % len(TINY) + TINY.encode()).hexdigest()
    changes = tiny_gpu.CHANGES["src/core.sv"][1:]
    monkeypatch.setattr(tiny_gpu, "CHANGES", {"src/core.sv": (name, *changes)})
    changed = patch.copy(tiny_gpu, tmp_path / "folder", to)
    assert changed.count("\n@@") == 1 and changed.count("\n+") == 20
    lint = ["verilator", "--lint-only", "-Wall", "-Wno-DECLFILENAME", "-Wno-UNUSED", "-sv", "--top-module", "core"]
    ports = ["-Wno-PINCONNECTEMPTY", "-Wno-WIDTH", to / "src/shfl.v", to / "src/core.sv"]
    assert "Error" not in run([*lint, *ports]).stderr


VICUNA = ROOT / "examples/vicuna"


@pytest.mark.slow
def test_vicuna(tmp_path):
    """Its programs on a stand-in of it with the adapter; tests/mutants/ has adapters that are wrong."""
    words = ["--cc", "--exe", "--build", "--top-module", "vproc_top", "--Mdir", tmp_path, "-MAKEFLAGS", "OPT_FAST=-O0"]
    words += ["-Wno-fatal", "-Wno-lint", "-Wno-style", "-CFLAGS", f"-std=c++17 -I{ROOT}", "-Irtl", "-Irtl/rvv"]
    words += ["-y", "rtl", "-y", "rtl/rvv", "-y", "examples/vector", "rtl/rvv/shfl_rvv_defs.vh"]
    files = "tests/rtl/vicuna_core.sv", VICUNA / "vproc_shfl.sv", VICUNA / "run.cpp", built("libshfl.a")
    run([VERILATOR, *words, *files])
    done = run([tmp_path / "Vvproc_top", "64"], status=None)
    said = done.stdout + done.stderr
    assert done.returncode == 0 and "in 64 programs, 0 of them wrong" in said, said


def test_record(tmp_path, monkeypatch):
    """What the program prints from its counts on."""
    monkeypatch.setattr(patch, "RECORD", tmp_path / "cores.json")
    patch.RECORD.write_text('{"an older commit": {"CORE=b": [], "CORE=c": []}}')
    said = "thread 1 is wrong, 02\n8 lanes, 1 wrong, 40 clocks\nof UP 4\n"
    for given in ("CORE=b", "CORE=a"):
        patch.keep(tiny_gpu, given, said)
    kept = said.splitlines()[1:]
    of_core = json.loads(patch.RECORD.read_text())
    assert list(of_core["an older commit"]) == ["CORE=c"]
    assert list(of_core[tiny_gpu.EXPECTED].items()) == [("CORE=a", kept), ("CORE=b", kept)]


@pytest.mark.parametrize("core, threads, message", [
    ("vortex", "8", r"VX_alu_unit.sv is missing; expected a checkout of .*vortex, commit d76b7f24e65"),
    ("vicuna", "8", r"vproc_pkg.sv is missing; expected .*vicuna, commit debfb03a.*, with .*ibex"),
    ("tiny_gpu", "8", r"core.sv is missing; expected a checkout of .*tiny-gpu, commit 02b6c2ce"),
    ("tiny_gpu", "3", "THREADS=3: expected one of 2, 4, 8, 16"),
], ids=["vortex", "vicuna", "tiny-gpu", "threads"])  # fmt: skip
def test_folder_that_is_not(core, threads, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        patch.main(core, tmp_path, tmp_path / "to", threads, "2", "", "")
