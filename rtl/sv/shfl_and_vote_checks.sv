// SPDX-License-Identifier: Apache-2.0
// shfl_and_vote_checks - assertions to bind to module shfl_and_vote. Spec: docs/rules.md 12.4. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_and_vote shfl_and_vote_checks #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .NETWORK(NETWORK),
//     .SELECTS(SELECTS), .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_and_vote_checks #(
    parameter int LANES   = 32,
    parameter int W       = 32,
    parameter int DEPTH   = 1,
    parameter int NETWORK = 0,
    parameter int SELECTS = 0,
    parameter int ELASTIC = 0,
    parameter int TAG_W   = 16
) (
    input logic                       clk,
    input logic                       rst,
    input logic                       in_valid,
    input logic                       in_ready,
    input logic [TAG_W-1:0]           in_tag,
    input logic                       is_vote,
    input logic [`SHFL_VOTE_OP_W-1:0] vote_op,
    input logic [`SHFL_MODE_W-1:0]    mode,
    input logic                       sb_is_imm,
    input logic                       sc_is_imm,
    input logic [$clog2(LANES)-1:0]   sb_imm,
    input logic [$clog2(LANES)+7:0]   sc_imm,
    input logic [LANES-1:0]           active,
    input logic [LANES-1:0]           p,
    input logic [LANES*W-1:0]         ra,
    input logic [LANES*32-1:0]        sb,
    input logic [LANES*32-1:0]        sc,
    input logic                       out_valid,
    input logic                       out_ready,
    input logic [TAG_W-1:0]           out_tag,
    input logic [LANES*W-1:0]         rd,
    input logic [LANES-1:0]           pu,
    input logic [LANES-1:0]           we,
    input logic [LANES-1:0]           src_active
);
    wire completes = in_valid;
    wire [LANES-1:0] lanes = active;

    // what counts, and 0 for the rest
    localparam int OTHER_W = 1 + `SHFL_VOTE_OP_W + LANES;
    wire [OTHER_W-1:0] other = {is_vote, {`SHFL_VOTE_OP_W{is_vote}} & vote_op, {LANES{is_vote}} & p & active};
    localparam int RESULTS_W = LANES + LANES;
    wire [RESULTS_W-1:0] results = {we, we & pu};
    logic [LANES*W-1:0] words;
    always_comb for (int k = 0; k < LANES; k++)
        words[W*k +: W] = {W{we[k]}} & rd[W*k +: W];

    shfl_handshake_checks #(.LANES(LANES), .KEY_W(TAG_W),
                            .KEPT_W(TAG_W + 1 + `SHFL_VOTE_OP_W + `SHFL_MODE_W + 1 + 1 + $clog2(LANES) + $clog2(LANES)+7 + 1 + LANES + LANES + LANES*W + LANES*32 + LANES*32),
                            .OUT_W(LANES*W + LANES + LANES + LANES), .ANY_LANE(1'b0), .LATENCY(DEPTH),
                            .STEADY(NETWORK == 0 && (ELASTIC == 0 || DEPTH <= 4)),
                            .SILENCE(DEPTH + (NETWORK == 0 ? 1 : LANES / NETWORK + SELECTS) - 2)) u_handshake (
        .in_valid(completes), .in_key({in_tag}), .amd(1'b0), .op('0), .active(lanes), .offered(in_valid),
        .kept({in_tag, is_vote, vote_op, mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, active, p, ra, sb, sc}),
        .out_key({out_tag}), .reserved(1'b0), .one_word(1'b1), .out({rd, pu, we, src_active}), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(LANES), .KEY_W(TAG_W), .OTHER_W(OTHER_W), .DATA_W(LANES*W),
                        .RESULTS_W(RESULTS_W), .WORDS_W(LANES*W), .READY_X(1'b1 && (NETWORK != 0 && DEPTH == 1))) u_known (
        .in_key({in_tag}), .amd(1'b0), .shfl(!is_vote), .control('0), .fi('0), .bc('0), .row_mask('0),
        .bank_mask('0), .op('0), .data({ra}), .out_key({out_tag}), .*);
endmodule
