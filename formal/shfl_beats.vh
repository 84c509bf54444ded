// SPDX-License-Identifier: Apache-2.0
// The beats of the warp that arrives, and what the source promises of them: no number twice, and all numbers are a
// whole warp. To be included behind shfl_picked.vh, in a module with BEATS, in_beat and in_last.
wire            last = BEATS == 1 || in_last;
reg [BEATS-1:0] came;
initial came = 0;
always @(posedge clk)
    if (rst)        came <= 0;
    else if (taken) came <= last ? 0 : came | 1 << in_beat;

always @* begin
    one_beat_is_0:   assume (BEATS > 1 || in_beat == 0);                                // R6.2.1
    no_number_twice: assume (!in_valid || BEATS == 1 || !came[in_beat]);                    // R6.2.2, R12.2.2
    all_are_a_warp:  assume (!in_valid || last || (came | 1 << in_beat) != {BEATS{1'b1}});  // R6.2.3
end
