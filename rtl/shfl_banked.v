// SPDX-License-Identifier: Apache-2.0
// shfl_banked - the warp shuffle for a datapath narrower than the warp: a warp of LANES lanes enters WAYS lanes per
// clock, is stored in small memories, and leaves WAYS lanes per clock. Each lane can read any lane of the warp.
//
// Beat b carries lanes WAYS*b to WAYS*b + WAYS-1. A missing beat is WAYS inactive lanes. Beats may arrive in any order,
// each at most once, and leave in the order of arrival. Each beat has its own mode, immediates and tag. Rules and
// handshake are those of shfl. Spec: docs/rules.md 6.
`default_nettype none
`include "shfl_defs.vh"
module shfl_banked #(
    parameter integer LANES  = 32,                  // 2, 4, 8, 16, 32 or 64
    parameter integer WAYS   = 1,                   // lanes per clock: a power of two, 1 to LANES
    parameter integer W      = 32,                  // bits of ra and rd per lane, 1 or more
    parameter integer DEPTH  = 0,                   // pipeline registers in addition to the fixed ones, 0 to 4
    parameter integer POLICY = `SHFL_ZERO,          // `SHFL_ZERO, `SHFL_OWN or `SHFL_RAW
    parameter integer MEMORY = `SHFL_LUT_MEMORY,    // `SHFL_LUT_MEMORY or `SHFL_BLOCK_MEMORY
    parameter integer SKID   = 0,                   // 1: a skid buffer at the output cuts the path to in_ready
    parameter integer ELASTIC = 0,                  // 1: bubbles close between the parts and load no register
    parameter integer GATE    = 0,                  // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W  = 16                   // bits of the tag, 1 or more
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,    // 0 if there is only one beat
    input  wire                     in_last,        // the last beat of this warp
    input  wire [TAG_W-1:0]         in_tag,         // travels with the beat, ignored
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire                     sb_is_imm,      // all lanes take sb_imm instead of their sb
    input  wire                     sc_is_imm,      // all lanes take sc_imm instead of their sc
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire [WAYS-1:0]          active,         // in the active mask, and its guard holds
    input  wire [WAYS*W-1:0]        ra,             // way w: ra[W*w +: W]
    input  wire [WAYS*32-1:0]       sb,             // way w: sb[32*w +: 32]
    input  wire [WAYS*32-1:0]       sc,             // way w: sc[32*w +: 32]

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] out_beat,
    output wire                     out_last,
    output wire [TAG_W-1:0]         out_tag,
    output wire [WAYS*W-1:0]        rd,             // way w: rd[W*w +: W]
    output wire [WAYS-1:0]          pu,             // the source was in range
    output wire [WAYS-1:0]          we,             // the lane writes rd and pu
    output wire [WAYS-1:0]          src_active      // the lane that was read is active
);
    shfl_legal #(.UNIT(`SHFL_UNIT_BANKED), .LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY),
                 .MEMORY(MEMORY), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) u_legal ();

    localparam WARP   = `SHFL_LEGAL_LANES(LANES);
    localparam BEAT   = `SHFL_LEGAL_WAYS(WARP, WAYS);
    localparam WORD   = `SHFL_LEGAL_W(W);
    localparam BEAT_W = `SHFL_BEAT_W(WARP, BEAT);
    localparam WARP_W = TAG_W + 1 + BEAT_W;

    wire                                                 source_valid, source_ready, word_valid, word_ready;
    wire [`SHFL_SOURCE_W(WARP, BEAT, WORD, WARP_W, 1)-1:0] source;
    wire [`SHFL_WORD_W(BEAT, WORD, WARP_W, 1)-1:0]       word;

    shfl_front #(.LANES(WARP), .WAYS(BEAT), .W(WORD), .WARP_W(WARP_W), .BEATS(1), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                 .GATE(GATE))
        u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp({in_tag, in_last, in_beat}), .beat(in_beat),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_memories #(.LANES(WARP), .WAYS(BEAT), .W(WORD), .MEMORY(MEMORY), .OWN(POLICY == `SHFL_OWN ? 1 : 0),
                    .WARP_W(WARP_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE)) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_back #(.LANES(BEAT), .W(WORD), .POLICY(POLICY), .WARP_W(WARP_W), .BEATS(1), .DEPTH(DEPTH),
                .ELASTIC(ELASTIC), .GATE(GATE), .SKID(SKID)) u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp({out_tag, out_last, out_beat}),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
