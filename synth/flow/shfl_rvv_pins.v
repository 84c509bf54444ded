// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_pins - shfl_rvv behind eight pins, for place and route, as shfl_pins is for shfl. All of its operands but
// the register that is read are a shift register, that of the mask and the indices behind the others, that the pin
// serial_in fills and that its outputs but rd are mixed into. That register, ra, is rd, shifted by one bit. The shift
// register and three flip-flops for the handshake are all that this adds, with a LUT before those of its bits that
// something is mixed into.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_pins #(
    parameter LANES    = 16,
    parameter DEPTH    = 1,
    parameter NETWORK  = 0,
    parameter PARTS    = 0,
    parameter AGNOSTIC = 0,
    parameter COMPRESS = 1,
    parameter GATHER   = 1,
    parameter ELEN     = 64,
    parameter REGS     = 8,
    parameter TAG_W    = 16
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
    localparam LANE_OPS = LANES * 17;
    localparam WARP_OPS = TAG_W + `SHFL_RVV_OP_W + 5 + 2 * $clog2(LANES) + 7 + 9 + 64;

    reg  [LANE_OPS-1:0]       lane_ops;
    reg  [WARP_OPS-1:0]       warp_ops;
    reg                       unit_in_valid, unit_out_ready, seen_ready;
    wire                      unit_in_ready, reserved, vm, vta, vma;
    wire [TAG_W-1:0]          in_tag, out_tag;
    wire [`SHFL_RVV_OP_W-1:0] op;
    wire [1:0]                sew;
    wire [2:0]                lmul, dst_reg, src_reg;
    wire [$clog2(LANES)+3:0]  vl;
    wire [$clog2(LANES)+2:0]  vstart;
    wire [63:0]               x;
    wire [LANES-1:0]          mask, we;
    wire [LANES*16-1:0]       index;
    wire [LANES*8-1:0]        rd;

    assign {mask, index} = lane_ops;
    assign {in_tag, op, sew, lmul, vl, vstart, vm, vta, vma, dst_reg, src_reg, x} = warp_ops;
    assign in_ready   = seen_ready;
    assign serial_out = lane_ops[LANE_OPS-1] ^ rd[LANES*8-1];

    always @(posedge clk) begin
        {unit_in_valid, unit_out_ready, seen_ready} <= {in_valid, out_ready, unit_in_ready};
        {lane_ops, warp_ops} <= {lane_ops[LANE_OPS-2:0], warp_ops, serial_in} ^ {we, out_tag, reserved};
    end

    shfl_rvv #(.LANES(LANES), .DEPTH(DEPTH), .NETWORK(NETWORK), .PARTS(PARTS), .AGNOSTIC(AGNOSTIC), .COMPRESS(COMPRESS),
               .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS), .TAG_W(TAG_W)) unit (
        .clk(clk), .rst(rst),
        .in_valid(unit_in_valid), .in_ready(unit_in_ready), .in_tag(in_tag), .op(op), .sew(sew), .lmul(lmul), .vl(vl),
        .vstart(vstart), .vm(vm), .vta(vta), .vma(vma), .dst_reg(dst_reg), .src_reg(src_reg), .x(x), .mask(mask),
        .index(index), .ra({rd[LANES*8-2:0], lane_ops[LANE_OPS-1]}),
        .out_valid(out_valid), .out_ready(unit_out_ready), .out_tag(out_tag), .reserved(reserved), .rd(rd), .we(we));
endmodule
`default_nettype wire
