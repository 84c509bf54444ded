// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_lane - of byte lane K of dst_reg, whether it is written by this pass, and whether with a byte of src_reg.
// Spec: docs/rvv.md 3.1 and 5.2.
`default_nettype none
module shfl_rvv_lane #(
    parameter integer LANES    = 16,
    parameter integer AGNOSTIC = 0,
    parameter integer K        = 0
) (
    input  wire [$clog2(LANES)-1:0] first,          // these from shfl_rvv_bounds
    input  wire                     prestart,
    input  wire [$clog2(LANES)-1:0] limit,
    input  wire                     all,
    input  wire [$clog2(LANES)-1:0] split,
    input  wire                     low_hits,
    input  wire                     tail,
    input  wire [1:0]               spares,
    input  wire                     head,           // the lane belongs to element 0, which gets x
    input  wire                     unmasked,       // vm is 1, or the mask bit of its element is
    input  wire                     hit,            // from split on: it gets a byte of src_reg
    input  wire                     outside,        // the same: it gets 0 or x

    output wire                     reads,          // it gets a byte of src_reg
    output wire                     writes,
    output wire                     ones            // it gets ones
);
    localparam LANE_W = $clog2(LANES);
    localparam [LANE_W-1:0] LANE = K[LANE_W-1:0];

    // a function, since the compiler finds some comparisons with a constant to be constant
    function less(input [LANE_W-1:0] a, input [LANE_W-1:0] b);
        less = a < b;
    endfunction

    wire in_front = K == LANES - 1 ? prestart : less(LANE, first);
    wire behind   = K == LANES - 1 ? !all : !less(LANE, limit);
    wire in_body  = !in_front && !behind;
    wire above    = !less(LANE, split);
    wire active   = in_body && unmasked;
    wire none     = above && outside || head;

    assign reads  = active && (above ? hit : low_hits);
    assign ones   = AGNOSTIC != 0 && (tail && behind || in_body && !unmasked && spares[above]);
    assign writes = reads || active && none || ones;

    wire unused_ok = &{1'b0, tail, spares, prestart, all, first, limit};
endmodule
`default_nettype wire
