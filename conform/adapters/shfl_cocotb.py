#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check a module with the ports of shfl against the package openshfl, in Icarus Verilog, with cocotb.

    shfl_cocotb.py [-p NAME=VALUE]...                       module shfl, of rtl/
    shfl_cocotb.py [-p NAME=VALUE]... MODULE SOURCE...      another module; lanes and width are those of its ports

Random warps with gaps and stalls: all results and the tag. A value that is read from an inactive lane is not compared.
Exit status: 0, all warps agree; 1, a warp differs, or a result is missing.
"""

import argparse
import pathlib
import random
import tempfile

import cocotb
import numpy as np
import openshfl
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, with_timeout

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARPS = 300


def packed(lanes, bits):
    """A lane's number at bits * lane."""
    return sum(int(value) << bits * k for k, value in enumerate(lanes))


def unpacked(port, lanes):
    bits = len(port) // lanes
    value = int(port.value)
    return np.array([value >> bits * k & (1 << bits) - 1 for k in range(lanes)], dtype=np.uint64)


async def drive(dut, warps):
    """Each warp once, with gaps."""
    lanes = len(dut.active)
    width = len(dut.ra) // lanes
    for warp in warps:
        while random.random() < 0.3:
            dut.in_valid.value = 0
            await RisingEdge(dut.clk)
        dut.in_valid.value = 1
        dut.in_tag.value = warp["tag"]
        dut.mode.value = warp["mode"]
        dut.active.value = packed(warp["active"], 1)
        for name, bits in (("sb", 32), ("sc", 32), ("ra", width)):
            getattr(dut, name).value = packed(warp[name], bits)
        await RisingEdge(dut.clk)
        while not dut.in_ready.value:
            await RisingEdge(dut.clk)
    dut.in_valid.value = 0


async def check(dut, warps):
    """Each result, in the order of the warps, with stalls."""
    lanes = len(dut.active)
    for number, warp in enumerate(warps):
        while True:
            dut.out_ready.value = random.random() < 0.7
            await RisingEdge(dut.clk)
            if dut.out_valid.value and dut.out_ready.value:
                break
        if int(dut.out_tag.value) != warp["tag"]:
            raise AssertionError(f"warp {number}: tag {int(dut.out_tag.value)}, expected {warp['tag']}")
        want = openshfl.shuffle(**{name: operand for name, operand in warp.items() if name != "tag"})
        counts = want.we & want.src_active
        rd, pu, we, src = (unpacked(port, lanes) for port in (dut.rd, dut.pu, dut.we, dut.src_active))
        wrong = (we != want.we) | want.we & ((pu != want.pu) | (src != want.src_active)) | counts & (rd != want.rd)
        for k in np.flatnonzero(wrong)[:1]:
            raise AssertionError(
                f"warp {number}, mode {warp['mode']}, lane {k}, sb 0x{warp['sb'][k]:x}, sc 0x{warp['sc'][k]:x}: "
                f"rd 0x{rd[k]:x}, pu {pu[k]}, we {we[k]}, src_active {src[k]}, expected rd 0x{want.rd[k]:x}, "
                f"pu {want.pu[k]:d}, we {want.we[k]:d}, src_active {want.src_active[k]:d}"
            )
    dut._log.info("%d warps agree", len(warps))


@cocotb.test()
async def random_warps(dut):
    lanes = len(dut.active)
    random.seed(1)
    numbers = np.random.default_rng(1)
    warps = [
        {
            "tag": number % (1 << len(dut.in_tag)),
            "mode": int(numbers.integers(4)),
            "active": numbers.random(lanes) < 0.9,
            "sb": numbers.integers(1 << 32, size=lanes),
            "sc": numbers.integers(1 << 32, size=lanes),
            "ra": numbers.integers(1 << min(len(dut.ra) // lanes, 63), size=lanes).astype(np.uint64),
        }
        for number in range(WARPS)
    ]
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    for name in ("in_valid", "sb_is_imm", "sc_is_imm", "sb_imm", "sc_imm", "out_ready"):
        getattr(dut, name).value = 0
    dut.rst.value = 1
    for _ in range(3):
        await RisingEdge(dut.clk)
    dut.rst.value = 0
    cocotb.start_soon(drive(dut, warps))
    await with_timeout(check(dut, warps), WARPS, "us")


def main():
    from cocotb_tools.runner import get_results, get_runner

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-p", dest="params", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("module", nargs="?", default="shfl")
    parser.add_argument("sources", nargs="*", default=sorted(ROOT.glob("rtl/*.v")), metavar="SOURCE")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runner = get_runner("icarus")
        runner.build(
            sources=arguments.sources,
            includes=[ROOT / "rtl"],
            hdl_toplevel=arguments.module,
            parameters=dict(word.split("=", 1) for word in arguments.params),
            build_dir=folder,
            timescale=("1ns", "1ps"),
        )
        results = runner.test(
            hdl_toplevel=arguments.module, test_module=pathlib.Path(__file__).stem, build_dir=folder, test_dir=folder
        )
        tests, failed = get_results(results)
    return int(tests == 0 or failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
