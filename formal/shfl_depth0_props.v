// SPDX-License-Identifier: Apache-2.0
// Proof: the unit with DEPTH 0 is docs/rules.md: no register, so that the warp on the input is the one on the output,
// with its result. All inputs free.
`include "shfl_defs.vh"
module shfl_depth0_props #(
    parameter integer LANES = 2, parameter integer W = 2, parameter integer POLICY = 0, parameter integer PARTS = 0,
    parameter integer VOTE = 0, parameter integer TAG_W = 2
) (
    input wire clk, rst, in_valid, out_ready
);
    localparam DEPTH = 0, NETWORK = 0, SELECTS = 0, ELASTIC = 0, GATE = 0;
    wire in_ready, out_valid;
    `define SHFL_FREE (* anyseq *)
    `include "shfl_unit.vh"

    always @* begin
        offered_while_it_comes:     assert (out_valid == (in_valid && !rst)); // R5.3.4, R5.4.3
        taken_when_it_leaves:       assert (in_ready == (out_ready && !rst)); // R5.3.4, R5.4.2
        tag_is_the_warps:           assert (out_tag == in_tag);
        rd_is_the_rule:             assert (rd == want_rd);    // R4.3, R5.3.4
        pu_is_the_rule:             assert (pu == want_pu);
        we_is_the_rule:             assert (we == want_we);
        src_active_is_the_rule:     assert (src_active == want_src_active || want_is_vote);
        passes_through:             cover  (out_valid && in_ready && rd != ra && pu != 0 && we != src_active);
        reset_while_it_comes:       cover  (in_valid && out_ready && !out_valid);
    end
endmodule
