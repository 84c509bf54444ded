// SPDX-License-Identifier: Apache-2.0
// shfl_amd_front - AMD's front end, of whole waves or of beats: which lane each lane reads. A ds_permute of a whole
// wave is transferred in once its scatter is done. Spec: docs/amd.md 3 to 6, docs/reference/amd-unit.md 12.3.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_front #(
    parameter integer LANES   = 64,                 // 32 or 64
    parameter integer WAYS    = LANES,              // lanes per clock
    parameter integer W       = 32,
    parameter integer GEN     = `SHFL_AMD_GFX9,
    parameter integer PERMUTE = 1,                  // in beats, 0: ds_permute is reserved
    parameter integer WARP_W  = 16,                 // bits that travel with the wave or beat
    parameter integer BEATS   = 0,                  // 1: a unit in beats
    parameter integer DEPTH   = 1,                  // of the unit
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      in_valid,
    output wire                      in_ready,
    input  wire [WARP_W-1:0]         in_warp,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] beat,
    input  wire [`SHFL_AMD_OP_W-1:0] op,
    input  wire [63:0]               control,
    input  wire                      fi,
    input  wire                      bc,
    input  wire [3:0]                row_mask,
    input  wire [3:0]                bank_mask,
    input  wire [WAYS-1:0]           active,
    input  wire [WAYS*W-1:0]         ra,
    input  wire [WAYS*32-1:0]        addr,

    output wire                      out_valid,
    input  wire                      out_ready,
    // in beats {reads_first, permutes}, then as usual, warp: {writes, warp}; lane: valid
    output wire [2*BEATS+`SHFL_SOURCE_W(LANES, WAYS, W, `SHFL_AMD_BACK_W(LANES, WAYS, BEATS) + WARP_W, 1)-1:0] out
);
    localparam BACK_W = `SHFL_AMD_BACK_W(LANES, WAYS, BEATS);
    localparam FULL_W = 2 * BEATS + BACK_W + WARP_W;

    wire                          load, side_ready, ready;
    wire [BACK_W-1:0]             writes;
    wire [FULL_W-1:0]             full_warp, out_warp;
    wire [WAYS-1:0]               reads_j, valid, out_active;
    wire [WAYS*$clog2(LANES)-1:0] j;
    wire [WAYS*W-1:0]             out_ra;

    // ---- the operands of a wave; those of a bubble are 0, but not in front of memories

    localparam ISOLATE = GATE != 0 && BEATS == 0 ? 1 : 0;

    wire [`SHFL_AMD_OP_W-1:0] wave_op;
    wire [63:0]               wave_control;
    wire                      wave_fi, wave_bc;
    wire [3:0]                wave_row_mask, wave_bank_mask;
    wire [WAYS-1:0]           wave_active;
    wire [WAYS*W-1:0]         wave_ra;
    wire [WAYS*32-1:0]        wave_addr;

    shfl_isolate #(.W(`SHFL_AMD_OP_W + 74 + WAYS * (33 + W)), .PRESENT(ISOLATE)) u_isolate (
        .valid(in_valid),
        .in ({op, control, fi, bc, row_mask, bank_mask, active, ra, addr}),
        .out({wave_op, wave_control, wave_fi, wave_bc, wave_row_mask, wave_bank_mask, wave_active, wave_ra,
              wave_addr}));

    generate
        if (BEATS != 0) begin : g_beats
            wire reads_first = wave_op == `SHFL_AMD_READFIRSTLANE;
            wire permutes    = wave_op == `SHFL_AMD_PERMUTE;
            assign full_warp = {reads_first, permutes, writes, in_warp};
        end else begin : g_wave
            assign full_warp = {writes, in_warp};
        end
    endgenerate

    assign in_ready = side_ready && ready;

    shfl_sideband #(.WAYS(WAYS), .W(W), .WARP_W(FULL_W), .BEATS(BEATS), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                    .GATE(GATE)) u_sideband (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid && ready), .in_ready(side_ready), .in_warp(full_warp), .in_active(wave_active),
        .in_ra(wave_ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_active(out_active), .out_ra(out_ra));

    shfl_amd_sources #(.LANES(LANES), .WAYS(WAYS), .BEATS(BEATS), .PERMUTE(PERMUTE), .DEPTH(DEPTH)) u_sources (
        .clk(clk), .rst(rst), .load(load), .offered(in_valid), .taken(in_valid && in_ready), .ready(ready),
        .beat(beat), .gen(GEN[`SHFL_AMD_GEN_W-1:0]), .op(wave_op), .control(wave_control), .fi(wave_fi), .bc(wave_bc),
        .row_mask(wave_row_mask), .bank_mask(wave_bank_mask), .active(wave_active), .addr(wave_addr),
        .writes(writes), .j(j), .reads_j(reads_j), .valid(valid));

    assign out = {out_warp, valid, out_active, reads_j, j, out_ra};
endmodule
`default_nettype wire
