// SPDX-License-Identifier: Apache-2.0
// shfl_amd_checks - assertions to bind to module shfl_amd. Spec: docs/reference/amd-unit.md 12. Written by rtl/wrappers.py
// In your design:
//
// bind shfl_amd shfl_amd_checks #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .NETWORK(NETWORK),
//     .SELECTS(SELECTS), .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_checks #(
    parameter int LANES   = 64,
    parameter int W       = 32,
    parameter int DEPTH   = 1,
    parameter int GEN     = `SHFL_AMD_GFX9,
    parameter int NETWORK = 0,
    parameter int SELECTS = 0,
    parameter int TAG_W   = 16
) (
    input logic                      clk,
    input logic                      rst,
    input logic                      in_valid,
    input logic                      in_ready,
    input logic [TAG_W-1:0]          in_tag,
    input logic [`SHFL_AMD_OP_W-1:0] op,
    input logic [63:0]               control,
    input logic                      fi,
    input logic                      bc,
    input logic [3:0]                row_mask,
    input logic [3:0]                bank_mask,
    input logic [LANES-1:0]          active,
    input logic [LANES*W-1:0]        ra,
    input logic [LANES*32-1:0]       addr,
    input logic                      out_valid,
    input logic                      out_ready,
    input logic [TAG_W-1:0]          out_tag,
    input logic                      reserved,
    input logic [LANES*W-1:0]        rd,
    input logic [LANES-1:0]          we,
    input logic [LANES-1:0]          src_active
);
    wire completes = in_valid;
    wire [LANES-1:0] lanes = active;

    // what counts, and 0 for the rest
    localparam int OTHER_W = 1;
    wire [OTHER_W-1:0] other = '0;
    localparam int RESULTS_W = LANES + LANES + 1;
    wire [RESULTS_W-1:0] results = {we, we & src_active, reserved};
    logic [LANES*W-1:0] words;
    always_comb for (int k = 0; k < LANES; k++)
        words[W*k +: W] = {W{we[k] && src_active[k]}} & rd[W*k +: W];

    shfl_handshake_checks #(.LANES(LANES), .KEY_W(TAG_W),
                            .KEPT_W(TAG_W + `SHFL_AMD_OP_W + 64 + 1 + 1 + 4 + 4 + LANES + LANES*W + LANES*32),
                            .OUT_W(1 + LANES*W + LANES + LANES), .ANY_LANE(1'b0), .LATENCY(DEPTH),
                            .SILENCE(DEPTH + (NETWORK == 0 ? 1 : LANES / NETWORK + SELECTS) - 2)) u_handshake (
        .in_valid(completes), .in_key({in_tag}), .amd(1'b1), .op(op), .active(lanes), .offered(in_valid),
        .kept({in_tag, op, control, fi, bc, row_mask, bank_mask, active, ra, addr}), .out_key({out_tag}),
        .reserved(reserved), .one_word(rd === {LANES{rd[W-1:0]}}), .out({reserved, rd, we, src_active}), .*);

    shfl_known_checks #(.LANES(LANES), .WAYS(LANES), .KEY_W(TAG_W), .GEN(GEN), .OTHER_W(OTHER_W), .DATA_W(LANES*W),
                        .RESULTS_W(RESULTS_W), .WORDS_W(LANES*W), .READY_X(1'b1)) u_known (
        .in_key({in_tag}), .amd(1'b1), .shfl(1'b0), .mode('0), .sb_is_imm('0), .sc_is_imm('0), .sb_imm('0),
        .sc_imm('0), .sc('0), .sb(addr), .data({ra}), .out_key({out_tag}), .*);
endmodule
