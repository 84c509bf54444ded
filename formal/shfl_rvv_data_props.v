// SPDX-License-Identifier: Apache-2.0
// Proof: from one end of shfl_rvv with registers to the other, a pass becomes the result of docs/rvv.md 3 to 5 in any
// byte. The pass is alone: shfl_alone.vh.
`include "shfl_rvv_defs.vh"
module shfl_rvv_data_props #(
    parameter integer LANES = 8, parameter integer DEPTH = 1, parameter integer AGNOSTIC = 1,
    parameter integer NETWORK = 0, parameter integer TAG_W = 2,
    parameter integer COMPRESS = 1, parameter integer GATHER = 1, parameter integer ELEN = 64,
    parameter integer REGS = 8
) (
    input wire clk
);
    `include "shfl_alone.vh"

    localparam PASS_W = TAG_W + `SHFL_RVV_OP_W + 14 + 2 * $clog2(LANES) + 7 + 64 + LANES * 25;
    `define SHFL_FREE (* anyconst *)
    `include "shfl_rvv_unit.vh"
    (* anyconst *) reg [TAG_W-1:0]  in_tag;
    (* anyseq *)   reg [PASS_W-1:0] others;

    wire [`SHFL_RVV_OP_W-1:0] pin_op;
    wire [1:0]                pin_sew;
    wire [2:0]                pin_lmul, pin_dst_reg, pin_src_reg;
    wire [$clog2(LANES)+3:0]  pin_vl;
    wire [$clog2(LANES)+2:0]  pin_vstart;
    wire                      pin_vm, pin_vta, pin_vma;
    wire [63:0]               pin_x;
    wire [LANES-1:0]          pin_mask;
    wire [LANES*16-1:0]       pin_index;
    wire [LANES*8-1:0]        pin_ra;
    wire [TAG_W-1:0]          pin_tag, out_tag;
    assign {pin_tag, pin_op, pin_sew, pin_lmul, pin_vl, pin_vstart, pin_vm, pin_vta, pin_vma, pin_dst_reg, pin_src_reg,
            pin_x, pin_mask, pin_index, pin_ra} =
        in_valid ? {in_tag, op, sew, lmul, vl, vstart, vm, vta, vma, dst_reg, src_reg, x, mask, index, ra} : others;

    shfl_rvv #(.LANES(LANES), .DEPTH(DEPTH), .AGNOSTIC(AGNOSTIC), .NETWORK(NETWORK), .COMPRESS(COMPRESS),
               .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS), .TAG_W(TAG_W)) u_unit (
        .in_tag(pin_tag), .op(pin_op), .sew(pin_sew), .lmul(pin_lmul), .vl(pin_vl), .vstart(pin_vstart), .vm(pin_vm),
        .vta(pin_vta), .vma(pin_vma), .dst_reg(pin_dst_reg), .src_reg(pin_src_reg), .x(pin_x), .mask(pin_mask),
        .index(pin_index), .ra(pin_ra), .out_ready(1'b1), .*);

    wire [7:0] got = rd[8*lane +: 8], read_byte = ra[8*spec_j[$clog2(LANES)-1:0] +: 8];      // V5.1.3
    `include "shfl_rvv_want.vh"

    always @* begin
        promised: assume (spec_asked || !spec_legal); // V5.2.9
        if (leaves)                tag_is_the_pass_s:    assert (out_tag == in_tag);
        if (leaves)                reserved_is_the_rule: assert (reserved == !spec_legal);       // V5.2.8
        // V5.2.2, V5.2.3, V5.2.4
        if (leaves)                we_is_the_rule:       assert (we[lane] == spec_writes);
        if (leaves && spec_writes) rd_is_the_rule:       assert (got == want);
        word: cover (leaves && spec_writes && spec_what == READ && (REGS == 1 || dst_reg != src_reg));
    end
endmodule
