// SPDX-License-Identifier: Apache-2.0
// shfl_match_words_checks - assertions to bind to module shfl_match_words. Spec: docs/rules.md 12.3. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_match_words shfl_match_words_checks #(.LANES(LANES), .W(W), .B(B), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_match_words_checks #(
    parameter int LANES = 32,
    parameter int W     = 32,
    parameter int B     = 1,
    parameter int TAG_W = 16
) (
    input logic                        clk,
    input logic                        rst,
    input logic                        in_valid,
    input logic                        in_ready,
    input logic [TAG_W-1:0]            in_tag,
    input logic [`SHFL_MATCH_OP_W-1:0] op,
    input logic [LANES-1:0]            active,
    input logic [LANES*W-1:0]          ra,
    input logic                        out_valid,
    input logic                        out_ready,
    input logic [TAG_W-1:0]            out_tag,
    input logic [LANES*LANES-1:0]      rd,
    input logic [LANES-1:0]            pu,
    input logic [LANES-1:0]            we
);
    wire completes = in_valid;
    wire [LANES-1:0] lanes = active;

    // what counts, and 0 for the rest
    logic [LANES*W-1:0] executes;
    always_comb for (int k = 0; k < LANES; k++)
        executes[W*k +: W] = {W{active[k]}} & ra[W*k +: W];
    localparam int OTHER_W = `SHFL_MATCH_OP_W + LANES * W;
    wire [OTHER_W-1:0] other = {op, executes};
    localparam int RESULTS_W = LANES + LANES;
    wire [RESULTS_W-1:0] results = {we, we & pu};
    logic [LANES*LANES-1:0] words;
    always_comb for (int k = 0; k < LANES; k++)
        words[LANES*k +: LANES] = {LANES{we[k]}} & rd[LANES*k +: LANES];

    shfl_handshake_checks #(.LANES(LANES), .KEY_W(TAG_W), .KEPT_W(TAG_W + `SHFL_MATCH_OP_W + LANES + LANES*W),
                            .OUT_W(LANES*LANES + LANES + LANES), .ANY_LANE(1'b0), .LATENCY(W / B + 3),
                            .SILENCE(W / B + 4)) u_handshake (
        .in_valid(completes), .in_key({in_tag}), .amd(1'b0), .op('0), .active(lanes), .offered(in_valid),
        .kept({in_tag, op, active, ra}), .out_key({out_tag}), .reserved(1'b0), .one_word(1'b1), .out({rd, pu, we}),
        .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(LANES), .KEY_W(TAG_W), .OTHER_W(OTHER_W), .DATA_W(1),
                        .RESULTS_W(RESULTS_W), .WORDS_W(LANES*LANES), .READY_X(1'b0)) u_known (
        .in_key({in_tag}), .amd(1'b0), .shfl(1'b0), .mode('0), .sb_is_imm('0), .sc_is_imm('0), .sb_imm('0),
        .sc_imm('0), .sc('0), .control('0), .fi('0), .bc('0), .row_mask('0), .bank_mask('0), .op('0), .sb('0),
        .data(1'b0), .out_key({out_tag}), .*);
endmodule
