// SPDX-License-Identifier: Apache-2.0
// shfl_any_back - the back end of SHFL, with policy ZERO, and that of AMD's operations: write-back of each lane, and
// the result. The sideband is that of shfl_any_front. Spec: docs/rules.md 3.5 and 4, docs/amd.md 7.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_any_back #(
    parameter integer LANES         = 64,
    parameter integer W             = 32,
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
    input  wire [`SHFL_WORD_W(LANES, W, 1 + `SHFL_AMD_WRITES_W(LANES) + TAG_W, 1)-1:0] in,

    output wire               out_valid,
    input  wire               out_ready,
    output wire [TAG_W-1:0]   out_tag,
    output wire               reserved,
    output wire [LANES*W-1:0] rd,
    output wire [LANES-1:0]   pu,
    output wire [LANES-1:0]   we,
    output wire [LANES-1:0]   src_active
);
    localparam LANE_B = W + 3;

    wire [TAG_W-1:0]        in_tag;
    wire [LANES/16-1:0]     row_writes;
    wire [3:0]              bank_writes;
    wire                    amd, in_reserved, any_exec, any_source, zero;
    wire [LANES-1:0]        valid, in_active, in_served, in_src_active;
    wire [LANES*W-1:0]      in_src_data;
    wire [LANES*LANE_B-1:0] result_next, result;

    assign {amd, in_reserved, any_exec, any_source, zero, row_writes, bank_writes, in_tag, valid, in_active, in_served,
            in_src_active, in_src_data} = in;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [W-1:0] shfl_rd, amd_rd;
            wire         pu_next, shfl_we, amd_we;

            shfl_writeback #(.W(W), .POLICY(`SHFL_ZERO)) u_writeback (
                .active(in_active[k]), .src_active(in_src_active[k]), .in_range(valid[k]),
                .src_data(in_src_data[W*k +: W]), .rd(shfl_rd), .pu(pu_next), .we(shfl_we));

            shfl_amd_writeback #(.W(W)) u_amd_writeback (
                .active(in_active[k]), .valid(valid[k]), .src_active(in_src_active[k]),
                .src_data(in_src_data[W*k +: W]), .writes(row_writes[k / 16] && bank_writes[k / 4 % 4]),
                .any_exec(any_exec), .any_source(any_source), .zero(zero), .rd(amd_rd), .we(amd_we));

            assign result_next[LANE_B*k +: LANE_B] = {amd ? amd_rd : shfl_rd, pu_next, amd ? amd_we : shfl_we,
                                                      in_src_active[k]};
            assign {rd[W*k +: W], pu[k], we[k], src_active[k]} = result[LANE_B*k +: LANE_B];
        end
    endgenerate

    shfl_result #(.LANES(LANES), .WARP_W(1 + TAG_W), .LANE_B(LANE_B), .GATE(GATE), .REG_WRITEBACK(REG_WRITEBACK),
                  .REG_HIGH(REG_HIGH), .SKID(SKID))
        u_result (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
        .in_served(in_served), .in_warp({in_reserved, in_tag}), .in_lane(result_next),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp({reserved, out_tag}), .out_lane(result));
endmodule
`default_nettype wire
