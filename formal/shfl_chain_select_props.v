// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_chain_select selects j or the own lane, by its input: docs/rules.md 3.3, second line; and its lines are
// one-hot as shfl_chain_low wants them. All inputs free.
module shfl_chain_select_props #(parameter integer LANES = 32) (
    input wire clk, reads_j,
    input wire [$clog2(LANES)-1:0] j, lane
);
    wire [$clog2(LANES)-1:0] src_lane;
    wire [LANES/2:0]         select;

    shfl_chain_select #(.LANES(LANES)) u_select (.*);

    reg [$clog2(LANES)-1:0] want_lane;
    reg [LANES/2:0]         want;
    always @* begin
        want_lane = lane;
        if (reads_j) want_lane = j;
        want    = 0;
        want[0] = want_lane % 2;
        want[1 + want_lane / 2] = 1;
        src_lane_is_the_rule:       assert (src_lane == want_lane);
        select_names_src_lane:      assert (select == want);
        itself:                     cover  (!reads_j && j != lane && src_lane == lane);
        elsewhere:                  cover  (reads_j && j != lane && src_lane == LANES - 1);
    end
endmodule
