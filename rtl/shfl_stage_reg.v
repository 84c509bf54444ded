// SPDX-License-Identifier: Apache-2.0
// shfl_stage_reg - a pipeline register of W bits, or W wires in its place. Spec: docs/rules.md 5.5.
`default_nettype none
module shfl_stage_reg #(
    parameter integer W       = 1,
    parameter integer PRESENT = 1                   // 1: a register, 0: wires
) (
    input  wire         clk,
    input  wire         enable,
    input  wire [W-1:0] in,
    output wire [W-1:0] out
);
    generate
        if (PRESENT != 0) begin : g_reg
            reg [W-1:0] q;
            always @(posedge clk)
                if (enable) q <= in;
            assign out = q;
        end else begin : g_wire
            wire unused_ok = &{1'b0, clk, enable};
            assign out = in;
        end
    endgenerate
endmodule
`default_nettype wire
