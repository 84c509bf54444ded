// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_bounds - what all elements of a pass have in common: which of them are body and tail, and of a slide how far
// they go, which come from register src_reg, and which from none. Spec: docs/rvv.md 3 and 5.2.
//
// The number of an element of a group is {register, number in its register}; a register has n elements.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_rvv_bounds #(
    parameter integer LANES = 16,
    parameter integer REGS  = 8                     // registers of a group, at most
) (
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [1:0]                sew,
    input  wire [2:0]                lmul,
    input  wire [$clog2(LANES)+3:0]  vl,
    input  wire [$clog2(LANES)+2:0]  vstart,
    input  wire                      reserved,      // nothing is written
    input  wire [2:0]                dst_reg,
    input  wire [2:0]                src_reg,
    input  wire [63:0]               x,
    input  wire [$clog2(LANES):0]    count,         // COMPRESS: elements of src_reg that are selected

    output wire [$clog2(LANES)-1:0]  low,           // n - 1
    output wire [$clog2(LANES)+2:0]  beyond,        // bits of a number: those at VLMAX and above
    output wire                      x_beyond,      // x is VLMAX or more

    output wire [$clog2(LANES)-1:0]  first,         // body of dst_reg, of COMPRESS what is packed into it: from here
    output wire [$clog2(LANES)-1:0]  last,          // to here; if this is less, there is none
    output wire                      tail,          // elements behind last are tail that this pass writes,
    output wire                      all_tail,      // and these are all
    output wire                      admits,        // COMPRESS: elements of src_reg that count: up to here, if any
    output wire [$clog2(LANES)-1:0]  admitted,

    output wire [$clog2(LANES)-1:0]  turn,          // COMPRESS: where the first one goes; slides: how far all go up
    output wire [$clog2(LANES)-1:0]  split,         // slides: elements from here on, [1], and those before, [0],
    output wire [1:0]                hits,          // come from src_reg; of COMPRESS all
    output wire [1:0]                outs,          // get 0 or x
    output wire [1:0]                keeps,         // are below the offset
    output wire                      head           // element 0 gets x
);
    localparam LANE_W  = $clog2(LANES);
    localparam INDEX_W = LANE_W + 3;                // bits of the number of an element of a group

    wire compress   = op == `SHFL_RVV_COMPRESS;
    wire slideup    = op == `SHFL_RVV_SLIDEUP;
    wire slidedown  = op == `SHFL_RVV_SLIDEDOWN;
    wire slide1up   = op == `SHFL_RVV_SLIDE1UP;
    wire slide1down = op == `SHFL_RVV_SLIDE1DOWN;
    wire fraction   = lmul[2];

    assign low      = {LANE_W{1'b1}} >> sew;
    assign beyond   = {INDEX_W{1'b1}} << LANE_W - 3 << (3'd3 + lmul - {1'b0, sew});
    assign x_beyond = x[63:INDEX_W] != 0 || (x[INDEX_W-1:0] & beyond) != 0;

    // the register of an element, from bit LANE_W - 3 of its number on
    localparam [2:0] OF_GROUP = REGS[2:0] - 3'd1;
    function [2:0] reg_of(input [5:0] number, input [1:0] size);
        case (size)
        2'd0:    reg_of = number[5:3] & OF_GROUP;
        2'd1:    reg_of = number[4:2] & OF_GROUP;
        2'd2:    reg_of = number[3:1] & OF_GROUP;
        default: reg_of = number[2:0] & OF_GROUP;
        endcase
    endfunction

    // ---- body and tail

    wire [INDEX_W-1:0] vl_last   = vl[INDEX_W-1:0] - 1'b1;
    wire [2:0]         first_reg = reg_of(vstart[LANE_W-3 +: 6], sew);
    wire [2:0]         last_reg  = reg_of(vl_last[LANE_W-3 +: 6], sew);
    wire [2:0]         x_reg     = reg_of(x[LANE_W-3 +: 6], sew);
    wire [LANE_W-1:0]  last_low  = vl_last[LANE_W-1:0] & low;
    wire [LANE_W-1:0]  x_low     = x[LANE_W-1:0] & low;
    wire               starts    = dst_reg == first_reg;
    wire               stops     = dst_reg == last_reg;
    wire               exists    = vl > {1'b0, vstart} && !reserved;

    // COMPRESS: where the last one goes; it may be in the next register
    wire [LANE_W:0]    pack_last = {1'b0, x_low} + {1'b0, count[LANE_W-1:0] - 1'b1};
    wire               packs     = count != 0;
    wire               over      = packs && (pack_last & ~{1'b0, low} & {low, 1'b1}) != 0;
    wire               here      = dst_reg == x_reg;
    wire               next      = {1'b0, dst_reg} == {1'b0, x_reg} + 4'd1;

    wire               some      = exists && (compress ? here && (packs || x_low != 0) || next && over
                                                       : dst_reg >= first_reg && dst_reg <= last_reg);
    wire [LANE_W-1:0]  begins    = compress ? x_low & {LANE_W{here}} : vstart[LANE_W-1:0] & low & {LANE_W{starts}};
    wire [LANE_W-1:0]  ends      = compress ? pack_last[LANE_W-1:0] & low | {LANE_W{here && over}}
                                            : last_low | {LANE_W{!stops}};
    wire [2:0]         last_of_group = fraction ? 3'd0 : ~(3'b111 << lmul[1:0]);

    assign first    = begins | {!some, {LANE_W-1{1'b0}}};
    assign last     = ends & {LANE_W{some}};
    assign tail     = exists && (compress ? dst_reg >= x_reg && src_reg == last_of_group
                                          : dst_reg >= last_reg);
    assign all_tail = compress ? dst_reg > x_reg && !(next && over) || here && !packs && x_low == 0
                               : dst_reg > last_reg;
    assign admits   = compress && vl != 0 && src_reg <= last_reg;
    assign admitted = src_reg == last_reg ? last_low : low;

    // ---- slides: register a + by is b, or the next one

    wire               by_one = slide1up || slide1down;
    wire               down   = slidedown || slide1down;
    wire               fits   = (slideup || slidedown) && !x_beyond || by_one;
    wire [LANE_W-1:0]  offset = by_one ? {{LANE_W-1{1'b0}}, low[0]} : x_low;
    wire [2:0]         by     = by_one ? {2'b00, !low[0]} : x_reg;
    wire [LANE_W-1:0]  back   = -offset & low;
    wire               whole  = offset == 0;        // a register goes as a whole
    wire [2:0]         a      = down ? dst_reg : src_reg;
    wire [2:0]         b      = down ? src_reg : dst_reg;
    wire [3:0]         sum    = {1'b0, a} + {1'b0, by};
    wire               same   = sum == {1'b0, b};
    wire               other  = sum + 4'd1 == {1'b0, b};

    // with a fraction of a register, the elements that would come from VLMAX and above
    wire [LANE_W-1:0]  vlmax   = beyond[LANE_W-1:0] & ~(beyond[LANE_W-1:0] << 1);
    wire [LANE_W-1:0]  partial = whole ? vlmax : back & ~beyond[LANE_W-1:0];

    assign turn  = down ? back : offset;
    assign split = slide1down && stops ? last_low : slidedown && fraction ? partial : turn;
    assign hits  = {2{compress}} | {2{fits}} & {down && !whole ? other : same, down ? same : other};
    assign outs  = {2{slidedown}} & {x_beyond || fraction || sum > {1'b0, last_of_group}
                                     || !whole && sum == {1'b0, last_of_group},
                                     x_beyond || sum > {1'b0, last_of_group}}
                 | {slide1down && stops, 1'b0};
    assign keeps = {2{slideup}} & {x_beyond || dst_reg < x_reg, x_beyond || dst_reg <= x_reg};
    assign head  = slide1up && dst_reg == 3'd0;
endmodule
`default_nettype wire
