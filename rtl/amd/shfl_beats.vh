// SPDX-License-Identifier: Apache-2.0
// Which stages of a unit in beats have a register behind them, 0 or 1, in a module that has a parameter DEPTH.
// Spec: docs/rules.md 6.5.
`ifndef SHFL_BEATS_VH
`define SHFL_BEATS_VH

`define SHFL_BEATS_REG_RANGE_CHECK (DEPTH >= 1 ? 1 : 0)
`define SHFL_BEATS_REG_LANE_INDEX  (DEPTH >= 2 ? 1 : 0)
`define SHFL_BEATS_REG_DECODE      (DEPTH >= 3 ? 1 : 0)
`define SHFL_BEATS_REG_CROSSBAR    (DEPTH >= 4 ? 1 : 0)

`endif
