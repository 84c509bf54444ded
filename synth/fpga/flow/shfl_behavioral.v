// SPDX-License-Identifier: Apache-2.0
// shfl_behavioral - a shuffle of a whole packet as open GPUs write it: a formula for the source, an indexed array, an
// output register. The rule is that of Vortex's instruction set, in a text of our own. Only the FPGA report uses it, to
// compare areas.
`default_nettype none
module shfl_behavioral #(
    parameter LANES = 4,
    parameter W     = 32
) (
    input  wire                clk,
    input  wire                enable,
    input  wire [1:0]          op,                  // UP, DOWN, BFLY, IDX
    input  wire [LANES-1:0]    active,
    input  wire [LANES*W-1:0]  ra,
    input  wire [LANES*18-1:0] rb,                  // of each lane: b in bits 5:0, c in 11:6, mask in 17:12
    output reg  [LANES*W-1:0]  rd
);
    localparam LANE_W = $clog2(LANES);
    localparam [1:0] UP = 2'd0, DOWN = 2'd1, BFLY = 2'd2;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] LANE = k;
            wire [LANE_W-1:0] b        = rb[18*k      +: LANE_W];
            wire [LANE_W-1:0] c        = rb[18*k + 6  +: LANE_W];
            wire [LANE_W-1:0] mask     = rb[18*k + 12 +: LANE_W];
            wire [LANE_W-1:0] min_lane = LANE & mask;
            wire [LANE_W-1:0] max_lane = min_lane | (c & ~mask);
            reg  [LANE_W-1:0] source;
            reg               in_range;

            always @* begin
                case (op)
                    UP:      {in_range, source} = {1'b1, LANE} - {1'b0, b};     // the bit above: no borrow
                    DOWN:    {in_range, source} = {1'b0, LANE} + {1'b0, b};     // a carry
                    BFLY:    {in_range, source} = {1'b0, LANE ^ b};
                    default: {in_range, source} = {1'b0, min_lane | (b & ~mask)};
                endcase
                in_range = op == UP ? in_range && source >= min_lane : !in_range && source <= max_lane;
            end

            always @(posedge clk)
                if (enable) rd[W*k +: W] <= in_range && active[source] ? ra[W*source +: W] : ra[W*k +: W];
        end
    endgenerate
endmodule
`default_nettype wire
