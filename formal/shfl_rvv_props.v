// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_rvv with DEPTH 0 is docs/rvv.md 3 to 5: no register, so that the pass on the input is the one on the
// output, with its result. All inputs free.
`include "shfl_rvv_defs.vh"
module shfl_rvv_props #(
    parameter integer LANES = 8, parameter integer AGNOSTIC = 1, parameter integer PARTS = 0,
    parameter integer TAG_W = 2,
    parameter integer COMPRESS = 1, parameter integer GATHER = 1, parameter integer ELEN = 64,
    parameter integer REGS = 8
) (
    input wire                      clk, rst, in_valid, out_ready,
    input wire [TAG_W-1:0]          in_tag
);
    `define SHFL_FREE (* anyseq *)
    `include "shfl_rvv_unit.vh"

    wire             in_ready, out_valid;
    wire [TAG_W-1:0] out_tag;

    shfl_rvv #(.LANES(LANES), .DEPTH(0), .AGNOSTIC(AGNOSTIC), .PARTS(PARTS), .COMPRESS(COMPRESS),
               .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS), .TAG_W(TAG_W)) u_unit (.*);

    wire [7:0] got = rd[8*lane +: 8], read_byte = ra[8*spec_j[$clog2(LANES)-1:0] +: 8];      // V5.1.3
    `include "shfl_rvv_want.vh"

    always @* begin
        promised: assume (spec_asked || !spec_legal); // V5.2.9
        offered_while_it_comes: assert (out_valid == (in_valid && !rst));   // V5.3.1
        taken_when_it_leaves:   assert (in_ready == (out_ready && !rst));
        tag_is_the_pass_s:      assert (out_tag == in_tag);
        reserved_is_the_rule:   assert (reserved == !spec_legal);           // V5.2.8
        we_is_the_rule:         assert (we[lane] == spec_writes);           // V5.2.2, V5.2.3, V5.2.4
        if (spec_writes)
            rd_is_the_rule:     assert (got == want);
        scalar:                 cover (spec_writes && by_one && spec_what == NONE && 8 << sew == ELEN && lane % 8 == 5);
        word:                   cover (spec_writes && spec_what == READ && (REGS == 1 || dst_reg != src_reg));
    end
endmodule
