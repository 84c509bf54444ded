// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_match is docs/rules.md 9 and 12, for any sequence of warps of 1 to SLICES slices, stalls and resets. One
// warp is picked: shfl_picked.vh. The outside keeps to the rules: op and active are the same in all slices of a warp.
// Everything else but the clock and the first reset is free.
`include "shfl_defs.vh"
module shfl_match_props #(
    parameter integer LANES = 2, parameter integer B = 1, parameter integer SLICES = 2, parameter integer ALL = 1,
    parameter integer TAG_W = 1
) (
    input wire               clk, rst, in_valid, in_last, out_ready, pick,
    input wire [TAG_W-1:0]   in_tag,
    input wire               op,
    input wire [LANES-1:0]   active,
    input wire [LANES*B-1:0] ra
);
    localparam W = B * SLICES;
    localparam OUT_W = TAG_W + LANES * (LANES + 2), KEPT_W = OUT_W + 1, FIT = 3, FULL = FIT, DUE_W = 3;
    `include "shfl_picked.vh"

    wire [TAG_W-1:0]       out_tag;
    wire [LANES*LANES-1:0] rd;
    wire [LANES-1:0]       pu, we;

    shfl_match #(.LANES(LANES), .B(B), .ALL(ALL), .TAG_W(TAG_W)) u_shfl_match (.*);

    // the arriving warp: its slices before this one, then with this one; one that did not come: zeros in all lanes
    reg [3:0]         count;
    reg [LANES*W-1:0] came_ra, whole_ra;
    reg               came_op;
    reg [LANES-1:0]   came_active;
    reg [1:0]         gaps;                         // clocks in which no slice may enter
    initial {count, gaps} = 0;

    integer k, n;
    always @* begin
        whole_ra = count == 0 ? 0 : came_ra;
        for (n = 0; n < SLICES; n = n + 1)
            for (k = 0; k < LANES; k = k + 1)
                if (count == n) whole_ra[W*k + B*n +: B] = ra[B*k +: B];
    end
    always @(posedge clk)
        if (rst) {count, gaps} <= 0;
        else begin
            if (enters)                  gaps <= gaps_of;
            else if (moves && gaps != 0) gaps <= gaps - 1;
            if (taken) count <= in_last ? 0 : count + 1;
            if (taken) {came_ra, came_op, came_active} <= {whole_ra, op, active};
        end

    `include "shfl_match_spec.vh"
    assign enters    = taken && in_last;
    assign moves_due = 2 + gaps_of;
    assign ready     = moves && gaps == 0 && !rst;

    always @* begin
        same_in_all_slices: assume (!taken || count == 0 || (op == came_op && active == came_active)); // R12.2.3
        no_more_slices:     assume (!in_valid || count < SLICES - 1 || in_last); // R12.2.3
    end
endmodule
