// SPDX-License-Identifier: Apache-2.0
// shfl_vote_back - the back end of SHFL with vote: of each warp the results of one of them. Spec: R12.4.2.
`default_nettype none
`include "shfl_defs.vh"
module shfl_vote_back #(
    parameter integer LANES         = 32,
    parameter integer W             = 32,
    parameter integer POLICY        = `SHFL_ZERO,
    parameter integer TAG_W         = 16,
    parameter integer GATE          = 1,            // of shfl_handshake
    parameter integer REG_WRITEBACK = 1,            // 1: a register behind the stage
    parameter integer REG_HIGH      = 0,            // 1: a register in front, behind crossbar high
    parameter integer SKID          = 0             // 1: a skid buffer behind that
) (
    input  wire               clk,
    input  wire               rst,

    input  wire               in_valid,
    output wire               in_ready,
    // lane: in_range; warp: {vote_pu, vote_rd, is_vote, tag}
    input  wire [`SHFL_WORD_W(LANES, W, TAG_W + 1 + 2 * LANES, 1)-1:0] in,

    output wire               out_valid,
    input  wire               out_ready,
    output wire [TAG_W-1:0]   out_tag,
    output wire [LANES*W-1:0] rd,
    output wire [LANES-1:0]   pu,
    output wire [LANES-1:0]   we,
    output wire [LANES-1:0]   src_active
);
    localparam LANE_B = W + 3;

    wire [LANES-1:0]        vote_pu, vote_rd;
    wire                    is_vote;
    wire [TAG_W-1:0]        in_tag;
    wire [LANES-1:0]        in_range, in_active, in_served, in_src_active;
    wire [LANES*W-1:0]      in_src_data;
    wire [W+LANES-1:0]      vote_word = {{W{1'b0}}, vote_rd};
    wire [LANES*LANE_B-1:0] result_next, result;

    assign {vote_pu, vote_rd, is_vote, in_tag, in_range, in_active, in_served, in_src_active, in_src_data} = in;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [W-1:0] shuffle_rd;
            wire         shuffle_pu, we_next;

            shfl_writeback #(.W(W), .POLICY(POLICY)) u_writeback (
                .active(in_active[k]), .src_active(in_src_active[k]), .in_range(in_range[k]),
                .src_data(in_src_data[W*k +: W]), .rd(shuffle_rd), .pu(shuffle_pu), .we(we_next));

            wire [W-1:0] rd_next = is_vote ? vote_word[W-1:0] : shuffle_rd;
            wire         pu_next = is_vote ? vote_pu[k]       : shuffle_pu;

            assign result_next[LANE_B*k +: LANE_B]             = {rd_next, pu_next, we_next, in_src_active[k]};
            assign {rd[W*k +: W], pu[k], we[k], src_active[k]} = result[LANE_B*k +: LANE_B];
        end
    endgenerate

    shfl_result #(.LANES(LANES), .WARP_W(TAG_W), .LANE_B(LANE_B), .GATE(GATE), .REG_WRITEBACK(REG_WRITEBACK),
                  .REG_HIGH(REG_HIGH), .SKID(SKID)) u_result (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_served(in_served), .in_warp(in_tag), .in_lane(result_next),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_tag), .out_lane(result));

    wire unused_ok = &{1'b0, vote_word};
endmodule
`default_nettype wire
