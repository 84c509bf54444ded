// SPDX-License-Identifier: Apache-2.0
// shfl_range_check - is j a lane inside the segment and the clamp? Spec: R3.3.1, R3.3.2.
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

    // j is below lane 0 or above the last lane: in both cases, and only then, this bit is 1
    wire              outside = j[LANE_W];
    wire [LANE_W-1:0] at      = j[LANE_W-1:0];

    assign in_range = !outside && (up ? at >= max_lane : at <= max_lane);

    wire unused_ok = &{1'b0, j[LANE_W+1]};          // the sign, which outside covers
endmodule
`default_nettype wire
