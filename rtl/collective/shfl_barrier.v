// SPDX-License-Identifier: Apache-2.0
// shfl_barrier - barriers that reduce a predicate over the threads of a block: count, and, or.
//
// A warp that arrives is a transfer (WAYS = LANES: in_last is 1), or beats of WAYS lanes in any order. It leaves once,
// with the tag of its last beat, and with the results of the warps that have arrived at the barrier of its slot; done
// is 1 with the last of them, and the slot is open for the next barrier then. Rules: docs/rules.md 15; spec:
// docs/rules.md 19.
`default_nettype none
`include "shfl_defs.vh"
module shfl_barrier #(
    parameter integer LANES = 32,                   // 2, 4, 8, 16, 32 or 64
    parameter integer WAYS  = 32,                   // lanes per clock: a power of two, 1 to LANES
    parameter integer WARPS = 32,                   // warps of a block, at most: 1 to 64
    parameter integer SLOTS = 1,                    // barriers at once: 1, 2, 4, 8, 16, 32 or 64
    parameter integer DEPTH = 1,                    // pipeline registers: 1, or 0 if WAYS is LANES
    parameter integer GATE  = 0,                    // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W = 16                    // bits of the tag, 1 or more
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire                     in_last,        // the last beat of this warp
    input  wire [TAG_W-1:0]         in_tag,         // travels with the warp, ignored
    input  wire [`SHFL_SLOT_W(SLOTS)-1:0]  slot,    // 0 if there is only one
    input  wire [`SHFL_COUNT_W(WARPS)-1:0] warps,   // that the barrier waits for in all, with those that have arrived
    input  wire                     is_exit,        // the warp has exited: it does not arrive
    input  wire [WAYS-1:0]          active,         // threads that have not exited; with is_exit 0
    input  wire [WAYS-1:0]          p,              // the predicate of each

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [TAG_W-1:0]         out_tag,
    output wire                     done,           // all have arrived
    output wire [`SHFL_COUNT_W(LANES * WARPS)-1:0] count,   // threads with the predicate, up to this warp
    output wire                     all,            // none without it
    output wire                     any             // one with it
);
    shfl_legal #(.UNIT(`SHFL_UNIT_BARRIER), .LANES(LANES), .WAYS(WAYS), .WARPS(WARPS), .SLOTS(SLOTS), .DEPTH(DEPTH),
                 .GATE(GATE), .TAG_W(TAG_W)) u_legal ();

    localparam WARP    = `SHFL_LEGAL_LANES(LANES);
    localparam BEAT    = `SHFL_LEGAL_WAYS(WARP, WAYS);
    localparam BLOCK   = `SHFL_LEGAL_W(WARPS);
    localparam OPEN    = `SHFL_LEGAL_WAYS(64, SLOTS);
    localparam WHOLE   = BEAT == WARP;
    localparam WARPS_W = `SHFL_COUNT_W(BLOCK);
    localparam COUNT_W = `SHFL_COUNT_W(WARP * BLOCK);
    localparam STATE_W = WARPS_W + COUNT_W + 1;

    wire take, first, move, load;

    shfl_beats_handshake #(.DEPTH(DEPTH != 0 || !WHOLE ? 1 : 0), .WHOLE(WHOLE ? 1 : 0),
                           .GATE(GATE)) u_handshake (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_last),
        .take(take), .first(first), .move(move), .load(load), .out_valid(out_valid), .out_ready(out_ready));

    // ---- this beat; the operands of a bubble are 0

    localparam SLOT_W = `SHFL_SLOT_W(SLOTS);

    wire [SLOT_W-1:0]                beat_slot;
    wire [`SHFL_COUNT_W(WARPS)-1:0]  beat_warps;
    wire                             beat_is_exit;
    wire [BEAT-1:0]                  beat_active, beat_p;

    shfl_isolate #(.W(SLOT_W + `SHFL_COUNT_W(WARPS) + 1 + 2 * BEAT), .PRESENT(GATE)) u_isolate (
        .valid(in_valid), .in({slot, warps, is_exit, active, p}),
        .out({beat_slot, beat_warps, beat_is_exit, beat_active, beat_p}));

    wire [COUNT_W-1:0] beat_count;
    wire               beat_against;

    shfl_barrier_beat #(.LANES(BEAT), .COUNT_W(COUNT_W)) u_beat (
        .active(beat_active), .p(beat_p), .count(beat_count), .some_against(beat_against));

    // ---- the barrier so far, without this beat and with it

    wire [WARPS_W-1:0] arrived,      arrived_next;
    wire [COUNT_W-1:0] count_held,   count_next;
    wire               against_held, against_next;

    wire last     = WHOLE || in_last;
    wire complete = last && arrived_next == beat_warps;

    localparam [WARPS_W-1:0] ONE = 1, NONE = 0;

    assign arrived_next = arrived    + (last && !beat_is_exit ? ONE : NONE);
    assign count_next   = count_held + beat_count;
    assign against_next = against_held || beat_against;

    shfl_barrier_slots #(.SLOTS(OPEN), .W(STATE_W)) u_slots (
        .clk(clk), .clear(rst), .slot(beat_slot[`SHFL_SLOT_W(OPEN)-1:0]), .write(take), .empty(complete),
        .in({arrived_next, count_next, against_next}), .out({arrived, count_held, against_held}));

    // ---- the result

    wire against;

    shfl_stage_reg #(.W(TAG_W + 1 + COUNT_W + 1), .PRESENT(DEPTH != 0 || !WHOLE ? 1 : 0)) u_reg_result (
        .clk(clk), .enable(load),
        .in ({in_tag,  complete, count_next, against_next}),
        .out({out_tag, done,     count,      against}));

    assign all = !against;
    assign any = count != {COUNT_W{1'b0}};

    wire unused_ok = &{1'b0, first, move};
endmodule
`default_nettype wire
