// SPDX-License-Identifier: Apache-2.0
// shfl_amd_checks - assertions to bind to module shfl_amd. Spec: docs/reference/amd-unit.md 12. In your design:
//
// bind shfl_amd shfl_amd_checks #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .NETWORK(NETWORK), .TAG_W(TAG_W))
//     u_checks (.*);
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_checks #(
    parameter int LANES   = 64,
    parameter int W       = 32,
    parameter int DEPTH   = 1,
    parameter int GEN     = `SHFL_AMD_GFX9,
    parameter int NETWORK = 0,
    parameter int TAG_W   = 16
) (
    input logic                      clk, rst,
    input logic                      in_valid, in_ready,
    input logic [TAG_W-1:0]          in_tag,
    input logic [`SHFL_AMD_OP_W-1:0] op,
    input logic [63:0]               control,
    input logic                      fi, bc,
    input logic [3:0]                row_mask, bank_mask,
    input logic [LANES-1:0]          active,
    input logic [LANES*W-1:0]        ra,
    input logic [LANES*32-1:0]       addr,
    input logic                      out_valid, out_ready,
    input logic [TAG_W-1:0]          out_tag,
    input logic                      reserved,
    input logic [LANES*W-1:0]        rd,
    input logic [LANES-1:0]          we, src_active
);
    localparam int TRIPS  = NETWORK == 0 ? 1 : NETWORK * NETWORK < LANES ? NETWORK : LANES / NETWORK;
    localparam int KEPT_W = TAG_W + $bits({op, control, fi, bc, row_mask, bank_mask}) + LANES * (1 + W + 32);

    wire keep = NETWORK != 0 && DEPTH == 1 || op == `SHFL_AMD_PERMUTE;

    shfl_handshake_checks #(.WAYS(LANES), .W(W), .KEY_W(TAG_W), .KEPT_W(KEPT_W), .LATENCY(DEPTH),
                            .SILENCE(DEPTH + TRIPS - 2)) u_handshake (
        .in_key(in_tag), .amd(1'b1), .op(shfl_pkg::amd_op_e'(op)), .keep(keep),
        .kept({in_tag, op, control, fi, bc, row_mask, bank_mask, active, ra, addr}), .pu('0),
        .out_key(out_tag), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(LANES), .KEY_W(TAG_W), .GEN(GEN), .READY_X(1'b1)) u_known (
        .in_key(in_tag), .amd(1'b1), .mode('0), .sb_is_imm(1'b0), .sc_is_imm(1'b0), .sb_imm('0), .sc_imm('0),
        .sb(addr), .sc('0), .pu('0), .out_key(out_tag), .*);
endmodule
