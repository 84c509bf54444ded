// SPDX-License-Identifier: Apache-2.0
// Proof: the unit is docs/rules.md, for any sequence of offers, stalls and resets, and for all time. For DEPTH 0, which
// has no state, see shfl_depth0_props.
//
// One warp is picked: shfl_picked.vh. Everything but the clock and the first reset is free, so are in_valid and the
// operands before a transfer, and later resets. With VOTE the unit is shfl_and_vote, and docs/rules.md 12.4 is proved.
`include "shfl_defs.vh"
module shfl_props #(
    parameter integer LANES = 2, parameter integer W = 1, parameter integer DEPTH = 3, parameter integer POLICY = 0,
    parameter integer PARTS = 0, parameter integer NETWORK = 0, parameter integer SELECTS = 0,
    parameter integer ELASTIC = 0, parameter integer GATE = 0, parameter integer VOTE = 0, parameter integer TAG_W = 1
) (
    input wire clk, rst, in_valid, out_ready, pick
);
    localparam OUT_W = TAG_W + LANES * W + 3 * LANES, KEPT_W = OUT_W + 1, FIT = DEPTH, FULL = FIT, DUE_W = 4;
    `include "shfl_picked.vh"
    localparam WHOLE_RESULT = NETWORK == 0;
    `include "shfl_quiet.vh"
    `define SHFL_FREE (* anyseq *)
    `include "shfl_unit.vh"

    wire is_ours_vote;
    assign out     = {out_tag, rd, pu, we, src_active};
    assign want    = {want_is_vote, in_tag, want_rd, want_pu, want_we, want_src_active};
    assign {is_ours_vote, answer} = kept;
    assign matters = {{OUT_W-LANES{1'b1}}, {LANES{!is_ours_vote}}};

    wire comes = in_valid;
    `include "shfl_registers.vh"

    // a network whose trips begin at the input
    localparam OFFERED_STAYS = NETWORK != 0 && PLACE == 0;
    assign ready_known = !OFFERED_STAYS || in_valid;

    wire [OPERANDS_W-1:0] operands = `SHFL_OPERANDS;
    reg  [OPERANDS_W-1:0] operands_past;
    reg                   waited;                   // on the last clock a warp was offered and not taken
    initial waited = 0;
    always @(posedge clk) begin
        operands_past <= operands;
        waited        <= in_valid && !in_ready && !rst;
    end

    always @* begin
        // R5.6.5
        offered_stays:  assume (!OFFERED_STAYS || !waited || !in_valid || operands == operands_past); // R5.6.5
        answers_differ: cover (there && rd != 0 && pu != 0 && pu != {LANES{1'b1}}
                               && (we != src_active || is_ours_vote));
    end
endmodule
