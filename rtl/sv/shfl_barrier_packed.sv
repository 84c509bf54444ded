// SPDX-License-Identifier: Apache-2.0
// shfl_barrier_packed - module shfl_barrier for SystemVerilog: an element per lane, ra[k] in place of ra[W*k +: W].
// Written by rtl/wrappers.py
`include "shfl_defs.vh"
module shfl_barrier_packed #(
    parameter int LANES = 32,
    parameter int WAYS  = 32,
    parameter int WARPS = 32,
    parameter int SLOTS = 1,
    parameter int DEPTH = 1,
    parameter int GATE  = 0,
    parameter int TAG_W = 16
) (
    input  logic                                    clk,
    input  logic                                    rst,
    input  logic                                    in_valid,
    output logic                                    in_ready,
    input  logic                                    in_last,
    input  logic [TAG_W-1:0]                        in_tag,
    input  logic [`SHFL_SLOT_W(SLOTS)-1:0]          slot,
    input  logic [`SHFL_COUNT_W(WARPS)-1:0]         warps,
    input  logic                                    is_exit,
    input  logic [WAYS-1:0]                         active,
    input  logic [WAYS-1:0]                         p,
    output logic                                    out_valid,
    input  logic                                    out_ready,
    output logic [TAG_W-1:0]                        out_tag,
    output logic                                    done,
    output logic [`SHFL_COUNT_W(LANES * WARPS)-1:0] count,
    output logic                                    all,
    output logic                                    any
);
    shfl_barrier #(.LANES(LANES), .WAYS(WAYS), .WARPS(WARPS), .SLOTS(SLOTS), .DEPTH(DEPTH), .GATE(GATE),
                   .TAG_W(TAG_W)) u_shfl_barrier (
        .*);
endmodule
