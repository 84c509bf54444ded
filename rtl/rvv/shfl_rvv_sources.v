// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_sources - of each byte lane, the byte that it reads. Stages decode (bounds, indices and counts), lane index
// (elements) and range check (from elements to bytes), with the registers behind them. Spec: docs/rvv.md 3 and 5.2.
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
    localparam INDEX_W = LANE_W + 3;
    localparam BOUND_W = 3 * LANE_W + 11;           // from first to vma

    // ---- what the unit does not have is constant, and what it does not refuse is not looked at

    localparam LOG_REGS = $clog2(REGS);
    localparam [2:0] OF_GROUP = REGS[2:0] - 3'd1;

    wire [`SHFL_RVV_OP_W-1:0] known_op   = COMPRESS == 0 && op == `SHFL_RVV_COMPRESS ? `SHFL_RVV_SLIDEDOWN : op;
    wire [1:0]                known_sew  = sew & {1'b1, ELEN == 64 || !sew[1]};
    wire [2:0]                known_lmul = lmul & {1'b1, {2{lmul[2]}} | {LOG_REGS >= 2, LOG_REGS >= 1}};
    wire [LANE_W+3:0]         known_vl   = vl & ~({LANE_W+4{1'b1}} << LANE_W + 1 + LOG_REGS);
    wire [2:0]                dst        = dst_reg & OF_GROUP;
    wire [2:0]                src        = src_reg & OF_GROUP;

    // ---- decode

    wire [LANE_W-1:0]       first, last, turn, split;
    wire [LANE_W-1:0]       low, admitted;
    wire [LANE_W:0]         count;
    wire [INDEX_W-1:0]      beyond;
    wire                    x_beyond, admits, tail, all_tail, head;
    wire [1:0]              hits, outs, keeps;
    wire [LANES-1:0]        selected, unmasked_next, unmasked, hit_next, hit, outside_next, outside;
    wire [LANES*LANE_W-1:0] named_next, named, middle_next, middle;

    wire compress = known_op == `SHFL_RVV_COMPRESS;
    wire gather_x = known_op == `SHFL_RVV_GATHER_X;
    wire ei16     = known_op == `SHFL_RVV_GATHER_EI16;
    wire indexed  = GATHER != 0 && (ei16 || known_op == `SHFL_RVV_GATHER);
    wire gather   = indexed || gather_x;
    wire [1:0] size = ei16 ? 2'd1 : known_sew;

    wire [INDEX_W-1:0] pick      = indexed ? {INDEX_W{size[0]}} : gather_x ? x[INDEX_W-1:0] : {INDEX_W{1'b0}};
    wire               pick_high = indexed ? size[0] : gather_x && x_beyond;
    wire [INDEX_W-1:0] wanted    = gather ? {src, {LANE_W{1'b0}}} >> known_sew : {INDEX_W{1'b1}};

    shfl_rvv_reserved #(.COMPRESS(COMPRESS), .GATHER(GATHER), .ELEN(ELEN), .REGS(REGS)) u_reserved (
        .op(op), .sew(sew), .lmul(lmul), .vm(vm), .from_0(vstart == 0), .reserved(reserved));

    shfl_rvv_bounds #(.LANES(LANES), .REGS(REGS)) u_bounds (
        .op(known_op), .sew(known_sew), .lmul(known_lmul), .vl(known_vl), .vstart(vstart), .reserved(reserved),
        .dst_reg(dst), .src_reg(src), .x(x), .count(count), .low(low), .beyond(beyond), .x_beyond(x_beyond),
        .first(first), .last(last), .tail(tail), .all_tail(all_tail), .admits(admits), .admitted(admitted), .turn(turn),
        .split(split), .hits(hits), .outs(outs), .keeps(keeps), .head(head));

    shfl_rvv_count #(.LANES(LANES)) u_count (
        .selected(selected), .slide(!compress), .start(turn), .middle(middle_next), .count(count));

    // a function, since the compiler finds some comparisons with a constant to be constant
    function less(input [LANE_W-1:0] a, input [LANE_W-1:0] b);
        less = a < b;
    endfunction

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_index
            localparam [LANE_W-1:0] ELEMENT = i;

            shfl_rvv_index #(.LANES(LANES), .I(i)) u_index (
                .index(index), .indexed(indexed), .wide(size[1]), .pick(pick), .pick_high(pick_high),
                .beyond(beyond), .wanted(wanted), .low(low),
                .number(named_next[LANE_W*i +: LANE_W]), .hit(hit_next[i]), .outside(outside_next[i]));
            assign selected[i]      = mask[i] && admits && !less(admitted, ELEMENT);
            assign unmasked_next[i] = vm || mask[i];
        end
    endgenerate

    wire [BOUND_W-1:0] bound;
    wire [1:0]         decode_sew, lane_index_sew;
    wire               moves;                       // an element number is that of shfl_rvv_compress

    shfl_stage_reg #(.W(BOUND_W + 3 + LANES * (3 + 2 * LANE_W)), .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load),
        .in ({first, last, split, tail, all_tail, hits, outs, keeps, head, vta, vma,
              known_sew, !gather, unmasked_next, hit_next, outside_next, named_next, middle_next}),
        .out({bound, decode_sew, moves, unmasked, hit, outside, named, middle}));

    // ---- lane index

    wire [LANE_W-1:0]       element_first, element_last, element_split;
    wire                    element_tail, element_all_tail, element_head, element_vta, element_vma;
    wire [1:0]              element_hits, element_outs, element_keeps;
    wire [LANES*LANE_W-1:0] moved, number_next, number;
    wire [LANES*3-1:0]      flags_next, flags;      // {ones, writes, reads}
    wire [LANE_W-1:0]       exchanges;

    assign {element_first, element_last, element_split, element_tail, element_all_tail, element_hits, element_outs,
            element_keeps, element_head, element_vta, element_vma} = bound;
    assign exchanges   = {LANE_W{1'b1}} >> decode_sew;
    assign number_next = named | moved & {LANES*LANE_W{moves}};

    shfl_rvv_compress #(.LANES(LANES)) u_compress (.middle(middle), .exchanges(exchanges), .number(moved));

    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_element
            localparam [LANE_W-1:0] ELEMENT = i;
            shfl_rvv_element #(.LANES(LANES), .AGNOSTIC(AGNOSTIC)) u_element (
                .element(ELEMENT),
                .first(element_first), .last(element_last), .tail(element_tail), .all_tail(element_all_tail),
                .split(element_split), .hits(element_hits), .outs(element_outs), .keeps(element_keeps),
                .head(element_head), .vta(element_vta), .vma(element_vma),
                .unmasked(unmasked[i]), .hit(hit[i]), .outside(outside[i]),
                .reads(flags_next[3*i]), .writes(flags_next[3*i+1]), .ones(flags_next[3*i+2]));
        end
    endgenerate

    shfl_stage_reg #(.W(2 + LANES * (LANE_W + 3)), .PRESENT(REG_LANE_INDEX)) u_reg_lane_index (
        .clk(clk), .enable(load),
        .in({decode_sew, flags_next, number_next}), .out({lane_index_sew, flags, number}));

    // ---- range check

    wire [LANES*LANE_W-1:0] j_next;
    wire [LANES*3-1:0]      lane_next, lane;

    shfl_rvv_spread #(.LANES(LANES), .B(3)) u_spread (
        .sew(lane_index_sew), .number(number), .element(flags), .j(j_next), .lane(lane_next));

    shfl_stage_reg #(.W(LANES * (LANE_W + 3)), .PRESENT(REG_RANGE_CHECK)) u_reg_range_check (
        .clk(clk), .enable(load), .in({lane_next, j_next}), .out({lane, j}));

    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_lane
            assign {ones[i], writes[i], reads_j[i]} = lane[3*i +: 3];
        end
    endgenerate
endmodule
`default_nettype wire
