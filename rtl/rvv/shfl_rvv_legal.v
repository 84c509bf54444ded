// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_legal - whether an instruction is legal with its vtype and its registers: for the decoder of a core, which
// raises an illegal-instruction exception if it is not. Spec: docs/rvv.md 4.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_rvv_legal #(
    parameter integer COMPRESS = 1,                 // these four as of shfl_rvv
    parameter integer GATHER   = 1,
    parameter integer ELEN     = 64,
    parameter integer REGS     = 8,
    parameter integer FLOATS   = 14                 // bit s: there are floats of 8 * 2^s bits; bit 0 is 0
) (
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [2:0]                vsew,          // of vtype, whose vill is 0
    input  wire [2:0]                lmul,
    input  wire                      vm,
    input  wire                      from_0,        // vstart is 0
    input  wire                      of_f,          // it reads an f register
    input  wire [4:0]                vd,
    input  wire [4:0]                vs2,
    input  wire [4:0]                vs1,
    output wire                      legal
);
    localparam [3:0] HAS_FLOATS = FLOATS[3:0];

    wire [1:0] sew      = vsew[1:0];
    wire       compress = op == `SHFL_RVV_COMPRESS;
    wire       ei16     = op == `SHFL_RVV_GATHER_EI16;
    wire       indexed  = op == `SHFL_RVV_GATHER || ei16;
    wire       of_vs1   = indexed || compress;
    wire       in_place = op == `SHFL_RVV_SLIDEDOWN || op == `SHFL_RVV_SLIDE1DOWN;
    wire       reserved;

    shfl_rvv_reserved #(.COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS)) u_reserved (
        .op(op), .sew(sew), .lmul(lmul), .vm(vm), .from_0(from_0), .reserved(reserved));

    // of a group of 2^n registers, the bits of a register's number that count them; with a fraction there is one
    function [4:0] part_of(input fraction, input [1:0] n);
        part_of = fraction ? 5'd0 : ~(5'b11111 << n);
    endfunction

    wire [3:0] log_emul = {lmul[2], lmul} + (ei16 ? 4'd1 - {2'b00, sew} : 4'd0);
    wire [4:0] group    = part_of(lmul[2], lmul[1:0]);
    wire [4:0] indices  = compress ? 5'd0 : part_of(log_emul[3], log_emul[1:0]);

    // groups that are aligned overlap if the smaller one is in the larger one
    wire aligned  = (vd & group) == 0 && (vs2 & group) == 0 && (!of_vs1 || (vs1 & indices) == 0);
    wire on_vs2   = ((vd ^ vs2) & ~group) == 0;
    wire on_vs1   = ((vd ^ vs1) & ~(group | indices)) == 0;
    wire both     = ((vs2 ^ vs1) & ~(group | indices)) == 0;
    wire overlaps = !in_place && on_vs2 || of_vs1 && on_vs1 || !vm && vd == 0;
    wire two_eew  = !vm && (vs2 == 0 || indexed && vs1 == 0) || (compress || ei16 && sew != 2'd1) && both;

    assign legal = !reserved && !vsew[2] && !(of_f && !HAS_FLOATS[sew]) && aligned && !overlaps && !two_eew;

    wire unused_ok = &{1'b0, log_emul[2]};
endmodule
`default_nettype wire
