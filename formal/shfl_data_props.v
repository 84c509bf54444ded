// SPDX-License-Identifier: Apache-2.0
// Proof: from one end of the unit to the other, a warp becomes the result of docs/rules.md 2 to 4, from any state of
// the unit, or with a network from reset; for the sizes at which shfl_props would be too large. Nothing stalls the
// output, and a network makes as many trips as the rules say.
`include "shfl_defs.vh"
module shfl_data_props #(
    parameter integer LANES = 8, parameter integer W = 2, parameter integer DEPTH = 3, parameter integer POLICY = 0,
    parameter integer PARTS = 2, parameter integer NETWORK = 0, parameter integer SELECTS = 0,
    parameter integer ELASTIC = 0, parameter integer GATE = 0, parameter integer VOTE = 0, parameter integer TAG_W = 1
) (
    input wire clk
);
    reg [6:0] clocks;
    reg       sent, begins;
    wire      in_ready, out_valid, out_ready = 1;
    initial {clocks, sent} = 0;
    initial begins = NETWORK != 0;                  // the trips of a warp inside would come first
    always @(posedge clk) begin
        if (!begins) clocks <= clocks + 1;
        sent   <= sent || in_ready;
        begins <= 0;
    end

    wire rst = begins, in_valid = !sent;
    `define SHFL_FREE (* anyconst *)
    `include "shfl_unit.vh"

    always @*
        if (clocks + 1 < DEPTH + want_trips) begin
            // R5.3.3, R5.6.4; without a reset, another warp may be inside
            none_comes_early:       assert (begins || NETWORK == 0 || !out_valid);
        end else if (clocks + 1 == DEPTH + want_trips) begin
            offered:                assert (out_valid);         // R5.3.3, R5.5.1, R5.6.4
            tag_is_the_warps:       assert (out_tag == in_tag);
            rd_is_the_rule:         assert (rd == want_rd);     // R3.1.1, R3.5.1, R4.2, R4.3
            pu_is_the_rule:         assert (pu == want_pu);
            we_is_the_rule:         assert (we == want_we);
            src_active_is_the_rule: assert (src_active == want_src_active || want_is_vote); // R4.3
        end
endmodule
