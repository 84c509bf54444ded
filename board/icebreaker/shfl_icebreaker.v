// SPDX-License-Identifier: Apache-2.0
// shfl_icebreaker - the test on an iCEBreaker. LEDs are on at 0.
`default_nettype none
module shfl_icebreaker (
    input  wire clk,
    input  wire rx,
    output wire tx,
    output wire led_right_n,
    output wire led_wrong_n
);
    wire right, wrong;
    assign led_right_n = !right;
    assign led_wrong_n = !wrong;
    shfl_board u_board (.clk(clk), .rx(rx), .tx(tx), .right(right), .wrong(wrong));
endmodule
`default_nettype wire
