// SPDX-License-Identifier: Apache-2.0
// Proof: the unit is docs/rules.md, for any sequence of offers, stalls and resets, and for all time. For DEPTH 0, which
// has no state, see shfl_depth0_props.
//
// One warp is picked out of all that are ever accepted; which one is free. Its result by the rules is kept, and how
// many warps were inside before it. Then: none is lost, doubled or invented, none overtakes, each leaves on its
// clock with its result, and an offered warp stays as it is. Everything but the clock and
// the first reset is free, so are in_valid and the operands before a transfer, and later resets.
`include "shfl_defs.vh"
module shfl_props #(
    parameter integer LANES = 2, parameter integer W = 1, parameter integer DEPTH = 1, parameter integer POLICY = 0,
    parameter integer PARTS = 0, parameter integer TAG_W = 1
) (
    input wire clk, rst, in_valid, out_ready, pick
);
    `define SHFL_FREE (* anyseq *)
    `include "shfl_unit.vh"

    localparam OUT_W = TAG_W + LANES * W + 3 * LANES;
    wire [OUT_W-1:0] out  = {out_tag, rd, pu, we, src_active};
    wire [OUT_W-1:0] want = {in_tag, want_rd, want_pu, want_we, want_src_active};

    wire taken = in_valid && in_ready;
    wire given = out_valid && out_ready && !rst;

    reg             begun, follow, stalled, was_behind;
    // a warp makes DEPTH steps, the last one to the outputs, each on a clock with in_ready
    reg [3:0]       inside, ahead, steps;           // warps in the unit, those before ours, the steps it has made
    reg [OUT_W-1:0] kept, out_past;
    initial {begun, follow, stalled} = 0;

    always @(posedge clk) begin
        begun    <= 1;
        stalled  <= out_valid && !out_ready && !rst;
        out_past <= out;
        if (rst) begin
            inside <= 0;
            follow <= 0;
        end else begin
            inside <= inside + taken - given;
            if (!follow && taken && pick) begin
                follow <= 1;
                kept   <= want;
                ahead  <= inside - given;
                steps  <= 1;
                was_behind <= inside != given;
            end else if (follow) begin
                if (given && ahead == 0) follow <= 0;
                if (given && ahead != 0) ahead <= ahead - 1;
                if (steps < DEPTH) steps <= steps + in_ready;
            end
        end
    end

    wire there = follow && steps == DEPTH;

    always @* begin
        begins_with_reset: assume (begun || rst);
        if (begun) begin
            // it leaves on its clock, with its result, and no warp is before it any more
            // R5.3.1, R5.3.2, R5.3.3, R5.3.7, R5.3.8, R5.3.10
            if (there)                      none_is_lost:           assert (out_valid && ahead == 0);
            if (there)                      answer_is_the_rule:     assert (out == kept);      // R5.3.2
            // R5.3.3, R5.3.7
            if (follow && !there)           none_comes_early:       assert (!(out_valid && ahead == 0));
            // R5.3.2, R5.4.1, R5.4.3, R5.4.4
            if (inside == 0)                none_is_invented:       assert (!out_valid);
            if (stalled)                    offered_until_taken:    assert (out_valid);      // R5.3.9
            if (stalled)                    outputs_stay:           assert (out == out_past); // R5.3.9
            ready_is_the_rule: assert (in_ready == (!rst && (out_ready || !out_valid)));     // R5.3.6, R5.4.2
            no_more_than_fit:  assert (inside <= DEPTH);    // R5.3.8
        end
        full_and_stalled:       cover (follow && stalled && inside == DEPTH);
        comes_behind_others:    cover (there && out_ready && was_behind);
        reset_while_inside:     cover (follow && rst);
        answers_differ:         cover (there && rd != 0 && pu != 0 && pu != {LANES{1'b1}} && we != src_active);
    end
endmodule
