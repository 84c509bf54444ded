// SPDX-License-Identifier: Apache-2.0
// shfl - the warp shuffle: LANES lanes read each other's registers, one warp per clock.
//
// A warp enters on a clock with in_valid and in_ready, and leaves on a clock with out_valid and out_ready: in order,
// and at least DEPTH clocks later. With DEPTH 0 there is no register, and it leaves on the same clock. Reset is
// synchronous and drops every warp inside. Spec: docs/rules.md 5.
`default_nettype none
`include "shfl_defs.vh"
module shfl #(
    parameter integer LANES   = 32,                 // 2, 4, 8, 16, 32 or 64
    parameter integer W       = 32,                 // bits of ra and rd per lane, 1 or more
    parameter integer DEPTH   = 1,                  // pipeline registers from input to output, 0 to 7
    parameter integer POLICY  = `SHFL_ZERO,         // `SHFL_ZERO, `SHFL_OWN or `SHFL_RAW
    parameter integer PARTS   = 0,                  // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter integer NETWORK = 0,                  // 0: crossbar; else a network: words of a multiplexer
    parameter integer SELECTS = 0,                  // 1: each multiplexer of a network has its own select
    parameter integer SKID    = 0,                  // 1: a skid buffer at the output cuts the path to in_ready
    parameter integer ELASTIC = 0,                  // 1: bubbles close between the parts and load no register
    parameter integer GATE    = 0,                  // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W   = 16                  // bits of the tag, 1 or more
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [TAG_W-1:0]         in_tag,         // travels with the warp, ignored
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire                     sb_is_imm,      // all lanes take sb_imm instead of their sb
    input  wire                     sc_is_imm,      // all lanes take sc_imm instead of their sc
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire [LANES-1:0]         active,         // in the active mask, and its guard holds
    input  wire [LANES*W-1:0]       ra,             // lane k: ra[W*k +: W]
    input  wire [LANES*32-1:0]      sb,             // lane k: sb[32*k +: 32]
    input  wire [LANES*32-1:0]      sc,             // lane k: sc[32*k +: 32]

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [TAG_W-1:0]         out_tag,
    output wire [LANES*W-1:0]       rd,             // lane k: rd[W*k +: W]
    output wire [LANES-1:0]         pu,             // the source was in range
    output wire [LANES-1:0]         we,             // the lane writes rd and pu
    output wire [LANES-1:0]         src_active      // the lane that was read is active
);
    shfl_legal #(.UNIT(`SHFL_UNIT_SHFL), .LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS),
                 .NETWORK(NETWORK), .SELECTS(SELECTS), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE),
                 .TAG_W(TAG_W)) u_legal ();

    localparam WARP = `SHFL_LEGAL_LANES(LANES);
    localparam WORD = `SHFL_LEGAL_W(W);

    wire                                                source_valid, source_ready, word_valid, word_ready;
    wire [`SHFL_SOURCE_W(WARP, WARP, WORD, TAG_W, 1)-1:0] source;
    wire [`SHFL_WORD_W(WARP, WORD, TAG_W, 1)-1:0]       word;

    shfl_front #(.LANES(WARP), .WAYS(WARP), .W(WORD), .WARP_W(TAG_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                 .GATE(GATE)) u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp(in_tag), .beat(1'b0),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_fabric #(.LANES(WARP), .W(WORD), .PARTS(PARTS), .NETWORK(NETWORK), .SELECTS(SELECTS),
                  .OWN(POLICY == `SHFL_OWN ? 1 : 0), .WARP_W(TAG_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                  .GATE(GATE)) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_back #(.LANES(WARP), .W(WORD), .POLICY(POLICY), .WARP_W(TAG_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE),
                .SKID(SKID)) u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
