// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_packed - module shfl_rvv for SystemVerilog: an element per lane, ra[k] in place of ra[W*k +: W].
// Written by rtl/wrappers.py
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_packed #(
    parameter int LANES    = 16,
    parameter int DEPTH    = 1,
    parameter int NETWORK  = 0,
    parameter int SELECTS  = 0,
    parameter int PARTS    = 0,
    parameter int AGNOSTIC = 0,
    parameter int COMPRESS = 1,
    parameter int GATHER   = 1,
    parameter int ELEN     = 64,
    parameter int REGS     = 8,
    parameter int SKID     = 0,
    parameter int ELASTIC  = 0,
    parameter int GATE     = 0,
    parameter int TAG_W    = 16
) (
    input  logic                     clk,
    input  logic                     rst,
    input  logic                     in_valid,
    output logic                     in_ready,
    input  logic [TAG_W-1:0]         in_tag,
    input  shfl_pkg::rvv_controls_t  rvv_controls,
    input  logic [$clog2(LANES)+3:0] vl,
    input  logic [$clog2(LANES)+2:0] vstart,
    input  logic [2:0]               dst_reg,
    input  logic [2:0]               src_reg,
    input  logic [63:0]              x,
    input  logic [LANES-1:0]         mask,
    input  logic [LANES*16-1:0]      index,
    input  logic [LANES-1:0][7:0]    ra,
    output logic                     out_valid,
    input  logic                     out_ready,
    output logic [TAG_W-1:0]         out_tag,
    output logic                     reserved,
    output logic [LANES-1:0][7:0]    rd,
    output logic [LANES-1:0]         we
);
    shfl_rvv #(.LANES(LANES), .DEPTH(DEPTH), .NETWORK(NETWORK), .SELECTS(SELECTS), .PARTS(PARTS),
               .AGNOSTIC(AGNOSTIC), .COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS), .SKID(SKID),
               .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) u_shfl_rvv (
        .op(rvv_controls.op), .sew(rvv_controls.sew), .lmul(rvv_controls.lmul), .vm(rvv_controls.vm),
        .vta(rvv_controls.vta), .vma(rvv_controls.vma), .*);
endmodule
