// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_select selects j or the own lane, by its input: docs/rules.md 3.3, second line. All inputs free.
module shfl_select_props #(parameter integer LANES = 32) (
    input wire reads_j,
    input wire [$clog2(LANES)-1:0] j, lane
);
    wire [$clog2(LANES)-1:0] src_lane;

    shfl_select #(.LANES(LANES)) u_select (.*);

    always @* begin
        if (reads_j)  it_reads_lane_j:    assert (src_lane == j);    // R3.3.3
        if (!reads_j) or_it_reads_itself: assert (src_lane == lane); // R3.3.3
        elsewhere:                  cover  (reads_j && j != lane && src_lane == LANES - 1);
    end
endmodule
