// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_match_words is docs/rules.md 9 and 12, for any sequence of warps, stalls and resets.
//
// One warp is picked out of all that are ever accepted; which one is free. Its inputs, and how many warps were inside
// before it are kept. Everything but the clock and the first reset is free.
`include "shfl_defs.vh"
module shfl_match_words_props #(
    parameter integer LANES = 2, parameter integer W = 2, parameter integer B = 1, parameter integer ALL = 1,
    parameter integer TAG_W = 1
) (
    input wire               clk, rst, in_valid, out_ready, pick,
    input wire [TAG_W-1:0]   in_tag,
    input wire               op,
    input wire [LANES-1:0]   active,
    input wire [LANES*W-1:0] ra
);
    localparam SLICES = W / B;

    wire                   in_ready, out_valid;
    wire [TAG_W-1:0]       out_tag;
    wire [LANES*LANES-1:0] rd;
    wire [LANES-1:0]       pu, we;

    shfl_match_words #(.LANES(LANES), .W(W), .B(B), .ALL(ALL), .TAG_W(TAG_W)) u_shfl_match_words (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .op(op), .active(active),
        .ra(ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag), .rd(rd), .pu(pu), .we(we));

    wire taken = in_valid && in_ready;
    wire given = out_valid && out_ready && !rst;
    wire moves = out_ready || !out_valid;

    // clocks that move until the slices of the warps inside, and their gaps, are behind the input
    reg  [4:0]        occupied;
    wire [1:0]        gaps_of = ALL != 0 && op == `SHFL_MATCH_ALL ? 2 : active == {LANES{1'b1}} ? 0 : 1;
    reg  [1:0]        gaps;                         // of the warp that was taken last
    reg  [2:0]        inside;

    reg               picked, follow;
    reg [2:0]         ahead;                        // warps before ours
    reg [4:0]         due;                          // clocks that move until its result is there
    reg [TAG_W-1:0]   our_tag;
    reg               our_op;
    reg [LANES-1:0]   our_active;
    reg [LANES*W-1:0] our_ra;
    reg               begun, stalled;
    initial {begun, stalled, picked, follow, occupied, gaps, inside} = 0;

    `include "shfl_match_spec.vh"

    wire [TAG_W+LANES*(LANES+2)-1:0] out  = {out_tag, rd, pu, we};
    wire [TAG_W+LANES*(LANES+2)-1:0] want = {our_tag, want_rd, want_pu, want_we};
    reg  [TAG_W+LANES*(LANES+2)-1:0] out_past;

    // without stalls, the slices of a warp enter behind those of the one before and its gaps
    wire [4:0] left = occupied - (moves && occupied != 0);
    always @(posedge clk) begin
        begun    <= 1;
        stalled  <= out_valid && !out_ready && !rst;
        out_past <= out;
        if (rst) begin
            {picked, follow, occupied, gaps, inside} <= 0;
        end else begin
            inside   <= inside + taken - given;
            occupied <= taken ? left + SLICES + gaps_of : left;
            if (taken) gaps <= gaps_of;
            if (taken && pick && !picked) begin
                {picked, follow} <= 2'b11;
                ahead <= inside - given;
                due   <= left + SLICES + 2 + gaps_of;
                {our_tag, our_op, our_active, our_ra} <= {in_tag, op, active, ra};
            end else if (follow) begin
                if (given && ahead == 0) follow <= 0;
                if (given && ahead != 0) ahead  <= ahead - 1;
                if (moves && due != 0)   due    <= due - 1;
            end
        end
    end
    wire ours = follow && ahead == 0 && out_valid;  // it is on the output

    always @* begin
        begins_with_reset: assume (begun || rst);
        if (begun) begin
            if (ours)                   answer_is_the_rule:     assert (out == want);       // R9.1 to R9.6
            if (follow && due == 0)     none_is_lost:           assert (ahead == 0 && out_valid); // R12.2.4, R12.3.3
            if (follow && due != 0 && ahead == 0)
                                        none_comes_early:       assert (!out_valid); // R12.3.3
            if (inside == 0)            none_is_invented:       assert (!out_valid); // R12.3.4
            // the next one enters with the last slice, or later: R12.3.3
                                        ready_is_the_rule:
                assert (in_ready == (!rst && (occupied <= gaps || moves && occupied == gaps + 1)));
            if (stalled)                offered_until_taken:    assert (out_valid);
            if (stalled)                outputs_stay:           assert (out == out_past); // R12.3.4
        end
        some_equal:         cover (ours && our_op == `SHFL_MATCH_ANY && rd != 0 && !all_equal);
        behind_others:      cover (ours && stalled && inside > 1);
        reset_while_inside: cover (follow && rst);
    end
endmodule
