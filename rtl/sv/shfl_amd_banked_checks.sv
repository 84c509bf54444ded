// SPDX-License-Identifier: Apache-2.0
// shfl_amd_banked_checks - assertions to bind to module shfl_amd_banked. Spec: docs/reference/amd-unit.md 12. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_amd_banked shfl_amd_banked_checks #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GEN(GEN),
//     .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_banked_checks #(
    parameter int LANES = 64,
    parameter int WAYS  = 16,
    parameter int W     = 32,
    parameter int DEPTH = 0,
    parameter int GEN   = `SHFL_AMD_GFX9,
    parameter int TAG_W = 16
) (
    input logic                                 clk,
    input logic                                 rst,
    input logic                                 in_valid,
    input logic                                 in_ready,
    input logic [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input logic                                 in_last,
    input logic [TAG_W-1:0]                     in_tag,
    input logic [`SHFL_AMD_OP_W-1:0]            op,
    input logic [63:0]                          control,
    input logic                                 fi,
    input logic                                 bc,
    input logic [3:0]                           row_mask,
    input logic [3:0]                           bank_mask,
    input logic [WAYS-1:0]                      active,
    input logic [WAYS*W-1:0]                    ra,
    input logic [WAYS*32-1:0]                   addr,
    input logic                                 out_valid,
    input logic                                 out_ready,
    input logic [`SHFL_BEAT_W(LANES, WAYS)-1:0] out_beat,
    input logic                                 out_last,
    input logic [TAG_W-1:0]                     out_tag,
    input logic                                 reserved,
    input logic [WAYS*W-1:0]                    rd,
    input logic [WAYS-1:0]                      we,
    input logic [WAYS-1:0]                      src_active
);
    wire completes = in_valid;
    wire [WAYS-1:0] lanes = active;

    // what counts, and 0 for the rest
    localparam int OTHER_W = 1;
    wire [OTHER_W-1:0] other = '0;
    localparam int RESULTS_W = WAYS + WAYS + 1;
    wire [RESULTS_W-1:0] results = {we, we & src_active, reserved};
    logic [WAYS*W-1:0] words;
    always_comb for (int k = 0; k < WAYS; k++)
        words[W*k +: W] = {W{we[k] && src_active[k]}} & rd[W*k +: W];

    shfl_handshake_checks #(.LANES(WAYS), .KEY_W(TAG_W + 1 + `SHFL_BEAT_W(LANES, WAYS)),
                            .KEPT_W(`SHFL_BEAT_W(LANES, WAYS) + 1 + TAG_W + `SHFL_AMD_OP_W + 64 + 1 + 1 + 4 + 4 + WAYS + WAYS*W + WAYS*32),
                            .OUT_W(1 + WAYS*W + WAYS + WAYS), .ANY_LANE(1'b0), .LATENCY(1)) u_handshake (
        .in_valid(completes), .in_key({in_tag, in_last, in_beat}), .amd(1'b1), .op(op), .active(lanes),
        .offered(in_valid),
        .kept({in_beat, in_last, in_tag, op, control, fi, bc, row_mask, bank_mask, active, ra, addr}),
        .out_key({out_tag, out_last, out_beat}), .reserved(reserved), .one_word(rd === {WAYS{rd[W-1:0]}}),
        .out({reserved, rd, we, src_active}), .*);

    shfl_beat_checks #(.BEATS(LANES / WAYS), .BEAT_W(`SHFL_BEAT_W(LANES, WAYS)), .NUMBERED(1'b1),
                       .AGREE_W(`SHFL_AMD_OP_W + 64 + 1 + 1 + 4 + 4), .LIMIT(DEPTH + 7)) u_beats (
        .agree({op, control, fi, bc, row_mask, bank_mask}), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(TAG_W + 1 + `SHFL_BEAT_W(LANES, WAYS)), .GEN(GEN),
                        .OTHER_W(OTHER_W), .DATA_W(WAYS*W), .RESULTS_W(RESULTS_W), .WORDS_W(WAYS*W), .READY_X(1'b0)) u_known (
        .in_key({in_tag, in_last, in_beat}), .amd(1'b1), .shfl(1'b0), .mode('0), .sb_is_imm('0), .sc_is_imm('0),
        .sb_imm('0), .sc_imm('0), .sc('0), .sb(addr), .data({ra}), .out_key({out_tag, out_last, out_beat}), .*);
endmodule
