// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_range_check is docs/rules.md 3.3, for every j that shfl_lane_index can give.
module shfl_range_check_props #(parameter integer LANES = 32) (
    input wire up,
    input wire [$clog2(LANES)-1:0] max_lane,
    input wire signed [$clog2(LANES)+1:0] j
);
    localparam LANE_W = $clog2(LANES);
    `include "shfl_spec.vh"
    wire in_range;

    shfl_range_check #(.LANES(LANES)) u_range_check (.*);

    integer j_is;
    always @* begin
        j_is = j;
        // proved of shfl_lane_index, by the same names, in shfl_lane_index_props
        j_has_its_range:            assume (j_is > -LANES && j_is <= 2 * LANES - 2); // proved by lane_index
        only_up_goes_below_0:       assume (j_is >= 0 || up); // proved by lane_index
        up_never_goes_beyond:       assume (j_is < LANES || !up); // proved by lane_index
        // R3.3.1, R3.3.2
        in_range_is_the_comparison: assert (in_range == spec_in_range(up ? `SHFL_UP : `SHFL_DOWN, j_is, max_lane));
        in_range_names_a_lane:      assert (!in_range || (j_is >= 0 && j_is < LANES));
        below_the_warp:             cover  (j_is == 1 - LANES && !in_range);
        beyond_the_warp:            cover  (j_is == 2 * LANES - 2 && !in_range);
        at_the_limit:               cover  (in_range && j_is == max_lane && j_is > 0);
        just_below:                 cover  (up && !in_range && j_is + 1 == max_lane);
        just_beyond:                cover  (!up && !in_range && j_is == max_lane + 1);
    end
endmodule
