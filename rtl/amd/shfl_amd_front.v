// SPDX-License-Identifier: Apache-2.0
// shfl_amd_front - AMD's front end, of whole waves: which lane each lane reads. A ds_permute is transferred in once its
// scatter is done. Spec: docs/amd.md 3 to 6,
// docs/reference/amd-unit.md 12.3.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_front #(
    parameter integer LANES           = 64,         // 32 or 64
    parameter integer W               = 32,
    parameter integer GEN             = `SHFL_AMD_GFX9,
    parameter integer TAG_W           = 16,
    parameter integer ELASTIC         = 1,          // CLOSE and GATE of shfl_handshake
    parameter integer REG_DECODE      = 0,          // 1: a register behind the stage
    parameter integer REG_LANE_INDEX  = 0,
    parameter integer REG_RANGE_CHECK = 0
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      in_valid,
    output wire                      in_ready,
    input  wire [TAG_W-1:0]          in_tag,
    input  wire [`SHFL_AMD_OP_W-1:0] op,
    input  wire [63:0]               control,
    input  wire                      fi,
    input  wire                      bc,
    input  wire [3:0]                row_mask,
    input  wire [3:0]                bank_mask,
    input  wire [LANES-1:0]          active,
    input  wire [LANES*W-1:0]        ra,
    input  wire [LANES*32-1:0]       addr,

    output wire                      out_valid,
    input  wire                      out_ready,
    // warp: {writes, tag}; lane: valid
    output wire [`SHFL_SOURCE_W(LANES, LANES, W, `SHFL_AMD_WRITES_W(LANES) + TAG_W, 1)-1:0] out
);
    localparam WRITES_W = `SHFL_AMD_WRITES_W(LANES);
    localparam WARP_W   = WRITES_W + TAG_W;

    wire                           load, side_ready, ready;
    wire [WRITES_W-1:0]            writes;
    wire [WARP_W-1:0]              out_warp;
    wire [LANES-1:0]               reads_j, valid, out_active;
    wire [LANES*$clog2(LANES)-1:0] j;
    wire [LANES*W-1:0]             out_ra;

    assign in_ready = side_ready && ready;

    shfl_sideband #(.WAYS(LANES), .W(W), .WARP_W(WARP_W), .CLOSE(ELASTIC), .GATE(ELASTIC), .REG_DECODE(REG_DECODE),
                    .REG_LANE_INDEX(REG_LANE_INDEX),
                    .REG_RANGE_CHECK(REG_RANGE_CHECK)) u_sideband (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid && ready), .in_ready(side_ready), .in_warp({writes, in_tag}), .in_active(active), .in_ra(ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_active(out_active), .out_ra(out_ra));

    shfl_amd_sources #(.LANES(LANES), .REG_DECODE(REG_DECODE), .REG_LANE_INDEX(REG_LANE_INDEX),
                       .REG_RANGE_CHECK(REG_RANGE_CHECK)) u_sources (
        .clk(clk), .rst(rst), .load(load), .offered(in_valid), .taken(in_valid && in_ready), .ready(ready),
        .gen(GEN[`SHFL_AMD_GEN_W-1:0]), .op(op), .control(control), .fi(fi), .bc(bc),
        .row_mask(row_mask), .bank_mask(bank_mask), .active(active), .addr(addr),
        .writes(writes), .j(j), .reads_j(reads_j), .valid(valid));

    assign out = {out_warp, valid, out_active, reads_j, j, out_ra};
endmodule
`default_nettype wire
