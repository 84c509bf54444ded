// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_lane_index is docs/rules.md 3.1 and 3.2. All inputs free.
`include "shfl_defs.vh"
module shfl_lane_index_props #(parameter integer LANES = 32) (
    input wire [`SHFL_MODE_W-1:0] mode,
    input wire [$clog2(LANES)-1:0] lane, index, clamp, segmask
);
    localparam LANE_W = $clog2(LANES);
    `include "shfl_spec.vh"
    wire signed [LANE_W+1:0] j;
    wire                     up;
    wire [LANE_W-1:0]        max_lane;

    shfl_lane_index #(.LANES(LANES)) u_lane_index (.*);

    integer j_is;
    always @* begin
        j_is = j;
        j_is_the_rule:              assert (j_is == spec_j(mode, lane, index, segmask)); // R3.2.1
        max_lane_is_the_rule:       assert (max_lane == spec_max_lane(lane, clamp, segmask)); // R3.1.2, R3.1.3
        up_is_the_mode:             assert (up == (mode == `SHFL_UP));
        // shfl_range_check_props assumes these three
        j_has_its_range:            assert (j_is > -LANES && j_is <= 2 * LANES - 2);
        only_up_goes_below_0:       assert (j_is >= 0 || up);
        up_never_goes_beyond:       assert (j_is < LANES || !up);
        up_at_its_least:            cover  (j_is == 1 - LANES);
        down_at_its_most:           cover  (j_is == 2 * LANES - 2);
        bfly:                       cover  (mode == `SHFL_BFLY && index != 0 && j_is != lane);
        idx_elsewhere:              cover  (mode == `SHFL_IDX && j_is != lane && max_lane == j_is);
    end
endmodule
