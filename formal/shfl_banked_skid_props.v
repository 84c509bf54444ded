// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_banked with SKID 1 is shfl_banked with SKID 0 and a skid buffer behind it, for any sequence of beats,
// stalls and resets, and for all time. These two are proved in shfl_banked_props and shfl_skid_props.
`include "shfl_defs.vh"
module shfl_banked_skid_props #(
    parameter integer LANES = 2, parameter integer WAYS = 1, parameter integer W = 1, parameter integer DEPTH = 0,
    parameter integer POLICY = 0, parameter integer MEMORY = 0, parameter integer ELASTIC = 0,
    parameter integer TAG_W = 1, parameter integer BEAT_W = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input wire                     clk, rst, in_valid, taken,
    input wire [BEAT_W-1:0]        in_beat,
    input wire                     in_last,
    input wire [TAG_W-1:0]         in_tag,
    input wire [`SHFL_MODE_W-1:0]  mode,
    input wire                     sb_is_imm, sc_is_imm,
    input wire [$clog2(LANES)-1:0] sb_imm,
    input wire [$clog2(LANES)+7:0] sc_imm,
    input wire [WAYS-1:0]          active,
    input wire [WAYS*W-1:0]        ra,
    input wire [WAYS*32-1:0]       sb, sc
);
    localparam OUT_W = BEAT_W + 1 + TAG_W + WAYS * (W + 3);
    wire             in_ready, out_valid, out_ready, two_valid, one_valid, one_ready;
    wire [OUT_W-1:0] out, two, one;

    shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY),
                  .ELASTIC(ELASTIC), .TAG_W(TAG_W))
    u_shfl_banked (
        .out_beat(out[0 +: BEAT_W]), .out_last(out[BEAT_W]), .out_tag(out[BEAT_W+1 +: TAG_W]),
        .rd(out[OUT_W-1 -: WAYS*W]), .pu(out[BEAT_W+1+TAG_W +: WAYS]), .we(out[BEAT_W+1+TAG_W+WAYS +: WAYS]),
        .src_active(out[BEAT_W+1+TAG_W+2*WAYS +: WAYS]), .*);

    shfl_skid #(.W(OUT_W)) u_skid (
        .clk(clk), .rst(rst), .in_valid(out_valid), .in_ready(out_ready), .in(out),
        .out_valid(two_valid), .out_ready(taken), .out(two));

    shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY), .SKID(1),
                  .ELASTIC(ELASTIC), .TAG_W(TAG_W))
    u_one (
        .in_ready(one_ready), .out_valid(one_valid), .out_ready(taken), .out_beat(one[0 +: BEAT_W]),
        .out_last(one[BEAT_W]), .out_tag(one[BEAT_W+1 +: TAG_W]), .rd(one[OUT_W-1 -: WAYS*W]),
        .pu(one[BEAT_W+1+TAG_W +: WAYS]), .we(one[BEAT_W+1+TAG_W+WAYS +: WAYS]),
        .src_active(one[BEAT_W+1+TAG_W+2*WAYS +: WAYS]), .*);

    `include "shfl_skid_same.vh"
endmodule
