// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_element - of an element of dst_reg, whether it is written by this pass, and whether with an element of
// src_reg. Spec: docs/rvv.md 3.1 and 5.2.
`default_nettype none
module shfl_rvv_element #(
    parameter integer LANES    = 16,
    parameter integer AGNOSTIC = 0
) (
    input  wire [$clog2(LANES)-1:0] element,        // its number in its register
    input  wire [$clog2(LANES)-1:0] first,          // these from shfl_rvv_bounds
    input  wire [$clog2(LANES)-1:0] last,
    input  wire                     tail,
    input  wire                     all_tail,
    input  wire [$clog2(LANES)-1:0] split,
    input  wire [1:0]               hits,
    input  wire [1:0]               outs,
    input  wire [1:0]               keeps,
    input  wire                     head,
    input  wire                     vta,
    input  wire                     vma,
    input  wire                     unmasked,       // vm is 1, or its mask bit is
    input  wire                     hit,            // of a gather, from shfl_rvv_index
    input  wire                     outside,

    output wire                     reads,          // it gets an element of src_reg
    output wire                     writes,
    output wire                     ones            // it gets ones
);
    wire behind  = element > last;
    wire in_body = element >= first && !behind;
    wire above   = element >= split;
    wire active  = in_body && unmasked;
    wire gets    = hit || hits[above];
    wire none    = outside || outs[above] || head && element == 0;

    assign reads  = active && gets && !none;
    assign ones   = AGNOSTIC != 0 && (tail && vta && (behind || all_tail)
                                      || vma && in_body && !unmasked && !keeps[above]);
    assign writes = active && (gets || none) || ones;

    wire unused_ok = &{1'b0, tail, all_tail, keeps, vta, vma, head};
endmodule
`default_nettype wire
