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
    parameter integer PARTS = 0, parameter integer NETWORK = 0, parameter integer ELASTIC = 0,
    parameter integer TAG_W = 1
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

    // ---- R5.3.6, R5.3.7: which registers have a warp, or a trip of one. Register 1 is next to the input, DEPTH at the
    // ---- output; up to PLACE, one holds a warp that has made no trip, or not all
    localparam PLACE = DEPTH < 2 ? 0 : DEPTH - 1 - (DEPTH > 2) - (DEPTH > 4);  // without low, high and write-back
    reg [DEPTH:1]   held, held_last;                // a warp; behind PLACE, its last trip
    reg [DEPTH+1:1] go;                             // the register is loaded
    reg [6:0]       trips [1:DEPTH];                // up to PLACE: that its warp makes
    reg [6:0]       made;                           // of the warp at PLACE
    wire            place_held = PLACE == 0 ? in_valid && !rst : held[PLACE == 0 ? 1 : PLACE];
    wire [6:0]      place_trips = PLACE == 0 ? want_trips : trips[PLACE == 0 ? 1 : PLACE];
    wire            place_last = made + 1 == place_trips;
    integer         r;

    always @* begin
        go[DEPTH+1] = out_ready;
        for (r = DEPTH; r >= 1; r = r - 1)
            if (r == DEPTH)              go[r] = go[r+1] || !held[r];
            else if (ELASTIC == 0)       go[r] = go[DEPTH] && (r > PLACE || place_last || !place_held);
            else if (r == PLACE)         go[r] = (go[r+1] && place_last) || !held[r];
            else if (r > PLACE)          go[r] = go[DEPTH] || !held[DEPTH-1];
            else                         go[r] = go[PLACE] || !held[PLACE-1];
    end

    always @(posedge clk) begin
        if (rst) held <= 0;
        else
            for (r = 1; r <= DEPTH; r = r + 1)
                if (go[r]) begin
                    held[r]      <= r == PLACE + 1 ? place_held && (place_last || r != DEPTH)
                                  : r == 1 ? in_valid : held[r-1] && (r != DEPTH || held_last[r-1]);
                    held_last[r] <= r == PLACE + 1 ? place_last : r > 1 && held_last[r-1];
                    trips[r]     <= r == 1 ? want_trips : trips[r == 1 ? 1 : r-1];
                end
        if (rst || !place_held) made <= 0;
        else if (go[PLACE+1])   made <= place_last ? 0 : made + 1;
    end

    // a network whose trips begin at the input
    localparam OFFERED_STAYS = NETWORK != 0 && PLACE == 0;
    wire [LANES*(W+65)+LANE_W*2+`SHFL_MODE_W+9:0] operands =
        {mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, active, ra, sb, sc};
    reg  [LANES*(W+65)+LANE_W*2+`SHFL_MODE_W+9:0] operands_past;
    reg             waited;                         // on the last clock a warp was offered and not taken
    initial waited = 0;
    always @(posedge clk) begin
        operands_past <= operands;
        waited        <= in_valid && !in_ready && !rst;
    end

    reg             begun, follow, stalled, was_behind;
    reg [3:0]       inside, ahead, steps;           // warps in the unit, those before ours, the register it is in
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
                // its last trip is that which counts
                if (steps < DEPTH && go[steps+1] && (steps != PLACE || place_last)) steps <= steps + 1;
            end
        end
    end

    wire there = follow && steps == DEPTH;

    always @* begin
        begins_with_reset: assume (begun || rst);
        // R5.6.5
        offered_stays:     assume (!OFFERED_STAYS || !waited || !in_valid || operands == operands_past);
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
            // R5.3.6, R5.3.7, R5.4.2, R5.6.5
            if (!OFFERED_STAYS || in_valid)
                ready_is_the_rule: assert (in_ready == (!rst && go[1] && (PLACE > 0 || place_last)));
            no_more_than_fit:  assert (inside <= DEPTH);    // R5.3.8
        end
        full_and_stalled:       cover (follow && stalled && inside == DEPTH);
        comes_behind_others:    cover (there && out_ready && was_behind);
        reset_while_inside:     cover (follow && rst);
        answers_differ:         cover (there && rd != 0 && pu != 0 && pu != {LANES{1'b1}} && we != src_active);
    end
endmodule
