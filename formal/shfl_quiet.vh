// SPDX-License-Identifier: Apache-2.0
// R5.3.14, where it can be seen from outside: with GATE no bubble loads the register of the result. To be included
// behind shfl_picked.vh, in a module with GATE, and with WHOLE_RESULT, 1 if a result comes on one clock, and not by
// trips or beats.
reg was_reset;
initial was_reset = 1;
always @(posedge clk) was_reset <= rst;

always @*
    if (begun && !was_reset && !out_valid)
        no_bubble_is_loaded: assert (GATE == 0 || WHOLE_RESULT == 0 || out == out_past);
