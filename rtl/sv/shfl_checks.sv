// SPDX-License-Identifier: Apache-2.0
// shfl_checks - assertions to bind to module shfl. Spec: docs/rules.md 5.3, 5.4 and 5.6. In your design:
//
// bind shfl shfl_checks #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .NETWORK(NETWORK), .ELASTIC(ELASTIC),
//                        .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
module shfl_checks #(
    parameter int LANES   = 32,
    parameter int W       = 32,
    parameter int DEPTH   = 1,
    parameter int NETWORK = 0,
    parameter int ELASTIC = 0,
    parameter int TAG_W   = 16
) (
    input logic                     clk, rst,
    input logic                     in_valid, in_ready,
    input logic [TAG_W-1:0]         in_tag,
    input logic [`SHFL_MODE_W-1:0]  mode,
    input logic                     sb_is_imm, sc_is_imm,
    input logic [$clog2(LANES)-1:0] sb_imm,
    input logic [$clog2(LANES)+7:0] sc_imm,
    input logic [LANES-1:0]         active,
    input logic [LANES*W-1:0]       ra,
    input logic [LANES*32-1:0]      sb, sc,
    input logic                     out_valid, out_ready,
    input logic [TAG_W-1:0]         out_tag,
    input logic [LANES*W-1:0]       rd,
    input logic [LANES-1:0]         pu, we, src_active
);
    localparam int TRIPS  = NETWORK == 0 ? 1 : NETWORK * NETWORK < LANES ? NETWORK : LANES / NETWORK;
    localparam bit STEADY = NETWORK == 0 && (ELASTIC == 0 || DEPTH <= 4);    // no part of R5.3.7 has two
                                                                             // registers of its own
    localparam bit KEEP   = NETWORK != 0 && DEPTH == 1;
    localparam int KEPT_W = TAG_W + $bits(mode) + 2 + $bits({sb_imm, sc_imm}) + LANES * (1 + W + 64);

    shfl_handshake_checks #(.WAYS(LANES), .W(W), .KEY_W(TAG_W), .KEPT_W(KEPT_W), .LATENCY(DEPTH),
                            .STEADY(STEADY), .SILENCE(DEPTH + TRIPS - 2)) u_handshake (
        .in_key(in_tag), .amd(1'b0), .op(shfl_pkg::amd_op_e'(0)), .keep(KEEP),
        .kept({in_tag, mode, sb_is_imm, sc_is_imm, sb_imm, sc_imm, active, ra, sb, sc}),
        .out_key(out_tag), .reserved(1'b0), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(LANES), .KEY_W(TAG_W), .READY_X(KEEP)) u_known (
        .in_key(in_tag), .amd(1'b0), .op('0), .control('0), .fi(1'b0), .bc(1'b0), .row_mask('0), .bank_mask('0),
        .out_key(out_tag), .reserved(1'b0), .*);
endmodule
