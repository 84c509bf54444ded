// shfl_crossbar_alone - the crossbar and nothing else, to count it: from the lane that is read and the words to
// the words that were read, uncut. CHAIN's select lines are decoded inside, so that they count too.
`default_nettype none
module shfl_crossbar_alone #(
    parameter LANES    = 32,
    parameter W        = 32,
    parameter CROSSBAR = 0,
    parameter PARTS    = 1
) (
    input  wire [LANES*W-1:0]             ra,
    input  wire [LANES*$clog2(LANES)-1:0] src_lane,
    output wire [LANES*W-1:0]             src_data
);
    localparam LANE_W    = $clog2(LANES);
    localparam LOW_W     = (LANE_W - 1) / 2, HIGH_W = LANE_W - 1 - LOW_W;
    localparam SELECT_W  = CROSSBAR == 1 ? LANES / 2 + 1 : LANE_W;
    localparam BAD_PARTS = PARTS < 1 || PARTS > LANES / 2 || (CROSSBAR == 0 && 1 << $clog2(PARTS) != PARTS);

    wire [LANES*SELECT_W-1:0] select;
    wire [LANES*PARTS*W-1:0]  candidate;

    // illegal parameters are refused as the unit refuses them, which is not here to do it
    genvar k;
    generate
        if (LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64)
        begin : g_bad_lanes
            shfl_error_LANES_must_be_2_4_8_16_32_or_64 u_error ();
        end else if (W < 1) begin : g_bad_w
            shfl_error_W_must_be_1_or_more u_error ();
        end else if (CROSSBAR != 0 && CROSSBAR != 1) begin : g_bad_crossbar
            shfl_error_CROSSBAR_must_be_0_MUX_or_1_CHAIN u_error ();
        end else if (BAD_PARTS) begin : g_bad_parts
            shfl_error_PARTS_must_be_1_to_half_of_LANES_and_for_MUX_a_power_of_2 u_error ();
        end else begin : g_legal
            for (k = 0; k < LANES; k = k + 1) begin : g_lane
                wire [LANE_W-1:0]      j = src_lane[LANE_W*k +: LANE_W];
                wire [(1<<LOW_W)-1:0]  pair_low;
                wire [(1<<HIGH_W)-1:0] pair_high;
                shfl_predecode #(.LANES(LANES)) u_predecode (.j(j), .pair_low(pair_low), .pair_high(pair_high));
                shfl_select #(.LANES(LANES), .CROSSBAR(CROSSBAR)) u_select (
                    .in_range(1'b1), .j(j), .pair_low(pair_low), .pair_high(pair_high), .lane({LANE_W{1'b0}}),
                    .select(select[SELECT_W*k +: SELECT_W]));
            end
            shfl_crossbar_low #(.LANES(LANES), .W(W), .CROSSBAR(CROSSBAR), .PARTS(PARTS)) u_crossbar_low (
                .ra(ra), .select(select), .candidate(candidate));
            shfl_crossbar_high #(.LANES(LANES), .W(W), .CROSSBAR(CROSSBAR), .PARTS(PARTS)) u_crossbar_high (
                .candidate(candidate), .select(select), .src_data(src_data));
        end
    endgenerate
endmodule
`default_nettype wire
