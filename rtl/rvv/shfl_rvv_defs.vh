// SPDX-License-Identifier: Apache-2.0
// Encodings of RISC-V's vector permutations. Spec: docs/rvv.md 1.
`ifndef SHFL_RVV_DEFS_VH
`define SHFL_RVV_DEFS_VH

// bits of op
`define SHFL_RVV_OP_W 3

// op; behind each, the instructions
`define SHFL_RVV_GATHER      3'd0  // vrgather.vv
`define SHFL_RVV_GATHER_EI16 3'd1  // vrgatherei16.vv
`define SHFL_RVV_GATHER_X    3'd2  // vrgather.vx, .vi
`define SHFL_RVV_SLIDEUP     3'd3  // vslideup.vx, .vi
`define SHFL_RVV_SLIDEDOWN   3'd4  // vslidedown.vx, .vi
`define SHFL_RVV_SLIDE1UP    3'd5  // vslide1up.vx, vfslide1up.vf
`define SHFL_RVV_SLIDE1DOWN  3'd6  // vslide1down.vx, vfslide1down.vf
`define SHFL_RVV_COMPRESS    3'd7  // vcompress.vm

// funct6, bits 31 to 26, and funct3, bits 14 to 12, of the machine words, whose opcode is OP-V; behind each, its op
`define SHFL_RVV_OPCODE           7'h57
`define SHFL_RVV_VRGATHER_VV      {6'h0c, 3'd0}  // GATHER
`define SHFL_RVV_VRGATHEREI16_VV  {6'h0e, 3'd0}  // GATHER_EI16
`define SHFL_RVV_VRGATHER_VX      {6'h0c, 3'd4}  // GATHER_X
`define SHFL_RVV_VRGATHER_VI      {6'h0c, 3'd3}  // GATHER_X
`define SHFL_RVV_VSLIDEUP_VX      {6'h0e, 3'd4}  // SLIDEUP
`define SHFL_RVV_VSLIDEUP_VI      {6'h0e, 3'd3}  // SLIDEUP
`define SHFL_RVV_VSLIDEDOWN_VX    {6'h0f, 3'd4}  // SLIDEDOWN
`define SHFL_RVV_VSLIDEDOWN_VI    {6'h0f, 3'd3}  // SLIDEDOWN
`define SHFL_RVV_VSLIDE1UP_VX     {6'h0e, 3'd6}  // SLIDE1UP
`define SHFL_RVV_VFSLIDE1UP_VF    {6'h0e, 3'd5}  // SLIDE1UP
`define SHFL_RVV_VSLIDE1DOWN_VX   {6'h0f, 3'd6}  // SLIDE1DOWN
`define SHFL_RVV_VFSLIDE1DOWN_VF  {6'h0f, 3'd5}  // SLIDE1DOWN
`define SHFL_RVV_VCOMPRESS_VM     {6'h17, 3'd2}  // COMPRESS

`endif

// sizes that are legal in place of illegal ones: as in shfl_defs.vh
`define SHFL_RVV_LEGAL_LANES(LANES)      ((LANES) == 8 || (LANES) == 32 || (LANES) == 64 ? (LANES) : 16)
`define SHFL_RVV_LEGAL_REGS(LANES, REGS) \
    (((REGS) == 2 || (REGS) == 4 || (REGS) == 8) && (LANES) * (REGS) <= 64 ? (REGS) : 1)
`define SHFL_RVV_LEGAL_GROUP(REGS) ((REGS) == 1 || (REGS) == 2 || (REGS) == 4 ? (REGS) : 8)
`define SHFL_RVV_LEGAL_ELEN(ELEN)  ((ELEN) == 32 ? 32 : 64)
