// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_banked - the permutations of RISC-V's vector extension but vcompress, of a whole group of registers in beats
// of WAYS bytes, on the memories of shfl_banked. Beat b carries bytes WAYS*b to WAYS*b + WAYS-1 of the group.
//
// The beats and the handshake are those of shfl_banked, docs/rules.md 6; but the instruction belongs to the group, so
// that all of its beats carry the same. Spec: docs/rvv.md 5.4.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_banked #(
    parameter integer LANES    = 16,                // 8, 16, 32 or 64: bytes of a register, VLEN/8
    parameter integer REGS     = 1,                 // registers of a group: 1, 2, 4 or 8; LANES*REGS up to 64
    parameter integer WAYS     = 4,                 // bytes per clock: a power of two, 1 to LANES
    parameter integer DEPTH    = 0,                 // pipeline registers in addition to the fixed ones, 0 to 4
    parameter integer AGNOSTIC = 0,                 // an agnostic element: 0 keeps its value, 1 becomes ones
    parameter integer ELEN     = 64,                // bits of the largest element: 32 or 64
    parameter integer MEMORY   = `SHFL_LUT_MEMORY,  // `SHFL_LUT_MEMORY or `SHFL_BLOCK_MEMORY
    parameter integer SKID     = 0,                 // 1: a skid buffer at the output cuts the path to in_ready
    parameter integer ELASTIC  = 0,                 // 1: bubbles close between the parts and load no register
    parameter integer GATE     = 0,                 // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W    = 16                 // bits of the tag, 1 or more
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      in_valid,
    output wire                      in_ready,
    input  wire [`SHFL_BEAT_W(LANES*REGS, WAYS)-1:0] in_beat,   // 0 if there is only one beat
    input  wire                      in_last,       // the last beat of this group
    input  wire [TAG_W-1:0]          in_tag,        // travels with the beat, ignored
    input  wire [`SHFL_RVV_OP_W-1:0] op,            // from here to x: the same in all beats of a group
    input  wire [1:0]                sew,           // elements of 8, 16, 32 or 64 bits
    input  wire [2:0]                lmul,          // vlmul of vtype
    input  wire [$clog2(LANES*REGS):0]   vl,
    input  wire [$clog2(LANES*REGS)-1:0] vstart,
    input  wire                      vm,            // 1: no mask
    input  wire                      vta,
    input  wire                      vma,
    input  wire [63:0]               x,
    input  wire [WAYS-1:0]           mask,          // way w: of the element that has the byte
    input  wire [WAYS*64-1:0]        index,         // way w: index[64*w +: ELEN], of that element, extended with zeros
    input  wire [WAYS*8-1:0]         ra,            // way w: ra[8*w +: 8], the byte of the source group

    output wire                      out_valid,
    input  wire                      out_ready,
    output wire [`SHFL_BEAT_W(LANES*REGS, WAYS)-1:0] out_beat,
    output wire                      out_last,
    output wire [TAG_W-1:0]          out_tag,
    output wire                      reserved,      // a reserved encoding, or one that this unit lacks; no lane writes
    output wire [WAYS*8-1:0]         rd,            // way w: rd[8*w +: 8], the byte of the destination group
    output wire [WAYS-1:0]           we             // the byte is written
);
    shfl_legal #(.UNIT(`SHFL_UNIT_RVV_BANKED), .LANES(LANES), .REGS(REGS), .WAYS(WAYS), .DEPTH(DEPTH),
                 .AGNOSTIC(AGNOSTIC), .ELEN(ELEN), .MEMORY(MEMORY), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE),
                 .TAG_W(TAG_W)) u_legal ();

    localparam BYTES  = `SHFL_RVV_LEGAL_LANES(LANES);
    localparam COUNT  = `SHFL_RVV_LEGAL_REGS(BYTES, REGS);
    localparam BITS   = `SHFL_RVV_LEGAL_ELEN(ELEN);
    localparam BEAT   = `SHFL_LEGAL_WAYS(BYTES, WAYS);
    localparam BEAT_W = `SHFL_BEAT_W(BYTES*COUNT, BEAT);
    localparam WARP_W = TAG_W + 1 + BEAT_W;

    wire                                                         source_valid, source_ready, word_valid, word_ready;
    wire [`SHFL_SOURCE_W(BYTES*COUNT, BEAT, 8, 1 + WARP_W, 10)-1:0]  source;
    wire [`SHFL_WORD_W(BEAT, 8, 1 + WARP_W, 10)-1:0]                 word;

    shfl_rvv_beats_front #(.LANES(BYTES), .REGS(COUNT), .WAYS(BEAT), .AGNOSTIC(AGNOSTIC), .ELEN(BITS),
                           .WARP_W(WARP_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE)) u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp({in_tag, in_last, in_beat}), .beat(in_beat),
        .op(op), .sew(sew), .lmul(lmul), .vl(vl), .vstart(vstart), .vm(vm), .vta(vta), .vma(vma), .x(x),
        .mask(mask), .index(index), .ra(ra),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_memories #(.LANES(BYTES*COUNT), .WAYS(BEAT), .W(8), .MEMORY(MEMORY), .WARP_W(1 + WARP_W), .LANE_B(10),
                    .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE)) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_rvv_back #(.LANES(BEAT), .WARP_W(1 + WARP_W), .BEATS(1), .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE),
                    .SKID(SKID))
        u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp({reserved, out_tag, out_last, out_beat}),
        .rd(rd), .we(we));
endmodule
`default_nettype wire
