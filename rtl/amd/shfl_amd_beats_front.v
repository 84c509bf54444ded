// SPDX-License-Identifier: Apache-2.0
// shfl_amd_beats_front - AMD's front end, of a beat of a wave: which lane each lane reads. What depends on the whole
// wave is up to shfl_memories: of readfirstlane the lane is named 0, of ds_permute it is the one that is sent to. Spec:
// docs/amd.md 3 to 6.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
module shfl_amd_beats_front #(
    parameter integer LANES           = 64,         // 32 or 64
    parameter integer WAYS            = 16,         // lanes per clock
    parameter integer W               = 32,
    parameter integer GEN             = `SHFL_AMD_GFX9,
    parameter integer PERMUTE         = 1,          // 0: ds_permute is reserved
    parameter integer ID_W            = 16,
    parameter integer GATE            = 1,          // of shfl_handshake
    parameter integer REG_DECODE      = 0,          // 1: a register behind the stage
    parameter integer REG_LANE_INDEX  = 0,
    parameter integer REG_RANGE_CHECK = 0
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      in_valid,
    output wire                      in_ready,
    input  wire [ID_W-1:0]           in_id,         // its low bits: {last, beat}
    input  wire [`SHFL_BEAT_W(LANES, WAYS)-1:0] beat,
    input  wire [`SHFL_AMD_OP_W-1:0] op,
    input  wire [63:0]               control,
    input  wire                      fi,
    input  wire                      bc,
    input  wire [3:0]                row_mask,
    input  wire [3:0]                bank_mask,
    input  wire [WAYS-1:0]           active,
    input  wire [WAYS*W-1:0]         ra,
    input  wire [WAYS*32-1:0]        addr,

    output wire                      out_valid,
    input  wire                      out_ready,
    // {reads_first, permutes}, then as usual, warp: {writes, id}; lane: valid
    output wire [2+`SHFL_SOURCE_W(LANES, WAYS, W, 4 + WAYS + ID_W, 1)-1:0] out
);
    localparam LANE_W   = $clog2(LANES);
    localparam BEAT_W   = `SHFL_BEAT_W(LANES, WAYS);
    localparam ADDR_W   = LANE_W + 2;               // the bits of an address that count
    localparam ROWS     = LANES / 16;
    localparam WARP_W   = 6 + WAYS + ID_W;
    localparam SOURCE_W = WAYS * (LANE_W + 2);

    // ---- decode. A ds_permute is decoded as a ds_bpermute, or as a number that no operation has

    wire permutes    = op == `SHFL_AMD_PERMUTE;
    wire reads_first = op == `SHFL_AMD_READFIRSTLANE;
    wire [`SHFL_AMD_OP_W-1:0] decode_op = !permutes ? op : PERMUTE != 0 ? `SHFL_AMD_BPERMUTE : {`SHFL_AMD_OP_W{1'b1}};

    wire                    load, reserved, scatters, halves, any_exec, any_source, zero;
    wire [WAYS*LANE_W-1:0]  turned_next, turned;
    wire [LANE_W-1:0]       from_addr_next, from_addr, keep_next, keep;
    wire [ADDR_W-1:0]       add_next, add;
    wire                    in_row_next, in_row;
    wire [WAYS-1:0]         named_next, named, mask;
    wire [2*LANE_W+1:0]     own_next, own;
    wire [ROWS-1:0]         row_writes;
    wire [3:0]              bank_writes;
    wire [WAYS*ADDR_W-1:0]  low_addr_next, low_addr;
    wire [WAYS*4-1:0]       selector;
    wire [BEAT_W-1:0]       decode_beat;

    shfl_amd_decode #(.LANES(LANES), .WAYS(WAYS)) u_decode (
        .gen(GEN[`SHFL_AMD_GEN_W-1:0]), .op(decode_op), .control(control), .fi(fi), .bc(bc),
        .row_mask(row_mask), .bank_mask(bank_mask), .active({LANES{1'b0}}), .beat(beat), .selector(selector),
        .sent({WAYS{1'b0}}),
        .reserved(reserved), .scatters(scatters), .halves(halves),
        .turned(turned_next), .from_addr(from_addr_next), .add(add_next), .keep(keep_next),
        .in_row(in_row_next), .named(named_next), .own(own_next),
        .row_writes(row_writes), .bank_writes(bank_writes), .any_exec(any_exec), .any_source(any_source),
        .zero(zero));

    shfl_stage_reg #(.W(WAYS * LANE_W + 2 * LANE_W + WAYS * ADDR_W + ADDR_W + 1 + WAYS + 2 * LANE_W + 2 + BEAT_W),
                     .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load),
        .in ({turned_next, from_addr_next, low_addr_next, add_next, keep_next, in_row_next, named_next, own_next,
              beat}),
        .out({turned,      from_addr,      low_addr,      add,      keep,      in_row,      named,      own,
              decode_beat}));

    // ---- lane index, and range check, which is part of it

    wire [WAYS*LANE_W-1:0] j_next, lane_index_j, j;
    wire [WAYS-1:0]        reads_j_next, lane_index_reads_j, reads_j, valid_next, lane_index_valid, valid;

    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [LANE_W-1:0] WAY = w;
            wire [LANE_W-1:0] in_lane, lane;

            assign low_addr_next[ADDR_W*w +: ADDR_W] = addr[32*w +: ADDR_W];
            assign selector[4*w +: 4]                = addr[32*w +: 4];
            // an address has no other bits that count
            wire unused_ok = &{1'b0, addr[32*w + ADDR_W +: 32 - ADDR_W], in_lane, lane};

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_in_lane (.beat(beat), .way(WAY), .lane(in_lane));
            assign mask[w] = row_writes[in_lane[LANE_W-1:4]] && bank_writes[in_lane[3:2]];

            shfl_beat_lane #(.LANES(LANES), .WAYS(WAYS)) u_lane (.beat(decode_beat), .way(WAY), .lane(lane));
            shfl_amd_source #(.LANES(LANES)) u_source (
                .lane(lane), .turned(turned[LANE_W*w +: LANE_W]), .sender({LANE_W{1'b0}}),
                .from_addr(from_addr), .addr(low_addr[ADDR_W*w +: ADDR_W]), .add(add), .keep(keep),
                .in_row(in_row), .named(named[w]), .own(own),
                .j(j_next[LANE_W*w +: LANE_W]), .reads_j(reads_j_next[w]), .valid(valid_next[w]));
        end
    endgenerate

    shfl_stage_reg #(.W(SOURCE_W), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load),
        .in({j_next, reads_j_next, valid_next}), .out({lane_index_j, lane_index_reads_j, lane_index_valid}));
    shfl_stage_reg #(.W(SOURCE_W), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load),
        .in({lane_index_j, lane_index_reads_j, lane_index_valid}), .out({j, reads_j, valid}));

    // ---- handshake and sideband

    wire [WARP_W-1:0] out_warp;
    wire [WAYS-1:0]   out_active;
    wire [WAYS*W-1:0] out_ra;

    shfl_sideband #(.WAYS(WAYS), .W(W), .WARP_W(WARP_W), .GATE(GATE), .REG_DECODE(REG_DECODE),
                    .REG_LANE_INDEX(REG_LANE_INDEX), .REG_RANGE_CHECK(REG_RANGE_CHECK)) u_sideband (
        .clk(clk), .rst(rst), .load(load),
        .in_valid(in_valid), .in_ready(in_ready),
        .in_warp({reads_first, permutes, reserved, any_exec, any_source, zero, mask, in_id}),
        .in_active(active), .in_ra(ra),
        .out_valid(out_valid), .out_ready(out_ready), .out_warp(out_warp), .out_active(out_active), .out_ra(out_ra));

    assign out = {out_warp, valid, out_active, reads_j, j, out_ra};

    wire unused_ok = &{1'b0, scatters, halves};
endmodule
`default_nettype wire
