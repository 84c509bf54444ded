// SPDX-License-Identifier: Apache-2.0
// shfl_amd_back - the back end of AMD's operations: write-back of each lane, and the result. Spec: docs/amd.md 7.
//
// The sideband of the wave or beat is {writes, warp}. writes is {reserved, any_exec, any_source, zero, mask} of
// shfl_amd_writes, warp leaves with the result.
`default_nettype none
`include "shfl_defs.vh"
module shfl_amd_back #(
    parameter integer LANES   = 64,                 // per clock
    parameter integer W       = 32,
    parameter integer BEATS   = 0,                  // 0: mask is {row_writes, bank_writes}; 1: a bit for each lane
    parameter integer WARP_W  = 16,                 // bits that travel with the wave or beat, and leave with the result
    parameter integer MASK_W  = 8,
    parameter integer DEPTH   = 1,                  // of the unit
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0,
    parameter integer SKID    = 0                   // 1: a skid buffer behind write-back
) (
    input  wire               clk,
    input  wire               rst,

    input  wire               in_valid,
    output wire               in_ready,
    input  wire [`SHFL_WORD_W(LANES, W, 4 + MASK_W + WARP_W, 1)-1:0] in,   // lane: valid

    output wire               out_valid,
    input  wire               out_ready,
    output wire [WARP_W-1:0]    out_warp,
    output wire               reserved,
    output wire [LANES*W-1:0] rd,
    output wire [LANES-1:0]   we,
    output wire [LANES-1:0]   src_active
);
    localparam LANE_B = W + 2;

    wire [WARP_W-1:0]         in_warp;
    wire [MASK_W-1:0]       mask;
    wire                    in_reserved, any_exec, any_source, zero;
    wire [LANES-1:0]        valid, in_active, in_served, in_src_active;
    wire [LANES*W-1:0]      in_src_data;
    wire [LANES*LANE_B-1:0] result_next, result;

    assign {in_reserved, any_exec, any_source, zero, mask, in_warp, valid, in_active, in_served, in_src_active,
            in_src_data} = in;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [W-1:0] rd_next;
            wire         we_next, writes;

            if (BEATS != 0) begin : g_mask
                assign writes = mask[k];
            end else begin : g_row_and_bank
                assign writes = mask[4 + k / 16] && mask[k / 4 % 4];
            end

            shfl_amd_writeback #(.W(W)) u_writeback (
                .active(in_active[k]), .valid(valid[k]), .src_active(in_src_active[k]),
                .src_data(in_src_data[W*k +: W]), .writes(writes),
                .any_exec(any_exec), .any_source(any_source), .zero(zero), .rd(rd_next), .we(we_next));

            assign result_next[LANE_B*k +: LANE_B]      = {rd_next, we_next, in_src_active[k]};
            assign {rd[W*k +: W], we[k], src_active[k]} = result[LANE_B*k +: LANE_B];
        end
    endgenerate

    shfl_result #(.LANES(LANES), .WARP_W(1 + WARP_W), .LANE_B(LANE_B), .BEATS(BEATS), .DEPTH(DEPTH),
                  .ELASTIC(ELASTIC), .GATE(GATE), .SKID(SKID))
        u_result (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
        .in_served(in_served), .in_warp({in_reserved, in_warp}), .in_lane(result_next),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp({reserved, out_warp}), .out_lane(result));
endmodule
`default_nettype wire
