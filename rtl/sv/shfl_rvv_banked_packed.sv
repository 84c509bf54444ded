// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_banked_packed - module shfl_rvv_banked for SystemVerilog: an element per lane, ra[k] in place of ra[W*k +: W].
// Written by rtl/wrappers.py
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_banked_packed #(
    parameter int                LANES    = 16,
    parameter int                REGS     = 1,
    parameter int                WAYS     = 4,
    parameter int                DEPTH    = 0,
    parameter int                AGNOSTIC = 0,
    parameter int                ELEN     = 64,
    parameter shfl_pkg::memory_e MEMORY   = shfl_pkg::SHFL_LUT_MEMORY,
    parameter int                SKID     = 0,
    parameter int                ELASTIC  = 0,
    parameter int                GATE     = 0,
    parameter int                TAG_W    = 16
) (
    input  logic                                      clk,
    input  logic                                      rst,
    input  logic                                      in_valid,
    output logic                                      in_ready,
    input  logic [`SHFL_BEAT_W(LANES*REGS, WAYS)-1:0] in_beat,
    input  logic                                      in_last,
    input  logic [TAG_W-1:0]                          in_tag,
    input  shfl_pkg::rvv_controls_t                   rvv_controls,
    input  logic [$clog2(LANES*REGS):0]               vl,
    input  logic [$clog2(LANES*REGS)-1:0]             vstart,
    input  logic [63:0]                               x,
    input  logic [WAYS-1:0]                           mask,
    input  logic [WAYS-1:0][63:0]                     index,
    input  logic [WAYS-1:0][7:0]                      ra,
    output logic                                      out_valid,
    input  logic                                      out_ready,
    output logic [`SHFL_BEAT_W(LANES*REGS, WAYS)-1:0] out_beat,
    output logic                                      out_last,
    output logic [TAG_W-1:0]                          out_tag,
    output logic                                      reserved,
    output logic [WAYS-1:0][7:0]                      rd,
    output logic [WAYS-1:0]                           we
);
    shfl_rvv_banked #(.LANES(LANES), .REGS(REGS), .WAYS(WAYS), .DEPTH(DEPTH), .AGNOSTIC(AGNOSTIC), .ELEN(ELEN),
                      .MEMORY(MEMORY), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) u_shfl_rvv_banked (
        .op(rvv_controls.op), .sew(rvv_controls.sew), .lmul(rvv_controls.lmul), .vm(rvv_controls.vm),
        .vta(rvv_controls.vta), .vma(rvv_controls.vma), .*);
endmodule
