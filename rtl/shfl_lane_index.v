// shfl_lane_index - the lane that the operands name, before anybody asks whether it may be read, and
// the limit that the range check will hold it against. Spec: docs/spec.md 3.1 and 3.2.
`default_nettype none
`include "shfl_defs.vh"
module shfl_lane_index #(
    parameter LANES = 32
) (
    input  wire [1:0]                      mode,
    input  wire [$clog2(LANES)-1:0]        lane,
    input  wire [$clog2(LANES)-1:0]        index,
    input  wire [$clog2(LANES)-1:0]        clamp,
    input  wire [$clog2(LANES)-1:0]        segmask,
    output wire signed [$clog2(LANES)+1:0] j,       // 1-LANES .. 2*LANES-2
    output wire                            up,      // the limit is a lower one
    output wire [$clog2(LANES)-1:0]        max_lane
);
    localparam LANE_W = $clog2(LANES);

    wire [LANE_W-1:0] min_lane = lane & segmask;

    assign up       = mode == `SHFL_UP;
    assign max_lane = min_lane | (clamp & ~segmask);

    // IDX names a lane of its segment; all others flip bits of their own lane's number. With UP and DOWN a borrow
    // or a carry goes on from there: both are the carries of index + addend, addend being the lane in DOWN and its
    // complement in UP. What they come to in IDX and BFLY, nobody reads.
    wire              adds    = up || mode == `SHFL_DOWN;
    wire              borrows = mode[0];            // told apart from DOWN only, by one bit
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
