// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_reserved - whether an instruction has a reserved encoding, or one that the unit does not have; numbers
// of registers do not count. Spec: docs/rvv.md 4.1, 5.2 and 5.4.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_rvv_reserved #(
    parameter integer COMPRESS = 1,                 // 1: it has vcompress
    parameter integer GATHER   = 1,                 // 1: it has gathers with indices
    parameter integer ELEN     = 64,                // bits of the largest element: 32 or 64
    parameter integer REGS     = 8                  // registers of a group, at most: 1, 2, 4 or 8
) (
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [1:0]                sew,
    input  wire [2:0]                lmul,
    input  wire                      vm,
    input  wire                      from_0,        // vstart is 0
    output wire                      reserved
);
    localparam NARROW  = ELEN < 64 ? 1 : 0;
    localparam LARGEST = $clog2(REGS);

    // a function, since the compiler finds a comparison with 3 to be constant
    function more(input [1:0] a, input [1:0] b);
        more = a > b;
    endfunction

    wire compress = op == `SHFL_RVV_COMPRESS;
    wire ei16     = op == `SHFL_RVV_GATHER_EI16;

    // SEW is above ELEN, or above ELEN * LMUL
    wire [2:0] sizes    = {1'b0, sew} + NARROW[2:0];
    wire       too_wide = sizes[2] || lmul[2] && sizes[1:0] >= lmul[1:0];
    wire       too_many = !lmul[2] && more(lmul[1:0], LARGEST[1:0]) || ei16 && sew == 2'd0 && lmul == 3'd3;
    wire       lacks    = COMPRESS == 0 && compress || GATHER == 0 && (ei16 || op == `SHFL_RVV_GATHER);

    assign reserved = too_wide || too_many || lacks || compress && (!vm || !from_0);
endmodule
`default_nettype wire
