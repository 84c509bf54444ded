// shfl_crossbar - every lane reads the lane it names: LANES multiplexers, LANES:1, W bits wide.
// Spec: docs/spec.md 3.4.
`default_nettype none
module shfl_crossbar #(
    parameter LANES = 32,
    parameter W     = 32
) (
    input  wire [LANES*W-1:0]             ra,       // lane k is ra[W*k +: W]
    input  wire [LANES*$clog2(LANES)-1:0] src_lane,
    output wire [LANES*W-1:0]             src_data  // lane k: ra of lane src_lane[k]
);
    localparam LANE_W = $clog2(LANES);

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [LANE_W-1:0] sel = src_lane[LANE_W*k +: LANE_W];
            assign src_data[W*k +: W] = ra[W*sel +: W];
        end
    endgenerate
endmodule
`default_nettype wire
