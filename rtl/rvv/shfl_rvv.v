// SPDX-License-Identifier: Apache-2.0
// shfl_rvv - the permutations of RISC-V's vector extension: vrgather, vslide, vslide1 and vcompress, a pass per clock,
// on the crossbar or the network of shfl. A pass makes of register src_reg of the source group what goes into register
// dst_reg of the destination group; its lanes are bytes.
//
// The handshake is that of shfl, docs/rules.md 5, with passes for warps. Spec: docs/rvv.md.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv #(
    parameter integer LANES    = 16,                // 8, 16, 32 or 64: bytes of a register, VLEN/8
    parameter integer DEPTH    = 1,                 // pipeline registers from input to output, 0 to 7
    parameter integer NETWORK  = 0,                 // 0: crossbar; else a network: words of a multiplexer
    parameter integer SELECTS  = 0,                 // 1: each multiplexer of a network has its own select
    parameter integer PARTS    = 0,                 // groups of lanes in the crossbar; 0: shfl_crossbar chooses
    parameter integer AGNOSTIC = 0,                 // an agnostic element: 0 keeps its value, 1 becomes ones
    parameter integer COMPRESS = 1,                 // 0: vcompress is refused
    parameter integer GATHER   = 1,                 // 0: gathers with indices in a register are refused
    parameter integer ELEN     = 64,                // bits of the largest element: 32 or 64
    parameter integer REGS     = 8,                 // registers of a group, at most: 1, 2, 4 or 8
    parameter integer SKID     = 0,                 // 1: a skid buffer at the output cuts the path to in_ready
    parameter integer ELASTIC  = 0,                 // 1: bubbles close between the parts and load no register
    parameter integer GATE     = 0,                 // 1: a bubble loads no register, and switches no logic
    parameter integer TAG_W    = 16                 // bits of the tag, 1 or more
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      in_valid,
    output wire                      in_ready,
    input  wire [TAG_W-1:0]          in_tag,        // travels with the pass, ignored
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [1:0]                sew,           // elements of 8, 16, 32 or 64 bits
    input  wire [2:0]                lmul,          // vlmul of vtype
    input  wire [$clog2(LANES)+3:0]  vl,
    input  wire [$clog2(LANES)+2:0]  vstart,
    input  wire                      vm,            // 1: no mask
    input  wire                      vta,
    input  wire                      vma,
    input  wire [2:0]                dst_reg,
    input  wire [2:0]                src_reg,
    input  wire [63:0]               x,             // COMPRESS: elements that are selected in front of src_reg
    input  wire [LANES-1:0]          mask,          // of the elements of dst_reg; of COMPRESS, of those of src_reg
    input  wire [LANES*16-1:0]       index,         // of the elements of dst_reg, SEW bits each, or 16
    input  wire [LANES*8-1:0]        ra,            // register src_reg of the source group

    output wire                      out_valid,
    input  wire                      out_ready,
    output wire [TAG_W-1:0]          out_tag,
    output wire                      reserved,      // a reserved encoding, or one that this unit lacks; no lane writes
    output wire [LANES*8-1:0]        rd,            // register dst_reg of the destination group
    output wire [LANES-1:0]          we             // the byte is written
);
    shfl_legal #(.UNIT(`SHFL_UNIT_RVV), .LANES(LANES), .DEPTH(DEPTH), .PARTS(PARTS), .NETWORK(NETWORK),
                 .SELECTS(SELECTS), .AGNOSTIC(AGNOSTIC), .COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN),
                 .REGS(REGS), .SKID(SKID), .ELASTIC(ELASTIC), .GATE(GATE), .TAG_W(TAG_W)) u_legal ();

    localparam BYTES  = `SHFL_RVV_LEGAL_LANES(LANES);
    localparam GROUP  = `SHFL_RVV_LEGAL_GROUP(REGS);
    localparam BITS   = `SHFL_RVV_LEGAL_ELEN(ELEN);
    localparam WARP_W = 2 + BITS + TAG_W;

    wire                                                source_valid, source_ready, word_valid, word_ready;
    wire [`SHFL_SOURCE_W(BYTES, BYTES, 8, WARP_W, 2)-1:0] source;
    wire [`SHFL_WORD_W(BYTES, 8, WARP_W, 2)-1:0]        word;

    shfl_rvv_front #(.LANES(BYTES), .AGNOSTIC(AGNOSTIC), .COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(BITS),
                     .REGS(GROUP), .WARP_W(TAG_W), .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE)) u_front (
        .clk(clk), .rst(rst),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp(in_tag),
        .op(op), .sew(sew), .lmul(lmul), .vl(vl), .vstart(vstart), .vm(vm), .vta(vta), .vma(vma),
        .dst_reg(dst_reg), .src_reg(src_reg), .x(x), .mask(mask), .index(index), .ra(ra),
        .out_valid(source_valid), .out_ready(source_ready), .out(source));

    shfl_fabric #(.LANES(BYTES), .W(8), .PARTS(PARTS), .NETWORK(NETWORK), .SELECTS(SELECTS),
                  .ALIKE(COMPRESS == 0 && GATHER == 0 ? 1 : 0), .WARP_W(WARP_W), .LANE_B(2), .DEPTH(DEPTH),
                  .ELASTIC(ELASTIC), .GATE(GATE)) u_fabric (
        .clk(clk), .rst(rst),
        .in_valid(source_valid), .in_ready(source_ready), .in(source),
        .out_valid(word_valid), .out_ready(word_ready), .out(word));

    shfl_rvv_back #(.LANES(BYTES), .WARP_W(1 + TAG_W), .ELEN(BITS), .DEPTH(DEPTH), .ELASTIC(ELASTIC), .GATE(GATE),
                    .SKID(SKID)) u_back (
        .clk(clk), .rst(rst),
        .in_valid(word_valid), .in_ready(word_ready), .in(word),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp({reserved, out_tag}), .rd(rd), .we(we));
endmodule
`default_nettype wire
