// SPDX-License-Identifier: Apache-2.0
// shfl_held - the unit with the same ports, which looks at its inputs on the falling edge of clk only. What is
// behind an input Verilator computes on every evaluation, two per clock cycle; what is behind a register, once.
// For simulation only.
`default_nettype none
`include "shfl_defs.vh"
module shfl_held #(
    parameter LANES  = 32,
    parameter W      = 32,
    parameter DEPTH  = 1,
    parameter POLICY = `SHFL_ZERO,
    parameter PARTS  = 0,
    parameter NETWORK = 0,
    parameter SKID   = 0,
    parameter TAG_W  = 16
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [TAG_W-1:0]         in_tag,
    input  wire [`SHFL_MODE_W-1:0]  mode,
    input  wire                     sb_is_imm,
    input  wire                     sc_is_imm,
    input  wire [$clog2(LANES)-1:0] sb_imm,
    input  wire [$clog2(LANES)+7:0] sc_imm,
    input  wire [LANES-1:0]         active,
    input  wire [LANES*W-1:0]       ra,
    input  wire [LANES*32-1:0]      sb,
    input  wire [LANES*32-1:0]      sc,

    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [TAG_W-1:0]         out_tag,
    output wire [LANES*W-1:0]       rd,
    output wire [LANES-1:0]         pu,
    output wire [LANES-1:0]         we,
    output wire [LANES-1:0]         src_active
);
    reg                     held_rst, held_in_valid, held_sb_is_imm, held_sc_is_imm, held_out_ready;
    reg [TAG_W-1:0]         held_in_tag;
    reg  [`SHFL_MODE_W-1:0]  held_mode;
    reg [$clog2(LANES)-1:0] held_sb_imm;
    reg [$clog2(LANES)+7:0] held_sc_imm;
    reg [LANES-1:0]         held_active;
    reg [LANES*W-1:0]       held_ra;
    reg [LANES*32-1:0]      held_sb, held_sc;

    always @(negedge clk) begin
        held_rst       <= rst;
        held_in_valid  <= in_valid;
        held_in_tag    <= in_tag;
        held_mode      <= mode;
        held_sb_is_imm <= sb_is_imm;
        held_sc_is_imm <= sc_is_imm;
        held_sb_imm    <= sb_imm;
        held_sc_imm    <= sc_imm;
        held_active    <= active;
        held_ra        <= ra;
        held_sb        <= sb;
        held_sc        <= sc;
        held_out_ready <= out_ready;
    end

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK), .SKID(SKID),
          .TAG_W(TAG_W)) shfl (
        .clk(clk), .rst(held_rst),
        .in_valid(held_in_valid), .in_ready(in_ready), .in_tag(held_in_tag), .mode(held_mode),
        .sb_is_imm(held_sb_is_imm), .sc_is_imm(held_sc_is_imm), .sb_imm(held_sb_imm), .sc_imm(held_sc_imm),
        .active(held_active), .ra(held_ra), .sb(held_sb), .sc(held_sc),
        .out_valid(out_valid), .out_ready(held_out_ready), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
