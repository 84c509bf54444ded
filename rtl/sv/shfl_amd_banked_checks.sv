// SPDX-License-Identifier: Apache-2.0
// shfl_amd_banked_checks - assertions to bind to module shfl_amd_banked. Spec: docs/reference/amd-unit.md 12. In your
// design:
//
// bind shfl_amd_banked shfl_amd_banked_checks #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GEN(GEN),
//                                              .TAG_W(TAG_W)) u_checks (.*);
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_banked_checks #(
    parameter int  LANES  = 64,
    parameter int  WAYS   = 16,
    parameter int  W      = 32,
    parameter int  DEPTH  = 0,
    parameter int  GEN    = `SHFL_AMD_GFX9,
    parameter int  TAG_W  = 16,
    localparam int BEAT_W = shfl_pkg::beat_w(LANES, WAYS)
) (
    input logic                      clk, rst,
    input logic                      in_valid, in_ready,
    input logic [BEAT_W-1:0]         in_beat,
    input logic                      in_last,
    input logic [TAG_W-1:0]          in_tag,
    input logic [`SHFL_AMD_OP_W-1:0] op,
    input logic [63:0]               control,
    input logic                      fi, bc,
    input logic [3:0]                row_mask, bank_mask,
    input logic [WAYS-1:0]           active,
    input logic [WAYS*32-1:0]        addr,
    input logic                      out_valid, out_ready,
    input logic [BEAT_W-1:0]         out_beat,
    input logic                      out_last,
    input logic [TAG_W-1:0]          out_tag,
    input logic                      reserved,
    input logic [WAYS*W-1:0]         rd,
    input logic [WAYS-1:0]           we, src_active
);
    localparam int KEY_W = TAG_W + 1 + BEAT_W;

    shfl_handshake_checks #(.WAYS(WAYS), .W(W), .KEY_W(KEY_W)) u_handshake (
        .in_key({in_tag, in_last, in_beat}), .amd(1'b1), .op(shfl_pkg::amd_op_e'(op)), .keep(1'b0), .kept(1'b0),
        .out_key({out_tag, out_last, out_beat}), .pu('0), .*);

    shfl_beat_checks #(.BEATS(LANES / WAYS), .BEAT_W(BEAT_W), .LIMIT(DEPTH + 7)) u_beats (.*);

    shfl_known_checks #(.LANES(LANES), .WAYS(WAYS), .KEY_W(KEY_W), .GEN(GEN)) u_known (
        .in_key({in_tag, in_last, in_beat}), .amd(1'b1), .mode('0), .sb_is_imm(1'b0), .sc_is_imm(1'b0), .sb_imm('0),
        .sc_imm('0), .sb(addr), .sc('0), .out_key({out_tag, out_last, out_beat}), .pu('0), .*);

    shfl_pkg::amd_controls_t controls, previous;      // of this beat, and of the one before
    logic                    begun = 1'b0;          // there was a reset
    logic                    arriving = 1'b0;       // a beat of this wave was taken
    always_comb controls = '{op: shfl_pkg::amd_op_e'(op), control: control, fi: fi, bc: bc, row_mask: row_mask,
                             bank_mask: bank_mask};

    always @(posedge clk) begin
        if (rst) begun <= 1'b1;
        if (rst)                       arriving <= 1'b0;
        else if (in_valid && in_ready) arriving <= !in_last;
        if (in_valid && in_ready) previous <= controls;
    end

    // A12.4.2
    beats_agree: assert property (@(posedge clk) disable iff (rst || !begun)
                                  in_valid && in_ready && arriving |-> controls === previous)
        else $error("the beats of a wave have different controls");
endmodule
