// SPDX-License-Identifier: Apache-2.0
// shfl_sideband - the part of the pipeline that a front end is: handshake, and the registers of what it does not
// change. Its other registers have the enable load. Spec: docs/rules.md 5.3 and 5.5.
`default_nettype none
`include "shfl_defs.vh"
module shfl_sideband #(
    parameter integer WAYS    = 32,                 // lanes per clock
    parameter integer W       = 32,                 // bits of ra per lane
    parameter integer WARP_W  = 16,                 // bits that travel with the warp or beat
    parameter integer BEATS   = 0,                  // 1: in front of memories, where bubbles always close
    parameter integer DEPTH   = 1,                  // of the unit
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0
) (
    input  wire              clk,
    input  wire              rst,
    output wire              load,

    input  wire              in_valid,
    output wire              in_ready,
    input  wire [WARP_W-1:0] in_warp,
    input  wire [WAYS-1:0]   in_active,
    input  wire [WAYS*W-1:0] in_ra,

    output wire              out_valid,
    input  wire              out_ready,
    output wire [WARP_W-1:0] out_warp,
    output wire [WAYS-1:0]   out_active,
    output wire [WAYS*W-1:0] out_ra
);
    localparam REG_DECODE      = `SHFL_REG_DECODE(BEATS, DEPTH);
    localparam REG_LANE_INDEX  = `SHFL_REG_LANE_INDEX(BEATS, DEPTH);
    localparam REG_RANGE_CHECK = `SHFL_REG_RANGE_CHECK(BEATS, DEPTH);
    localparam SIDE_W          = WARP_W + WAYS + WAYS * W;
    localparam REGS            = REG_DECODE + REG_LANE_INDEX + REG_RANGE_CHECK;

    wire [REGS:0] valid;
    wire          ready;

    shfl_handshake #(.REGS(REGS), .ELASTIC(ELASTIC), .GATE(GATE), .CLOSE(BEATS)) u_handshake (
        .clk(clk), .rst(rst), .in_valid(in_valid && !rst), .in_ready(ready), .load(load),
        .out_valid(out_valid), .out_ready(out_ready), .valid(valid));
    assign in_ready = ready && !rst;

    // <stage>_x is x behind the stage and its register, if it has one
    wire              decode_valid      = valid[REG_DECODE];
    wire              lane_index_valid  = valid[REG_DECODE + REG_LANE_INDEX];
    wire [WARP_W-1:0] decode_warp,   lane_index_warp;
    wire [WAYS-1:0]   decode_active, lane_index_active;
    wire [WAYS*W-1:0] decode_ra,     lane_index_ra;

    shfl_stage_reg #(.W(SIDE_W), .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load),
        .in ({in_warp,     in_active,     in_ra}),
        .out({decode_warp, decode_active, decode_ra}));
    shfl_stage_reg #(.W(SIDE_W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load),
        .in ({decode_warp,     decode_active,     decode_ra}),
        .out({lane_index_warp, lane_index_active, lane_index_ra}));
    shfl_stage_reg #(.W(SIDE_W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load),
        .in ({lane_index_warp, lane_index_active, lane_index_ra}),
        .out({out_warp,        out_active,        out_ra}));

    wire unused_ok = &{1'b0, valid, decode_valid, lane_index_valid};
endmodule
`default_nettype wire
