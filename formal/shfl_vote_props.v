// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_vote is docs/rules.md 8 for a whole warp, without a register. All inputs free.
`include "shfl_defs.vh"
module shfl_vote_props #(parameter integer LANES = 8, parameter integer ELECT = 1, parameter integer TAG_W = 2) (
    input wire                    clk, rst, in_valid, out_ready,
    input wire [TAG_W-1:0]        in_tag,
    input wire [`SHFL_VOTE_OP_W-1:0] op,
    input wire [LANES-1:0]        active, p
);
    `include "shfl_vote_spec.vh"
    wire             in_ready, out_valid;
    wire [TAG_W-1:0] out_tag;
    wire [LANES-1:0] rd, pu, we;

    shfl_vote #(.LANES(LANES), .WAYS(LANES), .ELECT(ELECT), .DEPTH(0), .TAG_W(TAG_W)) u_vote (
        .in_beat(1'b0), .in_last(1'b1), .*);

    reg [LANES-1:0] want_pu;
    integer         k;
    always @* begin
        for (k = 0; k < LANES; k = k + 1) want_pu[k] = spec_vote_pu(op, active, p, k);
        op_is_there:       assume (spec_vote_has(op, ELECT)); // R8.3, R12.1.1
        rd_is_the_rule:    assert (rd == spec_vote_rd(op, active, p)); // R8.1, R8.2, R8.3, R8.4, R8.6
        pu_is_the_rule:    assert (pu == want_pu);                     // R8.3, R8.4, R8.6
        we_is_active:      assert (we == active);                      // R8.5
        tag_is_the_warps:  assert (out_tag == in_tag);
        offered:           assert (out_valid == (in_valid && !rst));   // R12.3.4
        taken:             assert (in_ready == (out_ready && !rst));
        all_of_some:       cover  (op == `SHFL_VOTE_ALL && pu != 0 && active != 0 && ~active != 0 && p != active);
        eq_against:        cover  (op == `SHFL_VOTE_EQ && pu != 0 && rd == 0 && active != 0);
        last_lane:         cover  (op == `SHFL_VOTE_ANY && rd[LANES-1] && pu[0]);
    end
endmodule
