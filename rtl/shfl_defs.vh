// SPDX-License-Identifier: Apache-2.0
// Encodings of the shuffle unit. Spec: R1.1, R4.2.
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

// which stages have a register behind them, 0 or 1, in a module with a parameter DEPTH: of a unit for whole warps,
// R5.5.1, and of a unit in beats, R6.5.2
`define SHFL_REG_WRITEBACK         (DEPTH >= 1 ? 1 : 0)
`define SHFL_REG_SELECT            (DEPTH >= 2 ? 1 : 0)
`define SHFL_REG_LOW               (DEPTH >= 3 ? 1 : 0)     // crossbar low
`define SHFL_REG_LANE_INDEX        (DEPTH >= 4 ? 1 : 0)
`define SHFL_REG_HIGH              (DEPTH >= 5 ? 1 : 0)     // crossbar high
`define SHFL_REG_RANGE_CHECK       (DEPTH >= 6 ? 1 : 0)
`define SHFL_REG_DECODE            (DEPTH >= 7 ? 1 : 0)

`define SHFL_BEATS_REG_RANGE_CHECK (DEPTH >= 1 ? 1 : 0)
`define SHFL_BEATS_REG_LANE_INDEX  (DEPTH >= 2 ? 1 : 0)
`define SHFL_BEATS_REG_DECODE      (DEPTH >= 3 ? 1 : 0)
`define SHFL_BEATS_REG_CROSSBAR    (DEPTH >= 4 ? 1 : 0)

`endif
