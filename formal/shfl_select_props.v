// Proof: shfl_select behind shfl_predecode is docs/spec.md 3.3, second line, in the form that 3.4 describes. All
// inputs free.
module shfl_select_props #(
    parameter integer LANES = 32, parameter integer CROSSBAR = 0,
    parameter SELECT_W = CROSSBAR == 1 ? LANES / 2 + 1 : $clog2(LANES),
    parameter LOW_W = ($clog2(LANES) - 1) / 2, parameter HIGH_W = $clog2(LANES) - 1 - LOW_W
) (
    input wire in_range,
    input wire [$clog2(LANES)-1:0] j, lane
);
    wire [SELECT_W-1:0] select;

    wire [(1<<LOW_W)-1:0]  pair_low;
    wire [(1<<HIGH_W)-1:0] pair_high;

    shfl_predecode #(.LANES(LANES)) u_predecode (.j(j), .pair_low(pair_low), .pair_high(pair_high));
    shfl_select #(.LANES(LANES), .CROSSBAR(CROSSBAR)) u_select (
        .in_range(in_range), .j(j), .pair_low(pair_low), .pair_high(pair_high), .lane(lane), .select(select));

    reg [$clog2(LANES)-1:0] src_lane;
    reg [SELECT_W-1:0]      want;
    always @* begin
        src_lane = lane;
        if (in_range) src_lane = j;
        want = src_lane;
        if (CROSSBAR == 1) begin
            want    = 0;
            want[0] = src_lane % 2;
            want[1 + src_lane / 2] = 1;
        end
        select_names_src_lane:      assert (select == want);
        out_of_range_is_own_lane:   cover  (!in_range && j != lane && src_lane == lane);
        in_range_is_j:              cover  (in_range && j != lane && src_lane == LANES - 1);
    end
endmodule
