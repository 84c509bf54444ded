// SPDX-License-Identifier: Apache-2.0
// shfl_skid - a skid buffer of W bits, or wires in its place. No path leads from out_ready to in_ready: a word
// that arrives while the output stalls is kept. It adds no clock. Spec: R5.3.12.
`default_nettype none
module shfl_skid #(
    parameter integer W       = 1,
    parameter integer PRESENT = 1                   // 1: a skid buffer, 0: wires
) (
    input  wire         clk,
    input  wire         rst,

    input  wire         in_valid,
    output wire         in_ready,
    input  wire [W-1:0] in,

    output wire         out_valid,
    input  wire         out_ready,
    output wire [W-1:0] out
);
    generate
        if (PRESENT != 0) begin : g_skid
            reg         full;
            reg [W-1:0] kept;

            assign in_ready  = !full && !rst;
            assign out_valid = full || in_valid;
            assign out       = full ? kept : in;

            always @(posedge clk) begin
                full <= out_valid && !out_ready && !rst;
                if (!full) kept <= in;
            end
        end else begin : g_wire
            wire unused_ok = &{1'b0, clk, rst};
            assign in_ready  = out_ready;
            assign out_valid = in_valid;
            assign out       = in;
        end
    endgenerate
endmodule
`default_nettype wire
