// SPDX-License-Identifier: Apache-2.0
// shfl_match_pairs - a flip-flop for each pair of lanes: are all slices so far equal? With B = 1 one LUT4 each.
// Spec: R9.2, R9.5.
`default_nettype none
module shfl_match_pairs #(
    parameter integer LANES = 32,
    parameter integer B     = 1
) (
    input  wire                   clk,
    input  wire                   load,
    input  wire                   first,            // the first slice of a warp: what was before it does not count
    input  wire                   done,             // the last one, or the gap behind it
    input  wire [LANES-1:0]       clear,            // the lane is not equal to itself, nor to a higher one
    input  wire [LANES*B-1:0]     slice,
    output wire [LANES*LANES-1:0] rd
);
    genvar k, n;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire self = clear[k] ? 1'b0 : done;     // a choice: see shfl_match.v

            shfl_stage_reg #(.W(1)) u_reg_writeback (
                .clk(clk), .enable(load), .in(self), .out(rd[LANES*k + k]));

            for (n = k + 1; n < LANES; n = n + 1) begin : g_higher
                wire same = slice[B*k +: B] == slice[B*n +: B];
                wire equal;
                wire next = clear[k] ? 1'b0 : (first || equal) && same;

                shfl_stage_reg #(.W(1)) u_reg_writeback (.clk(clk), .enable(load), .in(next), .out(equal));
                assign rd[LANES*k + n] = equal;
                assign rd[LANES*n + k] = equal;
            end
        end
    endgenerate
endmodule
`default_nettype wire
