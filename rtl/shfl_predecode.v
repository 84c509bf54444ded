// shfl_predecode - the pair of lanes that j is in, decoded by halves: a line for each value of the low bits
// of the pair's number, and one for each value of the high bits. shfl_select makes the lines of CROSSBAR
// CHAIN of them, one gate each, once in_range is known. Spec: docs/spec.md 3.4.
`default_nettype none
module shfl_predecode #(
    parameter LANES  = 32,
    parameter LOW_W  = ($clog2(LANES) - 1) / 2,
    parameter HIGH_W = $clog2(LANES) - 1 - LOW_W
) (
    input  wire [$clog2(LANES)-1:0] j,              // its low bits
    output wire [(1<<LOW_W)-1:0]    pair_low,
    output wire [(1<<HIGH_W)-1:0]   pair_high
);
    wire [$clog2(LANES)-1:0] pair = j >> 1;

    genvar p;
    generate
        for (p = 0; p < 1 << LOW_W; p = p + 1) begin : g_low
            assign pair_low[p] = pair % (1 << LOW_W) == p;
        end
        for (p = 0; p < 1 << HIGH_W; p = p + 1) begin : g_high
            assign pair_high[p] = pair >> LOW_W == p;
        end
    endgenerate
endmodule
`default_nettype wire
