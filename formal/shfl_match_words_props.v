// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_match_words is docs/rules.md 9 and 12, for any sequence of warps, stalls and resets. One warp is picked:
// shfl_picked.vh. Everything but the clock and the first reset is free.
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
    localparam OUT_W = TAG_W + LANES * (LANES + 2), KEPT_W = OUT_W + 1, DUE_W = 5;
    localparam FIT = SLICES == 1 ? 4 : 3, FULL = SLICES > 2 ? 2 : FIT;
    `include "shfl_picked.vh"

    wire [TAG_W-1:0]       out_tag;
    wire [LANES*LANES-1:0] rd;
    wire [LANES-1:0]       pu, we;
    wire [LANES*W-1:0]     whole_ra = ra;

    shfl_match_words #(.LANES(LANES), .W(W), .B(B), .ALL(ALL), .TAG_W(TAG_W)) u_shfl_match_words (.*);

    // clocks that move until the slices of the warps inside, and their gaps, are behind the input: without stalls, the
    // slices of a warp enter behind those of the one before and its gaps
    reg  [4:0] occupied;
    reg  [1:0] gaps;                                // of the warp that was taken last
    wire [4:0] left = occupied - (moves && occupied != 0);
    initial {occupied, gaps} = 0;

    `include "shfl_match_spec.vh"
    always @(posedge clk)
        if (rst) {occupied, gaps} <= 0;
        else begin
            occupied <= taken ? left + SLICES + gaps_of : left;
            if (taken) gaps <= gaps_of;
        end
    assign enters    = taken;
    assign moves_due = left + SLICES + 2 + gaps_of;
    // the next one enters with the last slice, or later: R12.3.3
    assign ready     = !rst && (occupied <= gaps || moves && occupied == gaps + 1);
endmodule
