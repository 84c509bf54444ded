// SPDX-License-Identifier: Apache-2.0
// shfl_banked_pins - shfl_banked behind eight pins, for place and route, as shfl_pins is for shfl. All of its operands
// but the values are a shift register, those of the lanes behind those of the beat, that the pin serial_in fills and
// that its outputs but rd are mixed into. The values, ra, are rd, shifted by one bit. The register and three flip-flops
// for the handshake are all that this adds, with a LUT before those of its bits that something is mixed into.
`default_nettype none
`include "shfl_defs.vh"
module shfl_banked_pins #(
    parameter LANES  = 32,
    parameter WAYS   = 1,
    parameter W      = 32,
    parameter DEPTH  = 0,
    parameter POLICY = 0,
    parameter MEMORY = 0,
    parameter SKID   = 0,
    parameter TAG_W  = 16
) (
    input  wire clk,
    input  wire rst,
    input  wire in_valid,
    output wire in_ready,
    input  wire serial_in,
    output wire out_valid,
    input  wire out_ready,
    output wire serial_out
);
    localparam LANE_W   = $clog2(LANES);
    localparam BEAT_W   = LANES > WAYS ? $clog2(LANES / WAYS) : 1;
    localparam LANE_OPS = WAYS * (1 + 3 * LANE_W);
    localparam WARP_OPS = TAG_W + 1 + BEAT_W + `SHFL_MODE_W + 2 + 3 * LANE_W;

    reg  [LANE_OPS-1:0]      lane_ops;
    reg  [WARP_OPS-1:0]      warp_ops;
    reg                      unit_in_valid, unit_out_ready, seen_ready;
    wire                     unit_in_ready, in_last, out_last, sb_is_imm, sc_is_imm;
    wire [TAG_W-1:0]         in_tag, out_tag;
    wire [BEAT_W-1:0]        in_beat, out_beat;
    wire [`SHFL_MODE_W-1:0]  mode;
    wire [LANE_W-1:0]        sb_imm, clamp_imm, segmask_imm;
    wire [WAYS-1:0]          active, pu, we, src_active;
    wire [WAYS*LANE_W-1:0]   index, clamp, segmask;
    wire [WAYS*W-1:0]        rd;
    wire [WAYS*32-1:0]       sb, sc;
    wire [LANE_W+7:0]        sc_imm;

    assign {index, clamp, segmask, active} = lane_ops;
    assign {in_tag, in_last, in_beat, mode, sb_is_imm, sc_is_imm, sb_imm, clamp_imm, segmask_imm} = warp_ops;
    assign sc_imm     = (segmask_imm << 8) | clamp_imm;
    assign in_ready   = seen_ready;
    assign serial_out = lane_ops[LANE_OPS-1] ^ rd[WAYS*W-1];

    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            assign sb[32*w +: 32] = index[LANE_W*w +: LANE_W];
            assign sc[32*w +: 32] = (segmask[LANE_W*w +: LANE_W] << 8) | clamp[LANE_W*w +: LANE_W];
        end
    endgenerate

    always @(posedge clk) begin
        {unit_in_valid, unit_out_ready, seen_ready} <= {in_valid, out_ready, unit_in_ready};
        {lane_ops, warp_ops} <= {lane_ops[LANE_OPS-2:0], warp_ops, serial_in}
                              ^ {pu, we, src_active, out_tag, out_last, out_beat};
    end

    shfl_banked #(.LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .MEMORY(MEMORY), .SKID(SKID),
                  .TAG_W(TAG_W)) unit (
        .clk(clk), .rst(rst),
        .in_valid(unit_in_valid), .in_ready(unit_in_ready), .in_beat(in_beat), .in_last(in_last), .in_tag(in_tag),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm),
        .active(active), .ra({rd[WAYS*W-2:0], lane_ops[LANE_OPS-1]}), .sb(sb), .sc(sc),
        .out_valid(out_valid), .out_ready(unit_out_ready), .out_beat(out_beat), .out_last(out_last), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
