// SPDX-License-Identifier: Apache-2.0
// Encodings of AMD's lane crossing. Spec: docs/amd.md 1 and 2.
`ifndef SHFL_AMD_DEFS_VH
`define SHFL_AMD_DEFS_VH

// bits of op
`define SHFL_AMD_OP_W 5

// op; the numbers behind the last are reserved. Behind each: what control holds
`define SHFL_AMD_DPP16           5'd0  // dpp_ctrl, 9 bits
`define SHFL_AMD_DPP8            5'd1  // eight selectors of 3 bits, that of lane 0 lowest
`define SHFL_AMD_SWIZZLE         5'd2  // ds_swizzle_b32: offset, 16 bits
`define SHFL_AMD_BPERMUTE        5'd3  // ds_bpermute_b32: offset, 16 bits; addr is read
`define SHFL_AMD_PERMUTE         5'd4  // ds_permute_b32: offset, 16 bits; addr is read
`define SHFL_AMD_READLANE        5'd5  // the lane select, 32 bits
`define SHFL_AMD_READFIRSTLANE   5'd6  // 0
`define SHFL_AMD_WRITELANE       5'd7  // the lane select, 32 bits; every lane's src holds the scalar
`define SHFL_AMD_PERMLANE16      5'd8  // sixteen selectors of 4 bits, {S2, S1}
`define SHFL_AMD_PERMLANEX16     5'd9  // likewise
`define SHFL_AMD_PERMLANE64      5'd10 // 0
`define SHFL_AMD_BPERMUTE_FI     5'd11 // ds_bpermute_fi_b32: as BPERMUTE
`define SHFL_AMD_PERMLANE16_VAR  5'd12 // 0; the selectors are in addr
`define SHFL_AMD_PERMLANEX16_VAR 5'd13 // likewise
`define SHFL_AMD_PERMLANE_BCAST  5'd14 // {S2, S1}: the size of a group, and the lane of it
`define SHFL_AMD_PERMLANE_UP     5'd15 // {S2, S1}: the size of a group, and the distance
`define SHFL_AMD_PERMLANE_DOWN   5'd16 // likewise
`define SHFL_AMD_PERMLANE_XOR    5'd17 // likewise

// bits of gen
`define SHFL_AMD_GEN_W 3

// gen, and parameter GEN: in order of age
`define SHFL_AMD_GFX8    0
`define SHFL_AMD_GFX9    1
`define SHFL_AMD_GFX90A  2
`define SHFL_AMD_GFX10   3
`define SHFL_AMD_GFX11   4
`define SHFL_AMD_GFX12   5
`define SHFL_AMD_GFX1250 6

// how many there are
`define SHFL_AMD_GENS 7

`endif

// Not guarded: shfl_defs.vh.

// Bits of what all lanes of a wave need to find the lane that is read, {from_addr, add, keep, in_row, own}: bits of the
// start that are the address's; what is added to the start, in bytes, four a lane; bits of the start that stay as they
// are; only a lane of the own row is named; and own is {inverted, bits, limit}: a lane reads itself, whatever is named,
// where these bits of its number, inverted or not, are less than the limit
`define SHFL_AMD_CONTROLS_W(LANES) (5 * $clog2(LANES) + 5)
// bits of a wave's writes, {reserved, any_exec, any_source, zero, row_writes, bank_writes}
`define SHFL_AMD_WRITES_W(LANES)   (8 + (LANES) / 16)
// those of a beat of WAYS lanes, in whose place of row_writes and bank_writes is a bit for each lane; BEATS is 1
`define SHFL_AMD_BACK_W(LANES, WAYS, BEATS) ((BEATS) != 0 ? 4 + (WAYS) : `SHFL_AMD_WRITES_W(LANES))
// the wave size, legal in place of an illegal one: as in shfl_defs.vh
`define SHFL_AMD_LEGAL_LANES(LANES) ((LANES) == 32 ? 32 : 64)
