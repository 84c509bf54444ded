// SPDX-License-Identifier: Apache-2.0
// The operands of a pass of shfl_rvv and its results, of which those of a byte lane are proved. `SHFL_FREE operands
// are free on every clock, (* anyseq *), or once, (* anyconst *). To be included in a module with what
// shfl_rvv_spec.vh needs.
`SHFL_FREE reg [`SHFL_RVV_OP_W-1:0] op;
`SHFL_FREE reg [1:0]                sew;
`SHFL_FREE reg [2:0]                lmul;
`SHFL_FREE reg [$clog2(LANES)+3:0]  vl;
`SHFL_FREE reg [$clog2(LANES)+2:0]  vstart;
`SHFL_FREE reg                      vm, vta, vma;
`SHFL_FREE reg [2:0]                dst_reg, src_reg;
`SHFL_FREE reg [63:0]               x;
`SHFL_FREE reg [LANES-1:0]          mask;
`SHFL_FREE reg [LANES*16-1:0]       index;
`SHFL_FREE reg [LANES*8-1:0]        ra;
`SHFL_FREE reg [$clog2(LANES)-1:0]  lane;

wire               reserved;
wire [LANES*8-1:0] rd;
wire [LANES-1:0]   we;
`include "shfl_rvv_spec.vh"
