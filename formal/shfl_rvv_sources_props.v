// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_rvv_sources is docs/rvv.md 3, 4.1 and 5.2, in any byte lane of any pass: which bytes are written, with
// the byte of which lane, with ones, or with 0 or a byte of x. All inputs free.
`include "shfl_rvv_defs.vh"
// With an OP below 8, of that operation alone; with a LANE below LANES, of that lane alone.
module shfl_rvv_sources_props #(
    parameter integer LANES = 8, parameter integer AGNOSTIC = 1, parameter integer OP = 8,
    parameter integer LANE = LANES,
    parameter integer COMPRESS = 1, parameter integer GATHER = 1, parameter integer ELEN = 64,
    parameter integer REGS = 8
);
    localparam LANE_W = $clog2(LANES);
    `define SHFL_FREE (* anyseq *)
    `include "shfl_rvv_unit.vh"

    wire [LANES*LANE_W-1:0] j;
    wire [LANES-1:0]        reads_j, writes, ones;

    shfl_rvv_sources #(.LANES(LANES), .AGNOSTIC(AGNOSTIC), .COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN),
                       .REGS(REGS)) u_sources (.clk(1'b0), .load(1'b0), .*);

    function skip(input integer other);                 // not the operation that is proved, or the unit lacks it
        skip = OP != 8 && OP != other || COMPRESS == 0 && other == `SHFL_RVV_COMPRESS
            || GATHER == 0 && (other == `SHFL_RVV_GATHER || other == `SHFL_RVV_GATHER_EI16);
    endfunction

    wire              lane_writes = writes[lane];
    wire              lane_reads  = reads_j[lane];
    wire              lane_ones   = ones[lane];
    wire [LANE_W-1:0] lane_j      = j[LANE_W*lane +: LANE_W];

    always @* begin
        promised:   assume (spec_asked || !spec_legal); // V5.2.9
        one_of_all: assume ((OP == 8 || op == OP)
                            && (LANE == LANES || lane == LANE)); // a choice of the proof: a proof each
        reserved_is_the_rule:      assert (reserved == !spec_legal);    // V4.1.1, V4.1.2, V4.1.3, V5.2.8, V5.2.11
        // V3.1.1, V3.1.2, V3.4.2, V5.2.2, V5.2.3, V5.2.4, V5.2.6, V5.2.7
        writes_is_the_rule:        assert (lane_writes == spec_writes);
        if (spec_writes)           // V3.2.1, V3.3.1, V3.4.1
            reads_is_the_rule:     assert (lane_reads == (spec_what == READ));
        if (spec_writes && spec_what == READ)  // V3.2.2, V5.2.1
            lane_is_the_rule:      assert (lane_j == spec_j);
        if (spec_writes && spec_what != READ)  // V3.1.3
            ones_is_the_rule:      assert (lane_ones == (spec_what == BLANK));
        nothing_outside:           assert (!lane_writes || (spec_e >= vstart && vl > vstart));  // V3.1.1, V3.1.2
        if (skip(`SHFL_RVV_GATHER) || op == `SHFL_RVV_GATHER)
            gathers: cover (skip(`SHFL_RVV_GATHER)
                            || (spec_writes && spec_what == READ && sew == 1 && spec_regs == REGS));
        if (skip(`SHFL_RVV_GATHER_EI16) || op == `SHFL_RVV_GATHER_EI16)
            outside: cover (skip(`SHFL_RVV_GATHER_EI16) || (spec_writes && spec_what == NONE && sew == 0));
        if (skip(`SHFL_RVV_SLIDEDOWN) || op == `SHFL_RVV_SLIDEDOWN)
            slides_far: cover (skip(`SHFL_RVV_SLIDEDOWN) || (spec_writes && spec_what == NONE && x[63]));
        if (skip(`SHFL_RVV_COMPRESS) || op == `SHFL_RVV_COMPRESS)
            packs: cover (skip(`SHFL_RVV_COMPRESS)
                          || (spec_writes && spec_what == READ && spec_j != lane && src_reg == REGS / 4));
        if (skip(`SHFL_RVV_COMPRESS) || op == `SHFL_RVV_COMPRESS)
            is_tail: cover (skip(`SHFL_RVV_COMPRESS) || (spec_what == BLANK && src_reg == 0));
        is_reserved:  cover (reserved);
    end
endmodule
