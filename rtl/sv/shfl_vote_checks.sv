// SPDX-License-Identifier: Apache-2.0
// shfl_vote_checks - assertions to bind to module shfl_vote. Spec: docs/rules.md 12.3. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_vote shfl_vote_checks #(.LANES(LANES), .WAYS(WAYS), .DEPTH(DEPTH), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_vote_checks #(
    parameter int LANES = 32,
    parameter int WAYS  = 32,
    parameter int DEPTH = 1,
    parameter int TAG_W = 16
) (
    input logic                                 clk,
    input logic                                 rst,
    input logic                                 in_valid,
    input logic                                 in_ready,
    input logic [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input logic                                 in_last,
    input logic [TAG_W-1:0]                     in_tag,
    input logic [`SHFL_VOTE_OP_W-1:0]           op,
    input logic [WAYS-1:0]                      active,
    input logic [WAYS-1:0]                      p,
    input logic                                 out_valid,
    input logic                                 out_ready,
    input logic [TAG_W-1:0]                     out_tag,
    input logic [LANES-1:0]                     rd,
    input logic [LANES-1:0]                     pu,
    input logic [LANES-1:0]                     we
);
    wire completes = in_valid && in_last;          // the last transfer of a warp
    logic [LANES-1:0] gathered = '0;                  // lanes that execute, of the beats before this one
    logic [LANES-1:0] lanes;
    always_comb begin
        lanes = gathered;
        lanes[WAYS*in_beat +: WAYS] = active;
    end
    always @(posedge clk)
        if (rst || completes && in_ready)  gathered <= '0;
        else if (in_valid && in_ready)     gathered <= lanes;

    // what counts, and 0 for the rest
    localparam int OTHER_W = `SHFL_VOTE_OP_W + WAYS;
    wire [OTHER_W-1:0] other = {op, p & active};
    localparam int RESULTS_W = LANES + LANES;
    wire [RESULTS_W-1:0] results = {we, we & pu};
    wire [LANES-1:0] words = rd;

    shfl_handshake_checks #(.LANES(LANES), .KEY_W(TAG_W),
                            .KEPT_W(`SHFL_BEAT_W(LANES, WAYS) + 1 + TAG_W + `SHFL_VOTE_OP_W + WAYS + WAYS),
                            .OUT_W(LANES + LANES + LANES), .ANY_LANE(1'b0), .LATENCY(DEPTH), .STEADY(1'b1)) u_handshake (
        .in_valid(completes), .in_key({in_tag}), .amd(1'b0), .op('0), .active(lanes), .offered(in_valid),
        .kept({in_beat, in_last, in_tag, op, active, p}), .out_key({out_tag}), .reserved(1'b0), .one_word(1'b1),
        .out({rd, pu, we}), .*);

    if (WAYS < LANES) begin : g_beats
        shfl_beat_checks #(.BEATS(LANES / WAYS), .BEAT_W(`SHFL_BEAT_W(LANES, WAYS)), .NUMBERED(1'b1), .AGREE_W(1),
                           .LIMIT(DEPTH)) u_beats (
            .out_last(1'b1), .agree({1'b0}), .*);
    end

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(TAG_W), .OTHER_W(OTHER_W), .DATA_W(1),
                        .RESULTS_W(RESULTS_W), .WORDS_W(LANES), .READY_X(1'b0)) u_known (
        .in_key({in_tag}), .amd(1'b0), .shfl(1'b0), .mode('0), .sb_is_imm('0), .sc_is_imm('0), .sb_imm('0),
        .sc_imm('0), .sc('0), .control('0), .fi('0), .bc('0), .row_mask('0), .bank_mask('0), .op('0), .sb('0),
        .data(1'b0), .out_key({out_tag}), .*);
endmodule
