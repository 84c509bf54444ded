// SPDX-License-Identifier: Apache-2.0
// Proof: the handshake of shfl_rvv with registers is docs/rvv.md 5.3, for any sequence of passes, stalls and resets,
// and for all time. One pass is picked: shfl_picked.vh; of its result, tag and reserved are checked, the data in
// shfl_rvv_data_props. Everything but the clock and the first reset is free.
`include "shfl_rvv_defs.vh"
module shfl_rvv_unit_props #(
    parameter integer LANES = 8, parameter integer DEPTH = 3, parameter integer AGNOSTIC = 1,
    parameter integer ELASTIC = 0, parameter integer GATE = 0, parameter integer TAG_W = 1,
    parameter integer COMPRESS = 1, parameter integer GATHER = 1, parameter integer ELEN = 64,
    parameter integer REGS = 8
) (
    input wire             clk, rst, in_valid, out_ready, pick,
    input wire [TAG_W-1:0] in_tag
);
    localparam OUT_W = TAG_W + 1 + 9 * LANES, KEPT_W = TAG_W + 1, FIT = DEPTH, FULL = FIT, DUE_W = 4;
    `include "shfl_picked.vh"
    localparam WHOLE_RESULT = 1;
    `include "shfl_quiet.vh"
    `define SHFL_FREE (* anyseq *)
    `include "shfl_rvv_unit.vh"

    wire [TAG_W-1:0] out_tag;

    shfl_rvv #(.LANES(LANES), .DEPTH(DEPTH), .AGNOSTIC(AGNOSTIC), .ELASTIC(ELASTIC), .GATE(GATE),
               .COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS), .TAG_W(TAG_W)) u_unit (.*);

    assign out     = {out_tag, reserved, rd, we};
    assign want    = {in_tag, !spec_legal};         // V5.2.8
    assign answer  = {kept, {9*LANES{1'b0}}};
    assign matters = {{KEPT_W{1'b1}}, {9*LANES{1'b0}}};

    wire       comes      = in_valid;
    wire [6:0] want_trips = 1;
    `include "shfl_registers.vh"
    assign ready_known = 1;
endmodule
