// SPDX-License-Identifier: Apache-2.0
// shfl_vote_packed - module shfl_vote for SystemVerilog: an element per lane, ra[k] in place of ra[W*k +: W].
// Written by rtl/wrappers.py
`include "shfl_defs.vh"
module shfl_vote_packed #(
    parameter int LANES = 32,
    parameter int WAYS  = 32,
    parameter int ELECT = 1,
    parameter int DEPTH = 1,
    parameter int GATE  = 0,
    parameter int TAG_W = 16
) (
    input  logic                                 clk,
    input  logic                                 rst,
    input  logic                                 in_valid,
    output logic                                 in_ready,
    input  logic [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,
    input  logic                                 in_last,
    input  logic [TAG_W-1:0]                     in_tag,
    input  shfl_pkg::vote_e                      op,
    input  logic [WAYS-1:0]                      active,
    input  logic [WAYS-1:0]                      p,
    output logic                                 out_valid,
    input  logic                                 out_ready,
    output logic [TAG_W-1:0]                     out_tag,
    output logic [LANES-1:0]                     rd,
    output logic [LANES-1:0]                     pu,
    output logic [LANES-1:0]                     we
);
    shfl_vote #(.LANES(LANES), .WAYS(WAYS), .ELECT(ELECT), .DEPTH(DEPTH), .GATE(GATE), .TAG_W(TAG_W)) u_shfl_vote (
        .op(op), .*);
endmodule
