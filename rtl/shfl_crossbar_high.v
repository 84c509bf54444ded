// shfl_crossbar_high - second half of the crossbar cut in two. The high bits of src_lane are the
// number of its group: every lane takes the word that shfl_crossbar_low fetched for it there.
// Spec: docs/spec.md 3.4.
`default_nettype none
module shfl_crossbar_high #(
    parameter LANES = 32,
    parameter W     = 32,
    parameter GROUP = 8                             // lanes in a group, a power of two
) (
    input  wire [LANES*(LANES/GROUP)*W-1:0] candidate,
    input  wire [LANES*$clog2(LANES)-1:0]   src_lane,
    output wire [LANES*W-1:0]               src_data
);
    localparam LANE_W  = $clog2(LANES);
    localparam GROUPS  = LANES / GROUP;
    localparam PLACE_W = $clog2(GROUP);

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [GROUPS*W-1:0] words = candidate[GROUPS*W*k +: GROUPS*W];
            wire [LANE_W-1:0]   group = src_lane[LANE_W*k +: LANE_W] >> PLACE_W;
            assign src_data[W*k +: W] = words[W*group +: W];
        end
    endgenerate
endmodule
`default_nettype wire
