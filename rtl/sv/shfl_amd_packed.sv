// SPDX-License-Identifier: Apache-2.0
// shfl_amd_packed - module shfl_amd for SystemVerilog: an element per lane, ra[k] in place of ra[W*k +: W].
// Written by rtl/wrappers.py
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_packed #(
    parameter int                 LANES   = 64,
    parameter int                 W       = 32,
    parameter int                 DEPTH   = 1,
    parameter shfl_pkg::amd_gen_e GEN     = shfl_pkg::SHFL_AMD_GFX9,
    parameter int                 PARTS   = 0,
    parameter int                 NETWORK = 0,
    parameter int                 SELECTS = 0,
    parameter int                 SKID    = 0,
    parameter int                 ELASTIC = 0,
    parameter int                 GATE    = 0,
    parameter int                 TAG_W   = 16
) (
    input  logic                    clk,
    input  logic                    rst,
    input  logic                    in_valid,
    output logic                    in_ready,
    input  logic [TAG_W-1:0]        in_tag,
    input  shfl_pkg::amd_controls_t amd_controls,
    input  logic [LANES-1:0]        active,
    input  logic [LANES-1:0][W-1:0] ra,
    input  logic [LANES-1:0][31:0]  addr,
    output logic                    out_valid,
    input  logic                    out_ready,
    output logic [TAG_W-1:0]        out_tag,
    output logic                    reserved,
    output logic [LANES-1:0][W-1:0] rd,
    output logic [LANES-1:0]        we,
    output logic [LANES-1:0]        src_active
);
    shfl_amd #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .PARTS(PARTS), .NETWORK(NETWORK), .SELECTS(SELECTS),
               .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) u_shfl_amd (
        .op(amd_controls.op), .control(amd_controls.control), .fi(amd_controls.fi), .bc(amd_controls.bc),
        .row_mask(amd_controls.row_mask), .bank_mask(amd_controls.bank_mask), .*);
endmodule
