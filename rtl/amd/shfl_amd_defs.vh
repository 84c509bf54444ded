// SPDX-License-Identifier: Apache-2.0
// Encodings of AMD's lane crossing: the numbers of enum shfl_amd_op and enum shfl_amd_gen in model/shfl_amd.h.
// Spec: docs/amd.md 1 and 2.
`ifndef SHFL_AMD_DEFS_VH
`define SHFL_AMD_DEFS_VH

// bits of op
`define SHFL_AMD_OP_W 5

// op; the numbers from 18 on are reserved
`define SHFL_AMD_DPP16           5'd0
`define SHFL_AMD_DPP8            5'd1
`define SHFL_AMD_SWIZZLE         5'd2
`define SHFL_AMD_BPERMUTE        5'd3
`define SHFL_AMD_PERMUTE         5'd4
`define SHFL_AMD_READLANE        5'd5
`define SHFL_AMD_READFIRSTLANE   5'd6
`define SHFL_AMD_WRITELANE       5'd7
`define SHFL_AMD_PERMLANE16      5'd8
`define SHFL_AMD_PERMLANEX16     5'd9
`define SHFL_AMD_PERMLANE64      5'd10
`define SHFL_AMD_BPERMUTE_FI     5'd11
`define SHFL_AMD_PERMLANE16_VAR  5'd12
`define SHFL_AMD_PERMLANEX16_VAR 5'd13
`define SHFL_AMD_PERMLANE_BCAST  5'd14
`define SHFL_AMD_PERMLANE_UP     5'd15
`define SHFL_AMD_PERMLANE_DOWN   5'd16
`define SHFL_AMD_PERMLANE_XOR    5'd17

// bits of gen, and the number of generations
`define SHFL_AMD_GEN_W 3
`define SHFL_AMD_GENS  7

// gen (parameter GEN)
`define SHFL_AMD_GFX8    0
`define SHFL_AMD_GFX9    1
`define SHFL_AMD_GFX90A  2
`define SHFL_AMD_GFX10   3
`define SHFL_AMD_GFX11   4
`define SHFL_AMD_GFX12   5
`define SHFL_AMD_GFX1250 6

`endif

// Bits of a wave's writes, {reserved, any_exec, any_source, zero, row_writes, bank_writes}. Not guarded: shfl_defs.vh
`define SHFL_AMD_WRITES_W(LANES) (8 + (LANES) / 16)
