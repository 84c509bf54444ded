// Proof: shfl_crossbar_low and shfl_crossbar_high, with the select lines of shfl_select, are docs/spec.md 3.4:
// every lane gets the word of the lane that it names, whichever all of them name. All inputs free.
module shfl_crossbar_props #(
    parameter integer LANES = 32, parameter integer W = 1, parameter integer CROSSBAR = 0, parameter integer PARTS = 1,
    parameter SELECT_W = CROSSBAR == 1 ? LANES / 2 + 1 : $clog2(LANES),
    parameter LOW_W = ($clog2(LANES) - 1) / 2, parameter HIGH_W = $clog2(LANES) - 1 - LOW_W
) (
    input wire [LANES*W-1:0] ra,
    input wire [LANES*$clog2(LANES)-1:0] src_lane
);
    localparam LANE_W = $clog2(LANES);
    wire [LANES*SELECT_W-1:0] select;
    wire [LANES*PARTS*W-1:0]  candidate;
    wire [LANES*W-1:0]        src_data, want;
    reg                       reversed;

    shfl_crossbar_low #(.LANES(LANES), .W(W), .CROSSBAR(CROSSBAR), .PARTS(PARTS)) u_crossbar_low (
        .ra(ra), .select(select), .candidate(candidate));
    shfl_crossbar_high #(.LANES(LANES), .W(W), .CROSSBAR(CROSSBAR), .PARTS(PARTS)) u_crossbar_high (
        .candidate(candidate), .select(select), .src_data(src_data));

    genvar k, b;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] OTHER = LANES - 1 - k;
            wire [LANE_W-1:0]      j = src_lane[LANE_W*k +: LANE_W];
            wire [(1<<LOW_W)-1:0]  pair_low;
            wire [(1<<HIGH_W)-1:0] pair_high;
            shfl_predecode #(.LANES(LANES)) u_predecode (.j(j), .pair_low(pair_low), .pair_high(pair_high));
            shfl_select #(.LANES(LANES), .CROSSBAR(CROSSBAR)) u_select (
                .in_range(1'b1), .j(j), .pair_low(pair_low), .pair_high(pair_high), .lane(OTHER),
                .select(select[SELECT_W*k +: SELECT_W]));
            // half of the lanes, half of those, and so on, as src_lane's bits say: what is left is the word
            for (b = LANE_W - 1; b >= 0; b = b - 1) begin : g_half
                wire [2*W*(1<<b)-1:0] whole;
                wire [W*(1<<b)-1:0]   half = src_lane[LANE_W*k + b] ? whole[W*(1<<b) +: W*(1<<b)] : whole[0 +: W*(1<<b)];
                if (b == LANE_W - 1) assign whole = ra; else assign whole = g_half[b+1].half;
            end
            assign want[W*k +: W] = g_half[0].half;
        end
    endgenerate

    integer n;
    always @* begin
        reversed = 1;
        for (n = 0; n < LANES; n = n + 1)
            if (src_lane[LANE_W*n +: LANE_W] != LANES - 1 - n) reversed = 0;
        word_of_src_lane:           assert (src_data == want);
        every_lane_reversed:        cover  (reversed && src_data[0] && !src_data[W*(LANES-1)]);
    end
endmodule
