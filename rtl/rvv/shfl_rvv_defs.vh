// SPDX-License-Identifier: Apache-2.0
// Encodings of RISC-V's vector permutations: the numbers of enum shfl_rvv_op in model/shfl_rvv.h. Spec: docs/rvv.md 1.
`ifndef SHFL_RVV_DEFS_VH
`define SHFL_RVV_DEFS_VH

// bits of op
`define SHFL_RVV_OP_W 3

// op
`define SHFL_RVV_GATHER      3'd0
`define SHFL_RVV_GATHER_EI16 3'd1
`define SHFL_RVV_GATHER_X    3'd2
`define SHFL_RVV_SLIDEUP     3'd3
`define SHFL_RVV_SLIDEDOWN   3'd4
`define SHFL_RVV_SLIDE1UP    3'd5
`define SHFL_RVV_SLIDE1DOWN  3'd6
`define SHFL_RVV_COMPRESS    3'd7

`endif

// sizes that are legal in place of illegal ones: as in shfl_defs.vh
`define SHFL_RVV_LEGAL_LANES(LANES)      ((LANES) == 8 || (LANES) == 32 || (LANES) == 64 ? (LANES) : 16)
`define SHFL_RVV_LEGAL_REGS(LANES, REGS) \
    (((REGS) == 2 || (REGS) == 4 || (REGS) == 8) && (LANES) * (REGS) <= 64 ? (REGS) : 1)
