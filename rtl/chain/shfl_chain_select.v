// SPDX-License-Identifier: Apache-2.0
// shfl_chain_select - the lane that one lane reads, decoded for its chains once for all bits of the word:
// select[0] is the lane number's lowest bit, and above it is a line for each pair of lanes, one-hot.
//
// The decoding runs in parallel with the range check, if there is no register between them, where j is known and
// reads_j is not: a line for each value of the low half of the pair's number, and one for each value of the high half.
// A select line is then one LUT4 of reads_j and two of these, or, for the pair of the lane itself, of reads_j inverted.
// Spec: R3.3.3 and docs/develop/design.md, Chains.
`default_nettype none
module shfl_chain_select #(
    parameter integer LANES = 32
) (
    input  wire                     reads_j,
    input  wire [$clog2(LANES)-1:0] j,              // the low bits; in range, the others are 0
    input  wire [$clog2(LANES)-1:0] lane,
    output wire [$clog2(LANES)-1:0] src_lane,
    output wire [LANES/2:0]         select
);
    localparam LANE_W = $clog2(LANES);
    localparam LOW_W  = (LANE_W - 1) / 2;
    localparam HIGH_W = LANE_W - 1 - LOW_W;
    localparam LOW    = 1 << LOW_W;
    localparam HIGH   = 1 << HIGH_W;

    wire [LANE_W-1:0] pair = j >> 1;
    wire [LOW-1:0]    pair_low;
    wire [HIGH-1:0]   pair_high;

    genvar p;
    generate
        for (p = 0; p < LOW; p = p + 1) begin : g_low
            assign pair_low[p] = pair % LOW == p;
        end
        for (p = 0; p < HIGH; p = p + 1) begin : g_high
            assign pair_high[p] = pair >> LOW_W == p;
        end
    endgenerate

    assign src_lane  = reads_j ? j : lane;
    assign select[0] = src_lane[0];
    generate
        for (p = 0; p < LANES / 2; p = p + 1) begin : g_pair
            wire here = pair_low[p % LOW] && pair_high[p / LOW];
            assign select[p+1] = reads_j ? here : lane >> 1 == p;
        end
    endgenerate
endmodule
`default_nettype wire
