// SPDX-License-Identifier: Apache-2.0
// shfl_in_place - shfl in the place of shfl_behavioral: the same ports and the same results. With policy OWN a lane
// whose source is inactive gets its own word; the clamp of UP is 0.
`default_nettype none
`include "shfl_defs.vh"
module shfl_in_place #(
    parameter integer LANES   = 4,
    parameter integer W       = 32,
    parameter integer DEPTH   = 1,
    parameter integer POLICY  = `SHFL_OWN,
    parameter integer PARTS   = 0,
    parameter integer NETWORK = 0,
    parameter integer SKID    = 0,
    parameter integer TAG_W   = 16
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                in_valid,
    output wire                in_ready,
    input  wire [TAG_W-1:0]    in_tag,
    input  wire [1:0]          op,                  // UP, DOWN, BFLY, IDX
    input  wire [LANES-1:0]    active,
    input  wire [LANES*W-1:0]  rs1,
    input  wire [LANES*32-1:0] rs2,
    output wire                out_valid,
    input  wire                out_ready,
    output wire [TAG_W-1:0]    out_tag,
    output wire [LANES*W-1:0]  rd
);
    localparam integer LANE_W = $clog2(LANES);
    localparam [1:0] UP = 2'd0, DOWN = 2'd1, BFLY = 2'd2;

    wire [`SHFL_MODE_W-1:0] mode = op == UP   ? `SHFL_UP
                                 : op == DOWN ? `SHFL_DOWN
                                 : op == BFLY ? `SHFL_BFLY : `SHFL_IDX;
    wire [LANES*32-1:0]     sc;
    wire [LANES-1:0]        pu, we, src_active;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [LANE_W-1:0] clamp   = op == UP ? {LANE_W{1'b0}} : rs2[32*k + 6 +: LANE_W];
            wire [LANE_W-1:0] segmask = rs2[32*k + 12 +: LANE_W];
            assign sc[32*k +: 32] = {{(24 - LANE_W){1'b0}}, segmask, {(8 - LANE_W){1'b0}}, clamp};
        end
    endgenerate

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK), .SKID(SKID),
           .TAG_W(TAG_W)) u_shfl (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(1'b0), .sc_is_imm(1'b0), .sb_imm({LANE_W{1'b0}}), .sc_imm({(LANE_W + 8){1'b0}}),
        .active(active), .ra(rs1), .sb(rs2), .sc(sc),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    wire unused_ok = &{1'b0, pu, we, src_active};
endmodule
`default_nettype wire
