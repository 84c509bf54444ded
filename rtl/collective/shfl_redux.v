// SPDX-License-Identifier: Apache-2.0
// shfl_redux - the warp reduction: AND, OR, XOR, SUM, MIN or MAX of the values of the lanes that execute.
//
// A tree of nodes reduces WAYS lanes. A warp enters as a whole (WAYS = LANES: in_beat is 0, in_last 1), or in beats of
// WAYS lanes as in shfl_banked, which an accumulator at the root of the tree reduces; op and is_signed are the same in
// all beats of a warp. It leaves once, with the tag of its last beat. Rules: docs/rules.md 10; spec: docs/rules.md 12.
//
// The root is a level, as are those of the tree in front of it. The DEPTH registers are spread evenly over the leaves
// and the levels: 1 is that of the result, levels + 1 are one behind the leaves and one behind each level.
`default_nettype none
`include "shfl_defs.vh"
module shfl_redux #(
    parameter integer LANES = 32,                   // 2, 4, 8, 16, 32 or 64
    parameter integer WAYS  = 32,                   // lanes per clock: a power of two, 1 to LANES
    parameter integer W     = 32,                   // bits of ra and rd, 1 or more
    parameter integer DEPTH = 1,                    // pipeline registers, from the last beat to the result: 0 to
                                                    // log2(LANES) + 1; in beats 1 to log2(WAYS) + 2
    parameter integer GATE  = 0,                    // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W = 16                    // bits of the tag, 1 or more
) (
    input  wire                  clk,
    input  wire                  rst,

    input  wire                  in_valid,
    output wire                  in_ready,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input  wire                  in_last,           // the last beat of this warp
    input  wire [TAG_W-1:0]      in_tag,            // travels with the warp, ignored
    input  wire [`SHFL_REDUX_OP_W-1:0] op,          // `SHFL_REDUX_AND and so on
    input  wire                  is_signed,         // for MIN and MAX
    input  wire [WAYS-1:0]       active,            // in the active mask, and its guard holds
    input  wire [WAYS*W-1:0]     ra,                // way w: ra[W*w +: W]

    output wire                  out_valid,
    input  wire                  out_ready,
    output wire [TAG_W-1:0]      out_tag,
    output wire [W-1:0]          rd,                // the same for all lanes
    output wire [LANES-1:0]      we                 // the lane writes rd
);
    shfl_legal #(.UNIT(`SHFL_UNIT_REDUX), .LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GATE(GATE),
                 .TAG_W(TAG_W)) u_legal ();

    localparam WARP   = `SHFL_LEGAL_LANES(LANES);
    localparam BEAT   = `SHFL_LEGAL_WAYS(WARP, WAYS);
    localparam WORD   = `SHFL_LEGAL_W(W);
    localparam WHOLE  = BEAT == WARP;
    localparam BEAT_W = `SHFL_BEAT_W(WARP, BEAT);
    localparam LEVELS = $clog2(BEAT) + (WHOLE ? 0 : 1);
    localparam LEFT   = WHOLE ? 2 : 1;              // values in front of the root

    wire take, first, move, unused_load;

    shfl_beats_handshake #(.DEPTH(DEPTH > 0 ? DEPTH : WHOLE ? 0 : 1), .WHOLE(WHOLE ? 1 : 0)) u_handshake (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_last),
        .take(take), .first(first), .move(move), .load(unused_load), .out_valid(out_valid), .out_ready(out_ready));

    // ---- the operands of a beat; those of a bubble are 0

    wire [BEAT_W-1:0]           beat;
    wire [`SHFL_REDUX_OP_W-1:0] beat_op;
    wire                        beat_is_signed;
    wire [BEAT-1:0]             beat_active;
    wire [BEAT*WORD-1:0]        beat_ra;

    shfl_isolate #(.W(BEAT_W + `SHFL_REDUX_OP_W + 1 + BEAT * (1 + WORD)), .PRESENT(GATE)) u_isolate (
        .valid(in_valid), .in({in_beat, op, is_signed, active, ra}),
        .out({beat, beat_op, beat_is_signed, beat_active, beat_ra}));

    // ---- the operations are mapped to four: AND to OR and MIN to MAX, of complements; signed to unsigned. An inactive
    // ---- lane has 0, which changes none of the four. The mask maps the result back, so that of no lane it is R10.3

    wire            complement = beat_op == `SHFL_REDUX_AND || beat_op == `SHFL_REDUX_MIN;
    wire            is_sum     = beat_op == `SHFL_REDUX_SUM;
    wire            is_or      = beat_op == `SHFL_REDUX_AND || beat_op == `SHFL_REDUX_OR;
    wire            is_max     = beat_op == `SHFL_REDUX_MIN || beat_op == `SHFL_REDUX_MAX;
    wire            flip       = is_max && beat_is_signed;
    wire [WORD-1:0] sign       = ~({WORD{1'b1}} >> 1);

    // ---- the tree without its root

    wire                 root_take, root_first, root_last, root_complement, root_flip;
    wire                 root_is_sum, root_is_or, root_is_max;
    wire [BEAT_W-1:0]    root_beat;
    wire [TAG_W-1:0]     root_tag;
    wire [BEAT-1:0]      root_active;
    wire [LEFT*WORD-1:0] values;

    shfl_redux_tree #(.WAYS(BEAT), .W(WORD), .LEVELS(LEVELS), .DEPTH(DEPTH),
                      .WARP_W(4 + BEAT_W + TAG_W + BEAT), .GATE(GATE)) u_tree (
        .clk(clk), .move(move),
        .in_take(take), .in_is({is_sum, is_or, is_max}),
        .in_warp({first, in_last, complement, flip, beat, in_tag, beat_active}),
        .mask({WORD{complement}} ^ (sign & {WORD{flip}})), .active(beat_active), .ra(beat_ra),
        .out_take(root_take), .out_is({root_is_sum, root_is_or, root_is_max}),
        .out_warp({root_first, root_last, root_complement, root_flip, root_beat, root_tag, root_active}),
        .out(values));

    // ---- the root: of the two halves of a warp, or of the beats before and this one

    wire [WORD-1:0] a, reduced, rd_next;
    wire [WARP-1:0] we_next;

    wire alone = !WHOLE && root_first;              // no beat before
    // mapped back with the last beat; before that it is the next beat's `a`
    wire complete = WHOLE || root_last;
    assign rd_next = reduced ^ {WORD{complete ? root_complement : root_is_max}}
                             ^ (sign & {WORD{complete && root_flip}});

    generate
        if (WHOLE) begin : g_whole
            assign a = values[WORD +: WORD];
        end else begin : g_beats
            assign a = rd;
        end
    endgenerate

    shfl_redux_node #(.W(WORD)) u_node (
        .is_sum(root_is_sum && !alone), .is_or(root_is_or), .is_max(root_is_max), .b_alone(alone),
        .a(a), .b(values[WORD-1:0]), .out(reduced));
    shfl_gather #(.LANES(WARP), .WAYS(BEAT)) u_we (
        .first(root_first), .beat(root_beat), .held(we), .in(root_active), .out(we_next));

    // in beats rd is read again: reset makes it known, for the first beat's node gives b as a ^ (a ^ b)
    wire clear = rst && !WHOLE;

    shfl_stage_reg #(.W(TAG_W + WORD + WARP), .PRESENT(DEPTH > 0 || !WHOLE ? 1 : 0)) u_reg_result (
        .clk(clk), .enable(move && (WHOLE && GATE == 0 || root_take || clear)),
        .in({root_tag, clear ? {WORD{1'b0}} : rd_next, we_next}), .out({out_tag, rd, we}));
endmodule
`default_nettype wire
