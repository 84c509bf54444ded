// SPDX-License-Identifier: Apache-2.0
// Proof: a unit with SKID 1 is one with SKID 0 and a skid buffer behind it, for any sequence of offers, stalls and
// resets, and for all time. These two are proved in shfl_props, shfl_depth0_props and shfl_skid_props.
`include "shfl_defs.vh"
module shfl_unit_skid_props #(
    parameter integer LANES = 2, parameter integer W = 1, parameter integer DEPTH = 3, parameter integer POLICY = 0,
    parameter integer PARTS = 0, parameter integer NETWORK = 0, parameter integer ELASTIC = 0,
    parameter integer GATE = 0, parameter integer TAG_W = 1
) (
    input wire clk, rst, in_valid, taken
);
    localparam VOTE = 0, SELECTS = 0;
    wire in_ready, out_valid, out_ready;            // of the unit with SKID 0
    `define SHFL_FREE (* anyseq *)
    `include "shfl_unit.vh"

    localparam OUT_W = TAG_W + LANES * W + 3 * LANES;
    wire             two_valid, one_valid, one_ready;
    wire [OUT_W-1:0] two, one;

    shfl_skid #(.W(OUT_W)) u_skid (
        .clk(clk), .rst(rst), .in_valid(out_valid), .in_ready(out_ready), .in({out_tag, rd, pu, we, src_active}),
        .out_valid(two_valid), .out_ready(taken), .out(two));

    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK), .ELASTIC(ELASTIC),
          .GATE(GATE), .SKID(1), .TAG_W(TAG_W)) u_one (
        .in_ready(one_ready), .out_valid(one_valid), .out_ready(taken), .out_tag(one[OUT_W-1 -: TAG_W]),
        .rd(one[3*LANES +: LANES*W]), .pu(one[2*LANES +: LANES]), .we(one[LANES +: LANES]),
        .src_active(one[0 +: LANES]), .*);

    `include "shfl_skid_same.vh"
endmodule
