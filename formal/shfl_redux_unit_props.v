// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_redux with registers is docs/rules.md 10 and 12, for any sequence of warps, beats, stalls and resets, and
// for all time.
//
// The values of the warp that arrives are reduced one by one, by the rules. One warp is picked out of all that are ever
// accepted; which one is free. Its result by the rules is kept, and how many results were inside before it. Then: none
// is lost, doubled or invented, none overtakes, each leaves on its clock with its result, and an offered result stays
// as it is. The outside keeps to docs/rules.md 12.2; everything else but the clock and the first reset is free.
`include "shfl_defs.vh"
module shfl_redux_unit_props #(
    parameter integer LANES = 4, parameter integer WAYS = 2, parameter integer W = 2, parameter integer DEPTH = 1,
    parameter integer TAG_W = 1, parameter integer BEATS = LANES / WAYS
) (
    input wire              clk, rst, in_valid, out_ready, pick, in_last, is_signed,
    input wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input wire [TAG_W-1:0]  in_tag,
    input wire [`SHFL_REDUX_OP_W-1:0] op,
    input wire [WAYS-1:0]   active,
    input wire [WAYS*W-1:0] ra
);
    `include "shfl_redux_spec.vh"

    wire             in_ready, out_valid;
    wire [TAG_W-1:0] out_tag;
    wire [W-1:0]     rd;
    wire [LANES-1:0] we;

    shfl_redux #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .TAG_W(TAG_W)) u_redux (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_beat), .in_last(in_last),
        .in_tag(in_tag), .op(op), .is_signed(is_signed), .active(active), .ra(ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag), .rd(rd), .we(we));

    localparam OUT_W = TAG_W + W + LANES;
    wire [OUT_W-1:0] out = {out_tag, rd, we};

    wire taken = in_valid && in_ready;
    wire given = out_valid && out_ready && !rst;
    wire last  = BEATS == 1 || in_last;             // whole warps need neither in_beat nor in_last

    // ---- the arriving warp: its beats, and its lanes so far, then with those of the beat on the input

    reg [BEATS-1:0] came;
    reg [`SHFL_REDUX_OP_W:0] came_op;
    reg [W-1:0]     came_rd, rd_now;
    reg [LANES-1:0] came_we, we_now;
    integer         w, n;

    always @* begin
        rd_now = came == 0 ? spec_of_none(op, is_signed) : came_rd;
        we_now = came == 0 ? 0 : came_we;
        for (w = 0; w < WAYS; w = w + 1)
            if (active[w]) begin
                rd_now = spec_of_two(op, is_signed, rd_now, ra[W*w +: W]);
                for (n = 0; n < BEATS; n = n + 1)
                    if (BEATS == 1 || in_beat == n) we_now[WAYS*n+w] = 1;
            end
    end

    reg             begun, follow, stalled;
    reg [3:0]       inside, ahead, steps;           // results in the unit, those before ours, register it is in
    reg             missed, was_behind;             // of ours: a beat did not come; others were before it
    reg [OUT_W-1:0] kept, out_past;
    initial {begun, follow, stalled, inside, came} = 0;

    always @(posedge clk) begin
        begun    <= 1;
        stalled  <= out_valid && !out_ready && !rst;
        out_past <= out;
        if (rst) begin
            {inside, follow, came} <= 0;
        end else begin
            inside <= inside + (taken && last) - given;
            if (taken) begin
                came    <= last ? 0 : came | 1 << in_beat;
                came_op <= {is_signed, op};
                came_rd <= rd_now;
                came_we <= we_now;
            end
            if (!follow && taken && last && pick) begin
                follow     <= 1;
                kept       <= {in_tag, rd_now, we_now};
                ahead      <= inside - given;
                was_behind <= inside != given;
                steps      <= 1;
                missed     <= BEATS > 1 && (came | 1 << in_beat) != {BEATS{1'b1}};
            end else if (follow) begin
                if (given && ahead == 0) follow <= 0;
                if (given && ahead != 0) ahead <= ahead - 1;
                if (steps != DEPTH && (out_ready || !out_valid)) steps <= steps + 1;
            end
        end
    end
    wire there = follow && steps == DEPTH;

    always @* begin
        begins_with_reset:  assume (begun || rst);
        is_an_op:           assume (op <= `SHFL_REDUX_MAX);
        one_op_a_warp:      assume (!in_valid || came == 0 || came_op == {is_signed, op}); // R12.2.2
        no_number_twice:    assume (!in_valid || BEATS == 1 || !came[in_beat]);             // R6.2.2
        all_are_a_warp:     assume (!in_valid || last || (came | 1 << in_beat) != {BEATS{1'b1}}); // R6.2.3
        if (begun) begin
            if (there)              none_is_lost:           assert (out_valid && ahead == 0); // R12.3.1
            if (there)              answer_is_the_rule:     assert (out == kept);   // R10.1 to R10.4, R12.2.2
            if (follow && !there)   none_comes_early:       assert (!(out_valid && ahead == 0));
            if (inside == 0)        none_is_invented:       assert (!out_valid);    // R12.2.4, R5.4.1, R5.4.3
            if (stalled)            offered_until_taken:    assert (out_valid);     // R5.3.9
            if (stalled)            outputs_stay:           assert (out == out_past); // R5.3.9
            ready_is_the_rule:      assert (in_ready == (!rst && (out_ready || !out_valid))); // R12.3.1, R5.4.2
            no_more_than_fit:       assert (inside <= DEPTH);
        end
        full_and_stalled:       cover (follow && stalled && inside == DEPTH);
        comes_behind_others:    cover (there && was_behind);
        of_some_beats:          cover (there && missed && we != 0 && rd != 0);
        reset_while_inside:     cover (follow && rst);
    end
endmodule
