// SPDX-License-Identifier: Apache-2.0
// shfl_lane_index - the lane that the operands name, which may lie outside of the warp, and the limit that
// the range check compares it with. Spec: docs/rules.md 3.1 and 3.2.
`default_nettype none
`include "shfl_defs.vh"
module shfl_lane_index #(
    parameter integer LANES = 32
) (
    input  wire [`SHFL_MODE_W-1:0]         mode,
    input  wire [$clog2(LANES)-1:0]        lane,
    input  wire [$clog2(LANES)-1:0]        index,
    input  wire [$clog2(LANES)-1:0]        clamp,
    input  wire [$clog2(LANES)-1:0]        segmask,
    output wire signed [$clog2(LANES)+1:0] j,       // 1-LANES .. 2*LANES-2
    output wire                            up,      // max_lane is a lower limit
    output wire [$clog2(LANES)-1:0]        max_lane
);
    localparam LANE_W = $clog2(LANES);

    wire [LANE_W-1:0] min_lane = lane & segmask;
    wire [LANE_W+1:0] own      = {2'b00, lane};
    wire [LANE_W+1:0] distance = {2'b00, index};

    assign up       = mode == `SHFL_UP;
    assign max_lane = min_lane | (clamp & ~segmask);
    assign j        = mode == `SHFL_IDX  ? {2'b00, min_lane | (index & ~segmask)}
                    : mode == `SHFL_UP   ? own - distance
                    : mode == `SHFL_DOWN ? own + distance
                    :                      own ^ distance;
endmodule
`default_nettype wire
