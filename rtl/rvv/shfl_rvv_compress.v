// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_compress - of each byte of a register, the byte that moves there when the selected ones are packed, or all
// of them are rotated: a butterfly of LANES numbers. At stage s, two halves of 2^s bytes, each of which has its
// selected bytes packed from some place on, and around its end, become one such block.
// Spec: docs/rvv.md 5.
`default_nettype none
module shfl_rvv_compress #(
    parameter integer LANES = 16
) (
    input  wire [LANES*$clog2(LANES)-1:0] middle,   // of shfl_rvv_count
    output wire [LANES*$clog2(LANES)-1:0] number
);
    localparam LANE_W = $clog2(LANES);

    // a function, since the compiler finds some comparisons with a constant to be constant
    function less(input [LANE_W-1:0] a, input [LANE_W-1:0] b);
        less = a < b;
    endfunction

    genvar s, p;
    generate
        for (s = 0; s < LANE_W; s = s + 1) begin : g_stage
            for (p = 0; p < LANES; p = p + 1) begin : g_place
                localparam BLOCK  = p >> s + 1;
                localparam MIDDLE = (BLOCK << s + 1) + (1 << s);
                localparam [31:0] PLACE = p % (1 << s);
                localparam RIGHT  = p / (1 << s) % 2;
                localparam PAIR   = RIGHT != 0 ? p - (1 << s) : p + (1 << s);
                wire              around;           // behind its block's end, the first place is next
                wire              swap = middle[LANE_W*MIDDLE + s] == around;
                wire [LANE_W-1:0] source;           // so far its low bits

                if (s == 0) begin : g_first
                    assign around = 1'b0;
                    assign source = {{LANE_W-1{1'b0}}, swap != (RIGHT != 0)};
                end else begin : g_behind
                    assign around = less(PLACE[LANE_W-1:0],
                                         middle[LANE_W*MIDDLE +: LANE_W] & {LANE_W{1'b1}} >> LANE_W - s);
                    assign source = {{LANE_W-1{1'b0}}, swap != (RIGHT != 0)} << s
                                  | (swap ? g_stage[s-1].g_place[PAIR].source : g_stage[s-1].g_place[p].source);
                end
            end
        end
        for (p = 0; p < LANES; p = p + 1) begin : g_number
            assign number[LANE_W*p +: LANE_W] = g_stage[LANE_W-1].g_place[p].source;
        end
    endgenerate

    wire unused_ok = &{1'b0, middle};
endmodule
`default_nettype wire
