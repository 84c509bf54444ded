// SPDX-License-Identifier: Apache-2.0
// shfl_match_words_packed - module shfl_match_words for SystemVerilog: an element per lane, ra[k] in place of ra[W*k +: W].
// Written by rtl/wrappers.py
`include "shfl_defs.vh"
module shfl_match_words_packed #(
    parameter int LANES = 32,
    parameter int W     = 32,
    parameter int B     = 1,
    parameter int ALL   = 1,
    parameter int TAG_W = 16
) (
    input  logic                        clk,
    input  logic                        rst,
    input  logic                        in_valid,
    output logic                        in_ready,
    input  logic [TAG_W-1:0]            in_tag,
    input  shfl_pkg::match_e            op,
    input  logic [LANES-1:0]            active,
    input  logic [LANES-1:0][W-1:0]     ra,
    output logic                        out_valid,
    input  logic                        out_ready,
    output logic [TAG_W-1:0]            out_tag,
    output logic [LANES-1:0][LANES-1:0] rd,
    output logic [LANES-1:0]            pu,
    output logic [LANES-1:0]            we
);
    shfl_match_words #(.LANES(LANES), .W(W), .B(B), .ALL(ALL), .TAG_W(TAG_W)) u_shfl_match_words (
        .op(op), .*);
endmodule
