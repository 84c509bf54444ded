// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_sources - of each byte lane, the byte that it reads. Stages decode (bounds, indices and counts), lane index
// (from elements to bytes) and range check, with the registers behind them. Spec: docs/rvv.md 3 and 5.2.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_sources #(
    parameter integer LANES    = 16,                // bytes of a register: 8, 16, 32 or 64
    parameter integer AGNOSTIC = 0,
    parameter integer COMPRESS = 1,                 // these four as of shfl_rvv
    parameter integer GATHER   = 1,
    parameter integer ELEN     = 64,
    parameter integer REGS     = 8,
    parameter integer DEPTH    = 0                  // of the unit
) (
    input  wire                           clk,
    input  wire                           load,     // loads all registers

    input  wire [`SHFL_RVV_OP_W-1:0]      op,
    input  wire [1:0]                     sew,
    input  wire [2:0]                     lmul,
    input  wire [$clog2(LANES)+3:0]       vl,
    input  wire [$clog2(LANES)+2:0]       vstart,
    input  wire                           vm,
    input  wire                           vta,
    input  wire                           vma,
    input  wire [2:0]                     dst_reg,
    input  wire [2:0]                     src_reg,
    input  wire [63:0]                    x,
    input  wire [LANES-1:0]               mask,
    input  wire [LANES*16-1:0]            index,

    output wire                           reserved, // at the input

    // behind range check
    output wire [LANES*$clog2(LANES)-1:0] j,
    output wire [LANES-1:0]               reads_j,
    output wire [LANES-1:0]               writes,
    output wire [LANES-1:0]               ones
);
    localparam REG_DECODE      = `SHFL_REG_DECODE(0, DEPTH);
    localparam REG_LANE_INDEX  = `SHFL_REG_LANE_INDEX(0, DEPTH);
    localparam REG_RANGE_CHECK = `SHFL_REG_RANGE_CHECK(0, DEPTH);

    localparam LANE_W  = $clog2(LANES);
    localparam BOUND_W = 3 * LANE_W + 7;            // from first to head

    // ---- what the unit does not have is constant, and what it does not refuse is not looked at

    localparam LOG_REGS = $clog2(REGS);
    localparam [2:0] OF_GROUP = REGS[2:0] - 3'd1;

    wire [`SHFL_RVV_OP_W-1:0] known_op   = COMPRESS == 0 && op == `SHFL_RVV_COMPRESS ? `SHFL_RVV_SLIDEDOWN : op;
    wire [1:0]                known_sew  = sew & {1'b1, ELEN == 64 || !sew[1]};
    wire [2:0]                known_lmul = lmul & {1'b1, {2{lmul[2]}} | {LOG_REGS >= 2, LOG_REGS >= 1}};
    wire [LANE_W+3:0]         known_vl   = vl & {LANE_W+4{1'b1}} >> 3 - LOG_REGS;
    wire [2:0]                dst        = dst_reg & OF_GROUP;
    wire [2:0]                src        = src_reg & OF_GROUP;

    // ---- decode

    wire [LANE_W-1:0]       first, limit, split, place, turn, admitted;
    wire [LANE_W:0]         count;
    wire                    prestart, all, tail, admits, outs, head;
    wire [1:0]              hits, keeps;
    wire [LANES-1:0]        chosen, selected, unmasked_next, unmasked, hit, outside;
    wire [LANES*2-1:0]      found_next, found;      // {outside, hit}
    wire [LANES*LANE_W-1:0] number_next, number, middle_next, middle;

    wire compress = known_op == `SHFL_RVV_COMPRESS;
    wire gather_x = known_op == `SHFL_RVV_GATHER_X;
    wire ei16     = known_op == `SHFL_RVV_GATHER_EI16;
    wire indexed  = GATHER != 0 && (ei16 || known_op == `SHFL_RVV_GATHER);

    shfl_rvv_reserved #(.COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS)) u_reserved (
        .op(op), .sew(sew), .lmul(lmul), .vm(vm), .from_0(vstart == 0), .reserved(reserved));

    shfl_rvv_bounds #(.LANES(LANES), .REGS(REGS), .AGNOSTIC(AGNOSTIC)) u_bounds (
        .op(known_op), .gather(indexed || gather_x), .sew(known_sew), .lmul(known_lmul), .vl(known_vl), .vstart(vstart),
        .reserved(reserved), .dst_reg(dst), .src_reg(src), .x(x), .count(count),
        .first(first), .prestart(prestart), .limit(limit), .all(all), .tail(tail), .admitted(admitted), .admits(admits),
        .place(place), .turn(turn), .split(split), .hits(hits), .outs(outs), .keeps(keeps), .head(head));

    shfl_rvv_spread #(.LANES(LANES), .B(1)) u_mask (
        .sew(known_sew), .applies(1'b1), .other(1'b0), .element(mask), .lane(chosen));

    shfl_rvv_count #(.LANES(LANES)) u_count (
        .selected(selected), .slide(!compress), .start(turn), .middle(middle_next), .count(count));

    shfl_rvv_index #(.LANES(LANES)) u_index (
        .index(index), .size(ei16 ? 2'd1 : known_sew), .sew(known_sew), .lmul(known_lmul), .src_reg(src),
        .number(number_next), .hit(hit), .outside(outside));

    // a function, since the compiler finds some comparisons with a constant to be constant
    function less(input [LANE_W-1:0] a, input [LANE_W-1:0] b);
        less = a < b;
    endfunction

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_byte
            localparam [LANE_W-1:0] LANE = k;
            assign selected[k]           = chosen[k] && (k == LANES - 1 ? admits : less(LANE, admitted));
            assign unmasked_next[k]      = vm || chosen[k];
            assign found_next[2*k +: 2]  = {outside[k], hit[k]};
        end
    endgenerate

    wire [BOUND_W-1:0] bound, lane_index_bound;
    wire [LANE_W-1:0]  x_place;
    wire [1:0]         decode_sew, other;
    wire               by_index, by_x;

    shfl_stage_reg #(.W(BOUND_W + LANE_W + 6 + LANES * (3 + 2 * LANE_W)), .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load),
        .in ({first, prestart, limit, all, split, hits[0], tail && vta, {2{vma}} & ~keeps, head, place, known_sew,
              indexed, gather_x, outs, hits[1], unmasked_next, found_next, number_next, middle_next}),
        .out({bound, x_place, decode_sew, by_index, by_x, other, unmasked, found, number, middle}));

    // ---- lane index

    wire [LANES*LANE_W-1:0] away, moved, named;
    wire [LANES*2-1:0]      lane_found_next, lane_found;
    wire [LANES-1:0]        lane_unmasked;
    wire [1:0]              lane_index_sew;

    // a gather moves no byte, and so reads lane k ^ away
    shfl_rvv_compress #(.LANES(LANES)) u_compress (.middle(middle), .number(moved));

    shfl_rvv_gather #(.LANES(LANES)) u_gather (
        .sew(decode_sew), .indexed(by_index), .by_x(by_x), .x(x_place), .number(number), .away(away));

    shfl_rvv_spread #(.LANES(LANES), .B(2)) u_found (
        .sew(decode_sew), .applies(by_index), .other(other), .element(found), .lane(lane_found_next));

    shfl_stage_reg #(.W(BOUND_W + 2 + LANES * (LANE_W + 3)), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load),
        .in ({bound,            decode_sew,     unmasked,      lane_found_next, moved ^ away}),
        .out({lane_index_bound, lane_index_sew, lane_unmasked, lane_found,      named}));

    // ---- range check

    wire [LANE_W-1:0]  lane_first, lane_limit, lane_split;
    wire               lane_prestart, lane_all, lane_low_hits, lane_tail, lane_head;
    wire [1:0]         lane_spares;
    wire [LANES*3-1:0] lane_next, lane;             // {ones, writes, reads}

    assign {lane_first, lane_prestart, lane_limit, lane_all, lane_split, lane_low_hits, lane_tail, lane_spares,
            lane_head} = lane_index_bound;

    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_check
            wire of_element_0 = k >> lane_index_sew == 0;

            shfl_rvv_lane #(.LANES(LANES), .AGNOSTIC(AGNOSTIC), .K(k)) u_lane (
                .first(lane_first), .prestart(lane_prestart), .limit(lane_limit), .all(lane_all),
                .split(lane_split), .low_hits(lane_low_hits), .tail(lane_tail), .spares(lane_spares),
                .head(lane_head && of_element_0),
                .unmasked(lane_unmasked[k]), .hit(lane_found[2*k]), .outside(lane_found[2*k+1]),
                .reads(lane_next[3*k]), .writes(lane_next[3*k+1]), .ones(lane_next[3*k+2]));
            assign {ones[k], writes[k], reads_j[k]} = lane[3*k +: 3];
        end
    endgenerate

    shfl_stage_reg #(.W(LANES * (LANE_W + 3)), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load), .in({lane_next, named}), .out({lane, j}));
endmodule
`default_nettype wire
