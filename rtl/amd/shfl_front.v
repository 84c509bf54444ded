// SPDX-License-Identifier: Apache-2.0
// shfl_front - the front end of SHFL to shfl_ranks: of a whole warp, the lanes that are read. Stages decode, lane index
// and range check, with the registers behind them. Spec: docs/rules.md 2 to 3.3, 5.5.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_ranks.vh"
module shfl_front #(
    parameter LANES = 32,                           // 2, 4, 8, 16, 32 or 64
    parameter DEPTH = 1                             // stage registers of the unit, 0 to 7
) (
    input  wire                           clk,
    input  wire                           move,     // enables all stage registers

    input  wire [`SHFL_MODE_W-1:0]        mode,
    input  wire                           sb_is_imm,
    input  wire                           sc_is_imm,
    input  wire [$clog2(LANES)-1:0]       sb_imm,
    input  wire [$clog2(LANES)+7:0]       sc_imm,
    input  wire [LANES*32-1:0]            sb,       // lane k: sb[32*k +: 32]
    input  wire [LANES*32-1:0]            sc,       // lane k: sc[32*k +: 32]

    output wire [LANES*$clog2(LANES)-1:0] j,        // behind lane index: low bits
    output wire [LANES-1:0]               in_range  // behind range check
);
    localparam LANE_W = $clog2(LANES);

    wire [LANES-1:0] in_range_next;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            wire [LANE_W-1:0]        index_next, clamp_next, segmask_next, max_lane_next;
            wire [LANE_W-1:0]        index, clamp, segmask, max_lane;
            wire signed [LANE_W+1:0] j_next, j_is;
            wire [`SHFL_MODE_W-1:0]  decode_mode;
            wire                     up_next, up;

            shfl_decode #(.LANES(LANES)) u_decode (
                .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
                .sb(sb[32*k +: 32]), .sc(sc[32*k +: 32]),
                .index(index_next), .clamp(clamp_next), .segmask(segmask_next));

            shfl_stage_reg #(.W(`SHFL_MODE_W + 3 * LANE_W), .PRESENT(`SHFL_REG_DECODE)) u_reg_decode (
                .clk(clk), .enable(move),
                .in({mode, index_next, clamp_next, segmask_next}), .out({decode_mode, index, clamp, segmask}));

            shfl_lane_index #(.LANES(LANES)) u_lane_index (
                .mode(decode_mode), .lane(LANE), .index(index), .clamp(clamp), .segmask(segmask),
                .j(j_next), .up(up_next), .max_lane(max_lane_next));

            shfl_stage_reg #(.W(1 + LANE_W + 2 + LANE_W), .PRESENT(`SHFL_REG_LANE_INDEX)) u_reg_lane_index (
                .clk(clk), .enable(move), .in({up_next, j_next, max_lane_next}), .out({up, j_is, max_lane}));

            shfl_range_check #(.LANES(LANES)) u_range_check (
                .up(up), .max_lane(max_lane), .j(j_is), .in_range(in_range_next[k]));

            assign j[LANE_W*k +: LANE_W] = j_is[LANE_W-1:0];
        end
    endgenerate

    shfl_stage_reg #(.W(LANES), .PRESENT(`SHFL_REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(move), .in(in_range_next), .out(in_range));
endmodule
`default_nettype wire
