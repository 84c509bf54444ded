// SPDX-License-Identifier: Apache-2.0
// shfl_banked_checks - assertions to bind to module shfl_banked. Spec: docs/rules.md 6. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_banked shfl_banked_checks #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_banked_checks #(
    parameter int LANES = 32,
    parameter int WAYS  = 1,
    parameter int W     = 32,
    parameter int DEPTH = 0,
    parameter int TAG_W = 16
) (
    input logic                                 clk,
    input logic                                 rst,
    input logic                                 in_valid,
    input logic                                 in_ready,
    input logic [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input logic                                 in_last,
    input logic [TAG_W-1:0]                     in_tag,
    input logic [`SHFL_MODE_W-1:0]              mode,
    input logic                                 sb_is_imm,
    input logic                                 sc_is_imm,
    input logic [$clog2(LANES)-1:0]             sb_imm,
    input logic [$clog2(LANES)+7:0]             sc_imm,
    input logic [WAYS-1:0]                      active,
    input logic [WAYS*W-1:0]                    ra,
    input logic [WAYS*32-1:0]                   sb,
    input logic [WAYS*32-1:0]                   sc,
    input logic                                 out_valid,
    input logic                                 out_ready,
    input logic [`SHFL_BEAT_W(LANES, WAYS)-1:0] out_beat,
    input logic                                 out_last,
    input logic [TAG_W-1:0]                     out_tag,
    input logic [WAYS*W-1:0]                    rd,
    input logic [WAYS-1:0]                      pu,
    input logic [WAYS-1:0]                      we,
    input logic [WAYS-1:0]                      src_active
);
    wire completes = in_valid;
    wire [WAYS-1:0] lanes = active;

    // what counts, and 0 for the rest
    localparam int OTHER_W = 1;
    wire [OTHER_W-1:0] other = '0;
    localparam int RESULTS_W = WAYS + WAYS + WAYS;
    wire [RESULTS_W-1:0] results = {we, we & pu, we & src_active};
    logic [WAYS*W-1:0] words;
    always_comb for (int k = 0; k < WAYS; k++)
        words[W*k +: W] = {W{we[k] && src_active[k]}} & rd[W*k +: W];

    shfl_handshake_checks #(.LANES(WAYS), .KEY_W(TAG_W + 1 + `SHFL_BEAT_W(LANES, WAYS)),
                            .KEPT_W(`SHFL_BEAT_W(LANES, WAYS) + 1 + TAG_W + `SHFL_MODE_W + 1 + 1 + $clog2(LANES) + $clog2(LANES)+7 + 1 + WAYS + WAYS*W + WAYS*32 + WAYS*32),
                            .OUT_W(WAYS*W + WAYS + WAYS + WAYS), .ANY_LANE(1'b0), .LATENCY(1)) u_handshake (
        .in_valid(completes), .in_key({in_tag, in_last, in_beat}), .amd(1'b0), .op('0), .active(lanes),
        .offered(in_valid),
        .kept({in_beat, in_last, in_tag, mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, active, ra, sb, sc}),
        .out_key({out_tag, out_last, out_beat}), .reserved(1'b0), .one_word(1'b1), .out({rd, pu, we, src_active}),
        .*);

    shfl_beat_checks #(.BEATS(LANES / WAYS), .BEAT_W(`SHFL_BEAT_W(LANES, WAYS)), .NUMBERED(1'b1), .AGREE_W(1),
                       .LIMIT(DEPTH + 7)) u_beats (
        .agree({1'b0}), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(TAG_W + 1 + `SHFL_BEAT_W(LANES, WAYS)),
                        .OTHER_W(OTHER_W), .DATA_W(WAYS*W), .RESULTS_W(RESULTS_W), .WORDS_W(WAYS*W), .READY_X(1'b0)) u_known (
        .in_key({in_tag, in_last, in_beat}), .amd(1'b0), .shfl(1'b1), .control('0), .fi('0), .bc('0), .row_mask('0),
        .bank_mask('0), .op('0), .data({ra}), .out_key({out_tag, out_last, out_beat}), .*);
endmodule
