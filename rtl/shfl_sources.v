// SPDX-License-Identifier: Apache-2.0
// shfl_sources - of each lane, the lane that it names, and whether that is in range: stages decode, lane index and
// range check, with the registers behind them. Spec: docs/rules.md 2 to 3.3.
`default_nettype none
`include "shfl_defs.vh"
module shfl_sources #(
    parameter integer LANES = 32,                   // of a warp: 2, 4, 8, 16, 32 or 64
    parameter integer WAYS  = 32,                   // lanes per clock, 1 to LANES
    parameter integer BEATS = 0,                    // 1: a unit in beats
    parameter integer DEPTH = 1                     // of the unit
) (
    input  wire                                clk,
    input  wire                                load,    // loads all registers

    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] beat,   // its number; ignored if there is only one beat
    input  wire [`SHFL_MODE_W-1:0]             mode,
    input  wire                                sb_is_imm,
    input  wire                                sc_is_imm,
    input  wire [$clog2(LANES)-1:0]            sb_imm,
    input  wire [$clog2(LANES)+7:0]            sc_imm,
    input  wire [WAYS*32-1:0]                  sb,      // way w: sb[32*w +: 32]
    input  wire [WAYS*32-1:0]                  sc,      // way w: sc[32*w +: 32]

    // behind range check
    output wire [WAYS*$clog2(LANES)-1:0]       j,       // low bits
    output wire [WAYS-1:0]                     in_range
);
    localparam REG_DECODE      = `SHFL_REG_DECODE(BEATS, DEPTH);
    localparam REG_LANE_INDEX  = `SHFL_REG_LANE_INDEX(BEATS, DEPTH);
    localparam REG_RANGE_CHECK = `SHFL_REG_RANGE_CHECK(BEATS, DEPTH);
    localparam LANE_W          = $clog2(LANES);
    localparam BEAT_W          = `SHFL_BEAT_W(LANES, WAYS);

    wire [BEAT_W-1:0] decode_beat;

    shfl_stage_reg #(.W(BEAT_W), .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load), .in(beat), .out(decode_beat));

    genvar k;
    generate
        for (k = 0; k < WAYS; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] WAY = k;
            wire [LANE_W-1:0]        index_next, clamp_next, segmask_next, max_lane_next;
            wire [LANE_W-1:0]        lane, index, clamp, segmask, max_lane;
            wire signed [LANE_W+1:0] j_next, lane_j;
            wire [`SHFL_MODE_W-1:0]  decode_mode;
            wire                     up_next, up, in_range_next;

            shfl_decode #(.LANES(LANES)) u_decode (
                .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
                .sb(sb[32*k +: 32]), .sc(sc[32*k +: 32]),
                .index(index_next), .clamp(clamp_next), .segmask(segmask_next));

            shfl_stage_reg #(.W(`SHFL_MODE_W + 3 * LANE_W), .PRESENT(REG_DECODE)) u_reg_decode (
                .clk(clk), .enable(load),
                .in({mode, index_next, clamp_next, segmask_next}), .out({decode_mode, index, clamp, segmask}));

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (.beat(decode_beat), .way(WAY), .lane(lane));
            shfl_lane_index #(.LANES(LANES)) u_lane_index (
                .mode(decode_mode), .lane(lane), .index(index), .clamp(clamp), .segmask(segmask),
                .j(j_next), .up(up_next), .max_lane(max_lane_next));

            shfl_stage_reg #(.W(1), .PRESENT(REG_LANE_INDEX)) u_reg_up (
                .clk(clk), .enable(load), .in(up_next), .out(up));
            shfl_stage_reg #(.W(LANE_W + 2 + LANE_W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
                .clk(clk), .enable(load), .in({j_next, max_lane_next}), .out({lane_j, max_lane}));

            shfl_range_check #(.LANES(LANES)) u_range_check (
                .up(up), .max_lane(max_lane), .j(lane_j), .in_range(in_range_next));

            shfl_stage_reg #(.W(1 + LANE_W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
                .clk(clk), .enable(load),
                .in({in_range_next, lane_j[LANE_W-1:0]}), .out({in_range[k], j[LANE_W*k +: LANE_W]}));
        end
    endgenerate
endmodule
`default_nettype wire
