// SPDX-License-Identifier: Apache-2.0
// shfl_isolate - operand isolation: W bits that are 0 while nothing is valid, so that no logic behind them switches, or
// wires in its place. Spec: R5.3.15.
`default_nettype none
module shfl_isolate #(
    parameter integer W       = 1,
    parameter integer PRESENT = 1                   // 1: isolated, 0: wires
) (
    input  wire         valid,
    input  wire [W-1:0] in,
    output wire [W-1:0] out
);
    generate
        if (PRESENT != 0) begin : g_and
            assign out = in & {W{valid}};
        end else begin : g_wires
            wire unused_ok = &{1'b0, valid};
            assign out = in;
        end
    endgenerate
endmodule
`default_nettype wire
