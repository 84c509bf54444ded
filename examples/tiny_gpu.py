# SPDX-License-Identifier: Apache-2.0
"""shfl inside tiny-gpu, which has no shuffle: four opcodes, DOWN 1010, BFLY 1011, IDX 1100 and UP 1101, give rd the rs
of the thread that rt names. See patch.py."""

from . import patch

EXPECTED = "adam-maj/tiny-gpu, commit 02b6c2ce223f606051a6d3a35ca942fbb1dffde2"
UNIT, RTL, ADDED, THREADS = "shfl", "src", (), ("2", "4", "8", "16")
FILES = ("alu", "core", "decoder", "fetcher", "lsu", "pc", "registers", "scheduler")

INSTANCE = r"""\1
    wire [THREADS_PER_BLOCK*8-1:0] shfl_rs, shfl_out;
    wire [THREADS_PER_BLOCK*32-1:0] shfl_rt;
    wire [THREADS_PER_BLOCK-1:0] shfl_active;
    shfl #(
        .LANES(THREADS_PER_BLOCK), .W(8), .DEPTH(1), .POLICY(`SHFL_OWN)
    ) shfl_instance (
        .clk(clk), .rst(reset), .in_valid(core_state == 3'b101), .in_ready(), .in_tag(16'd0), .out_valid(),
        .out_ready(1'b1), .out_tag(), .mode(instruction[13:12]), .sb_is_imm(1'b0), .sc_is_imm(1'b1),
        .sb_imm({$clog2(THREADS_PER_BLOCK){1'b0}}), .sb(shfl_rt), .sc({THREADS_PER_BLOCK*32{1'b0}}),
        .sc_imm(instruction[13:12] == `SHFL_UP ? 0 : THREADS_PER_BLOCK - 1), // no segments
        .active(shfl_active), .ra(shfl_rs), .rd(shfl_out), .pu(), .we(), .src_active()
    );
"""
THREAD = r"""\1
            assign shfl_active[i] = i < thread_count;
            assign shfl_rs[8*i +: 8] = rs[i];
            assign shfl_rt[32*i +: 32] = rt[i];
"""
SHUFFLES = r"""4'b1010, 4'b1011, 4'b1100, 4'b1101: begin
                        decoded_reg_write_enable <= 1;
                        decoded_reg_input_mux <= 2'b11;
                    end
                    """
WRITE = r"""\1
                        2'b11: registers[decoded_rd_address] <= shfl_out;"""
COMMA = (r",(\s*\) )", r"\1")  # Verilator takes none behind the last parameter
# Of each file that changes Git's name of its contents, and the changes: a pattern, and its replacement
CHANGES = {
    "src/core.sv": (
        "80a0b00f38a9eff5fe0a213839a111106ff1e5c9",
        COMMA,
        (r"(wire \[7:0\] alu_out\[.*;\n)", INSTANCE),
        (r"(: threads\n)", THREAD),
        (r"(\.lsu_out\(lsu_out\[i\]\),)(\s*\.rs)", r"\1 .shfl_out(shfl_out[8*i +: 8]),\2"),
    ),
    "src/decoder.sv": ("dd6b896d92945e0704641b524e3d270b5575f5aa", (r"(?=RET: begin)", SHUFFLES)),
    "src/registers.sv": (
        "b33af22b9cc97c7483486e214ce1bcded751e0ed",
        (r"(input reg \[DATA_BITS-1:0\] lsu_out,)", r"\1\n    input wire [DATA_BITS-1:0] shfl_out,"),
        (r"(case \(decoded_reg_input_mux\))", WRITE),
    ),
    "src/scheduler.sv": ("6838f9120bbad449b520964a33ff2ed1c28d482e", COMMA),
}


def build(core, made, threads, lanes, stock, run):
    """Build the core and the program that runs it in the folder MADE; RUN runs a command."""
    verilator = patch.verilator("core", made, f"-DTHREADS={threads}")
    files = [core / "src/shfl.v", *(core / f"src/{file}.sv" for file in FILES), patch.HERE / "tiny_gpu/run.cpp"]
    run(*verilator, "-sv", f"-GTHREADS_PER_BLOCK={threads}", *files)
    return made / "obj/Vcore"
