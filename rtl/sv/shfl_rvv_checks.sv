// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_checks - assertions to bind to module shfl_rvv. Spec: docs/rvv.md 5.3. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_rvv shfl_rvv_checks #(.LANES(LANES), .DEPTH(DEPTH), .NETWORK(NETWORK), .SELECTS(SELECTS),
//     .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_checks #(
    parameter int LANES   = 16,
    parameter int DEPTH   = 1,
    parameter int NETWORK = 0,
    parameter int SELECTS = 0,
    parameter int ELASTIC = 0,
    parameter int TAG_W   = 16
) (
    input logic                      clk,
    input logic                      rst,
    input logic                      in_valid,
    input logic                      in_ready,
    input logic [TAG_W-1:0]          in_tag,
    input logic [`SHFL_RVV_OP_W-1:0] op,
    input logic [1:0]                sew,
    input logic [2:0]                lmul,
    input logic [$clog2(LANES)+3:0]  vl,
    input logic [$clog2(LANES)+2:0]  vstart,
    input logic                      vm,
    input logic                      vta,
    input logic                      vma,
    input logic [2:0]                dst_reg,
    input logic [2:0]                src_reg,
    input logic [63:0]               x,
    input logic [LANES-1:0]          mask,
    input logic [LANES*16-1:0]       index,
    input logic [LANES*8-1:0]        ra,
    input logic                      out_valid,
    input logic                      out_ready,
    input logic [TAG_W-1:0]          out_tag,
    input logic                      reserved,
    input logic [LANES*8-1:0]        rd,
    input logic [LANES-1:0]          we
);
    wire completes = in_valid;
    wire [LANES-1:0] lanes = '0;

    // what counts, and 0 for the rest
    localparam int OTHER_W = `SHFL_RVV_OP_W + 2 + 3 + $clog2(LANES)+3 + 1 + $clog2(LANES)+2 + 1 + 1 + 1 + 1 + 3 + 3;
    wire [OTHER_W-1:0] other = {op, sew, lmul, vl, vstart, vm, vta, vma, dst_reg, src_reg};
    localparam int RESULTS_W = LANES + 1;
    wire [RESULTS_W-1:0] results = {we, reserved};
    logic [LANES*8-1:0] words;
    always_comb for (int k = 0; k < LANES; k++)
        words[8*k +: 8] = {8{we[k]}} & rd[8*k +: 8];

    shfl_handshake_checks #(.LANES(LANES), .KEY_W(TAG_W),
                            .KEPT_W(TAG_W + `SHFL_RVV_OP_W + 2 + 3 + $clog2(LANES)+3 + 1 + $clog2(LANES)+2 + 1 + 1 + 1 + 1 + 3 + 3 + 64 + LANES + LANES*16 + LANES*8),
                            .OUT_W(1 + LANES*8 + LANES), .ANY_LANE(1'b1), .LATENCY(DEPTH),
                            .STEADY(NETWORK == 0 && (ELASTIC == 0 || DEPTH <= 4)),
                            .SILENCE(DEPTH + (NETWORK == 0 ? 1 : LANES / NETWORK + SELECTS) - 2)) u_handshake (
        .in_valid(completes), .in_key({in_tag}), .amd(1'b1), .op('0), .active(lanes), .offered(in_valid),
        .kept({in_tag, op, sew, lmul, vl, vstart, vm, vta, vma, dst_reg, src_reg, x, mask, index, ra}),
        .out_key({out_tag}), .reserved(reserved), .one_word(1'b1), .out({reserved, rd, we}), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(LANES), .KEY_W(TAG_W), .OTHER_W(OTHER_W),
                        .DATA_W(LANES*8 + LANES*16 + LANES + 64), .RESULTS_W(RESULTS_W), .WORDS_W(LANES*8),
                        .READY_X(1'b1 && (NETWORK != 0 && DEPTH == 1))) u_known (
        .in_key({in_tag}), .amd(1'b0), .shfl(1'b0), .mode('0), .sb_is_imm('0), .sc_is_imm('0), .sb_imm('0),
        .sc_imm('0), .sc('0), .control('0), .fi('0), .bc('0), .row_mask('0), .bank_mask('0), .op('0), .active('0),
        .sb('0), .data({ra, index, mask, x}), .out_key({out_tag}), .*);
endmodule
