// SPDX-License-Identifier: Apache-2.0
// shfl_rvv_count - the counts that shfl_rvv_compress needs: of each of its blocks how many bytes are selected in front
// of the middle, and where they go. A slide selects none, and its bytes go as far as start says.
// Spec: docs/rvv.md 5.
`default_nettype none
module shfl_rvv_count #(
    parameter integer LANES = 16
) (
    input  wire [LANES-1:0]         selected,       // byte i is packed
    input  wire                     slide,
    input  wire [$clog2(LANES)-1:0] start,          // where the first one goes; of a slide, how far all go up
    output wire [LANES*$clog2(LANES)-1:0] middle,   // of position p: where the first byte behind it would go, for
                                                    // the block with this middle; bits that do not count are 0
    output wire [$clog2(LANES):0]   count
);
    localparam LANE_W = $clog2(LANES);

    // of blocks of 2^s bytes, how many are selected; and where the first of these goes, and the first behind the
    // middle: a tree up, and one down
    genvar s, b;
    generate
        for (s = 0; s <= LANE_W; s = s + 1) begin : g_sum
            for (b = 0; b < LANES >> s; b = b + 1) begin : g_block
                wire [s:0] sum;
                if (s == 0) begin : g_leaf
                    assign sum = selected[b];
                end else begin : g_node
                    assign sum = {1'b0, g_sum[s-1].g_block[2*b].sum} + {1'b0, g_sum[s-1].g_block[2*b+1].sum};
                end
            end
        end
        assign count = g_sum[LANE_W].g_block[0].sum;

        for (s = LANE_W; s > 0; s = s - 1) begin : g_front
            for (b = 0; b < LANES >> s; b = b + 1) begin : g_block
                localparam MIDDLE = (b << s) + (1 << s - 1);
                wire [s-1:0] front, mid;
                assign mid = front + g_sum[s-1].g_block[2*b].sum;
                if (s == LANE_W) begin : g_root
                    assign front = start;
                end else if (b % 2 == 0) begin : g_left
                    assign front = g_front[s+1].g_block[b/2].front[s-1:0];
                end else begin : g_right
                    assign front = g_front[s+1].g_block[b/2].mid[s-1:0];
                end
                // a slide selects none: 2^(s-1) bytes are in front of the middle
                assign middle[LANE_W*MIDDLE + s - 1] = mid[s-1] != slide;
                if (s > 1) begin : g_low
                    assign middle[LANE_W*MIDDLE +: s - 1] = mid[s-2:0];
                end
                if (s < LANE_W) begin : g_high
                    assign middle[LANE_W*MIDDLE + s +: LANE_W - s] = {LANE_W-s{1'b0}};
                end
            end
        end
    endgenerate
    assign middle[LANE_W-1:0] = {LANE_W{1'b0}};
endmodule
`default_nettype wire
