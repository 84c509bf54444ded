// SPDX-License-Identifier: Apache-2.0
// shfl_banked_checks - assertions to bind to module shfl_banked. Spec: docs/rules.md 6. In your design:
//
// bind shfl_banked shfl_banked_checks #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_banked_checks #(
    parameter int  LANES  = 32,
    parameter int  WAYS   = 1,
    parameter int  W      = 32,
    parameter int  DEPTH  = 0,
    parameter int  TAG_W  = 16,
    localparam int BEAT_W = shfl_pkg::beat_w(LANES, WAYS)
) (
    input logic                     clk, rst,
    input logic                     in_valid, in_ready,
    input logic [BEAT_W-1:0]        in_beat,
    input logic                     in_last,
    input logic [TAG_W-1:0]         in_tag,
    input logic [`SHFL_MODE_W-1:0]  mode,
    input logic                     sb_is_imm, sc_is_imm,
    input logic [$clog2(LANES)-1:0] sb_imm,
    input logic [$clog2(LANES)+7:0] sc_imm,
    input logic [WAYS-1:0]          active,
    input logic [WAYS*32-1:0]       sb, sc,
    input logic                     out_valid, out_ready,
    input logic [BEAT_W-1:0]        out_beat,
    input logic                     out_last,
    input logic [TAG_W-1:0]         out_tag,
    input logic [WAYS*W-1:0]        rd,
    input logic [WAYS-1:0]          pu, we, src_active
);
    localparam int KEY_W = TAG_W + 1 + BEAT_W;

    shfl_handshake_checks #(.WAYS(WAYS), .W(W), .KEY_W(KEY_W)) u_handshake (
        .in_key({in_tag, in_last, in_beat}), .amd(1'b0), .op(shfl_pkg::amd_op_e'(0)), .keep(1'b0), .kept(1'b0),
        .out_key({out_tag, out_last, out_beat}), .reserved(1'b0), .*);

    shfl_beat_checks #(.BEATS(LANES / WAYS), .BEAT_W(BEAT_W), .LIMIT(DEPTH + 7)) u_beats (.*);

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(KEY_W)) u_known (
        .in_key({in_tag, in_last, in_beat}), .amd(1'b0), .op('0), .control('0), .fi(1'b0), .bc(1'b0), .row_mask('0),
        .bank_mask('0), .out_key({out_tag, out_last, out_beat}), .reserved(1'b0), .*);
endmodule
