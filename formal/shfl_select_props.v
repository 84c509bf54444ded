// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_select is docs/rules.md 3.3, second line. All inputs free.
module shfl_select_props #(parameter integer LANES = 32) (
    input wire in_range,
    input wire [$clog2(LANES)-1:0] j, lane
);
    wire [$clog2(LANES)-1:0] src_lane;

    shfl_select #(.LANES(LANES)) u_select (.in_range(in_range), .j(j), .lane(lane), .src_lane(src_lane));

    always @* begin
        if (in_range)  in_range_is_j:            assert (src_lane == j);
        if (!in_range) out_of_range_is_own_lane: assert (src_lane == lane);
        elsewhere:                  cover  (in_range && j != lane && src_lane == LANES - 1);
    end
endmodule
