// SPDX-License-Identifier: Apache-2.0
// shfl_amd_writes - once per wave or beat: what the shfl_amd_writeback of every lane needs of the operation and its
// controls. Spec: docs/amd.md 7.
`default_nettype none
`include "shfl_amd_defs.vh"
module shfl_amd_writes #(
    parameter integer LANES = 64                    // 32 or 64
) (
    input  wire [`SHFL_AMD_GEN_W-1:0] gen,
    input  wire [`SHFL_AMD_OP_W-1:0]  op,
    input  wire                       fi,
    input  wire                       bc,
    input  wire [3:0]                 row_mask,
    input  wire [3:0]                 bank_mask,
    input  wire                       reserved,     // of shfl_amd_decode: no lane writes
    output wire [`SHFL_AMD_WRITES_W(LANES)-1:0] writes
);
    wire gfx12_on = gen >= `SHFL_AMD_GFX12;
    wire gfx1250  = gen == `SHFL_AMD_GFX1250;
    wire dpp16    = op == `SHFL_AMD_DPP16;
    wire permlane = op == `SHFL_AMD_PERMLANE16 || op == `SHFL_AMD_PERMLANEX16
                  || (gfx12_on && (op == `SHFL_AMD_PERMLANE16_VAR || op == `SHFL_AMD_PERMLANEX16_VAR));

    wire [LANES/16-1:0] row_writes;
    wire [3:0]          bank_writes;
    wire                any_exec;                   // lanes that do not execute write, too
    wire                any_source;                 // lanes that do not execute are read, too
    wire                zero;                       // where nothing is read: 0 is written, not kept

    assign row_writes  = {LANES/16{!reserved}} & (row_mask[LANES/16-1:0] | {LANES/16{!dpp16}});
    assign bank_writes = bank_mask | {4{!dpp16}};
    assign any_exec    = op == `SHFL_AMD_READLANE || op == `SHFL_AMD_READFIRSTLANE || op == `SHFL_AMD_WRITELANE;
    assign any_source  = any_exec || op == `SHFL_AMD_PERMLANE64
                       || (gfx12_on && op == `SHFL_AMD_BPERMUTE_FI) || (gfx1250 && op >= `SHFL_AMD_PERMLANE_BCAST)
                       || (fi && (dpp16 || permlane || op == `SHFL_AMD_DPP8));
    assign zero        = dpp16 || permlane ? bc : op != `SHFL_AMD_WRITELANE && op != `SHFL_AMD_PERMLANE64;

    assign writes = {reserved, any_exec, any_source, zero, row_writes, bank_writes};

    wire unused_ok = &{1'b0, row_mask};             // 32 lanes have no rows 2 and 3
endmodule
`default_nettype wire
