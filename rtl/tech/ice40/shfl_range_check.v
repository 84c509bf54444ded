// SPDX-License-Identifier: Apache-2.0
// shfl_range_check for iCE40, in place of rtl/shfl_range_check.v: three LUT4s in a row for 32 lanes, where synthesis
// makes four of a comparison. Spec: docs/rules.md 3.3.
`default_nettype none
module shfl_range_check #(
    parameter integer LANES = 32
) (
    input  wire                            up,      // max_lane is a lower limit
    input  wire [$clog2(LANES)-1:0]        max_lane,
    input  wire signed [$clog2(LANES)+1:0] j,       // 1-LANES .. 2*LANES-2
    output wire                            in_range
);
    localparam LANE_W = $clog2(LANES);

    // Below lane 0 and above the last lane, and only there, bit LANE_W of j is 1. What is left are two lane numbers,
    // which are compared in pairs of bits, side by side.
    wire       outside = j[LANE_W];
    wire [5:0] at      = {{6-LANE_W{1'b0}}, j[LANE_W-1:0]} << (6 - LANE_W);
    wire [5:0] limit   = {{6-LANE_W{1'b0}}, max_lane} << (6 - LANE_W);

    wire [2:0] below, same, beyond;

    genvar p;
    generate
        for (p = 0; p < 3; p = p + 1) begin : g_pair
            assign below[p]  = at[2*p +: 2] < limit[2*p +: 2];
            assign same[p]   = at[2*p +: 2] == limit[2*p +: 2];
            assign beyond[p] = up ? below[p] : !below[p] && !same[p];
        end
    endgenerate

    assign in_range = !(outside || beyond[2] || (same[2] && (beyond[1] || (same[1] && beyond[0]))));

    wire unused_ok = &{1'b0, j[LANE_W+1], same[0]};
endmodule
`default_nettype wire
