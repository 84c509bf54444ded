// SPDX-License-Identifier: Apache-2.0
// shfl_probe - the unit with windows: the same ports as shfl, and the results of every stage, read by
// hierarchical name so that the unit itself needs no port for it. For simulation only.
`default_nettype none
`include "shfl_defs.vh"
module shfl_probe #(
    parameter integer LANES   = 32,
    parameter integer W       = 32,
    parameter integer DEPTH   = 1,
    parameter integer POLICY  = `SHFL_ZERO,
    parameter integer PARTS   = 0,
    parameter integer NETWORK = 0,
    parameter integer SELECTS = 0,
    parameter integer SKID    = 0,
    parameter integer ELASTIC = 0,
    parameter integer GATE    = 0,
    parameter integer TAG_W   = 16
) (
    input  wire                             clk,
    input  wire                             rst,

    input  wire                             in_valid,
    output wire                             in_ready,
    input  wire [TAG_W-1:0]                 in_tag,
    input  wire [`SHFL_MODE_W-1:0]          mode,
    input  wire                             sb_is_imm,
    input  wire                             sc_is_imm,
    input  wire [$clog2(LANES)-1:0]         sb_imm,
    input  wire [$clog2(LANES)+7:0]         sc_imm,
    input  wire [LANES-1:0]                 active,
    input  wire [LANES*W-1:0]               ra,
    input  wire [LANES*32-1:0]              sb,
    input  wire [LANES*32-1:0]              sc,

    output wire                             out_valid,
    input  wire                             out_ready,
    output wire [TAG_W-1:0]                 out_tag,
    output wire [LANES*W-1:0]               rd,
    output wire [LANES-1:0]                 pu,
    output wire [LANES-1:0]                 we,
    output wire [LANES-1:0]                 src_active,

    // the stages' results; one byte per lane and field, whatever LANES is
    output wire [LANES*8-1:0]               index,      // decode
    output wire [LANES*8-1:0]               clamp,
    output wire [LANES*8-1:0]               segmask,
    output wire [LANES*8-1:0]               j,          // lane_index, two's complement
    output wire [LANES*8-1:0]               in_range,   // range_check
    output wire [LANES*8-1:0]               src_lane,   // select
    output wire [LANES*W-1:0]               src_data,   // crossbar
    output wire [LANES-1:0]                 src_active_next,
    output wire [LANES-1:0]                 served      // the two are there: of a network, those of this trip
);
    localparam LANE_W = $clog2(LANES);

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK),
          .SELECTS(SELECTS), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) shfl (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            assign index[8*k +: 8]    = {{8-LANE_W{1'b0}}, shfl.u_front.u_sources.g_lane[k].u_decode.index};
            assign clamp[8*k +: 8]    = {{8-LANE_W{1'b0}}, shfl.u_front.u_sources.g_lane[k].u_decode.clamp};
            assign segmask[8*k +: 8]  = {{8-LANE_W{1'b0}}, shfl.u_front.u_sources.g_lane[k].u_decode.segmask};
            assign j[8*k +: 8]        = {{6-LANE_W{shfl.u_front.u_sources.g_lane[k].u_lane_index.j[LANE_W+1]}},
                                         shfl.u_front.u_sources.g_lane[k].u_lane_index.j};
            assign in_range[8*k +: 8] = {7'b0, shfl.u_front.u_sources.g_lane[k].u_range_check.in_range};
            if (NETWORK == 0) begin : g_crossbar
                assign src_lane[8*k +: 8] = {{8-LANE_W{1'b0}},
                                             shfl.u_fabric.g_crossbar.u_crossbar.src_lane[LANE_W*k +: LANE_W]};
            end else begin : g_network
                assign src_lane[8*k +: 8] = {{8-LANE_W{1'b0}},
                                             shfl.u_fabric.g_network.u_network.src_lane[LANE_W*k +: LANE_W]};
            end
        end
    endgenerate
    assign src_data        = shfl.u_fabric.src_data;
    assign src_active_next = shfl.u_fabric.src_active;
    assign served          = shfl.u_fabric.served;
endmodule
`default_nettype wire
