// SPDX-License-Identifier: Apache-2.0
// Proof: from one end of the unit to the other, a warp becomes what docs/rules.md 2 to 4 say, whatever the state
// was that it met; for the sizes at which shfl_props would be too large. Nothing stalls, and behind this warp the
// same operands come again and again.
`include "shfl_defs.vh"
module shfl_data_props #(
    parameter integer LANES = 32, parameter integer W = 32, parameter integer DEPTH = 1, parameter integer POLICY = 0,
    parameter integer PARTS = 0, parameter integer TAG_W = 16
) (
    input wire                     clk
);
    (* anyconst *) reg [TAG_W-1:0]         in_tag;
    (* anyconst *) reg [`SHFL_MODE_W-1:0]  mode;
    (* anyconst *) reg                     sb_is_imm, sc_is_imm;
    (* anyconst *) reg [$clog2(LANES)-1:0] sb_imm;
    (* anyconst *) reg [$clog2(LANES)+7:0] sc_imm;
    (* anyconst *) reg [LANES-1:0]         active;
    (* anyconst *) reg [LANES*W-1:0]       ra;
    (* anyconst *) reg [LANES*32-1:0]      sb, sc;

    localparam LANE_W = $clog2(LANES);
    `include "shfl_spec.vh"
    `include "shfl_want.vh"

    wire               in_ready, out_valid;
    wire [TAG_W-1:0]   out_tag;
    wire [LANES*W-1:0] rd;
    wire [LANES-1:0]   pu, we, src_active;
    reg  [3:0]         clocks;
    initial clocks = 0;
    always @(posedge clk) clocks <= clocks + 1;

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .TAG_W(TAG_W)) u_shfl (
        .clk(clk), .rst(1'b0), .in_valid(clocks == 0), .in_ready(in_ready), .in_tag(in_tag), .mode(mode),
        .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm), .active(active),
        .ra(ra), .sb(sb), .sc(sc), .out_valid(out_valid), .out_ready(1'b1), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));

    always @*
        if (clocks == DEPTH) begin
            offered:                assert (out_valid);
            tag_is_the_warps:       assert (out_tag == in_tag);
            rd_is_the_rule:         assert (rd == want_rd);
            pu_is_the_rule:         assert (pu == want_pu);
            we_is_the_rule:         assert (we == want_we);
            src_active_is_the_rule: assert (src_active == want_src_active);
        end
endmodule
