// SPDX-License-Identifier: Apache-2.0
// shfl_known_checks - no x where it counts, after the first reset; for simulators with four states. The data ra may have
// an x, as a register that was never written has; then rd may have one, too. A part of the checks of each unit, which tie
// what the unit lacks to 0.
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_known_checks #(
    parameter int LANES   = 32,
    parameter int WAYS    = 32,                     // lanes in one transfer
    parameter int KEY_W   = 1,                      // bits that leave unchanged
    parameter int GEN     = `SHFL_AMD_GFX9,
    parameter int OTHER_W = 1,
    parameter int DATA_W  = 1,
    parameter int RESULTS_W = 1,
    parameter int WORDS_W = 1,
    parameter bit READY_X = 1'b0                    // in_ready depends on operands: it counts only with in_valid
) (
    input logic                       clk, rst,
    input logic                       in_valid, in_ready,
    input logic [KEY_W-1:0]           in_key,
    input logic                       amd, shfl,    // the operands of AMD's operations count, those of SHFL
    input logic [`SHFL_MODE_W-1:0]    mode,
    input logic                       sb_is_imm, sc_is_imm,
    input logic [$clog2(LANES)-1:0]   sb_imm,
    input logic [$clog2(LANES)+7:0]   sc_imm,
    input logic [`SHFL_AMD_OP_W-1:0]  op,
    input logic [63:0]                control,
    input logic                       fi, bc,
    input logic [3:0]                 row_mask, bank_mask,
    input logic [WAYS-1:0]            active,
    input logic [WAYS*32-1:0]         sb, sc,
    input logic [OTHER_W-1:0]         other,        // what else counts
    input logic [DATA_W-1:0]          data,
    input logic                       out_valid, out_ready,
    input logic [KEY_W-1:0]           out_key,
    input logic [RESULTS_W-1:0]       results,      // what counts of them
    input logic [WORDS_W-1:0]         words         // what counts of rd
);
    localparam logic [31:0] INDEX   = 32'(LANES - 1);
    localparam logic [31:0] SEGMENT = 32'((LANES - 1) << 8 | LANES - 1);    // clamp and segment mask
    localparam bit          HALVES  = LANES == 64 && (GEN == `SHFL_AMD_GFX10 || GEN == `SHFL_AMD_GFX11);
    localparam logic [31:0] ADDRESS = 32'(HALVES ? 127 : 4 * LANES - 1);    // in bytes

    logic        dpp16, permlane, selector;
    logic [31:0] address;                           // of AMD's operation, the bits of sb that count
    always_comb begin
        dpp16    = op == `SHFL_AMD_DPP16;
        selector = op == `SHFL_AMD_PERMLANE16_VAR || op == `SHFL_AMD_PERMLANEX16_VAR;
        permlane = op == `SHFL_AMD_PERMLANE16 || op == `SHFL_AMD_PERMLANEX16 || selector;
        address  = op == `SHFL_AMD_BPERMUTE || op == `SHFL_AMD_BPERMUTE_FI || op == `SHFL_AMD_PERMUTE ? ADDRESS
                 : selector ? 32'd15 : 32'd0;
    end

    // the bits that count; the others are 0
    logic                  controls;
    logic [WAYS-1:0][31:0] sb_used, sc_used;
    always_comb begin
        controls = amd ? ^{op, control, fi && (dpp16 || permlane || op == `SHFL_AMD_DPP8), bc && (dpp16 || permlane),
                           {8{dpp16}} & {row_mask, bank_mask}}
                       : shfl && ^{mode, sb_is_imm, sc_is_imm};
        for (int k = 0; k < WAYS; k++) begin
            sb_used[k] = {32{active[k] && (amd || shfl)}} & (amd ? address & sb[32*k +: 32]
                                                : INDEX & (sb_is_imm ? 32'(sb_imm) : sb[32*k +: 32]));
            sc_used[k] = {32{active[k] && !amd && shfl}} & SEGMENT & (sc_is_imm ? 32'(sc_imm) : sc[32*k +: 32]);
        end
    end

    logic begun = 1'b0;
    logic clean = 1'b1;                             // no x in the data up to now
    always @(posedge clk) begin
        if (rst) begun <= 1'b1;
        if (begun) begin
            assert (^{rst, in_valid, in_ready && (!READY_X || in_valid), out_valid, out_ready} !== 1'bx)
                else $error("x in the handshake");
            if (in_valid && !rst) begin
                assert (^{in_key, amd, shfl, controls, active} !== 1'bx)
                    else $error("x in tag, controls or active");
                assert (^{sb_used, sc_used, other} !== 1'bx)
                    else $error("x in an operand of an active lane");
            end
            if (in_valid && ^data === 1'bx) clean <= 1'b0;
            if (out_valid && !rst)
                assert (^{out_key, results} !== 1'bx && (^words !== 1'bx || !clean || in_valid && ^data === 1'bx))
                    else $error("x in a result");
        end
    end
endmodule
