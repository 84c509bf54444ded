# SPDX-License-Identifier: Apache-2.0
"""shfl_vector inside Vicuna and Ibex: slides, vrgather and vcompress in one pipeline. It runs random programs. FOLDER
is a checkout with its submodule ibex. See patch.py."""

from . import patch

EXPECTED = "vproc/vicuna, commit debfb03a74b13dc0b212084eb13027345cd5b5f3, with its submodule ibex"
UNIT, RTL = "shfl_vector", "rtl"
ADDED = ("examples/vicuna/vproc_shfl.sv", "rtl/rvv/shfl_rvv_decode.v", "rtl/rvv/shfl_rvv_defs.vh")
# those of VPROC_CONFIG=dual, but VSLD is its own; as wide as a register, it has two read ports
PIPELINES = "32:VLSU,VALU,VELEM 64:VMUL 128:VSLD"

# the decoder of the unit finds the instruction; Vicuna's own says what is legal
DECODE = r"""\1
    logic        shfl_found, shfl_of_f;
    logic [`SHFL_RVV_OP_W-1:0] shfl_op;
    logic [63:0] shfl_x;
    shfl_rvv_decode #(.XLEN(32)) shfl_decode (
        .word(instr_i), .x_rs1(x_rs1_i), .f_rs1('0), .found(shfl_found), .op(shfl_op), .of_f(shfl_of_f), .x(shfl_x),
        .vm(), .vd(), .vs2(), .vs1(), .of_vs1(), .of_x()
    );
"""
SLIDE = r"""else if (shfl_found && !shfl_of_f && shfl_op != `SHFL_RVV_GATHER_EI16) begin
                    unit_o            = UNIT_SLD;
                    mode_o.sld.masked = instr_masked;
                    mode_o.sld.op     = shfl_op;
                    rs1_o.r.xval      = shfl_x[31:0];
                end
                """
MASK = r"""if (unit_o == UNIT_SLD && mode_o.sld.op == `SHFL_RVV_COMPRESS) vs1_invalid = 1'b0; // a single vreg
        """
# the rest of the module is for the other pipelines alone: Verilator 5.006 does not elaborate it for words this wide
PIPELINE = r"""    if (UNITS[UNIT_SLD]) begin : g_shfl
        vproc_shfl #(
            .VREG_W(VREG_W), .XIF_ID_W(XIF_ID_W), .XIF_ID_CNT(XIF_ID_CNT), .UNITS(UNITS), .VPORT_CNT(VPORT_CNT),
            .DECODER_DATA_T(DECODER_DATA_T)
        ) shfl (.*);
        assign {pending_load_o, pending_store_o, trans_complete_valid_o, xreg_valid_o} = '0;
    end else begin : g_pipeline
"""
# Of each file that changes Git's name of its contents, and the changes: a pattern, and its replacement
CHANGES = {
    "rtl/vproc_pkg.sv": (
        "f448e77d0e94fe380b141b65ce80c989cb79ed25",
        (r"logic \[9:0\] unused;", "logic [6:0] unused;"),
        (r"(logic +slide1;.*\n)", r"\1    logic [`SHFL_RVV_OP_W-1:0] op; // of shfl_vector\n"),
    ),
    "rtl/vproc_core.sv": (
        "b7a713f7a6934d29b8e9e49586a2e46d94c52d49",
        (r"(cfg_emul +emul;\n)", r"\1        cfg_lmul             lmul;\n"),
        (r"(assign dec_data_d\.vl_0 .*\n)", r"\1    assign dec_data_d.lmul       = lmul_q;\n"),
    ),
    "rtl/vproc_decoder.sv": (
        "f0044b69aeb28873f2702497ee44a42ecbcd50e1",
        (r"(cfg_emul   emul;\n    evl_policy evl_pol;\n)", DECODE),
        (r"(?<=// arithmetic instructions:\n)( +)(?=else begin)", r"\1" + SLIDE),
        (r"(?=// register addresses are always valid)", MASK),
    ),
    "rtl/vproc_pipeline_wrapper.sv": (
        "94ae9adf66f46d01a6a42896b2426678169e2077",
        (r"(?=    // OPERAND DEFINITIONS\n)", PIPELINE),
        (r"\n    (?:end)?generate\n", "\n"),
        (r"(?=endmodule)", "    end\n"),
    ),
    "rtl/vproc_vreg_wr_mux.sv": (
        "07ece5aa2f8395c9317a85078542437e0238cecb",
        (r"(VPORT_PEND_CLR_BULK = PIPE_UNITS\[i\]\[UNIT_ELEM\])", r"\1 | PIPE_UNITS[i][UNIT_SLD]"),
    ),
    "ibex/rtl/ibex_top.sv": ("2036238315a172b760d56aba9846f0f46125f00b",),
}


def build(core, made, threads, lanes, stock, run):
    """Build the core and the program that runs it in the folder MADE; RUN runs a command."""
    config = made / "vproc_config.sv"
    more = [] if stock == "1" else [f"VPROC_PIPELINES={PIPELINES}"]
    run("make", "-f", core / "config.mk", f"VPROC_CONFIG_PKG={config}", "VPROC_CONFIG=dual", "VREG_W=128", *more)
    ip = "ibex/vendor/lowrisc_ip"
    folders = ["rtl", "ibex/rtl", "ibex/dv/uvm/core_ibex/common/prim", f"{ip}/dv/sv/dv_utils"]
    folders += [f"{ip}/ip/prim/rtl", f"{ip}/ip/prim_generic/rtl"]
    files = [core / "rtl/shfl_vector.v", "ibex_pkg.sv", "prim_pkg.sv", "prim_assert.sv", "prim_ram_1p_pkg.sv"]
    files += ["ibex_register_file_ff.sv", "vproc_pkg.sv", config, "vproc_top.sv", "vproc_xif.sv"]
    files += ["vproc_vregpack.sv", "vproc_vregunpack.sv"]
    words = ["-Wno-SYMRSVDWORD", "-Wno-BLKANDNBLK", "-Wno-UNOPTFLAT", "--unroll-count", "1024", "-DMAIN_CORE_IBEX"]
    words += [f"-I{core / folder}" for folder in folders]
    run(*patch.verilator("vproc_top", made, ""), *words, *files, patch.HERE / "vicuna/run.cpp")
    return made / "obj/Vvproc_top"
