// SPDX-License-Identifier: Apache-2.0
// shfl_range_check - is j inside the segment and the clamp? Spec: docs/spec.md 3.3.
`default_nettype none
module shfl_range_check #(
    parameter LANES = 32
) (
    input  wire                            up,      // max_lane is a lower limit
    input  wire [$clog2(LANES)-1:0]        max_lane,
    input  wire signed [$clog2(LANES)+1:0] j,       // 1-LANES .. 2*LANES-2
    output wire                            in_range
);
    wire signed [$clog2(LANES)+1:0] limit = {2'b00, max_lane};

    assign in_range = up ? j >= limit : j <= limit;
endmodule
`default_nettype wire
