// SPDX-License-Identifier: Apache-2.0
// shfl_select - the lane that is read: j if it is in range, otherwise the own lane. Spec: docs/rules.md 3.3.
`default_nettype none
module shfl_select #(
    parameter LANES = 32
) (
    input  wire                     in_range,
    input  wire [$clog2(LANES)-1:0] j,              // its low bits; in range, the others are 0
    input  wire [$clog2(LANES)-1:0] lane,
    output wire [$clog2(LANES)-1:0] src_lane
);
    assign src_lane = in_range ? j : lane;
endmodule
`default_nettype wire
