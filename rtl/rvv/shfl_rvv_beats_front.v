// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_beats_front - the front end of RISC-V's vector permutations for a beat of a whole group: which byte each
// byte lane reads, and its byte of x. COMPRESS is reserved. Spec: docs/rvv.md 3 and 5.4.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_beats_front #(
    parameter integer LANES    = 16,                // bytes of a register: 8, 16, 32 or 64
    parameter integer REGS     = 1,                 // registers of a group
    parameter integer WAYS     = 4,                 // bytes per clock
    parameter integer AGNOSTIC = 0,
    parameter integer ELEN     = 64,
    parameter integer WARP_W   = 16,                // bits that travel with the beat
    parameter integer DEPTH    = 1,                 // of the unit
    parameter integer ELASTIC  = 0,
    parameter integer GATE     = 0
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      in_valid,
    output wire                      in_ready,
    input  wire [WARP_W-1:0]         in_warp,
    input  wire [`SHFL_BEAT_W(LANES*REGS, WAYS)-1:0] beat,
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [1:0]                sew,
    input  wire [2:0]                lmul,
    input  wire [$clog2(LANES*REGS):0]   vl,
    input  wire [$clog2(LANES*REGS)-1:0] vstart,
    input  wire                      vm,
    input  wire                      vta,
    input  wire                      vma,
    input  wire [63:0]               x,
    input  wire [WAYS-1:0]           mask,
    input  wire [WAYS*64-1:0]        index,
    input  wire [WAYS*8-1:0]         ra,

    output wire                      out_valid,
    input  wire                      out_ready,
    // beat: {reserved, warp}; lane: {byte of x, ones, reads}; active: the lane writes
    output wire [`SHFL_SOURCE_W(LANES*REGS, WAYS, 8, 1 + WARP_W, 10)-1:0] out
);
    localparam GROUP  = LANES * REGS;
    localparam LANE_W = $clog2(GROUP);

    localparam REG_DECODE      = `SHFL_REG_DECODE(1, DEPTH);
    localparam REG_LANE_INDEX  = `SHFL_REG_LANE_INDEX(1, DEPTH);
    localparam REG_RANGE_CHECK = `SHFL_REG_RANGE_CHECK(1, DEPTH);

    // an element of more than ELEN bits is refused
    wire [1:0]        known_sew = sew & {1'b1, ELEN == 64 || !sew[1]};
    localparam [2:0]  PLACE     = ELEN == 64 ? 3'd7 : 3'd3;     // bits of a byte's number in its element

    // VLMAX in bytes is LMUL * LANES, and LMUL is 1/8 at least
    wire [LANE_W+3:0] bytes    = {{LANE_W+3{1'b0}}, 1'b1} << $clog2(LANES) - 3 << (3'd3 + lmul);
    wire [LANE_W+3:0] elements = bytes >> known_sew;
    wire              reserved;
    wire              by_one   = op == `SHFL_RVV_SLIDE1UP || op == `SHFL_RVV_SLIDE1DOWN;

    shfl_rvv_reserved #(.COMPRESS(0), .ELEN(ELEN), .REGS(REGS)) u_reserved (
        .op(op), .sew(sew), .lmul(lmul), .vm(vm), .from_0(1'b1), .reserved(reserved));

    wire                   load;
    wire [WARP_W:0]        out_warp;
    wire [WAYS-1:0]        no_active, writes;
    wire [WAYS*LANE_W-1:0] j;
    wire [WAYS*10-1:0]     lane;
    wire [WAYS*8-1:0]      out_ra;

    shfl_sideband #(.WAYS(WAYS), .W(8), .WARP_W(1 + WARP_W), .BEATS(1), .DEPTH(DEPTH), .ELASTIC(ELASTIC),
                    .GATE(GATE)) u_sideband (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid), .in_ready(in_ready), .in_warp({reserved, in_warp}), .in_active({WAYS{1'b0}}), .in_ra(ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_active(no_active), .out_ra(out_ra));

    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [LANE_W-1:0] WAY = w;
            wire [LANE_W-1:0] number, way_j, lane_index_j;
            wire              reads, way_writes, ones, lane_index_reads, lane_index_writes, lane_index_ones;
            wire [2:0]        place;                // of the byte in its element
            wire [7:0]        scalar_next, scalar, lane_index_scalar;

            shfl_beat_lane #(.LANES(GROUP), .WAYS(WAYS)) u_lane (.beat(beat), .way(WAY), .lane(number));
            assign place       = number[2:0] & PLACE & ~(3'b111 << known_sew);
            assign scalar_next = x[8*place +: 8] & {8{by_one}};

            shfl_rvv_way #(.LANES(GROUP), .AGNOSTIC(AGNOSTIC), .ELEN(ELEN), .DEPTH(DEPTH)) u_way (
                .clk(clk), .load(load), .lane(number), .op(op), .sew(known_sew), .vlmax(elements[LANE_W:0]),
                .vl(vl & {LANE_W+1{!reserved}}), .vstart(vstart), .unmasked(vm || mask[w]), .vta(vta), .vma(vma),
                .x(x), .index(index[64*w +: 64]),
                .j(way_j), .reads(reads), .writes(way_writes), .ones(ones));

            shfl_stage_reg #(.W(8), .PRESENT(REG_DECODE)) u_reg_decode (
                .clk(clk), .enable(load), .in(scalar_next), .out(scalar));
            shfl_stage_reg #(.W(LANE_W + 11), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
                .clk(clk), .enable(load),
                .in({way_j, reads, way_writes, ones, scalar}),
                .out({lane_index_j, lane_index_reads, lane_index_writes, lane_index_ones, lane_index_scalar}));
            shfl_stage_reg #(.W(LANE_W + 11), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
                .clk(clk), .enable(load),
                .in({lane_index_j, lane_index_writes, lane_index_scalar, lane_index_ones, lane_index_reads}),
                .out({j[LANE_W*w +: LANE_W], writes[w], lane[10*w +: 10]}));
        end
    endgenerate

    // j is in the group, whether a lane reads it or not
    assign out = {out_warp, lane, writes, {WAYS{1'b1}}, j, out_ra};

    wire unused_ok = &{1'b0, no_active, elements};
endmodule
`default_nettype wire
