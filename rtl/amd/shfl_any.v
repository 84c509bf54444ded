// SPDX-License-Identifier: Apache-2.0
// shfl_any - SHFL and AMD's lane crossing on one fabric: each warp selects one. SHFL is that of shfl with policy ZERO,
// the rest that of shfl_amd, and so is the handshake. Spec: docs/rules.md, docs/amd.md.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_any #(
    parameter integer LANES = 64,                   // 32 or 64: the wave size
    parameter integer W     = 32,                   // bits of ra and rd per lane, 1 or more
    parameter integer DEPTH = 1,                    // pipeline registers from input to output, 0 to 7
    parameter integer GEN   = `SHFL_AMD_GFX9,       // the generation, `SHFL_AMD_GFX8 to `SHFL_AMD_GFX1250
    parameter integer PARTS = 0,                    // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter integer NETWORK = 0,                  // 0: crossbar; else a network: words of a multiplexer of rank 1
    parameter integer SKID  = 0,                    // 1: a skid buffer at the output cuts the path to in_ready
    parameter integer ELASTIC = 0,                  // 1: bubbles close between the parts and load no register
    parameter integer TAG_W = 16                    // bits of the tag, 1 or more
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       in_valid,
    output wire                       in_ready,
    input  wire [TAG_W-1:0]           in_tag,       // travels with the wave, ignored
    input  wire                       amd,          // an operation of AMD's: op to bank_mask count, not mode to sc

    input  wire [`SHFL_MODE_W-1:0]    mode,
    input  wire                       sb_is_imm,
    input  wire                       sc_is_imm,
    input  wire [$clog2(LANES)-1:0]   sb_imm,
    input  wire [$clog2(LANES)+7:0]   sc_imm,
    input  wire [LANES*32-1:0]        sc,           // lane k: sc[32*k +: 32]

    input  wire [`SHFL_AMD_OP_W-1:0]  op,
    input  wire [63:0]                control,      // dpp_ctrl, selectors, offset or lane select: docs/amd.md 2
    input  wire                       fi,           // fetch-inactive
    input  wire                       bc,           // bound_ctrl, the instruction's bit
    input  wire [3:0]                 row_mask,
    input  wire [3:0]                 bank_mask,

    input  wire [LANES-1:0]           active,       // the lanes that execute
    input  wire [LANES*W-1:0]         ra,           // lane k: ra[W*k +: W]
    input  wire [LANES*32-1:0]        sb,           // lane k: sb[32*k +: 32]; of AMD's: address or selector

    output wire                       out_valid,
    input  wire                       out_ready,
    output wire [TAG_W-1:0]           out_tag,
    output wire                       reserved,     // a reserved encoding, or not of this generation; no lane writes
    output wire [LANES*W-1:0]         rd,           // lane k: rd[W*k +: W]
    output wire [LANES-1:0]           pu,           // SHFL: in range; AMD's: the controls name a lane
    output wire [LANES-1:0]           we,           // the lane writes rd; otherwise it keeps what it had
    output wire [LANES-1:0]           src_active    // the lane that was read executes
);
    shfl_legal #(.AMD(1), .LANES(LANES), .W(W), .DEPTH(DEPTH), .GEN(GEN), .PARTS(PARTS), .NETWORK(NETWORK), .SKID(SKID),
                 .ELASTIC(ELASTIC), .TAG_W(TAG_W)) u_legal ();

    localparam WAVE   = LANES == 32 ? 32 : 64;
    localparam WORD   = W > 0 ? W : 1;
    localparam WARP_W = 1 + `SHFL_AMD_WRITES_W(WAVE) + TAG_W;

    wire                                                 source_valid, source_ready, word_valid, word_ready;
    wire [`SHFL_SOURCE_W(WAVE, WAVE, WORD, WARP_W, 1)-1:0] source;
    wire [`SHFL_WORD_W(WAVE, WORD, WARP_W, 1)-1:0]       word;

    shfl_any_front #(.LANES(WAVE), .W(WORD), .GEN(GEN), .TAG_W(TAG_W), .ELASTIC(ELASTIC),
                     .REG_DECODE(`SHFL_REG_DECODE(DEPTH)),
                     .REG_LANE_INDEX(`SHFL_REG_LANE_INDEX(DEPTH)), .REG_RANGE_CHECK(`SHFL_REG_RANGE_CHECK(DEPTH)))
        u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .amd(amd),
        .mode(mode), .sb_is_imm(sb_is_imm), .sc_is_imm(sc_is_imm), .sb_imm(sb_imm), .sc_imm(sc_imm), .sc(sc),
        .op(op), .control(control), .fi(fi), .bc(bc), .row_mask(row_mask), .bank_mask(bank_mask),
        .active(active), .ra(ra), .sb(sb),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_fabric #(.LANES(WAVE), .W(WORD), .PARTS(PARTS), .NETWORK(NETWORK), .WARP_W(WARP_W),
                  .ELASTIC(ELASTIC), .REG_SELECT(`SHFL_REG_SELECT(DEPTH)), .REG_LOW(`SHFL_REG_LOW(DEPTH)),
                  .REG_HIGH(`SHFL_REG_HIGH(DEPTH))) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_any_back #(.LANES(WAVE), .W(WORD), .TAG_W(TAG_W), .GATE(ELASTIC), .REG_WRITEBACK(`SHFL_REG_WRITEBACK(DEPTH)),
                    .REG_HIGH(`SHFL_REG_HIGH(DEPTH)), .SKID(SKID))
        u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag), .reserved(reserved),
        .rd(rd), .pu(pu), .we(we), .src_active(src_active));
endmodule
`default_nettype wire
