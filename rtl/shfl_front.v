// SPDX-License-Identifier: Apache-2.0
// shfl_front - the front end of SHFL: which lane each lane reads. Spec: docs/rules.md 2 to 3.3.
`default_nettype none
`include "shfl_defs.vh"
module shfl_front #(
    parameter integer LANES   = 32,                 // of a warp: 2, 4, 8, 16, 32 or 64
    parameter integer WAYS    = 32,                 // lanes per clock, 1 to LANES
    parameter integer W       = 32,
    parameter integer WARP_W  = 16,                 // bits that travel with the warp or beat
    parameter integer BEATS   = 0,                  // 1: a unit in beats
    parameter integer DEPTH   = 1,                  // of the unit
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       in_valid,
    output wire                       in_ready,
    input  wire [WARP_W-1:0]          in_warp,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] beat,
    input  wire [`SHFL_MODE_W-1:0]    mode,
    input  wire                       sb_is_imm,
    input  wire                       sc_is_imm,
    input  wire [$clog2(LANES)-1:0]   sb_imm,
    input  wire [$clog2(LANES)+7:0]   sc_imm,
    input  wire [WAYS-1:0]            active,
    input  wire [WAYS*W-1:0]          ra,
    input  wire [WAYS*32-1:0]         sb,
    input  wire [WAYS*32-1:0]         sc,

    output wire                       out_valid,
    input  wire                       out_ready,
    output wire [`SHFL_SOURCE_W(LANES, WAYS, W, WARP_W, 1)-1:0] out     // lane: in_range
);
    wire                          load;
    wire [WARP_W-1:0]             out_warp;
    wire [WAYS-1:0]               in_range, out_active;
    wire [WAYS*$clog2(LANES)-1:0] j;
    wire [WAYS*W-1:0]             out_ra;

    // ---- the operands of a warp; those of a bubble are 0, but not in front of memories

    localparam ISOLATE = GATE != 0 && BEATS == 0 ? 1 : 0;
    localparam SAME_W  = `SHFL_MODE_W + 2 + $clog2(LANES) + $clog2(LANES) + 8;

    wire [`SHFL_MODE_W-1:0]  warp_mode;
    wire                     warp_sb_is_imm, warp_sc_is_imm;
    wire [$clog2(LANES)-1:0] warp_sb_imm;
    wire [$clog2(LANES)+7:0] warp_sc_imm;
    wire [WAYS-1:0]          warp_active;
    wire [WAYS*W-1:0]        warp_ra;
    wire [WAYS*32-1:0]       warp_sb, warp_sc;

    shfl_isolate #(.W(SAME_W + WAYS * (65 + W)), .PRESENT(ISOLATE)) u_isolate (
        .valid(in_valid),
        .in ({mode,      sb_is_imm,      sc_is_imm,      sb_imm,      sc_imm,      active,      ra,      sb,      sc}),
        .out({warp_mode, warp_sb_is_imm, warp_sc_is_imm, warp_sb_imm, warp_sc_imm, warp_active, warp_ra, warp_sb,
              warp_sc}));

    shfl_sideband #(.WAYS(WAYS), .W(W), .WARP_W(WARP_W), .BEATS(BEATS), .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE))
        u_sideband (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp(in_warp), .in_active(warp_active), .in_ra(warp_ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_active(out_active), .out_ra(out_ra));

    shfl_sources #(.LANES(LANES), .WAYS(WAYS), .BEATS(BEATS), .DEPTH(DEPTH)) u_sources (
        .clk(clk), .load(load), .beat(beat),
        .mode(warp_mode), .sb_is_imm(warp_sb_is_imm), .sc_is_imm(warp_sc_is_imm), .sb_imm(warp_sb_imm),
        .sc_imm(warp_sc_imm), .sb(warp_sb), .sc(warp_sc), .j(j), .in_range(in_range));

    assign out = {out_warp, in_range, out_active, in_range, j, out_ra};
endmodule
`default_nettype wire
