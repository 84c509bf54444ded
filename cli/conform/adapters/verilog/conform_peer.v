// SPDX-License-Identifier: Apache-2.0
// The module under test, `PEER, with the parameters `PARAMS, behind the ports that the bench and the proof use.
//
// It has the ports of module shfl (docs/rules.md 5.2), and any latency; or, with `FUNCTION, it is combinational, and
// has mode, active, ra, sb, sc, rd, pu and we alone.
`default_nettype none
module conform_peer #(
    parameter LANES = 32,
    parameter W     = 32
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                in_valid,
    output wire                in_ready,
    input  wire [1:0]          mode,
    input  wire [LANES-1:0]    active,
    input  wire [LANES*W-1:0]  ra,
    input  wire [LANES*32-1:0] sb,
    input  wire [LANES*32-1:0] sc,
    output wire                out_valid,
    output wire [LANES*W-1:0]  rd,
    output wire [LANES-1:0]    pu,
    output wire [LANES-1:0]    we
);
`ifdef FUNCTION
    assign in_ready  = !rst;
    assign out_valid = in_valid && !rst;
    `PEER `PARAMS u_peer (.mode(mode), .active(active), .ra(ra), .sb(sb), .sc(sc), .rd(rd), .pu(pu), .we(we));
    wire unused_ok = &{1'b0, clk};
`else
    wire [15:0]      out_tag;
    wire [LANES-1:0] src_active;
    `PEER `PARAMS u_peer (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_tag(16'd0), .mode(mode),
        .sb_is_imm(1'b0), .sc_is_imm(1'b0), .sb_imm({$clog2(LANES){1'b0}}), .sc_imm({$clog2(LANES)+8{1'b0}}),
        .active(active), .ra(ra), .sb(sb), .sc(sc),
        .out_valid(out_valid), .out_ready(1'b1), .out_tag(out_tag),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
    wire unused_ok = &{1'b0, out_tag, src_active};
`endif
endmodule
`default_nettype wire
