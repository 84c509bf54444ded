// SPDX-License-Identifier: Apache-2.0
// shfl_ulx3s - the test on a ULX3S. A 1 at wifi_gpio0 keeps the ESP32 from loading another bitstream.
`default_nettype none
module shfl_ulx3s (
    input  wire clk,
    input  wire rx,
    output wire tx,
    output wire led_right,
    output wire led_wrong,
    output wire wifi_gpio0
);
    assign wifi_gpio0 = 1'b1;
    shfl_board u_board (.clk(clk), .rx(rx), .tx(tx), .right(led_right), .wrong(led_wrong));
endmodule
`default_nettype wire
