// SPDX-License-Identifier: Apache-2.0
// A unit with a skid buffer of its own, one, gives what one without and a skid buffer behind it, two, give. To be
// included in a module with both; taken: who is behind them takes a result.
reg begun;
initial begun = 0;
always @(posedge clk) begun <= 1;

always @* begin
    begins_with_reset: assume (begun || rst);  // R5.4.1
    if (begun) begin
                            ready_is_the_same:  assert (one_ready == in_ready);     // R5.3.12, R6.3.9
                            valid_is_the_same:  assert (one_valid == two_valid);    // R5.3.12, R6.3.9
        if (two_valid)      answer_is_the_same: assert (one == two);                // R5.3.12, R6.3.9
    end
    full_and_stalled:       cover (begun && two_valid && !taken && !in_ready && !rst);
    kept_leaves:            cover (begun && two_valid && taken && !out_ready && out_valid && !rst);
end
