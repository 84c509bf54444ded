// SPDX-License-Identifier: Apache-2.0
// shfl_amd_banked - AMD's lane crossing for a datapath narrower than the wave, as GCN's is, which handles a wave of 64
// in four beats of 16 lanes: a wave of LANES lanes enters and leaves at WAYS lanes per clock.
//
// The beats and the handshake are those of shfl_banked, docs/rules.md 6; but the operation and its controls belong to
// the wave, so that all of its beats carry the same. A lane that keeps its old value does not write: we is 0.
// Spec: docs/amd.md.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_banked #(
    parameter integer LANES   = 64,                 // 32 or 64: the wave size
    parameter integer WAYS    = 16,                 // lanes per clock: a power of two, 1 to LANES
    parameter integer W       = 32,                 // bits of ra and rd per lane, 1 or more
    parameter integer DEPTH   = 0,                  // pipeline registers in addition to the fixed ones, 0 to 4
    parameter integer GEN     = `SHFL_AMD_GFX9,     // the generation, `SHFL_AMD_GFX8 to `SHFL_AMD_GFX1250
    parameter integer PERMUTE = 1,                  // 0: ds_permute is left out, and reserved
    parameter integer MEMORY  = `SHFL_LUT_MEMORY,   // `SHFL_LUT_MEMORY or `SHFL_BLOCK_MEMORY
    parameter integer SKID    = 0,                  // 1: a skid buffer at the output cuts the path to in_ready
    parameter integer ELASTIC = 0,                  // 1: bubbles close between the parts and load no register
    parameter integer GATE    = 0,                  // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W   = 16                  // bits of the tag, 1 or more
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       in_valid,
    output wire                       in_ready,
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] in_beat,    // 0 if there is only one beat
    input  wire                       in_last,      // the last beat of this wave
    input  wire [TAG_W-1:0]           in_tag,       // travels with the beat, ignored
    input  wire [`SHFL_AMD_OP_W-1:0]  op,           // from here to bank_mask: the same in all beats of a wave
    input  wire [63:0]                control,      // dpp_ctrl, selectors, offset or lane select: docs/amd.md 2
    input  wire                       fi,           // fetch-inactive
    input  wire                       bc,           // bound_ctrl, the instruction's bit
    input  wire [3:0]                 row_mask,
    input  wire [3:0]                 bank_mask,
    input  wire [WAYS-1:0]            active,       // EXEC
    input  wire [WAYS*W-1:0]          ra,           // way w: ra[W*w +: W]
    input  wire [WAYS*32-1:0]         addr,         // way w: addr[32*w +: 32]; an address, or a selector

    output wire                       out_valid,
    input  wire                       out_ready,
    output wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] out_beat,
    output wire                       out_last,
    output wire [TAG_W-1:0]           out_tag,
    output wire                       reserved,     // a reserved encoding, or not of this generation; no lane writes
    output wire [WAYS*W-1:0]          rd,           // way w: rd[W*w +: W]
    output wire [WAYS-1:0]            we,           // the lane writes rd; otherwise it keeps what it had
    output wire [WAYS-1:0]            src_active    // the lane that was read executes
);
    shfl_legal #(.UNIT(`SHFL_UNIT_AMD_BANKED), .LANES(LANES), .WAYS(WAYS), .W(W), .DEPTH(DEPTH), .GEN(GEN),
                 .PERMUTE(PERMUTE), .MEMORY(MEMORY), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE),
                 .TAG_W(TAG_W)) u_legal ();

    localparam WAVE   = `SHFL_AMD_LEGAL_LANES(LANES);
    localparam BEAT   = `SHFL_LEGAL_WAYS(WAVE, WAYS);
    localparam WORD   = `SHFL_LEGAL_W(W);
    localparam BEAT_W = `SHFL_BEAT_W(WAVE, BEAT);
    localparam OUT_W  = TAG_W + 1 + BEAT_W;         // bits that leave with a beat
    localparam WARP_W = `SHFL_AMD_BACK_W(WAVE, BEAT, 1) + OUT_W;

    wire                                                   source_valid, source_ready, word_valid, word_ready;
    wire [2+`SHFL_SOURCE_W(WAVE, BEAT, WORD, WARP_W, 1)-1:0] source;
    wire [`SHFL_WORD_W(BEAT, WORD, WARP_W, 1)-1:0]         word;

    shfl_amd_front #(.LANES(WAVE), .WAYS(BEAT), .W(WORD), .GEN(GEN), .PERMUTE(PERMUTE), .WARP_W(OUT_W), .BEATS(1),
                     .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE)) u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp({in_tag, in_last, in_beat}), .beat(in_beat),
        .op(op), .control(control), .fi(fi), .bc(bc), .row_mask(row_mask), .bank_mask(bank_mask),
        .active(active), .ra(ra), .addr(addr),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_memories #(.LANES(WAVE), .WAYS(BEAT), .W(WORD), .MEMORY(MEMORY), .AMD(1), .PERMUTE(PERMUTE), .WARP_W(WARP_W),
                    .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE)) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_amd_back #(.LANES(BEAT), .W(WORD), .BEATS(1), .WARP_W(OUT_W), .MASK_W(BEAT), .DEPTH(DEPTH),
                    .ELASTIC(ELASTIC), .GATE(GATE), .SKID(SKID)) u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp({out_tag, out_last, out_beat}), .reserved(reserved),
        .rd(rd), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
