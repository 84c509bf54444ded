// SPDX-License-Identifier: Apache-2.0
// Proof: from one end of the unit to the other, a warp becomes the result of docs/rules.md 2 to 4, from any
// state of the unit; for the sizes at which shfl_props would be too large. Nothing stalls, and behind this warp the
// same operands are offered again and again.
`include "shfl_defs.vh"
module shfl_data_props #(
    parameter integer LANES = 32, parameter integer W = 32, parameter integer DEPTH = 1, parameter integer POLICY = 0,
    parameter integer PARTS = 0, parameter integer TAG_W = 16
) (
    input wire clk
);
    reg [3:0] clocks;
    initial clocks = 0;
    always @(posedge clk) clocks <= clocks + 1;

    wire rst = 0, in_valid = clocks == 0, out_ready = 1;
    `define SHFL_FREE (* anyconst *)
    `include "shfl_unit.vh"

    always @*
        if (clocks == DEPTH) begin
            offered:                assert (out_valid);         // R5.3.3, R5.5.1
            tag_is_the_warps:       assert (out_tag == in_tag);
            rd_is_the_rule:         assert (rd == want_rd);     // R3.1.1, R3.5.1, R4.2, R4.3
            pu_is_the_rule:         assert (pu == want_pu);
            we_is_the_rule:         assert (we == want_we);
            src_active_is_the_rule: assert (src_active == want_src_active); // R4.3
        end
endmodule
