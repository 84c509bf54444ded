// SPDX-License-Identifier: Apache-2.0
// Encodings of AMD's lane crossing: the numbers of enum shfl_amd_op and enum shfl_amd_gen in model/shfl_amd.h.
// Spec: docs/amd.md 1 and 2.
`ifndef SHFL_AMD_DEFS_VH
`define SHFL_AMD_DEFS_VH

// bits of op
`define SHFL_AMD_OP_W 4

// op; the numbers from 11 on are reserved
`define SHFL_AMD_DPP16         4'd0
`define SHFL_AMD_DPP8          4'd1
`define SHFL_AMD_SWIZZLE       4'd2
`define SHFL_AMD_BPERMUTE      4'd3
`define SHFL_AMD_PERMUTE       4'd4
`define SHFL_AMD_READLANE      4'd5
`define SHFL_AMD_READFIRSTLANE 4'd6
`define SHFL_AMD_WRITELANE     4'd7
`define SHFL_AMD_PERMLANE16    4'd8
`define SHFL_AMD_PERMLANEX16   4'd9
`define SHFL_AMD_PERMLANE64    4'd10

// bits of gen
`define SHFL_AMD_GEN_W 3

// gen (parameter GEN)
`define SHFL_AMD_GFX8   0
`define SHFL_AMD_GFX9   1
`define SHFL_AMD_GFX90A 2
`define SHFL_AMD_GFX10  3
`define SHFL_AMD_GFX11  4
`define SHFL_AMD_GFX12  5

`endif

// Bits of a wave's writes, {reserved, any_exec, any_source, zero, row_writes, bank_writes}. Not guarded: shfl_defs.vh
`define SHFL_AMD_WRITES_W(LANES) (8 + (LANES) / 16)
