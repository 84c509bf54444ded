// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_front - the front end of RISC-V's vector permutations: which byte each byte lane reads, and the bytes of x.
// Spec: docs/rvv.md 3 and 5.2.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_front #(
    parameter integer LANES    = 16,                // bytes of a register: 8, 16, 32 or 64
    parameter integer AGNOSTIC = 0,
    parameter integer COMPRESS = 1,                 // these four as of shfl_rvv
    parameter integer GATHER   = 1,
    parameter integer ELEN     = 64,
    parameter integer REGS     = 8,
    parameter integer WARP_W   = 16,                // bits that travel with the pass
    parameter integer DEPTH    = 1,                 // of the unit
    parameter integer ELASTIC  = 0,
    parameter integer GATE     = 0
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      in_valid,
    output wire                      in_ready,
    input  wire [WARP_W-1:0]         in_warp,
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [1:0]                sew,
    input  wire [2:0]                lmul,
    input  wire [$clog2(LANES)+3:0]  vl,
    input  wire [$clog2(LANES)+2:0]  vstart,
    input  wire                      vm,
    input  wire                      vta,
    input  wire                      vma,
    input  wire [2:0]                dst_reg,
    input  wire [2:0]                src_reg,
    input  wire [63:0]               x,
    input  wire [LANES-1:0]          mask,
    input  wire [LANES*16-1:0]       index,
    input  wire [LANES*8-1:0]        ra,

    output wire                      out_valid,
    input  wire                      out_ready,
    // warp: {by_one, ELEN bits of x, reserved, warp}; lane: {ones, reads}; active: the lane writes
    output wire [`SHFL_SOURCE_W(LANES, LANES, 8, 2 + ELEN + WARP_W, 2)-1:0] out
);
    wire                           load, reserved;
    wire [63:0]                    scalar;
    wire [2+ELEN+WARP_W-1:0]       out_warp;
    wire [LANES-1:0]               no_active, reads_j, writes, ones;
    wire [LANES*2-1:0]             lane;
    wire [LANES*$clog2(LANES)-1:0] j;
    wire [LANES*8-1:0]             out_ra;

    // ---- the operands of a pass; those of a bubble are 0

    localparam SAME_W = `SHFL_RVV_OP_W + 85 + 2 * $clog2(LANES);

    wire [`SHFL_RVV_OP_W-1:0] pass_op;
    wire [1:0]                pass_sew;
    wire [2:0]                pass_lmul, pass_dst_reg, pass_src_reg;
    wire [$clog2(LANES)+3:0]  pass_vl;
    wire [$clog2(LANES)+2:0]  pass_vstart;
    wire                      pass_vm, pass_vta, pass_vma;
    wire [63:0]               pass_x;
    wire [LANES-1:0]          pass_mask;
    wire [LANES*16-1:0]       pass_index;
    wire [LANES*8-1:0]        pass_ra;

    shfl_isolate #(.W(SAME_W + LANES * 25), .PRESENT(GATE)) u_isolate (
        .valid(in_valid),
        .in ({op, sew, lmul, vl, vstart, vm, vta, vma, dst_reg, src_reg, x, mask, index, ra}),
        .out({pass_op, pass_sew, pass_lmul, pass_vl, pass_vstart, pass_vm, pass_vta, pass_vma, pass_dst_reg,
              pass_src_reg, pass_x, pass_mask, pass_index, pass_ra}));

    // an element is at any place: byte b of it in all lanes b + a multiple of SEW
    wire        by_one = pass_op == `SHFL_RVV_SLIDE1UP || pass_op == `SHFL_RVV_SLIDE1DOWN;
    wire [15:0] two    = pass_sew == 2'd0 ? {2{pass_x[7:0]}} : pass_x[15:0];
    wire [31:0] four   = pass_sew[1] ? {pass_x[31:16], two} : {2{two}};
    assign      scalar = pass_sew == 2'd3 ? {pass_x[63:32], four} : {2{four}};

    shfl_sideband #(.WAYS(LANES), .W(8), .WARP_W(2 + ELEN + WARP_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                    .GATE(GATE)) u_sideband (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp({by_one, scalar[ELEN-1:0], reserved, in_warp}),
        .in_active({LANES{1'b0}}), .in_ra(pass_ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_active(no_active), .out_ra(out_ra));

    shfl_rvv_sources #(.LANES(LANES), .AGNOSTIC(AGNOSTIC), .COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN),
                       .REGS(REGS), .DEPTH(DEPTH)) u_sources (
        .clk(clk), .load(load),
        .op(pass_op), .sew(pass_sew), .lmul(pass_lmul), .vl(pass_vl), .vstart(pass_vstart), .vm(pass_vm),
        .vta(pass_vta), .vma(pass_vma), .dst_reg(pass_dst_reg), .src_reg(pass_src_reg), .x(pass_x), .mask(pass_mask),
        .index(pass_index),
        .reserved(reserved), .j(j), .reads_j(reads_j), .writes(writes), .ones(ones));

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign lane[2*k +: 2] = {ones[k], reads_j[k]};
        end
    endgenerate

    assign out = {out_warp, lane, writes, reads_j, j, out_ra};

    wire unused_ok = &{1'b0, no_active, scalar};
endmodule
`default_nettype wire
