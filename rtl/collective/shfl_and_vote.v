// SPDX-License-Identifier: Apache-2.0
// shfl_and_vote - shfl with vote and elect beside it: one issue port, one result port, in order. A vote takes the path
// of a shuffle, and as long; through a network it makes one trip. Rules: docs/rules.md 3, 4 and 8; spec: 12.4.
`default_nettype none
`include "shfl_defs.vh"
module shfl_and_vote #(
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
    parameter integer ELECT   = 1,                  // 0: without ELECT
    parameter integer TAG_W   = 16                  // bits of the tag, 1 or more
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [TAG_W-1:0]         in_tag,         // travels with the warp, ignored
    input  wire                     is_vote,        // vote_op and p count, otherwise mode, sb, sc and ra
    input  wire [`SHFL_VOTE_OP_W-1:0] vote_op,      // `SHFL_VOTE_ALL, ANY, EQ or ELECT
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire                     sb_is_imm,      // all lanes take sb_imm instead of their sb
    input  wire                     sc_is_imm,      // all lanes take sc_imm instead of their sc
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire [LANES-1:0]         active,         // in the active mask, and its guard holds
    input  wire [LANES-1:0]         p,              // the predicate of each lane
    input  wire [LANES*W-1:0]       ra,             // lane k: ra[W*k +: W]
    input  wire [LANES*32-1:0]      sb,             // lane k: sb[32*k +: 32]
    input  wire [LANES*32-1:0]      sc,             // lane k: sc[32*k +: 32]

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [TAG_W-1:0]         out_tag,
    output wire [LANES*W-1:0]       rd,             // lane k: rd[W*k +: W]; of a vote W bits, the same in all lanes
    output wire [LANES-1:0]         pu,             // the source was in range; of a vote its result
    output wire [LANES-1:0]         we,             // the lane writes rd and pu
    output wire [LANES-1:0]         src_active      // the lane that was read is active; of a vote undefined
);
    shfl_legal #(.UNIT(`SHFL_UNIT_AND_VOTE), .LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS),
                 .NETWORK(NETWORK), .SELECTS(SELECTS), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE),
                 .ELECT(ELECT), .TAG_W(TAG_W)) u_legal ();

    localparam WARP   = `SHFL_LEGAL_LANES(LANES);
    localparam WORD   = `SHFL_LEGAL_W(W);
    localparam WARP_W = TAG_W + 1 + 2 * WARP;

    wire                                                   source_valid, source_ready, word_valid, word_ready;
    wire [`SHFL_SOURCE_W(WARP, WARP, WORD, WARP_W, 1)-1:0] source;
    wire [`SHFL_WORD_W(WARP, WORD, WARP_W, 1)-1:0]         word;
    wire [WARP-1:0]                                        ballot, vote_rd, vote_pu;
    wire                                                   some_for, some_against;

    // the operands of a vote; those of a bubble are 0

    wire                       warp_is_vote;
    wire [`SHFL_VOTE_OP_W-1:0] warp_op;
    wire [WARP-1:0]            warp_active, warp_p;

    shfl_isolate #(.W(1 + `SHFL_VOTE_OP_W + 2 * WARP), .PRESENT(GATE)) u_isolate (
        .valid(in_valid), .in({is_vote, vote_op, active, p}), .out({warp_is_vote, warp_op, warp_active, warp_p}));

    shfl_vote_lanes #(.LANES(WARP)) u_vote_lanes (
        .active(warp_active), .p(warp_p), .ballot(ballot), .some_for(some_for), .some_against(some_against));
    shfl_vote_result #(.LANES(WARP), .ELECT(ELECT)) u_vote_result (
        .op(warp_op), .executes(warp_active), .ballot(ballot), .some_for(some_for), .some_against(some_against),
        .rd(vote_rd), .pu(vote_pu));

    // operands that are the same in all lanes make one trip
    shfl_front #(.LANES(WARP), .WAYS(WARP), .W(WORD), .WARP_W(WARP_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                 .GATE(GATE)) u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp({vote_pu, vote_rd, warp_is_vote, in_tag}), .beat(1'b0),
        .mode(mode), .sb_is_imm(sb_is_imm || warp_is_vote), .sc_is_imm(sc_is_imm || warp_is_vote), .sb_imm(sb_imm),
        .sc_imm(sc_imm), .active(warp_active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_fabric #(.LANES(WARP), .W(WORD), .PARTS(PARTS), .NETWORK(NETWORK), .SELECTS(SELECTS),
                  .OWN(POLICY == `SHFL_OWN ? 1 : 0), .WARP_W(WARP_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                  .GATE(GATE)) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_back #(.LANES(WARP), .W(WORD), .POLICY(POLICY), .WARP_W(TAG_W), .VOTE(1), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                .GATE(GATE),
                .SKID(SKID)) u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
