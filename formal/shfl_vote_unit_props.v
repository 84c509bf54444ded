// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_vote with a register is docs/rules.md 8 and 12, for any sequence of warps, beats in any order, missing
// beats, stalls and resets, and for all time. One warp is picked: shfl_picked.vh. The outside keeps to docs/rules.md
// 12.2.
`include "shfl_defs.vh"
module shfl_vote_unit_props #(
    parameter integer LANES = 4, parameter integer WAYS = 2, parameter integer ELECT = 1, parameter integer TAG_W = 1,
    parameter integer GATE = 0, parameter integer BEATS = LANES / WAYS
) (
    input wire             clk, rst, in_valid, out_ready, pick, in_last,
    input wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input wire [TAG_W-1:0] in_tag,
    input wire [`SHFL_VOTE_OP_W-1:0] op,
    input wire [WAYS-1:0]  active, p
);
    localparam DEPTH = 1, OUT_W = TAG_W + 3 * LANES, KEPT_W = OUT_W, FIT = DEPTH, FULL = FIT, DUE_W = 1;
    `include "shfl_vote_spec.vh"
    `include "shfl_picked.vh"
    localparam WHOLE_RESULT = 1;
    `include "shfl_quiet.vh"
    `include "shfl_beats.vh"
    `include "shfl_gathered.vh"

    wire [TAG_W-1:0] out_tag;
    wire [LANES-1:0] rd, pu, we;

    shfl_vote #(.LANES(LANES), .WAYS(WAYS), .ELECT(ELECT), .DEPTH(DEPTH), .GATE(GATE), .TAG_W(TAG_W)) u_vote (.*);

    // the lanes of the beats that came, then with those of the beat on the input: which execute, which are for it
    reg [LANES-1:0] came_executes, came_yes, executes, yes, want_rd, want_pu;
    reg             missed;                         // a beat of ours did not come
    integer         k;
    always @* begin
        executes = came == 0 ? 0 : came_executes;
        yes      = came == 0 ? 0 : came_yes;
        for (k = 0; k < LANES; k = k + 1)
            if (BEATS == 1 || in_beat == k / WAYS) {executes[k], yes[k]} = {active[k % WAYS], p[k % WAYS]};
        want_rd = spec_vote_rd(op, executes, yes);
        for (k = 0; k < LANES; k = k + 1) want_pu[k] = spec_vote_pu(op, executes, yes, k);
    end
    always @(posedge clk) begin
        if (taken) {came_executes, came_yes} <= {executes, yes};
        if (enters && !follow) missed <= BEATS > 1 && (came | 1 << in_beat) != {BEATS{1'b1}};
    end

    assign out  = {out_tag, rd, pu, we};
    assign want = {in_tag, want_rd, want_pu, executes};     // R8.1, R8.5

    always @* begin
        op_is_there:   assume (!in_valid || !last || spec_vote_has(op, ELECT)); // R8.3, R12.1.1
        of_some_beats: cover (there && missed && we != 0 && rd != 0 && pu != 0);
    end
endmodule
