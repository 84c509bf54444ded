// SPDX-License-Identifier: Apache-2.0
// shfl_vote - vote and elect: what the lanes of a warp that execute have in common, in one clock.
//
// A warp enters as a whole (WAYS = LANES: in_beat is 0, in_last 1), or in beats of WAYS lanes as in shfl_banked. It
// leaves once, as a whole, with the tag and the op of its last beat. Rules: docs/rules.md 8; spec: docs/rules.md 12.
`default_nettype none
`include "shfl_defs.vh"
module shfl_vote #(
    parameter integer LANES = 32,                   // 2, 4, 8, 16, 32 or 64
    parameter integer WAYS  = 32,                   // lanes per clock: a power of two, 1 to LANES
    parameter integer ELECT = 1,                    // 0: without ELECT
    parameter integer DEPTH = 1,                    // pipeline registers: 1, or 0 if WAYS is LANES
    parameter integer GATE  = 0,                    // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W = 16                    // bits of the tag, 1 or more
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,    // 0 if there is only one beat
    input  wire                     in_last,        // the last beat of this warp
    input  wire [TAG_W-1:0]         in_tag,         // travels with the warp, ignored
    input  wire [`SHFL_VOTE_OP_W-1:0] op,          // `SHFL_VOTE_ALL, ANY, EQ or ELECT
    input  wire [WAYS-1:0]          active,         // in the active mask, and its guard holds
    input  wire [WAYS-1:0]          p,              // the predicate of each lane

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [TAG_W-1:0]         out_tag,
    output wire [LANES-1:0]         rd,             // the same for all lanes: the ballot, or the lane that is elected
    output wire [LANES-1:0]         pu,             // the vote, the same in all lanes; or 1 in the lane that is elected
    output wire [LANES-1:0]         we              // the lane writes rd and pu
);
    shfl_legal #(.UNIT(`SHFL_UNIT_VOTE), .LANES(LANES), .WAYS(WAYS), .DEPTH(DEPTH), .ELECT(ELECT), .GATE(GATE),
                 .TAG_W(TAG_W)) u_legal ();

    localparam WARP  = `SHFL_LEGAL_LANES(LANES);
    localparam BEAT  = `SHFL_LEGAL_WAYS(WARP, WAYS);
    localparam WHOLE = BEAT == WARP;

    wire            take, first, move, load;
    wire [BEAT-1:0] beat_ballot;
    wire            beat_for, beat_against;

    shfl_beats_handshake #(.DEPTH(DEPTH != 0 || !WHOLE ? 1 : 0), .WHOLE(WHOLE ? 1 : 0),
                           .GATE(GATE)) u_handshake (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_last),
        .take(take), .first(first), .move(move), .load(load), .out_valid(out_valid), .out_ready(out_ready));

    // ---- the operands of a beat; those of a bubble are 0

    wire [`SHFL_BEAT_W(WARP, BEAT)-1:0] beat;
    wire [`SHFL_VOTE_OP_W-1:0]          beat_op;
    wire [BEAT-1:0]                     beat_active, beat_p;

    shfl_isolate #(.W(`SHFL_BEAT_W(WARP, BEAT) + `SHFL_VOTE_OP_W + 2 * BEAT), .PRESENT(GATE)) u_isolate (
        .valid(in_valid), .in({in_beat, op, active, p}), .out({beat, beat_op, beat_active, beat_p}));

    shfl_vote_lanes #(.LANES(BEAT)) u_lanes (
        .active(beat_active), .p(beat_p), .ballot(beat_ballot), .some_for(beat_for), .some_against(beat_against));

    // ---- the warp so far: x is with this beat, x_held without it

    wire [WARP-1:0] ballot,   ballot_held;
    wire [WARP-1:0] executes, executes_held;
    wire            some_for,     some_for_held;
    wire            some_against, some_against_held;

    shfl_gather #(.LANES(WARP), .WAYS(BEAT)) u_ballot (
        .first(first), .beat(beat), .held(ballot_held), .in(beat_ballot), .out(ballot));
    shfl_gather #(.LANES(WARP), .WAYS(BEAT)) u_executes (
        .first(first), .beat(beat), .held(executes_held), .in(beat_active), .out(executes));
    assign some_for     = beat_for     || some_for_held     && !first;
    assign some_against = beat_against || some_against_held && !first;

    generate
        if (WHOLE) begin : g_whole
            assign {ballot_held, executes_held, some_for_held, some_against_held} = {(2 * WARP + 2){1'b0}};

            wire unused_ok = &{1'b0, take};
        end else begin : g_beats
            shfl_stage_reg #(.W(2 * WARP + 2)) u_reg_held (
                .clk(clk), .enable(take),
                .in ({ballot,      executes,      some_for,      some_against}),
                .out({ballot_held, executes_held, some_for_held, some_against_held}));
        end
    endgenerate

    // ---- the result

    wire [WARP-1:0] rd_next, pu_next;

    shfl_vote_result #(.LANES(WARP), .ELECT(ELECT)) u_result (
        .op(beat_op), .executes(executes), .ballot(ballot), .some_for(some_for), .some_against(some_against),
        .rd(rd_next), .pu(pu_next));

    shfl_stage_reg #(.W(TAG_W + 3 * WARP), .PRESENT(DEPTH != 0 || !WHOLE ? 1 : 0)) u_reg_result (
        .clk(clk), .enable(load),
        .in ({in_tag,  rd_next, pu_next, executes}),
        .out({out_tag, rd,      pu,      we}));

    wire unused_ok = &{1'b0, move};
endmodule
`default_nettype wire
