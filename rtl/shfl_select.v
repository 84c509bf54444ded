// shfl_select - the lane that is read in the end, and the crossbar's select lines for it, decoded once
// for all bits of the lane's word. Spec: docs/spec.md 3.3 and 3.4.
//
//   CROSSBAR MUX     select is src_lane
//   CROSSBAR CHAIN   select[0] is src_lane[0]; above it one line for each pair of lanes, the one with
//                    lane src_lane in it is 1
`default_nettype none
`include "shfl_defs.vh"
module shfl_select #(
    parameter LANES    = 32,
    parameter CROSSBAR = `SHFL_MUX,
    parameter SELECT_W = CROSSBAR == `SHFL_CHAIN ? LANES / 2 + 1 : $clog2(LANES),
    parameter LOW_W    = ($clog2(LANES) - 1) / 2,
    parameter HIGH_W   = $clog2(LANES) - 1 - LOW_W
) (
    input  wire                     in_range,
    input  wire [$clog2(LANES)-1:0] j,              // its low bits: in range, the others are 0
    input  wire [(1<<LOW_W)-1:0]    pair_low,       // of shfl_predecode, for CHAIN
    input  wire [(1<<HIGH_W)-1:0]   pair_high,
    input  wire [$clog2(LANES)-1:0] lane,
    output wire [SELECT_W-1:0]      select
);
    wire [$clog2(LANES)-1:0] src_lane = in_range ? j : lane;

    genvar p;
    generate
        if (CROSSBAR == `SHFL_CHAIN) begin : g_chain
            assign select[0] = src_lane[0];
            for (p = 0; p < LANES / 2; p = p + 1) begin : g_pair
                wire here = pair_low[p % (1 << LOW_W)] && pair_high[p >> LOW_W];
                assign select[p+1] = in_range ? here : lane >> 1 == p;
            end
        end else begin : g_mux
            assign select = src_lane;
        end
    endgenerate

    // MUX: src_lane is not decoded; CHAIN: it is, from the halves
    wire unused_ok = &{1'b0, pair_low, pair_high, src_lane};
endmodule
`default_nettype wire
