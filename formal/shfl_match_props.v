// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_match is docs/rules.md 9 and 12, for any sequence of warps of 1 to SLICES slices, stalls and resets.
//
// One warp is picked out of all; which one is free. Its slices are collected, and how many complete warps were inside
// before it is kept. The outside keeps to the rules: op and active are the same in all slices of a warp. Everything
// else but the clock and the first reset is free.
`include "shfl_defs.vh"
module shfl_match_props #(
    parameter integer LANES = 2, parameter integer B = 1, parameter integer SLICES = 2, parameter integer ALL = 1,
    parameter integer TAG_W = 1
) (
    input wire               clk, rst, in_valid, in_last, out_ready, pick,
    input wire [TAG_W-1:0]   in_tag,
    input wire               op,
    input wire [LANES-1:0]   active,
    input wire [LANES*B-1:0] ra
);
    localparam W = B * SLICES;

    wire                   in_ready, out_valid;
    wire [TAG_W-1:0]       out_tag;
    wire [LANES*LANES-1:0] rd;
    wire [LANES-1:0]       pu, we;

    shfl_match #(.LANES(LANES), .B(B), .ALL(ALL), .TAG_W(TAG_W)) u_shfl_match (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_last), .in_tag(in_tag), .op(op),
        .active(active), .ra(ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag), .rd(rd), .pu(pu), .we(we));

    wire taken    = in_valid && in_ready;
    wire complete = taken && in_last;
    wire given    = out_valid && out_ready && !rst;
    wire moves    = out_ready || !out_valid;

    // ---- the arriving warp

    reg [3:0]         count;                        // its slices so far
    reg               warp_op;
    reg [LANES-1:0]   warp_active;
    reg [1:0]         gaps;                         // clocks in which no slice may enter
    reg [2:0]         inside;                       // complete warps
    wire [1:0]        gaps_of = ALL != 0 && op == `SHFL_MATCH_ALL ? 2 : active == {LANES{1'b1}} ? 0 : 1;

    // ---- our warp

    reg               picked, arrives, follow;      // a slice was taken; not all; all were, and the result is to come
    reg [2:0]         ahead, due;                   // warps before it, clocks that move until it is there
    reg [TAG_W-1:0]   our_tag;
    reg               our_op;
    reg [LANES-1:0]   our_active;
    reg [LANES*W-1:0] our_ra;                       // a slice that never came: zeros in all lanes
    reg               begun, stalled;
    initial {begun, stalled, picked, arrives, follow, count, gaps, inside} = 0;

    `include "shfl_match_spec.vh"

    wire [TAG_W+LANES*(LANES+2)-1:0] out  = {out_tag, rd, pu, we};
    wire [TAG_W+LANES*(LANES+2)-1:0] want = {our_tag, want_rd, want_pu, want_we};
    reg  [TAG_W+LANES*(LANES+2)-1:0] out_past;

    wire begins = !picked && taken && pick && count == 0;
    integer k, n;
    always @(posedge clk) begin
        begun    <= 1;
        stalled  <= out_valid && !out_ready && !rst;
        out_past <= out;
        if (rst) begin
            {picked, arrives, follow, count, gaps, inside} <= 0;
        end else begin
            inside <= inside + complete - given;
            if (complete)                gaps <= gaps_of;
            else if (moves && gaps != 0) gaps <= gaps - 1;
            if (taken) begin
                {warp_op, warp_active} <= {op, active};
                count <= in_last ? 0 : count + 1;
            end
            if (begins) our_ra <= 0;
            for (n = 0; n < SLICES; n = n + 1)
                for (k = 0; k < LANES; k = k + 1)
                    if ((begins || arrives && taken) && count == n) our_ra[W*k + B*n +: B] <= ra[B*k +: B];
            if (begins || arrives && taken) begin
                picked  <= 1;
                arrives <= !in_last;
                follow  <= in_last;
                ahead   <= inside - given;
                due     <= 2 + gaps_of;
                {our_tag, our_op, our_active} <= {in_tag, op, active};
            end else if (follow) begin
                if (given && ahead == 0) follow <= 0;
                if (given && ahead != 0) ahead  <= ahead - 1;
                if (moves && due != 0)   due    <= due - 1;
            end
        end
    end
    wire ours = follow && ahead == 0 && out_valid;  // it is on the output

    always @* begin
        begins_with_reset:  assume (begun || rst);
        same_in_all_slices: assume (!taken || count == 0 || (op == warp_op && active == warp_active)); // R12.2.3
        no_more_slices:     assume (!in_valid || count < SLICES - 1 || in_last);
        if (begun) begin
            if (ours)                   answer_is_the_rule:     assert (out == want); // R9.1 to R9.6
            if (follow && due == 0)     none_is_lost:           assert (ahead == 0 && out_valid); // R12.2.4, R12.3.2
            if (follow && due != 0 && ahead == 0)
                                        none_comes_early:       assert (!out_valid); // R12.3.2
            if (inside == 0)            none_is_invented:       assert (!out_valid); // R12.3.4
            // R12.3.2
                                        ready_is_the_rule:      assert (in_ready == (moves && gaps == 0 && !rst));
            if (stalled)                offered_until_taken:    assert (out_valid);
            if (stalled)                outputs_stay:           assert (out == out_past); // R12.3.4
        end
        some_equal:         cover (ours && our_op == `SHFL_MATCH_ANY && rd != 0 && !all_equal);
        behind_others:      cover (ours && stalled && inside > 2);
        reset_while_inside: cover (follow && rst);
    end
endmodule
