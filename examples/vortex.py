# SPDX-License-Identifier: Apache-2.0
"""shfl_packets inside Vortex, in the place of its shuffle and its votes. See patch.py."""

import sys

from . import patch

HERE = patch.HERE
COMMIT = "d76b7f24e658867ab57e3942d7c648c3e6af072d"
EXPECTED = f"vortexgpgpu/vortex, commit {COMMIT}"
CORE = RTL = "hw/rtl/core"
UNIT, ADDED = "shfl_packets", ("examples/vortex/VX_shfl_unit.sv",)

INSTANCE = """VX_shfl_unit #(
            .NUM_LANES (NUM_LANES)
        ) shfl_unit (
            .clk        (clk),
            .reset      (reset),
            .execute_if (pe_execute_if[PE_IDX_SHFL]),
            .result_if  (pe_result_if[PE_IDX_SHFL])
        );

        """
SELECT = r"""\1
            if (per_block_execute_if[block_idx].data.op_args.alu.xtype == ALU_TYPE_OTHER
             && !per_block_execute_if[block_idx].data.op_type[3])
                pe_select = PE_IDX_SHFL;"""
# Of each file that changes Git's name of its contents, and the changes: a pattern, and its replacement
CHANGES = {
    f"{CORE}/VX_alu_unit.sv": (
        "3128187c54ccfd4f5c9e2d6d34376afaeb6b1d62",
        (r"(localparam PE_COUNT +=) 1 (.*;)", r"\1 2 \2\n    localparam PE_IDX_SHFL  = PE_COUNT - 1;"),
        (r"(pe_select = PE_IDX_MDV;)", SELECT),
        (r"(?=VX_alu_int #)", INSTANCE),
    ),
    f"{CORE}/VX_alu_int.sv": (
        "d139fc80e986d6705ef0e293cd5961053d40ce0f",
        (r"(alu_result\[i\] =) (?:vote|shfl)_result\[i\];", r"\1 '0;"),
    ),
}


def build(core, made, threads, lanes, stock, run):
    """Build the core and the program that runs it in the folder MADE; RUN runs a command."""
    generate = [sys.executable, core / "ci/gen_config.py", "-f", "verilog"]
    run(*generate, "-c", core / "VX_config.toml", "-o", core / "hw/VX_config.vh")
    run(*generate, "-c", core / "VX_types.toml", "-o", core / "hw/VX_types.vh", "-r", "--cflags=-DVX_CFG_XLEN=32")
    assemble = ["llvm-mc", "-triple=riscv32", "-mattr=+m", "-filetype=obj", "-o", made / "program.o"]
    run(*assemble, HERE / "vortex/program.S")
    run("llvm-objcopy", "-O", "binary", "-j", ".text", made / "program.o", made / "program.bin")

    # without the data cache, which may keep what the program stores
    defines = ["SIMULATION", "NDEBUG", "VX_CFG_XLEN=32", "VX_CFG_XLEN_32", "VX_CFG_EXT_F_DISABLE"]
    defines += ["VX_CFG_DCACHE_DISABLE", f"VX_CFG_NUM_THREADS={threads}", f"VX_CFG_NUM_ALU_LANES={lanes}"]
    rtl = core / "hw/rtl"
    folders = [core / "hw", rtl, *(rtl / name for name in ("libs", "interfaces", "core", "mem", "cache", "fpu"))]
    words = [*(f"-D{define}" for define in defines), *(f"-I{folder}" for folder in folders), "--language", "1800-2012"]
    words += ["-Wno-REDEFMACRO", "-Wno-UNOPTFLAT", "-Wfuture-GENUNNAMED"]
    words += [rtl / "VX_gpu_pkg.sv", rtl / "VX_trace_pkg.sv", core / CORE / "shfl_packets.v", rtl / "Vortex.sv"]
    flags = f"-DTHREADS={threads} -DWARPS=4 -DPROGRAM='\"{made / 'program.bin'}\"'"
    verilator = [*patch.verilator("Vortex", made, flags), "-MAKEFLAGS", "OPT_FAST=-O0"]
    run(*verilator, *words, HERE / "vortex/run.cpp")
    return made / "obj/VVortex"
