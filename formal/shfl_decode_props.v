// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_decode is docs/rules.md 2. All inputs free.
module shfl_decode_props #(parameter integer LANES = 32) (
    input wire sb_is_imm, input wire sc_is_imm,
    input wire [$clog2(LANES)-1:0] sb_imm, input wire [$clog2(LANES)+7:0] sc_imm,
    input wire [31:0] sb, input wire [31:0] sc
);
    localparam LANE_W = $clog2(LANES);
    `include "shfl_spec.vh"
    wire [LANE_W-1:0] index, clamp, segmask;

    shfl_decode #(.LANES(LANES)) u_decode (.*);

    // R2.1.1, R2.1.3: an immediate hides the register, and the other way round
    reg [31:0] sb_is, sc_is;
    always @* begin
        if (sb_is_imm) sb_is = sb_imm; else sb_is = sb;
        if (sc_is_imm) sc_is = sc_imm; else sc_is = sc;
        index_is_low_bits_of_sb:    assert (index   == spec_field(sb_is, 0)); // R2.2.1, R2.2.2
        clamp_is_low_bits_of_sc:    assert (clamp   == spec_field(sc_is, 0)); // R2.2.1, R2.2.2
        segmask_begins_at_bit_8:    assert (segmask == spec_field(sc_is, 8)); // R2.2.1, R2.2.2
        immediate_sb_differs:       cover  (sb_is_imm && !sc_is_imm && sb[LANE_W-1:0] != sb_imm && index == sb_imm);
        immediate_sc_differs:       cover  (!sb_is_imm && sc_is_imm && clamp != segmask);
    end
endmodule
