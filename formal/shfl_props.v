// SPDX-License-Identifier: Apache-2.0
// Proof: the unit is docs/rules.md, for any sequence of offers, stalls and resets, and for all time. For DEPTH 0, which
// has no state, see shfl_depth0_props.
//
// One warp is picked out of all that are ever taken in; which one is free. What the rules say it has to answer
// is kept, and how many warps were inside before it. Then: none is lost, doubled or invented, none overtakes,
// each comes on its clock with its answer, and what is offered stays as it is. Everything but the clock and
// the first reset is free.
`include "shfl_defs.vh"
module shfl_props #(
    parameter integer LANES = 2, parameter integer W = 1, parameter integer DEPTH = 1, parameter integer POLICY = 0,
    parameter integer PARTS = 0, parameter integer TAG_W = 1
) (
    input wire                     clk, rst, in_valid, out_ready, pick,
    input wire [TAG_W-1:0]         in_tag,
    input wire [`SHFL_MODE_W-1:0]  mode,
    input wire                     sb_is_imm, sc_is_imm,
    input wire [$clog2(LANES)-1:0] sb_imm,
    input wire [$clog2(LANES)+7:0] sc_imm,
    input wire [LANES-1:0]         active,
    input wire [LANES*W-1:0]       ra,
    input wire [LANES*32-1:0]      sb, sc
);
    localparam LANE_W = $clog2(LANES);
    `include "shfl_spec.vh"
    `include "shfl_want.vh"

    wire               in_ready, out_valid;
    wire [TAG_W-1:0]   out_tag;
    wire [LANES*W-1:0] rd;
    wire [LANES-1:0]   pu, we, src_active;

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .TAG_W(TAG_W)) u_shfl (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm), .active(active),
        .ra(ra), .sb(sb), .sc(sc), .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    localparam OUT_W = TAG_W + LANES * W + 3 * LANES;
    wire [OUT_W-1:0] out  = {out_tag, rd, pu, we, src_active};
    wire [OUT_W-1:0] want = {in_tag, want_rd, want_pu, want_we, want_src_active};

    wire taken = in_valid && in_ready;
    wire given = out_valid && out_ready && !rst;

    reg             begun, follow, stalled, was_behind;
    // 5.3: a warp makes DEPTH steps, the last one to the outputs, each on a clock with in_ready
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
            // it comes on its clock, with its answer, and no warp is before it any more
            if (there)                      none_is_lost:           assert (out_valid && ahead == 0);
            if (there)                      answer_is_the_rule:     assert (out == kept);
            if (follow && !there)           none_comes_early:       assert (!(out_valid && ahead == 0));
            if (inside == 0)                none_is_invented:       assert (!out_valid);
            if (stalled)                    offered_until_taken:    assert (out_valid);
            if (stalled)                    outputs_stay:           assert (out == out_past);
            ready_is_the_rule: assert (in_ready == (!rst && (out_ready || !out_valid)));
            no_more_than_fit:  assert (inside <= DEPTH);
        end
        full_and_stalled:       cover (follow && stalled && inside == DEPTH);
        comes_behind_others:    cover (there && out_ready && was_behind);
        reset_while_inside:     cover (follow && rst);
        answers_differ:         cover (there && rd != 0 && pu != 0 && pu != {LANES{1'b1}} && we != src_active);
    end
endmodule
