// SPDX-License-Identifier: Apache-2.0
// shfl_back - the back end of SHFL: write-back of each lane, and the result; with VOTE, of each warp the result of a
// shuffle or of a vote. Spec: docs/rules.md 3.5, 4 and 5.3, R12.4.2.
`default_nettype none
`include "shfl_defs.vh"
module shfl_back #(
    parameter integer LANES   = 32,                 // per clock
    parameter integer W       = 32,
    parameter integer POLICY  = `SHFL_ZERO,
    parameter integer WARP_W  = 16,                 // bits that travel with the warp or beat
    parameter integer VOTE    = 0,                  // 1: warp is {vote_pu, vote_rd, is_vote, warp} up to here
    parameter integer BEATS   = 0,                  // 1: a unit in beats
    parameter integer DEPTH   = 1,                  // of the unit
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0,
    parameter integer SKID    = 0                   // 1: a skid buffer behind write-back
) (
    input  wire               clk,
    input  wire               rst,

    input  wire               in_valid,
    output wire               in_ready,
    input  wire [`SHFL_WORD_W(LANES, W, VOTE * (1 + 2 * LANES) + WARP_W, 1)-1:0] in,    // lane: in_range

    output wire               out_valid,
    input  wire               out_ready,
    output wire [WARP_W-1:0]  out_warp,
    output wire [LANES*W-1:0] rd,
    output wire [LANES-1:0]   pu,
    output wire [LANES-1:0]   we,
    output wire [LANES-1:0]   src_active
);
    localparam LANE_B = W + 3;

    wire [VOTE*(1+2*LANES)+WARP_W-1:0] in_warp;
    wire [LANES-1:0]        in_range, in_active, in_served, in_src_active;
    wire [LANES*W-1:0]      in_src_data;
    wire [LANES*LANE_B-1:0] result_next, result;

    assign {in_warp, in_range, in_active, in_served, in_src_active, in_src_data} = in;

    wire [LANES-1:0]   vote_pu, vote_rd;
    wire               is_vote;
    wire [W+LANES-1:0] vote_word = {{W{1'b0}}, vote_rd};

    genvar k;
    generate
        if (VOTE != 0) begin : g_vote
            assign {vote_pu, vote_rd, is_vote} = in_warp[WARP_W +: 1 + 2 * LANES];
        end else begin : g_shuffle
            assign {vote_pu, vote_rd, is_vote} = {1 + 2 * LANES{1'b0}};
        end

        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [W-1:0] shuffle_rd;
            wire         shuffle_pu, we_next;

            shfl_writeback #(.W(W), .POLICY(POLICY)) u_writeback (
                .active(in_active[k]), .src_active(in_src_active[k]), .in_range(in_range[k]),
                .src_data(in_src_data[W*k +: W]), .rd(shuffle_rd), .pu(shuffle_pu), .we(we_next));

            wire [W-1:0] rd_next = is_vote ? vote_word[W-1:0] : shuffle_rd;
            wire         pu_next = is_vote ? vote_pu[k]       : shuffle_pu;

            assign result_next[LANE_B*k +: LANE_B]               = {rd_next, pu_next, we_next, in_src_active[k]};
            assign {rd[W*k +: W], pu[k], we[k], src_active[k]} = result[LANE_B*k +: LANE_B];
        end
    endgenerate

    shfl_result #(.LANES(LANES), .WARP_W(WARP_W), .LANE_B(LANE_B), .BEATS(BEATS), .DEPTH(DEPTH),
                  .ELASTIC(ELASTIC), .GATE(GATE), .SKID(SKID))
        u_result (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_served(in_served), .in_warp(in_warp[WARP_W-1:0]),
        .in_lane(result_next),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_lane(result));

    wire unused_ok = &{1'b0, vote_word};
endmodule
`default_nettype wire
