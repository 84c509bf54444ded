// SPDX-License-Identifier: Apache-2.0
// shfl_crossbar_alone - the crossbar and nothing else, to count its LUTs: from the lanes that are read and their
// words to the words that were read, without stage registers. Of the active bits nothing is left.
`default_nettype none
module shfl_crossbar_alone #(
    parameter LANES = 32,
    parameter W     = 32,
    parameter PARTS = 0                             // 0: the crossbar chooses
) (
    input  wire [LANES*W-1:0]             ra,
    input  wire [LANES*$clog2(LANES)-1:0] src_lane,
    output wire [LANES*W-1:0]             src_data
);
    wire [LANES-1:0] src_active;

    shfl_crossbar #(.LANES(LANES), .W(W), .PARTS(PARTS)) crossbar (
        .clk(1'b0), .load_select(1'b0), .load_high(1'b0),
        .j(src_lane), .reads_j({LANES{1'b1}}), .ra(ra),
        .active({LANES{1'b0}}), .src_data(src_data), .src_active(src_active));

    wire unused_ok = &{1'b0, src_active};
endmodule
`default_nettype wire
