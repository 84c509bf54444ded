// SPDX-License-Identifier: Apache-2.0
// shfl_hx8k - the test on Lattice's iCE40-HX8K breakout board.
`default_nettype none
module shfl_hx8k (
    input  wire clk,
    input  wire rx,
    output wire tx,
    output wire led_right,
    output wire led_wrong
);
    shfl_board u_board (.clk(clk), .rx(rx), .tx(tx), .right(led_right), .wrong(led_wrong));
endmodule
`default_nettype wire
