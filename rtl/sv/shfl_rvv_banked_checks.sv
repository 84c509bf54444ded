// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_banked_checks - assertions to bind to module shfl_rvv_banked. Spec: docs/rvv.md 5.4. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_rvv_banked shfl_rvv_banked_checks #(.LANES(LANES), .REGS(REGS), .WAYS(WAYS), .DEPTH(DEPTH),
//     .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_banked_checks #(
    parameter int LANES = 16,
    parameter int REGS  = 1,
    parameter int WAYS  = 4,
    parameter int DEPTH = 0,
    parameter int TAG_W = 16
) (
    input logic                                      clk,
    input logic                                      rst,
    input logic                                      in_valid,
    input logic                                      in_ready,
    input logic [`SHFL_BEAT_W(LANES*REGS, WAYS)-1:0] in_beat,
    input logic                                      in_last,
    input logic [TAG_W-1:0]                          in_tag,
    input logic [`SHFL_RVV_OP_W-1:0]                 op,
    input logic [1:0]                                sew,
    input logic [2:0]                                lmul,
    input logic [$clog2(LANES*REGS):0]               vl,
    input logic [$clog2(LANES*REGS)-1:0]             vstart,
    input logic                                      vm,
    input logic                                      vta,
    input logic                                      vma,
    input logic [63:0]                               x,
    input logic [WAYS-1:0]                           mask,
    input logic [WAYS*64-1:0]                        index,
    input logic [WAYS*8-1:0]                         ra,
    input logic                                      out_valid,
    input logic                                      out_ready,
    input logic [`SHFL_BEAT_W(LANES*REGS, WAYS)-1:0] out_beat,
    input logic                                      out_last,
    input logic [TAG_W-1:0]                          out_tag,
    input logic                                      reserved,
    input logic [WAYS*8-1:0]                         rd,
    input logic [WAYS-1:0]                           we
);
    wire completes = in_valid;
    wire [WAYS-1:0] lanes = '0;

    // what counts, and 0 for the rest
    localparam int OTHER_W = `SHFL_RVV_OP_W + 2 + 3 + $clog2(LANES*REGS) + 1 + $clog2(LANES*REGS) + 1 + 1 + 1;
    wire [OTHER_W-1:0] other = {op, sew, lmul, vl, vstart, vm, vta, vma};
    localparam int RESULTS_W = WAYS + 1;
    wire [RESULTS_W-1:0] results = {we, reserved};
    logic [WAYS*8-1:0] words;
    always_comb for (int k = 0; k < WAYS; k++)
        words[8*k +: 8] = {8{we[k]}} & rd[8*k +: 8];

    shfl_handshake_checks #(.LANES(WAYS), .KEY_W(TAG_W + 1 + `SHFL_BEAT_W(LANES*REGS, WAYS)),
                            .KEPT_W(`SHFL_BEAT_W(LANES*REGS, WAYS) + 1 + TAG_W + `SHFL_RVV_OP_W + 2 + 3 + $clog2(LANES*REGS) + 1 + $clog2(LANES*REGS) + 1 + 1 + 1 + 64 + WAYS + WAYS*64 + WAYS*8),
                            .OUT_W(1 + WAYS*8 + WAYS), .ANY_LANE(1'b1), .LATENCY(1)) u_handshake (
        .in_valid(completes), .in_key({in_tag, in_last, in_beat}), .amd(1'b1), .op('0), .active(lanes),
        .offered(in_valid),
        .kept({in_beat, in_last, in_tag, op, sew, lmul, vl, vstart, vm, vta, vma, x, mask, index, ra}),
        .out_key({out_tag, out_last, out_beat}), .reserved(reserved), .one_word(1'b1), .out({reserved, rd, we}), .*);

    shfl_beat_checks #(.BEATS(LANES*REGS / WAYS), .BEAT_W(`SHFL_BEAT_W(LANES*REGS, WAYS)), .NUMBERED(1'b1),
                       .AGREE_W(`SHFL_RVV_OP_W + 2 + 3 + $clog2(LANES*REGS) + 1 + $clog2(LANES*REGS) + 1 + 1 + 1 + 64),
                       .LIMIT(DEPTH + 7)) u_beats (
        .agree({op, sew, lmul, vl, vstart, vm, vta, vma, x}), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(TAG_W + 1 + `SHFL_BEAT_W(LANES*REGS, WAYS)),
                        .OTHER_W(OTHER_W), .DATA_W(WAYS*8 + WAYS*64 + WAYS + 64), .RESULTS_W(RESULTS_W),
                        .WORDS_W(WAYS*8), .READY_X(1'b0)) u_known (
        .in_key({in_tag, in_last, in_beat}), .amd(1'b0), .shfl(1'b0), .mode('0), .sb_is_imm('0), .sc_is_imm('0),
        .sb_imm('0), .sc_imm('0), .sc('0), .control('0), .fi('0), .bc('0), .row_mask('0), .bank_mask('0), .op('0),
        .active('0), .sb('0), .data({ra, index, mask, x}), .out_key({out_tag, out_last, out_beat}), .*);
endmodule
