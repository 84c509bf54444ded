// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_way - of one byte of a whole group, the byte that it reads. Stages decode (which operands are added) and
// lane index (the sum, and whether it is in the group), with the register between them. Spec: docs/rvv.md 3 and 5.4.
`default_nettype none
`include "shfl_defs.vh"
`include "shfl_rvv_defs.vh"
module shfl_rvv_way #(
    parameter integer LANES    = 16,                // bytes of the group
    parameter integer AGNOSTIC = 0,
    parameter integer ELEN     = 64,                // bits of an index that count
    parameter integer DEPTH    = 0                  // of the unit
) (
    input  wire                      clk,
    input  wire                      load,

    input  wire [$clog2(LANES)-1:0]  lane,          // the byte's number
    input  wire [`SHFL_RVV_OP_W-1:0] op,
    input  wire [1:0]                sew,
    input  wire [$clog2(LANES):0]    vlmax,
    input  wire [$clog2(LANES):0]    vl,            // 0, if nothing is written
    input  wire [$clog2(LANES)-1:0]  vstart,
    input  wire                      unmasked,      // vm is 1, or the mask bit of the byte's element is
    input  wire                      vta,
    input  wire                      vma,
    input  wire [63:0]               x,
    input  wire [63:0]               index,         // of the byte's element

    // behind lane index
    output wire [$clog2(LANES)-1:0]  j,
    output wire                      reads,         // it gets byte j
    output wire                      writes,
    output wire                      ones
);
    localparam REG_DECODE = `SHFL_REG_DECODE(1, DEPTH);
    localparam LANE_W     = $clog2(LANES);

    // ---- decode: the element that is read is from + by

    wire indexed    = op == `SHFL_RVV_GATHER || op == `SHFL_RVV_GATHER_EI16;
    wire gather_x   = op == `SHFL_RVV_GATHER_X;
    wire slideup    = op == `SHFL_RVV_SLIDEUP;
    wire slide1up   = op == `SHFL_RVV_SLIDE1UP;
    wire slide1down = op == `SHFL_RVV_SLIDE1DOWN;
    wire by_one     = slide1up || slide1down;
    wire up_next    = slideup || slide1up;

    wire [LANE_W:0] element   = {1'b0, lane} >> sew;
    wire            behind    = element >= vl;
    wire            in_body   = element >= {1'b0, vstart} && !behind;
    wire            is_x      = slide1up && element == 0 || slide1down && element + 1'b1 == vl;
    wire            far_next  = indexed ? index[ELEN-1:LANE_W] != 0 : !by_one && x[63:LANE_W] != 0;
    wire [LANE_W-1:0] from_next = indexed ? index[LANE_W-1:0] : gather_x ? {LANE_W{1'b0}} : element[LANE_W-1:0];
    wire [LANE_W-1:0] by_next   = indexed ? {LANE_W{1'b0}} : by_one ? {{LANE_W-1{1'b0}}, 1'b1} : x[LANE_W-1:0];
    wire            active_next = in_body && unmasked;
    wire            spare_next  = AGNOSTIC != 0 && vma && in_body && !unmasked;
    wire            tail_next   = AGNOSTIC != 0 && vta && behind && vl > {1'b0, vstart};

    wire [LANE_W-1:0] from, by, byte_lane;
    wire [LANE_W:0]   limit;
    wire [1:0]        size;
    wire              far, up, keeps, gets_x, active, spare, tail;

    shfl_stage_reg #(.W(4 * LANE_W + 10), .PRESENT(REG_DECODE)) u_reg_decode (
        .clk(clk), .enable(load),
        .in ({from_next, by_next, lane,      vlmax, sew,  far_next, up_next, slideup, is_x,   active_next, spare_next,
              tail_next}),
        .out({from,      by,      byte_lane, limit, size, far,      up,      keeps,   gets_x, active,      spare,
              tail}));

    // ---- lane index

    wire [LANE_W:0] sum   = up ? {1'b0, from} - {1'b0, by} : {1'b0, from} + {1'b0, by};
    wire            below = up && (far || sum[LANE_W]);             // of a slide upwards: before element 0
    wire            fits  = !far && (up || sum < limit) && !below;

    assign j      = sum[LANE_W-1:0] << size | byte_lane & ~({LANE_W{1'b1}} << size);
    assign reads  = active && fits && !gets_x;
    assign ones   = spare && !(keeps && below) || tail;
    assign writes = active && !(keeps && below) || ones;

    wire unused_ok = &{1'b0, index};
endmodule
`default_nettype wire
