// SPDX-License-Identifier: Apache-2.0
// shfl_any_front - the front end of SHFL and that of AMD's operations, side by side: each warp selects one.
// Spec: docs/rules.md 2 to 3.3, docs/amd.md 3 to 6.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_any_front #(
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
    input  wire                      amd,           // an operation of AMD's: op to bank_mask count, not mode to sc

    input  wire [`SHFL_MODE_W-1:0]   mode,
    input  wire                      sb_is_imm,
    input  wire                      sc_is_imm,
    input  wire [$clog2(LANES)-1:0]  sb_imm,
    input  wire [$clog2(LANES)+7:0]  sc_imm,
    input  wire [LANES*32-1:0]       sc,

    input  wire [`SHFL_AMD_OP_W-1:0] op,
    input  wire [63:0]               control,
    input  wire                      fi,
    input  wire                      bc,
    input  wire [3:0]                row_mask,
    input  wire [3:0]                bank_mask,

    input  wire [LANES-1:0]          active,
    input  wire [LANES*W-1:0]        ra,
    input  wire [LANES*32-1:0]       sb,

    output wire                      out_valid,
    input  wire                      out_ready,
    // warp: {amd, writes, tag}; lane: in_range of SHFL, valid of AMD's
    output wire [`SHFL_SOURCE_W(LANES, LANES, W, 1 + `SHFL_AMD_WRITES_W(LANES) + TAG_W, 1)-1:0] out
);
    localparam LANE_W   = $clog2(LANES);
    localparam WRITES_W = `SHFL_AMD_WRITES_W(LANES);
    localparam WARP_W   = 1 + WRITES_W + TAG_W;

    wire                    load, side_ready, amd_ready, ready, out_amd;
    wire [WRITES_W-1:0]     writes;
    wire [WARP_W-1:0]       out_warp;
    wire [LANES-1:0]        in_range, amd_reads_j, amd_valid, valid, reads_j, out_active;
    wire [LANES*LANE_W-1:0] shfl_j, amd_j, j;
    wire [LANES*W-1:0]      out_ra;

    assign ready    = !amd || amd_ready;
    assign in_ready = side_ready && ready;

    // reserved is writes' highest bit
    shfl_sideband #(.WAYS(LANES), .W(W), .WARP_W(WARP_W), .CLOSE(ELASTIC), .GATE(ELASTIC), .REG_DECODE(REG_DECODE),
                    .REG_LANE_INDEX(REG_LANE_INDEX),
                    .REG_RANGE_CHECK(REG_RANGE_CHECK)) u_sideband (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid && ready), .in_ready(side_ready),
        .in_warp({amd, amd && writes[WRITES_W-1], writes[WRITES_W-2:0], in_tag}), .in_active(active), .in_ra(ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_active(out_active), .out_ra(out_ra));

    shfl_sources #(.LANES(LANES), .WAYS(LANES), .REG_DECODE(REG_DECODE), .REG_LANE_INDEX(REG_LANE_INDEX),
                   .REG_RANGE_CHECK(REG_RANGE_CHECK)) u_sources (
        .clk(clk), .load(load), .beat(1'b0),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .sb(sb), .sc(sc), .j(shfl_j), .in_range(in_range));

    shfl_amd_sources #(.LANES(LANES), .REG_DECODE(REG_DECODE), .REG_LANE_INDEX(REG_LANE_INDEX),
                       .REG_RANGE_CHECK(REG_RANGE_CHECK)) u_amd_sources (
        .clk(clk), .rst(rst), .load(load), .offered(in_valid && amd), .taken(in_valid && in_ready), .ready(amd_ready),
        .gen(GEN[`SHFL_AMD_GEN_W-1:0]), .op(op), .control(control), .fi(fi), .bc(bc),
        .row_mask(row_mask), .bank_mask(bank_mask), .active(active), .addr(sb),
        .writes(writes), .j(amd_j), .reads_j(amd_reads_j), .valid(amd_valid));

    assign out_amd = out_warp[WARP_W-1];
    assign j       = out_amd ? amd_j : shfl_j;
    assign reads_j = out_amd ? amd_reads_j : in_range;
    assign valid   = out_amd ? amd_valid : in_range;

    assign out = {out_warp, valid, out_active, reads_j, j, out_ra};
endmodule
`default_nettype wire
