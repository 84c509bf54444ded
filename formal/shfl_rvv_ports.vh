// SPDX-License-Identifier: Apache-2.0
// The operands of a pass of shfl_rvv, as ports.
input wire [`SHFL_RVV_OP_W-1:0] op,
input wire [1:0]                sew,
input wire [2:0]                lmul,
input wire [$clog2(LANES)+3:0]  vl,
input wire [$clog2(LANES)+2:0]  vstart,
input wire                      vm, vta, vma,
input wire [2:0]                dst_reg, src_reg,
input wire [63:0]               x,
input wire [LANES-1:0]          mask,
input wire [LANES*16-1:0]       index,
input wire [LANES*8-1:0]        ra
