// SPDX-License-Identifier: Apache-2.0
// Proof: a unit keeps its items, whichever unit it is, for any sequence of offers, stalls and resets, and for all time.
//
// One item, a warp or a beat, is picked out of all that ever enter; which one is free. What the rules make of it is
// kept, and how many were inside before it. Then: none is lost, doubled or invented, none overtakes, each leaves on its
// clock with its result, and an offered one stays as it is. To be included in a module with clk, rst, in_valid,
// out_ready and pick, all free, with the unit, and with OUT_W and KEPT_W, bits of a result and of what is kept; FIT,
// the most that fit inside, FULL, how many a cover reaches; and DUE_W, bits of a number of clocks. The module
// assigns the wires of this list.
wire               in_ready, out_valid;
wire [OUT_W-1:0]   out;                             // all outputs of the unit
wire               enters;                          // an item is complete with what is transferred in on this clock:
wire [KEPT_W-1:0]  want;                            // what is kept of it,
wire [DUE_W-1:0]   moves_due;                       // and how often it has to move until it is on the output
wire               moves;                           // ours moves at the end of this clock
wire               early;                           // it must not be on the output yet
wire [OUT_W-1:0]   answer, matters;                 // its result by the rules, and which bits of it they define
wire               ready, ready_known;              // in_ready by the rules, where they know it

localparam COUNT_W = $clog2(FIT + 2);
wire                taken = in_valid && in_ready && !rst;
wire                given = out_valid && out_ready && !rst;
reg                 begun, follow, stalled, was_behind;
reg  [COUNT_W-1:0]  inside, ahead;                  // items in the unit, and those before ours
reg  [DUE_W-1:0]    due;
reg  [KEPT_W-1:0]   kept;
reg  [OUT_W-1:0]    out_past;
initial {begun, follow, stalled, inside} = 0;

always @(posedge clk) begin
    begun    <= 1;
    stalled  <= out_valid && !out_ready && !rst;
    out_past <= out;
    if (rst) {follow, inside} <= 0;
    else begin
        inside <= inside + enters - given;
        if (!follow && enters && pick) begin
            follow     <= 1;
            kept       <= want;
            due        <= moves_due;
            ahead      <= inside - given;
            was_behind <= inside != given;
        end else if (follow) begin
            if (given && ahead == 0) follow <= 0;
            if (given && ahead != 0) ahead  <= ahead - 1;
            if (moves && due != 0)   due    <= due - 1;
        end
    end
end
wire there = follow && due == 0;
wire ours  = follow && ahead == 0 && out_valid;     // it is on the output

always @* begin
    begins_with_reset: assume (begun || rst);  // R5.4.1
    if (begun) begin
        // R5.3.1, R5.3.2, R5.3.3, R5.3.7, R5.3.8, R5.3.10, R6.2.7, R6.3.1, R6.3.2, R6.3.8, R6.5.1, R6.5.2, R12.3.1,
        // R12.3.2, R12.3.3, R12.4.2, V5.3.1, V5.4.3, A12.3.1, A12.4.1
        if (there)              none_is_lost:           assert (out_valid && ahead == 0);
        // R5.3.3, R5.3.7, R6.3.2, R6.5.1, R6.5.2, R12.2.4, R12.3.1, R12.3.2, R12.3.3, A12.3.2
        if (follow && early)    none_comes_early:       assert (!(out_valid && ahead == 0));
        // R5.3.2, R6.2.7
        if (ours)               answer_is_the_rule:     assert ((out & matters) == (answer & matters));
        // R5.3.2, R5.4.1, R5.4.3, R5.4.4, R6.2.5, R6.4.1, R6.4.2, R12.2.4, R12.3.4
        if (inside == 0)        none_is_invented:       assert (!out_valid);
        // R5.3.9, R6.3.7, R12.3.4
        if (stalled)            offered_until_taken:    assert (out_valid);
        // R5.3.9, R6.3.7, R12.3.4
        if (stalled)            outputs_stay:           assert (out == out_past);
        // R5.3.6, R5.3.7, R5.4.2, R5.6.5, R6.4.1, R12.3.1, R12.3.2, R12.3.3, A12.3.2
        if (ready_known)        ready_is_the_rule:      assert (in_ready == ready);
        // R5.3.8
        no_more_than_fit:       assert (inside <= FIT);
    end
    full_and_stalled:           cover (follow && stalled && inside == FULL);
    comes_behind_others:        cover (ours && out_ready && was_behind);
    reset_while_inside:         cover (follow && rst);
end
