// SPDX-License-Identifier: Apache-2.0
// shfl_crossbar_low - first half of the crossbar. The lanes are taken in PARTS groups, and each lane fetches
// a candidate out of every group: the word at the place that the low bits of select name.
// Spec: docs/rules.md 3.4.
`default_nettype none
module shfl_crossbar_low #(
    parameter integer LANES   = 32,
    parameter integer W       = 32,
    parameter integer PARTS   = 1,                  // a power of two, 1 to LANES/2
    parameter integer READERS = LANES               // lanes that read
) (
    input  wire [LANES*W-1:0]               ra,        // lane k is ra[W*k +: W]
    input  wire [READERS*$clog2(LANES)-1:0] select,    // the lane that each of them reads
    output wire [READERS*PARTS*W-1:0]       candidate  // of reader k and group g: word k*PARTS + g
);
    localparam LANE_W  = $clog2(LANES);
    localparam GROUP   = LANES / PARTS;             // lanes in a group
    localparam PLACE_W = $clog2(GROUP);

    genvar k, g;
    generate
        for (k = 0; k < READERS; k = k + 1) begin : g_lane
            for (g = 0; g < PARTS; g = g + 1) begin : g_group
                shfl_mux #(.WORDS(GROUP), .W(W)) u_mux (
                    .words(ra[GROUP*W*g +: GROUP*W]), .sel(select[LANE_W*k +: PLACE_W]),
                    .word(candidate[W*(PARTS*k + g) +: W]));
            end
        end
    endgenerate

    // the high bits are for shfl_crossbar_high
    wire unused_ok = &{1'b0, select};
endmodule
`default_nettype wire
