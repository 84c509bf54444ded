// SPDX-License-Identifier: Apache-2.0
// Proof: the handshake of shfl_rvv_banked is docs/rules.md 6 and docs/rvv.md 5.4, for any sequence of groups, beats,
// stalls and resets. One beat is picked: shfl_picked.vh; of its result, number, last, tag and reserved are checked, the
// data in shfl_rvv_banked_data_props. The outside keeps to docs/rules.md 6.2; all else but the clock and the first
// reset is free.
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_banked_props #(
    parameter integer LANES = 8, parameter integer REGS = 1, parameter integer WAYS = 8, parameter integer DEPTH = 0,
    parameter integer AGNOSTIC = 1, parameter integer ELEN = 64, parameter integer MEMORY = 0,
    parameter integer ELASTIC = 0, parameter integer TAG_W = 1, parameter integer BEATS = LANES * REGS / WAYS,
    parameter integer BEAT_W = LANES * REGS > WAYS ? $clog2(LANES * REGS / WAYS) : 1
) (
    input wire                         clk, rst, in_valid, out_ready, free,
    input wire [`SHFL_RVV_OP_W-1:0]    op,
    input wire [1:0]                   sew,
    input wire [2:0]                   lmul,
    input wire [$clog2(LANES*REGS):0]   vl,
    input wire [$clog2(LANES*REGS)-1:0] vstart,
    input wire                         vm, vta, vma,
    input wire [63:0]                  x,
    input wire [WAYS-1:0]              mask,
    input wire [WAYS*64-1:0]           index,
    input wire [WAYS*8-1:0]            ra
);
    localparam SKID = 0, KEPT_W = BEAT_W + 2 + TAG_W, OUT_W = KEPT_W + WAYS * 9;
    `include "shfl_memories.vh"

    wire              reserved;
    wire [WAYS*8-1:0] rd;
    wire [WAYS-1:0]   we;

    shfl_rvv_banked #(.LANES(LANES), .REGS(REGS), .WAYS(WAYS), .DEPTH(DEPTH), .AGNOSTIC(AGNOSTIC), .ELEN(ELEN),
                      .MEMORY(MEMORY), .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_unit (.*);

    localparam COMPRESS = 0, GATHER = 1;
    `include "shfl_rvv_reserved.vh"

    assign out     = {out_beat, out_last, out_tag, reserved, rd, we};
    assign want    = {in_beat, in_last, in_tag, !spec_legal}; // V5.4.6
    assign answer  = {kept, {WAYS*9{1'b0}}};
    assign matters = {{KEPT_W{1'b1}}, {WAYS*9{1'b0}}};
endmodule
