// SPDX-License-Identifier: Apache-2.0
// shfl_packets_banked - shfl_banked with POLICY OWN and a skid buffer, for one or two sources: the lowest bit of the
// tag is the source, and beats of two warps may interleave if their sources differ. The warp that is complete first
// leaves first. Spec: docs/rules.md 6.
`default_nettype none
`include "shfl_defs.vh"
module shfl_packets_banked #(
    parameter integer LANES   = 32,
    parameter integer WAYS    = 8,
    parameter integer W       = 32,
    parameter integer DEPTH   = 0,                  // as in shfl_banked, 0 to 4
    parameter integer SOURCES = 1,
    parameter integer TAG_W   = 16
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input  wire                     in_last,
    input  wire [TAG_W-1:0]         in_tag,
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire [WAYS-1:0]          active,
    input  wire [WAYS*W-1:0]        ra,
    input  wire [WAYS*32-1:0]       sb,
    input  wire [WAYS*32-1:0]       sc,

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] out_beat,
    output wire                     out_last,
    output wire [TAG_W-1:0]         out_tag,
    output wire [WAYS*W-1:0]        rd,
    output wire [WAYS-1:0]          we
);
    shfl_legal #(.UNIT(`SHFL_UNIT_BANKED), .LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .TAG_W(TAG_W)) u_legal ();

    localparam WARP_W = TAG_W + 1 + `SHFL_BEAT_W(LANES, WAYS);

    wire                                               source_valid, source_ready, word_valid, word_ready;
    wire [`SHFL_SOURCE_W(LANES, WAYS, W, WARP_W, 1)-1:0] source;
    wire [`SHFL_WORD_W(WAYS, W, WARP_W, 1)-1:0]        word;

    shfl_front #(.LANES(LANES), .WAYS(WAYS), .W(W), .WARP_W(WARP_W), .BEATS(1), .DEPTH(DEPTH)) u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp({in_tag, in_last, in_beat}), .beat(in_beat),
        .mode(mode), .sb_is_imm(1'b0), .sc_is_imm(1'b0),
        .sb_imm({$clog2(LANES){1'b0}}), .sc_imm({$clog2(LANES)+8{1'b0}}),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_memories #(.LANES(LANES), .WAYS(WAYS), .W(W), .OWN(1), .CONTEXTS(SOURCES), .WARP_W(WARP_W),
                    .DEPTH(DEPTH)) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_back #(.LANES(WAYS), .W(W), .POLICY(`SHFL_OWN), .WARP_W(WARP_W), .BEATS(1), .DEPTH(DEPTH), .SKID(1))
        u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp({out_tag, out_last, out_beat}),
        .rd(rd), .pu(), .we(we), .src_active());
endmodule
`default_nettype wire
