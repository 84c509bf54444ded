// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_bounds - what all byte lanes of a pass have in common: which of them are body and tail, and of a slide how
// far they go, which come from register src_reg, and which from none. Spec: docs/rvv.md 3 and 5.2.
//
// Elements are counted in bytes: the number of a byte of a group is {register, lane}.
`default_nettype none
`include "shfl_rvv_defs.vh"
module shfl_rvv_bounds #(
    parameter integer LANES    = 16,
    parameter integer REGS     = 8,                 // registers of a group, at most
    parameter integer AGNOSTIC = 0
) (
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire                      gather,        // of any kind
    input  wire [1:0]                sew,
    input  wire [2:0]                lmul,
    input  wire [$clog2(LANES)+3:0]  vl,
    input  wire [$clog2(LANES)+2:0]  vstart,
    input  wire                      reserved,      // nothing is written
    input  wire [2:0]                dst_reg,
    input  wire [2:0]                src_reg,
    input  wire [63:0]               x,
    input  wire [$clog2(LANES):0]    count,         // COMPRESS: bytes of src_reg that are selected

    output wire [$clog2(LANES)-1:0]  first,         // body of dst_reg, of COMPRESS up to the last that is packed: from
    output wire                      prestart,      // this lane on, or it has none
    output wire [$clog2(LANES)-1:0]  limit,         // to the one before this,
    output wire                      all,           // or to the last one
    output wire                      tail,          // lanes behind the body are tail that this pass may write
    output wire [$clog2(LANES)-1:0]  admitted,      // COMPRESS: lanes of src_reg that count: those before this,
    output wire                      admits,        // or all

    output wire [$clog2(LANES)-1:0]  place,         // COMPRESS: where the first one goes; GATHER_X: the first byte
    output wire [$clog2(LANES)-1:0]  turn,          // how far all go up, around the end; of a gather 0
    output wire [$clog2(LANES)-1:0]  split,         // lanes from here on, [1], and those before, [0],
    output wire [1:0]                hits,          // get a byte of src_reg
    output wire                      outs,          // lanes from split on get 0 or x
    output wire [1:0]                keeps,         // are below the offset
    output wire                      head           // element 0 gets x
);
    localparam LANE_W  = $clog2(LANES);
    localparam INDEX_W = LANE_W + 3;                // bits of the number of a byte of a group

    wire compress   = op == `SHFL_RVV_COMPRESS;
    wire gather_x   = op == `SHFL_RVV_GATHER_X;
    wire slideup    = op == `SHFL_RVV_SLIDEUP;
    wire slidedown  = op == `SHFL_RVV_SLIDEDOWN;
    wire slide1up   = op == `SHFL_RVV_SLIDE1UP;
    wire slide1down = op == `SHFL_RVV_SLIDE1DOWN;
    wire by_one     = slide1up || slide1down;
    wire down       = slidedown || slide1down;

    localparam [2:0] OF_GROUP = REGS[2:0] - 3'd1;
    wire [2:0] last_reg = lmul[2] ? 3'd0 : ~(3'b111 << lmul[1:0]) & OF_GROUP;

    // a function, since the compiler finds a comparison with 0 to be constant
    function less(input [2:0] a, input [2:0] b);
        less = a < b;
    endfunction

    // ---- where the body ends: in front of this byte

    wire [LANE_W+3:0]  end_bytes = vl << sew;
    wire [3:0]         end_reg   = end_bytes[LANE_W+3:LANE_W];
    wire [LANE_W-1:0]  end_low   = end_bytes[LANE_W-1:0];

    // SLIDE1DOWN: its last element gets x; it may end with a register
    wire [LANE_W-1:0]  last_low  = end_low - ({{LANE_W-1{1'b0}}, 1'b1} << sew);
    wire               ends_here = slide1down && end_reg == {1'b0, dst_reg} + {3'd0, end_low == 0};

    // ---- slides, and the byte that x names: register a + by is b, or the next one

    wire [INDEX_W-1:0] beyond   = {INDEX_W{1'b1}} << LANE_W - 3 << (3'd3 + lmul);   // a byte's number: VLMAX and above
    wire [INDEX_W+2:0] of_x     = {3'd0, x[INDEX_W-1:0]} << sew;
    wire [INDEX_W+2:0] offset   = of_x & ~{INDEX_W+3{by_one}} | {{INDEX_W+2{1'b0}}, by_one} << sew;
    wire               x_beyond = !by_one && (x[63:INDEX_W] != 0 || offset[INDEX_W+2:INDEX_W] != 0
                                                                  || (offset[INDEX_W-1:0] & beyond) != 0);
    wire [LANE_W-1:0]  back     = -offset[LANE_W-1:0];
    wire               whole    = offset[LANE_W-1:0] == 0;          // a register goes as a whole
    wire [2:0]         by       = offset[LANE_W +: 3] & (OF_GROUP | 3'd1);  // SLIDE1 moves a register of 64 bits by one
    wire [2:0]         a        = gather_x || compress ? 3'd0 : down ? dst_reg : src_reg;
    wire [2:0]         b        = gather_x || down ? src_reg : dst_reg;
    wire [3:0]         sum      = {1'b0, a} + {1'b0, by};
    wire               same     = sum == {1'b0, b};
    wire               other    = sum + 4'd1 == {1'b0, b};
    wire               past     = sum > {1'b0, last_reg};           // of a slide downwards, both are
    wire               fits     = compress || !x_beyond;

    assign place = offset[LANE_W-1:0];
    assign turn  = gather ? {LANE_W{1'b0}} : down ? back : place;
    assign hits  = {2{fits}} & {(down && !whole ? other : same) && !ends_here, down ? same : other};
    assign outs  = (slidedown || gather_x) && x_beyond
                || slidedown && (past || !whole && sum == {1'b0, last_reg}) || ends_here;
    assign keeps = {2{slideup}} & {x_beyond || less(dst_reg, by), x_beyond || !less(by, dst_reg)};
    assign head  = slide1up && dst_reg == 3'd0;

    // with a fraction of a register, the bytes that would come from VLMAX and above
    assign split = ends_here ? last_low
                 : turn & ~(beyond[LANE_W-1:0] & {LANE_W{down}}) & {LANE_W{!(slidedown && (x_beyond || past))}};

    // ---- body and tail

    wire [INDEX_W+2:0] start_bytes = {3'd0, vstart} << sew;
    wire [5:0]         first_reg   = start_bytes[INDEX_W+2:LANE_W];
    wire [LANE_W:0]    packed_end  = {1'b0, place} + count;         // COMPRESS: from register by on
    wire               spills      = packed_end[LANE_W];

    wire               stops       = compress ? (spills ? other : same) : end_reg == {1'b0, dst_reg};
    wire               goes_on     = compress ? same && spills || AGNOSTIC != 0 && less(dst_reg, by)
                                              : end_reg > {1'b0, dst_reg};

    assign prestart = first_reg > {3'd0, dst_reg};
    assign first    = start_bytes[LANE_W-1:0] & {LANE_W{first_reg == {3'd0, dst_reg}}} | {LANE_W{prestart}};
    assign all      = goes_on && !reserved;
    assign limit    = (compress ? packed_end[LANE_W-1:0] : end_low) & {LANE_W{stops && !reserved}} | {LANE_W{all}};
    assign tail     = vl > {1'b0, vstart} && !reserved && (!compress || src_reg == last_reg);
    assign admits   = compress && end_reg > {1'b0, src_reg};
    assign admitted = end_low & {LANE_W{compress && end_reg == {1'b0, src_reg}}} | {LANE_W{admits}};
endmodule
`default_nettype wire
