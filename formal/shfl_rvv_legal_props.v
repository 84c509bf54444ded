// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_rvv_legal is docs/rvv.md 4, with groups as sets of registers. All inputs free.
`include "shfl_rvv_defs.vh"
module shfl_rvv_legal_props #(
    parameter integer COMPRESS = 1, parameter integer GATHER = 1, parameter integer ELEN = 64,
    parameter integer REGS = 8, parameter integer FLOATS = 14
) (
    input wire [`SHFL_RVV_OP_W-1:0] op,
    input wire [2:0]                vsew, lmul,
    input wire                      vm, of_f,
    input wire [6:0]                vstart,
    input wire [4:0]                vd, vs2, vs1
);
    wire [1:0] sew = vsew[1:0];
    `include "shfl_rvv_reserved.vh"

    wire legal;
    shfl_rvv_legal #(.COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS), .FLOATS(FLOATS)) u_legal (
        .from_0(vstart == 0), .*);

    // registers of the group of vs1: indices have 16 bits or SEW, and a mask is one register
    wire    reads_v1 = op == `SHFL_RVV_GATHER || op == `SHFL_RVV_GATHER_EI16 || op == `SHFL_RVV_COMPRESS;
    integer by_regs;
    always @* begin
        by_regs = spec_regs;
        if (op == `SHFL_RVV_COMPRESS) by_regs = 1;
        if (op == `SHFL_RVV_GATHER_EI16)
            by_regs = spec_eighths * 2 <= 8 << sew ? 1 : (spec_eighths * 2 >> sew) / 8;
    end

    // the registers of each operand
    reg [31:0] in_vd, in_vs2, in_vs1;
    integer    r;
    function is_split(input [4:0] first, input [3:0] count);     // first is no multiple of count
        is_split = count == 8 ? first % 8 != 0 : count == 4 ? first % 4 != 0 : count == 2 && first % 2 != 0;
    endfunction
    always @*
        for (r = 0; r < 32; r = r + 1) begin
            in_vd[r]  = r >= vd && r < vd + spec_regs;
            in_vs2[r] = r >= vs2 && r < vs2 + spec_regs;
            in_vs1[r] = reads_v1 && r >= vs1 && r < vs1 + by_regs;
        end

    reg want;
    always @* begin
        want = spec_legal && vsew < 4;
        if (of_f && !(FLOATS >> sew & 1)) want = 0;                                     // V4.1.5
        if (is_split(vd, spec_regs) || is_split(vs2, spec_regs)) want = 0;                      // V4.2.1
        if (reads_v1 && is_split(vs1, by_regs)) want = 0;
        if (op != `SHFL_RVV_SLIDEDOWN && op != `SHFL_RVV_SLIDE1DOWN && (in_vd & in_vs2) != 0) want = 0; // V4.2.2
        if ((in_vd & in_vs1) != 0) want = 0;                                            // V4.2.3
        if (!vm && in_vd[0]) want = 0;                                                  // V4.2.4
        if (!vm && (in_vs2[0] || in_vs1[0])) want = 0;                                  // V4.2.5
        if ((op == `SHFL_RVV_COMPRESS || op == `SHFL_RVV_GATHER_EI16 && sew != 1) && (in_vs1 & in_vs2) != 0) want = 0;
    end

    always @* begin
        legal_is_the_rule: assert (legal == want);
        largest:  cover (legal && (REGS == 1 || lmul == $clog2(REGS)) && vd == 24);
        in_place: cover (legal && vd == vs2 && !vm);
        fraction: cover (legal && lmul == 7 && (GATHER == 0 || op == `SHFL_RVV_GATHER_EI16));
        refused:  cover (!legal && spec_legal && vsew < 4 && op == `SHFL_RVV_SLIDEUP && vd != 0 && vd != vs2);
    end
endmodule
