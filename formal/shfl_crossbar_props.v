// SPDX-License-Identifier: Apache-2.0
// Proof: shfl_crossbar, of multiplexers or of chains, is docs/rules.md 3.3, second line, and 3.4: every lane gets the
// value and the active bit of the lane that it reads, j or its own, whichever all of them read. All inputs free;
// the pipeline registers inside are proved with the unit.
module shfl_crossbar_props #(
    parameter integer LANES = 32, parameter integer W = 1, parameter integer PARTS = 0
) (
    input wire clk,
    input wire [LANES*$clog2(LANES)-1:0] j,
    input wire [LANES-1:0]   reads_j, active,
    input wire [LANES*W-1:0] ra
);
    localparam LANE_W = $clog2(LANES);
    wire [LANES*W-1:0] src_data, want;
    wire [LANES-1:0]   src_active, want_active;
    reg                reversed;

    shfl_crossbar #(.LANES(LANES), .W(W), .PARTS(PARTS)) u_crossbar (.load_select(1'b1), .load_high(1'b1), .*);

    // half of the lanes, half of those, and so on, by the bits of the lane number: what is left is the lane's
    genvar k, b;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            localparam [LANE_W-1:0] OWN = k;
            wire [LANE_W-1:0] src_lane;
            for (b = LANE_W - 1; b >= 0; b = b - 1) begin : g_half
                localparam N = 1 << b;              // lanes in a half
                wire [2*W*N-1:0] whole;
                wire [2*N-1:0]   whole_active;
                wire [W*N-1:0]   half        = src_lane[b] ? whole[W*N +: W*N] : whole[0 +: W*N];
                wire [N-1:0]     half_active = src_lane[b] ? whole_active[N +: N] : whole_active[0 +: N];
                assign src_lane[b] = (reads_j[k] && j[LANE_W*k + b]) || (!reads_j[k] && OWN[b]);
                if (b == LANE_W - 1) begin : g_all
                    assign {whole_active, whole} = {active, ra};
                end else begin : g_more
                    assign {whole_active, whole} = {g_half[b+1].half_active, g_half[b+1].half};
                end
            end
            assign want[W*k +: W] = g_half[0].half;
            assign want_active[k] = g_half[0].half_active;
        end
    endgenerate

    integer n;
    always @* begin
        reversed = &reads_j;
        for (n = 0; n < LANES; n = n + 1)
            if (j[LANE_W*n +: LANE_W] != LANES - 1 - n) reversed = 0;
        word_of_src_lane:           assert (src_data == want);             // R3.3.3, R3.4.1, R3.4.2, R5.1.5
        active_bit_of_src_lane:     assert (src_active == want_active);    // R3.4.1, R3.4.2, R5.1.5
        every_lane_reversed:        cover  (reversed && src_data[0] && !src_data[W*(LANES-1)]);
        every_lane_its_own:         cover  (reads_j == 0 && j == 0 && ra != 0 && src_data == ra && src_active != 0);
    end
endmodule
