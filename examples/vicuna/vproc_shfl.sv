// SPDX-License-Identifier: Apache-2.0
// vproc_shfl - slides, vrgather and vcompress of Vicuna by shfl_vector, in place of a vproc_pipeline whose only unit is
// SLD: an instruction is taken when it is committed and its sources are written.
module vproc_shfl import vproc_pkg::*; #(
    parameter int unsigned       VREG_W         = 128,
    parameter int unsigned       XIF_ID_W       = 3,
    parameter int unsigned       XIF_ID_CNT     = 8,
    parameter bit [UNIT_CNT-1:0] UNITS          = '0,
    parameter int unsigned       VPORT_CNT      = 2,
    parameter type               DECODER_DATA_T = logic
) (
    input  logic                             clk_i, async_rst_ni, sync_rst_ni,
    input  logic                             pipe_in_valid_i,
    output logic                             pipe_in_ready_o,
    input  DECODER_DATA_T                    pipe_in_data_i,
    input  instr_state [XIF_ID_CNT-1:0]      instr_state_i,
    output logic                             instr_done_valid_o,
    output logic [XIF_ID_W-1:0]              instr_done_id_o,
    input  logic [31:0]                      vreg_pend_wr_i, vreg_pend_rd_i,
    output logic [31:0]                      vreg_pend_rd_o,
    output logic [VPORT_CNT-1:0][4:0]        vreg_rd_addr_o,
    input  logic [VPORT_CNT-1:0][VREG_W-1:0] vreg_rd_data_i,
    input  logic [VREG_W-1:0]                vreg_rd_v0_i,
    output logic                             vreg_wr_valid_o, vreg_wr_clr_o,
    input  logic                             vreg_wr_ready_i,
    output logic [4:0]                       vreg_wr_addr_o,
    output logic [VREG_W/8-1:0]              vreg_wr_be_o,
    output logic [VREG_W-1:0]                vreg_wr_data_o,
    output logic [1:0]                       vreg_wr_clr_cnt_o
);
    if (UNITS != UNIT_CNT'(1) << UNIT_SLD || VPORT_CNT != 2) begin : g_bad_pipeline
        shfl_error_VSLD_must_be_a_pipeline_of_its_own_as_wide_as_a_register u_error ();
    end

    // ---- the instruction that is offered, and the registers that it reads

    DECODER_DATA_T in, held;
    assign in = pipe_in_data_i;

    function automatic [31:0] group(input [4:0] first, input [1:0] log);
        group = ~('1 << (1 << log)) << first;
    endfunction

    wire        compress = in.mode.sld.op == `SHFL_RVV_COMPRESS;
    wire [31:0] of_vs1   = in.rs1.vreg ? group(in.rs1.r.vaddr, compress ? 2'd0 : in.emul) : 32'd0;
    wire [31:0] reads    = group(in.rs2.r.vaddr, in.emul) | of_vs1 | 32'(in.mode.sld.masked && !compress);

    // ---- it waits here, and those behind it do, too: none writes what it is going to read

    logic [31:0] reading;
    logic        busy, drop;                        // drop: the one that was taken before was killed
    logic [1:0]  early;
    wire         idle, done;
    wire         rst    = !async_rst_ni || !sync_rst_ni;
    wire         killed = instr_state_i[in.id] == INSTR_KILLED;
    wire         goes   = instr_state_i[in.id] == INSTR_COMMITTED && (reads & vreg_pend_wr_i) == 0;
    wire         taken  = pipe_in_valid_i && pipe_in_ready_o;

    assign pipe_in_ready_o = idle && (goes || killed);
    // not before it is taken: what it waits for could wait for it
    assign vreg_pend_rd_o  = (taken && goes ? reads : 32'd0) | (busy ? reading : 32'd0);

    always_ff @(posedge clk_i) begin
        if (taken) {held, reading} <= {in, reads};
        busy <= !rst && (taken && goes || busy && !done);
        drop <= !rst && taken && killed;
        early <= {early[0], taken};
    end

    // ---- the unit. Each write looks at the pending reads, which are told two clocks late. A store waits for a load as
    // this instruction did, says one clock later what it reads, and may be before it: no write for three clocks

    wire       write;
    wire [4:0] write_reg, vs1_reg, mask_reg;
    wire       blocked = vreg_pend_rd_i[write_reg] || early != 0;
    wire       of_mask = held.mode.sld.op == `SHFL_RVV_COMPRESS;
    assign     vreg_rd_addr_o[1] = of_mask ? mask_reg : vs1_reg;

    shfl_vector #(.LANES(VREG_W / 8), .NETWORK(4), .DEPTH(1), .ELEN(32)) u_vector (
        .clk(clk_i), .rst(rst), .uop_valid(pipe_in_valid_i && goes), .uop_ready(idle), .uop_op(in.mode.sld.op),
        .uop_sew(in.vsew), .uop_lmul(in.lmul), .uop_vm(!in.mode.sld.masked), .uop_vta(1'b0), .uop_vma(1'b0),
        .uop_vl(in.vl_0 ? '0 : ({1'b0, in.vl} + 1'b1) >> in.vsew),              // from bytes less one
        .uop_vstart('0), .uop_vd(in.rd.addr), .uop_vs2(in.rs2.r.vaddr), .uop_vs1(in.rs1.r.vaddr),
        .uop_x({32'd0, in.rs1.r.xval}), .read(), .vs2_reg(vreg_rd_addr_o[0]), .vs2_data(vreg_rd_data_i[0]),
        .vs1_reg(vs1_reg), .vs1_data({vreg_rd_data_i[1], vreg_rd_data_i[1]}),   // the upper half: vrgatherei16 alone
        .mask_reg(mask_reg), .mask_data(of_mask ? vreg_rd_data_i[1] : vreg_rd_v0_i),
        .write_valid(write), .write_ready(vreg_wr_ready_i && !blocked), .write_reg(write_reg),
        .write_bytes(vreg_wr_be_o), .write_data(vreg_wr_data_o), .done(done));

    // ---- its end, of a killed one, too: no write to the group is pending any more

    assign vreg_wr_valid_o    = write && !blocked;
    assign vreg_wr_addr_o     = drop ? held.rd.addr : write_reg;
    assign vreg_wr_clr_o      = done || drop;
    assign vreg_wr_clr_cnt_o  = held.emul;
    assign instr_done_valid_o = done || drop;
    assign instr_done_id_o    = held.id;
endmodule
