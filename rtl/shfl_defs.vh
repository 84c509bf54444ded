// SPDX-License-Identifier: Apache-2.0
// Encodings of the shuffle unit. Spec: docs/rules.md 1 and 4.
`ifndef SHFL_DEFS_VH
`define SHFL_DEFS_VH

// bits of mode
`define SHFL_MODE_W 2

// mode, in the order of the PTX and SASS encodings
`define SHFL_IDX  2'd0
`define SHFL_UP   2'd1
`define SHFL_DOWN 2'd2
`define SHFL_BFLY 2'd3

// what a lane gets that reads an inactive lane (parameter POLICY)
`define SHFL_ZERO 0
`define SHFL_OWN  1
`define SHFL_RAW  2

// what shfl_banked keeps a warp in (parameter MEMORY): memory made of LUTs, or block RAM
`define SHFL_LUT_MEMORY   0
`define SHFL_BLOCK_MEMORY 1

`endif
