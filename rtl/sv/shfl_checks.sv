// SPDX-License-Identifier: Apache-2.0
// shfl_checks - assertions to bind to module shfl. Spec: docs/rules.md 5.3 and 5.4. In your design:
//
// bind shfl shfl_checks #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_checks #(
    parameter int LANES = 32,
    parameter int W     = 32,
    parameter int DEPTH = 1,
    parameter int TAG_W = 16
) (
    input logic                     clk, rst,
    input logic                     in_valid, in_ready,
    input logic [TAG_W-1:0]         in_tag,
    input logic [`SHFL_MODE_W-1:0]  mode,
    input logic                     sb_is_imm, sc_is_imm,
    input logic [$clog2(LANES)-1:0] sb_imm,
    input logic [$clog2(LANES)+7:0] sc_imm,
    input logic [LANES-1:0]         active,
    input logic [LANES*32-1:0]      sb, sc,
    input logic                     out_valid, out_ready,
    input logic [TAG_W-1:0]         out_tag,
    input logic [LANES*W-1:0]       rd,
    input logic [LANES-1:0]         pu, we, src_active
);
    shfl_handshake_checks #(.KEY_W(TAG_W + LANES), .OUT_W(TAG_W + LANES * W + 3 * LANES), .LATENCY(DEPTH)) u_handshake (
        .in_key({in_tag, active}), .out_key({out_tag, we}), .out({out_tag, rd, pu, we, src_active}), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(LANES), .KEY_W(TAG_W)) u_known (
        .in_key(in_tag), .out_key(out_tag), .*);
endmodule
