// shfl_range_check - is j inside the segment and the clamp; if not, the lane reads itself.
// Spec: docs/spec.md 3.3.
`default_nettype none
`include "shfl_defs.vh"
module shfl_range_check #(
    parameter LANES = 32
) (
    input  wire [1:0]                      mode,
    input  wire [$clog2(LANES)-1:0]        lane,
    input  wire [$clog2(LANES)-1:0]        clamp,
    input  wire [$clog2(LANES)-1:0]        segmask,
    input  wire signed [$clog2(LANES)+1:0] j,       // 1-LANES .. 2*LANES-2
    output wire                            in_range,
    output wire [$clog2(LANES)-1:0]        src_lane
);
    localparam LANE_W = $clog2(LANES);

    // signed like j: one unsigned operand would make the whole comparison unsigned
    wire signed [LANE_W+1:0] max_lane = {2'b00, (lane & segmask) | (clamp & ~segmask)};

    assign in_range = (mode == `SHFL_UP) ? (j >= max_lane) : (j <= max_lane);
    assign src_lane = in_range ? j[LANE_W-1:0] : lane;
endmodule
`default_nettype wire
