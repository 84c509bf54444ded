// SPDX-License-Identifier: Apache-2.0
// Proof: the unit with DEPTH 0 is docs/rules.md: no register, so that the warp on the input is the one on the output,
// with its answer. All inputs free.
`include "shfl_defs.vh"
module shfl_depth0_props #(
    parameter integer LANES = 2, parameter integer W = 1, parameter integer POLICY = 0, parameter integer PARTS = 0,
    parameter integer TAG_W = 1
) (
    input wire                     clk, rst, in_valid, out_ready,
    input wire [TAG_W-1:0]         in_tag,
    input wire [`SHFL_MODE_W-1:0]  mode,
    input wire                     sb_is_imm, sc_is_imm,
    input wire [$clog2(LANES)-1:0] sb_imm,
    input wire [$clog2(LANES)+7:0] sc_imm,
    input wire [LANES-1:0]         active,
    input wire [LANES*W-1:0]       ra,
    input wire [LANES*32-1:0]      sb, sc
);
    localparam LANE_W = $clog2(LANES);
    `include "shfl_spec.vh"
    `include "shfl_want.vh"

    wire               in_ready, out_valid;
    wire [TAG_W-1:0]   out_tag;
    wire [LANES*W-1:0] rd;
    wire [LANES-1:0]   pu, we, src_active;

    shfl #(.LANES(LANES), .W(W), .DEPTH(0), .POLICY(POLICY), .PARTS(PARTS), .TAG_W(TAG_W)) u_shfl (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm), .active(active),
        .ra(ra), .sb(sb), .sc(sc), .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    always @* begin
        offered_while_it_comes:     assert (out_valid == (in_valid && !rst));
        taken_when_it_leaves:       assert (in_ready == (out_ready && !rst));
        tag_is_the_warps:           assert (out_tag == in_tag);
        rd_is_the_rule:             assert (rd == want_rd);
        pu_is_the_rule:             assert (pu == want_pu);
        we_is_the_rule:             assert (we == want_we);
        src_active_is_the_rule:     assert (src_active == want_src_active);
        passes_through:             cover  (out_valid && in_ready && rd != ra && pu != 0 && we != src_active);
        reset_while_it_comes:       cover  (in_valid && out_ready && !out_valid);
    end
endmodule
