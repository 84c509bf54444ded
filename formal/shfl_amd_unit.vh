// SPDX-License-Identifier: Apache-2.0
// The operands and results of a unit of AMD's with N lanes of W bits at its ports, and which instructions are legal.
// `SHFL_FREE operands are free on every clock, (* anyseq *), or once, (* anyconst *). To be included in a module with
// these, GEN and PERMUTE, 1 if the unit has ds_permute, and with what shfl_amd_spec.vh needs.
`include "shfl_amd_spec.vh"
`SHFL_FREE reg [`SHFL_AMD_OP_W-1:0] op;
`SHFL_FREE reg [63:0]               control;
`SHFL_FREE reg                      fi, bc;
`SHFL_FREE reg [3:0]                row_mask, bank_mask;
`SHFL_FREE reg [N-1:0]              active;
`SHFL_FREE reg [N*W-1:0]            ra;
`SHFL_FREE reg [N*32-1:0]           addr;

wire           reserved;
wire [N*W-1:0] rd;
wire [N-1:0]   we, src_active;

localparam [`SHFL_AMD_GEN_W-1:0] GENERATION = GEN;
wire legal = spec_legal(GENERATION, op, control, fi) && (PERMUTE != 0 || op != `SHFL_AMD_PERMUTE);
