// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_back - the back end of RISC-V's vector permutations: write-back of each byte lane, and the result. The byte
// of x that a lane may get belongs to the pass, or in beats to the lane. Spec: docs/rvv.md 3, 5.2 and 5.4.
`default_nettype none
`include "shfl_defs.vh"
module shfl_rvv_back #(
    parameter integer LANES   = 16,                 // per clock
    parameter integer WARP_W  = 16,                 // bits that travel with the pass or beat, besides x
    parameter integer BEATS   = 0,                  // 1: a unit in beats
    parameter integer ELEN    = 64,                 // bits of x that it has, 32 or 64
    parameter integer DEPTH   = 1,                  // of the unit
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0,
    parameter integer SKID    = 0                   // 1: a skid buffer behind write-back
) (
    input  wire               clk,
    input  wire               rst,

    input  wire               in_valid,
    output wire               in_ready,
    // warp: {by_one, ELEN bits of x, warp}; lane: {ones, reads}; active: the lane writes
    // in beats, warp: warp; lane: {byte of x or 0, ones, reads}
    input  wire [`SHFL_WORD_W(LANES, 8, (BEATS != 0 ? 0 : 1 + ELEN) + WARP_W, BEATS != 0 ? 10 : 2)-1:0] in,

    output wire               out_valid,
    input  wire               out_ready,
    output wire [WARP_W-1:0]  out_warp,
    output wire [LANES*8-1:0] rd,
    output wire [LANES-1:0]   we
);
    localparam LANE_B = 9;
    localparam FULL_W = (BEATS != 0 ? 0 : 1 + ELEN) + WARP_W;
    localparam IN_B   = BEATS != 0 ? 10 : 2;

    wire [FULL_W-1:0]       in_warp;
    wire [LANES*IN_B-1:0]   in_lane;
    wire [LANES-1:0]        writes, in_served, in_src_active;
    wire [LANES*8-1:0]      in_src_data;
    wire [LANES*LANE_B-1:0] result_next, result;

    assign {in_warp, in_lane, writes, in_served, in_src_active, in_src_data} = in;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [7:0] scalar, rd_next;
            wire       by_one, ones, reads;

            if (BEATS != 0) begin : g_beats
                assign {scalar, ones, reads} = in_lane[IN_B*k +: IN_B];
                assign by_one = 1'b1;
            end else begin : g_pass
                assign {ones, reads} = in_lane[IN_B*k +: IN_B];
                assign scalar = in_warp[WARP_W + 8*(k%(ELEN/8)) +: 8];
                assign by_one = in_warp[WARP_W + ELEN];
            end

            shfl_rvv_writeback u_writeback (
                .reads(reads), .ones(ones), .by_one(by_one), .src_data(in_src_data[8*k +: 8]), .scalar(scalar),
                .rd(rd_next));

            assign result_next[LANE_B*k +: LANE_B] = {rd_next, writes[k]};
            assign {rd[8*k +: 8], we[k]}           = result[LANE_B*k +: LANE_B];
        end
    endgenerate

    shfl_result #(.LANES(LANES), .WARP_W(WARP_W), .LANE_B(LANE_B), .BEATS(BEATS), .DEPTH(DEPTH),
                  .ELASTIC(ELASTIC), .GATE(GATE), .SKID(SKID))
        u_result (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_served(in_served), .in_warp(in_warp[WARP_W-1:0]),
        .in_lane(result_next),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_lane(result));

    wire unused_ok = &{1'b0, in_src_active};
endmodule
`default_nettype wire
