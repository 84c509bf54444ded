// SPDX-License-Identifier: Apache-2.0
// Which stages have a register behind them, 0 or 1, in a module that has a parameter DEPTH. Spec: docs/rules.md 5.5.
`ifndef SHFL_RANKS_VH
`define SHFL_RANKS_VH

`define SHFL_REG_WRITEBACK   (DEPTH >= 1 ? 1 : 0)
`define SHFL_REG_SELECT      (DEPTH >= 2 ? 1 : 0)
`define SHFL_REG_LOW         (DEPTH >= 3 ? 1 : 0)   // crossbar low
`define SHFL_REG_LANE_INDEX  (DEPTH >= 4 ? 1 : 0)
`define SHFL_REG_HIGH        (DEPTH >= 5 ? 1 : 0)   // crossbar high
`define SHFL_REG_RANGE_CHECK (DEPTH >= 6 ? 1 : 0)
`define SHFL_REG_DECODE      (DEPTH >= 7 ? 1 : 0)

`endif
