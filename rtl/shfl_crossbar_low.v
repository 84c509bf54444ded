// shfl_crossbar_low - first half of the crossbar cut in two. The low bits of src_lane are the lane's
// place in its group of GROUP lanes: every lane fetches that place out of every group, one of which
// shfl_crossbar_high then takes. The two in a row are shfl_crossbar. Spec: docs/spec.md 3.4.
`default_nettype none
module shfl_crossbar_low #(
    parameter LANES = 32,
    parameter W     = 32,
    parameter GROUP = 8                             // lanes in a group, a power of two
) (
    input  wire [LANES*W-1:0]               ra,
    input  wire [LANES*$clog2(LANES)-1:0]   src_lane,
    output wire [LANES*(LANES/GROUP)*W-1:0] candidate   // of lane k and group g: word k*LANES/GROUP + g
);
    localparam LANE_W  = $clog2(LANES);
    localparam GROUPS  = LANES / GROUP;
    localparam PLACE_W = $clog2(GROUP);
    localparam [LANE_W-1:0] PLACE_MASK = {LANE_W{1'b1}} >> (LANE_W - PLACE_W);

    genvar k, g;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [LANE_W-1:0] place = src_lane[LANE_W*k +: LANE_W] & PLACE_MASK;
            for (g = 0; g < GROUPS; g = g + 1) begin : g_group
                wire [GROUP*W-1:0] words = ra[GROUP*W*g +: GROUP*W];
                assign candidate[W*(GROUPS*k + g) +: W] = words[W*place +: W];
            end
        end
    endgenerate
endmodule
`default_nettype wire
