// SPDX-License-Identifier: Apache-2.0
// shfl_amd - AMD's lane crossing: DPP, ds_swizzle, ds_permute and their kin, one wave per clock, on the crossbar of
// shfl. A lane that keeps its old value does not write: we is 0.
//
// The handshake is that of shfl, docs/rules.md 5, but for ds_permute, which has to be offered for LANES clocks before
// it can be transferred, and to stay as it is. Spec: docs/amd.md and docs/reference/amd-unit.md 12.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd #(
    parameter integer LANES = 64,                   // 32 or 64: the wave size
    parameter integer W     = 32,                   // bits of ra and rd per lane, 1 or more
    parameter integer DEPTH = 1,                    // pipeline registers from input to output, 0 to 7
    parameter integer GEN   = `SHFL_AMD_GFX9,       // the generation, `SHFL_AMD_GFX8 to `SHFL_AMD_GFX1250
    parameter integer PARTS = 0,                    // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter integer NETWORK = 0,                  // 0: crossbar; else a network: words of a multiplexer
    parameter integer SELECTS = 0,                  // 1: each multiplexer of a network has its own select
    parameter integer SKID  = 0,                    // 1: a skid buffer at the output cuts the path to in_ready
    parameter integer ELASTIC = 0,                  // 1: bubbles close between the parts and load no register
    parameter integer GATE    = 0,                  // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W = 16                    // bits of the tag, 1 or more
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       in_valid,
    output wire                       in_ready,
    input  wire [TAG_W-1:0]           in_tag,       // travels with the wave, ignored
    input  wire [`SHFL_AMD_OP_W-1:0]  op,
    input  wire [63:0]                control,      // dpp_ctrl, selectors, offset or lane select: docs/amd.md 2
    input  wire                       fi,           // fetch-inactive
    input  wire                       bc,           // bound_ctrl, the instruction's bit
    input  wire [3:0]                 row_mask,
    input  wire [3:0]                 bank_mask,
    input  wire [LANES-1:0]           active,       // EXEC
    input  wire [LANES*W-1:0]         ra,           // lane k: ra[W*k +: W]
    input  wire [LANES*32-1:0]        addr,         // lane k: addr[32*k +: 32]; an address, or a selector

    output wire                       out_valid,
    input  wire                       out_ready,
    output wire [TAG_W-1:0]           out_tag,
    output wire                       reserved,     // a reserved encoding, or not of this generation; no lane writes
    output wire [LANES*W-1:0]         rd,           // lane k: rd[W*k +: W]
    output wire [LANES-1:0]           we,           // the lane writes rd; otherwise it keeps what it had
    output wire [LANES-1:0]           src_active    // the lane that was read executes
);
    shfl_legal #(.UNIT(`SHFL_UNIT_AMD), .LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .PARTS(PARTS),
                 .NETWORK(NETWORK), .SELECTS(SELECTS), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE),
                 .TAG_W(TAG_W)) u_legal ();

    localparam WAVE   = `SHFL_AMD_LEGAL_LANES(LANES);
    localparam WORD   = `SHFL_LEGAL_W(W);
    localparam WARP_W = `SHFL_AMD_WRITES_W(WAVE) + TAG_W;

    wire                                                 source_valid, source_ready, word_valid, word_ready;
    wire [`SHFL_SOURCE_W(WAVE, WAVE, WORD, WARP_W, 1)-1:0] source;
    wire [`SHFL_WORD_W(WAVE, WORD, WARP_W, 1)-1:0]       word;

    shfl_amd_front #(.LANES(WAVE), .W(WORD), .GEN(GEN), .WARP_W(TAG_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                     .GATE(GATE)) u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp(in_tag), .beat(1'b0),
        .op(op), .control(control), .fi(fi), .bc(bc), .row_mask(row_mask), .bank_mask(bank_mask),
        .active(active), .ra(ra), .addr(addr),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_fabric #(.LANES(WAVE), .W(WORD), .PARTS(PARTS), .NETWORK(NETWORK), .SELECTS(SELECTS), .WARP_W(WARP_W),
                  .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE)) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_amd_back #(.LANES(WAVE), .W(WORD), .WARP_W(TAG_W), .MASK_W(`SHFL_AMD_WRITES_W(WAVE) - 4),
                    .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE), .SKID(SKID)) u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_tag), .reserved(reserved),
        .rd(rd), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
