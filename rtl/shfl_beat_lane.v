// SPDX-License-Identifier: Apache-2.0
// shfl_beat_lane - the number of a lane, from that of its beat and of its way. Spec: R6.2.1.
`default_nettype none
`include "shfl_defs.vh"
module shfl_beat_lane #(
    parameter integer LANES  = 32,
    parameter integer WAYS   = 1
) (
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] beat,
    input  wire [$clog2(LANES)-1:0] way,            // 0 to WAYS - 1
    output wire [$clog2(LANES)-1:0] lane
);
    localparam LANE_W = $clog2(LANES);
    localparam BEAT_W = `SHFL_BEAT_W(LANES, WAYS);

    wire [BEAT_W+LANE_W-1:0] first = {{LANE_W{1'b0}}, beat} << $clog2(WAYS);

    assign lane = first[LANE_W-1:0] | way;

    wire unused_ok = &{1'b0, first};
endmodule
`default_nettype wire
