// SPDX-License-Identifier: Apache-2.0
// shfl_lane_index for iCE40, in place of rtl/shfl_lane_index.v: three LUT4s in a row for 32 lanes, where synthesis
// makes four of the rule. Spec: docs/rules.md 3.1 and 3.2.
`default_nettype none
`include "shfl_defs.vh"
module shfl_lane_index #(
    parameter integer LANES = 32
) (
    input  wire [`SHFL_MODE_W-1:0]         mode,
    input  wire [$clog2(LANES)-1:0]        lane,
    input  wire [$clog2(LANES)-1:0]        index,
    input  wire [$clog2(LANES)-1:0]        clamp,
    input  wire [$clog2(LANES)-1:0]        segmask,
    output wire signed [$clog2(LANES)+1:0] j,       // 1-LANES .. 2*LANES-2
    output wire                            up,      // max_lane is a lower limit
    output wire [$clog2(LANES)-1:0]        max_lane
);
    localparam LANE_W = $clog2(LANES);

    wire [LANE_W-1:0] min_lane = lane & segmask;

    assign up       = mode == `SHFL_UP;
    assign max_lane = min_lane | (clamp & ~segmask);

    // IDX names a lane of its segment. The other modes flip the bits of the own lane number that index has set, and
    // UP and DOWN flip those that a borrow or a carry reaches, too. Both are the carries of index + addend, where
    // addend is the lane in DOWN and its complement in UP; in IDX and BFLY the carries are ignored.
    wire              adds    = up || mode == `SHFL_DOWN;
    wire              borrows = mode[0];            // UP, as against DOWN
    wire [LANE_W-1:0] flipped = mode == `SHFL_IDX ? min_lane | (index & ~segmask) : lane ^ index;
    wire [LANE_W-1:0] addend  = lane ^ {LANE_W{borrows}};
    wire [LANE_W:0]   carry;                        // carry[b] into bit b

    assign carry[0] = 1'b0;

    genvar b;
    generate
        for (b = 0; b < LANE_W; b = b + 1) begin : g_bit
            wire out;
            if (b == 0) begin : g_first
                assign out = index[0] & addend[0];
            end else begin : g_behind
                assign out = (index[b] & addend[b]) | (g_bit[b-1].out & (index[b] | addend[b]));
            end
            assign carry[b+1] = out;
        end
    endgenerate

    assign j = {2'b00, flipped} ^ ({borrows && carry[LANE_W], carry} & {LANE_W+2{adds}});
endmodule
`default_nettype wire
