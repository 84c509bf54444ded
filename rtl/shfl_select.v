// SPDX-License-Identifier: Apache-2.0
// shfl_select - the lane that is read: j or the own lane. Spec: R3.3.3.
`default_nettype none
module shfl_select #(
    parameter integer LANES = 32
) (
    input  wire                     reads_j,        // j is in range, and with policy OWN active, too
    input  wire [$clog2(LANES)-1:0] j,              // its low bits; in range, the others are 0
    input  wire [$clog2(LANES)-1:0] lane,
    output wire [$clog2(LANES)-1:0] src_lane
);
    assign src_lane = reads_j ? j : lane;
endmodule
`default_nettype wire
