// SPDX-License-Identifier: Apache-2.0
// shfl_known_checks - no x where it counts, after the first reset; for simulators with four states. The data ra and rd
// may have an x, as a register that was never written has. A part of shfl_checks and shfl_banked_checks.
`include "shfl_defs.vh"
module shfl_known_checks #(
    parameter int LANES = 32,
    parameter int WAYS  = 32,                       // lanes in one transfer
    parameter int KEY_W = 1                         // bits that leave unchanged
) (
    input logic                     clk, rst,
    input logic                     in_valid, in_ready,
    input logic [KEY_W-1:0]         in_key,
    input logic [`SHFL_MODE_W-1:0]  mode,
    input logic                     sb_is_imm, sc_is_imm,
    input logic [$clog2(LANES)-1:0] sb_imm,
    input logic [$clog2(LANES)+7:0] sc_imm,
    input logic [WAYS-1:0]          active,
    input logic [WAYS*32-1:0]       sb, sc,
    input logic                     out_valid, out_ready,
    input logic [KEY_W-1:0]         out_key,
    input logic [WAYS-1:0]          pu, we, src_active
);
    localparam logic [31:0] INDEX   = 32'(LANES - 1);
    localparam logic [31:0] SEGMENT = 32'((LANES - 1) << 8 | LANES - 1);    // clamp and segment mask

    // the bits that count; the others are 0
    logic [WAYS-1:0][31:0] sb_used, sc_used;
    always_comb
        for (int k = 0; k < WAYS; k++) begin
            sb_used[k] = {32{active[k]}} & INDEX & (sb_is_imm ? 32'(sb_imm) : sb[32*k +: 32]);
            sc_used[k] = {32{active[k]}} & SEGMENT & (sc_is_imm ? 32'(sc_imm) : sc[32*k +: 32]);
        end

    logic begun = 1'b0;
    always @(posedge clk) begin
        if (rst) begun <= 1'b1;
        if (begun) begin
            assert (^{rst, in_valid, in_ready, out_valid, out_ready} !== 1'bx)
                else $error("x in the handshake");
            if (in_valid && !rst) begin
                assert (^{in_key, mode, sb_is_imm, sc_is_imm, active} !== 1'bx)
                    else $error("x in tag, mode, forms or active");
                assert (^{sb_used, sc_used} !== 1'bx)
                    else $error("x in an operand of an active lane");
            end
            if (out_valid && !rst)
                assert (^{out_key, we, we & pu, we & src_active} !== 1'bx)
                    else $error("x in a result");
        end
    end
endmodule
