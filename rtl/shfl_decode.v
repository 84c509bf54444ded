// SPDX-License-Identifier: Apache-2.0
// shfl_decode - one lane's Sb and Sc, register or immediate, cut into index, clamp and segmask.
// Spec: docs/rules.md 2.
`default_nettype none
module shfl_decode #(
    parameter integer LANES = 32                    // lanes in a warp: sets the width of every field
) (
    input  wire                     sb_is_imm,      // Sb is the immediate, the same for all lanes
    input  wire                     sc_is_imm,      // Sc is the immediate, the same for all lanes
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire [31:0]              sb,             // this lane's register
    input  wire [31:0]              sc,             // this lane's register
    output wire [$clog2(LANES)-1:0] index,
    output wire [$clog2(LANES)-1:0] clamp,
    output wire [$clog2(LANES)-1:0] segmask
);
    localparam LANE_W = $clog2(LANES);

    assign index   = sb_is_imm ? sb_imm              : sb[LANE_W-1:0];
    assign clamp   = sc_is_imm ? sc_imm[LANE_W-1:0]  : sc[LANE_W-1:0];
    assign segmask = sc_is_imm ? sc_imm[8 +: LANE_W] : sc[8 +: LANE_W];

    // SHFL reads no other bit of Sb or Sc, R2.2.2
    wire unused_ok = &{1'b0, sb[31:LANE_W], sc[31:8+LANE_W], sc[7:LANE_W], sc_imm[7:LANE_W]};
endmodule
`default_nettype wire
