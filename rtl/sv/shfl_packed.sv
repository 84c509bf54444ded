// SPDX-License-Identifier: Apache-2.0
// shfl_packed - module shfl for SystemVerilog: an element per lane, ra[k] in place of ra[W*k +: W].
// Written by rtl/wrappers.py
`include "shfl_defs.vh"
module shfl_packed #(
    parameter int                LANES   = 32,
    parameter int                W       = 32,
    parameter int                DEPTH   = 1,
    parameter shfl_pkg::policy_e POLICY  = shfl_pkg::SHFL_ZERO,
    parameter int                PARTS   = 0,
    parameter int                NETWORK = 0,
    parameter int                SELECTS = 0,
    parameter int                SKID    = 0,
    parameter int                ELASTIC = 0,
    parameter int                GATE    = 0,
    parameter int                TAG_W   = 16
) (
    input  logic                     clk,
    input  logic                     rst,
    input  logic                     in_valid,
    output logic                     in_ready,
    input  logic [TAG_W-1:0]         in_tag,
    input  shfl_pkg::controls_t      controls,
    input  logic [$clog2(LANES)-1:0] sb_imm,
    input  logic [$clog2(LANES)+7:0] sc_imm,
    input  logic [LANES-1:0]         active,
    input  logic [LANES-1:0][W-1:0]  ra,
    input  logic [LANES-1:0][31:0]   sb,
    input  logic [LANES-1:0][31:0]   sc,
    output logic                     out_valid,
    input  logic                     out_ready,
    output logic [TAG_W-1:0]         out_tag,
    output logic [LANES-1:0][W-1:0]  rd,
    output logic [LANES-1:0]         pu,
    output logic [LANES-1:0]         we,
    output logic [LANES-1:0]         src_active
);
    shfl #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .PARTS(PARTS), .NETWORK(NETWORK),
           .SELECTS(SELECTS), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) u_shfl (
        .mode(controls.mode), .sb_is_imm(controls.sb_is_imm), .sc_is_imm(controls.sc_is_imm), .*);
endmodule
