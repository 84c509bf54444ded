// SPDX-License-Identifier: Apache-2.0
// shfl_packets - shfl_banked as the shuffle of a core that issues a warp in packets of WAYS lanes. The core's contract,
// which is that of Vortex's instruction set and execute units, differs from docs/rules.md in these:
//
// - rs1 is the lane's value. rs2 is one packed register: b in bits 5:0, c in 11:6, the segment mask in 17:12.
// - op is UP, DOWN, BFLY, IDX in this order. UP ends at the first lane of the segment, whatever c is.
// - A lane that reads an inactive one gets its own value.
// - A packet has a number, pid: lanes WAYS*pid and up. sop marks a warp's first packet, eop its last. A packet without
//   an active lane is not sent. Results leave in packets of the same number and flags, in order of arrival.
`default_nettype none
`include "shfl_defs.vh"
module shfl_packets #(
    parameter integer LANES    = 32,                // in a warp
    parameter integer WAYS     = 16,                // in a packet
    parameter integer HEADER_W = 1,                 // bits that travel with a packet: warp, destination, ...
    parameter integer PID_W    = LANES > WAYS ? $clog2(LANES / WAYS) : 1
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                in_valid,
    output wire                in_ready,
    input  wire [HEADER_W-1:0] in_header,
    input  wire [1:0]          in_op,
    input  wire [WAYS-1:0]     in_tmask,            // the active lanes
    input  wire [WAYS*32-1:0]  in_rs1,
    input  wire [WAYS*32-1:0]  in_rs2,
    input  wire [PID_W-1:0]    in_pid,
    input  wire                in_sop,
    input  wire                in_eop,

    output wire                out_valid,
    input  wire                out_ready,
    output wire [HEADER_W-1:0] out_header,
    output wire [WAYS-1:0]     out_tmask,
    output wire [WAYS*32-1:0]  out_rd,
    output wire [PID_W-1:0]    out_pid,
    output wire                out_sop,
    output wire                out_eop
);
    localparam LANE_W = $clog2(LANES);

    localparam [1:0] UP = 2'd0, DOWN = 2'd1, BFLY = 2'd2;

    wire [`SHFL_MODE_W-1:0] mode = in_op == UP   ? `SHFL_UP
                                 : in_op == DOWN ? `SHFL_DOWN
                                 : in_op == BFLY ? `SHFL_BFLY : `SHFL_IDX;

    wire [WAYS*32-1:0] sc;
    genvar k;
    generate
        for (k = 0; k < WAYS; k = k + 1) begin : g_lane
            wire [LANE_W-1:0] clamp   = in_op == UP ? {LANE_W{1'b0}} : in_rs2[32*k + 6 +: LANE_W];
            wire [LANE_W-1:0] segmask = in_rs2[32*k + 12 +: LANE_W];
            assign sc[32*k +: 32] = {{(24 - LANE_W){1'b0}}, segmask, {(8 - LANE_W){1'b0}}, clamp};
        end
    endgenerate

    shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(32), .POLICY(`SHFL_OWN), .TAG_W(HEADER_W + 1)) u_shfl (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_beat(in_pid), .in_last(in_eop), .in_tag({in_header, in_sop}),
        .mode(mode), .sb_is_imm(1'b0), .sc_is_imm(1'b0), .sb_imm({LANE_W{1'b0}}), .sc_imm({(LANE_W + 8){1'b0}}),
        .active(in_tmask), .ra(in_rs1), .sb(in_rs2), .sc(sc),
        .out_valid(out_valid), .out_ready(out_ready), .out_beat(out_pid), .out_last(out_eop),
        .out_tag({out_header, out_sop}), .rd(out_rd), .pu(), .we(out_tmask), .src_active());
endmodule
`default_nettype wire
