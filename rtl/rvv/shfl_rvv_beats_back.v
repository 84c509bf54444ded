// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_beats_back - the back end of RISC-V's vector permutations in beats: write-back of each byte lane, and the
// result. Spec: docs/rvv.md 3 and 5.4.
`default_nettype none
`include "shfl_defs.vh"
module shfl_rvv_beats_back #(
    parameter integer WAYS   = 4,
    parameter integer WARP_W = 16,                  // bits that travel with the beat
    parameter integer GATE   = 1,                   // of shfl_handshake
    parameter integer SKID   = 0                    // 1: a skid buffer behind write-back
) (
    input  wire              clk,
    input  wire              rst,

    input  wire              in_valid,
    output wire              in_ready,
    input  wire [`SHFL_WORD_W(WAYS, 8, WARP_W, 10)-1:0] in,     // as from shfl_rvv_beats_front

    output wire              out_valid,
    input  wire              out_ready,
    output wire [WARP_W-1:0] out_warp,
    output wire [WAYS*8-1:0] rd,
    output wire [WAYS-1:0]   we
);
    localparam LANE_B = 9;

    wire [WARP_W-1:0]      in_warp;
    wire [WAYS*10-1:0]     in_lane;
    wire [WAYS-1:0]        writes, in_served, in_src_active;
    wire [WAYS*8-1:0]      in_src_data;
    wire [WAYS*LANE_B-1:0] result_next, result;

    assign {in_warp, in_lane, writes, in_served, in_src_active, in_src_data} = in;

    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            wire [7:0] rd_next;

            shfl_rvv_writeback u_writeback (
                .reads(in_lane[10*w]), .ones(in_lane[10*w+1]), .by_one(1'b1), .src_data(in_src_data[8*w +: 8]),
                .scalar(in_lane[10*w+2 +: 8]), .rd(rd_next));

            assign result_next[LANE_B*w +: LANE_B] = {rd_next, writes[w]};
            assign {rd[8*w +: 8], we[w]}           = result[LANE_B*w +: LANE_B];
        end
    endgenerate

    shfl_result #(.LANES(WAYS), .WARP_W(WARP_W), .LANE_B(LANE_B), .GATE(GATE), .SKID(SKID)) u_result (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_served(in_served), .in_warp(in_warp), .in_lane(result_next),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_lane(result));

    wire unused_ok = &{1'b0, in_src_active};
endmodule
`default_nettype wire
